//! Adverts as browsers of visitors ask for them. Addresses say `placements`: lists of filters block what says "ad".

use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use super::addresses::in_header;
use super::rules::{Audience, Device, Viewer};
use super::service::{FilledZone, TOKENS_MAX, ZONES_MAX};
use crate::ads::Placements;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Envelope, ok};
use crate::http::error::{ApiError, too_often};
use crate::http::routes::Allow;
use crate::i18n::{Language, current, in_either};
use crate::identity::member_request;
use crate::rate_limits::{Counted, Limits};

/// Requests of one network in a minute.
const PER_MINUTE: u32 = 60;
/// Longest code of a zone.
const CODE_MAX: usize = 32;

/// Endpoints of adverts.
pub struct PlacementApi {
    pub base: Base,
    pub limits: Arc<Limits>,
    pub placements: Placements,
}

/// An advert that may be shown.
#[derive(Object)]
pub struct PlacementItem {
    pub id: i64,
    /// Proves that it was served: for `seen`, and the end of the address that it leads to, `/api/placements/go/{token}`.
    pub token: String,
    pub title: String,
    /// What the picture shows, for those who can't see it.
    pub alt: String,
    pub image: String,
    /// For dark pages; empty where it is the same.
    pub image_dark: String,
    /// For phones; empty where it is the same.
    pub image_phone: String,
    /// Opens in a window of its own.
    pub new_window: bool,
    /// 1 to 100: how often it is picked beside others.
    pub weight: i64,
    /// How often one browser shows it in a day; 0 for any number.
    pub per_day: i64,
}

/// A zone of a page.
#[derive(Object)]
pub struct PlacementZone {
    pub code: String,
    pub name: String,
    /// Pixels; pages keep the ratio.
    pub width: i64,
    pub height: i64,
    /// How many are shown together.
    pub show_max: i64,
    /// Shown where nothing else may be; empty for nothing.
    pub image: String,
    pub alt: String,
    /// Where that picture leads; empty for nowhere.
    pub url: String,
    pub items: Vec<PlacementItem>,
}

/// What may be shown in the zones of a page.
#[derive(Object)]
pub struct PlacementZones {
    pub zones: Vec<PlacementZone>,
    /// Today on the site's clock, by which a browser counts.
    pub day: String,
}

/// What was seen.
#[derive(Object, Deserialize)]
pub struct SeenPlacements {
    /// Tokens of items of which half was in view for a second; 60 at most.
    pub tokens: Vec<String>,
}

/// What was counted.
#[derive(Object)]
pub struct CountedPlacements {
    pub counted: i64,
    /// Unknown, too old, or counted before.
    pub refused: i64,
}

/// To where an item leads.
#[derive(ApiResponse)]
pub enum Led {
    /// The item's address.
    #[oai(status = 302)]
    To(#[oai(header = "Location")] String, #[oai(header = "Referrer-Policy")] String),
}

fn zone_view(filled: FilledZone, language: Language) -> PlacementZone {
    let of = |chinese: &str, english: &str| in_either(language, chinese, english).to_owned();
    let FilledZone { zone, ads } = filled;
    let items = ads.into_iter().map(|(ad, token)| {
        let title = of(&ad.title, &ad.title_en);
        let alt = of(&ad.alt, &ad.alt_en);
        PlacementItem {
            id: ad.id,
            token,
            alt: if alt.is_empty() { title.clone() } else { alt },
            title,
            image: ad.image,
            image_dark: ad.image_dark,
            image_phone: ad.image_phone,
            new_window: ad.target == "blank",
            weight: ad.weight,
            per_day: ad.per_visitor_day,
        }
    });
    PlacementZone {
        items: items.collect(),
        code: zone.code,
        name: of(&zone.name, &zone.name_en),
        width: zone.width,
        height: zone.height,
        show_max: zone.show_max,
        image: zone.image,
        alt: of(&zone.alt, &zone.alt_en),
        url: zone.url,
    }
}

/// The codes of zones that are asked for.
fn codes(zones: &str) -> Result<Vec<&str>, ApiError> {
    let codes: Vec<&str> = zones.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
    if codes.is_empty() {
        return Err(ApiError::field("zones", "error.required"));
    }
    if codes.len() > ZONES_MAX || codes.iter().any(|code| code.len() > CODE_MAX) {
        return Err(ApiError::field("zones", "placement.zones"));
    }
    Ok(codes)
}

impl PlacementApi {
    fn count_request(&self, request: &Request) -> Result<(), i64> {
        let network = address::origin(request, &self.base).network;
        self.limits.allow_network(Counted::Placement, &network, PER_MINUTE, 60, self.base.now())
    }
}

#[OpenApi]
impl PlacementApi {
    /// What may be shown in zones of a page; the browser picks by weight and by how often it has shown what
    #[oai(path = "/api/placements", method = "get", operation_id = "placements", tag = "Allow::Everyone")]
    async fn served(
        &self,
        request: &Request,
        /// Codes of zones, between commas; 10 at most.
        zones: Query<String>,
        /// `desktop` or `phone`; the former where it is left out.
        device: Query<Option<String>>,
        /// `zh-cn` or `en`; that of the request where it is left out.
        lang: Query<Option<String>>,
    ) -> Result<Response<Json<Envelope<PlacementZones>>>, ServiceError> {
        self.count_request(request).map_err(too_often)?;
        let device = match device.0.as_deref() {
            None | Some("") => Device::Desktop,
            Some(name) => Device::named(name).ok_or_else(|| ServiceError::field("device", "error.choice"))?,
        };
        let viewer = member_request::member(request).map_or(Viewer::Visitor, |caller| Viewer::Member(caller.member.group_id));
        let language = lang.0.as_deref().filter(|lang| !lang.is_empty()).map_or_else(current, Language::parse);
        let audience = Audience { viewer, device, language };
        let served = self.placements.served(&codes(&zones.0)?, audience).await;
        let zones = served.into_iter().map(|filled| zone_view(filled, language)).collect();
        let answer = ok(PlacementZones { zones, day: self.base.today() });
        Ok(Response::new(answer).header("cache-control", "private, max-age=60").header("vary", "think-lang, accept-language, ba-user-token"))
    }

    /// Count what was seen: half of it in view for a second
    #[oai(path = "/api/placements/seen", method = "post", operation_id = "placementsSeen", tag = "Allow::Everyone")]
    async fn seen(&self, request: &Request, body: Body<SeenPlacements>) -> Answer<CountedPlacements> {
        self.count_request(request).map_err(too_often)?;
        if body.0.tokens.len() > TOKENS_MAX {
            return Err(ServiceError::field("tokens", "placement.tokens"));
        }
        let tally = self.placements.seen(&body.0.tokens);
        Ok(ok(CountedPlacements { counted: tally.counted, refused: tally.refused }))
    }

    /// Follow an item to its address, as it is stored
    #[oai(path = "/api/placements/go/:token", method = "get", operation_id = "placementGo", tag = "Allow::Everyone")]
    async fn go(&self, request: &Request, token: Path<String>) -> Result<Led, ServiceError> {
        // People beyond the limit are led on, uncounted.
        let counts = self.count_request(request).is_ok();
        let url = self.placements.followed(&token.0, counts).await?;
        Ok(Led::To(in_header(&url), "strict-origin-when-cross-origin".to_owned()))
    }
}
