//! Serves adverts and counts them. What is counted waits in memory and is added to the database in batches: a node that
//! crashes loses the counts of some seconds. A token that is shown to two nodes of a cluster counts on both.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actors::clock::SharedClock;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::ads::{AdRow, AdZoneRow};
use entrepot_store::cache::CachedValue;
use tokio::time::{MissedTickBehavior, interval};

use super::addresses::leads_somewhere_safe;
use super::counting::{Counted, Counting, Happened, hour_of};
use super::rules::{Audience, Moment, serves};
use super::tokens::{Genuine, Served, Tokens};
use crate::error::ServiceError;
use crate::log_pace::LogPace;

/// Zones of one question.
pub const ZONES_MAX: usize = 10;
/// Adverts of one zone in an answer, the newest.
const ADS_MAX: usize = 20;
/// Tokens of one beacon.
pub const TOKENS_MAX: usize = 60;
/// How often counts are written.
const WRITE_EVERY: Duration = Duration::from_secs(10);

/// Zones and adverts, as they were read last.
#[derive(Debug, Default)]
struct Known {
    zones: Vec<AdZoneRow>,
    ads: Vec<AdRow>,
}

/// A zone with what may be shown in it.
#[derive(Clone, Debug)]
pub struct FilledZone {
    pub zone: AdZoneRow,
    /// Adverts with their tokens.
    pub ads: Vec<(AdRow, String)>,
}

/// What became of the tokens of a beacon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub counted: i64,
    /// Forged, too old, shown before, or beyond what is remembered.
    pub refused: i64,
}

struct Inner {
    store: Store,
    tokens: Tokens,
    clock: SharedClock,
    time_zone: Tz,
    known: CachedValue<Known>,
    counting: Mutex<Counting>,
    /// One batch at a time, so that what is written is complete when a flush ends.
    writing: tokio::sync::Mutex<()>,
    full: LogPace,
}

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Placements(Arc<Inner>);

impl Placements {
    /// Begins to write counts.
    #[must_use]
    pub fn begin(store: Store, tokens: Tokens, clock: SharedClock, time_zone: Tz) -> Self {
        let inner = Arc::new(Inner {
            store,
            tokens,
            clock,
            time_zone,
            known: CachedValue::new("placements"),
            counting: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            full: LogPace::new(60),
        });
        let weak = Arc::downgrade(&inner);
        tokio::spawn(async move {
            let mut turns = interval(WRITE_EVERY);
            turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                turns.tick().await;
                let Some(inner) = weak.upgrade() else { break };
                Self(inner).flush().await;
            }
        });
        Self(inner)
    }

    fn counting<T>(&self, with: impl FnOnce(&mut Counting) -> T) -> T {
        // A panic can't leave a counter in a bad state.
        with(&mut self.0.counting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn moment(&self) -> Moment {
        Moment::of(self.0.time_zone, self.0.clock.now())
    }

    async fn known(&self) -> Arc<Known> {
        let read = async {
            let (zones, ads) = (self.0.store.ad_zones().await?, self.0.store.current_ads(&self.moment().time).await?);
            Ok::<_, actors::store::StoreError>(Known { zones, ads })
        };
        self.0.known.get(read).await
    }

    /// Reads zones and adverts again at the next question; other nodes do so within some seconds.
    pub fn forget(&self) {
        self.0.known.forget();
    }

    /// What may be shown to somebody in zones. Unknown zones are left out.
    pub async fn served(&self, codes: &[&str], audience: Audience) -> Vec<FilledZone> {
        let (known, moment, pending) = (self.known().await, self.moment(), self.counting(|counting| counting.pending()));
        let (hour, number) = (hour_of(self.0.clock.now()), rand::random());
        let mut filled: Vec<FilledZone> = Vec::new();
        for code in codes {
            let Some(zone) = known.zones.iter().find(|zone| zone.code == *code) else { continue };
            if filled.iter().any(|other| other.zone.id == zone.id) {
                continue;
            }
            let mut ads = Vec::new();
            for ad in known.ads.iter().filter(|ad| ad.zone_id == zone.id) {
                let count = pending.get(&ad.id).copied().unwrap_or_default();
                let ad = AdRow { impressions: ad.impressions + count.impressions, clicks: ad.clicks + count.clicks, ..ad.clone() };
                if serves(&ad, audience, &moment) {
                    let token = self.0.tokens.sign(Served { ad: ad.id, zone: zone.id, hour, number });
                    ads.push((ad, token));
                }
                if ads.len() == ADS_MAX {
                    break;
                }
            }
            filled.push(FilledZone { zone: zone.clone(), ads });
        }
        filled
    }

    fn count(&self, what: Happened, token: &Genuine) -> bool {
        let (now, day) = (self.0.clock.now(), self.moment().day);
        let counted = self.counting(|counting| counting.count(what, token, now, day));
        if counted == Counted::Full {
            metrics::counter!("entrepot_placements_uncounted_total").increment(1);
            if let Some(left_out) = self.0.full.due() {
                tracing::warn!(left_out, "more adverts were seen in an hour than are remembered: the others are not counted");
            }
        }
        counted == Counted::Counted
    }

    /// Counts adverts that were seen.
    pub fn seen(&self, tokens: &[String]) -> Tally {
        let mut tally = Tally::default();
        for token in tokens {
            let counted = self.0.tokens.open(token).is_some_and(|token| self.count(Happened::Seen, &token));
            if counted {
                tally.counted += 1;
            } else {
                tally.refused += 1;
            }
        }
        tally
    }

    /// Where an advert leads, as it is stored. With `counts`, that it was followed is counted, once; a genuine token that is too
    /// old to count still leads on.
    pub async fn followed(&self, token: &str, counts: bool) -> Result<String, ServiceError> {
        let unknown = || ServiceError::refused("placement.unknown");
        let genuine = self.0.tokens.open(token).ok_or_else(unknown)?;
        let ad = self.0.store.ad(genuine.served.ad).await?.ok_or_else(unknown)?;
        // The row may be older than the rule.
        if !leads_somewhere_safe(&ad.url) {
            return Err(unknown());
        }
        if counts {
            self.count(Happened::Followed, &genuine);
        }
        Ok(ad.url)
    }

    /// Writes what was counted so far.
    pub async fn flush(&self) {
        let _one_at_a_time = self.0.writing.lock().await;
        let counts = self.counting(Counting::take);
        if counts.is_empty() {
            return;
        }
        if let Err((left, error)) = self.0.store.add_ad_counts(&counts).await {
            tracing::warn!(%error, adverts = left.len(), "counts of adverts could not be written: they are with the next ones");
            self.counting(|counting| counting.put_back(&left));
        }
        // The adverts' own counts have changed.
        self.forget();
    }
}
