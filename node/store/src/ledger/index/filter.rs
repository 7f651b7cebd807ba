//! What a list of the ledger asks of its rows, decided on blocks without the database.

use surrealdb::types::{Number, Value};

use super::block::{Block, Key, Row};
use crate::ledger::{RECORD_ID, record_id};
use crate::listing::{Column, Filter, ListQuery, VALUES_MAX};

/// A whole number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Id,
    Warehouse,
    Product,
    Operation,
    At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    OrderNo,
    Batch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Figures {
    /// In their order.
    OneOf(Vec<i64>),
    /// With both ends.
    Between(i64, i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    OneOf(Vec<String>),
    /// In lower case.
    Contains(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Of {
    Figure(Figure, Figures),
    Word(Word, Words),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    of: Of,
    /// Rows that do not meet it.
    negated: bool,
}

impl Test {
    /// Rows of these products.
    pub(crate) fn products(products: Vec<i64>) -> Self {
        Self { of: Of::Figure(Figure::Product, one_of(products)), negated: false }
    }

    /// Whether rows of this warehouse may meet it.
    pub(crate) fn allows(&self, warehouse: i64) -> bool {
        match &self.of {
            Of::Figure(Figure::Warehouse, figures) => figures.has(warehouse) != self.negated,
            _ => true,
        }
    }
}

fn one_of(mut values: Vec<i64>) -> Figures {
    values.sort_unstable();
    values.dedup();
    Figures::OneOf(values)
}

/// The tests of a list; `None` where the database has to decide one of them.
pub(crate) fn tests<'a>(query: &ListQuery, column: impl Fn(&str) -> Option<&'a Column>) -> Option<Vec<Test>> {
    let tests = query.asked().map(|filter| test(filter, column(&filter.field)?, query.zone)).collect::<Option<Vec<_>>>()?;
    Some(tests.into_iter().flatten().collect())
}

/// One filter's test, where it says anything; the outer `None`: the database has to decide.
fn test(filter: &Filter, column: &Column, zone: chrono_tz::Tz) -> Option<Option<Test>> {
    let mut operator = filter.operator.trim().to_uppercase();
    if filter.values.len() > 1 && matches!(operator.as_str(), "=" | "EQ" | "" | "LIKE") {
        "IN".clone_into(&mut operator);
    }
    let first = filter.values.first().map(String::as_str).unwrap_or_default();
    let all = || {
        let values: Vec<_> = filter.values.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty()).collect();
        (values.len() <= VALUES_MAX).then_some(values)
    };
    let figure = match column.expression.as_ref() {
        "product" => Figure::Product,
        "warehouse" => Figure::Warehouse,
        "operation" => Figure::Operation,
        "at" => Figure::At,
        "order_no" => return word(Word::OrderNo, &operator, first, all()?),
        "batch" => return word(Word::Batch, &operator, first, all()?),
        RECORD_ID => Figure::Id,
        _ => return None,
    };
    let value = |text: &str| whole(column.value(text)?);
    let meets = |figures, negated| Some(Some(Test { of: Of::Figure(figure, figures), negated }));
    if filter.datetime && operator != "RANGE" {
        return meets(Figures::OneOf(vec![whole(column.time(first, zone)?)?]), false);
    }
    match operator.as_str() {
        "=" | "EQ" | "" => meets(Figures::OneOf(value(first).into_iter().collect()), false),
        "<>" | "NE" | "!=" => meets(Figures::OneOf(value(first).into_iter().collect()), true),
        ">" | "GT" => meets(Figures::Between(i64::MIN, value(first)?), true),
        ">=" | "EGT" => meets(Figures::Between(value(first)?, i64::MAX), false),
        "<" | "LT" => meets(Figures::Between(value(first)?, i64::MAX), true),
        "<=" | "ELT" => meets(Figures::Between(i64::MIN, value(first)?), false),
        "IN" | "NOT IN" => meets(one_of(all()?.into_iter().filter_map(value).collect()), operator == "NOT IN"),
        "RANGE" | "NOT RANGE" => {
            let joined = filter.values.join(",");
            let Some((low, high)) = joined.split_once(',') else { return filter.datetime.then_some(None) };
            let end = |text: &str, open: i64| match text.trim() {
                "" => Some(open),
                text if filter.datetime => whole(column.time(text, zone)?),
                text => value(text),
            };
            let (low, high) = (end(low, i64::MIN)?, end(high, i64::MAX)?);
            if (low, high) == (i64::MIN, i64::MAX) { Some(None) } else { meets(Figures::Between(low, high), operator == "NOT RANGE") }
        }
        _ => None,
    }
}

fn word(word: Word, operator: &str, first: &str, all: Vec<&str>) -> Option<Option<Test>> {
    let meets = |words, negated| Some(Some(Test { of: Of::Word(word, words), negated }));
    let owned = |values: Vec<&str>| Words::OneOf(values.into_iter().map(str::to_owned).collect());
    match operator {
        "=" | "EQ" | "" => meets(owned(vec![first.trim()]), false),
        "<>" | "NE" | "!=" => meets(owned(vec![first.trim()]), true),
        "IN" | "NOT IN" => meets(owned(all), operator == "NOT IN"),
        "LIKE" | "NOT LIKE" => meets(Words::Contains(first.to_lowercase()), operator == "NOT LIKE"),
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
    fn has(&self, figure: i64) -> bool {
        match self {
            Self::OneOf(values) if values.len() == 1 => values[0] == figure,
            Self::OneOf(values) => values.binary_search(&figure).is_ok(),
            Self::Between(low, high) => (*low..=*high).contains(&figure),
        }
    }
}

impl Words {
    fn has(&self, text: &str) -> bool {
        match self {
            Self::OneOf(values) => values.iter().any(|value| value == text),
            Self::Contains(part) => text.to_lowercase().contains(part),
        }
    }
}

fn figure(of: Figure, warehouse: i64, row: &Row) -> i64 {
    match of {
        Figure::Id => record_id(warehouse, row.sequence),
        Figure::Warehouse => warehouse,
        Figure::Product => row.product,
        Figure::Operation => row.operation,
        Figure::At => row.at,
    }
}

/// The rows of a block that meet all tests, oldest first.
pub(crate) fn matching(block: &Block, tests: &[Test]) -> Vec<Key> {
    // Each text of the block is looked at once.
    let texts = |test: &Test| match &test.of {
        Of::Word(_, words) => block.texts.iter().map(|text| words.has(text)).collect(),
        Of::Figure(..) => Vec::new(),
    };
    let tests: Vec<(&Test, Vec<bool>)> = tests.iter().map(|test| (test, texts(test))).collect();
    let meets = |row: &Row, test: &Test, texts: &[bool]| {
        let found = match &test.of {
            Of::Figure(of, figures) => figures.has(figure(*of, block.warehouse, row)),
            Of::Word(of, _) => {
                let text = if *of == Word::Batch { Some(row.batch) } else { row.order_no };
                text.is_some_and(|text| texts.get(usize::from(text)) == Some(&true))
            }
        };
        found != test.negated
    };
    let rows = block.rows.iter().filter(|row| tests.iter().all(|(test, texts)| meets(row, test, texts)));
    rows.map(|row| block.key(row)).collect()
}
