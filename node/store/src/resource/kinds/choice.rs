//! Values that a declaration names.

use serde_json::{Value as Json, json};

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Storage, texts};
use crate::engine::typed::integer_of;
use crate::engine::value::{array, int, text};
use crate::resource::declaration::{Choice, Field, Picker, Picking, chosen};

/// Choices as a declaration that is data has them.
fn written(choices: &[Choice]) -> Vec<Json> {
    choices.iter().map(|choice| json!({ "value": choice.value, "zh": choice.label.zh, "en": choice.label.en })).collect()
}

/// One of several texts, or numbers.
pub(super) struct One {
    pub picker: Picker,
    pub choices: &'static [Choice],
    pub numbers: bool,
}

impl FieldKind for One {
    fn facts(&self) -> KindFacts {
        let input = match self.picker {
            Picker::Radio => "radio",
            Picker::Select => "select",
        };
        let (name, storage, json) = if self.numbers { ("code", Storage::Integer, "integer") } else { ("choice", Storage::Text, "string") };
        let json = JsonType { one_of: self.choices, ..JsonType::new(json) };
        let facts = KindFacts { input, json, choices: self.choices, ..KindFacts::new(name, storage) };
        KindFacts { operator: Some("eq"), cell: Cell::Choice(self.choices), ..facts }
    }

    fn settings(&self) -> Json {
        json!({ "picker": self.picker, "choices": written(self.choices) })
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        let value = if self.numbers {
            integer_of(plain).filter(|_| self.choices.iter().any(|choice| choice.value == plain)).map(int)
        } else {
            chosen(self.choices, plain).map(text)
        };
        value.ok_or("error.choice")
    }
}

/// Some of several texts.
pub(super) struct Several(pub Picking, pub &'static [Choice]);

impl FieldKind for Several {
    fn facts(&self) -> KindFacts {
        let input = match self.0 {
            Picking::Checkbox => "checkbox",
            Picking::Selects => "selects",
        };
        let facts = KindFacts { input, choices: self.1, ..KindFacts::new("choices", Storage::Texts) };
        KindFacts { operator: Some("FIND_IN_SET"), cell: Cell::Choices(self.1), ..facts }
    }

    fn settings(&self) -> Json {
        json!({ "picker": self.0, "choices": written(self.1) })
    }

    fn check(&self, field: &Field, sent: &Json) -> Checked {
        let values = texts(field, sent)?;
        let known = values.iter().all(|value| self.1.iter().any(|choice| choice.value == value));
        if known { Ok(array(values.iter().map(|value| text(value)).collect())) } else { Err("error.choice") }
    }
}
