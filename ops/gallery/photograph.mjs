// A picture of a part of a page as WebP, which Chromium makes and playwright's own call does not.

/** Of 100: small letters are still sharp. */
const QUALITY = 82;
/** Room around the element at whose corner the picture begins, in pixels. */
const MARGIN = 8;

/** Pictures `size` pixels of the page from the corner of an element on, as far as the window reaches. */
export async function photograph(page, corner, size) {
  if (corner)
    await corner.evaluate((element) =>
      element.scrollIntoView({ block: "nearest" }),
    );
  const box = (corner && (await corner.boundingBox())) ?? { x: 0, y: 0 };
  const view = page.viewportSize();
  const within = (at, length, most) =>
    Math.max(0, Math.min(at - MARGIN, most - length));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    clip: {
      x: within(box.x, size.width, view.width),
      y: within(box.y, size.height, view.height),
      ...size,
      scale: 1,
    },
  });
  await session.detach();
  return Buffer.from(data, "base64");
}
