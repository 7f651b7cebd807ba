//! Export templates as their runs read and note them. The rows are written by the resource engine.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{id, int, text};

/// A template.
#[derive(Clone, Debug, Deserialize)]
pub struct ExportTemplate {
    pub id: i64,
    pub name: String,
    pub controller: String,
    /// Of the request that begins the export: columns, conditions, format.
    pub query: String,
    /// `zh-cn` or `en`.
    pub language: String,
    /// Empty: by hand only.
    pub cron: String,
    /// Empty: the owner.
    pub receivers: Vec<i64>,
    /// Its owner.
    pub admin_id: i64,
    /// When it is due, in Unix seconds; 0: never.
    pub next_time: i64,
}

const TEMPLATE: &str = "record::id(id) AS id, name, controller, query, language, cron, receivers, admin_id, next_time";

impl Store {
    /// Templates that are due, the longest first.
    pub async fn due_export_templates(&self, now: i64, most: i64) -> Result<Vec<ExportTemplate>, StoreError> {
        let query =
            format!("SELECT {TEMPLATE} FROM export_template WHERE status = 1 AND next_time > 0 AND next_time <= $now ORDER BY next_time LIMIT $most");
        self.rows(&query, vec![("now", int(now)), ("most", int(most))]).await
    }

    /// A template.
    pub async fn export_template(&self, template: i64) -> Result<Option<ExportTemplate>, StoreError> {
        let vars = vec![("template", id("export_template", template))];
        Ok(self.rows(&format!("SELECT {TEMPLATE} FROM $template"), vars).await?.into_iter().next())
    }

    /// Takes a due run for this node; false if another one has it. The template is due again at `next`.
    pub async fn claim_export_template(&self, template: &ExportTemplate, next: Option<i64>) -> Result<bool, StoreError> {
        let query = "UPDATE $template SET next_time = $next WHERE next_time = $was AND status = 1 RETURN VALUE true";
        let vars = vec![("template", id("export_template", template.id)), ("next", int(next.unwrap_or(0))), ("was", int(template.next_time))];
        let mut writing = self.writes().writing("export_template");
        let claimed: Vec<bool> = self.rows(query, vars).await?;
        writing.touched(&[template.id]);
        Ok(!claimed.is_empty())
    }

    async fn set_export_template(&self, template: i64, set: &str, mut vars: Vec<(&'static str, Value)>) -> Result<(), StoreError> {
        vars.push(("template", id("export_template", template)));
        let mut writing = self.writes().writing("export_template");
        self.run(&format!("UPDATE $template SET {set} RETURN NONE"), vars).await?;
        writing.touched(&[template]);
        Ok(())
    }

    /// Notes a run: when, how many files were begun and how many people got none, and why not.
    pub async fn note_export_run(&self, template: i64, (at, made, skipped): (i64, i64, i64), reason: &str) -> Result<(), StoreError> {
        let vars = vec![("at", int(at)), ("made", int(made)), ("skipped", int(skipped)), ("reason", text(reason))];
        self.set_export_template(template, "last_time = $at, made = $made, skipped = $skipped, reason = $reason", vars).await
    }

    /// Switches a template off.
    pub async fn stop_export_template(&self, template: i64, at: i64) -> Result<(), StoreError> {
        self.set_export_template(template, "status = 0, next_time = 0, update_time = $at", vec![("at", int(at))]).await
    }

    /// Whether there is a rule with this permission node (lower case).
    pub async fn knows_rule(&self, node: &str) -> Result<bool, StoreError> {
        Ok(self.directory().await?.rules.iter().any(|rule| rule.node() == node))
    }
}
