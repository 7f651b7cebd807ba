// What pictures are made of: colours, light, shadows and the bodies that many things share.

const channel = (text, at) => parseInt(text.slice(at, at + 2), 16);
const channels = (colour) => [1, 3, 5].map((at) => channel(colour, at));
const hex = (parts) =>
  `#${parts
    .map((part) =>
      Math.round(Math.max(0, Math.min(255, part)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** A colour on its way to another one; 0 is the first. */
export const mix = (from, to, share) => {
  const [a, b] = [channels(from), channels(to)];
  return hex(a.map((part, at) => part + (b[at] - part) * share));
};
export const light = (colour, share) => mix(colour, "#ffffff", share);
export const dark = (colour, share) => mix(colour, "#101828", share);

/** A number that looks like chance and is always the same. */
export const chance = (seed) => {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
};

export const FONT = "font-family=\"'Noto Sans CJK SC', 'DejaVu Sans', sans-serif\"";

let gradients = 0;
/** Whether pictures are drawn without their ground, as a part of another one. */
let bare = false;

/** A picture with what it defines: the same gradient is defined once. */
export class Picture {
  defs = new Map();

  constructor(width = 1000, height = width) {
    this.width = width;
    this.height = height;
  }

  gradient(stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) {
    const text = stops.map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join("");
    const key = `${text}${x1} ${y1} ${x2} ${y2}`;
    if (!this.defs.has(key)) {
      const id = `g${(gradients += 1)}`;
      this.defs.set(key, [id, `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${text}</linearGradient>`]);
    }
    return `url(#${this.defs.get(key)[0]})`;
  }

  /** Light on something round that lies along x (or stands along y). */
  round(colour, standing = false) {
    const stops = [
      [0, dark(colour, 0.22)],
      [0.14, colour],
      [0.3, light(colour, 0.5)],
      [0.42, light(colour, 0.12)],
      [0.72, colour],
      [1, dark(colour, 0.34)],
    ];
    return this.gradient(stops, standing ? [0, 0, 1, 0] : [0, 0, 0, 1]);
  }

  metal(standing = false) {
    return this.gradient(
      [
        [0, "#7d8794"],
        [0.18, "#c9d0d8"],
        [0.32, "#f7f9fb"],
        [0.5, "#b4bcc7"],
        [0.78, "#8a94a2"],
        [1, "#5d6775"],
      ],
      standing ? [0, 0, 1, 0] : [0, 0, 0, 1],
    );
  }

  /** A face that the light grazes. */
  face(colour, down = 0.12) {
    return this.gradient([
      [0, light(colour, 0.08)],
      [1, dark(colour, down)],
    ]);
  }

  svg(ground, content) {
    const { width, height } = this;
    const defs = [...this.defs.values()].map(([, text]) => text).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<radialGradient id="ground" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="${light(ground, 0.55)}"/><stop offset="1" stop-color="${ground}"/></radialGradient>
<filter id="drop" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="16" stdDeviation="16" flood-color="#1d2740" flood-opacity=".26"/></filter>
<filter id="near" x="-30%" y="-30%" width="160%" height="160%"><feDropShadow dx="0" dy="5" stdDeviation="5" flood-color="#1d2740" flood-opacity=".28"/></filter>
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="18"/></filter>
${defs}</defs>${bare ? "" : `<rect width="${width}" height="${height}" fill="url(#ground)"/>`}${content}</svg>`;
  }
}

/** A whole picture without its ground as a part of another one, at a place and in a size. */
export const inside = (draw, x, y, size, turn = 0) => {
  bare = true;
  const drawn = draw().replace(/^<svg ([^>]*?)width="\d+" height="\d+"/, `<svg $1width="${size}" height="${size}" overflow="visible"`);
  bare = false;
  return at(x, y, drawn, { turn });
};

export const rect = (x, y, width, height, fill, { r = 0, more = "" } = {}) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}" ${more}/>`;
export const circle = (x, y, r, fill, more = "") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = "") => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d, stroke, width, more = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const text = (x, y, size, words, fill, more = "") => `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${FONT} ${more}>${words}</text>`;
export const at = (x, y, content, { turn = 0, scale = 1, filter = "" } = {}) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" ${filter && `filter="url(#${filter})"`}>${content}</g>`;
export const group = (content, more = "") => `<g ${more}>${content}</g>`;
export const times = (count, make) => Array.from({ length: count }, (_, place) => make(place)).join("");

/** The shadow of something that stands on the ground. */
export const shadow = (x, y, rx, ry = rx * 0.16) => ellipse(x, y, rx, ry, "#1d2740", 'opacity=".24" filter="url(#soft)"');

/** A hand's line, as if something had been tried on the paper. */
export const scribble = (x, y, width, colour, stroke = 7, waves = 5, high = 46) => {
  const step = width / waves / 2;
  const waved = times(waves * 2, (n) => ` q ${step / 2} ${n % 2 ? high : -high} ${step} 0`);
  return line(`M ${x} ${y}${waved}`, colour, stroke);
};

/** Lines of handwriting, seen from afar: words of different length. */
export const handwriting = (x, y, width, colour, stroke = 5, seed = 1) => {
  let [at, words] = [0, ""];
  for (let n = 0; at < width - 40; n += 1) {
    const long = Math.min(width - at, 40 + chance(seed * 31 + n) * 90);
    words += scribble(x + at, y, long, colour, stroke, Math.max(2, Math.round(long / 22)), 12 + chance(seed * 17 + n) * 12);
    at += long + 20;
  }
  return words;
};

/** A box seen from the front and a little from above and the right: its front's left upper corner, width, height, depth. */
export const box = (p, x, y, w, h, depth, colour, { top, side } = {}) => {
  const [dx, dy] = [depth * 0.8, -depth * 0.5];
  return (
    path(
      `M${x} ${y} l${dx} ${dy} h${w} l${-dx} ${-dy} z`,
      p.gradient([
        [0, light(top ?? colour, 0.3)],
        [1, light(top ?? colour, 0.12)],
      ]),
    ) +
    path(
      `M${x + w} ${y} l${dx} ${dy} v${h} l${-dx} ${-dy} z`,
      p.gradient([
        [0, dark(side ?? colour, 0.16)],
        [1, dark(side ?? colour, 0.3)],
      ]),
    ) +
    rect(x, y, w, h, p.face(colour))
  );
};

/** A cylinder that stands: its axis, top, radius, height. `bow` is how much of its round top is seen. */
export const cylinder = (p, x, y, r, h, colour, { bow = 0.28, top } = {}) =>
  path(`M${x - r} ${y} v${h} a${r} ${r * bow} 0 0 0 ${2 * r} 0 v${-h} z`, p.round(colour, true)) + ellipse(x, y, r, r * bow, top ?? light(colour, 0.25));
