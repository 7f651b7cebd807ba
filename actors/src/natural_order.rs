//! The order of names for people: A2 before A10, é beside e, Chinese by its sound, after the letters. Texts are compared by their
//! sort keys alone, so that the database sorts as the program does.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::folding::folded;

/// Chinese characters in the order of their sounds, as browsers sort them: those of U+4E00 to U+9FFF by the collation `pinyin`
/// of CLDR.
static PLACES: LazyLock<HashMap<char, u32>> =
    LazyLock::new(|| include_str!("natural_order/pinyin.txt").chars().filter(|c| *c != '\n').zip(CHINESE..).collect());
/// Characters of private use that stand for Chinese ones in keys: above those of all scripts.
const CHINESE: u32 = 0xF_0000;
/// Longest part of a name that its key has, in characters.
const SORTED_MAX: usize = 100;
/// Between the key and what tells names apart that are otherwise the same; below every other character.
const REST: char = '\u{1}';
/// Longest number that is compared as one.
const DIGITS_MAX: usize = 99;

/// A number with how long it is before it, so that it sorts by its value.
fn push_number(key: &mut String, digits: &str) {
    let digits = digits.trim_start_matches('0');
    let digits = digits.get(..digits.len().min(DIGITS_MAX)).unwrap_or(digits);
    // Writing to a String can't fail.
    let _ = write!(key, "{:02}{digits}", digits.len());
}

/// The key by which a name is sorted, to be compared as it is.
#[must_use]
pub fn sort_key(name: &str) -> String {
    let folded: String = folded(name).chars().take(SORTED_MAX).collect();
    let mut key = String::with_capacity(folded.len() * 2);
    let mut digits = String::new();
    // Marks on letters count only where nothing else tells names apart.
    for c in folded.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36F}')) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            push_number(&mut key, &digits);
            digits.clear();
        }
        key.push(PLACES.get(&c).and_then(|place| char::from_u32(*place)).unwrap_or(c));
    }
    if !digits.is_empty() {
        push_number(&mut key, &digits);
    }
    key.push(REST);
    key.push_str(&folded);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(names: &[&'static str]) -> Vec<&'static str> {
        let mut sorted = names.to_vec();
        sorted.sort_by_cached_key(|name| sort_key(name));
        sorted
    }

    #[test]
    fn numbers_sort_by_their_value() {
        assert_eq!(sorted(&["A10", "A1", "A2", "a3", "A01", "B1", "A"]), ["A", "A01", "A1", "A2", "a3", "A10", "B1"]);
        assert_eq!(sorted(&["1.10", "1.9", "10", "9"]), ["1.9", "1.10", "9", "10"]);
        assert_eq!(sorted(&["货架10", "货架2", "货架1"]), ["货架1", "货架2", "货架10"]);
        let long = "9".repeat(400);
        assert!(sort_key(&long) > sort_key("9") && sort_key(&long).len() < 600);
    }

    #[test]
    fn chinese_sorts_by_its_sound_and_after_the_letters() {
        assert_eq!(sorted(&["张三", "李四", "王五", "赵六", "阿明", "Zoe", "adam"]), ["adam", "Zoe", "阿明", "李四", "王五", "张三", "赵六"]);
        assert_eq!(sorted(&["上海", "北京", "广州", "深圳", "成都"]), ["北京", "成都", "广州", "上海", "深圳"]);
    }

    #[test]
    fn every_chinese_character_has_one_place() {
        assert_eq!(PLACES.len(), 0x9FFF - 0x4E00 + 1);
        assert!(PLACES.values().all(|place| char::from_u32(*place).is_some()));
    }

    #[test]
    fn marks_and_case_count_last() {
        assert_eq!(sorted(&["zebra", "éclair", "eclair", "Ecru", "Äpfel", "Apfel"]), ["Apfel", "Äpfel", "eclair", "éclair", "Ecru", "zebra"]);
    }
}
