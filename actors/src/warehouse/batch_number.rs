//! Batch numbers compare as all texts do that look alike, and are kept in upper case (domain rules 2.5).

use crate::folding::folded;

/// Longest batch number, in characters.
pub const BATCH_NUMBER_MAX: usize = 64;

/// The form in which batch numbers are kept and compared; empty means 'no batch'.
#[must_use]
pub fn normalise(text: &str) -> String {
    folded(text).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn folds_width_case_and_blanks() {
        assert_eq!(normalise(" ａb-１ "), "AB-1");
        assert_eq!(normalise("\u{3000}"), "");
        assert_eq!(normalise("Ⅱ期"), "II期");
    }

    #[test]
    fn drops_what_nobody_sees() {
        assert_eq!(normalise("\u{FEFF}ab\u{0}\u{1D}-\u{200B}1\t"), "AB-1");
        assert_eq!(normalise("a\u{202E}b\u{AD}1\u{2066}"), "AB1");
        assert_eq!(normalise(" \u{0} "), "");
        assert_eq!(normalise(&normalise("straße 1")), normalise("STRASSE 1"));
    }
}
