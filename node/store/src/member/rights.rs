//! Permissions of a member's group: menus, routes and nodes.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::id;

/// A menu rule of the member side, as clients know it.
#[derive(Clone, Debug, Deserialize)]
pub struct MemberRule {
    pub id: i64,
    pub pid: i64,
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub name: String,
    pub path: String,
    pub icon: String,
    pub menu_type: String,
    pub url: String,
    pub component: String,
    pub extend: String,
    pub no_login_valid: i64,
}

impl Store {
    /// The rules in use, in the order of menus.
    pub async fn member_rules(&self) -> Result<Vec<MemberRule>, StoreError> {
        let query = "SELECT record::id(id) AS id, pid, `type`, title, name, path, icon, menu_type, url, component, `extend`, no_login_valid, weigh
            FROM user_rule WHERE status = 1 ORDER BY weigh DESC, id ASC LIMIT 2000";
        self.rows(query, vec![]).await
    }

    /// The text of a group's rules: ids with commas between, or `*`. Nothing for a group that is not in use.
    pub async fn member_group_rules(&self, group: i64) -> Result<String, StoreError> {
        let rules: Vec<String> = self.rows("SELECT VALUE rules FROM $group WHERE status = 1", vec![("group", id("user_group", group))]).await?;
        Ok(rules.into_iter().next().unwrap_or_default())
    }
}
