//! A shop: goods on shelf with their stock, and members with a balance, an address and coupons. Goods, members and
//! coupons go through the resource engine and the balance's own log, stock through the real warehouse actors, so that
//! `entrepot check` proves all of it afterwards.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use actors::clock::SystemClock;
use actors::system::{Ports, System};
use argon2::password_hash::{PasswordHasher, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use clap::Args;
use entrepot_store::member::addresses::{Abroad, AddressText};
use entrepot_store::member::balance::Account;
use entrepot_store::resource::Act;
use entrepot_store::resource::write::FoundReferences;
use entrepot_store::shop::coupons::Claim;
use entrepot_store::{Store, StoreConfig};
use futures::StreamExt;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::fill::{BLOCK, Failure, many, one, resource};

/// Goods that orders are placed for; their SKUs have the same ids, from 1.
pub const HOT: i64 = 100;
/// The SKU of the flash sale, and how many pieces there are.
pub const FLASH: i64 = HOT + 1;
pub const FLASH_PIECES: i64 = 100;
/// Pieces of the others.
const PLENTY: i64 = 1_000_000;
const SOME: i64 = 50;
/// The coupon of which members have tickets, and the one that they take.
const OWN_COUPON: i64 = 1;
pub const TAKEN_COUPON: i64 = 2;
pub const TICKETS: i64 = 500;

/// Lines of a command.
const LINES: usize = 100;
pub const CLASSIFIES: u64 = 50;
/// Most tickets of a transaction.
const CLAIMS: usize = 500;
/// Rows written at once where each is a transaction.
const AT_ONCE: usize = 16;
const MONEY: i64 = 100_000;

#[derive(Args)]
pub struct Options {
    /// The data directory of a node that does not run, and has run or has administrators.
    #[arg(long)]
    data: PathBuf,
    /// A file with the password of the members `buyer1`, `buyer2`, ...
    #[arg(long)]
    password_file: PathBuf,
    #[arg(long, default_value_t = 100_000)]
    goods: i64,
    #[arg(long, default_value_t = 2_000)]
    members: i64,
    /// Coupons of each member.
    #[arg(long, default_value_t = 6)]
    coupons: i64,
}

fn object(row: Value) -> Map<String, Value> {
    if let Value::Object(fields) = row { fields } else { Map::new() }
}

/// Adds rows with what the server sets of each; answers their ids.
async fn with_set(
    store: &Store,
    name: &str,
    now: i64,
    count: i64,
    mut known: FoundReferences,
    row: impl Fn(i64) -> (Value, Value),
) -> Result<Vec<i64>, Failure> {
    let resource = resource(name)?;
    let mut ids = Vec::new();
    for begin in (0..count).step_by(usize::try_from(BLOCK)?) {
        let mut checked = Vec::new();
        for number in begin..(begin + BLOCK).min(count) {
            let (row, set) = row(number);
            let act = Act { set: object(set), ..Act::system(now) };
            checked.push(store.checked_row(resource, &object(row), &act, &mut known).await?);
        }
        ids.extend(store.insert_checked(resource, checked, false, &Act::system(now)).await?);
    }
    Ok(ids)
}

/// What goods cost: between 5 and 29.50.
fn price(number: i64) -> String {
    format!("{}.{}0", 5 + number * 7 % 25, if number % 2 == 0 { 0 } else { 5 })
}

const KINDS: [&str; 8] = ["Pen", "Pencil", "Paper", "Binder", "Lamp", "Brush", "Ruler", "Ink"];
const TRAITS: [&str; 12] = ["blue", "red", "green", "small", "large", "soft", "hard", "light", "thick", "thin", "round", "square"];

async fn goods(store: &Store, options: &Options, now: i64) -> Result<i64, Failure> {
    let unit = one(store, "warehouse.Unit", json!({ "name": "piece" })).await?;
    let warehouse = one(store, "warehouse.Warehouse", json!({ "name": "Shop", "serial_no": "SHOP" })).await?;
    many(store, "shop.goods.Classify", i64::try_from(CLASSIFIES)?, |number| json!({ "name": format!("Classify {number}") })).await?;
    let rule = json!({ "area_ids": [], "first": "1", "freight": "8.00", "continue": "1", "continue_freight": "2.00" });
    let template = json!({ "name": "By piece", "method": 1, "rules": [rule], "free_rules": [], "no_area_ids": [] });
    let template = one(store, "shop.delivery.Template", template).await?;
    let name = |number: i64| {
        let at = |list: &[&'static str], by: i64| list[usize::try_from(number / by).unwrap_or(0) % list.len()];
        format!("{} {}, {}, no. {number}", at(&KINDS, 1), at(&TRAITS, 8), at(&TRAITS, 96))
    };
    let product = |number: i64| json!({ "product_no": format!("P{number:07}"), "name": name(number), "unit_id": unit });
    many(store, "warehouse.Product", options.goods, product).await?;
    let row = |number: i64| {
        let goods = json!({
            "goods_no": format!("G{number:07}"), "name": name(number), "sub_name": "Made to be measured", "classify_ids": [1 + number % CLASSIFIES as i64],
            "images": ["/storage/default/bench.png"], "spec_type": 1, "delivery_type": 1, "delivery_template_id": template, "status": 1,
            "content": "<p>It writes.</p>",
        });
        (goods, json!({ "price": price(number) }))
    };
    let goods = with_set(store, "shop.goods.Goods", now, options.goods, FoundReferences::new(), row).await?;
    // Both are there: they were just written.
    let known: FoundReferences =
        goods.iter().map(|goods| ("shop_goods", *goods)).chain((1..=options.goods).map(|product| ("product", product))).collect();
    let sku = |number: i64| {
        let goods = usize::try_from(number).ok().and_then(|at| goods.get(at)).copied();
        let row = json!({
            "goods_id": goods, "attrs": "", "attr_key": "", "sku_text": "", "sku_code": format!("S{number:07}"), "price": price(number),
            "product_id": 1 + number, "ratio": "1", "buffer": "0", "weight": "0.1",
        });
        (row, json!({}))
    };
    let skus = with_set(store, "shop.goods.Sku", now, options.goods, known, sku).await?;
    if goods.first() != Some(&1) || skus.first() != Some(&1) {
        return Err("the database is not empty".into());
    }
    Ok(warehouse)
}

/// All goods come in: many of those that orders are placed for, few of the others.
async fn stock(store: &Store, warehouse: i64, goods: i64) -> Result<(), Failure> {
    let stores = || Arc::new(store.clone());
    let ports = Ports { warehouses: stores(), orders: stores(), notifications: stores(), shop: stores() };
    let system = System::start("fill".into(), "fill", ports, None, Arc::new(SystemClock(chrono_tz::Asia::Shanghai))).await?;
    let products: Vec<i64> = (1..=goods).collect();
    for (at, products) in products.chunks(LINES).enumerate() {
        let quantity = |product: i64| match product {
            product if product <= HOT => PLENTY,
            FLASH => FLASH_PIECES,
            _ => SOME,
        };
        let line = |(line, product): (usize, &i64)| ReceiveLine {
            line: u32::try_from(line + 1).unwrap_or(1),
            place: Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(*product), batch: String::new() },
            unit: UnitId(1),
            quantity: Quantity(Decimal::from(quantity(*product))),
            price: Price(Decimal::from(3)),
            produce_date: None,
            expiry_date: None,
            received: None,
        };
        let id = CommandId::new(format!("shop-fill-{at}")).map(CommandKey::system)?;
        let action = StockAction::Receive { lines: products.iter().enumerate().map(line).collect() };
        let command = StockCommand::new(id, AdminId(1), "2026-01-15", action);
        match system.warehouses().ask(StockRequest { warehouse: WarehouseId(warehouse), command, deadline: i64::MAX }).await {
            StockReply::Done(_) => {}
            other => return Err(format!("goods {at}: {other:?}").into()),
        }
    }
    system.drain(Duration::from_secs(10)).await;
    Ok(())
}

/// A hash that is cheap to check: logins are not what is measured.
fn hash(password: &str) -> Result<String, Failure> {
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).map_err(|error| error.to_string())?);
    let salt = SaltString::encode_b64(b"entrepot-bench").map_err(|error| error.to_string())?;
    Ok(argon.hash_password(password.as_bytes(), &salt).map_err(|error| error.to_string())?.to_string())
}

async fn members(store: &Store, options: &Options, now: i64) -> Result<(), Failure> {
    let hash = hash(std::fs::read_to_string(&options.password_file)?.trim())?;
    let row = |number: i64| {
        let name = format!("buyer{}", number + 1);
        let row = json!({
            "username": name, "nickname": name, "email": format!("{name}@example.com"), "password": hash, "group_id": 1, "status": "enable",
        });
        (row, json!({ "join_time": now, "last_login_time": 0 }))
    };
    let members = with_set(store, "user.User", now, options.members, FoundReferences::new(), row).await?;
    let prepared = futures::stream::iter(members.iter().copied()).map(|member| async move {
        store.change_balance(Account::Money, member, Decimal::from(MONEY), "prepared", None, now).await?;
        let area = vec![440_000, 440_300, 440_303];
        let address = AddressText {
            name: "Buyer".into(),
            mobile: "13800138001".into(),
            area,
            address: "1 Shennan Road".into(),
            abroad: Abroad::default(),
            is_default: true,
        };
        store.add_address(member, &address, None, now).await?;
        Ok::<(), Failure>(())
    });
    let prepared: Vec<Result<(), Failure>> = prepared.buffer_unordered(AT_ONCE).collect().await;
    prepared.into_iter().collect::<Result<(), Failure>>()?;
    coupons(store, &members, options.coupons, now).await
}

async fn coupons(store: &Store, members: &[i64], each: i64, now: i64) -> Result<(), Failure> {
    let coupon = |name: &str, more: Value| {
        let mut row =
            json!({ "name": name, "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "valid_type": 2, "valid_days": 30, "status": 1 });
        object(more).into_iter().for_each(|(field, value)| row[field] = value);
        row
    };
    let own = one(store, "shop.marketing.Coupon", coupon("Own", json!({ "total_num": 0, "limit_num": 0, "get_type": 3 }))).await?;
    let taken = one(store, "shop.marketing.Coupon", coupon("Taken", json!({ "total_num": TICKETS, "limit_num": 1, "get_type": 1 }))).await?;
    if (own, taken) != (OWN_COUPON, TAKEN_COUPON) {
        return Err("the database is not empty".into());
    }
    for turn in 1..=each {
        for some in members.chunks(CLAIMS) {
            let row = store.coupon(own).await?.ok_or("the coupon is gone")?;
            let claims: Vec<Claim> = some.iter().map(|member| Claim { member: *member, turn }).collect();
            store.claim_coupons(&row, &claims, None, now).await?;
        }
    }
    Ok(())
}

/// Fills, and prints how long it took.
pub async fn run(options: Options) -> Result<(), Failure> {
    let store = Store::connect(&StoreConfig::new(format!("rocksdb:{}", options.data.join("db").display()), "entrepot")).await?;
    let (began, now) = (Instant::now(), i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs())?);
    let warehouse = goods(&store, &options, now).await?;
    eprintln!("{} goods after {} s", options.goods, began.elapsed().as_secs());
    stock(&store, warehouse, options.goods).await?;
    eprintln!("their stock after {} s", began.elapsed().as_secs());
    members(&store, &options, now).await?;
    let seconds = began.elapsed().as_secs_f64().round();
    println!("{}", json!({ "goods": options.goods, "members": options.members, "coupons": options.members * options.coupons, "seconds": seconds }));
    Ok(())
}
