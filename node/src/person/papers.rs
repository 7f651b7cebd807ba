//! Sealed pictures of papers. A picture is encrypted under the site's key file before it reaches the storage, so neither a
//! bucket nor a copy of the directory shows it; the public way to files refuses its path as well.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::ServiceError;
use crate::file::serving::PAPERS;
use crate::file::{Storage, StorageError};
use crate::secrets::{SecretLocation, Secrets};

/// A side of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Front,
    Back,
}

impl Side {
    /// The side of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "front" => Some(Self::Front),
            "back" => Some(Self::Back),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
        }
    }
}

/// Whose picture it is: of a member who has not sent it in yet, or of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperOf {
    Draft(i64),
    Proof(i64),
}

impl PaperOf {
    fn key(self) -> String {
        match self {
            Self::Draft(member) => format!("m{member}"),
            Self::Proof(proof) => format!("p{proof}"),
        }
    }

    /// The path of a side.
    #[must_use]
    pub fn path(self, side: Side) -> String {
        format!("{PAPERS}{}-{}.bin", self.key(), side.name())
    }
}

/// The storage with the keys.
#[derive(Clone, Copy)]
pub struct Papers<'a> {
    pub storage: &'a Storage,
    pub secrets: &'a Secrets,
}

fn failed(error: impl ToString) -> ServiceError {
    ServiceError::Internal(error.to_string())
}

impl Papers<'_> {
    /// Seals a picture and keeps it; an earlier one of the same side goes.
    pub async fn keep(&self, of: PaperOf, side: Side, picture: &[u8]) -> Result<String, ServiceError> {
        let key = of.key();
        let location = SecretLocation { table: "verify_person", id: &key, field: side.name() };
        let sealed = self.secrets.seal(location, &STANDARD.encode(picture)).map_err(failed)?;
        let incoming = self.storage.incoming().await.map_err(failed)?;
        tokio::fs::write(&incoming.0, sealed).await.map_err(failed)?;
        let path = of.path(side);
        self.storage.keep(&incoming.0, &path, "application/octet-stream").await.map_err(failed)?;
        Ok(path)
    }

    /// A picture; nothing where it is gone.
    pub async fn open(&self, of: PaperOf, side: Side) -> Result<Option<Vec<u8>>, ServiceError> {
        let key = of.key();
        let location = SecretLocation { table: "verify_person", id: &key, field: side.name() };
        let sealed = match self.storage.bytes(&of.path(side)).await {
            Err(StorageError::Missing) => return Ok(None),
            other => String::from_utf8(other.map_err(failed)?).map_err(failed)?,
        };
        let text = self.secrets.open(location, &sealed).map_err(|error| {
            tracing::error!(%error, ?of, "a picture of a paper can't be opened");
            ServiceError::refused("person.lost")
        })?;
        STANDARD.decode(text).map(Some).map_err(failed)
    }
}

/// Removes a picture; one that is gone is no error.
pub async fn remove(storage: &Storage, of: PaperOf, side: Side) -> Result<(), ServiceError> {
    storage.remove(&of.path(side)).await.map_err(failed)
}

/// Removes both sides. One that can't be removed is logged.
pub async fn remove_both(storage: &Storage, of: PaperOf) {
    for side in [Side::Front, Side::Back] {
        if let Err(error) = remove(storage, of, side).await {
            tracing::warn!(%error, ?of, side = side.name(), "a picture of a paper is still there");
        }
    }
}
