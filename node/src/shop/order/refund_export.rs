//! Refunds as a file, as staff sees them.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::shop::order::refunds::RefundListed;

use super::refund_rows::member_name;
use crate::data_exchange::column_export::{Column, RowSource};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{BLOCK, Reader};
use crate::i18n::text;

const COLUMNS: &[Column<RefundListed>] = &[
    Column::text("refund_no", |row, _| row.refund.refund_no.clone()),
    Column::text("order_no", |row, _| row.order_no.clone()),
    Column::text("member", |row, _| member_name(row).unwrap_or_default()),
    Column::text("refund_type", |row, _| text(&format!("export.refund_type.{}", row.refund.kind.code()), &[])),
    Column::text("refund_audit", |row, _| text(&format!("export.refund_audit.{}", row.refund.audit_status), &[])),
    Column::text("refund_status", |row, _| text(&format!("export.refund_status.{}", row.refund.status), &[])),
    Column::text("refund_goods", |row, _| text(&format!("export.refund_goods.{}", row.refund.user_ship_status), &[])),
    Column::text("refund_money", |row, _| text(&format!("export.refund_money.{}", row.refund.pay_status), &[])),
    Column::figure("asked_amount", |row, _| row.refund.asked_amount.to_string()),
    Column::figure("refund_amount", |row, _| row.refund.refund_amount.to_string()),
    Column::figure("score_back", |row, _| row.refund.score_back.to_string()),
    Column::text("reason", |row, _| row.refund.reason.clone()),
    Column::text("description", |row, _| row.refund.description.clone()),
    Column::text("refuse_reason", |row, _| row.refund.refuse_reason.clone()),
    Column::text("end_reason", |row, _| row.refund.end_reason.clone()),
    Column::text("payout_way", |row, _| match row.refund.payout.way.as_str() {
        "" => String::new(),
        way => text(&format!("export.payout.{way}"), &[]),
    }),
    Column::text("payout_note", |row, _| row.refund.payout.note.clone()),
    Column::text("company", |row, _| row.refund.company.clone()),
    Column::text("courier_number", |row, _| row.refund.courier_number.clone()),
    Column::text("created", |row, reader| reader.moment(row.refund.create_time * 1_000)),
    Column::text("updated", |row, reader| reader.moment(row.refund.update_time * 1_000)),
    Column::text("paid_back", |row, reader| {
        row.refund.paid_time.or(row.refund.payout.paid_at).map(|at| reader.moment(at * 1_000)).unwrap_or_default()
    }),
];

/// Refunds, order by order.
pub struct Refunds {
    query: ListQuery,
    after: Option<RefundListed>,
}

impl Refunds {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery) -> Self {
        Self { query, after: None }
    }
}

#[async_trait]
impl RowSource for Refunds {
    type Row = RefundListed;

    fn controller(&self) -> &'static str {
        "shop.order.Refund"
    }

    fn page(&self) -> &'static str {
        "shop/order/refund"
    }

    fn columns(&self) -> Vec<&'static Column<RefundListed>> {
        COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_shop_refunds(&query, &reader.scope, None).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<RefundListed>, ExchangeError> {
        let rows = store.shop_refunds_after(&self.query, &reader.scope, self.after.as_ref(), BLOCK).await?;
        self.after = rows.last().cloned();
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::check_columns;

    #[test]
    fn columns_have_names() {
        check_columns(&Refunds::of(ListQuery::default()));
    }
}
