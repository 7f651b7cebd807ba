//! Webhooks: an event as JSON, sent to another program's address.

use bus_schemas::event::Event;
use entrepot_store::delivery::Outcome;
use reqwest::{Method, StatusCode, Url};
use serde::{Deserialize, Serialize};

use super::signature::{HEADER, signature};
use crate::outgoing::OutgoingClient;
use crate::outgoing::fault::Failure;
use crate::outside::accounts::{AccountRow, Opened};

/// Bytes of an answer that are kept.
const ANSWER_MAX: usize = 2_000;
/// The field of the secret that signed before.
pub const FORMER: &str = "former_secret";

/// A webhook as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct WebhookRow {
    pub id: i64,
    pub name: String,
    pub url: String,
    pub kinds: String,
    pub group_id: i64,
    #[serde(default)]
    pub former_until: i64,
    #[serde(default)]
    pub failing_since: i64,
    pub status: i64,
    #[serde(default)]
    pub secret_place: String,
}

impl AccountRow for WebhookRow {
    const CONTROLLER: &'static str = "event.Webhook";

    fn place(&self) -> &str {
        &self.secret_place
    }
}

/// What is sent.
#[derive(Serialize)]
struct Body<'a> {
    /// Of the delivery; the same again where it is tried again.
    delivery: i64,
    event: &'a Event,
}

/// What a try came to.
pub enum Sent {
    /// It was taken.
    Done { answer: String },
    /// It was not taken, and may be tried again: the receiver knows a delivery by its number.
    Again { answer: String },
    /// The receiver is gone for good.
    Gone { answer: String },
    /// Our side can't send it.
    Refused { answer: String },
}

impl Sent {
    /// Without another try.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Done { answer } => Outcome::Sent { answer },
            Self::Again { answer } | Self::Gone { answer } | Self::Refused { answer } => Outcome::Failed { answer },
        }
    }
}

/// The address of a webhook, where it is one.
#[must_use]
pub fn address(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let plain = url.username().is_empty() && url.password().is_none() && url.host_str().is_some();
    (plain && matches!(url.scheme(), "https" | "http")).then_some(url)
}

/// Sends a body to a webhook. `now` in Unix seconds.
pub async fn send(client: &OutgoingClient, row: &WebhookRow, opened: &Opened, delivery: i64, event: &Event, now: i64) -> Sent {
    let Some(url) = address(&row.url) else { return Sent::Refused { answer: "the address is none".into() } };
    let body = match serde_json::to_vec(&Body { delivery, event }) {
        Ok(body) => body,
        Err(error) => return Sent::Refused { answer: error.to_string() },
    };
    let (secret, former) = (opened.secret("secret"), opened.secret(FORMER));
    let mut secrets = vec![secret.as_str()];
    if row.former_until > now && !former.is_empty() {
        secrets.push(&former);
    }
    let request = match client.request(Method::POST, url) {
        Ok(request) => request,
        Err(refused) => return Sent::Refused { answer: format!("{refused}: it is not public, and the operator does not list it") },
    };
    let request = request
        .header("content-type", "application/json")
        .header("user-agent", "Entrepot")
        .header("entrepot-event", &event.kind)
        .header("entrepot-delivery", delivery.to_string())
        .header(HEADER, signature(&secrets, now, &body))
        .body(body);
    let answer = match request.send().await {
        Ok(answer) => answer,
        Err(error) => return Sent::Again { answer: Failure::of_call(error).to_string() },
    };
    let status = answer.status();
    let said = match OutgoingClient::body(answer, ANSWER_MAX).await {
        Ok(said) => String::from_utf8_lossy(&said).into_owned(),
        Err(error) => error.to_string(),
    };
    let answer = format!("{} {said}", status.as_u16()).trim().to_owned();
    if status.is_success() {
        Sent::Done { answer }
    } else if status == StatusCode::GONE {
        Sent::Gone { answer }
    } else {
        Sent::Again { answer }
    }
}
