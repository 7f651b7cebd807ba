//! Pictures of the demo company's articles and of companies on the trade platform: racks with what the trade keeps in them.

use image::{Rgb, RgbImage};

use super::error::DemoError;
use super::pictures::{COLOURS, Uploads, mixed};
use crate::file::save::Owner;
use crate::node::Node;

/// Width and height of a cover.
const COVER: (u32, u32) = (960, 540);
/// Width and height of a logo.
const LOGO: u32 = 160;
/// Shelves of a rack, and places on each.
const SHELVES: u32 = 3;
const PLACES: u32 = 7;

/// A number that looks like chance and is always the same.
fn chance(place: u32, row: u32, column: u32, of: u32) -> u32 {
    let mixed = place.wrapping_mul(2_654_435_761) ^ row.wrapping_mul(40_503) ^ column.wrapping_mul(97_561);
    (mixed ^ (mixed >> 13)).wrapping_mul(2_246_822_519).rotate_left(11) % of
}

/// What stands at a point of its place, from -1 to 1 with its foot at 1: how bright it is.
fn thing(trade: &str, x: f32, y: f32, height: f32) -> Option<f32> {
    let top = 1.0 - 2.0 * height;
    match trade {
        // Bolts of cloth, seen from their ends.
        "textile" => {
            let radius = height.min(0.8);
            let distance = x.hypot(y - (1.0 - radius));
            (distance < radius).then(|| if distance < 0.16 { 0.45 } else { 0.85 + 0.25 * (distance * 9.0).sin().abs() })
        }
        // Rings and discs.
        "automotive" => {
            let radius = height.min(0.82);
            let distance = x.hypot(y - (1.0 - radius));
            match distance / radius {
                0.0..0.22 => None,
                0.22..0.6 => Some(1.2),
                0.6..0.66 => Some(0.6),
                0.66..1.0 => Some(0.8),
                _ => None,
            }
        }
        // Cases with a board in them.
        "electronics" => (x.abs() < 0.72 && y > top).then(|| {
            let (across, down) = (x / 0.72, (y - top) / (1.0 - top));
            let chip = across.abs() < 0.36 && (0.3..0.72).contains(&down);
            let legs = across.abs() < 0.5 && (0.3..0.72).contains(&down) && (down * 22.0).fract() < 0.45;
            if chip {
                0.4
            } else if legs {
                1.35
            } else {
                1.0
            }
        }),
        // Cartons with their tape.
        _ => (x.abs() < 0.78 && y > top).then(|| {
            if x.abs() < 0.1 {
                0.78
            } else if y < top + 0.16 {
                1.14
            } else {
                1.0
            }
        }),
    }
}

fn draw(place: u32, trade: &str) -> RgbImage {
    let (width, height) = COVER;
    let ground = COLOURS[(place as usize * 3 + 1) % COLOURS.len()];
    RgbImage::from_fn(width, height, |px, py| {
        let (x, y) = (px as f32 / width as f32, py as f32 / height as f32);
        let light = 1.08 - 0.18 * y;
        let wall = Rgb(ground.map(|part| ((f32::from(part) * 0.22 + 190.0) * light).clamp(0.0, 255.0) as u8));
        let (left, right) = (0.1, 0.94);
        if !(left..right).contains(&x) || y < 0.06 {
            return wall;
        }
        let post = [left, (left + right) / 2.0, right - 0.012].iter().any(|at| (x - at).abs() < 0.007);
        let row = (((y - 0.06) / 0.3) as u32).min(SHELVES - 1);
        let within = (y - 0.06) / 0.3 - row as f32;
        if within > 1.0 {
            return if post { mixed([70, 84, 106], 1.0) } else { wall };
        }
        if (0.93..1.0).contains(&within) {
            return mixed([86, 101, 124], if within < 0.95 { 1.25 } else { 1.0 });
        }
        if post {
            return mixed([70, 84, 106], 1.0);
        }
        let along = (x - left) / (right - left) * PLACES as f32;
        let column = (along as u32).min(PLACES - 1);
        let across = (along - column as f32) * 2.0 - 1.0;
        // Some places are empty: somebody has just picked there.
        if chance(place, row, column, 9) == 0 {
            return wall;
        }
        let tall = 0.5 + 0.09 * chance(place, row + 7, column, 4) as f32;
        let colour = COLOURS[(chance(place, row, column + 31, COLOURS.len() as u32)) as usize % COLOURS.len()];
        thing(trade, across, within / 0.93 * 2.0 - 1.0, tall).map_or(wall, |bright| mixed(colour, bright))
    })
}

/// A mark of a company: rings or bars in two of its colours.
fn draw_logo(place: u32) -> RgbImage {
    let (ground, sign) = (COLOURS[(place as usize * 5 + 2) % COLOURS.len()], COLOURS[(place as usize * 3 + 4) % COLOURS.len()]);
    let at = |pixel: u32| (pixel as f32 + 0.5) / LOGO as f32 * 2.0 - 1.0;
    RgbImage::from_fn(LOGO, LOGO, |px, py| {
        let (x, y) = (at(px), at(py));
        let drawn = match place % 3 {
            0 => (0.28..0.55).contains(&x.hypot(y)) && (x < 0.2 || y.abs() > 0.2),
            1 => (x + y).abs() < 0.6 && ((x - y) * 3.0).rem_euclid(1.2) < 0.6 && x.abs() < 0.6 && y.abs() < 0.6,
            _ => x.abs() + y.abs() < 0.7 && x.abs() + y.abs() > 0.32,
        };
        if drawn { mixed(sign, 1.7) } else { mixed(ground, 0.9) }
    })
}

/// Draws a cover for each of these trades and keeps them as uploads; answers their paths.
pub(super) async fn upload_covers(node: &Node, admin: i64, trades: &[&str], now: i64) -> Result<Vec<String>, DemoError> {
    let uploads = Uploads { node, owner: Owner { admin: Some(admin), member: None }, now };
    let mut paths = Vec::with_capacity(trades.len());
    for (place, trade) in (1_u32..).zip(trades) {
        paths.push(uploads.keep(draw(place, trade), &format!("article-{place:02}.png"), "article").await?);
    }
    Ok(paths)
}

/// Draws logos of companies; answers their paths.
pub(super) async fn upload_logos(node: &Node, admin: i64, many: u32, now: i64) -> Result<Vec<String>, DemoError> {
    let uploads = Uploads { node, owner: Owner { admin: Some(admin), member: None }, now };
    let mut paths = Vec::new();
    for place in 0..many {
        paths.push(uploads.keep(draw_logo(place), &format!("logo-{:02}.png", place + 1), "company").await?);
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_covers_are_alike() {
        let drawn: std::collections::HashSet<Vec<u8>> = (1..6).map(|place| draw(place, "other").into_raw()).collect();
        assert_eq!(drawn.len(), 5);
        assert_ne!(draw(1, "textile").into_raw(), draw(1, "automotive").into_raw());
    }
}
