//! Counts in memory: each token once, and added up until they are written.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use entrepot_store::ads::AdCount;

use super::tokens::Genuine;

/// Tokens that are remembered of an hour at most, of each kind; what comes beyond it is not counted. A set of so many takes
/// 19 MB, and fills at about 500 views in each second of the hour.
pub const REMEMBERED_MAX: usize = 1_835_008;
/// Seconds of an hour.
pub const HOUR: i64 = 3_600;

/// What happened to an advert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    Seen,
    Followed,
}

/// What became of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Counted,
    /// It was counted before.
    Again,
    /// It was served before the last hour.
    TooOld,
    /// More were counted in its hour than are remembered.
    Full,
}

/// Tokens of one hour that were counted.
#[derive(Default)]
struct Hour {
    hour: u32,
    seen: HashSet<u64>,
    followed: HashSet<u64>,
}

/// How often, since it was last written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub impressions: i64,
    pub clicks: i64,
}

/// See the module.
#[derive(Default)]
pub struct Counting {
    /// This hour and the last.
    hours: Vec<Hour>,
    pending: HashMap<(i64, i64, NaiveDate), Count>,
    most: Option<usize>,
}

/// The hour of a time in Unix seconds.
#[must_use]
pub fn hour_of(now: i64) -> u32 {
    u32::try_from(now.div_euclid(HOUR)).unwrap_or(0)
}

impl Counting {
    /// With room for so many tokens of an hour.
    #[must_use]
    pub fn with_room(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    /// Counts what happened, on a day of the site's clock.
    pub fn count(&mut self, what: Happened, token: &Genuine, now: i64, day: NaiveDate) -> Counted {
        let (hour, served) = (hour_of(now), token.served);
        if served.hour > hour || served.hour + 1 < hour {
            return Counted::TooOld;
        }
        self.hours.retain(|known| known.hour <= hour && known.hour + 1 >= hour);
        let at = match self.hours.iter().position(|known| known.hour == served.hour) {
            Some(at) => at,
            None => {
                self.hours.push(Hour { hour: served.hour, ..Hour::default() });
                self.hours.len() - 1
            }
        };
        let Some(known) = self.hours.get_mut(at) else { return Counted::TooOld };
        let set = match what {
            Happened::Seen => &mut known.seen,
            Happened::Followed => &mut known.followed,
        };
        if set.contains(&token.key) {
            return Counted::Again;
        }
        if set.len() >= self.most.unwrap_or(REMEMBERED_MAX) {
            return Counted::Full;
        }
        set.insert(token.key);
        let count = self.pending.entry((served.ad, served.zone, day)).or_default();
        match what {
            Happened::Seen => count.impressions += 1,
            Happened::Followed => count.clicks += 1,
        }
        Counted::Counted
    }

    /// What was counted of an advert and is not written yet.
    #[must_use]
    pub fn pending(&self) -> HashMap<i64, Count> {
        let mut found: HashMap<i64, Count> = HashMap::new();
        for ((ad, ..), count) in &self.pending {
            let total = found.entry(*ad).or_default();
            total.impressions += count.impressions;
            total.clicks += count.clicks;
        }
        found
    }

    /// Takes what is to be written.
    pub fn take(&mut self) -> Vec<AdCount> {
        let written = |((ad, zone, day), count): ((i64, i64, NaiveDate), Count)| AdCount {
            ad,
            zone,
            day,
            impressions: count.impressions,
            clicks: count.clicks,
        };
        let mut counts: Vec<AdCount> = self.pending.drain().map(written).collect();
        counts.sort_by_key(|count| (count.ad, count.day, count.zone));
        counts
    }

    /// Puts back what could not be written.
    pub fn put_back(&mut self, counts: &[AdCount]) {
        for count in counts {
            let pending = self.pending.entry((count.ad, count.zone, count.day)).or_default();
            pending.impressions += count.impressions;
            pending.clicks += count.clicks;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Served;
    use super::*;

    const NOW: i64 = 500 * HOUR + 10;

    fn token(ad: i64, hour: u32, key: u64) -> Genuine {
        Genuine { served: Served { ad, zone: 1, hour, number: key }, key }
    }

    #[test]
    fn a_token_counts_once_of_each_kind_for_two_hours() {
        let (mut counting, day) = (Counting::default(), NaiveDate::default());
        let mut count = |what, ad, hour, key, now| counting.count(what, &token(ad, hour, key), now, day);
        assert_eq!(count(Happened::Seen, 7, 500, 1, NOW), Counted::Counted);
        assert_eq!(count(Happened::Seen, 7, 500, 1, NOW), Counted::Again);
        assert_eq!(count(Happened::Followed, 7, 500, 1, NOW), Counted::Counted);
        assert_eq!(count(Happened::Seen, 7, 500, 2, NOW), Counted::Counted);
        assert_eq!(count(Happened::Seen, 8, 499, 3, NOW), Counted::Counted);
        assert_eq!(count(Happened::Seen, 8, 498, 4, NOW), Counted::TooOld);
        assert_eq!(count(Happened::Seen, 8, 501, 5, NOW), Counted::TooOld, "what is to come was not served");
        assert_eq!(count(Happened::Seen, 7, 500, 1, NOW + HOUR), Counted::Again, "remembered for an hour more");
        assert_eq!(count(Happened::Seen, 7, 500, 1, NOW + 2 * HOUR), Counted::TooOld);
        assert_eq!(counting.pending()[&7], Count { impressions: 2, clicks: 1 });
        let taken = counting.take();
        assert_eq!(taken.iter().map(|count| (count.ad, count.impressions, count.clicks)).collect::<Vec<_>>(), [(7, 2, 1), (8, 1, 0)]);
        assert!(counting.take().is_empty());
        counting.put_back(&taken);
        assert_eq!(counting.take(), taken);
    }

    #[test]
    fn the_memory_of_an_hour_is_bounded() {
        let (mut counting, day) = (Counting::with_room(3), NaiveDate::default());
        let of = |counting: &mut Counting, key| counting.count(Happened::Seen, &token(1, 500, key), NOW, day);
        let counted = (0..9).map(|key| of(&mut counting, key)).filter(|counted| *counted == Counted::Counted).count();
        assert_eq!((counted, of(&mut counting, 9), of(&mut counting, 0)), (3, Counted::Full, Counted::Again));
        assert_eq!(counting.count(Happened::Seen, &token(1, 501, 1), NOW + HOUR, day), Counted::Counted, "the next hour has its own");
    }
}
