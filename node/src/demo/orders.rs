//! The demo company's orders: twelve months that are done, with the times at which they were done, and what is open today.

use actors::clock::Clock;
use bus_schemas::ids::{CommandId, CommandKey, PartnerId};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{
    DraftLine, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderType, TargetPlace,
};
use chrono::{Datelike, Months, NaiveDate};
use rust_decimal::Decimal;

use super::{Company, DemoError, company};

/// How long one step may take, in milliseconds.
const STEP_MS: i64 = 30_000;
/// Months of the past that have orders.
const MONTHS: u32 = 12;
/// Days between making and receiving.
const ON_THE_ROAD: u64 = 40;

impl Company<'_> {
    /// Twelve months: in each, goods come in to both warehouses and some go out, more towards the end of the year.
    pub(super) async fn history(&mut self) -> Result<(), DemoError> {
        let first = self.today.with_day(1).unwrap_or(self.today);
        for back in (0..MONTHS).rev() {
            let month = first - Months::new(back);
            let season = Decimal::from(60 + 12 * (month.month0() as i64 % 6) + 15 * i64::from(MONTHS - back));
            for house in 0..self.warehouses.len() {
                let day = self.past(month, 3 + house as u32);
                let lines = self.lines(house, 12, back as usize * 5 + house, season, Some(month));
                let supplier = self.suppliers[(back as usize + house) % self.suppliers.len()];
                self.carry(OrderKind::INBOUND, OrderType::PURCHASE, house, Some(supplier), day, lines).await?;
            }
            for sale in 0..4_usize {
                let house = sale % self.warehouses.len();
                let day = self.past(month, 9 + 5 * sale as u32);
                let quantity = (season * Decimal::new(28 + 4 * (sale as i64 % 3), 2)).round();
                let lines = self.lines(house, 6, back as usize * 5 + house, quantity, None);
                let customer = self.customers[(back as usize * 3 + sale) % self.customers.len()];
                self.carry(OrderKind::OUTBOUND, OrderType::SALES, house, Some(customer), day, lines).await?;
            }
        }
        Ok(())
    }

    /// Pending orders.
    pub(super) async fn open_orders(&mut self) -> Result<(), DemoError> {
        let (today, month) = (self.today, self.today.with_day(1).unwrap_or(self.today));
        for number in 0..4_usize {
            let house = number % self.warehouses.len();
            let lines = self.lines(house, 3 + number, number * 7, Decimal::from(40), Some(month));
            let supplier = self.suppliers[number % self.suppliers.len()];
            let draft = self.draft(OrderType::PURCHASE, house, Some(supplier), today, lines);
            let steps: Vec<OrderAction> = if number > 1 { vec![OrderAction::step(AUDIT)] } else { vec![] };
            self.steps(OrderKind::INBOUND, draft, steps, number > 1).await?;
        }
        for number in 0..3_usize {
            let house = number % self.warehouses.len();
            let lines = self.lines(house, 2 + number, house, Decimal::from(8), None);
            let customer = self.customers[number % self.customers.len()];
            let draft = self.draft(OrderType::SALES, house, Some(customer), today, lines);
            let steps = if number > 0 { vec![OrderAction::step(AUDIT)] } else { vec![] };
            self.steps(OrderKind::OUTBOUND, draft, steps, number > 0).await?;
        }
        Ok(())
    }

    /// A day of a month, but never later than today.
    fn past(&self, month: NaiveDate, day: u32) -> NaiveDate {
        month.with_day(day).unwrap_or(month).min(self.today)
    }

    /// Lines of a stretch of products, so that the same stretch comes in and goes out. What comes in names its month:
    /// it is bought for less than it is sold for, has a shelf, and perishing products a batch.
    fn lines(&self, house: usize, count: usize, from: usize, quantity: Decimal, came_in: Option<NaiveDate>) -> Vec<DraftLine> {
        let shelves = &self.warehouses[house].1;
        let line = |number: usize| {
            let position = (from + number) % self.products.len();
            let (product, price) = self.products[position];
            let (area, shelf) = shelves[position % shelves.len()];
            let share = if came_in.is_some() { Decimal::new(72, 2) } else { Decimal::ONE };
            let batch = came_in.and_then(|month| batch(position, month));
            DraftLine {
                product,
                area: came_in.map(|_| area),
                shelf: came_in.map(|_| shelf),
                quantity: (quantity + Decimal::from(number as i64 * 3)).round(),
                unit: None,
                reason: None,
                price: (price * share).round_dp(2),
                batch: batch.as_ref().map(|(number, ..)| number.clone()),
                produce_date: batch.as_ref().map(|(_, made, _)| made.to_string()),
                expiry_date: batch.map(|(.., ends)| ends.to_string()),
                target: TargetPlace::default(),
            }
        };
        (0..count).map(line).collect()
    }

    fn draft(&self, order_type: OrderType, house: usize, partner: Option<PartnerId>, day: NaiveDate, lines: Vec<DraftLine>) -> OrderDraft {
        OrderDraft {
            warehouse: self.warehouses[house].0,
            partner,
            order_type,
            reference: None,
            remark: String::new(),
            business_date: day.to_string(),
            admin: None,
            lines,
            transfer: None,
        }
    }

    async fn carry(
        &mut self,
        kind: OrderKind,
        order_type: OrderType,
        house: usize,
        partner: Option<PartnerId>,
        day: NaiveDate,
        lines: Vec<DraftLine>,
    ) -> Result<(), DemoError> {
        // People come at different hours of the morning.
        self.calendar.set(day, 8 * 60 + 35 + self.orders as u32 * 37 % 190);
        let draft = self.draft(order_type, house, partner, day, lines);
        self.steps(kind, draft, vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)], true).await
    }

    async fn steps(&mut self, kind: OrderKind, draft: OrderDraft, then: Vec<OrderAction>, quiet: bool) -> Result<(), DemoError> {
        let orders = self.system.orders();
        let number = uuid::Uuid::now_v7().simple();
        let command = |action: OrderAction| {
            let id = CommandId::new(format!("demo-{number}-{}", action.name()));
            let id = id.map(CommandKey::system).map_err(|error| DemoError::Step(error.to_string()))?;
            Ok::<_, DemoError>(OrderCommand { id, admin: self.admin, version: None, action, quiet, today: self.calendar.today() })
        };
        let deadline = || self.calendar.now_ms() + STEP_MS;
        let order = match orders.create(kind, command(OrderAction::Create { draft })?, deadline()).await {
            OrderReply::Done(done) => done.id,
            other => return Err(DemoError::Step(format!("{other:?}"))),
        };
        // Half an hour to the review, some hours until the goods have moved.
        for (action, minutes) in then.into_iter().zip([25, 140].into_iter().cycle()) {
            self.calendar.pass(minutes);
            match orders.ask(OrderRequest { kind, order, command: command(action)?, deadline: deadline() }).await {
                OrderReply::Done(_) => {}
                // A sale of more than is available stays a pending order.
                OrderReply::Refused(OrderRefusal::Stock { .. }) => break,
                other => return Err(DemoError::Step(format!("{other:?}"))),
            }
        }
        self.orders += 1;
        Ok(())
    }
}

/// The batch of a perishing product that came in a month: its number, when it was made, until when it keeps.
fn batch(position: usize, month: NaiveDate) -> Option<(String, NaiveDate, NaiveDate)> {
    let (_, keeps) = company::PERISHING.iter().find(|(product, _)| *product == position)?;
    let made = month - chrono::Days::new(ON_THE_ROAD);
    Some((format!("{}-{:02}", made.format("%y%m"), position + 1), made, made + Months::new(*keeps)))
}
