// Logos: a mark, and the name below it.
import { Picture, circle, dark, light, line, path, rect, text, times } from "./shapes.mjs";

const logo =
  (colour, name, mark, size = 92) =>
  () => {
    const p = new Picture(600);
    return p.svg("#ffffff", mark(p) + text(300, 500, size, name, colour, 'text-anchor="middle" font-weight="700" letter-spacing="3"'));
  };

export const morning = logo(
  "#c2571b",
  "Morning",
  (p) =>
    path(
      "M130 340 a170 170 0 0 1 340 0 z",
      p.gradient([
        [0, "#ffc14d"],
        [1, "#f0762a"],
      ]),
    ) +
    times(7, (n) => {
      const turn = (-90 + n * 30) * (Math.PI / 180);
      const [x, y] = [Math.sin(turn), -Math.cos(turn)];
      return line(`M${300 + x * 204} ${340 + y * 204} L${300 + x * 252} ${340 + y * 252}`, "#f0a02f", 18);
    }) +
    rect(96, 356, 408, 18, "#c2571b", { r: 9 }),
);
export const able = logo(
  "#1f4f9e",
  "Able",
  (p) =>
    path(
      "M300 70 L478 390 h-92 l-30 -60 h-112 l-30 60 h-92 z M300 210 l-34 72 h68 z",
      p.gradient([
        [0, "#3f86d8"],
        [1, "#1f4f9e"],
      ]),
      'fill-rule="evenodd"',
    ) + path("M330 392 l60 -130 l88 128 z", "#f4b400", 'opacity=".95"'),
  110,
);
export const nordic = logo(
  "#1f6b52",
  "Nordic",
  (p) =>
    path(
      "M300 60 L410 230 h-52 l88 130 H154 l88 -130 h-52 z",
      p.gradient([
        [0, "#4bb58c"],
        [1, "#1f6b52"],
      ]),
    ) +
    rect(280, 358, 40, 46, "#7a5233") +
    line("M150 404 h300", "#1f6b52", 12),
);
export const homely = logo(
  "#a23b5a",
  "Homely",
  (p) =>
    path(
      "M300 70 L490 230 h-46 v160 H156 V230 h-46 z",
      p.gradient([
        [0, "#e8708f"],
        [1, "#a23b5a"],
      ]),
    ) + path("M300 352 q-96 -64 -70 -124 q34 -44 70 4 q36 -48 70 -4 q26 60 -70 124 z", "#ffffff"),
);
export const company = logo(
  "#1d2740",
  "Entrepot",
  (p) =>
    path(
      "M300 60 L470 150 v180 L300 420 L130 330 V150 z",
      p.gradient([
        [0, "#3c7fd0"],
        [1, "#1f4f9e"],
      ]),
    ) +
    path("M300 60 L470 150 L300 240 L130 150 z", light("#3c7fd0", 0.35)) +
    path("M300 240 v180 L130 330 V150 z", dark("#2f6fb5", 0.1)) +
    path("M215 105 L385 195 v60 l-50 -26 v-34 L165 105 z", "#ffffff", 'opacity=".85"'),
  88,
);
export const haishu = logo(
  "#1b6f8c",
  "Haishu",
  (p) =>
    times(3, (n) => line(`M110 ${180 + n * 80} q60 -70 126 0 t128 0 t126 0`, ["#57b6d6", "#2f93b8", "#1b6f8c"][n], 30)) +
    circle(
      430,
      100,
      34,
      p.gradient([
        [0, "#ffd36b"],
        [1, "#f0a02f"],
      ]),
    ),
);
export const mingrui = logo(
  "#5b3fa0",
  "Mingrui",
  (p) =>
    rect(
      170,
      110,
      260,
      260,
      p.gradient([
        [0, "#8a6ad6"],
        [1, "#5b3fa0"],
      ]),
      { r: 30 },
    ) +
    times(
      4,
      (n) =>
        rect(206 + n * 54, 62, 22, 60, "#8a94a2", { r: 6 }) +
        rect(206 + n * 54, 358, 22, 60, "#8a94a2", { r: 6 }) +
        rect(122, 146 + n * 54, 60, 22, "#8a94a2", { r: 6 }) +
        rect(418, 146 + n * 54, 60, 22, "#8a94a2", { r: 6 }),
    ) +
    text(300, 296, 150, "M", "#ffffff", 'text-anchor="middle" font-weight="700"'),
  84,
);
export const yunjin = logo(
  "#a8324a",
  "Yunjin",
  (p) =>
    times(5, (n) =>
      rect(
        140 + n * 68,
        90,
        48,
        310,
        p.gradient([
          [0, "#d9566f"],
          [1, "#a8324a"],
        ]),
        { r: 10 },
      ),
    ) + times(4, (n) => times(5, (m) => ((n + m) % 2 ? "" : rect(128 + m * 68, 116 + n * 72, 72, 42, "#f2c879", { r: 10 })))),
);
export const rongyun = logo(
  "#2f6b2f",
  "Rongyun",
  (p) =>
    path(
      "M80 300 h250 V150 H80 z",
      p.gradient([
        [0, "#66b04f"],
        [1, "#2f6b2f"],
      ]),
    ) +
    path("M344 190 h90 l76 80 v30 H344 z", "#2f6b2f") +
    path("M366 210 h58 l44 50 H366 z", "#dff0d8") +
    [170, 420].map((x) => circle(x, 318, 46, "#ffffff") + circle(x, 318, 36, "#23262d") + circle(x, 318, 14, "#ffffff")).join("") +
    times(3, (n) => line(`M${30 + n * 14} ${180 + n * 44} h${40}`, "#8cc97a", 14)),
  84,
);
