//! The Harmonized System that the program brings: HS 2022 in English, with Chinese names of the chapters and of some headings.
//! Where it comes from stands in the first lines of the files. Other names come by import.

use std::collections::HashMap;
use std::io::Read;

use entrepot_store::Store;
use entrepot_store::trade::hs::HsCode;
use flate2::read::GzDecoder;

use crate::error::ServiceError;

/// Lines `code, tab, English`; `%` begins the section of those that follow.
static ENGLISH: &[u8] = include_bytes!("../../data/harmonized-system.tsv.gz");
/// Lines `code, tab, Chinese`.
static CHINESE: &str = include_str!("../../data/harmonized-system.zh.tsv");

/// All codes, about 7,000. Read once in the life of a database: nothing is kept.
pub fn codes() -> std::io::Result<Vec<HsCode>> {
    let mut english = String::new();
    GzDecoder::new(ENGLISH).read_to_string(&mut english)?;
    let chinese: HashMap<&str, &str> = CHINESE.lines().filter_map(|line| line.split_once('\t')).collect();
    let (mut section, mut codes) = ("", Vec::new());
    for line in english.lines() {
        if let Some(name) = line.strip_prefix('%') {
            section = name;
        } else if let Some((code, en)) = line.split_once('\t') {
            let zh = chinese.get(code).copied().unwrap_or_default();
            codes.push(HsCode { code: code.into(), section: section.into(), zh: zh.into(), en: en.into() });
        }
    }
    Ok(codes)
}

/// Puts the codes into their table, once in the life of a database.
pub async fn seed(store: &Store, now: i64) -> Result<usize, ServiceError> {
    let codes = codes().unwrap_or_else(|error| {
        tracing::error!(%error, "the nomenclature within the program can't be read");
        vec![]
    });
    Ok(store.seed_hs_codes(&codes, now).await?)
}

#[cfg(test)]
mod tests {
    use entrepot_store::trade::hs::{is_code, parent};

    use super::*;

    #[test]
    fn the_nomenclature_is_whole() {
        let codes = codes().expect("it can be read");
        let of = |length: usize| codes.iter().filter(|row| row.code.len() == length).count();
        assert_eq!((of(2), of(4), of(6), codes.len()), (97, 1_229, 5_613, 6_939));
        let known: HashMap<&str, &HsCode> = codes.iter().map(|row| (row.code.as_str(), row)).collect();
        for row in &codes {
            assert!(is_code(&row.code) && !row.en.is_empty(), "{row:?}");
            assert!(row.code.len() == 2 || known.contains_key(parent(&row.code)), "{} hangs nowhere", row.code);
            assert!(row.code.len() != 2 || !row.zh.is_empty(), "chapter {} has no Chinese name", row.code);
        }
        assert_eq!(known["850440"].section, "XVI");
    }

    /// Prints how long searches take; nothing is asserted of times.
    #[test]
    #[ignore = "measures"]
    fn searches_are_measured() {
        let index = entrepot_store::trade::hs::HsIndex::new(codes().expect("it can be read"));
        let words = ["85", "8504.40", "static converters", "parts", "of", "电", "变压器", "cotton woven fabrics", "e", "machines for working rubber"];
        let mut took: Vec<std::time::Duration> = (0..2_000)
            .map(|turn| {
                let began = std::time::Instant::now();
                std::hint::black_box(index.find(words[turn % words.len()], 100).total);
                began.elapsed()
            })
            .collect();
        took.sort_unstable();
        println!("p50 {:?}, p99 {:?}, most {:?}", took[1_000], took[1_980], took[1_999]);
    }
}
