//! The steps of a history: what comes to people's minds, planned from a seed before anything happens.

use std::fmt;

use bus_schemas::order::kinds::{
    ADD_COST, AUDIT, CLOSE, GIVE_BACK, LOST, LOST_BACK, POST, RECEIVE, RECEIVE_BACK, REFUSE, RETURN_GOODS, REVERSE, SHIFT, SHIP, STOCK, TAKE_BACK,
    TAKE_COST_BACK, VOID,
};
use bus_schemas::order::{OrderKind, OrderType};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

pub const PRODUCTS: i64 = 3;
/// The product that is not kept in batches: where a warehouse allows it, more of it may go out than there is.
pub const LOOSE: i64 = 3;
pub const WAREHOUSES: [i64; 2] = [1, 2];
/// The area of each warehouse in which damaged goods lie.
pub const DAMAGED: i64 = 3;
pub const BATCHES: [&str; 3] = ["", "A", "B"];
/// People at work.
pub const PEOPLE: usize = 4;
/// Orders of one history.
const ORDERS: i64 = 10;

/// What somebody does.
#[derive(Clone, Debug)]
pub struct Doing {
    /// Who, from 0.
    pub person: usize,
    pub what: What,
}

/// Goods of a line: product, quantity (signed for a correction), area, batch, price.
#[derive(Clone, Copy, Debug)]
pub struct Goods {
    pub product: i64,
    pub quantity: i64,
    pub area: i64,
    pub batch: &'static str,
    pub price: i64,
}

#[derive(Clone, Debug)]
pub enum What {
    Make {
        order: i64,
        kind: OrderKind,
        order_type: OrderType,
        source: i64,
        target: i64,
        lines: Vec<Goods>,
    },
    /// A step of an order, with a part: line and quantity.
    Step {
        order: i64,
        kind: OrderKind,
        step: &'static str,
        part: Option<(u32, i64)>,
    },
    /// What is reserved for an order at its first place is given back.
    Release {
        order: i64,
        kind: OrderKind,
    },
    /// What is reserved for an order at its first place is handed over to another one.
    HandOver {
        from: (OrderKind, i64),
        to: (OrderKind, i64),
        quantity: i64,
    },
    /// The last return of a sale is reversed: its goods may come back again.
    ReverseReturn {
        order: i64,
        part: Option<i64>,
    },
    Hold {
        warehouse: i64,
        product: i64,
        batch: &'static str,
        held: bool,
    },
    Relocate {
        warehouse: i64,
        goods: Goods,
        to: i64,
    },
    /// A place is counted: so many more or less than the books say.
    Count {
        sheet: i64,
        warehouse: i64,
        places: Vec<(Goods, i64)>,
    },
    Post {
        sheet: i64,
    },
    /// A node is stopped, and another one started.
    Restart {
        node: usize,
    },
}

impl fmt::Display for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x product {}", self.quantity, self.product)?;
        if !self.batch.is_empty() {
            write!(f, " batch {}", self.batch)?;
        }
        if self.area > 0 { write!(f, " in area {}", self.area) } else { Ok(()) }
    }
}

fn listed(lines: &[Goods]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Make { order, kind, source, target, lines, .. } if kind.transfers => {
                write!(f, "makes {} order {order} from warehouse {source} to {target}: {}", kind.as_str(), listed(lines))
            }
            Self::Make { order, kind, source, lines, .. } => {
                write!(f, "makes {} order {order} of warehouse {source}: {}", kind.as_str(), listed(lines))
            }
            Self::Step { order, kind, step, part: None } => write!(f, "{step} of {} order {order}", kind.as_str()),
            Self::Step { order, kind, step, part: Some((line, quantity)) } => {
                write!(f, "{step} of {} order {order}, {quantity} of line {line}", kind.as_str())
            }
            Self::Release { order, kind } => write!(f, "gives back what is reserved for {} order {order}", kind.as_str()),
            Self::HandOver { from: (of, from), to: (kind, to), quantity } => {
                write!(f, "hands {quantity} over that are reserved for {} order {from}, to {} order {to}", of.as_str(), kind.as_str())
            }
            Self::ReverseReturn { order, part: None } => write!(f, "reverses the last return of order {order}"),
            Self::ReverseReturn { order, part: Some(quantity) } => write!(f, "reverses {quantity} of the last return of order {order}"),
            Self::Hold { warehouse, product, batch, held } => {
                write!(f, "{} batch '{batch}' of product {product} in warehouse {warehouse}", if *held { "holds" } else { "frees" })
            }
            Self::Relocate { warehouse, goods, to } => write!(f, "puts {goods} of warehouse {warehouse} into area {to}"),
            Self::Count { sheet, warehouse, places } => {
                let found: Vec<String> = places.iter().map(|(goods, by)| format!("{by:+} of {goods}")).collect();
                write!(f, "counts on sheet {sheet} of warehouse {warehouse}: {}", found.join(", "))
            }
            Self::Post { sheet } => write!(f, "posts sheet {sheet}"),
            Self::Restart { node } => write!(f, "stops node {node} and starts another"),
        }
    }
}

/// What is planned of an order.
struct Planned {
    kind: OrderKind,
    within: bool,
    lines: u32,
}

fn goods(random: &mut StdRng) -> Goods {
    let product = random.random_range(1..=PRODUCTS);
    let batch = BATCHES[random.random_range(0..BATCHES.len())];
    Goods {
        product,
        quantity: random.random_range(1..15),
        area: random.random_range(0..=2),
        batch: if product == LOOSE { "" } else { batch },
        price: random.random_range(1..10),
    }
}

fn making(random: &mut StdRng, order: i64) -> (What, Planned) {
    let (kind, order_type) = match random.random_range(0..10) {
        0..3 => (OrderKind::INBOUND, OrderType::PURCHASE),
        3..6 => (OrderKind::OUTBOUND, OrderType::SALES),
        6..8 => (OrderKind::TRANSFER, OrderType::BETWEEN),
        8 => (OrderKind::TRANSFER, OrderType::WITHIN),
        _ => (OrderKind::ADJUSTMENT, if random.random_bool(0.5) { OrderType::FOUND } else { OrderType::LOSS }),
    };
    let source = WAREHOUSES[random.random_range(0..2)];
    let target = if order_type == OrderType::BETWEEN { 3 - source } else { source };
    let lines: Vec<Goods> = (0..random.random_range(1..=3))
        .map(|_| {
            let goods = goods(random);
            Goods { quantity: if order_type == OrderType::LOSS { -goods.quantity } else { goods.quantity }, ..goods }
        })
        .collect();
    let planned = Planned { kind, within: order_type == OrderType::WITHIN, lines: lines.len() as u32 };
    (What::Make { order, kind, order_type, source, target, lines }, planned)
}

fn stepping(random: &mut StdRng, order: i64, planned: &Planned) -> What {
    let kind = planned.kind;
    let step = if kind == OrderKind::ADJUSTMENT {
        [AUDIT, AUDIT, POST, POST, POST, TAKE_BACK, VOID, REVERSE][random.random_range(0..8)]
    } else if kind == OrderKind::TRANSFER && planned.within {
        [AUDIT, AUDIT, SHIFT, SHIFT, SHIFT, TAKE_BACK, CLOSE, REVERSE][random.random_range(0..8)]
    } else if kind == OrderKind::TRANSFER {
        let of = [AUDIT, AUDIT, SHIP, SHIP, SHIP, RECEIVE, RECEIVE, RECEIVE, REFUSE, RECEIVE_BACK, LOST, LOST_BACK, CLOSE, TAKE_BACK, VOID, REVERSE];
        of[random.random_range(0..of.len())]
    } else {
        let of = [AUDIT, AUDIT, AUDIT, STOCK, STOCK, STOCK, STOCK, REVERSE, GIVE_BACK, GIVE_BACK, TAKE_BACK, CLOSE, VOID, ADD_COST, ADD_COST];
        match of[random.random_range(0..of.len())] {
            GIVE_BACK if kind == OrderKind::INBOUND => RETURN_GOODS,
            ADD_COST if random.random_bool(0.4) => TAKE_COST_BACK,
            step => step,
        }
    };
    let takes = matches!(
        step,
        STOCK | SHIP | SHIFT | RECEIVE | REFUSE | RECEIVE_BACK | LOST | LOST_BACK | REVERSE | GIVE_BACK | RETURN_GOODS | ADD_COST | TAKE_COST_BACK
    );
    let part = (takes && random.random_bool(0.6)).then(|| (random.random_range(1..=planned.lines), random.random_range(1..8)));
    What::Step { order, kind, step, part }
}

/// The steps of the history with that seed.
pub fn plan(seed: u64, steps: usize) -> Vec<Doing> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut orders: Vec<Planned> = Vec::new();
    let mut sheets = 0;
    let mut plan = Vec::with_capacity(steps);
    for _ in 0..steps {
        let person = random.random_range(0..PEOPLE);
        let many = orders.len() as i64;
        let what = match random.random_range(0..100) {
            0..12 if many < ORDERS => {
                let (what, planned) = making(&mut random, many + 1);
                orders.push(planned);
                what
            }
            0..72 if many > 0 => {
                let order = random.random_range(1..=many);
                stepping(&mut random, order, &orders[order as usize - 1])
            }
            72..75 if many > 0 => {
                let sales: Vec<i64> = (1..=many).filter(|order| orders[*order as usize - 1].kind == OrderKind::OUTBOUND).collect();
                match sales.len() {
                    0 => stepping(&mut random, 1, &orders[0]),
                    many => {
                        let part = random.random_bool(0.5).then(|| random.random_range(1..5));
                        What::ReverseReturn { order: sales[random.random_range(0..many)], part }
                    }
                }
            }
            75..78 if many > 1 => {
                let (from, to) = (random.random_range(1..=many), random.random_range(1..=many));
                let of = |order: i64| (orders[order as usize - 1].kind, order);
                What::HandOver { from: of(from), to: of(to), quantity: random.random_range(1..6) }
            }
            78..81 if many > 0 => {
                let order = random.random_range(1..=many);
                What::Release { order, kind: orders[order as usize - 1].kind }
            }
            81..86 => {
                let Goods { product, batch, .. } = goods(&mut random);
                What::Hold { warehouse: WAREHOUSES[random.random_range(0..2)], product, batch, held: random.random_bool(0.5) }
            }
            86..90 => {
                What::Relocate { warehouse: WAREHOUSES[random.random_range(0..2)], goods: goods(&mut random), to: random.random_range(0..=DAMAGED) }
            }
            90..94 => {
                sheets += 1;
                let places = (0..random.random_range(1..=3)).map(|_| (goods(&mut random), [-4, -1, 1, 3][random.random_range(0..4)])).collect();
                What::Count { sheet: sheets, warehouse: WAREHOUSES[random.random_range(0..2)], places }
            }
            94..98 if sheets > 0 => What::Post { sheet: random.random_range(1..=sheets) },
            98.. => What::Restart { node: random.random_range(0..2) },
            _ if many < ORDERS => {
                let (what, planned) = making(&mut random, many + 1);
                orders.push(planned);
                what
            }
            _ => stepping(&mut random, 1, &orders[0]),
        };
        plan.push(Doing { person, what });
    }
    plan
}
