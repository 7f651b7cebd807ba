//! The codes of the Harmonized System in memory, searched by digits and by words. About 7,000 rows, some 6 MB with the index;
//! built again after the table was written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use serde::{Deserialize, Serialize};

use crate::cache::{Age, Cache, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::value::{int, object, text};
use crate::resource::{Act, RecordError, catalogue};

/// Most codes that are kept in memory: the nomenclature with room for three times its size.
const CODES_MAX: i64 = 30_000;
/// Rows of one transaction of the seed.
const SEED_ROWS: usize = 500;
/// Most words of a search that count.
const WORDS_MAX: usize = 12;

/// A code: chapter (2 digits), heading (4) or subheading (6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HsCode {
    pub code: String,
    /// Roman; empty where the nomenclature has none.
    pub section: String,
    /// Empty where nobody has translated it.
    pub zh: String,
    pub en: String,
}

/// The code that a code is below; empty of a chapter.
#[must_use]
pub fn parent(code: &str) -> &str {
    match code.len() {
        4 => &code[..2],
        6 => &code[..4],
        _ => "",
    }
}

/// How many digits a code has.
#[must_use]
pub fn level(code: &str) -> i64 {
    i64::try_from(code.len()).unwrap_or_default()
}

/// Whether this is a code of the nomenclature.
#[must_use]
pub fn is_code(code: &str) -> bool {
    matches!(code.len(), 2 | 4 | 6) && code.bytes().all(|digit| digit.is_ascii_digit())
}

/// The nomenclature, ready to be searched.
#[derive(Debug, Default)]
pub struct HsIndex {
    /// Sorted by code.
    codes: Vec<HsCode>,
    by_code: HashMap<String, u32>,
    /// The places of codes by the words of their texts: Latin ones whole, Chinese ones as single letters and pairs.
    words: BTreeMap<String, Vec<u32>>,
}

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The first ones.
    pub rows: Vec<&'a HsCode>,
    /// All of them.
    pub total: usize,
}

const fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The runs of letters of a text in lower case, each either Chinese or not.
fn runs(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut before = None;
    for letter in text.chars().flat_map(char::to_lowercase) {
        let kind = if is_han(letter) {
            Some(true)
        } else if letter.is_alphanumeric() {
            Some(false)
        } else {
            None
        };
        match (kind, before == kind, runs.last_mut()) {
            (None, ..) => {}
            (Some(_), true, Some(run)) => run.push(letter),
            (Some(_), ..) => runs.push(letter.to_string()),
        }
        before = kind;
    }
    runs
}

fn pairs(run: &str) -> impl Iterator<Item = String> + use<'_> {
    run.chars().zip(run.chars().skip(1)).map(|(one, other)| [one, other].iter().collect())
}

fn begins_chinese(run: &str) -> bool {
    run.chars().next().is_some_and(is_han)
}

/// What both lists have; they are sorted.
fn both(one: &[u32], other: &[u32]) -> Vec<u32> {
    one.iter().copied().filter(|place| other.binary_search(place).is_ok()).collect()
}

impl HsIndex {
    /// The index of these codes.
    #[must_use]
    pub fn new(mut codes: Vec<HsCode>) -> Self {
        codes.sort_by(|one, other| one.code.cmp(&other.code));
        let mut index = Self::default();
        for (place, row) in (0_u32..).zip(&codes) {
            index.by_code.insert(row.code.clone(), place);
            for run in runs(&row.zh).into_iter().chain(runs(&row.en)) {
                if begins_chinese(&run) {
                    run.chars().for_each(|letter| index.note(letter.to_string(), place));
                    pairs(&run).for_each(|pair| index.note(pair, place));
                } else {
                    index.note(run, place);
                }
            }
        }
        index.codes = codes;
        index
    }

    fn note(&mut self, word: String, place: u32) {
        let places = self.words.entry(word).or_default();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The code itself.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&HsCode> {
        self.by_code.get(code).map(|place| &self.codes[*place as usize])
    }

    /// The codes above a code, chapter first, without itself.
    #[must_use]
    pub fn path(&self, code: &str) -> Vec<&HsCode> {
        [2, 4].into_iter().filter(|length| *length < code.len()).filter_map(|length| self.get(&code[..length])).collect()
    }

    /// The codes that begin with these digits.
    fn beginning(&self, digits: &str) -> &[HsCode] {
        let from = self.codes.partition_point(|row| row.code.as_str() < digits);
        let rest = &self.codes[from..];
        &rest[..rest.partition_point(|row| row.code.starts_with(digits))]
    }

    /// The headings: codes of four digits.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.codes.iter().map(|row| row.code.as_str()).filter(|code| code.len() == 4)
    }

    /// The codes right below a code; the chapters below nothing.
    #[must_use]
    pub fn below(&self, code: &str) -> Vec<&HsCode> {
        self.beginning(code).iter().filter(|row| row.code != code && parent(&row.code) == code).collect()
    }

    /// Finds codes: digits (points and blanks between them count as nothing) are how a code begins; of words every one must be
    /// there, Latin ones as the beginning of a word, Chinese ones by their pairs. Shorter codes come first.
    #[must_use]
    pub fn find(&self, words: &str, most: usize) -> Found<'_> {
        let digits: String = words.chars().filter(|letter| !letter.is_whitespace() && *letter != '.').collect();
        if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            // Ten digits of a country's tariff lie below the six of the nomenclature.
            let found = self.beginning(&digits[..digits.len().min(6)]);
            return Found { rows: found.iter().take(most).collect(), total: found.len() };
        }
        let mut found: Option<Vec<u32>> = None;
        for run in runs(words).into_iter().take(WORDS_MAX) {
            let places = if begins_chinese(&run) { self.chinese(&run) } else { self.latin(&run) };
            found = Some(found.map_or_else(|| places.clone(), |before| both(&before, &places)));
        }
        let mut places = found.unwrap_or_default();
        // Places are in the order of codes already, so those of one length stay in it.
        places.sort_by_key(|place| self.codes[*place as usize].code.len());
        Found { rows: places.iter().take(most).map(|place| &self.codes[*place as usize]).collect(), total: places.len() }
    }

    fn chinese(&self, run: &str) -> Vec<u32> {
        let of = |word: &str| self.words.get(word).cloned().unwrap_or_default();
        let mut pairs = pairs(run);
        let Some(first) = pairs.next() else { return of(run) };
        pairs.fold(of(&first), |found, pair| if found.is_empty() { found } else { both(&found, &of(&pair)) })
    }

    fn latin(&self, run: &str) -> Vec<u32> {
        // "transformers" finds "transformer".
        let stem = run.strip_suffix('s').filter(|stem| stem.len() > 3 && !stem.ends_with('s')).unwrap_or(run);
        let mut places: Vec<u32> =
            self.words.range(stem.to_owned()..).take_while(|(word, _)| word.starts_with(stem)).flat_map(|(_, places)| places).copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The nomenclature until its table is written.
struct HsCache(Cache<(), Arc<HsIndex>>);

const LIMITS: Limits = Limits { name: "hs_codes", weight: 1, entries: 1, age: Age { sole: std::time::Duration::from_secs(3_600), ..Age::SECOND } };

one_cache!(HsCache, Cache, LIMITS);

impl Store {
    /// The nomenclature.
    pub async fn hs_index(&self) -> Result<Arc<HsIndex>, StoreError> {
        let (cache, stamp) = (&self.memory::<HsCache>().0, self.writes().stamp(["hs_code"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = format!("SELECT code, section ?? '' AS section, zh ?? '' AS zh, en ?? '' AS en FROM hs_code LIMIT {CODES_MAX}");
        let index = Arc::new(HsIndex::new(self.rows(&query, vec![]).await?));
        cache.put((), stamp, index.clone());
        Ok(index)
    }

    /// Puts the nomenclature into its table, once in the life of a database. Codes that are there stay as they are. Answers how many
    /// were added. What was cut short is completed by the next start.
    pub async fn seed_hs_codes(&self, codes: &[HsCode], now: i64) -> Result<usize, RecordError> {
        let Some(resource) = catalogue::find("trade.HsCode") else { return Ok(0) };
        let done: Vec<i64> = self.rows("SELECT VALUE last FROM counter:hs_codes", vec![]).await?;
        if !done.is_empty() {
            return Ok(0);
        }
        let there: HashSet<String> = self.rows("SELECT VALUE code FROM hs_code", vec![]).await?.into_iter().collect();
        let missing: Vec<&HsCode> = codes.iter().filter(|row| !there.contains(&row.code)).collect();
        for part in missing.chunks(SEED_ROWS) {
            let row = |row: &&HsCode| {
                object([
                    ("code", text(&row.code)),
                    ("level", int(level(&row.code))),
                    ("section", text(&row.section)),
                    ("parent", text(parent(&row.code))),
                    ("zh", text(&row.zh)),
                    ("en", text(&row.en)),
                    ("create_time", int(now)),
                    ("update_time", int(now)),
                    ("version", int(1)),
                ])
            };
            self.insert_checked(resource, part.iter().map(row).collect(), true, &Act::system(now)).await?;
        }
        let count = i64::try_from(missing.len()).unwrap_or(i64::MAX);
        self.run("UPSERT counter:hs_codes SET last = $count RETURN NONE", vec![("count", int(count))]).await.map_err(StoreError::from)?;
        Ok(missing.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(code: &str, zh: &str, en: &str) -> HsCode {
        HsCode { code: code.into(), section: "XVI".into(), zh: zh.into(), en: en.into() }
    }

    fn index() -> HsIndex {
        HsIndex::new(vec![
            code("850440", "", "Electrical static converters"),
            code("85", "电机、电气设备及其零件", "Electrical machinery and equipment and parts thereof"),
            code("8504", "变压器、静止式变流器及电感器", "Electric transformers, static converters (e.g. rectifiers) and inductors"),
            code("850410", "", "Discharge lamps or tubes; ballasts therefor"),
            code("84", "机器、机械器具", "Machinery and mechanical appliances"),
        ])
    }

    fn found(words: &str) -> Vec<String> {
        index().find(words, 10).rows.iter().map(|row| row.code.clone()).collect()
    }

    #[test]
    fn digits_are_the_beginning_of_codes() {
        assert_eq!(found("85"), ["85", "8504", "850410", "850440"]);
        assert_eq!(found(" 8504.40 "), ["850440"]);
        assert_eq!(found("8504409999"), ["850440"]);
        assert!(found("99").is_empty());
        assert_eq!(index().find("85", 2).total, 4);
    }

    #[test]
    fn every_word_must_be_there_and_shorter_codes_come_first() {
        assert_eq!(found("electrical"), ["85", "850440"]);
        assert_eq!(found("STATIC convert"), ["8504", "850440"]);
        assert_eq!(found("transformers"), ["8504"]);
        assert_eq!(found("machinery parts"), ["85"]);
        assert!(found("verters").is_empty() && found("static lamp").is_empty() && found("  ,. ").is_empty());
    }

    #[test]
    fn chinese_is_found_by_pairs_of_letters() {
        assert_eq!(found("变压器"), ["8504"]);
        assert_eq!(found("电"), ["85", "8504"]);
        assert_eq!(found("电气设备"), ["85"]);
        assert!(found("压变").is_empty());
        assert_eq!(found("static变流器"), ["8504"]);
    }

    #[test]
    fn a_code_knows_what_is_above_and_below_it() {
        let index = index();
        let codes = |rows: Vec<&HsCode>| rows.iter().map(|row| row.code.clone()).collect::<Vec<_>>();
        assert_eq!(codes(index.path("850440")), ["85", "8504"]);
        assert_eq!(codes(index.below("8504")), ["850410", "850440"]);
        assert_eq!(codes(index.below("")), ["84", "85"]);
        assert!(is_code("8504") && !is_code("850") && !is_code("85044") && !is_code("ab") && !is_code(""));
    }
}
