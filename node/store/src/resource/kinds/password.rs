//! A password: hashed before it is written, never shown.

use serde_json::Value as Json;

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Storage, bounded, plain};
use crate::resource::declaration::Field;

const LENGTH_MAX: usize = 255;

pub(super) struct Password;

impl FieldKind for Password {
    fn facts(&self) -> KindFacts {
        let json = JsonType { format: Some("password"), ..JsonType::new("string") };
        // Blanks belong to a password.
        KindFacts { json, write_only: true, on_list: false, cell: Cell::Verbatim, ..KindFacts::new("password", Storage::Text) }
    }

    fn plain(&self, sent: &Json) -> Result<String, &'static str> {
        if sent.is_number() { Err("error.type") } else { plain(sent) }
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        bounded(plain, LENGTH_MAX)
    }
}
