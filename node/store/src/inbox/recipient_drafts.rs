//! Which notifications of a transaction each recipient gets.

use bus_schemas::notification::{NotificationDraft, NotifiedThing};

/// Notifications of one recipient in a transaction.
pub(crate) struct RecipientDrafts<'a> {
    pub(crate) recipient: i64,
    pub(super) counted: Vec<CountedDraft<'a>>,
}

/// The notifications of a transaction about one subject: the newest, and how many there are.
pub(super) struct CountedDraft<'a> {
    pub(super) draft: &'a NotificationDraft,
    pub(super) count: i64,
    /// What they are about, in their order, each once.
    pub(super) things: Vec<NotifiedThing>,
}

/// Adds what is not there yet.
pub(super) fn add_things(things: &mut Vec<NotifiedThing>, more: impl IntoIterator<Item = NotifiedThing>) {
    for thing in more {
        if things.iter().all(|known| known.id != thing.id) {
            things.push(thing);
        }
    }
}

impl<'a> RecipientDrafts<'a> {
    pub(crate) const fn new(recipient: i64) -> Self {
        Self { recipient, counted: Vec::new() }
    }

    /// What each recipient gets of these drafts.
    pub(crate) fn all(drafts: &'a [NotificationDraft], recipients: &[Vec<i64>]) -> Vec<Self> {
        let mut by_recipient: Vec<Self> = Vec::new();
        for (draft, recipients) in drafts.iter().zip(recipients) {
            for recipient in recipients {
                let at = by_recipient.iter().position(|drafts| drafts.recipient == *recipient).unwrap_or_else(|| {
                    by_recipient.push(Self::new(*recipient));
                    by_recipient.len() - 1
                });
                by_recipient[at].add(draft);
            }
        }
        by_recipient
    }

    pub(crate) fn add(&mut self, draft: &'a NotificationDraft) {
        match self.counted.iter_mut().find(|counted| counted.draft.kind == draft.kind && counted.draft.subject == draft.subject) {
            Some(counted) => {
                counted.draft = draft;
                counted.count += 1;
                add_things(&mut counted.things, draft.subject_thing());
            }
            None => self.counted.push(CountedDraft { draft, count: 1, things: draft.subject_thing().into_iter().collect() }),
        }
    }
}
