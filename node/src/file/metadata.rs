//! Whether a stored picture holds pixels alone: pure. Read is the container, never a pixel, so that a picture which needs
//! nothing is not decoded and loses no quality.

use image::ImageFormat;

/// Chunks of a PNG that say how its pixels look, those of an animation among them.
const PNG_CHUNKS: &[&[u8; 4]] =
    &[b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT"];
/// The same of a WebP.
const WEBP_CHUNKS: &[&[u8; 4]] = &[b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"];
/// Bytes of a JFIF segment without a small picture, and of Adobe's that names the colours; their length counts itself.
const JFIF: usize = 16;
const ADOBE: usize = 14;

/// Whether a picture of this type has neither places, texts and profiles in it nor anything behind it. What can't be told is
/// not plain.
#[must_use]
pub fn is_plain(bytes: &[u8], mime: &str) -> bool {
    let plain = match ImageFormat::from_mime_type(mime) {
        Some(ImageFormat::Jpeg) => jpeg(bytes),
        Some(ImageFormat::Png) => png(bytes),
        Some(ImageFormat::Gif) => gif(bytes),
        Some(ImageFormat::WebP) => webp(bytes),
        _ => None,
    };
    plain == Some(true)
}

fn big_endian(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(four)).ok()
}

fn little_endian(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

/// Segments until the end of the picture, and nothing behind it.
fn jpeg(bytes: &[u8]) -> Option<bool> {
    if !bytes.starts_with(b"\xFF\xD8") {
        return None;
    }
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xFF {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            // Fills the gap before a marker.
            0xFF => at += 1,
            0x01 | 0xD0..=0xD7 => at += 2,
            0xD9 => return Some(at + 2 == bytes.len()),
            _ => {
                let length = usize::from(u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]));
                let plain = match marker {
                    0xE0 => length == JFIF,
                    0xEE => length == ADOBE,
                    0xE1..=0xED | 0xEF | 0xFE => false,
                    _ => length >= 2,
                };
                if !plain {
                    return Some(false);
                }
                at += 2 + length;
                // Pixels follow, until a marker that is none of theirs.
                if marker == 0xDA {
                    while *bytes.get(at)? != 0xFF || matches!(*bytes.get(at + 1)?, 0x00 | 0xD0..=0xD7) {
                        at += 1;
                    }
                }
            }
        }
    }
}

fn png(bytes: &[u8]) -> Option<bool> {
    if !bytes.starts_with(b"\x89PNG\r\n\x1A\n") {
        return None;
    }
    let mut at: usize = 8;
    loop {
        let length = big_endian(bytes, at)?;
        let name = bytes.get(at + 4..at + 8)?;
        if !PNG_CHUNKS.iter().any(|known| known.as_slice() == name) {
            return Some(false);
        }
        // Length, name and check sum stand around it.
        at = at.checked_add(length)?.checked_add(12)?;
        if name == b"IEND" {
            return Some(length == 0 && at == bytes.len());
        }
    }
}

fn webp(bytes: &[u8]) -> Option<bool> {
    if !bytes.starts_with(b"RIFF") || bytes.get(8..12)? != b"WEBP" {
        return None;
    }
    let end = little_endian(bytes, 4)?.checked_add(8)?;
    let mut at: usize = 12;
    while at < end {
        let name = bytes.get(at..at + 4)?;
        if !WEBP_CHUNKS.iter().any(|known| known.as_slice() == name) {
            return Some(false);
        }
        let length = little_endian(bytes, at + 4)?;
        // Chunks of odd length are filled up.
        at = at.checked_add(8)?.checked_add(length)?.checked_add(length % 2)?;
    }
    Some(at == end && end == bytes.len())
}

/// Blocks until the trailer. The one extension of an application that is kept says how often an animation runs.
fn gif(bytes: &[u8]) -> Option<bool> {
    if !bytes.starts_with(b"GIF8") {
        return None;
    }
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at: usize = 13 + table(*bytes.get(10)?);
    loop {
        match *bytes.get(at)? {
            0x3B => return Some(at + 1 == bytes.len()),
            0x2C => at = blocks(bytes, at + 11 + table(*bytes.get(at + 9)?))?,
            0x21 => {
                let plain = match *bytes.get(at + 1)? {
                    0xF9 => true,
                    0xFF => bytes.get(at + 2..at + 14)? == b"\x0BNETSCAPE2.0",
                    _ => false,
                };
                if !plain {
                    return Some(false);
                }
                at = blocks(bytes, at + 2)?;
            }
            _ => return None,
        }
    }
}

/// Where the blocks that begin here end.
fn blocks(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::RgbImage;

    use super::*;

    const KINDS: [(ImageFormat, &str); 4] =
        [(ImageFormat::Jpeg, "image/jpeg"), (ImageFormat::Png, "image/png"), (ImageFormat::Gif, "image/gif"), (ImageFormat::WebP, "image/webp")];

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8 * 6, y as u8 * 8, 90])).write_to(&mut bytes, format).expect("a picture");
        bytes.into_inner()
    }

    #[test]
    fn what_we_write_is_plain_and_what_is_behind_it_is_not() {
        for (format, mime) in KINDS {
            let bytes = picture(format);
            assert!(is_plain(&bytes, mime), "{mime}");
            assert!(!is_plain(&[&bytes[..], b"<script>"].concat(), mime), "{mime}");
            assert!(!is_plain(&bytes[..bytes.len() - 1], mime), "{mime} is not whole");
        }
        assert!(!is_plain(&picture(ImageFormat::Png), "image/jpeg"), "another type than it says");
        assert!(!is_plain(b"", "image/jpeg") && !is_plain(b"x", "text/plain"));
    }

    #[test]
    fn places_and_texts_are_seen() {
        let jpeg = picture(ImageFormat::Jpeg);
        for (marker, text) in [(b"\xFF\xE1", &b"Exif\0\0GPS"[..]), (b"\xFF\xFE", &b"a comment"[..]), (b"\xFF\xE2", &b"ICC_PROFILE"[..])] {
            let length = u16::try_from(text.len() + 2).expect("short").to_be_bytes();
            assert!(!is_plain(&[&jpeg[..2], marker, &length, text, &jpeg[2..]].concat(), "image/jpeg"), "{text:?}");
        }
        let png = picture(ImageFormat::Png);
        // Behind the header, which takes 25 bytes; nobody looks at the check sum.
        let text = [&b"\0\0\0\x03tEXt"[..], b"GPS", b"\0\0\0\0"].concat();
        assert!(!is_plain(&[&png[..33], &text, &png[33..]].concat(), "image/png"));
        let gif = picture(ImageFormat::Gif);
        let (body, trailer) = gif.split_at(gif.len() - 1);
        assert!(!is_plain(&[body, b"\x21\xFE\x03GPS\0", trailer].concat(), "image/gif"));
        let mut webp = [&picture(ImageFormat::WebP)[..], b"EXIF\x04\0\0\0GPS!"].concat();
        let length = u32::try_from(webp.len() - 8).expect("short").to_le_bytes();
        webp[4..8].copy_from_slice(&length);
        assert!(!is_plain(&webp, "image/webp"));
    }
}
