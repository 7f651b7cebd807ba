//! Adverts on the public site.
//!
//! Here: who may be shown what ([`rules`]), tokens that prove what was served ([`tokens`]), counting in memory ([`counting`]),
//! the service that reads, serves and writes counts ([`service`]), the routes of visitors ([`placement_api`]) and of the back
//! office ([`office_api`]), addresses that an advert may lead to ([`addresses`]), and what happens around the rows
//! ([`hooks`]). What visitors' browsers see has neither "ad" nor "banner" as a part of a path: lists of filters would block
//! it. Start at [`service`].

pub mod addresses;
pub mod counting;
pub mod hooks;
pub mod office_api;
pub mod placement_api;
pub mod rules;
pub mod service;
pub mod tokens;

pub use service::Placements;

/// The zones that a site begins with, which its pages have places for (`<Placement zone="home" />`).
#[must_use]
pub(crate) fn zones() -> Vec<serde_json::Value> {
    let zone = |code: &str, page: &str, name: &str, name_en: &str, (width, height): (i64, i64)| serde_json::json!({ "code": code, "page": page, "name": name, "name_en": name_en, "width": width, "height": height, "show_max": 1, "status": 1 });
    vec![
        zone("home", "home", "首页横幅", "Home page", (1_200, 240)),
        zone("shop", "shop", "商城首页横幅", "Shop home page", (1_200, 200)),
        zone("platform", "platform", "平台介绍", "Platform page", (960, 240)),
    ]
}
