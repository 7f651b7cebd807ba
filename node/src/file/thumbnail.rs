//! Thumbnails, made on first use and kept beside the files.

use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Limits};

use super::decoding::Party;
use super::storage::{Storage, StorageError, THUMBNAIL_SIZES};
use crate::rate_limits::Network;

const QUALITY: u8 = 82;
/// Thumbnails that one network may wait for, and a wide one: pages show many.
const NETWORK_SHARE: u32 = 256;
const WIDE_SHARE: u32 = 512;
const DECODING_MAX: u64 = 256 * 1024 * 1024;

fn shrink(bytes: &[u8], size: u32) -> Result<(Vec<u8>, &'static str), StorageError> {
    let failed = |error: image::ImageError| StorageError::Remote(error.to_string());
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    reader.limits(limits);
    let image = reader.decode().map_err(failed)?;
    let small = if image.width() <= size && image.height() <= size { image } else { image.thumbnail(size, size) };
    let mut out = Cursor::new(Vec::new());
    if small.color().has_alpha() {
        small.write_to(&mut out, ImageFormat::Png).map_err(failed)?;
        return Ok((out.into_inner(), "image/png"));
    }
    small.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY)).map_err(failed)?;
    Ok((out.into_inner(), "image/jpeg"))
}

fn kind_of(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(b"\x89PNG") { "image/png" } else { "image/jpeg" }
}

async fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(dir) = file.parent() {
        tokio::fs::create_dir_all(dir).await?;
    }
    let part = file.with_extension(format!("part{}", uuid::Uuid::new_v4().simple()));
    tokio::fs::write(&part, bytes).await?;
    tokio::fs::rename(&part, file).await
}

/// A small picture of an image, and its type. One that has to be made waits for the turn of the network that asks.
pub async fn of(storage: &Storage, path: &str, size: u32, network: &Network) -> Result<(Vec<u8>, &'static str), StorageError> {
    if !THUMBNAIL_SIZES.contains(&size) {
        return Err(StorageError::Path(path.to_owned()));
    }
    let place = storage.thumbnail(path, size)?;
    let kept = async || {
        let bytes = tokio::fs::read(&place).await.ok()?;
        let kind = kind_of(&bytes);
        Some((bytes, kind))
    };
    if let Some(found) = kept().await {
        return Ok(found);
    }
    if !storage.has(path).await? {
        return Err(StorageError::Missing);
    }
    let _turn = storage.decoding().thumbnails.turn(&[Party::new(&network.narrow, NETWORK_SHARE), Party::new(&network.wide, WIDE_SHARE)]).await?;
    // Others have asked for the same.
    if let Some(found) = kept().await {
        return Ok(found);
    }
    let bytes = storage.bytes(path).await?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(&bytes, size)).await.map_err(|error| StorageError::Remote(error.to_string()))?;
    let (bytes, kind) = shrunk?;
    if !storage.has_free_room().await? {
        return Ok((bytes, kind));
    }
    if let Err(error) = write(&place, &bytes).await {
        tracing::warn!(%error, "a small picture is not kept");
    }
    Ok((bytes, kind))
}
