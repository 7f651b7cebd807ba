//! The routes of staff about orders of the shop.

use bus_schemas::ids::OrderId;
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopChange};
use entrepot_store::shop::order::read::Contacts;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::body::{DeliveryBody, ShopParcelBody, StaffEditBody, StaffOrderBody, pieces};
use super::member_api::companies;
use super::service::{self, Intention, Person};
use super::views::{ShopChanged, ShopCounts, ShopOrderDetail, ShopOrderPage, ShopOrderView};
use crate::areas;
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{List, Whole};
use crate::http::routes::Allow;
use crate::identity::admin_request::{caller, holds, scope, scope_for};
use crate::member::addresses::is_phone_abroad;
use crate::member::forms::is_mobile;
use crate::shop::Shop;

/// The page of orders, from which its permission nodes follow.
const PAGE: &str = "shop/order/order";
const REFUNDS: &str = "shop/order/refund";

/// Endpoints of the shop's orders.
pub struct ShopOrders {
    pub base: Base,
    pub shop: Shop,
}

fn person(request: &Request) -> Result<Person, ApiError> {
    Ok(Person { admin: caller(request)?.id(), scope: scope(request)? })
}

/// Whether somebody has a button. The number of a parcel is of those who send it, a refund of the page of refunds.
fn button(request: &Request) -> impl Fn(&str) -> bool + '_ {
    move |action| {
        let node = match action {
            "parcel" => format!("{PAGE}/delivery"),
            "refund" => format!("{REFUNDS}/add"),
            other => format!("{PAGE}/{}", other.to_lowercase()),
        };
        caller(request).is_ok_and(|caller| holds(caller, &node))
    }
}

/// Telephone numbers and addresses are for those who send or change orders.
fn whole(request: &Request) -> bool {
    let button = button(request);
    button("delivery") || button("edit")
}

impl ShopOrders {
    async fn command(&self, request: &Request, order: i64, action: ShopAction, intention: Intention) -> Answer<ShopChanged> {
        let person = person(request)?;
        let made = service::ask_staff(&self.shop, OrderId(order), &person, action, intention).await?;
        let (listed, _) = service::detail(self.base.store(), OrderId(order), &person).await?;
        let row = ShopOrderView::staff(&listed, &person.scope, whole(request), self.base.now(), button(request));
        Ok(done("ok", ShopChanged { row, repeated: made.repeated, refund: made.refund }))
    }
}

#[OpenApi]
impl ShopOrders {
    /// Orders of the shop
    #[oai(path = "/admin/shop.order.Order/index", method = "get", operation_id = "shopOrdersIndex")]
    async fn index(&self, request: &Request, list: List) -> Answer<ShopOrderPage> {
        let scope = scope(request)?;
        let contacts = if whole(request) { Contacts::Whole } else { Contacts::Masked };
        let page = self.base.store().list_shop_orders(&list.0, &scope, contacts).await?;
        let counts = ShopCounts::from(self.base.store().count_shop_orders(&scope, None).await?);
        let now = self.base.now();
        let rows = page.list.iter().map(|listed| ShopOrderView::staff(listed, &scope, whole(request), now, button(request))).collect();
        Ok(ok(ShopOrderPage { list: rows, total: page.total, counts, changes: None, remark: String::new() }))
    }

    /// One order with its history
    #[oai(path = "/admin/shop.order.Order/detail", method = "get", operation_id = "shopOrdersDetail", tag = "Allow::Page")]
    async fn detail(&self, request: &Request, id: Query<Whole>) -> Answer<ShopOrderDetail> {
        let order = OrderId(id.0.required("id")?);
        let person = person(request)?;
        let (listed, history) = service::detail(self.base.store(), order, &person).await?;
        let names = self.base.store().delivery_companies(&companies(&listed.order)).await?;
        let payments = self.base.store().shop_payments(order).await?;
        let row = ShopOrderView::staff(&listed, &person.scope, whole(request), self.base.now(), button(request));
        Ok(ok(ShopOrderDetail::new(row, &history, names, payments, true)))
    }

    /// Change the address of an order, a remark for the staff, or the number of a parcel
    #[oai(path = "/admin/shop.order.Order/edit", method = "post", operation_id = "shopOrdersEdit")]
    async fn edit(&self, request: &Request, body: Body<StaffEditBody>) -> Answer<ShopChanged> {
        let body = body.0;
        // The number of a parcel is of those who send it.
        if body.parcel.is_some() && !button(request)("parcel") {
            return Err(ApiError::NoPermission);
        }
        if body.mobile.as_deref().is_some_and(|mobile| !is_mobile(mobile.trim()) && !is_phone_abroad(mobile.trim())) {
            return Err(ApiError::field("mobile", "error.mobile"));
        }
        let parcel = body.parcel.map(|no| u32::try_from(no).map_err(|_| ApiError::field("parcel", "error.reference"))).transpose()?;
        let area_text = match &body.area {
            Some(area) => Some(areas::names(area).ok_or_else(|| ApiError::field("area", "address.area"))?.join(" ")),
            None => None,
        };
        let carrier = match body.company_id {
            Some(company) => service::carrier(self.base.store(), company).await?,
            None => None,
        };
        let change = ShopChange {
            name: body.name,
            mobile: body.mobile,
            area: body.area,
            area_text,
            address: body.address,
            admin_remark: body.admin_remark,
            parcel,
            courier_number: body.courier_number,
            company_id: body.company_id,
            carrier,
        };
        if change.area.is_some() || change.address.is_some() {
            service::check_delivered(&self.shop, OrderId(body.id), &change, &person(request)?).await?;
        }
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        self.command(request, body.id, ShopAction::Edit { change: Box::new(change) }, intention).await
    }

    /// Send a parcel: its outbound order is stocked out in the same act
    #[oai(path = "/admin/shop.order.Order/delivery", method = "post", operation_id = "shopOrdersDelivery")]
    async fn delivery(&self, request: &Request, body: Body<DeliveryBody>) -> Answer<ShopChanged> {
        let body = body.0;
        let parcel = u32::try_from(body.parcel).map_err(|_| ApiError::field("parcel", "error.reference"))?;
        let carrier = service::carrier(self.base.store(), body.company_id).await?;
        let lines = body.lines.as_deref().map(pieces).transpose()?;
        if body.force && body.reason.trim().is_empty() {
            return Err(ApiError::field("reason", "error.required"));
        }
        let force = if body.force { body.reason } else { String::new() };
        let action = ShopAction::Deliver { parcel, company_id: body.company_id, carrier, courier_number: body.courier_number, lines, force };
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        self.command(request, body.id, action, intention).await
    }

    /// Mend the number or the company of a parcel, for a week after it has left
    #[oai(path = "/admin/shop.order.Order/parcel", method = "post", operation_id = "shopOrdersParcel", tag = "Allow::Page")]
    async fn parcel(&self, request: &Request, body: Body<ShopParcelBody>) -> Answer<ShopChanged> {
        if !button(request)("parcel") {
            return Err(ApiError::NoPermission);
        }
        let body = body.0;
        let parcel = u32::try_from(body.parcel).map_err(|_| ApiError::field("parcel", "error.reference"))?;
        let carrier = match body.company_id {
            Some(company) => service::carrier(self.base.store(), company).await?,
            None => None,
        };
        let change = ShopChange {
            parcel: Some(parcel),
            courier_number: Some(body.courier_number),
            company_id: body.company_id,
            carrier,
            ..ShopChange::default()
        };
        let action = ShopAction::Edit { change: Box::new(change) };
        // The page opens the route; who sends parcels may do this.
        let sender = Person { scope: scope_for(request, &format!("{PAGE}/delivery"))?, ..person(request)? };
        let (listed, _) = service::detail(self.base.store(), OrderId(body.id), &sender).await?;
        service::require_right(&self.shop, &listed.order, &sender, &action).await?;
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        self.command(request, body.id, action, intention).await
    }

    /// Agree to a cancellation that is asked for, or refuse it
    #[oai(path = "/admin/shop.order.Order/cancel", method = "post", operation_id = "shopOrdersCancel")]
    async fn cancel(&self, request: &Request, body: Body<StaffOrderBody>) -> Answer<ShopChanged> {
        let body = body.0;
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        self.command(request, body.id, ShopAction::DecideCancel { agree: body.agree, reason: body.reason }, intention).await
    }

    /// Close an order with a reason: what is paid goes back
    #[oai(path = "/admin/shop.order.Order/close", method = "post", operation_id = "shopOrdersClose")]
    async fn close(&self, request: &Request, body: Body<StaffOrderBody>) -> Answer<ShopChanged> {
        let body = body.0;
        let goods = match body.goods.as_deref().unwrap_or("back") {
            "back" => ShippedGoods::Back,
            "write_off" => ShippedGoods::WriteOff,
            _ => return Err(ApiError::field("goods", "error.choice")),
        };
        let return_address_id = match body.return_address_id.filter(|address| *address > 0) {
            _ if goods == ShippedGoods::WriteOff => 0,
            None => self.base.store().default_return_address().await?.unwrap_or(0),
            Some(address) if self.base.store().takes_returns(address).await? => address,
            Some(_) => return Err(ApiError::field("return_address_id", "error.reference")),
        };
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        self.command(request, body.id, ShopAction::Close { reason: body.reason, goods, return_address_id }, intention).await
    }
}
