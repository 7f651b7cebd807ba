// Things for the desk, and what holds paper together.
import { Picture, at, box, circle, cylinder, dark, ellipse, group, light, line, path, rect, scribble, shadow, text, times } from "./shapes.mjs";
import { HIGHLIGHTS } from "./writing.mjs";

const DESK = "#ece8df";
const BINDING = "#e6e6ef";

export const correctionTape = () => {
  const p = new Picture();
  const reel = (x, y, r, colour) =>
    circle(
      x,
      y,
      r,
      p.gradient([
        [0, light(colour, 0.4)],
        [1, colour],
      ]),
    ) +
    circle(x, y, r * 0.45, "#ffffff") +
    times(6, (n) =>
      at(
        x,
        y,
        rect(-4, -r * 0.9, 8, r * 0.4, dark(colour, 0.25), {
          r: 3,
          more: 'opacity=".5"',
        }),
        { turn: n * 60 },
      ),
    ) +
    circle(x, y, r * 0.2, dark(colour, 0.4));
  return p.svg(
    DESK,
    rect(90, 660, 820, 200, "#fdfdfb", { r: 8, more: 'filter="url(#near)"' }) +
      times(3, (n) => line(`M130 ${705 + n * 56} h740`, "#cbd8e8", 3)) +
      scribble(150, 706, 260, "#35435c", 6, 8, 26) +
      rect(330, 738, 400, 46, "#ffffff", {
        more: 'stroke="#d4dae2" stroke-width="3"',
      }) +
      at(
        520,
        420,
        path(
          "M-330 250 q-60 -30 -20 -90 l120 -190 q90 -170 270 -170 q210 0 270 170 q50 150 -80 240 q-60 40 -150 40 h-280 z",
          p.gradient([
            [0, "#5cc3e6"],
            [1, "#1f86b3"],
          ]),
        ) +
          path("M-130 90 q60 -200 200 -200 q150 0 190 120 q30 110 -60 160 q-40 24 -110 24 h-160 q-90 -10 -60 -104 z", "#ffffff", 'opacity=".55"') +
          reel(90, 20, 118, "#f3f5f7") +
          reel(-60, 110, 62, "#dfe5ea") +
          line("M-62 172 L-330 248", "#ffffff", 14) +
          path("M-300 190 l-66 50 q-10 20 14 24 l90 -30 z", p.face("#f3f5f7")) +
          line("M-110 -60 q70 -110 180 -110", "#ffffff", 12, 'opacity=".6"'),
        { turn: -16, filter: "drop" },
      ),
  );
};

export const ruler = () => {
  const p = new Picture();
  const ticks = times(201, (n) => {
    const high = n % 10 === 0 ? 52 : n % 5 === 0 ? 38 : 24;
    return rect(-400 + n * 4 - 0.8, -70, n % 10 === 0 ? 2.4 : 1.6, high, "#1c3f63");
  });
  const numbers = times(21, (n) => text(-400 + n * 40, 8, 24, n, "#1c3f63", 'text-anchor="middle" font-weight="600"'));
  return p.svg(
    DESK,
    at(
      500,
      500,
      rect(
        -430,
        -74,
        860,
        148,
        p.gradient([
          [0, "#d9f0fb", 0.92],
          [0.5, "#a9dcf3", 0.78],
          [1, "#7fc6e8", 0.9],
        ]),
        { r: 12, more: 'stroke="#ffffff" stroke-width="4"' },
      ) +
        rect(-430, 40, 860, 10, "#ffffff", { more: 'opacity=".55"' }) +
        ticks +
        numbers +
        text(-400, 58, 22, "cm", "#1c3f63", 'font-weight="600"') +
        circle(396, 44, 13, "#efece4"),
      { turn: -26, scale: 1.06, filter: "drop" },
    ) + at(560, 780, line("M0 0 L300 -146", "#35435c", 6)),
  );
};

export const scissors = () => {
  const p = new Picture();
  const blade = (side) =>
    group(
      path("M-16 40 L-40 -330 Q-26 -392 6 -398 Q26 -380 24 -330 L34 40 z", p.metal(true)) +
        path("M-40 -330 Q-26 -392 6 -398 L-4 40 h-12 z", "#ffffff", 'opacity=".35"') +
        path(
          "M-30 20 h70 l30 90 q90 20 104 140 q0 130 -112 136 q-104 0 -112 -112 q-4 -90 20 -140 z M60 190 q-44 10 -44 80 q6 62 50 62 q54 -4 54 -70 q-6 -66 -60 -72 z",
          p.gradient([
            [0, "#ff8a5c"],
            [1, "#d9502a"],
          ]),
          'fill-rule="evenodd"',
        ) +
        line("M36 130 q70 10 100 70", "#ffffff", 9, 'opacity=".45"'),
      side < 0 ? 'transform="scale(-1 1) rotate(-17)"' : 'transform="rotate(-17)"',
    );
  return p.svg(DESK, at(500, 510, blade(-1) + blade(1) + circle(0, 20, 26, p.metal()) + line("M-12 20 h24", "#5d6775", 5), { turn: 38, filter: "drop" }));
};

export const glueStick = () => {
  const p = new Picture();
  return p.svg(
    DESK,
    shadow(420, 876, 190, 34) +
      shadow(710, 876, 150, 30) +
      cylinder(p, 420, 250, 78, 90, "#fbfaf4", { bow: 0.3, top: "#ffffff" }) +
      cylinder(p, 420, 340, 100, 60, "#e7ebf0") +
      cylinder(p, 420, 390, 118, 420, "#f4b400") +
      rect(302, 470, 236, 220, "#ffffff", { more: 'opacity=".92"' }) +
      path("M302 470 h40 v220 h-40 z", dark("#f4b400", 0.2), 'opacity=".18"') +
      text(420, 570, 58, "GLUE", "#c2410c", 'text-anchor="middle" font-weight="700" letter-spacing="4"') +
      text(420, 640, 48, "20 g", "#35435c", 'text-anchor="middle" font-weight="600"') +
      cylinder(p, 420, 806, 122, 56, "#23262d", { bow: 0.26, top: "#3b424d" }) +
      cylinder(p, 710, 610, 106, 250, "#e2571e", { bow: 0.3 }) +
      ellipse(710, 610, 84, 24, dark("#e2571e", 0.3)),
  );
};

/** A roll seen a little from above: outer and inner radius, height. */
function roll(p, x, y, outer, inner, h, colour, core) {
  const bow = 0.42;
  return (
    path(`M${x - outer} ${y} v${h} a${outer} ${outer * bow} 0 0 0 ${2 * outer} 0 v${-h} z`, p.round(colour, true)) +
    ellipse(
      x,
      y,
      outer,
      outer * bow,
      p.gradient([
        [0, light(colour, 0.5)],
        [1, light(colour, 0.18)],
      ]),
    ) +
    times(6, (n) =>
      ellipse(
        x,
        y,
        outer - 12 - n * ((outer - inner - 20) / 6),
        (outer - 12 - n * ((outer - inner - 20) / 6)) * bow,
        "none",
        `stroke="${dark(colour, 0.25)}" stroke-width="2" opacity=".25"`,
      ),
    ) +
    ellipse(x, y, inner, inner * bow, core) +
    path(
      `M${x - inner + 14} ${y + 6} a${inner - 14} ${(inner - 14) * bow} 0 0 1 ${2 * (inner - 14)} 0 v10 a${inner - 14} ${(inner - 14) * bow} 0 0 1 ${-2 * (inner - 14)} 0 z`,
      dark(core, 0.45),
    )
  );
}

export const clearTape = () => {
  const p = new Picture();
  return p.svg(
    DESK,
    shadow(470, 800, 330, 54) +
      path(
        "M770 640 q90 90 120 200 l-90 20 q-40 -110 -90 -150 z",
        p.gradient([
          [0, "#f6e7b8", 0.9],
          [1, "#fff7dd", 0.7],
        ]),
      ) +
      roll(p, 470, 460, 320, 190, 250, "#efd48b", "#f7f3e8") +
      path("M150 460 v250 a320 134 0 0 0 90 96 v-250 a320 134 0 0 1 -90 -96 z", "#ffffff", 'opacity=".22"') +
      ellipse(470, 462, 176, 73, dark("#efe9d8", 0.06)) +
      ellipse(470, 478, 160, 60, DESK),
  );
};

export const packingTape = () => {
  const p = new Picture();
  return p.svg(
    "#ebe4da",
    shadow(500, 858, 350, 56) +
      roll(p, 500, 330, 330, 180, 420, "#c48a4a", "#e9d9c2") +
      ellipse(500, 348, 152, 60, "#8a6a46") +
      path(
        "M830 600 l70 60 v170 l-70 -40 z",
        p.gradient(
          [
            [0, "#b27836"],
            [1, "#c9935a"],
          ],
          [0, 0, 1, 0],
        ),
      ) +
      text(500, 720, 74, "48 mm", "#ffffff", 'text-anchor="middle" font-weight="700" opacity=".75"'),
  );
};

export const stapler = () => {
  const p = new Picture();
  const top = "#d8483e";
  return p.svg(
    BINDING,
    shadow(510, 770, 420, 40) +
      path(
        "M120 742 q-10 -40 40 -44 h690 q40 0 44 44 q0 24 -30 24 H150 q-28 0 -30 -24 z",
        p.gradient([
          [0, "#4b5563"],
          [1, "#1f2630"],
        ]),
      ) +
      rect(170, 690, 80, 14, p.metal(), { r: 4 }) +
      path("M150 610 h650 v44 h-640 q-14 -20 -10 -44 z", p.metal()) +
      path(
        "M700 560 q120 -10 150 90 l10 60 h-110 l-30 -70 z",
        p.gradient([
          [0, "#3b424d"],
          [1, "#1f2630"],
        ]),
      ) +
      path(
        "M122 596 q-10 -60 40 -84 q330 -130 600 -60 q96 30 98 150 q-4 34 -50 36 L150 628 q-22 -4 -28 -32 z",
        p.gradient([
          [0, light(top, 0.25)],
          [0.5, top],
          [1, dark(top, 0.3)],
        ]),
      ) +
      path("M190 520 q300 -104 540 -52 q60 16 74 50 q-300 -60 -600 34 q-30 -10 -14 -32 z", "#ffffff", 'opacity=".32"') +
      circle(800, 600, 26, p.metal()) +
      text(500, 580, 54, "24/6", "#ffffff", 'text-anchor="middle" font-weight="700" opacity=".92"'),
  );
};

const staple = (p, x, y, turn) => at(x, y, line("M-34 26 v-44 q0 -10 10 -10 h48 q10 0 10 10 v44", p.metal(), 9), { turn });

export const staples = () => {
  const p = new Picture();
  const strip = (x, y, turn) =>
    at(x, y, times(26, (n) => rect(n * 9.4, 0, 8, 96, p.metal(), { r: 2 })) + rect(0, 0, 245, 20, "#ffffff", { more: 'opacity=".35"' }), {
      turn,
      filter: "near",
    });
  return p.svg(
    BINDING,
    shadow(440, 690, 340, 50) +
      box(p, 160, 360, 480, 300, 250, "#2f6fb5", { top: "#3f86d0" }) +
      rect(160, 420, 480, 110, "#f4f6f8") +
      text(400, 500, 84, "24/6", "#2f6fb5", 'text-anchor="middle" font-weight="700"') +
      text(400, 610, 52, "1000", "#ffffff", 'text-anchor="middle" font-weight="700" letter-spacing="4"') +
      strip(180, 780, -8) +
      strip(560, 740, 14) +
      staple(p, 480, 880, 20) +
      staple(p, 250, 930, -30) +
      staple(p, 850, 690, 60),
  );
};

const CLIPS = ["#d8483e", "#2f6fb5", "#2a9d8f", "#f4a62a", "#8a5cc2", "#8d97a5"];
const clip = (colour) =>
  line("M-58 110 v-190 q0 -66 58 -66 q58 0 58 66 v220 q0 84 -76 84 q-70 0 -70 -84 v-190", dark(colour, 0.32), 21) +
  line("M-58 108 v-190 q0 -66 58 -66 q58 0 58 66 v220 q0 84 -76 84 q-70 0 -70 -84 v-190", colour, 17) +
  line("M-61 100 v-180 q2 -62 60 -62", light(colour, 0.6), 5);

export const paperClips = () => {
  const p = new Picture();
  const places = [
    [250, 270, -35],
    [480, 210, 18],
    [720, 290, 62],
    [300, 520, 74],
    [540, 470, -12],
    [770, 540, 28],
    [230, 770, 14],
    [460, 750, -58],
    [700, 790, -20],
  ];
  return p.svg(
    BINDING,
    places
      .map(([x, y, turn], n) =>
        at(x, y, clip(CLIPS[(n * 5 + (n > 5 ? 1 : 0)) % 6]), {
          turn,
          scale: 0.82,
          filter: "near",
        }),
      )
      .join(""),
  );
};

export const binderClips = () => {
  const p = new Picture();
  // Seen from the front with its handle on the paper: the back is above, the mouth below.
  const one = (colour) =>
    path(
      "M-150 -70 h300 l-26 150 h-248 z",
      p.gradient([
        [0, light(colour, 0.22)],
        [0.3, colour],
        [1, dark(colour, 0.42)],
      ]),
    ) +
    rect(-158, -84, 316, 34, p.round(colour), { r: 17 }) +
    rect(-126, 68, 252, 20, p.round(dark(colour, 0.2)), { r: 10 }) +
    line("M-60 84 q-4 60 -34 110 q-26 96 94 100 q120 -4 94 -100 q-30 -50 -34 -110", p.metal(true), 14) +
    line("M-118 -30 l-14 80", "#ffffff", 10, 'opacity=".3"');
  return p.svg(
    BINDING,
    at(
      420,
      560,
      rect(-270, -250, 560, 640, "#ffffff", {
        r: 4,
        more: 'filter="url(#near)"',
      }) +
        rect(-280, -258, 560, 640, "#fdfdfb", { r: 4 }) +
        times(8, (n) => line(`M-220 ${60 + n * 40} h${n % 4 === 3 ? 240 : 440}`, "#cfd7e1", 7)),
      { turn: -4, filter: "drop" },
    ) +
      at(400, 290, one("#23262d"), { turn: -4, filter: "near" }) +
      at(800, 330, one("#2f6fb5"), { turn: 24, scale: 0.62, filter: "drop" }) +
      at(790, 680, one("#d8483e"), { turn: -16, scale: 0.62, filter: "drop" }),
  );
};

export const envelopes = () => {
  const p = new Picture();
  const kraft = "#c99a5f";
  const one = (tint) =>
    rect(-250, -340, 500, 680, p.face(tint, 0.1), { r: 8 }) +
    path(
      "M-250 -332 h500 v120 q-250 120 -500 0 z",
      p.gradient([
        [0, light(tint, 0.12)],
        [1, dark(tint, 0.16)],
      ]),
    ) +
    line("M-250 -212 q250 120 500 0", dark(tint, 0.35), 4) +
    circle(0, -200, 22, "#b0392f") +
    circle(0, -90, 22, "#b0392f") +
    line("M0 -200 q34 50 0 110 q-30 -50 0 -110 M0 -90 q40 60 20 120", "#f2e4cf", 5);
  return p.svg(
    BINDING,
    at(430, 500, one(dark(kraft, 0.12)), { turn: -12, filter: "drop" }) +
      at(500, 505, one(kraft), { turn: -3, filter: "drop" }) +
      at(
        575,
        520,
        one(light(kraft, 0.1)) +
          rect(-180, 60, 360, 190, "#fbf3e4", { r: 6 }) +
          times(3, (n) => line(`M-150 ${110 + n * 48} h${n === 2 ? 170 : 300}`, "#b79263", 5)),
        { turn: 6, filter: "drop" },
      ),
  );
};

export const clipFile = () => {
  const p = new Picture();
  const colour = "#1f5aa8";
  return p.svg(
    BINDING,
    at(
      500,
      510,
      rect(-390, -350, 380, 700, p.face(colour, 0.25), { r: 16 }) +
        rect(-14, -350, 28, 700, dark(colour, 0.35)) +
        rect(10, -350, 380, 700, p.face(light(colour, 0.12), 0.2), { r: 16 }) +
        rect(50, -310, 320, 630, "#ffffff", {
          r: 4,
          more: 'filter="url(#near)"',
        }) +
        rect(40, -300, 320, 630, "#fdfdfb", { r: 4 }) +
        times(13, (n) => line(`M130 ${-230 + n * 40} h${n % 4 === 3 ? 110 : 190}`, "#c8d1dc", 7)) +
        [-190, 150]
          .map(
            (y) =>
              rect(6, y - 20, 110, 130, p.metal(), { r: 10 }) +
              rect(96, y - 6, 40, 102, p.metal(), { r: 12 }) +
              rect(20, y + 30, 70, 14, "#5d6775", {
                r: 7,
                more: 'opacity=".6"',
              }),
          )
          .join("") +
        rect(-340, -230, 280, 120, "#ffffff", { r: 8, more: 'opacity=".92"' }) +
        text(-200, -152, 56, "A4", colour, 'text-anchor="middle" font-weight="700"'),
      { turn: -5, filter: "drop" },
    ),
  );
};

export const boxFile = () => {
  const p = new Picture();
  const one = (x, colour, n) =>
    at(
      x,
      0,
      box(p, 0, 250, 200, 590, 210, colour, { top: "#e8edf3", side: colour }) +
        path("M14 244 l150 -94 h172 l-150 94 z", "#ffffff") +
        rect(32, 330, 136, 210, "#ffffff", { r: 6 }) +
        text(100, 450, 72, n, colour, 'text-anchor="middle" font-weight="700"') +
        line("M56 490 h88", "#c8d1dc", 7) +
        circle(100, 730, 42, p.metal()) +
        circle(100, 730, 26, dark(colour, 0.55)),
    );
  return p.svg(BINDING, shadow(520, 852, 400, 46) + one(520, "#2a8c82", "B") + one(220, "#2f5fbf", "A"));
};

export const calculator = () => {
  const p = new Picture();
  const keys = ["MC", "MR", "M−", "M+", "C", "7", "8", "9", "%", "÷", "4", "5", "6", "√", "×", "1", "2", "3", "±", "−", "0", "00", ".", "=", "+"];
  const key = (label, n) => {
    const [x, y] = [226 + (n % 5) * 112, 420 + Math.floor(n / 5) * 98];
    const colour = label === "C" ? "#e2571e" : /^[0-9.]+$/.test(label) ? "#f4f6f8" : label === "=" ? "#2f6fb5" : "#56606f";
    const ink = /^#f4/.test(colour) ? "#23262d" : "#ffffff";
    return (
      rect(x, y + 7, 94, 76, dark(colour, 0.5), { r: 14 }) +
      rect(x, y, 94, 76, p.face(colour, 0.1), { r: 14 }) +
      text(x + 47, y + 51, label.length > 1 ? 32 : 42, label, ink, 'text-anchor="middle" font-weight="600"')
    );
  };
  return p.svg(
    DESK,
    at(
      0,
      0,
      rect(
        182,
        66,
        636,
        872,
        p.gradient([
          [0, "#3a4351"],
          [1, "#161b24"],
        ]),
        { r: 46 },
      ) +
        rect(
          196,
          80,
          608,
          844,
          p.gradient([
            [0, "#2d3542"],
            [1, "#232a35"],
          ]),
          { r: 38 },
        ) +
        text(232, 142, 34, "12", "#aab4c2", 'font-weight="700"') +
        rect(520, 106, 250, 60, "#4a2f2a", { r: 8 }) +
        times(3, (n) => rect(580 + n * 62, 106, 3, 60, "#241512")) +
        rect(
          226,
          190,
          548,
          180,
          p.gradient([
            [0, "#b9cbb4"],
            [1, "#dbe8d2"],
          ]),
          { r: 14, more: 'stroke="#0e1218" stroke-width="6"' },
        ) +
        text(
          752,
          328,
          104,
          "128,675.50",
          "#22301f",
          `text-anchor="end" textLength="500" lengthAdjust="spacingAndGlyphs" style="font-family:'DejaVu Sans Mono',monospace" font-weight="700"`,
        ) +
        keys.map(key).join(""),
      { filter: "drop" },
    ),
  );
};

export const organiser = () => {
  const p = new Picture();
  const wood = "#d9b98a";
  const pen = (x, y, colour, turn = 0) =>
    at(x, y, rect(-14, -220, 28, 300, p.round(colour, true), { r: 10 }) + rect(-14, -226, 28, 40, dark(colour, 0.3), { r: 10 }), { turn });
  return p.svg(
    DESK,
    shadow(500, 840, 420, 50) +
      path("M150 500 l110 -150 h560 l-110 150 z", dark(wood, 0.45)) +
      pen(330, 420, "#2f6fb5", -7) +
      pen(400, 400, "#d8483e", 5) +
      pen(450, 430, "#2a9d8f", -3) +
      at(360, 380, rect(-10, -240, 40, 300, "#f4c542", { r: 4 }) + path("M-10 -240 l20 -50 l20 50 z", "#f0d8b0"), { turn: 9 }) +
      rect(560, 300, 130, 200, p.face("#23262d"), { r: 16 }) +
      rect(572, 314, 106, 170, "#3c7fd0", { r: 6 }) +
      path("M150 500 h390 v330 h-390 z", p.face(wood, 0.16)) +
      path("M540 560 h170 v270 h-170 z", p.face(light(wood, 0.08), 0.16)) +
      path(
        "M710 500 l110 -150 v320 l-110 160 z",
        p.gradient([
          [0, dark(wood, 0.18)],
          [1, dark(wood, 0.34)],
        ]),
      ) +
      rect(150, 488, 390, 22, light(wood, 0.35)) +
      rect(540, 548, 170, 20, light(wood, 0.35)) +
      path("M710 500 l110 -150 v22 l-110 150 z", light(wood, 0.2)) +
      rect(180, 640, 330, 150, dark(wood, 0.1), {
        r: 8,
        more: `stroke="${dark(wood, 0.3)}" stroke-width="4"`,
      }) +
      circle(345, 715, 16, p.metal()) +
      at(
        620,
        520,
        times(3, (n) =>
          rect(-58, -40 - n * 12, 116, 90, HIGHLIGHTS[n], {
            r: 3,
            more: 'filter="url(#near)"',
          }),
        ),
      ) +
      rect(540, 560, 170, 270, p.face(light(wood, 0.08), 0.16)) +
      rect(540, 548, 170, 20, light(wood, 0.35)),
  );
};

export const bookends = () => {
  const p = new Picture();
  const steel = "#39434f";
  const books = [
    ["#2f6fb5", 86, 420],
    ["#d8483e", 70, 460],
    ["#f2c14e", 96, 390],
    ["#2a9d8f", 80, 440],
    ["#8a5cc2", 74, 470],
    ["#e9e2d2", 90, 410],
  ];
  let x = 252;
  const row = books.map(([colour, w, h]) => {
    const drawn =
      rect(x, 820 - h, w - 4, h, p.round(colour, true), { r: 6 }) +
      rect(x + 12, 820 - h + 60, w - 28, 46, light(colour, 0.6), {
        r: 4,
        more: 'opacity=".8"',
      }) +
      rect(x + 12, 750, w - 28, 10, dark(colour, 0.3), {
        more: 'opacity=".5"',
      });
    x += w;
    return drawn;
  });
  const end = (mirror) =>
    group(
      path(
        "M-220 0 h230 v-430 q0 -26 26 -26 h18 q26 0 26 26 v456 h-300 z",
        p.gradient([
          [0, light(steel, 0.3)],
          [1, dark(steel, 0.3)],
        ]),
      ) + rect(30, -330, 26, 190, "#ece8df", { r: 13, more: 'opacity=".9"' }),
      `transform="translate(${mirror ? 748 : 252} 824) scale(${mirror ? 1 : -1} 1)"`,
    );
  return p.svg(DESK, shadow(500, 860, 440, 40) + end(true) + end(false) + row.join(""));
};
