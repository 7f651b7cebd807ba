//! The stars of goods.

/// How many stars goods have got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    pub count: i64,
    /// Sum of all stars.
    stars: i64,
}

impl Rating {
    /// Of how many there are of each number of stars; none without evaluations.
    #[must_use]
    pub fn of(stars: [i64; 5]) -> Option<Self> {
        let sum = (1..).zip(stars).map(|(star, count)| star * count).sum();
        let count = stars.iter().sum();
        (count > 0).then_some(Self { count, stars: sum })
    }

    /// With one decimal, half up.
    #[must_use]
    pub fn average(self) -> String {
        let tenths = (self.stars * 20 + self.count) / (2 * self.count.max(1));
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_averaged_to_one_decimal() {
        assert_eq!(Rating::of([0; 5]), None);
        let average = |stars| Rating::of(stars).map(Rating::average);
        assert_eq!(average([0, 0, 0, 0, 3]).as_deref(), Some("5.0"));
        assert_eq!(average([1, 0, 0, 0, 2]).as_deref(), Some("3.7"));
        assert_eq!(average([0, 0, 0, 3, 1]).as_deref(), Some("4.3"), "4.25 is rounded half up");
        assert_eq!(Rating::of([1, 0, 0, 0, 2]).map(|rating| rating.count), Some(3));
    }
}
