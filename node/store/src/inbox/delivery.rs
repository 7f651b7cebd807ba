//! What a transaction writes, and who is notified of it.

use bus_schemas::notification::NotificationDraft;

use crate::engine::transaction::Vars;

/// Notifications of one recipient in a transaction.
pub(crate) struct Delivery<'a> {
    pub(crate) recipient: i64,
    pub(super) notices: Vec<Notice<'a>>,
}

/// The notifications of a transaction about one subject: the newest, and how many there are.
pub(super) struct Notice<'a> {
    pub(super) draft: &'a NotificationDraft,
    pub(super) count: i64,
}

impl<'a> Delivery<'a> {
    pub(crate) const fn new(recipient: i64) -> Self {
        Self { recipient, notices: Vec::new() }
    }

    /// What each recipient gets of these drafts.
    pub(crate) fn all(drafts: &'a [NotificationDraft], recipients: &[Vec<i64>]) -> Vec<Self> {
        let mut deliveries: Vec<Self> = Vec::new();
        for (draft, recipients) in drafts.iter().zip(recipients) {
            for recipient in recipients {
                let at = deliveries.iter().position(|delivery| delivery.recipient == *recipient).unwrap_or_else(|| {
                    deliveries.push(Self::new(*recipient));
                    deliveries.len() - 1
                });
                deliveries[at].add(draft);
            }
        }
        deliveries
    }

    pub(crate) fn add(&mut self, draft: &'a NotificationDraft) {
        match self.notices.iter_mut().find(|notice| notice.draft.kind == draft.kind && notice.draft.subject == draft.subject) {
            Some(notice) => {
                notice.draft = draft;
                notice.count += 1;
            }
            None => self.notices.push(Notice { draft, count: 1 }),
        }
    }
}

/// The statements between BEGIN and COMMIT.
#[derive(Default)]
pub(crate) struct TransactionBody {
    pub(crate) query: String,
    pub(crate) vars: Vars,
}
