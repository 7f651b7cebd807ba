//! How many frames a picture has, and how many pixels they are together: read from its container before anything is decoded.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// What a picture's container says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frames {
    pub count: u64,
    /// Of all frames: each is decoded on the whole canvas.
    pub pixels: u64,
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut read = [0; N];
    from.read_exact(&mut read)?;
    Ok(read)
}

fn skip(from: &mut (impl Read + Seek), count: u32) -> io::Result<()> {
    from.seek(SeekFrom::Current(i64::from(count))).map(drop)
}

/// Bytes of a colour table, as the flags of its owner say.
fn colours(flags: u8) -> u32 {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn skip_blocks(from: &mut (impl Read + Seek)) -> io::Result<()> {
    loop {
        match bytes::<1>(from)? {
            [0] => return Ok(()),
            [length] => skip(from, u32::from(length))?,
        }
    }
}

fn area(width: [u8; 2], height: [u8; 2]) -> u64 {
    u64::from(u16::from_le_bytes(width)) * u64::from(u16::from_le_bytes(height))
}

/// The frames of a GIF. A file that ends too soon, or goes on as no GIF does, has those that came before.
pub fn of_gif(from: &mut (impl Read + Seek)) -> io::Result<Frames> {
    let mut frames = Frames { count: 0, pixels: 0 };
    match gif(from, &mut frames) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
        _ => Ok(frames),
    }
}

fn gif(from: &mut (impl Read + Seek), frames: &mut Frames) -> io::Result<()> {
    let [_, _, _, _, _, _, w0, w1, h0, h1, flags, _, _] = bytes::<13>(from)?;
    let canvas = area([w0, w1], [h0, h1]);
    skip(from, colours(flags))?;
    loop {
        match bytes::<1>(from)? {
            // An extension: its label, then its blocks.
            [0x21] => {
                skip(from, 1)?;
                skip_blocks(from)?;
            }
            // A frame: where it stands, its colours, the size of its codes, then its blocks.
            [0x2C] => {
                let [_, _, _, _, w0, w1, h0, h1, flags] = bytes::<9>(from)?;
                frames.count += 1;
                frames.pixels = frames.pixels.saturating_add(canvas.max(area([w0, w1], [h0, h1])));
                skip(from, colours(flags))?;
                skip(from, 1)?;
                skip_blocks(from)?;
            }
            // The end, or nothing that a decoder reads on from.
            _ => return Ok(()),
        }
    }
}

/// Whether a PNG says that it is an animation: before its pixels.
pub fn is_animated_png(from: &mut (impl Read + Seek)) -> io::Result<bool> {
    ended(png(from))
}

fn png(from: &mut (impl Read + Seek)) -> io::Result<bool> {
    skip(from, 8)?;
    loop {
        let [l0, l1, l2, l3, kind @ ..] = bytes::<8>(from)?;
        match &kind {
            b"acTL" => return Ok(true),
            b"IDAT" | b"IEND" => return Ok(false),
            // The chunk and its sum.
            _ => {
                from.seek(SeekFrom::Current(i64::from(u32::from_be_bytes([l0, l1, l2, l3])) + 4))?;
            }
        }
    }
}

/// Whether a WebP says that it is an animation: in the flags of its first chunk.
pub fn is_animated_webp(from: &mut impl Read) -> io::Result<bool> {
    const ANIMATION: u8 = 0x02;
    ended(bytes::<21>(from).map(|head| &head[12..16] == b"VP8X" && head[20] & ANIMATION != 0))
}

/// A file that ends too soon is no animation; the decoder refuses it.
fn ended(read: io::Result<bool>) -> io::Result<bool> {
    match read {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::codecs::gif::GifEncoder;
    use image::{Frame, ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn animation(frames: u8, side: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
        for shade in 0..frames {
            encoder.encode_frame(Frame::new(RgbaImage::from_pixel(side, side, Rgba([shade, 9, 9, 255])))).expect("a frame");
        }
        drop(encoder);
        bytes
    }

    #[test]
    fn frames_of_a_gif_are_counted_without_decoding() {
        for (frames, side) in [(1, 3), (7, 40), (200, 16)] {
            let bytes = animation(frames, side);
            let expected = Frames { count: frames.into(), pixels: u64::from(frames) * u64::from(side * side) };
            assert_eq!(of_gif(&mut Cursor::new(&bytes)).expect("read"), expected);
            let cut = of_gif(&mut Cursor::new(&bytes[..bytes.len() / 2])).expect("read");
            assert!(cut.count <= expected.count && cut.pixels <= expected.pixels);
        }
        // A canvas that is larger than its frames is what each of them costs.
        let mut bytes = animation(3, 4);
        bytes[6..10].copy_from_slice(&[0xE8, 0x03, 0xE8, 0x03]);
        assert_eq!(of_gif(&mut Cursor::new(&bytes)).expect("read"), Frames { count: 3, pixels: 3_000_000 });
        for odd in [&b""[..], b"GIF89a", b"GIF89a\x01\0\x01\0\x80\0\0", &[0x21; 40]] {
            assert_eq!(of_gif(&mut Cursor::new(odd)).expect("read").count, 0);
        }
    }

    #[test]
    fn other_animations_are_told_by_their_heads() {
        let still = |format| {
            let mut bytes = Cursor::new(Vec::new());
            image::RgbImage::new(4, 4).write_to(&mut bytes, format).expect("a picture");
            bytes.into_inner()
        };
        let png = still(ImageFormat::Png);
        assert!(!is_animated_png(&mut Cursor::new(&png)).expect("read"));
        let control = [&[0, 0, 0, 8][..], b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0], &[0; 4]].concat();
        let animated = [&png[..33], &control, &png[33..]].concat();
        assert!(is_animated_png(&mut Cursor::new(&animated)).expect("read"));
        assert!(!is_animated_png(&mut Cursor::new(&png[..20])).expect("read"));
        let webp = still(ImageFormat::WebP);
        assert!(!is_animated_webp(&mut Cursor::new(&webp)).expect("read"));
        let mut head = b"RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\x02".to_vec();
        assert!(is_animated_webp(&mut Cursor::new(&head)).expect("read"));
        head.truncate(19);
        assert!(!is_animated_webp(&mut Cursor::new(&head)).expect("read"));
    }
}
