//! Just enough HTTP/1.1 to log in and to set something off.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
