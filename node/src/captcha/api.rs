//! The click captcha (wire contract 2.2).

use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use crate::base::Base;
use crate::captcha::{self, Action, Captchas, Clicks, picture};
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, envelope, ok};
use crate::http::error::{ApiError, too_often};
use crate::http::routes::Allow;
use crate::rate_limits::{Counted, Limits};

/// Pictures that one network may ask for in a minute.
const PER_MINUTE: u32 = 60;

/// Endpoints of the captcha.
pub struct Captcha {
    pub base: Base,
    pub captchas: Captchas,
    pub limits: Arc<Limits>,
}

/// A picture whose icons are to be clicked in order.
#[derive(Object)]
pub struct CaptchaPicture {
    pub id: String,
    /// The names of the icons, in order.
    pub text: Vec<String>,
    /// The picture as a data address.
    pub base64: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// Clicks on a picture.
#[derive(Object, Deserialize)]
pub struct Check {
    pub id: String,
    /// `x1,y1-x2,y2;W;H`: clicks within the picture as it was shown, and its size.
    pub info: String,
    /// Use the answer up; otherwise the business call asks once more.
    #[serde(default)]
    #[oai(default)]
    pub unset: bool,
}

#[OpenApi]
impl Captcha {
    /// A picture whose icons are to be clicked in order
    #[oai(path = "/api/common/clickCaptcha", method = "get", operation_id = "clickCaptcha", tag = "Allow::Everyone")]
    async fn picture(
        &self,
        request: &Request,
        id: Query<String>,
        /// What it is solved for: `login`, `member_login`, `register`, `retrieve`, `change`, `verify` or `message`. It is good for that alone.
        action: Query<Option<String>>,
    ) -> Answer<CaptchaPicture> {
        let action = match action.0.as_deref() {
            None | Some("") => None,
            Some(name) => Some(Action::parse(name).ok_or_else(|| ApiError::field("action", "error.choice"))?),
        };
        let network = address::origin(request, &self.base).network;
        self.limits.allow_network(Counted::Captcha, &network, PER_MINUTE, 60, self.base.now()).map_err(too_often)?;
        let challenge = captcha::begin(&self.captchas, &id.0, action, &network).await?;
        let (width, height) = (picture::WIDTH, picture::HEIGHT);
        Ok(ok(CaptchaPicture { id: challenge.id, text: challenge.text, base64: challenge.image, width, height }))
    }

    /// Whether the clicks are right
    #[oai(path = "/api/common/checkClickCaptcha", method = "post", operation_id = "checkClickCaptcha", tag = "Allow::Everyone")]
    async fn check(&self, request: &Request, body: Body<Check>) -> Answer<Nothing> {
        let network = address::origin(request, &self.base).network;
        let right = captcha::check(&self.captchas, &Clicks { id: body.0.id, info: body.0.info }, body.0.unset, &network).await?;
        Ok(poem_openapi::payload::Json(envelope(i32::from(right), String::new(), Nothing)))
    }
}
