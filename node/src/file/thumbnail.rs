//! Thumbnails, made on first use and kept beside the files.

use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Limits};

use super::picture::DECODING;
use super::storage::{Storage, StorageError, THUMBNAIL_SIZES};

const QUALITY: u8 = 82;
const DECODING_MAX: u64 = 512 * 1024 * 1024;

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

/// A small picture of an image, and its type.
pub async fn of(storage: &Storage, path: &str, size: u32) -> Result<(Vec<u8>, &'static str), StorageError> {
    if !THUMBNAIL_SIZES.contains(&size) {
        return Err(StorageError::Path(path.to_owned()));
    }
    let place = storage.thumbnail(path, size)?;
    if let Ok(bytes) = tokio::fs::read(&place).await {
        let kind = kind_of(&bytes);
        return Ok((bytes, kind));
    }
    let _permit = DECODING.acquire().await.map_err(|error| StorageError::Remote(error.to_string()))?;
    let bytes = storage.bytes(path).await?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(&bytes, size)).await.map_err(|error| StorageError::Remote(error.to_string()))?;
    let (bytes, kind) = shrunk?;
    if let Err(error) = write(&place, &bytes).await {
        tracing::warn!(%error, "a small picture is not kept");
    }
    Ok((bytes, kind))
}
