// Measures adverts over HTTP: asks what zones may show, and tells what was seen, at so many views a second. Compares what the
// node has counted in its database with what it said it counted.
//
//   ENTREPOT_PASSWORD=... node ops/bench/placements.mjs [http://127.0.0.1:8000] [views a second: 5000] [seconds: 10]
//
// The node needs adverts (`--demo`) and `rate_limits = false`: all requests come from one address.
import http from "node:http";

const [url = "http://127.0.0.1:8000", rate = "5000", seconds = "10"] =
  process.argv.slice(2);
const PER_SECOND = Number(rate);
const SECONDS = Number(seconds);
/** Tokens of a message, as the node bounds them. */
const TOKENS = 60;
const CALLERS = 32;
const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });

function call(method, path, body, headers = {}) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const all = {
    "think-lang": "zh-cn",
    ...headers,
    ...(sent && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(sent),
    }),
  };
  return new Promise((done, failed) => {
    const request = http.request(
      url + path,
      { method, agent, headers: all },
      (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => {
          const answer = JSON.parse(Buffer.concat(parts).toString());
          if (answer.code === 1) done(answer.data);
          else failed(new Error(`${path}: ${answer.msg}`));
        });
      },
    );
    request.on("error", failed);
    request.end(sent);
  });
}

const login = await call(
  "POST",
  "/admin/Index/login",
  {
    username: process.env.ENTREPOT_USER ?? "admin",
    password: process.env.ENTREPOT_PASSWORD,
  },
  { server: "true" },
);
const batoken = login.userInfo.token;
/** Views that the database has, after waiting counts were written. */
async function stored() {
  const { days } = await call("GET", "/admin/ads.Day/chart?days=2", undefined, {
    batoken,
    server: "true",
  });
  return days.reduce((sum, day) => sum + day.impressions, 0);
}

const before = await stored();
const times = { asked: [], told: [] };
let [taken, counted, refused] = [0, 0, 0];
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1_000;
async function timed(kind, work) {
  const at = performance.now();
  const answer = await work;
  times[kind].push(performance.now() - at);
  return answer;
}
async function caller() {
  let tokens = [];
  while (elapsed() < SECONDS) {
    if (taken > PER_SECOND * elapsed()) {
      await new Promise((done) => setTimeout(done, 1));
      continue;
    }
    const { zones } = await timed(
      "asked",
      call("GET", "/api/placements?zones=home,shop,platform"),
    );
    const served = zones.flatMap(({ items }) =>
      items.map(({ token }) => token),
    );
    if (served.length === 0) throw new Error("no zone has anything to show");
    taken += served.length;
    tokens.push(...served);
    while (
      tokens.length >= TOKENS ||
      (tokens.length > 0 && elapsed() >= SECONDS)
    ) {
      const tally = await timed(
        "told",
        call("POST", "/api/placements/seen", {
          tokens: tokens.splice(0, TOKENS),
        }),
      );
      counted += tally.counted;
      refused += tally.refused;
    }
  }
  if (tokens.length > 0) {
    const tally = await call("POST", "/api/placements/seen", { tokens });
    counted += tally.counted;
    refused += tally.refused;
  }
}
await Promise.all(Array.from({ length: CALLERS }, caller));
const took = elapsed();
const of = (list, share) => {
  const sorted = list.toSorted((a, b) => a - b);
  return Number(
    (
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ??
      0
    ).toFixed(2),
  );
};
const written = (await stored()) - before;
console.log(
  JSON.stringify({
    views_per_second: Math.round(counted / took),
    seconds: Number(took.toFixed(2)),
    counted,
    refused,
    in_database: written,
    asked_per_second: Math.round(times.asked.length / took),
    asked_ms: { p50: of(times.asked, 0.5), p99: of(times.asked, 0.99) },
    told_per_second: Math.round(times.told.length / took),
    told_ms: { p50: of(times.told, 0.5), p99: of(times.told, 0.99) },
  }),
);
agent.destroy();
if (written !== counted) {
  console.error(`the database has ${written} of ${counted} views`);
  process.exitCode = 1;
}
