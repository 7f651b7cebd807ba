//! A notification queue: in order, nothing twice, and a session that is too slow reads again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::notification::notifications::Notifications;
use actors::notification::port::{InboxState, NotificationStore};
use actors::notification::queue::QueueEvent;
use actors::store::StoreError;
use actors::supervision::Root;
use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Notification, NotificationKind};
use ractor::Actor;
use tokio::sync::mpsc;

const ME: AdminId = AdminId(1);

/// Notifications of one person; fails when told to.
#[derive(Default)]
struct StoredNotifications {
    last: Mutex<i64>,
    broken: Mutex<bool>,
}

fn notification(number: i64) -> Notification {
    Notification {
        recipient: ME,
        number,
        kind: NotificationKind::STOCK_LOW,
        warehouses: vec![],
        data: serde_json::Map::new(),
        link: String::new(),
        count: 1,
        things: vec![],
        created_at: 0,
        read_at: None,
    }
}

impl StoredNotifications {
    fn put(&self) -> Announcement {
        let mut last = self.last.lock().unwrap();
        *last += 1;
        Announcement { recipient: ME, last: *last, unread: *last, read_upto: None }
    }

    fn check(&self) -> Result<i64, StoreError> {
        if *self.broken.lock().unwrap() { Err(StoreError::Unavailable("down".into())) } else { Ok(*self.last.lock().unwrap()) }
    }
}

#[async_trait]
impl NotificationStore for StoredNotifications {
    async fn inbox(&self, _: AdminId) -> Result<InboxState, StoreError> {
        self.check().map(|last| InboxState { last, unread: last })
    }

    async fn after(&self, _: AdminId, after: i64, _: bool, limit: usize) -> Result<Vec<Notification>, StoreError> {
        Ok((after + 1..=self.check()?).take(limit).map(notification).collect())
    }

    async fn read(&self, _: AdminId, _: i64) -> Result<Option<Announcement>, StoreError> {
        Ok(None)
    }

    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError> {
        Ok(Announcement { recipient, last: upto, unread: 0, read_upto: Some(upto) })
    }
}

async fn queues(stored: &Arc<StoredNotifications>) -> Notifications {
    let (root, _) = Actor::spawn(None, Root(Arc::default()), ()).await.unwrap();
    Notifications::new(stored.clone(), root.get_cell())
}

async fn number(session: &mut mpsc::Receiver<QueueEvent>) -> i64 {
    match session.recv().await {
        Some(QueueEvent::Notify { notification, .. }) => notification.number,
        other => panic!("no notification but {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn announcements_that_are_lost_or_out_of_order_neither_lose_nor_double() {
    let stored = Arc::new(StoredNotifications::default());
    let queues = queues(&stored).await;
    let (subscriber, mut session) = mpsc::channel(8);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    let words: Vec<_> = (0..5).map(|_| stored.put()).collect();
    // The first word is lost; the third comes first and twice.
    for word in [&words[2], &words[1], &words[2], &words[4], &words[3]] {
        queues.announced(word.clone());
    }
    for expected in 1..=5 {
        assert_eq!(number(&mut session).await, expected);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(session.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_down_delays_and_loses_nothing() {
    let stored = Arc::new(StoredNotifications::default());
    let queues = queues(&stored).await;
    let (subscriber, mut session) = mpsc::channel(8);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    let word = stored.put();
    *stored.broken.lock().unwrap() = true;
    queues.announced(word);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(session.try_recv().is_err());
    *stored.broken.lock().unwrap() = false;
    assert_eq!(number(&mut session).await, 1);
}

#[tokio::test(start_paused = true)]
async fn only_a_session_that_is_too_slow_must_read_again() {
    let stored = Arc::new(StoredNotifications::default());
    let queues = queues(&stored).await;
    let (subscriber, mut slow) = mpsc::channel(2);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    let (subscriber, mut quick) = mpsc::channel(64);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    for _ in 0..10 {
        queues.announced(stored.put());
    }
    for expected in 1..=10 {
        assert_eq!(number(&mut quick).await, expected);
    }
    assert_eq!(number(&mut slow).await, 1);
    assert_eq!(number(&mut slow).await, 2);
    assert!(matches!(slow.recv().await, Some(QueueEvent::Resync)));
}

#[tokio::test(start_paused = true)]
async fn a_queue_that_nobody_watches_rests_and_starts_again() {
    let stored = Arc::new(StoredNotifications::default());
    let queues = queues(&stored).await;
    let (subscriber, session) = mpsc::channel(8);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    drop(session);
    tokio::time::sleep(Duration::from_secs(130)).await;
    queues.announced(stored.put());
    let (subscriber, mut session) = mpsc::channel(8);
    queues.watch(ME, Box::new(subscriber)).await.unwrap();
    queues.announced(stored.put());
    assert_eq!(number(&mut session).await, 2);
}

/// More sessions than are told in one go: some of them have gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_sessions_receive_everything_once_and_in_order() {
    let stored = Arc::new(StoredNotifications::default());
    let queues = queues(&stored).await;
    let mut all = Vec::new();
    for _ in 0..1_000 {
        let (subscriber, session) = mpsc::channel(8);
        queues.watch(ME, Box::new(subscriber)).await.unwrap();
        all.push(session);
    }
    let mut sessions: Vec<_> = all.into_iter().enumerate().filter(|(index, _)| index % 3 > 0).map(|(_, session)| session).collect();
    for _ in 0..4 {
        queues.announced(stored.put());
    }
    for session in &mut sessions {
        for expected in 1..=4 {
            assert_eq!(number(session).await, expected);
        }
        assert!(session.try_recv().is_err());
    }
}
