//! Mails that a row asks for by itself, not an event: the answer to somebody who wrote to the site.

use entrepot_store::delivery::{Claimed, Outcome};

use super::items::outcome;
use super::worker::Deliverer;
use crate::error::ServiceError;
use crate::i18n::{Language, text_in};
use crate::outside::mailer::Letter;
use crate::settings;

impl Deliverer {
    /// Mails the answer to a message of the board as it is now.
    pub(super) async fn answer_message(&self, delivery: &Claimed) -> Result<Outcome, ServiceError> {
        let found = self.store.site_answer(delivery.number).await?;
        let Some(message) = found.filter(|message| !message.reply.is_empty() && !message.email.is_empty()) else {
            return Ok(Outcome::Skipped { reason: "deliver.no_answer".into() });
        };
        let language = Language::parse(&message.language);
        let site = settings::value_of(&self.mailer.settings, "site_name").await?.unwrap_or_default();
        let values = [("name", message.name), ("reply", message.reply), ("content", message.content), ("site", site)];
        let (subject, text) = (text_in(language, "mail.reply.subject", &values), text_in(language, "mail.reply.body", &values));
        let id = format!("delivery-{}", delivery.id);
        let sent = self.mailer.send(&message.email, &Letter { subject: &subject, text: &text, language, id: Some(&id), unsubscribe: None }).await;
        Ok(outcome(sent, self.again_at(delivery)))
    }
}
