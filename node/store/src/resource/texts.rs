//! The texts of a table in the order of its list, each with a bit signature that lets a search skip nearly all rows
//! that don't match.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use actors::folding::folded;
use memchr::memmem::Finder;

/// Most rows that the searches which are remembered have found, all together.
const REMEMBERED_MAX: usize = 1_000_000;
/// Cost of a remembered search beside its rows.
const SEARCH_COUNTS: usize = 64;

/// The texts of a row in the form in which they are compared; a word never spans two of them.
fn folded_lines(text: &str) -> String {
    text.split('\n').map(folded).collect::<Vec<_>>().join("\n")
}

/// A row as the database answers it: id, weight, text.
pub(super) type Read = (i64, i64, String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// Lists show the highest first: weight, id.
    place: (i64, i64),
    begin: usize,
    end: usize,
}

/// Bloom-style signature of a text: 256 bits of its bytes and pairs of bytes. A text that contains a word has all of
/// the word's bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature([u64; 4]);

impl Signature {
    pub(crate) fn add(&mut self, text: &str) {
        let mut before = None;
        for byte in text.bytes().map(u32::from) {
            self.set(byte);
            if let Some(before) = before.replace(byte) {
                self.set(before << 8 | byte | 1 << 16);
            }
        }
    }

    fn set(&mut self, of: u32) {
        // Multiplicative hashing (Knuth): the upper bits are the well-mixed ones.
        let bit = of.wrapping_mul(0x9E37_79B1) >> 24;
        self.0[(bit >> 6) as usize] |= 1 << (bit & 63);
    }

    pub(crate) fn has(&self, other: &Self) -> bool {
        // Without branches: nearly every row is asked.
        self.0.iter().zip(&other.0).fold(0, |missing, (own, wanted)| missing | (wanted & !own)) == 0
    }
}

/// See the module.
#[derive(Default)]
pub(super) struct Texts {
    /// In the order of the list, and so are their texts and signatures.
    rows: Vec<Row>,
    signatures: Vec<Signature>,
    text: String,
    /// Turning pages repeats the same search.
    searches: Mutex<Searches>,
}

#[derive(Default)]
struct Searches {
    /// Positions of the rows that contain these words.
    found: HashMap<Vec<String>, Arc<[u32]>>,
    counted: usize,
}

impl Texts {
    pub(super) fn new(read: Vec<Read>) -> Self {
        let mut texts = Self::default();
        texts.replace(&HashSet::new(), read);
        texts
    }

    /// Replaces the texts of rows that were read again.
    pub(super) fn replace(&mut self, keys: &HashSet<i64>, read: Vec<Read>) {
        let mut new: Vec<((i64, i64), String)> = read.into_iter().map(|(key, weigh, text)| ((weigh, key), folded_lines(&text))).collect();
        new.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut texts = Self {
            rows: Vec::with_capacity(self.rows.len() + new.len()),
            signatures: Vec::with_capacity(self.rows.len() + new.len()),
            text: String::with_capacity(self.text.len()),
            searches: Mutex::default(),
        };
        let mut new = new.into_iter().peekable();
        for (row, signature) in self.rows.iter().zip(&self.signatures).filter(|(row, _)| !keys.contains(&row.place.1)) {
            while let Some((place, words)) = new.next_if(|(place, _)| *place > row.place) {
                texts.add(place, &words);
            }
            texts.push(row.place, *signature, &self.text[row.begin..row.end]);
        }
        new.for_each(|(place, words)| texts.add(place, &words));
        *self = texts;
    }

    fn add(&mut self, place: (i64, i64), words: &str) {
        let mut signature = Signature::default();
        signature.add(words);
        self.push(place, signature, words);
    }

    fn push(&mut self, place: (i64, i64), signature: Signature, words: &str) {
        let begin = self.text.len();
        self.text.push_str(words);
        self.rows.push(Row { place, begin, end: self.text.len() });
        self.signatures.push(signature);
    }

    /// A page of the ids of rows that contain every word, in the order of the list, and their number.
    pub(super) fn search(&self, words: &[String], start: usize, limit: usize) -> (Vec<i64>, usize) {
        let searches = || self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        let known = searches().found.get(words).cloned();
        let found = known.unwrap_or_else(|| {
            let found: Arc<[u32]> = self.look(words).into();
            let mut searches = searches();
            searches.counted += found.len() + SEARCH_COUNTS;
            if searches.counted > REMEMBERED_MAX {
                *searches = Searches { counted: found.len() + SEARCH_COUNTS, ..Searches::default() };
            }
            searches.found.insert(words.to_vec(), found.clone());
            found
        });
        let page = found.iter().skip(start).take(limit).map(|at| self.rows[*at as usize].place.1).collect();
        (page, found.len())
    }

    fn look(&self, words: &[String]) -> Vec<u32> {
        let mut wanted = Signature::default();
        words.iter().for_each(|word| wanted.add(word));
        let finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
        let has = |row: &Row| finders.iter().all(|finder| finder.find(&self.text.as_bytes()[row.begin..row.end]).is_some());
        let may_have = self.signatures.iter().zip(0..).filter(|(signature, _)| signature.has(&wanted));
        may_have.map(|(_, at)| at).filter(|at: &u32| has(&self.rows[*at as usize])).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    }

    #[test]
    fn rows_are_found_by_every_word_in_the_order_of_the_list() {
        let texts = Texts::new(vec![(1, 5, "P1\nBlue Pen".into()), (2, 9, "P2\nred pen".into()), (3, 5, "P3\n蓝色钢笔".into())]);
        assert_eq!(texts.search(&words("pen"), 0, 10), (vec![2, 1], 2));
        assert_eq!(texts.search(&words("PEN blue"), 0, 10), (vec![1], 1));
        assert_eq!(texts.search(&words("钢"), 0, 10), (vec![3], 1));
        assert_eq!(texts.search(&words("p"), 1, 1), (vec![3], 3));
        assert_eq!(texts.search(&words(""), 1, 1), (vec![3], 3));
        // A match never spans two fields or two rows.
        assert_eq!(texts.search(&words("1blue"), 0, 10), (vec![], 0));
        assert_eq!(texts.search(&words("penp3"), 0, 10), (vec![], 0));
    }

    proptest! {
        #[test]
        fn a_search_finds_what_looking_at_each_row_finds(
            first in prop::collection::btree_map(1_i64..40, (0_i64..4, "[abc钢笔 ]{0,6}"), 0..30),
            second in prop::collection::btree_map(1_i64..40, (0_i64..4, "[abc钢笔 ]{0,6}"), 0..8),
            gone in prop::collection::hash_set(1_i64..40, 0..8),
            sought in prop::collection::vec("[abc钢笔]{1,3}", 0..3),
            (start, limit) in (0_usize..5, 0_usize..10),
        ) {
            let read = |rows: &std::collections::BTreeMap<i64, (i64, String)>| -> Vec<Read> {
                rows.iter().map(|(key, (weigh, text))| (*key, *weigh, text.clone())).collect()
            };
            let mut texts = Texts::new(read(&first));
            let keys: HashSet<i64> = gone.iter().chain(second.keys()).copied().collect();
            texts.replace(&keys, read(&second));
            let mut model: std::collections::BTreeMap<i64, (i64, String)> = first.into_iter().filter(|(key, _)| !keys.contains(key)).collect();
            model.extend(second);
            let mut matching: Vec<(i64, i64)> = model
                .iter()
                .filter(|(_, (_, text))| sought.iter().all(|word| text.contains(word.as_str())))
                .map(|(key, (weigh, _))| (*weigh, *key))
                .collect();
            matching.sort_unstable_by(|a, b| b.cmp(a));
            let page: Vec<i64> = matching.iter().skip(start).take(limit).map(|(_, key)| *key).collect();
            prop_assert_eq!(texts.search(&sought, start, limit), (page, matching.len()));
        }
    }
}
