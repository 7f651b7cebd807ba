//! Characters that nobody sees, which come along when a text is pasted or scanned: two texts that look the same would be
//! different.

/// Control characters and those without width.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
}

/// A text of one line, without invisible characters and without spaces around it. Ends of lines and tabs within it become
/// spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    let seen = text.trim().chars().map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c });
    seen.filter(|c| !is_invisible(*c)).collect::<String>().trim().to_owned()
}

/// A text of several lines, which keeps its ends of lines and tabs.
#[must_use]
pub fn lines(text: &str) -> String {
    text.chars().filter(|c| matches!(c, '\n' | '\t') || !is_invisible(*c)).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_dropped() {
        for (sent, kept) in
            [("\u{FEFF}Ro\u{200B}pe\u{0} ", "Rope"), (" \u{0}\u{200D} ", ""), ("a\tb\r\nc", "a b c"), ("\u{0} a", "a"), ("麻绳 8mm", "麻绳 8mm")]
        {
            assert_eq!(one_line(sent), kept, "{sent:?}");
        }
        assert_eq!(lines(" a\r\n\tb\u{200B}\u{0}\n"), "a\n\tb");
    }
}
