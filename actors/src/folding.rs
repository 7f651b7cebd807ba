//! The one form in which texts are compared that look alike: what must be unique, what is searched, and what names a row. Case,
//! width and the ways in which one sign is written don't count, nor do spaces around a text and characters that nobody sees.

use unicode_normalization::UnicodeNormalization;

use crate::invisible::is_invisible;

/// Version of the form: with a newer one, what was kept of rows is made anew.
pub const FOLDING_VERSION: u32 = 1;

/// The form in which texts are compared. Folding what is folded changes nothing.
#[must_use]
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        let plain = |c: char| if c.is_ascii_whitespace() { Some(' ') } else { (!c.is_ascii_control()).then(|| c.to_ascii_lowercase()) };
        let line: String = text.chars().filter_map(plain).collect();
        return line.trim().to_owned();
    }
    let mut folded = one_pass(text);
    // A sign in another case may have another form.
    for _ in 0..PASSES_MAX {
        let again = one_pass(&folded);
        if again == folded {
            break;
        }
        folded = again;
    }
    folded
}

/// After so many passes nothing changes any more.
const PASSES_MAX: usize = 4;

fn one_pass(text: &str) -> String {
    let seen = |c: char| if c.is_whitespace() { Some(' ') } else { (!is_invisible(c)).then_some(c) };
    // By way of upper case, so that signs which share one are alike: ß and ss, σ and ς.
    let lower = |c: char| c.to_uppercase().flat_map(char::to_lowercase);
    // What is left out is left out first: else it would keep apart what belongs together.
    let line: String = text.chars().filter_map(seen).nfkc().filter_map(seen).flat_map(lower).nfkc().collect();
    line.trim().to_owned()
}

/// The words of a search. A row must contain each of them.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    folded(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Whether two texts look alike.
#[must_use]
pub fn alike(one: &str, other: &str) -> bool {
    one == other || folded(one) == folded(other)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_that_look_alike_are_alike() {
        for (one, other) in [
            ("ABC-1", " abc-1\t"),
            ("ＡＢＣ－１", "abc-1"),
            ("A\u{200B}BC", "abc"),
            ("AB\u{202E}C", "abc"),
            ("A\u{AD}B", "ab"),
            ("A\u{A0}B", "a b"),
            ("A\u{3000}B", "a b"),
            ("Caf\u{E9}", "CAFE\u{301}"),
            ("STRASSE", "straße"),
            ("ΟΔΟΣ", "οδος"),
            ("ｶﾞ", "ガ"),
            ("№5", "no5"),
            ("क्\u{200D}ष", "क्ष"),
            ("👨\u{200D}👩", "👨👩"),
            ("ⅷ", "VIII"),
        ] {
            assert!(alike(one, other), "{one:?} {other:?}: {:?} {:?}", folded(one), folded(other));
        }
        for (one, other) in [("A1", "A2"), ("A1", "A 1"), ("A-1", "A1"), ("麻绳", "麻縄")] {
            assert!(!alike(one, other), "{one:?} {other:?}");
        }
        assert_eq!(folded("\u{200B}\u{FEFF} "), "");
        assert_eq!(words("  ＲＥＤ\u{3000}pen ").collect::<Vec<_>>(), ["red", "pen"]);
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in any::<String>()) {
            let once = folded(&text);
            prop_assert_eq!(folded(&once), once);
        }

        #[test]
        fn case_does_not_count(text in any::<String>()) {
            prop_assert_eq!(folded(&text.to_uppercase()), folded(&text));
        }
    }
}
