//! Pictures of the demo company's products: drawn here, flat and small, by what the product is.

use image::{ImageFormat, Rgb, RgbImage};
use sha1::{Digest, Sha1};

use super::DemoError;
use super::company::PRODUCTS;
use crate::file::keep::{Arrived, Files, Owner, keep};
use crate::node::Node;

/// Width and height.
const SIZE: u32 = 160;
/// Colours of the things themselves, one after the other.
const COLOURS: [[u8; 3]; 8] =
    [[38, 70, 83], [42, 157, 143], [233, 196, 106], [244, 162, 97], [231, 111, 81], [88, 101, 242], [106, 76, 147], [61, 90, 128]];
const GROUND: [u8; 3] = [246, 247, 249];
const SHADOW: [u8; 3] = [224, 228, 233];

/// Whether a point of the square from -1 to 1 belongs to the thing, and how bright it is there.
type Shape = fn(f32, f32) -> Option<f32>;

fn rotated(x: f32, y: f32, turn: f32) -> (f32, f32) {
    let (sin, cos) = turn.sin_cos();
    (x * cos + y * sin, y * cos - x * sin)
}

fn pen(x: f32, y: f32) -> Option<f32> {
    let (along, across) = rotated(x, y, -0.8);
    let across = across.abs();
    match along {
        -0.75..0.5 if across < 0.1 => Some(if along < -0.55 { 0.7 } else { 1.0 }),
        0.5..0.75 if across < 0.1 * (0.75 - along) / 0.25 => Some(0.5),
        _ => None,
    }
}

fn sheets(x: f32, y: f32) -> Option<f32> {
    let sheet = |dx: f32, dy: f32| (x - dx).abs() < 0.45 && (y - dy).abs() < 0.58;
    if sheet(-0.1, 0.08) {
        let lines = (y * 9.0).rem_euclid(1.0) < 0.16 && (x + 0.1).abs() < 0.34;
        Some(if lines { 0.75 } else { 1.25 })
    } else if sheet(0.08, -0.08) {
        Some(0.85)
    } else {
        None
    }
}

fn carton(x: f32, y: f32) -> Option<f32> {
    if x.abs() < 0.6 && (-0.15..0.55).contains(&y) {
        Some(if x.abs() < 0.09 { 0.8 } else { 1.0 })
    } else if (-0.5..-0.15).contains(&y) && x.abs() < 0.6 + (y + 0.15) * 0.5 {
        Some(1.15)
    } else {
        None
    }
}

fn roll(x: f32, y: f32) -> Option<f32> {
    let distance = x.hypot(y);
    match distance {
        0.26..0.62 => Some(if (distance * 14.0).rem_euclid(1.0) < 0.3 { 0.9 } else { 1.05 }),
        _ if (0.5..0.62).contains(&y) && x > 0.0 && x < 0.75 => Some(0.9),
        _ => None,
    }
}

fn clip(x: f32, y: f32) -> Option<f32> {
    let ring = |width: f32, height: f32| x.abs() < width && y.abs() < height;
    (ring(0.42, 0.66) && !ring(0.3, 0.54) || ring(0.2, 0.44) && !ring(0.09, 0.33)).then_some(1.0)
}

fn palette(x: f32, y: f32) -> Option<f32> {
    let spots = [(-0.3, -0.2), (0.05, -0.35), (0.35, -0.1), (-0.25, 0.2)];
    let body = (x / 0.72).hypot(y / 0.56) < 1.0 && (x - 0.3).hypot(y - 0.3) > 0.16;
    let spot = spots.iter().position(|(sx, sy)| (x - sx).hypot(y - sy) < 0.12);
    body.then(|| spot.map_or(1.0, |at| 0.55 + 0.25 * at as f32))
}

/// By the category of the product (its position among the lower ones).
const SHAPES: [Shape; 7] = [pen, pen, sheets, clip, roll, palette, carton];

fn mixed(colour: [u8; 3], light: f32) -> Rgb<u8> {
    Rgb(colour.map(|part| (f32::from(part) * light).clamp(0.0, 255.0) as u8))
}

/// The picture of the product at that position.
fn draw(position: usize) -> RgbImage {
    let category = PRODUCTS.get(position).map_or(0, |product| product.6);
    let shape = SHAPES[category % SHAPES.len()];
    let colour = COLOURS[(position * 5 + category) % COLOURS.len()];
    let at = |pixel: u32| (pixel as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0;
    RgbImage::from_fn(SIZE, SIZE, |px, py| {
        // No two pictures are alike: each is turned a little further.
        let (x, y) = rotated(at(px), at(py), (position % 7) as f32 * 0.09 - 0.27);
        match (shape(x, y), shape(x - 0.05, y - 0.07)) {
            (Some(light), _) => mixed(colour, light),
            (None, Some(_)) => Rgb(SHADOW),
            _ => Rgb(GROUND),
        }
    })
}

/// Draws the pictures of all products and keeps them as uploads. Answers their paths, in the order of the products.
pub(super) async fn hang(node: &Node, admin: i64, now: i64) -> Result<Vec<String>, DemoError> {
    let told = |error: String| DemoError::Step(format!("a picture: {error}"));
    let config = &node.config().services.upload;
    let files = Files { store: node.store(), storage: node.storage(), config, zone: node.config().time_zone };
    let mut paths = Vec::with_capacity(PRODUCTS.len());
    for position in 0..PRODUCTS.len() {
        let mut bytes = std::io::Cursor::new(Vec::new());
        draw(position).write_to(&mut bytes, ImageFormat::Png).map_err(|error| told(error.to_string()))?;
        let bytes = bytes.into_inner();
        let incoming = node.storage().incoming().await.map_err(|error| told(error.to_string()))?;
        tokio::fs::write(&incoming.0, &bytes).await.map_err(|error| told(error.to_string()))?;
        let name = format!("product-{:02}.png", position + 1);
        let sha1 = hex::encode(Sha1::digest(&bytes));
        let arrived = Arrived { file: &incoming.0, name: &name, declared: "image/png", topic: "product", size: bytes.len() as u64, sha1: &sha1 };
        let owner = Owner { admin: Some(admin), member: None };
        let kept = keep(&files, arrived, owner, "", now).await.map_err(|error| told(error.to_string()))?;
        paths.push(kept.url);
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_product_has_a_picture_of_its_own() {
        let pictures: std::collections::HashSet<Vec<u8>> = (0..PRODUCTS.len()).map(|position| draw(position).into_raw()).collect();
        assert_eq!(pictures.len(), PRODUCTS.len());
    }
}
