//! TCP connections to which others may write than the task that serves them: a notification for thousands of
//! sessions goes straight to their sockets (decision 5).

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

use super::door::Door;
use crate::config::connections::ConnectionLimits;
use crate::connections::admission::{Admission, Refusal, Ticket};
use crate::connections::progress::Progress;

/// The way out of a connection.
#[derive(Default)]
struct Outlet {
    /// From now on each write is of whole websocket frames, and others write as well.
    shared: bool,
    /// What the socket has not yet taken of frames that were begun; nothing goes before it.
    rest: Vec<u8>,
}

/// A connection. It lasts as long as the server serves it.
pub struct Connection {
    stream: TcpStream,
    outlet: Mutex<Outlet>,
    progress: Mutex<Progress>,
}

/// What became of a frame that was offered to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    Sent,
    /// The socket took the beginning: whoever serves the connection has to flush it.
    Begun,
    /// Nothing of it was sent: there is no room, or the connection has ended.
    Refused,
}

impl Connection {
    fn new(stream: TcpStream) -> Self {
        Self { stream, outlet: Mutex::default(), progress: Mutex::new(Progress::new(Instant::now())) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // Nothing panics while it is held.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it from this side: whoever serves it reads its end, and can write no more.
    fn end(&self) {
        // It may have ended by itself.
        let _ = SockRef::from(&self.stream).shutdown(std::net::Shutdown::Both);
    }

    fn outlet(&self) -> MutexGuard<'_, Outlet> {
        // Nothing panics while it is held.
        self.outlet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be called when the connection has become a websocket's.
    pub fn share(&self) {
        self.outlet().shared = true;
        self.progress().websocket();
    }

    /// Sends a whole websocket frame at once, if there is room. Does not wait.
    pub fn offer(&self, frame: &[u8]) -> Offer {
        let mut outlet = self.outlet();
        if !outlet.shared || !outlet.rest.is_empty() {
            return Offer::Refused;
        }
        match self.stream.try_write(frame) {
            Ok(taken) if taken == frame.len() => Offer::Sent,
            Ok(0) | Err(_) => Offer::Refused,
            Ok(taken) => {
                outlet.rest.extend_from_slice(&frame[taken..]);
                Offer::Begun
            }
        }
    }

    fn poll_try_write(&self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        loop {
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => ready!(self.stream.poll_write_ready(cx))?,
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_rest(&self, outlet: &mut Outlet, cx: &mut Context<'_>) -> Poll<Result<()>> {
        while !outlet.rest.is_empty() {
            match ready!(self.poll_try_write(cx, &outlet.rest))? {
                0 => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                taken => drop(outlet.rest.drain(..taken)),
            }
        }
        outlet.rest = Vec::new();
        Poll::Ready(Ok(()))
    }

    fn poll_write(&self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let mut outlet = self.outlet();
        ready!(self.poll_rest(&mut outlet, cx))?;
        let taken = ready!(self.poll_try_write(cx, bytes))?;
        if !outlet.shared || taken == 0 {
            return Poll::Ready(Ok(taken));
        }
        // A frame that was begun must not be broken by another's: its end is kept here, not with the writer.
        outlet.rest.extend_from_slice(&bytes[taken..]);
        Poll::Ready(Ok(bytes.len()))
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

/// A request whose handler runs; dropping it says that it has ended.
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

    /// The connection on which a request came.
    #[must_use]
    pub fn of(&self, request: &poem::Request) -> Option<Arc<Connection>> {
        let ends = (*request.local_addr().as_socket_addr()?, *request.remote_addr().as_socket_addr()?);
        self.known.get(&ends)?.upgrade()
    }

    /// Notes that the handler of a request begins, until what is answered here is dropped.
    #[must_use]
    pub fn runs(&self, request: &poem::Request) -> Option<Running> {
        let connection = self.of(request)?;
        connection.progress().begun(Instant::now());
        Some(Running(connection))
    }

    /// Ends the connections whose clients have been waited for too long; answers how many. To be called every second.
    pub fn end_overdue(&self, now: Instant) -> usize {
        let all = self.known.iter().filter_map(|known| known.upgrade());
        let overdue: Vec<Arc<Connection>> = all.filter(|connection| connection.progress().overdue(now, &self.limits)).collect();
        overdue.iter().for_each(|connection| connection.end());
        metrics::counter!("entrepot_connections_overdue_total").increment(overdue.len() as u64);
        overdue.len()
    }

    /// Whether one more may come from this address.
    pub(super) fn admit(&self, client: IpAddr) -> std::result::Result<Ticket, Refusal> {
        self.admission.admit(client)
    }

    /// Serves a client that has been let in.
    pub(super) fn serve(&self, stream: TcpStream, client: SocketAddr, ticket: Ticket) -> Result<Served> {
        // What is written is whole: it need not wait for the client to confirm what was written before. Fails only for a
        // client that has gone.
        let _ = stream.set_nodelay(true);
        // Not the door's address: that may stand for all the machine has, and only both ends together are one connection's.
        let ends = (stream.local_addr()?, client);
        let connection = Arc::new(Connection::new(stream));
        self.known.insert(ends, Arc::downgrade(&connection));
        Ok(Served { connection, ends, connections: self.clone(), _ticket: ticket })
    }

    /// Listens for connections at an address, `HOST:PORT`.
    #[must_use]
    pub fn listen(&self, address: String) -> Door {
        Door::new(address, self.clone())
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
        // The client's address may have come again before this one was dropped.
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
                    self.connection.progress().received(Instant::now());
                    return Poll::Ready(read.map(drop));
                }
            }
        }
    }
}

impl AsyncWrite for Served {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = self.connection.poll_write(cx, bytes);
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.connection.progress().sent(Instant::now());
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        self.connection.poll_rest(&mut self.connection.outlet(), cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        ready!(self.connection.poll_rest(&mut self.connection.outlet(), cx))?;
        let ended: Result<()> = SockRef::from(&self.connection.stream).shutdown(std::net::Shutdown::Write);
        // The client may have gone first.
        Poll::Ready(ended.or_else(|error: Error| if error.kind() == ErrorKind::NotConnected { Ok(()) } else { Err(error) }))
    }
}

/// A connection with both its ends.
#[cfg(test)]
pub(super) async fn connected() -> (Served, Connections, TcpStream) {
    use poem::listener::{Acceptor, Listener};

    let connections = Connections::new(ConnectionLimits::default(), vec![]);
    let mut door = connections.listen("127.0.0.1:0".into()).into_acceptor().await.unwrap();
    let address = door.address();
    let (accepted, client) = tokio::join!(door.accept(), TcpStream::connect(address));
    (accepted.unwrap().0, connections, client.unwrap())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use poem::listener::{Acceptor, Listener};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpSocket;

    use super::*;

    /// Bytes of a frame: more than a socket has room for after a while.
    const LENGTH: usize = 30_000;
    const FRAMES: usize = 400;

    /// A frame's place is taken by bytes that tell it from others.
    fn frame(mark: u8) -> Vec<u8> {
        vec![mark; LENGTH]
    }

    #[tokio::test]
    async fn a_frame_goes_out_once_the_connection_is_shared() {
        let (served, _, mut client) = connected().await;
        assert_eq!(served.connection.offer(&frame(1)), Offer::Refused, "a response may be under way");
        served.connection.share();
        assert_eq!(served.connection.offer(&frame(2)), Offer::Sent);
        let mut read = vec![0; LENGTH];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(read, frame(2));
    }

    /// Two write, and the client is too slow for both: its socket takes parts of frames.
    #[tokio::test]
    async fn no_frame_is_broken_by_another_however_slow_the_client() {
        let (mut served, _, mut client) = connected().await;
        let connection = served.connection.clone();
        connection.share();
        let done = Cell::new(false);
        let server = async {
            for _ in 0..FRAMES {
                served.write_all(&frame(2)).await.unwrap();
                tokio::task::yield_now().await;
            }
            done.set(true);
            served.shutdown().await.unwrap();
        };
        let other = async {
            let (mut sent, mut begun) = (0, 0);
            while !done.get() {
                let offer = connection.offer(&frame(1));
                sent += usize::from(offer != Offer::Refused);
                begun += usize::from(offer == Offer::Begun);
                tokio::task::yield_now().await;
            }
            (sent, begun)
        };
        let mut read = Vec::new();
        let slow = async {
            let mut some = vec![0; LENGTH * 2 / 3];
            loop {
                match client.read(&mut some).await.unwrap() {
                    0 => break,
                    length => read.extend_from_slice(&some[..length]),
                }
                tokio::task::yield_now().await;
            }
        };
        // The other comes first: whatever room there is, it takes.
        let ((sent, begun), (), ()) = tokio::join!(other, server, slow);
        assert!(begun > 0, "no frame was ever broken off: this shows nothing");
        assert!(read.chunks(LENGTH).all(|chunk| *chunk == frame(chunk[0])), "a frame was broken by another");
        assert_eq!(read.chunks(LENGTH).filter(|chunk| chunk[0] == 1).count(), sent);
        assert_eq!(read.len(), (sent + FRAMES) * LENGTH);
    }

    /// One client's address and port may reach two of the server's addresses at the same port.
    #[tokio::test]
    async fn a_connection_is_not_taken_for_another_of_the_same_client() {
        let connections = Connections::new(ConnectionLimits::default(), vec![]);
        let mut door = connections.listen("0.0.0.0:0".into()).into_acceptor().await.unwrap();
        let port = door.address().port();
        let reach = async |own: Option<SocketAddr>, server: &str| {
            let socket = TcpSocket::new_v4().unwrap();
            socket.set_reuseaddr(true).unwrap();
            socket.bind(own.unwrap_or("127.0.0.1:0".parse().unwrap())).unwrap();
            socket.connect(format!("{server}:{port}").parse().unwrap()).await.unwrap()
        };
        let (accepted, one) = tokio::join!(door.accept(), reach(None, "127.0.0.1"));
        let (first, ..) = accepted.unwrap();
        let (accepted, other) = tokio::join!(door.accept(), reach(one.local_addr().ok(), "127.0.0.2"));
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
