//! What a file's columns are called, for whoever chooses which field each of them fills. The import reads the file in the same way.

use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaRequest, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, Object, OpenApi};

use crate::data_exchange::heads::Headed;
use crate::data_exchange::task::admit;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::file_form::{self, broken, check_rows};
use crate::http::routes::{Allow, Takes};
use crate::order::line_table::field_called;
use crate::sheet;

/// Fields of a form.
const FIELDS_MAX: usize = 4;
/// Letters of a sample.
const SAMPLE_LETTERS: usize = 60;

/// The reading of files' heads.
pub struct FileHeads;

/// A form with a file.
pub struct FileForm(Vec<u8>);

/// A column of a file.
#[derive(Debug, PartialEq, Eq, Object)]
pub struct FileColumn {
    /// What it is called. A name that comes again has a number.
    pub name: String,
    /// The first of its values; empty where it has none.
    pub sample: String,
    /// The field of an order's line that it fills, if its name says so.
    #[oai(nullable)]
    pub line_field: Option<String>,
}

/// The head of a file.
#[derive(Debug, PartialEq, Eq, Object)]
pub struct FileHead {
    /// Those that have a name, in their order.
    pub columns: Vec<FileColumn>,
    /// Rows below the head that are not blank.
    pub rows: u64,
}

impl FileHead {
    fn of(rows: Vec<Vec<String>>) -> Self {
        let Some(headed) = Headed::of(rows) else { return Self { columns: Vec::new(), rows: 0 } };
        let sample = |at: usize| -> String {
            let cell = headed.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| cell.trim()).find(|cell| !cell.is_empty());
            cell.unwrap_or_default().chars().take(SAMPLE_LETTERS).collect()
        };
        let named = headed.names.iter().enumerate().filter(|(_, name)| !name.is_empty());
        let mut taken = Vec::new();
        let mut line_field = |name: &str| field_called(name).filter(|field| !taken.contains(field)).inspect(|field| taken.push(*field));
        let columns = named.map(|(at, name)| FileColumn { name: name.clone(), sample: sample(at), line_field: line_field(name).map(str::to_owned) });
        Self { columns: columns.collect(), rows: headed.rows.len() as u64 }
    }
}

impl FileForm {
    async fn read(mut form: Multipart) -> Result<Self, ApiError> {
        let mut file = Vec::new();
        for _ in 0..FIELDS_MAX {
            let Some(field) = form.next_field().await.map_err(broken)? else { break };
            match field.name().unwrap_or_default() {
                "file" => file = field.bytes().await.map_err(broken)?,
                name => return Err(ApiError::field(name, "error.field.unknown")),
            }
        }
        check_rows(&file)?;
        Ok(Self(file))
    }
}

impl<'a> ApiExtractor<'a> for FileForm {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        Some(file_form::described(vec![], &[]))
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let form = <Multipart as FromRequest>::from_request(request, body).await.map_err(broken)?;
        Ok(Self::read(form).await?)
    }
}

#[OpenApi]
impl FileHeads {
    /// What the columns of a CSV or XLSX file are called, as an import of it would read them
    #[oai(path = "/admin/routine.Transfer/heads", method = "post", operation_id = "transferHeads", tag = "Allow::LoggedIn", tag = "Takes::Sheet")]
    async fn heads(&self, form: FileForm) -> Answer<FileHead> {
        // As long files take the node's time as imports do, they share their number.
        let _admitted = admit()?;
        let FileForm(file) = form;
        let head = tokio::task::spawn_blocking(move || sheet::read(&file).map(FileHead::of)).await;
        Ok(ok(head.map_err(|error| ApiError::Internal(error.to_string()))??))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_and_samples() {
        let rows = [&["Report", "", ""][..], &["Quantity", "", "SKU", "Quantity"], &["", "", "A1", "2"], &[], &["7", "x"]];
        let head = FileHead::of(rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect());
        let column = |name: &str, sample: &str, field: Option<&str>| FileColumn {
            name: name.into(),
            sample: sample.into(),
            line_field: field.map(str::to_owned),
        };
        assert_eq!(head.columns, [column("Quantity", "7", Some("quantity")), column("SKU", "A1", None), column("Quantity (2)", "2", None)]);
        assert_eq!((head.rows, FileHead::of(vec![])), (2, FileHead { columns: vec![], rows: 0 }));
    }
}
