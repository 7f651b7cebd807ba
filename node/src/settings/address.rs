//! Addresses that pages may lead to. Pure.

/// Whether an address is a path of this site. Browsers read a backslash as a slash, and two slashes lead to another site.
#[must_use]
pub fn is_own(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//") && !address.contains('\\')
}

/// Whether an address is nothing, one of this site, or another site's over https.
#[must_use]
pub fn is_https_or_own(address: &str) -> bool {
    address.is_empty() || is_own(address) || address.strip_prefix("https://").is_some_and(|host| !host.is_empty())
}
