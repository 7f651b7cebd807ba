//! Permissions of routes: what a caller needs, and how a path names its permission node (wire contract 0.1).
//! Which routes are open without a node, they say themselves.

/// What a route needs of its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing: everybody may call it.
    Public,
    /// A login.
    Login,
    /// This node: of an administrator's rules, or below `/api/` of a member's.
    Node(String),
}

/// The rule of the page of notifications: its place in the menu. The page itself, the bell and the websocket are everybody's.
pub const NOTIFICATIONS: &str = "notification/index";

/// The node that a lower-case path names.
#[must_use]
pub fn named_node(path: &str) -> String {
    if let Some(rule) = path.strip_prefix("/api/") {
        return rule.to_owned();
    }
    let node = path.trim_start_matches("/admin/").trim_start_matches('/').replace('.', "/");
    match node.rsplit_once('/') {
        // A remote select is a list; the empty file for an import belongs to it.
        Some((page, "select")) => format!("{page}/index"),
        Some((page, "template")) => format!("{page}/import"),
        _ => node,
    }
}

/// The node of the page that a lower-case path belongs to.
#[must_use]
pub fn page_node(path: &str) -> String {
    let node = named_node(path);
    node.rsplit_once('/').map_or(node.as_str(), |(page, _)| page).to_owned()
}
