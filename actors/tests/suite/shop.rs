//! Whole histories of the shop: orders, payments from the balance and through a provider, coupons, score, deliveries and
//! refunds by many people, interleaved, doubled, lost and retried, over stores that fail, nodes that stop and a provider
//! that is late, wrong or silent, in one ledger with two warehouses.
//! After every step the books are right. A history follows from its seed; one that fails is made as short as it can be
//! and put in words.
//!
//! `ENTREPOT_SHOP_RUNS` says how many, `ENTREPOT_TEST_SEED` which is the first.

mod asking;
mod baskets;
mod books;
mod commands;
mod crashes;
mod doubts;
mod open_payments;
mod paid;
mod payment_service;
mod people;
mod provider;
mod site;
mod steps;

use std::time::Duration;

use crate::simulation::simulate;
use crate::store::{Faults, Store};
use site::{Report, Site};
use steps::{Doing, plan};

/// Steps of one history: few enough to be read when it fails.
const STEPS: usize = 80;
const RUNS: u64 = 200;
/// How often a history that fails is tried again with some steps less.
const TRIES_MAX: usize = 300;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Takes the steps of a history.
fn live(seed: u64, steps: &[Doing], faults: Faults) -> Report {
    simulate(async {
        let store = Store::new(seed, Faults { percent: 0, ..faults });
        let site = Site::open(&store, seed, 1 + (seed % 2) as usize).await;
        store.break_down(faults.percent);
        site.provider.break_down(3 * faults.percent);
        let mut report = site.work(seed, steps).await;
        store.stop_failing();
        site.provider.break_down(0);
        // Writes that are still under way arrive.
        tokio::time::sleep(Duration::from_secs(1)).await;
        report.faults.extend(site.faults());
        if report.faults.is_empty() {
            report.faults.extend(site.settle().await);
        }
        report.through = paid::through(&store.world.lock().unwrap());
        report
    })
}

/// Leaves out steps as long as what is left fails as well.
fn shortened(seed: u64, mut steps: Vec<Doing>, faults: Faults) -> (Vec<Doing>, Report) {
    let (mut tries, mut size) = (0, steps.len().div_ceil(2));
    while size > 0 && tries < TRIES_MAX {
        let (mut at, mut shorter) = (0, false);
        while at < steps.len() && tries < TRIES_MAX {
            let kept = |index: &usize| !(at..at + size).contains(index);
            let without: Vec<Doing> = steps.iter().enumerate().filter(|(index, _)| kept(index)).map(|(_, step)| step.clone()).collect();
            tries += 1;
            if live(seed, &without, faults).faults.is_empty() {
                at += size;
            } else {
                (steps, shorter) = (without, true);
            }
        }
        size = if size == 1 && !shorter { 0 } else { (size / 2).max(usize::from(shorter)) };
    }
    let report = live(seed, &steps, faults);
    (steps, report)
}

#[test]
fn whole_histories_of_the_shop_keep_money_goods_and_promises() {
    let faults = Faults { percent: 10, guarded: true };
    let first = number("ENTREPOT_TEST_SEED", 1);
    let (mut done, mut taken, mut paid, mut wrong) = (0, 0, 0, 0);
    let runs = number("ENTREPOT_SHOP_RUNS", RUNS);
    for seed in first..first + runs {
        let steps = plan(seed, STEPS);
        let report = live(seed, &steps, faults);
        if !report.faults.is_empty() {
            let (steps, report) = shortened(seed, steps, faults);
            let found: Vec<&str> = report.faults.iter().take(5).map(String::as_str).collect();
            panic!("seed {seed} fails with {} of its steps:\n  {}\nwhat is wrong:\n  {}", steps.len(), report.log.join("\n  "), found.join("\n  "));
        }
        (done, taken) = (done + report.done, taken + steps.len());
        (paid, wrong) = (paid + report.through.0, wrong + report.through.1);
    }
    println!(
        "{taken} steps taken in {runs} histories of the shop, {done} of them done; {paid} orders paid through the provider, {wrong} payments went wrong"
    );
    // Steps come to people's minds at random: many are refused, but not nearly all.
    assert!(done * 4 > taken, "only {done} of {taken} steps were done");
    assert!(paid as u64 * 2 > runs && wrong as u64 * 8 > runs, "only {paid} orders were paid through the provider, and {wrong} payments went wrong");
}
