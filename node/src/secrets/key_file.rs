//! The file with the keys of secrets, and the check value that ties it to the database.

use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use actors::store::StoreError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use entrepot_store::Store;
use rand::Rng;

use super::{KEY_LENGTH, SecretError, SecretLocation, Secrets};

/// Keys of a file at most: one that seals, and those before it.
const KEYS_MAX: usize = 16;
/// The setting that proves that the keys are those of the database.
pub(super) const CHECK: &str = "secrets_check";
const CHECK_TEXT: &str = "entrepot";

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    #[error("{file}: {reason}")]
    Io { file: PathBuf, reason: String },
    #[error("{file} line {line} is no key: 32 bytes in base64 are")]
    Key { file: PathBuf, line: usize },
    #[error("{file} has no key, or more than {KEYS_MAX}")]
    Count { file: PathBuf },
    #[error(
        "the secrets in the database are sealed, and the key file {file} is not there: put the file of the node that sealed them in its place (secrets_key_file), or give the secrets up with `entrepot secrets forget`"
    )]
    Missing { file: PathBuf },
    #[error(
        "the secrets in the database are sealed under another key than those in {file}: every node of a cluster needs the same file (secrets_key_file); `entrepot secrets forget` gives the secrets up"
    )]
    OtherKey { file: PathBuf },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Secrets {
    /// The keys of a file's text.
    pub fn read(file: &Path, text: &str) -> Result<Self, KeyFileError> {
        Ok(Self::new(&keys_of(file, text)?)?)
    }

    /// The keys of a file, which is made when it is not there; whatever the database says.
    pub fn from_file(file: Option<&Path>) -> Result<Self, KeyFileError> {
        let Some(file) = file else { return Ok(Self::ephemeral()?) };
        let text = read_file(file)?.map_or_else(|| make_file(file), Ok)?;
        Self::read(file, &text)
    }

    /// The keys of this node's database: read from the file, which is made when nothing is sealed yet.
    /// Without a file (a database in memory) they are made for this process.
    pub async fn begin(store: &Store, file: Option<&Path>) -> Result<Self, KeyFileError> {
        let Some(file) = file else { return Ok(Self::ephemeral()?) };
        let known = store.setting(CHECK).await?;
        let text = match read_file(file)? {
            Some(text) => text,
            None if known.is_some() => return Err(KeyFileError::Missing { file: file.to_owned() }),
            None => make_file(file)?,
        };
        let secrets = Self::read(file, &text)?;
        let location = SecretLocation::setting(CHECK);
        let stored = store.setting_or(CHECK, &secrets.seal(location, CHECK_TEXT)?).await?;
        if secrets.open(location, &stored).as_deref() != Ok(CHECK_TEXT) {
            return Err(KeyFileError::OtherKey { file: file.to_owned() });
        }
        if !secrets.is_current(&stored) {
            store.replace_setting(CHECK, &stored, &secrets.seal(location, CHECK_TEXT)?).await?;
        }
        Ok(secrets)
    }
}

/// The keys of a file of keys, if it is there.
pub fn read_keys(file: &Path) -> Result<Option<Vec<[u8; KEY_LENGTH]>>, KeyFileError> {
    read_file(file)?.map(|text| keys_of(file, &text)).transpose()
}

fn keys_of(file: &Path, text: &str) -> Result<Vec<[u8; KEY_LENGTH]>, KeyFileError> {
    let mut keys = Vec::new();
    let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    for (text, line) in lines {
        let key = STANDARD.decode(text).ok().and_then(|bytes| <[u8; KEY_LENGTH]>::try_from(bytes).ok());
        keys.push(key.ok_or_else(|| KeyFileError::Key { file: file.to_owned(), line })?);
    }
    if keys.is_empty() || keys.len() > KEYS_MAX { Err(KeyFileError::Count { file: file.to_owned() }) } else { Ok(keys) }
}

fn io_error(file: &Path) -> impl Fn(io::Error) -> KeyFileError + '_ {
    move |error| KeyFileError::Io { file: file.to_owned(), reason: error.to_string() }
}

/// The file's text, if it is there. Other users of the machine are locked out of it.
fn read_file(file: &Path) -> Result<Option<String>, KeyFileError> {
    let failed = io_error(file);
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mode = std::fs::metadata(file).map_err(&failed)?.permissions().mode();
    if mode & 0o077 != 0
        && let Err(error) = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
    {
        tracing::warn!(file = %file.display(), %error, "other users may read the key file, and this can't be changed");
    }
    Ok(Some(text))
}

/// Makes a key file; if another process was quicker, its file is read. It appears whole or not at all.
fn make_file(file: &Path) -> Result<String, KeyFileError> {
    let failed = io_error(file);
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let begun = dir.join(format!(".secrets-{}", uuid::Uuid::new_v4().simple()));
    let text = format!("{}\n", STANDARD.encode(rand::rng().random::<[u8; KEY_LENGTH]>()));
    let made = (|| {
        let mut out = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&begun)?;
        out.write_all(text.as_bytes())?;
        out.sync_all()?;
        // Unlike a rename, a link never takes the place of a file that is there.
        std::fs::hard_link(&begun, file)?;
        std::fs::File::open(dir)?.sync_all()
    })();
    let _ = std::fs::remove_file(&begun);
    match made {
        Ok(()) => {
            tracing::info!(file = %file.display(), "a key for secrets was made: keep a copy of it, apart from the backups");
            Ok(text)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read_file(file)?.ok_or_else(|| failed(error)),
        Err(error) => Err(failed(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [u8; 32] = [1; 32];
    const TWO: [u8; 32] = [2; 32];
    const PASSWORD: SecretLocation<'_> = SecretLocation { table: "config", id: "9", field: "value" };

    #[test]
    fn a_key_file_is_read_strictly() {
        let file = Path::new("keys");
        let (one, two) = (STANDARD.encode(ONE), STANDARD.encode(TWO));
        let read = |text: &str| Secrets::read(file, text);
        let both = read(&format!("# new\n{two}\n\n# old\n{one}\n")).expect("two keys");
        let sealed = both.seal(PASSWORD, "x").expect("sealed");
        assert_eq!(Secrets::new(&[TWO]).expect("a key").open(PASSWORD, &sealed).as_deref(), Ok("x"), "the first one seals");
        assert!(matches!(read("\n"), Err(KeyFileError::Count { .. })));
        assert!(matches!(read(&format!("{one}\nshort")), Err(KeyFileError::Key { line: 2, .. })));
        assert!(!format!("{both:?}").contains(&one));
    }

    async fn store() -> Store {
        Store::connect(&entrepot_store::StoreConfig::new("mem://", "secrets")).await.expect("a store")
    }

    #[tokio::test]
    async fn a_key_file_is_made_once_and_asked_for_from_then_on() {
        let (dir, store) = (tempfile::tempdir().expect("a directory"), store().await);
        let file = dir.path().join("secrets.key");
        let first = Secrets::begin(&store, Some(&file)).await.expect("keys");
        let mode = std::fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(dir.path()).expect("files").count(), 1);
        let sealed = first.seal(PASSWORD, "x").expect("sealed");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).expect("changed");
        let second = Secrets::begin(&store, Some(&file)).await.expect("the same keys");
        assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(second.open(PASSWORD, &sealed).as_deref(), Ok("x"));
        let elsewhere = dir.path().join("none.key");
        assert!(matches!(Secrets::begin(&store, Some(&elsewhere)).await, Err(KeyFileError::Missing { .. })));
        assert!(!elsewhere.exists());
        std::fs::write(&elsewhere, STANDARD.encode(TWO)).expect("written");
        assert!(matches!(Secrets::begin(&store, Some(&elsewhere)).await, Err(KeyFileError::OtherKey { .. })));
    }

    #[tokio::test]
    async fn a_new_key_takes_the_old_one_s_place() {
        let (dir, store) = (tempfile::tempdir().expect("a directory"), store().await);
        let file = dir.path().join("secrets.key");
        let (one, two) = (STANDARD.encode(ONE), STANDARD.encode(TWO));
        for (text, accepted) in [(one.clone(), true), (two.clone(), false), (format!("{two}\n{one}"), true), (two.clone(), true), (one, false)] {
            std::fs::write(&file, &text).expect("written");
            assert_eq!(Secrets::begin(&store, Some(&file)).await.is_ok(), accepted, "{text}");
        }
    }
}
