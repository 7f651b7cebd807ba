// Takes the six pictures of the README from a running demo site into ops/images; parameters as those of guides.mjs.
import { writeFile } from "node:fs/promises";
import { launch } from "../../web/e2e/browser.mjs";
import { WAYS } from "../../web/e2e/guidePictures.mjs";
import { walkerOf } from "../../web/e2e/guideWalker.mjs";
import { photograph } from "./photograph.mjs";

const FOLDER = new URL("../images/", import.meta.url).pathname;
const DESK = { width: 1280, height: 800, scale: 1 };
const PHONE = { width: 390, height: 800, scale: 1.5 };

/** By file: whose browser it is, its window, and the way to what it shows. */
const PICTURES = {
  stock: ["manager", DESK, (at) => at.open("/admin/warehouse/inventory")],
  order: [
    "manager",
    DESK,
    async (at) => {
      const { id } = await at.order("warehouse.OutboundOrder", "stock");
      await at.open(`/admin/warehouse/outboundOrder?id=${id}`);
      return at.shown(at.drawer);
    },
  ],
  handheld: ["clerk", PHONE, WAYS.clerk.pick],
  shop: ["member", PHONE, (at) => at.open("/shop")],
  notification: [
    "manager",
    DESK,
    async (at) => {
      await at.open("/admin/warehouse/inboundOrder");
      await at.page.locator("[data-testid=bell]").click();
      return at.shown(at.page.locator("[class*=popup]:visible").last());
    },
  ],
  dashboard: ["manager", DESK, (at) => at.open("/admin/dashboard")],
};

const only = new RegExp(process.env.ONLY ?? ".");
const browser = await launch();
try {
  for (const [name, [job, view, way]] of Object.entries(PICTURES)) {
    if (!only.test(name)) continue;
    const { at, context } = await walkerOf(browser, job, "en", view);
    await way(at);
    await at.rest();
    const { width, height } = view;
    const bytes = await photograph(at.page, null, { width, height });
    await writeFile(`${FOLDER}${name}.webp`, bytes);
    console.log(`${name}: ${Math.ceil(bytes.length / 1024)} KB`);
    await context.close();
  }
} finally {
  await browser.close();
}
