//! Accepts client connections. Refuses connections beyond the limits, and pauses while none can be accepted.

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use poem::http::uri::Scheme;
use poem::listener::{Acceptor, Listener};
use poem::web::{LocalAddr, RemoteAddr};
use tokio::net::{TcpListener, TcpStream};

use super::admission::{Refusal, Ticket};
use super::connection::{Connections, Served};

/// Pause after a failed accept. When all file descriptors are used, only an ending connection frees one.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// Shortest time between two log lines about failed or refused connections.
const REPORT_EVERY: Duration = Duration::from_secs(10);
/// Answer to a refused client, who may not wait for it.
const UNAVAILABLE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Listens for client connections.
pub struct ClientListener {
    listener: TcpListener,
    connections: Connections,
}

impl ClientListener {
    /// Takes the clients of a bound listener.
    #[must_use]
    pub fn new(listener: TcpListener, connections: Connections) -> Self {
        Self { listener, connections }
    }
}

impl Listener for ClientListener {
    type Acceptor = ClientAcceptor;

    async fn into_acceptor(self) -> Result<ClientAcceptor> {
        Ok(ClientAcceptor { address: self.listener.local_addr()?, listener: self.listener, connections: self.connections, reported_at: None })
    }
}

/// Accepts clients within the limits.
pub struct ClientAcceptor {
    address: SocketAddr,
    listener: TcpListener,
    connections: Connections,
    /// Time of the last log line.
    reported_at: Option<Instant>,
}

impl ClientAcceptor {
    /// Where it listens.
    #[cfg(test)]
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether a log line is due.
    fn report_due(&mut self) -> bool {
        let now = Instant::now();
        let due = self.reported_at.is_none_or(|reported_at| now.duration_since(reported_at) >= REPORT_EVERY);
        if due {
            self.reported_at = Some(now);
        }
        due
    }

    /// After a connection could not be accepted.
    async fn failed(&mut self, error: &Error) {
        // These concern one client that went away.
        if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted) {
            return;
        }
        metrics::counter!("entrepot_accept_errors_total").increment(1);
        if self.report_due() {
            tracing::error!(%error, "no connection can be accepted");
        }
        tokio::time::sleep(ACCEPT_PAUSE).await;
    }

    fn refuse(&mut self, stream: &TcpStream, client: IpAddr, refusal: Refusal) {
        metrics::counter!("entrepot_connections_refused_total").increment(1);
        if self.report_due() {
            tracing::warn!(%client, %refusal, "a connection was refused");
        }
        let _ = stream.try_write(UNAVAILABLE);
    }

    /// The next client that is let in.
    async fn next(&mut self) -> (TcpStream, SocketAddr, Ticket) {
        loop {
            match self.listener.accept().await {
                Ok((stream, client)) => match self.connections.admit(client.ip()) {
                    Ok(ticket) => return (stream, client, ticket),
                    Err(refusal) => self.refuse(&stream, client.ip(), refusal),
                },
                Err(error) => self.failed(&error).await,
            }
        }
    }
}

impl Acceptor for ClientAcceptor {
    type Io = Served;

    fn local_addr(&self) -> Vec<LocalAddr> {
        vec![LocalAddr(self.address.into())]
    }

    async fn accept(&mut self) -> Result<(Served, LocalAddr, RemoteAddr, Scheme)> {
        let (stream, client, ticket) = self.next().await;
        let served = self.connections.serve(stream, client, ticket)?;
        let own = served.ends.0;
        Ok((served, LocalAddr(own.into()), RemoteAddr(client.into()), Scheme::HTTP))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::config::connections::ConnectionLimits;

    #[tokio::test]
    async fn one_client_too_many_is_refused_until_another_goes() {
        let connections = Connections::new(ConnectionLimits { most: 1, ..ConnectionLimits::default() }, vec![]);
        let mut acceptor = ClientListener::new(TcpListener::bind("127.0.0.1:0").await.unwrap(), connections.clone()).into_acceptor().await.unwrap();
        let address = acceptor.address();
        let (accepted, _first) = tokio::join!(acceptor.accept(), TcpStream::connect(address));
        let (served, ..) = accepted.unwrap();
        let refused = async {
            let mut second = TcpStream::connect(address).await.unwrap();
            let mut answer = String::new();
            second.read_to_string(&mut answer).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
            drop(served);
            TcpStream::connect(address).await.unwrap()
        };
        let (accepted, third) = tokio::join!(acceptor.accept(), refused);
        assert_eq!(accepted.unwrap().2.as_socket_addr().copied(), third.local_addr().ok());
    }
}
