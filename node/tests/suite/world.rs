//! A node within the test, over a database in memory, so that a test sees what only the server knows:
//! a captcha's answer. And stand-ins for what the node speaks to outside.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use entrepot::config::services::ServiceSettings;
use entrepot::config::{Config, Settings};
use entrepot::connections::listener::ClientListener;
use entrepot::node::Node;
use metrics_exporter_prometheus::PrometheusBuilder;
use poem::Server;
use poem::listener::{Acceptor, Listener};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

pub const PASSWORD: &str = "Secret-pass-1";

pub struct World {
    pub node: Node,
    pub url: String,
    server: tokio::task::JoinHandle<()>,
    _dir: tempfile::TempDir,
}

impl Drop for World {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The files of the web app that are not built, such as the default picture: what the program has within it, but for scripts.
fn public_file(path: &str) -> Option<Cow<'static, [u8]>> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/public").join(path)).ok().map(Cow::Owned)
}

impl World {
    pub async fn start(services: ServiceSettings) -> Self {
        Self::start_with(services, Settings::default()).await
    }

    pub async fn start_with(mut services: ServiceSettings, settings: Settings) -> Self {
        // Where the tests' own mail servers are.
        services.outgoing_private_hosts.get_or_insert_with(|| "127.0.0.1".into());
        // Shown with a test that fails.
        tracing_subscriber::fmt().with_env_filter("warn").with_test_writer().try_init().ok();
        let dir = tempfile::tempdir().expect("a directory");
        let (database, data_dir) = (Some("mem://".into()), Some(dir.path().to_owned()));
        // Accounts keep the passwords that they are made with, unless a test asks.
        let change_given_passwords = settings.change_given_passwords.or(Some(false));
        let settings = Settings { database, data_dir, services, change_given_passwords, ..settings };
        let config = Config { web_app: public_file, ..settings.complete().expect("a configuration") };
        let node = Node::start(config).await.expect("a node");
        entrepot::seeds::all(node.store(), node.now()).await.expect("seeds");
        let hash = entrepot::identity::passwords::hash(PASSWORD.into()).await.expect("a hash");
        node.store().create_admin("root", "Root", &hash, true, node.now()).await.expect("an administrator");
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let acceptor = ClientListener::new(listener, node.sockets().connections().clone()).into_acceptor().await.expect("a port");
        let address = acceptor.local_addr()[0].as_socket_addr().copied().expect("an address");
        let endpoint = entrepot::server::router::site(&node, metrics);
        let server = tokio::spawn(async move { Server::new_with_acceptor(acceptor).run(endpoint).await.expect("it serves") });
        Self { node, url: format!("http://{address}"), server, _dir: dir }
    }

    /// A client that nobody is logged in with.
    pub fn visitor(&self) -> Visitor {
        Visitor { http: reqwest::Client::new(), url: self.url.clone(), headers: vec![] }
    }

    /// The administrator.
    pub async fn admin(&self) -> Visitor {
        let visitor = self.visitor();
        let answer = visitor.done("/admin/Index/login", json!({ "username": "root", "password": PASSWORD })).await;
        visitor.with("batoken", answer["userInfo"]["token"].as_str().expect("a token"))
    }

    /// A new member with a session, and their id.
    pub async fn member(&self, name: &str) -> (Visitor, i64) {
        let admin = self.admin().await;
        let row = json!({ "username": name, "nickname": name, "password": PASSWORD, "group_id": 1, "email": format!("{name}@example.com"), "status": "enable" });
        let id = admin.done("/admin/user.User/add", row).await["id"].as_i64().expect("an id");
        (self.member_login(name, PASSWORD).await, id)
    }

    pub async fn member_login(&self, name: &str, password: &str) -> Visitor {
        let answer = self.try_member_login(name, password, false).await;
        assert_eq!(answer["code"], 1, "{answer}");
        self.visitor().with("ba-user-token", answer["data"]["userInfo"]["token"].as_str().expect("a token"))
    }

    pub async fn try_member_login(&self, name: &str, password: &str, keep: bool) -> Value {
        let (id, info) = self.clicks().await;
        let body = json!({ "tab": "login", "username": name, "password": password, "keep": keep, "captchaId": id, "captchaInfo": info });
        self.visitor().post("/api/user/checkIn", &body).await
    }

    /// A captcha and the clicks that solve it.
    pub async fn clicks(&self) -> (String, String) {
        self.clicks_for("").await
    }

    /// The same, with more in the query.
    pub async fn clicks_for(&self, more: &str) -> (String, String) {
        let id = uuid::Uuid::new_v4().to_string();
        let shown = self.visitor().get(&format!("/api/common/clickCaptcha?id={id}{more}")).await;
        assert_eq!(shown["code"], 1, "{shown}");
        let answer = self.node.store().try_captcha(&id, self.node.now()).await.expect("the store").expect("an answer");
        let points: Vec<String> = answer.split(';').map(|one| one.rsplit_once(',').expect("three numbers").0.to_owned()).collect();
        (id, format!("{};350;200", points.join("-")))
    }

    /// A captcha that no picture was painted for: as many as a test needs.
    pub async fn kept_clicks(&self) -> (String, String) {
        let id = uuid::Uuid::new_v4().to_string();
        self.node.store().put_captcha(&id, None, "100,60,20;240,130,20", self.node.now() + 60).await.expect("the store");
        (id, "100,60-240,130;350;200".into())
    }

    /// Sets mail up.
    pub async fn mail_to(&self, port: u16) {
        let body =
            json!({ "smtp_server": "127.0.0.1", "smtp_port": port.to_string(), "smtp_verification": "NONE", "smtp_sender_mail": "site@example.com" });
        self.admin().await.done("/admin/routine.Config/edit", body).await;
    }

    /// Asks for a code by mail, as somebody.
    pub async fn ask_code(&self, who: &Visitor, email: &str, event: &str, password: &str) -> Value {
        let (id, info) = self.clicks().await;
        let body = json!({ "email": email, "event": event, "password": password, "captchaId": id, "captchaInfo": info });
        who.post("/api/Ems/send", &body).await
    }
}

/// A client of the REST API.
#[derive(Clone)]
pub struct Visitor {
    pub http: reqwest::Client,
    pub url: String,
    pub headers: Vec<(String, String)>,
}

impl Visitor {
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn ask(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        let asked = self.http.request(method, format!("{}{path}", self.url)).header("server", "true").header("think-lang", "en");
        self.headers.iter().fold(asked, |asked, (name, value)| asked.header(name, value))
    }

    pub async fn get(&self, path: &str) -> Value {
        self.ask(reqwest::Method::GET, path).send().await.expect("an answer").json().await.expect("JSON")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.ask(reqwest::Method::POST, path).json(body).send().await.expect("an answer").json().await.expect("JSON")
    }

    /// Deletes the row of this id.
    pub async fn del(&self, path: &str, row: &Value) -> Value {
        let asked = self.ask(reqwest::Method::DELETE, &format!("{path}?ids[]={row}"));
        asked.send().await.expect("an answer").json().await.expect("JSON")
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
}

/// A mail server that keeps what it is given.
pub struct MailBox {
    pub port: u16,
    mails: Arc<Mutex<Vec<String>>>,
    logins: Arc<Mutex<Vec<String>>>,
}

impl MailBox {
    pub async fn open() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let mails: Arc<Mutex<Vec<String>>> = Arc::default();
        let logins: Arc<Mutex<Vec<String>>> = Arc::default();
        let (kept, known) = (mails.clone(), logins.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (kept, known) = (kept.clone(), known.clone());
                tokio::spawn(async move {
                    let (read, mut write) = stream.into_split();
                    let mut lines = BufReader::new(read).lines();
                    write.write_all(b"220 stand-in\r\n").await.ok();
                    let mut mail: Option<String> = None;
                    while let Ok(Some(line)) = lines.next_line().await {
                        let answer = match (&mut mail, line.as_str()) {
                            (Some(text), ".") => {
                                kept.lock().expect("the mails").push(std::mem::take(text));
                                mail = None;
                                "250 kept\r\n"
                            }
                            (Some(text), line) => {
                                text.push_str(line);
                                text.push('\n');
                                continue;
                            }
                            (None, "DATA") => {
                                mail = Some(String::new());
                                "354 go on\r\n"
                            }
                            (None, "QUIT") => "221 bye\r\n",
                            (None, line) if line.starts_with("EHLO") => "250-stand-in\r\n250 AUTH PLAIN\r\n",
                            (None, line) if line.starts_with("AUTH PLAIN ") => {
                                let login = STANDARD.decode(&line["AUTH PLAIN ".len()..]).expect("base64");
                                let login = String::from_utf8(login).expect("text").replace('\0', " ");
                                known.lock().expect("the logins").push(login.trim().to_owned());
                                "235 ok\r\n"
                            }
                            (None, _) => "250 ok\r\n",
                        };
                        write.write_all(answer.as_bytes()).await.ok();
                    }
                });
            }
        });
        Self { port, mails, logins }
    }

    /// Names and passwords that it was given.
    pub fn logins(&self) -> Vec<String> {
        self.logins.lock().expect("the logins").clone()
    }

    pub fn count(&self) -> usize {
        self.mails.lock().expect("the mails").len()
    }

    /// The newest mail.
    pub fn last(&self) -> String {
        self.mails.lock().expect("the mails").last().cloned().unwrap_or_default()
    }

    /// The text of the newest mail, without what else it has.
    pub fn text(&self) -> String {
        let mail = self.last();
        let part = mail.split("Content-Type: text/plain").nth(1).unwrap_or_else(|| panic!("no text in {mail}"));
        let (head, body) = part.split_once("\n\n").expect("a body");
        let body = body.split("\n--").next().unwrap_or_default();
        if head.contains("base64") {
            let bytes = STANDARD.decode(body.replace('\n', "")).expect("base64");
            return String::from_utf8(bytes).expect("a text");
        }
        if !head.contains("quoted-printable") {
            return body.to_owned();
        }
        let (mut bytes, joined) = (Vec::new(), body.replace("=\n", ""));
        let mut letters = joined.bytes();
        while let Some(letter) = letters.next() {
            let byte = if letter == b'=' {
                let digits: String = letters.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two digits")
            } else {
                letter
            };
            bytes.push(byte);
        }
        String::from_utf8(bytes).expect("a text")
    }

    /// The code in the newest mail.
    pub fn code(&self) -> String {
        let (mail, body) = (self.last(), self.text());
        let digits: Vec<&str> = body.split(|letter: char| !letter.is_ascii_digit()).filter(|part| part.len() == 6).collect();
        digits.first().unwrap_or_else(|| panic!("no code in {mail}")).to_string()
    }
}
