//! Conditions of a list, decided on rows in memory, without the database. They mean what they mean there
//! (`listing::condition`).

use actors::folding::folded;
use surrealdb::types::{Number, Value};

use super::{Column, Filter, ListQuery, VALUES_MAX};

/// A whole number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// The integer by which clients know a row.
    Id,
    Warehouse,
    Area,
    Shelf,
    Product,
    Operation,
    At,
}

/// A text of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextColumn {
    OrderNo,
    Batch,
}

/// What of a row a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Figure(Figure),
    Text(TextColumn),
}

/// The numbers that a test finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Figures {
    /// In their order.
    OneOf(Vec<i64>),
    /// With both ends.
    Between(i64, i64),
}

/// The texts that a test finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    OneOf(Vec<String>),
    /// In the folded form.
    Contains(String),
}

/// A column and what is looked for in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Figure(Figure, Figures),
    Text(TextColumn, Texts),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) of: Expected,
    /// Rows that do not meet it.
    pub(crate) negated: bool,
}

/// A row that tests can be decided on.
pub(crate) trait Tested {
    /// 0 where the row has nothing of that kind.
    fn figure(&self, of: Figure) -> i64;
    /// `None` where the row has nothing of that kind.
    fn text(&self, of: TextColumn) -> Option<&str>;
}

impl Test {
    /// Rows of these products.
    pub(crate) fn products(products: Vec<i64>) -> Self {
        Self { of: Expected::Figure(Figure::Product, one_of(products)), negated: false }
    }

    /// Whether rows of this warehouse may meet it.
    pub(crate) fn allows(&self, warehouse: i64) -> bool {
        self.decides(Figure::Warehouse, warehouse)
    }

    /// Whether rows of this product may meet it.
    pub(crate) fn allows_product(&self, product: i64) -> bool {
        self.decides(Figure::Product, product)
    }

    fn decides(&self, figure: Figure, value: i64) -> bool {
        match &self.of {
            Expected::Figure(of, figures) if *of == figure => figures.has(value) != self.negated,
            _ => true,
        }
    }

    /// Whether a row meets it.
    pub(crate) fn meets(&self, row: &impl Tested) -> bool {
        let found = match &self.of {
            Expected::Figure(of, figures) => figures.has(row.figure(*of)),
            Expected::Text(of, expected) => row.text(*of).is_some_and(|text| expected.has(text)),
        };
        found != self.negated
    }
}

fn one_of(mut values: Vec<i64>) -> Figures {
    values.sort_unstable();
    values.dedup();
    Figures::OneOf(values)
}

/// The tests of a list; else the first filter that the database has to decide. `subject` says what a filter's field shows
/// of a row, with its column.
pub(crate) fn tests<'a, 'q>(query: &'q ListQuery, subject: impl Fn(&str) -> Option<(&'a Column, Subject)>) -> Result<Vec<Test>, &'q Filter> {
    let one = |filter: &'q Filter| subject(&filter.field).and_then(|(column, subject)| test(filter, column, subject, query.zone)).ok_or(filter);
    let tests = query.asked().map(one).collect::<Result<Vec<_>, _>>()?;
    Ok(tests.into_iter().flatten().collect())
}

/// One filter's test, where it says anything; the outer `None`: the database has to decide.
fn test(filter: &Filter, column: &Column, subject: Subject, zone: chrono_tz::Tz) -> Option<Option<Test>> {
    let mut operator = filter.operator.trim().to_uppercase();
    if filter.values.len() > 1 && matches!(operator.as_str(), "=" | "EQ" | "" | "LIKE") {
        "IN".clone_into(&mut operator);
    }
    let first = filter.values.first().map(String::as_str).unwrap_or_default();
    let all = || {
        let values: Vec<_> = filter.values.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty()).collect();
        (values.len() <= VALUES_MAX).then_some(values)
    };
    let figure = match subject {
        Subject::Figure(figure) => figure,
        Subject::Text(of) => return text_test(of, &operator, first, all()?),
    };
    let value = |text: &str| whole(column.value(text)?);
    let end_of = |text: &str| whole(column.value_end(text)?);
    let meets = |figures, negated| Some(Some(Test { of: Expected::Figure(figure, figures), negated }));
    if filter.datetime && operator != "RANGE" {
        let moment = |end: bool| whole(column.bound(first, end, true, zone)?);
        return meets(Figures::Between(moment(false)?, moment(true)?), false);
    }
    match operator.as_str() {
        "=" | "EQ" | "" => match (value(first), end_of(first)) {
            (Some(first), Some(last)) if first < last => meets(Figures::Between(first, last), false),
            (found, _) => meets(Figures::OneOf(found.into_iter().collect()), false),
        },
        "<>" | "NE" | "!=" => meets(Figures::OneOf(value(first).into_iter().collect()), true),
        ">" | "GT" => meets(Figures::Between(i64::MIN, end_of(first)?), true),
        ">=" | "EGT" => meets(Figures::Between(value(first)?, i64::MAX), false),
        "<" | "LT" => meets(Figures::Between(value(first)?, i64::MAX), true),
        "<=" | "ELT" => meets(Figures::Between(i64::MIN, end_of(first)?), false),
        "IN" | "NOT IN" => meets(one_of(all()?.into_iter().filter_map(value).collect()), operator == "NOT IN"),
        "RANGE" | "NOT RANGE" => {
            let joined = filter.values.join(",");
            let Some((low, high)) = joined.split_once(',') else { return filter.datetime.then_some(None) };
            let bound = |text: &str, end: bool| match text.trim() {
                "" => Some(if end { i64::MAX } else { i64::MIN }),
                text => whole(column.bound(text, end, filter.datetime, zone)?),
            };
            let (low, high) = (bound(low, false)?, bound(high, true)?);
            if (low, high) == (i64::MIN, i64::MAX) { Some(None) } else { meets(Figures::Between(low, high), operator == "NOT RANGE") }
        }
        _ => None,
    }
}

fn text_test(text: TextColumn, operator: &str, first: &str, all: Vec<&str>) -> Option<Option<Test>> {
    let meets = |texts, negated| Some(Some(Test { of: Expected::Text(text, texts), negated }));
    let owned = |values: Vec<&str>| Texts::OneOf(values.into_iter().map(str::to_owned).collect());
    match operator {
        "=" | "EQ" | "" => meets(owned(vec![first.trim()]), false),
        "<>" | "NE" | "!=" => meets(owned(vec![first.trim()]), true),
        "IN" | "NOT IN" => meets(owned(all), operator == "NOT IN"),
        "LIKE" | "NOT LIKE" => meets(Texts::Contains(folded(first)), operator == "NOT LIKE"),
        _ => None,
    }
}

fn whole(value: Value) -> Option<i64> {
    match value {
        Value::Number(Number::Int(number)) => Some(number),
        _ => None,
    }
}

impl Figures {
    pub(crate) fn has(&self, figure: i64) -> bool {
        match self {
            Self::OneOf(values) if values.len() == 1 => values[0] == figure,
            Self::OneOf(values) => values.binary_search(&figure).is_ok(),
            Self::Between(low, high) => (*low..=*high).contains(&figure),
        }
    }
}

impl Texts {
    pub(crate) fn has(&self, text: &str) -> bool {
        match self {
            Self::OneOf(values) => values.iter().any(|value| value == text),
            Self::Contains(part) => folded(text).contains(part.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::Compare;
    use crate::listing::columns::{Listed, column};

    const COLUMNS: &[Listed] = &[Listed::new("area", "area", Compare::Int), Listed::new("batch", "batch", Compare::Text)];

    struct Row(i64, &'static str);

    impl Tested for Row {
        fn figure(&self, of: Figure) -> i64 {
            if of == Figure::Area { self.0 } else { 0 }
        }

        fn text(&self, of: TextColumn) -> Option<&str> {
            (of == TextColumn::Batch).then_some(self.1)
        }
    }

    fn subject(field: &str) -> Option<(&'static Column, Subject)> {
        let subject = if field == "area" { Subject::Figure(Figure::Area) } else { Subject::Text(TextColumn::Batch) };
        Some((column(COLUMNS, field)?, subject))
    }

    fn query(filters: &[(&str, &str, &str)]) -> ListQuery {
        let filter = |(field, operator, value): &(&str, &str, &str)| Filter {
            field: (*field).into(),
            operator: (*operator).into(),
            values: vec![(*value).into()],
            datetime: false,
        };
        ListQuery { filters: filters.iter().map(filter).collect(), ..ListQuery::default() }
    }

    #[test]
    fn rows_meet_all_conditions() {
        let query = query(&[("area", "IN", "1,2"), ("batch", "LIKE", "b-")]);
        let tests = tests(&query, subject).expect("decided");
        let meets = |row: Row| tests.iter().all(|test| test.meets(&row));
        assert!(meets(Row(1, "B-7")) && meets(Row(2, "xb-")) && !meets(Row(3, "B-7")) && !meets(Row(1, "C-7")));
        assert!(tests.iter().all(|test| test.allows(9) && test.allows_product(9)), "they say nothing of warehouses and products");
    }

    #[test]
    fn a_filter_that_the_database_has_to_decide_is_named() {
        for (field, operator) in [("other", "="), ("area", "FIND_IN_SET")] {
            assert_eq!(tests(&query(&[("area", "=", "1"), (field, operator, "1")]), subject).map_err(|filter| filter.field.as_str()), Err(field));
        }
    }
}
