//! Numbers of identity papers: their form, and what of them is shown.

use chrono::NaiveDate;

use crate::error::ServiceError;
use crate::identity::contact::masked;

/// Signs of a Chinese identity number.
const LENGTH: usize = 18;
/// Weights of its first 17 digits.
const WEIGHTS: [u32; LENGTH - 1] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/// Check signs by the sum modulo 11.
const CHECKS: [char; 11] = ['1', '0', 'X', '9', '8', '7', '6', '5', '4', '3', '2'];
/// Signs of the number of another paper.
const OTHER: std::ops::RangeInclusive<usize> = 5..=40;

/// A number that may be stored, and whether its check sign is right: `ok`, `doubtful`, or empty where it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedNumber {
    pub number: String,
    pub check: &'static str,
}

/// The check sign that a Chinese number should have.
fn check_sign(number: &str) -> Option<char> {
    let digits: Option<Vec<u32>> = number.chars().take(LENGTH - 1).map(|sign| sign.to_digit(10)).collect();
    let sum: u32 = digits?.iter().zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    CHECKS.get((sum % 11) as usize).copied()
}

/// Checks a number of a kind of paper; `today` is `YYYY-MM-DD`. Of a Chinese identity card the length and the date of birth must
/// be right; a wrong check sign is only marked.
pub fn checked(id_type: &str, text: &str, today: &str) -> Result<CheckedNumber, ServiceError> {
    let number: String = text.chars().filter(|sign| !sign.is_whitespace()).flat_map(char::to_uppercase).collect();
    if number.is_empty() {
        return Err(ServiceError::field("id_number", "error.required"));
    }
    if id_type != "id_card" {
        let plain = number.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
        if !plain || !OTHER.contains(&number.len()) {
            return Err(ServiceError::field("id_number", "person.number"));
        }
        return Ok(CheckedNumber { number, check: "" });
    }
    let (digits, last) = number.split_at_checked(LENGTH - 1).ok_or_else(|| ServiceError::field("id_number", "person.length"))?;
    let form = digits.bytes().all(|sign| sign.is_ascii_digit()) && matches!(last.as_bytes(), [sign] if sign.is_ascii_digit() || *sign == b'X');
    if !form {
        return Err(ServiceError::field("id_number", "person.length"));
    }
    let born = NaiveDate::parse_from_str(&digits[6..14], "%Y%m%d").ok();
    let today = NaiveDate::parse_from_str(today, "%Y-%m-%d").ok();
    let possible = born.is_some_and(|born| Some(born) >= NaiveDate::from_ymd_opt(1900, 1, 1) && today.is_none_or(|today| born <= today));
    if !possible {
        return Err(ServiceError::field("id_number", "person.birth"));
    }
    let right = check_sign(&number).is_some_and(|sign| last.starts_with(sign));
    Ok(CheckedNumber { check: if right { "ok" } else { "doubtful" }, number })
}

/// What lists show of a number: its ends.
#[must_use]
pub fn shown(number: &str) -> String {
    if number.chars().count() < 10 { masked(number, 1, 1) } else { masked(number, 3, 4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-28";

    fn refused(id_type: &str, number: &str) -> String {
        match checked(id_type, number, TODAY) {
            Err(ServiceError::Field { field, key }) if field == "id_number" => key,
            other => panic!("{number}: {other:?}"),
        }
    }

    #[test]
    fn a_chinese_number_has_a_length_a_birthday_and_a_check_sign() {
        // The example of the standard GB 11643.
        assert_eq!(
            checked("id_card", "11010519491231002x", TODAY).expect("good"),
            CheckedNumber { number: "11010519491231002X".into(), check: "ok" }
        );
        assert_eq!(checked("id_card", "110105 19491231 0021", TODAY).expect("doubtful").check, "doubtful");
        for short in ["1101051949123100", "11010519491231002XX", "1101051949123100AX", "11010519491231002Y", "１10105194912310021"] {
            assert_eq!(refused("id_card", short), "person.length", "{short}");
        }
        for never in ["110105194913310021", "110105189912310021", "110105202612310021", "110105202302290021"] {
            assert_eq!(refused("id_card", never), "person.birth", "{never}");
        }
        assert_eq!(refused("id_card", "  "), "error.required");
    }

    #[test]
    fn other_papers_have_letters_and_digits() {
        assert_eq!(checked("passport", "e1234567", TODAY).expect("good"), CheckedNumber { number: "E1234567".into(), check: "" });
        for bad in ["E12", "E1234<script>", &"1".repeat(41)] {
            assert_eq!(refused("passport", bad), "person.number");
        }
    }

    #[test]
    fn only_the_ends_are_shown() {
        assert_eq!(shown("11010519491231002X"), "110***********002X");
        assert_eq!(shown("E1234567"), "E******7");
    }
}
