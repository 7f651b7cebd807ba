//! What needs a person, as a file.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::shop::order::figures::OrderTrouble;

use crate::data_exchange::column_export::{Column, RowSource};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::Reader;
use crate::i18n::{current, find_text, text};

const COLUMNS: &[Column<OrderTrouble>] = &[
    Column::text("trouble_kind", |row, _| text(&format!("export.trouble_kind.{}", row.kind), &[])),
    Column::text("order_no", |row, _| row.order_no.clone()),
    Column::text("trouble_no", |row, _| if row.no > 0 { row.no.to_string() } else { String::new() }),
    Column::text("out_trade_no", |row, _| row.out_trade_no.clone()),
    Column::figure("amount", |row, _| row.amount.to_string()),
    Column::figure("expected_amount", |row, _| if row.kind == "payment" { row.expected.to_string() } else { String::new() }),
    Column::text("reason", |row, _| reason(row)),
    Column::text("day", |row, _| row.day.clone()),
    Column::text("moment", |row, reader| if row.time > 0 { reader.moment(row.time * 1_000) } else { String::new() }),
];

/// What is known of why, in words.
fn reason(row: &OrderTrouble) -> String {
    if !row.reason.is_empty() {
        return row.reason.clone();
    }
    let group = match row.kind.as_str() {
        "stock" => "export.doubt",
        _ if !row.day.is_empty() => "shop.match.difference",
        _ => "shop.pay.why",
    };
    let why = if row.refund_status == 3 { "refund" } else { row.why.as_str() };
    find_text(current(), &format!("{group}.{why}")).unwrap_or_default()
}

/// Payments and refunds that went wrong, and goods that are not all there. They are few, and read at once.
pub struct Troubles {
    /// Only those of this order.
    order: Option<i64>,
    given: bool,
}

impl Troubles {
    /// Those of an order, or all.
    #[must_use]
    pub const fn of(order: Option<i64>) -> Self {
        Self { order, given: false }
    }

    async fn rows(&self, store: &Store, reader: &Reader) -> Result<Vec<OrderTrouble>, ExchangeError> {
        let mut rows = store.shop_troubles(&reader.scope).await?;
        rows.retain(|row| self.order.is_none_or(|order| row.order_id == order));
        Ok(rows)
    }
}

#[async_trait]
impl RowSource for Troubles {
    type Row = OrderTrouble;

    fn controller(&self) -> &'static str {
        "shop.order.Exception"
    }

    fn page(&self) -> &'static str {
        "shop/order/exception"
    }

    fn columns(&self) -> Vec<&'static Column<OrderTrouble>> {
        COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(i64::try_from(self.rows(store, reader).await?.len()).unwrap_or(i64::MAX))
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<OrderTrouble>, ExchangeError> {
        if std::mem::replace(&mut self.given, true) {
            return Ok(Vec::new());
        }
        self.rows(store, reader).await
    }
}

#[cfg(test)]
mod tests {
    use actors::warehouse::shop_orders::{CLOSED, INSPECT, NOT_IN_USE, OTHER, SHORT};
    use bus_schemas::shop::Cents;
    use bus_schemas::shop::payment::reason::{AMOUNT, CURRENCY, LATE, PAYEE, SILENT, TWICE};

    use super::*;
    use crate::data_exchange::column_export::check_columns;

    fn trouble(kind: &str, why: &str, day: &str, refund_status: u8) -> OrderTrouble {
        OrderTrouble {
            kind: kind.to_owned(),
            order_id: 1,
            order_no: "S1".to_owned(),
            no: 0,
            out_trade_no: String::new(),
            amount: Cents(100),
            reason: String::new(),
            why: why.to_owned(),
            refund_status,
            expected: Cents(100),
            day: day.to_owned(),
            time: 0,
        }
    }

    #[test]
    fn columns_have_names() {
        check_columns(&Troubles::of(None));
    }

    #[test]
    fn every_cause_is_said_in_words() {
        let of = |kind, day, whys: &[&str]| whys.iter().map(|why| trouble(kind, why, day, 0)).collect::<Vec<_>>();
        let causes = [
            of("stock", "", &[SHORT, INSPECT, CLOSED, NOT_IN_USE, OTHER]),
            of("payment", "", &[LATE, TWICE, AMOUNT, CURRENCY, PAYEE, SILENT]),
            of("payment", "2026-01-01", &["missing_here", "missing_there", "amount", "twice"]),
            vec![trouble("payment", AMOUNT, "", 3)],
        ];
        for row in causes.iter().flatten() {
            assert!(!reason(row).is_empty(), "{row:?}");
        }
        assert_ne!(reason(&trouble("payment", AMOUNT, "", 3)), reason(&trouble("payment", AMOUNT, "", 0)));
        assert_eq!(reason(&OrderTrouble { reason: "no answer".to_owned(), ..trouble("refund", "", "", 0) }), "no answer");
    }
}
