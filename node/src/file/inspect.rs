//! The type of a file by its name, its first bytes, and the client's claim. They must agree.

use std::io::Read;
use std::path::Path;

use super::error::{FileError, FileFault};
use crate::config::services::UploadConfig;

/// Bytes that are inspected.
const HEAD: usize = 8 * 1024;
/// Longest name of a file, in characters.
const NAME_MAX: usize = 255;

/// Suffixes with the content types they may have; a file is served as the first one.
const TYPES: &[(&str, &[&str])] = &[
    ("jpg", &["image/jpeg"]),
    ("jpeg", &["image/jpeg"]),
    ("png", &["image/png"]),
    ("gif", &["image/gif"]),
    ("webp", &["image/webp"]),
    ("bmp", &["image/bmp"]),
    ("zip", &["application/zip"]),
    ("rar", &["application/vnd.rar"]),
    ("7z", &["application/x-7z-compressed"]),
    ("wav", &["audio/x-wav"]),
    ("mp3", &["audio/mpeg"]),
    ("ogg", &["audio/ogg"]),
    ("mp4", &["video/mp4", "video/x-m4v", "video/quicktime"]),
    ("webm", &["video/webm", "video/x-matroska"]),
    ("pdf", &["application/pdf"]),
    ("docx", &["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/zip"]),
    ("xlsx", &["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/zip"]),
    ("pptx", &["application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/zip"]),
    ("doc", &["application/msword", "application/x-ole-storage"]),
    ("xls", &["application/vnd.ms-excel", "application/x-ole-storage"]),
];
/// Text files, which have no signature.
const TEXTS: &[&str] = &["txt", "csv"];
/// Refused whatever the configuration says: files that a browser or a server would run.
const NEVER: &[&str] = &[
    "svg", "svgz", "html", "htm", "xhtml", "shtml", "xml", "xsl", "xslt", "mht", "mhtml", "js", "mjs", "cjs", "css", "wasm", "swf", "php", "php3",
    "php4", "php5", "php7", "phtml", "phar", "asp", "aspx", "ashx", "jsp", "jspx", "cgi", "pl", "py", "rb", "sh", "bash", "bat", "cmd", "com", "exe",
    "dll", "so", "msi", "scr", "ps1", "vbs", "jar", "war", "htaccess", "lnk", "desktop", "app",
];
/// Types a client names that are never taken.
const DECLARED_NEVER: &[&str] =
    &["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/xml", "text/javascript", "application/javascript"];

/// Result of an inspection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub suffix: String,
    pub mime: String,
}

/// The type a stored file is served as, and whether a browser may show it.
#[must_use]
pub fn served_as(suffix: &str) -> (&'static str, bool) {
    let suffix = suffix.to_ascii_lowercase();
    match TYPES.iter().find(|(known, _)| *known == suffix) {
        Some((_, types)) => (types[0], ["image/", "audio/", "video/"].iter().any(|kind| types[0].starts_with(kind))),
        None if TEXTS.contains(&suffix.as_str()) => ("text/plain; charset=utf-8", false),
        None => ("application/octet-stream", false),
    }
}

/// Whether a file of this suffix is a picture.
#[must_use]
pub fn is_picture(suffix: &str) -> bool {
    TYPES.iter().any(|(known, types)| *known == suffix && types[0].starts_with("image/"))
}

fn failed(error: impl ToString) -> FileError {
    FileError::Inspection(error.to_string())
}

/// The suffix of a name that may be uploaded.
pub fn suffix(name: &str, config: &UploadConfig) -> Result<String, FileFault> {
    if name.is_empty() {
        return Err(FileFault::Incomplete);
    }
    let bad = |letter: char| letter == '/' || letter == '\\' || letter.is_control();
    if name.chars().count() > NAME_MAX || name.chars().any(bad) || name == "." || name.contains("..") {
        return Err(FileFault::Name);
    }
    let mut parts = name.split('.').skip(1).map(|part| part.trim().to_ascii_lowercase()).collect::<Vec<_>>();
    let last = parts.pop().filter(|suffix| !suffix.is_empty()).ok_or(FileFault::Suffix)?;
    // `page.php.jpg` is refused too.
    if parts.iter().any(|part| NEVER.contains(&part.as_str())) {
        return Err(FileFault::Name);
    }
    if NEVER.contains(&last.as_str()) || !config.suffixes.contains(&last) || !last.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(FileFault::Suffix);
    }
    Ok(last)
}

/// Text of any encoding: no zeros, and nothing that begins like markup or a script.
fn is_text(head: &[u8]) -> bool {
    let begins = head.iter().copied().skip_while(|byte| byte.is_ascii_whitespace() || [0xEF, 0xBB, 0xBF].contains(byte)).take(2).collect::<Vec<_>>();
    !head.contains(&0) && !begins.starts_with(b"<") && begins != b"#!"
}

fn detect(head: &[u8], suffix: &str) -> Result<String, FileFault> {
    let found = infer::get(head).map(|kind| kind.mime_type());
    if TEXTS.contains(&suffix) {
        return if found.is_none() && is_text(head) { Ok("text/plain".into()) } else { Err(FileFault::Content) };
    }
    match (TYPES.iter().find(|(known, _)| *known == suffix), found) {
        (Some((_, types)), Some(found)) if types.contains(&found) => Ok(types[0].to_owned()),
        // A suffix that only the configuration has: the content must not be of another known type.
        (None, None) if is_text(head) || head.contains(&0) => Ok("application/octet-stream".into()),
        (None, Some(found)) if infer::get(head).is_some_and(|kind| kind.extension() == suffix) => Ok(found.to_owned()),
        _ => Err(FileFault::Content),
    }
}

/// Inspects a file. `declared` is the client's claim.
pub async fn inspect(file: &Path, name: &str, declared: &str, config: &UploadConfig) -> Result<Found, FileError> {
    let suffix = suffix(name, config)?;
    let declared = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if DECLARED_NEVER.contains(&declared.as_str()) {
        return Err(FileFault::Content.into());
    }
    let (file, found_suffix) = (file.to_owned(), suffix.clone());
    let looked = tokio::task::spawn_blocking(move || {
        let mut head = Vec::with_capacity(HEAD);
        let opened = std::fs::File::open(&file).and_then(|opened| opened.take(HEAD as u64).read_to_end(&mut head));
        opened.map_err(failed)?;
        Ok::<_, FileError>(detect(&head, &found_suffix)?)
    });
    let mime = looked.await.map_err(failed)??;
    let both = declared.starts_with("image/") == mime.starts_with("image/");
    if !declared.is_empty() && declared != "application/octet-stream" && !both {
        return Err(FileFault::Content.into());
    }
    if !config.mimes.is_empty() && !config.mimes.contains(&mime) {
        return Err(FileFault::Type.into());
    }
    Ok(Found { suffix, mime })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::services::ServiceSettings;

    fn config(suffixes: &str) -> UploadConfig {
        let settings = ServiceSettings { upload_suffixes: Some(suffixes.into()), ..ServiceSettings::default() };
        settings.complete(Path::new("/nowhere")).expect("complete").upload
    }

    #[test]
    fn names_that_are_taken_and_names_that_are_not() {
        let config = config("jpg,txt,html,svg,php");
        for good in ["a.jpg", "A.JPG", "my photo (1).jpg", "v1.2.jpg", "照片.jpg"] {
            assert!(suffix(good, &config).is_ok(), "{good}");
        }
        for bad in [
            "../a.jpg",
            "a/b.jpg",
            "a\\b.jpg",
            "a\0.jpg",
            "..jpg",
            "a.php.jpg",
            "a.PHP.jpg",
            "a.html",
            "a.svg",
            "a.php",
            "a.jpg.php",
            "jpg",
            "a.",
            "",
            "a.gif",
            "a.jpg\n",
        ] {
            assert!(suffix(bad, &config).is_err(), "{bad:?}");
        }
        assert!(suffix(&format!("{}.jpg", "a".repeat(300)), &config).is_err());
    }

    #[test]
    fn content_decides() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        assert_eq!(detect(png, "png").ok().as_deref(), Some("image/png"));
        assert!(detect(png, "jpg").is_err() && detect(b"<html>", "png").is_err() && detect(b"", "png").is_err());
        assert!(detect(b"a,b\n1,2\n", "csv").is_ok() && detect(b"\xEF\xBB\xBF a,b", "csv").is_ok());
        for markup in [&b"<script>"[..], b"  <svg xmlns=", b"\xEF\xBB\xBF<html", b"#!/bin/sh", b"a\0b", b"%PDF-1.7", b"PK\x03\x04"] {
            assert!(detect(markup, "txt").is_err(), "{markup:?}");
        }
        assert!(detect(b"MZ\x90\0", "dat").is_err());
        assert_eq!(served_as("svg"), ("application/octet-stream", false));
        assert_eq!(served_as("PNG"), ("image/png", true));
        assert!(!served_as("pdf").1);
    }
}
