//! Orders of the shop as a file: a row for each line, with the columns that were chosen.

use std::collections::HashMap;

use async_trait::async_trait;
use bus_schemas::shop::order::{ShopLine, ShopOrder, ShopParcel};
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::shop::order::export::CONTROLLER;
use entrepot_store::shop::order::read::{Buyer, Contacts, ShopListed};
use serde_json::{Value, json};

use crate::data_exchange::SHOP_ORDERS_NODE;
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{ListExport, Reader};
use crate::i18n::text;
use crate::identity::contact::masked;

/// Orders read together.
const BLOCK: i64 = 500;
/// The page of orders, and the node of its export.
const PAGE: &str = "shop/order/order";

/// What a column's cell is made of.
struct Row<'a> {
    listed: &'a ShopListed,
    line: &'a ShopLine,
    companies: &'a HashMap<i64, String>,
    reader: &'a Reader,
    contacts: Contacts,
}

type Cell = fn(&Row<'_>) -> String;
/// Its name on the wire, the end of its text's key, and its cell.
type Column = (&'static str, &'static str, Cell);

/// Every column.
const COLUMNS: &[Column] = &[
    ("order_no", "shop.order_no", |row| row.order().order_no.clone()),
    ("status", "shop.status", |row| text(&format!("export.shop_status.{}", row.order().status.code()), &[])),
    ("member", "shop.member", |row| row.member()),
    ("create_time", "shop.create_time", |row| row.time(Some(row.order().create_time))),
    ("pay_time", "shop.pay_time", |row| row.time(row.order().pay_time)),
    ("pay_method", "shop.pay_method", |row| {
        row.order().pay_method.map(|method| text(&format!("export.shop_method.{}", method.code()), &[])).unwrap_or_default()
    }),
    ("line", "shop.line", |row| row.line.line.to_string()),
    ("goods_name", "shop.goods_name", |row| row.line.name.clone()),
    ("sku_text", "shop.sku_text", |row| row.line.sku_text.clone()),
    ("sku_code", "shop.sku_code", |row| row.line.sku_code.clone()),
    ("price", "shop.price", |row| row.line.price.to_string()),
    ("quantity", "shop.quantity", |row| row.line.quantity.to_string()),
    ("goods_amount", "shop.goods_amount", |row| row.line.shares.goods_amount.to_string()),
    ("coupon_share", "shop.coupon_share", |row| row.line.shares.coupon_share.to_string()),
    ("score_share", "shop.score_share", |row| row.line.shares.score_share.to_string()),
    ("freight_share", "shop.freight_share", |row| row.line.shares.freight_share.to_string()),
    ("pay_share", "shop.pay_share", |row| row.line.shares.pay_share.to_string()),
    ("shipped", "shop.shipped", |row| row.line.shipped.to_string()),
    ("refunded_num", "shop.refunded_num", |row| row.line.refunded_num.to_string()),
    ("refunded_amount", "shop.refunded_amount", |row| row.line.refunded_amount.to_string()),
    ("pay_amount", "shop.pay_amount", |row| row.order().pay_amount.to_string()),
    ("paid_amount", "shop.paid_amount", |row| row.order().paid_amount.to_string()),
    ("freight", "shop.freight", |row| (row.order().freight - row.order().freight_off).to_string()),
    ("refund_amount", "shop.refund_amount", |row| row.order().refund_amount.to_string()),
    ("name", "shop.name", |row| row.order().name.clone()),
    ("mobile", "shop.mobile", |row| row.hidden(&row.order().mobile, 3, 4)),
    ("area", "shop.area", |row| row.order().area_text.clone()),
    ("address", "shop.address", |row| row.hidden(&row.order().address, 0, 0)),
    ("company", "shop.company", |row| row.of_parcels(|row, parcel| row.companies.get(&parcel.company_id).cloned().unwrap_or_default())),
    ("courier_number", "shop.courier_number", |row| row.of_parcels(|_, parcel| parcel.courier_number.clone())),
    ("shipment_time", "shop.shipment_time", |row| row.of_parcels(|row, parcel| row.time(parcel.shipment_time))),
    ("receive_time", "shop.receive_time", |row| row.time(row.order().receive_time)),
    ("complete_time", "shop.complete_time", |row| row.time(row.order().complete_time)),
    ("remark", "shop.remark", |row| row.order().remark.clone()),
    ("admin_remark", "shop.admin_remark", |row| row.order().admin_remark.clone()),
];

/// The columns of numbers, by the ends of their texts' keys.
const FIGURES: [&str; 15] = [
    "shop.line",
    "shop.price",
    "shop.quantity",
    "shop.goods_amount",
    "shop.coupon_share",
    "shop.score_share",
    "shop.freight_share",
    "shop.pay_share",
    "shop.shipped",
    "shop.refunded_num",
    "shop.refunded_amount",
    "shop.pay_amount",
    "shop.paid_amount",
    "shop.freight",
    "shop.refund_amount",
];

impl Row<'_> {
    const fn order(&self) -> &ShopOrder {
        &self.listed.order
    }

    fn time(&self, at: Option<i64>) -> String {
        at.filter(|at| *at > 0).map(|at| self.reader.moment(at * 1_000)).unwrap_or_default()
    }

    fn hidden(&self, text: &str, head: usize, tail: usize) -> String {
        if self.contacts == Contacts::Whole { text.to_owned() } else { masked(text, head, tail) }
    }

    fn member(&self) -> String {
        let user = self.listed.user.as_ref();
        user.and_then(Buyer::name).unwrap_or_default()
    }

    /// Something of each parcel that has left with pieces of the line.
    fn of_parcels(&self, cell: impl Fn(&Self, &ShopParcel) -> String) -> String {
        let has = |parcel: &&ShopParcel| parcel.status == ShopParcel::SHIPPED && parcel.lines.iter().any(|pieces| pieces.line == self.line.line);
        self.order().parcels.iter().filter(has).map(|parcel| cell(self, parcel)).collect::<Vec<_>>().join(", ")
    }
}

/// The names of all columns, as the wire has them.
pub fn names() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|(name, ..)| *name)
}

/// What a column is called in the reader's language.
#[must_use]
pub fn column_text(name: &str) -> String {
    let key = COLUMNS.iter().find(|(known, ..)| *known == name).map_or(name, |(_, key, _)| key);
    text(&format!("export.column.{key}"), &[])
}

/// Telephone numbers and addresses are for those who send or change orders.
fn contacts(reader: &Reader) -> Contacts {
    let whole = ["delivery", "edit"].iter().any(|button| reader.rights.holds(&format!("{PAGE}/{button}")));
    if whole { Contacts::Whole } else { Contacts::Masked }
}

/// Orders of a list, line by line.
pub struct OrderLines {
    name: String,
    filter: String,
    query: ListQuery,
    columns: Vec<&'static Column>,
    after: i64,
}

impl OrderLines {
    /// The columns in the order in which they are named; `None` where one is unknown or twice, or there is none.
    #[must_use]
    pub fn of(name: String, filter: String, query: ListQuery, columns: &[String]) -> Option<Self> {
        let mut chosen: Vec<&'static Column> = Vec::with_capacity(columns.len());
        for name in columns {
            let column = COLUMNS.iter().find(|(known, ..)| known == name)?;
            if chosen.iter().any(|(known, ..)| *known == column.0) {
                return None;
            }
            chosen.push(column);
        }
        (!chosen.is_empty()).then_some(Self { name, filter, query, columns: chosen, after: 0 })
    }
}

#[async_trait]
impl ListExport for OrderLines {
    fn controller(&self) -> &'static str {
        CONTROLLER
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn node(&self) -> String {
        SHOP_ORDERS_NODE.to_owned()
    }

    fn named(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn asked(&self) -> Option<Value> {
        let columns: Vec<&str> = self.columns.iter().map(|(name, ..)| *name).collect();
        Some(json!({ "columns": columns, "filter": self.filter }))
    }

    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(_, key, _)| *key).collect()
    }

    fn figures(&self) -> Vec<&'static str> {
        FIGURES.to_vec()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.count_shop_lines(&self.query, &reader.scope, contacts(reader)).await?)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let contacts = contacts(reader);
        let orders = store.shop_orders_after(&self.query, &reader.scope, contacts, self.after, BLOCK).await?;
        let Some(last) = orders.last() else { return Ok(None) };
        self.after = last.order.id.0;
        let mut companies: Vec<i64> = orders.iter().flat_map(|listed| super::member_api::companies(&listed.order)).collect();
        companies.sort_unstable();
        companies.dedup();
        let companies = store.delivery_companies(&companies).await?.into_iter().map(|(id, name, _)| (id, name)).collect();
        let cells = |listed, line| {
            let row = Row { listed, line, companies: &companies, reader, contacts };
            self.columns.iter().map(|(.., cell)| cell(&row)).collect::<Vec<String>>()
        };
        Ok(Some(
            orders
                .iter()
                .flat_map(|listed| listed.order.lines.iter().map(move |line| (listed, line)))
                .map(|(listed, line)| cells(listed, line))
                .collect(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, find_text};

    #[test]
    fn every_column_has_a_name_and_is_there_once() {
        for (name, key, _) in COLUMNS {
            for language in [Language::Chinese, Language::English] {
                assert!(find_text(language, &format!("export.column.{key}")).is_some(), "{name}");
            }
        }
        let chosen = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            OrderLines::of(String::new(), String::new(), ListQuery::default(), &names).map(|lines| lines.columns())
        };
        assert_eq!(chosen(&["price", "order_no"]), Some(vec!["shop.price", "shop.order_no"]));
        assert_eq!((chosen(&[]), chosen(&["price", "price"]), chosen(&["cost"])), (None, None, None));
        assert!(FIGURES.iter().all(|figure| COLUMNS.iter().any(|(_, key, _)| key == figure)));
        assert_eq!(names().collect::<std::collections::HashSet<_>>().len(), COLUMNS.len());
    }
}
