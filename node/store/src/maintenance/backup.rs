//! The whole database in one file, and back.
//!
//! A zstd stream of frames, each a kind (one byte), a length (u32, big endian) and that many bytes:
//! `H` the [`Header`] as JSON, `T` a table's name, `R` rows of that table (an array of values in
//! SurrealDB's own encoding), `F` the name of an uploaded file, `D` a part of that file, `C` the rows per table as JSON, and at
//! the end `E`, the SHA-256 of everything before it. A backup without uploaded files has the format 1, one with them 2. What is written is one snapshot, read in one transaction that
//! writes nothing, so a backup may be made while the node works. A file is read through once and
//! found whole before the first row of it is restored.

mod sample;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;

use actors::store::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use surrealdb::engine::any::Any;
use surrealdb::method::Transaction;
use surrealdb::types::{Array, Value};

use self::sample::Samples;
use crate::engine::connect::Store;
use crate::engine::database_info::DatabaseInfo;
use crate::engine::time_limit::without_limit;
use crate::engine::transaction::{classify, take};
use crate::engine::value::array;
use crate::resource::catalogue;

/// The newest format that this program reads: with uploaded files.
const FORMAT: u32 = 2;
/// The format without them.
const FORMAT_OF_ROWS: u32 = 1;
/// Bytes of a part of a file.
const PART: u64 = 1024 * 1024;
/// Most rows of a frame, which are restored in one transaction.
const FRAME_ROWS: usize = 500;
/// Most rows read together: each page goes past the rows before it.
const PAGE_MAX: usize = 20_000;
/// Of pages that are smaller, in bytes, the next has more rows; of those that are twice as large, fewer.
const PAGE_BYTES: usize = 8 * 1024 * 1024;
/// Largest frame: rows of a page, each far below this.
const FRAME_MAX: u32 = 256 * 1024 * 1024;
/// How hard zstd tries.
const LEVEL: i32 = 3;
/// Written again by the program that restores, by its migrations or when it starts.
const NOT_KEPT: &[&str] = &["schema_version", "declared", "ledger_block", "kept_forms"];

/// In a backup but not restored: sessions and tokens, and the list of backups, whose files lie elsewhere. Otherwise a session that was ended, or a password changed,
/// after the backup would be valid again. Everybody signs in again.
const NOT_RESTORED: &[&str] = &["session", "member_session", "refresh_token", "member_ticket", "verify_code", "captcha", "backup"];

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the file can't be read or written: {0}")]
    Io(#[from] std::io::Error),
    #[error("this is not a whole backup of Entrepot: {0}")]
    Damaged(String),
    #[error("the backup has format {found}, this program reads up to {FORMAT}: use the newer program")]
    NewerFormat { found: u32 },
    #[error("the backup has schema version {found}, this program knows {known}: use the program it was made with")]
    OtherSchema { found: i64, known: i64 },
    #[error("the database is not empty: a backup is restored into an empty one ({table} has rows)")]
    NotEmpty { table: String },
    #[error("{table} has {found} rows after the restore, the backup has {expected}")]
    Counts { table: String, expected: u64, found: u64 },
    #[error("{row} of {table} is missing after the restore")]
    Missing { table: String, row: String },
    #[error("{row} of {table} is not what the backup has: {field}")]
    Differs { table: String, row: String, field: String },
}

/// The first frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    pub format: u32,
    pub schema_version: i64,
    /// Unix seconds.
    pub created_at: i64,
    /// The next number of every sequence.
    pub sequences: BTreeMap<String, i64>,
}

/// What a backup holds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Footer {
    /// Rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Of all frames before the last one, in hexadecimal.
    pub sha256: String,
}

/// An uploaded file that goes into a backup.
#[derive(Clone, Debug)]
pub struct Upload {
    /// As its attachment names it.
    pub url: String,
    pub file: PathBuf,
}

/// Opens the file that an upload of this name is restored to; `None` leaves it out.
pub type OpenUpload<'a> = &'a mut (dyn FnMut(&str) -> std::io::Result<Option<File>> + Send);

/// A table's name comes from INFO FOR DB; this makes sure that it can stand in a query.
fn plain(name: &str) -> Result<&str, BackupError> {
    let letters = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if letters { Ok(name) } else { Err(BackupError::Damaged(format!("a table can't be called {name:?}"))) }
}

struct Frames<W: Write> {
    to: zstd::stream::write::Encoder<'static, W>,
    digest: Sha256,
}

impl<W: Write> Frames<W> {
    fn frame(&mut self, kind: u8, bytes: &[u8]) -> Result<(), BackupError> {
        let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= FRAME_MAX);
        let length = length.ok_or_else(|| BackupError::Damaged("a row is too large".into()))?;
        for part in [&[kind][..], &length.to_be_bytes(), bytes] {
            self.to.write_all(part)?;
            self.digest.update(part);
        }
        Ok(())
    }

    fn json<T: Serialize>(&mut self, kind: u8, value: &T) -> Result<(), BackupError> {
        let bytes = serde_json::to_vec(value).map_err(|error| BackupError::Damaged(error.to_string()))?;
        self.frame(kind, &bytes)
    }

    /// A file in parts. One that has gone since it was listed is left out; answers whether it is in.
    fn upload(&mut self, upload: &Upload) -> Result<bool, BackupError> {
        let mut file = match File::open(&upload.file) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        self.frame(b'F', upload.url.as_bytes())?;
        loop {
            let mut part = Vec::new();
            (&mut file).take(PART).read_to_end(&mut part)?;
            if part.is_empty() {
                return Ok(true);
            }
            self.frame(b'D', &part)?;
        }
    }

    fn finish(mut self, rows: BTreeMap<String, u64>) -> Result<(W, Footer), BackupError> {
        self.json(b'C', &rows)?;
        let digest = self.digest.clone().finalize();
        self.frame(b'E', &digest)?;
        Ok((self.to.finish()?, Footer { rows, sha256: hex::encode(digest) }))
    }
}

/// How many rows to read after a page of `many`, which had this size.
fn next_page(many: usize, size: usize) -> usize {
    if size > 2 * PAGE_BYTES {
        (many / 2).max(1)
    } else if size < PAGE_BYTES {
        (many * 2).min(PAGE_MAX)
    } else {
        many
    }
}

/// So many rows of a table in the order of their keys, without the first ones. A snapshot does not change, and keys alone are
/// skipped quickly; a range of keys would be read to its end ([`crate::engine::after`]).
async fn page(snapshot: &Transaction<Any>, table: &str, skipped: u64, many: usize) -> Result<Vec<Value>, StoreError> {
    let mut answer = snapshot
        .query(format!("SELECT * FROM {table} START {skipped} LIMIT {many}"))
        .await
        .and_then(surrealdb::IndexedResults::check)
        .map_err(|error| StoreError::from(classify(&error)))?;
    match answer.take::<Value>(0).map_err(|error| StoreError::Corrupt(error.to_string()))? {
        Value::Array(rows) => Ok(rows.into_vec()),
        other => Err(StoreError::Corrupt(format!("{table}: no rows but {other:?}"))),
    }
}

impl Store {
    /// Writes every row to `to`. `now`: Unix seconds.
    pub async fn backup<W: Write + Send>(&self, to: W, now: i64) -> Result<Footer, BackupError> {
        self.backup_with(to, now, &[]).await
    }

    /// Writes every row and these files to `to`.
    pub async fn backup_with<W: Write + Send>(&self, to: W, now: i64, uploads: &[Upload]) -> Result<Footer, BackupError> {
        let database_info = self.database_info().await?;
        let io = |error: surrealdb::Error| BackupError::Store(classify(&error).into());
        #[expect(clippy::disallowed_methods, reason = "it reads one snapshot and is cancelled: nothing can be half committed")]
        let snapshot = self.db().clone().begin().await.map_err(io)?;
        // The first read fixes the snapshot. Sequence values are taken after it, so each is above everything in the
        // snapshot; one value of each sequence is lost.
        let settled = page(&snapshot, NOT_KEPT[0], 0, 1).await;
        let sequences = match settled {
            Ok(_) => self.next_numbers(&database_info).await,
            Err(error) => Err(error.into()),
        };
        let written = match sequences {
            Ok(sequences) => self.write_all(&snapshot, &database_info, to, sequences, now, uploads).await,
            Err(error) => Err(error),
        };
        snapshot.cancel().await.map_err(io)?;
        written
    }

    /// Takes a number of every sequence: the one after it is the next.
    async fn next_numbers(&self, database_info: &DatabaseInfo) -> Result<BTreeMap<String, i64>, BackupError> {
        let mut next = BTreeMap::new();
        for name in database_info.sequences.keys() {
            let mut answer = self.run(&format!("RETURN sequence::nextval('{}')", plain(name)?), vec![]).await.map_err(StoreError::from)?;
            next.insert(name.clone(), 1 + take::<i64>(&mut answer, 0)?);
        }
        Ok(next)
    }

    async fn write_all<W: Write + Send>(
        &self,
        snapshot: &Transaction<Any>,
        database_info: &DatabaseInfo,
        to: W,
        sequences: BTreeMap<String, i64>,
        now: i64,
        uploads: &[Upload],
    ) -> Result<Footer, BackupError> {
        let mut frames = Frames { to: zstd::stream::write::Encoder::new(to, LEVEL)?, digest: Sha256::new() };
        let format = if uploads.is_empty() { FORMAT_OF_ROWS } else { FORMAT };
        frames.json(b'H', &Header { format, schema_version: self.schema_version().await?, created_at: now, sequences })?;
        let mut counts = BTreeMap::new();
        for table in database_info.tables.keys() {
            let table = plain(table)?;
            if NOT_KEPT.contains(&table) {
                continue;
            }
            frames.frame(b'T', table.as_bytes())?;
            let (mut count, mut many) = (0, FRAME_ROWS);
            loop {
                let rows = page(snapshot, table, count, many).await?;
                count += rows.len() as u64;
                let full = rows.len() == many;
                let mut size = 0;
                for part in rows.chunks(FRAME_ROWS) {
                    let bytes = surrealdb::types::encode(&array(part.to_vec())).map_err(|error| BackupError::Damaged(error.to_string()))?;
                    size += bytes.len();
                    frames.frame(b'R', &bytes)?;
                }
                if !full {
                    break;
                }
                many = next_page(many, size);
            }
            counts.insert(table.to_owned(), count);
        }
        for upload in uploads {
            frames.upload(upload)?;
        }
        let (mut to, footer) = frames.finish(counts)?;
        to.flush()?;
        Ok(footer)
    }

    /// Fills an empty database from a backup that [`inspect`] has found whole, without its files. All sessions are ended.
    pub async fn restore<R: Read + Send>(&self, from: R) -> Result<Footer, BackupError> {
        self.restore_with(from, &mut |_| Ok(None)).await
    }

    /// The same; `open_upload` opens each file.
    pub async fn restore_with<R: Read + Send>(&self, from: R, open_upload: OpenUpload<'_>) -> Result<Footer, BackupError> {
        Ok(without_limit(self.fill(from, open_upload, 0)).await?.0)
    }

    /// The same without files; then compares rows, `most` of each table, with what was stored. Answers how many as well.
    pub async fn restore_compared<R: Read + Send>(&self, from: R, most: usize) -> Result<(Footer, usize), BackupError> {
        without_limit(self.fill(from, &mut |_| Ok(None), most)).await
    }

    async fn fill<R: Read + Send>(&self, from: R, open_upload: OpenUpload<'_>, most: usize) -> Result<(Footer, usize), BackupError> {
        let database_info = self.database_info().await?;
        for table in database_info.tables.keys().filter(|table| !NOT_KEPT.contains(&table.as_str())) {
            if self.count(plain(table)?).await? > 0 {
                return Err(BackupError::NotEmpty { table: table.clone() });
            }
        }
        let mut frames = Reader::new(from)?;
        let known = self.schema_version().await?;
        let header = frames.header()?;
        if header.schema_version > known {
            return Err(BackupError::OtherSchema { found: header.schema_version, known });
        }
        let admitted = self.admit_older_rows(header.schema_version).await?;
        let mut table = String::new();
        let mut counts = BTreeMap::new();
        let mut upload: Option<File> = None;
        let mut samples = Samples::new(most);
        let footer = loop {
            let (kind, bytes) = frames.next()?;
            match kind {
                b'F' => upload = open_upload(&String::from_utf8_lossy(&bytes))?,
                b'D' => upload.iter_mut().try_for_each(|file| file.write_all(&bytes))?,
                b'T' => {
                    table = String::from_utf8_lossy(&bytes).into_owned();
                    if !database_info.tables.contains_key(&table) {
                        return Err(BackupError::Damaged(format!("this program knows no table {table}")));
                    }
                }
                b'R' if NOT_RESTORED.contains(&table.as_str()) => {}
                b'R' => {
                    let rows: Array = surrealdb::types::decode(&bytes).map_err(|error| BackupError::Damaged(error.to_string()))?;
                    samples.add(&table, &rows);
                    let query = format!("INSERT INTO {} $rows RETURN NONE", plain(&table)?);
                    self.run(&query, vec![("rows", Value::Array(rows))]).await.map_err(StoreError::from)?;
                }
                b'C' => counts = parsed(&bytes)?,
                _ => break frames.footer(&bytes, std::mem::take(&mut counts))?,
            }
        };
        for (name, next) in &header.sequences {
            let query = format!("DEFINE SEQUENCE OVERWRITE {} START {next}", plain(name)?);
            self.run(&query, vec![]).await.map_err(StoreError::from)?;
        }
        for (table, expected) in footer.rows.iter().filter(|(table, _)| !NOT_RESTORED.contains(&table.as_str())) {
            let found = self.count(plain(table)?).await?;
            if found != *expected {
                return Err(BackupError::Counts { table: table.clone(), expected: *expected, found });
            }
        }
        let compared = self.compare(samples).await?;
        // A backup of an older program has commands, balances and minimums as that kept them.
        self.complete_older_rows(header.schema_version).await?;
        if let Some(minimums) = catalogue::find("warehouse.SafetyStock").filter(|_| admitted) {
            self.run(&minimums.definitions(), vec![]).await.map_err(StoreError::from)?;
        }
        self.own_commands().await?;
        self.fill_all_forms().await?;
        Ok((footer, compared))
    }

    async fn count(&self, table: &str) -> Result<u64, StoreError> {
        let mut answer = self.run(&format!("RETURN count(SELECT VALUE id FROM {table})"), vec![]).await?;
        take(&mut answer, 0)
    }
}

struct Reader<R: Read> {
    from: zstd::stream::read::Decoder<'static, std::io::BufReader<R>>,
    digest: Sha256,
}

impl<R: Read> Reader<R> {
    fn new(from: R) -> Result<Self, BackupError> {
        let decoder = zstd::stream::read::Decoder::new(from).map_err(|error| BackupError::Damaged(error.to_string()))?;
        Ok(Self { from: decoder, digest: Sha256::new() })
    }

    fn next(&mut self) -> Result<(u8, Vec<u8>), BackupError> {
        let damaged = |error: std::io::Error| BackupError::Damaged(error.to_string());
        let mut head = [0; 5];
        self.from.read_exact(&mut head).map_err(damaged)?;
        let [kind, length @ ..] = head;
        let length = u32::from_be_bytes(length);
        if length > FRAME_MAX || !b"HTRFDCE".contains(&kind) {
            return Err(BackupError::Damaged("a frame makes no sense".into()));
        }
        // Grows as bytes arrive: a length alone reserves nothing.
        let mut bytes = Vec::new();
        (&mut self.from).take(u64::from(length)).read_to_end(&mut bytes).map_err(damaged)?;
        if bytes.len() != length as usize {
            return Err(BackupError::Damaged("it ends too early".into()));
        }
        if kind != b'E' {
            self.digest.update(head);
            self.digest.update(&bytes);
        }
        Ok((kind, bytes))
    }

    fn header(&mut self) -> Result<Header, BackupError> {
        let (kind, bytes) = self.next()?;
        let header: Header = parsed(&bytes)?;
        match kind {
            b'H' if header.format <= FORMAT => Ok(header),
            b'H' => Err(BackupError::NewerFormat { found: header.format }),
            _ => Err(BackupError::Damaged("it has no header".into())),
        }
    }

    fn footer(&self, bytes: &[u8], rows: BTreeMap<String, u64>) -> Result<Footer, BackupError> {
        let found = self.digest.clone().finalize();
        if bytes == found.as_slice() {
            Ok(Footer { rows, sha256: hex::encode(found) })
        } else {
            Err(BackupError::Damaged("its checksum is wrong".into()))
        }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, BackupError> {
    serde_json::from_slice(bytes).map_err(|error| BackupError::Damaged(error.to_string()))
}

/// Reads a backup through: whole, or the reason why not.
pub fn inspect<R: Read>(from: R) -> Result<(Header, Footer), BackupError> {
    let mut frames = Reader::new(from)?;
    let header = frames.header()?;
    let mut counts = BTreeMap::new();
    loop {
        match frames.next()? {
            (b'C', bytes) => counts = parsed(&bytes)?,
            (b'E', bytes) => return Ok((header, frames.footer(&bytes, counts)?)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use surrealdb::types::{Object, RecordId};

    use super::*;

    fn file() -> Vec<u8> {
        let mut frames = Frames { to: zstd::stream::write::Encoder::new(Vec::new(), LEVEL).unwrap(), digest: Sha256::new() };
        frames.json(b'H', &Header { format: FORMAT, schema_version: 1, created_at: 0, sequences: BTreeMap::new() }).unwrap();
        frames.frame(b'T', b"unit").unwrap();
        let row = Value::Object(Object::from_iter([("id".to_owned(), Value::RecordId(RecordId::new("unit", 1)))]));
        frames.frame(b'R', &surrealdb::types::encode(&array(vec![row])).unwrap()).unwrap();
        frames.finish(BTreeMap::from([("unit".into(), 1)])).unwrap().0
    }

    #[test]
    fn pages_grow_while_they_are_small() {
        assert_eq!((next_page(500, 1_000), next_page(15_000, 1_000)), (1_000, PAGE_MAX));
        assert_eq!((next_page(500, PAGE_BYTES), next_page(500, 3 * PAGE_BYTES), next_page(1, 3 * PAGE_BYTES)), (500, 250, 1));
    }

    #[test]
    fn a_whole_file_is_found_whole_and_a_damaged_one_is_not() {
        let whole = file();
        assert_eq!(inspect(&whole[..]).unwrap().1.rows["unit"], 1);
        for cut in 0..whole.len() {
            assert!(inspect(&whole[..cut]).is_err(), "cut at {cut}");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            // A flipped bit in zstd's header may have no effect; then the content is still the same.
            if let Ok((_, footer)) = inspect(&damaged[..]) {
                assert_eq!(footer.rows["unit"], 1, "bit flipped at {at}");
            }
        }
    }
}
