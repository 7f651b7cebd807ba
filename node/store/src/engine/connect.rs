//! The connection.

use std::future::IntoFuture;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use actors::clock::{SharedClock, SystemClock};
use actors::store::StoreError;
use surrealdb::Surreal;
use surrealdb::engine::any::Any;
use surrealdb::opt::Config;
use surrealdb::opt::auth::Database;
use surrealdb::opt::capabilities::Capabilities;

use crate::cache::{CacheStats, Generations};
use crate::engine::memory::{Memories, Memory};
use crate::engine::reserved_ids::IdBlocks;
use crate::engine::time_limit::{self, TimeLimit};
use crate::engine::transaction::{classify, take};

/// Where the database is.
#[derive(Clone, Debug)]
pub struct StoreConfig {
    /// `rocksdb:PATH`, `mem://`, `ws://host:port` or `wss://host:port`.
    pub url: String,
    pub namespace: String,
    pub database: String,
    /// For a server: a user of the database.
    pub login: Option<(String, String)>,
    /// An embedded engine that does not sync every commit is refused without it.
    pub accept_data_loss: bool,
    pub clock: SharedClock,
    /// How long one query may take, once the schema is up to date. Without it a query takes as long as it takes.
    pub time_limit: Option<Duration>,
}

impl StoreConfig {
    /// The default configuration for a database at `url`.
    #[must_use]
    pub fn new(url: impl Into<String>, name: &str) -> Self {
        Self {
            url: url.into(),
            namespace: name.into(),
            database: name.into(),
            login: None,
            accept_data_loss: false,
            clock: Arc::new(SystemClock::UTC),
            time_limit: None,
        }
    }
}

/// Why the store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error(
        "{0} does not sync every commit: acknowledged moves would be lost when the power fails. Take `sync` out of the address, or say --i-accept-data-loss"
    )]
    NotSynced(String),
    #[error("the database at {url} can't be opened: {reason}")]
    Open { url: String, reason: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the database has schema version {found}, this program knows {known}: use the newer program, or restore a backup")]
    Newer { found: i64, known: i64 },
}

/// The directory of an embedded database: `rocksdb:PATH?sync=every`.
fn directory(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("rocksdb:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    Some(PathBuf::from(path.split('?').next()?))
}

/// The store. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    db: Surreal<Any>,
    memories: Memories,
    writes: Generations,
    ids: IdBlocks,
    /// Every write goes through this process.
    embedded: bool,
    clock: SharedClock,
    /// Set when the schema is up to date: its changes may take long.
    time_limit: OnceLock<TimeLimit>,
}

impl Store {
    /// Connects, and leaves the schema as it is.
    pub(crate) async fn open(config: &StoreConfig) -> Result<Self, ConnectError> {
        let synced = !config.url.starts_with("rocksdb:") || !config.url.contains("sync=") || config.url.contains("sync=every");
        if !synced && !config.accept_data_loss {
            return Err(ConnectError::NotSynced(config.url.clone()));
        }
        let failed = |error: surrealdb::Error| ConnectError::Open { url: config.url.clone(), reason: error.to_string() };
        if let Some(path) = directory(&config.url) {
            let damaged = |error: std::io::Error| ConnectError::Open { url: config.url.clone(), reason: error.to_string() };
            tokio::task::spawn_blocking(move || crate::engine::wal_repair::repair(&path))
                .await
                .unwrap_or_else(|error| Err(error.into()))
                .map_err(damaged)?;
        }
        // Live queries are not used, and with them each transaction would start a notification task.
        let options = Config::new().capabilities(Capabilities::new().with_live_query_notifications(false));
        let db = surrealdb::engine::any::connect((config.url.as_str(), options)).await.map_err(failed)?;
        if let Some((username, password)) = &config.login {
            let credentials = Database {
                namespace: config.namespace.clone(),
                database: config.database.clone(),
                username: username.clone(),
                password: password.clone(),
            };
            db.signin(credentials).await.map_err(failed)?;
        }
        db.use_ns(&config.namespace).use_db(&config.database).await.map_err(failed)?;
        let embedded = config.url.starts_with("rocksdb:") || config.url.starts_with("mem:");
        Ok(Self(Arc::new(Inner {
            db,
            memories: Memories::new(embedded),
            writes: Generations::default(),
            ids: IdBlocks::default(),
            embedded,
            clock: config.clock.clone(),
            time_limit: OnceLock::new(),
        })))
    }

    /// From now on queries have this time limit.
    pub(crate) async fn limit_time(&self, limit: Duration) -> Result<(), StoreError> {
        let limit = TimeLimit::new(limit);
        self.compare_clocks(&limit).await?;
        // A store connects once.
        let _ = self.0.time_limit.set(limit);
        Ok(())
    }

    /// The time limit of queries, if there is one here.
    pub(crate) fn time_limit(&self) -> Option<&TimeLimit> {
        if time_limit::is_unlimited() { None } else { self.0.time_limit.get() }
    }

    /// Measures how far the database's clock is from ours.
    pub(crate) async fn compare_clocks(&self, limit: &TimeLimit) -> Result<(), StoreError> {
        let began = Instant::now();
        let mut answer = limit.within(self.0.db.query("RETURN time::millis(time::now())").into_future()).await?.map_err(|error| classify(&error))?;
        limit.compare(take(&mut answer, 0)?, began.elapsed());
        Ok(())
    }

    pub(crate) fn db(&self) -> &Surreal<Any> {
        &self.0.db
    }

    /// What a part of the store keeps in memory.
    pub(crate) fn memory<M: Memory>(&self) -> &M {
        self.0.memories.of()
    }

    /// How often each table was written.
    pub(crate) fn writes(&self) -> &Generations {
        &self.0.writes
    }

    /// Ids that are reserved.
    pub(crate) fn id_blocks(&self) -> &IdBlocks {
        &self.0.ids
    }

    /// Does something after a while, if the store is still there.
    pub(crate) fn later<F: Future<Output = ()> + Send>(&self, pause: Duration, what: impl FnOnce(Self) -> F + Send + 'static) {
        let store = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if let Some(store) = store.upgrade() {
                what(Self(store)).await;
            }
        });
    }

    /// How the caches do that have been asked.
    #[must_use]
    pub fn cache_stats(&self) -> Vec<CacheStats> {
        self.0.memories.stats()
    }

    /// Unix milliseconds.
    pub(crate) fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    pub(crate) fn today(&self) -> String {
        self.0.clock.today()
    }

    /// Whether every write goes through this process.
    pub(crate) fn embedded(&self) -> bool {
        self.0.embedded
    }
}
