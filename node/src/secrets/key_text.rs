//! The text of an API key: its form, and what of it may be logged. Pure.

use std::borrow::Cow;

/// Every key begins like this.
pub const START: &str = "ek_";
/// Characters of the part by which logs name a key: the start and eight hexadecimal digits.
pub const PREFIX_LENGTH: usize = START.len() + 8;
/// Characters of the secret part: 32 random bytes in base64.
pub const SECRET_LENGTH: usize = 43;
pub const LENGTH: usize = PREFIX_LENGTH + 1 + SECRET_LENGTH;
/// Whether a text has the form of a key.
#[must_use]
pub fn is_key(text: &str) -> bool {
    let Some((prefix, rest)) = text.split_at_checked(PREFIX_LENGTH).filter(|_| text.len() == LENGTH) else { return false };
    let hexadecimal = prefix.strip_prefix(START).is_some_and(|digits| digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')));
    let secret = rest.strip_prefix('_');
    hexadecimal && secret.is_some_and(|secret| secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')))
}

/// Whether a text begins as keys do, so that it is none of another kind of token.
#[must_use]
pub fn looks_like_key(text: &str) -> bool {
    text.starts_with(START)
}

/// A text that may be logged: of keys in it only the prefix is left.
#[must_use]
pub fn concealed(text: &str) -> Cow<'_, str> {
    let mut kept = Cow::Borrowed(text);
    let mut from = 0;
    while let Some(at) = kept.get(from..).and_then(|rest| rest.find(START)).map(|found| from + found) {
        let Some(key) = kept.get(at..at + LENGTH).filter(|key| is_key(key)) else {
            from = at + START.len();
            continue;
        };
        let shown = format!("{}_***", &key[..PREFIX_LENGTH]);
        let next = at + shown.len();
        kept = Cow::Owned(format!("{}{shown}{}", &kept[..at], &kept[at + LENGTH..]));
        from = next;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> String {
        format!("ek_0123abcd_{}", "aZ-_9".repeat(9).chars().take(SECRET_LENGTH).collect::<String>())
    }

    #[test]
    fn a_key_has_one_form() {
        let good = key();
        assert!(is_key(&good));
        let wrong = [
            String::new(),
            "ek_".into(),
            good[..LENGTH - 1].into(),
            format!("{good}x"),
            good.replace("ek_", "EK_"),
            good.replace("0123abcd", "0123ABCD"),
            good.replace('Z', "é"),
            good.replace("d_", "d."),
            good.replace('Z', "'"),
        ];
        for wrong in wrong {
            assert!(!is_key(&wrong), "{wrong}");
        }
    }

    #[test]
    fn logs_show_the_prefix_alone() {
        let key = key();
        assert_eq!(concealed(&format!("a {key} b {key}!")), "a ek_0123abcd_*** b ek_0123abcd_***!");
        assert_eq!(concealed(&format!("ek_{key}")), "ek_ek_0123abcd_***");
        for plain in ["", "ek_", "week_end", "鍵ek_é", "ek_0123abcd_short"] {
            assert!(matches!(concealed(plain), Cow::Borrowed(same) if same == plain), "{plain}");
        }
    }
}
