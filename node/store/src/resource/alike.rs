//! What is kept beside the texts of a row: the folded form of texts that are unique or searched, by which texts that look alike
//! are the same, and the sort key of names. The columns are `folded_<field>` and `sorted_<field>`; nobody sees them.

use actors::folding::{FOLDING_VERSION, folded};
use actors::natural_order::sort_key;
use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::{Object, Value};

use super::catalogue;
use super::declaration::{Access, Action, Field, Resource};
use super::query::quoted;
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, id, int, object, text};

/// Rows that are filled in one transaction.
const PAGE: usize = 500;
/// Most groups of rows of a field that are told.
const TOLD_MAX: usize = 20;

/// Rows of a table that have been let in with values of a unique field that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookAlikes {
    pub table: &'static str,
    pub field: &'static str,
    /// In the form in which they are compared.
    pub value: String,
    /// Some of the rows.
    pub rows: Vec<i64>,
}

impl Resource {
    /// Whether rows have columns beside their texts: where clients can write them, alone or with the rows that they belong to.
    fn keeps_forms(&self) -> bool {
        !self.view && (self.actions.is_empty() || self.actions.contains(&Action::Add) || self.actions.contains(&Action::Edit))
    }

    /// Whether the folded form of a field is kept.
    pub(super) fn folds(&self, field: &Field) -> bool {
        let sought = field.unique || self.quick.contains(&field.name);
        sought && field.kind.facts().names_rows && field.access != Access::Hidden && self.keeps_forms()
    }

    /// Whether values of a unique field that look alike are the same.
    pub(super) fn folds_unique(&self, field: &Field) -> bool {
        field.unique && self.folds(field)
    }

    /// Whether the sort key of a field is kept.
    pub(super) fn sorts_naturally(&self, field: &Field) -> bool {
        let is_name = field.is_sortable() || field.name == self.title_field();
        is_name && field.kind.facts().names_rows && field.access != Access::Hidden && field.mask.is_none() && self.keeps_forms()
    }

    /// The columns beside a field.
    pub(super) fn forms_of(&self, field: &Field) -> impl Iterator<Item = Form> + use<> {
        let folded = self.folds(field).then(|| Form { column: folded_column(field.name), made: folded });
        folded.into_iter().chain(self.sorts_naturally(field).then(|| Form { column: sorted_column(field.name), made: sort_key }))
    }

    /// What is kept beside the texts of a row, or of these fields of it. A text that is empty has nothing.
    pub(crate) fn forms(&self, row: &Object, of: impl Fn(&Field) -> bool) -> Vec<(String, Value)> {
        let mut forms = Vec::new();
        for field in self.fields.iter().filter(|field| of(field)) {
            let stored = row.get(field.name).and_then(|value| if let Value::String(stored) = value { Some(stored.as_str()) } else { None });
            for form in self.forms_of(field) {
                let kept = stored.filter(|stored| !stored.is_empty()).map(form.made).filter(|kept| !kept.is_empty());
                forms.push((form.column, kept.map_or(Value::None, |kept| text(&kept))));
            }
        }
        forms
    }

    /// Puts beside the texts of a new row what is kept there.
    pub(crate) fn with_forms(&self, row: &mut Object) {
        for (column, kept) in self.forms(row, |_| true) {
            match kept {
                Value::None => row.remove(&column),
                kept => row.insert(column, kept),
            };
        }
    }
}

/// A column beside a field.
pub(super) struct Form {
    pub(super) column: String,
    made: fn(&str) -> String,
}

/// The column of a field's folded form.
pub(super) fn folded_column(field: &str) -> String {
    format!("folded_{field}")
}

/// The column of a field's sort key.
pub(super) fn sorted_column(field: &str) -> String {
    format!("sorted_{field}")
}

/// Whether a stored column is one beside a field.
pub(super) fn is_form(column: &str) -> bool {
    column.starts_with("folded_") || column.starts_with("sorted_")
}

/// What this program keeps beside texts. Where a database has something else, its rows are filled in.
fn kept_by_this_program() -> String {
    let columns = catalogue::compiled().flat_map(|resource| {
        let beside = resource.fields.iter().flat_map(|field| resource.forms_of(field));
        beside.map(|form| format!(" {}.{}", resource.table, form.column)).collect::<Vec<_>>()
    });
    std::iter::once(FOLDING_VERSION.to_string()).chain(columns).collect()
}

impl Store {
    /// Fills in what is kept beside the texts of rows that older programs have written, once, and tells which rows now have
    /// the same. An empty database has no rows to fill.
    pub(crate) async fn fill_forms(&self, empty: bool) -> Result<(), StoreError> {
        let kept = kept_by_this_program();
        let noted: Vec<String> = self.rows("SELECT VALUE kept FROM kept_forms:now", vec![]).await?;
        if noted.first() == Some(&kept) {
            return Ok(());
        }
        if !empty {
            self.fill_all_forms().await?;
        }
        self.run("UPSERT kept_forms:now SET kept = $kept RETURN NONE", vec![("kept", text(&kept))]).await?;
        Ok(())
    }

    /// The same whatever the database has noted: its rows are those of an older backup.
    pub(crate) async fn fill_all_forms(&self) -> Result<(), StoreError> {
        for resource in catalogue::compiled() {
            self.fill_forms_of(resource).await?;
        }
        self.fold_references().await?;
        self.run("UPDATE shop_coupon SET code_key = folded_code WHERE folded_code != NONE AND code_key != folded_code RETURN NONE", vec![]).await?;
        for LookAlikes { table, field, value, rows } in self.look_alikes().await? {
            tracing::warn!(table, field, value, ?rows, "rows have values that look alike; edit all but one");
        }
        Ok(())
    }

    /// Fills in the rows of one table.
    pub(super) async fn fill_forms_of(&self, resource: &Resource) -> Result<(), StoreError> {
        let fields: Vec<&Field> = resource.fields.iter().filter(|field| resource.forms_of(field).next().is_some()).collect();
        if fields.is_empty() {
            return Ok(());
        }
        let own = fields.iter().map(|field| quoted(field.name)).collect::<Vec<_>>().join(", ");
        let beside = fields.iter().flat_map(|field| resource.forms_of(field)).map(|form| form.column).collect::<Vec<_>>().join(", ");
        let mut after = 0;
        loop {
            let mut vars = vec![("limit", int(i64::try_from(PAGE).unwrap_or(i64::MAX)))];
            let source = rows_after(resource.table, "", Some(id(resource.table, after)), &mut vars);
            let mut response = self.run(&format!("SELECT id, {own}, {beside} FROM {source} LIMIT $limit"), vars).await?;
            let read: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let Value::Array(read) = read else { return Ok(()) };
            let rows: Vec<Object> =
                read.into_vec().into_iter().filter_map(|row| if let Value::Object(row) = row { Some(row) } else { None }).collect();
            let (count, last) = (rows.len(), rows.last().map(super::read::key_of));
            let changes: Vec<Value> = rows.iter().filter_map(|row| change(resource, &fields, row)).collect();
            if !changes.is_empty() {
                // A row that was written meanwhile has been given what it needs.
                let query = format!("FOR $one IN $rows {{ UPDATE $one.id MERGE $one.forms WHERE [{own}] = $one.texts RETURN NONE }};");
                self.fill_rows(resource.table, &query, changes).await?;
            }
            match last {
                Some(last) if count == PAGE && last > after => after = last,
                _ => return Ok(()),
            }
        }
    }

    /// Runs the query for rows together; where the database refuses one of them, for each alone. One that can't be filled stays
    /// as it is: an edit of it says what is wrong.
    async fn fill_rows(&self, table: &str, query: &str, rows: Vec<Value>) -> Result<(), StoreError> {
        match self.run(query, vec![("rows", array(rows.clone()))]).await {
            Err(TxError::Refused(_) | TxError::NotUnique(_)) => {}
            other => return Ok(other.map(|_| ())?),
        }
        for row in rows {
            match self.run(query, vec![("rows", array(vec![row]))]).await {
                Err(error @ (TxError::Refused(_) | TxError::NotUnique(_))) => tracing::warn!(%error, table, "an older row was not filled in"),
                other => other.map(|_| ())?,
            }
        }
        Ok(())
    }

    /// Rows that have been let in with values of unique fields that look alike, before those were compared.
    pub(crate) async fn look_alikes(&self) -> Result<Vec<LookAlikes>, StoreError> {
        #[derive(Deserialize)]
        struct Group {
            text: String,
            rows: Vec<i64>,
        }
        let mut found = Vec::new();
        for resource in catalogue::compiled() {
            for field in resource.fields.iter().filter(|field| resource.folds_unique(field)) {
                let (table, column) = (resource.table, folded_column(field.name));
                let within = field.within.map_or("0".to_owned(), quoted);
                let query = format!(
                    "SELECT text, rows FROM (SELECT {column} AS text, {within} AS part, count() AS count, array::group(record::id(id)) AS rows \
                     FROM {table} WHERE {column} != NONE GROUP BY text, part) WHERE count > 1 ORDER BY text LIMIT {TOLD_MAX}"
                );
                let groups: Vec<Group> = self.rows(&query, vec![]).await?;
                found.extend(groups.into_iter().map(|group| LookAlikes { table, field: field.name, value: group.text, rows: group.rows }));
            }
        }
        Ok(found)
    }
}

/// What is to be put beside the texts of a row, and the texts that it was made of; nothing where all is there.
fn change(resource: &Resource, fields: &[&Field], row: &Object) -> Option<Value> {
    let forms = resource.forms(row, |_| true);
    let stored = |column: &str| row.get(column).cloned().unwrap_or(Value::None);
    if forms.iter().all(|(column, kept)| stored(column) == *kept) {
        return None;
    }
    let texts = array(fields.iter().map(|field| stored(field.name)).collect());
    let forms: Object = forms.into_iter().collect();
    Some(object([("id", stored("id")), ("forms", Value::Object(forms)), ("texts", texts)]))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value as Json, json};

    use super::super::{Act, RecordError, catalogue};
    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::listing::ListQuery;
    use crate::resource::listed::Listed;
    use crate::scope::Scope;

    async fn store() -> Store {
        Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap()
    }

    fn body(json: Json) -> Map<String, Json> {
        json.as_object().cloned().unwrap()
    }

    fn declared(controller: &str) -> &'static Resource {
        catalogue::find(controller).unwrap()
    }

    fn names(listed: Listed) -> Vec<String> {
        let Listed::Page { list, .. } = listed else { panic!("no page") };
        list.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    }

    fn is_taken(written: Result<impl Sized, RecordError>, field: &str) -> bool {
        matches!(written, Err(RecordError::Field { field: named, key }) if named == field && key == "error.unique")
    }

    #[tokio::test]
    async fn unique_values_that_look_alike_are_the_same() {
        let (store, unit, act) = (store().await, declared("warehouse.Unit"), Act::system(5));
        store.insert_record(unit, &body(json!({ "name": "Box" })), &act).await.unwrap();
        for name in ["Box", "box", "ＢＯＸ", "B\u{200B}ox", "Bo\u{202E}x", "Bo\u{AD}x"] {
            assert!(is_taken(store.insert_record(unit, &body(json!({ "name": name })), &act).await, "name"), "{name:?}");
        }
        let other = store.insert_record(unit, &body(json!({ "name": "Bag" })), &act).await.unwrap();
        assert!(is_taken(store.update_record(unit, other, &body(json!({ "name": "bOX" })), &act).await, "name"));
        // Its own name in another case is another text of the same row.
        store.update_record(unit, other, &body(json!({ "name": "BAG" })), &act).await.unwrap();
        let words = |quick: &str| ListQuery { quick: quick.into(), ..ListQuery::default() };
        assert_eq!(names(store.records(unit, &words("ｂａｇ"), &Scope::system()).await.unwrap()), ["BAG"]);
    }

    #[tokio::test]
    async fn optional_values_that_look_alike_are_the_same_too() {
        let (store, dictionary, act) = (store().await, declared("company.Dictionary"), Act::system(5));
        let named = |code: &str| body(json!({ "title": "Sizes", "code": code }));
        store.insert_record(dictionary, &named("sizes"), &act).await.unwrap();
        assert!(is_taken(store.insert_record(dictionary, &named("SIZES"), &act).await, "code"));
        // Any number of rows have none.
        for _ in 0..2 {
            store.insert_record(dictionary, &named(""), &act).await.unwrap();
        }
    }

    #[tokio::test]
    async fn rows_of_before_are_filled_in_and_those_that_look_alike_are_told() {
        let (store, unit, act) = (store().await, declared("warehouse.Unit"), Act::system(5));
        store.run("CREATE unit:91 SET name = 'Crate', weigh = 1; CREATE unit:92 SET name = 'ＣＲＡＴＥ', weigh = 2; CREATE unit:93 SET name = 'Tin', weigh = 3", vec![]).await.unwrap();
        store.run("DELETE kept_forms:now", vec![]).await.unwrap();
        store.migrate().await.unwrap();
        let found = store.look_alikes().await.unwrap();
        assert_eq!(found, [LookAlikes { table: "unit", field: "name", value: "crate".into(), rows: vec![91, 92] }]);
        assert!(is_taken(store.insert_record(unit, &body(json!({ "name": "tin" })), &act).await, "name"));
        // They can be edited in other ways, and mended.
        store.update_record(unit, 92, &body(json!({ "remark": "x" })), &act).await.unwrap();
        store.update_record(unit, 92, &body(json!({ "name": "Crate 2" })), &act).await.unwrap();
        assert_eq!(store.look_alikes().await.unwrap(), []);
    }

    #[tokio::test]
    async fn names_are_in_natural_order() {
        let (store, unit, act) = (store().await, declared("warehouse.Brand"), Act::system(5));
        for name in ["A10", "张三", "A2", "李四", "a1", "王五", "B"] {
            store.insert_record(unit, &body(json!({ "name": name })), &act).await.unwrap();
        }
        let query = |descends| ListQuery { order: Some(("name".into(), descends)), limit: 100, ..ListQuery::default() };
        let ascending = names(store.records(unit, &query(false), &Scope::system()).await.unwrap());
        assert_eq!(ascending, ["a1", "A2", "A10", "B", "李四", "王五", "张三"]);
        let descending = names(store.records(unit, &query(true), &Scope::system()).await.unwrap());
        assert_eq!(descending, ascending.into_iter().rev().collect::<Vec<_>>());
    }
}
