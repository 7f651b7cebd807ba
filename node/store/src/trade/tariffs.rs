//! Tariffs of a country as they are in force on a day.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{int, text};

/// Most tariffs below a code that are answered.
const TARIFFS_MAX: i64 = 200;

/// What a country asks of goods under a code. Rates are as published: a percentage or words, empty where none is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Tariff {
    pub code: String,
    pub name: String,
    pub valid_from: String,
    #[serde(default)]
    pub valid_until: Option<String>,
    /// Codes of the customs' units; empty where there is none.
    pub unit_1: String,
    pub unit_2: String,
    pub rate_mfn: String,
    pub rate_general: String,
    pub rate_provisional: String,
    pub rate_vat: String,
    pub rate_consumption: String,
    pub rate_rebate: String,
    pub conditions: String,
    /// The elements to declare, between `|`.
    pub elements: String,
    pub source: String,
}

const FIELDS: &str = "code, name, valid_from, valid_until, unit_1 ?? '' AS unit_1, unit_2 ?? '' AS unit_2, rate_mfn ?? '' AS rate_mfn,
    rate_general ?? '' AS rate_general, rate_provisional ?? '' AS rate_provisional, rate_vat ?? '' AS rate_vat,
    rate_consumption ?? '' AS rate_consumption, rate_rebate ?? '' AS rate_rebate, conditions ?? '' AS conditions, elements ?? '' AS elements, source";

impl Tariff {
    /// The names of the elements to declare, in their order.
    pub fn element_names(&self) -> impl Iterator<Item = &str> {
        self.elements.split('|').map(str::trim).filter(|name| !name.is_empty())
    }
}

/// Of each code the one that began last.
fn newest(mut rows: Vec<Tariff>) -> Vec<Tariff> {
    rows.sort_by(|one, other| one.code.cmp(&other.code).then_with(|| other.valid_from.cmp(&one.valid_from)));
    rows.dedup_by(|later, first| later.code == first.code);
    rows
}

impl Store {
    /// The tariffs of codes that begin with these digits, as they are in force on a day (`YYYY-MM-DD`); one for each code.
    pub async fn tariffs_below(&self, digits: &str, day: &str) -> Result<Vec<Tariff>, StoreError> {
        let query = format!(
            "SELECT {FIELDS} FROM tariff WHERE code >= $from AND code < $to AND valid_from <= $day
             AND (valid_until = NONE OR valid_until >= $day) ORDER BY code, valid_from DESC LIMIT $most"
        );
        // After every digit.
        let to = format!("{digits}:");
        let vars = vec![("from", text(digits)), ("to", text(&to)), ("day", text(day)), ("most", int(TARIFFS_MAX))];
        Ok(newest(self.rows(&query, vars).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_code_the_newest_counts() {
        let row = |code: &str, from: &str| Tariff { code: code.into(), valid_from: from.into(), ..Tariff::default() };
        let rows = newest(vec![row("8504401100", "2024-01-01"), row("8504401900", "2025-01-01"), row("8504401100", "2026-01-01")]);
        assert_eq!(rows, [row("8504401100", "2026-01-01"), row("8504401900", "2025-01-01")]);
    }

    #[test]
    fn elements_are_named_between_strokes() {
        let tariff = Tariff { elements: "品牌类型| 用途 ||型号".into(), ..Tariff::default() };
        assert_eq!(tariff.element_names().collect::<Vec<_>>(), ["品牌类型", "用途", "型号"]);
    }
}
