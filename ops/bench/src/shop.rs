//! Members of the shop, through HTTP, over connections that are kept open: orders of three lines (quote, place with
//! coupon and freight, pay from the balance), a flash sale, and a coupon of which there are few.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::{Barrier, Mutex};

use crate::http::{Connection, Failure, NodeArgs};
use crate::proof;
use crate::shop_fill::{FLASH, FLASH_PIECES, HOT, TAKEN_COUPON, TICKETS};

/// Members who log in at once.
const LOGINS: usize = 8;
/// How many people claim, and how often each.
const CLAIMING: usize = 1_000;
const CLAIMS_EACH: usize = 5;
/// Who wants the last pieces.
const FLASH_BUYERS: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Orders,
    Flash,
    Claims,
}

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    node: NodeArgs,
    /// How many there are.
    #[arg(long, default_value_t = 2_000)]
    members: usize,
    /// Seconds for each number of connections.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Numbers of connections that place orders.
    #[arg(long, value_delimiter = ',', default_value = "1,16,64")]
    callers: Vec<usize>,
    #[arg(long, value_enum, value_delimiter = ',', default_value = "orders,flash,claims")]
    parts: Vec<Part>,
}

/// Somebody who is logged in.
struct Member {
    token: String,
    address: i64,
}

/// Posts and expects success; answers the data.
async fn done(connection: &mut Connection, path: &str, body: &Value) -> Result<Value, Failure> {
    let mut answer = connection.post(path, body).await?;
    if answer["code"] == 1 { Ok(answer["data"].take()) } else { Err(format!("{path}: {answer}").into()) }
}

async fn member(host: &str, number: usize, password: &str) -> Result<Member, Failure> {
    let body = json!({ "tab": "login", "username": format!("buyer{number}"), "password": password, "keep": false });
    let mut connection = Connection::open_for_member(host, "").await?;
    let token = done(&mut connection, "/api/user/checkIn", &body).await?["userInfo"]["token"].as_str().ok_or("no token")?.to_owned();
    connection.calls_as(&token);
    let addresses: Value = serde_json::from_slice(connection.get("/api/shop.Address/index").await?)?;
    let address = addresses["data"]["list"][0]["id"].as_i64().ok_or_else(|| format!("no address: {addresses}"))?;
    Ok(Member { token, address })
}

async fn logged_in(options: &Options) -> Result<Vec<Member>, Failure> {
    let password = std::fs::read_to_string(&options.node.password_file)?.trim().to_owned();
    let next = Arc::new(AtomicUsize::new(1));
    let mut tasks = Vec::new();
    for _ in 0..LOGINS {
        let (next, host, password, last) = (next.clone(), options.node.host.clone(), password.clone(), options.members);
        tasks.push(tokio::spawn(async move {
            let mut members = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number > last {
                    return Ok::<_, Failure>(members);
                }
                members.push(member(&host, number, &password).await?);
            }
        }));
    }
    let mut members = Vec::new();
    for task in tasks {
        members.extend(task.await??);
    }
    Ok(members)
}

/// Three of the hot goods, one of one and two of the others.
fn basket(number: usize, address: i64) -> Value {
    let hot = usize::try_from(HOT).unwrap_or(1);
    let line = |at: usize| json!({ "sku_id": 1 + (number * 7 + at * 13) % hot, "quantity": 1 + at % 2 });
    json!({ "lines": [line(0), line(1), line(2)], "address_id": address })
}

/// Quotes, places and pays an order, and says how long each took; the coupon is the best that the member has.
async fn bought(connection: &mut Connection, member: &Member, (stamp, number): (u64, usize)) -> Result<[Duration; 3], Failure> {
    connection.calls_as(&member.token);
    let asked = Instant::now();
    let mut body = basket(number, member.address);
    body["best_coupon"] = true.into();
    let quote = done(connection, "/api/shop.Order/quote", &body).await?;
    if quote["coupon_amount"] != "2.00" || quote["freight"] == "0.00" {
        return Err(format!("no coupon or no freight: {quote}").into());
    }
    let mut body = basket(number, member.address);
    body["user_coupon_id"] = quote["user_coupon_id"].clone();
    body["pay_amount"] = quote["pay_amount"].clone();
    body["command_id"] = format!("place-{stamp}-{number}").into();
    let quoted = asked.elapsed();
    let placed = done(connection, "/api/shop.Order/add", &body).await?;
    let reserved = asked.elapsed();
    let body = json!({ "order_no": placed["row"]["order_no"], "method": 1, "command_id": format!("pay-{stamp}-{number}") });
    let paid = done(connection, "/api/shop.Pay/begin", &body).await?;
    if paid["row"]["status"] != 2 {
        return Err(format!("not paid: {paid}").into());
    }
    Ok([quoted, reserved - quoted, asked.elapsed() - reserved])
}

fn histogram() -> Result<Histogram<u64>, Failure> {
    Ok(Histogram::new_with_bounds(1, 120_000_000, 3)?)
}

fn ms(histogram: &Histogram<u64>, quantile: f64) -> f64 {
    histogram.value_at_quantile(quantile) as f64 / 1_000.0
}

/// Each connection goes through members of its own, so that nobody buys twice at once.
async fn orders(options: &Options, members: &Arc<Vec<Member>>, first: &mut usize, callers: usize) -> Result<Value, Failure> {
    let (began, until) = (Instant::now(), Instant::now() + Duration::from_secs(options.seconds));
    let stamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let (all, orders) = (Arc::new(Mutex::new((histogram()?, [histogram()?, histogram()?, histogram()?]))), Arc::new(AtomicU64::new(0)));
    let mut tasks = Vec::new();
    for caller in 0..callers {
        let (members, all, orders, begin) = (members.clone(), all.clone(), orders.clone(), *first + caller);
        let mut connection = Connection::open_for_member(&options.node.host, "").await?;
        tasks.push(tokio::spawn(async move {
            let (mut own, mut steps, mut number) = (histogram()?, [histogram()?, histogram()?, histogram()?], begin);
            while Instant::now() < until {
                let asked = Instant::now();
                let took = bought(&mut connection, &members[number % members.len()], (stamp, number)).await?;
                steps.iter_mut().zip(took).for_each(|(step, took)| step.saturating_record(took.as_micros() as u64));
                own.saturating_record(asked.elapsed().as_micros() as u64);
                orders.fetch_add(1, Ordering::Relaxed);
                number += callers;
            }
            let mut all = all.lock().await;
            all.0.add(own)?;
            for (all, own) in all.1.iter_mut().zip(steps) {
                all.add(own)?;
            }
            Ok::<usize, Failure>(number)
        }));
    }
    for task in tasks {
        // Nobody's coupons run out: the next part goes on with the next members.
        *first = task.await??.max(*first);
    }
    let (histogram, [quote, place, pay]) = &*all.lock().await;
    proof::has_measurements("orders of members", histogram)?;
    let step = |of: &Histogram<u64>| json!({ "p50_ms": ms(of, 0.5), "p99_ms": ms(of, 0.99) });
    Ok(json!({
        "quote": step(quote), "place": step(place), "pay": step(pay),
        "callers": callers, "orders_per_second": (orders.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        "p50_ms": ms(histogram, 0.5), "p99_ms": ms(histogram, 0.99),
    }))
}

/// What came of one who wanted one of the last pieces, and when they knew.
struct Wanted {
    /// Empty: they have bought it.
    refused: String,
    quoted: Duration,
    placed: Duration,
    known: Duration,
}

async fn wanted(host: String, member: &Member, (stamp, number): (u64, usize), ready: &Barrier) -> Result<Wanted, Failure> {
    let mut connection = Connection::open_for_member(&host, &member.token).await?;
    let lines = json!([{ "sku_id": FLASH, "quantity": 1 }]);
    ready.wait().await;
    let began = Instant::now();
    let quote = done(&mut connection, "/api/shop.Order/quote", &json!({ "lines": lines, "address_id": member.address })).await?;
    let quoted = began.elapsed();
    let body = json!({
        "lines": lines, "address_id": member.address, "pay_amount": quote["pay_amount"], "command_id": format!("flash-{stamp}-{number}"),
    });
    // All have seen the price before one of them buys.
    ready.wait().await;
    let began = Instant::now();
    let answer = connection.post("/api/shop.Order/add", &body).await?;
    let placed = began.elapsed();
    if answer["code"] == 1 {
        let order_no = &answer["data"]["row"]["order_no"];
        done(&mut connection, "/api/shop.Pay/begin", &json!({ "order_no": order_no, "method": 1 })).await?;
    }
    let refused = match answer["code"] == 1 {
        true => String::new(),
        // Who comes too late reads the name of what is gone.
        false if answer["data"]["key"] == "shop.short" && answer["msg"].as_str().is_some_and(|text| text.contains("no. ")) => "sold out".into(),
        false => answer.to_string(),
    };
    Ok(Wanted { refused, quoted, placed, known: began.elapsed() })
}

async fn flash(options: &Options, members: &Arc<Vec<Member>>) -> Result<Value, Failure> {
    let ready = Arc::new(Barrier::new(FLASH_BUYERS));
    let stamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut tasks = Vec::new();
    for number in 0..FLASH_BUYERS {
        let (host, members, ready) = (options.node.host.clone(), members.clone(), ready.clone());
        tasks.push(tokio::spawn(async move { wanted(host, &members[number % members.len()], (stamp, number), &ready).await }));
    }
    let (mut quotes, mut answers, mut outcomes, mut last) = (histogram()?, histogram()?, BTreeMap::<String, u64>::new(), Duration::ZERO);
    for task in tasks {
        let wanted = task.await??;
        quotes.saturating_record(wanted.quoted.as_micros() as u64);
        answers.saturating_record(wanted.placed.as_micros() as u64);
        last = last.max(wanted.known);
        *outcomes.entry(wanted.refused).or_default() += 1;
    }
    let sold = outcomes.remove("").unwrap_or(0);
    let sold_out = outcomes.remove("sold out").unwrap_or(0);
    if sold != u64::try_from(FLASH_PIECES)? || !outcomes.is_empty() {
        return Err(format!("{sold} of {FLASH_PIECES} pieces were sold, {sold_out} heard that they are gone, others: {outcomes:?}").into());
    }
    Ok(json!({
        "buyers": FLASH_BUYERS, "pieces": FLASH_PIECES, "sold": sold, "sold_out": sold_out, "quotes_ms": ms(&quotes, 1.0),
        "p50_ms": ms(&answers, 0.5), "p99_ms": ms(&answers, 0.99), "last_ms": last.as_secs_f64() * 1_000.0,
    }))
}

/// Everybody takes the same coupon, again and again.
async fn claims(options: &Options, members: &Arc<Vec<Member>>) -> Result<Value, Failure> {
    let ready = Arc::new(Barrier::new(CLAIMING + 1));
    let mut tasks = Vec::new();
    for number in 0..CLAIMING {
        let (host, members, ready) = (options.node.host.clone(), members.clone(), ready.clone());
        tasks.push(tokio::spawn(async move {
            let mut connection = Connection::open_for_member(&host, &members[number % members.len()].token).await?;
            let (mut own, mut taken) = (histogram()?, 0_i64);
            ready.wait().await;
            for _ in 0..CLAIMS_EACH {
                let asked = Instant::now();
                let answer = connection.post("/api/shop.Coupon/take", &json!({ "id": TAKEN_COUPON })).await?;
                own.saturating_record(asked.elapsed().as_micros() as u64);
                if answer["code"] == 1 {
                    taken += 1;
                } else if !answer["data"]["key"].as_str().is_some_and(|key| key.starts_with("shop.claim.")) {
                    return Err(format!("a claim: {answer}").into());
                }
            }
            Ok::<_, Failure>((own, taken))
        }));
    }
    ready.wait().await;
    let began = Instant::now();
    let (mut all, mut taken) = (histogram()?, 0);
    for task in tasks {
        let (own, tickets) = task.await??;
        all.add(own)?;
        taken += tickets;
    }
    if taken != TICKETS {
        return Err(format!("{taken} of {TICKETS} tickets were taken").into());
    }
    let claims = CLAIMING * CLAIMS_EACH;
    let seconds = began.elapsed().as_secs_f64();
    Ok(json!({
        "claims": claims, "tickets": TICKETS, "taken": taken, "claims_per_second": (claims as f64 / seconds).round(),
        "p50_ms": ms(&all, 0.5), "p99_ms": ms(&all, 0.99), "last_ms": seconds * 1_000.0,
    }))
}

/// Runs and prints a line of JSON for each figure.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let members = Arc::new(logged_in(&options).await.map_err(|error| error.to_string())?);
    eprintln!("{} members are logged in after {} s", members.len(), began.elapsed().as_secs());
    let mut first = 0;
    for &part in &options.parts {
        let print = |what: &str, figures: Value| println!("{}", json!({ "what": what, "figures": figures }));
        match part {
            Part::Orders => {
                for &callers in &options.callers {
                    print("orders", orders(&options, &members, &mut first, callers).await.map_err(|error| error.to_string())?);
                }
            }
            Part::Flash => print("flash", flash(&options, &members).await.map_err(|error| error.to_string())?),
            Part::Claims => print("claims", claims(&options, &members).await.map_err(|error| error.to_string())?),
        }
    }
    Ok(())
}
