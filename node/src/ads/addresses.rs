//! Addresses that an advert may lead to, and pictures that it may show.

/// Longest address, in characters.
const ADDRESS_MAX: usize = 500;

/// Whether an advert may lead to an address: a page of this site by its path, or another site's over https. Scripts and other
/// schemes, addresses without a scheme (`//host`), names and passwords before the host, and calls of the API are refused.
#[must_use]
pub fn leads_somewhere_safe(address: &str) -> bool {
    let odd = |letter: char| letter.is_control() || letter.is_whitespace() || letter == '\\';
    if address.chars().count() > ADDRESS_MAX || address.chars().any(odd) {
        return false;
    }
    if address.starts_with('/') {
        let lower = address.to_ascii_lowercase();
        return !lower.starts_with("//") && !lower.starts_with("/api/");
    }
    let Some(rest) = address.strip_prefix("https://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|digit| digit.is_ascii_digit())).map_or(authority, |(host, _)| host);
    let part = |part: &str| !part.is_empty() && !part.starts_with('-') && part.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
    !host.is_empty() && host.split('.').all(part)
}

/// Whether a picture is an upload of this site; `cdn` is where uploads are served from, empty for here.
#[must_use]
pub fn is_own_upload(address: &str, cdn: &str) -> bool {
    let path = match address.strip_prefix(cdn).filter(|_| !cdn.is_empty()) {
        Some(path) => path.trim_start_matches('/'),
        None => match address.strip_prefix('/') {
            Some(path) => path,
            None => return false,
        },
    };
    path.starts_with("storage/") && !path.contains("..") && !path.contains('\\')
}

/// An address as a header may carry it: letters beyond ASCII are escaped.
#[must_use]
pub fn in_header(address: &str) -> String {
    let escaped = |byte: u8| if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    address.bytes().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_own_paths() {
        for good in ["/shop", "/shop?classify=3#top", "/", "https://example.com", "https://a.example.com:8443/x?y=//z", "https://仓库.example/活动"]
        {
            assert!(leads_somewhere_safe(good), "{good}");
        }
        for bad in [
            "",
            "shop",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "http://example.com",
            "HTTPS://example.com",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "https:///x",
            "https://me:secret@example.com",
            "https://a..b",
            "https://-a.example",
            "/api/user/logout",
            "/API/placements/go/x",
            "/a b",
        ] {
            assert!(!leads_somewhere_safe(bad), "{bad}");
        }
        assert!(!leads_somewhere_safe(&format!("/{}", "x".repeat(ADDRESS_MAX))));
    }

    #[test]
    fn pictures_are_uploads() {
        assert!(is_own_upload("/storage/default/20260101/x.png", ""));
        assert!(is_own_upload("https://cdn.example/storage/x.png", "https://cdn.example"));
        for bad in ["https://cdn.example/storage/x.png", "storage/x.png", "/static/x.png", "//evil.example/storage/x", "/storage/../x"] {
            assert!(!is_own_upload(bad, ""), "{bad}");
        }
    }

    #[test]
    fn a_header_is_ascii() {
        assert_eq!(in_header("/活 动"), "/%E6%B4%BB%20%E5%8A%A8");
        assert_eq!(in_header("https://a.cn/?b=c#d"), "https://a.cn/?b=c#d");
    }
}
