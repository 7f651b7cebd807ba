//! Codes as black and white modules: EAN, Code 128, GS1-128 and QR.

use barcoders::sym::code128::Code128;
use barcoders::sym::ean8::EAN8;
use barcoders::sym::ean13::EAN13;
use qrcode::bits::Bits;
use qrcode::{Color, EcLevel, QrCode, Version};

use crate::error::PrintError;
use crate::gs1::{Elements, SEPARATOR};
use crate::trade_item;

/// FNC1, as the encoder spells it.
const FNC1: char = '\u{179}';
/// Character sets, as the encoder spells them: text, and pairs of digits.
const SET_B: char = '\u{181}';
const SET_C: char = '\u{106}';
/// Largest QR code: more modules can't be read from a label.
const QR_VERSION_MAX: i16 = 15;
/// Most characters in Code 128: more can't be read in one go.
const CODE_128_MAX: usize = 80;

/// A code, drawn in modules of one size. True is black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// From left to right.
    Bars(Vec<bool>),
    /// Row by row.
    Square { side: usize, modules: Vec<bool> },
}

fn refused(text: &str) -> PrintError {
    PrintError::Code { text: text.replace(SEPARATOR, " ") }
}

fn bars(modules: Vec<u8>) -> Symbol {
    Symbol::Bars(modules.into_iter().map(|module| module == 1).collect())
}

/// The text with changes of character set: pairs of digits where they are shorter.
fn with_sets(text: &str) -> Option<String> {
    let symbols: Vec<char> = text.chars().map(|symbol| if symbol == SEPARATOR { FNC1 } else { symbol }).collect();
    if symbols.is_empty() || symbols.len() > CODE_128_MAX || !symbols.iter().all(|symbol| (' '..='~').contains(symbol) || *symbol == FNC1) {
        return None;
    }
    let (mut out, mut set, mut at) = (String::new(), None, 0);
    while at < symbols.len() {
        let run = symbols[at..].iter().take_while(|symbol| symbol.is_ascii_digit()).count();
        let at_an_end = at == 0 || symbols[..at].iter().all(|symbol| *symbol == FNC1) || at + run == symbols.len();
        let pairs = run >= 6 || (run >= 4 && at_an_end) || (run == symbols.len() && run == 2);
        let wanted = if symbols[at] == FNC1 {
            set.unwrap_or(if symbols[at + 1..].iter().take(4).filter(|symbol| symbol.is_ascii_digit()).count() == 4 { SET_C } else { SET_B })
        } else if run >= 2 && (pairs || set == Some(SET_C)) {
            SET_C
        } else {
            SET_B
        };
        // An odd digit is written before the pairs begin.
        let odd = wanted == SET_C && set != Some(SET_C) && run % 2 == 1 && symbols[at] != FNC1 && set.is_some();
        let wanted = if odd { SET_B } else { wanted };
        if set != Some(wanted) {
            out.push(wanted);
            set = Some(wanted);
        }
        let taken = if wanted == SET_C && symbols[at] != FNC1 { run - run % 2 } else { 1 };
        out.extend(&symbols[at..at + taken]);
        at += taken;
    }
    Some(out)
}

/// Code 128, for any printable ASCII.
pub fn code_128(text: &str) -> Result<Symbol, PrintError> {
    let spelled = with_sets(text).filter(|_| !text.contains(SEPARATOR)).ok_or_else(|| refused(text))?;
    Code128::new(spelled).map(|code| bars(code.encode())).map_err(|_| refused(text))
}

/// Code 128 that begins with FNC1, for elements of GS1.
pub fn gs1_128(elements: &Elements) -> Result<Symbol, PrintError> {
    let text = elements.encoded();
    let spelled = with_sets(&format!("{SEPARATOR}{text}")).ok_or_else(|| refused(&text))?;
    Code128::new(spelled).map(|code| bars(code.encode())).map_err(|_| refused(&text))
}

/// EAN-13 or EAN-8 for a trade item's number of that length, also UPC-A, which is an EAN-13 with a zero before it.
/// Other texts are written in Code 128.
pub fn product(text: &str) -> Result<Symbol, PrintError> {
    let encoded = match text.len() {
        8 if trade_item::is_gtin(text) => EAN8::new(text).map(|code| code.encode()),
        12 if trade_item::is_gtin(text) => EAN13::new(format!("0{text}")).map(|code| code.encode()),
        13 if trade_item::is_gtin(text) => EAN13::new(text).map(|code| code.encode()),
        _ => return code_128(text),
    };
    encoded.map(bars).map_err(|_| refused(text))
}

/// A QR code with a text.
pub fn qr(text: &str) -> Result<Symbol, PrintError> {
    smallest(text.as_bytes(), false).ok_or_else(|| refused(text))
}

/// A QR code with elements of GS1.
pub fn gs1_qr(elements: &Elements) -> Result<Symbol, PrintError> {
    let text = elements.encoded();
    smallest(text.as_bytes(), true).ok_or_else(|| refused(&text))
}

fn smallest(data: &[u8], gs1: bool) -> Option<Symbol> {
    (1..=QR_VERSION_MAX).find_map(|version| {
        let mut bits = Bits::new(Version::Normal(version));
        if gs1 {
            bits.push_fnc1_first_position().ok()?;
        }
        // Bytes alone where another mode would mean something else: in the mode for letters, a per cent sign of GS1 is
        // FNC1, and pairs of bytes of a Chinese text may look like Kanji.
        let filled = if gs1 || !data.is_ascii() { bits.push_byte_data(data) } else { bits.push_optimal_data(data) };
        filled.ok()?;
        bits.push_terminator(EcLevel::M).ok()?;
        let code = QrCode::with_bits(bits, EcLevel::M).ok()?;
        Some(Symbol::Square { side: code.width(), modules: code.to_colors().into_iter().map(|color| color == Color::Dark).collect() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gs1;
    use crate::reading::symbols;

    fn drawn(symbol: Result<Symbol, PrintError>) -> String {
        let Ok(Symbol::Bars(modules)) = symbol else { panic!("no bars") };
        modules.iter().map(|black| if *black { '1' } else { '0' }).collect()
    }

    #[test]
    fn ean_13_is_the_published_pattern() {
        // 5901234123457, the example of the General Specifications and of every textbook.
        let expected = "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101";
        assert_eq!(drawn(product("5901234123457")), expected);
        assert_eq!(drawn(product("036000291452")), drawn(product("0036000291452")));
        assert_eq!(drawn(product("96385074")).len(), 67);
        // A wrong check digit is no trade item's number, and so Code 128.
        assert_eq!(symbols::code_128(&drawn(product("5901234123458"))), "5901234123458");
    }

    #[test]
    fn code_128_reads_back_with_its_checksum() {
        for text in ["A", "CK202611230001", "A-01-02", "1234", "123", "12", "AB1234567C", "AB123456", "9", "a b~", "X1234", "RK20261123000123456"] {
            assert_eq!(symbols::code_128(&drawn(code_128(text))), text);
        }
        // PJJ123C, the example of textbooks: 54 begun in set A, so 55 in set B.
        assert_eq!(symbols::checksum_128(&drawn(code_128("PJJ123C"))), 55);
        // Pairs of digits take half the room.
        assert_eq!(drawn(code_128("12345678")).len(), 11 * (1 + 4 + 1) + 13);
        for wrong in ["", "货架", "A\n", &"x".repeat(81)] {
            assert!(code_128(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn gs1_128_begins_with_fnc1() {
        let elements = gs1::compose(&[("01", "04006381333931"), ("17", "270630"), ("10", "B7"), ("30", "12")]).expect("elements");
        let read = symbols::code_128(&drawn(gs1_128(&elements)));
        assert_eq!(read, format!("\u{1d}{}", elements.encoded()));
        assert_eq!(gs1::parse(&format!("]C1{}", &read[1..])).as_ref(), Ok(&elements));
    }

    #[test]
    fn qr_codes_read_back() {
        let elements = gs1::compose(&[("01", "04006381333931"), ("10", "B%7"), ("37", "5")]).expect("elements");
        for (symbol, expected) in
            [(qr("货架 A-01"), "货架 A-01".to_owned()), (qr("12345"), "12345".to_owned()), (gs1_qr(&elements), elements.encoded())]
        {
            let Ok(Symbol::Square { side, modules }) = symbol else { panic!("no square") };
            assert_eq!(symbols::qr(side, &modules), expected);
        }
        assert!(qr(&"x".repeat(2_000)).is_err());
    }
}
