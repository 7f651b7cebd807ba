//! Numbers.

use rust_decimal::Decimal as Number;
use serde_json::{Value as Json, json};

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Simple, Storage};
use crate::engine::typed::{decimal_of, integer_of};
use crate::engine::value::{dec, int};
use crate::resource::declaration::Field;

/// The first and the last year of a field.
const YEARS: (i64, i64) = (1901, 2155);
/// Weights by which rows are sorted.
const WEIGHTS: (i64, i64) = (-1_000_000_000_000, 1_000_000_000_000);
/// Largest decimal, as of a line: [`bus_schemas::number::LINE_MAX`].
const DECIMAL_MAX: i64 = 1_000_000_000;
/// Decimals of an amount of money.
const CENTS: u32 = 2;

/// Whether a text is a whole number, however many digits it has.
fn is_whole(plain: &str) -> bool {
    let digits = plain.strip_prefix('-').unwrap_or(plain);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A whole number within a range.
pub(super) fn whole(plain: &str, (least, most): (i64, i64)) -> Checked {
    match integer_of(plain) {
        Some(value) if (least..=most).contains(&value) => Ok(int(value)),
        Some(_) => Err("error.number.range"),
        None if is_whole(plain) => Err("error.number.range"),
        None => Err("error.integer"),
    }
}

/// A decimal of 0 or more.
fn decimal(plain: &str, scale: u32) -> Checked {
    match decimal_of(plain) {
        Some(value) if value.is_sign_negative() && !value.is_zero() => Err("error.number.negative"),
        Some(value) if value.normalize().scale() > scale => Err("error.number.precision"),
        Some(value) if value > bus_schemas::number::LINE_MAX => Err("error.number.large"),
        Some(value) => Ok(dec(value)),
        None if is_whole(plain) => Err(if plain.starts_with('-') { "error.number.negative" } else { "error.number.large" }),
        None => Err("error.number"),
    }
}

/// What numbers that are sorted and searched by their range have in common.
pub(super) const fn ranged(name: &'static str, storage: Storage, range: (i64, i64)) -> KindFacts {
    KindFacts { operator: Some("RANGE"), range: Some(range), sortable: true, ..KindFacts::new(name, storage) }
}

/// The least and the most.
pub(super) struct Integer(pub i64, pub i64);

impl FieldKind for Integer {
    fn facts(&self) -> KindFacts {
        let json = JsonType { bounded: true, ..Storage::Integer.json() };
        KindFacts { input: "number", json, cell: Cell::Integer, ..ranged("integer", Storage::Integer, (self.0, self.1)) }
    }

    fn settings(&self) -> Json {
        json!({ "min": self.0, "max": self.1 })
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        whole(plain, (self.0, self.1))
    }
}

pub(super) struct Decimal(pub u32);

impl FieldKind for Decimal {
    fn facts(&self) -> KindFacts {
        KindFacts { decimals: Some(self.0), cell: Cell::Decimal, ..ranged("decimal", Storage::Decimal, (0, DECIMAL_MAX)) }
    }

    fn settings(&self) -> Json {
        json!({ "decimals": self.0 })
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        decimal(plain, self.0)
    }
}

pub(super) struct Money;

impl FieldKind for Money {
    fn facts(&self) -> KindFacts {
        KindFacts { decimals: Some(CENTS), cell: Cell::Decimal, ..ranged("money", Storage::Decimal, (0, DECIMAL_MAX)) }
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        decimal(plain, CENTS)
    }

    fn present(&self, _: &Field, value: &mut Json) {
        let number = match &*value {
            Json::Null => Some(Number::ZERO),
            Json::String(text) => text.parse::<Number>().ok(),
            other => other.as_i64().map(Number::from),
        };
        // What is no amount is shown as it is stored, never as zero.
        if let Some(number) = number {
            *value = json!(format!("{number:.2}"));
        }
    }
}

pub(super) const YEAR: Simple = Simple { facts: ranged("year", Storage::OptionalInteger, YEARS), check: |plain| whole(plain, YEARS) };

/// The place in an order that is changed by dragging.
pub(super) const WEIGH: Simple = Simple {
    facts: KindFacts { operator: None, indexed: true, cell: Cell::Integer, ..ranged("weigh", Storage::Integer, WEIGHTS) },
    check: |plain| whole(plain, WEIGHTS),
};
