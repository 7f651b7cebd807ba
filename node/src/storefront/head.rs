//! What a page of the site leaves the node with for those who read it without running it: whether it is there, title, description,
//! structured data and, in the shop, its first content. The app draws over it, and takes the data that comes with it.

use std::collections::HashMap;

use entrepot_store::Store;
use entrepot_store::resource::rich_text;
use serde::Serialize;
use serde_json::Value;

use super::first_content::FirstContent;
use super::rating::Rating;
use super::site_pages::{is_place, place};
use super::structured::{crumbs, items, product as product_data};
use super::views::{GoodsCard, GoodsDetail, ShopEvaluations, ShopHome, tree};
use super::{evaluations, reading};
use crate::error::ServiceError;
use crate::html::escaped;
use crate::i18n::{Language, in_either, text_in};
use crate::settings;
use crate::settings::site::SiteChoices;
use crate::site::search::search_terms;
use crate::storefront::reading::Storefront;
use entrepot_store::storefront::shelf::{Sort, Wanted};
use poem_openapi::types::ToJSON;

/// Longest description.
const DESCRIPTION_MAX: usize = 160;

/// A page's head and first content.
#[derive(Debug, Default)]
pub struct Head {
    pub title: String,
    pub description: String,
    /// The one address of what is shown.
    pub canonical: String,
    /// Not to be found by search engines.
    pub hidden: bool,
    /// `website` or `product`.
    pub kind: &'static str,
    pub image: String,
    pub structured: Vec<Value>,
    /// HTML: the first content.
    pub content: String,
    /// The picture that the reader waits for.
    pub picture: String,
    pub language: Language,
    pub dark: bool,
    /// The answer to the app's first request, under the request's cache key.
    pub early: Option<(String, Value)>,
}

/// Number of evaluations in the structured data.
const REVIEWS: i64 = 5;

/// Whether the site has something at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Found,
    Missing,
    /// A page of the shop while that is closed.
    Closed,
}

/// How a page leaves the node.
#[derive(Debug)]
pub struct Page {
    pub presence: Presence,
    pub head: Option<Head>,
}

/// A request for a page: its path, the parameters, where the site is and the reader's language.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub path: &'a str,
    pub query: &'a str,
    /// `https://example.com`, without a slash at its end.
    pub origin: &'a str,
    pub language: Language,
    /// As the reader has chosen it.
    pub dark: bool,
}

/// JSON within a script element, which no text in it can end.
pub(super) fn within_script(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The words of HTML, for a description.
pub(super) fn plain(html: &str) -> String {
    rich_text::words(html).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn short(text: &str) -> String {
    text.chars().take(DESCRIPTION_MAX).collect()
}

fn parameter(query: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).filter(|value| !value.is_empty())
}

/// A stored address, whole.
pub(super) fn whole(origin: &str, url: &str) -> String {
    if url.starts_with('/') && !url.starts_with("//") { format!("{origin}{url}") } else { url.to_owned() }
}

fn home(asked: &Asked<'_>, first: &FirstContent<'_>, home: &ShopHome) -> Head {
    let words = |key: &str| text_in(asked.language, key, &[]);
    let shown: Vec<GoodsCard> = home.hot.iter().chain(&home.newest).cloned().collect();
    let picture = home.banners.first().map(|banner| &banner.image).or_else(|| shown.first().map(|card| &card.image));
    Head {
        content: first.home(home),
        title: words("storefront.title"),
        description: words("storefront.about"),
        canonical: format!("{}/shop", asked.origin),
        kind: "website",
        image: picture.map(|image| whole(asked.origin, image)).unwrap_or_default(),
        picture: picture.map(|image| first.file(image)).unwrap_or_default(),
        structured: vec![items(asked.origin, &shown)],
        early: home.to_json().map(|data| ("home".to_owned(), data)),
        ..Head::default()
    }
}

/// Parameters of a list's address, with the app's names and in its order.
const ASKED: &[&str] = &["search", "classify_id", "coupon_id", "price_min", "price_max", "in_stock", "order", "page"];

/// The key under which the app keeps a list.
fn list_key(query: &str) -> String {
    let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let parts = ASKED.iter().filter_map(|name| Some(format!("{}:{}", text(name), text(&parameter(query, name)?))));
    format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
}

/// The address of a page of the list, with all that is asked of it.
fn list_address(query: &str, page: i64) -> String {
    let mut made = form_urlencoded::Serializer::new(String::new());
    for name in ASKED.iter().filter(|name| **name != "page") {
        if let Some(value) = parameter(query, name) {
            made.append_pair(name, &value);
        }
    }
    if page > 1 {
        made.append_pair("page", &page.to_string());
    }
    let made = made.finish();
    if made.is_empty() { "/shop/list".to_owned() } else { format!("/shop/list?{made}") }
}

async fn list(storefront: &Storefront, asked: &Asked<'_>, first: &FirstContent<'_>) -> Result<Option<Head>, ServiceError> {
    let given = |name: &str| parameter(asked.query, name);
    let classify = given("classify_id").and_then(|id| id.parse().ok());
    let page = given("page").and_then(|page| page.parse::<i64>().ok()).unwrap_or(1).max(1);
    let search = given("search").unwrap_or_default();
    let front = storefront.store.shop_front().await?;
    let known = classify.map(|id| front.classify(id));
    if matches!(known, Some(None)) {
        return Ok(None);
    }
    let coupon: Option<i64> = given("coupon_id").and_then(|id| id.parse().ok());
    let price = |name: &str| given(name).and_then(|price| price.trim().parse().ok());
    let wanted = Wanted {
        words: search_terms(&search),
        classifies: reading::in_classify(&front, classify),
        good_for: reading::good_for(storefront, &front, coupon).await?,
        price_min: price("price_min"),
        price_max: price("price_max"),
        in_stock: given("in_stock").as_deref() == Some("1"),
        sort: Sort::named(&given("order").unwrap_or_default()),
    };
    let narrowed = coupon.is_some() || wanted.price_min.is_some() || wanted.price_max.is_some() || wanted.in_stock;
    let found = reading::list(storefront, &wanted, Some(page), None).await?;
    if page > 1 && found.list.is_empty() {
        return Ok(None);
    }
    let name = match known.flatten() {
        Some(row) => in_either(asked.language, &row.name, &row.name_en).to_owned(),
        None if search.is_empty() && coupon.is_some() => text_in(asked.language, "storefront.for_coupon", &[]),
        None if search.is_empty() => text_in(asked.language, "storefront.all", &[]),
        None => search.clone(),
    };
    let mut canonical = format!("{}/shop/list", asked.origin);
    let parts = classify.map(|id| format!("classify_id={id}")).into_iter().chain((page > 1).then(|| format!("page={page}")));
    let parts = parts.collect::<Vec<_>>().join("&");
    if !parts.is_empty() {
        canonical = format!("{canonical}?{parts}");
    }
    let mut way = vec![(text_in(asked.language, "storefront.title", &[]), "/shop".to_owned())];
    way.push((name.clone(), list_address(asked.query, 1)));
    let picture = found.list.first().map(|card| card.image.as_str()).unwrap_or_default();
    Ok(Some(Head {
        title: name.clone(),
        description: text_in(asked.language, "storefront.list", &[("name", name.clone())]),
        canonical,
        hidden: !search.is_empty() || narrowed,
        kind: "website",
        image: whole(asked.origin, picture),
        picture: first.file(picture),
        structured: vec![items(asked.origin, &found.list), crumbs(asked.origin, &way)],
        content: first.list(&name, &tree(&front, 0, 0), &found, page, |page| list_address(asked.query, page)),
        early: found.to_json().map(|data| (list_key(asked.query), data)),
        ..Head::default()
    }))
}

fn product(asked: &Asked<'_>, first: &FirstContent<'_>, goods: &GoodsDetail, said: &ShopEvaluations) -> Head {
    let canonical = format!("{}/shop/goods/{}", asked.origin, goods.id);
    let images: Vec<String> = goods.images.iter().map(|image| whole(asked.origin, image)).collect();
    let summary = [goods.sub_name.clone(), plain(&goods.content)].into_iter().find(|text| !text.is_empty());
    let description = short(&summary.unwrap_or_else(|| goods.name.clone()));
    let rating = said.stars.as_slice().try_into().ok().and_then(Rating::of);
    let mut way = vec![(text_in(asked.language, "storefront.title", &[]), "/shop".to_owned())];
    way.extend(goods.classify.iter().map(|one| (one.name.clone(), format!("/shop/list?classify_id={}", one.id))));
    way.push((goods.name.clone(), format!("/shop/goods/{}", goods.id)));
    let structured = product_data(&canonical, &description, &images, goods, rating, &said.list, &first.currency.code);
    Head {
        title: goods.name.clone(),
        description,
        canonical,
        kind: "product",
        image: images.first().cloned().unwrap_or_default(),
        picture: goods.images.first().map(|image| first.file(image)).unwrap_or_default(),
        structured: vec![structured, crumbs(asked.origin, &way)],
        content: first.goods(goods, rating),
        early: goods.to_json().map(|data| (goods.id.to_string(), data)),
        ..Head::default()
    }
}

/// Pages of the app below the shop that are found by their path alone.
const SHOP_PAGES: &[&str] = &["/shop/cart", "/shop/checkout", "/shop/coupons"];
/// Those of the site.
pub(super) const SITE_PAGES: &[&str] =
    &["", "/platform", "/cases", "/customs", "/assistant", "/about", "/help", "/trial", "/401", "/preview", "/unsubscribe"];
pub(super) const TRADES: &[&str] = &["electronics", "textile", "automotive"];

/// Whether the site has a page there, by its path alone or by a rule of the site.
async fn there(store: &Store, path: &str) -> Result<bool, ServiceError> {
    let lower = path.to_ascii_lowercase();
    let below = |above: &str| lower.strip_prefix(above).is_some_and(|rest| !rest.is_empty() && !rest.contains('/'));
    let trade = lower.strip_prefix("/industries/").is_some_and(|trade| TRADES.contains(&trade));
    let code = lower.strip_prefix("/customs/").is_some_and(entrepot_store::trade::hs::is_code);
    if code || SITE_PAGES.contains(&lower.as_str()) || SHOP_PAGES.contains(&lower.as_str()) || trade || below("/shop/pay/") {
        return Ok(true);
    }
    let bare = |path: &str| path.trim_matches('/').to_ascii_lowercase();
    let rules = store.member_rules().await?;
    let site = |kind: &str| matches!(kind, "route" | "nav" | "nav_user_menu");
    Ok(rules.iter().any(|rule| site(&rule.kind) && !rule.path.is_empty() && bare(&rule.path) == bare(path)))
}

async fn shop(storefront: &Storefront, asked: &Asked<'_>, first: &FirstContent<'_>, path: &str) -> Result<Option<Head>, ServiceError> {
    if path == "/shop" {
        return Ok(Some(home(asked, first, &reading::home(storefront).await?)));
    }
    if path == "/shop/list" {
        return list(storefront, asked, first).await;
    }
    let Some(id) = path.strip_prefix("/shop/goods/").and_then(|id| id.parse().ok()) else { return Ok(None) };
    let goods = reading::detail(storefront, id).await?;
    let said = evaluations::of(storefront, id, Default::default(), None, Some(REVIEWS)).await?;
    Ok(Some(product(asked, first, &goods, &said)))
}

/// What the site is called, if it has a name. Without one a page is still worth sending.
pub(super) async fn site_name(storefront: &Storefront) -> Option<String> {
    let stored = settings::value_of(&storefront.site, "site_name").await;
    let name = stored.inspect_err(|error| tracing::warn!(%error, "the name of the site could not be read"));
    name.ok().flatten().filter(|name| !name.is_empty())
}

/// A page of the site as the node sends it. If its data can't be read, the page is sent without, and the app shows the
/// error.
pub async fn page(storefront: &Storefront, asked: &Asked<'_>) -> Page {
    let choices = SiteChoices::read(&storefront.site).await;
    let choices = choices.inspect_err(|error| tracing::warn!(%error, "the settings of the site could not be read"));
    let choices = choices.unwrap_or_else(|_| SiteChoices::of(&HashMap::new()));
    let path = match asked.path.trim_end_matches('/') {
        "" if choices.home == "shop" => "/shop",
        path => path,
    };
    let upload = &*storefront.upload;
    let first = FirstContent {
        currency: &choices.currency,
        language: asked.language,
        cdn: (!upload.cdn_url.is_empty()).then_some(upload),
        now: storefront.clock.now(),
    };
    let found = match path {
        "/shop" | "/shop/list" => shop(storefront, asked, &first, path).await,
        path if path.starts_with("/shop/goods/") => shop(storefront, asked, &first, path).await,
        path => {
            let looked = match is_place(path) {
                true => place(storefront, asked).await.map(|place| place.is_some()),
                false => there(&storefront.store, path).await,
            };
            let known = looked.inspect_err(|error| tracing::warn!(%error, path, "the pages of the site could not be read")).unwrap_or(true);
            return Page { presence: if known { Presence::Found } else { Presence::Missing }, head: None };
        }
    };
    match found {
        Ok(Some(mut head)) => {
            let name = site_name(storefront).await;
            let searched = parameter(asked.query, "search").unwrap_or_default();
            head.content = first.page(name.as_deref().unwrap_or(SITE_NAME), &searched, &head.content);
            (head.language, head.dark) = (asked.language, asked.dark);
            if let Some(name) = name {
                head.title = format!("{} - {name}", head.title);
            }
            Page { presence: Presence::Found, head: Some(head) }
        }
        Ok(None) | Err(ServiceError::Refused { key: "error.not_found", .. }) => Page { presence: Presence::Missing, head: None },
        Err(ServiceError::Refused { key: "shop.closed", .. }) => Page { presence: Presence::Closed, head: None },
        Err(ServiceError::Refused { .. }) => Page { presence: Presence::Found, head: None },
        Err(error) => {
            tracing::warn!(%error, path, "the first content of a page could not be read");
            Page { presence: Presence::Found, head: None }
        }
    }
}

/// The name of a site that has none.
pub(super) const SITE_NAME: &str = "Entrepot";

/// A `<meta>`.
pub(super) fn meta(kind: &str, name: &str, content: &str) -> String {
    format!("<meta {kind}=\"{name}\" content=\"{}\">", escaped(content))
}

/// The page, which says that it is in this language.
pub(super) fn speaking(page: &str, language: Language) -> String {
    match language {
        Language::English => page.replacen("<html lang=\"zh-CN\">", "<html lang=\"en\">", 1),
        Language::Chinese => page.to_owned(),
    }
}

/// Takes out the element of a page that begins so.
pub(super) fn without(page: &mut String, begins: &str, ends: &str) {
    if let Some(from) = page.find(begins)
        && let Some(length) = page[from..].find(ends)
    {
        page.replace_range(from..from + length + ends.len(), "");
    }
}

impl Head {
    /// The page with this head and first content in it.
    #[must_use]
    pub fn in_page(&self, page: &str) -> String {
        let mut page = speaking(page, self.language);
        without(&mut page, "<title>", "</title>");
        for meta in ["<meta name=\"description\"", "<meta property=\"og:type\"", "<meta property=\"og:title\"", "<meta property=\"og:description\""] {
            without(&mut page, meta, ">");
        }
        if self.dark {
            page = page.replacen("<body>", "<body arco-theme=\"dark\">", 1);
        }
        // It would cover what is there already.
        without(&mut page, "<div id=\"splash\"", "</div>");
        if !self.picture.is_empty() {
            let ahead = format!("<head><link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"{}\">", escaped(&self.picture));
            page = page.replacen("<head>", &ahead, 1);
        }
        let mut head = format!("<title>{}</title>", escaped(&self.title));
        head.push_str(&meta("name", "description", &self.description));
        head.push_str(&meta("name", "robots", if self.hidden { "noindex" } else { "index,follow" }));
        for (name, content) in [("og:type", self.kind), ("og:title", &self.title), ("og:description", &self.description), ("og:url", &self.canonical)]
        {
            head.push_str(&meta("property", name, content));
        }
        if !self.image.is_empty() {
            without(&mut page, "<meta property=\"og:image\"", ">");
            head.push_str(&meta("property", "og:image", &self.image));
        }
        head.push_str(&format!("<link rel=\"canonical\" href=\"{}\">", escaped(&self.canonical)));
        for structured in &self.structured {
            head.push_str(&format!("<script type=\"application/ld+json\">{}</script>", within_script(structured)));
        }
        // After what is seen: it is read when the app begins.
        if let Some((key, data)) = &self.early {
            let early = format!("<script type=\"application/json\" id=\"early\" data-key=\"{}\">{}</script>", escaped(key), within_script(data));
            page = page.replacen("</body>", &format!("{early}</body>"), 1);
        }
        let page = page.replacen("</head>", &format!("{head}</head>"), 1);
        page.replacen("<div id=\"root\"></div>", &format!("<div id=\"root\">{}</div>", self.content), 1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PAGE: &str =
        "<html><head><meta name=\"description\" content=\"old\" /><title>Old</title></head><body><div id=\"root\"></div></body></html>";

    #[test]
    fn a_head_takes_the_place_of_the_usual_one_and_nothing_breaks_out_of_it() {
        let head = Head {
            title: "Pen <b>\"best\"</b>".into(),
            description: "A & B".into(),
            canonical: "https://shop.example/shop/goods/1".into(),
            kind: "product",
            structured: vec![json!({ "name": "</script><script>alert(1)" })],
            content: "<h1>Pen</h1>".into(),
            early: Some(("1".into(), json!({ "name": "</script>" }))),
            ..Head::default()
        };
        let page = head.in_page(PAGE);
        assert!(page.contains("<title>Pen &lt;b&gt;&quot;best&quot;&lt;/b&gt;</title>") && !page.contains("Old") && !page.contains("old"), "{page}");
        assert!(page.contains("<div id=\"root\"><h1>Pen</h1></div>"));
        assert_eq!((page.matches("</script>").count(), page.matches("<script").count()), (2, 2), "{page}");
        assert!(page.contains("content=\"A &amp; B\"") && page.contains("rel=\"canonical\" href=\"https://shop.example/shop/goods/1\""));
    }

    #[test]
    fn a_first_content_is_in_the_readers_language_and_light_and_nothing_covers_it() {
        let page = "<html lang=\"zh-CN\"><head></head><body><div id=\"splash\"></div><div id=\"root\"></div></body></html>";
        let head = Head { language: Language::English, dark: true, picture: "/a b.png".into(), content: "<p>x</p>".into(), ..Head::default() };
        let shown = head.in_page(page);
        assert!(shown.starts_with("<html lang=\"en\"><head><link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"/a b.png\">"), "{shown}");
        assert!(shown.contains("<body arco-theme=\"dark\"><div id=\"root\"><p>x</p></div>"), "{shown}");
        let plain = Head { language: Language::Chinese, ..head }.in_page(page);
        assert!(plain.starts_with("<html lang=\"zh-CN\">"));
    }

    #[test]
    fn a_list_is_kept_under_the_key_that_the_app_has_for_it() {
        let query = "page=2&order=&search=a%20%22b%22&other=1&in_stock=1";
        assert_eq!(list_key(query), r#"{"search":"a \"b\"","in_stock":"1","page":"2"}"#);
        assert_eq!(list_key(""), "{}");
        assert_eq!(list_address(query, 3), "/shop/list?search=a+%22b%22&in_stock=1&page=3");
        assert_eq!(list_address("page=2", 1), "/shop/list");
    }

    #[test]
    fn descriptions_are_words() {
        assert_eq!(plain("<p>One <b>two</b></p>\n<img src=\"x\">three"), "One two three");
        assert_eq!(whole("https://a.cn", "/x.png"), "https://a.cn/x.png");
        assert_eq!(whole("https://a.cn", "//cdn/x.png"), "//cdn/x.png");
        assert_eq!(parameter("a=1&b=", "b"), None);
    }
}
