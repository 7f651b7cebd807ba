//! A page of a list of places, decided and sorted on what is in memory.

use std::cmp::Ordering;
use std::collections::HashSet;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use surrealdb::types::Value;

use crate::engine::value::{array_id, int, text};
use crate::inventory::holds::{HeldGoods, HeldHere};
use crate::inventory::place_columns::InventoryView;
use crate::inventory::read_model::stock::{PlaceRow, WarehouseStock};
use crate::listing::ListQuery;
use crate::listing::row_test::Test;

/// What places are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Their ids.
    Key,
    Product,
    Warehouse,
    Area,
    Shelf,
    Batch,
    OnHand,
    Reserved,
    Expiry,
}

/// The value of a column; nothing comes before everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sorted<'a> {
    Same,
    Int(i64),
    Text(&'a str),
    Decimal(Decimal),
    Day(Option<NaiveDate>),
}

/// The order of a list; of two with the same value the later id comes first, as in `listing::columns::order_by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    by: By,
    descends: bool,
}

impl Order {
    /// `None`: the database has to sort.
    pub(super) fn of(query: &ListQuery) -> Option<Self> {
        let Some((field, descends)) = &query.order else { return Some(Self { by: By::Key, descends: false }) };
        let by = match field.as_str() {
            "id" => By::Key,
            "product_id" => By::Product,
            "warehouses_id" => By::Warehouse,
            "warehouses_areas_id" => By::Area,
            "warehouses_shelves_id" => By::Shelf,
            "batch_number" => By::Batch,
            "total_quantity" => By::OnHand,
            "reserved_quantity" => By::Reserved,
            "expiry_date" => By::Expiry,
            _ => return None,
        };
        Some(Self { by, descends: *descends })
    }

    fn value<'a>(self, row: &PlaceRow<'a>) -> Sorted<'a> {
        match self.by {
            By::Key => Sorted::Same,
            By::Product => Sorted::Int(row.product),
            By::Warehouse => Sorted::Int(row.warehouse),
            By::Area => Sorted::Int(row.place.area),
            By::Shelf => Sorted::Int(row.place.shelf),
            By::Batch => Sorted::Text(&row.place.batch),
            By::OnHand => Sorted::Decimal(row.place.on_hand),
            By::Reserved => Sorted::Decimal(row.place.reserved),
            By::Expiry => Sorted::Day(row.place.expiry),
        }
    }

    fn compare(self, one: &PlaceRow<'_>, other: &PlaceRow<'_>) -> Ordering {
        let by_value = self.value(one).cmp(&self.value(other));
        let by_value = if self.descends { by_value.reverse() } else { by_value };
        let ascends = self.by == By::Key && !self.descends;
        by_value.then_with(|| if ascends { one.key().cmp(&other.key()) } else { other.key().cmp(&one.key()) })
    }
}

/// Which places are in a list.
pub(super) struct Listed<'a> {
    stocks: Vec<(&'a WarehouseStock, HeldHere<'a>)>,
    tests: &'a [Test],
    view: InventoryView,
    /// Only these products, if some are named.
    products: Option<&'a HashSet<i64>>,
}

impl<'a> Listed<'a> {
    pub(super) fn new(
        stocks: &[&'a WarehouseStock],
        goods: &'a HeldGoods,
        tests: &'a [Test],
        view: InventoryView,
        products: Option<&'a HashSet<i64>>,
    ) -> Self {
        let concerned = stocks.iter().filter(|stock| tests.iter().all(|test| test.allows(stock.warehouse)));
        Self { stocks: concerned.map(|stock| (*stock, goods.here(stock.warehouse))).collect(), tests, view, products }
    }

    /// All of them, by warehouse and product.
    fn rows(&self) -> impl Iterator<Item = PlaceRow<'a>> {
        self.stocks.iter().flat_map(move |(stock, held)| {
            let stock: &'a WarehouseStock = stock;
            let of_products = stock.products.iter().filter(move |(product, _)| self.has_product(**product));
            of_products.flat_map(move |(product, of_product)| {
                let rows = of_product.places.iter().map(|place| PlaceRow { warehouse: stock.warehouse, product: *product, place });
                rows.filter(move |row| self.has(row, held))
            })
        })
    }

    fn has_product(&self, product: i64) -> bool {
        self.products.is_none_or(|products| products.contains(&product)) && self.tests.iter().all(|test| test.allows_product(product))
    }

    fn has(&self, row: &PlaceRow<'_>, held: &HeldHere<'_>) -> bool {
        let InventoryView { zero, held: only_held, negative, expires_by, below_safety: _ } = self.view;
        let place = row.place;
        (zero || !place.on_hand.is_zero() || !place.reserved.is_zero())
            && (!negative || place.on_hand < Decimal::ZERO)
            && expires_by.is_none_or(|day| place.on_hand > Decimal::ZERO && place.expiry.is_some_and(|expiry| expiry <= day))
            && (!only_held || place.is_held(row.product, held))
            && self.tests.iter().all(|test| test.meets(row))
    }

    /// The ids of a page, and how many places there are.
    pub(super) fn page(&self, order: Order, start: i64, size: i64) -> (Vec<Value>, i64) {
        let total = self.rows().count();
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(total);
        let end = start.saturating_add(usize::try_from(size).unwrap_or(0)).min(total);
        // Few are kept at either end of a list.
        let rows = if start <= total - end {
            self.first(end, |one, other| order.compare(one, other)).split_off(start)
        } else {
            let mut rows = self.first(total - start, |one, other| order.compare(other, one)).split_off(total - end);
            rows.reverse();
            rows
        };
        let id = |row: PlaceRow<'_>| {
            let (warehouse, area, shelf, product, batch) = row.key();
            array_id("place", vec![int(warehouse), int(area), int(shelf), int(product), text(batch)])
        };
        (rows.into_iter().map(id).collect(), i64::try_from(total).unwrap_or(i64::MAX))
    }

    /// The first so many, in an order.
    fn first(&self, many: usize, compare: impl Fn(&PlaceRow<'a>, &PlaceRow<'a>) -> Ordering) -> Vec<PlaceRow<'a>> {
        let Some(last) = many.checked_sub(1) else { return Vec::new() };
        let mut rows: Vec<PlaceRow<'a>> = Vec::new();
        let mut worst: Option<PlaceRow<'a>> = None;
        for row in self.rows() {
            if worst.is_some_and(|worst| compare(&row, &worst).is_gt()) {
                continue;
            }
            rows.push(row);
            if rows.len() >= (2 * many).max(1_024) {
                worst = Some(*rows.select_nth_unstable_by(last, &compare).1);
                rows.truncate(many);
            }
        }
        rows.sort_unstable_by(&compare);
        rows.truncate(many);
        rows
    }
}

#[cfg(test)]
mod tests {
    use surrealdb::types::ToSql;

    use super::*;
    use crate::inventory::read_model::stock::tests::place;

    fn stock() -> WarehouseStock {
        let mut stock = WarehouseStock::new(1, 1);
        for number in 0..3_000 {
            stock.put(number % 7, place(number, "A", number % 11, 0, None));
        }
        stock
    }

    fn listed(view: InventoryView, order: Option<(&str, bool)>, (start, size): (i64, i64)) -> (Vec<String>, i64) {
        let (stock, goods) = (stock(), HeldGoods::default());
        let query = ListQuery { order: order.map(|(field, descends)| (field.to_owned(), descends)), ..ListQuery::default() };
        let order = Order::of(&query).expect("an order of places");
        let (ids, total) = Listed::new(&[&stock], &goods, &[], view, None).page(order, start, size);
        (ids.iter().map(ToSql::to_sql).collect(), total)
    }

    fn id(area: i64) -> String {
        format!("place:[1, {area}, 0, {}, 'A']", area % 7)
    }

    #[test]
    fn pages_follow_each_other_from_both_ends() {
        let all = InventoryView { zero: true, ..InventoryView::default() };
        for start in [0, 1, 1_490, 1_500, 2_990, 2_999] {
            let expected: Vec<String> = (start..(start + 20).min(3_000)).map(id).collect();
            assert_eq!(listed(all, None, (start, 20)), (expected, 3_000));
            let expected: Vec<String> = (0..3_000).rev().skip(usize::try_from(start).unwrap()).take(20).map(id).collect();
            assert_eq!(listed(all, Some(("id", true)), (start, 20)), (expected, 3_000));
        }
        assert_eq!(listed(all, None, (3_000, 20)), (vec![], 3_000));
    }

    #[test]
    fn of_the_same_value_the_later_id_comes_first() {
        let (ids, total) = listed(InventoryView::default(), Some(("total_quantity", true)), (0, 2));
        // 10 lies where the number is 10 more than a multiple of 11.
        assert_eq!((ids, total), (vec![id(2_991), id(2_980)], 2_727));
        let (ids, _) = listed(InventoryView::default(), Some(("total_quantity", false)), (0, 1));
        assert_eq!(ids, [id(2_993)]);
    }

    #[test]
    fn views_leave_out_what_they_do_not_show() {
        let (goods, mut stock) = (HeldGoods::default(), WarehouseStock::new(1, 1));
        stock.put(1, place(1, "", -2, 0, None));
        stock.put(1, place(2, "", 0, 0, None));
        stock.put(2, place(3, "", 5, 0, Some("2026-01-31")));
        let total = |view| Listed::new(&[&stock], &goods, &[], view, None).page(Order { by: By::Key, descends: false }, 0, 10).1;
        let view = InventoryView::default();
        assert_eq!(total(view), 2);
        assert_eq!(total(InventoryView { zero: true, ..view }), 3);
        assert_eq!(total(InventoryView { negative: true, ..view }), 1);
        assert_eq!(total(InventoryView { expires_by: NaiveDate::from_ymd_opt(2026, 1, 31), ..view }), 1);
        assert_eq!(total(InventoryView { expires_by: NaiveDate::from_ymd_opt(2026, 1, 30), ..view }), 0);
        assert_eq!(total(InventoryView { held: true, ..view }), 0);
        let products = HashSet::from([2]);
        assert_eq!(Listed::new(&[&stock], &goods, &[], view, Some(&products)).page(Order { by: By::Key, descends: true }, 0, 10).1, 1);
    }
}
