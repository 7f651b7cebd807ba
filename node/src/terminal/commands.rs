//! The commands of the terminal, one row each.

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::mpsc::Sender;

use super::run::Terminal;
use crate::jobs::kinds::TaskKind;
use entrepot_store::digest::Due;

/// Lines of a command at most; what comes later is not shown.
pub const LINES_MAX: usize = 5_000;

/// Where a command writes its lines.
pub struct Lines {
    to: Sender<String>,
    left: usize,
}

impl Lines {
    #[must_use]
    pub const fn new(to: Sender<String>) -> Self {
        Self { to, left: LINES_MAX }
    }

    /// Writes a line. Who has gone away reads nothing more, and the command goes on.
    pub async fn line(&mut self, line: impl Into<String>) {
        if self.left > 0 {
            self.left -= 1;
            let _ = self.to.send(line.into()).await;
        }
    }
}

/// Why a command failed, in a line.
type Ended = Result<(), String>;

/// A command.
pub struct TerminalCommand {
    /// As clients name it: `group.name`.
    pub key: &'static str,
    /// What it does, as a key of the texts.
    pub text: &'static str,
    pub run: for<'a> fn(&'a Terminal, &'a mut Lines) -> BoxFuture<'a, Ended>,
}

/// Runs the scheduled task of a kind, as it would run now.
async fn task(terminal: &Terminal, lines: &mut Lines, name: &str) -> Ended {
    let kind = TaskKind::named(name).ok_or_else(|| format!("there is no task {name}"))?;
    let said = (kind.run)(&terminal.work, Due { today: &terminal.base.today(), among: None }).await?;
    if !said.is_empty() {
        lines.line(said).await;
    }
    Ok(())
}

/// All of them, in the order in which they are shown.
pub const COMMANDS: &[TerminalCommand] = &[
    TerminalCommand { key: "version.node", text: "terminal.version_node", run: |_, lines| version(lines).boxed() },
    TerminalCommand { key: "version.database", text: "terminal.version_database", run: |terminal, lines| database(terminal, lines).boxed() },
    TerminalCommand { key: "config.show", text: "terminal.config_show", run: |terminal, lines| config(terminal, lines).boxed() },
    TerminalCommand { key: "check.books", text: "terminal.check_books", run: |terminal, lines| check(terminal, lines).boxed() },
    TerminalCommand { key: "cache.clear", text: "terminal.cache_clear", run: |terminal, lines| clear(terminal, lines).boxed() },
    TerminalCommand { key: "backup.now", text: "terminal.backup_now", run: |terminal, lines| task(terminal, lines, "backup").boxed() },
    TerminalCommand { key: "backup.verify", text: "terminal.backup_verify", run: |terminal, lines| task(terminal, lines, "test_backup").boxed() },
    TerminalCommand { key: "tidy.logins", text: "terminal.tidy_logins", run: |terminal, lines| task(terminal, lines, "tidy_sessions").boxed() },
    TerminalCommand { key: "tidy.bin", text: "terminal.tidy_bin", run: |terminal, lines| task(terminal, lines, "tidy_recycle_bin").boxed() },
    TerminalCommand {
        key: "tidy.transfers",
        text: "terminal.tidy_transfers",
        run: |terminal, lines| task(terminal, lines, "tidy_transfers").boxed(),
    },
    TerminalCommand { key: "tidy.uploads", text: "terminal.tidy_uploads", run: |terminal, lines| task(terminal, lines, "tidy_uploads").boxed() },
];

/// The command of this key.
#[must_use]
pub fn named(key: &str) -> Option<&'static TerminalCommand> {
    COMMANDS.iter().find(|command| command.key == key)
}

async fn version(lines: &mut Lines) -> Ended {
    lines.line(format!("entrepot {}", env!("CARGO_PKG_VERSION"))).await;
    Ok(())
}

async fn database(terminal: &Terminal, lines: &mut Lines) -> Ended {
    let version = terminal.base.store().schema_version().await.map_err(|error| error.to_string())?;
    lines.line(format!("schema version {version}")).await;
    lines.line(terminal.base.config().database.split("://").next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned()).await;
    Ok(())
}

/// What is configured; passwords and keys are not among it.
async fn config(terminal: &Terminal, lines: &mut Lines) -> Ended {
    let config = terminal.base.config();
    let is_set = |set: bool| if set { "set" } else { "not set" };
    let shown = [
        ("listen", config.listen.clone()),
        ("ws_listen", config.ws_listen.clone().unwrap_or_default()),
        ("data_dir", config.data_dir.display().to_string()),
        ("database", if config.login.is_some() { "a server, with a login".to_owned() } else { config.database.clone() }),
        ("bus", is_set(config.bus.is_some()).to_owned()),
        ("environment", config.environment.clone()),
        ("time_zone", config.time_zone.to_string()),
        ("secrets_key_file", is_set(config.secrets_key_file.is_some()).to_owned()),
        ("backup_key_file", is_set(config.backup_key_file.is_some()).to_owned()),
        ("access_seconds", config.access_seconds.to_string()),
        ("session_seconds", config.session_seconds.to_string()),
        ("single_session", config.single_session.to_string()),
        ("change_given_passwords", config.change_given_passwords.to_string()),
    ];
    for (name, value) in shown {
        lines.line(format!("{name} = {value}")).await;
    }
    Ok(())
}

async fn check(terminal: &Terminal, lines: &mut Lines) -> Ended {
    lines.line("reading every row of the books ...").await;
    let report = terminal.base.store().check().await.map_err(|error| error.to_string())?;
    lines.line(report.summary()).await;
    for finding in &report.findings {
        lines.line(format!("{}: {}", finding.row, finding.problem)).await;
    }
    if report.findings.is_empty() { Ok(()) } else { Err(format!("{} findings", report.findings.len())) }
}

async fn clear(terminal: &Terminal, lines: &mut Lines) -> Ended {
    terminal.sessions.forget_all();
    terminal.members.sessions.forget_all();
    terminal.base.store().forget_directory();
    lines.line("accounts, sessions and rights are read again").await;
    Ok(())
}
