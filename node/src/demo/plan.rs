//! What happened in the demo company, day by day: planned first, then done in the order of the days.

use chrono::{Datelike, Days, Months, NaiveDate};
use rust_decimal::Decimal;

use super::company::{CHENGDU, GUANGZHOU, SHANGHAI};
use super::shop_stories::{self, Step};

/// Months of the past that have orders, this one included.
const MONTHS: u32 = 12;
/// Warehouses that buy.
const BUYERS: [usize; 2] = [SHANGHAI, GUANGZHOU];

/// How a transfer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All of it arrived.
    Whole,
    /// Some of the first line is still to come.
    Short,
    /// Some of the first line was given up.
    Lost,
    /// Some of the first line arrived damaged.
    Damaged,
    /// Some of the first line was sent back.
    Refused,
}

/// Goods that go from one warehouse to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedTransfer {
    pub number: usize,
    pub from: usize,
    pub to: usize,
    /// Months ago that its goods were bought.
    pub back: u32,
}

/// Something that was done on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Buy {
        warehouse: usize,
        back: u32,
    },
    Sell {
        sale: usize,
        back: u32,
    },
    /// A sale of the small warehouse, of what a transfer brought.
    SellTransferred {
        back: u32,
    },
    Ship(PlannedTransfer),
    /// A transfer that nobody needs any more before it has left.
    Withdraw(PlannedTransfer),
    Arrive(PlannedTransfer, Ending),
    /// Refused goods are at the source again.
    ReceiveBack(PlannedTransfer),
    /// Goods of a customer come back, to be inspected.
    Return {
        back: u32,
    },
    /// They were found good.
    Inspect,
    /// Goods are put aside as damaged.
    Damage {
        back: u32,
    },
    Adjust {
        back: u32,
    },
    Move {
        back: u32,
    },
    /// Batches that expire soon.
    ReceiveExpiring,
    Hold,
    Count,
    /// A count that is not done yet.
    BeginCount,
    /// A step of an order of the shop.
    ShopStep {
        story: usize,
        step: Step,
    },
}

/// The month that is so many months back, by its first day.
#[must_use]
pub fn month(today: NaiveDate, back: u32) -> NaiveDate {
    today.with_day(1).unwrap_or(today) - Months::new(back)
}

/// How much is bought of a product in that month: more towards the end of the year and of the history.
#[must_use]
pub fn bought_quantity(month: NaiveDate, back: u32) -> Decimal {
    Decimal::from(60 + 12 * (month.month0() % 6) + 15 * (MONTHS - back))
}

/// Every event with its day, in order. None is later than today.
#[must_use]
pub fn plan(today: NaiveDate) -> Vec<(NaiveDate, Event)> {
    let mut plan: Vec<(NaiveDate, Event)> = Vec::new();
    for back in (0..MONTHS).rev() {
        let first = month(today, back);
        let mut add = |day: u32, event: Event| plan.push((first + Days::new(u64::from(day - 1)), event));
        for (number, warehouse) in BUYERS.into_iter().enumerate() {
            add(3 + number as u32, Event::Buy { warehouse, back });
        }
        for sale in 0..4_u32 {
            add(9 + 5 * sale, Event::Sell { sale: sale as usize, back });
        }
        let planned = PlannedTransfer { number: back as usize, from: SHANGHAI, to: if back % 2 == 0 { CHENGDU } else { GUANGZHOU }, back };
        if back > 0 {
            let ending = match back {
                1 => Ending::Short,
                2 => Ending::Damaged,
                3 => Ending::Refused,
                5 => Ending::Lost,
                _ => Ending::Whole,
            };
            add(11, Event::Ship(planned));
            add(15, Event::Arrive(planned, ending));
            if ending == Ending::Refused {
                add(20, Event::ReceiveBack(planned));
            }
            if back % 2 == 0 {
                add(22, Event::SellTransferred { back });
            }
            add(26, Event::Adjust { back });
        }
        if back == 1 {
            // Nobody has seen it since.
            add(20, Event::Ship(PlannedTransfer { number: MONTHS as usize, from: GUANGZHOU, to: CHENGDU, back }));
        }
        if matches!(back, 2 | 4 | 6) {
            add(17, Event::Return { back });
        }
        if matches!(back, 4 | 6) {
            add(21, Event::Inspect);
        }
        if matches!(back, 1 | 4 | 8) {
            add(6, Event::Damage { back });
        }
        if back % 3 == 1 {
            add(7, Event::Move { back });
        }
    }
    let mut ago = |days: u64, event: Event| plan.push((today - Days::new(days), event));
    ago(20, Event::Count);
    ago(15, Event::ReceiveExpiring);
    ago(12, Event::Hold);
    ago(2, Event::Ship(PlannedTransfer { number: 0, from: SHANGHAI, to: CHENGDU, back: 1 }));
    ago(1, Event::BeginCount);
    // Not needed after all; and one that the storekeeper of the main warehouse is to receive.
    ago(4, Event::Withdraw(PlannedTransfer { number: MONTHS as usize + 1, from: GUANGZHOU, to: CHENGDU, back: 2 }));
    ago(1, Event::Ship(PlannedTransfer { number: MONTHS as usize + 2, from: GUANGZHOU, to: SHANGHAI, back: 2 }));
    plan.extend(shop_stories::plan(today).into_iter().map(|(day, story, step)| (day, Event::ShopStep { story, step })));
    for (day, _) in &mut plan {
        *day = (*day).min(today);
    }
    plan.sort_by_key(|(day, _)| *day);
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(plan: &[(NaiveDate, Event)], found: impl Fn(&Event) -> bool) -> usize {
        plan.iter().position(|(_, event)| found(event)).unwrap()
    }

    #[test]
    fn days_follow_each_other_and_never_pass_today() {
        for (year, month, day) in [(2026, 11, 1), (2026, 3, 31), (2024, 2, 29)] {
            let today = NaiveDate::from_ymd_opt(year, month, day).unwrap();
            let plan = plan(today);
            assert!(plan.is_sorted_by_key(|(day, _)| *day));
            assert!(plan.iter().all(|(day, _)| *day <= today));
            for (at, (_, event)) in plan.iter().enumerate() {
                if let Event::Arrive(planned, _) = event {
                    assert!(position(&plan, |other| *other == Event::Ship(*planned)) < at, "{planned:?} arrives before it leaves");
                }
            }
        }
    }
}
