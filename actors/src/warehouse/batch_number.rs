//! Batch numbers compare trimmed, in upper case, with full-width characters folded and without invisible ones
//! (domain rules 2.5).

use crate::invisible::is_invisible;

/// Longest batch number, in characters.
pub const BATCH_NUMBER_MAX: usize = 64;

/// The form in which batch numbers are kept and compared; empty means 'no batch'.
#[must_use]
pub fn normalise(text: &str) -> String {
    text.trim()
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(|c| match c {
            '\u{3000}' => ' ',
            // Full-width ASCII lies 0xFEE0 above ASCII.
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
            other => other,
        })
        .flat_map(char::to_uppercase)
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn folds_width_case_and_blanks() {
        assert_eq!(normalise(" ａb-１ "), "AB-1");
        assert_eq!(normalise("\u{3000}"), "");
    }

    #[test]
    fn drops_what_nobody_sees() {
        assert_eq!(normalise("\u{FEFF}ab\u{0}\u{1D}-\u{200B}1\t"), "AB-1");
        assert_eq!(normalise(" \u{0} "), "");
    }
}
