//! Calls of the demo company's last days, as its log has counted them: busy by day, quiet by night.

use entrepot_store::Store;
use entrepot_store::api_log::ApiLogLine;
use entrepot_store::api_log::spans::{Counts, HOUR, MINUTE, SpanRow};
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use super::error::DemoError;
use crate::api_log::buckets::Buckets;

/// Route, side, calls an hour at noon, usual microseconds, one in so many is refused, the refusal's key, one in so many fails.
type Busy = (&'static str, &'static str, i64, u64, i64, &'static str, i64);
const ROUTES: &[Busy] = &[
    ("GET /admin/warehouse.Inventory/index", "admin", 130, 5_200, 0, "", 0),
    ("GET /admin/Index/index", "admin", 60, 2_400, 40, "token.expired", 0),
    ("GET /admin/warehouse.InboundOrder/index", "admin", 70, 4_100, 0, "", 0),
    ("POST /admin/warehouse.OutboundOrder/stock", "admin", 42, 11_500, 14, "stock.short", 0),
    ("POST /admin/warehouse.InboundOrder/stock", "admin", 38, 9_800, 30, "order.state", 0),
    ("POST /admin/Index/login", "admin", 5, 84_000, 6, "login.wrong", 0),
    ("POST /admin/warehouse.Product/import", "admin", 1, 920_000, 5, "import.rows", 40),
    ("GET /api/shop/goods", "site", 340, 3_300, 0, "", 0),
    ("POST /api/shop/cart/add", "site", 55, 6_100, 25, "shop.sold_out", 0),
    ("POST /api/shop/order/place", "site", 22, 24_000, 12, "shop.stock", 300),
    ("GET /api/shop/freight", "site", 48, 2_900, 0, "", 0),
    ("POST /api/user/checkIn", "site", 9, 76_000, 5, "login.wrong", 0),
];
/// Share of a day's busiest hour in percent, by hour.
const DAY: [i64; 24] = [4, 3, 2, 2, 2, 3, 8, 22, 58, 88, 100, 92, 60, 78, 96, 94, 86, 70, 48, 40, 36, 30, 18, 8];
const DAYS: i64 = 14;
/// Lines of the last hours that the log shows.
const LINES: i64 = 240;
const NODE: &str = "demo";

/// A number that looks like chance and is the same every time.
fn chance(seed: i64, most: i64) -> i64 {
    let mixed = (seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ (seed >> 7)).wrapping_mul(0x5851_F42D_4C95_7F2D);
    (mixed >> 33).rem_euclid(most.max(1))
}

fn took(usual: u64, seed: i64) -> u64 {
    let percent = match chance(seed, 100) {
        0 => 900,
        1..=9 => 260,
        other => 60 + other,
    };
    usual * u64::try_from(percent).unwrap_or(100) / 100
}

/// The calls of a route in a span, from `calls` of them.
fn counted(at: i64, name: &str, (calls, seed): (i64, i64), (_, _, _, usual, refused, _, failed): Busy) -> (SpanRow, Buckets) {
    let mut row = SpanRow { at, name: name.to_owned(), calls, last_at: at + 59, ..SpanRow::default() };
    let mut buckets = Buckets::default();
    for call in 0..calls {
        let micros = took(usual, seed + call);
        buckets.add(micros);
        row.max_micros = row.max_micros.max(i64::try_from(micros).unwrap_or(i64::MAX));
        row.refusals += i64::from(refused > 0 && chance(seed + 3 * call, refused) == 0);
        row.errors += i64::from(failed > 0 && chance(seed + 7 * call, failed) == 0);
    }
    row.buckets = buckets.write();
    (row, buckets)
}

/// The rows of a span: each route, the callers, and all together.
fn span(seconds: i64, at: i64, share: i64) -> Vec<(i64, Counts, SpanRow)> {
    let mut rows = Vec::new();
    let (mut all, mut buckets) = (SpanRow { at, ..SpanRow::default() }, Buckets::default());
    let callers = [("admin:1", "admin", 5), ("member:1", "", 9), ("visitor:0", "", 2)];
    let mut called =
        callers.map(|(name, label, _)| (SpanRow { at, name: name.to_owned(), label: label.to_owned(), ..SpanRow::default() }, Buckets::default()));
    for (place, route) in (0..).zip(ROUTES) {
        let calls = (route.2 * share * seconds / HOUR + chance(at + place, 100)) / 100;
        if calls == 0 {
            continue;
        }
        let (row, counted) = counted(at, route.0, (calls, at / MINUTE * 31 + place * 101), *route);
        let caller = if route.1 == "admin" { 0 } else { usize::from(place % 3 != 0) + 1 };
        for (total, buckets) in [(&mut all, &mut buckets)].into_iter().chain(called.get_mut(caller).map(|(row, buckets)| (row, buckets))) {
            total.calls += row.calls;
            total.refusals += row.refusals;
            total.errors += row.errors;
            total.max_micros = total.max_micros.max(row.max_micros);
            total.last_at = row.last_at;
            buckets.merge(&counted);
        }
        rows.push((seconds, Counts::Route, row));
    }
    all.buckets = buckets.write();
    rows.push((seconds, Counts::All, all));
    for (mut row, buckets) in called {
        row.buckets = buckets.write();
        rows.push((seconds, Counts::Caller, row));
    }
    rows
}

fn line(number: i64, at: i64) -> ApiLogLine {
    let place = usize::try_from(chance(number * 13, 12)).unwrap_or(0);
    let (route, side, _, usual, refused, key, _) = ROUTES.get(place).copied().unwrap_or(("", "admin", 0, 0, 0, "", 0));
    let is_refused = refused > 0 && chance(number, 3) == 0;
    let admin = side == "admin" && key != "login.wrong";
    ApiLogLine {
        request_id: format!("{:032x}", number.unsigned_abs() * 0x9E37_79B9),
        at,
        side: if side == "admin" { "admin" } else { "site" },
        method: if route.starts_with("POST") { "POST" } else { "GET" },
        route: route.to_owned(),
        query: if route.ends_with("/index") { "page=1&limit=20".to_owned() } else { String::new() },
        status: 200,
        code: if is_refused { 0 } else { 1 },
        key: if is_refused { key.to_owned() } else { String::new() },
        micros: took(usual, number),
        bytes: u64::try_from(180 + chance(number, 9_000)).unwrap_or(0),
        caller_kind: if admin { "admin" } else { "visitor" },
        caller_id: i64::from(admin),
        caller: if admin { "admin".to_owned() } else { String::new() },
        ip: format!("192.0.2.{}", 10 + chance(number, 60)),
        agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141".to_owned(),
        ..ApiLogLine::default()
    }
}

/// Switches the log on, and fills it with the last days.
pub(super) async fn fill(store: &Store, now: i64, offset: i64) -> Result<(), DemoError> {
    let resource = catalogue::declared("api.Config")?;
    let configs: Vec<Value> = store.records_as(resource, &ListQuery { limit: 1, ..ListQuery::default() }, &Scope::system()).await?;
    if let Some(id) = configs.first().and_then(|row| row["id"].as_i64()) {
        let changes = Map::from_iter([("enabled".to_owned(), json!(1)), ("left_out".to_owned(), json!("/api/health"))]);
        store.update_record(resource, id, &changes, &Act::system(now)).await?;
    }
    let hour_of = |at: i64| usize::try_from((at + offset).rem_euclid(24 * HOUR) / HOUR).unwrap_or(0);
    let share = |at: i64| DAY.get(hour_of(at)).copied().unwrap_or(0);
    let this_hour = now - now.rem_euclid(HOUR);
    let mut rows: Vec<_> = (1..=DAYS * 24).flat_map(|hours| span(HOUR, this_hour - hours * HOUR, share(this_hour - hours * HOUR))).collect();
    let this_minute = now - now.rem_euclid(MINUTE);
    rows.extend((1..=60).flat_map(|minutes| span(MINUTE, this_minute - minutes * MINUTE, share(this_minute).max(30))));
    for part in rows.chunks(500) {
        store.write_api_spans(NODE, part).await?;
    }
    let lines: Vec<ApiLogLine> = (0..LINES).map(|number| line(number, now - (LINES - number) * 97)).collect();
    store.write_api_log(&lines).await?;
    Ok(())
}
