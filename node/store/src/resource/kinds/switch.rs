//! 0 or 1.

use serde_json::Value as Json;

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Storage, plain};
use crate::engine::value::int;
use crate::resource::declaration::{Choice, Field, choice};

/// The labels of a status whose declaration names none.
pub(in crate::resource) const DISABLED_ENABLED: &[Choice] = &[choice("0", "禁用", "Disabled"), choice("1", "启用", "Enabled")];

pub(super) struct Switch {
    name: &'static str,
    /// Its values have labels.
    choices: &'static [Choice],
}

pub(super) const SWITCH: Switch = Switch { name: "switch", choices: &[] };
pub(super) const STATUS: Switch = Switch { name: "status", choices: DISABLED_ENABLED };

impl FieldKind for Switch {
    fn facts(&self) -> KindFacts {
        let json = JsonType { one_of: DISABLED_ENABLED, ..JsonType::new("integer") };
        let facts = KindFacts { json, choices: self.choices, ..KindFacts::new(self.name, Storage::Integer) };
        KindFacts { operator: Some("eq"), cell: Cell::Switch, ..facts }
    }

    /// Clients may send a boolean.
    fn plain(&self, sent: &Json) -> Result<String, &'static str> {
        if let Json::Bool(on) = sent { Ok(i32::from(*on).to_string()) } else { plain(sent) }
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        match plain {
            "0" => Ok(int(0)),
            "1" => Ok(int(1)),
            _ => Err("error.choice"),
        }
    }
}
