//! Columns and SurrealQL of lists that are not declared resources.

use std::borrow::Cow;

use actors::folding::folded;
use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, int};
use crate::listing::{Column, Compare, ListError, ListQuery, Sought, condition};

/// A column that may be searched and sorted by.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The name on the wire.
    name: &'static str,
    column: Column,
    /// The field to sort by.
    sort: &'static str,
}

impl Listed {
    pub(crate) const fn new(name: &'static str, expression: &'static str, compare: Compare) -> Self {
        Self {
            name,
            column: Column { expression: Cow::Borrowed(expression), compare, table: "", choices: &[], optional: false, sought: None },
            sort: expression,
        }
    }

    /// A text that is searched in another expression, which is in the folded form.
    pub(crate) const fn sought_in(name: &'static str, expression: &'static str, sought: &'static str) -> Self {
        let sought = Some(Cow::Borrowed(sought));
        let column = Column { expression: Cow::Borrowed(expression), compare: Compare::Text, table: "", choices: &[], optional: false, sought };
        Self { name, column, sort: expression }
    }

    /// Compared with the ids of this table.
    pub(crate) const fn key_of(mut self, table: &'static str) -> Self {
        self.column.table = table;
        self
    }

    pub(crate) const fn sorted_by(mut self, field: &'static str) -> Self {
        self.sort = field;
        self
    }
}

/// Why a list fails.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ListFailure {
    #[error(transparent)]
    List(#[from] ListError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The query without conditions and an order by ignored fields that the list does not have.
pub(crate) fn without_ignored<'q>(query: &'q ListQuery, columns: &[Listed]) -> Cow<'q, ListQuery> {
    if query.ignored.is_empty() {
        return Cow::Borrowed(query);
    }
    let mut query = query.clone();
    query.pass_over_ignored(|field| column(columns, field).is_some());
    Cow::Owned(query)
}

fn find<'a>(columns: &'a [Listed], name: &str) -> Result<&'a Listed, ListError> {
    columns.iter().find(|column| column.name == name).ok_or_else(|| ListError::Column(name.to_owned()))
}

/// The column of that name.
pub(crate) fn column<'a>(columns: &'a [Listed], name: &str) -> Option<&'a Column> {
    columns.iter().find(|column| column.name == name).map(|column| &column.column)
}

/// The ORDER BY of a list: what was asked for, or `default`, with the id as tie-breaker. The database sorts by fields: a
/// column that is computed is sorted by the field that it names, and not at all without one.
pub(crate) fn order_by(query: &ListQuery, columns: &[Listed], default: &'static str) -> Result<String, ListError> {
    let query = without_ignored(query, columns);
    let Some((name, descends)) = &query.order else { return Ok(default.to_owned()) };
    let direction = if *descends { "DESC" } else { "ASC" };
    let sort = find(columns, name)?.sort;
    let is_field = sort.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '`'));
    if is_field { Ok(format!("{sort} {direction}, id DESC")) } else { Err(ListError::Column(name.clone())) }
}

/// The conditions, AND-ed, `base` first. The quick search covers the fields in `search`.
pub(crate) fn conditions(query: &ListQuery, columns: &[Listed], search: &[&str], base: &str, vars: &mut Vars) -> Result<String, ListError> {
    let query = without_ignored(query, columns);
    let mut all: Vec<String> = Vec::new();
    if !base.is_empty() {
        all.push(base.to_owned());
    }
    for (filter, name) in query.conditions()? {
        let column = &find(columns, &filter.field)?.column;
        all.extend(condition(filter, column, name, query.zone, vars)?);
    }
    let quick = Sought::new(&query.quick);
    if !quick.folded.is_empty() && !search.is_empty() {
        let within = search.iter().map(|field| quick.in_lower_case(&format!("string::lowercase({field} ?? '')"), "quick")).collect::<Vec<_>>();
        all.push(format!("({})", within.join(" OR ")));
        vars.push(("quick", quick.bound()));
    }
    Ok(if all.is_empty() { String::new() } else { format!("WHERE {}", all.join(" AND ")) })
}

impl Store {
    /// The query without its quick search, which becomes a condition on the products that it names. They are looked up
    /// first: a query within the condition would be run for each row.
    pub(crate) async fn by_product(&self, query: &ListQuery, base: &mut Vec<String>, vars: &mut Vars) -> Result<ListQuery, StoreError> {
        let named = folded(&query.quick);
        if !named.is_empty() {
            let products = self.products_named(&named).await?;
            base.push("product IN $named_products".to_owned());
            vars.push(("named_products", array(products.into_iter().map(int).collect())));
        }
        Ok(ListQuery { quick: String::new(), ..query.clone() })
    }
}

#[cfg(test)]
mod tests {
    use surrealdb::types::Value;

    use super::*;
    use crate::engine::value::id;
    use crate::listing::Filter;

    const COLUMNS: &[Listed] =
        &[Listed::new("id", "id", Compare::Key).key_of("stock_order"), Listed::new("create_time", "created_at", Compare::Millis)];

    fn ask(field: &str, operator: &str, value: &str, datetime: bool) -> Result<(String, Vars), ListError> {
        let filter = Filter { field: field.into(), operator: operator.into(), values: vec![value.into()], datetime };
        let query = ListQuery { filters: vec![filter], zone: chrono_tz::Asia::Shanghai, ..ListQuery::default() };
        let mut vars = Vars::new();
        conditions(&query, COLUMNS, &[], "", &mut vars).map(|text| (text, vars))
    }

    #[test]
    fn names_come_from_the_columns_only() {
        assert_eq!(ask("password", "=", "x", false).unwrap_err(), ListError::Column("password".into()));
        assert_eq!(ask("id; REMOVE TABLE admin", "=", "1", false).unwrap_err(), ListError::Column("id; REMOVE TABLE admin".into()));
        assert_eq!(ask("id", "OR 1=1 --", "1", false).unwrap_err(), ListError::Operator { field: "id".into(), operator: "OR 1=1 --".into() });
    }

    #[test]
    fn ignored_fields_are_passed_over_where_a_list_has_none_of_the_name() {
        let filter = |field: &str, value: &str| Filter { field: field.into(), operator: "=".into(), values: vec![value.into()], datetime: false };
        let asked = |filters: Vec<Filter>, order: &str| {
            let ignored = vec!["shop_id".to_owned(), "id".to_owned()];
            let query = ListQuery { filters, order: Some((order.into(), true)), ignored, ..ListQuery::default() };
            let condition = conditions(&query, COLUMNS, &[], "", &mut Vars::new())?;
            Ok::<_, ListError>((condition, order_by(&query, COLUMNS, "at DESC")?))
        };
        assert_eq!(asked(vec![filter("shop_id", "3")], "shop_id").unwrap(), (String::new(), "at DESC".to_owned()));
        let (condition, order) = asked(vec![filter("shop_id", "3"), filter("id", "7")], "id").unwrap();
        assert_eq!((condition.as_str(), order.as_str()), ("WHERE id = $f0", "id DESC, id DESC"), "the list's own field");
        assert_eq!(asked(vec![filter("other", "3")], "id").unwrap_err(), ListError::Column("other".into()));
        assert_eq!(asked(vec![], "other").unwrap_err(), ListError::Column("other".into()));
    }

    #[test]
    fn lists_are_sorted_by_fields_alone() {
        let columns = [
            Listed::new("type", "`type`", Compare::Int),
            Listed::new("target", "transfer.target", Compare::Int),
            Listed::new("number", "(order_id * 100 + no)", Compare::Int).sorted_by("id"),
            Listed::new("turnover", "(IF reverses { 1 } ELSE { 2 })", Compare::Int),
        ];
        let sorted = |name: &str| order_by(&ListQuery { order: Some((name.into(), true)), ..ListQuery::default() }, &columns, "at DESC");
        assert_eq!(sorted("type").unwrap(), "`type` DESC, id DESC");
        assert_eq!(sorted("target").unwrap(), "transfer.target DESC, id DESC");
        assert_eq!(sorted("number").unwrap(), "id DESC, id DESC");
        assert_eq!(sorted("turnover").unwrap_err(), ListError::Column("turnover".into()));
        assert_eq!(order_by(&ListQuery::default(), &columns, "at DESC").unwrap(), "at DESC");
    }

    #[test]
    fn values_are_bound_and_typed() {
        let (text, vars) = ask("create_time", "RANGE", "5,", false).unwrap();
        assert_eq!((text.as_str(), &vars[0].1), ("WHERE created_at >= $f0[0]", &array(vec![int(5_000), Value::Null])));
        let (text, vars) = ask("create_time", "RANGE", "2026-01-01 00:00:00,2026-01-02", true).unwrap();
        assert_eq!(text, "WHERE (created_at >= $f0[0] AND created_at <= $f0[1])");
        assert_eq!(vars[0].1, array(vec![int(1_767_196_800_000), int(1_767_369_599_999)]));
        // The last second of a day is a whole second.
        let (_, vars) = ask("create_time", "RANGE", "2026-01-01 00:00:00,2026-01-01 23:59:59", true).unwrap();
        assert_eq!(vars[0].1, array(vec![int(1_767_196_800_000), int(1_767_283_199_999)]));
        assert_eq!(ask("create_time", "<=", "5", false).unwrap().1[0].1, int(5_999));
        assert_eq!(ask("create_time", "=", "5", false).unwrap().1[0].1, array(vec![int(5_000), int(5_999)]));
        assert_eq!(ask("create_time", "RANGE", "2026-01-01 00:00:00", true).unwrap().0, "", "not two parts");
        assert_eq!(ask("create_time", ">", "abc", false).unwrap_err(), ListError::Value("create_time".into()));
        assert_eq!(ask("id", "=", "7", false).unwrap().1[0].1, id("stock_order", 7));
        assert_eq!(ask("id", "=", "abc", false).unwrap().0, "WHERE false", "equal to none");
    }
}
