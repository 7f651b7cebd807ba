//! Texts in a second language. A field that is [`Field::translated`] has a companion right behind it, which holds the same text
//! in English: a field like any other, so that lists, forms, exports, histories and the recycle bin carry it without knowing it.

use super::field::{Access, Field, Label, Search};
use super::resource::Resource;

/// What the companion's name ends with, after the name of its field.
const SUFFIX: &str = "_en";

impl Field {
    /// The same text in English: optional, and no column of the list.
    fn companion(&self) -> Self {
        let Label { zh, en } = self.label();
        let named = Label { zh: leaked(format!("{zh}（英文）")), en: leaked(format!("{en} (English)")) };
        Self {
            name: leaked(format!("{}{SUFFIX}", self.name)),
            label: Some(named),
            required: false,
            default: None,
            unique: false,
            within: None,
            search: Search::No,
            column: Some(false),
            // Its field says it already.
            hint: None,
            sortable: Some(false),
            translated: false,
            translates: Some(self.name),
            ..*self
        }
    }
}

/// A text for as long as the program runs: made once, of the declarations.
fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The resource with the companions of its fields; the quick search looks into them as well.
pub(in crate::resource) fn with_companions(resource: &'static Resource) -> &'static Resource {
    if !resource.fields.iter().any(|field| field.translated) {
        return resource;
    }
    let both = resource.fields.iter().flat_map(|field| std::iter::once(*field).chain(field.translated.then(|| field.companion())));
    let fields: Vec<Field> = both.collect();
    let companion_of = |name: &str| fields.iter().find(|field| field.translates == Some(name) && field.access != Access::Hidden);
    let quick = resource.quick.iter().flat_map(|name| std::iter::once(*name).chain(companion_of(name).map(|field| field.name)));
    let quick: Vec<&'static str> = quick.collect();
    Box::leak(Box::new(Resource { fields: Vec::leak(fields), quick: Vec::leak(quick), ..*resource }))
}

#[cfg(test)]
mod tests {
    use super::super::field::Kind;
    use super::*;

    static NOTE: Resource = Resource::new(
        "x.Note",
        "note",
        Label { zh: "", en: "" },
        &[
            Field::new("name", Kind::Text(20)).required().unique().sortable().translated(),
            Field::new("size", Kind::Integer(0, 9)),
            Field::new("live_name", Kind::Text(20)).hidden().translated(),
        ],
    );

    #[test]
    fn a_translated_field_has_an_optional_companion_behind_it() {
        let whole = with_companions(&NOTE);
        let names: Vec<_> = whole.fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["name", "name_en", "size", "live_name", "live_name_en"]);
        let companion = whole.field("name_en").expect("a companion");
        assert_eq!((companion.kind, companion.translates, companion.label().en), (Kind::Text(20), Some("name"), "Name (English)"));
        assert!(companion.form && !companion.required && !companion.unique && !companion.is_column() && !companion.is_sortable());
        assert_eq!(companion.operator(), None);
        assert!(whole.field("live_name_en").is_some_and(|hidden| hidden.access == Access::Hidden && !hidden.form));
        // Both are searched.
        assert_eq!(whole.quick, ["name", "name_en"]);
    }

    #[test]
    fn a_resource_without_translated_fields_stays_as_it_is() {
        static PLAIN: Resource = Resource::new("x.Plain", "plain", Label { zh: "", en: "" }, &[Field::new("name", Kind::Text(20))]);
        assert!(std::ptr::eq(with_companions(&PLAIN), &PLAIN));
    }
}
