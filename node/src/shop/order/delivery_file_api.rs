//! The routes of parcels that are sent by a file.

use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaRequest, MetaSchema, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, Object, OpenApi};

use super::delivery_file::{self, COLUMNS, column_name};
use super::service::Person;
use crate::http::envelope::{Answer, done};
use crate::http::error::ApiError;
use crate::http::file_answer::{Download, attached};
use crate::http::file_form::{self, broken, check_rows, switch};
use crate::http::routes::{Allow, Takes};
use crate::identity::admin_request::{caller, holds, scope_for};
use crate::order::import_api::RowFault;
use crate::sheet;
use crate::sheet::{Format, Writer};
use crate::shop::Shop;

/// Who may send a parcel may send many.
const NODE: &str = "shop/order/order/delivery";
/// Fields of a form.
const FIELDS_MAX: usize = 8;

/// Endpoints of parcels by file.
pub struct DeliveryFiles {
    pub shop: Shop,
}

/// A file of parcels.
pub struct DeliveryForm {
    file: Vec<u8>,
    dry: bool,
}

/// What a file did, or would do.
#[derive(Object)]
pub struct DeliveryReport {
    pub rows: u64,
    /// Parcels that were sent, or that a trial run would send.
    pub sent: u64,
    /// Rows that were done before, by the same file or another.
    pub repeated: u64,
    /// Rows with something wrong. Where there are any, a file that is only checked so far sends nothing.
    pub bad: u64,
    pub errors: Vec<RowFault>,
    /// Nothing was sent: it was a trial run, or rows were wrong.
    pub dry: bool,
}

impl DeliveryForm {
    async fn read(mut form: Multipart) -> Result<Self, ApiError> {
        let mut read = Self { file: Vec::new(), dry: false };
        for _ in 0..FIELDS_MAX {
            let Some(field) = form.next_field().await.map_err(broken)? else { break };
            match field.name().unwrap_or_default() {
                "file" => read.file = field.bytes().await.map_err(broken)?,
                "dry" => read.dry = switch("dry", &field.text().await.map_err(broken)?)?,
                name => return Err(ApiError::field(name, "error.field.unknown")),
            }
        }
        check_rows(&read.file)?;
        Ok(read)
    }
}

impl<'a> ApiExtractor<'a> for DeliveryForm {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        Some(file_form::described(vec![("dry", MetaSchema::new("string"))], &[]))
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let form = <Multipart as FromRequest>::from_request(request, body).await.map_err(broken)?;
        Ok(Self::read(form).await?)
    }
}

#[OpenApi]
impl DeliveryFiles {
    /// Send parcels by a file with the columns order number, parcel, company and courier number; a trial run tells every fault
    #[oai(
        path = "/admin/shop.order.Order/deliveryFile",
        method = "post",
        operation_id = "shopOrdersDeliveryFile",
        tag = "Allow::Page",
        tag = "Takes::Sheet"
    )]
    async fn send(&self, request: &Request, form: DeliveryForm) -> Answer<DeliveryReport> {
        let asking = caller(request)?;
        if !holds(asking, NODE) {
            return Err(ApiError::NoPermission);
        }
        let person = Person { admin: asking.id(), scope: scope_for(request, NODE)? };
        let DeliveryForm { file, dry } = form;
        let rows = tokio::task::spawn_blocking(move || sheet::read(&file)).await.map_err(|error| ApiError::Internal(error.to_string()))?;
        let outcome = delivery_file::send(&self.shop, rows?, &person, dry).await?;
        let mut errors: Vec<RowFault> = (outcome.faults.iter())
            .map(|fault| RowFault {
                row: fault.row as u64,
                column: if fault.column.is_empty() { String::new() } else { column_name(fault.column) },
                reason: fault.error.reason(),
            })
            .collect();
        errors.sort_by_key(|fault| fault.row);
        Ok(done(
            "ok",
            DeliveryReport {
                rows: outcome.rows as u64,
                sent: outcome.sent as u64,
                repeated: outcome.repeated as u64,
                bad: outcome.faults.len() as u64,
                errors,
                dry: !outcome.ran,
            },
        ))
    }

    /// A file with the columns that are filled in
    #[oai(path = "/admin/shop.order.Order/deliveryTemplate", method = "get", operation_id = "shopOrdersDeliveryTemplate", tag = "Allow::Page")]
    async fn template(
        &self,
        /// `csv` or `xlsx`.
        format: Query<Option<String>>,
    ) -> Result<Download, ApiError> {
        let format = match format.0.as_deref().unwrap_or("csv") {
            "" => Format::Csv,
            text => Format::parse(text).ok_or_else(|| ApiError::field("format", "error.choice"))?,
        };
        let names: Vec<String> = COLUMNS.iter().map(|column| column_name(column)).collect();
        let bytes = Writer::new(format, &names).and_then(Writer::finish).map_err(|error| ApiError::Internal(error.to_string()))?;
        Ok(Download(attached(bytes, format.content_type(), &format!("delivery.{}", format.suffix()))))
    }
}
