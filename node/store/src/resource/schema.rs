//! The database's schema, from a declaration. Repeatable.

use std::fmt::Write;

use super::alike::folded_column;
use super::declaration::{Field, Resource};

/// What the name of the index of a unique pair ends with, after its table.
pub(super) const PAIR: &str = "pair";

impl Field {
    /// The type of its column.
    #[must_use]
    pub fn database_type(&self) -> &'static str {
        self.kind.facts().storage.column_type(self.required)
    }

    /// The database's default of a field, also for rows older than the field.
    fn database_default(&self) -> String {
        match self.database_type() {
            "int" => self.default.and_then(|value| value.parse::<i64>().ok()).unwrap_or(0).to_string(),
            "decimal" => "0dec".to_owned(),
            "array<string>" | "array<int>" => "[]".to_owned(),
            // Only texts of declarations, which hold no quotes.
            "string" => format!("'{}'", self.stored_default().unwrap_or_default().replace(['\'', '\\'], "")),
            _ => "NONE".to_owned(),
        }
    }
}

impl Resource {
    /// The statements that define the table.
    #[must_use]
    pub fn definitions(&self) -> String {
        if self.view {
            return String::new();
        }
        let table = self.table;
        let how = if self.migrated { "IF NOT EXISTS" } else { "OVERWRITE" };
        let mut text = format!("DEFINE TABLE IF NOT EXISTS {table} SCHEMAFULL; DEFINE SEQUENCE IF NOT EXISTS {table} START 1;");
        // Writing to a String can't fail.
        for field in self.fields {
            let _ = write!(text, "DEFINE FIELD {how} `{}` ON {table} TYPE {}", field.name, field.database_type());
            if !field.database_type().starts_with("option") {
                // ALWAYS: else an edit of a row that was there before the field would be refused.
                let _ = write!(text, " DEFAULT ALWAYS {}", field.database_default());
            }
            text.push(';');
            if field.unique && field.required {
                let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{0} ON {table} FIELDS `{0}` UNIQUE;", field.name);
            } else if field.indexed() {
                let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{0} ON {table} FIELDS `{0}`;", field.name);
            }
            for form in self.forms_of(field) {
                let _ = write!(text, "DEFINE FIELD {how} {} ON {table} TYPE option<string>;", form.column);
            }
            if self.folds_unique(field) {
                let column = folded_column(field.name);
                // Not UNIQUE: rows of before may have the same.
                let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{column} ON {table} FIELDS {column};");
            }
        }
        if self.stamped {
            for stamp in ["create_time", "update_time"] {
                let _ = write!(text, "DEFINE FIELD {how} {stamp} ON {table} TYPE int DEFAULT ALWAYS 0;");
            }
            let _ = write!(
                text,
                "DEFINE FIELD {how} version ON {table} TYPE option<int> DEFAULT 1; \
                 DEFINE FIELD {how} revisions ON {table} TYPE option<array<object>>; \
                 DEFINE FIELD {how} revisions.*.version ON {table} TYPE int; DEFINE FIELD {how} revisions.*.admin ON {table} TYPE int; \
                 DEFINE FIELD {how} revisions.*.at ON {table} TYPE int; DEFINE FIELD {how} revisions.*.fields ON {table} TYPE array<string>;"
            );
        }
        if let Some([one, other]) = self.pair {
            let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{PAIR} ON {table} FIELDS `{one}`, `{other}` UNIQUE;");
        }
        for fields in self.indexes {
            let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{} ON {table} FIELDS {};", fields.join("_"), fields.join(", "));
        }
        let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_count ON {table} COUNT;");
        text.push_str(self.schema);
        text
    }

    /// The statement that fills fields in rows older than the field, so that lists and searches find them. `None`
    /// where every field is optional.
    #[must_use]
    pub fn backfill(&self) -> Option<String> {
        if self.view {
            return None;
        }
        let declared = self.fields.iter().filter(|field| !field.database_type().starts_with("option"));
        let mut fields: Vec<(String, String)> = declared.map(|field| (format!("`{}`", field.name), field.database_default())).collect();
        if self.stamped {
            fields.extend(["create_time", "update_time"].map(|stamp| (stamp.to_owned(), "0".to_owned())));
        }
        let filled: Vec<String> = fields.iter().map(|(name, default)| format!("{name} = {name} ?? {default}")).collect();
        let lacking: Vec<String> = fields.iter().map(|(name, _)| format!("{name} = NONE")).collect();
        let query = || format!("UPDATE {} SET {} WHERE {} RETURN NONE;", self.table, filled.join(", "), lacking.join(" OR "));
        (!fields.is_empty()).then(query)
    }
}
