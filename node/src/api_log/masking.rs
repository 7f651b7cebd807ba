//! What may be stored of a call's query and body: secrets and numbers of identity papers are masked whatever they are called,
//! of mobile numbers only the ends stay.

use serde_json::{Map, Value, json};

use crate::audit_log::journal::{MASK, is_secret, masked};

/// Parts of names whose values are numbers of identity papers, or solve a captcha.
const PAPERS: &[&str] =
    &["id_number", "idnumber", "id_no", "idno", "id_card", "idcard", "identity", "passport", "captcha", "verify_code", "openid", "unionid"];
/// Parts of names whose values are telephone numbers.
const TELEPHONES: &[&str] = &["mobile", "phone", "tel"];
/// Bytes of a body that are kept.
pub const BODY_MAX: usize = 4 * 1024;
/// Larger bodies are not read: only their size is kept.
pub const READ_MAX: usize = 64 * 1024;
/// Characters of a query.
const QUERY_MAX: usize = 1_000;
/// A part of a path that is longer may be a token.
const PART_MAX: usize = 24;
const PATH_MAX: usize = 200;
/// Digits of a number of an identity card, and of a Chinese mobile number.
const CARD_DIGITS: usize = 18;
const MOBILE_DIGITS: usize = 11;
/// The same with the prefix of the country, 86.
const LONG_MOBILE_DIGITS: usize = 13;

/// What a site masks beside the program's own names, in lower case.
#[derive(Clone, Copy, Debug)]
pub struct Masking<'a>(pub &'a [String]);

/// The ends of a number, as `138****8000`.
fn shortened(number: &str) -> String {
    let letters: Vec<char> = number.chars().collect();
    if letters.len() < 7 {
        return MASK.to_owned();
    }
    letters.iter().take(3).chain(&['*'; 4]).chain(letters.iter().skip(letters.len() - 4)).collect()
}

/// A text without the numbers of identity cards and mobile phones in it, and without what looks like a signed token.
#[must_use]
pub fn scanned(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            // A signed token is three parts of base64 that begin like this.
            let token = if rest.starts_with("eyJ") {
                rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"._-+/=".contains(byte)).count()
            } else {
                0
            };
            if token > PART_MAX {
                kept.push_str(MASK);
                rest = &rest[token..];
            } else {
                kept.push(first);
                rest = &rest[first.len_utf8()..];
            }
            continue;
        }
        let (number, after) = rest.split_at(digits);
        let check = digits == CARD_DIGITS - 1 && after.starts_with(['x', 'X']);
        let mobile = |number: &str| number.starts_with('1') && !number.starts_with("10") && !number.starts_with("11") && !number.starts_with("12");
        if check || digits == CARD_DIGITS {
            kept.push_str(MASK);
        } else if digits == MOBILE_DIGITS && mobile(number) || digits == LONG_MOBILE_DIGITS && number.strip_prefix("86").is_some_and(mobile) {
            kept.push_str(&shortened(number));
        } else {
            kept.push_str(number);
        }
        rest = &after[usize::from(check)..];
    }
    kept
}

impl Masking<'_> {
    fn hides(self, lower: &str) -> bool {
        is_secret(lower) || PAPERS.iter().any(|word| lower.contains(word)) || self.0.iter().any(|word| lower.contains(word.as_str()))
    }

    /// A value under a name.
    fn text(self, name: &str, value: &str) -> String {
        let lower = name.to_lowercase();
        if value.is_empty() {
            String::new()
        } else if self.hides(&lower) {
            MASK.to_owned()
        } else if TELEPHONES.iter().any(|word| lower.contains(word)) {
            shortened(value)
        } else {
            scanned(value)
        }
    }

    fn value(self, name: &str, value: Value) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value,
            _ if self.hides(&name.to_lowercase()) => json!(MASK),
            Value::String(text) => json!(self.text(name, &text)),
            Value::Number(number) => {
                let written = number.to_string();
                let kept = self.text(name, &written);
                if kept == written { Value::Number(number) } else { json!(kept) }
            }
            Value::Array(values) => Value::Array(values.into_iter().map(|value| self.value(name, value)).collect()),
            Value::Object(fields) => Value::Object(self.fields(fields)),
        }
    }

    fn fields(self, fields: Map<String, Value>) -> Map<String, Value> {
        fields
            .into_iter()
            .map(|(name, value)| {
                let value = self.value(&name, value);
                (scanned(&name), value)
            })
            .collect()
    }

    /// Pairs of a query or a form.
    fn pairs(self, text: &[u8]) -> String {
        let pairs = form_urlencoded::parse(text).map(|(name, value)| format!("{}={}", scanned(&name), self.text(&name, &value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// A query.
    #[must_use]
    pub fn query(self, query: &str) -> String {
        self.pairs(query.as_bytes()).chars().take(QUERY_MAX).collect()
    }

    /// A body, if it is JSON or a form; of any other its size.
    #[must_use]
    pub fn body(self, body: &[u8], kind: &str) -> String {
        let size = || format!("{} bytes", body.len());
        if body.is_empty() || body.len() > READ_MAX {
            return if body.is_empty() { String::new() } else { size() };
        }
        let mut kept = if kind.starts_with("application/x-www-form-urlencoded") {
            self.pairs(body)
        } else {
            // The administrators' log cuts what is deep or long; here are its rules and further ones.
            serde_json::from_slice(body).map_or_else(|_| size(), |value| self.value("", masked(value, 0)).to_string())
        };
        if kept.len() > BODY_MAX {
            let end = (0..=BODY_MAX).rev().find(|end| kept.is_char_boundary(*end)).unwrap_or(0);
            kept.truncate(end);
            kept.push('…');
        }
        kept
    }
}

/// A path that no route took: long parts of it may be tokens.
#[must_use]
pub fn path(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.len() > PART_MAX { "…".to_owned() } else { scanned(part) });
    parts.collect::<Vec<_>>().join("/").chars().take(PATH_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_by_name_and_numbers_wherever_they_stand() {
        let masked = ["nickname".to_owned()];
        let body = json!({
            "password": "plant-1", "newPassword": ["plant-2"], "deep": { "apiKey": { "a": "plant-3" }, "token": 4_444_441 },
            "id_number": "11010519491231002X", "remark": "card 11010519491231002X or 110105194912310021, call 13800138000 or +8613800138000",
            "mobile": "13800138000", "phone": 13_800_138_000_i64, "numbers": [13_900_139_000_i64], "13700137000": 1, "nickname": "plant-4",
            "note": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudCJ9.c2lnbmF0dXJl", "order": "CK20261128000017", "quantity": 12,
        });
        let kept = Masking(&masked).body(body.to_string().as_bytes(), "application/json");
        for planted in ["plant", "4444441", "11010519", "13800138000", "13900139000", "13700137000", "eyJ", "c2lnbmF0"] {
            assert!(!kept.contains(planted), "{planted}: {kept}");
        }
        let kept: Value = serde_json::from_str(&kept).expect("JSON");
        assert_eq!((&kept["mobile"], &kept["order"], &kept["quantity"]), (&json!("138****8000"), &json!("CK20261128000017"), &json!(12)));
    }

    #[test]
    fn queries_forms_and_paths_are_masked_too() {
        let masking = Masking(&[]);
        assert_eq!(masking.query("batoken=abc&quick_search=13800138000&page=2"), "batoken=***&quick_search=138****8000&page=2");
        assert_eq!(masking.body(b"password=a&x=1", "application/x-www-form-urlencoded"), "password=***&x=1");
        assert_eq!(masking.body(b"\xff\x00secret", "multipart/form-data"), "8 bytes");
        assert_eq!(path("/reset/0123456789abcdef0123456789abcdef/13800138000"), "/reset/…/138****8000");
        let long = masking.body(json!({ "x": (0..40).map(|_| "é".repeat(400)).collect::<Vec<_>>() }).to_string().as_bytes(), "");
        assert!(long.len() <= BODY_MAX + 3 && long.ends_with('…'));
    }
}
