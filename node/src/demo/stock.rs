//! What the demo company does with its stock beside orders: goods are inspected, put aside, held and counted.

use std::collections::HashSet;

use actors::clock::Clock;
use actors::count::lines::{counted, differences, tallied};
use actors::count::rules::{self, Act};
use bus_schemas::count::{CountDraft, CountResult, CountScope, CountSheet, CountWrite, Tolerance};
use bus_schemas::hold::{HoldChange, HoldState};
use bus_schemas::ids::{AdminId, AreaId, CommandKey, ShelfId};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Place, StockAction, StockCommand, StockReply, StockRequest};
use entrepot_store::Store;
use rust_decimal::Decimal;

use super::company::SHANGHAI;
use super::error::DemoError;
use super::orders::{RETURNED, batch, broken};
use super::plan::month;
use super::state::Company;

/// How long a warehouse may take, in milliseconds.
const STOCK_MS: i64 = 30_000;
/// Counted differences: at every n-th place, by how much.
const WRONG: [(usize, i64); 3] = [(4, -2), (9, 1), (13, -1)];
/// A batch that the supplier has asked about: the position of its product, and months ago that it came.
const ASKED_ABOUT: (usize, u32) = (11, 2);

fn step_failed(error: &impl std::fmt::Display) -> DemoError {
    DemoError::Step(error.to_string())
}

impl Company<'_> {
    /// Goods that customers sent back were found good, and go onto their shelves.
    pub(super) async fn inspect(&mut self) -> Result<(), DemoError> {
        let (product, _) = self.products[RETURNED];
        let Some(inspect) = self.warehouses[SHANGHAI].inspect else { return Ok(()) };
        let from = Place { area: inspect, shelf: ShelfId(0), product, batch: String::new() };
        let (area, shelf) = self.shelf_of(SHANGHAI, product);
        self.stock(SHANGHAI, StockAction::Relocate { from, area, shelf, quantity: Quantity(Decimal::from(3)) }).await
    }

    /// Something broke in the storage area.
    pub(super) async fn set_damaged_aside(&mut self, back: u32) -> Result<(), DemoError> {
        let position = broken(back) % self.products.len();
        let (product, _) = self.products[position];
        let Some(damaged) = self.warehouses[SHANGHAI].damaged else { return Ok(()) };
        let (area, shelf) = self.shelf_of(SHANGHAI, product);
        let batch = batch(position, month(self.today, back)).map(|(number, ..)| number).unwrap_or_default();
        let from = Place { area, shelf, product, batch };
        self.stock(SHANGHAI, StockAction::Relocate { from, area: damaged, shelf: ShelfId(0), quantity: Quantity(Decimal::TWO) }).await
    }

    /// A batch is held until it has been looked at.
    pub(super) async fn hold(&mut self) -> Result<(), DemoError> {
        let (position, back) = ASKED_ABOUT;
        let Some((batch, ..)) = batch(position, month(self.today, back)) else { return Ok(()) };
        let reason = self.words.pick(("供应商通知，待复检", "Asked about by the supplier")).to_owned();
        let change = HoldChange { product: self.products[position].0, batch, state: HoldState::ToInspect, reason, everywhere: false };
        self.stock(SHANGHAI, StockAction::Hold { change }).await
    }

    async fn stock(&self, warehouse: usize, action: StockAction) -> Result<(), DemoError> {
        self.stock_as(self.key()?, warehouse, action).await
    }

    async fn stock_as(&self, id: CommandKey, warehouse: usize, action: StockAction) -> Result<(), DemoError> {
        let command = StockCommand::new(id, self.admin, self.calendar.today(), action);
        let request = StockRequest { warehouse: self.warehouses[warehouse].id, command, deadline: self.calendar.now_ms() + STOCK_MS };
        match self.system.warehouses().ask(request).await {
            StockReply::Done(_) => Ok(()),
            other => Err(DemoError::Step(format!("{other:?}"))),
        }
    }

    /// The storage area is counted, and what was found is posted by somebody else.
    pub(super) async fn count(&mut self, store: &Store) -> Result<(), DemoError> {
        let Some((storage, _)) = self.warehouses[SHANGHAI].shelves.first().copied() else { return Ok(()) };
        let sheet = self.count_sheet(store, storage, usize::MAX).await?;
        self.calendar.advance(45);
        let act = Act { admin: self.clerk, now_ms: self.calendar.now_ms(), version: None };
        let submitted = rules::submit(&sheet, act).map_err(|refusal| step_failed(&refusal))?;
        let write = CountWrite { command: self.key()?, sheet: submitted };
        store.update_count(&sheet, &write, &[], &[]).await.map_err(|error| step_failed(&error))?;
        self.calendar.advance(90);
        let act = Act { admin: self.admin, now_ms: self.calendar.now_ms(), version: None };
        let posted = rules::post(&write.sheet, None, act).map_err(|refusal| step_failed(&refusal))?;
        let lines = store.count_lines(sheet.id).await?;
        let products: Vec<_> = lines.iter().map(|line| line.place.product).collect();
        let prices = store.product_prices(&products).await?;
        let write = Box::new(CountWrite { command: self.key()?, sheet: posted });
        let id = write.command.clone();
        self.stock_as(id, SHANGHAI, StockAction::Count { write, lines: differences(&lines, &prices, &HashSet::new()) }).await
    }

    /// A count of the picking area, of which the storekeeper has done half.
    pub(super) async fn begin_count(&mut self, store: &Store) -> Result<(), DemoError> {
        let Some((picking, _)) = self.warehouses[SHANGHAI].shelves.last().copied() else { return Ok(()) };
        self.count_sheet(store, picking, 2).await.map(|_| ())
    }

    /// Makes a sheet of an area of the main warehouse, and counts so many parts of it: `of` is 1 for nothing, 2 for a
    /// half, more for all but what is left over.
    async fn count_sheet(&mut self, store: &Store, AreaId(area): AreaId, of: usize) -> Result<CountSheet, DemoError> {
        let id = self.warehouses[SHANGHAI].id;
        let scope = CountScope { areas: vec![area], ..CountScope::default() };
        let lines = store.covered_places(id, &scope, None).await?;
        let draft = CountDraft {
            warehouse: id,
            scope,
            blind: true,
            remark: self.words.pick(("季度盘点", "Quarterly count")).into(),
            admin: Some(self.clerk),
        };
        let act = |admin: AdminId, now_ms: i64| Act { admin, now_ms, version: None };
        let number = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let today = self.calendar.today();
        let made = rules::create(store.next_count().await?, &draft, number, Tolerance::default(), &today, act(self.admin, self.calendar.now_ms()));
        let write = CountWrite { command: self.key()?, sheet: made.map_err(|refusal| step_failed(&refusal))? };
        let mut sheet = store.create_count(&write, &lines, &today).await.map_err(|error| step_failed(&error))?;
        let upto = lines.len() - lines.len() / of;
        for (at, line) in lines.iter().take(upto).enumerate() {
            self.calendar.advance(1);
            let figure = store.book_figure(sheet.id, id, Some(line.line), &line.place).await?;
            let wrong = WRONG.iter().find(|(place, _)| *place == at).map_or(0, |(_, by)| *by);
            let found = (figure.book.0 + Decimal::from(wrong)).max(Decimal::ZERO);
            let result = CountResult {
                quantity: Quantity(found),
                entered: vec![],
                book: figure.book,
                sequence: figure.sequence,
                cost: figure.cost,
                admin: self.clerk,
                at: self.calendar.now_ms(),
                zeroed: false,
            };
            let after = counted(line, result, None).map_err(|refusal| step_failed(&refusal))?;
            let mut next = sheet.clone();
            next.saves += 1;
            next.tallies = tallied(next.tallies, Some(line), &after, next.tolerance);
            next.counters = vec![self.clerk];
            let write = CountWrite { command: self.key()?, sheet: next };
            store.save_count(&sheet, &write, rules::COUNT, &after, false).await.map_err(|error| step_failed(&error))?;
            sheet = write.sheet;
        }
        Ok(sheet)
    }
}
