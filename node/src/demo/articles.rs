//! Articles of the demo company's public site: most are published, one is being written, one was changed since.

use serde_json::{Map, json};

use super::articles_help::HELP;
use super::articles_site::SITE;
use super::error::DemoError;
use super::pictures::sent_by;
use super::rows::insert;
use crate::node::Node;

const DAY: i64 = 86_400;

/// An article. Texts are lines: `# ` begins a heading, `- ` a line of a list, `1. ` a line of a numbered one, `> ` a quotation.
pub(super) struct Written {
    pub kind: &'static str,
    pub slug: &'static str,
    /// Of solutions and cases.
    pub industry: &'static str,
    /// Of the help centre.
    pub section: &'static str,
    /// Chinese, then English; so below.
    pub title: [&'static str; 2],
    pub summary: [&'static str; 2],
    pub body: [&'static str; 2],
}

/// The HTML of an article's lines.
fn html(text: &str) -> String {
    let (mut made, mut list) = (String::new(), "");
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (kind, words) = [("# ", "h2"), ("- ", "ul"), ("1. ", "ol"), ("> ", "blockquote")]
            .iter()
            .find_map(|(begins, kind)| Some((*kind, line.strip_prefix(begins)?)))
            .unwrap_or(("p", line));
        let of_list = if matches!(kind, "ul" | "ol") { kind } else { "" };
        if of_list != list {
            if !list.is_empty() {
                made.push_str(&format!("</{list}>"));
            }
            if !of_list.is_empty() {
                made.push_str(&format!("<{of_list}>"));
            }
            list = of_list;
        }
        match kind {
            "ul" | "ol" => made.push_str(&format!("<li>{words}</li>")),
            "blockquote" => made.push_str(&format!("<blockquote><p>{words}</p></blockquote>")),
            kind => made.push_str(&format!("<{kind}>{words}</{kind}>")),
        }
    }
    if !list.is_empty() {
        made.push_str(&format!("</{list}>"));
    }
    made
}

/// The name of an article's cover in `node/data/demo`, and what it shows.
fn cover(one: &Written) -> (&'static str, [&'static str; 2]) {
    match (one.kind, one.industry, one.section, one.slug) {
        (_, "electronics", ..) => ("cover-electronics", ["货架上的电子元器件料盘", "Reels of electronic components on a rack"]),
        (_, "textile", ..) => ("cover-textile", ["货架上的布卷", "Bolts of cloth on a rack"]),
        (_, "automotive", ..) => ("cover-automotive", ["货架上的汽车配件", "Car parts on a rack"]),
        ("case", ..) => ("cover-stationery", ["货架上的文具", "Stationery on a rack"]),
        ("customs", ..) => ("cover-customs", ["港口的集装箱", "Containers at a port"]),
        (_, _, "start", _) => ("cover-start", ["仓库的大门", "The gate of a warehouse"]),
        (_, _, "inbound", _) => ("cover-inbound", ["卸货的卡车", "A lorry being unloaded"]),
        (_, _, "outbound", _) => ("cover-outbound", ["打包好的包裹", "Parcels ready to leave"]),
        (_, _, "stock", _) => ("cover-stock", ["货架与扫码枪", "Racks and a scanner"]),
        (_, _, "shop", _) => ("cover-shop", ["网店的橱窗", "The window of a shop"]),
        (_, _, "members", _) => ("cover-members", ["会员卡", "A member's card"]),
        (_, _, "system", _) => ("cover-system", ["服务器与钥匙", "A server and a key"]),
        (.., "who-we-are") => ("cover-books", ["账本与货架", "A ledger and a rack"]),
        (.., "how-we-protect-data") => ("cover-safe", ["保险柜", "A safe"]),
        _ => ("cover-partners", ["两家企业之间的货物", "Goods on their way between two companies"]),
    }
}

/// Writes and publishes the articles.
pub(super) async fn fill(node: &Node, admin: i64, now: i64) -> Result<(), DemoError> {
    let store = node.store();
    let written: Vec<&Written> = SITE.iter().chain(HELP).collect();
    let uploads = sent_by(node, admin, now);
    let many = i64::try_from(written.len()).unwrap_or(i64::MAX);
    for (place, one) in (0_i64..).zip(&written) {
        let made = now - (many - place + 3) * DAY;
        let (name, [alt, alt_en]) = cover(one);
        let cover = uploads.keep_drawn(name, "article").await?;
        let row = json!({
            "kind": one.kind, "slug": one.slug, "industry": one.industry, "section": one.section, "title": one.title[0],
            "title_en": one.title[1], "summary": one.summary[0], "summary_en": one.summary[1], "cover": cover, "cover_alt": alt,
            "cover_alt_en": alt_en, "body": html(one.body[0]), "body_en": html(one.body[1]), "weigh": many - place,
        });
        let id = insert(store, "site.Article", row, made).await?;
        // The last one is still being written.
        if place + 1 < many {
            store.publish_article(id, admin, made + 3_600).await?;
        }
        if place == 0 {
            let change = Map::from_iter([("summary".to_owned(), json!(format!("{}（修订中）", one.summary[0])))]);
            let resource = entrepot_store::resource::catalogue::declared("site.Article")?;
            let act =
                entrepot_store::resource::Act { extra: entrepot_store::articles::mark_pending(), ..entrepot_store::resource::Act::system(now - DAY) };
            store.update_record(resource, id, &change, &act).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_headings_lists_and_paragraphs() {
        assert_eq!(
            html("# One\nText\n- a\n- b\n1. c\n> said\nEnd"),
            "<h2>One</h2><p>Text</p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><blockquote><p>said</p></blockquote><p>End</p>"
        );
    }

    #[test]
    fn every_article_is_whole_in_both_languages_and_has_its_own_address() {
        let mut places = std::collections::HashSet::new();
        for one in SITE.iter().chain(HELP) {
            assert!(places.insert((one.kind, one.slug)), "{}", one.slug);
            assert!([one.title, one.summary, one.body].iter().flatten().all(|text| !text.is_empty()), "{}", one.slug);
            assert!(one.summary.iter().all(|text| text.chars().count() <= 300), "{}", one.slug);
            assert_eq!(one.kind == "help", !one.section.is_empty(), "{}", one.slug);
            let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
            assert_eq!(lines(one.body[0]), lines(one.body[1]), "{}: both languages say the same", one.slug);
        }
    }
}
