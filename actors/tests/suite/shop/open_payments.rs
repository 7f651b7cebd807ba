//! Payments through a provider whose end was not known for long, or about which two people decide at once.

use bus_schemas::ids::OrderId;
use bus_schemas::shop::command::{ShopAction, ShopReply};
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::status;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::crashes::once;
use super::payment_service::Resolution;
use super::provider::Paying;
use super::site::Site;
use crate::simulation::simulate;
use crate::store::payments::Payment;
use crate::store::{Faults, Store};

const MEMBER: ShopBy = ShopBy::Member(7);
const ID: OrderId = OrderId(1);
/// Minutes that the order waits to be paid: longer than a provider is asked about an attempt.
const PAY_MINUTES: i64 = 4 * 24 * 60;
const NUMBER: &str = "202601150000000101";

fn stored(site: &Site) -> ShopOrder {
    site.store.world.lock().unwrap().shop.orders[&ID].clone()
}

fn payment(site: &Site) -> Payment {
    site.store.world.lock().unwrap().shop.attempts[NUMBER].clone()
}

/// An order with an attempt that the provider knows.
async fn begun(seed: u64) -> (Site, StdRng) {
    let store = Store::new(seed, Faults { percent: 0, guarded: true });
    let site = Site::open(&store, 1, 1).await;
    let mut draft = site.draft(ID, 7, &[(0, 2)], None, 0).unwrap();
    draft.terms.pay_minutes = PAY_MINUTES;
    let placed = once(&site, ID, MEMBER, "place", ShopAction::Place { draft: Box::new(draft) }).await;
    assert!(matches!(placed, ShopReply::Done(_)), "{placed:?}");
    let mut random = StdRng::seed_from_u64(seed);
    let begun = site.begin_pay(&mut random, &stored(&site), "begin").await;
    assert!(begun.is_ok(), "{begun:?}");
    (site, random)
}

/// The provider is silent until nobody asks any more.
async fn silence(site: &Site, random: &mut StdRng) {
    site.provider.set_silent(true);
    for _ in 0..12 {
        site.leap(12 * 3_600);
        let _ = site.pay_sweep(random).await;
        if payment(site).status == status::EXCEPTION {
            break;
        }
    }
    assert_eq!((payment(site).status, payment(site).notice.as_str()), (status::EXCEPTION, "silent"));
    assert_eq!(stored(site).status, ShopStatus::ToPay);
    site.provider.set_silent(false);
}

#[test]
fn an_order_whose_provider_was_silent_for_days_still_runs_out_of_time() {
    simulate(async {
        let (site, mut random) = begun(1).await;
        silence(&site, &mut random).await;
        site.leap(PAY_MINUTES * 60);
        site.first().shop().sweep().await.unwrap();
        assert_eq!((stored(&site).status, payment(&site).status), (ShopStatus::Closed, status::CLOSED));
        assert_eq!(site.settle().await, Vec::<String>::new());
    });
}

#[test]
fn an_order_whose_provider_was_silent_for_days_is_paid_when_it_says_so() {
    simulate(async {
        let (site, mut random) = begun(2).await;
        site.provider.pay(NUMBER, Paying::Right).unwrap();
        silence(&site, &mut random).await;
        site.leap(PAY_MINUTES * 60);
        site.first().shop().sweep().await.unwrap();
        assert_eq!((stored(&site).status, payment(&site).status), (ShopStatus::ToShip, status::PAID));
        assert_eq!(site.faults(), Vec::<String>::new());
    });
}

#[test]
fn money_is_accepted_or_sent_back_and_never_both() {
    let (mut accepted, mut back) = (0, 0);
    for seed in 0..60 {
        let paid = simulate(async {
            let (site, mut random) = begun(seed).await;
            site.provider.pay(NUMBER, Paying::More).unwrap();
            while let Some(notice) = site.provider.notice() {
                site.take(&mut random, notice).await.unwrap();
            }
            assert_eq!((payment(&site).status, payment(&site).notice.as_str()), (status::EXCEPTION, "amount"));
            let (mut one, mut other) = (StdRng::seed_from_u64(seed + 100), StdRng::seed_from_u64(seed + 200));
            let later = async {
                tokio::time::sleep(std::time::Duration::from_millis(seed)).await;
                site.handle(&mut other, NUMBER, Resolution::Refund, "back").await
            };
            let both = tokio::join!(site.handle(&mut one, NUMBER, Resolution::Accept, "accept"), later);
            assert_eq!(site.faults(), Vec::<String>::new(), "seed {seed}: {both:?}");
            stored(&site).pay_time.is_some()
        });
        if paid { accepted += 1 } else { back += 1 }
    }
    assert!(accepted > 0 && back > 0, "{accepted} were accepted, {back} went back");
}
