//! Other countries by their code of ISO 3166-1: those whose areas are not in the tree of [`crate::areas`]. The data comes from
//! `ops/countries.mjs`, which names its source and licence.

use std::sync::LazyLock;

use crate::i18n::{Language, in_either};

static TABLE: &str = include_str!("../data/countries.tsv");

/// The country of the tree of areas.
pub const CHINA: &str = "CN";

struct Country {
    code: &'static str,
    zh: &'static str,
    en: &'static str,
}

static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let country = |line: &'static str| {
        let mut parts = line.split('\t');
        Some(Country { code: parts.next()?, zh: parts.next()?, en: parts.next()? })
    };
    lines.filter_map(country).collect()
});

/// The name of another country; nothing for China, and for what is no code.
#[must_use]
pub fn name(code: &str, language: Language) -> Option<&'static str> {
    COUNTRIES.iter().find(|country| country.code == code).map(|country| in_either(language, country.zh, country.en))
}

/// Every other country: its code and its name.
pub fn all(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    COUNTRIES.iter().map(move |country| (country.code, in_either(language, country.zh, country.en)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_a_code_and_two_names() {
        assert_eq!(COUNTRIES.len(), TABLE.lines().filter(|line| !line.starts_with('#')).count());
        assert!(
            COUNTRIES.len() > 200
                && COUNTRIES.iter().all(|one| one.code.len() == 2 && !one.zh.is_ascii() && one.en.starts_with(|letter: char| letter.is_alphabetic()))
        );
        assert_eq!((name("DE", Language::English), name("DE", Language::Chinese)), (Some("Germany"), Some("德国")));
        assert_eq!((name(CHINA, Language::English), name("TW", Language::English), name("", Language::English)), (None, None, None));
    }
}
