//! HTTP to other servers: no private address, no proxy, no redirect, no plain text, bounded answers.

use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, Url};

use super::{CONNECT, Outgoing, Refused, TOTAL, address, lookup};

/// The port of HTTPS.
const HTTPS: u16 = 443;

/// Resolves names for connections and drops private addresses, at the moment of connecting.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = lookup(name.as_str(), 0).await?;
            let allowed: Vec<_> = found.into_iter().filter(|found| address::is_public(found.ip())).collect();
            if allowed.is_empty() {
                tracing::warn!(host = name.as_str(), "a call was refused: the host has no public address");
                return Err(Refused.into());
            }
            Ok::<Addrs, Box<dyn std::error::Error + Send + Sync>>(Box::new(allowed.into_iter()))
        })
    }
}

/// Calls other servers over HTTP under the rules of [`Outgoing`].
pub struct OutgoingClient {
    rules: Outgoing,
    public: Client,
    /// For hosts that the operator lists.
    listed: Client,
}

/// Why an answer was not read.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("the answer is too long")]
    TooLong,
    #[error(transparent)]
    Http(#[from] reqwest::Error),
}

impl OutgoingClient {
    /// A client; one for the whole node is enough.
    pub fn new(rules: Outgoing) -> Result<Self, reqwest::Error> {
        let builder = || Client::builder().no_proxy().redirect(Policy::none()).referer(false).connect_timeout(CONNECT).timeout(TOTAL);
        Ok(Self { rules, public: builder().dns_resolver(Arc::new(PublicOnly)).build()?, listed: builder().build()? })
    }

    /// The client that may call an address. A literal address is never resolved, so it is checked here.
    fn client_for(&self, url: &Url) -> Result<&Client, Refused> {
        let host = url.host_str().filter(|_| url.username().is_empty() && url.password().is_none()).ok_or(Refused)?;
        let port = url.port_or_known_default().ok_or(Refused)?;
        if self.rules.lists(host, port) && matches!(url.scheme(), "http" | "https") {
            return Ok(&self.listed);
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
        let public = literal.is_none_or(address::is_public);
        if url.scheme() == "https" && port == HTTPS && public { Ok(&self.public) } else { Err(Refused) }
    }

    /// A call that is about to be made.
    pub fn request(&self, method: Method, url: Url) -> Result<RequestBuilder, Refused> {
        match self.client_for(&url) {
            Ok(client) => Ok(client.request(method, url)),
            Err(refused) => {
                tracing::warn!(host = url.host_str(), scheme = url.scheme(), port = url.port(), "a call was refused");
                Err(refused)
            }
        }
    }

    /// The body of an answer, up to a limit.
    pub async fn body(mut answer: Response, bytes_max: usize) -> Result<Vec<u8>, AnswerError> {
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
            if body.len() + chunk.len() > bytes_max {
                return Err(AnswerError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    fn client(listed: &[&str]) -> OutgoingClient {
        let hosts: Vec<String> = listed.iter().map(|host| (*host).to_owned()).collect();
        OutgoingClient::new(Outgoing::new(&hosts).expect("hosts")).expect("a client")
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap_or_else(|_| panic!("{text} is no address"))
    }

    /// A server that answers every request with the same; its port.
    async fn server(answer: &'static str) -> u16 {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut asked = [0; 1024];
                let _ = stream.read(&mut asked).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        port
    }

    #[test]
    fn what_is_no_public_https_address_is_refused() {
        let client = client(&["hook.lan:8443"]);
        for refused in [
            "http://example.com/",
            "https://example.com:8443/",
            "https://user@example.com/",
            "https://user:pass@example.com/",
            "https://127.0.0.1/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest/meta-data/",
            "https://hook.lan:8444/",
            "ftp://hook.lan:8443/",
            "file:///etc/passwd",
        ] {
            assert!(client.request(Method::GET, url(refused)).is_err(), "{refused}");
        }
        for taken in ["https://example.com/", "https://8.8.8.8/", "https://hook.lan:8443/", "http://hook.lan:8443/"] {
            assert!(client.request(Method::GET, url(taken)).is_ok(), "{taken}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_refused_when_it_is_resolved() {
        // A name passes the check of literal addresses.
        let asked = client(&[]).request(Method::GET, url("https://localhost/")).expect("a request");
        let error = asked.send().await.expect_err("no answer");
        let mut source: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = source {
            if error.is::<Refused>() {
                return;
            }
            source = error.source();
        }
        panic!("another error: {error:?}");
    }

    #[tokio::test]
    async fn a_redirect_is_not_followed_and_a_long_answer_not_read() {
        let port = server("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").await;
        let listed = format!("127.0.0.1:{port}");
        let asked = client(&[&listed]).request(Method::GET, url(&format!("http://{listed}/"))).expect("a request");
        assert_eq!(asked.send().await.expect("an answer").status(), 302);
        let port = server("HTTP/1.1 200 OK\r\ncontent-length: 10\r\nconnection: close\r\n\r\n0123456789").await;
        let listed = format!("127.0.0.1:{port}");
        for (bytes_max, read) in [(10, true), (9, false)] {
            let asked = client(&[&listed]).request(Method::GET, url(&format!("http://{listed}/"))).expect("a request");
            let answer = asked.send().await.expect("an answer");
            assert_eq!(OutgoingClient::body(answer, bytes_max).await.is_ok(), read);
        }
    }
}
