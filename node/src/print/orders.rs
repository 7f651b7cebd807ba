//! What stands on an order's papers.

use actors::order::picks::Pick;
use bus_schemas::number::Quantity;
use bus_schemas::order::process::{Direction, Does};
use bus_schemas::order::{OrderKind, OrderType};
use entrepot_print::document::{Align, Cell, Document};
use entrepot_store::inventory::picks::PickList;
use entrepot_store::order::places::LinePlace;
use entrepot_store::order::rows::{LineRow, Named, OrderDetail};
use rust_decimal::Decimal;

use super::cells::{Table, UnitSums, cell, column, place, print_text, product_cells, product_columns, text_of, unit};
use super::delivery_note::{self, DeliveryNote};
use crate::i18n::{current, find_text, text};
use crate::settings::site::Currency;

/// Most orders of one file.
pub const ORDERS_MAX: usize = 100;

/// A paper of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The order itself, with its prices.
    Order,
    /// What goes with the goods: no prices.
    Delivery,
    /// Where to take what, in the order of the places.
    Pick,
    /// What is expected, with room for what came: no prices.
    Receipt,
}

/// Whether a kind of orders moves goods that way.
fn moves(kind: OrderKind, direction: Direction) -> bool {
    kind.process().steps.iter().any(|step| step.does == Does::Move(direction))
}

impl Form {
    /// The form of that name, if the kind has it.
    #[must_use]
    pub fn of(kind: OrderKind, name: &str) -> Option<Self> {
        match name {
            "" | "order" => Some(Self::Order),
            "delivery" if moves(kind, Direction::Out) => Some(Self::Delivery),
            "pick" if moves(kind, Direction::Out) => Some(Self::Pick),
            "receipt" if moves(kind, Direction::In) => Some(Self::Receipt),
            _ => None,
        }
    }

    /// As in file names and keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Delivery => "delivery",
            Self::Pick => "pick",
            Self::Receipt => "receipt",
        }
    }

    fn title(self, kind: OrderKind) -> String {
        match self {
            // A kind without a title of its own is called as its page.
            Self::Order => find_text(current(), &format!("print.title.{}", kind.as_str()))
                .unwrap_or_else(|| text(&format!("menu.{}", kind.page.to_lowercase()), &[])),
            _ => text(&format!("print.title.{}", self.name()), &[]),
        }
    }

    fn signatures(self) -> Vec<String> {
        let names: &[&str] = match self {
            Self::Order => &["made", "reviewed", "keeper"],
            Self::Delivery => &["carrier", "receiver", "date"],
            Self::Pick => &["picker", "checker"],
            Self::Receipt => &["receiver", "checker", "date"],
        };
        names.iter().map(|name| print_text(&format!("sign.{name}"))).collect()
    }
}

fn name(row: Option<&Named>) -> String {
    row.and_then(|row| row.name.clone()).unwrap_or_default()
}

fn line_place(line: &LineRow) -> String {
    place(line.area_row.as_ref().and_then(|row| row.name.as_deref()), line.shelf_row.as_ref().and_then(|row| row.name.as_deref()))
}

/// What was entered, where that was in another unit: `5 box`.
fn entered(line: &LineRow) -> Option<String> {
    let unit = line.entered_row.as_ref()?;
    Some(format!("{} {}", line.entered?.quantity.normalize(), unit.name))
}

fn facts(kind: OrderKind, order: &OrderDetail, note: Option<&DeliveryNote>) -> Vec<(String, String)> {
    let head = &order.head;
    let with = kind.type_row(head.order_type).and_then(|row| row.partner);
    let partner = with.map(|partner| (partner.table(), name(head.partner_row.as_ref())));
    let status = kind.state(head.status).map(|state| text(state.text, &[])).unwrap_or_default();
    let who = |row: Option<&entrepot_store::order::rows::Nicknamed>| row.and_then(|row| row.nickname.clone()).unwrap_or_default();
    let all = vec![
        ("warehouse", name(head.warehouse_row.as_ref())),
        ("target", head.transfer.as_ref().map(|_| name(head.target_row.as_ref())).unwrap_or_default()),
        partner.unwrap_or(("partner", String::new())),
        ("reference", head.own_reference().to_owned()),
        ("business_date", head.business_date.clone()),
        ("type", type_text(kind, head.order_type)),
        ("status", status),
        ("created_by", who(head.created_by_row.as_ref())),
        ("reviewed_by", who(head.audited_by_row.as_ref())),
    ];
    let all = all.into_iter().chain(note.map(|note| delivery_note::facts(order, note)).into_iter().flatten());
    all.filter(|(_, value)| !value.is_empty()).map(|(key, value)| (print_text(&format!("fact.{key}")), value)).collect()
}

/// What a type of orders of a kind is called.
#[must_use]
pub fn type_text(kind: OrderKind, order_type: OrderType) -> String {
    // The types of adjustments are reasons, which have words already.
    let of_reason = || find_text(current(), &format!("order.reason.{}", order_type.as_str())).filter(|_| kind.signed());
    find_text(current(), &type_key(kind, order_type)).or_else(of_reason).unwrap_or_default()
}

fn type_key(kind: OrderKind, order_type: OrderType) -> String {
    format!("print.type.{}.{}", kind.as_str(), order_type.as_str())
}

/// What of a line is still to move.
fn open(line: &LineRow) -> Quantity {
    Quantity((line.quantity.0 - line.stocked.0).max(Decimal::ZERO))
}

/// What a form needs beside the order.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// From where its goods are taken, for a pick list; nothing where the reader may not see the places.
    pub picks: Option<PickList>,
    /// For a delivery note.
    pub delivery_note: Option<DeliveryNote>,
    /// Where its goods were taken from, were put, or are reserved, for the order itself; nothing where the reader may not see
    /// the places.
    pub places: Vec<LinePlace>,
}

/// A paper of an order. `money`: how its prices are shown, where the reader may see them.
#[must_use]
pub fn document(kind: OrderKind, order: &OrderDetail, form: Form, needs: &Needs, money: Option<&Currency>) -> Document {
    let note = needs.delivery_note.as_ref();
    let (columns, rows, quantities) = match form {
        Form::Order if kind.transfers => of_transfer(order, &needs.places),
        Form::Order => of_order(order, &needs.places, money),
        Form::Delivery => delivery_note::table(order, note.map_or(&[][..], |note| note.lots.as_slice())),
        Form::Pick => pick_list(order, needs.picks.as_ref()),
        Form::Receipt => receipt(order),
    };
    let mut sums = vec![(print_text("sum.quantity"), quantities.to_string())];
    // Goods that are moved between a company's own places have no price.
    if let Some(currency) = money.filter(|_| form == Form::Order && !kind.transfers) {
        sums.push((print_text("sum.amount"), currency.shown(&order.head.total_amount.to_string())));
    }
    let remark = Some(order.head.remark.trim()).filter(|remark| !remark.is_empty());
    Document {
        title: form.title(kind),
        number: order.head.number.clone(),
        facts: facts(kind, order, note),
        columns,
        rows,
        sums,
        remark: remark.map(|remark| format!("{}: {remark}", print_text("remark"))).unwrap_or_default(),
        signatures: form.signatures(),
    }
}

/// What an order asks for.
fn ordered(order: &OrderDetail) -> UnitSums {
    UnitSums::of(order.lines.iter().map(|line| (unit(line), line.quantity)))
}

/// Place, batch and expiry date of a line, as cells: of each place where its goods are or were, or as the line says.
fn spots(line: &LineRow, places: &[LinePlace]) -> [Cell; 3] {
    let own: Vec<&LinePlace> = places.iter().filter(|place| place.line == line.line).collect();
    if own.is_empty() {
        return [cell(line_place(line)), text_of(line.batch.as_ref()), text_of(line.expiry_date.as_ref())];
    }
    let below = |of: &dyn Fn(&LinePlace) -> String| cell(own.iter().map(|place| of(place)).collect::<Vec<_>>().join("\n").trim_end());
    let spot = |at: &LinePlace| {
        let name = place(at.area.as_deref(), at.shelf.as_deref());
        if own.len() == 1 { name } else { format!("{name}: {}", at.quantity).trim_start_matches(": ").to_owned() }
    };
    [below(&spot), below(&|at| at.batch.clone()), below(&|at| at.expiry_date.clone().unwrap_or_default())]
}

fn of_order(order: &OrderDetail, places: &[LinePlace], money: Option<&Currency>) -> Table {
    let mut columns = vec![column("line", 0.9, Align::Right)];
    columns.extend(product_columns());
    columns.extend([
        column("place", 2.5, Align::Left),
        column("batch", 2.4, Align::Left),
        column("expiry", 2.3, Align::Left),
        column("quantity", 1.7, Align::Right),
        column("unit", 1.2, Align::Left),
    ]);
    if money.is_some() {
        columns.extend([column("price", 1.7, Align::Right), column("amount", 2.0, Align::Right)]);
    }
    let row = |line: &LineRow| {
        let mut cells = vec![cell(line.line)];
        cells.extend(product_cells(line));
        cells.extend(spots(line, places));
        cells.extend([cell(line.quantity), cell(entered(line).map_or_else(|| unit(line), |entered| format!("{}\n({entered})", unit(line))))]);
        if let Some(currency) = money {
            cells.extend([currency.shown(&line.price.to_string()), currency.shown(&line.total.to_string())].map(cell));
        }
        cells
    };
    (columns, order.lines.iter().map(row).collect(), ordered(order))
}

fn target_place(line: &LineRow) -> String {
    place(line.target_area_row.as_ref().and_then(|row| row.name.as_deref()), line.target_shelf_row.as_ref().and_then(|row| row.name.as_deref()))
}

/// From where to where.
fn of_transfer(order: &OrderDetail, places: &[LinePlace]) -> Table {
    let mut columns = vec![column("line", 0.9, Align::Right)];
    columns.extend(product_columns());
    columns.extend([
        column("from", 2.5, Align::Left),
        column("to", 2.5, Align::Left),
        column("batch", 2.4, Align::Left),
        column("quantity", 1.7, Align::Right),
        column("unit", 1.2, Align::Left),
    ]);
    let row = |line: &LineRow| {
        let mut cells = vec![cell(line.line)];
        cells.extend(product_cells(line));
        let unit = entered(line).map_or_else(|| unit(line), |entered| format!("{}\n({entered})", unit(line)));
        let [from, batch, _] = spots(line, places);
        cells.extend([from, cell(target_place(line)), batch, cell(line.quantity), cell(unit)]);
        cells
    };
    (columns, order.lines.iter().map(row).collect(), ordered(order))
}

/// A place to go to.
struct Stop<'a> {
    line: &'a LineRow,
    place: String,
    batch: Cell,
    expiry: Cell,
    quantity: Quantity,
    why: String,
}

impl<'a> Stop<'a> {
    /// Where nothing is to be taken from, the line says where to look.
    fn of_line(line: &'a LineRow, quantity: Quantity, why: String) -> Self {
        Self { line, place: line_place(line), batch: text_of(line.batch.as_ref()), expiry: text_of(line.expiry_date.as_ref()), quantity, why }
    }
}

/// Why goods are taken from a place, in words; of goods that should be reserved, also that these are not.
fn reason(pick: &Pick, reserved: bool) -> String {
    let why = print_text(&format!("why.{}", pick.why.as_str()));
    if reserved && !pick.reserved { format!("{why}\n({})", print_text("why.unreserved")) } else { why }
}

fn pick_list(order: &OrderDetail, picks: Option<&PickList>) -> Table {
    let mut stops = Vec::new();
    for line in &order.lines {
        let Some(list) = picks else {
            if !open(line).is_zero() {
                stops.push(Stop::of_line(line, open(line), String::new()));
            }
            continue;
        };
        stops.extend(list.picks.iter().filter(|pick| pick.line == line.line).map(|pick| Stop {
            line,
            place: place(list.areas.get(&pick.place.area.0).map(String::as_str), list.shelves.get(&pick.place.shelf.0).map(String::as_str)),
            batch: cell(&pick.place.batch),
            expiry: text_of(pick.expiry_date.as_ref()),
            quantity: pick.quantity,
            why: reason(pick, list.reserved),
        }));
        let missing = list.missing.iter().filter(|missing| missing.line == line.line);
        stops.extend(missing.map(|missing| Stop::of_line(line, missing.quantity, print_text("why.missing"))));
    }
    stops.sort_by(|a, b| (&a.place, a.line.line).cmp(&(&b.place, b.line.line)));
    let mut columns = vec![column("pick", 0.8, Align::Centre), column("place", 3.2, Align::Left)];
    columns.extend(product_columns());
    columns.extend([
        column("batch", 2.4, Align::Left),
        column("expiry", 2.3, Align::Left),
        column("quantity", 1.8, Align::Right),
        column("unit", 1.1, Align::Left),
        column("why", 2.6, Align::Left),
        column("line", 0.9, Align::Right),
    ]);
    let sums = UnitSums::of(stops.iter().map(|stop| (unit(stop.line), stop.quantity)));
    let row = |stop: Stop<'_>| {
        let mut cells = vec![Cell::Tick, cell(stop.place)];
        cells.extend(product_cells(stop.line));
        cells.extend([stop.batch, stop.expiry, cell(stop.quantity), cell(unit(stop.line)), cell(stop.why), cell(stop.line.line)]);
        cells
    };
    (columns, stops.into_iter().map(row).collect(), sums)
}

fn receipt(order: &OrderDetail) -> Table {
    let mut columns = vec![column("line", 0.9, Align::Right)];
    columns.extend(product_columns());
    columns.extend([
        column("expected", 1.8, Align::Right),
        column("unit", 1.1, Align::Left),
        column("counted", 2.0, Align::Left),
        column("batch", 2.4, Align::Left),
        column("expiry", 2.3, Align::Left),
        column("place", 2.6, Align::Left),
    ]);
    let or_blank = |text: String| if text.is_empty() { Cell::Blank } else { Cell::Text(text) };
    let row = |line: &LineRow| {
        let mut cells = vec![cell(line.line)];
        cells.extend(product_cells(line));
        cells.extend([
            cell(open(line)),
            cell(unit(line)),
            Cell::Blank,
            or_blank(line.batch.clone().unwrap_or_default()),
            or_blank(line.expiry_date.clone().unwrap_or_default()),
            or_blank(line_place(line)),
        ]);
        cells
    };
    let lines: Vec<&LineRow> = order.lines.iter().filter(|line| !open(line).is_zero()).collect();
    let sums = UnitSums::of(lines.iter().map(|line| (unit(line), open(line))));
    (columns, lines.into_iter().map(row).collect(), sums)
}

#[cfg(test)]
mod tests {
    use actors::warehouse::picking::Why;

    use super::*;

    const WHYS: [Why; 9] = [Why::Named, Why::Only, Why::Expiry, Why::Produced, Why::Receipt, Why::Remainder, Why::Place, Why::Chosen, Why::Earlier];

    #[test]
    fn a_kind_has_the_papers_of_its_moves() {
        let (inbound, outbound) = (OrderKind::INBOUND, OrderKind::OUTBOUND);
        assert_eq!(Form::of(inbound, ""), Some(Form::Order));
        assert_eq!(Form::of(inbound, "receipt"), Some(Form::Receipt));
        assert_eq!([Form::of(inbound, "pick"), Form::of(inbound, "delivery"), Form::of(outbound, "receipt")], [None; 3]);
        assert_eq!((Form::of(outbound, "pick"), Form::of(outbound, "delivery")), (Some(Form::Pick), Some(Form::Delivery)));
        assert_eq!(Form::of(outbound, "poster"), None);
    }

    #[test]
    fn every_word_on_paper_is_a_text() {
        let types =
            [OrderKind::INBOUND, OrderKind::OUTBOUND].into_iter().flat_map(|kind| kind.types.iter().map(move |row| type_key(kind, row.order_type)));
        for key in types {
            assert!(find_text(current(), &key).is_some(), "{key}");
        }
        for reason in OrderKind::ADJUSTMENT.types {
            assert!(find_text(current(), &format!("order.reason.{}", reason.order_type.as_str())).is_some());
        }
        let transfers = OrderKind::TRANSFER.types.iter().map(|row| type_key(OrderKind::TRANSFER, row.order_type));
        for key in transfers
            .chain(["from", "to", "why"].map(|name| format!("print.column.{name}")))
            .chain(["missing", "unreserved"].map(|name| format!("print.why.{name}")))
            .chain(WHYS.map(|why| format!("print.why.{}", why.as_str())))
            .chain(["target", "address", "contact", "carrier", "courier_number", "shipped_on"].map(|name| format!("print.fact.{name}")))
        {
            assert!(find_text(current(), &key).is_some(), "{key}");
        }
        for form in [Form::Order, Form::Delivery, Form::Pick, Form::Receipt] {
            assert!(form.signatures().iter().all(|name| !name.starts_with("print.")));
            assert!(!form.title(OrderKind::OUTBOUND).contains("print."), "{}", form.title(OrderKind::OUTBOUND));
        }
    }
}
