//! What comments are about: a row of a declared resource, an order, a shop order or a refund. Who may see it may speak of it.

use bus_schemas::ids::{AdminId, OrderId};
use bus_schemas::order::OrderKind;
use bus_schemas::order::kinds::KINDS;
use entrepot_store::comments::RowOf;
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::Resource;
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::declaration::page_of;
use poem::Request;

use crate::base::Base;
use crate::error::ServiceError;
use crate::identity::admin_request::caller;
use crate::resource::call::Resources;
use crate::shop::order::refund_api::split;
use crate::shop::order::service::{self, Person};

const SHOP_ORDERS: &str = "shop/order/order";
const REFUNDS: &str = "shop/order/refund";

#[derive(Clone, Copy)]
enum Kind {
    Row(&'static Resource),
    Order(OrderKind),
    ShopOrder,
    Refund,
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

/// Something that is spoken of, which the caller may see.
pub(super) struct Subject<'a> {
    base: &'a Base,
    resources: &'a Resources,
    kind: Kind,
    pub row: RowOf,
    /// What it is called: its name or number.
    pub name: String,
}

impl<'a> Subject<'a> {
    /// What the request speaks of.
    ///
    /// # Errors
    ///
    /// When there is no such page, and when the caller may not see it or the row.
    pub(super) async fn of(request: &'a Request, page: &str, id: i64) -> Result<Self, ServiceError> {
        let (base, caller) = (Base::of(request)?, caller(request)?);
        let page = page.trim().to_ascii_lowercase();
        let kind = kind_of(&base.store().catalogue(), &page).ok_or_else(|| ServiceError::field("page", "error.controller"))?;
        let subject = Self { base, resources: Resources::of(request)?, kind, row: RowOf { page, id }, name: String::new() };
        let name = subject.seen_by(caller.id(), &caller.rights).await?;
        Ok(Self { name, ..subject })
    }

    /// Where it is opened, as an address of the back office.
    pub(super) fn link(&self) -> String {
        let RowOf { page, id } = &self.row;
        match self.kind {
            Kind::Row(resource) => format!("/admin/{}?id={id}&row={id}", page_of(resource.controller)),
            Kind::Order(kind) => format!("/admin/{}?id={id}", kind.page),
            Kind::ShopOrder | Kind::Refund => format!("/admin/{page}?id={id}"),
        }
    }

    /// What it is called for somebody.
    ///
    /// # Errors
    ///
    /// When they may not see its page, and `error.not_found` for a row that they do not see.
    async fn seen_by(&self, admin: AdminId, rights: &Rights) -> Result<String, ServiceError> {
        let RowOf { page, id } = &self.row;
        let (store, node) = (self.base.store(), format!("{page}/index"));
        if !rights.holds(&node) {
            return Err(ServiceError::NoPermission);
        }
        let scope = rights.reading_scope(admin.0, &node);
        match self.kind {
            Kind::Row(resource) => {
                let row = store.record(resource, *id, &self.resources.reading_scope(resource, admin.0, rights)).await?;
                Ok(row.get(resource.title_field()).and_then(|value| value.as_str()).unwrap_or_default().to_owned())
            }
            Kind::Order(kind) => match store.order_detail(kind, OrderId(*id), &scope).await? {
                Some(order) => Ok(order.head.number),
                None => Err(ServiceError::refused("error.not_found")),
            },
            Kind::ShopOrder | Kind::Refund => {
                let order = if page == REFUNDS { split(*id)?.0 } else { OrderId(*id) };
                let (listed, _) = service::detail(store, order, &Person { admin, scope }).await?;
                Ok(listed.order.order_no)
            }
        }
    }

    /// Refuses colleagues who do not see it: what is said would reach them, and the link lead nowhere.
    pub(super) async fn check_mentions(&self, people: &[i64]) -> Result<(), ServiceError> {
        let directory = self.base.store().directory().await?;
        for admin in people {
            match self.seen_by(AdminId(*admin), &directory.rights(*admin)).await {
                Ok(_) => {}
                Err(ServiceError::NoPermission | ServiceError::Refused { .. }) => return Err(ServiceError::field("mentions", "comment.cannot_see")),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
