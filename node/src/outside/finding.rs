//! What a test of an account found, kept as a key of texts so that each reader has it in their language.

use entrepot_store::resource::outside::{BAD, GOOD};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::error::ServiceError;
use crate::i18n::text;
use crate::outgoing::fault::{Failure, Fault};

/// The words of a fault.
const fn key_of(fault: Fault) -> &'static str {
    match fault {
        Fault::Unreachable => "outside.fault.unreachable",
        Fault::Later => "outside.fault.later",
        Fault::Address => "outside.fault.address",
        Fault::SetUp => "outside.fault.set_up",
        Fault::Money => "outside.fault.money",
        Fault::Refused => "outside.fault.refused",
        Fault::Unknown => "outside.fault.unknown",
    }
}

const FAULTS: &[Fault] = &[Fault::Unreachable, Fault::Later, Fault::Address, Fault::SetUp, Fault::Money, Fault::Refused, Fault::Unknown];

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub good: bool,
    /// The key of the words.
    pub key: String,
    /// What they name.
    #[serde(default)]
    pub what: String,
}

impl Finding {
    /// What went well.
    #[must_use]
    pub fn good(key: &str, what: &str) -> Self {
        Self { good: true, key: key.to_owned(), what: what.to_owned() }
    }

    /// Why it did not.
    #[must_use]
    pub fn bad(failure: &Failure) -> Self {
        Self { good: false, key: key_of(failure.fault).to_owned(), what: failure.reason.clone() }
    }

    /// What is told of a test that went wrong.
    #[must_use]
    pub fn refusal(&self) -> ServiceError {
        let key = FAULTS.iter().find(|fault| self.key == key_of(**fault)).map_or("outside.fault.refused", |fault| key_of(*fault));
        ServiceError::Refused { key, values: vec![("what", self.what.clone())], facts: json!({ "key": key, "what": self.what }) }
    }

    /// In words of the reader's language.
    #[must_use]
    pub fn words(&self) -> String {
        text(&self.key, &[("what", self.what.clone())])
    }

    /// As it is kept.
    #[must_use]
    pub fn stored(&self) -> (&'static str, String) {
        // A finding is plain data.
        (if self.good { GOOD } else { BAD }, serde_json::to_string(self).unwrap_or_default())
    }

    /// What is kept, in words; empty where there is none.
    #[must_use]
    pub fn words_of(stored: &str) -> String {
        serde_json::from_str::<Self>(stored).map(|finding| finding.words()).unwrap_or_default()
    }
}
