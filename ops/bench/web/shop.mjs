// The storefront as a visitor on a slow phone meets it: the largest paint of its home page and of a goods page with a
// processor four times slower, and the gzipped scripts that they load. Guests need no password.
//   ENTREPOT_URL=http://127.0.0.1:8000 node ops/bench/web/shop.mjs
// RUNS=<visits of each page, 5>; GOODS=<path of goods, else the first of the home page>. Times are by the clock: the
// load of the machine is printed beside them, and on one that others use they say little.
import { gzipSync } from "node:zlib";
import { loadavg } from "node:os";
import { address, launch } from "../../../web/e2e/browser.mjs";

const THROTTLE = 4;
const RUNS = Number(process.env.RUNS ?? 5);
/** Milliseconds; thousands of bytes. */
const LIMITS = { paint: 1500, scripts: 110 };
const VIEWS = [
  ["390", { width: 390, height: 844 }],
  ["1440", { width: 1440, height: 900 }],
];
/** A page that has loaded nothing for so long has loaded all it needs by itself. */
const QUIET_MS = 1500;

const median = (values) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** One visit with an empty cache: the largest paint, what it was of, and the first one. */
async function visit(browser, path, viewport) {
  const context = await browser.newContext({ viewport, locale: "zh-CN" });
  const page = await context.newPage();
  const scripts = [];
  page.on("response", (response) => {
    if (/\/static\/js\/.*\.js$/.test(new URL(response.url()).pathname))
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.addInitScript(() => {
    window.paints = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.paints.push({
          at: entry.startTime,
          size: entry.size,
          of: entry.element?.tagName ?? "gone",
        });
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
  await page.goto(address + path);
  await page.waitForLoadState("networkidle");
  // The app has taken the place of the first content.
  await page.waitForFunction(() => !document.getElementById("first"));
  await page.waitForTimeout(QUIET_MS);
  const found = await page.evaluate(() => ({
    paints: window.paints,
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  }));
  const sizes = await Promise.all(scripts);
  await context.close();
  const largest = found.paints.at(-1);
  if (!largest || sizes.length === 0)
    throw new Error(`${path} painted or loaded nothing`);
  return {
    paint: largest.at,
    of: largest.of,
    first: found.first,
    scripts: sizes.reduce((sum, size) => sum + size, 0) / 1000,
  };
}

async function firstGoods() {
  const answer = await fetch(`${address}/api/shop.Index/index`, {
    headers: { server: "true", accept: "application/json" },
  });
  const { data } = await answer.json();
  const card = data.hot[0] ?? data.newest[0];
  if (!card) throw new Error("the shop has no goods");
  return `/shop/goods/${card.id}`;
}

const browser = await launch();
let over = 0;
try {
  const pages = [
    ["home", "/shop"],
    ["goods", process.env.GOODS ?? (await firstGoods())],
  ];
  console.log(
    `load before: ${loadavg()
      .map((one) => one.toFixed(2))
      .join(
        " ",
      )}; processor ${THROTTLE}x slower, median of ${RUNS} visits (least to most)`,
  );
  console.log(
    "page          first paint   largest paint ms                of      scripts kB gz",
  );
  for (const [name, path] of pages)
    for (const [width, viewport] of VIEWS) {
      const visits = [];
      for (let run = 0; run < RUNS; run += 1)
        visits.push(await visit(browser, path, viewport));
      const paints = visits.map(({ paint }) => paint);
      const paint = median(paints);
      const scripts = Math.max(...visits.map((one) => one.scripts));
      const bad = paint > LIMITS.paint || scripts > LIMITS.scripts;
      if (bad) over += 1;
      const range = `(${Math.min(...paints).toFixed(0)} to ${Math.max(...paints).toFixed(0)})`;
      console.log(
        `${`${name} ${width}`.padEnd(12)}${median(visits.map(({ first }) => first))
          .toFixed(0)
          .padStart(12)}${paint.toFixed(0).padStart(12)} ${range.padEnd(22)}${visits[0].of.padEnd(8)}${scripts.toFixed(1).padStart(9)}   limits ${LIMITS.paint} ms, ${LIMITS.scripts} kB${bad ? "   OVER" : ""}`,
      );
    }
  console.log(
    `load after: ${loadavg()
      .map((one) => one.toFixed(2))
      .join(" ")}`,
  );
} finally {
  await browser.close();
}
process.exitCode = over > 0 ? 1 : 0;
