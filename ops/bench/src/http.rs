//! Just enough HTTP/1.1 to log in and to set something off.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The node that is measured.
#[derive(Args)]
pub struct NodeArgs {
    /// HOST:PORT of the node.
    #[arg(long)]
    pub host: String,
    /// A file with the password of those who sign in: the administrator `clerk`, or the members.
    #[arg(long)]
    pub password_file: PathBuf,
}

/// Posts JSON to `host` (`127.0.0.1:8080`) and answers with the JSON that comes back.
pub async fn post(host: &str, path: &str, token: &str, body: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\nserver: true\r\nbatoken: {token}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let begin = answer.find('{').ok_or_else(|| format!("no JSON from {path}: {answer}"))?;
    let end = answer.rfind('}').ok_or_else(|| format!("no JSON from {path}: {answer}"))?;
    Ok(serde_json::from_str(&answer[begin..=end])?)
}

/// As [`post`], for Entrepot's envelope: the data of an answer that went well.
pub async fn call(host: &str, path: &str, token: &str, body: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    let mut answer = post(host, path, token, body).await?;
    if answer["code"] == 1 { Ok(answer["data"].take()) } else { Err(format!("{path}: {answer}").into()) }
}

/// Whatever ends a measurement.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A connection that is kept open.
pub struct Connection {
    stream: TcpStream,
    host: String,
    /// The name of the token's header.
    header: &'static str,
    token: String,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects; the administrator's `token` goes with every request.
    pub async fn open(host: &str, token: &str) -> std::io::Result<Self> {
        Self::open_with(host, "batoken", token).await
    }

    /// Connects for members, and for visitors with an empty token.
    pub async fn open_for_member(host: &str, token: &str) -> std::io::Result<Self> {
        Self::open_with(host, "ba-user-token", token).await
    }

    async fn open_with(host: &str, header: &'static str, token: &str) -> std::io::Result<Self> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, host: host.to_owned(), header, token: token.to_owned(), buffer: Vec::new() })
    }

    /// Another one calls over the same connection from now on.
    pub fn calls_as(&mut self, token: &str) {
        token.clone_into(&mut self.token);
    }

    /// Posts JSON and answers with the JSON that comes back.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Failure> {
        let body = body.to_string();
        let bytes = self.ask("POST", path, &body).await?;
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Gets JSON, unread.
    pub async fn get(&mut self, path: &str) -> Result<&[u8], Failure> {
        self.ask("GET", path, "").await
    }

    /// Asks, and answers with the body that comes back (by its `content-length`).
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<&[u8], Failure> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nserver: true\r\n{}: {}\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            self.header,
            self.token,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(format!("{path}: the connection was closed").into());
            }
            let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(&self.buffer[..end])?.to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
            let length = length.ok_or_else(|| format!("{path}: no content-length: {head}"))?;
            if self.buffer.len() >= end + 4 + length {
                return Ok(&self.buffer[end + 4..end + 4 + length]);
            }
        }
    }
}

/// Somebody who is logged in, over a connection of their own.
pub struct Clerk {
    connection: Connection,
    /// Makes names of this run differ from those of others.
    pub stamp: u64,
}

impl Clerk {
    /// Logs the administrator `clerk` in, with the password in that file.
    pub async fn login(host: &str, password_file: &std::path::Path) -> Result<Self, Box<dyn std::error::Error>> {
        let password = std::fs::read_to_string(password_file)?;
        let body = serde_json::json!({ "username": "clerk", "password": password.trim(), "keep": false });
        let data = call(host, "/admin/Index/login", "", &body).await?;
        let token = data["userInfo"]["token"].as_str().ok_or("no token")?;
        let stamp = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
        Ok(Self { connection: Connection::open(host, token).await?, stamp })
    }

    /// The same person, over another connection.
    pub async fn another(&self) -> std::io::Result<Self> {
        Ok(Self { connection: Connection::open(&self.connection.host, &self.connection.token).await?, stamp: self.stamp })
    }

    /// Posts and expects success; answers the data.
    pub async fn done(&mut self, path: &str, body: Value) -> Result<Value, Failure> {
        let mut answer = self.connection.post(path, &body).await?;
        if answer["code"] == 1 { Ok(answer["data"].take()) } else { Err(format!("{path}: {answer}").into()) }
    }

    /// Gets, unread.
    pub async fn get(&mut self, path: &str) -> Result<&[u8], Failure> {
        self.connection.get(path).await
    }

    /// Adds a row; answers its id.
    pub async fn add(&mut self, controller: &str, body: Value) -> Result<i64, Failure> {
        self.done(&format!("/admin/{controller}/add"), body).await?["id"].as_i64().ok_or_else(|| "no id".into())
    }
}
