//! Element strings of GS1: what one code says of product, batch, dates and quantity. Read as people write them,
//! `(01)04006381333931(10)B7`, and as scanners send them: without brackets, a group separator after each element of
//! open length, perhaps a symbology identifier before it.

use crate::trade_item;

/// What scanners send for the function character FNC1 within a code.
pub const SEPARATOR: char = '\u{1d}';
/// Most elements of one code.
const ELEMENTS_MAX: usize = 20;
/// Most characters of one code.
const CODE_MAX: usize = 400;
/// What scanners may put before a code of GS1: GS1-128, DataBar, DataMatrix, QR.
const IDENTIFIERS: [&str; 5] = ["]C1", "]e0", "]d2", "]Q3", "]J1"];

/// Length of an element's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Exactly(usize),
    UpTo(usize),
}

/// Most decimals of a measure, as its identifier's last digit says.
const MEASURE_DECIMALS_MAX: usize = 5;

/// Application identifiers and the lengths of their values. Each `n` at the end stands for any digit. Those of measures end
/// with how many decimals their value has.
const KNOWN: &[(&str, Length)] = &[
    ("00", Length::Exactly(18)),
    ("01", Length::Exactly(14)),
    ("02", Length::Exactly(14)),
    ("10", Length::UpTo(20)),
    ("11", Length::Exactly(6)),
    ("12", Length::Exactly(6)),
    ("13", Length::Exactly(6)),
    ("15", Length::Exactly(6)),
    ("16", Length::Exactly(6)),
    ("17", Length::Exactly(6)),
    ("20", Length::Exactly(2)),
    ("21", Length::UpTo(20)),
    ("22", Length::UpTo(20)),
    ("240", Length::UpTo(30)),
    ("241", Length::UpTo(30)),
    ("250", Length::UpTo(30)),
    ("251", Length::UpTo(30)),
    ("30", Length::UpTo(8)),
    ("31nn", Length::Exactly(6)),
    ("32nn", Length::Exactly(6)),
    ("33nn", Length::Exactly(6)),
    ("34nn", Length::Exactly(6)),
    ("35nn", Length::Exactly(6)),
    ("36nn", Length::Exactly(6)),
    ("37", Length::UpTo(8)),
    ("392n", Length::UpTo(15)),
    ("393n", Length::UpTo(18)),
    ("400", Length::UpTo(30)),
    ("401", Length::UpTo(30)),
    ("402", Length::Exactly(17)),
    ("410", Length::Exactly(13)),
    ("411", Length::Exactly(13)),
    ("412", Length::Exactly(13)),
    ("413", Length::Exactly(13)),
    ("414", Length::Exactly(13)),
    ("420", Length::UpTo(20)),
    ("422", Length::Exactly(3)),
    ("90", Length::UpTo(30)),
    ("91", Length::UpTo(90)),
    ("92", Length::UpTo(90)),
    ("93", Length::UpTo(90)),
    ("94", Length::UpTo(90)),
    ("95", Length::UpTo(90)),
    ("96", Length::UpTo(90)),
    ("97", Length::UpTo(90)),
    ("98", Length::UpTo(90)),
    ("99", Length::UpTo(90)),
];

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
    #[error("too long")]
    Long,
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

    /// Expires on, `YYYY-MM-DD`: its last day, or else the day that it is best before.
    #[must_use]
    pub fn expires(&self, year: i32) -> Option<String> {
        date(self.value("17").or_else(|| self.value("15"))?, year)
    }

    /// How many: pieces of an item that varies, or trade items in a logistic unit.
    #[must_use]
    pub fn quantity(&self) -> Option<u32> {
        self.value("30").or_else(|| self.value("37"))?.parse().ok()
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

/// Whether GS1 fixes the length of elements that begin so, so that none needs a separator after them.
fn predefined(ai: &str) -> bool {
    const BEGINNINGS: [&str; 22] =
        ["00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33", "34", "35", "36", "41"];
    BEGINNINGS.iter().any(|beginning| ai.starts_with(beginning))
}

/// The identifier that a text begins with, and the length of its value.
fn identifier(text: &str) -> Option<(&str, Length)> {
    KNOWN.iter().find_map(|(pattern, length)| {
        let start = pattern.trim_end_matches('n');
        let digits = text.strip_prefix(start)?.get(..pattern.len() - start.len())?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| (&text[..pattern.len()], *length))
    })
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

/// Whether an identifier is that of a measure, trade or logistic, metric or not.
fn is_measure(ai: &str) -> bool {
    ai.len() == 4 && ["31", "32", "33", "34", "35", "36"].iter().any(|start| ai.starts_with(start))
}

fn fits(ai: &str, value: &str, length: Length) -> bool {
    let long = match length {
        Length::Exactly(exactly) => value.len() == exactly,
        Length::UpTo(most) => (1..=most).contains(&value.len()),
    };
    let digits = || value.bytes().all(|byte| byte.is_ascii_digit());
    long && value.bytes().all(|byte| byte.is_ascii_graphic())
        && match ai {
            "01" | "02" => trade_item::is_gtin(value),
            "11" | "12" | "13" | "15" | "16" | "17" => date(value, 2_000).is_some(),
            "00" | "20" | "30" | "37" => digits(),
            _ if is_measure(ai) => digits() && ai[3..].parse::<usize>().is_ok_and(|decimals| decimals <= MEASURE_DECIMALS_MAX),
            _ => true,
        }
}

fn element(ai: &str, value: &str, length: Length) -> Result<(String, String), Gs1Error> {
    let wrong = || Gs1Error::Value { ai: ai.to_owned(), value: value.to_owned() };
    if fits(ai, value, length) { Ok((ai.to_owned(), value.to_owned())) } else { Err(wrong()) }
}

/// Puts elements together that are to be written.
pub fn compose(elements: &[(&str, &str)]) -> Result<Elements, Gs1Error> {
    let one = |(ai, value): &(&str, &str)| match identifier(ai) {
        Some((known, length)) if known == *ai => element(ai, value, length),
        _ => Err(Gs1Error::Unknown((*ai).to_owned())),
    };
    elements.iter().map(one).collect::<Result<_, _>>().map(|all| Elements { all })
}

/// Reads a scanned or typed code.
pub fn parse(code: &str) -> Result<Elements, Gs1Error> {
    let code = code.trim_matches([' ', '\r', '\n', '\t']);
    if code.len() > CODE_MAX {
        return Err(Gs1Error::Long);
    }
    if code.starts_with('(') {
        return bracketed(code);
    }
    let identified = IDENTIFIERS.iter().find_map(|identifier| code.strip_prefix(identifier));
    // Without an identifier, only what begins with a trade item or a logistic unit is taken for one: other texts
    // begin with digits as well.
    let rest = identified.unwrap_or(code).trim_start_matches(SEPARATOR);
    let separated = code.contains(SEPARATOR);
    let begins = ["01", "02", "00"].iter().any(|start| rest.starts_with(start)) && rest.len() >= 16;
    if identified.is_none() && !separated && !begins {
        return Err(Gs1Error::Other);
    }
    plain(rest)
}

fn bracketed(code: &str) -> Result<Elements, Gs1Error> {
    let mut all = Vec::new();
    let mut rest = code;
    while !rest.is_empty() {
        let (ai, after) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or(Gs1Error::Other)?;
        // A value may hold brackets: it ends where the next known identifier begins.
        let next = after.match_indices('(').map(|(at, _)| at).find(|at| {
            let inner = after[at + 1..].split_once(')').map_or("", |(inner, _)| inner);
            identifier(inner).is_some_and(|(known, _)| known == inner)
        });
        let (value, following) = after.split_at(next.unwrap_or(after.len()));
        let (known, length) = identifier(ai).filter(|(known, _)| *known == ai).ok_or_else(|| Gs1Error::Unknown(ai.to_owned()))?;
        all.push(element(known, value.trim_end(), length)?);
        if all.len() > ELEMENTS_MAX {
            return Err(Gs1Error::Long);
        }
        rest = following;
    }
    Ok(Elements { all })
}

fn plain(mut rest: &str) -> Result<Elements, Gs1Error> {
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (ai, length) = identifier(rest).ok_or_else(|| Gs1Error::Unknown(rest.chars().take(4).collect()))?;
        let after = &rest[ai.len()..];
        let open = after.find(SEPARATOR).unwrap_or(after.len());
        let end = match length {
            Length::Exactly(exactly) if after.is_char_boundary(exactly) => exactly.min(open),
            Length::Exactly(_) | Length::UpTo(_) => open,
        };
        all.push(element(ai, &after[..end], length)?);
        if all.len() > ELEMENTS_MAX {
            return Err(Gs1Error::Long);
        }
        rest = after[end..].trim_start_matches(SEPARATOR);
    }
    if all.is_empty() { Err(Gs1Error::Other) } else { Ok(Elements { all }) }
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

    #[test]
    fn what_is_composed_is_checked() {
        assert_eq!(compose(&[("01", "04006381333931"), ("10", "B7")]).map(|made| made.encoded()), Ok("010400638133393110B7".to_owned()));
        assert!(compose(&[("10", "123456789012345678901")]).is_err());
        assert!(compose(&[("10", "")]).is_err());
        assert_eq!(compose(&[("5", "1")]), Err(Gs1Error::Unknown("5".into())));
    }
}
