// Pages that gnnir writes: tables sort by the heads of their columns, charts are drawn by uPlot. No network, no storage.
(() => {
  "use strict";

  const numberIn = (text) => {
    const found = /[-+]?(\d[\d,]*\.?\d*|\.\d+)(e[-+]?\d+)?/i.exec(text.replace(/\u2212/g, "-"));
    return found ? Number(found[0].replace(/,/g, "")) : NaN;
  };

  // A row's place in the order: what is missing stands last, whichever way is up.
  const compare = (isNumber, sign) => (a, b) => {
    if (!isNumber) {
      if (a.text === "" || b.text === "") return (a.text === "") - (b.text === "") || a.place - b.place;
      return sign * a.text.localeCompare(b.text, "en", { numeric: true }) || a.place - b.place;
    }
    const aMissing = Number.isNaN(a.number), bMissing = Number.isNaN(b.number);
    if (aMissing || bMissing) return aMissing - bMissing || a.place - b.place;
    return sign * (a.number - b.number) || a.place - b.place;
  };

  const sortBy = (table, column) => {
    const heads = [...table.tHead.rows[0].cells];
    const ascending = heads[column].getAttribute("aria-sort") !== "ascending";
    const isNumber = heads[column].classList.contains("number");
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, place) => {
      const text = row.cells[column].textContent.trim();
      return { row, text, number: numberIn(text), place };
    });
    rows.sort(compare(isNumber, ascending ? 1 : -1));
    body.append(...rows.map((entry) => entry.row));
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== column ? "none" : ascending ? "ascending" : "descending"));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sortBy(table, column));
      head.setAttribute("aria-sort", "none");
      head.append(button);
    });
  }

  // What is there to be copied has a button for it.
  for (const text of document.querySelectorAll("pre.copied")) {
    const around = document.createElement("div");
    around.className = "with-button";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "copy";
    button.addEventListener("click", async () => {
      const selection = getSelection();
      selection.selectAllChildren(text);
      try {
        await navigator.clipboard.writeText(text.textContent);
      } catch {
        document.execCommand("copy"); // files have no clipboard in some browsers
      }
      selection.removeAllRanges();
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
    text.replaceWith(around);
    around.append(text, button);
  }

  const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const shown = (value) => (value == null ? "–" : String(Number(value.toPrecision(4))));
  const shortened = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);
  const numColours = 8;

  // Steps between ticks: 1, 2 or 5 times a power of ten; whole ones where all values are whole.
  const stepsFrom = (power) => {
    const steps = [];
    for (let k = power; k <= 300; ++k) steps.push(Number(`1e${k}`), Number(`2e${k}`), Number(`5e${k}`));
    return steps;
  };

  // The line at a marked x, and its words.
  const drawMark = (plot, chart) => {
    if (chart.marked_x == null) return;
    const { ctx, bbox } = plot;
    const x = plot.valToPos(chart.marked_x, "x", true);
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = variable("--faint");
    ctx.lineWidth = ratio;
    ctx.setLineDash([4 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${12 * ratio}px system-ui, sans-serif`;
    const label = shortened(chart.marked_label, 30);
    const before = x + ctx.measureText(label).width + 8 * ratio > bbox.left + bbox.width;
    ctx.textAlign = before ? "right" : "left";
    ctx.textBaseline = "top";
    ctx.fillText(label, x + (before ? -4 : 4) * ratio, bbox.top + 2 * ratio);
    ctx.restore();
  };

  const optionsOf = (chart, width, visible, onCursor) => {
    const ink = variable("--ink"), line = variable("--line");
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui, sans-serif",
                   labelFont: "12px system-ui, sans-serif", labelSize: 18 };
    const onRight = chart.curves.some((curve) => curve.right_axis);
    const valuesOf = (plot, splits) => splits.map((split) => (split == null ? "" : shown(split)));
    const up = { ...axis, size: 56, values: valuesOf };
    const axes = [{ ...axis, label: shortened(chart.x_label, 40), size: 36, incrs: stepsFrom(chart.x.every(Number.isInteger) ? 0 : -15) },
                  { ...up, label: shortened(chart.y_label, 30), incrs: chart.log_y ? undefined : stepsFrom(-15) }];
    if (onRight) axes.push({ ...up, scale: "right", side: 1, grid: { show: false }, incrs: stepsFrom(-15) });
    return {
      width,
      height: Math.round(Math.min(360, Math.max(220, width * 0.5))),
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: chart.log_y ? { distr: 3 } : {}, right: {} },
      axes,
      series: [{}, ...chart.curves.map((curve, i) => ({
        label: curve.name, show: visible[i], scale: curve.right_axis ? "right" : "y",
        stroke: variable(`--series-${(i % numColours) + 1}`), spanGaps: true,
        width: curve.faint ? 1 : 2, alpha: curve.faint ? 0.6 : 1,
        dash: curve.dashed ? [7, 5] : i >= numColours ? [2, 4] : undefined,
        points: { show: chart.x.length <= 30 && !curve.faint, size: 5 },
      }))],
      hooks: { draw: [(plot) => drawMark(plot, chart)], setCursor: [onCursor] },
    };
  };

  const drawChart = (figure) => {
    const chart = JSON.parse(figure.querySelector("script").textContent);
    const box = figure.querySelector(".plot");
    const visible = chart.curves.map(() => true);
    const values = [];
    let plot = null;

    const legend = document.createElement("ul");
    legend.className = "legend";
    const where = document.createElement("li");
    chart.curves.forEach((curve, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      const swatch = document.createElement("span");
      swatch.className = curve.dashed || i >= numColours ? "swatch dashed" : "swatch";
      if (curve.faint) swatch.className += " faint";
      swatch.style.borderTopColor = `var(--series-${(i % numColours) + 1})`;
      values[i] = document.createElement("span");
      button.append(swatch, curve.right_axis ? `${curve.name} (right)` : curve.name, values[i]);
      button.addEventListener("click", () => {
        visible[i] = !visible[i];
        button.setAttribute("aria-pressed", String(visible[i]));
        plot.setSeries(i + 1, { show: visible[i] });
      });
      const item = document.createElement("li");
      item.append(button);
      legend.append(item);
    });
    legend.append(where);
    box.after(legend);

    const onCursor = (from) => {
      const at = from.cursor.idx;
      where.textContent = at == null ? "" : `${chart.x_label || "x"} ${shown(chart.x[at])}`;
      chart.curves.forEach((curve, i) => { values[i].textContent = at == null ? "" : ` ${shown(curve.y[at])}`; });
    };
    const widthNow = () => Math.max(260, Math.floor(box.clientWidth));
    const draw = () => {
      if (plot) plot.destroy();
      plot = new uPlot(optionsOf(chart, widthNow(), visible, onCursor), [chart.x, ...chart.curves.map((curve) => curve.y)], box);
    };
    draw();
    let width = widthNow();
    new ResizeObserver(() => {
      if (widthNow() === width) return;
      width = widthNow();
      const { height } = optionsOf(chart, width, visible, onCursor);
      plot.setSize({ width, height });
    }).observe(box);
    for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", draw);
  };

  for (const figure of document.querySelectorAll("figure.chart")) drawChart(figure);
})();
