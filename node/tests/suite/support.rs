//! A node in a process of its own, and a client for it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::process::{Child, Command};
use tokio::sync::OnceCell;
use tokio_tungstenite::tungstenite::Message;

pub const PASSWORD: &str = "Secret-pass-1";

/// A port that no other test of this process is given, below those that the system hands out: between the look at it
/// and the start of a node, nobody else takes it.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = (std::process::id() % 100) as u16 * 100;
    let ports = std::iter::repeat_with(|| first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000 + 20_000);
    ports.take(12_000).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a port")
}

pub fn entrepot() -> PathBuf {
    env!("CARGO_BIN_EXE_entrepot").into()
}

/// What the nodes and commands of tests run with: accounts keep the passwords that they are made with.
const KEPT_PASSWORDS: (&str, &str) = ("ENTREPOT_CHANGE_GIVEN_PASSWORDS", "false");

/// A running node; killed when it goes out of scope. A test that fails shows the end of its log.
pub struct Node {
    pub child: Child,
    pub url: String,
    log: std::path::PathBuf,
}

impl Drop for Node {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            eprintln!("the node's log ends so:\n{}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
    }
}

/// Runs a command of the program to its end.
pub async fn run(arguments: &[&str]) -> (bool, String) {
    let (name, value) = KEPT_PASSWORDS;
    let output = Command::new(entrepot()).args(arguments).env(name, value).output().await.expect("entrepot runs");
    (output.status.success(), format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
}

/// Turns of waiting, for ten minutes: a busy machine takes minutes for what is done in a second.
pub fn turns() -> impl Iterator<Item = ()> {
    let end = std::time::Instant::now() + Duration::from_secs(600);
    std::iter::from_fn(move || (std::time::Instant::now() < end).then_some(()))
}

/// Makes administrators with [`PASSWORD`] in a data directory that no node has open. A new one begins as a copy of one in which a
/// node was started before: making the schema and what every site begins with takes longer than most tests.
pub async fn admins(dir: &Path, more: &[&str], names: &[&str]) {
    let is_new = std::fs::read_dir(dir).is_ok_and(|mut files| files.next().is_none());
    if more.is_empty() && is_new {
        copy(&begun_with(names).await, dir);
    } else {
        make_admins(dir, more, names).await;
    }
}

/// A data directory with these administrators in which a node was started and stopped, made once.
async fn begun_with(names: &[&str]) -> PathBuf {
    static BEGUN: Mutex<BTreeMap<String, Arc<OnceCell<tempfile::TempDir>>>> = Mutex::new(BTreeMap::new());
    let cell = BEGUN.lock().expect("the directories").entry(names.join(" ")).or_default().clone();
    let begin = async || {
        let dir = tempfile::tempdir().expect("a directory");
        make_admins(dir.path(), &[], names).await;
        assert!(Node::start(dir.path(), &[]).await.stop().await, "a node that was just begun ends well");
        dir
    };
    cell.get_or_init(begin).await.path().to_owned()
}

/// Copies what lies in a directory, but for logs.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else if source.extension().is_none_or(|extension| extension != "log") || from.file_name().is_some_and(|name| name == "db") {
            std::fs::copy(&source, &target).expect("copied");
        }
    }
}

/// The same in a directory of its own making, which nothing was started in.
pub async fn make_admins(dir: &Path, more: &[&str], names: &[&str]) {
    let file = dir.join("password");
    std::fs::write(&file, PASSWORD).expect("written");
    for name in names {
        let data = dir.display().to_string();
        let password = file.display().to_string();
        let mut arguments = vec!["admin", "create", name, "--super", "--password-file", &password, "--data-dir", &data];
        arguments.extend_from_slice(more);
        let (ok, text) = run(&arguments).await;
        assert!(ok, "{text}");
    }
}

impl Node {
    /// Starts a node on a data directory and waits until it is ready.
    pub async fn start(dir: &Path, more: &[&str]) -> Self {
        Self::start_with(dir, more, &[]).await
    }

    /// The same, with more in its environment.
    pub async fn start_with(dir: &Path, more: &[&str], environment: &[(&str, &str)]) -> Self {
        let port = free_port();
        let log = dir.join(format!("node-{port}.log"));
        let output = std::fs::File::create(&log).expect("a log");
        let child = Command::new(entrepot())
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--ws-listen", "", "--data-dir", &dir.display().to_string()])
            .args(more)
            .envs(std::iter::once(KEPT_PASSWORDS).chain(environment.iter().copied()))
            .stdout(output.try_clone().expect("a log"))
            .stderr(output)
            .kill_on_drop(true)
            .spawn()
            .expect("a node");
        let mut node = Self { child, url: format!("http://127.0.0.1:{port}"), log };
        for () in turns() {
            if let Ok(answer) = reqwest::get(format!("{}/readyz", node.url)).await
                && answer.status().is_success()
            {
                return node;
            }
            if let Ok(Some(status)) = node.child.try_wait() {
                panic!("the node ended before it was ready: {status}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the node is not ready");
    }

    /// The file of what it prints and logs.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// A client that nobody is logged in with.
    pub fn anonymous(&self) -> Client {
        Client { http: reqwest::Client::new(), url: self.url.clone(), token: String::new(), refresh: String::new() }
    }

    /// A client that is logged in.
    pub async fn login(&self, name: &str) -> Client {
        self.try_login(name).await.expect("a login")
    }

    /// The same; nothing when the account is not there.
    pub async fn try_login(&self, name: &str) -> Option<Client> {
        let mut client = self.anonymous();
        let answer = client.post("/admin/Index/login", &json!({ "username": name, "password": PASSWORD, "keep": true })).await;
        client.token = answer["data"]["userInfo"]["token"].as_str()?.to_owned();
        client.refresh = answer["data"]["userInfo"]["refresh_token"].as_str()?.to_owned();
        Some(client)
    }

    /// SIGTERM; answers whether it ended well.
    pub async fn stop(mut self) -> bool {
        let pid = self.child.id().expect("it runs").to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await.expect("kill");
        let ended = tokio::time::timeout(Duration::from_secs(300), self.child.wait()).await;
        ended.expect("it ends in time").expect("it ends").success()
    }

    /// SIGKILL.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("killed");
    }
}

/// A client of the REST API.
#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub url: String,
    pub token: String,
    pub refresh: String,
}

impl Client {
    pub async fn get(&self, path: &str) -> Value {
        let asked = self.http.get(format!("{}{path}", self.url)).header("server", "true").header("think-lang", "en").header("batoken", &self.token);
        asked.send().await.expect("an answer").json().await.expect("JSON")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.try_post(path, body).await.expect("an answer")
    }

    pub async fn try_post(&self, path: &str, body: &Value) -> Result<Value, reqwest::Error> {
        let asked = self.http.post(format!("{}{path}", self.url)).header("server", "true").header("think-lang", "en").header("batoken", &self.token);
        asked.json(body).send().await?.json().await
    }

    /// Posts and expects success; answers the data.
    pub async fn done(&self, path: &str, body: Value) -> Value {
        let answer = self.post(path, &body).await;
        assert_eq!(answer["code"], 1, "{path} {body}: {answer}");
        answer["data"].clone()
    }

    /// Gets and expects success; answers the data.
    pub async fn got(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer["code"], 1, "{path}: {answer}");
        answer["data"].clone()
    }

    /// A unit, a warehouse, a supplier, a customer and a product; answers their ids.
    pub async fn master_data(&self) -> Ids {
        let add = async |controller: &str, body: Value| self.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id");
        let unit = add("warehouse.Unit", json!({ "name": "piece" })).await;
        Ids {
            warehouse: add("warehouse.Warehouse", json!({ "name": "Main", "serial_no": "W1" })).await,
            supplier: add("warehouse.Supplier", json!({ "name": "Supplier" })).await,
            customer: add("warehouse.Customer", json!({ "name": "Customer" })).await,
            product: add("warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": unit, "safety_stock_num": 5 })).await,
        }
    }

    /// A websocket that is bound.
    pub async fn socket(&self, last_seq: Option<i64>) -> Socket {
        let url = format!("{}/ws", self.url.replace("http:", "ws:"));
        let (stream, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
        let mut socket = Socket(stream);
        socket.send(json!({ "type": "bind", "data": { "pathInfo": "/admin", "ba_token": self.token, "last_seq": last_seq, "lang": "en" } })).await;
        socket
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Ids {
    pub warehouse: i64,
    pub supplier: i64,
    pub customer: i64,
    pub product: i64,
}

impl Ids {
    pub fn inbound(&self, quantity: i64) -> Value {
        json!({ "warehouses_id": self.warehouse, "supplier_id": self.supplier, "type": 10,
                "lines": [{ "product_id": self.product, "quantity": quantity, "unit_price": "2.5" }] })
    }

    pub fn outbound(&self, quantity: i64) -> Value {
        json!({ "warehouses_id": self.warehouse, "customer_id": self.customer, "type": 10,
                "lines": [{ "product_id": self.product, "quantity": quantity, "unit_price": "4" }] })
    }
}

pub struct Socket(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Socket {
    pub async fn send(&mut self, message: Value) {
        assert!(self.sends(message).await, "sent");
    }

    /// Whether the other end still takes a message.
    pub async fn sends(&mut self, message: Value) -> bool {
        self.0.send(Message::text(message.to_string())).await.is_ok()
    }

    /// The next message of a type; others are passed over.
    pub async fn next(&mut self, kind: &str) -> Value {
        let next = async {
            while let Some(Ok(message)) = self.0.next().await {
                if let Message::Text(text) = message {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if value["type"] == kind {
                        return value["data"].clone();
                    }
                }
            }
            panic!("the socket ended before a message of type {kind}");
        };
        tokio::time::timeout(Duration::from_secs(10), next).await.unwrap_or_else(|_| panic!("no message of type {kind}"))
    }

    /// The next message, whatever it is.
    pub async fn any(&mut self) -> Value {
        let next = async {
            while let Some(Ok(message)) = self.0.next().await {
                if let Message::Text(text) = message {
                    return serde_json::from_str(&text).expect("JSON");
                }
            }
            panic!("the socket ended");
        };
        tokio::time::timeout(Duration::from_secs(10), next).await.expect("a message")
    }

    /// Whether the server ends the session.
    pub async fn ends(&mut self) -> bool {
        let end = async {
            while let Some(Ok(message)) = self.0.next().await {
                if message.is_close() {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), end).await.is_ok()
    }
}
