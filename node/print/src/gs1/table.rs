//! Application identifiers of GS1 and how codes are written: the table that the web app reads as well.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::date;
use crate::trade_item::check_digit;

/// As GS1 orders them, with the signs, symbologies and separators that codes come with.
#[derive(Deserialize)]
pub(super) struct Table {
    /// Identifiers, or the first and the last of several, and what their values are.
    identifiers: BTreeMap<String, String>,
    /// How identifiers begin whose elements need no separator after them.
    predefined: Vec<String>,
    signs: BTreeMap<char, String>,
    /// What scanners may put before a code of GS1.
    pub(super) symbologies: Vec<String>,
    /// What programs write for FNC1, in lower case, longer ones before those that they begin with.
    pub(super) separators: Vec<String>,
    pub(super) addresses: Addresses,
}

/// Of GS1 Digital Link.
#[derive(Deserialize)]
pub(super) struct Addresses {
    pub(super) keys: Vec<String>,
    pub(super) qualifiers: Vec<String>,
    /// Older names of identifiers.
    pub(super) names: BTreeMap<String, String>,
    /// Hexadecimal digits that compressed codes begin with.
    pub(super) compressed: Vec<String>,
}

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    kind: char,
    least: usize,
    most: usize,
    may_be_missing: bool,
}

/// What the values of an identifier are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form(Vec<Part>);

/// An identifier and what its values are.
static FORMS: LazyLock<BTreeMap<String, Form>> = LazyLock::new(|| {
    let each = |(names, form): (&String, &String)| {
        let form = Form::read(form);
        names_between(names).map(move |name| (name, form.clone())).collect::<Vec<_>>()
    };
    TABLE.identifiers.iter().flat_map(each).collect()
});

/// See [`Table`].
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    // The text is part of the program, and a test reads it.
    #[allow(clippy::expect_used)]
    serde_json::from_str(include_str!("../../../../web/src/shared/scan/gs1.json")).expect("a table that a test has read")
});

/// `310` to `313` of `310-313`.
fn names_between(names: &str) -> impl Iterator<Item = String> + use<> {
    let (first, last) = names.split_once('-').unwrap_or((names, names));
    let (first, last, width) = (first.parse::<u32>().unwrap_or(0), last.parse::<u32>().unwrap_or(0), first.len());
    (first..=last).map(move |number| format!("{number:0width$}"))
}

impl Form {
    fn read(text: &str) -> Self {
        let part = |part: &str| {
            let may_be_missing = part.ends_with('?');
            let part = part.trim_end_matches('?');
            let (kind, length) = part.split_at(part.len().min(1));
            let up_to = length.strip_prefix("..");
            let most = up_to.unwrap_or(length).parse().unwrap_or(0);
            Part { kind: kind.chars().next().unwrap_or('X'), least: if up_to.is_some() { 1 } else { most }, most, may_be_missing }
        };
        Self(text.split(' ').map(part).collect())
    }

    /// The length of its values, where they have but one.
    pub(super) fn length(&self) -> Option<usize> {
        self.0.iter().map(|part| (part.least == part.most && !part.may_be_missing).then_some(part.most)).sum()
    }

    /// Whether a value is of this form.
    pub(super) fn has(&self, value: &str) -> bool {
        let mut rest = value;
        for part in &self.0 {
            let Some((own, after)) = rest.split_at_checked(rest.len().min(part.most)) else { return false };
            if own.is_empty() && part.may_be_missing {
                continue;
            }
            if own.len() < part.least || !part.has(own) {
                return false;
            }
            rest = after;
        }
        rest.is_empty()
    }
}

impl Part {
    fn has(&self, text: &str) -> bool {
        let digits = || text.bytes().all(|byte| byte.is_ascii_digit());
        match self.kind {
            'N' => digits(),
            'K' => {
                let ends = |number: &str, last: &str| check_digit(number).is_some_and(|digit| last == digit.to_string());
                digits() && text.split_at_checked(text.len().saturating_sub(1)).is_some_and(|(number, last)| ends(number, last))
            }
            'D' => digits() && date(text, 2_000).is_some(),
            kind => TABLE.signs.get(&kind).is_some_and(|signs| text.chars().all(|sign| signs.contains(sign))),
        }
    }
}

/// What the values of an identifier are.
pub(super) fn form(ai: &str) -> Option<&'static Form> {
    FORMS.get(ai)
}

/// The identifier that a text begins with, and what its values are.
pub(super) fn leading(text: &str) -> Option<(&str, &'static Form)> {
    (2..=4).find_map(|length| {
        let ai = text.get(..length)?;
        Some((ai, form(ai)?))
    })
}

/// Whether GS1 fixes the length of elements that begin so, so that none needs a separator after them.
pub(super) fn predefined(ai: &str) -> bool {
    TABLE.predefined.iter().any(|beginning| ai.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_identifier_has_a_form_and_none_begins_another() {
        assert!(FORMS.len() > 400, "{}", FORMS.len());
        for (ai, form) in FORMS.iter() {
            assert!((2..=4).contains(&ai.len()) && ai.bytes().all(|byte| byte.is_ascii_digit()), "{ai}");
            assert!(form.0.iter().all(|part| part.most > 0 && "NXYZDK".contains(part.kind)), "{ai}");
            assert!(!FORMS.keys().any(|other| other != ai && other.starts_with(ai.as_str())), "{ai}");
            assert!(!predefined(ai) || form.length().is_some(), "{ai}");
        }
        assert_eq!(TABLE.signs[&'X'].len(), 82);
        let addresses = &TABLE.addresses;
        for ai in addresses.keys.iter().chain(&addresses.qualifiers).chain(addresses.names.values()) {
            assert!(form(ai).is_some(), "{ai}");
        }
    }

    #[test]
    fn values_have_their_parts() {
        let has = |ai: &str, value: &str| form(ai).expect("an identifier").has(value);
        for (ai, value) in
            [("7007", "260101"), ("7007", "260101260131"), ("253", "4006381333931"), ("253", "4006381333931A-1"), ("423", "276"), ("423", "276040")]
        {
            assert!(has(ai, value), "{ai} {value}");
        }
        for (ai, value) in [("7007", "2601012"), ("253", "400638133393"), ("423", "2760"), ("8010", "a"), ("10", "A B"), ("10", "A|B"), ("10", "A^B")]
        {
            assert!(!has(ai, value), "{ai} {value}");
        }
        assert_eq!((form("8006").and_then(Form::length), form("7011").and_then(Form::length)), (Some(18), None));
    }
}
