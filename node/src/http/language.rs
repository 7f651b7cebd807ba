//! The language that a request asks for.

use poem::Request;

use crate::i18n::Language;

/// The language that a request asks for, if it names one.
#[must_use]
pub fn asked_language(request: &Request) -> Option<Language> {
    let asked = request.header("think-lang").map(str::to_owned).or_else(|| crate::http::listing::parameter(request, "lang"));
    asked.as_deref().map(Language::parse)
}

/// The language that a request asks for; Chinese without a name.
#[must_use]
pub fn language_of(request: &Request) -> Language {
    asked_language(request).unwrap_or_default()
}
