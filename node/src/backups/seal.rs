//! Encrypted backups: AES-256-GCM in frames of 1 MiB, under a key outside the data directory.
//!
//! A line `entrepot-sealed-backup/1 {key id} {salt}\n`, then frames: a length (u32, big endian) and so many bytes of ciphertext
//! with its tag. The key of a file is HKDF-SHA256 of the operator's key with the salt (16 bytes, in hexadecimal) and the
//! information `entrepot backup`. A nonce is the frame's number (11 bytes, big endian) and 1 for the last frame, else 0; the
//! first line is authenticated with every frame. So a file that was cut, reordered or put together from two does not open.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use rand::Rng;
use sha2::{Digest, Sha256};

use crate::secrets::key_file::{KeyFileError, read_keys};

/// Bytes of a frame before it is sealed.
const FRAME: usize = 1024 * 1024;
/// Bytes of a tag.
const TAG: usize = 16;
const MAGIC: &str = "entrepot-sealed-backup/1 ";
const INFO: &[u8] = b"entrepot backup";
/// Bytes of the first line at most.
const LINE_MAX: u64 = 128;

/// Why a sealed backup can't be made or opened.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    #[error(transparent)]
    Key(#[from] KeyFileError),
    #[error("the key file {0} is not there (backup_key_file)")]
    NoFile(PathBuf),
    #[error("the backup is encrypted under the key {0}: name the file that has it (backup_key_file)")]
    UnknownKey(String),
    #[error("the encrypted backup is damaged, or was changed")]
    Damaged,
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<SealError> for io::Error {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Io(error) => error,
            error => Self::other(error.to_string()),
        }
    }
}

/// The keys of backups: the first one seals, all of them open.
#[derive(Clone)]
pub struct BackupKeys(Vec<[u8; 32]>);

/// The first eight digits of a key's SHA-256, as the keys of secrets are named.
fn id_of(key: &[u8; 32]) -> String {
    hex::encode(&Sha256::digest(key)[..4])
}

impl BackupKeys {
    /// The keys of a file, which must be there.
    pub fn read(file: &Path) -> Result<Self, SealError> {
        Ok(Self(read_keys(file)?.ok_or_else(|| SealError::NoFile(file.to_owned()))?))
    }

    /// The name of the key that seals.
    #[must_use]
    pub fn current_id(&self) -> String {
        self.0.first().map(id_of).unwrap_or_default()
    }
}

struct FileKey {
    key: LessSafeKey,
    line: String,
    frame: u64,
}

struct KeyLength;

impl KeyType for KeyLength {
    fn len(&self) -> usize {
        32
    }
}

impl FileKey {
    fn new(key: &[u8; 32], salt: &str) -> Result<Self, SealError> {
        let pseudo_random = Salt::new(HKDF_SHA256, &hex::decode(salt).map_err(|_| SealError::Damaged)?).extract(key);
        let mut bytes = [0; 32];
        pseudo_random.expand(&[INFO], KeyLength).and_then(|made| made.fill(&mut bytes)).map_err(|_| SealError::Damaged)?;
        let key = UnboundKey::new(&AES_256_GCM, &bytes).map_err(|_| SealError::Damaged)?;
        Ok(Self { key: LessSafeKey::new(key), line: String::new(), frame: 0 })
    }

    fn nonce(&mut self, last: bool) -> Nonce {
        let mut nonce = [0; 12];
        nonce[3..11].copy_from_slice(&self.frame.to_be_bytes());
        nonce[11] = u8::from(last);
        self.frame += 1;
        Nonce::assume_unique_for_key(nonce)
    }
}

/// Seals what is written to it. Ends with [`Sealing::finish`]: without it the file does not open.
pub struct Sealing<W: Write> {
    to: W,
    key: FileKey,
    waiting: Vec<u8>,
}

impl<W: Write> Sealing<W> {
    /// Begins a file.
    pub fn begin(mut to: W, keys: &BackupKeys) -> Result<Self, SealError> {
        let first = keys.0.first().ok_or(SealError::Damaged)?;
        let salt = hex::encode(rand::rng().random::<[u8; 16]>());
        let line = format!("{MAGIC}{} {salt}\n", id_of(first));
        to.write_all(line.as_bytes())?;
        Ok(Self { to, key: FileKey { line, ..FileKey::new(first, &salt)? }, waiting: Vec::with_capacity(FRAME + TAG) })
    }

    fn frame(&mut self, last: bool) -> io::Result<()> {
        let nonce = self.key.nonce(last);
        let mut bytes = std::mem::take(&mut self.waiting);
        let sealed = self.key.key.seal_in_place_append_tag(nonce, Aad::from(self.key.line.as_bytes()), &mut bytes);
        sealed.map_err(|_| SealError::Damaged)?;
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        self.to.write_all(&length.to_be_bytes())?;
        self.to.write_all(&bytes)?;
        bytes.clear();
        self.waiting = bytes;
        Ok(())
    }

    /// Seals the last frame.
    pub fn finish(mut self) -> io::Result<W> {
        self.frame(true)?;
        self.to.flush()?;
        Ok(self.to)
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full frame waits until more comes: the last one is sealed as such.
        if self.waiting.len() == FRAME {
            self.frame(false)?;
        }
        let taken = bytes.len().min(FRAME - self.waiting.len());
        self.waiting.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens what was sealed.
struct Opening<R: BufRead> {
    from: R,
    key: FileKey,
    open: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<R: BufRead> Opening<R> {
    fn next(&mut self) -> Result<(), SealError> {
        let mut length = [0; 4];
        self.from.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length) as usize;
        if !(TAG..=FRAME + TAG).contains(&length) {
            return Err(SealError::Damaged);
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes)?;
        let last = self.from.fill_buf()?.is_empty();
        let nonce = self.key.nonce(last);
        let open = self.key.key.open_in_place(nonce, Aad::from(self.key.line.as_bytes()), &mut bytes).map_err(|_| SealError::Damaged)?.len();
        bytes.truncate(open);
        (self.open, self.at, self.ended) = (bytes, 0, last);
        Ok(())
    }
}

impl<R: BufRead> Read for Opening<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.open.len() {
            if self.ended {
                return Ok(0);
            }
            self.next()?;
        }
        let taken = into.len().min(self.open.len() - self.at);
        into[..taken].copy_from_slice(&self.open[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}

/// A backup's bytes, opened if they are sealed.
pub fn opened(file: File, keys: Option<&BackupKeys>) -> Result<Box<dyn Read + Send>, SealError> {
    let mut from = BufReader::with_capacity(FRAME, file);
    if !from.fill_buf()?.starts_with(MAGIC.as_bytes()) {
        return Ok(Box::new(from));
    }
    let mut line = String::new();
    (&mut from).take(LINE_MAX).read_line(&mut line)?;
    let [id, salt] = line.trim_start_matches(MAGIC).split_whitespace().collect::<Vec<_>>()[..] else { return Err(SealError::Damaged) };
    let known = keys.and_then(|keys| keys.0.iter().find(|key| id_of(key) == id));
    let key = FileKey::new(known.ok_or_else(|| SealError::UnknownKey(id.to_owned()))?, salt)?;
    Ok(Box::new(Opening { from, key: FileKey { line: line.clone(), ..key }, open: vec![], at: 0, ended: false }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(byte: u8) -> BackupKeys {
        BackupKeys(vec![[byte; 32]])
    }

    fn sealed(content: &[u8], keys: &BackupKeys) -> Vec<u8> {
        let mut to = Sealing::begin(Vec::new(), keys).expect("begun");
        to.write_all(content).expect("written");
        to.finish().expect("finished")
    }

    fn open(bytes: &[u8], keys: Option<&BackupKeys>) -> Result<Vec<u8>, String> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("written");
        let mut content = Vec::new();
        let mut from = opened(File::open(file.path()).expect("open"), keys).map_err(|error| error.to_string())?;
        from.read_to_end(&mut content).map_err(|error| error.to_string())?;
        Ok(content)
    }

    #[test]
    fn what_was_sealed_opens_with_its_key_alone() {
        for length in [0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME + 7] {
            let content: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let sealed = sealed(&content, &keys(1));
            assert_eq!(open(&sealed, Some(&keys(1))), Ok(content.clone()), "{length}");
            assert!(open(&sealed, Some(&keys(2))).is_err_and(|error| error.contains(&id_of(&[1; 32]))));
            assert!(open(&sealed, None).is_err());
            let both = BackupKeys(vec![[2; 32], [1; 32]]);
            assert_eq!(open(&sealed, Some(&both)), Ok(content), "an older key opens");
        }
        assert_eq!(open(b"not sealed", None), Ok(b"not sealed".to_vec()));
    }

    #[test]
    fn what_was_cut_changed_or_reordered_does_not_open() {
        let content = vec![7; 2 * FRAME + 100];
        let whole = sealed(&content, &keys(1));
        let frame = 4 + FRAME + TAG;
        let line = whole.len() - 2 * frame - (4 + 100 + TAG);
        let refused = |bytes: &[u8]| assert!(open(bytes, Some(&keys(1))).is_err());
        for cut in [whole.len() - 1, line + 2 * frame, line + frame, line + 3, line] {
            refused(&whole[..cut]);
        }
        for at in [line - 2, line + 1, line + 5, line + frame + 9, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            refused(&changed);
        }
        let (first, second) = (&whole[line..line + frame], &whole[line + frame..line + 2 * frame]);
        refused(&[&whole[..line], second, first, &whole[line + 2 * frame..]].concat());
        refused(&[&whole[..line], first, first, second, &whole[line + 2 * frame..]].concat());
        refused(&[&whole[..], &whole[line + 2 * frame..]].concat());
    }
}
