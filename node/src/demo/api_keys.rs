//! Keys that the demo company's other programs call with. Nobody has their texts: their owners get one by rotating them.

use entrepot_store::Store;
use entrepot_store::identity::api_keys::first_secret;
use entrepot_store::resource::{Act, catalogue};
use serde_json::{Map, Value, json};

use super::error::DemoError;
use super::staff::StaffAccount;
use super::words::{Pair, Words};
use crate::identity::api_keys::ApiKeys;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// A key, with times in seconds before or after now.
struct DemoKey {
    name: Pair,
    remark: Pair,
    /// Its place among the staff: whose it is, and whose group.
    owner: usize,
    of_site: i64,
    rate: i64,
    expires: i64,
    used: Option<(i64, &'static str)>,
    revoked: Option<i64>,
}

const KEYS: &[DemoKey] = &[
    DemoKey {
        name: ("ERP 同步", "ERP sync"),
        remark: ("每 5 分钟读取库存，回写入库单", "Reads stock every five minutes, posts inbound orders"),
        owner: 0,
        of_site: 1,
        rate: 1_200,
        expires: 300 * DAY,
        used: Some((4 * 60, "203.0.113.24")),
        revoked: None,
    },
    DemoKey {
        name: ("面单打印站", "Label printer"),
        remark: ("上海仓 2 号打包台", "Shanghai, packing table 2"),
        owner: 1,
        of_site: 0,
        rate: 120,
        expires: 85 * DAY,
        used: Some((26 * 60, "192.0.2.17")),
        revoked: None,
    },
    DemoKey {
        name: ("销售日报", "Daily sales report"),
        remark: ("每天 7:00 由 BI 平台读取", "Read by the BI platform at seven"),
        owner: 0,
        of_site: 0,
        rate: 60,
        expires: 6 * DAY,
        used: Some((9 * HOUR, "198.51.100.8")),
        revoked: None,
    },
    DemoKey {
        name: ("盘点枪试用", "Scanner trial"),
        remark: ("供应商试用，已结束", "A supplier's trial, which is over"),
        owner: 1,
        of_site: 0,
        rate: 60,
        expires: -12 * DAY,
        used: Some((13 * DAY, "192.0.2.40")),
        revoked: None,
    },
    DemoKey {
        name: ("旧报表工具", "Old report tool"),
        remark: ("换成 BI 平台后停用", "Replaced by the BI platform"),
        owner: 0,
        of_site: 0,
        rate: 600,
        expires: 120 * DAY,
        used: Some((41 * DAY, "198.51.100.8")),
        revoked: Some(40 * DAY),
    },
];

fn fields(value: Value) -> Map<String, Value> {
    if let Value::Object(fields) = value { fields } else { Map::new() }
}

/// Makes them for the company's staff.
pub(super) async fn fill(store: &Store, words: Words, keys: &ApiKeys, staff: &[StaffAccount], now: i64) -> Result<(), DemoError> {
    let resource = catalogue::declared("api.Key")?;
    let directory = store.directory().await?;
    for key in KEYS {
        let Some(owner) = staff.get(key.owner) else { continue };
        let group = directory.administrators.iter().find(|person| person.id == owner.id).and_then(|person| person.groups.first().copied());
        let made = keys.generate();
        let (used, from) = key.used.map_or((0, ""), |(ago, ip)| (now - ago, ip));
        let set = json!({
            "prefix": made.prefix,
            "admin_id": owner.id,
            "of_site": key.of_site,
            "group_id": group.unwrap_or(0),
            "state": if key.revoked.is_some() { "revoked" } else { "active" },
            "last_used_at": used,
            "last_used_ip": from,
            "revoked_at": key.revoked.map_or(0, |ago| now - ago),
            "revoked_by": key.revoked.map_or(0, |_| owner.id),
        });
        let extra = first_secret(&made.hash, &made.prefix, owner.id, now);
        let act = Act { set: fields(set), extra, ..Act::system(now) };
        let body = json!({ "name": words.pick(key.name), "remark": words.pick(key.remark), "rate": key.rate, "expires": now + key.expires });
        store.insert_record(resource, &fields(body), &act).await?;
    }
    Ok(())
}
