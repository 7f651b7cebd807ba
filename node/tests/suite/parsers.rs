//! Whatever bytes strangers send, a parser answers: with what it read or with an error, never with a panic, and without
//! taking more memory than its limits allow. Kept inputs (`ops/fuzz/corpus`) and changed ones, made from a seed.
//!
//! `ENTREPOT_FUZZ_INPUTS` says how many for each parser, `ENTREPOT_TEST_SEED` which; `ops/soak parsers` makes many. An
//! input that breaks a parser is written into the corpus, to be kept.

use std::hint::black_box;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{NaiveDate, TimeDelta};
use entrepot::config::services::{ServiceSettings, UploadConfig};
use entrepot::cron::Cron;
use entrepot::file::{inspect, naming};
use entrepot::http::{body, listing};
use entrepot::import::lines;
use entrepot::order;
use entrepot::sheet;
use entrepot_store::maintenance::backup;
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::{catalogue, query};
use entrepot_store::scope::Scope;
use flate2::Crc;
use futures::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::world::World;

/// Inputs of a usual run for each parser.
const INPUTS: u64 = 300;
/// Longest input that is made, in bytes.
const INPUT_MAX: usize = 64 * 1024;
/// What a parser may make the process grow by, in KiB: the texts of the largest spreadsheet, twice.
const GROWTH_MAX: u64 = 256 * 1024;
/// No value of a request may become a part of a query.
const MARK: &str = "zqx7";

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn corpus(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ops/fuzz/corpus").join(kind)
}

fn kept(kind: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus(kind)).expect("a corpus").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a file")).collect()
}

/// Pieces that parsers look for, or that numbers overflow with.
const PIECES: &[&[u8]] = &[
    b"\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff\xff\xff\xff\xff",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"'",
    b"\"",
    b"`",
    b";",
    b",",
    b"\n",
    b"\r\n",
    b"[",
    b"]",
    b"{",
    b"}",
    b"<",
    b"/>",
    b"&#x110000;",
    b"&amp;",
    b"<!DOCTYPE x [<!ENTITY a \"b\">]>&a;",
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"PK\x05\x06",
    b"-1",
    b"0",
    b"1e309",
    b"NaN",
    b"4294967296",
    b"9223372036854775808",
    b"99999999999999999999999999999999",
    b"=",
    b"../",
    b"%00",
    b"%2e%2e/",
    b"/storage/",
    b"search[0][val]=",
    b"zqx7",
    b"*/",
    b"0-",
    b"r=\"",
    b"XFD1048576",
    b"A0",
    b"count=\"4294967295\"",
    b"null",
    b"true",
    b"\xf0\x9f\x92\xa9",
];

/// Another input made of kept ones.
fn changed(random: &mut StdRng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.random_range(0..seeds.len())].clone();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..=32)).min(bytes.len());
        match random.random_range(0..8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let again = bytes[at..end].repeat(random.random_range(1..=40));
                drop(bytes.splice(at..at, again));
            }
            5 => {
                let other = &seeds[random.random_range(0..seeds.len())];
                let from = random.random_range(0..=other.len());
                drop(bytes.splice(at.., other[from..].iter().copied()));
            }
            _ => {
                let piece = PIECES[random.random_range(0..PIECES.len())];
                let replaced = if random.random() { at..(at + piece.len()).min(bytes.len()) } else { at..at };
                drop(bytes.splice(replaced, piece.iter().copied()));
            }
        }
        bytes.truncate(INPUT_MAX);
    }
    bytes
}

/// The most memory that the process has had since [`forget_peak`], in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the process's status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").expect("the peak is forgotten");
}

/// The kept inputs, then changed ones.
fn inputs(seeds: &[Vec<u8>], share: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = StdRng::seed_from_u64(number("ENTREPOT_TEST_SEED", 7));
    let made = (0..number("ENTREPOT_FUZZ_INPUTS", INPUTS) / share).map(move |_| changed(&mut random, seeds));
    seeds.iter().cloned().chain(made)
}

/// Gives a parser every kept input and many changed ones.
fn try_all(kind: &str, share: u64, parser: impl Fn(&[u8])) {
    let long = std::env::var_os("ENTREPOT_FUZZ_INPUTS").is_some();
    let (seeds, mut tried) = (kept(kind), 0);
    assert!(!seeds.is_empty(), "no corpus of {kind}");
    forget_peak();
    let before = peak();
    for input in inputs(&seeds, share) {
        tried += 1;
        let broken = catch_unwind(AssertUnwindSafe(|| parser(&input))).is_err();
        // Other tests take memory too: what a parser takes is known only where it runs alone.
        let grown = if long { peak().saturating_sub(before) } else { 0 };
        if broken || grown > GROWTH_MAX {
            let file = corpus(kind).join(format!("found-{}", &hex::encode(Sha256::digest(&input))[..12]));
            std::fs::write(&file, &input).expect("written");
            panic!("{kind}: an input of {} bytes breaks it (grown by {grown} KiB); it is kept as {}", input.len(), file.display());
        }
    }
    println!("{kind}: {tried} inputs, grown by {} KiB", peak().saturating_sub(before));
}

/// What was read from a table says the same when it is written and read again.
fn read_table(bytes: &[u8]) {
    let Ok(rows) = sheet::read(bytes) else { return };
    if rows.iter().map(Vec::len).sum::<usize>() > 20_000 {
        return;
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    if columns == 0 {
        return;
    }
    let row = |row: &[String]| row.iter().cloned().chain(std::iter::repeat(String::new())).take(columns).collect::<Vec<_>>();
    let mut whole: Vec<Vec<String>> = rows.iter().map(|cells| row(cells)).collect();
    // A mark at a file's beginning is no part of its first cell, however many there are.
    whole[0][0] = whole[0][0].trim_start_matches('\u{feff}').to_owned();
    let mut writer = sheet::Writer::new(sheet::Format::Csv, &whole[0]).expect("a writer");
    for cells in &whole[1..] {
        writer.row(cells, false).expect("a row");
    }
    let again = sheet::read(&writer.finish().expect("a file")).expect("what was written is read");
    let again: Vec<Vec<String>> = again.iter().map(|cells| row(cells)).collect();
    assert_eq!(again, whole);
}

/// A ZIP archive of the parts that a text names in lines `=== NAME`.
fn packed(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let (mut archive, mut directory, mut parts) = (Vec::new(), Vec::new(), 0_u16);
    for part in text.split("=== ").skip(1) {
        let (name, content) = part.split_once('\n').unwrap_or((part, ""));
        let (mut deflate, mut sum) = (flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast()), Crc::new());
        deflate.write_all(content.as_bytes()).expect("written");
        sum.update(content.as_bytes());
        let content_packed = deflate.finish().expect("packed");
        let name = &name.as_bytes()[..name.len().min(200)];
        let length = |bytes: usize| u32::try_from(bytes).expect("small").to_le_bytes();
        let mut about = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0];
        for four in [sum.sum().to_le_bytes(), length(content_packed.len()), length(content.len())] {
            about.extend_from_slice(&four);
        }
        about.extend_from_slice(&u16::try_from(name.len()).expect("short").to_le_bytes());
        about.extend_from_slice(&[0, 0]);
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&about);
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&length(archive.len()));
        directory.extend_from_slice(name);
        archive.extend_from_slice(b"PK\x03\x04");
        archive.extend_from_slice(&about);
        archive.extend_from_slice(name);
        archive.extend_from_slice(&content_packed);
        parts += 1;
    }
    let begins = u32::try_from(archive.len()).expect("small");
    let size = u32::try_from(directory.len()).expect("small");
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    for two in [parts, parts] {
        archive.extend_from_slice(&two.to_le_bytes());
    }
    archive.extend_from_slice(&size.to_le_bytes());
    archive.extend_from_slice(&begins.to_le_bytes());
    archive.extend_from_slice(&[0, 0]);
    archive
}

#[test]
fn tables() {
    let whole = packed(&kept("workbooks")[1]);
    assert_eq!(sheet::read(&whole).expect("a workbook")[1], ["Pen ", "2.5"], "the archives that are made here are whole");
    try_all("csv", 1, read_table);
    try_all("xlsx", 1, read_table);
    try_all("workbooks", 1, |parts| read_table(&packed(parts)));
    try_all("orders", 1, |bytes| {
        let text = encoding_rs::mem::decode_latin1(bytes);
        let Ok(sorted) = lines::sort(&text) else { return };
        let lines: usize = sorted.documents.iter().map(|document| document.lines.len()).sum();
        assert_eq!(lines + sorted.set_aside.len(), sorted.total, "a line is a document's or set aside");
    });
}

#[test]
fn schedules() {
    try_all("cron", 1, |bytes| {
        let Some(cron) = Cron::parse(&String::from_utf8_lossy(bytes)) else { return };
        let first = NaiveDate::from_ymd_opt(2028, 2, 28).expect("a day").and_hms_opt(0, 0, 0).expect("a time").and_utc();
        for minute in 0..3_000 {
            black_box(cron.fires(&(first + TimeDelta::minutes(minute))));
        }
    });
}

#[test]
fn conditions() {
    let narrow = Scope { everything: false, warehouses: Some(vec![1]), owners: Some(vec![2]), rows: Some(vec![3]), ..Scope::system() };
    try_all("conditions", 10, |bytes| {
        let asked = listing::parse(&String::from_utf8_lossy(bytes), chrono_tz::Tz::Asia__Shanghai);
        assert!((1..=500).contains(&asked.page_size()) && asked.start() >= 0);
        for resource in catalogue::compiled() {
            let ordered = query::order(&Catalogue::compiled(), resource, &asked).map(|order| format!("{order:?}")).unwrap_or_default();
            assert!(!ordered.contains(MARK), "{ordered}");
            for scope in [&Scope::system(), &narrow] {
                let Ok(made) = query::compile(&Catalogue::compiled(), resource, &asked, scope) else { continue };
                let text = format!("{} {}", made.before.join(";"), made.conditions);
                assert!(!text.contains(MARK), "{text}");
            }
        }
    });
}

#[test]
fn bodies() {
    try_all("bodies", 1, |bytes| drop(body::parse::<order::body::OrderBody>(bytes)));
}

fn uploads_config() -> UploadConfig {
    ServiceSettings::default().complete(Path::new("/nowhere")).expect("complete").upload
}

#[test]
fn uploads() {
    let config = uploads_config();
    try_all("paths", 1, |bytes| {
        let name = String::from_utf8_lossy(bytes);
        if let Some(parts) = naming::below(&name) {
            let path: PathBuf = parts.iter().collect();
            assert!(path.is_relative() && path.components().all(|part| matches!(part, std::path::Component::Normal(_))), "{name:?}");
        }
        if let Ok(suffix) = inspect::suffix(&name, &config) {
            assert!(config.suffixes.contains(&suffix) && !name.contains(['/', '\\', '\0']), "{name:?}");
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("upload");
    try_all("uploads", 2, |bytes| {
        std::fs::write(&file, bytes).expect("written");
        for name in ["a.png", "a.jpg", "a.gif", "a.webp", "a.bmp", "a.txt", "a.xlsx", "a.mp4"] {
            let Ok(found) = runtime.block_on(inspect::inspect(&file, name, "", &config)) else { continue };
            assert!(!["html", "xml", "svg", "script"].iter().any(|never| found.mime.contains(never)), "{found:?}");
        }
    });
}

#[test]
fn backups() {
    try_all("backups", 1, |frames| {
        // Packed and signed as a whole one would be, so that what is within is looked at.
        let mut frames = frames.to_vec();
        let digest = Sha256::digest(&frames);
        frames.extend_from_slice(&[b'E', 0, 0, 0, 32]);
        frames.extend_from_slice(&digest);
        let packed = zstd::encode_all(&frames[..], 1).expect("packed");
        drop(backup::inspect(&packed[..]));
        // And cut off, or not packed at all.
        drop(backup::inspect(&packed[..packed.len() / 2]));
        drop(backup::inspect(&frames[..]));
    });
    let small = kept("backups").pop().expect("a backup");
    let digest = Sha256::digest(&small);
    let whole = [&small[..], &[b'E', 0, 0, 0, 32], &digest].concat();
    assert!(backup::inspect(&zstd::encode_all(&whole[..], 1).expect("packed")[..]).is_ok(), "what is made here can be whole");
}

/// What the server does with these bytes, right after a handshake, until it ends the connection.
async fn speak(url: &str, bytes: &[u8]) {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.expect("a connection");
    let head = "GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 101");
    // It may end the connection before it has all of it.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut said = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(300), stream.read_to_end(&mut said)).await.expect("the server ends it");
}

static PANICS: AtomicUsize = AtomicUsize::new(0);

#[tokio::test]
async fn websockets() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        before(panic);
    }));
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let token = admin.headers.iter().find(|(name, _)| name == "batoken").expect("a token").1.clone();
    let bind = serde_json::json!({ "type": "bind", "data": { "ba_token": token } }).to_string();
    let bound = [&[0x81, 0xfe][..], &u16::try_from(bind.len()).expect("short").to_be_bytes(), &[0; 4], bind.as_bytes()].concat();
    let seeds = kept("websocket");
    for (number, input) in inputs(&seeds, 3).enumerate() {
        // Half of them as somebody who has bound already.
        let said = if number % 2 == 0 { input.clone() } else { [&bound[..], &input].concat() };
        speak(&world.url, &said).await;
        if PANICS.load(Ordering::SeqCst) > 0 {
            let file = corpus("websocket").join(format!("found-{}", &hex::encode(Sha256::digest(&input))[..12]));
            std::fs::write(&file, &input).expect("written");
            panic!("a session breaks off, or another test does: {}", file.display());
        }
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("{}/ws", world.url.replace("http:", "ws:"))).await.expect("a socket");
    socket.send(Message::text(bind)).await.expect("sent");
    let answer = socket.next().await.expect("an answer").expect("a message");
    assert!(answer.to_text().expect("text").contains("unread_count"), "{answer}");
}
