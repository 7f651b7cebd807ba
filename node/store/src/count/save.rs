//! Writing sheets and results. Every write is guarded by the sheet's version and by how many results it had.

use actors::count::lines::{difference, state, wants_recount};
use actors::store::StoreError;
use bus_schemas::count::{CountLine, CountSheet, CountWrite, PREFIX};
use bus_schemas::ids::{CountId, ProductId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::number::{Cost, Price, Quantity};
use bus_schemas::warehouse::Place;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use super::{CHANGED, CountWriteError, change_row, command_row, event_row, line_id, row, sheet_content, sheet_row};
use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError, Vars, take};
use crate::engine::value::{array, array_id, dec, id, int, text};

/// Which line is counted.
#[derive(Clone, Debug)]
pub enum Counted {
    /// The line with that number.
    Line(u32),
    /// The line of that place, if there is one.
    Place(Place),
}

/// What the books say of a place at one moment, with the sheet and the line at the same moment.
#[derive(Clone, Debug)]
pub struct BookFigure {
    pub sheet: CountSheet,
    pub line: Option<CountLine>,
    pub book: Quantity,
    /// The ledger's last sequence.
    pub sequence: i64,
    /// Moving average, or else the product's price.
    pub cost: Cost,
    /// The product's unit, and the decimals that quantities may have; nothing where there is no such product.
    pub unit: Option<UnitId>,
    pub decimals: u32,
    /// The product may be entered.
    pub in_use: bool,
}

/// What the books say of the lines that nobody has counted.
#[derive(Clone, Debug)]
pub struct BookFigures {
    /// With book figure and cost.
    pub lines: Vec<(CountLine, Quantity, Cost)>,
    /// The ledger's last sequence.
    pub sequence: i64,
}

/// Ledger rows that are looked back over together.
const BACK: i64 = 2_000;

#[derive(Deserialize)]
struct ProductRow {
    unit: i64,
    decimals: Option<u32>,
    price: Decimal,
    status: i64,
}

#[derive(Deserialize)]
struct Priced {
    id: ProductId,
    price: Price,
}

/// A line's row, with what lists filter and sort by.
fn line_row(sheet: &CountSheet, line: &CountLine, record: bool) -> Result<Value, TxError> {
    let mut row = row(line, record.then(|| line_id(sheet.id, line.line)))?;
    row.insert("state", text(state(line).as_str()));
    row.insert("recount", Value::Bool(wants_recount(line, sheet.tolerance)));
    if let (Some(difference), Some(result)) = (difference(line), line.results.last()) {
        row.insert("difference", dec(difference.0));
        row.insert("worth", dec(difference.0.saturating_mul(result.cost.0)));
    }
    Ok(Value::Object(row))
}

/// All these lines with their ids.
fn line_rows(sheet: &CountSheet, lines: &[CountLine]) -> Result<Vec<Value>, TxError> {
    lines.iter().map(|line| line_row(sheet, line, true)).collect()
}

/// The guard of a write: the sheet is as it was when the write was decided.
fn guard(before: &CountSheet) -> Vars {
    vec![("sheet", id("count_sheet", before.id.0)), ("version", int(before.version)), ("saves", int(before.saves))]
}

impl Store {
    /// Creates a sheet with its lines and gives it its number, gapless per day. `day` is that of the site.
    pub async fn create_count(&self, write: &CountWrite, lines: &[CountLine], day: &str) -> Result<CountSheet, CountWriteError> {
        let counter = format!("{PREFIX}{}", day.replace('-', ""));
        let numbered = |next: i64| CountSheet { number: format!("{counter}{next:04}"), ..write.sheet.clone() };
        let work = |next: i64| -> Result<TransactionBody, TxError> {
            let write = CountWrite { sheet: numbered(next), command: write.command.clone() };
            let mut rows = vec![sheet_row(&write.sheet)?, change_row(&write), event_row(&write.sheet)?];
            rows.extend(line_rows(&write.sheet, lines)?);
            Ok(TransactionBody { query: "INSERT $rows RETURN NONE;".into(), vars: vec![("rows", array(rows))] })
        };
        Ok(numbered(self.commit_notifying(&[], Some(&counter), work).await?.number))
    }

    /// Which place a line is about.
    pub async fn counted_place(&self, sheet: CountId, counted: &Counted) -> Result<Option<(Option<u32>, Place)>, StoreError> {
        match counted {
            Counted::Line(line) => {
                let rows: Vec<CountLine> = self.rows("SELECT * OMIT id FROM $line", vec![("line", line_id(sheet, *line))]).await?;
                Ok(rows.into_iter().next().map(|row| (Some(row.line), row.place)))
            }
            Counted::Place(place) => {
                let query = "SELECT VALUE line FROM count_line:[$sheet]..=[$sheet, 9223372036854775807]
                    WHERE product = $product AND area = $area AND shelf = $shelf AND batch = $batch LIMIT 1";
                let vars = vec![
                    ("sheet", int(sheet.0)),
                    ("product", int(place.product.0)),
                    ("area", int(place.area.0)),
                    ("shelf", int(place.shelf.0)),
                    ("batch", text(&place.batch)),
                ];
                let lines: Vec<u32> = self.rows(query, vars).await?;
                Ok(Some((lines.first().copied(), place.clone())))
            }
        }
    }

    /// The book figure of a place with the ledger's sequence, from one snapshot: the balances are written in the
    /// transactions of their movements, so the two belong together on every node.
    pub async fn book_figure(&self, sheet: CountId, warehouse: WarehouseId, line: Option<u32>, place: &Place) -> Result<BookFigure, StoreError> {
        let query = "BEGIN;
            SELECT *, record::id(id) AS id FROM $sheet;
            SELECT * OMIT id FROM $line;
            SELECT VALUE on_hand FROM $place;
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            SELECT VALUE average_cost FROM $cost;
            SELECT unit_id AS unit, type::record('unit', unit_id).decimals AS decimals, price, status FROM $product;
            COMMIT;";
        let key = vec![int(warehouse.0), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)];
        let vars = vec![
            ("w", int(warehouse.0)),
            ("sheet", id("count_sheet", sheet.0)),
            ("line", line_id(sheet, line.unwrap_or(0))),
            ("place", array_id("place", key)),
            ("cost", array_id("cost", vec![int(warehouse.0), int(place.product.0)])),
            ("product", id("product", place.product.0)),
        ];
        let mut response = self.run(query, vars).await?;
        let sheets: Vec<CountSheet> = take(&mut response, 1)?;
        let lines: Vec<CountLine> = take(&mut response, 2)?;
        let books: Vec<Decimal> = take(&mut response, 3)?;
        let sequence: i64 = take(&mut response, 5)?;
        let costs: Vec<Decimal> = take(&mut response, 6)?;
        let products: Vec<ProductRow> = take(&mut response, 7)?;
        let sheet = sheets.into_iter().next().ok_or_else(|| StoreError::Corrupt(format!("count sheet {sheet} is gone")))?;
        let product = products.first();
        Ok(BookFigure {
            sheet,
            line: lines.into_iter().next(),
            book: Quantity(books.first().copied().unwrap_or_default()),
            sequence,
            cost: Cost(costs.first().copied().or_else(|| product.map(|row| row.price)).unwrap_or_default()),
            unit: product.map(|row| UnitId(row.unit)),
            decimals: product.and_then(|row| row.decimals).unwrap_or(0),
            in_use: product.is_some_and(|row| row.status == 1),
        })
    }

    /// A line of a sheet.
    pub async fn count_line(&self, sheet: CountId, line: u32) -> Result<Option<CountLine>, StoreError> {
        let rows: Vec<CountLine> = self.rows("SELECT * OMIT id FROM $line", vec![("line", line_id(sheet, line))]).await?;
        Ok(rows.into_iter().next())
    }

    /// A place's figure as it was at a time: the figure of now, less what moved since. Without a time, that of now.
    pub async fn book_at(
        &self,
        warehouse: WarehouseId,
        place: &Place,
        (book, sequence): (Quantity, i64),
        at: Option<i64>,
    ) -> Result<(Quantity, i64), StoreError> {
        #[derive(Deserialize)]
        struct Moved {
            sequence: i64,
            at: i64,
            moved: Decimal,
            here: bool,
        }
        let Some(at) = at else { return Ok((book, sequence)) };
        let (mut book, mut upto) = (book, sequence);
        while upto > 0 {
            let from = (upto - BACK + 1).max(1);
            let query = "SELECT sequence, at, moved, (product = $product AND area = $area AND shelf = $shelf AND batch = $batch) AS here
                FROM movement:[$w, $from]..=[$w, $upto]";
            let vars = vec![
                ("w", int(warehouse.0)),
                ("from", int(from)),
                ("upto", int(upto)),
                ("product", int(place.product.0)),
                ("area", int(place.area.0)),
                ("shelf", int(place.shelf.0)),
                ("batch", text(&place.batch)),
            ];
            let rows: Vec<Moved> = self.rows(query, vars).await?;
            for row in rows.iter().rev() {
                if row.at <= at {
                    return Ok((book, row.sequence));
                }
                if row.here {
                    book -= Quantity(row.moved);
                }
            }
            upto = from - 1;
        }
        Ok((book, 0))
    }

    /// The lines that nobody has counted with their book figures, and the ledger's sequence, from one snapshot.
    pub async fn book_figures(&self, sheet: &CountSheet) -> Result<BookFigures, StoreError> {
        #[derive(Deserialize)]
        struct Uncounted {
            #[serde(flatten)]
            line: CountLine,
            on_hand: Option<Decimal>,
            average: Option<Decimal>,
            price: Option<Decimal>,
        }
        let query = "BEGIN;
            SELECT *, type::record('place', [$w, area, shelf, product, batch]).on_hand AS on_hand,
              type::record('cost', [$w, product]).average_cost AS average, type::record('product', product).price AS price OMIT id
              FROM count_line:[$sheet]..=[$sheet, 9223372036854775807] WHERE state = 'not_counted';
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            COMMIT;";
        let mut response = self.run(query, vec![("w", int(sheet.warehouse.0)), ("sheet", int(sheet.id.0))]).await?;
        let rows: Vec<Uncounted> = take(&mut response, 1)?;
        let read = |row: Uncounted| (row.line, Quantity(row.on_hand.unwrap_or_default()), Cost(row.average.or(row.price).unwrap_or_default()));
        Ok(BookFigures { lines: rows.into_iter().map(read).collect(), sequence: take(&mut response, 3)? })
    }

    /// Writes a result with the sheet. `new`: the line was not there before.
    pub async fn save_count(
        &self,
        before: &CountSheet,
        write: &CountWrite,
        action: &str,
        line: &CountLine,
        new: bool,
    ) -> Result<(), CountWriteError> {
        let sheet = &write.sheet;
        let query = format!(
            "BEGIN; LET $written = (UPDATE $sheet CONTENT $row WHERE version = $version AND saves = $saves RETURN VALUE id);
            IF array::len($written) != 1 {{ THROW '{CHANGED}' }};
            {} INSERT $command RETURN NONE; COMMIT;",
            if new { "INSERT $line_row RETURN NONE;" } else { "UPDATE $line CONTENT $line_row RETURN NONE;" }
        );
        let mut vars = guard(before);
        vars.extend([
            ("row", sheet_content(sheet)?),
            ("line", line_id(sheet.id, line.line)),
            ("line_row", line_row(sheet, line, new)?),
            ("command", command_row(write, action, Some(line.line))),
        ]);
        self.run(&query, vars).await?;
        Ok(())
    }

    /// Writes a sheet's next version, with the lines that change with it.
    pub async fn update_count(
        &self,
        before: &CountSheet,
        write: &CountWrite,
        lines: &[CountLine],
        notifications: &[NotificationDraft],
    ) -> Result<Vec<Announcement>, CountWriteError> {
        let by_recipient = self.drafts_by_recipient(notifications).await?;
        let query = format!(
            "LET $written = (UPDATE $sheet CONTENT $row WHERE version = $version AND saves = $saves RETURN VALUE id);
            IF array::len($written) != 1 {{ THROW '{CHANGED}' }};
            FOR $line IN $lines {{ UPDATE $line REPLACE $line RETURN NONE }};
            INSERT $rows RETURN NONE;"
        );
        let work = |_| -> Result<TransactionBody, TxError> {
            let mut vars = guard(before);
            vars.extend([
                ("row", sheet_content(&write.sheet)?),
                ("lines", array(line_rows(&write.sheet, lines)?)),
                ("rows", array(vec![change_row(write), event_row(&write.sheet)?])),
            ]);
            Ok(TransactionBody { query: query.clone(), vars })
        };
        Ok(self.commit_notifying(&by_recipient, None, work).await?.announcements)
    }

    /// The prices of products.
    pub async fn product_prices(&self, products: &[ProductId]) -> Result<std::collections::HashMap<ProductId, Price>, StoreError> {
        let ids = array(products.iter().map(|product| id("product", product.0)).collect());
        let rows: Vec<Priced> = self.rows("SELECT record::id(id) AS id, price FROM $ids", vec![("ids", ids)]).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.price)).collect())
    }
}
