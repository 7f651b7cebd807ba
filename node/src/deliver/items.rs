//! Notice items: what is said of events through robots and mail, in words of the site's own.

use std::collections::BTreeMap;

use bus_schemas::event::Event;
use entrepot_store::delivery::Outcome;
use entrepot_store::resource::catalogue;
use serde::Deserialize;

use super::wording::{Reader, samples};
use super::worker::Deliverer;
use crate::error::ServiceError;
use crate::i18n::Language;
use crate::outgoing::fault::{Failure, Fault};
use crate::outgoing::robot::{self, Platform, Robot, TEXT_BYTES_MAX};
use crate::outside::accounts::Opened;
use crate::outside::hooks::RobotRow;
use crate::outside::mailer::Letter;
use crate::placeholders::filled;
use crate::settings;
use crate::site_time::time_at;

/// The controller of notice items.
pub const ITEMS: &str = "notice.Item";
/// Addresses of an item, at most.
const ADDRESSES_MAX: usize = 20;

/// A notice item as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct ItemRow {
    pub id: i64,
    pub name: String,
    pub channel: String,
    pub kinds: String,
    pub group_id: i64,
    #[serde(default)]
    pub robots: Vec<i64>,
    #[serde(default)]
    pub mail_to: String,
    pub language: String,
    pub title: String,
    pub body: String,
    pub status: i64,
}

/// The mail addresses of a list with commas; nothing where one is none.
#[must_use]
pub fn addresses(text: &str) -> Option<Vec<&str>> {
    let addresses: Vec<&str> = text.split([',', '，', ';', '\n']).map(str::trim).filter(|address| !address.is_empty()).collect();
    let good = !addresses.is_empty() && addresses.len() <= ADDRESSES_MAX && addresses.iter().all(|address| crate::email::is_email(address));
    good.then_some(addresses)
}

impl ItemRow {
    /// The language of its words.
    #[must_use]
    pub fn language(&self) -> Language {
        if self.language == "en" { Language::English } else { Language::Chinese }
    }

    /// Its words about an event: title and text.
    #[must_use]
    pub fn words(&self, values: &BTreeMap<String, String>) -> (String, String) {
        let value = |name: &str| values.get(name).map(String::as_str);
        (filled(&self.title, value), filled(&self.body, value))
    }
}

impl Deliverer {
    /// The items that are switched on.
    pub(super) async fn items(&self) -> Result<Vec<ItemRow>, ServiceError> {
        Ok(self.store.enabled_accounts(catalogue::declared(ITEMS)?).await?)
    }

    /// One item, while there is one.
    pub(super) async fn item(&self, id: i64) -> Result<Option<ItemRow>, ServiceError> {
        Ok(self.store.account(catalogue::declared(ITEMS)?, id).await?)
    }

    /// What an item says of an event.
    pub(super) async fn words(&self, item: &ItemRow, event: &Event) -> Result<(String, String), ServiceError> {
        let (known, constants) = (self.store.event_names(event).await?, self.store.notice_constants().await?);
        let catalogue = self.store.catalogue();
        let reader = Reader { language: item.language(), zone: self.zone, public_url: &self.public_url, catalogue: &catalogue };
        Ok(item.words(&reader.values(event, &known, &constants)))
    }

    /// What an item says with the sample of every variable.
    pub(super) async fn sample(&self, item: &ItemRow, event: &Event) -> Result<(String, String), ServiceError> {
        let mut values = samples(&self.store.notice_constants().await?);
        values.insert("name".to_owned(), event.subject.name.clone());
        values.insert("time".to_owned(), time_at(self.zone, event.at / 1_000));
        Ok(item.words(&values))
    }

    /// Has a robot write what several events came to, as one message.
    pub(super) async fn write(&self, robot: i64, said: &[(String, String)]) -> Result<Result<(), Failure>, ServiceError> {
        let (row, opened): (RobotRow, Opened) = match self.opener.one(robot).await {
            Err(ServiceError::Refused { .. }) => return Ok(Err(Failure::new(Fault::SetUp, "the robot was deleted"))),
            found => found?,
        };
        if row.status != 1 {
            return Ok(Err(Failure::new(Fault::SetUp, "the robot is switched off")));
        }
        let Some(platform) = Platform::named(&row.platform) else {
            return Ok(Err(Failure::new(Fault::SetUp, format!("no platform is called {}", row.platform))));
        };
        let robot = Robot { platform, address: opened.secret("url"), secret: opened.secret("sign_secret"), word: row.word };
        let title = said.first().map(|(title, _)| title.clone()).unwrap_or_default();
        let text = said.iter().map(|(title, text)| format!("**{title}**\n\n{text}")).collect::<Vec<_>>().join("\n\n---\n\n");
        Ok(robot::send(&robot, &self.robots, self.clock.now(), &title, &text).await)
    }

    /// Mails what an item says of an event.
    pub(super) async fn mail(&self, to: &str, (title, text): &(String, String), (language, id): (Language, &str)) -> Result<(), Failure> {
        let site = settings::value_of(&self.mailer.settings, "site_name").await;
        let site = site.map_err(|error| Failure::new(Fault::Later, error))?.unwrap_or_default();
        self.mailer.send(to, &Letter { subject: &format!("{site}: {title}"), text, language, id: Some(id), unsubscribe: None }).await
    }
}

/// Whether messages are short enough to be one.
#[must_use]
pub fn fit_together(said: &[(String, String)]) -> usize {
    let mut bytes = 0;
    let fits = |(title, text): &&(String, String)| {
        bytes += title.len() + text.len() + 20;
        bytes <= TEXT_BYTES_MAX
    };
    said.iter().take_while(fits).count().max(1)
}

/// What becomes of a message that was not taken. One that may have been is not sent again by itself.
#[must_use]
pub fn outcome(sent: Result<(), Failure>, again_at: Option<i64>) -> Outcome {
    match sent {
        Ok(()) => Outcome::Sent { answer: String::new() },
        Err(failure) => match (failure.fault, again_at) {
            (Fault::Unknown, _) => Outcome::Unknown { answer: failure.reason },
            (Fault::Unreachable | Fault::Later | Fault::Money, Some(at)) => Outcome::Later { at, answer: failure.to_string() },
            (Fault::Unreachable | Fault::Later | Fault::Money | Fault::Address | Fault::SetUp | Fault::Refused, _) => {
                Outcome::Failed { answer: failure.to_string() }
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_a_list_and_messages_are_together_while_they_fit() {
        assert_eq!(addresses("a@example.com, b@example.com"), Some(vec!["a@example.com", "b@example.com"]));
        assert!(addresses("").is_none() && addresses("a@example.com, b").is_none());
        let said = vec![("t".to_owned(), "x".repeat(1_500)); 4];
        assert_eq!(fit_together(&said), 2);
        assert_eq!(fit_together(&[("t".to_owned(), "x".repeat(9_000))]), 1);
    }

    #[test]
    fn what_may_have_been_sent_is_not_sent_again() {
        let failed = |fault| outcome(Err(Failure::new(fault, "x")), Some(5));
        assert!(matches!(failed(Fault::Unknown), Outcome::Unknown { .. }));
        assert!(matches!(failed(Fault::Later), Outcome::Later { at: 5, .. }));
        assert!(matches!(failed(Fault::SetUp), Outcome::Failed { .. }));
        assert!(matches!(outcome(Err(Failure::new(Fault::Later, "x")), None), Outcome::Failed { .. }));
    }
}
