//! Durations in logarithmic buckets: those of several minutes, routes and nodes are added up, and a percentile is right within
//! 12 %.

/// Number of buckets.
pub const BUCKETS: usize = 64;
/// Upper end of the first bucket, in microseconds; the last one begins at about 100 seconds.
const FIRST: f64 = 100.0;
/// How much wider each bucket is than the one before.
const RATIO: f64 = 1.25;

/// How many calls took how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buckets([u32; BUCKETS]);

impl Default for Buckets {
    fn default() -> Self {
        Self([0; BUCKETS])
    }
}

/// The bucket of a duration.
fn place(micros: u64) -> usize {
    // Durations are far below 2^52, and a negative or too large place is cut.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let place = ((micros as f64 / FIRST).ln() / RATIO.ln()).floor() as i64 + 1;
    usize::try_from(place).unwrap_or(0).min(BUCKETS - 1)
}

/// The duration that stands for a bucket: the middle of it, in microseconds.
fn middle(place: usize) -> u64 {
    let exponent = i32::try_from(place).unwrap_or(0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let middle = (FIRST * RATIO.powi(exponent) / RATIO.sqrt()) as u64;
    middle
}

impl Buckets {
    /// Counts a call.
    pub fn add(&mut self, micros: u64) {
        if let Some(count) = self.0.get_mut(place(micros)) {
            *count = count.saturating_add(1);
        }
    }

    /// Adds those of other calls.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
    }

    /// The duration that so many percent of the calls did not exceed, in microseconds; 0 without calls.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> u64 {
        let total: u64 = self.0.iter().map(|count| u64::from(*count)).sum();
        let rank = (total * percent).div_ceil(100).max(1);
        let mut passed = 0;
        for (place, count) in self.0.iter().enumerate() {
            passed += u64::from(*count);
            if passed >= rank {
                return middle(place);
            }
        }
        0
    }

    /// As text: place and count of each bucket that is not empty, `12:5 13:9`.
    #[must_use]
    pub fn write(&self) -> String {
        let filled = self.0.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(place, count)| format!("{place}:{count}")).collect::<Vec<_>>().join(" ")
    }

    /// From that text; what is no count is left out.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut read = Self::default();
        for (place, count) in text.split(' ').filter_map(|part| part.split_once(':')) {
            if let (Ok(place), Ok(count)) = (place.parse::<usize>(), count.parse::<u32>())
                && let Some(slot) = read.0.get_mut(place)
            {
                *slot = count;
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_right_within_an_eighth_and_can_be_added_up() {
        let (mut odd, mut even) = (Buckets::default(), Buckets::default());
        for number in 1..=10_000_u64 {
            if number % 2 == 0 { even.add(number * 100) } else { odd.add(number * 100) }
        }
        odd.merge(&Buckets::read(&even.write()));
        for percent in [1, 50, 90, 99, 100] {
            let (found, exact) = (odd.percentile(percent), percent * 10_000);
            assert!(found.abs_diff(exact) * 100 <= exact * 13, "{percent}: {found}, not {exact}");
        }
    }

    #[test]
    fn odd_durations_and_texts_do_no_harm() {
        let mut buckets = Buckets::default();
        for micros in [0, 1, 99, u64::MAX] {
            buckets.add(micros);
        }
        assert_eq!((place(0), place(99), place(100), place(u64::MAX)), (0, 0, 1, BUCKETS - 1));
        assert_eq!(Buckets::read(&buckets.write()), buckets);
        assert_eq!(Buckets::read("x:1 64:9 3: :4 -1:2"), Buckets::default());
        assert_eq!(Buckets::default().percentile(99), 0);
    }
}
