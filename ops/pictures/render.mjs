// Draws the pictures of the demo company into node/data/demo, as WebP. Needs chromium and `npm ci` in web.
// All of them side by side are in the file that it names at its end (SHEET).
//   node ops/pictures/render.mjs [regular expression of names]
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DRAWINGS } from "./drawings.mjs";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const folder = new URL("../../node/data/demo/", import.meta.url);
const only = new RegExp(process.argv[2] ?? ".");
const QUALITY = 0.78;
const sheet = process.env.SHEET ?? join(tmpdir(), "demo-pictures.png");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox"],
});
const page = await browser.newPage();
await mkdir(folder, { recursive: true });
const drawn = Object.entries(DRAWINGS).filter(([name]) => only.test(name));
let total = 0;
const cells = [];
for (const [name, draw] of drawn) {
  const data = await page.evaluate(
    async ({ svg, quality }) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      canvas.getContext("2d").drawImage(image, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
      return Array.from(bytes);
    },
    { svg: draw(), quality: QUALITY },
  );
  total += data.length;
  await writeFile(new URL(`${name}.webp`, folder), Buffer.from(data));
  cells.push(
    `<figure><img src="data:image/webp;base64,${Buffer.from(data).toString("base64")}"><figcaption>${name} ${Math.round(data.length / 1024)}K</figcaption></figure>`,
  );
}
await page.setViewportSize({ width: 1500, height: 800 });
await page.setContent(
  `<style>body{margin:8px;display:grid;grid-template-columns:repeat(5,1fr);gap:8px;font:12px sans-serif}figure{margin:0}img{width:100%}</style>${cells.join("")}`,
);
await page.screenshot({
  path: sheet,
  fullPage: true,
});
await browser.close();
console.log(`${drawn.length} pictures, ${Math.round(total / 1024)} KB: ${sheet}`);
