//! The report of an import or of a trial run, for whoever began it: what its rows change, before and after, and all of it as
//! a file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::store::StoreError;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::engine::stored::read_json;
use entrepot_store::imports::ChangedRow;
use entrepot_store::resource::{Field, Kind, Resource, catalogue};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cells::{label, plain, write};
use super::changed::REPORTED_MAX;
use crate::audit_log::journal;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::{Download, attached};
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::{Language, current, text};
use crate::identity::contact::ContactMask;
use crate::resource::Call;
use crate::resource::request::call;
use crate::sheet::{Format, Writer};

/// Rows of a page at most.
const PAGE_MAX: i64 = 200;
/// Letters of a value that a report shows.
const VALUE_LETTERS: usize = 500;

/// Endpoints of reports.
pub struct Reports(pub Base);

/// A field that a row of the file changes.
#[derive(Debug, PartialEq, Eq, Object)]
pub struct ChangedField {
    pub field: String,
    /// Its name in the reader's language.
    pub column: String,
    /// As people read it; long texts are cut.
    pub before: String,
    pub after: String,
}

/// A row that is there, as a row of the file changes it.
#[derive(Debug, PartialEq, Eq, Object)]
pub struct ImportChange {
    /// In the file, as a spreadsheet counts.
    pub row: i64,
    pub id: i64,
    pub fields: Vec<ChangedField>,
}

/// Some of the changed rows of a report.
#[derive(Object)]
pub struct ImportChanges {
    pub list: Vec<ImportChange>,
    /// How many rows the report has; there may be more that it does not have.
    pub total: i64,
}

/// The row of a task, as far as its report needs it.
#[derive(Deserialize)]
struct Reported {
    admin_id: Option<i64>,
    kind: String,
    controller: String,
    #[serde(default)]
    report: Value,
}

/// A row of the file that is wrong.
#[derive(Deserialize)]
struct Fault {
    row: i64,
    #[serde(default)]
    column: String,
    #[serde(default)]
    reason: String,
}

/// What rows are called: by table, then by id.
type Titles = HashMap<&'static str, BTreeMap<i64, String>>;

fn ids_of(value: &Value) -> Vec<i64> {
    match value {
        Value::Array(values) => values.iter().filter_map(Value::as_i64).collect(),
        value => value.as_i64().into_iter().collect(),
    }
}

/// The table whose rows a field names: another one's, or its own of the parents in a tree.
fn named_table(resource: &Resource, field: &Field) -> Option<&'static str> {
    if field.kind == Kind::Parent { Some(resource.table) } else { field.target().map(|target| target.table) }
}

/// What the rows are called that changed references name.
async fn titles(store: &Store, resource: &Resource, changes: &[ChangedRow]) -> Result<Titles, ServiceError> {
    let mut wanted: HashMap<&'static str, BTreeSet<i64>> = HashMap::new();
    for (name, value) in changes.iter().flat_map(|change| change.former.iter().chain(&change.given)) {
        if let Some(table) = resource.field(name).and_then(|field| named_table(resource, field)) {
            wanted.entry(table).or_default().extend(ids_of(value));
        }
    }
    let catalogue = store.catalogue();
    let mut titles = Titles::new();
    for (table, ids) in wanted {
        if let Some(other) = catalogue.of_table(table) {
            titles.insert(table, store.titles_of(other, ids).await?);
        }
    }
    Ok(titles)
}

/// How values are shown.
struct Shown<'a> {
    titles: &'a Titles,
    mask: ContactMask,
    language: Language,
    zone: Tz,
}

impl Shown<'_> {
    fn value(&self, resource: &Resource, field: &Field, value: &Value) -> String {
        let whole = match named_table(resource, field) {
            // The top of a tree has no name.
            Some(_) if field.kind == Kind::Parent && value.as_i64() == Some(0) => String::new(),
            None => write(field, &Value::Object(Map::from_iter([(field.name.to_owned(), value.clone())])), self.language, self.zone),
            Some(table) => {
                let title = |id: i64| self.titles.get(table).and_then(|titles| titles.get(&id)).cloned();
                let one = |value: &Value| value.as_i64().and_then(title).unwrap_or_else(|| plain(value));
                match value {
                    Value::Array(values) => values.iter().map(one).collect::<Vec<_>>().join(", "),
                    value => one(value),
                }
            }
        };
        let end = whole.char_indices().nth(VALUE_LETTERS).map(|(end, _)| end);
        end.map_or_else(|| whole.clone(), |end| format!("{}…", &whole[..end]))
    }

    fn change(&self, resource: &Resource, change: &ChangedRow) -> ImportChange {
        let masked = |fields: &Map<String, Value>| {
            let mut row = Value::Object(fields.clone());
            self.mask.hide(resource, &mut row);
            row
        };
        let (former, given) = (masked(&change.former), masked(&change.given));
        let field = |name: &String| {
            let field = resource.field(name)?;
            Some(ChangedField {
                field: name.clone(),
                column: label(field.label(), self.language).to_owned(),
                before: self.value(resource, field, &former[name.as_str()]),
                after: self.value(resource, field, &given[name.as_str()]),
            })
        };
        ImportChange { row: change.row, id: change.key, fields: change.given.keys().filter_map(field).collect() }
    }
}

/// The part of a report that its file shows.
#[derive(Default, Deserialize)]
struct Faults {
    #[serde(default)]
    errors: Vec<Fault>,
}

/// The faults of a report, which may have been stored as text; none while the task runs and has none.
fn faults(report: Value) -> Result<Vec<Fault>, StoreError> {
    let faults: Faults = read_json(report).map_err(|error| StoreError::Corrupt(format!("the report of a task can't be read: {error}")))?;
    Ok(faults.errors)
}

/// The rows of a report as a file: by row, faults before changes.
fn lines(faults: Vec<Fault>, changes: Vec<ImportChange>) -> Vec<Vec<String>> {
    let changed = text("import.report.changed", &[]);
    let of_fault = |fault: Fault| (fault.row, vec![fault.row.to_string(), fault.column, fault.reason, String::new(), String::new()]);
    let mut lines: Vec<(i64, Vec<String>)> = faults.into_iter().map(of_fault).collect();
    for change in changes {
        let row = change.row;
        lines.extend(change.fields.into_iter().map(|field| (row, vec![row.to_string(), field.column, changed.clone(), field.before, field.after])));
    }
    lines.sort_by_key(|(row, _)| *row);
    lines.into_iter().map(|(_, line)| line).collect()
}

impl Reports {
    /// A task of one's own.
    async fn own(&self, request: &Request, id: i64) -> Result<(Call, Reported), ApiError> {
        let resource = catalogue::find("routine.Transfer").ok_or_else(|| ApiError::refused("error.not_found"))?;
        let call = call(resource, request)?;
        let row: Reported = self.0.store().record_as(resource, id, &call.act.scope).await?;
        if row.admin_id != Some(call.act.scope.admin) && !call.act.scope.everything {
            return Err(ApiError::refused("error.not_found"));
        }
        if row.kind == "export" { Err(ApiError::field("id", "error.import.no_report")) } else { Ok((call, row)) }
    }

    /// Changed rows of a task in the order of the file, and how many there are. Orders are never changed by a file.
    async fn changes(
        &self,
        call: &Call,
        task: i64,
        controller: &str,
        (start, limit): (usize, usize),
    ) -> Result<(Vec<ImportChange>, usize), ApiError> {
        let store = self.0.store();
        let Some(resource) = store.catalogue().find(controller) else { return Ok((Vec::new(), 0)) };
        let mut changes = store.import_changes(task).await?;
        // The last row of the file comes first.
        changes.reverse();
        changes.truncate(REPORTED_MAX);
        let total = changes.len();
        let page: Vec<ChangedRow> = changes.into_iter().skip(start).take(limit).collect();
        let titles = titles(store, resource, &page).await?;
        let mask = ContactMask::of(&call.rights, resource);
        let shown = Shown { titles: &titles, mask, language: current(), zone: self.0.config().time_zone };
        Ok((page.iter().map(|change| shown.change(resource, change)).collect(), total))
    }
}

#[OpenApi]
impl Reports {
    /// Rows that an import of one's own changed, or that a trial run would change, before and after
    #[oai(path = "/admin/routine.Transfer/changes", method = "get", operation_id = "transferChanges", tag = "Allow::LoggedIn")]
    async fn changed(&self, request: &Request, id: Query<Whole>, page: Query<Option<i64>>, limit: Query<Option<i64>>) -> Answer<ImportChanges> {
        let id = id.0.required("id")?;
        let (call, task) = self.own(request, id).await?;
        let limit = limit.0.unwrap_or(10).clamp(1, PAGE_MAX);
        let start = (page.0.unwrap_or(1).clamp(1, 1_000_000) - 1) * limit;
        let range = (usize::try_from(start).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
        let (list, total) = self.changes(&call, id, &task.controller, range).await?;
        Ok(ok(ImportChanges { list, total: i64::try_from(total).unwrap_or(i64::MAX) }))
    }

    /// The report of an import of one's own, or of a trial run, as a CSV file: faults, and changed fields before and after
    #[oai(path = "/admin/routine.Transfer/report", method = "get", operation_id = "transferReport", tag = "Allow::LoggedIn")]
    async fn report(&self, request: &Request, id: Query<Whole>) -> Result<Download, ApiError> {
        let id = id.0.required("id")?;
        let (call, task) = self.own(request, id).await?;
        let (changes, _) = self.changes(&call, id, &task.controller, (0, REPORTED_MAX)).await?;
        let names = ["row", "column", "message", "before", "after"].map(|name| text(&format!("import.report.{name}"), &[]));
        let faults = faults(task.report)?;
        let file = Writer::new(Format::Csv, &names).and_then(|mut file| {
            lines(faults, changes).iter().try_for_each(|line| file.row(line, false))?;
            file.finish()
        });
        let bytes = file.map_err(|error| ApiError::Internal(error.to_string()))?;
        let name = format!("{}-{id}-report.csv", task.controller);
        journal::fact("file", json!(name));
        Ok(Download(attached(bytes, Format::Csv.content_type(), &name)))
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::identity::rights::Rights;
    use entrepot_store::resource::declaration::Mask;
    use serde_json::json;

    use super::*;

    fn fields(value: &Value) -> Map<String, Value> {
        value.as_object().cloned().expect("fields")
    }

    #[test]
    fn changes_are_written_as_people_read_them() {
        let product = catalogue::find("warehouse.Product").expect("declared");
        let titles = Titles::from([("unit", BTreeMap::from([(1, "piece".to_owned())]))]);
        let shown = Shown {
            titles: &titles,
            mask: ContactMask::of(&Rights::nothing(), product),
            language: Language::English,
            zone: chrono_tz::Asia::Shanghai,
        };
        let former = fields(&json!({ "unit_id": 1, "price": "1.50", "status": 0, "remark": "x".repeat(600) }));
        let given = fields(&json!({ "unit_id": "box", "price": "3", "status": 1, "remark": "" }));
        let change = shown.change(product, &ChangedRow { row: 7, key: 4, version: 2, former, given });
        assert_eq!((change.row, change.id), (7, 4));
        let of = |name: &str| {
            let field = change.fields.iter().find(|field| field.field == name).expect("a field");
            (field.before.as_str(), field.after.as_str())
        };
        assert_eq!((of("unit_id"), of("price")), (("piece", "box"), ("1.50", "3")), "a row that is not there yet goes by its name");
        assert_eq!(of("status"), ("Off shelf", "On shelf"));
        assert_eq!((of("remark").0.chars().count(), of("remark").1), (501, ""));

        let supplier = catalogue::find("warehouse.Supplier").expect("declared");
        assert_eq!(supplier.field("mobile").and_then(|field| field.mask), Some(Mask::Phone));
        let mobile = |number: &str| fields(&json!({ "mobile": number }));
        let hidden = Shown { mask: ContactMask::of(&Rights::nothing(), supplier), ..shown };
        let (former, given) = (mobile("13800138000"), mobile("13900139000"));
        let change = hidden.change(supplier, &ChangedRow { row: 2, key: 1, version: 2, former, given });
        assert_eq!((change.fields[0].before.as_str(), change.fields[0].after.as_str()), ("138****8000", "139****9000"));
    }

    #[test]
    fn a_report_s_file_has_faults_and_changes_by_row() {
        let report =
            json!({ "errors": [{ "row": 9, "column": "Price", "reason": "is wrong" }, { "row": 3, "column": "", "reason": "is there twice" }] });
        for report in [report.clone(), json!(report.to_string())] {
            let field = ChangedField { field: "name".into(), column: "Name".into(), before: "Old".into(), after: "New".into() };
            let lines = lines(faults(report).expect("faults"), vec![ImportChange { row: 5, id: 1, fields: vec![field] }]);
            assert_eq!(lines.iter().map(|line| line[0].as_str()).collect::<Vec<_>>(), ["3", "5", "9"]);
            assert_eq!(
                (lines[0][2].as_str(), &lines[1][3..], lines[2][1].as_str()),
                ("is there twice", &["Old".to_owned(), "New".to_owned()][..], "Price")
            );
        }
        for none in [Value::Null, json!(""), json!({}), json!({ "rows": 3 })] {
            assert!(faults(none.clone()).is_ok_and(|faults| faults.is_empty()), "{none}");
        }
    }

    #[test]
    fn a_report_that_can_not_be_read_is_an_error() {
        for odd in [json!("no report"), json!(7), json!({ "errors": 5 }), json!({ "errors": [{ "row": "x" }] }), json!("{\"errors\":[{}]}")] {
            assert!(matches!(faults(odd.clone()), Err(StoreError::Corrupt(_))), "{odd}");
        }
    }
}
