//! The demo company's orders: those of the past, with the times at which they were done, and what is open today.

use actors::clock::Clock;
use bus_schemas::ids::{CommandId, CommandKey, OrderId, PartnerId, UnitId};
use bus_schemas::order::kinds::{AUDIT, LOST, POST, RECEIVE, RECEIVE_BACK, REFUSE, SHIFT, SHIP, STOCK, VOID};
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{
    DraftLine, ExtraRights, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderType, PartLine,
    TargetPlace, TransferDraft,
};
use chrono::{Days, Months, NaiveDate};
use rust_decimal::Decimal;

use super::company::{self, CHENGDU, GUANGZHOU, SHANGHAI};
use super::error::DemoError;
use super::plan::{Ending, PlannedTransfer, bought_quantity, month};
use super::state::Company;

/// How long one step may take, in milliseconds.
const STEP_MS: i64 = 30_000;
/// Days between making and receiving.
const TRANSPORT_DAYS: u64 = 40;
/// Products of one purchase; of them, the first are sold, and those after are sent on.
const BOUGHT: usize = 12;
const SOLD: usize = 6;
const SENT: usize = 3;
/// How many of a product a transfer takes.
const SENT_QUANTITY: i64 = 12;

/// Who an order is for, and where.
struct NewOrder {
    kind: OrderKind,
    order_type: OrderType,
    warehouse: usize,
    partner: Option<PartnerId>,
    lines: Vec<DraftLine>,
    transfer: Option<TransferDraft>,
}

impl NewOrder {
    fn new(kind: OrderKind, order_type: OrderType, warehouse: usize, partner: Option<PartnerId>, lines: Vec<DraftLine>) -> Self {
        Self { kind, order_type, warehouse, partner, lines, transfer: None }
    }
}

/// The position of the first product that a warehouse buys in a month.
fn first_product(warehouse: usize, back: u32) -> usize {
    back as usize * 5 + usize::from(warehouse == GUANGZHOU)
}

impl Company<'_> {
    pub(super) async fn buy(&mut self, warehouse: usize, back: u32) -> Result<(), DemoError> {
        let month = month(self.today, back);
        let lines = self.lines(warehouse, BOUGHT, first_product(warehouse, back), bought_quantity(month, back), Some(month));
        let supplier = self.suppliers.get((back as usize + warehouse) % self.suppliers.len()).copied();
        self.complete(NewOrder::new(OrderKind::INBOUND, OrderType::PURCHASE, warehouse, supplier, lines), STOCK).await
    }

    pub(super) async fn sell(&mut self, sale: usize, back: u32) -> Result<(), DemoError> {
        let warehouse = if sale.is_multiple_of(2) { SHANGHAI } else { GUANGZHOU };
        let quantity = bought_quantity(month(self.today, back), back) * Decimal::new(28 + 4 * (sale as i64 % 3), 2);
        let lines = self.lines(warehouse, SOLD, first_product(warehouse, back), quantity.round(), None);
        let customer = self.customers.get((back as usize * 3 + sale) % self.customers.len()).copied();
        self.complete(NewOrder::new(OrderKind::OUTBOUND, OrderType::SALES, warehouse, customer, lines), STOCK).await
    }

    pub(super) async fn sell_transferred(&mut self, back: u32) -> Result<(), DemoError> {
        let lines = self.lines(CHENGDU, SENT, first_product(SHANGHAI, back) + SOLD, Decimal::from(3 + back % 4), None);
        let customer = self.customers.get(back as usize % self.customers.len()).copied();
        self.complete(NewOrder::new(OrderKind::OUTBOUND, OrderType::SALES, CHENGDU, customer, lines), STOCK).await
    }

    /// The goods of a transfer. Where they go is the first shelf of the target.
    fn transfer(&self, planned: PlannedTransfer) -> NewOrder {
        let shelf = self.warehouses[planned.to].shelves.first().copied();
        let mut lines = self.lines(planned.from, SENT, first_product(planned.from, planned.back) + SOLD, Decimal::from(SENT_QUANTITY), None);
        for line in &mut lines {
            (line.quantity, line.price) = (Decimal::from(SENT_QUANTITY), Decimal::ZERO);
            line.target = TargetPlace { area: shelf.map(|(area, _)| area), shelf: shelf.map(|(_, shelf)| shelf) };
        }
        let transfer = TransferDraft { target: Some(self.warehouses[planned.to].id), ..TransferDraft::default() };
        NewOrder { transfer: Some(transfer), ..NewOrder::new(OrderKind::TRANSFER, OrderType::BETWEEN, planned.from, None, lines) }
    }

    pub(super) async fn ship(&mut self, planned: PlannedTransfer) -> Result<(), DemoError> {
        let order = self.created(self.transfer(planned), false).await?;
        for (step, minutes) in [(AUDIT, 25), (SHIP, 160)] {
            self.calendar.advance(minutes);
            if !self.moved(OrderKind::TRANSFER, order, step).await? {
                return Ok(());
            }
        }
        self.transfers.insert(planned.number, order);
        Ok(())
    }

    pub(super) async fn withdraw(&mut self, planned: PlannedTransfer) -> Result<(), DemoError> {
        let order = self.created(self.transfer(planned), false).await?;
        self.calendar.advance(50);
        let reason = self.words.pick(("成都已从供应商直接补货", "Chengdu was supplied directly")).to_owned();
        let step = OrderAction::Step { step: VOID.to_owned(), parts: None, reason: Some(reason), details: Box::default() };
        self.step(OrderKind::TRANSFER, order, step).await
    }

    pub(super) async fn arrive(&mut self, planned: PlannedTransfer, ending: Ending) -> Result<(), DemoError> {
        let Some(order) = self.transfers.get(&planned.number).copied() else { return Ok(()) };
        let part = |line: u32, quantity: i64| PartLine { line, quantity: Decimal::from(quantity), ..PartLine::default() };
        let rest = (2..=SENT as u32).map(|line| part(line, SENT_QUANTITY));
        let (missing, words) = (2, self.words);
        let parts = || std::iter::once(part(1, SENT_QUANTITY - missing)).chain(rest.clone()).collect::<Vec<_>>();
        let ended = |step: &str, reason: &str| OrderAction::Step {
            step: step.to_owned(),
            parts: Some(vec![part(1, missing)]),
            reason: Some(reason.to_owned()),
            details: Box::default(),
        };
        let steps = match ending {
            Ending::Whole => vec![OrderAction::step(RECEIVE)],
            Ending::Short => vec![OrderAction::moving(RECEIVE, parts())],
            Ending::Lost => vec![OrderAction::moving(RECEIVE, parts()), ended(LOST, words.pick(("运输途中丢失", "Lost in transit")))],
            Ending::Refused => vec![OrderAction::moving(RECEIVE, parts()), ended(REFUSE, words.pick(("包装破损，拒收", "Boxes torn")))],
            Ending::Damaged => {
                let to = TargetPlace { area: self.warehouses[planned.to].damaged, shelf: None };
                let damaged = PartLine { to, damaged: true, ..part(1, missing) };
                vec![OrderAction::moving(RECEIVE, parts().into_iter().chain([damaged]).collect())]
            }
        };
        for action in steps {
            self.step(OrderKind::TRANSFER, order, action).await?;
            self.calendar.advance(30);
        }
        Ok(())
    }

    pub(super) async fn receive_back(&mut self, planned: PlannedTransfer) -> Result<(), DemoError> {
        let Some(order) = self.transfers.get(&planned.number).copied() else { return Ok(()) };
        self.step(OrderKind::TRANSFER, order, OrderAction::step(RECEIVE_BACK)).await
    }

    /// A customer's goods, into the area where they are inspected.
    pub(super) async fn take_return(&mut self, back: u32) -> Result<(), DemoError> {
        let inspect = self.warehouses[SHANGHAI].inspect;
        let mut lines = self.lines(SHANGHAI, 2, RETURNED, Decimal::from(3), Some(month(self.today, back)));
        for line in &mut lines {
            (line.area, line.shelf) = (inspect, None);
        }
        let customer = self.customers.get(back as usize % self.customers.len()).copied();
        self.complete(NewOrder::new(OrderKind::INBOUND, OrderType::CUSTOMER_RETURN, SHANGHAI, customer, lines), STOCK).await
    }

    /// A correction, each month for another reason, of goods that were bought and not sold.
    pub(super) async fn adjust(&mut self, back: u32) -> Result<(), DemoError> {
        let (reason, quantity, remark) = match back % 4 {
            0 => (OrderType::DAMAGE, -2, ("叉车碰坏", "Hit by the forklift")),
            1 => (OrderType::LOSS, -1, ("找不到", "Not to be found")),
            2 => (OrderType::SAMPLE, -3, ("展会样品", "Samples for the fair")),
            _ => (OrderType::FOUND, 2, ("货架后面", "Behind the shelf")),
        };
        let month = month(self.today, back);
        let mut lines = self.lines(SHANGHAI, 1, first_product(SHANGHAI, back) + BOUGHT - 1, Decimal::ONE, Some(month));
        for line in &mut lines {
            (line.quantity, line.reason) = (Decimal::from(quantity), None);
            // What broke was put aside before.
            if reason == OrderType::DAMAGE {
                (line.area, line.shelf) = (self.warehouses[SHANGHAI].damaged, None);
            }
            if quantity < 0 {
                (line.price, line.produce_date, line.expiry_date) = (Decimal::ZERO, None, None);
            }
        }
        self.remark = self.words.pick(remark);
        let done = self.complete(NewOrder::new(OrderKind::ADJUSTMENT, reason, SHANGHAI, None, lines), POST).await;
        self.remark = "";
        done
    }

    /// Goods go from the storage area to where they are picked.
    pub(super) async fn shift(&mut self, back: u32) -> Result<(), DemoError> {
        let Some(picking) = self.warehouses[SHANGHAI].shelves.last().copied() else { return Ok(()) };
        let mut lines = self.lines(SHANGHAI, 2, first_product(SHANGHAI, back) + SOLD, Decimal::from(10), None);
        lines.retain(|line| self.shelf_of(SHANGHAI, line.product) != picking);
        for line in &mut lines {
            let (area, shelf) = self.shelf_of(SHANGHAI, line.product);
            (line.area, line.shelf, line.price) = (Some(area), Some(shelf), Decimal::ZERO);
            line.target = TargetPlace { area: Some(picking.0), shelf: Some(picking.1) };
        }
        if lines.is_empty() {
            return Ok(());
        }
        let transfer = TransferDraft { target: Some(self.warehouses[SHANGHAI].id), ..TransferDraft::default() };
        let new_order = NewOrder { transfer: Some(transfer), ..NewOrder::new(OrderKind::TRANSFER, OrderType::WITHIN, SHANGHAI, None, lines) };
        self.complete(new_order, SHIFT).await
    }

    /// Batches that keep for some days more, and one that has passed its date.
    pub(super) async fn receive_expiring(&mut self) -> Result<(), DemoError> {
        let mut lines = self.lines(SHANGHAI, 1, 0, Decimal::from(24), Some(month(self.today, 0)));
        let Some(model) = lines.pop() else { return Ok(()) };
        for ((position, _), days) in company::PERISHING.iter().zip([-2_i64, 0, 5, 20, 28, 45]) {
            let (product, price) = self.products[*position];
            let (area, shelf) = self.shelf_of(SHANGHAI, product);
            let until = self.today + chrono::TimeDelta::days(days);
            lines.push(DraftLine {
                product,
                area: Some(area),
                shelf: Some(shelf),
                price: (price * Decimal::new(60, 2)).round_dp(2),
                keeps_price: false,
                batch: Some(format!("LAST-{:02}", position + 1)),
                produce_date: Some((until - Months::new(12)).to_string()),
                expiry_date: Some(until.to_string()),
                unit: None,
                ..model.clone()
            });
        }
        let supplier = self.suppliers.first().copied();
        self.complete(NewOrder::new(OrderKind::INBOUND, OrderType::PURCHASE, SHANGHAI, supplier, lines), STOCK).await
    }

    /// Orders of every kind that somebody is to work on.
    pub(super) async fn open_orders(&mut self) -> Result<(), DemoError> {
        let month = month(self.today, 0);
        for number in 0..4_usize {
            let warehouse = if number % 2 == 0 { SHANGHAI } else { GUANGZHOU };
            let lines = self.lines(warehouse, 3 + number, number * 7, Decimal::from(40), Some(month));
            let supplier = self.suppliers.get(number % self.suppliers.len()).copied();
            self.open(NewOrder::new(OrderKind::INBOUND, OrderType::PURCHASE, warehouse, supplier, lines), number > 1).await?;
        }
        for number in 0..3_usize {
            let warehouse = if number % 2 == 0 { SHANGHAI } else { GUANGZHOU };
            let lines = self.lines(warehouse, 2 + number, usize::from(warehouse == GUANGZHOU), Decimal::from(8), None);
            let customer = self.customers.get(number % self.customers.len()).copied();
            self.open(NewOrder::new(OrderKind::OUTBOUND, OrderType::SALES, warehouse, customer, lines), number > 0).await?;
        }
        for (number, from) in [SHANGHAI, GUANGZHOU].into_iter().enumerate() {
            let new_order = self.transfer(PlannedTransfer { number, from, to: CHENGDU, back: 0 });
            self.open(new_order, number > 0).await?;
        }
        Ok(())
    }

    /// Makes an order of today, and reviews it where that is asked.
    async fn open(&mut self, new_order: NewOrder, reviewed: bool) -> Result<(), DemoError> {
        let kind = new_order.kind;
        let order = self.created(new_order, !reviewed).await?;
        if reviewed {
            self.moved(kind, order, AUDIT).await?;
        }
        Ok(())
    }

    /// Lines of a stretch of products, so that the same stretch comes in and goes out. What comes in names its month:
    /// it is bought for less than it is sold for, has a shelf, and perishing products a batch.
    fn lines(&self, warehouse: usize, count: usize, from: usize, quantity: Decimal, came_in: Option<NaiveDate>) -> Vec<DraftLine> {
        let line = |number: usize| {
            let position = (from + number) % self.products.len();
            let (product, price) = self.products[position];
            let (area, shelf) = self.shelf_of(warehouse, product);
            let share = if came_in.is_some() { Decimal::new(72, 2) } else { Decimal::ONE };
            let batch = came_in.and_then(|month| batch(position, month));
            let quantity = (quantity + Decimal::from(number as i64 * 3)).round();
            // Large quantities are bought in boxes, where there are some.
            let box_of = self.boxes.iter().find(|(boxed, ..)| *boxed == position && came_in.is_some() && quantity > Decimal::ONE_HUNDRED);
            let entered = box_of.map(|(_, unit, factor)| (*unit, (quantity / factor).ceil()));
            DraftLine {
                product,
                area: came_in.map(|_| area),
                shelf: came_in.map(|_| shelf),
                quantity: entered.map_or(quantity, |(_, boxes)| boxes),
                unit: entered.map(|(unit, _)| DraftUnit { unit: UnitId(unit), factor: None }),
                reason: None,
                price: (price * share).round_dp(2),
                keeps_price: false,
                batch: batch.as_ref().map(|(number, ..)| number.clone()),
                produce_date: batch.as_ref().map(|(_, made, _)| made.to_string()),
                expiry_date: batch.map(|(.., ends)| ends.to_string()),
                target: TargetPlace::default(),
            }
        };
        (0..count).map(line).collect()
    }

    /// Completes an order: made, half an hour later reviewed, some hours later moved.
    async fn complete(&mut self, new_order: NewOrder, moves: &str) -> Result<(), DemoError> {
        let kind = new_order.kind;
        let order = self.created(new_order, false).await?;
        for (step, minutes) in [(AUDIT, 25), (moves, 140)] {
            self.calendar.advance(minutes);
            if !self.moved(kind, order, step).await? {
                break;
            }
        }
        Ok(())
    }

    /// Takes a step. An order of more than is available stays as it is: `false`.
    async fn moved(&self, kind: OrderKind, order: OrderId, step: &str) -> Result<bool, DemoError> {
        match self.asked(kind, order, OrderAction::step(step)).await? {
            OrderReply::Done(_) => Ok(true),
            OrderReply::Refused(OrderRefusal::Stock { .. }) => Ok(false),
            other => Err(DemoError::Step(format!("{step} of {kind:?} {order}: {other:?}"))),
        }
    }

    /// Makes an order. `loud`: people are told.
    async fn created(&mut self, new_order: NewOrder, loud: bool) -> Result<OrderId, DemoError> {
        let NewOrder { kind, order_type, warehouse, partner, lines, transfer } = new_order;
        let draft = OrderDraft {
            partner,
            remark: self.remark.to_owned(),
            transfer,
            ..OrderDraft::new(self.warehouses[warehouse].id, order_type, self.calendar.today(), lines)
        };
        let deadline = self.calendar.now_ms() + STEP_MS;
        let command = self.command(OrderAction::Create { draft }, !loud)?;
        self.orders += 1;
        match self.system.orders().create(kind, command, deadline).await {
            OrderReply::Done(done) => Ok(done.id),
            other => Err(DemoError::Step(format!("{kind:?} of {order_type:?}: {other:?}"))),
        }
    }

    async fn step(&self, kind: OrderKind, order: OrderId, action: OrderAction) -> Result<(), DemoError> {
        let name = action.name().to_owned();
        match self.asked(kind, order, action).await? {
            OrderReply::Done(_) => Ok(()),
            other => Err(DemoError::Step(format!("{name} of {kind:?} {order}: {other:?}"))),
        }
    }

    async fn asked(&self, kind: OrderKind, order: OrderId, action: OrderAction) -> Result<OrderReply, DemoError> {
        let command = self.command(action, true)?;
        Ok(self.system.orders().ask(OrderRequest { kind, order, command, deadline: self.calendar.now_ms() + STEP_MS }).await)
    }

    fn command(&self, action: OrderAction, quiet: bool) -> Result<OrderCommand, DemoError> {
        Ok(OrderCommand { id: self.key()?, admin: self.admin, version: None, action, quiet, may: ExtraRights::all(), today: self.calendar.today() })
    }

    /// A command id of its own.
    pub(super) fn key(&self) -> Result<CommandKey, DemoError> {
        let id = CommandId::new(format!("demo-{}", uuid::Uuid::now_v7().simple()));
        id.map(CommandKey::system).map_err(|error| DemoError::Step(error.to_string()))
    }
}

/// The position of a product that customers send back: it keeps.
pub(super) const RETURNED: usize = 25;

/// The batch of a perishing product that came in a month: its number, when it was made, until when it keeps.
pub(super) fn batch(position: usize, month: NaiveDate) -> Option<(String, NaiveDate, NaiveDate)> {
    let (_, keeps) = company::PERISHING.iter().find(|(product, _)| *product == position)?;
    let made = month - Days::new(TRANSPORT_DAYS);
    Some((format!("{}-{:02}", made.format("%y%m"), position + 1), made, made + Months::new(*keeps)))
}

/// The position of what broke in that month: the last that was bought and not sold.
pub(super) fn broken(back: u32) -> usize {
    first_product(SHANGHAI, back) + BOUGHT - 1
}
