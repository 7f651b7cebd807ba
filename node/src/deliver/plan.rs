//! Which events a target wants: a list of kinds, with `*` for the rest of a name.

/// Patterns of a target, at most.
const PATTERNS_MAX: usize = 50;

/// The patterns of a list with commas; nothing where one is none.
#[must_use]
pub fn patterns(text: &str) -> Option<Vec<&str>> {
    let patterns: Vec<&str> = text.split([',', '，', '\n']).map(str::trim).filter(|pattern| !pattern.is_empty()).collect();
    let is_pattern = |pattern: &&str| {
        let named = pattern.strip_suffix(".*").unwrap_or(pattern);
        **pattern == *"*" || (!named.is_empty() && named.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_'))
    };
    let good = !patterns.is_empty() && patterns.len() <= PATTERNS_MAX && patterns.iter().all(is_pattern);
    good.then_some(patterns)
}

/// Whether one of the patterns means a kind.
#[must_use]
pub fn wants(kinds: &str, kind: &str) -> bool {
    let means = |pattern: &str| match pattern.strip_suffix('*') {
        Some(begins) => kind.starts_with(begins),
        None => kind == pattern,
    };
    patterns(kinds).is_some_and(|patterns| patterns.into_iter().any(means))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_wanted_by_name_and_by_family() {
        for (kinds, wanted, not) in [
            ("*", &["order.stock", "row.added"][..], &[][..]),
            ("order.stock, shop.*", &["order.stock", "shop.pay"], &["order.stocked", "order.audit", "shopping"]),
            ("order.*", &["order.audit"], &["orders.audit"]),
        ] {
            assert!(wanted.iter().all(|kind| wants(kinds, kind)), "{kinds}");
            assert!(!not.iter().any(|kind| wants(kinds, kind)), "{kinds}");
        }
        for bad in ["", " , ", "order.stock;", "*x", "or*", "a b", &"a,".repeat(60)] {
            assert_eq!(patterns(bad), None, "{bad}");
        }
    }
}
