//! Paints a captcha: icons on an unquiet ground. So that no threshold and no outline finds them, some are light on dark
//! patches and the others dark, blots of their colours lie among them, strokes join them, and each is turned and slanted.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::shapes::{ICONS, Icon, within};

/// Size of the picture.
pub const WIDTH: u32 = 350;
pub const HEIGHT: u32 = 200;
/// Half the side of an icon, in pixels.
const HALF: std::ops::Range<f32> = 17.0..24.0;
/// Free pixels between two icons.
const APART: f32 = 6.0;
/// Opacity of an icon.
const OPACITY: f32 = 0.7;
/// Dark patches without an icon, blots, and strokes of the colours of icons.
const EMPTY_PATCHES: usize = 3;
const BLOTS: usize = 9;
const STROKES: usize = 6;
/// How far an icon is turned, in radians, and slanted.
const TURN: f32 = 0.5;
const SLANT: f32 = 0.22;
/// Samples per pixel along each side.
const FINE: u32 = 3;

/// Where an icon is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Index in [`ICONS`].
    pub icon: usize,
    pub x: f32,
    pub y: f32,
    /// Half the side of the square that holds it.
    pub half: f32,
}

impl Placed {
    /// Whether a point is on it, border included.
    #[must_use]
    pub fn holds(&self, x: f32, y: f32) -> bool {
        (x - self.x).abs() <= self.half && (y - self.y).abs() <= self.half
    }
}

/// Different icons in places of their own.
pub fn place(count: usize, rng: &mut impl Rng) -> Vec<Placed> {
    let mut icons: Vec<usize> = (0..ICONS.len()).collect();
    icons.shuffle(rng);
    let mut placed: Vec<Placed> = Vec::new();
    for icon in icons.into_iter().take(count) {
        // Fall back to separate columns when random placement fails; the picture is wide enough.
        let half = rng.random_range(HALF);
        let mut candidate = Placed { icon, x: 0.0, y: 0.0, half };
        for _ in 0..200 {
            candidate.x = rng.random_range(half + 2.0..WIDTH as f32 - half - 2.0).round();
            candidate.y = rng.random_range(half + 2.0..HEIGHT as f32 - half - 2.0).round();
            let apart = |other: &Placed| {
                (other.x - candidate.x).abs() > other.half + half + APART || (other.y - candidate.y).abs() > other.half + half + APART
            };
            if placed.iter().all(apart) {
                placed.push(candidate);
                break;
            }
        }
    }
    placed
}

fn colour(rng: &mut impl Rng, light: std::ops::Range<f32>) -> [f32; 3] {
    let hue: f32 = rng.random_range(0.0..6.0);
    let (light, vivid) = (rng.random_range(light), 0.55_f32);
    let channel = |shift: f32| {
        let at = (hue + shift) % 6.0;
        let wave = (at - 3.0).abs().clamp(1.0, 2.0) - 1.0;
        255.0 * (light + vivid * (wave - 0.5) * light.min(1.0 - light) * 2.0).clamp(0.0, 1.0)
    };
    [channel(0.0), channel(2.0), channel(4.0)]
}

fn blend(image: &mut RgbImage, x: i64, y: i64, colour: [f32; 3], opacity: f32) {
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
    let Some(pixel) = image.get_pixel_mut_checked(x, y) else { return };
    for (below, above) in pixel.0.iter_mut().zip(colour) {
        // Both are 0 to 255, and so is their mean.
        *below = (f32::from(*below) * (1.0 - opacity) + above * opacity).round() as u8;
    }
}

fn ground(image: &mut RgbImage, rng: &mut impl Rng) {
    let (from, to) = (colour(rng, 0.78..0.9), colour(rng, 0.78..0.9));
    let (dx, dy) = (rng.random_range(-1.0..1.0_f32), rng.random_range(-1.0..1.0_f32));
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let along = 0.5 + 0.5 * (dx * (x as f32 / WIDTH as f32 - 0.5) + dy * (y as f32 / HEIGHT as f32 - 0.5));
        *pixel = Rgb([0, 1, 2].map(|at| (from[at] + (to[at] - from[at]) * along) as u8));
    }
    for _ in 0..14 {
        let (cx, cy, r) = (rng.random_range(0.0..WIDTH as f32), rng.random_range(0.0..HEIGHT as f32), rng.random_range(10.0..46.0_f32));
        let (colour, ring) = (colour(rng, 0.5..0.85), rng.random_bool(0.5));
        for y in (cy - r) as i64..=(cy + r) as i64 {
            for x in (cx - r) as i64..=(cx + r) as i64 {
                let distance = (x as f32 - cx).hypot(y as f32 - cy);
                if distance <= r && (!ring || distance >= r - 4.0) {
                    blend(image, x, y, colour, 0.3);
                }
            }
        }
    }
}

fn lines(image: &mut RgbImage, rng: &mut impl Rng) {
    for _ in 0..7 {
        let mut end = || (rng.random_range(0.0..WIDTH as f32), rng.random_range(0.0..HEIGHT as f32));
        let (a, b, c) = (end(), end(), end());
        let colour = colour(rng, 0.3..0.7);
        for step in 0..600_u32 {
            let t = step as f32 / 600.0;
            let at = |a: f32, b: f32, c: f32| a * (1.0 - t) * (1.0 - t) + 2.0 * b * t * (1.0 - t) + c * t * t;
            let (x, y) = (at(a.0, b.0, c.0) as i64, at(a.1, b.1, c.1) as i64);
            blend(image, x, y, colour, 0.35);
            blend(image, x, y + 1, colour, 0.35);
        }
    }
}

/// Lightness of what is dark and of what is light, ground and icons alike.
const DARK: std::ops::Range<f32> = 0.16..0.36;
const LIGHT: std::ops::Range<f32> = 0.74..0.9;

/// A dark patch with an uneven border.
fn patch(image: &mut RgbImage, (cx, cy, r): (f32, f32, f32), rng: &mut impl Rng) {
    let (colour, bumps, phase) = (colour(rng, DARK), rng.random_range(3..6_u32) as f32, rng.random_range(0.0..6.3_f32));
    let reach = r * 1.25;
    for y in (cy - reach) as i64..=(cy + reach) as i64 {
        for x in (cx - reach) as i64..=(cx + reach) as i64 {
            let (dx, dy) = (x as f32 - cx, y as f32 - cy);
            let border = r * (1.0 + 0.18 * (dy.atan2(dx) * bumps + phase).sin());
            if dx.hypot(dy) <= border {
                blend(image, x, y, colour, 0.85);
            }
        }
    }
}

/// How light the ground around a point is, from 0 to 1.
fn lightness(image: &RgbImage, x: f32, y: f32) -> f32 {
    let (mut sum, mut count) = (0.0_f32, 0.0_f32);
    for (dx, dy) in [(0.0, 0.0), (-9.0, 0.0), (9.0, 0.0), (0.0, -9.0), (0.0, 9.0)] {
        if let Some(pixel) = image.get_pixel_checked((x + dx).max(0.0) as u32, (y + dy).max(0.0) as u32) {
            sum += pixel.0.iter().map(|part| f32::from(*part)).sum::<f32>() / (3.0 * 255.0);
            count += 1.0;
        }
    }
    sum / count.max(1.0)
}

/// The colour of what is seen on the ground at a point.
fn contrasting(image: &RgbImage, x: f32, y: f32, rng: &mut impl Rng) -> [f32; 3] {
    colour(rng, if lightness(image, x, y) < 0.52 { LIGHT } else { DARK })
}

/// A shape of as many colours and as large as an icon, which is none: not where an icon is.
fn blot(image: &mut RgbImage, placed: &[Placed], rng: &mut impl Rng) {
    let (x, y) = (rng.random_range(8.0..WIDTH as f32 - 8.0), rng.random_range(8.0..HEIGHT as f32 - 8.0));
    let half = rng.random_range(10.0..19.0_f32);
    let over = |one: &Placed| (one.x - x).abs() < one.half + half * 0.6 && (one.y - y).abs() < one.half + half * 0.6;
    if placed.iter().any(over) {
        return;
    }
    let corners = rng.random_range(4..8_usize);
    let shape: Vec<(f32, f32)> = (0..corners)
        .map(|at| {
            let (angle, reach) = (at as f32 / corners as f32 * std::f32::consts::TAU, rng.random_range(0.45..1.0_f32));
            (angle.cos() * reach, angle.sin() * reach)
        })
        .collect();
    let hole = rng.random_range(-0.2..0.45_f32);
    let colour = contrasting(image, x, y, rng);
    let side = half.ceil() as i64;
    for dy in -side..=side {
        for dx in -side..=side {
            let (u, v) = (dx as f32 / half, dy as f32 / half);
            if within(&shape, u, v) && u.hypot(v) > hole {
                blend(image, x as i64 + dx, y as i64 + dy, colour, OPACITY);
            }
        }
    }
}

/// A stroke of an icon's colour from one icon to another.
fn stroke(image: &mut RgbImage, placed: &[Placed], rng: &mut impl Rng) {
    let mut end = || match placed.choose(rng) {
        Some(one) => (one.x + rng.random_range(-one.half..one.half), one.y + rng.random_range(-one.half..one.half)),
        None => (0.0, 0.0),
    };
    let (a, b) = (end(), end());
    let bend = (rng.random_range(0.0..WIDTH as f32), rng.random_range(0.0..HEIGHT as f32));
    let colour = contrasting(image, a.0, a.1, rng);
    let mut last = None;
    for step in 0..900_u32 {
        let t = step as f32 / 900.0;
        let at = |a: f32, b: f32, c: f32| a * (1.0 - t) * (1.0 - t) + 2.0 * b * t * (1.0 - t) + c * t * t;
        let point = (at(a.0, bend.0, b.0) as i64, at(a.1, bend.1, b.1) as i64);
        if last.replace(point) == Some(point) {
            continue;
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1)] {
            blend(image, point.0 + dx, point.1 + dy, colour, 0.48);
        }
    }
}

/// Parts an icon with a line as light as the ground around it.
fn scratch(image: &mut RgbImage, one: &Placed, rng: &mut impl Rng) {
    let ground = lightness(image, one.x - one.half - 3.0, one.y);
    let colour = colour(rng, if ground < 0.52 { DARK } else { LIGHT });
    let (sin, cos) = rng.random_range(0.0..std::f32::consts::TAU).sin_cos();
    let beside = rng.random_range(-0.4..0.4) * one.half;
    let steps = (one.half * 2.6) as i64;
    for step in -steps..=steps {
        let along = step as f32 / 2.0;
        let (x, y) = ((one.x + cos * along - sin * beside) as i64, (one.y + sin * along + cos * beside) as i64);
        blend(image, x, y, colour, 0.45);
        blend(image, x + 1, y, colour, 0.45);
    }
}

fn icon(image: &mut RgbImage, placed: &Placed, icon: &Icon, rng: &mut impl Rng) {
    let colour = contrasting(image, placed.x, placed.y, rng);
    let (sin, cos) = rng.random_range(-TURN..TURN).sin_cos();
    let slant = rng.random_range(-SLANT..SLANT);
    // The turned icon stays within its square.
    let scale = placed.half / 1.12;
    let side = placed.half.ceil() as i64;
    for dy in -side..=side {
        for dx in -side..=side {
            let mut covered = 0_u32;
            for fine in 0..FINE * FINE {
                let inner = |part: u32| (part as f32 + 0.5) / FINE as f32 - 0.5;
                let (x, y) = ((dx as f32 + inner(fine % FINE)) / scale, (dy as f32 + inner(fine / FINE)) / scale);
                let x = x + slant * y;
                covered += u32::from(icon.covers(x * cos + y * sin, y * cos - x * sin));
            }
            blend(image, placed.x as i64 + dx, placed.y as i64 + dy, colour, OPACITY * covered as f32 / (FINE * FINE) as f32);
        }
    }
}

/// The picture, as PNG.
pub fn paint(placed: &[Placed], rng: &mut impl Rng) -> Result<Vec<u8>, image::ImageError> {
    let mut image = RgbImage::new(WIDTH, HEIGHT);
    ground(&mut image, rng);
    for one in placed {
        if rng.random_bool(0.5) {
            let (dx, dy) = (rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
            patch(&mut image, (one.x + dx, one.y + dy, one.half * rng.random_range(1.35..1.6)), rng);
        }
    }
    for _ in 0..EMPTY_PATCHES {
        let (x, y) = (rng.random_range(0.0..WIDTH as f32), rng.random_range(0.0..HEIGHT as f32));
        if placed.iter().all(|one| (one.x - x).hypot(one.y - y) > one.half * 2.0 + 14.0) {
            patch(&mut image, (x, y, rng.random_range(18.0..32.0)), rng);
        }
    }
    lines(&mut image, rng);
    for _ in 0..BLOTS {
        blot(&mut image, placed, rng);
    }
    for one in placed {
        icon(&mut image, one, &ICONS[one.icon], rng);
        scratch(&mut image, one, rng);
    }
    for _ in 0..STROKES {
        stroke(&mut image, placed, rng);
    }
    let mut png = Cursor::new(Vec::new());
    image.write_to(&mut png, ImageFormat::Png)?;
    Ok(png.into_inner())
}
