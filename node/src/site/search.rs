//! What visitors search for. Pure.

/// Words of a search.
const WORDS_MAX: usize = 8;

/// The words of a search.
#[must_use]
pub fn search_terms(search: &str) -> Vec<String> {
    actors::folding::words(search).take(WORDS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_have_a_few_words_in_small_letters() {
        assert_eq!(search_terms("  Blue   PEN "), ["blue", "pen"]);
        assert_eq!(search_terms(&"a ".repeat(20)).len(), WORDS_MAX);
    }
}
