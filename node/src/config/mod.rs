//! The configuration: file, then environment (`ENTREPOT_...`), then flags; the later wins.

pub mod connections;
mod error;
pub mod services;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use actors::clock::SystemClock;
use chrono_tz::Tz;
use clap::{Args, Command};
use entrepot_store::StoreConfig;
use serde::Deserialize;

use self::connections::{ConnectionSettings, Connections};
pub use self::error::ConfigError;
use self::services::{ServiceSettings, Services};

/// Hosts whose pages may call by default (wire contract 1.3), for developing a front end.
const ORIGINS: &str = "localhost,127.0.0.1";

/// Seconds that a database server may take for one query.
const DATABASE_SECONDS: u64 = 30;

/// Reads a file of the web app that is within the program by its path, `static/js/index.js`. The program hands it in, so
/// that a new build of the web app recompiles nothing but the program.
pub type ReadFile = fn(path: &str) -> Option<Cow<'static, [u8]>>;

/// Keys of older versions, and why they were removed.
const REMOVED_KEYS: [(&str, &str); 1] = [("stay_awake", "there is no such setting any more; remove it from the file")];

/// The settings. Every key is the same in the file, as `ENTREPOT_KEY` and as `--key`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address of the web app and the API [default: 127.0.0.1:8080]
    #[arg(long, global = true, env = "ENTREPOT_LISTEN", value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// Address of the websocket's own port; empty for none [default: 127.0.0.1:2828]
    #[arg(long, global = true, env = "ENTREPOT_WS_LISTEN", value_name = "ADDRESS")]
    pub ws_listen: Option<String>,
    /// Directory of the embedded database and of what the node writes [default: ./data]
    #[arg(long, global = true, env = "ENTREPOT_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// File with the keys of secrets in the database; made at the first start. Every node of a cluster needs the same [default: DATA_DIR/secrets.key]
    #[arg(long, global = true, env = "ENTREPOT_SECRETS_KEY_FILE", value_name = "FILE")]
    pub secrets_key_file: Option<PathBuf>,
    /// File with the keys of backups, made by hand as that of secrets; backups are encrypted under its first key. Without it they are not encrypted
    #[arg(long, global = true, env = "ENTREPOT_BACKUP_KEY_FILE", value_name = "FILE")]
    pub backup_key_file: Option<PathBuf>,
    /// rocksdb:PATH, mem://, or ws://HOST:PORT of a SurrealDB server [default: rocksdb:DATA_DIR/db]
    #[arg(long, global = true, env = "ENTREPOT_DATABASE", value_name = "URL")]
    pub database: Option<String>,
    /// Namespace in the database [default: entrepot]
    #[arg(long, global = true, env = "ENTREPOT_NAMESPACE", value_name = "NAME")]
    pub namespace: Option<String>,
    /// Database in the namespace [default: entrepot]
    #[arg(long, global = true, env = "ENTREPOT_DATABASE_NAME", value_name = "NAME")]
    pub database_name: Option<String>,
    /// User of the database, for a server
    #[arg(long, global = true, env = "ENTREPOT_DATABASE_USER", value_name = "NAME")]
    pub database_user: Option<String>,
    /// File with that user's password
    #[arg(long, global = true, env = "ENTREPOT_DATABASE_PASSWORD_FILE", value_name = "FILE")]
    pub database_password_file: Option<PathBuf>,
    /// Seconds that a database server may take for one query; then its caller hears that the outcome is not known, and a change that comes later is refused [default: 30]
    #[arg(long, global = true, env = "ENTREPOT_DATABASE_SECONDS", value_name = "SECONDS")]
    pub database_seconds: Option<u64>,
    /// nats://HOST:PORT of a cluster's bus; empty for the bus of a single node
    #[arg(long, global = true, env = "ENTREPOT_BUS", value_name = "URL")]
    pub bus: Option<String>,
    /// User of the bus
    #[arg(long, global = true, env = "ENTREPOT_BUS_USER", value_name = "NAME")]
    pub bus_user: Option<String>,
    /// File with that user's password
    #[arg(long, global = true, env = "ENTREPOT_BUS_PASSWORD_FILE", value_name = "FILE")]
    pub bus_password_file: Option<PathBuf>,
    /// Name that separates installations on one bus [default: prod]
    #[arg(long, global = true, env = "ENTREPOT_ENVIRONMENT", value_name = "NAME")]
    pub environment: Option<String>,
    /// Time zone of days and months [default: Asia/Shanghai]
    #[arg(long, global = true, env = "ENTREPOT_TIME_ZONE", value_name = "ZONE")]
    pub time_zone: Option<String>,
    /// Other origins or hosts that may call the API and open websockets, comma separated [default: localhost,127.0.0.1]
    #[arg(long, global = true, env = "ENTREPOT_ALLOWED_ORIGINS", value_name = "ORIGINS")]
    pub allowed_origins: Option<String>,
    /// Directory of a web app to serve in place of the one within the program
    #[arg(long, global = true, env = "ENTREPOT_WEB_DIR", value_name = "DIR")]
    pub web_dir: Option<PathBuf>,
    /// Font of printed papers, with Chinese and Latin letters (TTF, OTF, TTC); else the first that is found where systems keep them, such as that of fonts-noto-cjk
    #[arg(long, global = true, env = "ENTREPOT_PRINT_FONT", value_name = "FILE")]
    pub print_font: Option<PathBuf>,
    /// pretty or json [default: pretty]
    #[arg(long, global = true, env = "ENTREPOT_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<String>,
    /// What is logged, as in RUST_LOG [default: info,surrealdb=warn]
    #[arg(long, global = true, env = "ENTREPOT_LOG", value_name = "FILTER")]
    pub log: Option<String>,
    /// Seconds an access token lives that can be refreshed [default: 900]
    #[arg(long, global = true, env = "ENTREPOT_ACCESS_SECONDS", value_name = "SECONDS")]
    pub access_seconds: Option<i64>,
    /// Seconds a session lives that can't be refreshed [default: 43200]
    #[arg(long, global = true, env = "ENTREPOT_SESSION_SECONDS", value_name = "SECONDS")]
    pub session_seconds: Option<i64>,
    /// Seconds a refresh token lives [default: 2592000]
    #[arg(long, global = true, env = "ENTREPOT_REFRESH_SECONDS", value_name = "SECONDS")]
    pub refresh_seconds: Option<i64>,
    /// A login ends the account's other sessions
    #[arg(long, global = true, env = "ENTREPOT_SINGLE_SESSION", num_args = 0..=1, default_missing_value = "true")]
    pub single_session: Option<bool>,
    /// An administrator whose password somebody else has set chooses another one when they sign in first [default: true]
    #[arg(long, global = true, env = "ENTREPOT_CHANGE_GIVEN_PASSWORDS", num_args = 0..=1, default_missing_value = "true")]
    pub change_given_passwords: Option<bool>,
    /// Websockets one person may have open [default: 20]
    #[arg(long, global = true, env = "ENTREPOT_SOCKETS_PER_PERSON", value_name = "NUMBER")]
    pub sockets_per_person: Option<usize>,
    /// Start although the database does not sync every commit
    #[arg(long, global = true, env = "ENTREPOT_I_ACCEPT_DATA_LOSS", num_args = 0..=1, default_missing_value = "true")]
    pub i_accept_data_loss: Option<bool>,
    /// Captcha, uploads, mail and SMS, limits.
    #[command(flatten)]
    #[serde(skip)]
    pub services: ServiceSettings,
    /// Connections, HTTPS, metrics.
    #[command(flatten)]
    #[serde(skip)]
    pub connections: ConnectionSettings,
}

/// The configuration, complete and checked.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: String,
    pub ws_listen: Option<String>,
    pub data_dir: PathBuf,
    /// None for a database in memory.
    pub secrets_key_file: Option<PathBuf>,
    /// None where backups are not encrypted.
    pub backup_key_file: Option<PathBuf>,
    pub database: String,
    pub namespace: String,
    pub database_name: String,
    pub login: Option<(String, String)>,
    /// Of one query; none for an embedded database.
    pub database_limit: Option<Duration>,
    pub bus: Option<String>,
    pub bus_login: Option<(String, String)>,
    pub environment: String,
    pub time_zone: Tz,
    pub allowed_origins: Vec<String>,
    pub web_dir: Option<PathBuf>,
    /// The web app within the program; a library has none.
    pub web_app: ReadFile,
    pub print_font: Option<PathBuf>,
    pub log_format: String,
    pub log: String,
    pub access_seconds: i64,
    pub session_seconds: i64,
    pub refresh_seconds: i64,
    pub single_session: bool,
    pub change_given_passwords: bool,
    pub sockets_per_person: usize,
    pub accept_data_loss: bool,
    pub services: Services,
    pub connections: Connections,
}

impl Config {
    /// How the database is opened.
    #[must_use]
    pub fn store(&self) -> StoreConfig {
        StoreConfig {
            url: self.database.clone(),
            namespace: self.namespace.clone(),
            database: self.database_name.clone(),
            login: self.login.clone(),
            accept_data_loss: self.accept_data_loss,
            clock: Arc::new(SystemClock(self.time_zone)),
            time_limit: self.database_limit,
        }
    }
}

/// Takes the keys of one kind of settings out of a file's.
fn take<T: Args>(table: &mut toml::Table) -> toml::Table {
    let command = T::augment_args(Command::new(""));
    let keys: Vec<String> = command.get_arguments().map(|argument| argument.get_id().to_string()).collect();
    keys.into_iter().filter_map(|key| table.remove(&key).map(|value| (key, value))).collect()
}

/// A user's name and password, where both are given.
fn account(
    user_key: &'static str,
    file_key: &'static str,
    user: Option<String>,
    file: Option<PathBuf>,
) -> Result<Option<(String, String)>, ConfigError> {
    match (user, file) {
        (Some(user), Some(file)) => {
            let password = std::fs::read_to_string(&file).map_err(|error| ConfigError::File { file, reason: error.to_string() })?;
            // The line break that an editor leaves is not part of it; blanks may be.
            Ok(Some((user, password.trim_end_matches(['\r', '\n']).to_owned())))
        }
        (None, None) => Ok(None),
        _ => Err(ConfigError::Key { key: user_key, reason: format!("goes with {file_key}") }),
    }
}

impl Settings {
    /// Reads a TOML file.
    pub fn from_file(file: &Path) -> Result<Self, ConfigError> {
        let failed = |reason: String| ConfigError::File { file: file.to_owned(), reason };
        let text = std::fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let mut table: toml::Table = toml::from_str(&text).map_err(|error| failed(error.to_string()))?;
        for (key, reason) in REMOVED_KEYS {
            if table.contains_key(key) {
                return Err(failed(format!("{key}: {reason}")));
            }
        }
        let services = take::<ServiceSettings>(&mut table).try_into().map_err(|error| failed(error.to_string()))?;
        let connections = take::<ConnectionSettings>(&mut table).try_into().map_err(|error| failed(error.to_string()))?;
        let settings: Self = table.try_into().map_err(|error| failed(error.to_string()))?;
        Ok(Self { services, connections, ..settings })
    }

    /// The settings of `self`, and those of `file` where `self` has none.
    #[must_use]
    pub fn or(self, file: Self) -> Self {
        Self {
            listen: self.listen.or(file.listen),
            ws_listen: self.ws_listen.or(file.ws_listen),
            data_dir: self.data_dir.or(file.data_dir),
            secrets_key_file: self.secrets_key_file.or(file.secrets_key_file),
            backup_key_file: self.backup_key_file.or(file.backup_key_file),
            database: self.database.or(file.database),
            namespace: self.namespace.or(file.namespace),
            database_name: self.database_name.or(file.database_name),
            database_user: self.database_user.or(file.database_user),
            database_password_file: self.database_password_file.or(file.database_password_file),
            database_seconds: self.database_seconds.or(file.database_seconds),
            bus: self.bus.or(file.bus),
            bus_user: self.bus_user.or(file.bus_user),
            bus_password_file: self.bus_password_file.or(file.bus_password_file),
            environment: self.environment.or(file.environment),
            time_zone: self.time_zone.or(file.time_zone),
            allowed_origins: self.allowed_origins.or(file.allowed_origins),
            web_dir: self.web_dir.or(file.web_dir),
            print_font: self.print_font.or(file.print_font),
            log_format: self.log_format.or(file.log_format),
            log: self.log.or(file.log),
            access_seconds: self.access_seconds.or(file.access_seconds),
            session_seconds: self.session_seconds.or(file.session_seconds),
            refresh_seconds: self.refresh_seconds.or(file.refresh_seconds),
            single_session: self.single_session.or(file.single_session),
            change_given_passwords: self.change_given_passwords.or(file.change_given_passwords),
            sockets_per_person: self.sockets_per_person.or(file.sockets_per_person),
            i_accept_data_loss: self.i_accept_data_loss.or(file.i_accept_data_loss),
            services: self.services.or(file.services),
            connections: self.connections.or(file.connections),
        }
    }

    /// Fills in the defaults and checks.
    pub fn complete(self) -> Result<Config, ConfigError> {
        let zone = self.time_zone.unwrap_or_else(|| "Asia/Shanghai".into());
        let time_zone = zone.parse().map_err(|_| ConfigError::Key { key: "time_zone", reason: format!("{zone} is no time zone") })?;
        let data_dir = self.data_dir.unwrap_or_else(|| "data".into());
        let positive = |key: &'static str, value: Option<i64>, default: i64| match value.unwrap_or(default) {
            seconds if seconds > 0 => Ok(seconds),
            _ => Err(ConfigError::Key { key, reason: "must be more than 0".into() }),
        };
        let log_format = self.log_format.unwrap_or_else(|| "pretty".into());
        if !["pretty", "json"].contains(&log_format.as_str()) {
            return Err(ConfigError::Key { key: "log_format", reason: "pretty or json".into() });
        }
        let login = account("database_user", "database_password_file", self.database_user, self.database_password_file)?;
        let bus_login = account("bus_user", "bus_password_file", self.bus_user, self.bus_password_file)?;
        let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let services = self.services.complete(&data_dir)?;
        let database = some(self.database).unwrap_or_else(|| format!("rocksdb:{}", data_dir.join("db").display()));
        let database_seconds = self.database_seconds.unwrap_or(DATABASE_SECONDS);
        if database_seconds == 0 {
            return Err(ConfigError::Key { key: "database_seconds", reason: "must be more than 0".into() });
        }
        let server = ["ws://", "wss://", "http://", "https://"].iter().any(|scheme| database.starts_with(scheme));
        let own_key = (!database.starts_with("mem:")).then(|| data_dir.join("secrets.key"));
        Ok(Config {
            listen: some(self.listen).unwrap_or_else(|| "127.0.0.1:8080".into()),
            ws_listen: some(Some(self.ws_listen.unwrap_or_else(|| "127.0.0.1:2828".into()))),
            database,
            data_dir,
            secrets_key_file: self.secrets_key_file.or(own_key),
            backup_key_file: self.backup_key_file.filter(|file| !file.as_os_str().is_empty()),
            namespace: some(self.namespace).unwrap_or_else(|| "entrepot".into()),
            database_name: some(self.database_name).unwrap_or_else(|| "entrepot".into()),
            login,
            database_limit: server.then(|| Duration::from_secs(database_seconds)),
            bus: some(self.bus),
            bus_login,
            environment: some(self.environment).unwrap_or_else(|| "prod".into()),
            time_zone,
            allowed_origins: self
                .allowed_origins
                .unwrap_or_else(|| ORIGINS.into())
                .split(',')
                .map(|o| o.trim().to_owned())
                .filter(|o| !o.is_empty())
                .collect(),
            web_dir: self.web_dir,
            web_app: |_| None,
            print_font: self.print_font.filter(|file| !file.as_os_str().is_empty()),
            log_format,
            log: some(self.log).unwrap_or_else(|| "info,surrealdb=warn,surrealdb_core=warn".into()),
            access_seconds: positive("access_seconds", self.access_seconds, 900)?,
            session_seconds: positive("session_seconds", self.session_seconds, 43_200)?,
            refresh_seconds: positive("refresh_seconds", self.refresh_seconds, 2_592_000)?,
            single_session: self.single_session.unwrap_or(false),
            change_given_passwords: self.change_given_passwords.unwrap_or(true),
            sockets_per_person: self.sockets_per_person.unwrap_or(20),
            accept_data_loss: self.i_accept_data_loss.unwrap_or(false),
            services,
            connections: self.connections.complete()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_keys_of_every_kind() {
        let mut table: toml::Table =
            toml::from_str("listen = '127.0.0.1:1'\nadmin_captcha = 'off'\nupload_max_bytes = 5\nidle_seconds = 5").expect("TOML");
        let (services, connections) = (take::<ServiceSettings>(&mut table), take::<ConnectionSettings>(&mut table));
        assert_eq!((services.len(), connections.len(), table.len()), (2, 1, 1));
    }

    #[test]
    fn a_removed_key_is_named_with_what_to_do() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("entrepot.toml");
        std::fs::write(&file, "listen = '127.0.0.1:1'\nstay_awake = true\n").expect("a file");
        let error = Settings::from_file(&file).expect_err("the key is gone").to_string();
        assert!(error.contains("stay_awake") && error.contains("remove it"), "{error}");
        std::fs::write(&file, "listen = '127.0.0.1:1'\n").expect("a file");
        assert_eq!(Settings::from_file(&file).expect("settings").listen.as_deref(), Some("127.0.0.1:1"));
    }

    #[test]
    fn half_a_login_is_refused() {
        let half = Settings { bus_user: Some("node".into()), ..Settings::default() };
        assert!(half.complete().is_err_and(|error| error.to_string().contains("bus_password_file")));
    }
}
