// Things to write with.
import { Picture, at, circle, dark, ellipse, group, handwriting, light, line, path, rect, scribble, shadow, text, times } from "./shapes.mjs";

const GROUND = "#dfe8f3";

/** A gel pen that lies along x from -400 to 400, its tip at the right. */
function gelPen(p, ink) {
  const barrel = p.gradient([
    [0, "#c9d3de", 0.95],
    [0.2, "#ffffff", 0.95],
    [0.5, "#eef3f8", 0.9],
    [1, "#b6c2d0", 0.95],
  ]);
  return (
    rect(-400, -26, 46, 52, p.round(ink), { r: 14 }) +
    rect(-366, -32, 500, 64, barrel, { r: 12 }) +
    rect(
      -340,
      -9,
      500,
      18,
      p.gradient([
        [0, dark(ink, 0.1)],
        [0.4, light(ink, 0.35)],
        [1, ink],
      ]),
      { r: 9, more: 'opacity=".9"' },
    ) +
    rect(-366, -32, 500, 14, "#ffffff", { r: 7, more: 'opacity=".7"' }) +
    text(-300, 24, 26, "0.5", ink, 'font-weight="700" opacity=".75"') +
    rect(128, -34, 150, 68, p.round(ink), { r: 10 }) +
    times(7, (n) =>
      rect(144 + n * 18, -34, 6, 68, dark(ink, 0.4), {
        r: 3,
        more: 'opacity=".55"',
      }),
    ) +
    path("M276 -32 L352 -13 Q358 0 352 13 L276 32 z", p.metal()) +
    path(
      "M352 -10 L392 -4 Q398 0 392 4 L352 10 z",
      p.gradient([
        [0, "#e8c98a"],
        [0.5, "#fff4d8"],
        [1, "#a8853e"],
      ]),
    ) +
    circle(396, 0, 4, dark(ink, 0.2))
  );
}

const cap = (p, ink) =>
  rect(-120, -36, 240, 72, p.round(ink), { r: 18 }) +
  rect(-124, -36, 22, 72, dark(ink, 0.25), { r: 8 }) +
  rect(-96, -58, 190, 18, p.round(light(ink, 0.12)), { r: 9 }) +
  rect(-102, -58, 22, 40, p.round(ink), { r: 8 });

export const gelPenPicture = (ink) => () => {
  const p = new Picture();
  return p.svg(
    GROUND,
    at(120, 850, scribble(0, 0, 520, ink, 8, 6)) +
      at(500, 440, gelPen(p, ink), { turn: -38, scale: 1.16, filter: "drop" }) +
      at(720, 690, cap(p, ink), { turn: -38, scale: 1.16, filter: "drop" }),
  );
};

export const gelPensDozen = () => {
  const p = new Picture();
  const pens = times(12, (n) => {
    const ink = n < 6 ? "#22252b" : "#2456c7";
    return at(
      232 + n * 48,
      330 + (n % 2) * 8,
      rect(-19, -190, 38, 420, p.round(ink, true), { r: 12 }) +
        rect(8, -150, 10, 190, p.round(light(ink, 0.3), true), { r: 5 }) +
        rect(-19, -196, 38, 22, light(ink, 0.18), { r: 8 }),
    );
  });
  return p.svg(
    GROUND,
    shadow(500, 860, 370) +
      path("M170 420 l20 -50 h620 l20 50 z", "#b9c7db") +
      group(pens, 'filter="url(#near)"') +
      rect(170, 420, 660, 430, p.face("#f7f9fc"), { r: 6 }) +
      rect(170, 420, 660, 120, p.face("#1f4f9e")) +
      text(500, 500, 62, "GEL 0.5", "#ffffff", 'text-anchor="middle" font-weight="700" letter-spacing="6"') +
      text(500, 690, 130, "12", "#1f4f9e", 'text-anchor="middle" font-weight="700"') +
      at(330, 780, scribble(0, 0, 340, "#22252b", 7, 5)),
  );
};

export const ballpointPen = () => {
  const p = new Picture();
  const body = "#d6455d";
  const pen =
    rect(-410, -16, 70, 32, p.metal(), { r: 8 }) +
    rect(-350, -30, 60, 60, p.metal(), { r: 8 }) +
    rect(-300, -36, 360, 72, p.round(body), { r: 16 }) +
    rect(-330, -56, 250, 20, p.metal(), { r: 10 }) +
    rect(-336, -56, 22, 46, p.metal(), { r: 6 }) +
    circle(-92, -46, 11, p.metal()) +
    rect(56, -38, 14, 76, p.metal()) +
    rect(66, -36, 190, 72, p.round("#2d3340"), { r: 12 }) +
    times(9, (n) => rect(82 + n * 18, -36, 6, 72, "#0f131b", { r: 3, more: 'opacity=".7"' })) +
    path("M252 -34 L352 -12 Q360 0 352 12 L252 34 z", p.metal()) +
    path("M350 -8 L384 -4 Q390 0 384 4 L350 8 z", "#9aa3af");
  return p.svg(GROUND, at(150, 840, scribble(0, 0, 500, "#20407f", 6, 6)) + at(510, 440, pen, { turn: -36, scale: 1.16, filter: "drop" }));
};

export const mechanicalPencil = () => {
  const p = new Picture();
  const body = "#2a9d8f";
  const pencil =
    rect(-420, -18, 36, 36, p.round("#f2f2ee"), { r: 12 }) +
    rect(-392, -24, 66, 48, p.metal(), { r: 8 }) +
    rect(-330, -30, 350, 60, p.round(body), { r: 10 }) +
    rect(-340, -52, 190, 18, p.metal(), { r: 9 }) +
    rect(-344, -52, 20, 44, p.metal(), { r: 6 }) +
    text(-120, 11, 30, "0.5", "#ffffff", 'font-weight="700"') +
    rect(20, -32, 210, 64, p.metal(), { r: 6 }) +
    times(17, (n) =>
      times(4, (m) =>
        rect(32 + n * 11, -26 + m * 14 + (n % 2) * 5, 6, 7, "#6b7683", {
          r: 2,
          more: 'opacity=".6"',
        }),
      ),
    ) +
    path("M228 -28 L318 -12 L318 12 L228 28 z", p.round("#3b424d")) +
    rect(316, -7, 56, 14, p.metal(), { r: 3 }) +
    rect(370, -2.5, 30, 5, "#4b5563", { r: 2 });
  return p.svg("#e4ece6", at(140, 830, scribble(0, 0, 480, "#6b7280", 5, 7)) + at(510, 440, pencil, { turn: -36, scale: 1.16, filter: "drop" }));
};

export const pencils = () => {
  const p = new Picture();
  const one = (n) => {
    const colour = "#2f5fa8";
    const x = 224 + n * 46;
    const y = 240 + (n % 3) * 16;
    return at(
      x,
      y,
      path(
        "M0 0 L-22 92 h44 z",
        p.gradient(
          [
            [0, "#e9c79b"],
            [0.5, "#f9e3c3"],
            [1, "#c99f6b"],
          ],
          [0, 0, 1, 0],
        ),
      ) +
        path("M0 0 L-8 34 h16 z", "#2b2e34") +
        path(
          "M-22 90 q11 -16 22 0 q11 -16 22 0 v420 h-44 z",
          p.gradient(
            [
              [0, dark(colour, 0.25)],
              [0.3, light(colour, 0.25)],
              [0.34, colour],
              [0.66, colour],
              [0.7, dark(colour, 0.12)],
              [1, dark(colour, 0.4)],
            ],
            [0, 0, 1, 0],
          ),
        ),
    );
  };
  return p.svg(
    "#e4ece6",
    shadow(500, 872, 350) +
      path("M196 500 l16 -40 h576 l16 40 z", "#c9a54b") +
      times(12, one) +
      path("M190 520 h200 q110 110 220 0 h200 v340 h-620 z", p.face("#f4c542")) +
      text(500, 770, 150, "2B", "#23324f", 'text-anchor="middle" font-weight="700"') +
      text(500, 826, 34, "12", "#23324f", 'text-anchor="middle" font-weight="700"') +
      rect(190, 840, 620, 20, "#d9a92c"),
  );
};

export const HIGHLIGHTS = ["#f9e04b", "#8fdc6b", "#ff8fb7", "#ffb057", "#6cc8f2", "#b99bf0"];

const highlighter = (p, colour) =>
  rect(-50, -300, 100, 210, p.round(colour, true), { r: 22 }) +
  rect(30, -270, 18, 160, p.round(dark(colour, 0.14), true), { r: 9 }) +
  rect(-54, -100, 108, 24, dark(colour, 0.22), { r: 6 }) +
  path("M-54 -80 h108 v320 q0 40 -40 40 h-28 q-40 0 -40 -40 z", p.round(light(colour, 0.24), true)) +
  rect(-40, -20, 80, 190, "#ffffff", { r: 8, more: 'opacity=".75"' }) +
  line("M-22 30 h44 M-22 62 h44 M-22 94 h28", dark(colour, 0.3), 8);

export const highlighters = () => {
  const p = new Picture();
  return p.svg(
    GROUND,
    times(6, (n) => rect(90 + (n % 3) * 20, 120 + n * 130, 820 - (n % 2) * 60, 62, HIGHLIGHTS[n], { r: 4, more: 'opacity=".28"' })) +
      shadow(500, 800, 420) +
      times(6, (n) => at(160 + n * 136, 500 + [0, -26, 12, -14, 18, -6][n], highlighter(p, HIGHLIGHTS[n]), { filter: "near" })),
  );
};

export const whiteboardMarker = () => {
  const p = new Picture();
  const ink = "#23262d";
  const marker =
    rect(-380, -52, 60, 104, p.round(ink), { r: 18 }) +
    rect(-330, -56, 440, 112, p.round("#f4f6f8"), { r: 10 }) +
    rect(-250, -56, 280, 112, p.round(ink)) +
    at(-110, 0, text(0, 16, 46, "BOARD", "#ffffff", 'text-anchor="middle" font-weight="700" letter-spacing="4"'), { turn: 180 }) +
    rect(106, -50, 90, 100, p.round("#e3e7ec"), { r: 8 }) +
    path("M192 -38 h44 v76 h-44 z", p.round("#cfd5dc")) +
    path("M234 -22 h40 q30 22 0 44 h-40 z", p.round(ink));
  const lid =
    rect(-130, -60, 260, 120, p.round(ink), { r: 30 }) +
    times(6, (n) =>
      rect(-96 + n * 20, -60, 6, 120, "#000000", {
        r: 3,
        more: 'opacity=".4"',
      }),
    );
  return p.svg(
    "#e6ebf1",
    rect(70, 70, 860, 860, "#ffffff", {
      r: 18,
      more: 'stroke="#c3ccd7" stroke-width="14"',
    }) +
      line("M190 270 q90 -110 150 0 t150 0 t150 0", ink, 20) +
      line("M190 380 h260", ink, 20) +
      at(560, 600, marker, { turn: 146, filter: "drop" }) +
      at(700, 800, lid, { turn: -30, scale: 0.8, filter: "drop" }),
  );
};

export const eraser = () => {
  const p = new Picture();
  const [dx, dy] = [110, -90];
  const block = (x, y, w, h, colour) =>
    path(
      `M${x} ${y} l${dx} ${dy} h${w} l${-dx} ${-dy} z`,
      p.gradient([
        [0, light(colour, 0.4)],
        [1, light(colour, 0.2)],
      ]),
    ) + rect(x, y, w, h, p.face(colour));
  const crumbs = times(14, (n) => {
    const [x, y] = [150 + ((n * 67) % 330), 790 + ((n * 41) % 90)];
    return line(`M${x} ${y} q8 -8 18 2`, "#9aa3af", 6);
  });
  return p.svg(
    "#e4ece6",
    shadow(540, 780, 380, 50) +
      crumbs +
      at(
        500,
        500,
        block(-330, 20, 220, 230, "#f7f4ee") +
          block(-120, 10, 420, 250, "#2b59b0") +
          path(
            `M300 10 l${dx} ${dy} v250 l${-dx} ${-dy} z`,
            p.gradient([
              [0, "#1f4386"],
              [1, "#16315f"],
            ]),
          ) +
          rect(-120, 10, 420, 54, "#f2f4f7") +
          rect(-120, 206, 420, 54, "#23262d") +
          path(`M-120 10 l${dx} ${dy} h420 l${-dx} ${-dy} z`, "#ffffff", 'opacity=".3"') +
          text(90, 160, 78, "SOFT", "#ffffff", 'text-anchor="middle" font-weight="700" letter-spacing="8"') +
          path(
            "M-330 40 q-22 20 -20 110 q2 80 30 100 h20 v-230 z",
            p.gradient(
              [
                [0, "#d9dde3"],
                [1, "#f7f4ee"],
              ],
              [0, 0, 1, 0],
            ),
          ),
        { turn: -14 },
      ),
  );
};

const SHADES = [
  "#e23b3b",
  "#f0652f",
  "#f79a2d",
  "#fbc531",
  "#f7e24c",
  "#b9d84a",
  "#6bbf4b",
  "#2f9e58",
  "#1c8d84",
  "#2aa7c9",
  "#3587d6",
  "#2f5fbf",
  "#4a45b0",
  "#7447b5",
  "#a04bb8",
  "#d052a3",
  "#e8598a",
  "#f08fb0",
  "#a86b3c",
  "#7b4a2a",
  "#c9a27a",
  "#9aa3af",
  "#5b6472",
  "#23262d",
];

/** Shades in a row, as many as are asked for. */
export const shades = (count) => Array.from({ length: count }, (_, n) => SHADES[Math.floor((n * SHADES.length) / count)]);

export const feltPens = () => {
  const p = new Picture();
  const pens = shades(24).map((colour, n) =>
    at(
      112 + n * 33.8,
      0,
      rect(-13, 250 + (n % 2) * 10, 26, 130, p.round(colour, true), { r: 9 }) +
        rect(-11, 376 + (n % 2) * 10, 22, 360, p.round("#f3f5f8", true), {
          r: 3,
        }) +
        rect(-11, 690, 22, 60, p.round(colour, true), { r: 4 }),
    ),
  );
  return p.svg(
    "#f3e8ec",
    shadow(500, 880, 440) +
      rect(80, 220, 840, 640, "#ffffff", {
        r: 26,
        more: 'opacity=".8" filter="url(#near)"',
      }) +
      pens.join("") +
      rect(
        80,
        220,
        840,
        640,
        p.gradient([
          [0, "#ffffff", 0.35],
          [0.3, "#ffffff", 0],
          [1, "#ffffff", 0.1],
        ]),
        { r: 26 },
      ) +
      rect(80, 640, 840, 220, p.face("#e0518a"), { r: 26 }) +
      rect(80, 640, 840, 60, "#e0518a") +
      text(500, 800, 120, "24", "#ffffff", 'text-anchor="middle" font-weight="700"') +
      rect(430, 190, 140, 46, "#e0518a", { r: 20 }) +
      circle(500, 213, 12, "#ffffff"),
  );
};

export const oilPastels = () => {
  const p = new Picture();
  const colours = shades(36);
  const stick = (n) => {
    const [x, y] = [136 + (n % 12) * 62, 250 + Math.floor(n / 12) * 205];
    const colour = colours[((n % 12) * 3 + Math.floor(n / 12)) % 36];
    return at(
      x,
      y,
      path("M6 26 q0 -26 22 -26 q22 0 22 26 v60 h-44 z", p.round(colour, true)) +
        rect(3, 56, 50, 126, p.round(light(colour, 0.16), true), { r: 3 }) +
        rect(3, 74, 50, 12, "#ffffff", { more: 'opacity=".8"' }) +
        rect(3, 148, 50, 6, "#ffffff", { more: 'opacity=".8"' }),
    );
  };
  return p.svg(
    "#f3e8ec",
    rect(80, 190, 840, 690, p.face("#2b2f3a", 0.3), {
      r: 20,
      more: 'filter="url(#drop)"',
    }) +
      times(3, (n) =>
        rect(110, 232 + n * 205, 780, 195, "#12151c", {
          r: 12,
          more: 'opacity=".75"',
        }),
      ) +
      times(36, stick) +
      line("M90 150 q60 -44 150 -10 t160 -4 t170 6 t160 -10", "#3587d6", 26, 'opacity=".85"') +
      line("M640 120 q60 -40 120 0 t110 0", "#f0652f", 26, 'opacity=".85"'),
  );
};

export const seenPens = () => {
  const p = new Picture();
  return p.svg(
    "#b9895a",
    times(9, (n) => line(`M0 ${60 + n * 115} q300 ${n % 2 ? 30 : -26} 1000 ${n % 3 ? 12 : -10}`, "#8f6236", 4, 'opacity=".35"')) +
      at(
        430,
        520,
        rect(-310, -380, 620, 760, "#fdfbf5", { r: 12 }) +
          times(11, (n) => line(`M-260 ${-290 + n * 58} h520`, "#c9d6e6", 3)) +
          times(4, (n) => handwriting(-250, -298 + n * 58, 360 + (n % 2) * 110, "#23262d", 5, n + 1)),
        { turn: -7, filter: "drop" },
      ) +
      at(610, 560, gelPen(p, "#22252b"), {
        turn: -52,
        scale: 0.8,
        filter: "drop",
      }) +
      at(790, 640, gelPen(p, "#22252b"), {
        turn: -58,
        scale: 0.8,
        filter: "drop",
      }) +
      ellipse(860, 190, 120, 120, "#ffffff", 'filter="url(#drop)"') +
      ellipse(860, 190, 92, 92, "#5a3a22"),
  );
};

export const seenNotes = () => {
  const p = new Picture();
  return p.svg(
    "#cfd6dc",
    at(
      500,
      520,
      rect(-380, -420, 760, 840, "#ffffff", { r: 10 }) +
        times(13, (n) => line(`M-320 ${-330 + n * 58} h640`, "#d5deea", 3)) +
        times(5, (n) => handwriting(-310, -338 + n * 58, 420 + ((n * 97) % 190), "#23262d", 5, n + 7)) +
        rect(-316, -8, 430, 34, "#f9e04b", { more: 'opacity=".55"' }) +
        rect(-316, 50, 300, 34, "#ff8fb7", { more: 'opacity=".5"' }) +
        handwriting(-310, 8, 400, "#23262d", 5, 21) +
        handwriting(-310, 68, 280, "#23262d", 5, 22),
      { turn: 5, filter: "drop" },
    ) +
      at(760, 690, highlighter(p, "#f9e04b"), {
        turn: 38,
        scale: 0.9,
        filter: "drop",
      }) +
      at(560, 760, gelPen(p, "#22252b"), {
        turn: -20,
        scale: 0.75,
        filter: "drop",
      }),
  );
};
