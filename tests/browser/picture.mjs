// Makes a picture of a page: tests/browser/picture says how.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const { chromium } = createRequire(`${process.env.GNNIR_BROWSER_MODULES}/`)("playwright-core");
const text = (more = {}) => ({ type: "string", ...more });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: text({ default: "1000" }), dark: { type: "boolean" }, from: text(), until: text(), element: text() },
});
if (positionals.length !== 2) throw new Error("expected PAGE.html and OUT.png");
const [file, out] = positionals;

// Runs in the page: where the section with this heading begins.
const topOf = (heading) => {
  const found = [...document.querySelectorAll("h2")].find((h) => h.textContent.startsWith(heading));
  if (!found) throw new Error(`no heading '${heading}'`);
  const section = found.closest("section") ?? found;
  return section.getBoundingClientRect().top + window.scrollY;
};

const browser = await chromium.launch({ executablePath: process.env.GNNIR_CHROMIUM, args: ["--no-sandbox", "--disable-quic"] });
const width = Number(values.width);
const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: values.dark ? "dark" : "light" });
await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForTimeout(200);
if (values.element) {
  await page.locator(values.element).first().screenshot({ path: out });
  await browser.close();
  process.exit(0);
}
const top = values.from ? await page.evaluate(topOf, values.from) : 0;
const end = values.until ? await page.evaluate(topOf, values.until) : await page.evaluate(() => document.body.scrollHeight);
await page.screenshot({ path: out, fullPage: true, clip: { x: 0, y: top, width, height: end - top } });
await browser.close();
