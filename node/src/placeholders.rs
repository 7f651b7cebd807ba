//! Texts of the site's own with variables in braces: `{order_no}`. Pure.

/// The names in braces of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// The first variable of a text that is not known.
pub fn unknown(text: &str, known: impl Fn(&str) -> bool) -> Option<&str> {
    names(text).find(|name| !known(name))
}

/// A text with its variables replaced, each once: what a value says is never read again. Unknown ones stay as they are.
#[must_use]
pub fn filled<'a>(text: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut made = String::with_capacity(text.len());
    let mut left = text;
    while let Some((before, rest)) = left.split_once('{') {
        made.push_str(before);
        match rest.split_once('}').and_then(|(name, after)| Some((value(name)?, after))) {
            Some((value, after)) => {
                made.push_str(value);
                left = after;
            }
            None => {
                made.push('{');
                left = rest;
            }
        }
    }
    made + left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_filled_once_and_unknown_ones_are_found() {
        let value = |name: &str| match name {
            "name" => Some("{by}"),
            "by" => Some("Ann"),
            _ => None,
        };
        assert_eq!(filled("{name}: {by} {x} {", value), "{by}: Ann {x} {", "what a value says is not read again");
        let known = |name: &str| value(name).is_some();
        assert_eq!((unknown("{name} {x}", known), unknown("{name} }{", known)), (Some("x"), None));
    }
}
