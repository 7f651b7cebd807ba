//! The administrators' log, compared with its seals.

use std::collections::HashMap;
use std::ops::Bound;

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::{RecordId, RecordIdKey, RecordIdKeyRange, Value};

use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::value::{array, id};
use crate::identity::log::{SEALS, STORED_LINE, StoredLine, hash_of_seal};

/// Seals read together.
const PAGE: i64 = 100;

#[derive(Deserialize)]
struct Seal {
    number: i64,
    hash: String,
    lines: Vec<(i64, String)>,
}

impl Store {
    /// Each seal is of the one before and of its lines, and each line that is there is what was sealed. A line that is not
    /// there was deleted, which super administrators may do: it is counted.
    pub(super) async fn check_audit_log(&self, report: &mut Report) -> Result<(), StoreError> {
        let head = self.last_seal().await?;
        let mut before = String::new();
        for first in (1..=head.number).step_by(usize::try_from(PAGE).unwrap_or(1)) {
            let last = head.number.min(first + PAGE - 1);
            let range = RecordIdKeyRange { start: Bound::Included(RecordIdKey::Number(first)), end: Bound::Included(RecordIdKey::Number(last)) };
            let seals = Value::RecordId(RecordId { table: SEALS.into(), key: RecordIdKey::Range(Box::new(range)) });
            let found: Vec<Seal> = self.rows("SELECT record::id(id) AS number, hash, lines FROM $seals", vec![("seals", seals)]).await?;
            let mut seals: HashMap<i64, Seal> = found.into_iter().map(|seal| (seal.number, seal)).collect();
            for number in first..=last {
                let Some(seal) = seals.remove(&number) else {
                    report.find(format!("{SEALS}:{number}"), "is missing".into());
                    before.clear();
                    continue;
                };
                let follows = !before.is_empty() || number == 1;
                if follows && seal.hash != hash_of_seal(&before, &seal.lines) {
                    report.find(format!("{SEALS}:{number}"), "is not of its lines and the seal before".into());
                }
                before.clone_from(&seal.hash);
                self.check_sealed_lines(&seal, report).await?;
            }
        }
        if before != head.hash {
            report.find("audit_head:last".into(), "is not the last seal".into());
        }
        Ok(())
    }

    async fn check_sealed_lines(&self, seal: &Seal, report: &mut Report) -> Result<(), StoreError> {
        let ids = array(seal.lines.iter().map(|(line, _)| id("admin_log", *line)).collect());
        let lines: Vec<StoredLine> = self.rows(&format!("SELECT {STORED_LINE} FROM $ids"), vec![("ids", ids)]).await?;
        let mut found: HashMap<i64, String> = lines.into_iter().map(|line| (line.id, line.hash())).collect();
        for (line, sealed) in &seal.lines {
            match found.remove(line) {
                Some(hash) if hash == *sealed => report.audit_lines += 1,
                Some(_) => report.find(format!("admin_log:{line}"), "is not what was written".into()),
                None => report.audit_lines_deleted += 1,
            }
        }
        Ok(())
    }
}
