//! A secret for elsewhere: sealed and kept apart from its row, never shown.

use serde_json::Value as Json;

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Storage};
use crate::engine::value::text;
use crate::resource::declaration::Field;

/// Characters of a secret: a private key in PEM is one.
const LENGTH_MAX: usize = 8_192;

pub(super) struct Secret;

/// What a client wants of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSent {
    /// It stays as it is.
    Kept,
    Cleared,
    Set(String),
}

/// Reads what was sent for a secret: nothing or an empty text keeps it, `{"clear": true}` removes it.
pub fn secret_sent(sent: &Json) -> Result<SecretSent, &'static str> {
    match sent {
        Json::Null => Ok(SecretSent::Kept),
        Json::String(secret) if secret.trim().is_empty() => Ok(SecretSent::Kept),
        Json::String(secret) if secret.chars().count() > LENGTH_MAX => Err("error.text.long"),
        // Copied from a page of the provider, with a blank or a line's end.
        Json::String(secret) => Ok(SecretSent::Set(secret.trim().to_owned())),
        Json::Object(fields) if fields.len() == 1 && fields.get("clear") == Some(&Json::Bool(true)) => Ok(SecretSent::Cleared),
        _ => Err("error.type"),
    }
}

impl FieldKind for Secret {
    fn facts(&self) -> KindFacts {
        // A text, or an object that clears it.
        let json = JsonType { format: Some("password"), ..JsonType::new("string") };
        KindFacts { json, write_only: true, on_list: false, cell: Cell::Verbatim, ..KindFacts::new("secret", Storage::Text) }
    }

    /// The row itself never holds it: what reaches the row is empty.
    fn check(&self, _: &Field, sent: &Json) -> Checked {
        match secret_sent(sent)? {
            SecretSent::Kept => Ok(text("")),
            SecretSent::Cleared | SecretSent::Set(_) => Err("error.type"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_secret_is_kept_set_or_cleared() {
        for kept in [json!(null), json!(""), json!("  ")] {
            assert_eq!(secret_sent(&kept), Ok(SecretSent::Kept), "{kept}");
        }
        assert_eq!(secret_sent(&json!(" a b\n")), Ok(SecretSent::Set("a b".into())));
        assert_eq!(secret_sent(&json!({ "clear": true })), Ok(SecretSent::Cleared));
        for wrong in [json!({ "clear": false }), json!({ "clear": true, "x": 1 }), json!(["a"]), json!(true), json!(5)] {
            assert_eq!(secret_sent(&wrong), Err("error.type"), "{wrong}");
        }
        assert_eq!(secret_sent(&json!("x".repeat(LENGTH_MAX + 1))), Err("error.text.long"));
    }

    #[test]
    fn a_row_never_holds_it() {
        let field = Field::new("key", crate::resource::declaration::Kind::Secret);
        assert!(Secret.check(&field, &json!("x")).is_err());
        assert_eq!(Secret.check(&field, &json!("")), Ok(text("")));
    }
}
