//! Many websocket sessions, one notification to all: how long until each has it, and what a
//! session costs the server in memory. The same client for Entrepot and for socket.io.
//!
//! The clock starts when the request that causes the notification is sent: for Entrepot that is
//! posting an order, so its time has the transaction in it, and only the notification of that order counts. One thread hears all clients, straight from epoll into
//! one buffer, so that they take little from the server they listen to.

use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures::SinkExt;
use futures::stream::{self, StreamExt};
use mio::{Events, Interest, Poll, Token};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::heard::Heard;
use crate::http;

/// Sessions that are being opened at a time.
const OPENING: usize = 32;
/// Bytes read at once.
const READ_MAX: usize = 4 * 1024;
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

    fn notified(&self, text: &[u8]) -> bool {
        match self.server {
            Server::Entrepot => memchr::memmem::find(text, br#""type":"notify""#).is_some(),
            Server::Socketio => text.starts_with(b"42"),
        }
    }

    /// Hears one session after the other, as they have something to say, until all have ended.
    fn listen(&self, sockets: Vec<Socket>, heard: &Heard) -> Result<(), Failure> {
        let (mut poll, mut events) = (Poll::new()?, Events::with_capacity(1_024));
        let mut sessions = Vec::with_capacity(sockets.len());
        for (token, socket) in sockets.into_iter().enumerate() {
            let mut stream = mio::net::TcpStream::from_std(socket.into_inner().into_std()?);
            poll.registry().register(&mut stream, Token(token), Interest::READABLE)?;
            sessions.push((stream, Frames::default()));
        }
        let (mut open, mut buffer) = (sessions.len(), vec![0; READ_MAX]);
        while open > 0 {
            poll.poll(&mut events, None)?;
            for event in &events {
                let session = event.token().0;
                let (stream, frames) = &mut sessions[session];
                // A read that does not fill the buffer has read all there is.
                while let Some(read) = read(stream, &mut buffer)? {
                    if read == 0 {
                        poll.registry().deregister(stream)?;
                        open -= 1;
                        break;
                    }
                    let mut pinged = false;
                    frames.take(&buffer[..read], |text| {
                        if self.notified(text) {
                            heard.note(session, text);
                        } else {
                            pinged |= matches!(self.server, Server::Socketio) && text == b"2";
                        }
                    });
                    if pinged {
                        stream.write_all(&PONG)?;
                    }
                    if read < READ_MAX {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Nothing: there is nothing to read now. Zero bytes: the socket has ended.
fn read(stream: &mut mio::net::TcpStream, buffer: &mut [u8]) -> std::io::Result<Option<usize>> {
    match stream.read(buffer) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(Some(0)),
        read => read.map(Some),
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
    fn take(&mut self, bytes: &[u8], mut each: impl FnMut(&[u8])) {
        let begun = std::mem::take(&mut self.begun);
        let joined;
        let mut left = if begun.is_empty() {
            bytes
        } else {
            joined = [begun.as_slice(), bytes].concat();
            joined.as_slice()
        };
        while let Some((opcode, payload, rest)) = frame(left) {
            if opcode == TEXT {
                each(payload);
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
    /// Answers what the text of the notification has within it, and of no other.
    async fn pull(&self, host: &str) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Order { token } => {
                let line = json!({ "product_id": 1, "quantity": "1", "unit_price": "1" });
                let order = json!({ "warehouses_id": 1, "supplier_id": 1, "type": 10, "lines": [line] });
                let order = http::call(host, "/admin/warehouse.InboundOrder/add", token, &order).await?;
                Ok(order["inbound_order_no"].as_str().ok_or("no number of the order")?.into())
            }
            Self::Emit { payload } => {
                http::post(host, "/emit", "", payload).await?;
                // It sends nothing else.
                Ok(br#""type":"notify""#.to_vec())
            }
        }
    }
}

/// Runs and prints a line of JSON.
pub fn run(options: Options) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(options))
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
    // The first session is open before memory is read: what a server makes once is not a session's.
    let mut sockets = vec![protocol.open(&options.host).await?];
    tokio::time::sleep(REST).await;
    let before = resident(options.pid)?;
    let began = Instant::now();
    let opened: Vec<_> = stream::iter(1..options.sessions).map(|_| protocol.open(&options.host)).buffer_unordered(OPENING).collect().await;
    let opening = began.elapsed();
    for socket in opened {
        sockets.push(socket?);
    }
    let heard = Arc::new(Heard::new(options.sessions)?);
    let listening = heard.clone();
    // It ends with the program, or says why it can't go on.
    std::thread::spawn(move || {
        if let Err(error) = protocol.listen(sockets, &listening) {
            eprintln!("sessions are heard no more: {error}");
        }
    });
    tokio::time::sleep(REST).await;
    let after = resident(options.pid)?;
    let mut lost = 0;
    for number in 1..=options.rounds {
        heard.begin();
        heard.expect(trigger.pull(&options.host).await?);
        let missing = heard.missing().await;
        if missing == options.sessions {
            return Err(format!("round {number}: no session heard of it").into());
        }
        lost += missing;
        tokio::time::sleep(REST).await;
    }
    if let Server::Entrepot = options.server {
        std::fs::write(&options.payload, &heard.round().text)?;
    }
    let round = heard.round();
    let times = &round.times;
    if times.len() + lost as u64 != (options.sessions * options.rounds) as u64 {
        return Err(format!(
            "{} notifications were heard and {lost} lost, of {} sessions in {} rounds",
            times.len(),
            options.sessions,
            options.rounds
        )
        .into());
    }
    let line = json!({
        "sessions": options.sessions,
        "open_per_second": (options.sessions as f64 / opening.as_secs_f64()).round(),
        "first_ms": times.min() as f64 / 1_000.0,
        "p50_ms": times.value_at_quantile(0.5) as f64 / 1_000.0,
        "p99_ms": times.value_at_quantile(0.99) as f64 / 1_000.0,
        "max_ms": times.max() as f64 / 1_000.0,
        "lost": lost,
        "of_another_cause": round.others,
        "kib_per_session": after.saturating_sub(before) as f64 / (options.sessions - 1) as f64,
        "kib_after_notifications": resident(options.pid)?.saturating_sub(before) as f64 / (options.sessions - 1) as f64,
    });
    println!("{line}");
    Ok(())
}
