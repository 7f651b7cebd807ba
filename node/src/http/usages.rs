//! What is said of a row that can't be deleted because others refer to it: by what it is used, and on which page that is
//! shown.

use bus_schemas::order::OrderKind;
use entrepot_store::resource::error::Usage;
use serde_json::{Value, json};

use crate::i18n::{Language, current, text};

/// Most uses that a message names.
const USAGES_MAX: usize = 5;
const STOCK_ORDER: &str = "stock_order";

/// The message, and facts for programs.
pub fn answer(usages: &[Usage]) -> (String, Value) {
    let mut ids: Vec<i64> = Vec::new();
    for usage in usages {
        if !ids.contains(&usage.id) {
            ids.push(usage.id);
        }
    }
    let several = ids.len() > 1;
    let said = |usage: &Usage| {
        let by = [by(usage), usage.name.clone()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        if several { format!("#{}: {by}", usage.id) } else { by }
    };
    let more = if usages.len() > USAGES_MAX { " ..." } else { "" };
    let named = usages.iter().take(USAGES_MAX).map(said).collect::<Vec<_>>().join(", ") + more;
    let fact = |usage: &Usage| json!({ "id": usage.id, "by": by(usage), "name": usage.name, "link": link(usage) });
    let uses: Vec<Value> = usages.iter().map(fact).collect();
    (text("error.in_use", &[("uses", named)]), json!({ "key": "error.in_use", "ids": ids, "uses": uses }))
}

/// What sort of thing uses a row.
fn by(usage: &Usage) -> String {
    if let Some(kind) = usage.kind.as_deref().filter(|_| usage.table == STOCK_ORDER) {
        return text(&format!("order_kind.{kind}"), &[]);
    }
    match (usage.table, usage.title) {
        ("place", _) => text("used_by.stock", &[]),
        ("count_sheet" | "count_line", _) => text("used_by.count", &[]),
        ("shop_order" | "shop_refund" | "shop_placing" | "shop_user_coupon", _) => text("used_by.shop_order", &[]),
        ("order_event" | "count_event" | "shop_event" | "record_history" | "month_closing", _) => text("used_by.history", &[]),
        (_, Some(title)) => title.text(current() == Language::English).to_owned(),
        (_, None) => text("used_by.other", &[]),
    }
}

/// The page that shows the use; nothing where there is none.
fn link(usage: &Usage) -> Option<String> {
    let row = usage.row?;
    if usage.table == STOCK_ORDER {
        let kind = usage.kind.as_deref().and_then(OrderKind::named)?;
        return Some(format!("/admin/{}?id={row}", kind.page));
    }
    (usage.table == "count_sheet").then(|| format!("/admin/warehouse/stockCount?id={row}"))
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::declaration::Label;

    use super::*;

    fn usage(id: i64, table: &'static str, kind: Option<&str>, name: &str) -> Usage {
        let title = (table == "product").then_some(Label { zh: "商品", en: "Products" });
        Usage { id, table, title, kind: kind.map(str::to_owned), row: Some(7), name: name.to_owned() }
    }

    #[tokio::test]
    async fn a_refusal_names_each_use_and_the_page_that_shows_it() {
        let usages = [usage(3, STOCK_ORDER, Some("transfer"), "DB1"), usage(3, "place", None, "")];
        let (message, facts) = answer(&usages);
        assert!(message.contains("DB1") && message.contains("库存") && !message.contains('#'), "{message}");
        assert_eq!(facts["ids"], json!([3]));
        assert_eq!((&facts["uses"][0]["link"], &facts["uses"][1]["link"]), (&json!("/admin/warehouse/transferOrder?id=7"), &Value::Null));
        let (message, _) = answer(&[usage(3, "product", None, "Pen"), usage(4, "u_gone", None, "")]);
        assert!(message.contains("#3: 商品 Pen") && message.contains("#4: 其他记录"), "{message}");
    }
}
