//! The unified social credit code of a Chinese company: 18 signs of 31, the last of them a check sign.

/// The signs, in the order of their values: digits and capital letters without I, O, S, V and Z.
const SIGNS: &str = "0123456789ABCDEFGHJKLMNPQRTUWXY";
/// How many there are.
const BASE: usize = 31;
/// Signs of a code.
const LENGTH: usize = 18;
/// Weights of the first 17 signs: powers of 3 modulo 31.
const WEIGHTS: [usize; LENGTH - 1] = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/// A code as it is stored: without blanks, in capitals.
#[must_use]
pub fn normal(code: &str) -> String {
    code.chars().filter(|sign| !sign.is_whitespace()).flat_map(char::to_uppercase).collect()
}

/// The value of each sign; nothing where it has not the form of a code.
fn values(code: &str) -> Option<Vec<usize>> {
    let values: Option<Vec<usize>> = code.chars().map(|sign| SIGNS.find(sign)).collect();
    values.filter(|values| values.len() == LENGTH)
}

/// Whether a text has the form of a code.
#[must_use]
pub fn is_code(code: &str) -> bool {
    values(code).is_some()
}

/// Whether the check sign is the right one. Some genuine codes fail, so it is only a hint.
#[must_use]
pub fn check_holds(code: &str) -> bool {
    values(code).is_some_and(|values| {
        let sum: usize = values.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum();
        values.last() == Some(&((BASE - sum % BASE) % BASE))
    })
}

/// What the table says of a code's check sign.
#[must_use]
pub fn verdict(code: &str) -> &'static str {
    match code {
        "" => "",
        code if check_holds(code) => "ok",
        _ => "doubtful",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_checked_by_form_and_doubted_by_their_last_sign() {
        // Of well-known companies.
        for code in ["91110000802100433B", "914403001922038216", "9144030071526726XG"] {
            assert!(is_code(code) && check_holds(code), "{code}");
            assert_eq!(verdict(code), "ok");
        }
        assert!(is_code("914403001922038217") && !check_holds("914403001922038217"));
        assert_eq!((verdict("914403001922038217"), verdict("")), ("doubtful", ""));
        for bad in ["", "91440300192203821", "9144030019220382166", "91440300192203821I", "９14403001922038216", "91440300192203821-"] {
            assert!(!is_code(bad), "{bad}");
        }
        assert_eq!(normal(" 9144030071526726xg "), "9144030071526726XG");
    }
}
