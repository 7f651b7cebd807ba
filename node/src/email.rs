//! Addresses of electronic mail. Pure.

/// Something, `@`, and a domain with a dot.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let plain = |part: &str, more: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c));
    let labels: Vec<&str> = domain.split('.').collect();
    text.len() <= 50 && plain(local, "._%+-") && labels.len() > 1 && labels.iter().all(|label| plain(label, "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_name_and_a_domain() {
        assert!(is_email("a.b@c-d.cn") && !is_email("a@b") && !is_email("a@b.c\r\nBcc: x@y.z") && !is_email("@b.cn") && !is_email("a@.cn"));
    }
}
