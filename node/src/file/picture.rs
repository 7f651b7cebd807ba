//! Pictures are decoded and written anew before they are kept: what is no pixel (EXIF with its places, colour profiles,
//! comments, bytes behind the picture) does not survive, and what can't be decoded is refused.
//!
//! The format stays. A JPEG is turned as its EXIF says. Of a GIF all frames stay, of other animations the first.

use std::fs::File;
use std::io::{BufReader, Cursor, Seek};
use std::path::Path;

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::metadata::{LoopCount, Orientation};
use image::{AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::decoding::{Lane, Party};
use super::error::{FileError, FileFault};
use super::frames;

/// What a picture may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureRules {
    /// Most pixels, of all frames of an animation together.
    pub pixels_max: u64,
    pub animated: bool,
    /// What is wrong with one of more pixels.
    too_large: FileFault,
}

impl PictureRules {
    /// Of the back office.
    pub const STAFF: Self = Self { pixels_max: 40_000_000, animated: true, too_large: FileFault::Pixels };
    /// Of members: what a camera of 12 megapixels takes, as makers count them (4032 by 3024, 4096 by 3072).
    pub const MEMBER: Self = Self { pixels_max: 12 * 1_024 * 1_024, animated: false, too_large: FileFault::MemberPixels };
}

/// Bytes that decoding one picture may take.
const DECODING_MAX: u64 = 512 * 1024 * 1024;
/// Quality of a JPEG, of 100: losses are not seen.
const JPEG_QUALITY: u8 = 90;
/// How carefully the colours of a GIF are chosen, from 1 (slow) to 30.
const GIF_SPEED: i32 = 10;
/// How many times the largest upload a picture may take when it is written anew: PNG and WebP are written without loss,
/// whatever they were before.
const GROWTH_MAX: u64 = 4;
/// A picture that was written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewritten {
    pub width: u32,
    pub height: u32,
    /// Bytes.
    pub size: u64,
}

fn broken(_: image::ImageError) -> FileError {
    FileFault::Image.into()
}

fn failed(error: impl ToString) -> FileError {
    FileError::Inspection(error.to_string())
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    limits
}

/// Refuses what would take too much before it is decoded.
fn check_size(decoder: &impl ImageDecoder, rules: PictureRules) -> Result<(u32, u32), FileError> {
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > rules.pixels_max || decoder.total_bytes() > DECODING_MAX {
        return Err(rules.too_large.into());
    }
    Ok((width, height))
}

/// Refuses an animation that may be none, or whose frames have too many pixels together: what its container says, before it
/// is decoded.
fn check_frames(mut file: &File, format: ImageFormat, rules: PictureRules) -> Result<(), FileError> {
    let mut reader = BufReader::new(&mut file);
    let animated = match format {
        ImageFormat::Gif => {
            let frames = frames::of_gif(&mut reader).map_err(failed)?;
            if frames.pixels > rules.pixels_max {
                return Err(rules.too_large.into());
            }
            frames.count > 1
        }
        ImageFormat::Png => frames::is_animated_png(&mut reader).map_err(failed)?,
        ImageFormat::WebP => frames::is_animated_webp(&mut reader).map_err(failed)?,
        _ => false,
    };
    if animated && !rules.animated {
        return Err(FileFault::Animation.into());
    }
    file.rewind().map_err(failed)
}

/// All frames of a GIF.
fn gif(file: File, rules: PictureRules) -> Result<(Vec<u8>, u32, u32), FileError> {
    let mut decoder = GifDecoder::new(BufReader::new(file)).map_err(broken)?;
    decoder.set_limits(limits()).map_err(broken)?;
    let (width, height) = check_size(&decoder, rules)?;
    let repeat = match decoder.loop_count() {
        LoopCount::Infinite => Repeat::Infinite,
        LoopCount::Finite(times) => Repeat::Finite(u16::try_from(times.get()).unwrap_or(u16::MAX)),
    };
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, GIF_SPEED);
    encoder.set_repeat(repeat).map_err(broken)?;
    let mut frames = 0_u64;
    for frame in decoder.into_frames() {
        frames += 1;
        if frames * u64::from(width) * u64::from(height) > rules.pixels_max {
            return Err(rules.too_large.into());
        }
        encoder.encode_frame(frame.map_err(broken)?).map_err(broken)?;
    }
    drop(encoder);
    if frames == 0 { Err(FileFault::Image.into()) } else { Ok((bytes, width, height)) }
}

/// A picture of one frame.
fn still(file: File, format: ImageFormat, rules: PictureRules) -> Result<(Vec<u8>, u32, u32), FileError> {
    let mut reader = ImageReader::with_format(BufReader::new(file), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder().map_err(broken)?;
    check_size(&decoder, rules)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    image.apply_orientation(orientation);
    let mut bytes = Cursor::new(Vec::new());
    let written = match format {
        ImageFormat::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)),
        other => image.write_to(&mut bytes, other),
    };
    written.map_err(broken)?;
    Ok((bytes.into_inner(), image.width(), image.height()))
}

/// The measures of a picture that stays as it is.
pub fn measure(file: &Path, size: u64) -> Result<Rewritten, FileError> {
    let reader = ImageReader::open(file).and_then(ImageReader::with_guessed_format).map_err(failed)?;
    let (width, height) = reader.into_dimensions().map_err(broken)?;
    Ok(Rewritten { width, height, size })
}

fn rewrite_now(file: &Path, mime: &str, most: u64, rules: PictureRules) -> Result<Rewritten, FileError> {
    let format = ImageFormat::from_mime_type(mime).ok_or(FileFault::Image)?;
    let opened = File::open(file).map_err(failed)?;
    check_frames(&opened, format, rules)?;
    let (bytes, width, height) = if format == ImageFormat::Gif { gif(opened, rules)? } else { still(opened, format, rules)? };
    let size = bytes.len() as u64;
    if size > most.saturating_mul(GROWTH_MAX) {
        return Err(FileFault::Size.into());
    }
    std::fs::write(file, bytes).map_err(failed)?;
    Ok(Rewritten { width, height, size })
}

/// Writes a received picture of a type anew, in its place, when it is the turn of `who` sent it. `most` is what an upload may
/// have, in bytes.
pub async fn rewrite(lane: &Lane, who: &[Party], file: &Path, mime: &str, most: u64, rules: PictureRules) -> Result<Rewritten, FileError> {
    let _turn = lane.turn(who).await?;
    let (file, mime) = (file.to_owned(), mime.to_owned());
    tokio::task::spawn_blocking(move || rewrite_now(&file, &mime, most, rules)).await.map_err(failed)?
}

#[cfg(test)]
mod tests {
    use image::{Delay, Frame, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    const SCRIPT: &[u8] = b"<script>alert(1)</script>";
    const MOST: u64 = 1_000_000;

    fn has(bytes: &[u8], text: &[u8]) -> bool {
        bytes.windows(text.len()).any(|part| part == text)
    }

    /// Red on the left, blue on the right.
    fn halves() -> RgbImage {
        RgbImage::from_fn(64, 32, |x, _| if x < 32 { Rgb([250, 0, 0]) } else { Rgb([0, 0, 250]) })
    }

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        halves().write_to(&mut bytes, format).expect("a picture");
        bytes.into_inner()
    }

    fn rewritten(bytes: &[u8], mime: &str, most: u64) -> Result<(Vec<u8>, Rewritten), FileError> {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("picture");
        std::fs::write(&file, bytes).expect("written");
        let rewritten = rewrite_now(&file, mime, most, PictureRules::STAFF)?;
        Ok((std::fs::read(&file).expect("read"), rewritten))
    }

    #[test]
    fn a_photo_is_turned_and_loses_where_it_was_taken() {
        // A TIFF with one entry: orientation 6, a quarter to the right.
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
        exif.extend_from_slice(b"GPS 31.2304N 121.4737E");
        let photo = encoded(ImageFormat::Jpeg);
        let length = u16::try_from(exif.len() + 2).expect("a short segment").to_be_bytes();
        let photo = [&photo[..2], b"\xFF\xE1", &length, &exif, &photo[2..], SCRIPT].concat();
        let (bytes, found) = rewritten(&photo, "image/jpeg", MOST).expect("taken");
        assert!(has(&photo, b"GPS 31") && !has(&bytes, b"GPS 31") && !has(&bytes, b"Exif") && !has(&bytes, SCRIPT));
        assert_eq!((found.width, found.height, found.size), (32, 64, bytes.len() as u64));
        let image = image::load_from_memory(&bytes).expect("a picture").to_rgb8();
        let (top, bottom) = (image.get_pixel(16, 8), image.get_pixel(16, 56));
        assert!(top[0] > 200 && top[2] < 60 && bottom[0] < 60 && bottom[2] > 200, "{top:?} {bottom:?}");
    }

    #[test]
    fn what_stands_behind_a_picture_is_gone() {
        for (format, mime) in [
            (ImageFormat::Jpeg, "image/jpeg"),
            (ImageFormat::Png, "image/png"),
            (ImageFormat::Gif, "image/gif"),
            (ImageFormat::WebP, "image/webp"),
            (ImageFormat::Bmp, "image/bmp"),
        ] {
            let picture = [&encoded(format)[..], SCRIPT].concat();
            let (bytes, found) = rewritten(&picture, mime, MOST).expect(mime);
            assert!(!has(&bytes, SCRIPT), "{mime}");
            assert_eq!((found.width, found.height), (64, 32), "{mime}");
            assert_eq!(image::guess_format(&bytes).expect("a format"), format);
            assert_eq!(image::load_from_memory(&bytes).expect(mime).width(), 64);
        }
    }

    #[test]
    fn an_animation_stays_one() {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        encoder.set_repeat(Repeat::Finite(3)).expect("a GIF");
        for shade in [10, 240] {
            let image = RgbaImage::from_pixel(8, 8, Rgba([shade, shade, shade, 255]));
            encoder.encode_frame(Frame::from_parts(image, 0, 0, Delay::from_numer_denom_ms(120, 1))).expect("a frame");
        }
        drop(encoder);
        let (bytes, _) = rewritten(&bytes, "image/gif", MOST).expect("taken");
        let decoder = GifDecoder::new(Cursor::new(bytes)).expect("a GIF");
        assert!(matches!(decoder.loop_count(), LoopCount::Finite(times) if times.get() == 3));
        let frames = decoder.into_frames().collect_frames().expect("frames");
        assert_eq!((frames.len(), frames[1].delay().numer_denom_ms()), (2, (120, 1)));
        assert_eq!((frames[0].buffer().get_pixel(4, 4)[0], frames[1].buffer().get_pixel(4, 4)[0]), (10, 240));
    }

    #[test]
    fn members_send_no_animations_and_no_large_pictures() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("picture");
        let sent = |bytes: &[u8], mime: &str, rules: PictureRules| {
            std::fs::write(&file, bytes).expect("written");
            match rewrite_now(&file, mime, MOST, rules) {
                Ok(_) => None,
                Err(FileError::Fault(fault)) => Some(fault),
                Err(other) => panic!("{other}"),
            }
        };
        let animation = |frames: u32, side: u32| {
            let mut bytes = Vec::new();
            let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
            for _ in 0..frames {
                encoder.encode_frame(Frame::new(RgbaImage::new(side, side))).expect("a frame");
            }
            drop(encoder);
            bytes
        };
        assert_eq!(sent(&animation(1, 20), "image/gif", PictureRules::MEMBER), None);
        assert_eq!(sent(&animation(2, 20), "image/gif", PictureRules::MEMBER), Some(FileFault::Animation));
        assert_eq!(sent(&animation(2, 20), "image/gif", PictureRules::STAFF), None);
        let started = std::time::Instant::now();
        // 41 frames of a canvas of a million pixels, of which each frame itself has few.
        let mut large = animation(41, 4);
        large[6..10].copy_from_slice(&[0xE8, 0x03, 0xE8, 0x03]);
        assert_eq!(sent(&large, "image/gif", PictureRules::STAFF), Some(FileFault::Pixels));
        assert!(started.elapsed() < std::time::Duration::from_secs(2), "nothing of it is decoded");
        let mut bmp = encoded(ImageFormat::Bmp);
        bmp[18..26].copy_from_slice(&[0x00, 0x10, 0, 0, 0x01, 0x0C, 0, 0]);
        assert_eq!(sent(&bmp, "image/bmp", PictureRules::MEMBER), Some(FileFault::MemberPixels), "4096 by 3073");
        assert_eq!(sent(&encoded(ImageFormat::Png), "image/png", PictureRules::MEMBER), None);
    }

    #[test]
    fn what_claims_too_much_is_refused_before_it_is_decoded() {
        let mut bomb = encoded(ImageFormat::Gif);
        bomb[6..10].copy_from_slice(&[0x60, 0xEA, 0x60, 0xEA]);
        assert!(matches!(rewritten(&bomb, "image/gif", MOST), Err(FileError::Fault(FileFault::Pixels))));
        let mut large = encoded(ImageFormat::Bmp);
        // Width and height of the header.
        large[18..26].copy_from_slice(&[0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0]);
        assert!(matches!(rewritten(&large, "image/bmp", MOST), Err(FileError::Fault(FileFault::Pixels | FileFault::Image))));
        assert!(matches!(rewritten(&encoded(ImageFormat::Bmp), "image/bmp", 100), Err(FileError::Fault(FileFault::Size))));
        assert!(matches!(rewritten(b"GIF89a", "image/gif", MOST), Err(FileError::Fault(FileFault::Image))));
    }
}
