//! A store in memory that delays, fails before or after it has written, writes late, and panics, on
//! a seeded schedule.

pub mod findings;
mod orders;
pub mod payments;
pub mod shop;
mod warehouses;
pub mod world;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::clock::Clock;
use actors::notification::port::{InboxState, NotificationStore};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Notification};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use self::world::World;

/// How often, of a hundred calls, something goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    pub percent: u32,
    /// Without it, a second writer of a sequence is not refused: the control that must fail.
    pub guarded: bool,
}

/// See the module.
pub struct Store {
    pub world: Arc<Mutex<World>>,
    random: Mutex<StdRng>,
    faults: Mutex<Faults>,
    /// Calls until the node that makes them stops, and whether the last one is still written.
    stops: Mutex<Option<(u32, bool)>>,
    /// One node writes it.
    pub sole_writer: AtomicBool,
}

enum Fault {
    None,
    Before(StoreError),
    /// Written, and the answer is lost.
    After,
    /// The answer is lost, and it is written a while later.
    Late,
    Panic,
}

impl Store {
    pub fn new(seed: u64, faults: Faults) -> Arc<Self> {
        Arc::new(Self {
            world: Arc::default(),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            faults: Mutex::new(faults),
            stops: Mutex::new(None),
            sole_writer: AtomicBool::new(false),
        })
    }

    /// From now on nothing goes wrong.
    pub fn stop_failing(&self) {
        self.faults.lock().unwrap().percent = 0;
        *self.stops.lock().unwrap() = None;
    }

    /// From now on so many of a hundred calls go wrong.
    pub fn break_down(&self, percent: u32) {
        self.faults.lock().unwrap().percent = percent;
    }

    /// The node that calls stops at the call of that number: nothing is read or written from then on, that call itself
    /// aside where it is still `written`.
    pub fn stop_after(&self, calls: u32, written: bool) {
        *self.stops.lock().unwrap() = Some((calls, written));
    }

    /// Whether it has stopped.
    pub fn has_stopped(&self) -> bool {
        matches!(*self.stops.lock().unwrap(), Some((0, _)))
    }

    fn stop(&self) -> Option<Fault> {
        let mut stops = self.stops.lock().unwrap();
        let (calls, written) = stops.as_mut()?;
        let last = *calls == 1;
        let stopped = *calls == 0;
        *calls = calls.saturating_sub(1);
        if last && *written {
            Some(Fault::After)
        } else if last || stopped {
            Some(Fault::Before(StoreError::Unavailable("the node has stopped".into())))
        } else {
            None
        }
    }

    async fn fault(&self) -> Fault {
        let percent = self.faults.lock().unwrap().percent;
        let (pause, fault) = {
            let mut random = self.random.lock().unwrap();
            let fault = if random.random_range(0..100) < percent {
                match random.random_range(0..12) {
                    0..3 => Fault::Before(StoreError::Conflict),
                    3..6 => Fault::Before(StoreError::Unavailable("down".into())),
                    6..8 => Fault::Before(StoreError::Unknown("cut off before".into())),
                    8..10 => Fault::After,
                    10 => Fault::Late,
                    _ => Fault::Panic,
                }
            } else {
                Fault::None
            };
            (random.random_range(0..20), fault)
        };
        tokio::time::sleep(Duration::from_millis(pause)).await;
        self.stop().unwrap_or(fault)
    }

    /// A reading call: it fails or it does not.
    async fn readable(&self) -> Result<(), StoreError> {
        match self.fault().await {
            Fault::Before(error) => Err(error),
            Fault::After => Err(StoreError::Unavailable("cut off".into())),
            Fault::Late => Err(StoreError::TimedOut("no answer".into())),
            Fault::Panic => panic!("the store's code is wrong (on purpose)"),
            Fault::None => Ok(()),
        }
    }

    /// A writing call under the schedule.
    async fn written<T, E: From<StoreError>>(&self, write: impl Fn(&mut World) -> Result<T, E> + Send + 'static) -> Result<T, E> {
        let unknown = || E::from(StoreError::Unknown("the answer is lost".into()));
        match self.fault().await {
            Fault::None => write(&mut self.world.lock().unwrap()),
            Fault::Before(error) => Err(error.into()),
            Fault::After => write(&mut self.world.lock().unwrap()).and_then(|_| Err(unknown())),
            Fault::Late => {
                let world = self.world.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(70)).await;
                    let _ = write(&mut world.lock().unwrap());
                });
                Err(E::from(StoreError::TimedOut("the write lands after its caller gave up".into())))
            }
            Fault::Panic => panic!("the store's code is wrong (on purpose)"),
        }
    }
}

#[async_trait]
impl NotificationStore for Store {
    async fn inbox(&self, _: AdminId) -> Result<InboxState, StoreError> {
        Ok(InboxState::default())
    }

    async fn after(&self, _: AdminId, _: i64, _: bool, _: usize) -> Result<Vec<Notification>, StoreError> {
        Ok(Vec::new())
    }

    async fn read(&self, _: AdminId, _: i64) -> Result<Option<Announcement>, StoreError> {
        Ok(None)
    }

    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError> {
        Ok(Announcement { recipient, last: upto, unread: 0, read_upto: Some(upto) })
    }
}

/// Virtual time.
#[derive(Debug)]
pub struct VirtualClock(tokio::time::Instant);

impl VirtualClock {
    pub fn start() -> Arc<Self> {
        Arc::new(Self(tokio::time::Instant::now()))
    }
}

impl Clock for VirtualClock {
    fn now_ms(&self) -> i64 {
        i64::try_from(self.0.elapsed().as_millis()).unwrap() + 1
    }

    fn today(&self) -> String {
        "2026-01-15".into()
    }
}
