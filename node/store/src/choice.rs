//! Texts in both languages, and the values of an enumeration with theirs.

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub zh: &'static str,
    pub en: &'static str,
}

impl Label {
    /// The text in English or Chinese; Chinese where English is missing.
    #[must_use]
    pub const fn text(self, english: bool) -> &'static str {
        if english && !self.en.is_empty() { self.en } else { self.zh }
    }
}

/// A text in both languages.
#[must_use]
pub const fn label(zh: &'static str, en: &'static str) -> Label {
    Label { zh, en }
}

/// One of the values of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: &'static str,
    pub label: Label,
}

/// One of the values of an enumeration.
#[must_use]
pub const fn choice(value: &'static str, zh: &'static str, en: &'static str) -> Choice {
    Choice { value, label: label(zh, en) }
}

/// The choice a client means. Older clients send 1 and 0 for `enable` and `disable`.
#[must_use]
pub fn chosen(choices: &'static [Choice], sent: &str) -> Option<&'static str> {
    let known = |value: &str| choices.iter().find(|choice| choice.value == value).map(|choice| choice.value);
    known(sent).or_else(|| match sent {
        "1" => known("enable"),
        "0" => known("disable"),
        _ => None,
    })
}
