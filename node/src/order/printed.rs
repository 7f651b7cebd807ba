//! Papers of orders: which orders, read within the caller's scope, as one file.

use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::order::OrderKind;
use bus_schemas::order::process::Partner;
use entrepot_print::document;
use entrepot_store::identity::rights::Rights;
use entrepot_store::order::rows::OrderDetail;
use entrepot_store::scope::Scope;

use super::service::{OrderService, Person};
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::identity::cost::CostMask;
use crate::node::Node;
use crate::print::orders::{self, Form, ORDERS_MAX};
use crate::print::service::{PdfFile, foot, letterhead, make};

/// What is printed, and for whom.
pub struct Papers {
    pub kind: OrderKind,
    pub form: Form,
    /// With prices, where the form has them.
    pub priced: bool,
    /// The reader's name.
    pub who: String,
}

/// Whether prices of a kind are shown to a caller: those that no customer pays are what goods cost.
#[must_use]
pub fn priced(kind: OrderKind, rights: &Rights) -> bool {
    kind.partner == Some(Partner::Customer) || CostMask::of(rights).sees()
}

/// Leaves out where goods lie in warehouses that the reader does not see: at the source, and where a transfer goes.
/// Answers whether they see the source.
pub fn hide_places(order: &mut OrderDetail, scope: &Scope) -> bool {
    let by = order.head.created_by;
    let source = scope.reaches(order.head.warehouse, by);
    let target = order.head.transfer.as_ref().is_none_or(|transfer| scope.reaches(transfer.target.0, by));
    for line in &mut order.lines {
        if !source {
            (line.area_row, line.shelf_row) = (None, None);
        }
        if !target {
            (line.target_area_row, line.target_shelf_row) = (None, None);
        }
    }
    source
}

/// The papers of some orders, in the order in which they are named.
pub async fn file(node: &Node, service: &OrderService, mut ids: Vec<i64>, papers: Papers, person: &Person) -> Result<PdfFile, ApiError> {
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|id| seen.insert(*id));
    if ids.is_empty() {
        return Err(ServiceError::field("ids", "error.required"));
    }
    if ids.len() > ORDERS_MAX {
        return Err(ServiceError::field("ids", "print.orders.many"));
    }
    let Papers { kind, form, priced, who } = papers;
    let mut documents = Vec::with_capacity(ids.len());
    for id in &ids {
        let mut order = service.detail(kind, OrderId(*id), person).await?;
        let here = hide_places(&mut order, &person.scope);
        let reserved = match form {
            Form::Pick if here => node.store().reserved_for(WarehouseId(order.head.warehouse), kind, OrderId(*id)).await?,
            _ => vec![],
        };
        documents.push(orders::document(kind, &order, form, &reserved, priced));
    }
    let (letterhead, foot) = (letterhead(node).await?, foot(node, &who));
    let name = match documents.as_slice() {
        [only] => format!("{}-{}", only.number, form.name()),
        _ => format!("orders-{}", form.name()),
    };
    let bytes = make(node, move |font| document::print(font, &letterhead, &foot, &documents)).await?;
    Ok(PdfFile::new(bytes, &name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::cost::COST;

    #[test]
    fn purchase_prices_are_for_those_who_may_see_costs() {
        let nobody = Rights::nothing();
        assert!(!priced(OrderKind::INBOUND, &nobody) && priced(OrderKind::OUTBOUND, &nobody));
        assert!(priced(OrderKind::INBOUND, &Rights::nothing().with_node(COST)) && priced(OrderKind::INBOUND, &Rights::all()));
    }
}
