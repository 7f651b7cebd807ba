//! What happens between the connection to a database and the first question to it.

use crate::engine::connect::{ConnectError, Store, StoreConfig};
use crate::engine::migrate::known_steps;
use crate::resource::defined::Declared;

impl Store {
    /// Connects and brings the schema up to date.
    pub async fn connect(config: &StoreConfig) -> Result<Self, ConnectError> {
        let store = Self::open(config).await?;
        store.migrate().await?;
        if let Some(limit) = config.time_limit {
            store.limit_time(limit).await?;
        }
        Ok(store)
    }

    /// Runs the steps that have not run yet, completes what older programs have written, defines the declared
    /// resources, and fills in what is kept beside the texts of their rows.
    pub async fn migrate(&self) -> Result<(), ConnectError> {
        let found = self.run_missing_steps().await?;
        self.write_missing_blocks().await?;
        self.own_commands().await?;
        self.define(&Declared::by_this_program(known_steps()), found == 0).await?;
        self.fill_forms(found == 0).await?;
        Ok(())
    }
}
