//! Messages of visitors for the back office's message board, with a notification to those who answer.

use actors::invisible;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use entrepot_store::resource::Act;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

use crate::base::Base;
use crate::captcha::{self, Action, Captchas, Clicks};
use crate::config::services::CaptchaWhen;
use crate::email::is_email;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done};
use crate::http::error::{ApiError, too_often};
use crate::http::routes::Allow;
use crate::i18n::current;
use crate::identity::member_request::writer;
use crate::rate_limits::{Counted, EVERYBODY, Limits};

/// Messages of one network in an hour.
const PER_HOUR: u32 = 10;

/// Endpoints of messages.
pub struct Messages {
    pub board: MessageBoard,
}

/// A message.
#[derive(Object, Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct NewMessage {
    /// 1 to 50 characters.
    pub name: String,
    /// At most 100 characters.
    pub company: String,
    /// At most 32 characters.
    pub mobile: String,
    /// At most 100 characters.
    pub email: String,
    /// At most 50 characters.
    pub industry: String,
    /// At most 2,000 characters.
    pub content: String,
    #[serde(rename = "captchaId")]
    #[oai(rename = "captchaId")]
    pub captcha_id: String,
    #[serde(rename = "captchaInfo")]
    #[oai(rename = "captchaInfo")]
    pub captcha_info: String,
}

impl NewMessage {
    pub(super) fn checked(&self) -> Result<Map<String, Value>, ApiError> {
        let mut row = Map::new();
        let parts = [
            ("name", &self.name, 50),
            ("company", &self.company, 100),
            ("mobile", &self.mobile, 32),
            ("email", &self.email, 100),
            ("industry", &self.industry, 50),
            ("content", &self.content, 2_000),
        ];
        for (name, text, most) in parts {
            let text = if name == "content" { invisible::lines(text) } else { invisible::one_line(text) };
            if name == "name" && text.is_empty() {
                return Err(ApiError::field(name, "error.required"));
            }
            if text.chars().count() > most {
                return Err(ApiError::field(name, "error.text.long"));
            }
            row.insert(name.into(), json!(text));
        }
        let (mobile, email) = (self.mobile.trim(), self.email.trim());
        if mobile.is_empty() && email.is_empty() {
            return Err(ApiError::field("mobile", "message.reachable"));
        }
        // Numbers of other countries are welcome too.
        let digits = mobile.chars().filter(char::is_ascii_digit).count();
        if !mobile.is_empty() && (digits < 6 || !mobile.chars().all(|letter| letter.is_ascii_digit() || "+-() ".contains(letter))) {
            return Err(ApiError::field("mobile", "error.mobile"));
        }
        if !email.is_empty() && !is_email(email) {
            return Err(ApiError::field("email", "error.email"));
        }
        Ok(row)
    }
}

#[OpenApi]
impl Messages {
    /// Leave a message
    #[oai(path = "/api/message/add", method = "post", operation_id = "messageAdd", tag = "Allow::Everyone")]
    async fn add(&self, request: &Request, body: Body<NewMessage>) -> Answer<Nothing> {
        let mut set = body.0.checked()?;
        self.board.sender(request, &body.0, &mut set).await?;
        let facts = ["name", "company"].into_iter().map(|name| (name.to_owned(), set[name].clone()));
        let draft = NotificationKind::SITE_MESSAGE.draft(Fact { data: facts.collect(), ..Fact::default() });
        self.board.keep(draft, Act { set, ..Act::system(self.board.base.now()) }).await?;
        Ok(done("message.added", Nothing))
    }
}

/// The board on which visitors leave messages. Cheap to clone.
#[derive(Clone)]
pub struct MessageBoard {
    pub base: Base,
    pub captchas: Captchas,
    pub limits: Arc<Limits>,
}

impl MessageBoard {
    /// Asks for a captcha, counts the message against the limits of its network and of everybody, and notes who sends it.
    pub(super) async fn sender(&self, request: &Request, message: &NewMessage, set: &mut Map<String, Value>) -> Result<(), ApiError> {
        let Self { base, captchas, limits } = self;
        let member = writer(request)?.map(|caller| caller.member.id);
        let origin = address::origin(request, base);
        if base.config().services.member_captcha != CaptchaWhen::Off {
            let clicks = Clicks { id: message.captcha_id.clone(), info: message.captcha_info.clone() };
            captcha::require(captchas, Action::Message, &clicks, &origin.network).await?;
        }
        limits.allow_network(Counted::Message, &origin.network, PER_HOUR, 3_600, base.now()).map_err(too_often)?;
        limits.allow(Counted::Message, EVERYBODY, base.config().services.messages_per_day, 86_400, base.now()).map_err(too_often)?;
        set.insert("ip".into(), json!(origin.ip));
        // They are answered in it.
        set.insert("language".into(), json!(current().code()));
        set.insert("progress".into(), json!("new"));
        // A member is notified of the answer.
        set.insert("user_id".into(), json!(member));
        Ok(())
    }

    /// Puts a message on the board, with its notification and what is written beside it.
    pub(super) async fn keep(&self, draft: NotificationDraft, act: Act) -> Result<(), ApiError> {
        let (id, announcements) = self.base.store().add_site_message(draft, &act).await?;
        self.base.system().announce(announcements);
        let topic = bus_schemas::live::Topic::Resource { controller: "site.Message".into() };
        self.base.system().publish_topic(bus_schemas::live::TopicEvent { topic, ids: vec![id], more: false });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_who_and_how_to_answer() {
        let message = |name: &str, mobile: &str, email: &str| NewMessage {
            name: name.into(),
            mobile: mobile.into(),
            email: email.into(),
            ..NewMessage::default()
        };
        assert!(message("Ann", "+86 138-0013-8000", "").checked().is_ok());
        assert!(message("Ann", "", "a@b.cn").checked().is_ok());
        for bad in [message("", "13800138000", ""), message("Ann", "", ""), message("Ann", "call me", ""), message("Ann", "", "nowhere")] {
            assert!(bad.checked().is_err());
        }
        assert!(NewMessage { content: "x".repeat(2_001), ..message("Ann", "13800138000", "") }.checked().is_err());
    }
}
