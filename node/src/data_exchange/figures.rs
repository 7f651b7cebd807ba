//! Numbers as people and programs write them in files: the one place that reads them, for all imports. Pasted rows are read by the
//! same rules in the browser (`web/src/shared/number/written.ts`); both are tried with the same cases. Pure.
//!
//! A comma, a blank or an apostrophe separates thousands only between groups of three digits, after one to three that don't begin
//! with 0. A comma that does not is a decimal comma. What is neither is refused: nothing is left out silently.

/// Why a text is not read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureError {
    /// It has other letters or signs.
    NoNumber,
    /// Its separators make no sense, as in `1,2,3`.
    Separators,
    /// It has an exponent: a program that shows numbers so has left digits out.
    Exponent,
}

impl FigureError {
    /// The key of the message.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::NoNumber => "error.number",
            Self::Separators => "error.number.separators",
            Self::Exponent => "error.number.exponent",
        }
    }
}

/// Full-width signs stand so far above the usual ones.
const FULL_WIDTH: u32 = 0xfee0;

/// A text with the usual signs in the place of those that look or mean the same; invisible marks are left out.
#[must_use]
pub fn usual(text: &str) -> String {
    let sign = |letter: char| match letter {
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - FULL_WIDTH),
        '−' | '‐' | '‑' | '–' | '﹣' => Some('-'),
        '’' | '‘' | 'ʼ' | '´' | '`' => Some('\''),
        letter if letter.is_whitespace() => Some(' '),
        letter => Some(letter),
    };
    text.chars().filter_map(sign).collect::<String>().trim().to_owned()
}

/// Whether a sign is that of a currency.
const fn is_currency(letter: char) -> bool {
    matches!(
        letter,
        '$' | '¢' | '£' | '¤' | '¥' | '֏' | '؋' | '৲' | '৳' | '฿' | '៛' | '\u{20a0}'..='\u{20cf}' | '﷼' | '﹩' | '￠' | '￡' | '￥' | '￦'
    )
}

/// The number without its sign and that of a currency, and whether it is negative: `-5`, `5-`, `(5)`, `-$5`, `5 €`.
fn unsigned(text: &str) -> (&str, bool) {
    let (mut rest, in_brackets) = match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inside) => (inside.trim(), true),
        None => (text, false),
    };
    let (mut sign, mut currency) = (None, false);
    loop {
        let before = rest;
        if sign.is_none() && !in_brackets {
            let signed = rest.strip_prefix('-').or_else(|| rest.strip_suffix('-')).map(|rest| (rest, true));
            if let Some((unsigned, negative)) = signed.or_else(|| rest.strip_prefix('+').map(|rest| (rest, false))) {
                (rest, sign) = (unsigned.trim(), Some(negative));
            }
        }
        if !currency && let Some(bare) = rest.strip_prefix(is_currency).or_else(|| rest.strip_suffix(is_currency)) {
            (rest, currency) = (bare.trim(), true);
        }
        if rest == before {
            return (rest, in_brackets || sign == Some(true));
        }
    }
}

/// Whether a text is a number with an exponent.
fn has_exponent(text: &str) -> bool {
    let Some((number, exponent)) = text.split_once(['e', 'E']) else { return false };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let figures = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    !exponent.is_empty() && digits(exponent) && figures && number.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether groups of digits are those between separators of thousands.
fn are_thousands(groups: &[&str]) -> bool {
    let [first, others @ ..] = groups else { return false };
    (1..=3).contains(&first.len()) && !first.starts_with('0') && others.iter().all(|group| group.len() == 3)
}

/// The whole part of a number, by its groups, and its decimals.
fn parts(number: &str) -> Option<(Vec<&str>, &str)> {
    let groups: Vec<&str> = number.split(['.', ',', ' ', '\'']).collect();
    let separators: Vec<char> = number.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    let (Some(last), Some(first)) = (separators.last().copied(), separators.first().copied()) else { return Some((groups, "")) };
    let (decimals, whole) = groups.split_last()?;
    if separators.len() == 1 {
        return match last {
            ',' if are_thousands(&groups) => Some((groups, "")),
            '.' => Some((whole.to_vec(), *decimals)),
            ',' if !decimals.is_empty() => Some((whole.to_vec(), *decimals)),
            ' ' | '\'' if are_thousands(&groups) => Some((groups, "")),
            _ => None,
        };
    }
    if separators.iter().all(|separator| *separator == first) {
        return are_thousands(&groups).then_some((groups, ""));
    }
    let grouped = separators[..separators.len() - 1].iter().all(|separator| *separator == first);
    (grouped && first != last && matches!(last, '.' | ',') && !decimals.is_empty() && are_thousands(whole)).then(|| (whole.to_vec(), *decimals))
}

/// The number that a text is, in digits with perhaps a minus sign and a point; an empty text stays one.
pub fn read(text: &str) -> Result<String, FigureError> {
    let text = usual(text);
    if text.is_empty() {
        return Ok(text);
    }
    let (number, negative) = unsigned(&text);
    if has_exponent(number) {
        return Err(FigureError::Exponent);
    }
    let is_sign = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b' ' | b'\'');
    if !number.bytes().all(is_sign) || !number.bytes().any(|byte| byte.is_ascii_digit()) {
        return Err(FigureError::NoNumber);
    }
    let (whole, decimals) = parts(number).ok_or(FigureError::Separators)?;
    let whole = whole.concat();
    let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
    let is_zero = whole == "0" && decimals.bytes().all(|digit| digit == b'0');
    let (sign, point) = (if negative && !is_zero { "-" } else { "" }, if decimals.is_empty() { "" } else { "." });
    Ok(format!("{sign}{whole}{point}{decimals}"))
}

/// The same for a whole number: decimals that are all zeros are left out.
pub fn read_whole(text: &str) -> Result<String, FigureError> {
    let number = read(text)?;
    Ok(match number.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|digit| digit == b'0') => whole.to_owned(),
        _ => number,
    })
}

/// Whether a spreadsheet has made a number of a code and left digits out: `6.90123E+12`.
#[must_use]
pub fn has_lost_digits(code: &str) -> bool {
    let code = usual(code);
    let Some((number, exponent)) = code.split_once(['e', 'E']) else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `1E5` alone may be a code of its own.
    let signed = exponent.strip_prefix(['+', '-']);
    let number = number.strip_prefix('-').unwrap_or(number);
    let split = number.split_once(['.', ',']);
    let (whole, decimals) = split.unwrap_or((number, "0"));
    let power = signed.unwrap_or(exponent);
    let is_power = (2..=3).contains(&power.len()) && digits(power) && (signed.is_some() || split.is_some());
    is_power && whole.len() == 1 && digits(whole) && digits(decimals)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// What pasted rows are tried with as well.
    const CASES: &str = include_str!("../../../web/src/shared/number/written.json");

    fn cases(name: &str) -> Vec<(String, Value)> {
        let all: Value = serde_json::from_str(CASES).expect("JSON");
        let cases = all[name].as_object().expect("cases").clone();
        assert!(!cases.is_empty());
        cases.into_iter().collect()
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (text, number) in cases("numbers") {
            assert_eq!(read(&text).as_deref(), Ok(number.as_str().expect("a text")), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_or_could_be_two_is_refused() {
        for (text, reason) in cases("refused") {
            let reason = match reason.as_str() {
                Some("number") => FigureError::NoNumber,
                Some("separators") => FigureError::Separators,
                Some("exponent") => FigureError::Exponent,
                _ => panic!("an unknown reason for {text}"),
            };
            assert_eq!(read(&text), Err(reason), "{text}");
        }
    }

    #[test]
    fn whole_numbers_may_end_in_zeros() {
        for (text, number) in [("12.00", "12"), ("1,000.0", "1000"), ("-3,00", "-3"), ("1.5", "1.5"), ("7", "7")] {
            assert_eq!(read_whole(text).as_deref(), Ok(number), "{text}");
        }
    }

    #[test]
    fn codes_that_a_spreadsheet_cut_are_known() {
        for (code, lost) in cases("codes") {
            assert_eq!(has_lost_digits(&code), lost.as_bool().expect("yes or no"), "{code}");
        }
    }
}
