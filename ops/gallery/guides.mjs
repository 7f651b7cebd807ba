// Takes the pictures of the guides, in both languages, from a running demo site into web/public/guides.
//   ENTREPOT_URL=http://127.0.0.1:8000 ENTREPOT_USER=admin ENTREPOT_PASSWORD=... \
//   ENTREPOT_MEMBER=... ENTREPOT_MEMBER_PASSWORD=... node ops/gallery/guides.mjs
// ONLY=<regular expression of guide-step> takes some of them; PICTURE_LANGUAGE=en or zh-CN those of one language: each is taken
// from a demo company of that language (--demo-language).
import { mkdir, writeFile } from "node:fs/promises";
import { launch } from "../../web/e2e/browser.mjs";
import {
  fileOf,
  FOLDER,
  GUIDES,
  LANGUAGES,
  PICTURE,
  windowOf,
} from "../../web/e2e/guidePictures.mjs";
import { walkerOf, walk } from "../../web/e2e/guideWalker.mjs";
import { photograph } from "./photograph.mjs";

const only = new RegExp(process.env.ONLY ?? ".");
const browser = await launch();
try {
  for (const language of LANGUAGES.filter(
    (one) => one === (process.env.PICTURE_LANGUAGE ?? one),
  )) {
    await mkdir(`${FOLDER}${language}`, { recursive: true });
    for (const job of Object.keys(GUIDES)) {
      const steps = Object.keys(GUIDES[job]).filter((step) =>
        only.test(`${job}-${step}`),
      );
      if (steps.length === 0) continue;
      const view = windowOf(job);
      const { at, context } = await walkerOf(browser, job, language, {
        ...view,
        scale: PICTURE.width / view.shows,
      });
      for (const step of steps) {
        const corner = await walk(at, job, step);
        const bytes = await photograph(at.page, corner, {
          width: view.shows,
          height: (view.shows * PICTURE.height) / PICTURE.width,
        });
        await writeFile(fileOf(language, job, step), bytes);
        console.log(
          `${language} ${job}-${step}: ${Math.ceil(bytes.length / 1024)} KB`,
        );
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
