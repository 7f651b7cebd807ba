//! The routes of orders from a file: a dry run that tells every fault, and the import, which makes one order to be reviewed.

use std::collections::HashMap;

use actors::order::edit;
use bus_schemas::ids::{PartnerId, WarehouseId};
use bus_schemas::order::process::ADD;
use bus_schemas::order::{ExtraRights, OrderKind};
use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaRequest, MetaSchema, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, Object, OpenApi};

use super::api::Parts;
use super::file_import::{self, Imported, Importer, OrderFile};
use super::import::{Fault, Head};
use super::line_table::column_name;
use crate::http::envelope::{Answer, done};
use crate::http::error::ApiError;
use crate::http::file_form::{broken, check_rows, switch};
use crate::http::routes::Takes;
use crate::http::{address, file_form};
use crate::i18n::text;
use crate::identity::admin_request::{caller, holds, scope, scope_for};
use crate::identity::order_rights::Person;

/// Fields of a form.
const FIELDS_MAX: usize = 16;
/// Bytes of a field that is no file.
const TEXT_MAX: usize = 4_096;
/// Bytes of a mapping: 200 columns with long names.
const MAPPING_MAX: usize = 65_536;

/// The import of orders from files.
pub struct OrderImports(pub Parts);

/// A file with what its order says beside the lines.
pub struct ImportForm {
    file: Vec<u8>,
    mapping: HashMap<String, String>,
    dry: bool,
    warehouse: i64,
    order_type: Option<i64>,
    supplier: Option<i64>,
    customer: Option<i64>,
    target: Option<i64>,
    reference: Option<String>,
    remark: String,
    command: Option<String>,
}

/// Something wrong in a row of a file.
#[derive(Object)]
pub struct RowFault {
    /// As a spreadsheet counts: the first row has the names.
    pub row: u64,
    /// What the column is called in the reader's language; empty where it is the whole row.
    pub column: String,
    pub reason: String,
}

/// What a file made, or would make.
#[derive(Object)]
pub struct OrderImport {
    pub rows: u64,
    pub bad: u64,
    /// The first 1,000.
    pub errors: Vec<RowFault>,
    /// An order was made of it.
    pub written: bool,
    #[oai(nullable)]
    pub id: Option<i64>,
    #[oai(nullable)]
    pub order_no: Option<String>,
}

/// The fields of columns by their names.
fn mapping(text: &str) -> Result<HashMap<String, String>, ApiError> {
    if text.len() > MAPPING_MAX {
        return Err(ApiError::field("mapping", "error.text.long"));
    }
    if text.trim().is_empty() {
        return Ok(HashMap::new());
    }
    serde_json::from_str(text).map_err(|_| ApiError::field("mapping", "error.json"))
}

impl ImportForm {
    async fn read(mut form: Multipart) -> Result<Self, ApiError> {
        let mut read = Self {
            file: Vec::new(),
            mapping: HashMap::new(),
            dry: false,
            warehouse: 0,
            order_type: None,
            supplier: None,
            customer: None,
            target: None,
            reference: None,
            remark: String::new(),
            command: None,
        };
        for _ in 0..FIELDS_MAX {
            let Some(field) = form.next_field().await.map_err(broken)? else { break };
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" {
                read.file = field.bytes().await.map_err(broken)?;
                continue;
            }
            let text = field.text().await.map_err(broken)?;
            if name == "mapping" {
                read.mapping = mapping(&text)?;
                continue;
            }
            if text.len() > TEXT_MAX {
                return Err(ApiError::field(name, "error.text.long"));
            }
            read.take(&name, text.trim())?;
        }
        check_rows(&read.file)?;
        Ok(read)
    }

    fn take(&mut self, name: &str, text: &str) -> Result<(), ApiError> {
        let number = || match text {
            "" => Ok(None),
            text => text.parse::<i64>().map(Some).map_err(|_| ApiError::field(name, "error.type")),
        };
        let filled = || (!text.is_empty()).then(|| text.to_owned());
        match name {
            "dry" => self.dry = switch(name, text)?,
            "warehouses_id" | "source_warehouses_id" => self.warehouse = number()?.unwrap_or(0),
            "type" => self.order_type = number()?,
            "supplier_id" => self.supplier = number()?,
            "customer_id" => self.customer = number()?,
            "target_warehouses_id" => self.target = number()?,
            "order_no" => self.reference = filled(),
            "remark" => text.clone_into(&mut self.remark),
            "command_id" => self.command = filled(),
            _ => return Err(ApiError::field(name, "error.field.unknown")),
        }
        Ok(())
    }

    fn head(&self, kind: OrderKind) -> Result<Head, ApiError> {
        if self.warehouse == 0 {
            return Err(ApiError::field("warehouses_id", "error.required"));
        }
        let warehouse = WarehouseId(self.warehouse);
        let target = if kind.transfers {
            Some(self.target.map(WarehouseId).ok_or_else(|| ApiError::field("target_warehouses_id", "error.required"))?)
        } else {
            None
        };
        let order_type = match (self.order_type, target) {
            (Some(code), _) => kind.type_of(code).ok_or_else(|| ApiError::field("type", "error.choice"))?,
            (None, Some(target)) => edit::transfer_type(warehouse, target),
            (None, None) => return Err(ApiError::field("type", "error.required")),
        };
        let (supplier, customer) = (self.supplier.map(PartnerId), self.customer.map(PartnerId));
        edit::check_partner(kind, order_type, supplier, customer).map_err(|refusal| (kind, refusal))?;
        Ok(Head {
            warehouse,
            order_type,
            partner: edit::partner(kind, order_type, supplier, customer),
            target,
            reference: self.reference.clone(),
            remark: self.remark.clone(),
        })
    }
}

impl<'a> ApiExtractor<'a> for ImportForm {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        let (text, number) = (|| MetaSchema::new("string"), || MetaSchema::new_with_format("integer", "int64"));
        let fields = vec![
            ("mapping", MetaSchema { description: Some("JSON: the field of each column name"), ..text() }),
            ("dry", text()),
            ("warehouses_id", number()),
            ("type", number()),
            ("supplier_id", number()),
            ("customer_id", number()),
            ("source_warehouses_id", number()),
            ("target_warehouses_id", number()),
            ("order_no", text()),
            ("remark", text()),
            ("command_id", text()),
        ];
        Some(file_form::described(fields, &["warehouses_id"]))
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let form = <Multipart as FromRequest>::from_request(request, body).await.map_err(broken)?;
        Ok(Self::read(form).await?)
    }
}

fn row_faults(faults: &[Fault]) -> Vec<RowFault> {
    let fault = |fault: &Fault| RowFault {
        row: fault.row as u64,
        column: if fault.column.is_empty() { String::new() } else { column_name(&fault.column) },
        reason: text(&fault.key, &[]),
    };
    faults.iter().map(fault).collect()
}

impl OrderImports {
    async fn import(&self, kind: OrderKind, request: &Request, form: ImportForm) -> Answer<OrderImport> {
        let asking = caller(request)?;
        let adds = kind.node(ADD);
        if !holds(asking, &adds) {
            return Err(ApiError::NoPermission);
        }
        let imports = Person { admin: asking.id(), scope: scope(request)?, may: ExtraRights::default() };
        let person = Person { admin: asking.id(), scope: scope_for(request, &adds)?, may: ExtraRights::default() };
        let head = form.head(kind)?;
        let importer = Importer { imports, adds: person, origin: address::origin(request, &self.0.base) };
        let file = OrderFile { kind, head, bytes: form.file, mapping: form.mapping, dry: form.dry, command: form.command };
        let Imported { rows, bad, faults, made } = file_import::import(&self.0.service, &self.0.exchange, file, &importer).await?;
        let report = OrderImport {
            rows: rows as u64,
            bad: bad as u64,
            errors: row_faults(&faults),
            written: made.is_some(),
            id: made.as_ref().map(|made| made.id.0),
            order_no: made.as_ref().map(|made| made.number.clone()),
        };
        Ok(done(if made.is_some() { "added" } else { "ok" }, report))
    }
}

#[OpenApi]
impl OrderImports {
    /// Make an inbound order of a file, to be reviewed; a dry run tells every fault
    #[oai(path = "/admin/warehouse.InboundOrder/import", method = "post", operation_id = "inboundOrderImport", tag = "Takes::Sheet")]
    async fn inbound(&self, request: &Request, form: ImportForm) -> Answer<OrderImport> {
        self.import(OrderKind::INBOUND, request, form).await
    }

    /// Make an outbound order of a file, to be reviewed; a dry run tells every fault
    #[oai(path = "/admin/warehouse.OutboundOrder/import", method = "post", operation_id = "outboundOrderImport", tag = "Takes::Sheet")]
    async fn outbound(&self, request: &Request, form: ImportForm) -> Answer<OrderImport> {
        self.import(OrderKind::OUTBOUND, request, form).await
    }

    /// Make a transfer order of a file, to be reviewed; a dry run tells every fault
    #[oai(path = "/admin/warehouse.TransferOrder/import", method = "post", operation_id = "transferOrderImport", tag = "Takes::Sheet")]
    async fn transfer(&self, request: &Request, form: ImportForm) -> Answer<OrderImport> {
        self.import(OrderKind::TRANSFER, request, form).await
    }

    /// Make an adjustment of a file, to be reviewed; a dry run tells every fault
    #[oai(path = "/admin/warehouse.AdjustmentOrder/import", method = "post", operation_id = "adjustmentOrderImport", tag = "Takes::Sheet")]
    async fn adjustment(&self, request: &Request, form: ImportForm) -> Answer<OrderImport> {
        self.import(OrderKind::ADJUSTMENT, request, form).await
    }
}
