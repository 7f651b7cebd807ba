//! Commands of an operator to a running node, over a socket in its data directory that only its own user may open. So
//! no secret is needed and nothing is reachable from elsewhere.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use entrepot_store::maintenance::backup::Footer;
use poem::listener::UnixListener;
use poem::web::{Data, Json};
use poem::{EndpointExt, Route, Server, handler, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use crate::backups::file;
use crate::config::Config;
use crate::identity::keys;
use crate::node::Node;

/// Where the socket is.
#[must_use]
pub fn socket(config: &Config) -> PathBuf {
    config.data_dir.join("ops.sock")
}

#[derive(Debug, Serialize, Deserialize)]
struct BackupRequest {
    /// Absolute.
    file: PathBuf,
}

/// Result of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BackupReply {
    Done(Footer),
    Failed(String),
}

#[handler]
async fn backup(node: Data<&Node>, request: Json<BackupRequest>) -> Json<BackupReply> {
    let (node, to) = (node.0.clone(), request.0.file);
    // In its own task: if the caller goes away, the file is still either complete or absent.
    let written = tokio::spawn(async move {
        let keys = file::keys(node.config())?;
        let uploads = file::uploads(node.store(), node.storage()).await?;
        file::write(node.store(), &to, node.now(), &uploads, keys.as_ref()).await
    })
    .await;
    Json(match written {
        Ok(Ok(footer)) => BackupReply::Done(footer),
        Ok(Err(error)) => BackupReply::Failed(error.to_string()),
        Err(error) => BackupReply::Failed(error.to_string()),
    })
}

#[derive(Debug, Serialize, Deserialize)]
struct RotationRequest {
    end_sessions: bool,
}

#[handler]
async fn rotate_keys(node: Data<&Node>, request: Json<RotationRequest>) -> Json<Result<(), String>> {
    let rotated = keys::rotate_all(node.store(), node.secrets(), node.config(), request.end_sessions, node.now()).await;
    let rotated = match rotated {
        Ok(()) => node.read_keys().await,
        failed => failed,
    };
    Json(rotated.map_err(|error| error.to_string()))
}

/// Listens until `stop`.
pub fn listen(node: &Node, stop: CancellationToken) -> std::io::Result<()> {
    let path = socket(node.config());
    // A killed node left the socket: the directory's lock proves that no other node is running.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let routes = Route::new().at("/backup", post(backup)).at("/keys/rotate", post(rotate_keys)).data(node.clone());
    let server = Server::new(UnixListener::bind(path.clone()).with_permissions(std::fs::Permissions::from_mode(0o600)));
    tokio::spawn(async move {
        if let Err(error) = server.run_with_graceful_shutdown(routes, stop.cancelled_owned(), None).await {
            tracing::error!(%error, socket = %path.display(), "operators can't reach this node");
        }
        let _ = std::fs::remove_file(path);
    });
    Ok(())
}

/// Asks the node that has this data directory open.
async fn ask<T: DeserializeOwned>(config: &Config, path: &str, request: &impl Serialize) -> Result<T, String> {
    let client = reqwest::Client::builder().unix_socket(socket(config)).build().map_err(|error| error.to_string())?;
    let answer = client.post(format!("http://node{path}")).json(request).send().await;
    let answer = answer.map_err(|error| format!("the node that runs on {} does not answer: {error}", config.data_dir.display()))?;
    answer.json().await.map_err(|error| error.to_string())
}

/// Asks the node for new signing keys.
pub async fn ask_rotation(config: &Config, end_sessions: bool) -> Result<(), String> {
    ask::<Result<(), String>>(config, "/keys/rotate", &RotationRequest { end_sessions }).await?
}

/// Asks the node for a backup.
pub async fn ask_backup(config: &Config, file: &Path) -> Result<Footer, String> {
    match ask(config, "/backup", &BackupRequest { file: file.to_owned() }).await? {
        BackupReply::Done(footer) => Ok(footer),
        BackupReply::Failed(reason) => Err(reason),
    }
}
