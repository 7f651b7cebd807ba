//! Many websocket sessions, one notification to all: how long until each has it, and what a
//! session costs the server in memory. The same client for Entrepot and for socket.io.
//!
//! The clock starts when the request that causes the notification is sent: for Entrepot that is
//! posting an order, so its time has the transaction in it. All clients live on one thread, and read
//! frames into one buffer, so that they take little from the server they listen to.

use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures::SinkExt;
use futures::stream::{self, StreamExt};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::http;

/// Sessions that are being opened at a time.
const OPENING: usize = 32;
/// How long a notification may take to reach everybody.
const ROUND_LIMIT: Duration = Duration::from_secs(20);
/// Rest before memory is read and between notifications.
const REST: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<TcpStream>;
type Failure = Box<dyn std::error::Error>;

#[derive(Clone, Copy, ValueEnum)]
enum Server {
    Entrepot,
    Socketio,
}

#[derive(Args)]
pub struct Options {
    #[arg(long)]
    server: Server,
    /// HOST:PORT of the server.
    #[arg(long)]
    host: String,
    /// The server's process, for its memory.
    #[arg(long)]
    pid: u32,
    #[arg(long, default_value_t = 5_000)]
    sessions: usize,
    /// Notifications, one after the other.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// A file with the administrators' password (Entrepot): `watcher` holds the sessions, `clerk` posts.
    #[arg(long)]
    password_file: Option<PathBuf>,
    /// Where Entrepot's notification is kept, for socket.io to send the same bytes.
    #[arg(long)]
    payload: PathBuf,
}

/// What a session of the server says and hears.
#[derive(Clone)]
struct Protocol {
    server: Server,
    url: String,
    bind: String,
}

impl Protocol {
    async fn open(&self, host: &str) -> Result<Socket, Failure> {
        let mut config = WebSocketConfig::default();
        config.read_buffer_size = 4 * 1024;
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let (mut socket, _) = client_async_with_config(self.url.as_str().into_client_request()?, stream, Some(config)).await?;
        socket.send(Message::text(self.bind.clone())).await?;
        while let Some(message) = socket.next().await {
            if self.bound(message?.to_text()?) {
                return Ok(socket);
            }
        }
        Err("the server closed a session before it was bound".into())
    }

    fn bound(&self, text: &str) -> bool {
        match self.server {
            Server::Entrepot => text.contains(r#""type":"bind""#),
            Server::Socketio => text.starts_with("40"),
        }
    }

    fn notified(&self, text: &str) -> bool {
        match self.server {
            Server::Entrepot => text.contains(r#""type":"notify""#),
            Server::Socketio => text.starts_with("42"),
        }
    }

    /// Hears until the socket ends, and notes when a notification was there.
    async fn listen(self, socket: Socket, heard: Rc<Heard>) {
        let stream = socket.into_inner();
        let mut frames = Frames::default();
        while stream.readable().await.is_ok() {
            let mut pinged = false;
            let read = heard.read(&stream, |bytes| {
                frames.take(bytes, |text| {
                    if self.notified(text) {
                        heard.note(text);
                    } else {
                        pinged |= matches!(self.server, Server::Socketio) && text == "2";
                    }
                });
            });
            match read {
                Ok(0) => return,
                Err(error) if error.kind() != ErrorKind::WouldBlock => return,
                _ => {}
            }
            if pinged && stream.try_write(&PONG).is_err() {
                return;
            }
        }
    }
}

/// socket.io's answer to its ping, `3`, as a text frame under a mask of zeros.
const PONG: [u8; 7] = [0x81, 0x81, 0, 0, 0, 0, b'3'];
const TEXT: u8 = 0x81;

/// A server's frames, as they arrive: whole texts, without masks (RFC 6455, section 5.2).
#[derive(Default)]
struct Frames {
    /// The beginning of a frame whose end has not arrived.
    begun: Vec<u8>,
}

impl Frames {
    fn take(&mut self, bytes: &[u8], mut each: impl FnMut(&str)) {
        let begun = std::mem::take(&mut self.begun);
        let joined;
        let mut left = if begun.is_empty() {
            bytes
        } else {
            joined = [begun.as_slice(), bytes].concat();
            joined.as_slice()
        };
        while let Some((opcode, payload, rest)) = frame(left) {
            if let (TEXT, Ok(text)) = (opcode, std::str::from_utf8(payload)) {
                each(text);
            }
            left = rest;
        }
        self.begun.extend_from_slice(left);
    }
}

/// The first frame's opcode (with its FIN bit) and payload, and what follows it; nothing when it is not whole.
fn frame(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (opcode, short) = (*bytes.first()?, bytes.get(1)? & 0x7f);
    let (length, begin) = match short {
        126 => (u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?) as usize, 4),
        127 => (u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?) as usize, 10),
        short => (short as usize, 2),
    };
    let (payload, rest) = bytes.get(begin..)?.split_at_checked(length)?;
    Some((opcode, payload, rest))
}

/// What the sessions have heard of the notification that was sent last.
struct Heard {
    round: RefCell<Round>,
    all: Notify,
    times: RefCell<Histogram<u64>>,
    buffer: RefCell<Vec<u8>>,
}

struct Round {
    sent: Instant,
    missing: usize,
    text: String,
}

impl Heard {
    fn new() -> Result<Self, Failure> {
        let round = Round { sent: Instant::now(), missing: 0, text: String::new() };
        let times = RefCell::new(Histogram::new_with_bounds(1, 60_000_000, 3)?);
        Ok(Self { round: RefCell::new(round), all: Notify::new(), times, buffer: RefCell::new(vec![0; 4 * 1024]) })
    }

    /// Reads what is there; zero bytes: the socket has ended.
    fn read(&self, stream: &TcpStream, each: impl FnOnce(&[u8])) -> std::io::Result<usize> {
        let mut buffer = self.buffer.borrow_mut();
        let read = stream.try_read(&mut buffer)?;
        each(&buffer[..read]);
        Ok(read)
    }

    fn begin(&self, sessions: usize) {
        *self.round.borrow_mut() = Round { sent: Instant::now(), missing: sessions, text: String::new() };
    }

    fn note(&self, text: &str) {
        let mut round = self.round.borrow_mut();
        self.times.borrow_mut().saturating_record(round.sent.elapsed().as_micros() as u64);
        if round.text.is_empty() {
            text.clone_into(&mut round.text);
        }
        round.missing = round.missing.saturating_sub(1);
        if round.missing == 0 {
            self.all.notify_one();
        }
    }
}

/// Resident memory of a process, in KiB.
fn resident(pid: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?)
}

async fn login(options: &Options, username: &str) -> Result<String, Failure> {
    let file = options.password_file.as_ref().ok_or("--password-file is needed for Entrepot")?;
    let password = std::fs::read_to_string(file)?;
    let body = json!({ "username": username, "password": password.trim(), "keep": false });
    let data = http::call(&options.host, "/admin/Index/login", "", &body).await?;
    Ok(data["userInfo"]["token"].as_str().ok_or("no token")?.to_owned())
}

/// What sets a notification off.
enum Trigger {
    Order { token: String },
    Emit { payload: Value },
}

impl Trigger {
    async fn pull(&self, host: &str) -> Result<(), Failure> {
        match self {
            Self::Order { token } => {
                let line = json!({ "product_id": 1, "quantity": "1", "unit_price": "1" });
                let order = json!({ "warehouses_id": 1, "supplier_id": 1, "type": 10, "lines": [line] });
                http::call(host, "/admin/warehouse.InboundOrder/add", token, &order).await?;
            }
            Self::Emit { payload } => {
                http::post(host, "/emit", "", payload).await?;
            }
        }
        Ok(())
    }
}

/// Runs and prints a line of JSON.
pub fn run(options: Options) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, measure(options))
}

async fn measure(options: Options) -> Result<(), Failure> {
    let (protocol, trigger) = match options.server {
        Server::Entrepot => {
            let watcher = login(&options, "watcher").await?;
            let bind = json!({ "type": "bind", "data": { "pathInfo": "/admin/dashboard", "ba_token": watcher } });
            let protocol = Protocol { server: options.server, url: format!("ws://{}/ws", options.host), bind: bind.to_string() };
            (protocol, Trigger::Order { token: login(&options, "clerk").await? })
        }
        Server::Socketio => {
            let url = format!("ws://{}/socket.io/?EIO=4&transport=websocket", options.host);
            let payload = serde_json::from_str(&std::fs::read_to_string(&options.payload)?)?;
            (Protocol { server: options.server, url, bind: "40".into() }, Trigger::Emit { payload })
        }
    };
    let heard = Rc::new(Heard::new()?);
    // The first session is open before memory is read: what a server makes once is not a session's.
    spawn_local(protocol.clone().listen(protocol.open(&options.host).await?, heard.clone()));
    tokio::time::sleep(REST).await;
    let before = resident(options.pid)?;
    let began = Instant::now();
    let opened: Vec<_> = stream::iter(1..options.sessions).map(|_| protocol.open(&options.host)).buffer_unordered(OPENING).collect().await;
    let opening = began.elapsed();
    for socket in opened {
        spawn_local(protocol.clone().listen(socket?, heard.clone()));
    }
    tokio::time::sleep(REST).await;
    let after = resident(options.pid)?;
    let mut lost = 0;
    for _ in 0..options.rounds {
        heard.begin(options.sessions);
        trigger.pull(&options.host).await?;
        if tokio::time::timeout(ROUND_LIMIT, heard.all.notified()).await.is_err() {
            lost += heard.round.borrow().missing;
        }
        tokio::time::sleep(REST).await;
    }
    if let Server::Entrepot = options.server {
        std::fs::write(&options.payload, &heard.round.borrow().text)?;
    }
    let times = heard.times.borrow();
    let line = json!({
        "sessions": options.sessions,
        "open_per_second": (options.sessions as f64 / opening.as_secs_f64()).round(),
        "first_ms": times.min() as f64 / 1_000.0,
        "p50_ms": times.value_at_quantile(0.5) as f64 / 1_000.0,
        "p99_ms": times.value_at_quantile(0.99) as f64 / 1_000.0,
        "max_ms": times.max() as f64 / 1_000.0,
        "lost": lost,
        "kib_per_session": after.saturating_sub(before) as f64 / (options.sessions - 1) as f64,
        "kib_after_notifications": resident(options.pid)?.saturating_sub(before) as f64 / (options.sessions - 1) as f64,
    });
    println!("{line}");
    Ok(())
}
