//! What an order kind is: data. Its states, the steps between them, what they do to the stock, its partner, its
//! numbers, its pages and texts. The rules read it and have no branch on a kind. The table of kinds is [`super::kinds`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};

use crate::notification::row::NotificationKind;
use crate::right::WarehouseRight;
use crate::warehouse::stock::Operation;

/// The actions that are not steps of one kind but of every one. Their names stand in routes, permission nodes and the
/// history.
pub const ADD: &str = "add";
pub const EDIT: &str = "edit";
pub const DELETE: &str = "del";
/// A deleted order comes back.
pub const RESTORE: &str = "restore";
/// Reservations are released by hand, or taken over from another order.
pub const RELEASE: &str = "release";
pub const TAKE_OVER: &str = "takeOver";
/// The same, in the history of the order that gives.
pub const HAND_OVER: &str = "handOver";
/// Orders are made of a file.
pub const IMPORT: &str = "import";
/// In the history of an order whose goods had come back: that return was reversed.
pub const RETURN_REVERSED: &str = "returnReversed";

/// Everything that is known of an order kind.
#[derive(Debug)]
pub struct OrderProcess {
    /// In the database, on the bus and in topics: `inbound`.
    pub name: &'static str,
    /// The prefix of its numbers.
    pub prefix: &'static str,
    /// What it is called in the API document: `inbound order`.
    pub noun: &'static str,
    /// Its part of the API's paths: `warehouse.InboundOrder`.
    pub controller: &'static str,
    /// Its page in the menu, from which the permission nodes follow: `warehouse/inboundOrder`.
    pub page: &'static str,
    /// The operation ids of the API document begin with it: `inboundOrder`.
    pub operations: &'static str,
    /// The field that carries its number on the wire.
    pub number_field: &'static str,
    /// The ledger's operation of its movements. `None`: inbound or outbound, by their direction.
    pub operation: Option<Operation>,
    /// Its rows on the wire have the fields of a shipment.
    pub ships: bool,
    /// Its goods go to another place, which may be in another warehouse.
    pub transfers: bool,
    pub partner: Option<Partner>,
    pub types: &'static [TypeRow],
    pub states: &'static [State],
    /// The state that an order is created in.
    pub begins: OrderStatus,
    /// In the order in which they are offered.
    pub steps: &'static [Step],
    /// Sent to reviewers when an order is created.
    pub created: Option<NotificationKind>,
}

/// Whom an order is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Partner {
    Supplier,
    Customer,
}

impl Partner {
    /// The table it stands in, which is also the field of its row on the wire.
    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Self::Supplier => "supplier",
            Self::Customer => "customer",
        }
    }

    /// The field of its id on the wire.
    #[must_use]
    pub const fn id_field(self) -> &'static str {
        match self {
            Self::Supplier => "supplier_id",
            Self::Customer => "customer_id",
        }
    }
}

/// A type of orders within a kind.
#[derive(Debug)]
pub struct TypeRow {
    pub order_type: OrderType,
    /// On the wire; read together with the kind.
    pub code: i64,
    /// Whom an order of this type is with.
    pub partner: Option<Partner>,
}

/// A state of a kind.
#[derive(Debug)]
pub struct State {
    pub status: OrderStatus,
    /// On the wire; read together with the kind.
    pub code: i64,
    /// The key of its text.
    pub text: &'static str,
    /// What is open of the lines is reserved while an order is in this state. Entering such a state reserves, leaving
    /// it releases.
    pub reserves: bool,
}

/// One row of the table of transitions.
#[derive(Debug)]
pub struct Step {
    /// In routes, permission nodes and the history.
    pub name: &'static str,
    /// What it does, for the API document.
    pub summary: &'static str,
    pub from: &'static [OrderStatus],
    /// Whether it is allowed depends on whether anything has moved.
    pub moved: Moved,
    pub to: To,
    pub does: Does,
    /// The warehouse at which it is taken: the caller must be able to see that one.
    pub at: At,
    /// Only orders of this type have it.
    pub of: Option<OrderType>,
    /// Callers need the permission of this step as well.
    pub needs: Option<&'static str>,
    /// Sent when it is done.
    pub notifies: Option<NotificationKind>,
}

/// Which way goods in transit go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// To the target.
    There,
    /// Back to the source: the target has refused them.
    Back,
}

/// A step's precondition on the order's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    Any,
    Nothing,
    Something,
    /// Something is in transit to the target.
    There,
    /// Something is in transit back to the source.
    Back,
    /// Something has arrived where it was to go.
    Arrived,
}

/// How far an order's goods are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Something has moved.
    pub moved: bool,
    /// Something is in transit to the target.
    pub there: bool,
    /// Something is in transit back to the source.
    pub back: bool,
    /// Something has arrived where it was to go.
    pub arrived: bool,
    /// Limits the steps to those of one type. `None`: the steps of all types.
    pub order_type: Option<OrderType>,
}

impl From<bool> for Progress {
    fn from(moved: bool) -> Self {
        Self { moved, ..Self::default() }
    }
}

/// The warehouse that a step is taken at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The order's own; of a transfer, where its goods come from.
    Source,
    /// Where a transfer's goods go.
    Target,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Same,
    State(OrderStatus),
    /// To this state once every line has moved wholly.
    WhenAllMoved(OrderStatus),
    /// To this state once all that is to leave has left, and nothing is in transit.
    WhenSettled(OrderStatus),
    /// To one state while something is in transit, and to the other when nothing is.
    InTransit {
        on: OrderStatus,
        settled: OrderStatus,
    },
}

/// What a step does, and so what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Takes the fields that change.
    Edit,
    /// By another person than those who wrote, where the warehouse asks for that.
    Review,
    /// Takes back the review.
    Reopen,
    /// Moves goods: the named parts, or everything that is open.
    Move(Direction),
    /// Moves goods from place to place within the warehouse.
    Shift,
    /// Takes goods from the road.
    Arrive(Way),
    /// Sends goods in transit back, with a reason.
    Refuse,
    /// Gives up goods in transit, with a reason.
    Lose(Way),
    /// Ends the order, with a reason.
    End,
    /// Takes back what was moved, by a counter-order: the named parts, or all of it.
    Reverse,
    /// Takes goods in that a customer sends back: the named parts, or all that has left.
    Return,
    /// Makes an order that sends goods back to their supplier: the named parts, or all that has come.
    SendBack,
    /// Adds a cost to goods that have come.
    Cost,
    /// Takes a cost back that was added.
    TakeCostBack,
    /// Takes reserved goods from other places.
    Pick,
    /// Says in which parcels goods have left.
    Pack,
    Delete,
}

/// Which way goods go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
    /// As the sign of each line says.
    Signed,
}

impl Does {
    /// What its sender must be allowed in the warehouse where it is done.
    #[must_use]
    pub const fn right(self) -> WarehouseRight {
        match self {
            Self::Edit
            | Self::Move(_)
            | Self::Shift
            | Self::Arrive(_)
            | Self::Refuse
            | Self::Return
            | Self::SendBack
            | Self::Cost
            | Self::Pick
            | Self::Pack
            | Self::Delete => WarehouseRight::Work,
            Self::Review | Self::Reopen | Self::Lose(_) | Self::End | Self::Reverse | Self::TakeCostBack => WarehouseRight::Decide,
        }
    }
}

impl OrderProcess {
    /// What the sender of an action must be allowed in the order's warehouse. The action's name may be in lower case, as
    /// in permission nodes. What is no command is read.
    #[must_use]
    pub fn right(&self, action: &str) -> WarehouseRight {
        let is = |name: &str| action.eq_ignore_ascii_case(name);
        match self.steps.iter().find(|step| is(step.name)) {
            Some(step) => step.does.right(),
            None if [ADD, RESTORE, IMPORT].into_iter().any(is) => WarehouseRight::Work,
            // What a review has promised is taken from an order.
            None if [RELEASE, TAKE_OVER].into_iter().any(is) => WarehouseRight::Decide,
            None => WarehouseRight::See,
        }
    }

    /// Whether its goods come in from outside.
    #[must_use]
    pub fn brings_in(&self) -> bool {
        self.steps.iter().any(|step| step.does == Does::Move(Direction::In))
    }

    /// The state of a status; none where the kind has no such state.
    #[must_use]
    pub fn state(&self, status: OrderStatus) -> Option<&'static State> {
        self.states.iter().find(|state| state.status == status)
    }

    /// Whether the lines' open parts are reserved in a state.
    #[must_use]
    pub fn reserves(&self, status: OrderStatus) -> bool {
        self.state(status).is_some_and(|state| state.reserves)
    }

    /// The code of a status on the wire.
    #[must_use]
    pub fn status_code(&self, status: OrderStatus) -> Option<i64> {
        self.state(status).map(|state| state.code)
    }

    /// The states with that code.
    pub fn statuses_of(&self, code: i64) -> impl Iterator<Item = OrderStatus> + use<> {
        self.states.iter().filter(move |state| state.code == code).map(|state| state.status)
    }

    /// The row of a type; none where the kind has no such type.
    #[must_use]
    pub fn type_row(&self, order_type: OrderType) -> Option<&'static TypeRow> {
        self.types.iter().find(|row| row.order_type == order_type)
    }

    /// The code of a type on the wire.
    #[must_use]
    pub fn type_code(&self, order_type: OrderType) -> Option<i64> {
        self.type_row(order_type).map(|row| row.code)
    }

    /// The type with that code.
    #[must_use]
    pub fn type_of(&self, code: i64) -> Option<OrderType> {
        self.types.iter().find(|row| row.code == code).map(|row| row.order_type)
    }

    /// The step with that name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&'static Step> {
        self.steps.iter().find(|step| step.name == name)
    }

    /// The steps that a state allows, by how far the order's goods are.
    pub fn allowed(&self, status: OrderStatus, progress: Progress) -> impl Iterator<Item = &'static Step> + use<> {
        let fits = move |step: &&Step| step.of.is_none_or(|of| progress.order_type.is_none_or(|is| is == of)) && step.moved.fits(progress);
        self.steps.iter().filter(move |step| step.from.contains(&status) && fits(step))
    }

    /// Whether quantities of its lines are signed changes.
    #[must_use]
    pub fn signed(&self) -> bool {
        self.steps.iter().any(|step| step.does == Does::Move(Direction::Signed))
    }

    /// The permission node of one of its actions.
    #[must_use]
    pub fn node(&self, action: &str) -> String {
        format!("{}/{action}", self.page.to_lowercase())
    }

    /// What a line has moved, by the change of on hand that its ledger rows add up to.
    #[must_use]
    pub fn moved_of(&self, on_hand: rust_decimal::Decimal) -> rust_decimal::Decimal {
        let out = self.steps.iter().any(|step| step.does == Does::Move(Direction::Out));
        if out { -on_hand } else { on_hand }
    }
}

impl Moved {
    const fn fits(self, progress: Progress) -> bool {
        match self {
            Self::Any => true,
            Self::Nothing => !progress.moved,
            Self::Something => progress.moved,
            Self::There => progress.there,
            Self::Back => progress.back,
            Self::Arrived => progress.arrived,
        }
    }
}

/// An order kind: a row of the table, from which everything else of it is read (`kind.prefix`). In the database and on
/// the bus it is its name.
#[derive(Clone, Copy)]
pub struct OrderKind(&'static OrderProcess);

impl OrderKind {
    /// The kind of a row.
    #[must_use]
    pub const fn new(process: &'static OrderProcess) -> Self {
        Self(process)
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Its row.
    #[must_use]
    pub const fn process(self) -> &'static OrderProcess {
        self.0
    }
}

impl Deref for OrderKind {
    type Target = OrderProcess;

    fn deref(&self) -> &OrderProcess {
        self.0
    }
}

impl fmt::Debug for OrderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl PartialEq for OrderKind {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for OrderKind {}

impl PartialOrd for OrderKind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OrderKind {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.name.cmp(other.0.name)
    }
}

impl Hash for OrderKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl Serialize for OrderKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

/// A name out of the table of kinds: read from text, it is one of those that some kind has.
macro_rules! table_name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(&'static str);

        impl $name {
            /// For the table of kinds.
            #[must_use]
            pub const fn new(name: &'static str) -> Self {
                Self(name)
            }

            /// As in the database and on the bus.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                self.0
            }
        }
    };
}

table_name! {
    /// The status of an order: one of the states of its kind.
    OrderStatus
}

table_name! {
    /// The type of an order: one of the types of its kind.
    OrderType
}
