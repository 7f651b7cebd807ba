//! Message texts in the reader's language. The language of a request is `think-lang`, Chinese by default.

use std::collections::HashMap;
use std::sync::LazyLock;

type Catalogue = HashMap<String, String>;

static CHINESE: LazyLock<Catalogue> = LazyLock::new(|| {
    joined([
        include_str!("zh-cn.json"),
        include_str!("ads.zh-cn.json"),
        include_str!("export.zh-cn.json"),
        include_str!("menu.zh-cn.json"),
        include_str!("goods.zh-cn.json"),
        include_str!("shop_orders.zh-cn.json"),
        include_str!("shop_service.zh-cn.json"),
        include_str!("pay.zh-cn.json"),
        include_str!("people.zh-cn.json"),
        include_str!("members.zh-cn.json"),
        include_str!("keys.zh-cn.json"),
        include_str!("marketing.zh-cn.json"),
        include_str!("notifications.zh-cn.json"),
        include_str!("outside.zh-cn.json"),
        include_str!("deliver.zh-cn.json"),
        include_str!("print.zh-cn.json"),
        include_str!("storefront.zh-cn.json"),
        include_str!("trade.zh-cn.json"),
    ])
});
static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| {
    joined([
        include_str!("en.json"),
        include_str!("ads.en.json"),
        include_str!("export.en.json"),
        include_str!("menu.en.json"),
        include_str!("goods.en.json"),
        include_str!("shop_orders.en.json"),
        include_str!("shop_service.en.json"),
        include_str!("pay.en.json"),
        include_str!("people.en.json"),
        include_str!("members.en.json"),
        include_str!("keys.en.json"),
        include_str!("marketing.en.json"),
        include_str!("notifications.en.json"),
        include_str!("outside.en.json"),
        include_str!("deliver.en.json"),
        include_str!("print.en.json"),
        include_str!("storefront.en.json"),
        include_str!("trade.en.json"),
    ])
});

fn joined<const N: usize>(files: [&str; N]) -> Catalogue {
    files.into_iter().flat_map(|file| serde_json::from_str::<Catalogue>(file).unwrap_or_default()).collect()
}

/// A language that texts exist in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    Chinese,
    English,
}

impl Language {
    /// `en` and `en-...` are English, everything else is Chinese.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.to_ascii_lowercase().starts_with("en") { Self::English } else { Self::Chinese }
    }

    /// As in requests: `zh-cn` or `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh-cn",
            Self::English => "en",
        }
    }
}

tokio::task_local! {
    /// The language of the request that is being answered.
    pub static LANGUAGE: Language;
}

/// The language of the request that is being answered.
#[must_use]
pub fn current() -> Language {
    LANGUAGE.try_with(|language| *language).unwrap_or_default()
}

/// The text of a key in a language; Chinese where the English one is missing.
#[must_use]
pub fn find_text(language: Language, key: &str) -> Option<String> {
    match language {
        Language::Chinese => CHINESE.get(key),
        Language::English => of_either(&ENGLISH, &CHINESE, key),
    }
    .cloned()
}

/// A text of the first catalogue, or else of the second.
fn of_either<'a>(first: &'a Catalogue, second: &'a Catalogue, key: &str) -> Option<&'a String> {
    first.get(key).filter(|text| !text.is_empty()).or_else(|| second.get(key))
}

/// Keys that begin so; both languages have the same.
#[must_use]
pub fn with_start(start: &str) -> Vec<String> {
    CHINESE.keys().filter(|key| key.starts_with(start)).cloned().collect()
}

/// The text of a key in a language, with `{name}` filled in; the key itself where there is none.
#[must_use]
pub fn text_in(language: Language, key: &str, values: &[(&str, String)]) -> String {
    let mut text = find_text(language, key).unwrap_or_else(|| key.to_owned());
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// The text of a key in the request's language.
#[must_use]
pub fn text(key: &str, values: &[(&str, String)]) -> String {
    text_in(current(), key, values)
}

/// A text that rows have in both languages, in this one; in the other one where that is empty.
#[must_use]
pub fn in_either<'a>(language: Language, chinese: &'a str, english: &'a str) -> &'a str {
    let (own, other) = if language == Language::English { (english, chinese) } else { (chinese, english) };
    if own.is_empty() { other } else { own }
}

/// The same in the request's language.
#[must_use]
pub fn localized(chinese: &str, english: &str) -> String {
    in_either(current(), chinese, english).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_keys_and_places() {
        let places = |text: &String| text.matches('{').count();
        let chinese: std::collections::BTreeMap<_, _> = CHINESE.iter().map(|(key, text)| (key, places(text))).collect();
        let english: std::collections::BTreeMap<_, _> = ENGLISH.iter().map(|(key, text)| (key, places(text))).collect();
        assert!(chinese.len() > 40 && CHINESE.contains_key("captcha.icon.star"));
        assert_eq!(chinese, english);
    }

    #[test]
    fn english_messages_are_right_for_one_as_for_many() {
        const MANY: &[&str] = &["addresses", "days", "errors", "have", "lines", "members", "minutes", "points", "rows", "seconds", "stars"];
        // Limits and figures that are never one.
        const NEVER_ONE: &[&str] = &[
            "address.full",
            "cart.full",
            "error.sheet.many",
            "mail.code.body",
            "notice.reservation.old",
            "notice.transfer.overdue",
            "shop.give.many",
        ];
        let counts = |text: &str| {
            let (words, next) = (text.split_whitespace(), text.split_whitespace().skip(1));
            words.zip(next).any(|(word, next)| {
                let noun = next.trim_end_matches(|letter: char| !letter.is_ascii_alphabetic());
                word.trim_start_matches('(').starts_with('{') && word.ends_with('}') && MANY.contains(&noun)
            })
        };
        let wrong = ENGLISH.iter().filter(|(key, text)| counts(text.as_str()) && !NEVER_ONE.contains(&key.as_str()));
        assert_eq!(wrong.collect::<Vec<_>>(), Vec::<(&String, &String)>::new());
    }

    #[test]
    fn an_empty_text_gives_way_to_the_other_language() {
        assert_eq!(in_either(Language::English, "仓", ""), "仓");
        assert_eq!(in_either(Language::Chinese, "", "Warehouse"), "Warehouse");
        assert_eq!(in_either(Language::English, "仓", "Warehouse"), "Warehouse");
        assert_eq!(in_either(Language::Chinese, "仓", "Warehouse"), "仓");
    }

    #[test]
    fn chinese_stands_in_for_what_english_lacks() {
        let catalogue = |pairs: &[(&str, &str)]| pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect::<Catalogue>();
        let english = catalogue(&[("both", "both"), ("empty", "")]);
        let chinese = catalogue(&[("both", "都有"), ("empty", "空"), ("one", "一")]);
        let shown = |key| of_either(&english, &chinese, key).map(String::as_str);
        assert_eq!([shown("both"), shown("empty"), shown("one"), shown("none")], [Some("both"), Some("空"), Some("一"), None]);
    }
}
