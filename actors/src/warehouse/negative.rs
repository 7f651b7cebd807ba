//! Stock balances that fall below zero, and the notifications about them. Pure.

use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::Movement;

/// A notification for each stock balance that these movements made negative; names are filled in where they are known.
#[must_use]
pub fn fell_below_zero(movements: &[Movement]) -> Vec<NotificationDraft> {
    let below = |quantity: Quantity| quantity < Quantity::ZERO;
    let fell = movements.iter().filter(|movement| below(movement.balance) && !below(movement.balance - movement.moved));
    let draft = |movement: &Movement| {
        let product = movement.place.product.0;
        let mut fact = Fact { id: product, warehouses: vec![movement.warehouse], ..Fact::default() };
        fact.data.insert("product_id".into(), product.into());
        fact.data.insert("warehouse".into(), movement.warehouse.0.into());
        fact.data.insert("on_hand".into(), movement.balance.to_string().into());
        NotificationKind::STOCK_NEGATIVE.draft(fact)
    };
    fell.map(draft).collect()
}
