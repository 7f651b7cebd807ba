//! Reads order lines and groups them into documents. Pure except for reading the file.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use rust_decimal::Decimal;

use super::error::ImportError;
use crate::data_exchange::figures;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 2: the first is the header.
    pub number: usize,
    pub invoice: String,
    /// Upper case: the file spells some codes both ways.
    pub code: String,
    pub description: String,
    pub quantity: i64,
    pub price: Decimal,
    pub customer: String,
}

/// A line that is not replayed, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    pub number: usize,
    pub invoice: String,
    pub code: String,
    pub reason: String,
}

/// The kind of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Sale,
    /// `C...`: goods come back.
    Return,
    /// Negative without `C`: a write-off.
    WriteOff,
}

/// An invoice as one document.
#[derive(Clone, Debug)]
pub struct Document {
    pub invoice: String,
    pub kind: Kind,
    pub customer: String,
    pub lines: Vec<Line>,
}

/// The file, sorted.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    pub total: usize,
    pub documents: Vec<Document>,
    /// Names of goods by code.
    pub goods: BTreeMap<String, String>,
    pub set_aside: Vec<Reject>,
}

/// Whether a code is goods: postage, fees, vouchers, samples and manual entries are not.
#[must_use]
pub fn is_goods(code: &str) -> bool {
    const OTHERS: &[&str] = &["POST", "M", "D", "DOT", "BANK CHARGES", "AMAZONFEE", "CRUK", "PADS", "S", "C2", "B"];
    !code.is_empty() && !OTHERS.contains(&code) && !code.starts_with("GIFT_")
}

/// Bytes of a file at most, unpacked: a year of a large shop has 50 MB.
const UNPACKED_MAX: u64 = 1024 * 1024 * 1024;

/// Reads everything up to a limit.
fn whole(from: impl Read, bytes_max: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if read as u64 > bytes_max { Err(std::io::Error::other(format!("it has more than {bytes_max} bytes"))) } else { Ok(bytes) }
}

/// The text of a file in Latin-1, unpacked where it is packed.
fn read(file: &Path) -> Result<String, ImportError> {
    let failed = |error: std::io::Error| ImportError::File { file: file.display().to_string(), reason: error.to_string() };
    let raw = std::fs::File::open(file).map_err(failed)?;
    let packed = file.extension().is_some_and(|extension| extension == "gz");
    let bytes = if packed { whole(GzDecoder::new(raw), UNPACKED_MAX) } else { whole(raw, UNPACKED_MAX) };
    Ok(encoding_rs::mem::decode_latin1(&bytes.map_err(failed)?).into_owned())
}

/// Reads and sorts a file.
pub fn sort_file(file: &Path) -> Result<Sorted, ImportError> {
    sort(&read(file)?)
}

/// Sorts the lines of a file's text.
pub fn sort(text: &str) -> Result<Sorted, ImportError> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let mut sorted = Sorted::default();
    let mut documents: HashMap<String, usize> = HashMap::new();
    let mut names: HashMap<String, HashMap<String, usize>> = HashMap::new();
    for (row, number) in reader.records().zip(2_usize..) {
        let row = row?;
        sorted.total += 1;
        let field = |index: usize| row.get(index).unwrap_or_default().trim().to_owned();
        let (invoice, code) = (field(0), field(1).to_uppercase());
        let mut reject = |reason: &str| sorted.set_aside.push(Reject { number, invoice: invoice.clone(), code: code.clone(), reason: reason.into() });
        let quantity = figures::read_whole(&field(3)).ok().and_then(|quantity| quantity.parse::<i64>().ok());
        let price = figures::read(&field(4)).ok().and_then(|price| price.parse::<Decimal>().ok());
        let (Some(quantity), Some(price)) = (quantity, price) else {
            reject("the quantity or the price is no number");
            continue;
        };
        if !is_goods(&code) {
            reject("not goods");
            continue;
        }
        if quantity == 0 || price.is_sign_negative() {
            reject("nothing moves");
            continue;
        }
        let kind = match (invoice.starts_with('C'), quantity > 0) {
            (true, _) => Kind::Return,
            (false, true) => Kind::Sale,
            (false, false) => Kind::WriteOff,
        };
        let line = Line { number, invoice: invoice.clone(), code: code.clone(), description: field(2), quantity, price, customer: field(5) };
        *names.entry(code).or_default().entry(line.description.clone()).or_default() += 1;
        let key = format!("{kind:?}{invoice}");
        let index = *documents.entry(key).or_insert_with(|| {
            sorted.documents.push(Document { invoice, kind, customer: line.customer.clone(), lines: vec![] });
            sorted.documents.len() - 1
        });
        sorted.documents[index].lines.push(line);
    }
    for (code, spellings) in names {
        let best = spellings.into_iter().filter(|(name, _)| !name.is_empty()).max_by_key(|(name, count)| (*count, std::cmp::Reverse(name.clone())));
        let name = best.map_or_else(|| code.clone(), |(name, _)| name);
        sorted.goods.insert(code, name);
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIRTY: &str = "InvoiceNo,StockCode,Description,Quantity,UnitPrice,CustomerID,Country\n\
        536365,85123A,WHITE HANGING HEART,6,2.55,17850,United Kingdom\n\
        536365,85123a,,2,2.55,17850,United Kingdom\n\
        C536379,D,Discount,-1,27.50,14527,United Kingdom\n\
        C536391,22556,PLASTERS,-12,1.65,17548,United Kingdom\n\
        536589,21777,,-10,0,,United Kingdom\n\
        536370,POST,POSTAGE,3,18,12583,France\n\
        536400,DCGS0003,BOXED GLASS ASHTRAY,x,1.25,,United Kingdom\n";

    #[test]
    fn a_packed_file_is_not_unpacked_without_end() {
        use std::io::Write;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&vec![b'x'; 1_000_000]).expect("packed");
        let packed = packed.finish().expect("packed");
        assert!(packed.len() < 2_000);
        assert_eq!(whole(GzDecoder::new(&packed[..]), 1_000_000).expect("whole").len(), 1_000_000);
        assert!(whole(GzDecoder::new(&packed[..]), 999_999).is_err());
    }

    #[test]
    fn sorts_dirty_lines() {
        let sorted = sort(DIRTY).expect("sorted");
        assert_eq!(sorted.total, 7);
        let kinds: Vec<_> = sorted.documents.iter().map(|document| (document.invoice.as_str(), document.kind, document.lines.len())).collect();
        assert_eq!(kinds, [("536365", Kind::Sale, 2), ("C536391", Kind::Return, 1), ("536589", Kind::WriteOff, 1)]);
        assert_eq!(sorted.goods["85123A"], "WHITE HANGING HEART");
        assert_eq!(sorted.goods["21777"], "21777");
        assert_eq!(sorted.set_aside.len(), 3);
    }

    #[test]
    fn goods_and_fees_are_distinguished() {
        for code in ["POST", "M", "BANK CHARGES", "AMAZONFEE", "GIFT_0001_20", "C2", "S", "D", "DOT", ""] {
            assert!(!is_goods(code), "{code}");
        }
        for code in ["85123A", "DCGS0003", "21777", "15056BL"] {
            assert!(is_goods(code), "{code}");
        }
    }
}
