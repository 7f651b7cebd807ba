//! Numbers of trade items: EAN-8, UPC-A, EAN-13 and GTIN-14, which share one check digit and one number space.

/// Most characters of a bar code that is kept with a product.
pub const CODE_MAX: usize = 48;

/// Why a text is no bar code of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Something else than printable ASCII, or a blank at an end.
    #[error("only letters, digits and signs of ASCII can be scanned")]
    Characters,
    #[error("longer than {CODE_MAX} characters")]
    Long,
    /// Digits alone, as many as a trade item's number has, with another last one than theirs.
    #[error("the check digit is wrong")]
    CheckDigit,
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The check digit that comes after these digits: weights 3 and 1 from the right.
#[must_use]
pub fn check_digit(digits: &str) -> Option<u8> {
    let mut sum = 0_u32;
    for (place, byte) in digits.bytes().rev().enumerate() {
        let digit = u32::from(byte.checked_sub(b'0').filter(|digit| *digit < 10)?);
        sum += digit * if place % 2 == 0 { 3 } else { 1 };
    }
    u8::try_from((10 - sum % 10) % 10).ok()
}

/// Whether a text is the number of a trade item: 8, 12, 13 or 14 digits, the last of which is right.
#[must_use]
pub fn is_gtin(text: &str) -> bool {
    matches!(text.len(), 8 | 12..=14) && digits(text) && {
        let (number, last) = text.split_at(text.len() - 1);
        check_digit(number).is_some_and(|digit| last == digit.to_string())
    }
}

/// A trade item's number with 14 digits; nothing for other texts.
#[must_use]
pub fn gtin14(text: &str) -> Option<String> {
    is_gtin(text).then(|| format!("{text:0>14}"))
}

/// Checks what somebody enters as a product's bar code. Digits of a trade item's length are one; everything else is
/// printed and read as Code 128.
pub fn check_code(text: &str) -> Result<(), CodeError> {
    if text.len() > CODE_MAX {
        Err(CodeError::Long)
    } else if text.trim() != text || !text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        Err(CodeError::Characters)
    } else if matches!(text.len(), 8 | 12..=14) && digits(text) && !is_gtin(text) {
        Err(CodeError::CheckDigit)
    } else {
        Ok(())
    }
}

/// The ways in which a scanned code may be kept: a trade item's number comes with more or fewer zeros before it,
/// as each symbology has its length.
#[must_use]
pub fn spellings(text: &str) -> Vec<String> {
    let Some(whole) = gtin14(text) else { return vec![text.to_owned()] };
    let shorter = |length: usize| {
        let (zeros, rest) = whole.split_at(whole.len() - length);
        (zeros.bytes().all(|byte| byte == b'0')).then(|| rest.to_owned())
    };
    [14, 13, 12, 8].into_iter().filter_map(shorter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_are_those_of_printed_goods() {
        for known in ["4006381333931", "6901234567892", "9780201379624", "96385074", "036000291452", "10012345678902"] {
            assert!(is_gtin(known), "{known}");
            assert_eq!(check_code(known), Ok(()));
            let wrong = format!("{}{}", &known[..known.len() - 1], (known.as_bytes()[known.len() - 1] - b'0' + 1) % 10);
            assert_eq!(check_code(&wrong), Err(CodeError::CheckDigit), "{wrong}");
        }
        assert_eq!(check_digit("400638133393"), Some(1));
        assert_eq!(check_digit("40063x"), None);
    }

    #[test]
    fn other_texts_are_code_128() {
        for fine in ["", "A-1", "1234567", "BOX 12/3", "~", "123456789012345"] {
            assert_eq!(check_code(fine), Ok(()), "{fine}");
        }
        for (wrong, why) in
            [("货", CodeError::Characters), (" A", CodeError::Characters), ("A\t", CodeError::Characters), (&"9".repeat(49), CodeError::Long)]
        {
            assert_eq!(check_code(wrong), Err(why), "{wrong}");
        }
    }

    #[test]
    fn a_number_is_found_in_each_of_its_lengths() {
        assert_eq!(spellings("036000291452"), ["00036000291452", "0036000291452", "036000291452"]);
        assert_eq!(spellings("0036000291452"), spellings("036000291452"));
        assert_eq!(spellings("96385074"), ["00000096385074", "0000096385074", "000096385074", "96385074"]);
        assert_eq!(spellings("10012345678902"), ["10012345678902"]);
        assert_eq!(spellings("A-1"), ["A-1"]);
        assert_eq!(gtin14("4006381333931").as_deref(), Some("04006381333931"));
    }
}
