//! The words of an event: variables in braces, filled from the event in the reader's language. A text with a variable that is not
//! known is not saved, so none is left open.

use std::collections::BTreeMap;

use bus_schemas::event::{ByKind, Event, Stream};
use chrono_tz::Tz;
use entrepot_store::event::read::EventNames;
use entrepot_store::resource::catalogue::Catalogue;
use serde_json::Value;

use crate::i18n::{Language, find_text, text_in};
use crate::identity::rule_titles::title;
use crate::site_time::time_at;

/// A variable that every event may have: name, what it is in Chinese and English, and a sample.
pub type Variable = (&'static str, (&'static str, &'static str), &'static str);

/// All of them. One that an event does not have is empty.
pub const VARIABLES: &[Variable] = &[
    ("event", ("发生的事件", "What happened"), "入库"),
    ("page", ("所属页面", "The page of the thing"), "入库单"),
    ("name", ("编号或名称", "Number or name of the thing"), "RK202601010001"),
    ("time", ("发生时间", "When"), "2026-01-01 09:00:00"),
    ("by", ("操作人", "Who did it"), "王敏"),
    ("warehouse", ("仓库", "Warehouses"), "上海仓"),
    ("order_no", ("单号", "Order number"), "RK202601010001"),
    ("reference", ("对方单号", "Partner’s number"), "PO-7781"),
    ("from", ("原状态", "State before"), "已审核"),
    ("to", ("现状态", "State now"), "已入库"),
    ("quantity", ("数量", "Quantity"), "120"),
    ("reason", ("原因", "Reason"), "少到 2 件"),
    ("fields", ("修改的字段", "Changed fields"), "name, price"),
    ("link", ("详情链接", "Link to the thing"), "https://example.com/admin/warehouse/inboundOrder?id=7"),
];

/// The sample of every variable, with the constants that the site has.
#[must_use]
pub fn samples(constants: &[(String, String)]) -> BTreeMap<String, String> {
    let built_in = VARIABLES.iter().map(|(name, _, sample)| ((*name).to_owned(), (*sample).to_owned()));
    constants.iter().cloned().chain(built_in).collect()
}

/// Who reads it: the language, the site's clock, and where the site is.
pub struct Reader<'a> {
    pub language: Language,
    pub zone: Tz,
    pub public_url: &'a str,
    pub catalogue: &'a Catalogue,
}

impl Reader<'_> {
    /// What happened, in words.
    fn event(&self, event: &Event) -> String {
        let action = event.kind.split_once('.').map_or(event.kind.as_str(), |(_, action)| action);
        find_text(self.language, &format!("deliver.kind.{}", event.kind)).unwrap_or_else(|| {
            let node = format!("{}/{}", event.subject.page, action);
            let words = title(self.catalogue, self.language, &node, "");
            if words == node { event.kind.clone() } else { words }
        })
    }

    /// A state of an order, in words.
    fn state(&self, event: &Event, value: &Value) -> String {
        let Some(state) = value.as_str() else { return if value.is_null() { String::new() } else { value.to_string() } };
        let sort = event.subject.page.rsplit('/').next().unwrap_or_default().trim_end_matches("Order").to_lowercase();
        let of_kind = find_text(self.language, &format!("status.{state}.{sort}"));
        of_kind.or_else(|| find_text(self.language, &format!("status.{state}"))).unwrap_or_else(|| state.to_owned())
    }

    /// The variables of an event.
    #[must_use]
    pub fn values(&self, event: &Event, known: &EventNames, constants: &[(String, String)]) -> BTreeMap<String, String> {
        let data = |name: &str| event.data.get(name).cloned().unwrap_or(Value::Null);
        let plain = |name: &str| match data(name) {
            Value::String(text) => text,
            Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        let nobody = if event.by.kind == ByKind::Member { "deliver.member" } else { "deliver.system" };
        let by = if known.by.is_empty() { text_in(self.language, nobody, &[]) } else { known.by.clone() };
        // Rows are opened beside their list.
        let row = if matches!(event.stream, Stream::Table(_) | Stream::Members) { format!("&row={}", event.subject.id) } else { String::new() };
        let link = format!("{}/admin/{}?id={}{row}", self.public_url.trim_end_matches('/'), event.subject.page, event.subject.id);
        let mut values: BTreeMap<String, String> = constants.iter().cloned().collect();
        let own = [
            ("event", self.event(event)),
            ("page", title(self.catalogue, self.language, &event.subject.page, "")),
            ("name", event.subject.name.clone()),
            ("time", time_at(self.zone, event.at / 1_000)),
            ("by", by),
            ("warehouse", known.warehouses.join(", ")),
            ("from", self.state(event, &data("from"))),
            ("to", self.state(event, &data("to"))),
            ("link", link),
        ];
        values.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
        for name in ["order_no", "reference", "quantity", "reason", "fields"] {
            values.insert(name.to_owned(), plain(name));
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_takes_no_variables_place() {
        assert_eq!(samples(&[("shop".into(), "Nord".into())]).len(), VARIABLES.len() + 1);
        assert!(samples(&[("name".into(), "stolen".into())])["name"] != "stolen");
    }
}
