// Opens the page of a report in a real browser, as its readers do: from the file system, with no network, wide and
// narrow, light and dark, without its script, printed; steps through runs by keys, slider, pointer and links.
//   node page.mjs PLAYWRIGHT CHROMIUM PAGE [SCREENSHOTS]
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [playwright, chromium, file, screenshots] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const browser = await require(playwright).chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const address = pathToFileURL(file).href;

async function open(settings, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...settings });
  const page = await context.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") trouble.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith("file:")) trouble.push(request.url()); });
  await page.goto(address + hash);
  return { page, trouble, close: async () => { assert.deepEqual(trouble, []); await context.close(); } };
}

const name = "set_nx_px/mutual_exclusion--pause";

async function steps() {
  const { page, close } = await open({});
  assert.ok((await page.locator(".verdicts tbody tr").count()) > 10);
  assert.match(await page.locator("header").textContent(), /expectations met/);
  const run = page.locator(`[id="${name}"]`);
  const isOpen = () => run.evaluate((element) => element.open);
  const at = () => run.locator(".controls input").inputValue();
  if (!(await isOpen())) await page.locator(`.verdicts a[href="#${name}"]`).first().click();
  assert.ok(await isOpen());
  const last = Number(await at());
  assert.equal(last, await run.evaluate((element) => JSON.parse(element.querySelector("script").textContent).steps.length));
  assert.equal(await run.locator("tr.now").count(), 1);
  assert.equal(await run.locator(".column.now").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(Number(await at()), last - 1);
  await page.keyboard.press("Home");
  assert.equal(await at(), "0");
  assert.equal(await run.locator("tr.now").count(), 0);
  await page.keyboard.press("ArrowRight");
  assert.match(await run.locator("output").textContent(), /^1, at 0 s: worker 1 redis\.SET\(lock/);
  assert.ok((await run.locator(".state tr.changed").count()) >= 2, "worker and lock have changed");
  assert.match(await run.locator(".state").textContent(), /redis\.lock.*a: worker 1, until 10 s.*was|absent/s);
  assert.match(await run.locator(".model li.now").textContent(), /redis\.SET\(lock, me, NX, PX ttl\)/);
  assert.ok(page.url().endsWith(`#${name}/1`));
  await run.locator(".column").nth(2).click();
  assert.equal(await at(), "3");
  await run.locator(".controls input").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "2");
  await run.locator(".steps tbody tr").last().click();
  assert.equal(Number(await at()), last);
  const column = page.getByRole("button", { name: /1, at 0 s: worker 1 redis\.SET/ }).first();
  await column.focus();
  await page.keyboard.press("Enter");
  assert.equal(await at(), "1");
  assert.equal(await run.getByRole("slider", { name: "step" }).getAttribute("aria-valuetext"),
               await run.locator("output").textContent());
  await close();
}

async function links() {
  const { page, close } = await open({}, `#${name}/2`);
  const run = page.locator(`[id="${name}"]`);
  assert.match(await run.locator("output").textContent(), /^2, /);
  await run.locator(".steps a").first().click();
  assert.match(await run.locator("output").textContent(), /^1, /);
  await close();
}

async function looks() {
  for (const [word, width] of [["wide", 1600], ["narrow", 420]]) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open({ viewport: { width, height: 1000 }, colorScheme }, `#${name}/1`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `the page is ${over} pixels too wide for ${width}`);
      if (screenshots) await page.screenshot({ path: `${screenshots}/${word}_${colorScheme}.png` });
      await close();
    }
  }
}

async function withoutScript() {
  const { page, close } = await open({ javaScriptEnabled: false });
  assert.equal(await page.locator(".controls:visible").count(), 0);
  assert.equal(await page.locator("aside:visible").count(), 0);
  const run = page.locator("details.run").first();
  if ((await run.getAttribute("open")) === null) await run.locator("summary").click();
  assert.ok(await run.locator("svg").first().isVisible());
  assert.ok(await run.locator(".steps").first().isVisible());
  await close();
}

async function printed() {
  const { page, close } = await open({}, `#${name}`);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".controls:visible").count(), 0);
  assert.equal(await page.locator("aside:visible").count(), 0);
  assert.ok((await page.pdf()).length > 10_000);
  await close();
}

try {
  await steps();
  await links();
  await looks();
  await withoutScript();
  await printed();
} finally {
  await browser.close();
}
