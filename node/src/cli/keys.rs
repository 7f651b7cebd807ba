//! `entrepot keys`.

use actors::clock::{Clock, SystemClock};

use super::error::CliError;
use crate::config::Config;
use crate::identity::keys::{PUBLISHED_BEFORE, rotate_all};
use crate::node::{self, StartError};
use crate::ops;
use crate::secrets::Secrets;

/// Makes new signing keys: through the node when one runs on this data directory.
pub async fn rotate(config: Config, end_sessions: bool) -> Result<(), CliError> {
    match node::lock(&config) {
        Ok(_lock) => {
            let store = node::open_store(&config).await?;
            let secrets = Secrets::begin(&store, config.secrets_key_file.as_deref()).await?;
            rotate_all(&store, &secrets, &config, end_sessions, SystemClock(config.time_zone).now()).await.map_err(StartError::from)?;
        }
        Err(StartError::Locked { .. }) => ops::ask_rotation(&config, end_sessions).await.map_err(CliError::Other)?,
        Err(error) => return Err(error.into()),
    }
    if end_sessions {
        println!("new keys sign from now on; everybody must log in again");
    } else {
        println!("new keys sign in {PUBLISHED_BEFORE} seconds; the old ones are read until their tokens are out");
    }
    Ok(())
}
