// Draws the Mermaid text of each run with mermaid itself, in a real browser and within GitHub's limits, and looks for
// what a reader has to see in the picture.
//   node mermaid.mjs PLAYWRIGHT CHROMIUM MERMAID DIRECTORY [SCREENSHOTS]
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const [playwright, chromium, library, directory, screenshots] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const browser = await require(playwright).chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
const trouble = [];
page.on("pageerror", (error) => trouble.push(String(error)));
page.on("request", (request) => { if (!request.url().startsWith("data:")) trouble.push(request.url()); });
await page.setContent("<!doctype html><body></body>");
await page.addScriptTag({ content: readFileSync(library, "utf8") });
await page.evaluate(() => mermaid.initialize({ startOnLoad: false, securityLevel: "strict", maxTextSize: 50000 }));

const files = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith(".mmd")).sort();
assert.ok(files.length > 20, `only ${files.length} diagrams`);

/// What every diagram has: the heads of its lanes, and somewhere why it was drawn.
function expected(text) {
  return [...text.matchAll(/^\s*participant \S+ as (.+)$/gm)].map((found) => found[1].trim());
}

let pictures = 0;
for (const name of files) {
  const text = readFileSync(join(directory, name), "utf8");
  const drawn = await page.evaluate(async ({ text, id }) => {
    const { svg } = await mermaid.render(id, text);
    document.body.innerHTML = svg;
    const picture = document.querySelector("svg");
    return {
      words: picture.textContent.replace(/\s+/g, " "),
      failed: picture.getAttribute("aria-roledescription"),
      lines: picture.querySelectorAll(".messageText").length,
      notes: picture.querySelectorAll(".noteText").length,
    };
  }, { text, id: `d${pictures}` }).catch((error) => assert.fail(`${name}: ${error.message}`));
  assert.equal(drawn.failed, "sequence", name);
  for (const head of expected(text)) assert.ok(drawn.words.includes(head), `${name}: no ${head}`);
  assert.ok(drawn.lines + drawn.notes >= 3, `${name}: nothing happens in it`);
  if (screenshots) await page.locator("svg").screenshot({ path: join(screenshots, name.replaceAll("/", "-") + ".png") });
  ++pictures;
}
const pause = files.find((name) => name.endsWith("set_nx_px/mutual_exclusion--pause.mmd"));
assert.ok(pause, "the run of set_nx_px is among them");
assert.match(readFileSync(join(directory, pause), "utf8"), /mutual_exclusion/);
assert.deepEqual(trouble, []);
await browser.close();
console.log(`${pictures} diagrams drawn, ${basename(directory)}`);
