//! Papers of orders: which orders, read within the caller's scope, as one file.

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::order::process::Partner;
use bus_schemas::order::{OrderKind, OrderType};
use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_print::document;
use entrepot_store::Store;
use entrepot_store::identity::rights::Rights;
use entrepot_store::order::delivery_note::Receiver;
use entrepot_store::order::rows::OrderDetail;
use entrepot_store::scope::Scope;

use super::service::OrderService;
use crate::error::ServiceError;
use crate::http::file_answer::Pdf;
use crate::identity::contact::masked;
use crate::identity::cost::CostMask;
use crate::identity::order_rights::Person;
use crate::print::delivery_note::DeliveryNote;
use crate::print::orders::{self, Form, Needs, ORDERS_MAX};
use crate::print::service::{Printer, count_lines, footer, letterhead, make, turn};
use crate::settings::site::SiteChoices;

/// What is printed, and for whom.
pub struct Papers {
    pub kind: OrderKind,
    pub form: Form,
    /// With what goods cost, where the form has prices.
    pub sees_cost: bool,
    /// With whole telephone numbers and addresses of shop orders.
    pub contacts: bool,
    /// The reader's name.
    pub who: String,
}

/// Whether prices of a kind are shown to a caller: those that no customer pays are what goods cost. Goods of a transfer have none.
#[must_use]
pub fn priced(kind: OrderKind, rights: &Rights) -> bool {
    kind.transfers || kind.partner == Some(Partner::Customer) || CostMask::of(rights).sees()
}

/// The same of an order of a type, where it is known who sees cost: goods that go back to their supplier leave at what they
/// came for.
#[must_use]
pub fn shows_prices(kind: OrderKind, order_type: OrderType, sees_cost: bool) -> bool {
    let with = kind.type_row(order_type).and_then(|row| row.partner);
    sees_cost || kind.transfers || (kind.partner == Some(Partner::Customer) && with != Some(Partner::Supplier))
}

/// Whether recipients of shop orders are shown whole: to those who send or change shop orders, as on their page.
#[must_use]
pub fn contacts(rights: &Rights) -> bool {
    ["delivery", "edit"].iter().any(|button| rights.holds(&format!("shop/order/order/{button}")))
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

/// The recipient of a shop order behind the masks of the shop's desk.
fn mask_receiver(to: Receiver) -> Receiver {
    Receiver { address: masked(&to.address, 0, 0), mobile: masked(&to.mobile, 3, 4), ..to }
}

/// What a delivery note says beside the order.
async fn delivery_note(store: &Store, zone: Tz, order: (OrderKind, &OrderDetail), contacts: bool, scope: &Scope) -> Result<DeliveryNote, StoreError> {
    let (kind, order) = order;
    let day = |at: i64| Some(zone.timestamp_millis_opt(at).single()?.format("%Y-%m-%d").to_string());
    let parcels = order.head.shipment.iter().flat_map(|shipment| &shipment.parcels);
    let mut shipped_on: Vec<String> = parcels.filter_map(|parcel| day(parcel.at)).collect();
    shipped_on.dedup();
    // Of a warehouse that the reader does not see, only the name is printed.
    let sees_target = order.head.transfer.as_ref().is_none_or(|transfer| scope.reaches(transfer.target.0, order.head.created_by));
    let receiver = if sees_target { store.receiver(kind, order).await? } else { None };
    let hidden = order.head.shop.is_some() && !contacts;
    let receiver = receiver.map(|to| if hidden { mask_receiver(to) } else { to });
    Ok(DeliveryNote { lots: store.lots_of(kind, order).await?, receiver, shipped_on })
}

/// The papers of some orders, in the order in which they are named.
pub async fn print(printer: &Printer, service: &OrderService, mut ids: Vec<i64>, papers: Papers, person: &Person) -> Result<Pdf, ServiceError> {
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|id| seen.insert(*id));
    if ids.is_empty() {
        return Err(ServiceError::field("ids", "error.required"));
    }
    if ids.len() > ORDERS_MAX {
        return Err(ServiceError::field("ids", "print.orders.many"));
    }
    let Papers { kind, form, sees_cost, contacts, who } = papers;
    let turn = turn().await?;
    let currency = SiteChoices::read(&printer.settings).await?.currency;
    let mut documents = Vec::with_capacity(ids.len());
    let mut lines = 0;
    for id in &ids {
        let mut order = service.detail(kind, OrderId(*id), person).await?;
        count_lines(ids.len(), &mut lines, order.lines.len())?;
        let here = hide_places(&mut order, &person.scope);
        let needs = match form {
            Form::Pick if here => Needs { picks: service.store().order_picks(kind, OrderId(*id)).await?, ..Needs::default() },
            Form::Order if here => Needs { places: service.store().places_of_goods(kind, &order).await?, ..Needs::default() },
            Form::Delivery => {
                let note = delivery_note(service.store(), printer.time_zone, (kind, &order), contacts, &person.scope).await?;
                Needs { delivery_note: Some(note), ..Needs::default() }
            }
            _ => Needs::default(),
        };
        let money = shows_prices(kind, order.head.order_type, sees_cost).then_some(&currency);
        documents.push(orders::document(kind, &order, form, &needs, money));
    }
    let (letterhead, footer) = (letterhead(printer).await?, footer(printer, &who));
    let name = match documents.as_slice() {
        [only] => format!("{}-{}", only.number, form.name()),
        _ => format!("orders-{}", form.name()),
    };
    let bytes = make(printer, turn, move |font| document::print(font, &letterhead, &footer, &documents)).await?;
    Ok(Pdf { name, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::cost::COST;

    #[test]
    fn recipients_are_whole_for_those_who_send() {
        let sender = Rights::nothing().with_node("shop/order/order/delivery");
        assert!(!contacts(&Rights::nothing()) && contacts(&sender) && contacts(&Rights::all()));
        let to = Receiver { area: "Shenzhen".into(), address: "East Road 1".into(), contact_person: "Ann".into(), mobile: "13800138001".into() };
        let shown = mask_receiver(to);
        assert_eq!((shown.area.as_str(), shown.contact_person.as_str()), ("Shenzhen", "Ann"));
        assert_eq!((shown.address.as_str(), shown.mobile.as_str()), ("***********", "138****8001"));
    }

    #[test]
    fn purchase_prices_are_for_those_who_may_see_costs() {
        let nobody = Rights::nothing();
        assert!(!priced(OrderKind::INBOUND, &nobody) && priced(OrderKind::OUTBOUND, &nobody));
        assert!(priced(OrderKind::INBOUND, &Rights::nothing().with_node(COST)) && priced(OrderKind::INBOUND, &Rights::all()));
    }
}
