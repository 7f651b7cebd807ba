// Paper, crafts and what things are packed in.
import { Picture, at, box, chance, circle, dark, ellipse, group, handwriting, light, line, path, rect, shadow, text, times } from "./shapes.mjs";
import { shades } from "./writing.mjs";

const PAPER = "#e3edea";
const ART = "#f3e8ec";
const PACKING = "#ebe4da";

/** A carton of copy paper with a ream before it. */
export const copyPaper = (size, weight, colour) => () => {
  const p = new Picture();
  const large = size === "A3";
  const [x, y, w, h] = large ? [120, 300, 560, 380] : [170, 310, 470, 390];
  return p.svg(
    PAPER,
    shadow(520, 716, 400, 50) +
      box(p, x, y, w, h, 240, "#f6f8fa", { side: "#dfe5ea" }) +
      path(
        `M${x} ${y} l192 -120 h${w} l-192 120 z`,
        p.gradient([
          [0, light(colour, 0.35)],
          [1, colour],
        ]),
      ) +
      rect(x, y, w, 84, colour) +
      path(`M${x + w} ${y} l192 -120 v84 l-192 120 z`, dark(colour, 0.3)) +
      rect(x + w / 2 - 70, y + 20, 140, 40, dark(colour, 0.45), { r: 20 }) +
      text(x + 40, y + 250, 170, size, colour, 'font-weight="700"') +
      text(x + 44, y + 330, 62, `${weight} g`, "#56606f", 'font-weight="600"') +
      text(x + w - 40, y + 330, 62, "5×", "#8d97a5", 'text-anchor="end" font-weight="600"') +
      shadow(650, 884, 270, 34) +
      box(p, 430, 760, 380, 110, 190, "#ffffff") +
      rect(
        430,
        760,
        380,
        110,
        p.gradient([
          [0, light(colour, 0.2)],
          [1, colour],
        ]),
      ) +
      text(620, 838, 66, `${size}  ${weight} g`, "#ffffff", 'text-anchor="middle" font-weight="700"') +
      path(
        "M430 760 l152 -95 h380 l-152 95 z",
        p.gradient([
          [0, "#ffffff"],
          [1, "#eef2f5"],
        ]),
      ) +
      path(
        "M810 760 l152 -95 v110 l-152 95 z",
        p.gradient([
          [0, "#eef2f5"],
          [1, "#ccd4dc"],
        ]),
      ) +
      times(9, (n) => line(`M812 ${772 + n * 11} l150 -95`, "#b9c3cd", 2)),
  );
};

const notebook = (colour, ruled, band) => () => {
  const p = new Picture();
  const sheet = ruled
    ? times(15, (n) => line(`M-230 ${-240 + n * 36} h470`, "#b9cbe0", 3))
    : times(14, (n) => line(`M-230 ${-252 + n * 40} h470`, "#c5d3e2", 2) + line(`M${-226 + n * 36} -270 v540`, "#c5d3e2", 2));
  return p.svg(
    PAPER,
    at(
      590,
      560,
      rect(-270, -320, 560, 640, "#e8ebef", { r: 14 }) +
        rect(-270, -324, 552, 636, "#fffdf8", { r: 12 }) +
        sheet +
        handwriting(-210, -214, 330, "#35435c", 5, 3) +
        handwriting(-210, ruled ? -178 : -134, 260, "#35435c", 5, 5) +
        rect(-274, -324, 26, 640, "#000000", { more: 'opacity=".07"' }),
      { turn: 11, filter: "drop" },
    ) +
      at(
        400,
        480,
        rect(-246, -336, 520, 690, "#f2efe6", { r: 22 }) +
          rect(
            -250,
            -344,
            510,
            690,
            p.gradient([
              [0, light(colour, 0.14)],
              [1, dark(colour, 0.2)],
            ]),
            { r: 26 },
          ) +
          rect(-250, -344, 54, 690, dark(colour, 0.25), {
            r: 20,
            more: 'opacity=".6"',
          }) +
          rect(180, -344, 22, 690, band) +
          rect(-130, -190, 250, 130, "#fffdf8", {
            r: 8,
            more: 'opacity=".95"',
          }) +
          text(-5, -110, 56, ruled ? "A5" : "B5", colour, 'text-anchor="middle" font-weight="700"') +
          line("M-170 -320 h300", "#ffffff", 8, 'opacity=".25"'),
        { turn: -8, filter: "drop" },
      ),
  );
};
export const ruledNotebook = notebook("#2f5fa8", true, "#f4a62a");
export const squaredNotebook = notebook("#2a8c72", false, "#e9e2d2");

export const stickyNotes = () => {
  const p = new Picture();
  const pad = (colour) =>
    times(12, (n) => rect(-170 + n * 0.8, -170 + n * 2.6, 340, 340, dark(colour, n % 2 ? 0.08 : 0.16), { r: 2 })) +
    path(
      "M-170 -172 h340 v270 q-20 60 -70 66 q-140 14 -270 6 z",
      p.gradient([
        [0, light(colour, 0.1)],
        [0.8, colour],
        [1, dark(colour, 0.12)],
      ]),
    ) +
    path("M170 98 q-20 60 -70 66 q40 -30 40 -74 q14 12 30 8 z", dark(colour, 0.22));
  return p.svg(
    PAPER,
    at(320, 350, pad("#ffd84d"), { turn: -9, filter: "drop" }) +
      at(690, 330, pad("#ff9ec0"), { turn: 8, filter: "drop" }) +
      at(370, 710, pad("#8fd9f2"), { turn: 5, filter: "drop" }) +
      at(720, 700, pad("#a9e08a") + handwriting(-120, -60, 230, "#35435c", 6, 4) + handwriting(-120, 0, 180, "#35435c", 6, 9), { turn: -6, filter: "drop" }),
  );
};

export const colouredCard = () => {
  const p = new Picture();
  const tints = ["#e23b3b", "#f0852f", "#fbc531", "#b9d84a", "#3fa65a", "#2aa7c9", "#3568c9", "#7447b5", "#e8598a", "#f4f1ea"];
  return p.svg(
    ART,
    tints
      .map((tint, n) =>
        at(500, 790, rect(-120, -520, 250, 420, p.face(tint, 0.1), { r: 6 }), {
          turn: -44 + n * 9.8,
          filter: "near",
        }),
      )
      .join("") + at(490, 850, text(0, 30, 54, "A4", "#8d6472", 'text-anchor="middle" font-weight="700"')),
  );
};

export const clay = () => {
  const p = new Picture();
  const colours = shades(24);
  const pot = (n) => {
    const [x, y] = [190 + (n % 6) * 124, 240 + Math.floor(n / 6) * 134];
    const colour = colours[n];
    return (
      circle(x, y, 56, "#ffffff", 'filter="url(#near)"') +
      circle(
        x,
        y,
        50,
        p.gradient([
          [0, light(colour, 0.3)],
          [1, colour],
        ]),
      ) +
      line(`M${x - 28} ${y - 8} q10 -26 34 -24`, "#ffffff", 8, 'opacity=".6"') +
      circle(x + 10, y + 14, 12, dark(colour, 0.16), 'opacity=".5"')
    );
  };
  const tool = (x, colour, tip) => at(x, 0, rect(-12, 790, 24, 110, p.round(colour, true), { r: 10 }) + tip);
  return p.svg(
    ART,
    rect(90, 130, 820, 640, p.face("#fdfdfd", 0.06), {
      r: 40,
      more: 'filter="url(#drop)"',
    }) +
      times(24, pot) +
      at(
        140,
        60,
        tool(560, "#f4a62a", path("M-12 800 q-20 -60 12 -100 q32 40 12 100 z", "#e8ecf0")) + tool(650, "#2aa7c9", rect(-7, 710, 14, 90, "#e8ecf0", { r: 6 })),
        { turn: 0 },
      ) +
      group(
        circle(250, 890, 62, "#f0852f") +
          circle(190, 846, 26, "#f0852f") +
          circle(310, 846, 26, "#f0852f") +
          ellipse(250, 910, 32, 24, "#fbe0bd") +
          circle(228, 878, 8, "#23262d") +
          circle(272, 878, 8, "#23262d") +
          circle(250, 900, 8, "#23262d"),
        'filter="url(#near)"',
      ) +
      group(
        path("M430 930 q-20 -70 30 -80 q20 -50 70 -20 q50 -10 50 40 q20 60 -30 64 z", "#3fa65a") +
          circle(470, 880, 7, "#23262d") +
          circle(520, 876, 7, "#23262d") +
          line("M478 902 q16 12 34 -2", "#23262d", 5),
        'filter="url(#near)"',
      ),
  );
};

/** A roll that stands, with its sheet unrolled to the left. */
const standingRoll = (p, colour, sheet, marks) =>
  shadow(560, 866, 380, 44) +
  path("M640 250 L150 330 q-40 10 -40 40 v440 q0 40 44 36 L640 842 z", sheet) +
  marks +
  path("M480 250 v560 a170 62 0 0 0 340 0 v-560 z", p.round(colour, true)) +
  ellipse(650, 250, 170, 62, light(colour, 0.3)) +
  times(6, (n) => ellipse(650, 250, 156 - n * 18, (156 - n * 18) * 0.365, "none", `stroke="${dark(colour, 0.3)}" stroke-width="3" opacity=".45"`)) +
  ellipse(650, 250, 46, 17, dark(colour, 0.6));

export const kraftPaper = () => {
  const p = new Picture();
  const kraft = "#c2925a";
  return p.svg(
    PACKING,
    standingRoll(
      p,
      kraft,
      p.gradient(
        [
          [0, dark(kraft, 0.08)],
          [0.6, light(kraft, 0.16)],
          [1, dark(kraft, 0.2)],
        ],
        [0, 0, 1, 0],
      ),
      times(60, (n) =>
        line(`M${150 + chance(n) * 320} ${370 + chance(n + 70) * 430} h${6 + chance(n + 9) * 16}`, n % 2 ? "#8a5f30" : "#e2bb86", 2, 'opacity=".5"'),
      ) + rect(480, 470, 340, 130, "#fbf3e4", { more: 'opacity=".94"' }),
    ),
  );
};

export const bubbleWrap = () => {
  const p = new Picture();
  const film = "#a9d3ea";
  const bubble = (x, y, r) =>
    circle(x, y, r, "#ffffff", 'opacity=".5"') +
    circle(x, y, r, "none", 'stroke="#6fa9c9" stroke-width="2.5" opacity=".7"') +
    line(`M${x - r * 0.5} ${y - r * 0.1} q${r * 0.1} ${-r * 0.5} ${r * 0.55} ${-r * 0.45}`, "#ffffff", 4);
  const flat = times(9, (row) => times(8, (n) => bubble(148 + n * 42 + (row % 2) * 21, 402 - (148 + n * 42) * 0.1 + row * 50, 17)));
  const curved = times(11, (row) =>
    times(9, (n) => {
      const angle = ((n + (row % 2) * 0.5) / 9.5) * Math.PI;
      const x = 650 - Math.cos(angle) * 164;
      return ellipse(
        x,
        322 + row * 50 + Math.sin(angle) * 52,
        17 * Math.max(0.25, Math.sin(angle)),
        17,
        "#ffffff",
        'opacity=".42" stroke="#6fa9c9" stroke-width="2"',
      );
    }),
  );
  return p.svg(
    PACKING,
    standingRoll(
      p,
      film,
      p.gradient(
        [
          [0, "#c8e4f2", 0.95],
          [1, "#a3cfe6", 0.95],
        ],
        [0, 0, 1, 0],
      ),
      flat,
    ) + curved,
  );
};

export const course = () => {
  const p = new Picture();
  return p.svg(
    ART,
    shadow(480, 868, 400, 40) +
      rect(90, 190, 780, 560, p.face("#23262d"), {
        r: 40,
        more: 'filter="url(#drop)"',
      }) +
      rect(124, 224, 712, 492, "#fffdf6", { r: 14 }) +
      times(
        4,
        (n) =>
          rect(176 + n * 160, 290, 140, 140, "none", {
            more: 'stroke="#d97b6c" stroke-width="4"',
          }) + line(`M${176 + n * 160} 360 h140 M${246 + n * 160} 290 v140`, "#ecc0b6", 2, 'stroke-dasharray="8 8"'),
      ) +
      ["永", "和", "书", "写"]
        .map(
          (word, n) =>
            `<text x="${246 + n * 160}" y="404" font-size="118" text-anchor="middle" fill="${n === 3 ? "#b9bfc8" : "#23262d"}" style="font-family:'Noto Serif CJK SC',serif">${word}</text>`,
        )
        .join("") +
      times(3, (n) => line(`M176 ${500 + n * 50} h606`, "#d5deea", 3)) +
      handwriting(180, 496, 500, "#2456c7", 6, 6) +
      handwriting(180, 546, 300, "#2456c7", 6, 8) +
      rect(176, 664, 608, 14, "#e5e8ee", { r: 7 }) +
      rect(176, 664, 260, 14, "#d97b6c", { r: 7 }) +
      circle(436, 671, 15, "#d97b6c") +
      at(
        760,
        640,
        rect(-20, -330, 40, 420, p.round("#f1f3f6", true), { r: 18 }) + path("M-20 84 h40 L4 150 h-8 z", p.metal(true)) + rect(-20, -250, 40, 20, "#d97b6c"),
        { turn: 32, filter: "drop" },
      ),
  );
};

export const giftBox = () => {
  const p = new Picture();
  const [paper, ribbon] = ["#2f5fa8", "#f4c542"];
  return p.svg(
    "#dfe8f3",
    shadow(520, 850, 390, 50) +
      box(p, 170, 470, 510, 370, 200, paper) +
      rect(380, 470, 90, 370, p.face(ribbon)) +
      path("M680 470 m60 -37 l60 -37 v370 l-60 37 z", dark(ribbon, 0.25)) +
      box(p, 150, 400, 550, 100, 220, light(paper, 0.12)) +
      rect(380, 400, 90, 100, ribbon) +
      path("M380 400 l176 -110 h90 l-176 110 z", light(ribbon, 0.15)) +
      path("M240 350 l40 -26 h550 l-40 26 z", ribbon, 'opacity=".9"') +
      path(
        "M520 330 q-190 -200 -250 -90 q-30 90 250 90 z",
        p.gradient([
          [0, light(ribbon, 0.3)],
          [1, dark(ribbon, 0.12)],
        ]),
      ) +
      path(
        "M520 330 q190 -200 250 -90 q30 90 -250 90 z",
        p.gradient([
          [0, light(ribbon, 0.3)],
          [1, dark(ribbon, 0.18)],
        ]),
      ) +
      path("M520 330 q-110 40 -130 150 l50 -24 l24 44 q10 -110 56 -170 z", ribbon) +
      path("M520 330 q110 40 130 150 l-50 -24 l-24 44 q-10 -110 -56 -170 z", dark(ribbon, 0.1)) +
      ellipse(
        520,
        326,
        46,
        38,
        p.gradient([
          [0, light(ribbon, 0.3)],
          [1, dark(ribbon, 0.2)],
        ]),
      ) +
      times(5, (n) => text(210 + (n % 3) * 60, 580 + n * 52, 44, "✦", "#ffffff", 'opacity=".35"')) +
      times(4, (n) => text(520 + (n % 2) * 80, 580 + n * 60, 44, "✦", "#ffffff", 'opacity=".35"')),
  );
};

export const seenPaper = () => {
  const p = new Picture();
  return p.svg(
    "#c4b8a6",
    rect(0, 640, 1000, 360, "#a98d69") +
      times(4, (n) => line(`M0 ${700 + n * 80} q400 ${n % 2 ? 20 : -16} 1000 4`, "#8a6e4b", 4, 'opacity=".4"')) +
      shadow(360, 800, 300, 40) +
      box(p, 130, 470, 460, 320, 190, "#4b5563", { top: "#6b7683" }) +
      rect(180, 560, 360, 20, "#1b222d", { r: 6 }) +
      path("M200 580 h320 l40 130 h-400 z", "#fdfdfb", 'filter="url(#near)"') +
      times(3, (n) => line(`M${236 - n * 8} ${612 + n * 28} h${240 + n * 16}`, "#c8d1dc", 6)) +
      rect(480, 500, 80, 30, "#9fe0c4", { r: 6 }) +
      at(
        640,
        760,
        box(p, 0, 0, 230, 130, 130, "#ffffff") +
          rect(
            0,
            0,
            230,
            130,
            p.gradient([
              [0, "#5aa0e0"],
              [1, "#2f6fb5"],
            ]),
          ) +
          text(115, 84, 56, "A4", "#ffffff", 'text-anchor="middle" font-weight="700"'),
      ),
  );
};
