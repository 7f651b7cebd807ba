//! `entrepot serve`.

use std::time::Duration;

use bus_schemas::ids::AdminId;
use entrepot_store::identity::accounts::NewAdmin;
use metrics_exporter_prometheus::PrometheusBuilder;
use poem::Server;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::error::CliError;
use crate::config::Config;
use crate::connections::listener::ClientListener;
use crate::connections::open_files;
use crate::http::access::NOTIFICATIONS;
use crate::http::routes::Routes;
use crate::i18n::Language;
use crate::identity::contact::SHOWED_CONTACTS;
use crate::identity::cost::{COST, SHOWED_COST};
use crate::identity::{passwords, rule_seeds};
use crate::node::{DRAIN_LIMIT, Node};
use crate::server::endpoints::Families;
use crate::server::router;
use crate::{jobs, ops};

/// How long requests that are being answered may take when the node stops.
const REQUESTS_LIMIT: Duration = Duration::from_secs(10);
/// Most concurrent requests on a connection of HTTP/2.
const STREAMS_MAX: u32 = 100;
/// The name of the administrator made at the first start.
const FIRST_ADMIN: &str = "admin";

/// The first administrator. Created when there is none, with the password printed. Who signs in chooses another one, but not of a
/// demo in some language: it is looked at and thrown away.
pub async fn first_admin(node: &Node, demo: Option<Language>) -> Result<AdminId, CliError> {
    if let Some(admin) = node.store().admin_by_username(FIRST_ADMIN).await? {
        return Ok(AdminId(admin.id));
    }
    if node.store().count_admins().await? > 0 {
        return Ok(AdminId(1));
    }
    let password = passwords::generate();
    let hash = passwords::hash(password.clone()).await?;
    let given = demo.is_none() && node.config().change_given_passwords;
    let nickname = match demo {
        None => "管理员 Admin",
        Some(Language::Chinese) => "管理员",
        Some(Language::English) => "Administrator",
    };
    let new = NewAdmin { username: FIRST_ADMIN, nickname, password: &hash, is_super: true, given };
    let admin = node.store().create_account(new, node.now()).await?;
    println!("administrator {FIRST_ADMIN}");
    println!("password      {password}    (shown only this once; `entrepot admin reset-password {FIRST_ADMIN}` makes a new one)");
    Ok(admin)
}

/// What tells the process to stop. From when it is made on, SIGTERM doesn't end the process but this.
struct StopSignal(Signal);

impl StopSignal {
    fn new() -> Result<Self, CliError> {
        signal(SignalKind::terminate()).map(Self).map_err(|error| CliError::Other(format!("SIGTERM can't be heard: {error}")))
    }

    async fn received(mut self) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = self.0.recv() => {}
        }
    }
}

/// Binds the address that a configuration key names.
async fn bind(key: &'static str, address: &str) -> Result<TcpListener, CliError> {
    TcpListener::bind(address).await.map_err(|reason| CliError::Listen { address: address.to_owned(), key, reason })
}

fn server(name: &str, node: &Node, listener: TcpListener) -> Server<ClientListener, std::convert::Infallible> {
    Server::new(ClientListener::new(listener, node.sockets().connections().clone())).name(name).http2_max_concurrent_streams(STREAMS_MAX)
}

/// Lets the process open as many files as the system allows, and no more connections than that leaves room for.
fn open_files(config: &mut Config) {
    let wanted = config.connections.limits.most;
    let files = match open_files::raise() {
        Ok(files) => files,
        Err(error) => return tracing::warn!(%error, "the limit of open files is not known"),
    };
    let most = open_files::connections(wanted, files);
    if most < wanted {
        tracing::warn!(files, most, wanted, "fewer connections than configured: the system allows too few open files (ulimit -n)");
    }
    config.connections.limits.most = most;
}

/// Runs a node until it is stopped, then finishes what it has begun. `demo` is the language of the demo company, where one is wanted.
pub async fn serve(mut config: Config, demo: Option<Language>) -> Result<(), CliError> {
    open_files(&mut config);
    // Before anything is made or printed: a first password is of no use without a node. Clients wait until it has started.
    let main_listener = bind("listen", &config.listen).await?;
    let ws_listener = match &config.ws_listen {
        Some(address) => Some(bind("ws_listen", address).await?),
        None => None,
    };
    let metrics = PrometheusBuilder::new().install_recorder().map_err(|error| CliError::Other(error.to_string()))?;
    let node = Node::start(config).await?;
    let admin = first_admin(&node, demo).await?;
    node.store().seed_super_group(node.now()).await?;
    let routes = Routes::of::<Families>().accesses();
    let rules = node.store().seed_rules(&rule_seeds::seeds(&routes), node.now()).await?;
    if rules > 0 {
        tracing::info!(rules, "menu rules were added");
        node.rights_changed();
    }
    let groups = node.store().keep_notified(NOTIFICATIONS, node.now()).await?;
    if groups > 0 {
        tracing::info!(groups, "groups keep the notifications that they had");
        node.rights_changed();
    }
    let groups = node.store().keep_cost(COST, SHOWED_COST, node.now()).await?;
    if groups > 0 {
        tracing::info!(groups, "groups keep the figures of cost that they saw");
        node.rights_changed();
    }
    for page in SHOWED_CONTACTS {
        let groups = node.store().keep_contacts(page, node.now()).await?;
        if groups > 0 {
            tracing::info!(groups, page, "groups keep the contact data that they saw");
            node.rights_changed();
        }
    }
    crate::seeds::all(node.store(), node.now()).await.map_err(|error| CliError::Other(error.to_string()))?;
    if let Some(language) = demo {
        seed_nomenclature(&node).await;
        let summary = crate::demo::fill(&node, admin, language).await?;
        println!("demo          {summary}");
        node.rights_changed();
    } else {
        // It takes some seconds, once: the site can be used meanwhile.
        let node = node.clone();
        tokio::spawn(async move { seed_nomenclature(&node).await });
    }
    let mut scheduler = jobs::start(node.scheduled_work()).await.map_err(|error| CliError::Other(error.to_string()))?;
    // Before the first answer: who has one may stop the node, or read where it listens.
    let stop_signal = StopSignal::new()?;
    println!("address       http://{}", node.config().listen);
    let stop = tokio_util::sync::CancellationToken::new();
    let mut servers = Vec::new();
    let main = server("main", &node, main_listener);
    let (endpoint, stopped) = (router::site(&node, metrics), stop.clone());
    servers.push(tokio::spawn(async move { main.run_with_graceful_shutdown(endpoint, stopped.cancelled_owned(), Some(REQUESTS_LIMIT)).await }));
    if let Some(listener) = ws_listener {
        let own = server("websocket", &node, listener);
        let (endpoint, stopped) = (router::websocket(&node), stop.clone());
        servers.push(tokio::spawn(async move { own.run_with_graceful_shutdown(endpoint, stopped.cancelled_owned(), Some(REQUESTS_LIMIT)).await }));
    }
    if let Err(error) = ops::listen(&node, stop.clone()) {
        tracing::error!(%error, "operators can't reach this node");
    }
    let failed = tokio::select! {
        () = stop_signal.received() => None,
        (ended, ..) = futures::future::select_all(&mut servers) => Some(match ended {
            Ok(Ok(())) => "a listener ended".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        }),
    };
    tracing::info!("stopping: answering what has been promised");
    node.sockets().close();
    stop.cancel();
    let _ = scheduler.shutdown().await;
    let ended = futures::future::join_all(servers.into_iter().filter(|server| !server.is_finished()));
    let _ = tokio::time::timeout(REQUESTS_LIMIT, ended).await;
    if tokio::time::timeout(DRAIN_LIMIT, node.running_work().drain()).await.is_err() {
        tracing::error!("not all that was begun was done in time");
    }
    if tokio::time::timeout(DRAIN_LIMIT, node.journal().flush()).await.is_err() {
        tracing::error!("the administrators' log was not written in time");
    }
    if tokio::time::timeout(DRAIN_LIMIT, node.api_log().flush()).await.is_err() {
        tracing::warn!("the API log was not written in time");
    }
    if tokio::time::timeout(DRAIN_LIMIT, node.placements().flush()).await.is_err() {
        tracing::warn!("counts of adverts were not written in time");
    }
    node.system().drain(DRAIN_LIMIT).await;
    match failed {
        Some(reason) => Err(CliError::Other(reason)),
        None => Ok(()),
    }
}

/// Puts the nomenclature of customs into its table, where it is not there yet. What is interrupted goes on with the next start.
async fn seed_nomenclature(node: &Node) {
    match crate::trade::nomenclature::seed(node.store(), node.now()).await {
        Ok(0) => {}
        Ok(codes) => tracing::info!(codes, "the nomenclature of customs was put into its table"),
        Err(error) => tracing::warn!(%error, "the nomenclature of customs is not whole; the next start goes on with it"),
    }
}
