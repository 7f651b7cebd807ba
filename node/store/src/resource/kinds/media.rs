//! Addresses of uploaded images and files, and other lists of short texts.

use serde_json::{Value as Json, json};

use super::{Checked, FieldKind, KindFacts, Simple, Storage, texts};
use crate::engine::value::{array, text};
use crate::resource::declaration::Field;
use crate::resource::forms::address;

fn checked(plain: &str) -> Checked {
    if address(plain) { Ok(text(plain)) } else { Err("error.url") }
}

/// The address of an image. Its default is shown while there is none, and never stored.
pub(super) struct Image;

impl FieldKind for Image {
    fn facts(&self) -> KindFacts {
        KindFacts::new("image", Storage::Text)
    }

    fn check_plain(&self, field: &Field, plain: &str) -> Checked {
        if field.default == Some(plain) { Ok(text("")) } else { checked(plain) }
    }

    fn present(&self, field: &Field, value: &mut Json) {
        if value.as_str() == Some("") && field.default.is_some() {
            *value = json!(field.default);
        }
    }
}

/// The address of a file.
pub(super) const FILE: Simple = Simple { facts: KindFacts { operator: Some("LIKE"), ..KindFacts::new("file", Storage::Text) }, check: checked };

/// Several addresses, or ids that are texts.
pub(super) struct Addresses {
    name: &'static str,
    on_list: bool,
}

pub(super) const IMAGES: Addresses = Addresses { name: "images", on_list: true };
pub(super) const FILES: Addresses = Addresses { name: "files", on_list: false };
/// Ids of province, city and district.
pub(super) const CITY: Addresses = Addresses { name: "city", on_list: true };

impl FieldKind for Addresses {
    fn facts(&self) -> KindFacts {
        KindFacts { on_list: self.on_list, ..KindFacts::new(self.name, Storage::Texts) }
    }

    fn check(&self, field: &Field, sent: &Json) -> Checked {
        let values = texts(field, sent)?;
        Ok(array(values.iter().map(|value| checked(value)).collect::<Result<_, _>>()?))
    }
}
