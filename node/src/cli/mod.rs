//! The command line.

mod backup;
mod error;
mod keys;
mod serve;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use actors::clock::{Clock, SystemClock};
use bus_schemas::ids::AdminId;
use clap::{Parser, Subcommand};
use entrepot_store::identity::accounts::NewAdmin;
use entrepot_store::identity::refresh_tokens::Realm;
use tracing_subscriber::EnvFilter;

use self::error::CliError;
use crate::config::{Config, ConfigError, ReadFile, Settings};
use crate::file_permissions::database_dir;
use crate::i18n::Language;
use crate::identity::{attempts, passwords};
use crate::import::replay::{self, Options};
use crate::node::{self, Node};
use crate::secrets::Secrets;

/// Entrepot: keeps goods and sells them.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    /// Configuration file (TOML); see ops/entrepot.example.toml
    #[arg(long, global = true, env = "ENTREPOT_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the node
    Serve {
        /// Fill an empty database with a small demo company
        #[arg(long)]
        demo: bool,
        /// Language of the demo company: names, units, articles
        #[arg(long, env = "ENTREPOT_DEMO_LANGUAGE", value_enum, default_value_t = DemoLanguage::Zh)]
        demo_language: DemoLanguage,
    },
    /// Administrators
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Replay orders from a file
    #[command(subcommand)]
    Import(ImportCommand),
    /// Prove from the database alone that the books are right; exits with 1 otherwise
    Check {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the whole database to one file, also while the node runs
    ///
    /// Uploaded files are not in it: copy DATA_DIR/storage as well.
    ///
    /// Secrets such as the mail server's password are in it as they are in the database: sealed. They
    /// open only with the key file (secrets_key_file), which is not in the backup: keep a copy of it
    /// elsewhere. Passwords of people are in it as argon2 hashes.
    Backup {
        /// Where the backup goes; a file that is there is replaced
        file: PathBuf,
    },
    /// Fill an empty database from a backup, then check the books
    ///
    /// Put the key file of the node that the backup is from in its place (secrets_key_file) before the
    /// node is started; without it, see `entrepot secrets forget`.
    Restore {
        /// A backup that `entrepot backup` or the node has made
        file: PathBuf,
        /// The file `closed-accounts` of the data directory that the backup is from: what was closed since is closed again
        #[arg(long, value_name = "FILE")]
        closed_accounts: Option<PathBuf>,
    },
    /// Secrets in the database
    #[command(subcommand)]
    Secrets(SecretsCommand),
    /// Keys that access tokens are signed with
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Print the OpenAPI document
    Openapi,
}

/// A language in which the demo company may be.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum DemoLanguage {
    Zh,
    En,
}

impl From<DemoLanguage> for Language {
    fn from(language: DemoLanguage) -> Self {
        match language {
            DemoLanguage::Zh => Self::Chinese,
            DemoLanguage::En => Self::English,
        }
    }
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Make new ones, also while the node runs; the old ones are read until their tokens are out
    Rotate {
        /// Let the old ones end now: everybody must log in again
        #[arg(long)]
        end_sessions: bool,
    },
}

#[derive(Subcommand)]
enum ImportCommand {
    /// Order lines: InvoiceNo, StockCode, Description, Quantity, UnitPrice, CustomerID, Country (.csv or .csv.gz)
    Orders {
        file: PathBuf,
        /// Where refused lines go [default: DATA_DIR/rejects.csv]
        #[arg(long, value_name = "FILE")]
        rejects: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
enum SecretsCommand {
    /// Give up what is sealed under keys that are lost: the mail password is to be set again, and everybody logs in again
    Forget,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Make an administrator and print a password made for it
    Create {
        username: String,
        /// Name that is shown [default: the user name]
        #[arg(long)]
        nickname: Option<String>,
        /// Holds every permission
        #[arg(long = "super")]
        is_super: bool,
        /// Take this password from a file in place of making one
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Give an administrator a new password, print it, end every session, and enable the account if it was disabled
    ResetPassword {
        username: String,
        /// Take this password from a file in place of making one
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
}

/// Runs the program, with the web app that is within it.
#[must_use]
pub fn main(web_app: ReadFile) -> ExitCode {
    let arguments = Arguments::parse();
    crate::file_permissions::restrict_process();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(8 * 1024 * 1024).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("entrepot: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(arguments, web_app)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("entrepot: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Log targets of libraries that no operator needs.
const NOISE: &[&str] = &["surrealdb_core::kvs::tasks=off", "tokio_cron_scheduler=warn"];

/// What is logged, as the configuration says.
fn log_filter(directives: &str) -> Result<EnvFilter, ConfigError> {
    EnvFilter::try_new(directives).map_err(|error| ConfigError::Key { key: "log", reason: error.to_string() })
}

fn log(config: &Config) -> Result<(), ConfigError> {
    let filter = log_filter(&config.log)?;
    let filter = NOISE.iter().filter_map(|quiet| quiet.parse().ok()).fold(filter, EnvFilter::add_directive);
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log_format == "json" {
        subscriber.json().init();
    } else {
        subscriber.with_target(false).init();
    }
    Ok(())
}

async fn run(arguments: Arguments, web_app: ReadFile) -> Result<(), CliError> {
    let file = arguments.config.as_deref().map(Settings::from_file).transpose()?.unwrap_or_default();
    let config = Config { web_app, ..arguments.settings.or(file).complete()? };
    if !matches!(arguments.command, Command::Openapi) {
        log(&config)?;
    }
    match arguments.command {
        Command::Serve { demo, demo_language } => serve::serve(config, demo.then(|| demo_language.into())).await,
        Command::Admin(command) => admin(config, command).await,
        Command::Import(ImportCommand::Orders { file, rejects }) => import(config, file, rejects).await,
        Command::Check { json } => check(config, json).await,
        Command::Backup { file } => backup::backup(config, file).await,
        Command::Restore { file, closed_accounts } => backup::restore(config, file, closed_accounts).await,
        Command::Secrets(SecretsCommand::Forget) => forget_secrets(config).await,
        Command::Keys(KeysCommand::Rotate { end_sessions }) => keys::rotate(config, end_sessions).await,
        Command::Openapi => openapi(config).await,
    }
}

fn check_username(username: &str) -> Result<(), CliError> {
    let mut letters = username.chars();
    let begins = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    let rest = letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if begins && rest && (3..=15).contains(&username.len()) { Ok(()) } else { Err(CliError::Username) }
}

fn chosen(file: Option<PathBuf>, username: &str) -> Result<(String, bool), CliError> {
    let Some(file) = file else { return Ok((passwords::generate(), true)) };
    let text = std::fs::read_to_string(&file).map_err(|error| CliError::Other(format!("{}: {error}", file.display())))?;
    let password = text.trim_end_matches(['\r', '\n']).to_owned();
    passwords::check_admin(&password, username)?;
    Ok((password, false))
}

async fn admin(config: Config, command: AdminCommand) -> Result<(), CliError> {
    let _lock = node::lock(&config)?;
    let store = node::open_store(&config).await?;
    match command {
        AdminCommand::Create { username, nickname, is_super, password_file } => {
            check_username(&username)?;
            let (password, made) = chosen(password_file, &username)?;
            let hash = passwords::hash(password.clone()).await?;
            let nickname = nickname.unwrap_or_else(|| username.clone());
            let new = NewAdmin { username: &username, nickname: &nickname, password: &hash, is_super, given: config.change_given_passwords };
            store.create_account(new, SystemClock(config.time_zone).now()).await?;
            println!("administrator {username}{}", if made { format!("\npassword      {password}") } else { String::new() });
        }
        AdminCommand::ResetPassword { username, password_file } => {
            let admin = store.admin_by_username(&username).await?.ok_or_else(|| CliError::NoAdmin(username.clone()))?;
            let (password, made) = chosen(password_file, &username)?;
            let hash = passwords::hash(password.clone()).await?;
            store.reset_password(AdminId(admin.id), &hash, config.change_given_passwords).await?;
            store.clear_failures(&attempts::login_key(Realm::Admins, &username)).await?;
            let enabled = if admin.status == "enable" { "" } else { "    (enabled again)" };
            println!("administrator {username}{enabled}{}", if made { format!("\npassword      {password}") } else { String::new() });
        }
    }
    Ok(())
}

async fn import(config: Config, file: PathBuf, rejects: Option<PathBuf>) -> Result<(), CliError> {
    let rejects = rejects.unwrap_or_else(|| config.data_dir.join("rejects.csv"));
    let node = Node::start(config).await?;
    let admin = serve::first_admin(&node, None).await?;
    let options = Options { file, rejects, admin, today: node.today(), clock: node.clock() };
    let summary = replay::orders(node.system(), node.store(), options).await?;
    println!("{summary}");
    node.system().drain(node::DRAIN_LIMIT).await;
    Ok(())
}

/// Refuses a place without an embedded database. A mistyped directory would be an empty company, whose books are
/// right and whose backup has nothing in it.
fn require_database(config: &Config) -> Result<(), CliError> {
    match database_dir(&config.database) {
        Some(place) if !has_files(&place) => Err(CliError::NoDatabase(place.display().to_string())),
        _ => Ok(()),
    }
}

/// Whether a directory is there and something lies in it.
fn has_files(place: &Path) -> bool {
    place.read_dir().is_ok_and(|mut entries| entries.next().is_some())
}

async fn check(config: Config, json: bool) -> Result<(), CliError> {
    let _lock = node::lock(&config)?;
    require_database(&config)?;
    let report = node::open_store(&config).await?.check().await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&report).map_err(|error| CliError::Other(error.to_string()))?);
    } else {
        println!("{}", report.summary());
        report.findings.iter().for_each(|finding| println!("{}: {}", finding.row, finding.problem));
    }
    if report.findings.is_empty() {
        if !json {
            println!("the books are right");
        }
        Ok(())
    } else {
        Err(CliError::Findings(report.findings.len()))
    }
}

async fn forget_secrets(config: Config) -> Result<(), CliError> {
    let _lock = node::lock(&config)?;
    let store = node::open_store(&config).await?;
    let secrets = Secrets::from_file(config.secrets_key_file.as_deref())?;
    let gone = crate::secrets::stored::forget(&store, &secrets, SystemClock(config.time_zone).now()).await?;
    println!("given up      {}", if gone.is_empty() { "nothing".to_owned() } else { gone.join(", ") });
    Ok(())
}

/// The document describes the program, not a database: it is made over an empty one in memory.
async fn openapi(mut config: Config) -> Result<(), CliError> {
    config.database = "mem://".into();
    config.secrets_key_file = None;
    config.bus = None;
    let node = Node::start(config).await?;
    let document = crate::server::router::document(&crate::server::endpoints::service(&node));
    println!("{}", crate::http::document::printed(&document));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_logged_is_refused_where_it_can_not_be_read() {
        assert!(log_filter("info,surrealdb=warn").is_ok());
        assert!(matches!(log_filter("entrepot=loudly"), Err(ConfigError::Key { key: "log", .. })));
    }
}
