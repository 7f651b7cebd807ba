// Banners of the shop, and covers of articles. Banners leave their left half to words.
import { Picture, at, box, chance, circle, dark, ellipse, group, inside, light, line, mix, path, rect, shadow, text, times } from "./shapes.mjs";
import * as desk from "./desk.mjs";
import * as paper from "./paper.mjs";
import * as writing from "./writing.mjs";

const BANNER = [1600, 600];
const COVER = [1280, 720];

const ground = (p, colour) =>
  circle(p.width * 0.78, p.height * 0.5, p.height * 0.62, light(colour, 0.4), 'opacity=".55"') +
  circle(p.width * 0.58, p.height * 1.02, p.height * 0.3, light(colour, 0.3), 'opacity=".5"');

export const bannerSchool = () => {
  const p = new Picture(...BANNER);
  const colour = "#cfe0f8";
  return p.svg(
    colour,
    ground(p, colour) +
      inside(paper.ruledNotebook, 800, 40, 520) +
      inside(writing.gelPenPicture("#2456c7"), 1120, 110, 380) +
      inside(writing.highlighters, 1020, 300, 330) +
      inside(writing.eraser, 780, 350, 230),
  );
};

export const bannerPaper = () => {
  const p = new Picture(...BANNER);
  const colour = "#cfe8dd";
  return p.svg(
    colour,
    ground(p, colour) + inside(paper.copyPaper("A4", 80, "#2f6fb5"), 1030, 0, 460) + inside(paper.copyPaper("A4", 70, "#2f7f5f"), 780, 90, 520),
  );
};

export const bannerCoupon = () => {
  const p = new Picture(...BANNER);
  const colour = "#fbe0cf";
  const ticket = (tint, words) =>
    path(
      "M-230 -110 h300 a22 22 0 0 0 44 0 h116 q16 0 16 16 v188 q0 16 -16 16 h-116 a22 22 0 0 0 -44 0 h-300 q-16 0 -16 -16 v-188 q0 -16 16 -16 z",
      p.gradient([
        [0, light(tint, 0.2)],
        [1, tint],
      ]),
    ) +
    line("M92 -74 v148", "#ffffff", 5, 'stroke-dasharray="2 18" opacity=".9"') +
    text(-76, 44, 124, words, "#ffffff", 'text-anchor="middle" font-weight="700"') +
    circle(168, 0, 36, "none", 'stroke="#ffffff" stroke-width="8" opacity=".9"') +
    line("M152 2 l12 14 l24 -32", "#ffffff", 9);
  return p.svg(
    colour,
    ground(p, colour) +
      at(1290, 180, ticket("#f0a02f", "−10%"), {
        turn: 14,
        scale: 0.86,
        filter: "drop",
      }) +
      at(1050, 300, ticket("#e2571e", "−10"), { turn: -9, filter: "drop" }) +
      at(1310, 430, ticket("#2a8c82", "−8"), {
        turn: -4,
        scale: 0.8,
        filter: "drop",
      }) +
      times(16, (n) =>
        circle(820 + chance(n) * 700, 40 + chance(n + 40) * 520, 5 + chance(n + 9) * 7, ["#f0a02f", "#e2571e", "#2a8c82", "#2f6fb5"][n % 4], 'opacity=".7"'),
      ),
  );
};

/** A rack with three shelves; `fill` draws what stands at a place of a shelf, with its foot at 0. */
const rack = (p, places, fill) => {
  const [left, right] = [130, 1150];
  const wide = (right - left) / places;
  const shelf = (row) => 232 + row * 206;
  return (
    shadow(640, 668, 560, 30) +
    rect(left - 16, 60, 18, 600, p.round("#3d5a80", true)) +
    rect(right, 60, 18, 600, p.round("#3d5a80", true)) +
    times(
      3,
      (row) =>
        times(places, (n) => at(left + wide * (n + 0.5), shelf(row), fill(row * places + n, wide))) +
        rect(left - 16, shelf(row), right - left + 34, 20, p.face("#e07a3f"), {
          r: 3,
        }) +
        rect(left - 16, shelf(row) + 20, right - left + 34, 6, "#1d2740", {
          more: 'opacity=".14"',
        }),
    )
  );
};

const tint = (n, colours) => colours[Math.floor(chance(n * 3 + 5) * colours.length)];

export const coverElectronics = () => {
  const p = new Picture(...COVER);
  const reel = (n, r) =>
    circle(
      0,
      -r,
      r,
      p.gradient([
        [0, "#4b5563"],
        [1, "#1f2630"],
      ]),
    ) +
    circle(0, -r, r * 0.72, tint(n, ["#d9b44a", "#7ea6d6", "#9fb9a0", "#c98f7a"])) +
    circle(0, -r, r * 0.3, "#e8ecf1") +
    times(3, (m) =>
      at(
        0,
        -r,
        rect(-5, -r * 0.66, 10, r * 0.3, "#e8ecf1", {
          r: 4,
          more: 'opacity=".8"',
        }),
        { turn: m * 120 + n * 17 },
      ),
    ) +
    circle(0, -r, r * 0.09, "#1f2630");
  const bin = (n, w) =>
    path(`M${-w * 0.42} -118 h${w * 0.84} l-6 118 h${-w * 0.84 + 12} z`, p.face(tint(n, ["#2f6fb5", "#3a8f7d", "#c2553f", "#c9973a"]))) +
    rect(-w * 0.26, -64, w * 0.52, 34, "#ffffff", { r: 4 }) +
    times(4, (m) => rect(-w * 0.2 + m * w * 0.11, -58, m % 2 ? 3 : 5, 22, "#23262d")) +
    path(`M${-w * 0.42} -118 h${w * 0.84} l-2 20 h${-w * 0.84 + 4} z`, "#12161d", 'opacity=".55"');
  return p.svg(
    "#d9e2ee",
    rack(p, 8, (n, w) => (chance(n + 3) < 0.1 ? "" : n % 16 < 8 && n < 16 ? (n < 8 ? reel(n, 58) : bin(n, w)) : reel(n, 54))),
  );
};

export const coverTextile = () => {
  const p = new Picture(...COVER);
  const colours = ["#c2553f", "#3d5a80", "#2a9d8f", "#d9a441", "#8a5cc2", "#e9ddc8", "#7d8c9a", "#b8577f"];
  const bolt = (n, r) => {
    const colour = colours[(n * 5) % colours.length];
    return (
      circle(
        0,
        -r,
        r,
        p.gradient([
          [0, light(colour, 0.25)],
          [1, dark(colour, 0.15)],
        ]),
      ) +
      times(4, (m) => circle(0, -r, r * (0.84 - m * 0.17), "none", `stroke="${dark(colour, 0.3)}" stroke-width="3" opacity=".6"`)) +
      circle(0, -r, r * 0.2, "#e8d8bd") +
      circle(0, -r, r * 0.11, "#6b4f32") +
      path(`M${r * 0.98} ${-r} q6 40 -8 ${r} h-20 q14 -20 12 ${-r} z`, dark(colour, 0.2))
    );
  };
  return p.svg(
    "#ece6dc",
    rack(p, 8, (n, w) => (chance(n + 2) < 0.1 ? "" : bolt(n, Math.min(w / 2 - 6, 58)))),
  );
};

export const coverAutomotive = () => {
  const p = new Picture(...COVER);
  const tyre =
    circle(
      0,
      -70,
      70,
      p.gradient([
        [0, "#3b424d"],
        [1, "#15191f"],
      ]),
    ) +
    times(20, (m) => at(0, -70, rect(-4, -70, 8, 10, "#0c0f13"), { turn: m * 18 })) +
    circle(0, -70, 44, p.metal()) +
    times(5, (m) => at(0, -70, rect(-6, -40, 12, 34, "#56606f", { r: 5 }), { turn: m * 72 })) +
    circle(0, -70, 10, "#23262d");
  const disc =
    circle(0, -58, 58, p.metal()) +
    circle(0, -58, 24, "#8d97a5") +
    circle(0, -58, 12, "#dfe5eb") +
    times(10, (m) => circle(Math.cos(m * 0.628) * 42, -58 + Math.sin(m * 0.628) * 42, 4, "#56606f"));
  const filter =
    path("M-40 -130 h80 v118 q0 12 -12 12 h-56 q-12 0 -12 -12 z", p.round("#e2843e", true)) +
    rect(-46, -140, 92, 24, p.round("#39434f", true), { r: 6 }) +
    rect(-40, -86, 80, 40, "#ffffff", { more: 'opacity=".85"' });
  const carton =
    rect(-58, -112, 116, 112, p.face("#c99a63")) +
    rect(-10, -112, 20, 112, "#e6cfa8", { more: 'opacity=".8"' }) +
    rect(14, -46, 36, 28, "#ffffff", { more: 'opacity=".9"' });
  return p.svg(
    "#e1e5ea",
    rack(p, 7, (n) => (chance(n + 5) < 0.08 ? "" : n < 7 ? [disc, filter][n % 2] : n < 14 ? [carton, filter, carton, disc][n % 4] : tyre)),
  );
};

export const coverStationery = () => {
  const p = new Picture(...COVER);
  const goods = [
    desk.boxFile,
    paper.ruledNotebook,
    writing.pencils,
    paper.copyPaper("A4", 70, "#2f7f5f"),
    desk.glueStick,
    writing.gelPensDozen,
    paper.copyPaper("A4", 80, "#2f6fb5"),
    desk.stapler,
    writing.highlighters,
    desk.calculator,
    paper.giftBox,
    desk.bookends,
    writing.feltPens,
    desk.organiser,
    paper.stickyNotes,
  ];
  return p.svg(
    "#e8e4ef",
    rack(p, 5, (n) => inside(goods[n], -92, -168, 186)),
  );
};

const walls = (p, x, y, w, h, colour, roof) =>
  rect(x, y, w, h, p.face(colour)) + path(`M${x - 30} ${y} L${x + w / 2} ${y - w * 0.22} L${x + w + 30} ${y} z`, p.face(roof));

export const coverStart = () => {
  const p = new Picture(...COVER);
  const door = (x) =>
    rect(x, 380, 190, 230, "#39434f", { r: 6 }) +
    times(6, (n) => rect(x + 8, 388 + n * 24, 174, 18, "#c9d2dc", { r: 2 })) +
    rect(x + 22, 540, 146, 70, "#1b222d");
  return p.svg(
    "#d6e6f5",
    circle(1040, 150, 70, "#ffe3a0") +
      ellipse(260, 150, 130, 34, "#ffffff") +
      ellipse(340, 130, 90, 30, "#ffffff") +
      rect(0, 610, 1280, 110, "#b9c4bd") +
      shadow(640, 622, 520, 24) +
      walls(p, 190, 290, 900, 320, "#f3efe6", "#c2553f") +
      door(280) +
      door(545) +
      door(810) +
      rect(540, 210, 200, 56, "#ffffff", { r: 8 }) +
      text(640, 254, 40, "SH01", "#c2553f", 'text-anchor="middle" font-weight="700"') +
      at(700, 610, carton(p, 70, 60, 6)) +
      at(330, 610, carton(p, 80, 70, 2)) +
      at(960, 640, trolley(p)),
  );
};

/** A carton with its foot at 0. */
const carton = (p, w, h, n) =>
  rect(-w / 2, -h, w, h, p.face(mix("#d2a56d", "#b98850", chance(n)))) +
  rect(-w * 0.08, -h, w * 0.16, h, "#ead6b4", { more: 'opacity=".85"' }) +
  rect(w * 0.14, -h * 0.42, w * 0.26, h * 0.26, "#ffffff", {
    more: 'opacity=".9"',
  });
const trolley = (p) =>
  line("M-120 -150 L-90 0 H70", "#39434f", 12) +
  circle(-70, 12, 20, "#23262d") +
  circle(40, 12, 20, "#23262d") +
  at(-10, -10, carton(p, 130, 84, 4)) +
  at(-4, -94, carton(p, 96, 66, 8));

export const coverInbound = () => {
  const p = new Picture(...COVER);
  return p.svg(
    "#dfe9e4",
    rect(0, 580, 1280, 140, "#b8c3bc") +
      shadow(560, 612, 480, 26) +
      rect(120, 210, 620, 340, p.face("#f6f8fa"), { r: 14 }) +
      rect(120, 470, 620, 80, "#2f7f5f") +
      path("M760 300 h150 q30 0 50 30 l70 110 v110 H760 z", p.face("#2f7f5f")) +
      path(
        "M800 330 h100 q16 0 26 16 l52 84 h-178 z",
        p.gradient([
          [0, "#d8eefb"],
          [1, "#93c2e2"],
        ]),
      ) +
      rect(100, 548, 940, 26, "#39434f", { r: 8 }) +
      [250, 400, 890].map((x) => circle(x, 584, 54, "#23262d") + circle(x, 584, 26, p.metal())).join("") +
      rect(170, 270, 210, 190, "#39434f", { r: 6, more: 'opacity=".12"' }) +
      text(520, 380, 72, "→", "#2f7f5f", 'font-weight="700"') +
      at(1120, 640, trolley(p)),
  );
};

export const coverOutbound = () => {
  const p = new Picture(...COVER);
  const parcel = (x, y, w, h, depth, n) => {
    const colour = mix("#d6aa72", "#bd8c53", chance(n));
    return (
      box(p, x, y, w, h, depth, colour) +
      rect(x + w * 0.42, y, w * 0.16, h, "#ead6b4", { more: 'opacity=".8"' }) +
      path(`M${x + w * 0.42} ${y} l${depth * 0.8} ${-depth * 0.5} h${w * 0.16} l${-depth * 0.8} ${depth * 0.5} z`, "#f3e3c8", 'opacity=".8"') +
      rect(x + w * 0.08, y + h * 0.5, w * 0.28, h * 0.32, "#ffffff") +
      times(7, (m) => rect(x + w * 0.1 + m * w * 0.034, y + h * 0.54, m % 3 ? 3 : 6, h * 0.16, "#23262d"))
    );
  };
  return p.svg(
    "#f0e6d8",
    shadow(640, 640, 520, 36) +
      parcel(190, 380, 330, 250, 150, 1) +
      parcel(640, 430, 300, 200, 140, 2) +
      parcel(270, 210, 210, 150, 110, 3) +
      parcel(700, 280, 190, 130, 100, 4) +
      at(
        1090,
        560,
        rect(-70, -20, 140, 90, "#2f6fb5", { r: 12 }) + rect(-58, -70, 116, 60, p.round("#e8d9b8"), { r: 30 }) + line("M-70 70 v16 h30", "#2f6fb5", 12),
        { filter: "drop" },
      ),
  );
};

export const coverStock = () => {
  const p = new Picture(...COVER);
  return p.svg(
    "#dde4f0",
    rack(p, 7, (n) => (chance(n + 11) < 0.12 ? "" : carton(p, 100 + chance(n) * 24, 90 + chance(n + 50) * 50, n))) +
      at(
        1010,
        500,
        rect(-80, -190, 160, 330, p.face("#23262d"), { r: 26 }) +
          rect(-62, -160, 124, 190, "#e9f5ee", { r: 8 }) +
          times(3, (n) =>
            rect(-46, -134 + n * 44, 92, 26, n === 1 ? "#2a9d8f" : "#c5d8d0", {
              r: 6,
            }),
          ) +
          times(6, (n) => rect(-50 + (n % 3) * 38, 52 + Math.floor(n / 3) * 36, 28, 24, "#56606f", { r: 6 })) +
          path("M-40 -190 h80 l10 -26 h-100 z", "#c2553f"),
        { turn: 10, filter: "drop" },
      ) +
      path("M960 270 L760 120 L900 90 z", "#e23b3b", 'opacity=".22"'),
  );
};

export const coverShop = () => {
  const p = new Picture(...COVER);
  const stripe = (n) => path(`M${220 + n * 84} 150 h84 v90 a42 40 0 0 1 -84 0 z`, n % 2 ? "#ffffff" : "#d8483e");
  return p.svg(
    "#f6e7e2",
    rect(0, 620, 1280, 100, "#cbb8ab") +
      shadow(640, 630, 480, 24) +
      rect(240, 180, 800, 440, p.face("#fbf7f0")) +
      rect(
        290,
        300,
        450,
        260,
        p.gradient([
          [0, "#d9eefa"],
          [1, "#b3d7ee"],
        ]),
        { r: 6 },
      ) +
      inside(desk.bookends, 300, 340, 220) +
      inside(paper.giftBox, 520, 340, 220) +
      rect(290, 540, 450, 20, "#a9744a") +
      rect(800, 300, 180, 320, p.face("#8a5a3a"), { r: 6 }) +
      rect(824, 326, 132, 150, "#cfe6f4", { r: 4 }) +
      circle(954, 480, 10, "#f4c542") +
      group(times(10, stripe), 'filter="url(#near)"') +
      rect(210, 130, 860, 30, "#a83a30", { r: 6 }),
  );
};

export const coverMembers = () => {
  const p = new Picture(...COVER);
  const card = (colour, words) =>
    rect(
      -260,
      -160,
      520,
      320,
      p.gradient(
        [
          [0, light(colour, 0.25)],
          [1, dark(colour, 0.2)],
        ],
        [0, 0, 1, 1],
      ),
      { r: 28 },
    ) +
    circle(-180, -70, 44, "#ffffff", 'opacity=".9"') +
    circle(-180, -82, 17, colour) +
    path("M-208 -46 q28 -34 56 0 q-28 24 -56 0 z", colour) +
    text(-110, -54, 44, words, "#ffffff", 'font-weight="700"') +
    text(-210, 90, 46, "8800  0042  1729", "#ffffff", 'letter-spacing="3"') +
    path("M190 -100 l14 28 l31 4 l-22 22 l5 31 l-28 -15 l-28 15 l5 -31 l-22 -22 l31 -4 z", "#ffe08a");
  return p.svg(
    "#e6e3f3",
    shadow(640, 640, 380, 36) +
      at(700, 300, card("#d97b3c", "GOLD"), { turn: 11, filter: "drop" }) +
      at(590, 400, card("#4a45b0", "MEMBER"), { turn: -7, filter: "drop" }),
  );
};

export const coverSystem = () => {
  const p = new Picture(...COVER);
  const unit = (y) =>
    rect(350, y, 420, 120, p.face("#2d3542"), { r: 14 }) +
    times(3, (n) => circle(400 + n * 40, y + 60, 11, ["#4ade80", "#4ade80", "#fbbf24"][n])) +
    times(9, (n) => rect(540 + n * 22, y + 36, 10, 48, "#12161d", { r: 4 }));
  return p.svg(
    "#dde7ea",
    shadow(600, 640, 400, 36) +
      rect(326, 140, 468, 490, p.face("#49535f"), {
        r: 24,
        more: 'filter="url(#drop)"',
      }) +
      unit(170) +
      unit(316) +
      unit(462) +
      at(
        930,
        440,
        circle(0, -90, 82, "none", 'stroke="#d9a441" stroke-width="34"') +
          rect(-18, -14, 36, 210, p.round("#d9a441", true), { r: 8 }) +
          rect(10, 120, 60, 26, "#d9a441", { r: 5 }) +
          rect(10, 166, 44, 26, "#d9a441", { r: 5 }),
        { turn: 24, filter: "drop" },
      ),
  );
};

export const coverBooks = () => {
  const p = new Picture(...COVER);
  const page = (mirror) =>
    group(
      path(
        "M0 0 q120 -60 400 -30 v340 q-280 -30 -400 30 z",
        p.gradient(
          [
            [0, "#e8e2d4"],
            [0.2, "#fffdf6"],
            [1, "#f4efe2"],
          ],
          [0, 0, 1, 0],
        ),
      ) +
        times(7, (n) => line(`M60 ${30 + n * 40} q110 -34 290 -20`, "#c3cbd6", 4)) +
        times(7, (n) => line(`M280 ${16 + n * 40} l70 2`, n % 3 ? "#2f6fb5" : "#c2553f", 7)),
      mirror ? 'transform="scale(-1 1)"' : "",
    );
  return p.svg(
    "#e9e3d8",
    shadow(640, 600, 470, 40) +
      at(640, 230, rect(-420, -20, 840, 360, "#7a3f2c", { r: 14 }) + page(false) + page(true) + line("M0 4 v330", "#b9b1a0", 5), { filter: "drop" }) +
      at(1040, 560, inside(writing.gelPenPicture("#22252b"), -420, -420, 460)),
  );
};

export const coverSafe = () => {
  const p = new Picture(...COVER);
  return p.svg(
    "#dfe4ea",
    shadow(640, 640, 330, 34) +
      rect(
        370,
        110,
        540,
        510,
        p.gradient([
          [0, "#5d6a79"],
          [1, "#2d3743"],
        ]),
        { r: 30, more: 'filter="url(#drop)"' },
      ) +
      rect(
        410,
        150,
        460,
        430,
        p.gradient([
          [0, "#75828f"],
          [1, "#465260"],
        ]),
        { r: 20 },
      ) +
      circle(680, 365, 120, p.metal()) +
      circle(680, 365, 92, "#39434f") +
      times(24, (n) =>
        at(680, 365, rect(-2, -88, 4, n % 6 ? 12 : 22, "#e8ecf1"), {
          turn: n * 15,
        }),
      ) +
      at(
        680,
        365,
        times(4, (n) =>
          at(0, 0, rect(-8, -64, 16, 64, "#c9d2dc", { r: 8 }), {
            turn: n * 90,
          }),
        ),
        { turn: 24 },
      ) +
      circle(680, 365, 22, p.metal()) +
      rect(450, 220, 26, 90, "#2d3743", { r: 10 }) +
      rect(450, 420, 26, 90, "#2d3743", { r: 10 }) +
      rect(420, 618, 80, 24, "#23262d", { r: 6 }) +
      rect(780, 618, 80, 24, "#23262d", { r: 6 }),
  );
};

export const coverPartners = () => {
  const p = new Picture(...COVER);
  const house = (x, colour, roof) =>
    walls(p, x, 330, 260, 270, colour, roof) +
    rect(x + 90, 450, 80, 150, dark(roof, 0.25), { r: 6 }) +
    rect(x + 30, 370, 54, 54, "#d9eefa") +
    rect(x + 176, 370, 54, 54, "#d9eefa");
  return p.svg(
    "#e0ebe2",
    rect(0, 600, 1280, 120, "#b7c6b6") +
      shadow(270, 610, 200, 20) +
      shadow(1010, 610, 200, 20) +
      house(140, "#f5efe3", "#2f6fb5") +
      house(880, "#f5efe3", "#c2553f") +
      line("M420 470 q220 -190 440 0", "#d9a441", 18, 'stroke-dasharray="4 34"') +
      at(640, 370, carton(p, 150, 120, 3), { filter: "drop" }) +
      path("M842 430 l34 56 l-64 -14 z", "#d9a441"),
  );
};

export const coverCustoms = () => {
  const p = new Picture(...COVER);
  const colours = ["#c2553f", "#2f6fb5", "#2a8c72", "#d9a441", "#7d8c9a"];
  const container = (x, y, n) =>
    rect(x, y, 190, 84, p.face(colours[n % 5]), { r: 4 }) +
    times(11, (m) =>
      rect(x + 12 + m * 16, y + 8, 5, 68, dark(colours[n % 5], 0.35), {
        more: 'opacity=".5"',
      }),
    );
  return p.svg(
    "#d3e6f0",
    rect(
      0,
      560,
      1280,
      160,
      p.gradient([
        [0, "#7fb2cc"],
        [1, "#4f8aa8"],
      ]),
    ) +
      path("M110 470 h820 l-70 150 q-10 20 -40 20 H240 q-30 0 -44 -24 z", p.face("#23405e")) +
      rect(110, 462, 820, 18, "#c2553f") +
      rect(140, 270, 120, 196, p.face("#f3f5f7")) +
      times(3, (n) => rect(156 + n * 32, 296, 22, 26, "#3c5a78")) +
      times(3, (row) => times(3 - (row > 1 ? 1 : 0), (n) => container(290 + n * 198, 378 - row * 88, row * 3 + n))) +
      group(
        rect(1010, 120, 24, 460, "#e0862f") +
          rect(1150, 120, 24, 460, "#e0862f") +
          rect(760, 110, 460, 26, "#e0862f") +
          line("M1022 110 L1090 40 L780 116 M1090 40 L1210 116", "#e0862f", 9) +
          line("M1022 300 L1162 420 M1162 300 L1022 420", "#e0862f", 9) +
          line("M840 136 v110", "#39434f", 5),
      ) +
      container(745, 246, 3) +
      rect(960, 560, 320, 160, "#8d97a0"),
  );
};
