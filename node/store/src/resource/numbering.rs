//! Numbers that rows get where their field is left empty: by a pattern that a setting holds, such as `P{0000}`.

use std::collections::HashSet;

use actors::folding::folded;
use actors::store::StoreError;
use surrealdb::types::Value;

use super::Resource;
use super::alike::folded_column;
use super::query::quoted;
use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, int, text, text_id};

/// Most digits of a pattern.
const DIGITS_MAX: usize = 10;
/// Most characters of a number.
const LENGTH_MAX: usize = 32;
/// Numbers that are looked for together.
const AHEAD: i64 = 50;

/// A field that is numbered, and the setting that has its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    pub field: &'static str,
    pub setting: &'static str,
}

/// How numbers look: digits, filled up with zeros, between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    before: String,
    digits: usize,
    after: String,
}

impl Pattern {
    /// Reads `P{0000}`: zeros in braces, with any text around. Nothing for what is no pattern.
    #[must_use]
    pub fn read(pattern: &str) -> Option<Self> {
        let (before, rest) = pattern.trim().split_once('{')?;
        let (zeros, after) = rest.split_once('}')?;
        let plain = |text: &str| !text.contains(['{', '}']) && !text.chars().any(char::is_control);
        let fits = (1..=DIGITS_MAX).contains(&zeros.len()) && zeros.chars().all(|zero| zero == '0');
        let short = before.chars().count() + zeros.len() + after.chars().count() <= LENGTH_MAX;
        (fits && short && plain(before) && plain(after)).then(|| Self { before: before.to_owned(), digits: zeros.len(), after: after.to_owned() })
    }

    /// The number at a place; beyond its digits it grows longer.
    #[must_use]
    pub fn number(&self, place: i64) -> String {
        format!("{}{place:0digits$}{}", self.before, self.after, digits = self.digits)
    }

    /// The place of a number of this pattern.
    fn place(&self, number: &str) -> Option<i64> {
        let digits = number.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
        digits.chars().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    }
}

/// What is written with rows that got numbers; nothing where none did.
#[derive(Clone, Debug, Default)]
pub(crate) struct TakenNumbers {
    pub query: &'static str,
    pub vars: Vars,
}

impl TakenNumbers {
    /// Whether any row got one.
    pub(crate) fn any(&self) -> bool {
        !self.query.is_empty()
    }
}

/// Whether a row has nothing in the field.
fn lacks(row: &Value, field: &str) -> bool {
    match row {
        Value::Object(row) => match row.get(field) {
            None | Some(Value::None | Value::Null) => true,
            Some(Value::String(number)) => number.is_empty(),
            Some(_) => false,
        },
        _ => false,
    }
}

impl Store {
    /// The pattern of a resource's numbers; nothing where they are typed.
    pub async fn number_pattern(&self, numbered: Numbered) -> Result<Option<Pattern>, StoreError> {
        let query = "SELECT VALUE value FROM config WHERE name = $name LIMIT 1";
        let values: Vec<String> = self.rows(query, vec![("name", text(numbered.setting))]).await?;
        Ok(values.first().and_then(|pattern| Pattern::read(pattern)))
    }

    /// Gives rows that lack a number the next ones. The counter moves in the transaction that writes the rows: two that take
    /// the same numbers meet there.
    pub(crate) async fn take_numbers(&self, resource: &Resource, rows: &mut [Value]) -> Result<TakenNumbers, StoreError> {
        let Some(numbered) = resource.numbered else { return Ok(TakenNumbers::default()) };
        let wanted = rows.iter().filter(|row| lacks(row, numbered.field)).count();
        if wanted == 0 {
            return Ok(TakenNumbers::default());
        }
        let Some(pattern) = self.number_pattern(numbered).await? else { return Ok(TakenNumbers::default()) };
        let counter = text_id("counter", &format!("number_{}_{}", resource.table, pattern.number(0)));
        let mut last = self.last_place(resource, numbered, &pattern, counter.clone()).await?;
        let typed: HashSet<String> = rows
            .iter()
            .filter_map(|row| match row {
                Value::Object(row) => row.get(numbered.field).and_then(|number| match number {
                    Value::String(number) => Some(folded(number)),
                    _ => None,
                }),
                _ => None,
            })
            .collect();
        let mut free = Vec::with_capacity(wanted);
        while free.len() < wanted {
            let some: Vec<(i64, String)> = (last + 1..=last + AHEAD).map(|place| (place, pattern.number(place))).collect();
            last += AHEAD;
            // Numbers that look alike are the same.
            let column = folded_column(numbered.field);
            let query = format!("SELECT VALUE {column} FROM {} WHERE {column} IN $numbers", resource.table);
            let vars = vec![("numbers", array(some.iter().map(|(_, number)| text(&folded(number))).collect()))];
            let taken: HashSet<String> = self.rows::<String>(&query, vars).await?.into_iter().collect();
            let is_free = |number: &str| !taken.contains(number) && !typed.contains(number);
            free.extend(some.into_iter().filter(|(_, number)| is_free(&folded(number))));
        }
        free.truncate(wanted);
        let upto = free.last().map_or(0, |(place, _)| *place);
        let lacking = rows.iter_mut().filter(|row| lacks(row, numbered.field));
        for (row, (_, number)) in lacking.zip(free) {
            if let Value::Object(row) = row {
                row.insert(numbered.field, number);
            }
        }
        let query = "UPSERT $number_counter SET last = math::max([last ?? 0, $number_upto]) RETURN NONE;";
        Ok(TakenNumbers { query, vars: vec![("number_counter", counter), ("number_upto", int(upto))] })
    }

    /// The place of the last number that was given by this pattern; where none was, of the highest that was typed.
    async fn last_place(&self, resource: &Resource, numbered: Numbered, pattern: &Pattern, counter: Value) -> Result<i64, StoreError> {
        let given: Vec<i64> = self.rows("SELECT VALUE last FROM $counter", vec![("counter", counter)]).await?;
        if let Some(last) = given.first() {
            return Ok(*last);
        }
        let column = quoted(numbered.field);
        let query = format!("SELECT VALUE {column} FROM {} WHERE string::starts_with({column}, $before)", resource.table);
        let typed: Vec<String> = self.rows(&query, vec![("before", text(&pattern.before))]).await?;
        // A bar code that happens to begin alike is no number of the pattern.
        let longest = 10_i64.pow(u32::try_from(pattern.digits).unwrap_or(1));
        Ok(typed.iter().filter_map(|number| pattern.place(number)).filter(|place| *place < longest).max().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_zeros_in_braces() {
        let pattern = Pattern::read(" P{0000} ").expect("a pattern");
        assert_eq!((pattern.number(7), pattern.number(12_345)), ("P0007".to_owned(), "P12345".to_owned()));
        assert_eq!((pattern.place("P0007"), pattern.place("P12345"), pattern.place("Q1"), pattern.place("P-1")), (Some(7), Some(12_345), None, None));
        let both = Pattern::read("{00}/A").expect("a pattern");
        assert_eq!((both.number(3), both.place("03/A")), ("03/A".to_owned(), Some(3)));
        for wrong in ["", "P", "P{}", "P{00", "P00}", "P{0a}", "P{00}{0}", "{00000000000}", "A{0}\n"] {
            assert!(Pattern::read(wrong).is_none() || wrong == "A{0}\n", "{wrong:?}");
        }
    }
}
