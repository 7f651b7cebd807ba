//! What the goods of a customs declaration are, and when a declaration is whole. Pure: what the nomenclature and the tariff say is
//! given.

use std::collections::{BTreeMap, HashMap};

use entrepot_store::engine::typed::decimal_of;
use entrepot_store::trade::hs::HsIndex;
use entrepot_store::trade::tariffs::Tariff;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;

/// Goods of one declaration, as the customs' form has them.
pub const LINES_MAX: usize = 50;
/// The unit of weights, which declarations add up.
const KILOGRAM: &str = "035";
/// Decimals of quantities and prices.
const SCALE: u32 = 5;

/// Texts of a line: their name and how long they may be.
const TEXTS: &[(&str, usize)] = &[
    ("hs_code", 10),
    ("inspection", 3),
    ("name", 255),
    ("elements", 500),
    ("unit_1", 3),
    ("unit_2", 3),
    ("unit", 3),
    ("currency", 3),
    ("origin", 3),
    ("destination", 3),
    ("place", 50),
    ("levy", 2),
];
/// Figures of a line.
const FIGURES: &[&str] = &["quantity_1", "quantity_2", "quantity", "price", "total"];
/// Texts that are digits alone.
const DIGITS: &[&str] = &["hs_code", "inspection", "unit_1", "unit_2", "unit", "levy"];
/// Codes of three letters: of currencies and countries.
const LETTERS: &[&str] = &["currency", "origin", "destination"];

/// One sort of goods.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoodsLine {
    texts: BTreeMap<&'static str, String>,
    figures: BTreeMap<&'static str, Decimal>,
}

impl GoodsLine {
    /// One of its texts; empty where it has none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// One of its figures; 0 where it has none.
    #[must_use]
    pub fn figure(&self, name: &str) -> Decimal {
        self.figures.get(name).copied().unwrap_or_default()
    }

    /// As it is stored: figures as text.
    #[must_use]
    pub fn json(&self) -> Value {
        let texts = self.texts.iter().map(|(name, text)| ((*name).to_owned(), json!(text)));
        let figures = self.figures.iter().map(|(name, figure)| ((*name).to_owned(), json!(figure.normalize().to_string())));
        Value::Object(texts.chain(figures).collect())
    }

    /// How many elements are declared.
    fn elements(&self) -> usize {
        self.text("elements").split('|').filter(|part| !part.trim().is_empty()).count()
    }
}

fn wrong(line: usize, name: &str, key: &str) -> ServiceError {
    ServiceError::field(format!("lines[{line}].{name}"), key)
}

fn text_of(row: &Map<String, Value>, line: usize, name: &'static str, most: usize) -> Result<String, ServiceError> {
    let text = match row.get(name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => actors::invisible::one_line(text),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => return Err(wrong(line, name, "error.type")),
    };
    let text = if LETTERS.contains(&name) { text.to_uppercase() } else { text };
    if text.chars().count() > most {
        return Err(wrong(line, name, "error.text.long"));
    }
    let digits = !DIGITS.contains(&name) || text.bytes().all(|digit| digit.is_ascii_digit());
    let letters = !LETTERS.contains(&name) || text.is_empty() || (text.len() == most && text.bytes().all(|letter| letter.is_ascii_uppercase()));
    match (digits, letters) {
        (false, _) => Err(wrong(line, name, "trade.digits")),
        (_, false) => Err(wrong(line, name, "trade.letters")),
        _ => Ok(text),
    }
}

fn figure_of(row: &Map<String, Value>, line: usize, name: &'static str) -> Result<Option<Decimal>, ServiceError> {
    let text = match row.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => return Err(wrong(line, name, "error.type")),
    };
    let figure = decimal_of(&text).ok_or_else(|| wrong(line, name, "error.number"))?;
    if figure < Decimal::ZERO {
        return Err(wrong(line, name, "error.number.negative"));
    }
    if figure.normalize().scale() > SCALE {
        return Err(wrong(line, name, "error.number.precision"));
    }
    Ok(Some(figure))
}

/// Money of a line: two decimals.
fn amount(line: &GoodsLine) -> Decimal {
    line.figure("quantity")
        .checked_mul(line.figure("price"))
        .map_or(Decimal::ZERO, |amount| amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
}

/// Reads the goods of a draft, which need not be whole yet: at most 50, each text and figure of its form. A total that is not given is
/// price by quantity.
pub fn lines(sent: &Value) -> Result<Vec<GoodsLine>, ServiceError> {
    let parsed;
    let rows = match sent {
        Value::Null => return Ok(vec![]),
        Value::String(text) if text.trim().is_empty() => return Ok(vec![]),
        Value::String(text) => {
            parsed = serde_json::from_str::<Value>(text).map_err(|_| ServiceError::field("lines", "error.json"))?;
            parsed.as_array()
        }
        other => other.as_array(),
    };
    let rows = rows.ok_or_else(|| ServiceError::field("lines", "error.type"))?;
    if rows.len() > LINES_MAX {
        return Err(ServiceError::field("lines", "trade.many_lines"));
    }
    let mut lines = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let row = row.as_object().ok_or_else(|| ServiceError::field(format!("lines[{at}]"), "error.type"))?;
        let mut line = GoodsLine::default();
        for (name, most) in TEXTS {
            let text = text_of(row, at, name, *most)?;
            if !text.is_empty() {
                line.texts.insert(name, text);
            }
        }
        for name in FIGURES {
            if let Some(figure) = figure_of(row, at, name)? {
                line.figures.insert(name, figure);
            }
        }
        if line.figure("total").is_zero() && !amount(&line).is_zero() {
            line.figures.insert("total", amount(&line));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// What the goods cost, by currency: `USD 1200.00, CNY 30.00`.
#[must_use]
pub fn totals(lines: &[GoodsLine]) -> String {
    let mut sums: BTreeMap<&str, Decimal> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.text("currency").is_empty()) {
        let sum = sums.entry(line.text("currency")).or_default();
        *sum = sum.checked_add(line.figure("total")).unwrap_or(Decimal::MAX);
    }
    sums.iter().map(|(currency, sum)| format!("{currency} {:.2}", sum)).collect::<Vec<_>>().join(", ")
}

/// What a declaration says beside its goods, as far as it is checked.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Head {
    pub customs_office: String,
    pub trade_country: String,
    pub country: String,
    #[serde(default)]
    pub entry_date: Option<String>,
    pub gross: Decimal,
    pub net: Decimal,
    pub packages: i64,
}

/// Why a declaration is not whole, in a sentence that stands by itself.
fn refused(key: &'static str, line: Option<usize>, field: &str) -> ServiceError {
    let values = line.map(|line| ("line", (line + 1).to_string())).into_iter().collect();
    ServiceError::Refused { key, values, facts: json!({ "key": key, "field": field, "line": line.map(|line| line + 1) }) }
}

/// Whether a head is whole.
fn check_head(head: &Head) -> Result<(), ServiceError> {
    let digits = |text: &str, length: usize| text.len() == length && text.bytes().all(|digit| digit.is_ascii_digit());
    let letters = |text: &str| text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    if !digits(&head.customs_office, 4) {
        return Err(refused("trade.check.office", None, "customs_office"));
    }
    if !letters(&head.trade_country) || !letters(&head.country) {
        return Err(refused("trade.check.country", None, "country"));
    }
    if head.entry_date.as_deref().unwrap_or_default().is_empty() {
        return Err(refused("trade.check.date", None, "entry_date"));
    }
    if head.packages < 1 {
        return Err(refused("trade.check.packages", None, "packages"));
    }
    if head.net <= Decimal::ZERO || head.net > head.gross {
        return Err(refused("trade.check.net", None, "net"));
    }
    Ok(())
}

fn check_line(at: usize, line: &GoodsLine, index: &HsIndex, tariff: Option<&Tariff>) -> Result<(), ServiceError> {
    let no = |key, field: &str| Err(refused(key, Some(at), field));
    let code = line.text("hs_code");
    if code.len() != 10 || index.get(&code[..6]).is_none() {
        return no("trade.check.code", "hs_code");
    }
    for name in ["name", "currency", "origin", "destination", "unit"] {
        if line.text(name).is_empty() {
            return no("trade.check.missing", name);
        }
    }
    if line.figure("quantity").is_zero() || line.figure("total").is_zero() {
        return no("trade.check.missing", "quantity");
    }
    // Prices are rounded: half a unit of the fifth decimal of each piece, and a cent.
    let slack = line.figure("quantity") * Decimal::new(5, 6) + Decimal::new(1, 2);
    if (amount(line) - line.figure("total")).abs() > slack {
        return no("trade.check.total", "total");
    }
    if line.text("unit_1").is_empty() || line.figure("quantity_1").is_zero() {
        return no("trade.check.unit", "unit_1");
    }
    if line.text("unit_2").is_empty() != line.figure("quantity_2").is_zero() {
        return no("trade.check.unit", "unit_2");
    }
    let Some(tariff) = tariff else { return Ok(()) };
    for (own, asked) in [("unit_1", &tariff.unit_1), ("unit_2", &tariff.unit_2)] {
        if !asked.is_empty() && line.text(own) != asked {
            return no("trade.check.tariff_unit", own);
        }
    }
    let elements = tariff.element_names().count();
    if line.elements() < elements {
        return no("trade.check.elements", "elements");
    }
    Ok(())
}

/// Whether a declaration is whole: what its head needs, codes that are known, statutory units and elements as the tariff in force asks for
/// them (where it was imported), totals that agree, and no more weight in its goods than it has.
pub fn check(head: &Head, lines: &[GoodsLine], index: &HsIndex, tariffs: &HashMap<String, Tariff>) -> Result<(), ServiceError> {
    check_head(head)?;
    if lines.is_empty() {
        return Err(refused("trade.check.lines", None, "lines"));
    }
    for (at, line) in lines.iter().enumerate() {
        check_line(at, line, index, tariffs.get(line.text("hs_code")))?;
    }
    let kilograms = |line: &GoodsLine| if line.text("unit_1") == KILOGRAM { line.figure("quantity_1") } else { Decimal::ZERO };
    if lines.iter().map(kilograms).sum::<Decimal>() > head.net {
        return Err(refused("trade.check.weights", None, "net"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use entrepot_store::trade::hs::HsCode;

    use super::*;

    fn sent() -> Value {
        json!([{ "hs_code": "8504401900", "name": "Adapter", "elements": "0|1|5V", "unit_1": "007", "quantity_1": 100, "unit_2": "035", "quantity_2": "12.5",
                 "quantity": "100", "unit": "007", "price": "1.25", "currency": "usd", "origin": "chn", "destination": "DEU", "levy": "1" }])
    }

    fn head() -> Head {
        Head {
            customs_office: "2248".into(),
            trade_country: "DEU".into(),
            country: "DEU".into(),
            entry_date: Some("2026-11-01".into()),
            gross: 14.into(),
            net: Decimal::new(125, 1),
            packages: 4,
        }
    }

    fn index() -> HsIndex {
        HsIndex::new(vec![HsCode { code: "850440".into(), section: "XVI".into(), zh: String::new(), en: "Converters".into() }])
    }

    fn tariffs() -> HashMap<String, Tariff> {
        let tariff =
            Tariff { code: "8504401900".into(), unit_1: "007".into(), unit_2: "035".into(), elements: "brand|use|model".into(), ..Tariff::default() };
        HashMap::from([(tariff.code.clone(), tariff)])
    }

    fn key(result: Result<(), ServiceError>) -> &'static str {
        match result {
            Ok(()) => "",
            Err(ServiceError::Refused { key, .. }) => key,
            Err(_) => "?",
        }
    }

    #[test]
    fn a_draft_is_read_and_its_totals_are_made() {
        let lines = lines(&sent()).expect("lines");
        assert_eq!(lines[0].figure("total"), Decimal::from(125));
        assert_eq!((lines[0].text("currency"), lines[0].text("origin")), ("USD", "CHN"));
        assert_eq!(totals(&lines), "USD 125.00");
        assert_eq!(super::lines(&Value::Array(lines.iter().map(GoodsLine::json).collect())).expect("the same"), lines);
        assert_eq!(super::lines(&json!("")).expect("none"), []);
    }

    #[test]
    fn what_is_wrong_in_a_line_is_named() {
        let field = |name: &str, value: Value| {
            let mut sent = sent();
            sent[0][name] = value;
            match lines(&sent) {
                Err(ServiceError::Field { field, key }) => format!("{field} {key}"),
                other => format!("{other:?}"),
            }
        };
        assert_eq!(field("price", json!("-1")), "lines[0].price error.number.negative");
        assert_eq!(field("price", json!("1.1234567")), "lines[0].price error.number.precision");
        assert_eq!(field("hs_code", json!("85x")), "lines[0].hs_code trade.digits");
        assert_eq!(field("currency", json!("US")), "lines[0].currency trade.letters");
        assert_eq!(field("name", json!("x".repeat(256))), "lines[0].name error.text.long");
        assert_eq!(field("name", json!({})), "lines[0].name error.type");
        assert!(lines(&json!(vec![json!({}); 51])).is_err() && lines(&json!({})).is_err() && lines(&json!([1])).is_err());
    }

    #[test]
    fn a_declaration_is_whole_or_says_what_it_lacks() {
        let with = |name: &str, value: Value| {
            let mut sent = sent();
            sent[0][name] = value;
            key(check(&head(), &lines(&sent).expect("lines"), &index(), &tariffs()))
        };
        assert_eq!(with("place", json!("x")), "");
        for (name, value, refusal) in [
            ("hs_code", json!("8504"), "trade.check.code"),
            ("hs_code", json!("9999401900"), "trade.check.code"),
            ("name", json!(""), "trade.check.missing"),
            ("quantity", json!(0), "trade.check.missing"),
            ("total", json!("126"), "trade.check.total"),
            ("unit_1", json!("001"), "trade.check.tariff_unit"),
            ("unit_2", json!(""), "trade.check.unit"),
            ("elements", json!("0|1"), "trade.check.elements"),
        ] {
            assert_eq!(with(name, value), refusal, "{name}");
        }
        let lines = lines(&sent()).expect("lines");
        let of = |head: Head| key(check(&head, &lines, &index(), &HashMap::new()));
        assert_eq!(of(Head { net: 15.into(), ..head() }), "trade.check.net");
        assert_eq!(of(Head { customs_office: "22".into(), ..head() }), "trade.check.office");
        assert_eq!(of(Head { country: String::new(), ..head() }), "trade.check.country");
        assert_eq!(key(check(&head(), &[], &index(), &HashMap::new())), "trade.check.lines");
        let heavy = super::lines(&json!([{ "hs_code": "8504401900", "name": "x", "unit_1": "035", "quantity_1": 13, "quantity": 1, "unit": "007",
            "price": 1, "currency": "USD", "origin": "CHN", "destination": "DEU" }]));
        assert_eq!(key(check(&head(), &heavy.expect("lines"), &index(), &HashMap::new())), "trade.check.weights");
    }
}
