//! The language in which the demo company tells its story. Each text stands where it is used as a pair, of which one is taken.

use crate::i18n::Language;

/// A text in Chinese and in English.
pub type Pair = (&'static str, &'static str);

/// Takes texts of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(pub Language);

impl Words {
    #[must_use]
    pub const fn pick(self, (zh, en): Pair) -> &'static str {
        match self.0 {
            Language::Chinese => zh,
            Language::English => en,
        }
    }
}

/// A text that is the same in both languages, such as a foreign name.
#[must_use]
pub const fn same(text: &'static str) -> Pair {
    (text, text)
}

/// Whether a text is of one language only: Chinese letters make it Chinese; names and sizes in Latin letters may be in both.
#[cfg(test)]
pub fn is_chinese(text: &str) -> bool {
    text.chars().any(|one| ('\u{4e00}'..='\u{9fff}').contains(&one))
}
