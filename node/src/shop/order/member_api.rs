//! The routes of members about their orders.

use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopChange, ShopDone};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::order::ShopStatus;
use entrepot_store::shop::order::read::OwnOrders;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::basket::Wish;
use super::body::{BasketBody, OwnEditBody, OwnOrderBody, PlaceOrderBody};
use super::changes;
use super::quote_views::QuoteView;
use super::service::{self, Intention, Placing};
use super::views::{ShopChanged, ShopCounts, ShopOrderChanges, ShopOrderDetail, ShopOrderPage, ShopOrderView};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::identity::member_request::caller;
use crate::shop::Shop;

/// Endpoints of members' orders.
pub struct OwnShopOrders {
    pub base: Base,
    pub shop: Shop,
}

/// The status that a list asks for, if it asks for one.
fn status_of(code: Option<i64>) -> Result<Option<ShopStatus>, ApiError> {
    let known = |code| ShopStatus::of_code(code).ok_or_else(|| ApiError::field("status", "error.choice"));
    code.filter(|code| *code != 0).map(known).transpose()
}

impl OwnShopOrders {
    async fn changed(&self, member: i64, done_: ShopDone) -> Answer<ShopChanged> {
        let order = service::after(self.base.store(), member, &done_).await?;
        Ok(done("ok", ShopChanged { row: ShopOrderView::own(&order, self.base.now()), repeated: done_.repeated, refund: done_.refund }))
    }

    async fn command(&self, request: &Request, body: OwnOrderBody, action: ShopAction) -> Answer<ShopChanged> {
        let member = caller(request)?.member.id;
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        let done = service::ask_own(&self.shop, member, &body.order_no, action, intention).await?;
        self.changed(member, done).await
    }
}

#[OpenApi]
impl OwnShopOrders {
    /// What a basket costs; writes nothing
    #[oai(path = "/api/shop.Order/quote", method = "post", operation_id = "shopOrderQuote", tag = "Allow::LoggedIn")]
    async fn quote(&self, request: &Request, body: Body<BasketBody>) -> Answer<QuoteView> {
        let member = caller(request)?.member.id;
        Ok(ok(service::quote(&self.shop, member, &Wish::from(body.0)).await?))
    }

    /// Place an order at the price that the quote said
    #[oai(path = "/api/shop.Order/add", method = "post", operation_id = "shopOrderAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<PlaceOrderBody>) -> Answer<ShopChanged> {
        let (member, body) = (caller(request)?.member.id, body.0);
        let pay_amount = Cents::of(body.pay_amount).map_err(|_| ApiError::field("pay_amount", "error.number.precision"))?;
        let intention = Intention::read(body.command_id.as_ref(), None)?;
        let wish = Wish { remark: body.remark, ..Wish::from(body.basket) };
        let done = service::place(&self.shop, member, Placing { wish, pay_amount, intention }).await?;
        self.changed(member, done).await
    }

    /// One's orders, newest first
    #[oai(path = "/api/shop.Order/index", method = "get", operation_id = "shopOrderIndex", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        page: Query<Option<i64>>,
        limit: Query<Option<i64>>,
        /// 1 to 7
        status: Query<Option<i64>>,
        /// Only orders with refunds
        refunds: Query<Option<bool>>,
        /// Number of the order, or name of goods
        search: Query<Option<String>>,
    ) -> Answer<ShopOrderPage> {
        let member = caller(request)?.member.id;
        let asked = OwnOrders {
            status: status_of(status.0)?,
            refunds: refunds.0.unwrap_or(false),
            search: search.0.unwrap_or_default().trim().chars().take(60).collect(),
            page: page.0.unwrap_or(1),
            limit: limit.0.unwrap_or(10),
        };
        // Before the list: what changes in between is a change that the list may not show.
        let changes = self.base.store().own_shop_order_versions(member).await?;
        let found = self.base.store().own_shop_orders(member, &asked).await?;
        let counts = ShopCounts::from(self.base.store().count_shop_orders(&entrepot_store::scope::Scope::system(), Some(member)).await?);
        let now = self.base.now();
        let list = found.list.iter().map(|order| ShopOrderView::own(order, now)).collect();
        Ok(ok(ShopOrderPage { list, total: found.total, counts, changes: Some(changes), remark: String::new() }))
    }

    /// How often one's orders have changed, or one of them: whether what a page shows is still so
    #[oai(path = "/api/shop.Order/changes", method = "get", operation_id = "shopOrderChanges", tag = "Allow::LoggedIn")]
    async fn changes(
        &self,
        request: &Request,
        /// Of this order alone
        order_no: Query<Option<String>>,
    ) -> Answer<ShopOrderChanges> {
        let changes = changes::count(&self.shop, caller(request)?.member.id, order_no.0.as_deref()).await?;
        Ok(ok(ShopOrderChanges { changes }))
    }

    /// One of one's orders
    #[oai(path = "/api/shop.Order/detail", method = "get", operation_id = "shopOrderDetail", tag = "Allow::LoggedIn")]
    async fn detail(&self, request: &Request, order_no: Query<String>) -> Answer<ShopOrderDetail> {
        let (order, history) = service::own_detail(self.base.store(), caller(request)?.member.id, &order_no.0).await?;
        let companies = self.base.store().delivery_companies(&companies(&order)).await?;
        Ok(ok(ShopOrderDetail::new(ShopOrderView::own(&order, self.base.now()), &history, companies, Vec::new(), false)))
    }

    /// How many orders one has in each state
    #[oai(path = "/api/shop.Order/counts", method = "get", operation_id = "shopOrderCounts", tag = "Allow::LoggedIn")]
    async fn counts(&self, request: &Request) -> Answer<ShopCounts> {
        let member = caller(request)?.member.id;
        let rows = self.base.store().count_shop_orders(&entrepot_store::scope::Scope::system(), Some(member)).await?;
        Ok(ok(ShopCounts::from(rows)))
    }

    /// Cancel an order that is not paid
    #[oai(path = "/api/shop.Order/cancel", method = "post", operation_id = "shopOrderCancel", tag = "Allow::LoggedIn")]
    async fn cancel(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        let action = ShopAction::Cancel { reason: body.0.reason.clone() };
        self.command(request, body.0, action).await
    }

    /// Ask for a paid order to be cancelled
    #[oai(path = "/api/shop.Order/applyCancel", method = "post", operation_id = "shopOrderApplyCancel", tag = "Allow::LoggedIn")]
    async fn apply_cancel(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        let action = ShopAction::ApplyCancel { reason: body.0.reason.clone() };
        self.command(request, body.0, action).await
    }

    /// Take the wish to cancel back
    #[oai(path = "/api/shop.Order/takeBackCancel", method = "post", operation_id = "shopOrderTakeBackCancel", tag = "Allow::LoggedIn")]
    async fn take_back_cancel(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        self.command(request, body.0, ShopAction::TakeBackCancel).await
    }

    /// Send an order to another address of one's own, until something has left: the freight stays, so not where it costs more
    #[oai(path = "/api/shop.Order/edit", method = "post", operation_id = "shopOrderEdit", tag = "Allow::LoggedIn")]
    async fn edit(&self, request: &Request, body: Body<OwnEditBody>) -> Answer<ShopChanged> {
        let (member, body) = (caller(request)?.member.id, body.0);
        let change = service::to_address(&self.shop, member, &body.order_no, body.address_id).await?;
        let command = OwnOrderBody { order_no: body.order_no, reason: String::new(), version: body.version, command_id: body.command_id };
        self.command(request, command, ShopAction::Edit { change: Box::<ShopChange>::new(change) }).await
    }

    /// Take more time to receive an order, once
    #[oai(path = "/api/shop.Order/extend", method = "post", operation_id = "shopOrderExtend", tag = "Allow::LoggedIn")]
    async fn extend(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        self.command(request, body.0, ShopAction::Extend).await
    }

    /// The goods are here
    #[oai(path = "/api/shop.Order/receive", method = "post", operation_id = "shopOrderReceive", tag = "Allow::LoggedIn")]
    async fn receive(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        self.command(request, body.0, ShopAction::Receive).await
    }

    /// Take an order that has ended off one's list
    #[oai(path = "/api/shop.Order/hide", method = "post", operation_id = "shopOrderHide", tag = "Allow::LoggedIn")]
    async fn hide(&self, request: &Request, body: Body<OwnOrderBody>) -> Answer<ShopChanged> {
        self.command(request, body.0, ShopAction::Hide).await
    }
}

/// Delivery companies of an order's parcels.
pub(super) fn companies(order: &ShopOrder) -> Vec<i64> {
    let mut ids: Vec<i64> = order.parcels.iter().map(|parcel| parcel.company_id).filter(|company| *company > 0).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_no_order_has_is_refused() {
        assert_eq!([None, Some(0), Some(1)].map(|code| status_of(code).ok()), [Some(None), Some(None), Some(ShopStatus::of_code(1))]);
        for odd in [-1, 8, 99] {
            assert!(matches!(status_of(Some(odd)), Err(ApiError::Field { field, .. }) if field == "status"), "{odd}");
        }
    }
}
