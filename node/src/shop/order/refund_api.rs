//! The routes about refunds of shop orders, of members and of staff.

use bus_schemas::ids::OrderId;
use bus_schemas::shop::order::ShopBy;
use bus_schemas::shop::refund::RefundType;
use bus_schemas::shop::refund_action::RefundAction;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::refunds::RefundListed;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use std::sync::Arc;

use super::body::{named_amount, pieces, reasons, refund_lines, staff_pictures};
use super::evaluations;
use super::refund_body::{ApplyBody, OwnRefundBody, RefundQuoteBody, StaffApplyBody, StaffQuoteBody, StaffRefundBody};
use super::refund_export::Refunds;
use super::refund_hint;
use super::refund_rows::{RefundDetail, RefundQuote, RefundRow, ReturnAddressView, row};
use super::service::{self, Intention, Person};
use super::views::ShopOrderView;
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::{ColumnExport, Keyed};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{List, Whole};
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::identity::admin_request::{caller as admin, holds, scope, scope_for};
use crate::identity::member_request::caller;
use crate::identity::sessions::Caller;
use crate::member::Members;
use crate::shop::Shop;

/// The page of refunds, from which its permission nodes follow.
const PAGE: &str = "shop/order/refund";
/// The page of orders: whoever sends or changes them sees whole telephone numbers and addresses.
const ORDERS: &str = "shop/order/order";

/// Endpoints of refunds.
pub struct ShopRefunds {
    pub base: Base,
    pub members: Arc<Members>,
    pub shop: Shop,
}

/// The order of a refund and its number there.
pub(crate) fn split(id: i64) -> Result<(OrderId, u32), ApiError> {
    let no = u32::try_from(id % 100).ok().filter(|no| *no > 0 && id > 0).ok_or_else(|| ApiError::refused("error.not_found"))?;
    Ok((OrderId(id / 100), no))
}

fn kind(code: i64) -> Result<RefundType, ApiError> {
    RefundType::of_code(code).ok_or_else(|| ApiError::field("type", "error.choice"))
}

fn person(request: &Request) -> Result<Person, ApiError> {
    Ok(Person { admin: admin(request)?.id(), scope: scope(request)? })
}

/// The permission node of a button. Rejecting goods is a part of receiving them; waiving them, paying for what was
/// inspected and asking a provider again are a part of deciding.
fn node_of(button: &str) -> String {
    let action = match button {
        "reject" => "receive",
        "waive" | "inspected" | "retry" => "audit",
        other => other,
    };
    format!("{PAGE}/{action}")
}

/// Whether the caller holds a button's node.
fn may(request: &Request, button: &str) -> bool {
    admin(request).is_ok_and(|caller| holds(caller, &node_of(button)))
}

/// A refund for staff, with the buttons that they hold and may press in one of the warehouses that the order's parcels
/// leave from.
fn staff_row(request: &Request, listed: &RefundListed) -> RefundRow {
    // Goods that lie nowhere yet: what is allowed in every warehouse. None has the id 0.
    let warehouses: &[i64] = if listed.warehouses.is_empty() { &[0] } else { &listed.warehouses };
    row(listed, true, |button| {
        let permitted = |caller: &Caller| warehouses.iter().any(|at| caller.rights.permits(&node_of(button), *at));
        may(request, button) && admin(request).is_ok_and(permitted)
    })
}

impl ShopRefunds {
    async fn one(&self, order: OrderId, no: u32, scope: &Scope, member: Option<i64>) -> Result<RefundListed, ApiError> {
        let filter = Filter { field: "id".into(), operator: "=".into(), values: vec![(order.0 * 100 + i64::from(no)).to_string()], datetime: false };
        let query = ListQuery { filters: vec![filter], limit: 1, ..ListQuery::default() };
        let page = self.base.store().list_shop_refunds(&query, scope, member).await?;
        page.list.into_iter().next().ok_or_else(|| ApiError::refused("error.not_found"))
    }

    async fn own(&self, request: &Request, id: i64, command: Option<&String>, action: impl FnOnce(u32) -> RefundAction) -> Answer<RefundRow> {
        let member = caller(request)?.member.id;
        let (order, no) = split(id)?;
        self.one(order, no, &Scope::system(), Some(member)).await?;
        let intention = Intention::read(command, None)?;
        service::ask(&self.shop, order, ShopBy::Member(member), service::refund(action(no)), intention).await?;
        self.members.sessions.forget_balance(member);
        Ok(done("ok", row(&self.one(order, no, &Scope::system(), Some(member)).await?, false, |_| true)))
    }

    /// Goods that come back need an address of ours that takes returns.
    async fn check_return_address(&self, request: &Request, body: &StaffRefundBody) -> Result<(), ApiError> {
        let (order, no) = split(body.id)?;
        let listed = self.one(order, no, &scope(request)?, None).await?;
        if listed.refund.kind != RefundType::GoodsAndMoney || listed.refund.audit_status != 1 {
            return Ok(());
        }
        match body.return_address_id.filter(|address| *address > 0) {
            None => Err(ApiError::field("return_address_id", "error.required")),
            Some(address) if self.base.store().takes_returns(address).await? => Ok(()),
            Some(_) => Err(ApiError::field("return_address_id", "error.reference")),
        }
    }

    /// An action by means of the node of a button.
    async fn staff(&self, request: &Request, button: &str, body: &StaffRefundBody, action: impl FnOnce(u32) -> RefundAction) -> Answer<RefundRow> {
        let person = Person { scope: scope_for(request, &node_of(button))?, ..person(request)? };
        let (order, no) = split(body.id)?;
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        service::ask_staff(&self.shop, order, &person, service::refund(action(no)), intention).await?;
        Ok(done("ok", staff_row(request, &self.one(order, no, &person.scope, None).await?)))
    }
}

#[OpenApi]
impl ShopRefunds {
    /// What pieces of an order are worth when they come back; writes nothing
    #[oai(path = "/api/shop.Refund/quote", method = "post", operation_id = "shopRefundQuote", tag = "Allow::LoggedIn")]
    async fn quote(&self, request: &Request, body: Body<RefundQuoteBody>) -> Answer<RefundQuote> {
        let lines = refund_lines(&body.0.lines)?;
        let shares = service::refund_quote(self.base.store(), caller(request)?.member.id, &body.0.order_no, &lines, self.base.now()).await?;
        Ok(ok(RefundQuote::new(&shares)))
    }

    /// Ask for money back
    #[oai(path = "/api/shop.Refund/apply", method = "post", operation_id = "shopRefundApply", tag = "Allow::LoggedIn")]
    async fn apply(&self, request: &Request, body: Body<ApplyBody>) -> Answer<RefundRow> {
        let (member, body) = (caller(request)?.member.id, body.0);
        let order = service::own(self.base.store(), member, &body.order_no).await?;
        evaluations::check_pictures(self.base.store(), member, "images", &body.images).await?;
        let action = RefundAction::Apply {
            kind: kind(body.kind)?,
            lines: refund_lines(&body.lines)?,
            reason: body.reason,
            description: body.description,
            images: body.images,
        };
        let intention = Intention::read(body.command_id.as_ref(), None)?;
        let made = service::ask(&self.shop, order, ShopBy::Member(member), service::refund(action), intention).await?;
        let no = made.refund.unwrap_or(0);
        Ok(done("ok", row(&self.one(order, no, &Scope::system(), Some(member)).await?, false, |_| true)))
    }

    /// Take a request back
    #[oai(path = "/api/shop.Refund/withdraw", method = "post", operation_id = "shopRefundWithdraw", tag = "Allow::LoggedIn")]
    async fn withdraw(&self, request: &Request, body: Body<OwnRefundBody>) -> Answer<RefundRow> {
        self.own(request, body.0.id, body.0.command_id.as_ref(), |refund| RefundAction::Withdraw { refund }).await
    }

    /// The goods are on their way back
    #[oai(path = "/api/shop.Refund/ship", method = "post", operation_id = "shopRefundShip", tag = "Allow::LoggedIn")]
    async fn ship(&self, request: &Request, body: Body<OwnRefundBody>) -> Answer<RefundRow> {
        let OwnRefundBody { id, company, courier_number, images, command_id } = body.0;
        evaluations::check_pictures(self.base.store(), caller(request)?.member.id, "images", &images).await?;
        self.own(request, id, command_id.as_ref(), |refund| RefundAction::Ship { refund, company, courier_number, images }).await
    }

    /// One's refunds, newest first
    #[oai(path = "/api/shop.Refund/index", method = "get", operation_id = "shopRefundIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request, page: Query<Option<i64>>, limit: Query<Option<i64>>) -> Answer<ListPage<RefundRow>> {
        let member = caller(request)?.member.id;
        let query = ListQuery { page: page.0.unwrap_or(1), limit: limit.0.unwrap_or(10), ..ListQuery::default() };
        let found = self.base.store().list_shop_refunds(&query, &Scope::system(), Some(member)).await?;
        Ok(ok(ListPage::new(found.list.iter().map(|listed| row(listed, false, |_| true)).collect(), found.total)))
    }

    /// One of one's refunds, with its order
    #[oai(path = "/api/shop.Refund/detail", method = "get", operation_id = "shopRefundDetail", tag = "Allow::LoggedIn")]
    async fn detail(&self, request: &Request, id: Query<Whole>) -> Answer<RefundDetail> {
        let member = caller(request)?.member.id;
        let (order, no) = split(id.0.required("id")?)?;
        // The order first: pages take its version for that of all that they show.
        let own = self.base.store().own_shop_order_row(member, order).await?;
        let (order, _) = own.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let listed = self.one(order.id, no, &Scope::system(), Some(member)).await?;
        let return_address = self.base.store().return_address(listed.refund.return_address_id).await?.map(ReturnAddressView::from);
        Ok(ok(RefundDetail {
            row: row(&listed, false, |_| true),
            order: ShopOrderView::own(&order, self.base.now()),
            return_address,
            coupon: None,
            score_short: 0,
        }))
    }

    /// Refunds
    #[oai(path = "/admin/shop.order.Refund/index", method = "get", operation_id = "shopRefundsIndex")]
    async fn list(&self, request: &Request, list: List) -> Answer<ListPage<RefundRow>> {
        let page = self.base.store().list_shop_refunds(&list.0, &scope(request)?, None).await?;
        Ok(ok(ListPage::new(page.list.iter().map(|listed| staff_row(request, listed)).collect(), page.total)))
    }

    /// Refunds as a file: begins a task
    #[oai(path = "/admin/shop.order.Refund/export", method = "post", operation_id = "shopRefundsExport")]
    async fn export(&self, request: &Request, list: List, file: FileOptions) -> Answer<ExportBegun> {
        export_list(request, ColumnExport(Keyed::<Refunds>::of(list.0)), file).await
    }

    /// The columns that an export of refunds may have
    #[oai(path = "/admin/shop.order.Refund/exportColumns", method = "get", operation_id = "shopRefundsExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &ColumnExport(Keyed::<Refunds>::of(ListQuery::default())))
    }

    /// One refund with its order
    #[oai(path = "/admin/shop.order.Refund/detail", method = "get", operation_id = "shopRefundsDetail", tag = "Allow::Page")]
    async fn one_detail(&self, request: &Request, id: Query<Whole>) -> Answer<RefundDetail> {
        let person = person(request)?;
        let (order, no) = split(id.0.required("id")?)?;
        let listed = self.one(order, no, &person.scope, None).await?;
        let (of, _) = service::detail(self.base.store(), order, &person).await?;
        let whole = ["delivery", "edit"].iter().any(|right| admin(request).is_ok_and(|caller| holds(caller, &format!("{ORDERS}/{right}"))));
        let return_address = self.base.store().return_address(listed.refund.return_address_id).await?.map(ReturnAddressView::from);
        let coupon = refund_hint::of(self.base.store(), &of.order, &listed.refund).await?;
        let score_short = refund_hint::score_short(self.base.store(), &listed.refund).await?;
        Ok(ok(RefundDetail {
            row: staff_row(request, &listed),
            order: ShopOrderView::staff(&of, &person.scope, whole, self.base.now(), |_| false),
            return_address,
            coupon,
            score_short,
        }))
    }

    /// What pieces of an order are worth when they come back, for staff; writes nothing
    #[oai(path = "/admin/shop.order.Refund/quote", method = "post", operation_id = "shopRefundsQuote", tag = "Allow::Page")]
    async fn staff_quote(&self, request: &Request, body: Body<StaffQuoteBody>) -> Answer<RefundQuote> {
        if !may(request, "add") {
            return Err(ApiError::NoPermission);
        }
        let person = person(request)?;
        let (listed, _) = service::detail(self.base.store(), OrderId(body.0.order_id), &person).await?;
        let shares = service::worth(&listed.order, ShopBy::Staff(person.admin), &refund_lines(&body.0.lines)?, self.base.now())?;
        Ok(ok(RefundQuote::new(&shares)))
    }

    /// Ask for a refund on behalf of a member, or give goodwill
    #[oai(path = "/admin/shop.order.Refund/add", method = "post", operation_id = "shopRefundsAdd")]
    async fn add(&self, request: &Request, body: Body<StaffApplyBody>) -> Answer<RefundRow> {
        let (person, body) = (person(request)?, body.0);
        let action = RefundAction::Apply {
            kind: kind(body.kind)?,
            lines: refund_lines(&body.lines)?,
            reason: body.reason,
            description: body.description,
            images: Vec::new(),
        };
        let order = OrderId(body.order_id);
        let intention = Intention::read(body.command_id.as_ref(), None)?;
        let made = service::ask_staff(&self.shop, order, &person, service::refund(action), intention).await?;
        Ok(done("ok", staff_row(request, &self.one(order, made.refund.unwrap_or(0), &person.scope, None).await?)))
    }

    /// Agree to a refund, or refuse it with a reason
    #[oai(path = "/admin/shop.order.Refund/audit", method = "post", operation_id = "shopRefundsAudit")]
    async fn audit(&self, request: &Request, body: Body<StaffRefundBody>) -> Answer<RefundRow> {
        let body = body.0;
        if body.agree {
            self.check_return_address(request, &body).await?;
        }
        let lines = body.lines.as_deref().map(refund_lines).transpose()?;
        let freight = named_amount("freight", body.freight)?;
        let (reason, address) = (body.reason.clone(), body.return_address_id.unwrap_or(0));
        let action = |refund| {
            if body.agree {
                RefundAction::Agree { refund, lines, freight, reason, return_address_id: address, coupon_back: body.coupon_back }
            } else {
                RefundAction::Refuse { refund, reason }
            }
        };
        self.staff(request, "audit", &body, action).await
    }

    /// The goods need not come back, or were inspected: the money goes out, after an inspection also less of it with a reason
    #[oai(path = "/admin/shop.order.Refund/waive", method = "post", operation_id = "shopRefundsWaive", tag = "Allow::Page")]
    async fn waive(&self, request: &Request, body: Body<StaffRefundBody>) -> Answer<RefundRow> {
        if !may(request, "waive") {
            return Err(ApiError::NoPermission);
        }
        let lines = body.0.lines.as_deref().map(refund_lines).transpose()?;
        let reason = body.0.reason.clone();
        self.staff(request, "waive", &body.0, |refund| RefundAction::Waive { refund, lines, reason }).await
    }

    /// The goods are here: so many of each line come into the ledger, to be inspected
    #[oai(path = "/admin/shop.order.Refund/receive", method = "post", operation_id = "shopRefundsReceive")]
    async fn receive(&self, request: &Request, body: Body<StaffRefundBody>) -> Answer<RefundRow> {
        let lines = body.0.lines.as_deref().map(pieces).transpose()?;
        let reasons = body.0.lines.as_deref().map(reasons).unwrap_or_default();
        self.staff(request, "receive", &body.0, |refund| RefundAction::Receive { refund, lines, reasons }).await
    }

    /// Ask the provider again to pay a refund back
    #[oai(path = "/admin/shop.order.Refund/retry", method = "post", operation_id = "shopRefundsRetry", tag = "Allow::Page")]
    async fn retry(&self, request: &Request, body: Body<StaffRefundBody>) -> Answer<RefundRow> {
        if !may(request, "retry") {
            return Err(ApiError::NoPermission);
        }
        self.staff(request, "retry", &body.0, |refund| RefundAction::Retry { refund }).await
    }

    /// What came is not taken back, with a reason
    #[oai(path = "/admin/shop.order.Refund/reject", method = "post", operation_id = "shopRefundsReject", tag = "Allow::Page")]
    async fn reject(&self, request: &Request, body: Body<StaffRefundBody>) -> Answer<RefundRow> {
        if !may(request, "reject") {
            return Err(ApiError::NoPermission);
        }
        let (reason, images) = (body.0.reason.clone(), staff_pictures(&body.0.images)?);
        self.staff(request, "reject", &body.0, |refund| RefundAction::Reject { refund, reason, images }).await
    }
}
