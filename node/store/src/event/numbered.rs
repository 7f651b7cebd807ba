//! Numbers the events of a transaction and writes them with it.

use std::collections::BTreeMap;

use bus_schemas::event::EventDraft;
use bus_schemas::shop::write::ShopWrite;
use bus_schemas::warehouse::OrderWrite;

use super::{Bell, counter, event_row};
use crate::engine::connect::Store;
use crate::engine::value::array;
use crate::inbox::commit::Counted;
use crate::inbox::counters::Counters;

/// What orders and shop orders that are written tell.
pub(crate) fn told<'a>(orders: impl IntoIterator<Item = &'a OrderWrite>, shops: impl IntoIterator<Item = &'a ShopWrite>) -> Vec<EventDraft> {
    let of_orders = orders.into_iter().filter_map(|write| EventDraft::of_order(&write.order));
    let of_shops = shops.into_iter().filter(|write| !write.without_order).map(|write| EventDraft::of_shop_order(&write.order));
    of_orders.chain(of_shops).collect()
}

/// The counters that number these events, each once.
pub(crate) fn counters_of(events: &[EventDraft]) -> Vec<String> {
    let mut counters: Vec<String> = events.iter().map(|event| counter(&event.stream)).collect();
    counters.sort_unstable();
    counters.dedup();
    counters
}

impl Counted {
    /// The same with events, numbered on from `before`.
    pub(crate) fn telling(mut self, events: &[EventDraft], before: &Counters) -> Self {
        if events.is_empty() {
            return self;
        }
        let mut taken: BTreeMap<String, i64> = BTreeMap::new();
        let row = |event: &EventDraft| {
            let counter = counter(&event.stream);
            let last = before.last(&counter);
            let many = taken.entry(counter).or_default();
            *many += 1;
            event_row(event, last + *many)
        };
        let rows = events.iter().map(row).collect();
        self.body.query.push_str("INSERT $told_events RETURN NONE;");
        self.body.vars.push(("told_events", array(rows)));
        self.taken.extend(taken);
        self
    }
}

impl Store {
    /// Events were written.
    pub(crate) fn ring(&self) {
        self.memory::<Bell>().0.notify_one();
    }
}
