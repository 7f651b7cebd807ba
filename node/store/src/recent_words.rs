//! What recipients were told last, as this process knows it: the transaction that says the same again finds the word
//! it replaces without looking through the newest fifty. It believes this only when the recipient's last number
//! is the one known here; otherwise (another node has spoken, or an outcome is unknown) it looks.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bus_schemas::notification::NotificationKind;

/// One recipient's newest words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Told {
    last: i64,
    words: VecDeque<RecentWord>,
}

/// A word and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecentWord {
    pub number: i64,
    pub kind: NotificationKind,
    pub subject: String,
}

/// See the module.
#[derive(Default)]
pub(crate) struct RecentWords(Mutex<HashMap<i64, Told>>);

impl RecentWords {
    fn all(&self) -> MutexGuard<'_, HashMap<i64, Told>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last number that is known of a recipient, and those of the newest under which he was told one of these things:
    /// not further back than `among` before the last.
    pub(crate) fn of<'a>(
        &self,
        recipient: i64,
        among: i64,
        things: impl Iterator<Item = (NotificationKind, &'a str)> + Clone,
    ) -> Option<(i64, Vec<i64>)> {
        let all = self.all();
        let told = all.get(&recipient)?;
        let same = |word: &&RecentWord| things.clone().any(|(kind, subject)| kind == word.kind && subject == word.subject);
        let newest = told.words.iter().filter(|word| word.number >= told.last - among);
        Some((told.last, newest.filter(same).map(|word| word.number).collect()))
    }

    pub(crate) fn knows(&self, recipient: i64) -> bool {
        self.all().contains_key(&recipient)
    }

    /// What the store says of a recipient: all words among the newest. What was learned meanwhile stays.
    pub(crate) fn learn(&self, recipient: i64, last: i64, words: Vec<RecentWord>) {
        self.all().entry(recipient).or_insert(Told { last, words: words.into() });
    }

    /// A transaction has told a recipient these words, the highest number of all that it said being `last`, and
    /// how much it said `said`. Where numbers are missing here, all is forgotten, to be read again.
    pub(crate) fn told(&self, recipient: i64, last: i64, said: i64, among: i64, words: impl Iterator<Item = RecentWord>) {
        let mut all = self.all();
        let kept = all.get_mut(&recipient).is_some_and(|told| {
            let follows = told.last == last - said;
            if follows {
                told.last = last;
                told.words.extend(words);
                while told.words.front().is_some_and(|word| word.number < last - among) {
                    told.words.pop_front();
                }
            }
            follows
        });
        if !kept {
            all.remove(&recipient);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(number: i64, subject: &str) -> RecentWord {
        RecentWord { number, kind: NotificationKind::StockLow, subject: subject.into() }
    }

    fn numbers(words: &RecentWords, subject: &str) -> Option<(i64, Vec<i64>)> {
        words.of(1, 3, [(NotificationKind::StockLow, subject)].into_iter())
    }

    #[test]
    fn the_newest_words_of_a_thing_are_known_until_a_number_is_missing() {
        let words = RecentWords::default();
        words.told(1, 5, 1, 3, [word(5, "a")].into_iter());
        assert!(!words.knows(1), "what came before is not known");
        words.learn(1, 5, vec![word(4, "a"), word(5, "b")]);
        assert_eq!(numbers(&words, "a"), Some((5, vec![4])));
        words.told(1, 7, 2, 3, [word(7, "a")].into_iter());
        assert_eq!(numbers(&words, "a"), Some((7, vec![4, 7])));
        words.told(1, 8, 1, 3, [word(8, "b")].into_iter());
        assert_eq!(numbers(&words, "a"), Some((8, vec![7])), "too long ago");
        words.told(1, 10, 1, 3, [word(10, "a")].into_iter());
        assert_eq!(numbers(&words, "a"), None, "somebody else said 9");
    }
}
