//! A stand-in for the payment sandbox, over HTTP: it checks every signature, keeps what it is sent, and answers late,
//! wrongly or never where a test says so.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use entrepot::config::services::ServiceSettings;
use entrepot::shop::pay::signing::{ANSWER, MERCHANT, NONCE, SIGNATURE, Signed, TIMESTAMP};
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{Request, Response, Server};
use serde_json::{Value, json};

pub const SECRET: &str = "sandbox-secret";
pub const NUMBER: &str = "M1";

#[derive(Default)]
pub struct State {
    pub payments: BTreeMap<String, Value>,
    pub refunds: BTreeMap<String, Value>,
    /// What comes to a path that begins so is not answered in a way that can be believed.
    pub silent: BTreeSet<String>,
    /// What comes to a path that begins so is signed with another secret.
    pub forged: BTreeSet<String>,
    /// What a refund becomes: `success` without.
    pub refund_state: String,
    /// Rows of the bill.
    pub bill: Vec<Value>,
    pub calls: Vec<String>,
    pub unsigned: usize,
    nonces: BTreeSet<String>,
    next: u64,
}

pub struct Sandbox {
    pub url: String,
    state: Arc<Mutex<State>>,
    server: tokio::task::JoinHandle<()>,
    dir: tempfile::TempDir,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

impl State {
    fn answer(&mut self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let refused = |code: &str| json!({ "code": code, "message": "" });
        let number = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let rest: Vec<&str> = path.trim_start_matches('/').split(['/', '?']).collect();
        match (method, rest.as_slice()) {
            ("POST", ["payments"]) => {
                let no = number("out_trade_no");
                if self.payments.get(&no).is_some_and(|known| known["state"] != "open") {
                    return (400, refused("CLOSED"));
                }
                let payment =
                    json!({ "out_trade_no": no, "state": "open", "amount": body["amount"], "currency": body["currency"], "merchant": NUMBER });
                self.payments.insert(no.clone(), payment);
                (200, json!({ "code_url": format!("https://sandbox.example.com/pay/{no}") }))
            }
            ("GET", ["payments", no]) => self.payments.get(*no).map_or_else(|| (404, refused("NOT_FOUND")), |payment| (200, payment.clone())),
            ("POST", ["payments", no, "close"]) => {
                let empty = || json!({ "out_trade_no": no, "state": "closed", "amount": 0, "currency": "CNY", "merchant": NUMBER });
                let payment = self.payments.entry((*no).to_owned()).or_insert_with(empty);
                if payment["state"] == "open" {
                    payment["state"] = "closed".into();
                }
                (200, payment.clone())
            }
            ("POST", ["refunds"]) => {
                let no = number("out_refund_no");
                let known = self.refunds.get(&no).filter(|known| known["state"] != "abnormal").cloned();
                let state = if self.refund_state.is_empty() { "success" } else { self.refund_state.as_str() };
                let refund = known.unwrap_or_else(|| {
                    json!({ "out_trade_no": body["out_trade_no"], "out_refund_no": no, "amount": body["amount"], "state": state, "at": now(), "reason": "no money" })
                });
                self.refunds.insert(no, refund.clone());
                (200, refund)
            }
            ("GET", ["refunds", no]) => self.refunds.get(*no).map_or_else(|| (404, refused("NOT_FOUND")), |refund| (200, refund.clone())),
            ("GET", ["bill", ..]) => (200, json!({ "rows": self.bill })),
            _ => (404, refused("NOT_FOUND")),
        }
    }
}

async fn serve(state: Arc<Mutex<State>>, mut request: Request) -> Response {
    let path = request.original_uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let method = request.method().to_string();
    let body = request.take_body().into_vec().await.unwrap_or_default();
    let header = |name: &str| request.header(name).unwrap_or_default().to_owned();
    let (nonce, signature) = (header(NONCE), header(SIGNATURE));
    let signed = Signed { method: &method, path: &path, timestamp: header(TIMESTAMP).parse().unwrap_or(0), nonce: &nonce, body: &body };
    let mut state = state.lock().expect("the state");
    state.calls.push(format!("{method} {path}"));
    let good = signed.fits(SECRET, &signature) && signed.is_of(now()) && header(MERCHANT) == NUMBER;
    if !good || !state.nonces.insert(nonce.clone()) {
        state.unsigned += 1;
        return Response::builder().status(StatusCode::UNAUTHORIZED).body("");
    }
    let begins = |all: &BTreeSet<String>| all.iter().any(|begins| path.starts_with(begins.as_str()));
    if begins(&state.silent) {
        return Response::builder().status(StatusCode::BAD_GATEWAY).body("");
    }
    let secret = if begins(&state.forged) { "another secret" } else { SECRET };
    let (status, answer) = state.answer(&method, &path, &serde_json::from_slice(&body).unwrap_or_default());
    let text = answer.to_string();
    let said = Signed { method: ANSWER, path: &path, timestamp: now(), nonce: &nonce, body: text.as_bytes() };
    Response::builder()
        .status(StatusCode::from_u16(status).expect("a status"))
        .header(TIMESTAMP, said.timestamp)
        .header(SIGNATURE, said.signature(secret))
        .body(text)
}

impl Sandbox {
    pub async fn start() -> Self {
        let state: Arc<Mutex<State>> = Arc::default();
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
        let address = acceptor.local_addr()[0].as_socket_addr().copied().expect("an address");
        let kept = state.clone();
        let endpoint = poem::endpoint::make(move |request| serve(kept.clone(), request));
        let server = tokio::spawn(async move { Server::new_with_acceptor(acceptor).run(endpoint).await.expect("it serves") });
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::write(dir.path().join("secret"), SECRET).expect("a file");
        Self { url: format!("http://{address}"), state, server, dir }
    }

    /// The settings of a node that pays through it.
    pub fn services(&self) -> ServiceSettings {
        ServiceSettings {
            sandbox_pay_url: Some(self.url.clone()),
            sandbox_pay_merchant: Some(NUMBER.into()),
            sandbox_pay_secret_file: Some(self.secret_file()),
            ..ServiceSettings::default()
        }
    }

    /// The file with the secret that both share.
    pub fn secret_file(&self) -> std::path::PathBuf {
        self.dir.path().join("secret")
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }

    /// Somebody pays, whatever the state: so many cents. Answers the notice.
    pub fn pay(&self, out_trade_no: &str, cents: i64) -> Value {
        let mut state = self.state();
        state.next += 1;
        let transaction = format!("T{}", state.next);
        let payment = json!({
            "out_trade_no": out_trade_no, "state": "paid", "transaction_id": transaction, "amount": cents, "currency": "CNY", "merchant": NUMBER,
            "paid_at": now(),
        });
        state.payments.insert(out_trade_no.to_owned(), payment.clone());
        json!({ "payment": payment })
    }

    /// Tells a node; answers the status of its answer.
    pub async fn notify(&self, node: &str, name: &str, notice: &Value) -> u16 {
        self.notify_signed(node, name, notice, SECRET, now()).await
    }

    /// The same; nothing where the node does not answer.
    pub async fn try_notify(&self, node: &str, name: &str, notice: &Value) -> Option<u16> {
        self.sent(node, name, notice, SECRET, now()).await.ok()
    }

    pub async fn notify_signed(&self, node: &str, name: &str, notice: &Value, secret: &str, at: i64) -> u16 {
        self.sent(node, name, notice, secret, at).await.expect("an answer")
    }

    async fn sent(&self, node: &str, name: &str, notice: &Value, secret: &str, at: i64) -> Result<u16, reqwest::Error> {
        let (path, body) = (format!("/api/shop.Pay/{name}"), notice.to_string());
        let nonce = uuid::Uuid::new_v4().simple().to_string();
        let signed = Signed { method: "POST", path: &path, timestamp: at, nonce: &nonce, body: body.as_bytes() };
        let asked = reqwest::Client::new()
            .post(format!("{node}{path}"))
            .header(MERCHANT, NUMBER)
            .header(TIMESTAMP, at)
            .header(NONCE, &nonce)
            .header(SIGNATURE, signed.signature(secret))
            .header("content-type", "application/json");
        Ok(asked.body(body.clone()).send().await?.status().as_u16())
    }
}
