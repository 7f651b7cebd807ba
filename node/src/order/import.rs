//! Lines of an order from a file: opening stock and corrections come as an order to be reviewed, never as figures.
//! Every fault is told with its row and column; an order is made only of a file without any.

use actors::order::rules;
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{DraftLine, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderType, TargetPlace, TransferDraft};
use entrepot_store::order::named::NamedRows;
use rust_decimal::Decimal;

use super::line_table::LineTable;
use super::service::{OrderError, OrderService};
use crate::data_exchange::heads::FileRow;
use crate::data_exchange::{days, figures};
use crate::i18n::{Language, text_in};
use crate::identity::order_rights::Person;

/// Faults that a report names.
const REPORTED_MAX: usize = 1_000;
/// What the order says beside its lines.
pub struct Head {
    pub warehouse: WarehouseId,
    pub order_type: OrderType,
    pub partner: Option<PartnerId>,
    /// Of a transfer: where its goods go.
    pub target: Option<WarehouseId>,
    pub reference: Option<String>,
    pub remark: String,
}

/// Something wrong in a row.
pub struct Fault {
    pub row: usize,
    /// A field of a line; empty where it is the whole row.
    pub column: String,
    /// The key of the message.
    pub key: String,
}

/// What is wrong with a cell: its field, and the key of the message.
type WrongCell = (&'static str, &'static str);

/// What a file would make, or what is wrong with it.
pub struct Read {
    pub draft: OrderDraft,
    pub rows: usize,
    pub bad: usize,
    /// The first [`REPORTED_MAX`].
    pub faults: Vec<Fault>,
}

/// A field's name in a refusal of the rules, as a column.
fn column(field: &str) -> &str {
    let name = field.rsplit_once('.').map_or(field, |(_, name)| name);
    if name == "product_id" { "product_no" } else { name }
}

struct Reader<'a> {
    kind: OrderKind,
    table: &'a LineTable,
    named: &'a NamedRows,
    /// Of the warehouse that the goods of a transfer go to.
    target: &'a NamedRows,
}

impl Reader<'_> {
    fn cell<'r>(&self, row: &'r FileRow, field: &str) -> &'r str {
        self.table.cell(row, field)
    }

    /// A code as it is written, unless a spreadsheet has cut it.
    fn code<'r>(&self, row: &'r FileRow, field: &'static str) -> Result<&'r str, WrongCell> {
        let code = self.cell(row, field);
        if figures::has_lost_digits(code) { Err((field, "error.import.lost_digits")) } else { Ok(code) }
    }

    /// A day as `YYYY-MM-DD`; what is none is left to the order's rules, which refuse it.
    fn day(&self, row: &FileRow, field: &str) -> Option<String> {
        let cell = self.cell(row, field);
        (!cell.is_empty()).then(|| days::day(cell).unwrap_or_else(|| cell.to_owned()))
    }

    fn figure(&self, row: &FileRow, field: &'static str, missing: Option<Decimal>) -> Result<Decimal, WrongCell> {
        let text = figures::read(self.cell(row, field)).map_err(|error| (field, error.key()))?;
        match (text.is_empty(), missing) {
            (true, Some(figure)) => Ok(figure),
            (true, None) => Err((field, "error.required")),
            (false, _) => text.parse::<Decimal>().map(|figure| figure.normalize()).map_err(|_| (field, "error.number")),
        }
    }

    /// A line of the order, or the column that is wrong and the key of the message.
    fn line(&self, row: &FileRow) -> Result<DraftLine, WrongCell> {
        if self.table.has_more(row) {
            return Err(("", "error.import.more"));
        }
        let number = self.code(row, "product_no")?;
        let product = self.named.products.get(number).ok_or(("product_no", if number.is_empty() { "error.required" } else { "error.reference" }))?;
        let (area, shelf) = self.place(row, self.named, ["warehouses_areas_id", "warehouses_shelves_id"])?;
        let target = if self.kind.transfers {
            let (area, shelf) = self.place(row, self.target, ["target_warehouses_areas_id", "target_warehouses_shelves_id"])?;
            TargetPlace { area, shelf }
        } else {
            TargetPlace::default()
        };
        let free = self.kind.signed() || self.kind.transfers;
        Ok(DraftLine {
            product: ProductId(*product),
            area,
            shelf,
            quantity: self.figure(row, "quantity", None)?,
            unit: self.unit(row, *product)?,
            price: self.figure(row, "unit_price", free.then_some(Decimal::ZERO))?,
            keeps_price: false,
            batch: Some(self.code(row, "batch_number")?).filter(|batch| !batch.is_empty()).map(str::to_owned),
            produce_date: self.day(row, "produce_date"),
            expiry_date: self.day(row, "expiry_date"),
            reason: self.reason(self.cell(row, "reason"))?,
            target,
        })
    }

    /// The unit that a quantity is in, by its name; the product's own without.
    fn unit(&self, row: &FileRow, product: i64) -> Result<Option<DraftUnit>, WrongCell> {
        let name = self.cell(row, "unit_id").to_lowercase();
        if name.is_empty() {
            return Ok(None);
        }
        let unit = self.named.units.get(&(product, name)).ok_or(("unit_id", "error.reference"))?;
        Ok(unit.map(|unit| DraftUnit { unit: UnitId(unit), factor: None }))
    }

    /// An area and a shelf of it, by what a warehouse calls them.
    fn place(
        &self,
        row: &FileRow,
        named: &NamedRows,
        [of_area, of_shelf]: [&'static str; 2],
    ) -> Result<(Option<AreaId>, Option<ShelfId>), WrongCell> {
        let area = match self.cell(row, of_area).to_lowercase() {
            name if name.is_empty() => None,
            name => Some(named.areas.get(&name).copied().flatten().ok_or((of_area, "error.reference"))?),
        };
        let shelf = match self.cell(row, of_shelf).to_lowercase() {
            name if name.is_empty() => None,
            name => Some(named.shelves.get(&(area.unwrap_or(0), name)).copied().flatten().ok_or((of_shelf, "error.reference"))?),
        };
        Ok((area.map(AreaId), shelf.map(ShelfId)))
    }

    /// A reason by its code, its name or what it is called in either language.
    fn reason(&self, cell: &str) -> Result<Option<OrderType>, WrongCell> {
        if cell.is_empty() {
            return Ok(None);
        }
        let is = |order_type: OrderType| {
            let called = |language| text_in(language, &format!("order.reason.{}", order_type.as_str()), &[]).eq_ignore_ascii_case(cell);
            order_type.as_str().eq_ignore_ascii_case(cell) || called(Language::Chinese) || called(Language::English)
        };
        let by_code = cell.parse().ok().and_then(|code| self.kind.type_of(code));
        let found = by_code.or_else(|| self.kind.types.iter().map(|row| row.order_type).find(|order_type| is(*order_type)));
        found.filter(|_| self.kind.signed()).map(Some).ok_or(("reason", "error.choice"))
    }
}

impl OrderService {
    /// Reads a file's rows as the lines of an order of that kind, and says everything that is wrong with them.
    pub async fn read_rows(&self, kind: OrderKind, head: Head, table: &LineTable, person: &Person) -> Result<Read, OrderError> {
        let mut numbers: Vec<String> = table.rows.iter().map(|row| table.cell(row, "product_no").to_owned()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let named = self.store().named_rows(head.warehouse, &numbers).await?;
        let target = match head.target {
            Some(target) => self.store().named_rows(target, &[]).await?,
            None => NamedRows::default(),
        };
        let reader = Reader { kind, table, named: &named, target: &target };
        let today = self.today_at(head.warehouse).await?;
        let mut read = Read { draft: head.draft(today), rows: table.rows.len(), bad: 0, faults: Vec::new() };
        let mut at = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            match reader.line(row) {
                Ok(line) => {
                    at.push(row.number);
                    read.draft.lines.push(line);
                }
                Err((column, key)) => read.fault(row.number, column, key),
            }
        }
        self.check_rows(kind, &mut read, &at, person).await?;
        Ok(read)
    }

    /// Asks the order's rules about each line by itself, so that the faults of all of them are known.
    async fn check_rows(&self, kind: OrderKind, read: &mut Read, at: &[usize], person: &Person) -> Result<(), OrderError> {
        let facts = self.store().order_facts(kind, &read.draft).await?;
        let id = CommandKey::of(AdminId(person.admin.0), CommandId::of_bits(0));
        // The draft is of today in its warehouse.
        let today = read.draft.business_date.clone();
        let mut command = OrderCommand { id, admin: person.admin, version: None, action: OrderAction::Delete, quiet: true, may: person.may, today };
        let lines = std::mem::take(&mut read.draft.lines);
        for (line, row) in lines.iter().zip(at) {
            let draft = OrderDraft { lines: vec![line.clone()], ..read.draft.clone() };
            command.action = OrderAction::Create { draft };
            match rules::decide(None, OrderId(0), kind, &command, 0, &facts) {
                Ok(_) => {}
                Err(OrderRefusal::Invalid { field, key }) if field.starts_with("lines[") => read.fault(*row, column(&field), &key),
                Err(refusal) => return Err(OrderError::Refused { kind, refusal }),
            }
        }
        read.draft.lines = lines;
        Ok(())
    }
}

impl Head {
    fn draft(self, today: String) -> OrderDraft {
        OrderDraft {
            warehouse: self.warehouse,
            partner: self.partner,
            order_type: self.order_type,
            reference: self.reference,
            remark: self.remark,
            business_date: today,
            admin: None,
            shipment: None,
            lines: Vec::new(),
            transfer: self.target.map(|target| TransferDraft { target: Some(target), ..TransferDraft::default() }),
        }
    }
}

impl Read {
    fn fault(&mut self, row: usize, column: &str, key: &str) {
        self.bad += 1;
        if self.faults.len() < REPORTED_MAX {
            self.faults.push(Fault { row, column: column.to_owned(), key: key.to_owned() });
        }
    }
}
