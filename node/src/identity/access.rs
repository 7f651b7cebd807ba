//! Which permission a route of the back office needs.
//!
//! Closed by default: whatever is not listed here as public or as open to every administrator
//! needs the permission node that its path names (wire contract 0.1).

/// Who may call a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Every administrator who is logged in.
    Login,
    /// Administrators who hold this permission node.
    Node(String),
}

/// Open to everybody.
const PUBLIC: &[&str] = &["/admin/index/login", "/admin/index/logout"];
/// Open to every administrator: one's own session, and what every page needs.
const LOGIN: &[&str] = &[
    "/admin/index/index",
    "/admin/resource/schema",
    "/admin/ajax/upload",
    "/admin/ajax/area",
    "/admin/ajax/buildsuffixsvg",
    "/admin/ajax/getdatabaseconnectionlist",
    "/admin/ajax/gettablelist",
    "/admin/ajax/gettablepk",
    "/admin/ajax/gettablefieldlist",
    // Answer super administrators alone.
    "/admin/ajax/clearcache",
    "/admin/ajax/terminal",
    "/admin/ajax/changeterminalconfig",
    "/admin/module/index",
    // An export's file is only for the person who began it.
    "/admin/routine.transfer/download",
];
/// The permission to be notified: the rule of the page of notifications. The bell, its routes and the websocket need it.
pub const NOTIFICATIONS: &str = "notification/index";

/// Who may call the route with this lower-case path.
#[must_use]
pub fn access(path: &str) -> Access {
    if PUBLIC.contains(&path) {
        Access::Public
    } else if LOGIN.contains(&path) {
        Access::Login
    } else {
        let node = path.trim_start_matches("/admin/").trim_start_matches('/').replace('.', "/");
        Access::Node(match node.rsplit_once('/') {
            // People who may see their notifications may mark them as read and set the sound.
            Some((NOTIFICATIONS, _)) => NOTIFICATIONS.to_owned(),
            // A remote select is a list; the empty file for an import belongs to it.
            Some((page, "select")) => format!("{page}/index"),
            Some((page, "template")) => format!("{page}/import"),
            _ => node,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_node() {
        assert_eq!(access("/admin/warehouse.inboundorder/audit"), Access::Node("warehouse/inboundorder/audit".into()));
        assert_eq!(access("/admin/index/login"), Access::Public);
        assert_eq!(access("/admin/whatever.new/thing"), Access::Node("whatever/new/thing".into()));
        assert_eq!(access("/admin/warehouse.product/select"), Access::Node("warehouse/product/index".into()));
        assert_eq!(access("/admin/warehouse.product/template"), Access::Node("warehouse/product/import".into()));
        assert_eq!(access("/admin/notification.index/readall"), Access::Node(NOTIFICATIONS.into()));
    }
}
