//! What menu rules are called, and what the audit log calls what they allow.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use entrepot_store::resource::Resource;
use entrepot_store::resource::catalogue::{self, Catalogue};

use crate::i18n::{Language, find_text, text_in, with_start};

fn in_both_languages(resource: &Resource) -> (String, String) {
    (resource.title.zh.to_owned(), resource.title.en.to_owned())
}

/// What a resource and its commands are called.
fn titles_of(resource: &Resource) -> impl Iterator<Item = (String, String)> {
    let commands = resource.commands.iter().map(|command| (command.title.zh.to_owned(), command.title.en.to_owned()));
    std::iter::once(in_both_languages(resource)).chain(commands)
}

fn texts(key: &str) -> Option<(String, String)> {
    Some((find_text(Language::Chinese, key)?, find_text(Language::English, key)?))
}

/// What a declared command is called, by its node.
fn command_title(catalogue: &Catalogue, node: &str) -> Option<(String, String)> {
    let (page, name) = node.rsplit_once('/')?;
    catalogue.of_path(page)?.command(name).map(|command| (command.title.zh.to_owned(), command.title.en.to_owned()))
}

/// What buttons of that kind are called on any page.
fn button_label(name: &str) -> Option<(String, String)> {
    let lower = name.to_lowercase();
    lower.rsplit_once('/').and_then(|(_, action)| texts(&format!("button.{action}")))
}

/// What the rule of that name is called in both languages, when the site began with it.
pub(super) fn label(catalogue: &Catalogue, name: &str) -> Option<(String, String)> {
    let lower = name.to_lowercase();
    texts(&format!("menu.{lower}"))
        .or_else(|| catalogue.of_path(&lower).map(in_both_languages))
        .or_else(|| command_title(catalogue, &lower))
        .or_else(|| button_label(name))
}

/// A rule's title in a language: its own, unless it is still called as at the beginning. A rule that had no words then was
/// called by its name, and one that had none of its own like any button of its kind.
#[must_use]
pub fn title(catalogue: &Catalogue, language: Language, name: &str, stored: &str) -> String {
    let is_one_of = |words: &(String, String)| stored == words.0 || stored == words.1;
    let is_first = |words: &(String, String)| {
        stored.is_empty() || stored == name || is_one_of(words) || button_label(name).is_some_and(|words| is_one_of(&words))
    };
    match label(catalogue, name) {
        Some(words) if is_first(&words) => match language {
            Language::Chinese => words.0,
            Language::English => words.1,
        },
        _ if stored.is_empty() => name.to_owned(),
        _ => stored.to_owned(),
    }
}

/// What a node is called: `Products - Edit`.
#[must_use]
pub fn title_of_node(catalogue: &Catalogue, language: Language, node: &str) -> String {
    let page = node.rsplit_once('/').map_or(node, |(page, _)| page);
    let (page, action) = (title(catalogue, language, page, ""), title(catalogue, language, node, ""));
    if page == action { page } else { format!("{page}{LOGGED_BETWEEN}{action}") }
}

/// Separator of page and button in titles of the audit log.
pub const LOGGED_BETWEEN: &str = " - ";

/// What some were called before, as old lines have it, with the key of what they are called now.
const FORMER_NAMES: [(&str, &str); 4] =
    [("添加", "button.add"), ("常规管理", "menu.routine"), ("数据安全", "menu.security"), ("寄出包裹", "button.delivery")];

/// What the parts of titles of the administrators' log are called in English, by the Chinese that is stored: every page
/// and every button that a site begins with, some eighty.
static LOGGED_IN_ENGLISH: LazyLock<Arc<BTreeMap<String, String>>> = LazyLock::new(|| {
    let in_both = |key: String| (text_in(Language::Chinese, &key, &[]), text_in(Language::English, &key, &[]));
    let declared = catalogue::compiled().flat_map(titles_of);
    let former = FORMER_NAMES.iter().map(|(zh, key)| ((*zh).to_owned(), text_in(Language::English, key, &[])));
    Arc::new(["menu.", "button."].into_iter().flat_map(with_start).map(in_both).chain(declared).chain(former).collect())
});

/// What the parts of titles of the administrators' log are called in a language, by what is stored. A part that is not
/// there is shown as it is stored.
#[must_use]
pub fn logged_parts(catalogue: &Catalogue, language: Language) -> Arc<BTreeMap<String, String>> {
    match language {
        Language::Chinese => Arc::default(),
        Language::English if catalogue.added().next().is_none() => LOGGED_IN_ENGLISH.clone(),
        Language::English => {
            let of_program = LOGGED_IN_ENGLISH.iter().map(|(zh, en)| (zh.clone(), en.clone()));
            Arc::new(catalogue.added().flat_map(titles_of).chain(of_program).collect())
        }
    }
}

/// A title of the administrators' log with these parts, which are those of a language.
#[must_use]
pub fn logged_title(parts: &BTreeMap<String, String>, stored: &str) -> String {
    let mut shown: Vec<&str> = stored.split(LOGGED_BETWEEN).map(|part| parts.get(part).map_or(part, String::as_str)).collect();
    // A page and its directory may be called alike in one language only.
    shown.dedup();
    shown.join(LOGGED_BETWEEN)
}
