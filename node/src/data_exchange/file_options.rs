//! How an exported file is to be, beside its rows.

use poem::Request;
use poem_openapi::registry::{MetaSchema, Registry};

use crate::error::ServiceError;
use crate::http::listing::parameter;
use crate::http::parameters::{object, query_group};
use crate::sheet::Format;

/// The query parameters of an export.
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    /// `csv`, which is what nothing means, or `xlsx`.
    pub format: Option<String>,
    /// Names of columns with commas between, in the order of the file; all without.
    pub columns: Option<String>,
}

/// The schema of its parameters.
const NAME: &str = "FileParameters";

fn register(registry: &mut Registry) {
    let text = || MetaSchema::new("string");
    let file = object(vec![
        ("format", text(), "csv, which is what nothing means, or xlsx"),
        ("columns", text(), "Names of columns with commas between, in the order of the file; all without"),
    ]);
    registry.schemas.insert(NAME.to_owned(), file);
}

query_group!(FileOptions, NAME, register, |request| Ok(Self::of(request)));

impl FileOptions {
    pub(super) fn of(request: &Request) -> Self {
        Self { format: parameter(request, "format"), columns: parameter(request, "columns") }
    }

    pub(super) fn format(&self) -> Result<Format, ServiceError> {
        self.format.as_deref().map_or(Ok(Format::Csv), |text| Format::parse(text).ok_or_else(|| ServiceError::field("format", "error.choice")))
    }

    /// The positions of the chosen columns among all of a list's.
    pub(super) fn columns(&self, all: &[&'static str]) -> Result<Vec<usize>, ServiceError> {
        let Some(names) = self.columns.as_deref().map(str::trim).filter(|names| !names.is_empty()) else { return Ok((0..all.len()).collect()) };
        let mut chosen = Vec::with_capacity(all.len());
        for name in names.split(',').map(str::trim) {
            let known = all.iter().position(|column| *column == name).filter(|at| !chosen.contains(at));
            chosen.push(known.ok_or_else(|| ServiceError::field("columns", "error.export.columns"))?);
        }
        Ok(chosen)
    }
}
