//! Storage of files: a directory of this node, or an S3 bucket.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use poem::Request;
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use std::sync::Arc;

use super::decoding::{Decoding, Full};
use super::naming;
use crate::config::services::UploadConfig;
use crate::error::ServiceError;

/// How long a signed address is good for.
const SIGNED: Duration = Duration::from_secs(300);
/// How long the other storage may take to begin its answer.
const CONNECT: Duration = Duration::from_secs(5);
/// Largest object that is taken into memory, for a small picture of it.
const OBJECT_MAX: usize = 64 * 1024 * 1024;
/// Directory of incomplete uploads.
const INCOMING: &str = ".incoming";
/// Directory of thumbnails.
const THUMBNAILS: &str = ".thumbnails";
/// Longest sides of thumbnails, in pixels.
pub const THUMBNAIL_SIZES: &[u32] = &[80, 160, 320, 640];

/// Why a file can't be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{0} is no path of a stored file")]
    Path(String),
    #[error("the storage can't be used: {0}")]
    Remote(String),
    #[error("there is no such file")]
    Missing,
    #[error(transparent)]
    Full(#[from] Full),
}

struct Remote {
    bucket: Bucket,
    credentials: Credentials,
    client: reqwest::Client,
}

impl Remote {
    async fn put(&self, from: &Path, key: &str, mime: &str) -> Result<(), StorageError> {
        let file = tokio::fs::File::open(from).await?;
        let length = file.metadata().await?.len();
        let url = self.bucket.put_object(Some(&self.credentials), key).sign(SIGNED);
        let put = self.client.put(url).header("content-length", length).header("content-type", mime).body(reqwest::Body::from(file));
        let answer = put.send().await.map_err(|error| StorageError::Remote(error.without_url().to_string()))?;
        if answer.status().is_success() { Ok(()) } else { Err(StorageError::Remote(format!("it answers {}", answer.status()))) }
    }

    async fn delete(&self, key: &str) -> Result<(), StorageError> {
        let url = self.bucket.delete_object(Some(&self.credentials), key).sign(SIGNED);
        let answer = self.client.delete(url).send().await.map_err(|error| StorageError::Remote(error.without_url().to_string()))?;
        if answer.status().is_success() { Ok(()) } else { Err(StorageError::Remote(format!("it answers {}", answer.status()))) }
    }
}

/// See the module.
pub struct Storage {
    dir: PathBuf,
    remote: Option<Remote>,
    decoding: Decoding,
    /// Bytes that uploads must leave free.
    free_min: u64,
}

/// A file streamed from the bucket.
pub struct Object {
    pub body: BoxStream<'static, io::Result<Bytes>>,
    /// It is the part that was asked for, not all of the file.
    pub partial: bool,
    /// Headers worth passing on.
    pub headers: Vec<(&'static str, String)>,
}

impl Storage {
    /// That of a request's node.
    pub fn of(request: &Request) -> Result<&Self, ServiceError> {
        request.data::<Arc<Self>>().map(AsRef::as_ref).ok_or_else(|| ServiceError::Internal("the storage is not at hand".into()))
    }

    /// Readies the directory, and the client of the other storage.
    pub fn new(config: &UploadConfig) -> Result<Self, StorageError> {
        let remote_error = |error: String| StorageError::Remote(error);
        let remote = match &config.s3 {
            None => None,
            Some(s3) => {
                let endpoint = s3.endpoint.parse().map_err(|error| remote_error(format!("{error}")))?;
                let bucket =
                    Bucket::new(endpoint, UrlStyle::Path, s3.bucket.clone(), s3.region.clone()).map_err(|error| remote_error(error.to_string()))?;
                let builder = reqwest::Client::builder().connect_timeout(CONNECT).redirect(reqwest::redirect::Policy::none());
                let client = builder.build().map_err(|error| remote_error(error.to_string()))?;
                Some(Remote { bucket, credentials: Credentials::new(&s3.key, &s3.secret), client })
            }
        };
        let dir = config.dir.clone();
        // Uploads that were incomplete when the node stopped are discarded.
        let _ = std::fs::remove_dir_all(dir.join(INCOMING));
        Ok(Self { dir, remote, decoding: Decoding::default(), free_min: config.free_bytes })
    }

    /// The queues of its pictures.
    #[must_use]
    pub const fn decoding(&self) -> &Decoding {
        &self.decoding
    }

    /// Whether the disk has more free than uploads must leave: also with a bucket, as they come in through this disk.
    pub async fn has_free_room(&self) -> io::Result<bool> {
        let dir = self.dir.join(INCOMING);
        tokio::fs::create_dir_all(&dir).await?;
        let disk = tokio::task::spawn_blocking(move || nix::sys::statvfs::statvfs(&dir)).await.map_err(io::Error::other)??;
        // Their types differ between systems.
        #[allow(clippy::useless_conversion)]
        let free = u64::from(disk.blocks_available()).saturating_mul(u64::from(disk.fragment_size()));
        Ok(free > self.free_min)
    }

    /// As the rows of attachments name it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        if self.remote.is_some() { "s3" } else { "local" }
    }

    /// A place for a file that is coming in.
    pub async fn incoming(&self) -> io::Result<Incoming> {
        let dir = self.dir.join(INCOMING);
        tokio::fs::create_dir_all(&dir).await?;
        Ok(Incoming(dir.join(uuid::Uuid::new_v4().simple().to_string())))
    }

    fn local(&self, path: &str) -> Result<PathBuf, StorageError> {
        let parts = naming::below(path).ok_or_else(|| StorageError::Path(path.to_owned()))?;
        Ok(parts.iter().fold(self.dir.clone(), |dir, part| dir.join(part)))
    }

    /// The file's path on this node's disk; `None` with a bucket.
    pub fn on_disk(&self, path: &str) -> Result<Option<PathBuf>, StorageError> {
        if self.remote.is_some() { Ok(None) } else { self.local(path).map(Some) }
    }

    /// The path of a thumbnail.
    pub fn thumbnail(&self, path: &str, size: u32) -> Result<PathBuf, StorageError> {
        let parts = naming::below(path).ok_or_else(|| StorageError::Path(path.to_owned()))?;
        Ok(parts.iter().fold(self.dir.join(THUMBNAILS).join(size.to_string()), |dir, part| dir.join(part)))
    }

    /// Keeps a file under a path; one that is there already holds the same.
    pub async fn keep(&self, from: &Path, path: &str, mime: &str) -> Result<(), StorageError> {
        let to = self.local(path)?;
        let Some(remote) = &self.remote else {
            let dir = to.parent().ok_or_else(|| StorageError::Path(path.to_owned()))?.to_owned();
            tokio::fs::create_dir_all(&dir).await?;
            // Sync the file before its row is written.
            tokio::fs::File::open(from).await?.sync_all().await?;
            tokio::fs::rename(from, &to).await?;
            tokio::fs::File::open(&dir).await?.sync_all().await?;
            return Ok(());
        };
        remote.put(from, path.trim_start_matches('/'), mime).await
    }

    /// Puts another file in the place of one that is there. Small pictures of the old one are removed.
    pub async fn replace(&self, from: &Path, path: &str, mime: &str) -> Result<(), StorageError> {
        self.keep(from, path, mime).await?;
        self.remove_thumbnails(path).await
    }

    async fn remove_thumbnails(&self, path: &str) -> Result<(), StorageError> {
        for size in THUMBNAIL_SIZES {
            let _ = tokio::fs::remove_file(self.thumbnail(path, *size)?).await;
        }
        Ok(())
    }

    /// Puts a file into the bucket under a key of its own, which no address of the site leads to; false without a bucket.
    pub async fn put_beside(&self, from: &Path, key: &str) -> Result<bool, StorageError> {
        let Some(remote) = &self.remote else { return Ok(false) };
        remote.put(from, key, "application/octet-stream").await?;
        Ok(true)
    }

    /// Removes what was put there. What is missing is no error.
    pub async fn remove_beside(&self, key: &str) -> Result<(), StorageError> {
        match &self.remote {
            Some(remote) => remote.delete(key).await,
            None => Ok(()),
        }
    }

    /// Whether a file is there.
    pub async fn has(&self, path: &str) -> Result<bool, StorageError> {
        match &self.remote {
            None => Ok(tokio::fs::try_exists(self.local(path)?).await?),
            Some(remote) => {
                let url = remote.bucket.head_object(Some(&remote.credentials), path.trim_start_matches('/')).sign(SIGNED);
                let answer = remote.client.head(url).send().await.map_err(|error| StorageError::Remote(error.without_url().to_string()))?;
                Ok(answer.status().is_success())
            }
        }
    }

    /// A file of the other storage, or a part of it.
    pub async fn fetch(&self, path: &str, range: Option<&str>) -> Result<Object, StorageError> {
        self.local(path)?;
        let remote = self.remote.as_ref().ok_or(StorageError::Missing)?;
        let url = remote.bucket.get_object(Some(&remote.credentials), path.trim_start_matches('/')).sign(SIGNED);
        let mut get = remote.client.get(url);
        if let Some(range) = range {
            get = get.header("range", range);
        }
        let answer = get.send().await.map_err(|error| StorageError::Remote(error.without_url().to_string()))?;
        let status = answer.status();
        if status == reqwest::StatusCode::NOT_FOUND {
            return Err(StorageError::Missing);
        } else if !status.is_success() {
            return Err(StorageError::Remote(format!("it answers {status}")));
        }
        let header = |name: &'static str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(|value| (name, value.to_owned()));
        let headers = ["content-length", "content-range", "etag", "last-modified"].into_iter().filter_map(header).collect();
        let body = answer.bytes_stream().map_err(io::Error::other).boxed();
        Ok(Object { body, partial: status == reqwest::StatusCode::PARTIAL_CONTENT, headers })
    }

    /// The bytes of a file that is not too large.
    pub async fn bytes(&self, path: &str) -> Result<Vec<u8>, StorageError> {
        if let Some(file) = self.on_disk(path)? {
            return match tokio::fs::read(file).await {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StorageError::Missing),
                other => Ok(other?),
            };
        }
        let mut body = self.fetch(path, None).await?.body;
        let mut bytes = Vec::new();
        while let Some(part) = body.try_next().await.map_err(|error| StorageError::Remote(error.to_string()))? {
            if bytes.len() + part.len() > OBJECT_MAX {
                return Err(StorageError::Remote("the file is too large".to_owned()));
            }
            bytes.extend_from_slice(&part);
        }
        Ok(bytes)
    }

    /// Removes a file and its thumbnails. A missing file is no error.
    pub async fn remove(&self, path: &str) -> Result<(), StorageError> {
        self.remove_thumbnails(path).await?;
        let Some(remote) = &self.remote else {
            return match tokio::fs::remove_file(self.local(path)?).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        };
        remote.delete(path.trim_start_matches('/')).await
    }
}

/// An incomplete upload; deleted on drop unless it was stored.
pub struct Incoming(pub PathBuf);

impl Drop for Incoming {
    fn drop(&mut self) {
        // Kept files have been moved away.
        let _ = std::fs::remove_file(&self.0);
    }
}
