//! Formatted text as it is kept: without scripts, of styles only alignment and colours, and with pictures of this site alone. A picture of another host
//! would tell that host who reads the text, and could become another picture at any time.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;

/// Where this site keeps pictures: uploads, and files of its own.
const OWN: [&str; 2] = ["/storage/", "/static/"];

/// What of a `style` is kept.
const STYLES: [&str; 3] = ["text-align", "color", "background-color"];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner.attribute_filter(|element, attribute, value| match (element, attribute) {
        ("img", "src") => own_picture(value).map(Into::into),
        // A style that nothing is left of.
        (_, "style") if value.trim().is_empty() => None,
        _ => Some(value.into()),
    });
    cleaner.add_generic_attributes(["style"]).filter_style_properties(HashSet::from(STYLES));
    cleaner
});

/// The path of a picture of this site. An upload may be named with the host that serves it: only its path is kept.
fn own_picture(source: &str) -> Option<&str> {
    let source = source.trim();
    // Browsers read `\` as `/` and skip tabs and line ends.
    if source.chars().any(|letter| letter == '\\' || letter.is_control()) {
        return None;
    }
    let after_scheme = ["https://", "http://", "//"].iter().find_map(|scheme| {
        let head = source.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &source[scheme.len()..])
    });
    let path = match after_scheme {
        Some(rest) => &rest[rest.find('/')?..],
        None => source,
    };
    OWN.iter().any(|own| path.starts_with(own)).then_some(path)
}

/// The text without what is not kept.
#[must_use]
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// The words of HTML; what is cut off within a tag is left out.
#[must_use]
pub fn words(html: &str) -> String {
    let (mut made, mut inside) = (String::with_capacity(html.len()), false);
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                made.push(' ');
            }
            letter if !inside => made.push(letter),
            _ => {}
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_this_site_are_kept_and_no_others() {
        for (source, kept) in [
            ("/storage/a/1.png", Some("/storage/a/1.png")),
            ("/static/images/avatar.png", Some("/static/images/avatar.png")),
            ("https://cdn.example/storage/a/1.png?w=3", Some("/storage/a/1.png?w=3")),
            ("//cdn.example/storage/a/1.png", Some("/storage/a/1.png")),
            ("HTTP://shop.example:8080/storage/1.png", Some("/storage/1.png")),
            ("https://evil.example/pixel.gif", None),
            ("//evil.example/pixel.gif", None),
            ("/\\evil.example/pixel.gif", None),
            ("\\\\evil.example\\storage\\1.gif", None),
            ("/\t/evil.example/storage/1.gif", None),
            ("https://evil.example", None),
            ("/pixel.gif", None),
            ("storage/1.png", None),
            ("data:image/png;base64,AAAA", None),
            ("ftp://evil.example/storage/1.png", None),
            ("", None),
        ] {
            assert_eq!(own_picture(source), kept, "{source}");
        }
    }

    #[test]
    fn texts_keep_their_form_and_lose_what_runs_or_calls_elsewhere() {
        let html = "<p onclick=\"x()\">Hello <a href=\"https://example.com\">there</a></p><script>x()</script>\
            <img alt=\"a\" src=\"https://evil.example/1.gif\"><img src=\"/storage/2.png\">";
        let kept = clean(html);
        assert!(kept.contains("Hello <a href=\"https://example.com\"") && kept.contains("<img src=\"/storage/2.png\">"), "{kept}");
        assert!(!kept.contains("evil") && !kept.contains("script") && !kept.contains("onclick"), "{kept}");
    }

    #[test]
    fn of_styles_alignment_and_colours_are_kept() {
        let kept = clean(
            "<p class=\"MsoNormal\" style=\"text-align: center; color: #c00; mso-fareast-language: ZH-CN; position: fixed; \
             background-color: #ffe; background-image: url(https://evil.example/1.gif)\">Hello<o:p></o:p></p>",
        );
        assert!(kept.contains("text-align") && kept.contains("color:") && kept.contains("background-color"), "{kept}");
        for gone in ["mso", "Mso", "position", "url(", "evil", "o:p"] {
            assert!(!kept.contains(gone), "{gone}: {kept}");
        }
    }
}
