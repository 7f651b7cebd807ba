//! The HTML of a mail: its text in the site's look. Pure. A mail has both, and says the same in both.

use crate::html::escaped;

/// What stands around the text.
pub struct Frame<'a> {
    /// The name of the site.
    pub site: &'a str,
    /// Where the site is; empty where the configuration does not say.
    pub url: &'a str,
    /// Below the text, in the reader's language.
    pub foot: &'a str,
}

/// A line of text, its addresses as links.
fn line(text: &str) -> String {
    let mut made = String::new();
    for (at, word) in text.split(' ').enumerate() {
        if at > 0 {
            made.push(' ');
        }
        let shown = escaped(word);
        if word.starts_with("https://") || word.starts_with("http://") {
            made.push_str(&format!("<a href=\"{shown}\" style=\"color:#165dff\">{shown}</a>"));
        } else {
            made.push_str(&shown);
        }
    }
    made
}

/// The text as HTML: paragraphs where it has empty lines.
#[must_use]
pub fn html(frame: &Frame<'_>, subject: &str, text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let paragraphs: String = text
        .trim()
        .split("\n\n")
        .filter(|part| !part.trim().is_empty())
        .map(|part| format!("<p style=\"margin:0 0 16px\">{}</p>", part.trim().split('\n').map(line).collect::<Vec<_>>().join("<br>")))
        .collect();
    let (site, subject, foot) = (escaped(frame.site), escaped(subject), escaped(frame.foot));
    let head = if frame.url.is_empty() {
        site
    } else {
        format!("<a href=\"{}\" style=\"color:#165dff;text-decoration:none\">{site}</a>", escaped(frame.url))
    };
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{subject}</title></head>\
         <body style=\"margin:0;padding:24px 12px;background:#f2f3f5;font-family:-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif\">\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\"><tr><td align=\"center\">\
         <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"max-width:560px;background:#ffffff;border-radius:8px\">\
         <tr><td style=\"padding:20px 28px;border-bottom:1px solid #e5e6eb;font-size:18px;font-weight:600;color:#165dff\">{head}</td></tr>\
         <tr><td style=\"padding:24px 28px 8px;font-size:15px;line-height:1.7;color:#1d2129\">{paragraphs}</td></tr>\
         <tr><td style=\"padding:12px 28px 20px;font-size:12px;line-height:1.6;color:#6b7785\">{foot}</td></tr>\
         </table></td></tr></table></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_lines_and_brings_no_tags() {
        let frame = Frame { site: "A & B", url: "https://shop.example", foot: "Sent by itself." };
        let made = html(&frame, "Subject", "Hello <b>\n\nsee https://shop.example/?a=1&b=\"2\"\nyours");
        assert!(made.contains("Hello &lt;b&gt;</p>") && made.contains("<br>yours</p>") && made.contains("A &amp; B"), "{made}");
        assert!(made.contains("<a href=\"https://shop.example/?a=1&amp;b=&quot;2&quot;\""), "{made}");
        assert!(!html(&Frame { url: "", ..frame }, "s", "t").contains("<a "));
    }
}
