//! Refunds as a file, as staff sees them.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::shop::order::refunds::RefundListed;

use super::refund_rows::member_name;
use crate::data_exchange::column_export::{Column, KeyedList};
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
pub struct Refunds;

#[async_trait]
impl KeyedList for Refunds {
    type Row = RefundListed;

    const CONTROLLER: &'static str = "shop.order.Refund";
    const PAGE: &'static str = "shop/order/refund";
    const COLUMNS: &'static [Column<RefundListed>] = COLUMNS;

    async fn count(store: &Store, query: &ListQuery, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.list_shop_refunds(query, &reader.scope, None).await?.total)
    }

    async fn after(store: &Store, query: &ListQuery, reader: &Reader, last: Option<&RefundListed>) -> Result<Vec<RefundListed>, ExchangeError> {
        Ok(store.shop_refunds_after(query, &reader.scope, last, BLOCK).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::{Keyed, check_columns};

    #[test]
    fn columns_have_names() {
        check_columns(&Keyed::<Refunds>::of(ListQuery::default()));
    }
}
