//! TCP connections of clients: what each waits for, and the means to end it from this side.

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use dashmap::DashMap;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::admission::{Admission, Refusal, Ticket};
use super::progress::Progress;
use crate::config::connections::ConnectionLimits;

/// A connection. It lasts as long as the server serves it.
pub struct Connection {
    stream: TcpStream,
    progress: Mutex<Progress>,
}

impl Connection {
    fn new(stream: TcpStream) -> Self {
        Self { stream, progress: Mutex::new(Progress::new(Instant::now())) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // Nothing panics while it is held.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the connection from this side.
    fn end(&self) {
        // It may have ended by itself.
        let _ = SockRef::from(&self.stream).shutdown(std::net::Shutdown::Both);
    }

    /// To be called when the connection has become a websocket's, which has limits of its own.
    pub fn became_websocket(&self) {
        self.progress().websocket();
    }

    fn poll_write(&self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        loop {
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => ready!(self.stream.poll_write_ready(cx))?,
                written => return Poll::Ready(written),
            }
        }
    }
}

type Ends = (SocketAddr, SocketAddr);

/// The connections of a node, by the server's and the client's address.
#[derive(Clone)]
pub struct Connections {
    known: Arc<DashMap<Ends, Weak<Connection>>>,
    limits: ConnectionLimits,
    admission: Admission,
}

/// Guard of a running handler; dropping it marks the end.
pub struct Running(Arc<Connection>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.progress().ended(Instant::now());
    }
}

impl Connections {
    /// None yet. Those of `proxies` do not count as one network's.
    #[must_use]
    pub fn new(limits: ConnectionLimits, proxies: Vec<IpAddr>) -> Self {
        Self { known: Arc::default(), limits, admission: Admission::new(limits.most, limits.per_network, proxies) }
    }

    /// The connection of a request.
    #[must_use]
    pub fn of(&self, request: &poem::Request) -> Option<Arc<Connection>> {
        let ends = (*request.local_addr().as_socket_addr()?, *request.remote_addr().as_socket_addr()?);
        self.known.get(&ends)?.upgrade()
    }

    /// Marks a request's handler as running until the returned guard is dropped.
    #[must_use]
    pub fn runs(&self, request: &poem::Request) -> Option<Running> {
        let connection = self.of(request)?;
        connection.progress().begun(Instant::now());
        Some(Running(connection))
    }

    /// Ends overdue connections and returns how many. Call it every second.
    pub fn end_overdue(&self, now: Instant) -> usize {
        let all = self.known.iter().filter_map(|known| known.upgrade());
        let overdue: Vec<Arc<Connection>> = all.filter(|connection| connection.progress().overdue(now, &self.limits)).collect();
        overdue.iter().for_each(|connection| connection.end());
        metrics::counter!("entrepot_connections_overdue_total").increment(overdue.len() as u64);
        overdue.len()
    }

    /// Whether another connection from this address is allowed.
    pub(super) fn admit(&self, client: IpAddr) -> std::result::Result<Ticket, Refusal> {
        self.admission.admit(client)
    }

    /// Serves a client that has been let in.
    pub(super) fn serve(&self, stream: TcpStream, client: SocketAddr, ticket: Ticket) -> Result<Served> {
        // Writes are complete messages, so they need not wait for acknowledgements. Fails only if the client is gone.
        let _ = stream.set_nodelay(true);
        // Not the listener's address: that may stand for all the machine has, and only both ends together are one connection's.
        let ends = (stream.local_addr()?, client);
        let connection = Arc::new(Connection::new(stream));
        self.known.insert(ends, Arc::downgrade(&connection));
        Ok(Served { connection, ends, connections: self.clone(), _ticket: ticket })
    }
}

/// The server's end of a connection; dropping it closes the connection.
pub struct Served {
    pub(super) connection: Arc<Connection>,
    pub(super) ends: Ends,
    connections: Connections,
    _ticket: Ticket,
}

impl Drop for Served {
    fn drop(&mut self) {
        // The client's address may be in use again already.
        self.connections.known.remove_if(&self.ends, |_, known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(&self.connection)));
    }
}

impl AsyncRead for Served {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        loop {
            ready!(self.connection.stream.poll_read_ready(cx))?;
            match self.connection.stream.try_read_buf(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => {
                    self.connection.progress().received(Instant::now(), *read.as_ref().unwrap_or(&0) as u64);
                    return Poll::Ready(read.map(drop));
                }
            }
        }
    }
}

impl AsyncWrite for Served {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = self.connection.poll_write(cx, bytes);
        if let Poll::Ready(Ok(bytes @ 1..)) = written {
            self.connection.progress().sent(Instant::now(), bytes as u64);
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        let ended: Result<()> = SockRef::from(&self.connection.stream).shutdown(std::net::Shutdown::Write);
        // The client may have closed first.
        Poll::Ready(ended.or_else(|error: Error| if error.kind() == ErrorKind::NotConnected { Ok(()) } else { Err(error) }))
    }
}

#[cfg(test)]
mod tests {
    use poem::listener::{Acceptor, Listener};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpSocket};

    use super::*;
    use crate::connections::listener::ClientListener;

    /// A connection with both its ends.
    async fn connected() -> (Served, Connections, TcpStream) {
        let connections = Connections::new(ConnectionLimits::default(), vec![]);
        let mut acceptor = ClientListener::new(TcpListener::bind("127.0.0.1:0").await.unwrap(), connections.clone()).into_acceptor().await.unwrap();
        let address = acceptor.address();
        let (accepted, client) = tokio::join!(acceptor.accept(), TcpStream::connect(address));
        (accepted.unwrap().0, connections, client.unwrap())
    }

    /// More than a socket has room for, so that the writer has to wait for a client that begins to read late.
    #[tokio::test]
    async fn what_a_slow_client_does_not_take_at_once_arrives_whole() {
        const LENGTH: usize = 12_000_000;
        let (mut served, _, mut client) = connected().await;
        let sent: Vec<u8> = (0..LENGTH).map(|place| (place % 251) as u8).collect();
        let write = async {
            served.write_all(&sent).await.unwrap();
            served.shutdown().await.unwrap();
        };
        let read = async {
            let mut read = Vec::new();
            client.read_to_end(&mut read).await.unwrap();
            read
        };
        let ((), read) = tokio::join!(write, read);
        assert!(read == sent, "{} of {LENGTH} bytes", read.len());
    }

    /// One client's address and port may reach two of the server's addresses at the same port.
    #[tokio::test]
    async fn a_connection_is_not_taken_for_another_of_the_same_client() {
        let connections = Connections::new(ConnectionLimits::default(), vec![]);
        let mut acceptor = ClientListener::new(TcpListener::bind("0.0.0.0:0").await.unwrap(), connections.clone()).into_acceptor().await.unwrap();
        let port = acceptor.address().port();
        let reach = async |own: Option<SocketAddr>, server: &str| {
            let socket = TcpSocket::new_v4().unwrap();
            socket.set_reuseaddr(true).unwrap();
            socket.bind(own.unwrap_or("127.0.0.1:0".parse().unwrap())).unwrap();
            socket.connect(format!("{server}:{port}").parse().unwrap()).await.unwrap()
        };
        let (accepted, one) = tokio::join!(acceptor.accept(), reach(None, "127.0.0.1"));
        let (first, ..) = accepted.unwrap();
        let (accepted, other) = tokio::join!(acceptor.accept(), reach(one.local_addr().ok(), "127.0.0.2"));
        let (second, ..) = accepted.unwrap();
        assert_eq!(one.local_addr().unwrap(), other.local_addr().unwrap());
        for served in [&first, &second] {
            assert!(std::ptr::eq(connections.known.get(&served.ends).unwrap().as_ptr(), Arc::as_ptr(&served.connection)));
        }
    }

    #[tokio::test]
    async fn a_connection_is_known_as_long_as_it_is_served() {
        let (served, connections, _client) = connected().await;
        assert!(connections.known.get(&served.ends).unwrap().upgrade().is_some());
        drop(served);
        assert!(connections.known.is_empty());
    }
}
