//! The first content of the shop's pages: what is shown before the app has arrived, and all that is read where no script
//! runs. Its places and measures are those of the app's pages, so that nothing moves when the app draws over it.

use super::rating::Rating;
use super::views::{GoodsCard, GoodsCards, GoodsDetail, ShopBanner, ShopClassify, ShopHome, ShopNotice, StockHint};
use crate::config::services::UploadConfig;
use crate::html::escaped;
use crate::i18n::{Language, text_in};
use crate::settings::address::is_own;
use crate::settings::site::Currency;

/// Element that the app waits for and takes the place of.
const ID: &str = "first";
/// Inline, as a page that waits for another file is a page that comes later.
const STYLE: &str = include_str!("first_content.css");
/// Cards of a row whose pictures are there at once.
const EAGER: usize = 4;
/// Classifies below a classify that are named beside it.
const BELOW: usize = 3;
/// Goods of a page of the list.
const PAGE: i64 = 20;

/// Whether an address of an advert may be followed: a page of the site, or another site's over https.
fn leads(to: &str) -> bool {
    to.starts_with("https://") || is_own(to)
}

/// What all of a page's first content needs.
#[derive(Clone, Copy, Debug)]
pub struct FirstContent<'a> {
    pub currency: &'a Currency,
    pub language: Language,
    /// Where a CDN serves the files.
    pub cdn: Option<&'a UploadConfig>,
    /// Unix seconds.
    pub now: i64,
}

impl FirstContent<'_> {
    fn text(&self, key: &str) -> String {
        escaped(&text_in(self.language, key, &[]))
    }

    fn text_with(&self, key: &str, values: &[(&str, String)]) -> String {
        escaped(&text_in(self.language, key, values))
    }

    /// The address of a file exactly as the app requests it, so that the browser loads it once.
    #[must_use]
    pub fn file(&self, url: &str) -> String {
        self.cdn.map_or_else(|| url.to_owned(), |config| crate::file::full_url(config, "", url))
    }

    fn picture(&self, url: &str, alt: &str, size: (u32, u32), eager: bool) -> String {
        if url.is_empty() {
            return String::new();
        }
        // What is waited for is painted with the page, not one frame later.
        let way = if eager { "decoding=\"sync\" fetchpriority=\"high\"" } else { "decoding=\"async\" loading=\"lazy\"" };
        let (width, height) = size;
        format!("<img src=\"{}\" alt=\"{}\" width=\"{width}\" height=\"{height}\" {way}>", escaped(&self.file(url)), escaped(alt))
    }

    /// Everything that is on a page of the shop: the site's bar, search, and the content.
    #[must_use]
    pub fn page(&self, site_name: &str, searched: &str, content: &str) -> String {
        format!(
            "<style>{STYLE}</style><div id=\"{ID}\" class=\"f\"><header class=\"f-head\"><div><a href=\"/\">\
             <img src=\"/favicon.svg\" alt=\"\" width=\"30\" height=\"30\"><span>{}</span></a></div></header>\
             <main class=\"f-shop\"><div class=\"f-bar\"><nav><a href=\"/shop\">{}</a><a href=\"/shop/list\">{}</a>\
             <a href=\"/shop/coupons\">{}</a></nav>\
             <form role=\"search\" action=\"/shop/list\"><input type=\"search\" name=\"search\" maxlength=\"100\" value=\"{}\" \
             placeholder=\"{search}\" aria-label=\"{search}\"><button>{}</button></form></div><div class=\"f-page\">{content}</div></main></div>",
            escaped(site_name),
            self.text("storefront.home"),
            self.text("storefront.all"),
            self.text("storefront.coupons"),
            escaped(searched),
            self.text("storefront.find"),
            search = self.text("storefront.search"),
        )
    }

    fn price(&self, price: &str, before: &str) -> String {
        let dearer = before.len() > price.len() || (before.len() == price.len() && before > price);
        let money = |amount: &str| escaped(&self.currency.shown(amount));
        let struck = if dearer { format!("<del>{}</del>", money(before)) } else { String::new() };
        format!("<span class=\"f-price\">{}{struck}</span>", money(price))
    }

    fn sold(&self, count: i64) -> String {
        if count > 0 { format!("<span>{}</span>", self.text_with("storefront.sold", &[("count", count.to_string())])) } else { String::new() }
    }

    /// What is said over the picture of goods that can't be bought as usual: the sale when it is not running, else the
    /// stock.
    fn badge(&self, card: &GoodsCard) -> String {
        let kind = match card.stock {
            _ if card.sale_start > self.now => "early",
            _ if card.sale_end > 0 && card.sale_end <= self.now => "late",
            StockHint::In => return String::new(),
            StockHint::Few => "few",
            StockHint::Out => "out",
        };
        format!("<span class=\"f-badge\" data-kind=\"{kind}\">{}</span>", self.text(&format!("storefront.{kind}")))
    }

    fn card(&self, card: &GoodsCard, eager: bool) -> String {
        let out = if card.stock == StockHint::Out { " data-stock=\"out\"" } else { "" };
        let sub = if card.sub_name.is_empty() { String::new() } else { format!("<span class=\"f-sub\">{}</span>", escaped(&card.sub_name)) };
        format!(
            "<li class=\"f-card\"{out}><a href=\"/shop/goods/{}\"><span class=\"f-shot\">{}{}</span><span class=\"f-name\">{}</span>{sub}\
             <span class=\"f-foot\">{}{}</span></a></li>",
            card.id,
            self.picture(&card.image, "", (320, 320), eager),
            self.badge(card),
            escaped(&card.name),
            self.price(&card.price.to_string(), &card.origin_price.to_string()),
            self.sold(card.sales),
        )
    }

    fn grid(&self, list: &[GoodsCard], eager: bool) -> String {
        let cards = list.iter().enumerate().map(|(at, card)| self.card(card, eager && at < EAGER));
        format!("<ul class=\"f-grid\">{}</ul>", cards.collect::<String>())
    }

    fn row(&self, title: &str, list: &[GoodsCard], eager: bool) -> String {
        if list.is_empty() {
            return String::new();
        }
        format!("<section class=\"f-row\"><h2>{}</h2>{}</section>", self.text(title), self.grid(list, eager))
    }

    fn tree(list: &[ShopClassify], most: usize) -> String {
        if list.is_empty() {
            return String::new();
        }
        let line = |one: &ShopClassify| {
            format!("<li><a href=\"/shop/list?classify_id={}\">{}</a>{}</li>", one.id, escaped(&one.name), Self::tree(&one.children, most))
        };
        format!("<ul>{}</ul>", list.iter().take(most).map(line).collect::<String>())
    }

    fn kinds(&self, list: &[ShopClassify]) -> String {
        if list.is_empty() {
            return String::new();
        }
        let mark = |one: &ShopClassify| match one.image.as_str() {
            "" => escaped(&one.name.chars().take(1).collect::<String>()),
            image => self.picture(image, "", (44, 44), false),
        };
        let line = |one: &ShopClassify| {
            format!(
                "<li><a href=\"/shop/list?classify_id={}\"><i>{}</i>{}</a>{}</li>",
                one.id,
                mark(one),
                escaped(&one.name),
                Self::tree(&one.children, BELOW)
            )
        };
        format!(
            "<nav class=\"f-kinds\" aria-label=\"{}\"><ul>{}</ul></nav>",
            self.text("storefront.kinds"),
            list.iter().map(line).collect::<String>()
        )
    }

    fn banner(&self, banner: &ShopBanner) -> String {
        let to = match (banner.link_type, banner.link_value.as_str()) {
            (1, id) if id.parse::<i64>().is_ok() => format!("/shop/goods/{id}"),
            (2, id) if id.parse::<i64>().is_ok() => format!("/shop/list?classify_id={id}"),
            (3, _) => "/shop/coupons".to_owned(),
            (4, to) if leads(to) => to.to_owned(),
            _ => String::new(),
        };
        // What is read over a picture is not said again.
        let alt = if banner.worded { "" } else { banner.name.as_str() };
        let line = if banner.subtitle.is_empty() { String::new() } else { format!("<span>{}</span>", escaped(&banner.subtitle)) };
        let words = format!("<span class=\"f-words\"><strong>{}</strong>{line}</span>", escaped(&banner.name));
        let words = if banner.worded { words } else { String::new() };
        let picture = format!("{}{words}", self.picture(&banner.image, alt, (1080, 400), true));
        if to.is_empty() {
            format!("<div class=\"f-banner\">{picture}</div>")
        } else {
            format!("<a class=\"f-banner\" href=\"{}\">{picture}</a>", escaped(&to))
        }
    }

    fn notice(notice: &ShopNotice) -> String {
        let content = escaped(&notice.content);
        if leads(&notice.link) { format!("<li><a href=\"{}\">{content}</a></li>", escaped(&notice.link)) } else { format!("<li>{content}</li>") }
    }

    /// The home page.
    #[must_use]
    pub fn home(&self, home: &ShopHome) -> String {
        let notices: String = home.notices.iter().map(Self::notice).collect();
        let notices = if notices.is_empty() { notices } else { format!("<ul class=\"f-notices\">{notices}</ul>") };
        let banner = home.banners.first().map(|banner| self.banner(banner));
        format!(
            "<h1 class=\"f-hidden\">{}</h1><p class=\"f-hidden\">{}</p>{notices}<div class=\"f-top\"{}>{}{}</div>{}{}",
            self.text("storefront.title"),
            self.text("storefront.about"),
            if banner.is_none() { " data-plain" } else { "" },
            self.kinds(&home.classify),
            banner.as_deref().unwrap_or_default(),
            self.row("storefront.hot", &home.hot, banner.is_none()),
            self.row("storefront.newest", &home.newest, false),
        )
    }

    /// A page of goods; `to` is the address of another page of the list.
    #[must_use]
    pub fn list(&self, name: &str, classifies: &[ShopClassify], found: &GoodsCards, page: i64, to: impl Fn(i64) -> String) -> String {
        let turn = |there: bool, page: i64, key: &str, rel: &str| {
            if there { format!("<a rel=\"{rel}\" href=\"{}\">{}</a>", escaped(&to(page)), self.text(key)) } else { String::new() }
        };
        let empty = if found.list.is_empty() { format!("<p>{}</p>", self.text("storefront.none")) } else { String::new() };
        format!(
            "<div class=\"f-list\"><section><h1>{}</h1>{}{empty}<div class=\"f-turn\">{}{}</div></section>\
             <nav class=\"f-tree\" aria-label=\"{}\"><a href=\"/shop/list\">{}</a>{}</nav></div>",
            escaped(name),
            self.grid(&found.list, true),
            turn(page > 1, page - 1, "storefront.before", "prev"),
            turn(page.saturating_mul(PAGE) < found.total, page + 1, "storefront.next", "next"),
            self.text("storefront.kinds"),
            self.text("storefront.all"),
            Self::tree(classifies, usize::MAX),
        )
    }

    /// One of the goods.
    #[must_use]
    pub fn goods(&self, goods: &GoodsDetail, rating: Option<Rating>) -> String {
        let way: String =
            goods.classify.iter().map(|one| format!("› <a href=\"/shop/list?classify_id={}\">{}</a>", one.id, escaped(&one.name))).collect();
        let picture = goods.images.first().map(|image| self.picture(image, &goods.name, (640, 640), true));
        let sub = if goods.sub_name.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(&goods.sub_name)) };
        let hint = match goods.stock {
            StockHint::In => "storefront.in",
            StockHint::Few => "storefront.few",
            StockHint::Out => "storefront.out",
        };
        let several = goods.skus.len() > 1;
        let skus = goods
            .skus
            .iter()
            .filter(|_| several)
            .map(|sku| format!("<li>{} {}</li>", escaped(&sku.sku_text), escaped(&self.currency.shown(&sku.price.to_string()))));
        let rated = rating.map(|rating| {
            let values = [("average", rating.average()), ("count", rating.count.to_string())];
            format!("<p>{}</p>", self.text_with("storefront.rated", &values))
        });
        let params = goods.params.iter().map(|param| format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(&param.name), escaped(&param.value)));
        format!(
            "<nav class=\"f-way\"><a href=\"/shop\">{}</a>{way}</nav><div class=\"f-columns\"><div class=\"f-gallery\">{}</div>\
             <section class=\"f-sale\"><h1>{}</h1>{sub}<div class=\"f-priced\">{}{}</div><ul class=\"f-skus\">{}</ul><p>{}</p>{}</section></div>\
             <section class=\"f-part\"><h2>{}</h2>{}</section><section class=\"f-part\"><h2>{}</h2><dl>{}</dl></section>",
            self.text("storefront.home"),
            picture.unwrap_or_default(),
            escaped(&goods.name),
            self.price(&goods.price.to_string(), &goods.origin_price.to_string()),
            self.sold(goods.sales),
            skus.collect::<String>(),
            self.text(hint),
            rated.unwrap_or_default(),
            self.text("storefront.details"),
            // Scripts and addresses of other sites were taken out of it when it was stored.
            goods.content,
            self.text("storefront.params"),
            params.collect::<String>(),
        )
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::storefront::shelf::Card;

    use super::*;

    const CURRENCY: Currency = Currency { code: String::new(), symbol: String::new(), place: String::new() };
    const FIRST: FirstContent<'_> = FirstContent { currency: &CURRENCY, language: Language::English, cdn: None, now: 100 };

    fn banner(worded: bool) -> ShopBanner {
        ShopBanner {
            id: 1,
            name: "A \"b\"".into(),
            image: "/x.png".into(),
            link_type: 0,
            link_value: String::new(),
            worded,
            subtitle: "c & d".into(),
        }
    }

    #[test]
    fn a_banner_leads_to_pages_and_other_sites_but_never_to_a_script() {
        let lead = |link_type, link_value: &str| FIRST.banner(&ShopBanner { link_type, link_value: link_value.into(), ..banner(false) });
        assert!(lead(1, "7").starts_with("<a class=\"f-banner\" href=\"/shop/goods/7\"><img src=\"/x.png\" alt=\"A &quot;b&quot;\""));
        assert!(lead(4, "https://a.example/?a=1&b=2").contains("href=\"https://a.example/?a=1&amp;b=2\""));
        for (kind, value) in [(0, "7"), (1, "7/../.."), (4, "javascript:alert(1)"), (4, "//evil.example"), (4, "http://a.example")] {
            assert!(lead(kind, value).starts_with("<div"), "{kind} {value}");
        }
    }

    #[test]
    fn the_name_of_a_banner_is_over_its_picture_or_tells_what_is_in_it() {
        assert!(FIRST.banner(&banner(true)).contains("alt=\"\""));
        assert!(FIRST.banner(&banner(true)).contains("<span class=\"f-words\"><strong>A &quot;b&quot;</strong><span>c &amp; d</span></span>"));
        assert!(!FIRST.banner(&banner(false)).contains("f-words"));
    }

    #[test]
    fn a_notice_leads_to_pages_and_other_sites_but_never_to_a_script() {
        let notice = |link: &str| FirstContent::notice(&ShopNotice { id: 1, content: "A & B".into(), link: link.into() });
        assert_eq!(notice("/shop/coupons"), "<li><a href=\"/shop/coupons\">A &amp; B</a></li>");
        assert_eq!(notice("https://a.example/?a=1&b=2"), "<li><a href=\"https://a.example/?a=1&amp;b=2\">A &amp; B</a></li>");
        for link in ["", "javascript:alert(1)", "//evil.example", "http://a.example"] {
            assert_eq!(notice(link), "<li>A &amp; B</li>", "{link}");
        }
    }

    #[test]
    fn a_price_is_struck_where_it_was_more() {
        let currency = Currency { code: "USD".into(), symbol: "$".into(), place: "before".into() };
        let first = FirstContent { currency: &currency, ..FIRST };
        assert_eq!(first.price("9.00", "10.00"), "<span class=\"f-price\">$9.00<del>$10.00</del></span>");
        assert!(!FIRST.price("10.00", "9.00").contains("<del>"));
    }

    #[test]
    fn a_card_says_over_its_picture_what_the_app_says_there() {
        let badge =
            |sale_start: i64, sale_end: i64, stock: StockHint| FIRST.badge(&GoodsCard::new(&Card { sale_start, sale_end, ..Card::default() }, stock));
        let said = |kind: &str, words: &str| format!("<span class=\"f-badge\" data-kind=\"{kind}\">{words}</span>");
        assert_eq!((badge(0, 0, StockHint::In), badge(100, 101, StockHint::In)), (String::new(), String::new()));
        assert_eq!(badge(101, 200, StockHint::Out), said("early", "Coming soon"));
        assert_eq!(badge(0, 100, StockHint::Few), said("late", "No longer on sale"));
        assert_eq!(badge(0, 0, StockHint::Few), said("few", "Few left"));
        assert_eq!(badge(0, 0, StockHint::Out), said("out", "Sold out"));
        let card = FIRST.card(&GoodsCard::new(&Card::default(), StockHint::Out), false);
        assert!(card.starts_with("<li class=\"f-card\" data-stock=\"out\">") && card.contains(&said("out", "Sold out")), "{card}");
    }

    #[test]
    fn the_bar_leads_to_the_home_page_all_goods_and_the_coupons() {
        let page = FIRST.page("A", "", "");
        for (path, words) in [("/shop", "Shop home"), ("/shop/list", "All goods"), ("/shop/coupons", "Coupons")] {
            assert!(page.contains(&format!("<a href=\"{path}\">{words}</a>")), "{path}: {page}");
        }
    }

    #[test]
    fn what_was_searched_can_not_break_out() {
        let page = FIRST.page("A & B", "\"><script>", "");
        assert!(
            page.contains("value=\"&quot;&gt;&lt;script&gt;\"") && page.contains("<span>A &amp; B</span>") && !page.contains("<script"),
            "{page}"
        );
    }
}
