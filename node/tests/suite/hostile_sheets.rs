//! Spreadsheets that were made to harm: each is refused with a clear error, or read as what it is,
//! within bounded memory.

use std::io::Write;

use entrepot::sheet::{Limits, SheetError, read, read_within};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use crate::data_exchange::import;
use crate::support::{Node, admins};

const MEGABYTE: usize = 1024 * 1024;

/// A ZIP archive that is made by hand, so that it may lie.
#[derive(Default)]
struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

struct Part<'a> {
    name: &'a str,
    content: &'a [u8],
    deflated: bool,
}

impl Zip {
    /// Adds a part; answers where its entry begins within the directory, for whoever changes it.
    fn put(&mut self, part: &Part<'_>) -> usize {
        let mut crc = Crc::new();
        crc.update(part.content);
        let packed = if part.deflated {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(part.content).expect("packed");
            encoder.finish().expect("packed")
        } else {
            part.content.to_vec()
        };
        let local = self.bytes.len();
        let number = |value: usize| u32::try_from(value).expect("short").to_le_bytes();
        let name_length = u16::try_from(part.name.len()).expect("short").to_le_bytes();
        let mut common = vec![20, 0, 0, 0, if part.deflated { 8 } else { 0 }, 0, 0, 0, 0, 0];
        common.extend(crc.sum().to_le_bytes());
        common.extend(number(packed.len()));
        common.extend(number(part.content.len()));
        common.extend(name_length);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend([0, 0]);
        self.bytes.extend(part.name.as_bytes());
        self.bytes.extend(&packed);
        let entry = self.directory.len();
        self.directory.extend(b"PK\x01\x02\x14\0");
        self.directory.extend(&common);
        self.directory.extend([0; 12]);
        self.directory.extend(number(local));
        self.directory.extend(part.name.as_bytes());
        self.count += 1;
        entry
    }

    fn end(count: u16, size: u32, offset: u32) -> Vec<u8> {
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend(count.to_le_bytes());
        end.extend(count.to_le_bytes());
        end.extend(size.to_le_bytes());
        end.extend(offset.to_le_bytes());
        end.extend([0, 0]);
        end
    }

    /// The end records of ZIP64, which say where the directory lies.
    fn wide_end(at: usize, count: u64, size: u64, offset: u64) -> Vec<u8> {
        let mut end = b"PK\x06\x06".to_vec();
        end.extend(44_u64.to_le_bytes());
        end.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, size, offset] {
            end.extend(number.to_le_bytes());
        }
        end.extend(b"PK\x06\x07\0\0\0\0");
        end.extend((at as u64).to_le_bytes());
        end.extend(1_u32.to_le_bytes());
        end
    }

    fn finish(self) -> Vec<u8> {
        let (size, offset) = (self.directory.len(), self.bytes.len());
        let end = Self::end(self.count, u32::try_from(size).expect("short"), u32::try_from(offset).expect("short"));
        [self.bytes, self.directory, end].concat()
    }

    fn finish_wide(self) -> Vec<u8> {
        let (size, offset) = (self.directory.len(), self.bytes.len());
        let wide = Self::wide_end(offset + size, self.count.into(), size as u64, offset as u64);
        [self.bytes, self.directory, wide, Self::end(u16::MAX, u32::MAX, u32::MAX)].concat()
    }
}

const RELS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const TEXTS: &str = r#"<sst uniqueCount="2"><si><t>name</t></si><si><t>Pen</t></si></sst>"#;
const STYLES: &str = r#"<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#;
const SHEET: &str =
    r#"<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row></sheetData></worksheet>"#;

/// The parts of a spreadsheet, some of them others.
fn zip_of(other: &[(&str, &str)]) -> Zip {
    let mut zip = Zip::default();
    let usual = [
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", RELS),
        ("xl/sharedStrings.xml", TEXTS),
        ("xl/styles.xml", STYLES),
        ("xl/worksheets/sheet1.xml", SHEET),
    ];
    for (name, content) in usual {
        let content = other.iter().find(|(changed, _)| *changed == name).map_or(content, |(_, content)| content);
        zip.put(&Part { name, content: content.as_bytes(), deflated: true });
    }
    for (name, content) in other.iter().filter(|(name, _)| usual.iter().all(|(known, _)| known != name)) {
        zip.put(&Part { name, content: content.as_bytes(), deflated: true });
    }
    zip
}

fn book(other: &[(&str, &str)]) -> Vec<u8> {
    zip_of(other).finish()
}

fn sheet(content: &str) -> Vec<u8> {
    book(&[("xl/worksheets/sheet1.xml", content)])
}

fn cell(attributes: &str, value: &str) -> Vec<u8> {
    sheet(&format!("<worksheet><sheetData><row><c {attributes}>{value}</c></row></sheetData></worksheet>"))
}

fn texts(content: &str) -> Vec<u8> {
    book(&[("xl/sharedStrings.xml", content)])
}

fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
    read(bytes).expect("rows")
}

#[track_caller]
fn refused(name: &str, bytes: &[u8]) {
    let found = read(bytes);
    assert!(matches!(&found, Err(SheetError::Broken(reason)) if reason.len() <= 800), "{name}: {:?}", found.map(|rows| rows.len()));
}

#[track_caller]
fn too_much(name: &str, bytes: &[u8]) {
    let found = read(bytes);
    assert!(matches!(&found, Err(SheetError::TooLarge | SheetError::TooMany)), "{name}: {:?}", found.map(|rows| rows.len()));
}

/// Two rows that count on in memory: 1.7 KB which once reserved 100 GB.
fn greedy_texts() -> Vec<u8> {
    texts(&TEXTS.replace(r#"uniqueCount="2""#, r#"count="4294967295" uniqueCount="4294967295""#))
}

/// 64 MB of spaces in 64 KB.
fn bomb() -> Vec<u8> {
    sheet(&SHEET.replace("<sheetData>", &format!("<sheetData>{}", " ".repeat(64 * MEGABYTE))))
}

/// The end record shows a small directory, the one of ZIP64 another with a bomb.
fn two_directories() -> Vec<u8> {
    let mut zip = zip_of(&[]);
    let (small, small_count) = (zip.directory.clone(), zip.count);
    zip.put(&Part { name: "xl/bomb.xml", content: &vec![b' '; 8 * MEGABYTE], deflated: true });
    let shown = zip.bytes.len();
    let hidden = shown + small.len();
    let wide = Zip::wide_end(hidden + zip.directory.len(), zip.count.into(), zip.directory.len() as u64, hidden as u64);
    let end = Zip::end(small_count, u32::try_from(small.len()).expect("short"), u32::try_from(shown).expect("short"));
    [zip.bytes, small, zip.directory, wide, end].concat()
}

#[test]
fn what_a_file_says_of_its_own_size_reserves_nothing() {
    let expected = [["name"], ["Pen"]];
    assert_eq!(rows(&book(&[])), expected);
    assert_eq!(rows(&greedy_texts()), expected);
    assert_eq!(rows(&texts(&TEXTS.replace("\"2\"", "\"-1\""))), expected);
    assert_eq!(
        rows(&sheet(&SHEET.replace("<sheetData>", r#"<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols><sheetData>"#))),
        expected
    );
    // What nobody needs is not unpacked.
    let media = " ".repeat(64 * MEGABYTE);
    assert_eq!(rows(&book(&[("xl/media/image1.png", &media)])), expected);
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    too_much("spaces between rows", &bomb());
    too_much("empty texts", &texts(&format!("<sst>{}</sst>", "<si/>".repeat(6 * MEGABYTE))));
    too_much("one long text", &texts(&format!("<sst><si><t>{}</t></si></sst>", "ab1".repeat(MEGABYTE))));
    too_much("one long text in pieces", &texts(&format!("<sst><si>{}</si></sst>", "<t>abcdefghij</t>".repeat(100_000))));
    too_much("a long attribute", &cell(&format!("r=\"{}\"", "A1b".repeat(MEGABYTE)), "<v>1</v>"));
    too_much("a long comment", &sheet(&SHEET.replace("<sheetData>", &format!("<!--{}--><sheetData>", "ab1".repeat(MEGABYTE)))));
    too_much("a cell at the far end", &cell(r#"r="XFD1048576" t="str""#, "<v>x</v>"));
    too_much("a cell in column 201", &cell(r#"r="GS1" t="str""#, "<v>x</v>"));
    let far: String = (1..=200_000).map(|row| format!(r#"<row r="{row}"><c r="GR{row}"><v>{row}</v></c></row>"#)).collect();
    too_much("a cell far out in every row", &sheet(&format!("<worksheet><sheetData>{far}</sheetData></worksheet>")));
    let styles: String = (0..70_000).map(|style| format!(r#"<xf numFmtId="{style}"/>"#)).collect();
    too_much("styles", &book(&[("xl/styles.xml", &format!("<styleSheet><cellXfs>{styles}</cellXfs></styleSheet>"))]));
    let mut many = zip_of(&[]);
    for number in 0..1_000 {
        many.put(&Part { name: &format!("x{number}"), content: b"", deflated: false });
    }
    too_much("parts", &many.finish());
    // Little by little, in many parts that are all read.
    let small = Limits { unpacked: 500, ..Limits::IMPORT };
    assert_eq!(read_within(&book(&[]), &small), Err(SheetError::TooLarge));
    for csv in [",".repeat(10 * MEGABYTE), format!("\"{}", ",\n".repeat(10 * MEGABYTE)), "1\n".repeat(300_000), "\u{fffd}".repeat(MEGABYTE)] {
        too_much("CSV", csv.as_bytes());
    }
}

#[test]
fn an_archive_that_can_be_read_in_two_ways_is_refused() {
    refused("two directories", &two_directories());
    assert_eq!(rows(&zip_of(&[]).finish_wide()), [["name"], ["Pen"]], "ZIP64 alone is no harm");
    let mut doubled = zip_of(&[]);
    doubled.put(&Part { name: "XL\\WorkSheets/sheet1.xml", content: SHEET.as_bytes(), deflated: true });
    refused("two parts of one name", &doubled.finish());
    let mut overlapping = zip_of(&[]);
    let entry = overlapping.put(&Part { name: "a", content: b"", deflated: false });
    overlapping.directory[entry + 20..entry + 28].fill(0);
    overlapping.directory[entry + 42..entry + 46].fill(0);
    overlapping.directory[entry + 20] = 200;
    refused("parts that overlap", &overlapping.finish());
    let prefixed = [b"PK\x03\x04 something before it ".to_vec(), book(&[])].concat();
    refused("bytes before the archive", &prefixed);
    refused("bytes after the archive", &[book(&[]), vec![0]].concat());
}

#[test]
fn an_archive_that_is_damaged_is_refused() {
    let whole = book(&[]);
    for cut in 4..whole.len() {
        refused("cut off", &whole[..cut]);
    }
    // Every byte of the directory and of the end, changed in each of its bits: no panic, whatever comes of it.
    let directory = whole.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory");
    for at in directory..whole.len() {
        for bit in 0..8 {
            let mut changed = whole.clone();
            changed[at] ^= 1 << bit;
            let _ = read(&changed);
        }
    }
    for (name, offset, value) in
        [("encrypted", 8, 1_u8), ("an unknown method", 10, 99), ("a wrong checksum", 16, 1), ("a wrong size", 24, 1), ("a place outside", 45, 0x7f)]
    {
        let mut zip = zip_of(&[]);
        let entries: Vec<usize> = zip.directory.windows(4).enumerate().filter(|(_, four)| *four == b"PK\x01\x02").map(|(at, _)| at).collect();
        for entry in entries {
            zip.directory[entry + offset] ^= value;
        }
        refused(name, &zip.finish());
    }
    let mut zip = zip_of(&[]);
    zip.directory[20..28].fill(0xFF);
    refused("sizes that only ZIP64 could have", &zip.finish());
    refused("no archive", b"PK\x03\x04 and nothing else");
}

#[test]
fn xml_that_was_made_to_harm_is_refused() {
    let laughs: String = (1..10).map(|at| format!(r#"<!ENTITY a{at} "{}">"#, format!("&a{};", at - 1).repeat(10))).collect();
    let laughs = format!(r#"<!DOCTYPE sst [<!ENTITY a0 "ha">{laughs}]><sst><si><t>&a9;</t></si></sst>"#);
    refused("billion laughs", &texts(&laughs));
    refused("a file from elsewhere", &texts(r#"<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>"#));
    refused("an unknown entity", &texts("<sst><si><t>&x;</t></si></sst>"));
    refused("no letter", &texts("<sst><si><t>&#xD800;</t></si></sst>"));
    for part in ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/worksheets/sheet1.xml"] {
        refused("a document type", &book(&[(part, "<!DOCTYPE x><x/>")]));
        refused("cut off", &book(&[(part, "<x><y>")]));
        refused("wrongly closed", &book(&[(part, "<x></y>")]));
    }
    // Neither one below the other nor one beside the other may take more than their number.
    refused("deep", &sheet(&format!("<worksheet>{}", "<a>".repeat(300_000))));
    let attributes: String = (0..60_000).map(|at| format!(r#" a{at}="""#)).collect();
    let quick = std::time::Instant::now();
    assert_eq!(rows(&cell(&format!("{attributes} r=\"A1\""), "<v>1</v>")), [["1"]]);
    println!("60,000 attributes took {:?}", quick.elapsed());
    let mut utf16 = zip_of(&[]);
    utf16.put(&Part { name: "_rels/.rels", content: &[0xFF, 0xFE, b'<', 0, b'x', 0], deflated: false });
    refused("another encoding", &utf16.finish());
}

#[test]
fn cells_that_make_no_sense_are_refused() {
    for reference in ["A0", "A-1", "XFE1", "A1048577", "A99999999999999999999", "1", "A", "", "AAAA1", "A1:B2", "$A$1"] {
        refused(reference, &cell(&format!("r=\"{reference}\""), "<v>1</v>"));
    }
    for row in ["0", "-1", "1048577", "18446744073709551616", "x", ""] {
        refused(row, &sheet(&format!(r#"<worksheet><sheetData><row r="{row}"/></sheetData></worksheet>"#)));
    }
    for index in ["2", "-1", "4294967296", "x", "1.5"] {
        refused(index, &cell(r#"t="s""#, &format!("<v>{index}</v>")));
    }
    refused("a number that is none", &cell(r#"t="n""#, "<v>NaN</v>"));
    refused("an endless number", &cell(r#"t="n""#, "<v>1e999</v>"));
    refused("an unknown kind", &cell(r#"t="q""#, "<v>1</v>"));
    refused("no sheet", &book(&[("xl/workbook.xml", "<workbook/>")]));
    refused("a sheet elsewhere", &book(&[("xl/_rels/workbook.xml.rels", &RELS.replace("worksheets/sheet1.xml", "../../../etc/passwd"))]));
    refused("no spreadsheet", &{
        let mut zip = Zip::default();
        zip.put(&Part { name: "word/document.xml", content: b"<x/>", deflated: true });
        zip.finish()
    });
}

#[test]
fn what_spreadsheets_write_is_read() {
    for (attributes, content, read) in [
        (r#"t="inlineStr""#, "<is><t>a</t><rPh><t>hint</t></rPh><r><t> &amp; b</t></r></is>", "a & b"),
        (r#"t="str""#, "<f>A1&amp;B1</f><v>=x_x000D_y</v>", "=x\ry"),
        (r#"t="b""#, "<v>1</v>", "1"),
        (r#"t="d""#, "<v>2026-01-02T03:04:05</v>", "2026-01-02T03:04:05"),
        ("", "<v>2.50</v>", "2.5"),
        (r#"s="1""#, "<v>45292</v>", "2024-01-01"),
        (r#"s="1""#, "<v>45292.75</v>", "2024-01-01 18:00:00"),
        (r#"s="99""#, "<v>7</v>", "7"),
        ("", "<v>n/a</v>", "n/a"),
        (r#"t="str""#, "<v><![CDATA[<b>]]></v>", "<b>"),
    ] {
        assert_eq!(rows(&cell(attributes, content)), [[read]], "{attributes} {content}");
    }
    assert_eq!(rows(&cell(r#"t="e""#, "<v>#REF!</v>")), Vec::<Vec<String>>::new());
    // Without references cells lie side by side; prefixes mean nothing; a later row may come first.
    let prefixed = "<x:worksheet><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row/><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>";
    assert_eq!(rows(&sheet(prefixed)), [vec!["1", "2"], vec![], vec!["3"]]);
    let since_1904 = WORKBOOK.replace("<sheets>", r#"<workbookPr date1904="1"/><sheets>"#);
    let dated = "<worksheet><sheetData><row><c s=\"1\"><v>43465</v></c></row></sheetData></worksheet>";
    assert_eq!(rows(&book(&[("xl/workbook.xml", &since_1904), ("xl/worksheets/sheet1.xml", dated)])), [["2023-01-01"]]);
}

#[test]
fn numbers_are_read_as_they_are_shown() {
    let styles = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="yyyy/m/d h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"#;
    let cells = r#"<c r="A3"><v>434.99999999999994</v></c><c r="B3" s="1"><v>12912</v></c><c r="C3"><v>6.90123456789E+12</v></c><c r="D3" s="2"><v>46392.4375</v></c><c r="E3" s="1"><v>2.5</v></c>"#;
    let sheet = format!(r#"<worksheet><sheetData><row r="3">{cells}</row></sheetData></worksheet>"#);
    let found = rows(&book(&[("xl/styles.xml", styles), ("xl/worksheets/sheet1.xml", &sheet)]));
    assert_eq!(found, [vec![], vec![], vec!["435", "00012912", "6901234567890", "2027-01-05 10:30:00", "2.5"]], "blank rows keep their places");
}

/// The most memory that a process ever had, in bytes.
fn peak(pid: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<usize>().ok()).expect("a number") * 1024
}

#[tokio::test]
async fn a_node_outlives_them_in_bounded_memory() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let pid = node.child.id().expect("it runs");
    let before = peak(pid);
    let far: String = (1..=200_000).map(|row| format!(r#"<row r="{row}"><c r="GR{row}"><v>{row}</v></c></row>"#)).collect();
    let far = sheet(&format!("<worksheet><sheetData>{far}</sheetData></worksheet>"));
    for file in [greedy_texts(), bomb(), two_directories(), far, ",".repeat(30 * MEGABYTE).into_bytes()] {
        let task = import(&client, "warehouse.Product", file, &[]).await;
        assert_eq!(task["state"], "failed", "{task}");
        let explained = task["message"].as_str().is_some_and(|message| !message.is_empty()) || task["bad"] == 1;
        assert!(explained, "{task}");
    }
    let grown = peak(pid).saturating_sub(before);
    println!("the node grew by {} MB", grown / MEGABYTE);
    assert!(grown < 512 * MEGABYTE, "the node grew by {} MB", grown / MEGABYTE);
    assert!(node.stop().await);
}
