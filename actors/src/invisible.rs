//! Characters that nobody sees, which come along when a text is pasted or scanned: two texts that look the same would be
//! different, or one text would be shown in another order than it is kept. Joiners stay where a script needs them.

/// Joins what stands around it: parts of an emoji, letters of Indic scripts.
const JOINER: char = '\u{200D}';
/// Keeps apart what stands around it: letters of Persian.
const NON_JOINER: char = '\u{200C}';

/// Control characters and characters without a look of their own: of width 0, of the direction of writing, fillers, signs
/// that choose a variant.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Letters and marks of scripts whose letters are joined: Arabic and Syriac, Indic scripts, Mongolian.
const fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6FF}' | '\u{700}'..='\u{77F}' | '\u{7C0}'..='\u{7FF}' | '\u{840}'..='\u{DFF}' | '\u{1000}'..='\u{109F}'
        | '\u{1780}'..='\u{17FF}' | '\u{1800}'..='\u{18AF}' | '\u{A840}'..='\u{A9DF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}')
}

/// The sign of Indic scripts that a letter has no vowel. A joiner after it shows half of the letter, also at the end.
const fn is_virama(c: char) -> bool {
    matches!(
        c,
        '\u{94D}'
            | '\u{9CD}'
            | '\u{A4D}'
            | '\u{ACD}'
            | '\u{B4D}'
            | '\u{BCD}'
            | '\u{C4D}'
            | '\u{CCD}'
            | '\u{D4D}'
            | '\u{DCA}'
            | '\u{1039}'
            | '\u{17D2}'
    )
}

/// Signs that emoji are made of, colours of skin among them.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{A9}' | '\u{AE}' | '\u{203C}'..='\u{2049}' | '\u{20E3}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}'
        | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Whether a character that nobody sees is a part of how the others look, after `before` and in front of `after`.
fn is_needed(c: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    let after = after.unwrap_or(' ');
    match c {
        JOINER => is_virama(before) || (is_joined(before) && is_joined(after)) || ((is_emoji(before) || before == '\u{FE0F}') && is_emoji(after)),
        NON_JOINER => is_virama(before) || (is_joined(before) && is_joined(after)),
        // An emoji in colour or a keycap; a variant of a Chinese or Mongolian character.
        '\u{FE0E}' | '\u{FE0F}' => is_emoji(before) || matches!(before, '0'..='9' | '#' | '*'),
        '\u{E0100}'..='\u{E01EF}' => matches!(before, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}'),
        '\u{180B}'..='\u{180F}' => matches!(before, '\u{1800}'..='\u{18AF}'),
        // A flag of a part of a country.
        '\u{E0020}'..='\u{E007F}' => matches!(before, '\u{1F3F4}' | '\u{E0020}'..='\u{E007E}'),
        _ => false,
    }
}

/// A text without the characters that nobody sees, but for those that `keeps` says and those that scripts need.
fn seen(text: impl Iterator<Item = char>, keeps: impl Fn(char) -> bool) -> String {
    let mut kept = String::new();
    let mut before = None;
    let mut rest = text.peekable();
    while let Some(c) = rest.next() {
        if !is_invisible(c) || keeps(c) || is_needed(c, before, rest.peek().copied()) {
            kept.push(c);
            before = Some(c);
        }
    }
    kept
}

/// A text of one line, without invisible characters and without spaces around it. Ends of lines and tabs within it become
/// spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    let spaced = text.trim().chars().map(|c| if matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}') { ' ' } else { c });
    seen(spaced, |_| false).trim().to_owned()
}

/// A text of several lines, which keeps its ends of lines and tabs.
#[must_use]
pub fn lines(text: &str) -> String {
    let ended = text.chars().map(|c| if matches!(c, '\u{2028}' | '\u{2029}') { '\n' } else { c });
    seen(ended, |c| matches!(c, '\n' | '\t')).trim().to_owned()
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

    #[test]
    fn what_turns_the_direction_of_writing_is_dropped() {
        for turn in [
            '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{200E}', '\u{200F}',
            '\u{61C}',
        ] {
            assert_eq!(one_line(&format!("A{turn}B1")), "AB1", "{turn:?}");
            assert_eq!(lines(&format!("A{turn}\nB")), "A\nB", "{turn:?}");
        }
        assert_eq!(one_line("A\u{AD}B\u{2064}C\u{3164}D"), "ABCD");
    }

    #[test]
    fn joiners_stay_where_a_script_needs_them() {
        for name in [
            "👨\u{200D}👩\u{200D}👧\u{200D}👦",
            "👩🏽\u{200D}🔧 tools",
            "❤\u{FE0F}\u{200D}🔥",
            "1\u{FE0F}\u{20E3}",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "അവന്\u{200D}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "葛\u{E0100}",
        ] {
            assert_eq!(one_line(name), name, "{name:?}");
            assert_eq!(lines(name), name, "{name:?}");
        }
        for (sent, kept) in [
            ("A\u{200D}1", "A1"),
            ("A\u{200C}1", "A1"),
            ("麻\u{200D}绳", "麻绳"),
            ("\u{200D}👩", "👩"),
            ("👩\u{200D}", "👩"),
            ("a\u{FE0F}", "a"),
            ("می\u{200C}\u{200C}خ", "می\u{200C}خ"),
        ] {
            assert_eq!(one_line(sent), kept, "{sent:?}");
        }
    }
}
