//! The mark on a picture of a paper: who looks at it and when, in rows across the whole picture, in signs of 5 by 7 pixels.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageReader, Limits, Rgb, RgbImage};

/// Bytes that decoding may take.
const DECODING_MAX: u64 = 256 * 1024 * 1024;
/// Longest side of what is shown, in pixels.
const SIDE_MAX: u32 = 1_600;
const QUALITY: u8 = 82;
/// How much of a pixel is the mark's, of 256.
const STRENGTH: u32 = 96;

/// Rows of a sign, from the top; the highest of 5 bits is left.
fn rows_of(sign: char) -> [u8; 7] {
    match sign.to_ascii_uppercase() {
        '0' => [14, 17, 19, 21, 25, 17, 14],
        '1' => [4, 12, 4, 4, 4, 4, 14],
        '2' => [14, 17, 1, 2, 4, 8, 31],
        '3' => [31, 2, 4, 2, 1, 17, 14],
        '4' => [2, 6, 10, 18, 31, 2, 2],
        '5' => [31, 16, 30, 1, 1, 17, 14],
        '6' => [6, 8, 16, 30, 17, 17, 14],
        '7' => [31, 1, 2, 4, 8, 8, 8],
        '8' => [14, 17, 17, 14, 17, 17, 14],
        '9' => [14, 17, 17, 15, 1, 2, 12],
        'A' => [14, 17, 17, 31, 17, 17, 17],
        'B' => [30, 17, 17, 30, 17, 17, 30],
        'C' => [14, 17, 16, 16, 16, 17, 14],
        'D' => [28, 18, 17, 17, 17, 18, 28],
        'E' => [31, 16, 16, 30, 16, 16, 31],
        'F' => [31, 16, 16, 30, 16, 16, 16],
        'G' => [14, 17, 16, 23, 17, 17, 15],
        'H' => [17, 17, 17, 31, 17, 17, 17],
        'I' => [14, 4, 4, 4, 4, 4, 14],
        'J' => [7, 2, 2, 2, 2, 18, 12],
        'K' => [17, 18, 20, 24, 20, 18, 17],
        'L' => [16, 16, 16, 16, 16, 16, 31],
        'M' => [17, 27, 21, 21, 17, 17, 17],
        'N' => [17, 17, 25, 21, 19, 17, 17],
        'O' => [14, 17, 17, 17, 17, 17, 14],
        'P' => [30, 17, 17, 30, 16, 16, 16],
        'Q' => [14, 17, 17, 17, 21, 18, 13],
        'R' => [30, 17, 17, 30, 20, 18, 17],
        'S' => [15, 16, 16, 14, 1, 1, 30],
        'T' => [31, 4, 4, 4, 4, 4, 4],
        'U' => [17, 17, 17, 17, 17, 17, 14],
        'V' => [17, 17, 17, 17, 17, 10, 4],
        'W' => [17, 17, 17, 21, 21, 21, 10],
        'X' => [17, 17, 10, 4, 10, 17, 17],
        'Y' => [17, 17, 17, 10, 4, 4, 4],
        'Z' => [31, 1, 2, 4, 8, 16, 31],
        '-' => [0, 0, 0, 31, 0, 0, 0],
        ':' => [0, 12, 12, 0, 12, 12, 0],
        '_' => [0, 0, 0, 0, 0, 0, 31],
        ' ' => [0; 7],
        _ => [31, 17, 17, 17, 17, 17, 31],
    }
}

/// Darkens or brightens a pixel, whichever differs more from it.
fn mix(pixel: &mut Rgb<u8>) {
    let bright = pixel.0.iter().map(|part| u32::from(*part)).sum::<u32>() > 384;
    for part in &mut pixel.0 {
        let mark = if bright { 0 } else { 255 };
        *part = u8::try_from((u32::from(*part) * (256 - STRENGTH) + mark * STRENGTH) / 256).unwrap_or(u8::MAX);
    }
}

fn draw(picture: &mut RgbImage, text: &str) {
    let (width, height) = picture.dimensions();
    let scale = (width.max(height) / 400).max(1);
    let (step, line) = (6 * scale, 40 * scale);
    let long = u32::try_from(text.chars().count()).unwrap_or(u32::MAX).saturating_mul(step) + 8 * scale;
    for (row, top) in (0..height).step_by(line as usize).enumerate() {
        // Every other row is shifted, so that no strip is free of it.
        let mut left = if row % 2 == 0 { 0 } else { long / 2 };
        while left < width {
            for (at, sign) in text.chars().enumerate() {
                let from = left + u32::try_from(at).unwrap_or(u32::MAX).saturating_mul(step);
                for (y, bits) in (0_u32..).zip(rows_of(sign)) {
                    for x in (0..5_u32).filter(|x| bits >> (4 - x) & 1 == 1) {
                        for (dx, dy) in (0..scale).flat_map(|dx| (0..scale).map(move |dy| (dx, dy))) {
                            if let Some(pixel) = picture.get_pixel_mut_checked(from + x * scale + dx, top + y * scale + dy) {
                                mix(pixel);
                            }
                        }
                    }
                }
            }
            left += long;
        }
    }
}

/// A picture as a JPEG that carries a text.
pub fn marked(bytes: &[u8], text: &str) -> Result<Vec<u8>, image::ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    reader.limits(limits);
    let image = reader.decode()?;
    let large = image.width() > SIDE_MAX || image.height() > SIDE_MAX;
    let mut picture = if large { image.thumbnail(SIDE_MAX, SIDE_MAX) } else { image }.to_rgb8();
    draw(&mut picture, text);
    let mut out = Cursor::new(Vec::new());
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY))?;
    Ok(out.into_inner())
}

#[cfg(test)]
mod tests {
    use image::ImageFormat;

    use super::*;

    #[test]
    fn every_strip_of_a_picture_carries_the_mark() {
        let mut plain = Cursor::new(Vec::new());
        RgbImage::from_pixel(800, 500, Rgb([255, 255, 255])).write_to(&mut plain, ImageFormat::Png).expect("a picture");
        let marked = image::load_from_memory(&marked(&plain.into_inner(), "chen 2026-11-28 12:00").expect("marked")).expect("a picture").to_rgb8();
        assert_eq!(marked.dimensions(), (800, 500));
        for top in (0..400).step_by(80) {
            let dark = (0..800).flat_map(|x| (top..top + 80).map(move |y| (x, y))).filter(|(x, y)| marked.get_pixel(*x, *y).0[0] < 200).count();
            assert!(dark > 200, "{top}: {dark}");
        }
    }
}
