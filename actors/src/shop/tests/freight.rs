//! The table of worked examples of freight, cases a to g, and what is refused.

use bus_schemas::shop::Cents;
use bus_schemas::shop::shares::{FreeBy, FreightMethod};
use rust_decimal::Decimal;

use crate::shop::freight::{ABROAD, FreeRule, FreightLine, FreightMode, FreightRefusal, Rule, Template, check_abroad, measure_of, rule_for, steps};

const BEIJING: [i64; 2] = [11, 1101];
const SHENZHEN: [i64; 3] = [44, 4403, 440_305];
const URUMQI: [i64; 3] = [65, 6501, 650_102];
const LHASA: [i64; 3] = [54, 5401, 540_102];

fn rule(area_ids: &[i64], first: i64, freight: i64, next: i64, continue_freight: i64) -> Rule {
    Rule { area_ids: area_ids.to_vec(), first, freight: Cents(freight), next, continue_freight: Cents(continue_freight) }
}

fn template(id: i64, method: FreightMethod, rules: Vec<Rule>) -> Template {
    Template { id, method, rules, free_rules: Vec::new(), no_area_ids: Vec::new() }
}

/// Piece 1 / 8.00 / 1 / 2.00
fn a() -> Template {
    template(1, FreightMethod::Piece, vec![rule(&[], 1, 800, 1, 200)])
}

/// Weight 1 kg / 10.00 / 0.5 kg / 3.00
fn b() -> Template {
    template(2, FreightMethod::Weight, vec![rule(&[], 1_000, 1_000, 500, 300)])
}

/// Volume 0.01 / 12.00 / 0.01 / 5.00
fn c() -> Template {
    template(3, FreightMethod::Volume, vec![rule(&[], 10_000, 1_200, 10_000, 500)])
}

fn load(line: u32, template: i64, pieces: u32, grams: i64, cm3: i64) -> FreightLine {
    FreightLine { line, template, pieces, grams, cm3, amount: Cents(1_000) }
}

fn total(templates: &[Template], loads: &[FreightLine], areas: &[i64], mode: FreightMode) -> Result<i64, FreightRefusal> {
    Ok(steps(templates, loads, areas, mode, Cents::ZERO, Cents::ZERO)?.iter().map(|step| step.freight.0).sum())
}

fn sum_of(templates: &[Template], loads: &[FreightLine], areas: &[i64]) -> Result<i64, FreightRefusal> {
    total(templates, loads, areas, FreightMode::Sum)
}

#[test]
fn case_a_pieces() {
    assert_eq!(sum_of(&[a()], &[load(1, 1, 3, 0, 0)], &BEIJING), Ok(1_200));
}

#[test]
fn case_b_weight_of_two_lines() {
    assert_eq!(sum_of(&[b()], &[load(1, 2, 2, 800, 0), load(2, 2, 1, 350, 0)], &BEIJING), Ok(1_600));
}

#[test]
fn case_c_a_gram_more_is_a_step_more() {
    assert_eq!(sum_of(&[b()], &[load(1, 2, 1, 2_000, 0)], &BEIJING), Ok(1_600));
    assert_eq!(sum_of(&[b()], &[load(1, 2, 1, 2_001, 0)], &BEIJING), Ok(1_900));
}

#[test]
fn case_d_volume() {
    assert_eq!(sum_of(&[c()], &[load(1, 3, 3, 0, 4_500)], &BEIJING), Ok(1_700));
}

#[test]
fn case_e_two_templates_in_both_modes() {
    let loads = [load(1, 1, 3, 0, 0), load(2, 2, 2, 800, 0), load(3, 2, 1, 350, 0)];
    assert_eq!(total(&[a(), b()], &loads, &BEIJING, FreightMode::Sum), Ok(2_800));
    assert_eq!(total(&[a(), b()], &loads, &BEIJING, FreightMode::OneFirst), Ok(2_200));
    let steps = steps(&[a(), b()], &loads, &BEIJING, FreightMode::OneFirst, Cents::ZERO, Cents::ZERO).unwrap();
    let shown: Vec<_> =
        steps.iter().map(|step| (step.template, step.lines.clone(), step.measure, step.with_first, step.steps, step.freight.0)).collect();
    assert_eq!(shown, [(1, vec![1], 3, false, 3, 600), (2, vec![2, 3], 1_950, true, 2, 1_600)]);
}

#[test]
fn case_f_areas_of_their_own_and_not_delivered() {
    let mut far = a();
    far.rules.insert(0, rule(&[65], 1, 2_500, 1, 1_500));
    far.no_area_ids = vec![54];
    assert_eq!(sum_of(&[far.clone()], &[load(1, 1, 2, 0, 0)], &URUMQI), Ok(4_000));
    let loads = [load(4, 1, 1, 0, 0), load(2, 1, 1, 0, 0), load(3, 2, 1, 0, 0)];
    assert_eq!(sum_of(&[far, b()], &loads, &LHASA), Err(FreightRefusal::NotDelivered { lines: vec![2, 4] }));
}

#[test]
fn other_countries_are_delivered_to_where_a_rule_names_them() {
    let refused = |lines: Vec<u32>| Err(FreightRefusal::NotDelivered { lines });
    assert_eq!(sum_of(&[a()], &[load(1, 1, 2, 0, 0)], &[ABROAD]), refused(vec![1]), "everywhere else is within the country");
    let mut far = a();
    far.rules.push(rule(&[ABROAD], 1, 9_000, 1, 3_000));
    far.free_rules = vec![FreeRule { area_ids: vec![], num: Some(1), amount: None }];
    let load = load(1, 1, 2, 0, 0);
    assert_eq!(sum_of(&[far.clone()], &[load], &[ABROAD]), Ok(12_000));
    // Neither the template's nor the shop's own limit crosses the border.
    let steps = steps(&[far], &[load], &[ABROAD], FreightMode::Sum, Cents(1), Cents(2)).unwrap();
    assert_eq!((steps[0].free_by, steps[0].freight), (None, Cents(12_000)));
    // What the shop sends for nothing stays in the country.
    let lines = || [(1, Some(1)), (2, None), (3, Some(0))].into_iter();
    assert_eq!(check_abroad(&[ABROAD], lines()), Err(FreightRefusal::NotDelivered { lines: vec![2, 3] }));
    assert_eq!(check_abroad(&BEIJING, lines()), Ok(()));
}

#[test]
fn case_g_free_from_an_amount_after_the_coupon() {
    let mut free = a();
    free.free_rules = vec![FreeRule { area_ids: vec![44], num: None, amount: Some(Cents(9_900)) }];
    let with = |coupon: i64, areas: &[i64]| {
        let load = FreightLine { amount: Cents(11_000 - coupon), ..load(1, 1, 2, 0, 0) };
        steps(&[free.clone()], &[load], areas, FreightMode::Sum, Cents::ZERO, load.amount).unwrap().remove(0)
    };
    let (ten, twelve) = (with(1_000, &SHENZHEN), with(1_200, &SHENZHEN));
    assert_eq!((ten.freight, ten.free_by, ten.missing_to_free), (Cents(0), Some(FreeBy::Template), None));
    assert_eq!((twelve.freight, twelve.free_by, twelve.missing_to_free), (Cents(1_000), None, Some(Cents(100))));
    assert_eq!(with(1_000, &BEIJING).freight, Cents(1_000));
}

#[test]
fn the_most_specific_area_wins() {
    let rules = vec![rule(&[], 1, 1, 1, 1), rule(&[44], 1, 2, 1, 1), rule(&[7, 4403], 1, 3, 1, 1), rule(&[440_305], 1, 4, 1, 1)];
    let named = template(1, FreightMethod::Piece, rules);
    let first = |areas: &[i64]| rule_for(&named, areas).unwrap().freight.0;
    assert_eq!((first(&SHENZHEN), first(&[44, 4403, 9]), first(&[44, 8]), first(&BEIJING)), (4, 3, 2, 1));
    let only = template(1, FreightMethod::Piece, vec![rule(&[44], 1, 2, 1, 1)]);
    assert_eq!(rule_for(&only, &BEIJING), None);
}

#[test]
fn what_is_set_of_a_free_rule_must_hold() {
    let free = |num: Option<i64>, amount: Option<i64>| {
        let mut template = a();
        template.free_rules = vec![FreeRule { area_ids: Vec::new(), num, amount: amount.map(Cents) }];
        sum_of(&[template], &[load(1, 1, 3, 0, 0)], &BEIJING).unwrap() == 0
    };
    assert!(free(Some(3), None) && free(None, Some(1_000)) && free(Some(3), Some(1_000)));
    assert!(!free(Some(4), None) && !free(Some(4), Some(1)) && !free(Some(1), Some(1_001)) && !free(None, None));
}

#[test]
fn the_shops_amount_frees_every_template_but_delivers_nowhere_else() {
    let loads = [load(1, 1, 3, 0, 0), load(2, 2, 1, 500, 0)];
    let all = |areas: &[i64], free: i64| steps(&[a(), b()], &loads, areas, FreightMode::Sum, Cents(free), Cents(2_000));
    assert!(all(&BEIJING, 2_000).unwrap().iter().all(|step| step.free_by == Some(FreeBy::Shop) && step.freight.is_zero()));
    assert!(all(&BEIJING, 0).unwrap().iter().all(|step| step.free_by.is_none() && step.freight > Cents::ZERO));
    let mut not_there = b();
    not_there.no_area_ids = vec![11];
    assert!(steps(&[a(), not_there], &loads, &BEIJING, FreightMode::Sum, Cents(1), Cents(2_000)).is_err());
}

#[test]
fn of_equal_first_fees_the_dearest_result_is_charged() {
    let cheap = template(4, FreightMethod::Piece, vec![rule(&[], 5, 800, 1, 100)]);
    let loads = [load(1, 1, 3, 0, 0), load(2, 4, 3, 0, 0)];
    // First is template 1: 8 + 2 x 2, and 3 x 1. First is template 4: 8, and 3 x 2.
    assert_eq!(total(&[a(), cheap], &loads, &BEIJING, FreightMode::OneFirst), Ok(1_500));
}

#[test]
fn templates_that_are_gone_or_step_by_nothing_are_refused() {
    let mut broken = a();
    broken.rules[0].next = 0;
    assert_eq!(sum_of(&[broken], &[load(7, 1, 2, 0, 0)], &BEIJING), Err(FreightRefusal::Template { lines: vec![7] }));
    assert_eq!(sum_of(&[], &[load(7, 1, 2, 0, 0)], &BEIJING), Err(FreightRefusal::Template { lines: vec![7] }));
    assert_eq!(sum_of(&[b()], &[load(7, 2, u32::MAX, i64::MAX, 0)], &BEIJING), Err(FreightRefusal::TooLarge));
}

#[test]
fn figures_of_the_form_become_whole_measures() {
    assert_eq!(measure_of(FreightMethod::Piece, Decimal::new(30, 1)), Some(3));
    assert_eq!(measure_of(FreightMethod::Piece, Decimal::new(35, 1)), None);
    assert_eq!(measure_of(FreightMethod::Weight, Decimal::new(5, 1)), Some(500));
    assert_eq!(measure_of(FreightMethod::Weight, Decimal::new(5, 4)), None);
    assert_eq!(measure_of(FreightMethod::Volume, Decimal::new(45, 4)), Some(4_500));
    assert_eq!(measure_of(FreightMethod::Volume, Decimal::MAX), None);
}
