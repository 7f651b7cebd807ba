//! The words in the head of a page that leaves the node without first content: the app draws all of it, but its title and
//! description are in the reader's language before a script runs.

use super::head::{Asked, Presence, SITE_NAME, meta, site_name, speaking, within_script, without};
use super::reading::Storefront;
use super::site_pages::{SitePlace, is_place, place};
use crate::html::escaped;
use crate::i18n::{Language, text_in};

/// What the head says of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageWords {
    language: Language,
    title: String,
    description: String,
    /// Not to be found by search engines.
    hidden: bool,
    /// The article or the company that is shown.
    place: Option<SitePlace>,
}

/// Keys of the title and the description. Nothing is the title of a page that is called like the site.
fn keys(path: &str, presence: Presence) -> (Option<&'static str>, &'static str) {
    match (presence, path) {
        (Presence::Missing, _) => (Some("site.missing"), "site.missing"),
        (Presence::Closed, _) => (Some("storefront.title"), "shop.closed"),
        (Presence::Found, "/shop/coupons") => (Some("storefront.coupons"), "storefront.coupons.about"),
        (Presence::Found, "/cases") => (Some("site.page.cases"), "site.page.cases.about"),
        (Presence::Found, "/about") => (Some("site.page.about"), "site.page.about.about"),
        (Presence::Found, "/help") => (Some("site.page.help"), "site.page.help.about"),
        (Presence::Found, "/customs") => (Some("site.page.customs"), "site.page.customs.about"),
        (Presence::Found, "/platform") => (Some("site.page.platform"), "site.page.platform.about"),
        (Presence::Found, "/trial") => (Some("site.page.trial"), "site.page.trial.about"),
        (Presence::Found, "/assistant") => (Some("site.page.assistant"), "site.page.assistant.about"),
        (Presence::Found, "/industries/electronics") => (Some("site.page.electronics"), "site.page.electronics.about"),
        (Presence::Found, "/industries/textile") => (Some("site.page.textile"), "site.page.textile.about"),
        (Presence::Found, "/industries/automotive") => (Some("site.page.automotive"), "site.page.automotive.about"),
        (Presence::Found, _) => (None, "site.about"),
    }
}

impl PageWords {
    /// Those of the page that was asked for.
    pub async fn of(storefront: &Storefront, asked: &Asked<'_>, presence: Presence) -> Self {
        let (title, description) = keys(asked.path.trim_end_matches('/'), presence);
        let name = site_name(storefront).await.unwrap_or_else(|| SITE_NAME.to_owned());
        if presence == Presence::Found && is_place(asked.path.trim_end_matches('/')) {
            match place(storefront, asked).await {
                Ok(Some(place)) => return Self::of_place(asked.language, place, &name),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, path = asked.path, "what a page says could not be read"),
            }
        }
        let words = |key: &str| text_in(asked.language, key, &[]);
        Self {
            language: asked.language,
            title: title.map_or_else(|| name.clone(), |key| format!("{} - {name}", words(key))),
            description: words(description),
            hidden: presence == Presence::Missing,
            place: None,
        }
    }

    /// Those of an article or a company.
    fn of_place(language: Language, place: SitePlace, site: &str) -> Self {
        Self { language, title: format!("{} - {site}", place.title), description: place.description.clone(), hidden: false, place: Some(place) }
    }

    /// The page with these words.
    #[must_use]
    pub fn in_page(&self, page: &str) -> String {
        let mut page = speaking(page, self.language);
        without(&mut page, "<title>", "</title>");
        for meta in ["<meta name=\"description\"", "<meta property=\"og:title\"", "<meta property=\"og:description\""] {
            without(&mut page, meta, ">");
        }
        let mut head = format!("<title>{}</title>{}", escaped(&self.title), meta("name", "description", &self.description));
        if self.hidden {
            head.push_str(&meta("name", "robots", "noindex"));
        }
        head.push_str(&meta("property", "og:title", &self.title));
        head.push_str(&meta("property", "og:description", &self.description));
        if let Some(place) = &self.place {
            head.push_str(&of_place(&mut page, place));
        }
        page.replacen("</head>", &format!("{head}</head>"), 1)
    }
}

/// What the head says of an article or a company beside its words.
fn of_place(page: &mut String, place: &SitePlace) -> String {
    without(page, "<meta property=\"og:type\"", ">");
    let mut head = meta("property", "og:type", place.kind);
    head.push_str(&meta("property", "og:url", &place.canonical));
    if !place.image.is_empty() {
        without(page, "<meta property=\"og:image\"", ">");
        head.push_str(&meta("property", "og:image", &place.image));
    }
    head.push_str(&format!("<link rel=\"canonical\" href=\"{}\">", escaped(&place.canonical)));
    for structured in &place.structured {
        head.push_str(&format!("<script type=\"application/ld+json\">{}</script>", within_script(structured)));
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_the_app_draws_keeps_its_splash_and_says_what_it_is() {
        let page = "<html lang=\"zh-CN\"><head><title>Old</title><meta name=\"description\" content=\"old\" /></head>\
            <body><div id=\"splash\"></div><div id=\"root\"></div></body></html>";
        let words = PageWords { language: Language::English, title: "Not <here>".into(), description: "A & B".into(), hidden: true, place: None };
        let shown = words.in_page(page);
        assert!(shown.starts_with("<html lang=\"en\">") && shown.contains("<title>Not &lt;here&gt;</title>"), "{shown}");
        assert!(shown.contains("content=\"A &amp; B\"") && shown.contains("content=\"noindex\"") && shown.contains("id=\"splash\""), "{shown}");
        assert!(!shown.contains("Old") && !shown.contains("\"old\""), "{shown}");
        let plain = PageWords { language: Language::Chinese, hidden: false, ..words }.in_page(page);
        assert!(plain.starts_with("<html lang=\"zh-CN\">") && !plain.contains("noindex"), "{plain}");
    }

    #[test]
    fn keys_say_what_a_page_is() {
        assert_eq!(keys("/nowhere", Presence::Missing).0, Some("site.missing"));
        assert_eq!(keys("/shop", Presence::Closed), (Some("storefront.title"), "shop.closed"));
        assert_eq!(keys("/shop/coupons", Presence::Found).0, Some("storefront.coupons"));
        assert_eq!(keys("/about", Presence::Found), (Some("site.page.about"), "site.page.about.about"));
        assert_eq!(keys("", Presence::Found), (None, "site.about"));
    }
}
