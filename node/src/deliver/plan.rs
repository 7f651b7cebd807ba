//! Which events a target wants: a list of kinds, with `*` for the rest of a name. Movements of stock are many: `*` alone does not
//! mean them, `stock.*` does.

/// Kinds of movements of stock begin with it.
const MOVES: &str = "stock.";

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
        Some("") => !kind.starts_with(MOVES),
        Some(begins) => kind.starts_with(begins),
        None => kind == pattern,
    };
    patterns(kinds).is_some_and(|patterns| patterns.into_iter().any(means))
}

/// Whether movements of stock are among what is wanted.
#[must_use]
pub fn wants_moves(kinds: &str) -> bool {
    patterns(kinds).is_some_and(|patterns| patterns.into_iter().any(|pattern| pattern.starts_with(MOVES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_wanted_by_name_and_by_family() {
        for (kinds, wanted, not) in [
            ("*", &["order.stock", "row.added"][..], &["stock.inbound"][..]),
            ("*, stock.*", &["order.stock", "stock.inbound"], &[]),
            ("order.stock, shop.*", &["order.stock", "shop.pay"], &["order.stocked", "order.audit", "shopping"]),
            ("order.*", &["order.audit"], &["orders.audit"]),
        ] {
            assert!(wanted.iter().all(|kind| wants(kinds, kind)), "{kinds}");
            assert!(!not.iter().any(|kind| wants(kinds, kind)), "{kinds}");
        }
        assert!(wants_moves("shop.*, stock.inbound") && !wants_moves("*") && !wants_moves("order.stock"));
        for bad in ["", " , ", "order.stock;", "*x", "or*", "a b", &"a,".repeat(60)] {
            assert_eq!(patterns(bad), None, "{bad}");
        }
    }
}
