//! Makes an order of a file: what [`super::import`] reads becomes an order to be reviewed, and stands in the list of imports.

use std::collections::HashMap;

use bus_schemas::ids::CommandId;
use bus_schemas::order::process::IMPORT;
use bus_schemas::order::{OrderDone, OrderKind};
use entrepot_store::resource::Act;

use super::import::{Fault, Head, Read};
use super::line_table::LineTable;
use super::service::{Intention, OrderService};
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::note_import;
use crate::error::ServiceError;
use crate::http::origin::Origin;
use crate::i18n::text;
use crate::identity::order_rights::Person;
use crate::sheet;
use crate::sheet::Format;

/// A file, and what its order says beside the lines.
pub struct OrderFile {
    pub kind: OrderKind,
    pub head: Head,
    pub bytes: Vec<u8>,
    /// The field of a column by its name; nothing leaves it out.
    pub mapping: HashMap<String, String>,
    /// Only the faults are looked for.
    pub dry: bool,
    /// The command's id, as it was sent.
    pub command: Option<String>,
}

/// Who imports.
pub struct Importer {
    /// With the scope of the import.
    pub imports: Person,
    /// The same person with the scope of adding orders.
    pub adds: Person,
    pub origin: Origin,
}

/// What came of a file.
pub struct Imported {
    pub rows: usize,
    pub bad: usize,
    pub faults: Vec<Fault>,
    /// The order; none after a dry run, or where a row is bad.
    pub made: Option<OrderDone>,
}

/// Reads a file and makes the order of it, unless something is wrong with it or it is a dry run.
pub async fn import(service: &OrderService, exchange: &Exchange, file: OrderFile, importer: &Importer) -> Result<Imported, ServiceError> {
    let OrderFile { kind, head, bytes, mapping, dry, command } = file;
    let Importer { imports, adds, origin } = importer;
    service.require_warehouse(head.warehouse, kind.right(IMPORT), imports).await?;
    let command = command.map(CommandId::new).transpose().map_err(|_| ServiceError::field("command_id", "error.command_id"))?;
    let format = Format::sniff(&bytes);
    let rows = tokio::task::spawn_blocking(move || sheet::read(&bytes)).await.map_err(|error| ServiceError::Internal(error.to_string()))?;
    let table = LineTable::of(kind, rows?, &mapping)?;
    let Read { draft, rows, bad, faults } = service.read_rows(kind, head, &table, adds).await?;
    if dry || bad > 0 {
        return Ok(Imported { rows, bad, faults, made: None });
    }
    let made = service.create(kind, draft, Intention { command, version: None }, adds).await?;
    if !made.repeated {
        let act = Act { scope: adds.scope.clone(), ip: origin.ip.clone(), agent: origin.agent.clone(), ..Act::system(exchange.clock.now()) };
        let title = text(&format!("order_kind.{}", kind.as_str()), &[]);
        // The order is there: that it is missing in the list of imports is no reason to say that it is not.
        if let Err(error) = note_import(exchange, &act, (kind.controller, &title), format, rows, (made.id.0, &made.number)).await {
            tracing::warn!(%error, order = made.id.0, "the import of an order was not noted");
        }
    }
    Ok(Imported { rows, bad, faults, made: Some(made) })
}
