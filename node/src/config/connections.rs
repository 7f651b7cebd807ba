//! Settings of connections: how many, how long they may wait, who may read the metrics.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use super::error::ConfigError;

/// Keys of connections; the same in the file, as `ENTREPOT_KEY` and as `--key`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionSettings {
    /// Connections of clients in all; fewer where the system does not allow that many open files [default: 10000]
    #[arg(long, global = true, env = "ENTREPOT_CONNECTIONS_MAX", value_name = "NUMBER")]
    pub connections_max: Option<usize>,
    /// Connections from one network (an IPv4 address, an IPv6 /64); the node's own machine and trusted proxies are not counted [default: 1024]
    #[arg(long, global = true, env = "ENTREPOT_CONNECTIONS_PER_NETWORK", value_name = "NUMBER")]
    pub connections_per_network: Option<usize>,
    /// Seconds in which a request's head must have come in [default: 10]
    #[arg(long, global = true, env = "ENTREPOT_HEADER_SECONDS", value_name = "SECONDS")]
    pub header_seconds: Option<u64>,
    /// Seconds in which a small body must have come in; large ones have longer, by their size [default: 30]
    #[arg(long, global = true, env = "ENTREPOT_BODY_SECONDS", value_name = "SECONDS")]
    pub body_seconds: Option<u64>,
    /// Seconds a connection may be silent between two requests, or not take its answer [default: 60]
    #[arg(long, global = true, env = "ENTREPOT_IDLE_SECONDS", value_name = "SECONDS")]
    pub idle_seconds: Option<u64>,
    /// Address under which clients reach this installation, if not by the node's own; with https the answers carry HSTS
    #[arg(long, global = true, env = "ENTREPOT_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Serve /metrics to everybody
    #[arg(long, global = true, env = "ENTREPOT_PUBLIC_METRICS", num_args = 0..=1, default_missing_value = "true")]
    pub public_metrics: Option<bool>,
    /// File with a token that opens /metrics (Authorization: Bearer TOKEN); without it only this machine reads them, and nobody behind a proxy
    #[arg(long, global = true, env = "ENTREPOT_METRICS_TOKEN_FILE", value_name = "FILE")]
    pub metrics_token_file: Option<PathBuf>,
}

/// How many connections there may be and how long they may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    pub most: usize,
    pub per_network: usize,
    /// Until a request's head is complete.
    pub head: Duration,
    /// Until a small body is complete.
    pub body: Duration,
    /// Without a byte in either direction between requests.
    pub idle: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { most: 10_000, per_network: 1_024, head: Duration::from_secs(10), body: Duration::from_secs(30), idle: Duration::from_secs(60) }
    }
}

/// Who may read `/metrics`.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum MetricsAccess {
    /// Programs of this machine; nobody if proxies are configured.
    #[default]
    Machine,
    /// Callers with the token.
    Token(String),
    Everybody,
}

// The token stays out of logs.
impl std::fmt::Debug for MetricsAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Machine => "Machine",
            Self::Token(_) => "Token",
            Self::Everybody => "Everybody",
        })
    }
}

/// The configuration of connections, complete and checked.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    pub limits: ConnectionLimits,
    pub metrics: MetricsAccess,
    /// Clients reach this installation by https alone.
    pub https: bool,
    /// Where they reach it, without a slash at its end, if that is said.
    pub public_url: Option<String>,
}

fn positive<T: Copy + Default + PartialEq>(key: &'static str, value: Option<T>, default: T) -> Result<T, ConfigError> {
    match value.unwrap_or(default) {
        value if value == T::default() => Err(ConfigError::Key { key, reason: "must be more than 0".into() }),
        value => Ok(value),
    }
}

fn token(file: PathBuf) -> Result<MetricsAccess, ConfigError> {
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text.trim().to_owned(),
        Err(error) => return Err(ConfigError::File { file, reason: error.to_string() }),
    };
    if text.is_empty() {
        return Err(ConfigError::Key { key: "metrics_token_file", reason: "the file is empty".into() });
    }
    Ok(MetricsAccess::Token(text))
}

impl ConnectionSettings {
    /// The settings of `self`, and those of `file` where `self` has none.
    #[must_use]
    pub fn or(self, file: Self) -> Self {
        Self {
            connections_max: self.connections_max.or(file.connections_max),
            connections_per_network: self.connections_per_network.or(file.connections_per_network),
            header_seconds: self.header_seconds.or(file.header_seconds),
            body_seconds: self.body_seconds.or(file.body_seconds),
            idle_seconds: self.idle_seconds.or(file.idle_seconds),
            public_url: self.public_url.or(file.public_url),
            public_metrics: self.public_metrics.or(file.public_metrics),
            metrics_token_file: self.metrics_token_file.or(file.metrics_token_file),
        }
    }

    /// Fills in the defaults and checks.
    pub fn complete(self) -> Result<Connections, ConfigError> {
        let default = ConnectionLimits::default();
        let seconds = |key, value, default: Duration| positive(key, value, default.as_secs()).map(Duration::from_secs);
        let metrics = match (self.public_metrics.unwrap_or(false), self.metrics_token_file) {
            (true, None) => MetricsAccess::Everybody,
            (true, Some(_)) => return Err(ConfigError::Key { key: "public_metrics", reason: "does not go with metrics_token_file".into() }),
            (false, Some(file)) => token(file)?,
            (false, None) => MetricsAccess::Machine,
        };
        let url = self.public_url.map(|url| url.trim().to_ascii_lowercase()).filter(|url| !url.is_empty());
        if url.as_ref().is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
            return Err(ConfigError::Key { key: "public_url", reason: "begins with https:// or http://".into() });
        }
        Ok(Connections {
            limits: ConnectionLimits {
                most: positive("connections_max", self.connections_max, default.most)?,
                per_network: positive("connections_per_network", self.connections_per_network, default.per_network)?,
                head: seconds("header_seconds", self.header_seconds, default.head)?,
                body: seconds("body_seconds", self.body_seconds, default.body)?,
                idle: seconds("idle_seconds", self.idle_seconds, default.idle)?,
            },
            metrics,
            https: url.as_ref().is_some_and(|url| url.starts_with("https://")),
            public_url: url.map(|url| url.trim_end_matches('/').to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused() {
        let defaults = ConnectionSettings::default().complete().expect("complete");
        assert_eq!((defaults.limits, defaults.metrics, defaults.https), (ConnectionLimits::default(), MetricsAccess::Machine, false));
        let none = ConnectionSettings { connections_max: Some(0), ..ConnectionSettings::default() };
        assert!(none.complete().is_err());
        let file = tempfile::NamedTempFile::new().expect("a file");
        let empty = ConnectionSettings { metrics_token_file: Some(file.path().to_owned()), ..ConnectionSettings::default() };
        assert!(empty.clone().complete().is_err(), "an empty token would be known to everybody");
        std::fs::write(file.path(), "abc\n").expect("written");
        assert_eq!(empty.clone().complete().expect("complete").metrics, MetricsAccess::Token("abc".into()));
        assert!(ConnectionSettings { public_metrics: Some(true), ..empty }.complete().is_err());
        let url = |url: &str| ConnectionSettings { public_url: Some(url.into()), ..ConnectionSettings::default() }.complete().map(|own| own.https);
        assert!(url("HTTPS://stock.example.com").is_ok_and(|https| https) && url("http://stock.local").is_ok_and(|https| !https));
        assert!(url("stock.example.com").is_err());
    }
}
