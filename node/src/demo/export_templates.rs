//! Exports that the demo company makes by schedule.

use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use serde_json::{Value, json};

use super::error::DemoError;
use super::staff::StaffAccount;
use super::words::{Pair, Words};
use crate::export_template::service::next_time;

/// Name, list, query, schedule, whether the staff get it as well.
const TEMPLATES: &[(Pair, &str, &str, &str, bool)] = &[
    (("每周库存", "Stock of the week"), "warehouse.Inventory", "format=xlsx", "0 8 * * 1", true),
    (("待审核入库单", "Inbound orders to review"), "warehouse.InboundOrder", "status=0&format=csv", "30 17 * * 1-5", false),
    (("商品清单", "Products"), "warehouse.Product", "format=xlsx", "", true),
];

/// Makes them, owned by an administrator.
pub(super) async fn fill(store: &Store, words: Words, admin: i64, staff: &[StaffAccount], (now, zone): (i64, Tz)) -> Result<(), DemoError> {
    let resource = catalogue::declared("routine.ExportTemplate")?;
    let people: Vec<i64> = std::iter::once(admin).chain(staff.iter().map(|account| account.id)).collect();
    for (name, controller, query, cron, shared) in TEMPLATES {
        let receivers: &[i64] = if *shared { &people } else { &[] };
        let row = json!({
            "name": words.pick(*name), "controller": controller, "query": query, "language": words.pick(("zh-cn", "en")), "cron": cron, "receivers": receivers, "status": 1,
        });
        let set = json!({ "admin_id": admin, "next_time": next_time(cron, zone, now).unwrap_or(0) });
        let object = |value: Value| value.as_object().cloned().unwrap_or_default();
        store.insert_record(resource, &object(row), &Act { set: object(set), ..Act::system(now) }).await?;
    }
    Ok(())
}
