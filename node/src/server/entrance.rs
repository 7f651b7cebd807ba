//! The back office's entrance (wire contract 0.1), which a site may rename from `/admin`. Clients then call
//! `/desk.php/...`, and `/desk/ajax/...` in addresses without headers.

use crate::node::Node;
use crate::settings;

/// Where the back office always is.
const OWN: &str = "/admin";
/// Translates a path below an entrance into the internal path.
fn inner(path: &str, entrance: &str) -> Option<String> {
    let (head, rest) = path.split_at_checked(entrance.len())?;
    if entrance.is_empty() || !head.eq_ignore_ascii_case(entrance) {
        return None;
    }
    let rest = rest.strip_prefix(".php").unwrap_or(rest);
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{OWN}{rest}"))
}

/// Translates a path into the internal one; `None` when it is internal already.
pub async fn resolve(node: &Node, path: &str) -> Option<String> {
    let read = async { settings::value_of(node.site_settings(), "backend_entrance").await.map(Option::unwrap_or_default) };
    let below = |start: &str| path.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    if below("/admin/") || ["/api/", "/storage/", "/static/"].iter().any(|start| below(start)) {
        return None;
    }
    let meant = inner(path, OWN).or(inner(path, &node.entrance().get(read).await));
    meant.filter(|meant| meant != path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entrance_stands_for_the_back_office() {
        assert_eq!(inner("/desk.php/Index/login", "/desk").as_deref(), Some("/admin/Index/login"));
        assert_eq!(inner("/Desk/ajax/terminal", "/desk").as_deref(), Some("/admin/ajax/terminal"));
        assert_eq!(inner("/desk", "/desk").as_deref(), Some("/admin"));
        assert_eq!(inner("/admin.php/Index/index", OWN).as_deref(), Some("/admin/Index/index"));
        for other in ["/desktop/x", "/des", "/desk.phpx/y", "/"] {
            assert_eq!(inner(other, "/desk"), None, "{other}");
        }
        assert_eq!(inner("/x", ""), None);
        use crate::settings::entrance::is_entrance;
        assert!(is_entrance("/desk1") && is_entrance("/admin"));
        for bad in ["desk", "/", "/de-sk", "/API", "/ws", "/a/b", ""] {
            assert!(!is_entrance(bad), "{bad}");
        }
    }
}
