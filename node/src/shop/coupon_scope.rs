//! What coupons are for and what they leave out, by name: as visitors see it, without classifies and goods that are hidden
//! from them.

use std::sync::Arc;

use bus_schemas::shop::coupon::{CouponScope, CouponTerms};
use entrepot_store::Store;
use entrepot_store::storefront::page::ShopFront;
use entrepot_store::storefront::shelf::Shelf;

use crate::error::ServiceError;
use crate::i18n::localized;
use crate::settings::shop::CachedShopSettings;

/// Names that are told of a coupon; of more there is only the number.
const NAMES_MAX: usize = 3;

/// The first names, and how many more there are.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ScopeNames {
    pub names: Vec<String>,
    pub more: usize,
}

/// What visitors see of classifies and goods; nothing while the shop is closed.
#[derive(Default)]
pub struct Shown {
    front: Option<Arc<ShopFront>>,
    shelf: Option<Arc<Shelf>>,
}

impl ScopeNames {
    /// The first of these names.
    fn first_of(mut names: Vec<String>) -> Self {
        let more = names.len().saturating_sub(NAMES_MAX);
        names.truncate(NAMES_MAX);
        Self { names, more }
    }
}

impl Shown {
    /// What the names of coupons with these terms are read from.
    pub async fn of(store: &Store, settings: &CachedShopSettings, terms: &[&CouponTerms]) -> Result<Self, ServiceError> {
        if !settings.current().await.enabled {
            return Ok(Self::default());
        }
        let of_classifies = terms.iter().any(|terms| terms.scope == CouponScope::Classify);
        let of_goods = terms.iter().any(|terms| terms.scope == CouponScope::Goods || !terms.exclude_goods_ids.is_empty());
        let front = if of_classifies { Some(store.shop_front().await?) } else { None };
        let shelf = if of_goods { Some(store.shelf().await?.shelf) } else { None };
        Ok(Self { front, shelf })
    }

    fn goods(&self, id: i64) -> Option<String> {
        self.shelf.as_ref()?.get(id).map(|card| localized(&card.name, &card.name_en))
    }

    /// Names of what a coupon is for; none where it is for everything.
    #[must_use]
    pub fn names(&self, terms: &CouponTerms) -> ScopeNames {
        let name = |id: i64| match terms.scope {
            CouponScope::All => None,
            CouponScope::Classify => self.front.as_ref()?.classify(id).map(|row| localized(&row.name, &row.name_en)),
            CouponScope::Goods if terms.exclude_goods_ids.contains(&id) => None,
            CouponScope::Goods => self.goods(id),
        };
        ScopeNames::first_of(terms.scope_ids.iter().filter_map(|id| name(*id)).collect())
    }

    /// Names of the goods that a coupon leaves out. One that is for certain goods does not name the others.
    #[must_use]
    pub fn left_out(&self, terms: &CouponTerms) -> ScopeNames {
        if terms.scope == CouponScope::Goods {
            return ScopeNames::default();
        }
        ScopeNames::first_of(terms.exclude_goods_ids.iter().filter_map(|id| self.goods(*id)).collect())
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::shop::Cents;
    use bus_schemas::shop::coupon::CouponKind;
    use entrepot_store::storefront::page::ClassifyRow;
    use entrepot_store::storefront::shelf::Card;

    use super::*;

    fn terms(scope: CouponScope, scope_ids: &[i64]) -> CouponTerms {
        CouponTerms {
            kind: CouponKind::Amount,
            amount: Cents(500),
            percent: 0,
            max_amount: Cents::ZERO,
            min_amount: Cents::ZERO,
            scope,
            scope_ids: scope_ids.to_vec(),
            exclude_goods_ids: vec![3],
        }
    }

    #[test]
    fn what_is_shown_is_named_and_the_rest_is_counted() {
        let classify = |id: i64| ClassifyRow { id, name: format!("classify {id}"), ..ClassifyRow::default() };
        let card = |id: i64| Arc::new(Card { id, name: format!("goods {id}"), ..Card::default() });
        let shown = Shown {
            front: Some(Arc::new(ShopFront { classifies: vec![classify(1), classify(2)], ..ShopFront::default() })),
            shelf: Some(Arc::new(Shelf::new((1..=6).map(card).collect()))),
        };
        let of = |scope, ids: &[i64]| {
            let ScopeNames { names, more } = shown.names(&terms(scope, ids));
            (names.join(", "), more)
        };
        assert_eq!(of(CouponScope::All, &[1]), (String::new(), 0));
        assert_eq!(of(CouponScope::Classify, &[2, 9, 1]), ("classify 2, classify 1".to_owned(), 0), "9 is hidden");
        assert_eq!(of(CouponScope::Goods, &[6, 3, 9, 1, 2, 4, 5]), ("goods 6, goods 1, goods 2".to_owned(), 2), "without what it is not for");
        assert_eq!(Shown::default().names(&terms(CouponScope::Goods, &[1])), ScopeNames::default(), "the shop is closed");
        let left_out = |scope, ids: &[i64]| {
            let ScopeNames { names, more } = shown.left_out(&CouponTerms { exclude_goods_ids: ids.to_vec(), ..terms(scope, &[1]) });
            (names.join(", "), more)
        };
        assert_eq!(left_out(CouponScope::All, &[3, 9]), ("goods 3".to_owned(), 0), "9 is hidden");
        assert_eq!(left_out(CouponScope::Classify, &[6, 5, 4, 3, 2]), ("goods 6, goods 5, goods 4".to_owned(), 2));
        assert_eq!(left_out(CouponScope::Goods, &[3]), (String::new(), 0), "what it is for says it all");
        assert_eq!(Shown::default().left_out(&terms(CouponScope::All, &[])), ScopeNames::default());
    }
}
