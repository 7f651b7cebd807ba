//! The goods on shelf, in memory: no index of the database serves any mix of search, classify, price and order over
//! 100,000 goods within some milliseconds.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rust_decimal::Decimal;

use crate::resource::texts::Signature;

/// What goods are sorted by, then their id, the highest first.
type Rank = (Reverse<Decimal>, Reverse<i64>);

/// One of the goods, as lists show it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub id: i64,
    pub name: String,
    pub name_en: String,
    pub sub_name: String,
    pub sub_name_en: String,
    pub image: String,
    /// Of the cheapest SKU.
    pub price: Decimal,
    pub origin_price: Decimal,
    /// Pieces.
    pub sales: i64,
    pub classify_ids: Vec<i64>,
    /// Unix seconds; 0: no limit.
    pub sale_start: i64,
    pub sale_end: i64,
    pub create_time: i64,
    pub update_time: i64,
    pub weigh: i64,
    /// What a search looks into, in the folded form.
    pub text: String,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// As the back office has put them.
    #[default]
    Chosen,
    Sales,
    Cheapest,
    Dearest,
    Newest,
}

impl Sort {
    /// The order of this name; the usual one for any other.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "sales" => Self::Sales,
            "price_asc" => Self::Cheapest,
            "price_desc" => Self::Dearest,
            "newest" => Self::Newest,
            _ => Self::Chosen,
        }
    }
}

/// The goods that a coupon is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GoodFor {
    /// Goods in any of these classifies; empty: in any.
    pub classifies: Vec<i64>,
    /// Any of these goods; empty: any.
    pub goods: Vec<i64>,
    /// None of these goods.
    pub without: Vec<i64>,
}

/// Which goods a list shows, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// All of them are in the text, in the folded form.
    pub words: Vec<String>,
    /// Any of these; empty: all.
    pub classifies: Vec<i64>,
    pub good_for: GoodFor,
    pub price_min: Option<Decimal>,
    pub price_max: Option<Decimal>,
    pub in_stock: bool,
    pub sort: Sort,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Shelf {
    /// As the back office has put them.
    cards: Vec<Arc<Card>>,
    signatures: Vec<Signature>,
    places: HashMap<i64, u32>,
    by_sales: Vec<u32>,
    by_price: Vec<u32>,
    by_age: Vec<u32>,
}

fn positions(cards: &[Arc<Card>]) -> Vec<u32> {
    (0..u32::try_from(cards.len()).unwrap_or(u32::MAX)).collect()
}

impl Shelf {
    /// A shelf of these goods.
    #[must_use]
    pub fn new(mut cards: Vec<Arc<Card>>) -> Self {
        cards.sort_by_key(|card| Reverse((card.weigh, card.id)));
        let signature = |card: &Arc<Card>| {
            let mut signature = Signature::default();
            signature.add(&card.text);
            signature
        };
        let signatures = cards.iter().map(signature).collect();
        let places = cards.iter().zip(0..).map(|(card, at)| (card.id, at)).collect();
        let sorted = |by: &dyn Fn(&Card) -> Rank| {
            let mut order = positions(&cards);
            order.sort_by_cached_key(|at| by(&cards[*at as usize]));
            order
        };
        let by_sales = sorted(&|card| (Reverse(card.sales.into()), Reverse(card.id)));
        let by_price = sorted(&|card| (Reverse(-card.price), Reverse(card.id)));
        let by_age = sorted(&|card| (Reverse(card.create_time.into()), Reverse(card.id)));
        Self { signatures, places, by_sales, by_price, by_age, cards }
    }

    /// The same with other goods in the place of those with these ids.
    #[must_use]
    pub fn with(&self, gone: &HashSet<i64>, new: Vec<Arc<Card>>) -> Self {
        let kept = self.cards.iter().filter(|card| !gone.contains(&card.id)).cloned();
        Self::new(kept.chain(new).collect())
    }

    /// How many goods there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// One of the goods.
    #[must_use]
    pub fn get(&self, id: i64) -> Option<&Arc<Card>> {
        self.places.get(&id).and_then(|at| self.cards.get(*at as usize))
    }

    /// Those at these positions.
    pub fn at<'a>(&'a self, found: &'a [u32]) -> impl Iterator<Item = &'a Arc<Card>> {
        found.iter().filter_map(|at| self.cards.get(*at as usize))
    }

    /// How many goods are in each classify itself.
    #[must_use]
    pub fn by_classify(&self) -> HashMap<i64, usize> {
        let mut counts = HashMap::new();
        for classify in self.cards.iter().flat_map(|card| &card.classify_ids) {
            *counts.entry(*classify).or_default() += 1;
        }
        counts
    }

    /// Positions of what is wanted, in the order that is; `has_stock` says it of goods.
    #[must_use]
    pub fn find(&self, wanted: &Wanted, has_stock: impl Fn(i64) -> bool) -> Vec<u32> {
        let mut words = Signature::default();
        wanted.words.iter().for_each(|word| words.add(word));
        let set = |ids: &[i64]| ids.iter().copied().collect::<HashSet<i64>>();
        let (classifies, coupon) = (set(&wanted.classifies), &wanted.good_for);
        let (good_classifies, goods, without) = (set(&coupon.classifies), set(&coupon.goods), set(&coupon.without));
        let within = |card: &Card, any: &HashSet<i64>| any.is_empty() || card.classify_ids.iter().any(|id| any.contains(id));
        let fits = |at: u32| {
            let (card, signature) = (&self.cards[at as usize], &self.signatures[at as usize]);
            signature.has(&words)
                && within(card, &classifies)
                && within(card, &good_classifies)
                && (goods.is_empty() || goods.contains(&card.id))
                && !without.contains(&card.id)
                && wanted.price_min.is_none_or(|least| card.price >= least)
                && wanted.price_max.is_none_or(|most| card.price <= most)
                && wanted.words.iter().all(|word| card.text.contains(word.as_str()))
                && (!wanted.in_stock || has_stock(card.id))
        };
        let all = positions(&self.cards);
        match wanted.sort {
            Sort::Chosen => all.into_iter().filter(|at| fits(*at)).collect(),
            Sort::Sales => self.by_sales.iter().copied().filter(|at| fits(*at)).collect(),
            Sort::Cheapest => self.by_price.iter().copied().filter(|at| fits(*at)).collect(),
            Sort::Dearest => self.by_price.iter().rev().copied().filter(|at| fits(*at)).collect(),
            Sort::Newest => self.by_age.iter().copied().filter(|at| fits(*at)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(id: i64, name: &str, price: i64, sales: i64, classify: i64) -> Arc<Card> {
        let text = name.to_lowercase();
        Arc::new(Card {
            id,
            name: name.into(),
            price: price.into(),
            sales,
            classify_ids: vec![classify],
            create_time: 100 - id,
            text,
            ..Card::default()
        })
    }

    fn shelf() -> Shelf {
        Shelf::new(vec![card(1, "Blue Pen", 12, 5, 1), card(2, "Red pen", 3, 9, 2), card(3, "蓝色钢笔", 30, 0, 1)])
    }

    fn ids(shelf: &Shelf, wanted: &Wanted) -> Vec<i64> {
        let found = shelf.find(wanted, |id| id != 2);
        shelf.at(&found).map(|card| card.id).collect()
    }

    #[test]
    fn goods_are_searched_filtered_and_sorted() {
        let shelf = shelf();
        let sorted = |sort| ids(&shelf, &Wanted { sort, ..Wanted::default() });
        assert_eq!(sorted(Sort::Chosen), [3, 2, 1]);
        assert_eq!(sorted(Sort::Sales), [2, 1, 3]);
        assert_eq!(sorted(Sort::Cheapest), [2, 1, 3]);
        assert_eq!(sorted(Sort::Dearest), [3, 1, 2]);
        assert_eq!(sorted(Sort::Newest), [1, 2, 3]);
        let words = |text: &str| Wanted { words: text.split(' ').map(str::to_owned).collect(), ..Wanted::default() };
        assert_eq!(ids(&shelf, &words("pen")), [2, 1]);
        assert_eq!(ids(&shelf, &words("pen blue")), [1]);
        assert_eq!(ids(&shelf, &words("钢笔")), [3]);
        assert_eq!(ids(&shelf, &Wanted { classifies: vec![1], ..Wanted::default() }), [3, 1]);
        assert_eq!(ids(&shelf, &Wanted { price_min: Some(3.into()), price_max: Some(12.into()), ..Wanted::default() }), [2, 1]);
        assert_eq!(ids(&shelf, &Wanted { in_stock: true, ..Wanted::default() }), [3, 1]);
        let good_for = |good_for: GoodFor| ids(&shelf, &Wanted { good_for, ..Wanted::default() });
        assert_eq!(good_for(GoodFor { classifies: vec![1], without: vec![3], ..GoodFor::default() }), [1]);
        assert_eq!(good_for(GoodFor { goods: vec![2, 9], ..GoodFor::default() }), [2]);
        let both = Wanted { classifies: vec![2], good_for: GoodFor { classifies: vec![1], ..GoodFor::default() }, ..Wanted::default() };
        assert!(ids(&shelf, &both).is_empty());
    }

    #[test]
    fn what_was_changed_takes_the_place_of_what_was_there() {
        let shelf = shelf().with(&HashSet::from([1, 3]), vec![card(1, "Green pen", 1, 20, 2)]);
        assert_eq!(ids(&shelf, &Wanted { sort: Sort::Sales, ..Wanted::default() }), [1, 2]);
        assert_eq!((shelf.len(), shelf.get(3), shelf.get(1).map(|card| card.name.as_str())), (2, None, Some("Green pen")));
        assert_eq!(shelf.by_classify(), HashMap::from([(2, 2)]));
    }
}
