//! Pages of lists that nothing but the engine writes, kept until it writes one of the tables that
//! they show: the same short lists are asked for all day by every form that refers to them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::read::Listed;
use super::rows::RENEW_AFTER;

/// Most pages.
const PAGES_MAX: usize = 256;
/// Rows of the longest page that is kept.
const ROWS_MAX: usize = 50;

struct Page {
    /// How often each table that it shows had been written before it was read.
    generations: Vec<u64>,
    listed: Listed,
    since: Instant,
    used: u64,
}

#[derive(Default)]
struct Pages {
    known: HashMap<String, Page>,
    clock: u64,
}

/// See the module.
#[derive(Default)]
pub(crate) struct PageMemory(Mutex<Pages>);

impl PageMemory {
    /// A page that nothing has changed since.
    pub(crate) fn find(&self, name: &str, generations: &[u64]) -> Option<Listed> {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.clock += 1;
        let used = pages.clock;
        let page = pages.known.get_mut(name).filter(|page| page.generations == generations && page.since.elapsed() < RENEW_AFTER)?;
        page.used = used;
        Some(page.listed.clone())
    }

    /// Stores a page that was read after `generations` were read.
    pub(crate) fn keep(&self, name: String, generations: Vec<u64>, listed: &Listed) {
        let rows = match listed {
            Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.len(),
        };
        if rows > ROWS_MAX {
            return;
        }
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.clock += 1;
        let used = pages.clock;
        if !pages.known.contains_key(&name) && pages.known.len() >= PAGES_MAX {
            let oldest = pages.known.iter().min_by_key(|(_, page)| page.used).map(|(name, _)| name.clone());
            oldest.map(|oldest| pages.known.remove(&oldest));
        }
        pages.known.insert(name, Page { generations, listed: listed.clone(), since: Instant::now(), used });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(total: i64) -> Listed {
        Listed::Page { list: vec![], total }
    }

    #[test]
    fn a_page_is_known_until_a_table_is_written() {
        let memory = PageMemory::default();
        memory.keep("a".into(), vec![1, 4], &page(7));
        assert_eq!(memory.find("a", &[1, 4]), Some(page(7)));
        assert_eq!(memory.find("a", &[1, 5]), None);
        assert_eq!(memory.find("b", &[1, 4]), None);
    }

    #[test]
    fn the_page_that_was_not_asked_for_longest_goes() {
        let memory = PageMemory::default();
        for number in 0..PAGES_MAX {
            memory.keep(number.to_string(), vec![], &page(0));
        }
        assert!(memory.find("0", &[]).is_some());
        memory.keep("one more".into(), vec![], &page(0));
        assert!(memory.find("0", &[]).is_some());
        assert!(memory.find("1", &[]).is_none());
    }
}
