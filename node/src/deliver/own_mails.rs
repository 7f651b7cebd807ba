//! Mails of somebody's own notifications: what they have chosen, not in their quiet hours, several together, and only what they may
//! still see.

use actors::notification::port::NotificationStore;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::Notification;
use entrepot_store::delivery::{Claimed, Outcome};
use entrepot_store::inbox::mails::MailChoice;

use super::items::outcome;
use super::worker::Deliverer;
use crate::error::ServiceError;
use crate::i18n::{Language, text_in};
use crate::notification::quiet::quiet_until;
use crate::notification::texts::{message, readable};
use crate::outgoing::fault::Failure;
use crate::outside::mailer::Letter;
use crate::settings;

/// Characters of a subject, at most.
const SUBJECT_MAX: usize = 120;

/// What keeps a notification from being mailed.
fn skipped(found: Option<&Notification>, choice: &MailChoice, may_read: bool) -> Option<&'static str> {
    match found {
        None => Some("deliver.merged"),
        Some(one) if one.read_at.is_some() => Some("deliver.read"),
        Some(one) if !choice.kinds.iter().any(|kind| kind == one.kind.as_str()) => Some("deliver.unwanted"),
        Some(_) if !may_read => Some("deliver.no_right_own"),
        Some(_) => None,
    }
}

impl Deliverer {
    /// Mails several notifications to the administrator whose they are, as one mail.
    pub(super) async fn deliver_own(&self, admin: i64, deliveries: Vec<Claimed>) {
        match self.own_mail(admin, &deliveries).await {
            Ok(outcomes) => {
                for (delivery, outcome) in deliveries.iter().zip(outcomes) {
                    self.settle(delivery, Ok(outcome)).await;
                }
            }
            Err(error) => tracing::warn!(%error, admin, "somebody's notifications could not be mailed"),
        }
    }

    /// What became of each.
    async fn own_mail(&self, admin: i64, deliveries: &[Claimed]) -> Result<Vec<Outcome>, ServiceError> {
        let all = |outcome: &Outcome| vec![outcome.clone(); deliveries.len()];
        let choice = self.store.mail_choice(AdminId(admin)).await?;
        let Some((address, _)) = self.store.admin_address(admin).await? else {
            return Ok(all(&Outcome::Skipped { reason: "deliver.no_address".into() }));
        };
        if let Some(at) = quiet_until(&choice, self.zone, self.clock.now()) {
            return Ok(all(&Outcome::Later { at, answer: "deliver.quiet".into() }));
        }
        let rights = self.store.directory().await?.rights(admin);
        let (mut ready, mut outcomes) = (Vec::new(), Vec::new());
        for delivery in deliveries {
            let found = self.store.after(AdminId(admin), delivery.number - 1, false, 1).await?;
            let found = found.into_iter().next().filter(|one| one.number == delivery.number);
            let may_read = found.as_ref().is_some_and(|one| readable(one, &rights));
            match skipped(found.as_ref(), &choice, may_read) {
                Some(reason) => outcomes.push(Some(Outcome::Skipped { reason: reason.to_owned() })),
                None => {
                    ready.extend(found);
                    outcomes.push(None);
                }
            }
        }
        let sent = if ready.is_empty() { Ok(()) } else { self.mail_own(&address, &choice, &ready, deliveries).await? };
        let settled = deliveries.iter().zip(outcomes);
        Ok(settled.map(|(delivery, skipped)| skipped.unwrap_or_else(|| outcome(sent.clone(), self.again_at(delivery)))).collect())
    }

    async fn mail_own(
        &self,
        address: &str,
        choice: &MailChoice,
        ready: &[Notification],
        deliveries: &[Claimed],
    ) -> Result<Result<(), Failure>, ServiceError> {
        let language = Language::parse(&choice.language);
        let site = settings::value_of(&self.mailer.settings, "site_name").await?.unwrap_or_default();
        let url = self.public_url.trim_end_matches('/');
        let said: Vec<String> = ready.iter().map(|one| message(language, one)).collect();
        let subject = match said.as_slice() {
            [one] => format!("{site}: {one}"),
            several => text_in(language, "mail.own.subject", &[("site", site), ("count", several.len().to_string())]),
        };
        let subject: String = subject.chars().take(SUBJECT_MAX).collect();
        let lines = ready.iter().zip(&said).map(|(one, said)| {
            let link = if url.is_empty() || one.link.is_empty() { String::new() } else { format!("\n{url}{}", one.link) };
            format!("{said}{link}")
        });
        let stop = if url.is_empty() { String::new() } else { format!("{url}/unsubscribe?token={}", choice.token) };
        let foot = text_in(language, if stop.is_empty() { "mail.own.foot" } else { "mail.own.stop" }, &[("stop", stop.clone())]);
        let text = lines.chain(std::iter::once(foot)).collect::<Vec<_>>().join("\n\n");
        let id = format!("delivery-{}", deliveries.first().map_or(0, |delivery| delivery.id));
        let stop_at_once = if url.is_empty() { String::new() } else { format!("{url}/api/notice/unsubscribe?token={}", choice.token) };
        let unsubscribe = Some(stop_at_once.as_str()).filter(|url| !url.is_empty());
        let letter = Letter { subject: &subject, text: &text, language, id: Some(&id), unsubscribe };
        Ok(self.mailer.send(address, &letter).await)
    }
}
