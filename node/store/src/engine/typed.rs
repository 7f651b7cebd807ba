//! Strict reading of plain values from JSON: a boolean is no number, and a text is a number only if it consists of
//! digits, one sign and one point. All code that reads values by hand uses it, so that no two places differ. Pure.

use rust_decimal::Decimal;
use serde_json::Value as Json;

/// A whole number written in digits, perhaps with a minus sign; blanks around it do not count.
#[must_use]
pub fn integer_of(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// A decimal written in digits, perhaps with a minus sign and a point; blanks around it do not count.
#[must_use]
pub fn decimal_of(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let (whole, fraction) = text.strip_prefix('-').unwrap_or(text).split_once('.').unwrap_or((text.trim_start_matches('-'), "0"));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && text != "-";
    plain.then(|| text.parse().ok()).flatten()
}

/// A whole number, as a number or as the text of one.
#[must_use]
pub fn integer(json: &Json) -> Option<i64> {
    match json {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => integer_of(text),
        _ => None,
    }
}

/// Whole numbers: an array, a comma list, a single one, or none at all. One that is none spoils all.
#[must_use]
pub fn integers(json: &Json) -> Option<Vec<i64>> {
    match json {
        Json::Null => Some(vec![]),
        Json::Array(values) => values.iter().map(integer).collect(),
        Json::String(text) => text.split(',').filter(|part| !part.trim().is_empty()).map(integer_of).collect(),
        one => Some(vec![integer(one)?]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_is_a_number() {
        for (json, read) in [(json!(5), 5), (json!("5"), 5), (json!(" -7 "), -7), (json!("007"), 7)] {
            assert_eq!(integer(&json), Some(read), "{json}");
        }
        for json in
            [json!(true), json!(false), json!(null), json!(5.0), json!("5.0"), json!("+5"), json!("1_000"), json!(""), json!("-"), json!("--1")]
        {
            assert_eq!(integer(&json), None, "{json}");
        }
        for json in [json!([1]), json!({}), json!("1,2"), json!("٣"), json!("9223372036854775808"), json!("0x1")] {
            assert_eq!(integer(&json), None, "{json}");
        }
    }

    #[test]
    fn one_that_is_no_number_spoils_a_list() {
        for (json, read) in
            [(json!([1, "2"]), vec![1, 2]), (json!("1, 2,"), vec![1, 2]), (json!(3), vec![3]), (json!(null), vec![]), (json!([]), vec![])]
        {
            assert_eq!(integers(&json), Some(read), "{json}");
        }
        for json in [json!([2, true]), json!([null]), json!([[1]]), json!("1,x"), json!(true), json!({ "0": 1 }), json!([1.5]), json!([""])] {
            assert_eq!(integers(&json), None, "{json}");
        }
    }

    #[test]
    fn a_decimal_has_digits_and_a_point() {
        for (text, read) in [("12.50", "12.50"), (" 3 ", "3"), ("-0.5", "-0.5"), (".5", "0.5"), ("5.", "5")] {
            assert_eq!(decimal_of(text).map(|value| value.to_string()).as_deref(), Some(read), "{text}");
        }
        for text in ["", "-", ".", "-.", "+5", "1_000", "1e3", "1.2.3", "0x1", "5-", "--5", "1,000", "٣", "NaN"] {
            assert_eq!(decimal_of(text), None, "{text:?}");
        }
    }
}
