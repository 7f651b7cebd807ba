//! The texts of a table, in the order of its list, as one text that a search runs through.

use std::collections::HashSet;

use memchr::memmem::Finder;

/// How much of the texts says which of several words is the rarest, in bytes.
const SAMPLE: usize = 64 * 1024;
/// Stands behind every row's text; no word has it.
const END: char = '\0';

/// A row as the database answers it: id, weight, text.
pub(super) type Read = (i64, i64, String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// Lists show the highest first: weight, id.
    place: (i64, i64),
    begin: usize,
    end: usize,
}

/// See the module.
#[derive(Default)]
pub(super) struct Texts {
    /// In the order of the list, and so are their texts.
    rows: Vec<Row>,
    text: String,
}

impl Texts {
    pub(super) fn new(read: Vec<Read>) -> Self {
        let mut texts = Self::default();
        texts.replace(&HashSet::new(), read);
        texts
    }

    /// Puts what was read afresh in the place of what was known of these rows.
    pub(super) fn replace(&mut self, keys: &HashSet<i64>, read: Vec<Read>) {
        let mut new: Vec<((i64, i64), String)> =
            read.into_iter().map(|(key, weigh, text)| ((weigh, key), text.to_lowercase().replace(END, " "))).collect();
        new.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
        let (mut rows, mut text) = (Vec::with_capacity(self.rows.len() + new.len()), String::with_capacity(self.text.len()));
        let mut add = |place, words: &str| {
            let begin = text.len();
            text.push_str(words);
            rows.push(Row { place, begin, end: text.len() });
            text.push(END);
        };
        let mut new = new.into_iter().peekable();
        for row in self.rows.iter().filter(|row| !keys.contains(&row.place.1)) {
            while let Some((place, words)) = new.next_if(|(place, _)| *place > row.place) {
                add(place, &words);
            }
            add(row.place, &self.text[row.begin..row.end]);
        }
        new.for_each(|(place, words)| add(place, &words));
        (self.rows, self.text) = (rows, text);
    }

    /// Ids of the rows that have every word, in the order of the list: some of them, and how many there are.
    pub(super) fn search(&self, words: &[String], start: usize, limit: usize) -> (Vec<i64>, usize) {
        if words.iter().any(|word| word.contains(END)) {
            return (Vec::new(), 0);
        }
        let mut finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(word.as_bytes())).collect();
        let text = self.text.as_bytes();
        let sample = &text[..text.len().min(SAMPLE)];
        finders.sort_by_cached_key(|finder| finder.find_iter(sample).count());
        let Some((rarest, others)) = finders.split_first() else {
            return (self.rows.iter().skip(start).take(limit).map(|row| row.place.1).collect(), self.rows.len());
        };
        let (mut found, mut total) = (Vec::new(), 0);
        let (mut from, mut rows) = (0, &self.rows[..]);
        while let Some(at) = rarest.find(&text[from..]) {
            // The row that it stands in: matches come in the order of the rows.
            let passed = rows.partition_point(|row| row.end < from + at);
            let Some((row, rest)) = rows[passed..].split_first() else { break };
            if others.iter().all(|word| word.find(&text[row.begin..row.end]).is_some()) {
                if total >= start && found.len() < limit {
                    found.push(row.place.1);
                }
                total += 1;
            }
            (from, rows) = (row.end, rest);
        }
        (found, total)
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
        // No word reaches over from one field into the next, or from one row.
        assert_eq!(texts.search(&words("1blue"), 0, 10), (vec![], 0));
        assert_eq!(texts.search(&words("penp3"), 0, 10), (vec![], 0));
        assert_eq!(texts.search(&words("pen\0p3"), 0, 10), (vec![], 0));
    }

    proptest! {
        #[test]
        fn a_search_finds_what_looking_at_each_row_finds(
            first in prop::collection::btree_map(1_i64..40, (0_i64..4, "[ab\0 ]{0,6}"), 0..30),
            second in prop::collection::btree_map(1_i64..40, (0_i64..4, "[ab\0 ]{0,6}"), 0..8),
            gone in prop::collection::hash_set(1_i64..40, 0..8),
            sought in prop::collection::vec("[ab]{1,3}", 0..3),
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
