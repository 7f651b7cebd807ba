//! The schema, in ordered steps. A step runs once, in one transaction with the note that it ran.

use actors::store::StoreError;
use serde::Deserialize;

use crate::connect::{ConnectError, Store};
use crate::records;
use crate::transaction::{TxError, Vars};
use crate::value::int;

/// The steps. Never change one that has been released: add another.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_begin.surql"),
    include_str!("migrations/0002_lean_ledger.surql"),
    include_str!("migrations/0003_lean_orders.surql"),
    include_str!("migrations/0004_members.surql"),
    include_str!("migrations/0005_member_notices.surql"),
];

#[derive(Deserialize)]
struct Version {
    version: i64,
}

impl Store {
    /// Runs the steps that have not run yet, then defines the declared resources.
    pub async fn migrate(&self) -> Result<(), ConnectError> {
        let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
        self.run("DEFINE TABLE IF NOT EXISTS schema_version SCHEMAFULL; DEFINE FIELD IF NOT EXISTS version ON schema_version TYPE int;", vec![])
            .await
            .map_err(StoreError::from)?;
        let found = self.schema_version().await?;
        if found > known {
            return Err(ConnectError::Newer { found, known });
        }
        for (step, number) in STEPS.iter().zip(1_i64..).skip(usize::try_from(found).unwrap_or(0)) {
            let guard = "LET $before = (SELECT VALUE version FROM ONLY schema_version:now) ?? 0; IF $before != $number - 1 { THROW 'ran' };";
            let query = format!("BEGIN; {guard} {step} UPSERT schema_version:now SET version = $number; COMMIT;");
            let vars: Vars = vec![("number", int(number))];
            match self.run(&query, vars).await {
                Ok(_) => tracing::info!(number, "the schema was brought up to date"),
                // Another node was quicker.
                Err(TxError::Thrown(_)) => {}
                Err(error) => return Err(StoreError::from(error).into()),
            }
        }
        let definitions: String = records::catalogue::all().map(|resource| resource.definitions()).collect();
        self.run(&definitions, vec![]).await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The number of the last step that ran, 0 in an empty database.
    pub async fn schema_version(&self) -> Result<i64, StoreError> {
        let found: Vec<Version> = self.rows("SELECT version FROM schema_version:now", vec![]).await?;
        Ok(found.first().map_or(0, |row| row.version))
    }
}
