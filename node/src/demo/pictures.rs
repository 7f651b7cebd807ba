//! Pictures of the demo company, which are drawn beforehand (`ops/pictures`) and lie within the program.

use sha1::{Digest, Sha1};

use super::company::{BRANDS, PRODUCTS};
use super::error::DemoError;
use crate::file::save::{Arrived, Files, Owner, save};
use crate::node::Node;
use crate::rate_limits::Network;

/// Pictures by their names in `node/data/demo`.
macro_rules! drawn {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../data/demo/", $name, ".webp")) as &[u8])),*]
    };
}

const DRAWN: &[(&str, &[u8])] = drawn![
    // Products.
    "gel-pen-black" "gel-pen-blue" "ballpoint-pen" "mechanical-pencil" "pencils" "highlighters" "whiteboard-marker" "eraser"
    "correction-tape" "ruler" "scissors" "glue-stick" "clear-tape" "stapler" "staples" "paper-clips" "binder-clips" "paper-a4-70"
    "paper-a4-80" "paper-a3" "notebook-ruled" "notebook-squared" "sticky-notes" "envelopes" "clip-file" "box-file" "calculator"
    "organiser" "bookends" "coloured-card" "felt-pens" "oil-pastels" "clay" "bubble-wrap" "kraft-paper" "packing-tape"
    // Other goods of the shop.
    "gel-pens-dozen" "course" "gift-box"
    // What members have photographed.
    "seen-pens" "seen-notes" "seen-paper"
    // Banners.
    "banner-school" "banner-paper" "banner-coupon"
    // Brands, the company itself, and companies of the trade platform.
    "brand-morning" "brand-able" "brand-nordic" "brand-homely" "logo-company" "logo-haishu" "logo-mingrui" "logo-yunjin" "logo-rongyun"
    // Covers of articles.
    "cover-electronics" "cover-textile" "cover-automotive" "cover-stationery" "cover-books" "cover-safe" "cover-partners" "cover-customs"
    "cover-start" "cover-inbound" "cover-outbound" "cover-stock" "cover-shop" "cover-members" "cover-system"
];

/// Keeps pictures as uploads.
pub(super) struct Uploads<'a> {
    node: &'a Node,
    owner: Owner,
    now: i64,
}

impl Uploads<'_> {
    /// Keeps a picture that lies within the program; answers its path.
    pub(super) async fn keep_drawn(&self, name: &str, topic: &str) -> Result<String, DemoError> {
        let found = DRAWN.iter().find(|(drawn, _)| *drawn == name);
        let (_, bytes) = found.ok_or_else(|| DemoError::Step(format!("nobody has drawn {name}")))?;
        self.keep_bytes(bytes, &format!("{name}.webp"), topic).await
    }

    /// Keeps several of them.
    pub(super) async fn keep_all(&self, names: &[&str], topic: &str) -> Result<Vec<String>, DemoError> {
        let mut paths = Vec::with_capacity(names.len());
        for name in names {
            paths.push(self.keep_drawn(name, topic).await?);
        }
        Ok(paths)
    }

    /// Keeps a WebP of the program; answers its path.
    pub(super) async fn keep_bytes(&self, bytes: &[u8], name: &str, topic: &str) -> Result<String, DemoError> {
        let failed = |error: String| DemoError::Step(format!("a picture: {error}"));
        let Self { node, owner, now } = self;
        let config = &node.config().services.upload;
        let files = Files { store: node.store(), storage: node.storage(), config, zone: node.config().time_zone, network: &Network::default() };
        let incoming = node.storage().incoming().await.map_err(|error| failed(error.to_string()))?;
        tokio::fs::write(&incoming.0, bytes).await.map_err(|error| failed(error.to_string()))?;
        let sha1 = hex::encode(Sha1::digest(bytes));
        let size = bytes.len() as u64;
        let arrived = Arrived { file: &incoming.0, name, declared: "image/webp", topic, size, sha1: &sha1, built_in: true };
        Ok(save(&files, arrived, *owner, "", *now).await.map_err(|error| failed(error.to_string()))?.url)
    }
}

/// Uploads of an administrator.
pub(super) fn sent_by(node: &Node, admin: i64, now: i64) -> Uploads<'_> {
    Uploads { node, owner: Owner { admin: Some(admin), member: None }, now }
}

/// Uploads of a member.
pub(super) fn sent_by_member(node: &Node, member: i64, now: i64) -> Uploads<'_> {
    Uploads { node, owner: Owner { admin: None, member: Some(member) }, now }
}

/// What stands beside master data, in its order.
pub(super) struct ProductPictures {
    pub products: Vec<String>,
    /// Of brands.
    pub logos: Vec<String>,
    pub company_logo: String,
}

/// Keeps the pictures of products and brands.
pub(super) async fn upload_products(node: &Node, admin: i64, now: i64) -> Result<ProductPictures, DemoError> {
    let uploads = sent_by(node, admin, now);
    let products: Vec<&str> = PRODUCTS.iter().map(|product| product.picture).collect();
    let logos: Vec<&str> = BRANDS.iter().map(|(.., logo)| *logo).collect();
    Ok(ProductPictures {
        products: uploads.keep_all(&products, "product").await?,
        logos: uploads.keep_all(&logos, "brand").await?,
        company_logo: uploads.keep_drawn("logo-company", "company").await?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::demo::shop_goods::GOODS;

    /// Pixels of a side.
    const SIDE_MIN: u32 = 1_000;

    #[test]
    fn each_product_has_a_picture_of_its_own_that_is_large_enough() {
        let names: HashSet<&str> = PRODUCTS.iter().map(|product| product.picture).collect();
        assert_eq!(names.len(), PRODUCTS.len());
        for name in names.into_iter().chain(GOODS.iter().flat_map(|goods| goods.pictures).copied()) {
            let (_, bytes) = DRAWN.iter().find(|(drawn, _)| *drawn == name).expect(name);
            let picture = image::load_from_memory(bytes).expect(name);
            assert!(picture.width() >= SIDE_MIN && picture.height() >= SIDE_MIN, "{name}");
        }
    }

    #[test]
    fn no_two_pictures_are_alike() {
        let pictures: HashSet<&[u8]> = DRAWN.iter().map(|(_, bytes)| *bytes).collect();
        assert_eq!(pictures.len(), DRAWN.len());
    }
}
