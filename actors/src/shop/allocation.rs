//! Sharing a sum out by weights, to the last cent.

/// Shares of `total` by largest remainder: each has floor(total x weight / sum of weights), and what is left goes one
/// by one to the largest fractions, ties to the earlier. Their sum is `total`, and no share is above its weight while
/// `total` is not above the sum of weights. Without any weight, all weigh the same.
#[must_use]
pub fn allocate(total: i64, weights: &[i64]) -> Vec<i64> {
    let total = i128::from(total.max(0));
    let mut weights: Vec<i128> = weights.iter().map(|weight| i128::from((*weight).max(0))).collect();
    if weights.iter().all(|weight| *weight == 0) {
        weights.fill(1);
    }
    let sum: i128 = weights.iter().sum();
    let mut shares: Vec<i128> = weights.iter().map(|weight| total * weight / sum).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|place| (std::cmp::Reverse(total * weights[*place] % sum), *place));
    let left = total - shares.iter().sum::<i128>();
    for place in order.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        shares[place] += 1;
    }
    // A share is not above the total, which was an i64.
    shares.into_iter().map(|share| i64::try_from(share).unwrap_or(i64::MAX)).collect()
}

/// floor(whole x part / parts), 0 without parts.
#[must_use]
pub fn portion(whole: i64, part: u32, parts: u32) -> i64 {
    if parts == 0 {
        return 0;
    }
    let share = i128::from(whole) * i128::from(part.min(parts)) / i128::from(parts);
    i64::try_from(share).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_cents_left_go_to_the_largest_fractions() {
        assert_eq!(allocate(1000, &[3333, 3333, 3334]), [333, 333, 334]);
        assert_eq!(allocate(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(allocate(2, &[0, 0, 0, 0]), [1, 1, 0, 0]);
        assert_eq!(allocate(5, &[0, 10]), [0, 5]);
        assert_eq!(allocate(5, &[]), [0_i64; 0]);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_stay_below_their_weights(weights in prop::collection::vec(0..1_000_000_000_i64, 1..20), part in 0..=1_000_i64) {
            let sum: i64 = weights.iter().sum();
            let total = i64::try_from(i128::from(sum) * i128::from(part) / 1_000).unwrap();
            let shares = allocate(total, &weights);
            prop_assert_eq!(shares.iter().sum::<i64>(), total);
            for (share, weight) in shares.iter().zip(&weights) {
                prop_assert!(*share >= 0 && (share <= weight || total == 0));
            }
        }
    }
}
