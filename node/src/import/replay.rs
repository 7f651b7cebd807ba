//! Carries sorted lines through the actors.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Instant;

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{DraftLine, ExtraRights, LINES_MAX, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType};
use bus_schemas::warehouse::{AdjustLine, Place, StockAction, StockCommand, StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::commands::IMPORTED;
use entrepot_store::resource::catalogue;
use futures::{StreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::error::ImportError;
use super::lines::{Document, Kind, Reject, Sorted, sort_file};
use super::summary::Summary;

/// Documents processed concurrently.
const AT_ONCE: usize = 64;
/// How long one step may take, in milliseconds.
const STEP_MS: i64 = 120_000;

/// Options of a replay.
#[derive(Clone, Debug)]
pub struct Options {
    /// `.csv` or `.csv.gz`.
    pub file: PathBuf,
    /// Where refused lines go, as CSV.
    pub rejects: PathBuf,
    /// The administrator who gives the commands.
    pub admin: AdminId,
    /// `YYYY-MM-DD`.
    pub today: String,
    pub clock: SharedClock,
}

struct World<'a> {
    system: &'a System,
    options: &'a Options,
    warehouse: WarehouseId,
    unit: UnitId,
    products: HashMap<String, ProductId>,
    customers: HashMap<String, PartnerId>,
    supplier: PartnerId,
}

/// Result of one document.
#[derive(Default)]
struct Outcome {
    moves: usize,
    repeated: bool,
    rejects: Vec<Reject>,
}

/// Replays a file.
pub async fn orders(system: &System, store: &Store, options: Options) -> Result<Summary, ImportError> {
    let began = Instant::now();
    let sorted = sort_file(&options.file)?;
    let world = World::prepare(system, store, &options, &sorted).await?;
    let mut summary = Summary { lines: sorted.total, set_aside: sorted.set_aside.len(), ..Summary::default() };
    let mut rejects = sorted.set_aside.clone();
    let progress = ProgressBar::new(sorted.documents.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} documents  {elapsed}  {msg}") {
        progress.set_style(style);
    }
    for outcome in world.open(&sorted).await? {
        summary.orders += 1;
        summary.moves += outcome.moves;
        summary.repeated += usize::from(outcome.repeated);
    }
    let mut outcomes = stream::iter(sorted.documents.iter().map(|document| world.carry(document))).buffer_unordered(AT_ONCE);
    while let Some(outcome) = outcomes.next().await {
        let outcome = outcome?;
        progress.inc(1);
        summary.orders += 1;
        summary.moves += outcome.moves;
        summary.repeated += usize::from(outcome.repeated);
        summary.refused += outcome.rejects.len();
        rejects.extend(outcome.rejects);
    }
    progress.finish_and_clear();
    write_rejects(&options, rejects)?;
    summary.seconds = began.elapsed().as_secs_f64();
    Ok(summary)
}

fn write_rejects(options: &Options, mut rejects: Vec<Reject>) -> Result<(), ImportError> {
    rejects.sort_by_key(|reject| reject.number);
    let mut writer = csv::Writer::from_path(&options.rejects)?;
    writer.write_record(["line", "invoice", "code", "reason"])?;
    for reject in rejects {
        writer.write_record([reject.number.to_string(), reject.invoice, reject.code, reject.reason])?;
    }
    writer.flush().map_err(|error| ImportError::File { file: options.rejects.display().to_string(), reason: error.to_string() })
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

impl<'a> World<'a> {
    fn deadline(&self) -> i64 {
        self.options.clock.now_ms() + STEP_MS
    }

    /// Master data: found from an earlier run, or made.
    async fn prepare(system: &'a System, store: &'a Store, options: &'a Options, sorted: &Sorted) -> Result<World<'a>, ImportError> {
        let now = options.clock.now();
        let unit = ensure(store, "warehouse.Unit", "name", "件", json!({ "name": "件", "description": "piece" }), now).await?;
        let warehouse = json!({ "name": "批发仓 Wholesale", "serial_no": "RETAIL", "city": "London", "remark": "UCI Online Retail" });
        let warehouse = ensure(store, "warehouse.Warehouse", "serial_no", "RETAIL", warehouse, now).await?;
        let supplier = ensure(store, "warehouse.Supplier", "name", "期初 Opening", json!({ "name": "期初 Opening" }), now).await?;
        let mut products = existing(store, "product", "product_no").await?;
        for (code, name) in &sorted.goods {
            if !products.contains_key(code) {
                let row = json!({ "product_no": code, "name": name.chars().take(200).collect::<String>(), "unit_id": unit });
                products.insert(code.clone(), insert(store, "warehouse.Product", row, now).await?);
            }
        }
        let mut customers = existing(store, "customer", "name").await?;
        for document in &sorted.documents {
            let name = customer_name(&document.customer);
            if document.kind != Kind::WriteOff && !customers.contains_key(&name) {
                let id = insert(store, "warehouse.Customer", json!({ "name": name }), now).await?;
                customers.insert(name, id);
            }
        }
        Ok(World {
            system,
            options,
            warehouse: WarehouseId(warehouse),
            unit: UnitId(unit),
            products: products.into_iter().map(|(code, id)| (code, ProductId(id))).collect(),
            customers: customers.into_iter().map(|(name, id)| (name, PartnerId(id))).collect(),
            supplier: PartnerId(supplier),
        })
    }

    fn product(&self, code: &str) -> ProductId {
        // Every code of the file was given a product.
        self.products.get(code).copied().unwrap_or(ProductId(0))
    }

    /// The opening orders: enough for all sales and write-offs, without counting returns.
    async fn open(&self, sorted: &Sorted) -> Result<Vec<Outcome>, ImportError> {
        let mut needed: BTreeMap<&str, (i64, Decimal)> = BTreeMap::new();
        for line in sorted.documents.iter().filter(|document| document.kind != Kind::Return).flat_map(|document| &document.lines) {
            let need = needed.entry(&line.code).or_default();
            need.0 += line.quantity.abs();
            need.1 = if need.1.is_zero() { line.price } else { need.1.min(line.price) };
        }
        let lines: Vec<DraftLine> = needed.iter().map(|(code, (quantity, price))| self.line(code, Decimal::from(*quantity), *price)).collect();
        let mut outcomes = Vec::new();
        for (part, lines) in lines.chunks(LINES_MAX).enumerate() {
            let name = format!("opening-{part}");
            let draft = self.draft(OrderType::PURCHASE, Some(self.supplier), lines.to_vec());
            outcomes.push(self.order(&name, OrderKind::INBOUND, draft).await?);
        }
        if let Some(reject) = outcomes.iter().flat_map(|outcome| &outcome.rejects).next() {
            return Err(ImportError::Step { what: reject.invoice.clone(), why: reject.reason.clone() });
        }
        Ok(outcomes)
    }

    async fn carry(&self, document: &Document) -> Result<Outcome, ImportError> {
        let mut outcome = match document.kind {
            Kind::WriteOff => self.write_off(document).await?,
            kind => {
                let lines = document.lines.iter().map(|line| self.line(&line.code, Decimal::from(line.quantity.abs()), line.price)).collect();
                let customer = self.customers.get(&customer_name(&document.customer)).copied();
                let (order_kind, order_type) =
                    if kind == Kind::Return { (OrderKind::INBOUND, OrderType::CUSTOMER_RETURN) } else { (OrderKind::OUTBOUND, OrderType::SALES) };
                self.order(&document.invoice, order_kind, self.draft(order_type, customer, lines)).await?
            }
        };
        // A refusal concerns the whole invoice: each of its lines is named.
        if let Some(refused) = outcome.rejects.pop() {
            let reject = |line: &super::lines::Line| Reject {
                number: line.number,
                invoice: line.invoice.clone(),
                code: line.code.clone(),
                reason: refused.reason.clone(),
            };
            outcome.rejects = document.lines.iter().map(reject).collect();
        }
        Ok(outcome)
    }

    fn line(&self, code: &str, quantity: Decimal, price: Decimal) -> DraftLine {
        DraftLine { price, ..DraftLine::new(self.product(code), quantity) }
    }

    fn draft(&self, order_type: OrderType, partner: Option<PartnerId>, lines: Vec<DraftLine>) -> OrderDraft {
        OrderDraft { partner, ..OrderDraft::new(self.warehouse, order_type, self.options.today.clone(), lines) }
    }

    /// Creates, reviews and stocks an order, each step under its own command id.
    async fn order(&self, name: &str, kind: OrderKind, draft: OrderDraft) -> Result<Outcome, ImportError> {
        let mut draft = draft;
        let lines = draft.lines.len();
        draft.remark = name.to_owned();
        let create = command_id(name, "create")?;
        let mut repeated = true;
        let mut order = None;
        for (id, action) in [
            (create, OrderAction::Create { draft }),
            (command_id(name, "audit")?, OrderAction::step(AUDIT)),
            (command_id(name, "stock")?, OrderAction::step(STOCK)),
        ] {
            match self.step(kind, order, id, action).await {
                OrderReply::Done(done) => {
                    repeated &= done.repeated;
                    order = Some(done.id);
                }
                OrderReply::Refused(refusal) => {
                    let reject = Reject { number: 0, invoice: name.to_owned(), code: String::new(), reason: refusal.to_string() };
                    return Ok(Outcome { rejects: vec![reject], ..Outcome::default() });
                }
                OrderReply::Failed(failure) => return Err(ImportError::Step { what: name.to_owned(), why: failure.to_string() }),
            }
        }
        Ok(Outcome { moves: if repeated { 0 } else { lines }, repeated, rejects: vec![] })
    }

    /// Asks an order, or creates one.
    async fn step(&self, kind: OrderKind, order: Option<OrderId>, id: CommandKey, action: OrderAction) -> OrderReply {
        let command = OrderCommand {
            id,
            admin: self.options.admin,
            version: None,
            action,
            quiet: true,
            may: ExtraRights::all(),
            today: self.options.today.clone(),
        };
        match order {
            Some(order) => self.system.orders().ask(OrderRequest { kind, order, command, deadline: self.deadline() }).await,
            None => self.system.orders().create(kind, command, self.deadline()).await,
        }
    }

    async fn write_off(&self, document: &Document) -> Result<Outcome, ImportError> {
        let adjust = |(line, number): (&super::lines::Line, u32)| {
            let place = Place { area: AreaId(0), shelf: ShelfId(0), product: self.product(&line.code), batch: String::new() };
            AdjustLine::new(number, place, self.unit, Quantity(Decimal::from(line.quantity)))
        };
        let action = StockAction::Adjust { lines: document.lines.iter().zip(1..).map(adjust).collect() };
        let command = StockCommand::new(command_id(&document.invoice, "adjust")?, self.options.admin, self.options.today.clone(), action);
        match self.system.warehouses().ask(StockRequest { warehouse: self.warehouse, command, deadline: self.deadline() }).await {
            StockReply::Done(done) => {
                Ok(Outcome { moves: if done.repeated { 0 } else { document.lines.len() }, repeated: done.repeated, rejects: vec![] })
            }
            StockReply::Refused(refusal) => {
                let reject = Reject { number: 0, invoice: document.invoice.clone(), code: String::new(), reason: refusal.to_string() };
                Ok(Outcome { rejects: vec![reject], ..Outcome::default() })
            }
            StockReply::Failed(failure) => Err(ImportError::Step { what: document.invoice.clone(), why: failure.to_string() }),
        }
    }
}

fn customer_name(number: &str) -> String {
    if number.is_empty() { "散客 No customer".to_owned() } else { format!("客户 {number}") }
}

/// A command id that follows from the invoice and the step.
fn command_id(invoice: &str, step: &str) -> Result<CommandKey, ImportError> {
    let clean: String = invoice.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(40).collect();
    let id = CommandId::new(format!("{IMPORTED}{clean}-{step}"));
    id.map(CommandKey::system).map_err(|error| ImportError::Step { what: invoice.to_owned(), why: error.to_string() })
}

async fn existing(store: &Store, table: &'static str, key: &'static str) -> Result<HashMap<String, i64>, ImportError> {
    Ok(store.keys_of(table, key).await?.into_iter().collect())
}

async fn insert(store: &Store, controller: &str, row: Value, now: i64) -> Result<i64, ImportError> {
    let resource = catalogue::declared(controller)?;
    Ok(store.insert_record(resource, &fields(row), &entrepot_store::resource::Act::system(now)).await?)
}

async fn ensure(store: &Store, controller: &str, key: &'static str, value: &str, row: Value, now: i64) -> Result<i64, ImportError> {
    let resource = catalogue::declared(controller)?;
    match existing(store, resource.table, key).await?.get(value) {
        Some(id) => Ok(*id),
        None => insert(store, controller, row, now).await,
    }
}
