//! What every bus must do: the one that tests have in memory and, when a server is given
//! (`ENTREPOT_TEST_NATS_SERVER`, a program), NATS.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use actors::bus::nats::NatsBus;
use actors::bus::{Bus, BusError, BusEvent};
use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;

use crate::memory_bus::MemoryBus;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A real server on a port of its own, unless none is given and none is required.
async fn nats(port: u16) -> Option<Server> {
    let Some(program) = std::env::var_os("ENTREPOT_TEST_NATS_SERVER") else {
        assert!(std::env::var_os("ENTREPOT_REQUIRE_CLUSTER").is_none(), "no nats-server is given");
        return None;
    };
    let dir = std::env::temp_dir().join(format!("entrepot-nats-{port}"));
    let child = Command::new(program)
        .args(["-a", "127.0.0.1", "-p", &port.to_string(), "--user", "node", "--pass", "bus-secret", "-js", "-sd", &dir.display().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let server = Server(child);
    for _ in 0..200 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Some(server);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nats-server does not listen");
}

/// The server's user.
fn login() -> Option<(String, String)> {
    Some(("node".into(), "bus-secret".into()))
}

/// The next message; a gap may be told at any time (the first connection is one).
async fn payload(events: &mut BoxStream<'static, BusEvent>) -> Bytes {
    let message = async {
        loop {
            match events.next().await {
                Some(BusEvent::Message(message)) => return message.payload,
                Some(BusEvent::Gap) => {}
                None => panic!("the subscription has ended"),
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), message).await.expect("a message in time")
}

async fn keeps_the_contract(speaker: Arc<dyn Bus>, hearer: Arc<dyn Bus>) {
    let mut first = hearer.subscribe("a").await.unwrap();
    let mut second = hearer.subscribe("a").await.unwrap();
    // A subscription has reached the server when a later one has been heard.
    tokio::time::sleep(Duration::from_millis(100)).await;
    speaker.publish("b", Bytes::from_static(b"elsewhere")).await.unwrap();
    for text in ["1", "2"] {
        speaker.publish("a", Bytes::from(text)).await.unwrap();
    }
    for text in ["1", "2"] {
        assert_eq!(payload(&mut first).await, text);
        assert_eq!(payload(&mut second).await, text);
    }
    let wait = Duration::from_millis(300);
    assert!(matches!(speaker.request("nobody", Bytes::new(), wait).await, Err(BusError::NoResponder(_))));
    let _silent = hearer.subscribe("silent").await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(matches!(speaker.request("silent", Bytes::new(), wait).await, Err(BusError::Timeout(_))));
    let mut questions = hearer.subscribe("echo").await.unwrap();
    let answering = hearer.clone();
    tokio::spawn(async move {
        while let Some(BusEvent::Message(message)) = questions.next().await {
            if let Some(reply) = message.reply {
                answering.publish(&reply, message.payload).await.unwrap();
            }
        }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(speaker.request("echo", Bytes::from_static(b"hello"), Duration::from_secs(3)).await.unwrap(), "hello");
}

#[tokio::test]
async fn the_bus_in_memory_keeps_the_contract() {
    let bus: Arc<dyn Bus> = Arc::new(MemoryBus::default());
    keeps_the_contract(bus.clone(), bus).await;
}

#[tokio::test]
async fn nats_keeps_the_contract() {
    let port = free_port();
    let Some(_server) = nats(port).await else { return };
    let url = format!("nats://127.0.0.1:{port}");
    let connect = async |name: &str| Arc::new(NatsBus::connect(&url, name, login()).await.unwrap());
    keeps_the_contract(connect("a").await, connect("b").await).await;
    assert!(NatsBus::connect(&url, "stranger", None).await.is_err(), "who has no login is not let in");
}

#[tokio::test]
async fn after_a_lost_connection_nats_reports_the_gap_and_goes_on() {
    let port = free_port();
    let Some(server) = nats(port).await else { return };
    let url = format!("nats://127.0.0.1:{port}");
    let bus = NatsBus::connect(&url, "a", login()).await.unwrap();
    let mut heard = bus.subscribe("a").await.unwrap();
    bus.publish("a", Bytes::from_static(b"before")).await.unwrap();
    assert_eq!(payload(&mut heard).await, "before");
    drop(server);
    let _again = nats(port).await;
    let gap = tokio::time::timeout(Duration::from_secs(20), heard.next()).await.expect("word of the gap in time");
    assert!(matches!(gap, Some(BusEvent::Gap)), "{gap:?}");
    bus.publish("a", Bytes::from_static(b"after")).await.unwrap();
    assert_eq!(payload(&mut heard).await, "after");
}

#[tokio::test]
async fn a_subscriber_that_is_too_slow_is_notified_of_the_gap() {
    let bus = MemoryBus::default();
    let mut slow = bus.subscribe("a").await.unwrap();
    for _ in 0..5_000 {
        bus.publish("a", Bytes::new()).await.unwrap();
    }
    assert!(matches!(slow.next().await, Some(BusEvent::Gap)));
}
