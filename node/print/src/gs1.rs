//! Element strings of GS1: what one code says of product, batch, dates and quantity. Read as people write them,
//! `(01)04006381333931(10)B7`, as scanners send them: without brackets, a group separator after each element of
//! open length, perhaps a symbology identifier before it; and as web addresses. The web app reads them in the same way
//! (`web/src/shared/scan/gs1.ts`), from the same table.

mod address;
mod table;

use std::borrow::Cow;

use self::table::{TABLE, form, leading, predefined};

/// What scanners send for the function character FNC1 within a code.
pub const SEPARATOR: char = '\u{1d}';
/// Most elements of one code.
const ELEMENTS_MAX: usize = 20;
/// Most bytes of one code.
pub const CODE_MAX: usize = 512;

/// What the trade measures in: net weight, length, area, net volume. Measures in inches or pounds and those of whole pallets
/// are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureUnit {
    Kilogram,
    Metre,
    SquareMetre,
    Litre,
    CubicMetre,
}

impl MeasureUnit {
    /// The unit of an identifier without its last digit.
    fn named(start: &str) -> Option<Self> {
        Some(match start {
            "310" => Self::Kilogram,
            "311" => Self::Metre,
            "314" => Self::SquareMetre,
            "315" => Self::Litre,
            "316" => Self::CubicMetre,
            _ => return None,
        })
    }

    /// On the wire.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Kilogram => "kg",
            Self::Metre => "m",
            Self::SquareMetre => "m2",
            Self::Litre => "l",
            Self::CubicMetre => "m3",
        }
    }
}

/// How much of an item of variable measure a code is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    pub unit: MeasureUnit,
    /// A decimal, without zeros at its ends that say nothing: `1.25`.
    pub amount: String,
}

/// Why a text is no element string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gs1Error {
    /// It does not begin as one.
    #[error("not a code of GS1")]
    Other,
    #[error("the element {0} is not known")]
    Unknown(String),
    #[error("({ai}) can't be {value}")]
    Value { ai: String, value: String },
    #[error("({0}) is there twice")]
    Twice(String),
    /// A web address that holds its elements in the compressed form.
    #[error("compressed web addresses are not read")]
    Compressed,
    #[error("too long")]
    Long,
}

impl Gs1Error {
    /// On the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Unknown(_) => "unknown",
            Self::Value { .. } => "value",
            Self::Twice(_) => "twice",
            Self::Compressed => "compressed",
            Self::Long => "long",
        }
    }
}

/// What a code says. Elements that are not of use here are kept beside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elements {
    /// As they came: application identifier and value.
    pub all: Vec<(String, String)>,
}

impl Elements {
    fn value(&self, ai: &str) -> Option<&str> {
        self.all.iter().find(|(known, _)| known == ai).map(|(_, value)| value.as_str())
    }

    /// The trade item's number, of 14 digits; in a logistic unit, of what is in it.
    #[must_use]
    pub fn gtin(&self) -> Option<&str> {
        self.value("01").or_else(|| self.value("02"))
    }

    /// The maker's own number of the product.
    #[must_use]
    pub fn product_no(&self) -> Option<&str> {
        self.value("240")
    }

    /// The batch.
    #[must_use]
    pub fn batch(&self) -> Option<&str> {
        self.value("10")
    }

    /// Produced on, `YYYY-MM-DD`.
    #[must_use]
    pub fn produced(&self, year: i32) -> Option<String> {
        date(self.value("11")?, year)
    }

    /// Expires on, `YYYY-MM-DD`: its last day, that of its last hour, or else the day that it is best before.
    #[must_use]
    pub fn expires(&self, year: i32) -> Option<String> {
        let day = |ai: &str| self.value(ai)?.get(..6);
        date(day("17").or_else(|| day("7003")).or_else(|| day("15"))?, year)
    }

    /// How many: trade items in a logistic unit, or pieces of an item that varies.
    #[must_use]
    pub fn quantity(&self) -> Option<u32> {
        self.value("37").or_else(|| self.value("30"))?.parse().ok().filter(|quantity| *quantity > 0)
    }

    /// What was measured, in the order of the code. It is the whole of what the code is on, however many pieces that is.
    #[must_use]
    pub fn measures(&self) -> Vec<Measure> {
        let measure = |(ai, value): &(String, String)| {
            let (unit, decimals) = (MeasureUnit::named(ai.get(..3)?)?, ai.get(3..)?.parse().ok()?);
            Some(Measure { unit, amount: decimal(value, decimals)? })
        };
        self.all.iter().filter_map(measure).collect()
    }

    /// As people read it, with brackets.
    #[must_use]
    pub fn readable(&self) -> String {
        self.all.iter().map(|(ai, value)| format!("({ai}){value}")).collect()
    }

    /// As it is encoded after the first FNC1: [`SEPARATOR`] after each element of open length but the last.
    #[must_use]
    pub fn encoded(&self) -> String {
        let mut text = String::new();
        let mut open = false;
        for (ai, value) in &self.all {
            if open {
                text.push(SEPARATOR);
            }
            text.push_str(ai);
            text.push_str(value);
            open = !predefined(ai);
        }
        text
    }
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i32, month: i32) -> i32 {
    match month {
        2 => 28 + i32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `YYMMDD` as `YYYY-MM-DD`, in the century that lies nearest to `this_year`; day 00 is the month's last.
fn date(text: &str, this_year: i32) -> Option<String> {
    let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<i32>().ok();
    let (two, month, day) = (part(0..2)?, part(2..4)?, part(4..6)?);
    let century = this_year.div_euclid(100) * 100;
    let year = match two - this_year.rem_euclid(100) {
        51..=99 => century - 100 + two,
        -99..=-50 => century + 100 + two,
        _ => century + two,
    };
    let last = days_of(year, month);
    if !(1..=12).contains(&month) || day > last {
        return None;
    }
    Some(format!("{year:04}-{month:02}-{:02}", if day == 0 { last } else { day }))
}

/// Digits of which the last so many are decimals.
fn decimal(digits: &str, decimals: usize) -> Option<String> {
    let (whole, fraction) = digits.split_at_checked(digits.len().checked_sub(decimals)?)?;
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// An element whose value is as its identifier wants it.
fn element(ai: &str, value: &str) -> Result<(String, String), Gs1Error> {
    let form = form(ai).ok_or_else(|| Gs1Error::Unknown(ai.to_owned()))?;
    let wrong = || Gs1Error::Value { ai: ai.to_owned(), value: value.to_owned() };
    if form.has(value) { Ok((ai.to_owned(), value.to_owned())) } else { Err(wrong()) }
}

/// Elements that don't contradict each other. One that is repeated is there once.
fn collected(elements: Vec<(String, String)>) -> Result<Elements, Gs1Error> {
    let mut all: Vec<(String, String)> = Vec::with_capacity(elements.len());
    for (ai, value) in elements {
        match all.iter().find(|(known, _)| *known == ai) {
            Some((_, known)) if *known == value => {}
            Some(_) => return Err(Gs1Error::Twice(ai)),
            None => all.push((ai, value)),
        }
    }
    if all.is_empty() { Err(Gs1Error::Other) } else { Ok(Elements { all }) }
}

/// Puts elements together that are to be written.
pub fn compose(elements: &[(&str, &str)]) -> Result<Elements, Gs1Error> {
    collected(elements.iter().map(|(ai, value)| element(ai, value)).collect::<Result<_, _>>()?)
}

/// A code with [`SEPARATOR`] wherever FNC1 is written in another way, and with the signs of ASCII for their full-width forms.
fn plainly_written(code: &str) -> Cow<'_, str> {
    let narrow = |sign: char| match sign {
        // Full-width ASCII lies 0xFEE0 above ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        other => other,
    };
    let mut text: Cow<'_, str> = if code.is_ascii() { Cow::Borrowed(code) } else { Cow::Owned(code.chars().map(narrow).collect()) };
    for written in &TABLE.separators {
        // Lower case of ASCII keeps every byte in its place.
        while let Some(at) = text.to_ascii_lowercase().find(written.as_str()) {
            let mut changed = text.into_owned();
            changed.replace_range(at..at + written.len(), "\u{1d}");
            text = Cow::Owned(changed);
        }
    }
    text
}

/// Whether a text without a symbology identifier begins as a code of GS1 does: with a trade item or a logistic unit. Other
/// texts begin with digits as well, numbers of logistic units among them.
fn begins(rest: &str) -> bool {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_sscc = rest.len() == 18 && form("00").is_some_and(|form| form.has(rest));
    ["01", "02", "00"].iter().any(|start| rest.starts_with(start)) && digits >= 16 && !is_sscc
}

/// Reads a scanned or typed code.
pub fn parse(code: &str) -> Result<Elements, Gs1Error> {
    let code = code.trim_matches([' ', '\r', '\n', '\t']);
    if code.len() > CODE_MAX {
        return Err(Gs1Error::Long);
    }
    let identified = TABLE.symbologies.iter().find_map(|identifier| code.strip_prefix(identifier.as_str()));
    let after_symbology = code.strip_prefix(']').and_then(|rest| rest.get(2..)).unwrap_or(code);
    if address::is_address(after_symbology) {
        return address::parse(after_symbology);
    }
    let separated = code.contains(SEPARATOR);
    let rest = plainly_written(identified.unwrap_or(code));
    let rest = rest.trim_matches(SEPARATOR).trim();
    if rest.starts_with('(') {
        return bracketed(rest);
    }
    if identified.is_none() && !separated && !begins(rest) {
        return Err(Gs1Error::Other);
    }
    plain(rest)
}

/// What stands in brackets at the beginning of a text, where that may be an identifier, known or not.
fn in_brackets(text: &str) -> Option<&str> {
    let (inner, _) = text.strip_prefix('(')?.split_once(')')?;
    ((2..=4).contains(&inner.len()) && inner.bytes().all(|byte| byte.is_ascii_digit())).then_some(inner)
}

fn bracketed(code: &str) -> Result<Elements, Gs1Error> {
    let mut all = Vec::new();
    let mut rest = code;
    while !rest.is_empty() {
        let (ai, after) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or(Gs1Error::Other)?;
        if form(ai).is_none() {
            return Err(if in_brackets(rest).is_some() || !all.is_empty() { Gs1Error::Unknown(ai.to_owned()) } else { Gs1Error::Other });
        }
        // A value may hold brackets: it ends where the next identifier begins.
        let next = after.match_indices('(').map(|(at, _)| at).find(|at| in_brackets(&after[*at..]).is_some());
        let (value, following) = after.split_at(next.unwrap_or(after.len()));
        all.push(element(ai, value.trim_matches(SEPARATOR).trim())?);
        if all.len() > ELEMENTS_MAX {
            return Err(Gs1Error::Long);
        }
        rest = following;
    }
    collected(all)
}

fn plain(mut rest: &str) -> Result<Elements, Gs1Error> {
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (ai, form) = leading(rest).ok_or_else(|| Gs1Error::Unknown(rest.chars().take(4).collect()))?;
        let after = &rest[ai.len()..];
        let open = after.find(SEPARATOR).unwrap_or(after.len());
        let end = form.length().filter(|length| after.is_char_boundary(*length)).map_or(open, |length| length.min(open));
        all.push(element(ai, &after[..end])?);
        if all.len() > ELEMENTS_MAX {
            return Err(Gs1Error::Long);
        }
        rest = after[end..].trim_start_matches(SEPARATOR);
    }
    collected(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str) -> Elements {
        parse(code).unwrap_or_else(|error| panic!("{code}: {error}"))
    }

    #[test]
    fn brackets_and_scanners_say_the_same() {
        let written = read("(01)04006381333931(17)270630(30)12(10)B-7/x");
        assert_eq!(written.gtin(), Some("04006381333931"));
        assert_eq!((written.batch(), written.expires(2026).as_deref(), written.quantity()), (Some("B-7/x"), Some("2027-06-30"), Some(12)));
        for scanned in [
            "]C10104006381333931172706303012\u{1d}10B-7/x",
            "]d2\u{1d}0104006381333931172706303012\u{1d}10B-7/x\u{1d}",
            "0104006381333931172706303012\u{1d}10B-7/x\r\n",
        ] {
            assert_eq!(read(scanned), written, "{scanned:?}");
        }
        assert_eq!(written.encoded(), "0104006381333931172706303012\u{1d}10B-7/x");
        assert_eq!(read(&written.encoded()), written);
        assert_eq!(written.readable(), "(01)04006381333931(17)270630(30)12(10)B-7/x");
    }

    #[test]
    fn dates_have_a_century_and_a_last_day() {
        let expires = |text: &str, year| read(&format!("(17){text}")).expires(year);
        assert_eq!(expires("270200", 2026).as_deref(), Some("2027-02-28"));
        assert_eq!(expires("280200", 2026).as_deref(), Some("2028-02-29"));
        assert_eq!(expires("990101", 2026).as_deref(), Some("1999-01-01"));
        assert_eq!(expires("760101", 2026).as_deref(), Some("2076-01-01"));
        assert_eq!(expires("770101", 2026).as_deref(), Some("1977-01-01"));
        assert_eq!(expires("010101", 2099).as_deref(), Some("2101-01-01"));
        assert_eq!(read("(15)270101").expires(2026).as_deref(), Some("2027-01-01"));
        assert_eq!(read("(11)260131").produced(2026).as_deref(), Some("2026-01-31"));
        assert!(matches!(parse("(17)271301"), Err(Gs1Error::Value { .. })));
        assert!(matches!(parse("(17)270631"), Err(Gs1Error::Value { .. })));
    }

    #[test]
    fn measures_have_the_decimals_of_their_identifier() {
        let measured = |code: &str| read(code).measures().into_iter().map(|measure| (measure.unit, measure.amount)).collect::<Vec<_>>();
        let of = |unit, amount: &str| vec![(unit, amount.to_owned())];
        for (code, unit, amount) in [
            ("(3103)001250", MeasureUnit::Kilogram, "1.25"),
            ("(3100)000012", MeasureUnit::Kilogram, "12"),
            ("(3105)000001", MeasureUnit::Kilogram, "0.00001"),
            ("(3112)012340", MeasureUnit::Metre, "123.4"),
            ("(3141)000005", MeasureUnit::SquareMetre, "0.5"),
            ("(3152)000075", MeasureUnit::Litre, "0.75"),
            ("(3161)999999", MeasureUnit::CubicMetre, "99999.9"),
            ("(3103)000000", MeasureUnit::Kilogram, "0"),
        ] {
            assert_eq!(measured(code), of(unit, amount), "{code}");
        }
        // No separator comes after a measure, and others than those of the trade are skipped.
        let scanned = read("]C101940063813339343103001250330300150010B7");
        assert_eq!((scanned.gtin(), scanned.batch()), (Some("94006381333934"), Some("B7")));
        assert_eq!(scanned.measures(), [Measure { unit: MeasureUnit::Kilogram, amount: "1.25".into() }]);
        assert_eq!(scanned.encoded(), "01940063813339343103001250330300150010B7");
        assert_eq!(measured("(3103)001250(3153)001300").len(), 2);
        for wrong in ["(3103)00125", "(3103)00125A", "(3106)001250", "(310)001250"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_codes_are_not_taken_for_it() {
        for other in ["4006381333931", "A-1", "CK202611230001", "", "0100", "10ABC", "(", "(01", "01040063813339320000"] {
            assert!(parse(other).is_err(), "{other}");
        }
        assert_eq!(parse("(01)04006381333932"), Err(Gs1Error::Value { ai: "01".into(), value: "04006381333932".into() }));
        assert_eq!(parse("(88)1"), Err(Gs1Error::Unknown("88".into())));
        assert_eq!(parse("(10)B(88)1"), Err(Gs1Error::Unknown("88".into())));
        assert_eq!(parse("]C1"), Err(Gs1Error::Other));
        assert_eq!(parse(&"(21)1".repeat(30)), Err(Gs1Error::Long));
        assert!(parse("(10)批次").is_err());
        assert!(parse("]C10104006381333931").is_ok());
        assert!(parse("]C101货货货货货").is_err());
    }

    #[test]
    fn values_may_hold_brackets() {
        let read = read("(240)A(7)(10)B(x)1(37)4");
        assert_eq!((read.product_no(), read.batch(), read.quantity()), (Some("A(7)"), Some("B(x)1"), Some(4)));
    }

    /// The web app reads the same samples (`web/test/gs1.test.ts`).
    #[test]
    fn samples_are_read_as_the_web_app_reads_them() {
        #[derive(serde::Deserialize)]
        struct Sample {
            code: String,
            #[serde(default)]
            elements: Vec<(String, String)>,
            #[serde(default)]
            expires: Option<String>,
            #[serde(default)]
            quantity: Option<u32>,
            #[serde(default)]
            fault: Option<String>,
        }
        let samples: Vec<Sample> = serde_json::from_str(include_str!("../../../web/test/gs1Samples.json")).expect("samples");
        assert!(samples.len() > 40);
        for sample in samples {
            let (read, fault) = match parse(&sample.code) {
                Ok(read) => (read, None),
                Err(error) => (Elements::default(), Some(error.name().to_owned())),
            };
            assert_eq!((&read.all, &fault), (&sample.elements, &sample.fault), "{}", sample.code);
            assert_eq!((read.expires(2026), read.quantity()), (sample.expires, sample.quantity), "{}", sample.code);
        }
    }

    #[test]
    fn what_is_composed_is_checked() {
        assert_eq!(compose(&[("01", "04006381333931"), ("10", "B7")]).map(|made| made.encoded()), Ok("010400638133393110B7".to_owned()));
        assert!(compose(&[("10", "123456789012345678901")]).is_err());
        assert!(compose(&[("10", "")]).is_err());
        assert_eq!(compose(&[("5", "1")]), Err(Gs1Error::Unknown("5".into())));
    }
}
