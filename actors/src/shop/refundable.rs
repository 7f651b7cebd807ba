//! What pieces of a paid line are worth when they come back, given all other requests. Any order of part refunds,
//! refusals and withdrawals ends at the cent that was paid.

use bus_schemas::shop::Cents;
use bus_schemas::shop::shares::{LineShares, RefundShare};

use super::allocation::portion;

/// A line that was paid: how many pieces, and what it bore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoldLine {
    pub line: u32,
    pub quantity: u32,
    pub shares: LineShares,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefundRefusal {
    /// More pieces than are in no other request, or none.
    #[error("line {line} has {free} pieces left")]
    Quantity { line: u32, free: u32 },
    #[error("line {line} has {most} left to be paid back")]
    Amount { line: u32, most: Cents },
    #[error("line {line} has {most} of freight left to be paid back")]
    Freight { line: u32, most: Cents },
    #[error("the order has {most} left to be paid back")]
    Order { most: Cents },
}

impl RefundRefusal {
    /// The key of its message.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Quantity { .. } => "error.shop.refund_quantity",
            Self::Amount { .. } => "error.shop.refund_amount",
            Self::Freight { .. } => "error.shop.refund_freight",
            Self::Order { .. } => "error.shop.refund_order",
        }
    }
}

/// What other requests have of a line. `others` are all requests that were not refused, withdrawn or ended without
/// money: asked, agreed and done ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taken {
    pieces: u32,
    /// Worth, and what was paid beyond it.
    worth: i64,
    amount: i64,
    freight: i64,
    score: i64,
}

fn taken(line: u32, others: &[RefundShare]) -> Taken {
    others.iter().filter(|other| other.line == line).fold(Taken::default(), |sum, other| Taken {
        pieces: sum.pieces.saturating_add(other.quantity),
        worth: sum.worth.saturating_add(other.worth.max(other.amount).0),
        amount: sum.amount.saturating_add(other.amount.0),
        freight: sum.freight.saturating_add(other.freight.0),
        score: sum.score.saturating_add(other.score),
    })
}

/// Pieces of a line that are in no request.
#[must_use]
pub fn free_pieces(sold: &SoldLine, others: &[RefundShare]) -> u32 {
    sold.quantity.saturating_sub(taken(sold.line, others).pieces)
}

/// Most that may still be paid back for a line, without freight.
#[must_use]
pub fn most_amount(sold: &SoldLine, others: &[RefundShare]) -> Cents {
    Cents((sold.shares.pay_share.0 - taken(sold.line, others).amount).max(0))
}

/// Most that may still be paid back of a line's freight.
#[must_use]
pub fn most_freight(sold: &SoldLine, others: &[RefundShare]) -> Cents {
    Cents((sold.shares.freight_share.0 - taken(sold.line, others).freight).max(0))
}

/// What a number of pieces of a line is worth: floor(rest x pieces / free pieces), of the score in the same way, and
/// of the freight while nothing is shipped.
pub fn worth(sold: &SoldLine, others: &[RefundShare], pieces: u32, with_freight: bool) -> Result<RefundShare, RefundRefusal> {
    let taken = taken(sold.line, others);
    let free = sold.quantity.saturating_sub(taken.pieces);
    if pieces == 0 || pieces > free {
        return Err(RefundRefusal::Quantity { line: sold.line, free });
    }
    let of = |whole: i64, taken: i64| portion((whole - taken).max(0), pieces, free);
    let worth = Cents(of(sold.shares.pay_share.0, taken.worth));
    let freight = if with_freight { Cents(of(sold.shares.freight_share.0, taken.freight)) } else { Cents::ZERO };
    let score = of(sold.shares.score_used, taken.score);
    Ok(RefundShare { line: sold.line, quantity: pieces, worth, amount: worth, freight, score })
}

/// A request with the amount and freight that staff decides: lowered, raised to the cap, or, with a quantity of 0,
/// goodwill. The worth of its pieces stays. `others` is without the request itself.
pub fn decided(sold: &SoldLine, others: &[RefundShare], asked: &RefundShare, amount: Cents, freight: Cents) -> Result<RefundShare, RefundRefusal> {
    let free = free_pieces(sold, others);
    if asked.quantity > free {
        return Err(RefundRefusal::Quantity { line: sold.line, free });
    }
    let most = most_amount(sold, others);
    if amount < Cents::ZERO || amount > most {
        return Err(RefundRefusal::Amount { line: sold.line, most });
    }
    let most = most_freight(sold, others);
    if freight < Cents::ZERO || freight > most {
        return Err(RefundRefusal::Freight { line: sold.line, most });
    }
    Ok(RefundShare { amount, freight, ..*asked })
}

/// What a request pays back.
#[must_use]
pub fn total(shares: &[RefundShare]) -> Cents {
    shares.iter().map(|share| share.amount + share.freight).sum()
}

/// Refuses a request that would pay back more than was paid: `refunded` is done, `open` agreed and not yet paid.
pub fn check_order(paid: Cents, refunded: Cents, open: Cents, request: Cents) -> Result<(), RefundRefusal> {
    let most = (paid - refunded - open).max(Cents::ZERO);
    if request > most { Err(RefundRefusal::Order { most }) } else { Ok(()) }
}

/// Score that is earned: floor((paid - refunded, both without freight) x score of 1 of the currency).
#[must_use]
pub fn score_given(paid: Cents, refunded: Cents, per_yuan: i64) -> i64 {
    let kept = i128::from((paid - refunded).max(Cents::ZERO).0);
    i64::try_from(kept * i128::from(per_yuan.max(0)) / 100).unwrap_or(i64::MAX)
}
