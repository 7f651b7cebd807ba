//! Numbers of spreadsheets as texts: without what the computation with binary fractions adds, and with the zeros in front that
//! their cells show. Pure.

/// Below this, every whole number is a float.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;
/// From here on a spreadsheet has lost digits.
const EXACT_MAX: f64 = 1e15;
/// Digits of a whole number that was written out.
const WRITTEN_MAX: usize = 20;

/// The text of a number. A spreadsheet computes with 15 digits: of a float's 17, the rest is noise, as in
/// `434.99999999999994`. A number with more digits than it keeps stays in the form with an exponent, so that it is not taken for
/// a whole code.
pub(super) fn text(written: &str, number: f64) -> String {
    let digits = written.strip_prefix('-').unwrap_or(written);
    let is_whole = digits.len() <= WRITTEN_MAX && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_whole && number.abs() >= WHOLE_MAX {
        // Other programs write more digits than a spreadsheet.
        return written.to_owned();
    }
    if number.fract() == 0.0 && number.abs() < WHOLE_MAX {
        return if number == 0.0 { "0".to_owned() } else { number.to_string() };
    }
    if number.abs() >= EXACT_MAX {
        return format!("{number:E}").replace('E', "E+");
    }
    // The rounded digits of a finite number are one.
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

/// A format that shows whole numbers with a fixed number of digits, as `00000000` or `000-0000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mask(String);

/// Longest format that is looked at.
const FORMAT_MAX: usize = 64;

impl Mask {
    /// The mask of a format; nothing for one that shows numbers otherwise. Its first part counts, which is that of positive numbers.
    pub(super) fn of(format: &str) -> Option<Self> {
        let mut mask = String::new();
        let mut letters = format.chars().take(FORMAT_MAX);
        while let Some(letter) = letters.next() {
            match letter {
                ';' => break,
                '[' => {
                    letters.by_ref().find(|letter| *letter == ']');
                }
                // A blank as wide as the next letter.
                '_' => {
                    letters.next();
                }
                '\\' => mask.push(letters.next().filter(|literal| *literal != '0')?),
                '"' => {
                    let literal: String = letters.by_ref().take_while(|letter| *letter != '"').collect();
                    mask.push_str(Some(literal).filter(|literal| !literal.contains('0'))?.as_str());
                }
                '0' | '-' | ' ' => mask.push(letter),
                _ => return None,
            }
        }
        let is_literal = |letter: char| !letter.is_ascii_digit() || letter == '0';
        let zeros = mask.matches('0').count();
        (zeros >= 2 && mask.chars().all(is_literal)).then_some(Self(mask))
    }

    /// A whole number of 0 or more as the format shows it; nothing for any other.
    pub(super) fn fill(&self, written: &str) -> Option<String> {
        let number: u64 = written.parse().ok()?;
        let places = self.0.matches('0').count();
        let digits = format!("{number:0places$}");
        // Digits that have no place of their own stand before the first one.
        let (more, placed) = digits.split_at(digits.len() - places);
        let mut placed = placed.chars();
        let mut shown = String::new();
        for letter in self.0.chars() {
            if letter != '0' {
                shown.push(letter);
                continue;
            }
            if placed.as_str().len() == places {
                shown.push_str(more);
            }
            shown.extend(placed.next());
        }
        Some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_of_binary_fractions_is_left_out() {
        for (written, shown) in [
            ("434.99999999999994", "435"),
            ("0.30000000000000004", "0.3"),
            ("2.50", "2.5"),
            ("-1.1000000000000001", "-1.1"),
            ("1E-3", "0.001"),
            ("19.989999999999998", "19.99"),
            ("6901234567892", "6901234567892"),
            ("6.901234567892E12", "6901234567892"),
            ("6.9012345678919995E+12", "6901234567892"),
            ("-0", "0"),
            ("12345678901234567890", "12345678901234567890"),
            ("1234567890123456", "1234567890123456"),
            ("4.4030119900101101E+17", "4.40301199001011E+17"),
            ("1e300", "1E+300"),
        ] {
            let number: f64 = written.parse().expect("a number");
            let text = text(written, number);
            if written.starts_with("4.4030") {
                assert!(text.starts_with("4.40301199") && text.ends_with("E+17"), "{text}");
            } else {
                assert_eq!(text, shown, "{written}");
            }
        }
    }

    #[test]
    fn zeros_in_front_stay_as_they_are_shown() {
        for (format, written, shown) in [
            ("00000000", "12912", "00012912"),
            ("000000", "1234567", "1234567"),
            ("00000;[Red]-00000", "7", "00007"),
            ("[$-804]00000", "7", "00007"),
            ("000-0000", "123456", "012-3456"),
            ("000\\-0000", "51234567", "5123-4567"),
            ("\"SKU\"0000", "12", "SKU0012"),
            ("00000_)", "0", "00000"),
        ] {
            assert_eq!(Mask::of(format).expect(format).fill(written).as_deref(), Some(shown), "{format}");
        }
        for other in ["0", "0.00", "#,##0", "General", "00.0", "00%", "0.00E+00", "@", "\"kg\"", "0\"kg\"", "", "\\00", "\"1\"00", "\"0\"00"] {
            assert_eq!(Mask::of(other), None, "{other}");
        }
        for number in ["-5", "2.5", "1E5", "99999999999999999999999", ""] {
            assert_eq!(Mask::of("0000").expect("a mask").fill(number), None, "{number}");
        }
    }
}
