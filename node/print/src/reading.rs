//! What tests read back: PDF files, and codes from their modules. Written from the standards, without the libraries
//! that write them.

use std::collections::BTreeMap;
use std::io::Read;

/// A PDF file that was written by this crate.
pub struct PdfFile {
    objects: BTreeMap<u32, (String, Vec<u8>)>,
}

fn inflated(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::ZlibDecoder::new(data).read_to_end(&mut out).expect("a packed stream");
    out
}

fn find(data: &[u8], what: &[u8], from: usize) -> Option<usize> {
    data[from..].windows(what.len()).position(|window| window == what).map(|at| at + from)
}

/// The numbers of references `n 0 R` after a key.
fn references(dictionary: &str, key: &str) -> Vec<u32> {
    let Some((_, after)) = dictionary.split_once(key) else { return vec![] };
    let after = after.trim_start();
    let list = if let Some(list) = after.strip_prefix('[') { list.split(']').next().unwrap_or("") } else { after.split('R').next().unwrap_or("") };
    list.split('R').filter_map(|reference| reference.split_whitespace().next()?.parse().ok()).collect()
}

impl PdfFile {
    pub fn new(file: &[u8]) -> Self {
        assert!(file.starts_with(b"%PDF-1."), "no PDF");
        let tail = String::from_utf8_lossy(&file[file.len() - 200..]).into_owned();
        let start: usize =
            tail.split("startxref").nth(1).expect("startxref").split_whitespace().next().expect("an offset").parse().expect("a number");
        let table = String::from_utf8_lossy(&file[start..]).into_owned();
        assert!(table.starts_with("xref"));
        let mut objects = BTreeMap::new();
        for (number, line) in table.lines().skip(2).take_while(|line| !line.starts_with("trailer")).enumerate().skip(1) {
            let offset: usize = line[..10].parse().expect("an offset");
            let header = format!("{number} 0 obj");
            if !file[offset..].starts_with(header.as_bytes()) {
                continue;
            }
            let end = find(file, b"endobj", offset).expect("an end");
            let stream = find(file, b"\nstream\n", offset).filter(|at| *at < end);
            let dictionary = String::from_utf8_lossy(&file[offset + header.len()..stream.unwrap_or(end)]).into_owned();
            let data = stream.map_or(vec![], |at| {
                let length: usize =
                    dictionary.split("/Length").nth(1).expect("a length").split_whitespace().next().expect("a length").parse().expect("a number");
                file[at + 8..at + 8 + length].to_vec()
            });
            objects.insert(u32::try_from(number).expect("small"), (dictionary, data));
        }
        Self { objects }
    }

    fn pages(&self) -> Vec<&str> {
        let tree = self.objects.values().find(|(dictionary, _)| dictionary.contains("/Type /Pages")).expect("a tree of pages");
        references(&tree.0, "/Kids").into_iter().map(|page| self.objects[&page].0.as_str()).collect()
    }

    pub fn page_count(&self) -> usize {
        self.pages().len()
    }

    /// The letters by their code.
    fn letters(&self) -> BTreeMap<u16, String> {
        let font = self.objects.values().find(|(dictionary, _)| dictionary.contains("/Subtype /Type0")).expect("a font");
        let map = references(&font.0, "/ToUnicode")[0];
        let map = String::from_utf8(inflated(&self.objects[&map].1)).expect("text");
        let pair = |line: &str| {
            let mut parts = line.strip_prefix('<')?.trim_end_matches('>').split("> <");
            let code = u16::from_str_radix(parts.next()?, 16).ok()?;
            let units: Vec<u16> =
                parts.next()?.as_bytes().chunks(4).filter_map(|hex| u16::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()).collect();
            Some((code, String::from_utf16(&units).ok()?))
        };
        map.lines().filter_map(pair).collect()
    }

    /// The lines of text of each page, in the order in which they were written.
    pub fn text(&self) -> Vec<Vec<String>> {
        let letters = self.letters();
        let page = |dictionary: &&str| {
            let content = inflated(&self.objects[&references(dictionary, "/Contents")[0]].1);
            shown(&content)
                .into_iter()
                .map(|codes| codes.chunks(2).map(|pair| letters[&u16::from_be_bytes([pair[0], pair[1]])].as_str()).collect())
                .collect()
        };
        self.pages().iter().map(page).collect()
    }

    /// How many rectangles a page fills.
    pub fn boxes(&self, page: usize) -> usize {
        let content = inflated(&self.objects[&references(self.pages()[page], "/Contents")[0]].1);
        content.windows(4).filter(|window| window == b" re\n").count()
    }
}

/// The strings that a page's content shows: in brackets with escapes, or in hexadecimal.
fn shown(content: &[u8]) -> Vec<Vec<u8>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < content.len() {
        let (mut string, mut depth) = (Vec::new(), 1);
        match content[at] {
            b'(' => {
                at += 1;
                while depth > 0 {
                    match content[at] {
                        b'\\' => {
                            at += 1;
                            let octal = content[at..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
                            string.push(match content[at] {
                                b'n' => b'\n',
                                b'r' => b'\r',
                                b't' => b'\t',
                                b'b' => 8,
                                b'f' => 12,
                                _ if octal > 0 => {
                                    let digits = std::str::from_utf8(&content[at..at + octal]).expect("digits");
                                    at += octal - 1;
                                    u8::from_str_radix(digits, 8).expect("a byte")
                                }
                                other => other,
                            });
                        }
                        b'(' => {
                            depth += 1;
                            string.push(b'(');
                        }
                        b')' => {
                            depth -= 1;
                            if depth > 0 {
                                string.push(b')');
                            }
                        }
                        other => string.push(other),
                    }
                    at += 1;
                }
                found.push(string);
            }
            b'<' => {
                let end = find(content, b">", at).expect("an end");
                let hex = std::str::from_utf8(&content[at + 1..end]).expect("digits");
                found.push((0..hex.len() / 2).map(|byte| u8::from_str_radix(&hex[byte * 2..byte * 2 + 2], 16).expect("hex")).collect());
                at = end + 1;
            }
            _ => at += 1,
        }
    }
    found
}

/// Codes, read from their modules.
pub mod symbols {
    /// Widths of the six bars and gaps of each value of Code 128 (ISO/IEC 15417, table 1); the last three begin.
    const WIDTHS: &str = "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 \
        123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 \
        131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 \
        311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 \
        142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 \
        111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232";

    fn values(modules: &str) -> Vec<usize> {
        let known: Vec<&str> = WIDTHS.split_whitespace().collect();
        assert_eq!(known.len(), 106);
        let modules = modules.strip_suffix("1100011101011").expect("the end of the code");
        let value = |letter: &[u8]| {
            let widths: String = letter.chunk_by(|a, b| a == b).map(|run| run.len().to_string()).collect();
            known.iter().position(|width| *width == widths).unwrap_or_else(|| panic!("{widths} is no letter"))
        };
        modules.as_bytes().chunks(11).map(value).collect()
    }

    /// The check value, which is proved.
    pub fn checksum_128(modules: &str) -> usize {
        let mut values = values(modules);
        let check = values.pop().expect("a check value");
        let sum: usize = values.iter().enumerate().map(|(place, value)| value * place.max(1)).sum();
        assert_eq!(sum % 103, check, "the check value");
        check
    }

    /// The text; FNC1 as a group separator.
    pub fn code_128(modules: &str) -> String {
        checksum_128(modules);
        let mut values = values(modules);
        values.pop();
        let mut set = values.remove(0);
        let mut text = String::new();
        for value in values {
            match (set, value) {
                (_, 102) => text.push('\u{1d}'),
                (105, 0..=99) => text += &format!("{value:02}"),
                (105, 100) => set = 104,
                (104, 99) => set = 105,
                (104, 0..=94) => text.push(char::from(u8::try_from(value + 32).expect("ASCII"))),
                other => panic!("{other:?}"),
            }
        }
        text
    }

    /// The text of a QR code of at most 29 modules, without damage.
    pub fn qr(side: usize, modules: &[bool]) -> String {
        let version = (side - 17) / 4;
        let capacity = [16, 28, 44][version - 1];
        let black = |x: usize, y: usize| modules[y * side + x];
        // Format: level and mask beside the upper left finder, with its own mask.
        let format = (0..6).map(|x| black(x, 8)).chain([black(7, 8), black(8, 8), black(8, 7)]).chain((0..6).rev().map(|y| black(8, y)));
        let format = format.fold(0_u32, |bits, bit| bits << 1 | u32::from(bit)) ^ 0b101_0100_0001_0010;
        assert_eq!(format >> 13, 0b00, "level M");
        let mask = format >> 10 & 7;
        let masked = |x: usize, y: usize| match mask {
            0 => (x + y).is_multiple_of(2),
            1 => y.is_multiple_of(2),
            2 => x.is_multiple_of(3),
            3 => (x + y).is_multiple_of(3),
            4 => (y / 2 + x / 3).is_multiple_of(2),
            5 => (x * y) % 2 + (x * y) % 3 == 0,
            6 => ((x * y) % 2 + (x * y) % 3).is_multiple_of(2),
            _ => ((x + y) % 2 + (x * y) % 3).is_multiple_of(2),
        };
        let mark = side.wrapping_sub(9);
        let fixed = |x: usize, y: usize| {
            let finder = (y < 9 && (x < 9 || x + 8 >= side)) || (x < 9 && y + 8 >= side);
            let alignment = version > 1 && (mark..mark + 5).contains(&x) && (mark..mark + 5).contains(&y);
            finder || x == 6 || y == 6 || alignment
        };
        let mut bits = Vec::new();
        let (mut right, mut up) = (side - 1, true);
        loop {
            for step in 0..side {
                let y = if up { side - 1 - step } else { step };
                for x in [right, right - 1] {
                    if !fixed(x, y) {
                        bits.push(black(x, y) ^ masked(x, y));
                    }
                }
            }
            up = !up;
            if right < 3 {
                break;
            }
            right -= if right == 8 { 3 } else { 2 };
        }
        bits.truncate(capacity * 8);
        let mut at = 0;
        let mut take = |count: usize| {
            let value = bits[at..at + count].iter().fold(0_usize, |value, bit| value << 1 | usize::from(*bit));
            at += count;
            value
        };
        let mut bytes = Vec::new();
        loop {
            match take(4) {
                0 => break,
                5 => {}
                1 => {
                    let mut digits = take(10);
                    while digits > 0 {
                        let count = digits.min(3);
                        bytes.extend(format!("{:0count$}", take([0, 4, 7, 10][count])).into_bytes());
                        digits -= count;
                    }
                }
                4 => {
                    let count = take(8);
                    bytes.extend((0..count).map(|_| u8::try_from(take(8)).expect("a byte")));
                }
                other => panic!("mode {other}"),
            }
        }
        String::from_utf8(bytes).expect("text")
    }
}
