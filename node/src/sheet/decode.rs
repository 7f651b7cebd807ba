//! The text of a CSV file: UTF-8, UTF-16, GB18030 (Chinese spreadsheets) or code page 1252 (Western ones). Pure.
//!
//! Only a mark at the beginning, and UTF-8 itself, say for sure what a file is in. Of the other two, each is judged by what its
//! text would look like; where neither or both look right, the file is refused rather than stored garbled.

use std::borrow::Cow;
use std::collections::BTreeSet;

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::sheet::error::SheetError;

/// Of the Chinese characters of a text, at least so many times more are everyday ones than are not.
const EVERYDAY_TIMES: usize = 3;
/// From so many different characters on, Chinese has some of the second half of its table, by pinyin those from S to Z. Korean, whose
/// syllables lie in the first half, has none.
const VARIETY: usize = 8;
const SECOND_HALF: u8 = 0xc9;
/// Of the letters and signs that are not ASCII, at least so many times more make sense as Western ones than do not.
const SENSIBLE_TIMES: usize = 9;

/// So many times more zero bytes lie on one side than on the other.
const ONE_SIDED_TIMES: usize = 3;

/// What beginnings of files tell that are no tables: web pages, XML, documents.
const FOREIGN: [&[u8]; 7] = [b"<!doctype", b"<html", b"<table", b"<?xml", b"%pdf-", b"{\\rtf", b"mime-version:"];

/// The text of a file.
pub(super) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, SheetError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let text = strictly(encoding, &bytes[mark..]).ok_or(SheetError::Encoding)?;
        return if is_foreign(text.as_bytes()) || (encoding != UTF_8 && has_controls(&text)) { Err(SheetError::Foreign) } else { Ok(text) };
    }
    if is_foreign(bytes) {
        return Err(SheetError::Foreign);
    }
    if bytes.contains(&0) {
        let text = wide(bytes).and_then(|encoding| strictly(encoding, bytes));
        return text.filter(|text| !has_controls(text)).ok_or(SheetError::Foreign);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let encoding = match (looks_chinese(bytes), looks_western(bytes)) {
        (true, false) => GB18030,
        (false, true) => WINDOWS_1252,
        (true, true) | (false, false) => return Err(SheetError::Encoding),
    };
    strictly(encoding, bytes).ok_or(SheetError::Encoding)
}

/// The text, if every byte has a meaning. Marks at its beginning are no part of it.
fn strictly<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Cow::Owned(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => Cow::Owned(rest.trim_start_matches('\u{feff}').to_owned()),
            None => Cow::Owned(text),
        },
    })
}

fn is_foreign(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    FOREIGN.iter().any(|begins| start.get(..begins.len()).is_some_and(|start| start.eq_ignore_ascii_case(begins)))
}

/// Letters that no table has, but other kinds of files.
fn has_controls(text: &str) -> bool {
    text.chars().any(|letter| matches!(letter, '\0'..='\u{8}' | '\u{e}'..='\u{1a}' | '\u{fffe}'..='\u{ffff}'))
}

/// UTF-16 without a mark: the zero bytes of its digits, separators and line ends lie on one side. Few other characters have one.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |offset: usize| bytes.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if odd > ONE_SIDED_TIMES * even {
        Some(UTF_16LE)
    } else if even > ONE_SIDED_TIMES * odd {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Whether nearly all of it is everyday Chinese, were it GB18030.
fn looks_chinese(bytes: &[u8]) -> bool {
    let Some(text) = strictly(GB18030, bytes) else { return false };
    // Characters of private use are what the unused part of the table stands for.
    if text.chars().any(|letter| ('\u{e000}'..='\u{f8ff}').contains(&letter)) {
        return false;
    }
    let (mut everyday, mut rare) = (0, 0);
    let mut different = BTreeSet::new();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (0..=0x7f, _) => after,
            // The 3,755 characters of the first level, punctuation and full-width signs.
            (0xa1..=0xa3 | 0xb0..=0xd7, [second @ 0xa1..=0xff, after @ ..]) => {
                everyday += 1;
                different.insert((*first, *second));
                after
            }
            (_, [0x30..=0x39, _, _, after @ ..] | [_, after @ ..]) => {
                rare += 1;
                after
            }
            (_, []) => &[],
        };
    }
    let is_varied = different.len() < VARIETY || different.last().is_some_and(|(first, _)| *first >= SECOND_HALF);
    everyday > 0 && everyday >= rare * EVERYDAY_TIMES && is_varied
}

/// What a byte is in code page 1252.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// A letter of English.
    Plain,
    /// A letter of a Western language.
    Accented,
    /// Quotes, dashes and blanks, which stand beside letters.
    Mark,
    /// Other signs, as those of currencies.
    Other,
    /// A letter that hardly any text has, or nothing.
    Odd,
    /// The rest of ASCII.
    Ascii,
}

const fn sign(byte: u8) -> Sign {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' => Sign::Plain,
        0..=0x7f => Sign::Ascii,
        0x81 | 0x8d | 0x8f | 0x90 | 0x9d | 0x83 | 0x8a | 0x8e | 0x9a | 0x9e | 0xd0 | 0xdd | 0xde | 0xf0 | 0xfd | 0xfe => Sign::Odd,
        // Quotes of all forms, dashes, an ellipsis, a blank, a hyphen, a middle dot, reversed ? and !.
        0x82 | 0x84 | 0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xa0 | 0xa1 | 0xab | 0xad | 0xb7 | 0xbb | 0xbf => Sign::Mark,
        0x8c | 0x9c | 0x9f | 0xc0..=0xd6 | 0xd8..=0xf6 | 0xf8..=0xff => Sign::Accented,
        _ => Sign::Other,
    }
}

/// Whether nearly all of it makes sense as a Western text, were it code page 1252: accented letters within words of plain ones,
/// and signs that stand alone.
fn looks_western(bytes: &[u8]) -> bool {
    let is_letter = |sign: Sign| matches!(sign, Sign::Plain | Sign::Accented | Sign::Odd);
    let (mut sensible, mut senseless) = (0, 0);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let kind = sign(*byte);
        if is_letter(kind) {
            let word = bytes[at..].iter().take_while(|byte| is_letter(sign(**byte)));
            let (mut plain, mut accented, mut odd) = (0, 0, 0);
            for byte in word {
                match sign(*byte) {
                    Sign::Plain => plain += 1,
                    Sign::Accented => accented += 1,
                    Sign::Mark | Sign::Other | Sign::Odd | Sign::Ascii => odd += 1,
                }
            }
            let is_word = accented <= 2 * plain || (accented == 1 && plain + odd == 0);
            *(if is_word { &mut sensible } else { &mut senseless }) += accented;
            senseless += odd;
            at += plain + accented + odd;
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).map_or(Sign::Ascii, |byte| sign(*byte));
        let after = bytes.get(at + 1).map_or(Sign::Ascii, |byte| sign(*byte));
        match kind {
            Sign::Other => {
                let within = is_letter(before) && is_letter(after);
                let beside = [before, after].iter().any(|sign| matches!(sign, Sign::Other | Sign::Accented | Sign::Odd));
                *(if within || beside { &mut senseless } else { &mut sensible }) += 1;
            }
            Sign::Mark => {
                // In the old code pages of DOS, these are letters.
                let low_quote = matches!(byte, 0x82 | 0x84 | 0x85 | 0x94) && is_letter(before) && is_letter(after);
                // These stand in front of words.
                let reversed = matches!(byte, 0x82 | 0x84 | 0xa1 | 0xbf) && is_letter(before);
                *(if low_quote || reversed { &mut senseless } else { &mut sensible }) += 1;
            }
            Sign::Plain | Sign::Accented | Sign::Odd | Sign::Ascii => {}
        }
        at += 1;
    }
    sensible > 0 && sensible >= senseless * SENSIBLE_TIMES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_code(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, failed) = encoding.encode(text);
        assert!(!failed, "{text}");
        bytes.into_owned()
    }

    #[test]
    fn chinese_and_western_files_are_told_apart() {
        for chinese in [
            "商品编号,名称,单位\nA1,中性笔,支\n",
            "名称\n盒\n",
            "name,unit\nU盘 32G,个\nA4纸（白）,包\n",
            "姓名,电话\n陈喆,13800138000\n王小明,13900139000\n",
            "品名；规格\n螺丝M8×20，不锈钢；盒\n",
        ] {
            assert_eq!(text(&in_code(GB18030, chinese)).as_deref(), Ok(chinese));
        }
        for western in [
            "Artikel;Größe;Preis\nSchüssel;groß;2,50 €\n",
            "nom,prix\nCrème brûlée,4\nCafé,2\n",
            "nombre,precio\nPiña,1\n¿Qué?,2\nAño,3\n",
            "navn\nRødgrød med fløde\nÅl\nÆble\n",
            "name\nL\u{2019}eau d\u{2019}été\nDépôt « à côté »\n",
            "name,price\nPen,£5\nInk,€4\n25°C,½\n",
            "Größe\n",
        ] {
            assert_eq!(text(&in_code(WINDOWS_1252, western)).as_deref(), Ok(western));
        }
    }

    #[test]
    fn what_can_t_be_told_is_refused() {
        let refused = |bytes: &[u8]| assert_eq!(text(bytes), Err(SheetError::Encoding), "{}", encoding_rs::mem::decode_latin1(bytes));
        refused(&in_code(encoding_rs::WINDOWS_1251, "Название,Цена\nРучка,2\n"));
        refused(&in_code(encoding_rs::BIG5, "產品編號,名稱,單位\nA1,原子筆,盒\n"));
        refused(&in_code(encoding_rs::SHIFT_JIS, "商品番号,名前,単位\nA1,ボールペン,箱\n"));
        refused(&in_code(encoding_rs::EUC_KR, "상품번호,이름,단위\nA1,볼펜,상자\nA2,가위,개\n"));
        refused(&in_code(encoding_rs::EUC_KR, "name\n볼펜 연필\n노트 가위\n"));
        refused(&in_code(encoding_rs::WINDOWS_1250, "nazwa\nŻółta łódź, ołówek\ndługopis żelowy\n"));
        refused(&in_code(encoding_rs::WINDOWS_1254, "ürün\nkağıt\nyeşil ışık, sarı\n"));
        refused(b"name\nCaf\x82\n");
        refused(b"name\nCaf\x82\n\x8aglantine\nCr\x8ame\n");
        refused(b"name\nCaf\xe9 \xd6\xd0\xce\xc4\xc3\xfb\xb3\xc6\n");
        refused(b"\xef\xbb\xbfname\nCaf\xe9\n");
    }

    #[test]
    fn utf_16_is_read_with_and_without_its_mark() {
        let table = "编号\t名称\nA1\tCafé 笔\n";
        let (little, big): (Vec<u8>, Vec<u8>) =
            (table.encode_utf16().flat_map(u16::to_le_bytes).collect(), table.encode_utf16().flat_map(u16::to_be_bytes).collect());
        for (mark, bytes) in [([0xff, 0xfe], &little), ([0xfe, 0xff], &big)] {
            assert_eq!(text(bytes).as_deref(), Ok(table));
            assert_eq!(text(&[&mark[..], bytes].concat()).as_deref(), Ok(table));
            assert_eq!(text(&[&mark[..], bytes, &[0x41]].concat()), Err(SheetError::Encoding), "a half letter");
        }
        assert_eq!(text(b"a\0b\0\0c"), Err(SheetError::Foreign));
    }

    #[test]
    fn pages_and_documents_are_no_tables() {
        for page in ["<html><table>", " \n<!DOCTYPE html>", "<TABLE>", "<?xml version=\"1.0\"?>", "%PDF-1.7", "{\\rtf1"] {
            assert_eq!(text(page.as_bytes()), Err(SheetError::Foreign), "{page}");
        }
        assert_eq!(text("\u{feff}<html><table>".as_bytes()), Err(SheetError::Foreign));
        assert_eq!(text(b"MIME-Version: 1.0\nX: y\n"), Err(SheetError::Foreign));
        let four_bytes: Vec<u8> = "\u{feff}no,name\n".chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
        assert_eq!(text(&four_bytes), Err(SheetError::Foreign), "UTF-32");
        assert_eq!(text(b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\x4f\x01\0"), Err(SheetError::Foreign), "an archive");
        assert_eq!(text("\u{feff}\u{feff}<a>".as_bytes()).as_deref(), Ok("<a>"));
        assert_eq!(text(b"").as_deref(), Ok(""));
    }
}
