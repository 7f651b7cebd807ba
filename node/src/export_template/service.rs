//! Runs of export templates. A run asks the program's own API for the export, in the name of each receiver: what they see,
//! what is masked for them and how the file looks is decided where it is for everybody. They are told when it is there.

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use chrono::DateTime;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::export_templates::ExportTemplate;

use crate::cron::Cron;
use crate::data_exchange::export_node;
use crate::data_exchange::own_api::OwnApi;
use crate::error::ServiceError;
use crate::identity::sessions::Caller;

/// Templates that one run of the task takes.
const TOGETHER: i64 = 100;
/// Characters of a reason that are kept.
const REASON_MAX: usize = 200;
/// Seconds between two runs at least.
const APART: i64 = 3_600;

/// What runs need. Cheap to clone.
#[derive(Clone)]
pub struct ExportTemplates {
    pub store: Store,
    pub system: System,
    pub api: OwnApi,
    pub time_zone: Tz,
    pub clock: SharedClock,
}

/// When a schedule is due next, in Unix seconds; nothing without one.
#[must_use]
pub fn next_time(cron: &str, zone: Tz, now: i64) -> Option<i64> {
    let at = DateTime::from_timestamp(now, 0)?.with_timezone(&zone);
    Some(Cron::parse(cron)?.next_after(&at)?.timestamp())
}

/// Whether a schedule is no closer than an hour, as far as its next runs tell.
#[must_use]
pub fn is_seldom(cron: &str, zone: Tz, now: i64) -> bool {
    let mut at = now;
    let times: Vec<i64> = std::iter::from_fn(|| {
        at = next_time(cron, zone, at)?;
        Some(at)
    })
    .take(50)
    .collect();
    !times.is_empty() && times.windows(2).all(|pair| pair[1] - pair[0] >= APART)
}

impl ExportTemplates {
    /// Runs what is due, each once in a cluster, however often it was missed. Answers how many ran.
    pub async fn run_due(&self) -> Result<usize, ServiceError> {
        let now = self.clock.now();
        let mut count = 0;
        for template in self.store.due_export_templates(now, TOGETHER).await? {
            let next = next_time(&template.cron, self.time_zone, now);
            if self.store.claim_export_template(&template, next).await? {
                self.run(&template).await?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Makes the files of a template now.
    pub async fn run_one(&self, template: i64) -> Result<(), ServiceError> {
        let template = self.store.export_template(template).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        self.run(&template).await
    }

    async fn run(&self, template: &ExportTemplate) -> Result<(), ServiceError> {
        if self.may(template.admin_id, template).await?.is_none() {
            return self.stop(template).await;
        }
        let receivers = if template.receivers.is_empty() { vec![template.admin_id] } else { template.receivers.clone() };
        let (mut made, mut skipped, mut reason) = (0, 0, String::new());
        for receiver in receivers {
            let Some(caller) = self.may(receiver, template).await? else {
                skipped += 1;
                continue;
            };
            let path = format!("/admin/{}/export?{}", template.controller, template.query);
            match self.api.post(caller, &path, &template.language).await? {
                (1, _) => made += 1,
                (_, said) => {
                    skipped += 1;
                    reason = said.chars().take(REASON_MAX).collect();
                }
            }
        }
        Ok(self.store.note_export_run(template.id, (self.clock.now(), made, skipped), &reason).await?)
    }

    /// Somebody as a caller, if they are enabled and may export the list.
    async fn may(&self, admin: i64, template: &ExportTemplate) -> Result<Option<Caller>, ServiceError> {
        let rights = self.store.rights(admin).await?;
        let account = self.store.admin(AdminId(admin)).await?;
        let allowed = account.filter(|account| account.status == "enable" && rights.holds(&export_node(&template.controller)));
        Ok(allowed.map(|admin| Caller { admin, session: String::new(), expires: i64::MAX, rights, key: None }))
    }

    /// Ends a template whose owner may not export any more, and tells those who could take it over.
    async fn stop(&self, template: &ExportTemplate) -> Result<(), ServiceError> {
        self.store.stop_export_template(template.id, self.clock.now()).await?;
        let mut fact = Fact { id: template.id, ..Fact::default() };
        fact.data.insert("name".into(), template.name.clone().into());
        let announcements = self.store.notify(&[NotificationKind::EXPORT_STOPPED.draft(fact)]).await?;
        self.system.announce(announcements);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_an_hour_apart() {
        let zone = chrono_tz::Asia::Shanghai;
        for (cron, seldom) in [("0 8 * * *", true), ("0 8 * * 1", true), ("0 * * * *", true), ("*/30 * * * *", false), ("0,10 8 * * *", false)] {
            assert_eq!(is_seldom(cron, zone, 1_800_000_000), seldom, "{cron}");
        }
        assert_eq!(next_time("0 8 * * *", zone, 0), Some(86_400));
        assert_eq!(next_time("", zone, 0), None);
    }
}
