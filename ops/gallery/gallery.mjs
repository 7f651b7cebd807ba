// One page of all pictures that web/e2e/shots.mjs took, side by side: a row a page, a column a set.
//   node ops/gallery/gallery.mjs [folder of the pictures]
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder =
  process.argv[2] ??
  new URL("../../web/e2e/artifacts/shots", import.meta.url).pathname;
const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
const sets = [...new Set(report.map(({ set }) => set))];
const names = [...new Set(report.map(({ name }) => name))];
const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const grave = ({ violations }) =>
  violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id }) => id);

const cell = (shot) => {
  if (!shot) return "<td></td>";
  const faults = [
    ...grave(shot),
    ...(shot.wide ? ["wider than the window"] : []),
    ...shot.problems,
  ];
  return `<td><a href="${escaped(shot.file)}"><img loading="lazy" src="${escaped(shot.file)}" alt="${escaped(`${shot.name}, ${shot.set}`)}"></a>${faults.length ? `<p>${escaped(faults.join(", "))}</p>` : ""}</td>`;
};
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Entrepot: every page</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 24px; background: #f2f3f5; color: #1d2129 }
table { border-spacing: 12px } th { position: sticky; top: 0; background: #f2f3f5; text-align: left }
td { vertical-align: top } td:first-child { position: sticky; left: 0; background: #f2f3f5; font-weight: 600 }
img { display: block; max-height: 320px; border: 1px solid #c9cdd4; border-radius: 4px } p { max-width: 320px; color: #cb272d }
</style>
<h1>Every page (${report.length} pictures)</h1>
<table><thead><tr><th>Page</th>${sets.map((set) => `<th>${escaped(set)}</th>`).join("")}</tr></thead><tbody>
${names.map((name) => `<tr><td>${escaped(name)}</td>${sets.map((set) => cell(report.find((shot) => shot.name === name && shot.set === set))).join("")}</tr>`).join("\n")}
</tbody></table></html>
`;
await writeFile(join(folder, "index.html"), page);
console.log(join(folder, "index.html"));
