// Opens pages and says what is wrong with them: node check_pages.mjs PAGE.html … (tests/browser/run finds the browser).
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve, basename } from "node:path";

const { chromium } = createRequire(`${process.env.GNNIR_BROWSER_MODULES}/`)("playwright-core");
const screenshots = process.env.GNNIR_SCREENSHOTS; // a folder, to look at them

const windows = [];
for (const width of [1280, 390]) for (const colorScheme of ["light", "dark"]) windows.push({ width, colorScheme });

// Runs in the page. Pairs of texts of one picture whose boxes share more than a fifth of the smaller one.
const overlappingTexts = () => {
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    if (svg.parentElement.closest("svg")) continue;
    const boxes = [...svg.querySelectorAll("text")].map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }));
    for (let i = 0; i < boxes.length; ++i) {
      for (let j = 0; j < i; ++j) {
        const a = boxes[i].box, b = boxes[j].box;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const smaller = Math.min(a.width * a.height, b.width * b.height);
        if (width > 1 && height > 1 && width * height > 0.2 * smaller) found.push(`'${boxes[i].words}' on '${boxes[j].words}'`);
      }
    }
  }
  return found.slice(0, 5);
};

// Runs in the page. Texts of pictures that stick out of them.
const cutTexts = () => {
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    if (svg.parentElement.closest("svg")) continue;
    const frame = svg.getBoundingClientRect();
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) {
        found.push(`'${text.textContent}'`);
      }
    }
  }
  return found.slice(0, 5);
};

// Runs in the page. How many colours a chart's canvas has.
const coloursOf = (canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return colours.size;
};

const columnOf = (table, column) => table.evaluate((t, c) => [...t.tBodies[0].rows].map((row) => row.cells[c].textContent), column);

const checkTable = async (table, complain) => {
  const head = table.locator("thead button").first();
  if ((await table.locator("thead button").count()) === 0) return complain("a table has no buttons to sort it");
  const sortOf = () => table.locator("thead th").first().getAttribute("aria-sort");
  if ((await table.locator("tbody tr").count()) < 2) return;
  await head.click();
  if ((await sortOf()) !== "ascending") complain("a click on a head does not sort");
  const ascending = await columnOf(table, 0);
  await head.focus();
  await head.press("Enter");
  if ((await sortOf()) !== "descending") complain("Enter on a head does not sort");
  const descending = await columnOf(table, 0);
  if (new Set(ascending).size > 1 && ascending.join("\n") === descending.join("\n")) complain("both orders of a table are the same");
};

const checkChart = async (figure, complain) => {
  const canvas = figure.locator("canvas");
  if ((await canvas.count()) !== 1) return complain("a chart is not drawn");
  const curves = await figure.locator(".legend button").count();
  const colours = await canvas.evaluate(coloursOf);
  if (colours < 3) complain(`a chart is blank: ${colours} colours`);
  if (curves === 0) return;
  const button = figure.locator(".legend button").first();
  const before = await canvas.evaluate((c) => c.toDataURL());
  await button.focus();
  await button.press("Space");
  await figure.page().waitForTimeout(60);
  if ((await button.getAttribute("aria-pressed")) !== "false") complain("the legend does not switch a curve off");
  const drawn = await figure.evaluate((f) => JSON.parse(f.querySelector("script").textContent).curves[0].y.some((y) => y !== null));
  if (drawn && (await canvas.evaluate((c) => c.toDataURL())) === before) complain("a curve that is switched off is still drawn");
  await button.press("Space");
};

let mostWork = 0; // seconds that a page's thread has worked until the page was there

const checkIn = async (browser, file, { width, colorScheme }) => {
  const wrong = [];
  const complain = (words) => wrong.push(words);
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const url = pathToFileURL(resolve(file)).href;
  page.on("console", (message) => complain(`console: ${message.text()}`));
  page.on("pageerror", (error) => complain(`error: ${error.message}`));
  page.on("dialog", (dialog) => { complain(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url() !== url && !request.url().startsWith("data:")) complain(`request: ${request.url()}`); });
  // What the page's thread works, not what the clock says: other work on the machine does not count.
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(url, { waitUntil: "load" });
  const { metrics } = await devtools.send("Performance.getMetrics");
  const seconds = metrics.find((metric) => metric.name === "TaskDuration").value;
  mostWork = Math.max(mostWork, seconds);
  if (!(seconds > 0 && seconds < 2)) complain(`it takes ${seconds.toFixed(2)} s of work to open`);
  await page.evaluate(() => { for (const closed of document.querySelectorAll("details")) closed.open = true; });
  await page.waitForTimeout(80);
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  if (wide[0] > wide[1]) complain(`its content is ${wide[0]} pixels wide, the window ${wide[1]}`);
  if ((await page.locator("h1").count()) !== 1) complain("it has not one <h1>");
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id));
  if (new Set(ids).size !== ids.length) complain("an id occurs twice");
  for (const words of await page.evaluate(overlappingTexts)) complain(`text ${words}`);
  for (const words of await page.evaluate(cutTexts)) complain(`text ${words} is cut`);
  for (const figure of await page.locator("figure.chart").all()) await checkChart(figure, complain);
  for (const table of await page.locator("table.sortable").all()) await checkTable(table, complain);
  if (await page.evaluate(() => window.hacked === true)) complain("a script of a name has run");
  if (screenshots) await page.screenshot({ path: `${screenshots}/${basename(file)}-${width}-${colorScheme}.png`, fullPage: true });
  await context.close();
  return wrong.map((words) => `${file} at ${width} pixels, ${colorScheme}: ${words}`);
};

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("check_pages: name pages to open");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: process.env.GNNIR_CHROMIUM, args: ["--no-sandbox", "--disable-quic"] });
const wrong = [];
for (const file of files) for (const view of windows) wrong.push(...(await checkIn(browser, file, view)));
await browser.close();
for (const words of wrong) console.error(words);
console.log(`${files.length} page${files.length === 1 ? "" : "s"}, ${windows.length} views each: ${wrong.length} complaints, at most ${mostWork.toFixed(2)} s of work to open`);
process.exit(wrong.length === 0 ? 0 : 1);
