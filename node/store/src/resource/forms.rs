//! Formats of texts, as a field's rule asks for them.

use chrono::NaiveDate;

use super::declaration::Rule;

/// An address of a stored file or on the web; never a script.
pub(super) fn address(plain: &str) -> bool {
    let scheme = plain.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    plain.chars().count() <= 500
        && !plain.chars().any(char::is_control)
        && match scheme {
            None => true,
            Some(scheme) if scheme == "https" || scheme == "http" => true,
            Some(scheme) => scheme.contains('/'),
        }
}

/// Whether digits are a day of the calendar, as `YYYYMMDD`.
fn is_day(digits: &str) -> bool {
    NaiveDate::parse_from_str(digits, "%Y%m%d").is_ok()
}

/// A number of a Chinese identity card (GB 11643): 17 digits with a check digit, or the older 15 digits.
fn is_id_number(plain: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain.is_ascii() || plain.starts_with('0') {
        return false;
    }
    match plain.len() {
        15 => digits(plain) && is_day(&format!("19{}", &plain[6..12])),
        18 => {
            let (body, last) = plain.split_at(17);
            let sum: u32 = body.bytes().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit.wrapping_sub(b'0')) * weight).sum();
            let expected = b"10X98765432"[sum as usize % 11];
            digits(body) && is_day(&plain[6..14]) && last.to_ascii_uppercase().as_bytes() == [expected]
        }
        _ => false,
    }
}

/// A number as people write it: digits, and with `decimals` a point and more of them.
fn is_number(plain: &str, decimals: Option<bool>) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = plain.strip_prefix('-').unwrap_or(plain);
    match (unsigned.split_once('.'), decimals) {
        (Some((whole, rest)), None | Some(true)) => digits(whole) && digits(rest),
        (None, None | Some(false)) => digits(unsigned),
        _ => false,
    }
}

/// Whether HTML shows nothing: no text, and nothing that is seen without one.
#[must_use]
pub fn is_blank_html(html: &str) -> bool {
    let seen = ["<img", "<video", "<audio", "<hr", "<table"].iter().any(|element| html.contains(element));
    // After each `<` comes a tag up to its `>`, then text.
    let mut parts = html.split('<');
    let before = parts.next().unwrap_or_default();
    let text: String = std::iter::once(before).chain(parts.map(|part| part.split_once('>').map_or("", |(_, text)| text))).collect();
    !seen && text.replace("&nbsp;", "").trim().is_empty()
}

/// Whether a text is of the form that a rule asks for.
#[must_use]
pub fn fits(rule: Rule, text: &str) -> bool {
    check_form(rule, text).is_ok()
}

/// Checks a text against a rule; otherwise returns the key of the message.
pub fn check_form(rule: Rule, plain: &str) -> Result<(), &'static str> {
    let word = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let begins = plain.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic());
    let fits = match rule {
        Rule::Mobile => {
            let bytes = plain.as_bytes();
            bytes.len() == 11 && bytes.iter().all(u8::is_ascii_digit) && bytes[0] == b'1' && (b'3'..=b'9').contains(&bytes[1])
        }
        Rule::Email => plain.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.') && !plain.contains(char::is_whitespace)
        }),
        Rule::Account => begins && (3..=15).contains(&plain.len()) && word(plain),
        Rule::VariableName => begins && word(plain),
        Rule::Url => address(plain),
        Rule::IdNumber => is_id_number(plain),
        Rule::Number => is_number(plain, None),
        Rule::Integer => is_number(plain, Some(false)),
        Rule::Float => is_number(plain, Some(true)),
    };
    match (fits, rule) {
        (true, _) => Ok(()),
        (_, Rule::Mobile) => Err("error.mobile"),
        (_, Rule::Email) => Err("error.email"),
        (_, Rule::Account) => Err("error.account"),
        (_, Rule::VariableName) => Err("error.variable"),
        (_, Rule::Url) => Err("error.url"),
        (_, Rule::IdNumber) => Err("error.id_number"),
        (_, Rule::Number) => Err("error.number"),
        (_, Rule::Integer) => Err("error.integer"),
        (_, Rule::Float) => Err("error.float"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_numbers_have_a_day_and_a_check_digit() {
        for good in ["11010519491231002X", "11010519491231002x", "440524188001010014", "110105491231002"] {
            assert_eq!(check_form(Rule::IdNumber, good), Ok(()), "{good}");
        }
        let bad =
            ["110105194912310021", "11010519491331002X", "01010519491231002X", "110105491331002", "1101051949123100", "一二三四五六七八九十", ""];
        for bad in bad {
            assert_eq!(check_form(Rule::IdNumber, bad), Err("error.id_number"), "{bad}");
        }
    }

    #[test]
    fn numbers_integers_and_floats_are_told_apart() {
        let fits = |text: &str| [Rule::Number, Rule::Integer, Rule::Float].map(|rule| check_form(rule, text).is_ok());
        assert_eq!(fits("12"), [true, true, false]);
        assert_eq!(fits("-12"), [true, true, false]);
        assert_eq!(fits("1.50"), [true, false, true]);
        for neither in ["", "-", ".", "1.", ".5", "1e3", "1,5", "--1", "１"] {
            assert_eq!(fits(neither), [false; 3], "{neither}");
        }
        assert_eq!(check_form(Rule::Float, "1"), Err("error.float"));
    }
}
