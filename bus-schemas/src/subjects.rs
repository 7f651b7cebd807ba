//! Subjects of the bus. Every subject begins with `ent.<environment>.v1`.

/// Builds the subjects of one environment (`prod`, `test` ...).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subjects {
    prefix: String,
}

/// An environment name with a character outside `[a-z0-9_-]`, or of another length than 1 to 32.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("an environment's name has 1 to 32 of the characters a-z 0-9 _ -")]
pub struct InvalidEnvironment;

impl Subjects {
    /// The subjects of `environment`.
    pub fn new(environment: &str) -> Result<Self, InvalidEnvironment> {
        let fits = (1..=32).contains(&environment.len())
            && environment.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-');
        if fits { Ok(Self { prefix: format!("ent.{environment}.v1") }) } else { Err(InvalidEnvironment) }
    }

    /// Announcements of changed inboxes: [`crate::notification::Announcement`].
    #[must_use]
    pub fn notifications(&self) -> String {
        format!("{}.ntf", self.prefix)
    }

    /// Pokes for open pages: [`crate::live::TopicEvent`].
    #[must_use]
    pub fn live(&self) -> String {
        format!("{}.live", self.prefix)
    }

    /// Invalidations of caches: [`crate::live::Invalidation`].
    #[must_use]
    pub fn invalidate(&self) -> String {
        format!("{}.ctl.invalidate", self.prefix)
    }
}
