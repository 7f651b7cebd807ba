//! The daily comparison of what a provider says with what the shop has booked: pure. What is on one side alone, or with
//! another amount, is a difference.

use std::collections::BTreeMap;

use bus_schemas::shop::Cents;

use super::payment::BillRow;

/// What a row compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// A payment with the provider's bill.
    Payment,
    /// A refund with the provider's bill.
    Refund,
    /// An order with its payment.
    Order,
    /// What was paid from or to a balance with its entry.
    Balance,
}

impl MatchKind {
    /// In the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Refund => "refund",
            Self::Order => "order",
            Self::Balance => "balance",
        }
    }
}

/// What the two sides disagree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The provider does not know of it, or nothing is booked.
    MissingThere,
    /// The shop does not know of it.
    MissingHere,
    Amount,
    /// The bill has it more than once.
    Twice,
}

impl Difference {
    /// In the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingThere => "missing_there",
            Self::MissingHere => "missing_here",
            Self::Amount => "amount",
            Self::Twice => "twice",
        }
    }
}

/// What the shop has of a payment, a refund or an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopEntry {
    pub kind: MatchKind,
    pub number: String,
    /// The order or the recharge that it is of.
    pub subject: String,
    pub amount: Cents,
}

/// A row of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    pub kind: MatchKind,
    pub number: String,
    pub subject: String,
    pub ours: Option<Cents>,
    pub theirs: Option<Cents>,
    pub difference: Option<Difference>,
}

/// Compares two sides, by kind and number: the rows with differences first, then by kind and number.
fn compared(ours: &[ShopEntry], theirs: impl Iterator<Item = (MatchKind, String, Cents)>) -> Vec<MatchRow> {
    let mut rows: BTreeMap<(MatchKind, String), MatchRow> = BTreeMap::new();
    for ShopEntry { kind, number, subject, amount } in ours {
        let row = MatchRow {
            kind: *kind,
            number: number.clone(),
            subject: subject.clone(),
            ours: Some(*amount),
            theirs: None,
            difference: Some(Difference::MissingThere),
        };
        rows.insert((*kind, number.clone()), row);
    }
    for (kind, number, amount) in theirs {
        let unknown =
            || MatchRow { kind, number: number.clone(), subject: String::new(), ours: None, theirs: None, difference: Some(Difference::MissingHere) };
        let row = rows.entry((kind, number.clone())).or_insert_with(unknown);
        row.difference = match (row.theirs, row.ours) {
            (Some(_), _) => Some(Difference::Twice),
            (None, None) => Some(Difference::MissingHere),
            (None, Some(ours)) if ours != amount => Some(Difference::Amount),
            (None, Some(_)) => None,
        };
        row.theirs = Some(row.theirs.unwrap_or(Cents::ZERO) + amount);
    }
    let mut rows: Vec<MatchRow> = rows.into_values().collect();
    rows.sort_by_key(|row| row.difference.is_none());
    rows
}

/// Compares a provider's bill with payments and refunds.
#[must_use]
pub fn with_bill(ours: &[ShopEntry], bill: &[BillRow]) -> Vec<MatchRow> {
    let theirs = bill.iter().map(|row| {
        if row.out_refund_no.is_empty() {
            (MatchKind::Payment, row.out_trade_no.clone(), row.amount)
        } else {
            (MatchKind::Refund, row.out_refund_no.clone(), row.amount)
        }
    });
    compared(ours, theirs)
}

/// Compares orders, refunds and recharges with what was booked for them: `booked` has number and amount by kind.
#[must_use]
pub fn with_books(ours: &[ShopEntry], booked: &[(MatchKind, String, Cents)]) -> Vec<MatchRow> {
    compared(ours, booked.iter().cloned())
}

/// Numbers of payments that the bill has and the shop has not.
#[must_use]
pub fn unknown_payments(ours: &[ShopEntry], bill: &[BillRow]) -> Vec<String> {
    let known = |number: &str| ours.iter().any(|own| own.kind == MatchKind::Payment && own.number == number);
    bill.iter().filter(|row| row.out_refund_no.is_empty() && !known(&row.out_trade_no)).map(|row| row.out_trade_no.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(kind: MatchKind, number: &str, cents: i64) -> ShopEntry {
        ShopEntry { kind, number: number.into(), subject: "order".into(), amount: Cents(cents) }
    }

    fn bill(payment: &str, refund: &str, cents: i64) -> BillRow {
        BillRow { out_trade_no: payment.into(), transaction_id: "t".into(), out_refund_no: refund.into(), amount: Cents(cents), at: 0 }
    }

    fn found(rows: &[MatchRow]) -> Vec<(&str, Option<Difference>)> {
        rows.iter().map(|row| (row.number.as_str(), row.difference)).collect()
    }

    #[test]
    fn what_both_sides_say_alike_is_no_difference() {
        let ours = [own(MatchKind::Payment, "a", 100), own(MatchKind::Refund, "r", 40)];
        let rows = with_bill(&ours, &[bill("a", "", 100), bill("a", "r", 40)]);
        assert_eq!(found(&rows), [("a", None), ("r", None)]);
        assert_eq!((rows[0].ours, rows[0].theirs), (Some(Cents(100)), Some(Cents(100))));
    }

    #[test]
    fn each_kind_of_difference_is_named_and_comes_first() {
        let ours = [own(MatchKind::Payment, "alike", 1), own(MatchKind::Payment, "less", 100), own(MatchKind::Payment, "ours", 5)];
        let rows = with_bill(&ours, &[bill("alike", "", 1), bill("less", "", 99), bill("theirs", "", 7), bill("x", "back", 3), bill("x", "back", 3)]);
        let expected = [
            ("less", Some(Difference::Amount)),
            ("ours", Some(Difference::MissingThere)),
            ("theirs", Some(Difference::MissingHere)),
            ("back", Some(Difference::Twice)),
            ("alike", None),
        ];
        assert_eq!(found(&rows), expected);
    }

    #[test]
    fn a_payment_and_a_refund_of_one_number_are_not_the_same() {
        let rows = with_bill(&[own(MatchKind::Payment, "a", 100)], &[bill("p", "a", 100)]);
        assert_eq!(found(&rows), [("a", Some(Difference::MissingThere)), ("a", Some(Difference::MissingHere))]);
    }

    #[test]
    fn payments_that_only_the_bill_has_are_asked_about() {
        let ours = [own(MatchKind::Payment, "a", 100)];
        assert_eq!(unknown_payments(&ours, &[bill("a", "", 100), bill("b", "", 1), bill("c", "r", 1)]), ["b"]);
    }

    #[test]
    fn what_is_not_booked_is_found() {
        let ours = [own(MatchKind::Balance, "o1", 100), own(MatchKind::Order, "o2", 5)];
        let rows = with_books(&ours, &[(MatchKind::Balance, "o1".into(), Cents(90)), (MatchKind::Order, "o2".into(), Cents(5))]);
        assert_eq!(found(&rows), [("o1", Some(Difference::Amount)), ("o2", None)]);
    }
}
