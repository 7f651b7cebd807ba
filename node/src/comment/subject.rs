//! What comments are about: a row of a declared resource, an order, a shop order or a refund. Who may see it may speak of it.

use bus_schemas::ids::OrderId;
use bus_schemas::order::OrderKind;
use bus_schemas::order::kinds::KINDS;
use entrepot_store::comments::RowOf;
use entrepot_store::resource::Resource;
use entrepot_store::resource::catalogue::Catalogue;
use poem::Request;

use crate::base::Base;
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::identity::admin_request::{caller, scope_by};
use crate::identity::rule_seeds::page_of;
use crate::resource::call::By;
use crate::resource::request::call_by;
use crate::shop::order::refund_api::split;
use crate::shop::order::service::{self, Person};

const SHOP_ORDERS: &str = "shop/order/order";
const REFUNDS: &str = "shop/order/refund";

enum Kind {
    Row(&'static Resource),
    Order(OrderKind),
    ShopOrder,
    Refund,
}

/// Something that is spoken of, which the caller may see.
pub(super) struct Subject {
    pub row: RowOf,
    /// What it is called: its name or number.
    pub name: String,
    /// The node that its readers need.
    pub node: String,
    /// Where it is opened, as an address of the back office.
    pub link: String,
}

fn kind_of(catalogue: &Catalogue, page: &str) -> Option<Kind> {
    if let Some(kind) = KINDS.iter().find(|kind| kind.page.eq_ignore_ascii_case(page)) {
        return Some(Kind::Order(*kind));
    }
    match page {
        SHOP_ORDERS => Some(Kind::ShopOrder),
        REFUNDS => Some(Kind::Refund),
        // Rows that tell of a person go with them; what is said of them would stay.
        _ => catalogue.of_path(page).filter(|resource| resource.history).map(Kind::Row),
    }
}

impl Subject {
    /// What the request speaks of.
    ///
    /// # Errors
    ///
    /// When there is no such page, and when the caller may not see it or the row.
    pub(super) async fn of(request: &Request, page: &str, id: i64) -> Result<Self, ApiError> {
        let base = Base::of(request)?;
        let page = page.trim().to_ascii_lowercase();
        let kind = kind_of(&base.store().catalogue(), &page).ok_or_else(|| ApiError::field("page", "error.controller"))?;
        let not_found = || ApiError::refused("error.not_found");
        let node = format!("{page}/index");
        let holds = |node: &str| if caller(request)?.rights.holds(node) { Ok(()) } else { Err(ApiError::NoPermission) };
        let (name, link) = match kind {
            Kind::Row(resource) => {
                let call = call_by(resource, request, By::Reading(resource.node("index")))?;
                call.require("index")?;
                let row = base.store().record(resource, id, &call.act.scope).await?;
                let name = row.get(resource.title_field()).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
                (name, format!("/admin/{}?id={id}&row={id}", page_of(resource.controller)))
            }
            Kind::Order(kind) => {
                holds(&kind.node("index"))?;
                let scope = scope_by(request, &kind.node("index"))?;
                let order = base.store().order_detail(kind, OrderId(id), &scope).await?.ok_or_else(not_found)?;
                (order.head.number.clone(), format!("/admin/{}?id={id}", kind.page))
            }
            Kind::ShopOrder | Kind::Refund => {
                holds(&node)?;
                let person = Person { admin: caller(request)?.id(), scope: scope_by(request, &node)? };
                let order = if page == REFUNDS { split(id)?.0 } else { OrderId(id) };
                let (listed, _) = service::detail(base.store(), order, &person).await?;
                (listed.order.order_no.clone(), format!("/admin/{page}?id={id}"))
            }
        };
        Ok(Self { row: RowOf { page, id }, name, node, link })
    }

    /// Refuses colleagues who may not see it: what is said would reach them, and the link lead nowhere.
    pub(super) async fn reaches(&self, base: &Base, people: &[i64]) -> Result<(), ServiceError> {
        let directory = base.store().directory().await?;
        if people.iter().all(|admin| directory.rights(*admin).holds(&self.node)) {
            Ok(())
        } else {
            Err(ServiceError::field("mentions", "comment.cannot_see"))
        }
    }
}
