//! A node: configuration, store, actors and sessions, put together.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actors::bus::Bus;
use actors::bus::nats::{NatsBus, NatsError};
use actors::clock::{SharedClock, SystemClock};
use actors::store::StoreError;
use actors::system::{Live, Ports, System, SystemError};
use bus_schemas::live::Invalidation;
use entrepot_store::Store;
use entrepot_store::cache::{CacheStats, CachedValue};
use entrepot_store::engine::connect::ConnectError;
use entrepot_store::resource::catalogue::Catalogue;
use fs4::fs_std::FileExt;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::MissedTickBehavior;

use crate::ads::tokens::Tokens;
use crate::audit_log::journal::Journal;
use crate::base::Base;
use crate::config::Config;
use crate::connections::connection::Connections;
use crate::data_exchange::resume::LOOK_EVERY;
use crate::deliver::LOOK_EVERY as LOOK_EVERY_FOR_EVENTS;
use crate::file::{Storage, StorageError};
use crate::file_permissions;
use crate::identity::api_keys::ApiKeys;
use crate::identity::blocked::Blocked;
use crate::identity::hashing::Queue;
use crate::identity::keyed_locks::{self, KeyedLocks};
use crate::identity::keys::{self, KeyError};
use crate::identity::sessions::{Sessions, rights_changed};
use crate::member::{Members, closing};
use crate::outgoing::OutgoingClient;
use crate::rate_limits::Limits;
use crate::running_work::RunningWork;
use crate::secrets::stored::{self, StoredError};
use crate::secrets::{KeyFileError, Secrets};
use crate::services::{Parts, Services};
use crate::ws::session::SocketService;

/// How long a stopping node waits for unfinished work.
pub const DRAIN_LIMIT: Duration = Duration::from_secs(20);
/// How often what orders have sold is added to the sales of goods.
const SALES_EVERY: Duration = Duration::from_secs(20);

/// Why a node does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{dir} is in use by another entrepot: stop it first, or give this one a directory of its own (--data-dir)")]
    Locked { dir: String },
    #[error("{path}: {reason}")]
    Io { path: String, reason: String },
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Bus(#[from] NatsError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    KeyFile(#[from] KeyFileError),
    #[error(transparent)]
    Secrets(#[from] StoredError),
    #[error(transparent)]
    System(#[from] SystemError),
    #[error(transparent)]
    Keys(#[from] KeyError),
    #[error("other servers can't be called: {0}")]
    Calls(#[from] reqwest::Error),
    #[error("accounts that were closed can't be closed again: {0}")]
    ClosedAccounts(String),
}

struct Inner {
    parts: Parts,
    services: Services,
    journal: Journal,
    blocked: Blocked,
    sockets: Arc<crate::ws::registry::Registry>,
    running_work: RunningWork,
    _lock: Option<File>,
}

/// A running node. Cheap to clone.
#[derive(Clone)]
pub struct Node(Arc<Inner>);

/// Locks other users out of the data directory and the embedded database.
fn make_private(config: &Config) -> Result<(), StartError> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| StartError::Io { path, reason: error.to_string() }
    };
    file_permissions::directory(&config.data_dir).map_err(failed(&config.data_dir))?;
    file_permissions::database_dir(&config.database).map_or(Ok(()), |dir| file_permissions::database(&dir).map_err(failed(&dir)))
}

/// Takes the data directory for this process alone, where the database is in it.
pub fn lock(config: &Config) -> Result<Option<File>, StartError> {
    if !config.database.starts_with("rocksdb:") {
        return Ok(None);
    }
    make_private(config)?;
    let dir = &config.data_dir;
    let failed = |error: std::io::Error| StartError::Io { path: dir.display().to_string(), reason: error.to_string() };
    let file = File::create(dir.join("lock")).map_err(failed)?;
    match file.try_lock_exclusive() {
        Ok(true) => Ok(Some(file)),
        _ => Err(StartError::Locked { dir: dir.display().to_string() }),
    }
}

/// Opens the database that the configuration names.
pub async fn open_store(config: &Config) -> Result<Store, StartError> {
    Ok(Store::connect(&config.store()).await?)
}

impl Node {
    /// Opens the store, joins the bus and starts the actors.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let lock = lock(&config)?;
        if lock.is_none() && !config.database.starts_with("mem:") {
            make_private(&config)?;
        }
        let store = open_store(&config).await?;
        let secrets = Arc::new(Secrets::begin(&store, config.secrets_key_file.as_deref()).await?);
        let name = format!("n{}", uuid::Uuid::new_v4().simple());
        let bus: Option<Arc<dyn Bus>> = match &config.bus {
            Some(url) => Some(Arc::new(NatsBus::connect(url, &name, config.bus_login.clone()).await?)),
            None => None,
        };
        let clock: SharedClock = Arc::new(SystemClock(config.time_zone));
        let sealed = stored::seal_all(&store, &secrets, clock.now()).await?;
        if sealed > 0 {
            tracing::info!(sealed, "secrets in the database were sealed under the first key of the key file");
        }
        let ports = Ports {
            warehouses: Arc::new(store.clone()),
            orders: Arc::new(store.clone()),
            notifications: Arc::new(store.clone()),
            shop: Arc::new(store.clone()),
        };
        let system = System::start(name, &config.environment, ports, bus, clock.clone()).await?;
        system.shop().set_providers(crate::shop::pay::providers(&config, &clock));
        let now = clock.now();
        let sessions = Sessions::new(store.clone(), &config, &secrets, now).await?;
        let api_keys = ApiKeys::new(store.clone(), &secrets).await?;
        let placement_tokens = Tokens::new(&store, &secrets).await?;
        let calls = Arc::new(OutgoingClient::new(config.services.outgoing.clone())?);
        let storage = Storage::new(&config.services.upload)?;
        let members = Members::new(store.clone(), &config, &secrets, now).await?;
        let connections = Connections::new(config.connections.limits, config.services.trusted_proxies.clone());
        let sockets = crate::ws::registry::Registry::new(config.sockets_per_person, connections);
        let journal = Journal::begin(store.clone(), config.services.refused_lines_per_day);
        let parts = Parts {
            limits: Arc::new(Limits::new(config.services.rate_limits)),
            hashing: Queue::new(config.services.rate_limits),
            keyed_locks: Arc::default(),
            claims: Arc::default(),
            sessions: Arc::new(sessions),
            api_keys: Arc::new(api_keys),
            members: Arc::new(members),
            entrance: Arc::new(CachedValue::new("entrance")),
            storage: Arc::new(storage),
            base: Base { config: Arc::new(config), store, system, clock },
            secrets,
            placement_tokens,
            calls,
        };
        let node = Self(Arc::new(Inner {
            services: Services::new(&parts),
            parts,
            journal,
            sockets: Arc::new(sockets),
            running_work: RunningWork::default(),
            blocked: Blocked::default(),
            _lock: lock,
        }));
        keyed_locks::restore(node.store(), node.limits(), node.now()).await?;
        let closed_again = closing::catch_up(node.accounts(), node.storage()).await.map_err(|error| StartError::ClosedAccounts(error.to_string()))?;
        if closed_again > 0 {
            tracing::info!(closed_again, "accounts that were closed since the backup were closed again");
        }
        if let Err(error) = crate::outside::takeover::run(&node.services().codes.mailer, node.now()).await {
            tracing::warn!(%error, "the mail server of the settings did not become an account");
        }
        node.start_tasks();
        node.store().prefetch_stock();
        node.store().prefetch_shelf();
        Ok(node)
    }

    /// Passes events of the actors to the caches and the open sessions.
    fn start_tasks(&self) {
        let watched = Arc::downgrade(&self.0);
        let declared = watched.clone();
        let catalogue = move || declared.upgrade().map_or_else(Catalogue::compiled, |node| node.parts.base.store.catalogue());
        tokio::spawn(self.sockets().subscribers().clone().run(self.system().live(), catalogue));
        tokio::spawn(async move {
            let mut seconds = tokio::time::interval(Duration::from_secs(1));
            seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                seconds.tick().await;
                let Some(node) = watched.upgrade() else { break };
                node.sockets.subscribers().end_expired(node.parts.base.clock.now());
                node.sockets.connections().end_overdue(Instant::now());
            }
        });
        let left = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut turns = tokio::time::interval(LOOK_EVERY);
            turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                turns.tick().await;
                let Some(node) = left.upgrade() else { break };
                node.services.exchange.take_over().await;
            }
        });
        let keys = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut turns = tokio::time::interval(Duration::from_secs(keys::READ_EVERY));
            turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                turns.tick().await;
                let Some(node) = keys.upgrade().map(Self) else { break };
                if let Err(error) = node.read_keys().await {
                    tracing::warn!(%error, "the signing keys can't be read: those that are known go on");
                }
            }
        });
        let sales = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut turns = tokio::time::interval(SALES_EVERY);
            turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                turns.tick().await;
                let Some(node) = sales.upgrade() else { break };
                if let Err(error) = node.parts.base.store.add_up_sales().await {
                    tracing::warn!(%error, "the sales of goods are not added up; they are next time");
                }
            }
        });
        let delivers = Arc::downgrade(&self.0);
        let bell = self.store().event_bell();
        tokio::spawn(async move {
            loop {
                let Some(node) = delivers.upgrade() else { break };
                let busy = node.services.deliverer.turn().await;
                drop(node);
                if let Err(error) = &busy {
                    tracing::warn!(%error, "deliveries wait for the next look");
                }
                if !busy.unwrap_or(false) {
                    // Either is a reason to look.
                    let _ = tokio::time::timeout(LOOK_EVERY_FOR_EVENTS, bell.notified()).await;
                }
            }
        });
        let mut live = self.system().live();
        let node = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                let event = live.recv().await;
                let Some(node) = node.upgrade() else { break };
                match event {
                    Ok(Live::Invalidation(Invalidation::Session { admin })) => node.parts.sessions.forget(admin),
                    Ok(Live::Invalidation(Invalidation::Rights)) => {
                        node.parts.base.store.forget_directory();
                        node.sockets.subscribers().rights_changed();
                    }
                    Ok(Live::Gap) | Err(RecvError::Lagged(_)) => {
                        node.parts.sessions.forget_all();
                        node.parts.base.store.forget_directory();
                        node.sockets.subscribers().rights_changed();
                    }
                    Ok(_) => {}
                    Err(RecvError::Closed) => break,
                }
            }
        });
    }

    /// The services of the nouns; [`crate::accessors`] has an accessor for each.
    pub(crate) fn services(&self) -> &Services {
        &self.0.services
    }

    /// The parts that services share.
    pub(crate) fn parts(&self) -> &Parts {
        &self.0.parts
    }

    /// What every handler may use.
    #[must_use]
    pub fn base(&self) -> &Base {
        &self.0.parts.base
    }

    /// What sessions of the websocket work with.
    #[must_use]
    pub(crate) fn socket_service(&self) -> SocketService {
        SocketService { base: self.base().clone(), sessions: self.0.parts.sessions.clone(), sockets: self.0.sockets.clone() }
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.parts.base.config
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.parts.base.store
    }

    /// The actors.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.0.parts.base.system
    }

    /// The sessions.
    #[must_use]
    pub fn sessions(&self) -> &Sessions {
        &self.0.parts.sessions
    }

    /// Keys of other programs.
    #[must_use]
    pub fn api_keys(&self) -> &ApiKeys {
        &self.0.parts.api_keys
    }

    /// Reads the signing keys again: they may have been changed by a command or another node.
    pub async fn read_keys(&self) -> Result<(), KeyError> {
        self.sessions().read_keys(&self.0.parts.secrets, self.now()).await?;
        self.members().sessions.read_keys(&self.0.parts.secrets, self.now()).await
    }

    /// The audit log.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.0.journal
    }

    /// The addresses that the site refuses.
    #[must_use]
    pub fn blocked(&self) -> &Blocked {
        &self.0.blocked
    }

    /// The name of the back office's entrance.
    #[must_use]
    pub fn entrance(&self) -> &CachedValue<String> {
        &self.0.parts.entrance
    }

    /// Groups, rules or memberships have changed: every node computes rights again.
    pub fn rights_changed(&self) {
        rights_changed(self.store(), self.system());
    }

    /// How the caches do.
    #[must_use]
    pub fn cache_stats(&self) -> Vec<CacheStats> {
        let own = [self.sessions().cache_stats(), self.0.parts.entrance.stats(), self.shop_settings().cache_stats(), self.0.blocked.cache_stats()];
        self.store().cache_stats().into_iter().chain(own).chain(self.members().sessions.cache_stats()).collect()
    }

    /// The open websockets.
    #[must_use]
    pub fn sockets(&self) -> &crate::ws::registry::Registry {
        &self.0.sockets
    }

    /// The members.
    #[must_use]
    pub fn members(&self) -> &Members {
        &self.0.parts.members
    }

    /// Uploaded files.
    #[must_use]
    pub fn storage(&self) -> &Storage {
        &self.0.parts.storage
    }

    /// Locks that serialize attempts at a name.
    #[must_use]
    pub fn keyed_locks(&self) -> &KeyedLocks {
        &self.0.parts.keyed_locks
    }

    /// Seals and opens secrets.
    #[must_use]
    pub fn secrets(&self) -> &Secrets {
        &self.0.parts.secrets
    }

    /// Rate limits per network and account.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.0.parts.limits
    }

    /// Work that goes on after its caller has gone.
    #[must_use]
    pub fn running_work(&self) -> &RunningWork {
        &self.0.running_work
    }

    /// Unix seconds.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.0.parts.base.clock.now()
    }

    /// Unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.0.parts.base.clock.now_ms()
    }

    /// Source of the time.
    #[must_use]
    pub fn clock(&self) -> SharedClock {
        self.0.parts.base.clock.clone()
    }

    /// The time on the site's clock, `YYYY-MM-DD HH:mm:ss`.
    #[must_use]
    pub fn site_time(&self) -> String {
        crate::site_time::time_at(self.config().time_zone, self.now())
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    #[must_use]
    pub fn today(&self) -> String {
        self.0.parts.base.clock.today()
    }
}
