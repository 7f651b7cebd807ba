// Gzipped size of what each route loads, from a real visit in Chromium (JS and CSS by the page's own resource list),
// held against the budgets of the product. Needs a running node with a built web app.
//   ENTREPOT_URL=http://127.0.0.1:8000 ENTREPOT_PASSWORD=... node ops/bench/web/sizes.mjs
// ONLY=<regular expression of routes> measures some.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import {
  address,
  first,
  launch,
  person,
  signIn,
} from "../../../web/e2e/browser.mjs";
import { menuPages } from "../../../web/e2e/menu.mjs";

const KILOBYTE = 1000;
/** [route, budget of JS, budget of CSS] in kB gzipped; the other pages of the menu have PAGE. */
const ONLY = new RegExp(process.env.ONLY ?? ".");
const ROUTES = [
  ["/", 90, 40],
  ["/admin/login", 230, 40],
  ["/admin/dashboard", 230, 40],
  ["/admin/warehouse/inboundOrder/create", 300, 50],
];
const PAGE = [300, 50];
/** The chart library comes after the figures, on a page that is already usable. */
const LATER = /bizcharts|@antv/;

const dist = new URL("../../../web/dist", import.meta.url).pathname;
const sizes = new Map();
async function sizeOf(path) {
  if (!sizes.has(path)) {
    const bytes = await readFile(dist + path);
    sizes.set(path, {
      gz: gzipSync(bytes).length,
      later:
        LATER.test(bytes.toString("latin1")) && bytes.length > 500 * KILOBYTE,
    });
  }
  return sizes.get(path);
}

const browser = await launch();
let over = 0;
try {
  const { context, page } = await person(browser, { language: "en" });
  await signIn(page, first);
  const state = await context.storageState();
  const named = new Set(ROUTES.map(([route]) => route));
  const others = (await menuPages(page))
    .filter(({ path }) => !named.has(path))
    .map(({ path }) => [path, ...PAGE]);
  await context.close();
  console.log(
    "route                                     js kB   css kB   charts kB   budget",
  );
  for (const [route, js, css] of [...ROUTES, ...others].filter(([route]) =>
    ONLY.test(route),
  )) {
    // A fresh browser each: nothing comes from the cache. The login page shows only to who is not signed in.
    const fresh = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      ...(route === "/admin/login" ? {} : { storageState: state }),
    });
    const visit = await fresh.newPage();
    await visit.goto(address + route);
    await visit.waitForLoadState("networkidle");
    const loaded = await visit.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname),
    );
    const sum = { js: 0, css: 0, later: 0 };
    for (const path of new Set(loaded)) {
      const kind = /^\/static\/.*\.(js|css)$/.exec(path)?.[1];
      if (!kind) continue;
      const { gz, later } = await sizeOf(path);
      sum[later ? "later" : kind] += gz / KILOBYTE;
    }
    // A page that loaded nothing keeps no promise.
    const bad = sum.js === 0 || sum.js > js || sum.css > css;
    if (bad) over += 1;
    const cell = (value, width) => value.toFixed(1).padStart(width);
    console.log(
      `${route.padEnd(39)}${cell(sum.js, 8)}${cell(sum.css, 9)}${cell(sum.later, 12)}   ${js}/${css}${bad ? "  OVER" : ""}`,
    );
    await fresh.close();
  }
} finally {
  await browser.close();
}
process.exitCode = over > 0 ? 1 : 0;
