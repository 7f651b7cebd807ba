//! What people do with count sheets: each use case once.

use std::collections::HashMap;

use actors::clock::SharedClock;
use actors::count::lines::{check_reason, counted, tallied};
use actors::count::rules::{self, Act, CountRefusal, invalid};
use actors::dates;
use actors::store::StoreError;
use actors::system::System;
use actors::warehouse::batch_number::{self, BATCH_NUMBER_MAX};
use bus_schemas::count::{CountDraft, CountLine, CountResult, CountSheet, CountWrite, LINES_MAX, Tolerance};
use bus_schemas::ids::{AdminId, AreaId, CommandKey, CountId, ProductId, ShelfId, WarehouseId};
use bus_schemas::live::{Topic, TopicEvent};
use bus_schemas::order::{DraftLine, OrderDraft, OrderKind, OrderType};
use bus_schemas::right::WarehouseRight;
use bus_schemas::warehouse::{AskFailure, Place};
use entrepot_store::Store;
use entrepot_store::count::CountWriteError;
use entrepot_store::count::save::Counted;
use entrepot_store::identity::warehouse_rights::right_of;
use rust_decimal::Decimal;

use super::body::{CountEdit, ResultBody};
use super::error::CountError;
use super::intention::{Intention, Person, key};
use super::steps::{self, Changed};
use crate::error::ServiceError;
use crate::settings::{self, SiteSettings};

/// The name of the routes, of their page and of the topic of its events.
pub const CONTROLLER: &str = "warehouse.StockCount";

/// How often a write is decided again because somebody else was first.
pub(super) const ATTEMPTS_MAX: usize = 24;
/// Oldest result that is taken, in seconds: a phone without a signal sends later.
const AGE_MAX: i64 = 86_400;
/// Most days of `moved_days`.
const DAYS_MAX: u32 = 366;
const DAY_MS: i64 = 86_400_000;
/// Most areas, categories or products that a sheet is limited to.
const LIMITED_TO_MAX: usize = 1_000;

/// The settings from which difference on a line is counted again.
pub const RECOUNT_PERCENT: &str = "count_recount_percent";
pub const RECOUNT_VALUE: &str = "count_recount_value";

/// What was done to a sheet.
pub struct CountDone {
    pub sheet: CountSheet,
    /// The line that was counted.
    pub line: Option<CountLine>,
    /// The same was asked before.
    pub repeated: bool,
}

/// The use cases of count sheets. Cheap to clone.
#[derive(Clone)]
pub struct CountService {
    pub store: Store,
    pub system: System,
    pub settings: SiteSettings,
    pub clock: SharedClock,
}

/// A figure of the settings; none and 0 are no limit. What is no number is an error: without its limit nobody would count again.
fn figure(values: &HashMap<String, String>, name: &str) -> Result<Option<Decimal>, StoreError> {
    let Some(text) = values.get(name).map(|text| text.trim()).filter(|text| !text.is_empty()) else { return Ok(None) };
    let figure: Decimal = text.parse().map_err(|_| StoreError::Corrupt(format!("the setting {name} is no number")))?;
    Ok(Some(figure).filter(|figure| *figure > Decimal::ZERO))
}

impl CountService {
    /// A sheet within the person's scope.
    pub async fn sheet(&self, sheet: CountId, person: &Person) -> Result<CountSheet, CountError> {
        self.store.count_sheet(sheet, &person.scope).await?.ok_or(CountError::NOT_FOUND)
    }

    /// A sheet within the person's scope, in whose warehouse they may take an action.
    pub(super) async fn sheet_for(&self, action: &str, sheet: CountId, person: &Person) -> Result<CountSheet, CountError> {
        let sheet = self.sheet(sheet, person).await?;
        self.require_right(action, sheet.warehouse, Some(sheet.created_by), person).await?;
        Ok(sheet)
    }

    /// Refuses an action that the person may not take in a warehouse, on a sheet of somebody.
    async fn require_right(&self, action: &str, warehouse: WarehouseId, owner: Option<AdminId>, person: &Person) -> Result<(), CountError> {
        let owner = owner.map(|owner| owner.0);
        let missing = self.store.missing_right_on(&person.scope, needed(action), warehouse.0, owner).await?;
        missing.map_or(Ok(()), |missing| Err(ServiceError::from(missing).into()))
    }

    /// Makes a sheet: a line for each place that it covers.
    pub async fn create(&self, draft: CountDraft, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let key = key(person, &intention);
        if let Some(done) = self.find_done(&key, None, rules::ADD, person).await? {
            self.require_right(rules::ADD, done.sheet.warehouse, None, person).await?;
            return Ok(done);
        }
        let scope = &draft.scope;
        for (field, named) in [("area_ids", &scope.areas), ("category_ids", &scope.categories), ("product_ids", &scope.products)] {
            if named.len() > LIMITED_TO_MAX {
                return Err(invalid(field, "error.choice").into());
            }
        }
        if scope.moved_days.is_some_and(|days| days == 0 || days > DAYS_MAX) {
            return Err(invalid("moved_days", "error.range").into());
        }
        self.check_references(&draft, person).await?;
        let now = self.clock.now_ms();
        let since = scope.moved_days.map(|days| now - i64::from(days) * DAY_MS);
        let lines = self.store.covered_places(draft.warehouse, scope, since).await?;
        if lines.len() > LINES_MAX {
            return Err(invalid("warehouses_id", "error.count.many").into());
        }
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let act = Act { admin: person.admin, now_ms: now, version: None };
        let today = self.store.today_at(draft.warehouse.0).await?;
        let sheet = rules::create(self.store.next_count().await?, &draft, count, self.tolerance().await?, &today, act)?;
        let write = CountWrite { command: key.clone(), sheet };
        match self.store.create_count(&write, &lines, &self.clock.today()).await {
            Ok(sheet) => Ok(self.done(sheet, None)),
            Err(error) => self.written_before(error, &key, None, rules::ADD, person).await,
        }
    }

    /// Refuses a warehouse or areas outside the person's scope, or not in use, as unknown.
    async fn check_references(&self, draft: &CountDraft, person: &Person) -> Result<(), CountError> {
        let seen = person.scope.only_warehouses().is_none_or(|seen| seen.contains(&draft.warehouse.0));
        let line = |area: &i64| DraftLine { area: Some(AreaId(*area)), ..DraftLine::new(ProductId(0), Decimal::ONE) };
        let facts = self.facts(draft.warehouse, draft.admin, draft.scope.areas.iter().map(line).collect()).await?;
        if !seen || !facts.warehouse {
            return Err(invalid("warehouses_id", "error.reference").into());
        }
        self.require_right(rules::ADD, draft.warehouse, None, person).await?;
        if draft.scope.areas.iter().any(|area| !facts.areas.contains(area)) {
            return Err(invalid("area_ids", "error.reference").into());
        }
        if draft.admin.is_some() && !facts.admin {
            return Err(invalid("admin_id", "error.reference").into());
        }
        Ok(())
    }

    /// Looks up what a sheet refers to, as an adjustment would.
    async fn facts(
        &self,
        warehouse: WarehouseId,
        admin: Option<AdminId>,
        lines: Vec<DraftLine>,
    ) -> Result<actors::order::facts::OrderFacts, StoreError> {
        let draft = OrderDraft { admin, ..OrderDraft::new(warehouse, OrderType::FOUND, String::new(), lines) };
        self.store.order_facts(OrderKind::ADJUSTMENT, &draft).await
    }

    async fn tolerance(&self) -> Result<Tolerance, CountError> {
        let values = settings::service::values(&self.settings).await?;
        Ok(Tolerance { percent: figure(&values, RECOUNT_PERCENT)?, value: figure(&values, RECOUNT_VALUE)? })
    }

    /// Saves what somebody counted. The book figure is taken from the books here, at the moment of counting.
    pub async fn count(&self, body: &ResultBody, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let id = CountId(body.id);
        let key = key(person, &intention);
        let warehouse = self.sheet_for(rules::COUNT, id, person).await?.warehouse;
        if let Some(done) = self.find_done(&key, Some(id), rules::COUNT, person).await? {
            return Ok(done);
        }
        let age = body.age_seconds.unwrap_or(0);
        if !(0..=AGE_MAX).contains(&age) {
            return Err(invalid("age_seconds", "error.count.age").into());
        }
        let counting = self.counting(body)?;
        for _ in 0..ATTEMPTS_MAX {
            let (line, place) = self.store.counted_place(id, &counting).await?.ok_or_else(|| invalid("line", "error.count.line"))?;
            let now = self.clock.now_ms();
            let figure = self.store.book_figure(id, warehouse, line, &place).await?;
            rules::check(&figure.sheet, rules::COUNT)?;
            let at = (now - age * 1_000).max(figure.sheet.created_at);
            let (book, sequence) = self.store.book_at(warehouse, &place, (figure.book, figure.sequence), (age > 0).then_some(at)).await?;
            let (quantity, entered) = self.quantity(body, place.product, &figure).await?;
            let result = CountResult { quantity, entered, book, sequence, cost: figure.cost, admin: person.admin, at, zeroed: false };
            let before = figure.line.clone();
            let base = match &before {
                Some(line) => line.clone(),
                None => self.found(body, &figure.sheet, place, figure.unit.filter(|_| figure.in_use)).await?,
            };
            let after = counted(&base, result, check_reason(body.reason.as_deref())?)?;
            let mut sheet = figure.sheet.clone();
            sheet.saves += 1;
            sheet.tallies = tallied(sheet.tallies, before.as_ref(), &after, sheet.tolerance);
            if !sheet.counters.contains(&person.admin) {
                sheet.counters.push(person.admin);
            }
            let write = CountWrite { command: key.clone(), sheet };
            match self.store.save_count(&figure.sheet, &write, rules::COUNT, &after, before.is_none()).await {
                Ok(()) => return Ok(self.done(write.sheet, Some(after))),
                Err(CountWriteError::Changed) => {}
                Err(error) => return self.written_before(error, &key, Some(id), rules::COUNT, person).await,
            }
        }
        Err(AskFailure::Busy.into())
    }

    fn counting(&self, body: &ResultBody) -> Result<Counted, CountError> {
        if let Some(line) = body.line {
            return Ok(Counted::Line(u32::try_from(line).map_err(|_| invalid("line", "error.count.line"))?));
        }
        let product = body.product_id.ok_or_else(|| invalid("product_id", "error.required"))?;
        let batch = batch_number::normalise(body.batch_number.as_deref().unwrap_or_default());
        if batch.chars().count() > BATCH_NUMBER_MAX {
            return Err(invalid("batch_number", "error.text.long").into());
        }
        let id = |id: Option<i64>| id.filter(|id| *id > 0).unwrap_or(0);
        let (area, shelf) = (AreaId(id(body.warehouses_areas_id)), ShelfId(id(body.warehouses_shelves_id)));
        Ok(Counted::Place(Place { area, shelf, product: ProductId(product), batch }))
    }

    /// A line for found goods.
    async fn found(
        &self,
        body: &ResultBody,
        sheet: &CountSheet,
        place: Place,
        unit: Option<bus_schemas::ids::UnitId>,
    ) -> Result<CountLine, CountError> {
        let unit = unit.ok_or_else(|| invalid("product_id", "error.reference"))?;
        let draft = DraftLine { area: Some(place.area), shelf: Some(place.shelf), ..DraftLine::new(place.product, Decimal::ONE) };
        let facts = self.facts(sheet.warehouse, None, vec![draft]).await?;
        if place.area.0 > 0 && !facts.areas.contains(&place.area.0) {
            return Err(invalid("warehouses_areas_id", "error.reference").into());
        }
        if place.shelf.0 > 0 && facts.shelves.get(&place.shelf.0) != Some(&place.area.0) {
            return Err(invalid("warehouses_shelves_id", "error.reference").into());
        }
        let number = usize::try_from(sheet.tallies.lines).unwrap_or(LINES_MAX);
        if number >= LINES_MAX {
            return Err(invalid("line", "error.lines.many").into());
        }
        let date = |field: &str, text: &Option<String>| -> Result<Option<String>, CountError> {
            let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
            if text.as_ref().is_some_and(|text| dates::typed(text).is_none()) { Err(invalid(field, "error.date").into()) } else { Ok(text) }
        };
        let (produce_date, expiry_date) = (date("produce_date", &body.produce_date)?, date("expiry_date", &body.expiry_date)?);
        if produce_date.as_ref().zip(expiry_date.as_ref()).is_some_and(|(produced, expires)| produced > expires) {
            return Err(invalid("expiry_date", "error.date.order").into());
        }
        Ok(CountLine {
            line: sheet.tallies.lines + 1,
            place,
            unit,
            found: true,
            produce_date,
            expiry_date,
            reason: None,
            asked: false,
            results: Vec::new(),
        })
    }

    /// Changes remark, person in charge and reasons.
    pub async fn edit(&self, body: &CountEdit, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let mut reasons = Vec::with_capacity(body.lines.len());
        for (position, line) in body.lines.iter().enumerate() {
            let field = |name: &str| format!("lines[{position}].{name}");
            let reason = check_reason(Some(&line.reason)).map_err(|_| invalid(field("reason"), "error.text.long"))?;
            reasons.push((u32::try_from(line.line).map_err(|_| invalid(field("line"), "error.count.line"))?, reason));
        }
        let admin = body.admin_id.map(AdminId);
        if admin.is_some() && !self.facts(WarehouseId(0), admin, vec![]).await?.admin {
            return Err(invalid("admin_id", "error.reference").into());
        }
        let change = Change::Edit { remark: body.remark.clone(), admin, reasons };
        self.change(CountId(body.id), &change, intention, person).await
    }

    async fn decided(&self, change: &Change, sheet: &CountSheet, person: &Person, act: Act) -> Result<Changed, CountError> {
        match change {
            Change::Edit { remark, admin, reasons } => {
                let mut lines = if reasons.is_empty() { vec![] } else { self.store.count_lines(sheet.id).await? };
                if let Some(position) = reasons.iter().position(|(number, _)| !lines.iter().any(|line| line.line == *number)) {
                    return Err(invalid(format!("lines[{position}].line"), "error.count.line").into());
                }
                lines.retain_mut(|line| match reasons.iter().rev().find(|(number, _)| *number == line.line) {
                    Some((_, reason)) => {
                        line.reason.clone_from(reason);
                        true
                    }
                    None => false,
                });
                Ok(Changed { sheet: rules::edit(sheet, remark.as_deref(), *admin, act)?, lines, notifications: vec![] })
            }
            Change::Submit => steps::submitted(sheet, person, act),
            Change::Recount(asked) => steps::asked_again(sheet, &self.store.count_lines(sheet.id).await?, asked, act),
            Change::ZeroRest(confirmed) => {
                let books = self.store.book_figures(sheet).await?;
                steps::zeroed(sheet, &books, *confirmed, act)
            }
            Change::Void(reason) => Ok(Changed { sheet: rules::void(sheet, reason, act)?, lines: vec![], notifications: vec![] }),
        }
    }

    /// Decides a change of the sheet and writes it, again when somebody else was first.
    pub async fn change(&self, id: CountId, change: &Change, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let key = key(person, &intention);
        let action = change.action();
        for _ in 0..ATTEMPTS_MAX {
            let before = self.sheet_for(action, id, person).await?;
            if let Some(done) = self.find_done(&key, Some(id), action, person).await? {
                return Ok(done);
            }
            let act = Act { admin: person.admin, now_ms: self.clock.now_ms(), version: intention.version };
            let Changed { sheet, lines, notifications } = self.decided(change, &before, person, act).await?;
            let write = CountWrite { command: key.clone(), sheet };
            match self.store.update_count(&before, &write, &lines, &notifications).await {
                Ok(announcements) => {
                    self.system.announce(announcements);
                    return Ok(self.done(write.sheet, None));
                }
                Err(CountWriteError::Changed) => {}
                Err(error) => return self.written_before(error, &key, Some(id), action, person).await,
            }
        }
        Err(AskFailure::Busy.into())
    }

    /// What a command did before; a refusal when its id was used for something else.
    pub(super) async fn find_done(
        &self,
        key: &CommandKey,
        sheet: Option<CountId>,
        action: &str,
        person: &Person,
    ) -> Result<Option<CountDone>, CountError> {
        let Some(known) = self.store.find_count_command(key).await? else { return Ok(None) };
        if known.action != action || sheet.is_some_and(|sheet| sheet.0 != known.sheet) {
            return Err(CountRefusal::CommandReused.into());
        }
        let id = CountId(known.sheet);
        let sheet = self.sheet(id, person).await?;
        let line = match known.line {
            Some(line) => self.store.count_line(id, line).await?,
            None => None,
        };
        Ok(Some(CountDone { sheet, line, repeated: true }))
    }

    /// A write that failed may have been done: now, or by the same command before.
    async fn written_before(
        &self,
        error: CountWriteError,
        key: &CommandKey,
        sheet: Option<CountId>,
        action: &str,
        person: &Person,
    ) -> Result<CountDone, CountError> {
        match error {
            CountWriteError::Changed => Err(AskFailure::Busy.into()),
            CountWriteError::Store(error) if !error.outcome_unknown() => Err(error.into()),
            CountWriteError::CommandTaken | CountWriteError::Store(_) => match self.find_done(key, sheet, action, person).await? {
                Some(done) => Ok(done),
                None => Err(AskFailure::Unknown { reason: error.to_string() }.into()),
            },
        }
    }

    pub(super) fn done(&self, sheet: CountSheet, line: Option<CountLine>) -> CountDone {
        let topic = Topic::Resource { controller: CONTROLLER.to_owned() };
        self.system.publish_topic(TopicEvent { topic, ids: vec![sheet.id.0], more: false });
        CountDone { sheet, line, repeated: false }
    }
}

/// A change of a sheet that is no result and no posting.
pub enum Change {
    Edit {
        remark: Option<String>,
        admin: Option<AdminId>,
        reasons: Vec<(u32, Option<String>)>,
    },
    Submit,
    /// Lines that are to be counted again.
    Recount(Vec<i64>),
    /// How many lines nobody counted, as was confirmed.
    ZeroRest(u32),
    /// With the reason.
    Void(String),
}

impl Change {
    const fn action(&self) -> &'static str {
        match self {
            Self::Edit { .. } => rules::EDIT,
            Self::Submit => rules::SUBMIT,
            Self::Recount(_) => rules::RECOUNT,
            Self::ZeroRest(_) => rules::ZERO_REST,
            Self::Void(_) => rules::VOID,
        }
    }
}

/// The permission node of an action.
#[must_use]
pub fn node(action: &str) -> String {
    format!("warehouse/stockcount/{}", action.to_lowercase())
}

/// What an action needs in the sheet's warehouse.
fn needed(action: &str) -> WarehouseRight {
    right_of(&node(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_no_number_is_an_error() {
        let of = |text: &str| figure(&HashMap::from([("limit".to_owned(), text.to_owned())]), "limit");
        assert_eq!((of("2.5").unwrap(), of(" ").unwrap(), of("0").unwrap()), (Some(Decimal::new(25, 1)), None, None));
        assert!(figure(&HashMap::new(), "limit").unwrap().is_none());
        for text in ["abc", "2,5", "1e", "5%"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
