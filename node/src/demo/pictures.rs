//! Pictures of the demo company's products: drawn here, flat and small, by what the product is.

use image::{ImageFormat, Rgb, RgbImage};
use sha1::{Digest, Sha1};

use super::company::PRODUCTS;
use super::error::DemoError;
use super::shop_goods::GOODS;
use crate::file::save::{Arrived, Files, Owner, save};
use crate::node::Node;
use crate::rate_limits::Network;

/// Width and height.
const SIZE: u32 = 160;
/// The same of pictures in the shop.
const SHOP_SIZE: u32 = 400;
/// Width and height of banners.
const BANNER: (u32, u32) = (960, 320);
/// Colours of the things themselves, one after the other.
pub(super) const COLOURS: [[u8; 3]; 8] =
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

pub(super) fn mixed(colour: [u8; 3], light: f32) -> Rgb<u8> {
    Rgb(colour.map(|part| (f32::from(part) * light).clamp(0.0, 255.0) as u8))
}

/// The picture of the product at that position.
fn draw(position: usize) -> RgbImage {
    draw_turned(position, SIZE, 0.0)
}

/// The same at a size, turned further.
fn draw_turned(position: usize, size: u32, turn: f32) -> RgbImage {
    let category = PRODUCTS.get(position).map_or(0, |product| product.6);
    let shape = SHAPES[category % SHAPES.len()];
    let colour = COLOURS[(position * 5 + category) % COLOURS.len()];
    let at = |pixel: u32| (pixel as f32 + 0.5) / size as f32 * 2.0 - 1.0;
    RgbImage::from_fn(size, size, |px, py| {
        // No two pictures are alike: each is turned a little further.
        let (x, y) = rotated(at(px), at(py), (position % 7) as f32 * 0.09 - 0.27 + turn);
        match (shape(x, y), shape(x - 0.05, y - 0.07)) {
            (Some(light), _) => mixed(colour, light),
            (None, Some(_)) => Rgb(SHADOW),
            _ => Rgb(GROUND),
        }
    })
}

/// A banner: the things of some products on a soft ground.
fn draw_banner(place: usize) -> RgbImage {
    let (width, height) = BANNER;
    let ground = COLOURS[(place * 3 + 1) % COLOURS.len()];
    let products: [usize; 3] = std::array::from_fn(|at| (place * 11 + at * 7) % PRODUCTS.len());
    RgbImage::from_fn(width, height, |px, py| {
        // Each thing has a square of the banner's height, at the right.
        let right = width - px;
        let at = (right / height) as usize;
        let unit = |pixel: u32| (pixel as f32 + 0.5) / height as f32 * 2.0 - 1.0;
        let (x, y) = rotated(unit(height - 1 - right % height) * 1.25, unit(py) * 1.25, at as f32 * 0.5 - 0.4);
        let light = 1.35 + 0.25 * (px as f32 / width as f32);
        let thing = products.get(at).filter(|_| at < 2).and_then(|product| {
            let category = PRODUCTS.get(*product).map_or(0, |product| product.6);
            SHAPES[category % SHAPES.len()](x, y).map(|light| (category, light))
        });
        match thing {
            Some((category, light)) => mixed(COLOURS[(category + place * 2) % COLOURS.len()], light),
            None => Rgb(ground.map(|part| (f32::from(part) * 0.35 + 165.0 * light / 1.6).clamp(0.0, 255.0) as u8)),
        }
    })
}

/// Keeps pictures as uploads.
pub(super) struct Uploads<'a> {
    pub(super) node: &'a Node,
    pub(super) owner: Owner,
    pub(super) now: i64,
}

impl Uploads<'_> {
    /// Keeps a picture; answers its path.
    pub(super) async fn keep(&self, picture: RgbImage, name: &str, topic: &str) -> Result<String, DemoError> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).map_err(|error| DemoError::Step(format!("a picture: {error}")))?;
        self.keep_bytes(&bytes.into_inner(), name, "image/png", topic).await
    }

    /// Keeps a picture that is a file already; answers its path.
    pub(super) async fn keep_bytes(&self, bytes: &[u8], name: &str, declared: &str, topic: &str) -> Result<String, DemoError> {
        let failed = |error: String| DemoError::Step(format!("a picture: {error}"));
        let Self { node, owner, now } = self;
        let config = &node.config().services.upload;
        let files = Files { store: node.store(), storage: node.storage(), config, zone: node.config().time_zone, network: &Network::default() };
        let incoming = node.storage().incoming().await.map_err(|error| failed(error.to_string()))?;
        tokio::fs::write(&incoming.0, bytes).await.map_err(|error| failed(error.to_string()))?;
        let sha1 = hex::encode(Sha1::digest(bytes));
        let arrived = Arrived { file: &incoming.0, name, declared, topic, size: bytes.len() as u64, sha1: &sha1 };
        Ok(save(&files, arrived, *owner, "", *now).await.map_err(|error| failed(error.to_string()))?.url)
    }
}

/// Uploads of an administrator.
pub(super) fn sent_by(node: &Node, admin: i64, now: i64) -> Uploads<'_> {
    Uploads { node, owner: Owner { admin: Some(admin), member: None }, now }
}

/// Draws the pictures of all products and keeps them as uploads. Answers their paths, in the order of the products.
pub(super) async fn upload_products(node: &Node, admin: i64, now: i64) -> Result<Vec<String>, DemoError> {
    let uploads = sent_by(node, admin, now);
    let mut paths = Vec::with_capacity(PRODUCTS.len());
    for position in 0..PRODUCTS.len() {
        paths.push(uploads.keep(draw(position), &format!("product-{:02}.png", position + 1), "product").await?);
    }
    Ok(paths)
}

/// Pictures of the shop.
pub(super) struct ShopPictures {
    /// In the order of the goods.
    pub goods: Vec<Vec<String>>,
    pub banners: Vec<String>,
}

/// Draws the pictures of the shop: two of all goods, and banners.
pub(super) async fn upload_shop(node: &Node, admin: i64, now: i64) -> Result<ShopPictures, DemoError> {
    let uploads = sent_by(node, admin, now);
    let mut goods = Vec::with_capacity(GOODS.len());
    for (place, sold) in GOODS.iter().enumerate() {
        let product = sold.pieces.first().map_or(0, |piece| piece.1);
        let mut paths = Vec::new();
        for (view, turn) in [0.0, 0.9].into_iter().enumerate() {
            let name = format!("goods-{:02}-{}.png", place + 1, view + 1);
            paths.push(uploads.keep(draw_turned(product, SHOP_SIZE, turn), &name, "goods").await?);
        }
        goods.push(paths);
    }
    let mut banners = Vec::new();
    for place in 0..3 {
        banners.push(uploads.keep(draw_banner(place), &format!("banner-{}.png", place + 1), "banner").await?);
    }
    Ok(ShopPictures { goods, banners })
}

/// Draws pictures of a product as a member has photographed it.
pub(super) async fn upload_evaluation(node: &Node, member: i64, product: usize, many: usize, now: i64) -> Result<Vec<String>, DemoError> {
    let uploads = Uploads { node, owner: Owner { admin: None, member: Some(member) }, now };
    let mut paths = Vec::with_capacity(many);
    for (at, turn) in [1.7_f32, 2.6, 0.4].into_iter().take(many).enumerate() {
        let name = format!("evaluation-{member}-{product}-{}.png", at + 1);
        paths.push(uploads.keep(draw_turned(product, SHOP_SIZE, turn + member as f32 * 0.21), &name, "evaluation").await?);
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
