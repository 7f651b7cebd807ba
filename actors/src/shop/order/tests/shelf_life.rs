//! Goods that keep as long as was promised when the order was placed.

use bus_schemas::warehouse::StockAction;

use super::super::stock;
use super::*;

fn life_days(lines: &[bus_schemas::warehouse::DemandLine]) -> Vec<u32> {
    lines.iter().map(|line| line.life_days).collect()
}

#[test]
fn a_promise_counts_from_the_day_of_the_order() {
    let of_old = order(vec![line(1, 2, 200, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let promised = ShopOrder { keep_until: Some("2026-01-31".into()), ..of_old.clone() };
    let asked = |order: &ShopOrder, today: &str| life_days(&stock::demand(order, &order.parcels[0].lines, today, true));
    for (today, days) in [("2026-01-01", 30), ("2026-01-30", 1), ("2026-01-31", 0), ("2026-02-10", 0)] {
        assert_eq!(asked(&promised, today), [days], "{today}");
        assert_eq!(asked(&of_old, today), [0], "{today}");
    }
    let stored = serde_json::to_value(&of_old).unwrap();
    assert!(stored.get("keep_until").is_none(), "orders of before have no such field");
    assert_eq!(serde_json::from_value::<ShopOrder>(stored).unwrap(), of_old);
}

#[test]
fn the_outbound_order_asks_for_what_was_promised() {
    let before = order(vec![line(1, 2, 200, &[1])], vec![parcel(1, 1, &[(1, 2)])]);
    let promised = ShopOrder { keep_until: Some("2026-01-31".into()), ..before };
    let outbound = stock::outbound(&promised, &promised.parcels[0], OrderId(9), "2026-01-05", 1);
    assert_eq!(outbound.shop.as_ref().and_then(|shop| shop.keep_until.as_deref()), Some("2026-01-31"));
    let taken = stock::hand_over(&promised, &promised.parcels[0], &outbound, "2026-01-05");
    let StockAction::TakeOverAll { lines, .. } = taken.action else { panic!("{taken:?}") };
    assert_eq!(life_days(&lines), [26]);
    // The pick list of an outbound order, whose customer does not matter.
    assert_eq!(life_days(&crate::order::demand::open_demand(&outbound, 99, "2026-01-21")), [10]);
}
