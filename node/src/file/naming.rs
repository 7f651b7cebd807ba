//! Names of uploads: a template (wire contract 6) whose parts are sanitised.

use chrono::{DateTime, TimeZone};
use rand::Rng;

/// Characters of the client's name that are kept.
const NAME_KEPT: usize = 15;
/// Names that some systems take for devices.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];

/// Values of the template.
pub struct Parts<'a> {
    pub topic: &'a str,
    pub name: &'a str,
    pub suffix: &'a str,
    pub sha1: &'a str,
}

/// Letters, digits, `_` and `-` of the name before its suffix.
fn plain(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let kept: String = stem.chars().filter(|letter| letter.is_alphanumeric() || *letter == '_' || *letter == '-').take(NAME_KEPT).collect();
    if DEVICES.contains(&kept.to_ascii_lowercase().as_str()) { format!("_{kept}") } else { kept }
}

/// A topic: letters, digits, `_` and `-`.
#[must_use]
pub fn is_topic(text: &str) -> bool {
    (1..=50).contains(&text.len()) && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

fn random(length: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut rng = rand::rng();
    (0..length).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

/// The path of an upload.
pub fn path<Z: TimeZone>(template: &str, parts: &Parts<'_>, at: &DateTime<Z>) -> String
where
    Z::Offset: std::fmt::Display,
{
    let values = [
        ("{topic}", parts.topic.to_owned()),
        ("{year}", at.format("%Y").to_string()),
        ("{mon}", at.format("%m").to_string()),
        ("{day}", at.format("%d").to_string()),
        ("{hour}", at.format("%H").to_string()),
        ("{min}", at.format("%M").to_string()),
        ("{sec}", at.format("%S").to_string()),
        ("{random32}", random(32)),
        ("{random}", random(8)),
        ("{fileName}", plain(parts.name)),
        ("{suffix}", parts.suffix.to_owned()),
        ("{.suffix}", format!(".{}", parts.suffix)),
        ("{fileSha1}", parts.sha1.to_owned()),
    ];
    // Values contain no braces, so they are not expanded again.
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// The parts below `/storage/` of a path, if it stays there.
#[must_use]
pub fn below(path: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = path.strip_prefix("/storage/")?.split('/').collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.len() <= 200
            && !part.chars().any(|letter| letter == '\\' || letter == ':' || letter.is_control())
    };
    (parts.len() <= 12 && parts.iter().all(plain)).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::services::is_distinct;

    #[test]
    fn the_template_is_filled_and_stays_below() {
        let at = chrono_tz::Asia::Shanghai.with_ymd_and_hms(2026, 3, 1, 4, 5, 6).single().expect("a time");
        let parts = Parts { topic: "default", name: "{suffix} my <b>photo</b>: of/the=house.jpg", suffix: "jpg", sha1: "ab12" };
        let made = path("/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}", &parts, &at);
        assert_eq!(made, "/storage/default/20260301/suffixmybphotobab12.jpg");
        assert!(below(&made).is_some());
        assert_eq!(plain("CON.jpg"), "_CON");
        assert_eq!(plain("..."), "");
        let random = path("/storage/{random32}{.suffix}", &parts, &at);
        assert_eq!(random.len(), "/storage/".len() + 32 + 4);
    }

    #[test]
    fn nothing_leads_out() {
        for bad in ["/storage/../x", "/storage/a/../../x", "/storage//x", "/storage/.x", "/etc/passwd", "/storage/a\\b", "/storage/c:x", "/storage/"]
        {
            assert!(below(bad).is_none(), "{bad}");
        }
        assert!(is_topic("default") && is_topic("a-b_1") && !is_topic("..") && !is_topic("a/b") && !is_topic(""));
        assert!(is_distinct("/storage/{fileSha1}") && !is_distinct("/storage/{fileName}{random}"));
    }
}
