//! The steps of a shop's history: what comes to the minds of members and staff, planned from a seed before anything
//! happens.

use std::collections::VecDeque;
use std::fmt;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::payment_service::Resolution;
use super::provider::Paying;

pub const WAREHOUSES: [i64; 2] = [1, 2];
pub const PRODUCTS: i64 = 3;
pub const MEMBERS: [i64; 2] = [7, 8];
/// The area of each warehouse in which goods wait to be inspected.
pub const INSPECTION: i64 = 9;
pub const COUPONS: i64 = 3;
/// People at work.
pub const PEOPLE: usize = 4;
const ORDERS: usize = 6;

/// Something that is sold: its goods, the product it stands on (none: virtual), cents, base units a piece and how many are
/// kept back, most that a member may buy, whether freight is paid, and from where it is sent.
#[derive(Clone, Copy, Debug)]
pub struct Sold {
    pub goods: i64,
    pub product: Option<i64>,
    pub price: i64,
    pub ratio: i64,
    pub buffer: i64,
    pub limit: i64,
    pub freight: bool,
    pub from: &'static [i64],
}

pub const SOLD: &[Sold] = &[
    Sold { goods: 1, product: Some(1), price: 3_333, ratio: 1, buffer: 0, limit: 0, freight: true, from: &[1, 2] },
    Sold { goods: 2, product: Some(2), price: 1_000, ratio: 2, buffer: 1, limit: 0, freight: true, from: &[2, 1] },
    Sold { goods: 3, product: Some(3), price: 777, ratio: 1, buffer: 0, limit: 5, freight: false, from: &[1, 2] },
    Sold { goods: 4, product: None, price: 500, ratio: 1, buffer: 0, limit: 0, freight: false, from: &[] },
    Sold { goods: 5, product: Some(1), price: 1_999, ratio: 3, buffer: 0, limit: 0, freight: true, from: &[2, 1] },
];

/// What is done with an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Pay,
    Cancel,
    ApplyCancel,
    TakeBackCancel,
    DecideCancel {
        agree: bool,
    },
    /// The first parcel that waits, or so many pieces of its first line.
    Deliver {
        part: Option<i64>,
    },
    Extend,
    Receive,
    Evaluate,
    Close {
        back: bool,
    },
    Hide,
    Ask {
        goods_too: bool,
        line: u32,
        quantity: i64,
    },
    Goodwill {
        line: u32,
        cents: i64,
    },
    Withdraw,
    /// So many hundredths of what is asked for.
    Agree {
        percent: i64,
    },
    RefuseRefund,
    Waive,
    SendBack,
    /// So many pieces less than are announced.
    ReceiveBack {
        less: i64,
    },
    RejectBack,
    /// An attempt to pay through the provider.
    BeginPay,
    /// The member pays the latest attempt, or one before.
    PayThere {
        back: u32,
        how: Paying,
    },
    /// The member looks whether it is paid.
    Look,
    /// Staff decides about a refund that the provider did not pay back.
    HandleRefund {
        wish: Resolution,
    },
    /// Somebody who has nothing to do with it wants to pay, cancel or have their money.
    Meddle,
}

impl Act {
    /// Whether it is done with the provider.
    pub fn of_provider(&self) -> bool {
        matches!(self, Self::BeginPay | Self::PayThere { .. } | Self::Look | Self::HandleRefund { .. })
    }
}

#[derive(Clone, Debug)]
pub enum What {
    Place {
        order: usize,
        member: i64,
        lines: Vec<(usize, i64)>,
        coupon: bool,
        score: i64,
    },
    Order {
        order: usize,
        act: Act,
    },
    Claim {
        member: i64,
        coupon: i64,
    },
    Recharge {
        member: i64,
        cents: i64,
    },
    /// Goods come in.
    Fill {
        warehouse: i64,
        product: i64,
        quantity: i64,
    },
    /// A product's goods are held, or free again.
    Hold {
        warehouse: i64,
        product: i64,
        held: bool,
    },
    /// Time passes.
    Leap {
        seconds: i64,
    },
    /// The orders whose time has come are looked at.
    Sweep {
        node: usize,
    },
    /// The provider tells the next thing, if it tells any.
    Tell,
    /// The provider is asked about payments whose time has come.
    PaySweep,
    /// The books are compared with the provider's.
    Match,
    /// Staff decides about a payment that went wrong.
    Handle {
        nth: usize,
        wish: Resolution,
    },
    /// A node is stopped, and another one started.
    Restart {
        node: usize,
    },
}

/// Who does what.
#[derive(Clone, Debug)]
pub struct Doing {
    pub person: usize,
    pub what: What,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { order, member, lines, coupon, score } => {
                write!(f, "places order {order} for member {member}: {lines:?}, coupon {coupon}, score {score}")
            }
            Self::Order { order, act } => write!(f, "order {order}: {act:?}"),
            other => write!(f, "{other:?}"),
        }
    }
}

fn placing(random: &mut StdRng, order: usize) -> What {
    let mut lines: Vec<(usize, i64)> = Vec::new();
    for _ in 0..random.random_range(1..=3) {
        let sold = random.random_range(0..SOLD.len());
        if lines.iter().all(|(known, _)| *known != sold) {
            lines.push((sold, random.random_range(1..=5)));
        }
    }
    let score = if random.random_bool(0.3) { random.random_range(1..3_000) } else { 0 };
    What::Place { order, member: MEMBERS[random.random_range(0..2)], lines, coupon: random.random_bool(0.4), score }
}

fn through_provider(random: &mut StdRng) -> Act {
    match random.random_range(0..100) {
        0..35 => Act::BeginPay,
        35..85 => {
            let how = match random.random_range(0..20) {
                0..12 => Paying::Right,
                12 => Paying::Less,
                13..15 => Paying::More,
                15 => Paying::OtherPayee,
                16..19 => Paying::Late,
                _ => Paying::Twice,
            };
            Act::PayThere { back: u32::from(random.random_bool(0.2)), how }
        }
        _ => Act::Look,
    }
}

fn acting(random: &mut StdRng) -> Act {
    let line = random.random_range(1..=3);
    let part = random.random_bool(0.4).then(|| random.random_range(1..3));
    match random.random_range(0..100) {
        0..6 => Act::Pay,
        6..18 => through_provider(random),
        18 => Act::Cancel,
        19..24 => Act::ApplyCancel,
        24..26 => Act::TakeBackCancel,
        26..30 => Act::DecideCancel { agree: random.random_bool(0.6) },
        30..46 => Act::Deliver { part },
        46..48 => Act::Extend,
        48..52 => Act::Receive,
        52..55 => Act::Evaluate,
        55..58 => Act::Close { back: random.random_bool(0.5) },
        58 => Act::Hide,
        59..70 => Act::Ask { goods_too: random.random_bool(0.5), line, quantity: random.random_range(1..=3) },
        70..72 => Act::Goodwill { line, cents: random.random_range(1..900) },
        72..74 => Act::Withdraw,
        74..84 => Act::Agree { percent: [100, 100, 100, 60, 120][random.random_range(0..5)] },
        84..86 => Act::RefuseRefund,
        86..87 => Act::Waive,
        87..92 => Act::SendBack,
        92..96 => Act::ReceiveBack { less: [0, 0, 1, 9][random.random_range(0..4)] },
        96 => Act::RejectBack,
        97 => Act::HandleRefund { wish: [Resolution::Again, Resolution::Balance, Resolution::Hand][random.random_range(0..3)] },
        _ => Act::Meddle,
    }
}

/// What usually follows when an order is placed that is to be paid through the provider.
fn on_the_way(random: &mut StdRng, order: usize) -> Vec<What> {
    let act = |act: Act| What::Order { order, act };
    let mut way = vec![act(Act::BeginPay)];
    if random.random_bool(0.2) {
        way.push(act(Act::BeginPay));
    }
    let how = match random.random_range(0..10) {
        0..7 => Paying::Right,
        7 => Paying::Less,
        8 => Paying::More,
        _ => Paying::OtherPayee,
    };
    way.push(act(Act::PayThere { back: 0, how }));
    if random.random_bool(0.2) {
        way.push(act(Act::PayThere {
            back: random.random_range(0..2),
            how: [Paying::Late, Paying::Twice, Paying::Right][random.random_range(0..3)],
        }));
    }
    way.extend([What::Tell, act(Act::Look), What::PaySweep].into_iter().filter(|_| random.random_bool(0.6)));
    if random.random_bool(0.5) {
        way.push(act(Act::Ask { goods_too: false, line: 1, quantity: random.random_range(1..=2) }));
        way.push(act(Act::Agree { percent: 100 }));
    }
    way
}

/// The steps of the history with that seed.
pub fn plan(seed: u64, steps: usize) -> Vec<Doing> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut orders = 0;
    let mut plan = Vec::with_capacity(steps);
    // What the last of those who placed an order goes on with.
    let (mut buyer, mut way) = (0, VecDeque::new());
    // Goods are held in some histories alone: then less may be reserved than was promised.
    let holds = seed.is_multiple_of(4);
    for at in 0..steps {
        if !way.is_empty()
            && random.random_bool(0.6)
            && let Some(what) = way.pop_front()
        {
            plan.push(Doing { person: buyer, what });
            continue;
        }
        let person = random.random_range(0..PEOPLE);
        let (warehouse, product) = (WAREHOUSES[random.random_range(0..2)], random.random_range(1..=PRODUCTS));
        let what = match random.random_range(0..100) {
            0..4 => What::Claim { member: MEMBERS[random.random_range(0..2)], coupon: random.random_range(1..=COUPONS) },
            4..6 => What::Recharge { member: MEMBERS[random.random_range(0..2)], cents: random.random_range(1..9_000) },
            6..8 => What::Fill { warehouse, product, quantity: random.random_range(1..6) },
            8..10 if holds => What::Hold { warehouse, product, held: random.random_bool(0.5) },
            8..14 => What::Leap { seconds: [1, 40, 40, 1_900, 90_000, 700_000, 1_400_000][random.random_range(0..7)] },
            14..18 => What::Sweep { node: random.random_range(0..2) },
            18..19 => What::Restart { node: random.random_range(0..2) },
            19..24 => What::Tell,
            24..29 => What::PaySweep,
            29 => What::Match,
            30..33 => {
                let wish = [Resolution::Accept, Resolution::Accept, Resolution::Refund, Resolution::Refund, Resolution::Again, Resolution::Hand]
                    [random.random_range(0..6)];
                What::Handle { nth: random.random_range(0..3), wish }
            }
            33..42 if orders < ORDERS && at > 4 => {
                orders += 1;
                placing(&mut random, orders)
            }
            _ if orders == 0 => {
                orders += 1;
                placing(&mut random, orders)
            }
            _ => What::Order { order: random.random_range(1..=orders), act: acting(&mut random) },
        };
        if let What::Place { order, .. } = &what
            && way.is_empty()
            && random.random_bool(0.7)
        {
            (buyer, way) = (person, on_the_way(&mut random, *order).into());
        }
        plan.push(Doing { person, what });
    }
    plan
}
