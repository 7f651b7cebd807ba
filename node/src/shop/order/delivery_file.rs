//! Parcels that are sent by a file: every row is checked by the rules of a delivery before anything is sent, and each is
//! a command of its own, so that the same file sent twice sends each parcel once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::shop::order::rules;
use bus_schemas::ids::{CarrierId, CommandId, OrderId};
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey};
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopParcel};
use entrepot_store::shop::order::delivery::DeliveryCompany;
use futures::future::join_all;
use sha2::{Digest, Sha256};

use super::service::{self, Intention, Person};
use crate::data_exchange::error::wrong_head;
use crate::data_exchange::figures;
use crate::data_exchange::heads::{Headed, is_called};
use crate::error::ServiceError;
use crate::i18n::{Language, text, text_in};
use crate::shop::Shop;

/// Most rows of a file.
pub const ROWS_MAX: usize = 500;
/// Orders that are asked together.
const TOGETHER: usize = 16;

/// The columns of a file. A parcel need not be named where only one waits.
pub const COLUMNS: [&str; 4] = ["order_no", "parcel", "company", "courier_number"];
const NEEDED: [&str; 3] = ["order_no", "company", "courier_number"];

/// What a column is called in the reader's language.
#[must_use]
pub fn column_name(column: &str) -> String {
    text(&format!("shop.delivery_file.{column}"), &[])
}

/// Something wrong in a row.
#[derive(Debug)]
pub struct Fault {
    pub row: usize,
    /// Of [`COLUMNS`]; empty where it is the whole row.
    pub column: &'static str,
    pub error: ServiceError,
}

/// What came of a file.
#[derive(Debug, Default)]
pub struct Outcome {
    pub rows: usize,
    /// Parcels that were sent now, or would be.
    pub sent: usize,
    /// Rows that were done before.
    pub repeated: usize,
    /// The parcels were sent; else it was only looked at them.
    pub ran: bool,
    pub faults: Vec<Fault>,
}

struct Cells {
    row: usize,
    order_no: String,
    parcel: String,
    company: String,
    number: String,
}

/// A row whose order, parcel and company are there.
struct Sending {
    row: usize,
    order: OrderId,
    parcel: u32,
    company: i64,
    carrier: CarrierId,
    number: String,
    command: CommandId,
}

/// The column that a name means: its own, or what it is called in either language.
fn column_called(name: &str) -> Option<&'static str> {
    let called =
        |column: &str| [Language::Chinese, Language::English].map(|language| text_in(language, &format!("shop.delivery_file.{column}"), &[]));
    COLUMNS.into_iter().find(|column| {
        let [chinese, english] = called(column);
        is_called(name, &[column, &chinese, &english])
    })
}

fn cells(rows: Vec<Vec<String>>) -> Result<Vec<Cells>, ServiceError> {
    let unknown = || ServiceError::field("file", "error.import.columns");
    let headed = Headed::of(rows).ok_or_else(unknown)?;
    let assigned = headed.assign(&HashMap::new(), column_called, column_called).map_err(|error| wrong_head(error, column_name))?;
    let columns: HashMap<&'static str, usize> = assigned.into_iter().enumerate().filter_map(|(at, column)| Some((column?, at))).collect();
    if !NEEDED.iter().all(|column| columns.contains_key(column)) {
        return Err(unknown());
    }
    let filled: Vec<Cells> = (headed.rows.into_iter())
        .map(|row| {
            let cell = |name: &str| columns.get(name).and_then(|at| row.cells.get(*at)).map_or_else(String::new, |cell| cell.trim().to_owned());
            let (order_no, parcel, company, number) = (cell("order_no"), cell("parcel"), cell("company"), cell("courier_number"));
            Cells { row: row.number, order_no, parcel, company, number }
        })
        .collect();
    match filled.len() {
        0 => Err(ServiceError::field("file", "error.lines.empty")),
        rows if rows > ROWS_MAX => Err(ServiceError::field("file", "error.shop.delivery_rows")),
        _ => Ok(filled),
    }
}

impl Cells {
    /// What a row says names its command: said again, it is done once.
    fn command(&self) -> Result<CommandId, ServiceError> {
        let mut hash = Sha256::new();
        for part in [&self.order_no, &self.parcel, &self.company, &self.number] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let digest = hex::encode(hash.finalize());
        let short = digest.get(..40).unwrap_or(&digest);
        CommandId::new(format!("delivery-{short}")).map_err(|_| ServiceError::Internal("a hash is no command id".into()))
    }

    fn fault(&self, column: &'static str, key: &str) -> Fault {
        Fault { row: self.row, column, error: ServiceError::field(column, key) }
    }

    /// The parcel of a row: by its number, or the only one that waits.
    fn parcel(&self, order: &ShopOrder, seen: Option<&[i64]>) -> Result<u32, Fault> {
        let waits = |parcel: &&ShopParcel| parcel.status == ShopParcel::WAITING && seen.is_none_or(|seen| seen.contains(&parcel.warehouse.0));
        let mut waiting = order.parcels.iter().filter(waits);
        if self.parcel.is_empty() {
            return match (waiting.next(), waiting.next()) {
                (Some(parcel), None) => Ok(parcel.no),
                (Some(_), Some(_)) => Err(self.fault("parcel", "error.shop.delivery_parcels")),
                (None, _) => Err(self.fault("parcel", "error.shop.delivery_parcel")),
            };
        }
        let no: Option<u32> = self.parcel.parse().ok();
        waiting.find(|parcel| Some(parcel.no) == no).map(|parcel| parcel.no).ok_or_else(|| self.fault("parcel", "error.shop.delivery_parcel"))
    }
}

/// The column that a refusal is about.
fn column(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::Field { field, .. } if field == "company_id" => "company",
        ServiceError::Field { field, .. } => COLUMNS.into_iter().find(|column| column == field).unwrap_or_default(),
        _ => "",
    }
}

/// Reads a file, checks every row, and sends the parcels unless one of them can't be sent or it is only tried.
pub async fn send(shop: &Shop, rows: Vec<Vec<String>>, person: &Person, dry: bool) -> Result<Outcome, ServiceError> {
    let cells = cells(rows)?;
    let mut outcome = Outcome { rows: cells.len(), ..Outcome::default() };
    let numbers: Vec<String> = cells.iter().map(|row| row.order_no.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    let store = &shop.store;
    let orders = store.shop_orders_by_number(&numbers, &person.scope).await?;
    let orders: HashMap<&str, &ShopOrder> = orders.iter().map(|order| (order.order_no.as_str(), order)).collect();
    let companies = store.delivery_companies_in_use().await?;
    let mut sending: Vec<Sending> = Vec::new();
    for row in &cells {
        match check(shop, row, &orders, &companies, person).await? {
            Ok(Some(one)) if sending.iter().any(|other| (other.order, other.parcel) == (one.order, one.parcel)) => {
                outcome.faults.push(row.fault("parcel", "error.shop.delivery_twice"));
            }
            Ok(Some(one)) => sending.push(one),
            Ok(None) => outcome.repeated += 1,
            Err(fault) => outcome.faults.push(fault),
        }
    }
    if dry || !outcome.faults.is_empty() {
        outcome.sent = sending.len();
        return Ok(outcome);
    }
    outcome.ran = true;
    // Parcels of one order follow each other.
    let mut of_order: BTreeMap<OrderId, Vec<Sending>> = BTreeMap::new();
    sending.into_iter().for_each(|one| of_order.entry(one.order).or_default().push(one));
    let mut orders = of_order.into_values();
    loop {
        let some: Vec<Vec<Sending>> = orders.by_ref().take(TOGETHER).collect();
        if some.is_empty() {
            return Ok(outcome);
        }
        for (row, sent) in join_all(some.into_iter().map(|order| deliver(shop, order, person))).await.into_iter().flatten() {
            match sent {
                Ok(true) => outcome.repeated += 1,
                Ok(false) => outcome.sent += 1,
                Err(error) => outcome.faults.push(Fault { row, column: column(&error), error }),
            }
        }
    }
}

/// What a row would do; nothing where it was done before.
async fn check(
    shop: &Shop,
    row: &Cells,
    orders: &HashMap<&str, &ShopOrder>,
    companies: &[DeliveryCompany],
    person: &Person,
) -> Result<Result<Option<Sending>, Fault>, ServiceError> {
    for (column, cell) in [("order_no", &row.order_no), ("company", &row.company), ("courier_number", &row.number)] {
        if cell.is_empty() {
            return Ok(Err(row.fault(column, "error.required")));
        }
        if figures::has_lost_digits(cell) {
            return Ok(Err(row.fault(column, "error.import.lost_digits")));
        }
    }
    let Some(order) = orders.get(row.order_no.as_str()).copied() else { return Ok(Err(row.fault("order_no", "error.shop.delivery_order"))) };
    let (by, id) = (ShopBy::Staff(person.admin), row.command()?);
    let key = ShopKey::of(by, id.clone());
    if shop.system.shop().store().find_command(&key).await?.is_some() {
        return Ok(Ok(None));
    }
    let called = |company: &&DeliveryCompany| company.name.eq_ignore_ascii_case(&row.company) || company.code.eq_ignore_ascii_case(&row.company);
    let Some(company) = companies.iter().find(called) else { return Ok(Err(row.fault("company", "error.shop.delivery_company"))) };
    let parcel = match row.parcel(order, person.scope.only_warehouses()) {
        Ok(parcel) => parcel,
        Err(fault) => return Ok(Err(fault)),
    };
    let sending = Sending {
        row: row.row,
        order: order.id,
        parcel,
        company: company.id,
        carrier: CarrierId(company.carrier_id),
        number: row.number.clone(),
        command: id,
    };
    let command = ShopCommand { key, by, version: None, today: shop.clock.today(), action: sending.action() };
    if let Err(error) = service::require_right(shop, order, person, &command.action).await {
        return Ok(Err(Fault { row: row.row, column: "parcel", error }));
    }
    Ok(match rules::decide(order, &command, shop.clock.now()) {
        Ok(_) => Ok(Some(sending)),
        Err(refusal) => {
            let error = service::refused(refusal, Some(order));
            Err(Fault { row: row.row, column: column(&error), error })
        }
    })
}

impl Sending {
    fn action(&self) -> ShopAction {
        ShopAction::Deliver {
            parcel: self.parcel,
            company_id: self.company,
            carrier: Some(self.carrier),
            courier_number: self.number.clone(),
            lines: None,
            force: String::new(),
        }
    }
}

/// Sends the parcels of an order: the row of each, and whether it was done before.
async fn deliver(shop: &Shop, parcels: Vec<Sending>, person: &Person) -> Vec<(usize, Result<bool, ServiceError>)> {
    let mut sent = Vec::with_capacity(parcels.len());
    for one in parcels {
        let intention = Intention { command: Some(one.command.clone()), version: None };
        let done = service::ask_staff(shop, one.order, person, one.action(), intention).await;
        sent.push((one.row, done.map(|done| done.repeated)));
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_their_names_in_any_language() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<String>>();
        for language in [Language::Chinese, Language::English] {
            let named = |column: &&'static str| column_called(&text_in(language, &format!("shop.delivery_file.{column}"), &[])) == Some(*column);
            assert!(COLUMNS.iter().all(named));
        }
        assert_eq!((column_called("Courier_Number"), column_called("name")), (Some("courier_number"), None));
        assert!(cells(vec![row(&["order_no", "company"]), row(&["1", "SF"])]).is_err());
        assert!(cells(vec![row(&["order_no", "company", "courier_number", "ORDER_NO"]), row(&["1", "SF", "x", "2"])]).is_err(), "a column twice");
        let rows = vec![row(&["order_no", "company", "courier_number"]), row(&["1", "SF", "x"]), row(&["", " ", ""]), row(&["2", "SF", "y"])];
        let cells = cells(rows).expect("rows");
        assert_eq!(cells.iter().map(|cells| cells.row).collect::<Vec<_>>(), [2, 4]);
        assert_ne!(cells[0].command().expect("an id"), cells[1].command().expect("an id"));
    }
}
