//! Freight of a basket by templates: which rule an address takes, first and further fees, and what is free.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bus_schemas::shop::Cents;
use bus_schemas::shop::shares::{FreeBy, FreightMethod, FreightStep};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Most of a measure in one group: 10^12 grams or cubic centimetres.
const MEASURE_MAX: i64 = 1_000_000_000_000;

/// Stands for all other countries among the ids of areas: an address there has this one alone.
pub const ABROAD: i64 = 990_000;

/// Whether an address is in another country.
#[must_use]
pub fn is_abroad(areas: &[i64]) -> bool {
    areas.first() == Some(&ABROAD)
}

/// Refuses lines that are sent to another country without a template: the shop pays that freight, but not across the border.
pub fn check_abroad(areas: &[i64], lines: impl Iterator<Item = (u32, Option<i64>)>) -> Result<(), FreightRefusal> {
    if !is_abroad(areas) {
        return Ok(());
    }
    let without = lines.filter(|(_, template)| template.is_none_or(|template| template == 0)).map(|(line, _)| line);
    let lines: Vec<u32> = without.collect();
    if lines.is_empty() { Ok(()) } else { Err(FreightRefusal::NotDelivered { lines }) }
}

/// What a template charges in some areas. Measures are pieces, grams or cubic centimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// None: everywhere else.
    pub area_ids: Vec<i64>,
    pub first: i64,
    pub freight: Cents,
    pub next: i64,
    pub continue_freight: Cents,
}

/// From when a template charges nothing in some areas. What is set must hold; one of both is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeRule {
    /// None: everywhere else.
    pub area_ids: Vec<i64>,
    pub num: Option<i64>,
    pub amount: Option<Cents>,
}

/// A freight template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub id: i64,
    pub method: FreightMethod,
    pub rules: Vec<Rule>,
    pub free_rules: Vec<FreeRule>,
    pub no_area_ids: Vec<i64>,
}

/// How the fees of several templates come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreightMode {
    /// Each pays its own.
    #[default]
    Sum,
    /// One pays its first fee, the others further fees only.
    OneFirst,
}

impl FreightMode {
    /// The mode of the setting `freight_mode`: 1, or 2.
    #[must_use]
    pub const fn of_code(code: i64) -> Self {
        if code == 2 { Self::OneFirst } else { Self::Sum }
    }
}

/// A line that is sent under a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreightLine {
    pub line: u32,
    pub template: i64,
    pub pieces: u32,
    /// Of one piece.
    pub grams: i64,
    /// Of one piece.
    pub cm3: i64,
    /// The goods after the coupon.
    pub amount: Cents,
}

impl FreightLine {
    /// What the line weighs for its freight.
    #[must_use]
    pub fn measure(&self, method: FreightMethod) -> i128 {
        let each = match method {
            FreightMethod::Piece => 1,
            FreightMethod::Weight => self.grams,
            FreightMethod::Volume => self.cm3,
        };
        i128::from(each.max(0)) * i128::from(self.pieces)
    }
}

/// Why there is no freight, and no order. Lines in their order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FreightRefusal {
    #[error("lines {lines:?} are not delivered to this address")]
    NotDelivered { lines: Vec<u32> },
    /// The template is missing, or charges by steps of nothing.
    #[error("the freight template of lines {lines:?} is not usable")]
    Template { lines: Vec<u32> },
    #[error("the freight is too large")]
    TooLarge,
}

/// A figure of a template's form in the measure of its method: whole pieces, kilograms with 3 decimals, cubic metres
/// with 6. None if it is not one.
#[must_use]
pub fn measure_of(method: FreightMethod, value: Decimal) -> Option<i64> {
    let factor = match method {
        FreightMethod::Piece => 1,
        FreightMethod::Weight => 1_000,
        FreightMethod::Volume => 1_000_000,
    };
    let units = value.checked_mul(Decimal::from(factor))?.normalize();
    if units.scale() > 0 { None } else { units.to_i64().filter(|units| (0..=MEASURE_MAX).contains(units)) }
}

/// The entry that names the district, else the city, else the province; else the one without areas, which is for the whole
/// country and no other. `areas` begins with the province.
fn matching<'a, T>(entries: &'a [T], areas: &[i64], area_ids: impl Fn(&T) -> &[i64]) -> Option<&'a T> {
    let named = areas.iter().rev().find_map(|area| entries.iter().find(|entry| area_ids(entry).contains(area)));
    named.or_else(|| entries.iter().find(|entry| area_ids(entry).is_empty() && !is_abroad(areas)))
}

/// The rule of a template for an address. None: it is not delivered to.
#[must_use]
pub fn rule_for<'a>(template: &'a Template, areas: &[i64]) -> Option<&'a Rule> {
    if areas.iter().any(|area| template.no_area_ids.contains(area)) {
        return None;
    }
    matching(&template.rules, areas, |rule| &rule.area_ids)
}

/// ceil(measure / next) x fee
fn further(measure: i64, next: i64, fee: Cents) -> (i64, i128) {
    let steps = (i128::from(measure.max(0)) + i128::from(next) - 1) / i128::from(next);
    (i64::try_from(steps).unwrap_or(i64::MAX), steps * i128::from(fee.0))
}

/// What a step costs with the first fee, or without: how many further fees, and the amount.
fn cost(step: &FreightStep, with_first: bool) -> (i64, i128) {
    if !with_first {
        return further(step.measure, step.next, step.continue_freight);
    }
    let (steps, fee) = further(step.measure - step.first, step.next, step.continue_freight);
    (steps, fee + i128::from(step.first_freight.0))
}

/// Whether a free rule holds; and, where only goods are missing, how much.
fn freed(rule: &FreeRule, measure: i64, goods: Cents) -> (bool, Option<Cents>) {
    let enough = rule.num.is_none_or(|num| measure >= num);
    let dear = rule.amount.is_none_or(|amount| goods >= amount);
    let set = rule.num.is_some() || rule.amount.is_some();
    let missing = rule.amount.filter(|amount| enough && goods < *amount).map(|amount| amount - goods);
    (set && enough && dear, missing)
}

/// The freight of lines by template, in the order of the templates' ids.
///
/// `goods` is the whole basket after the coupon, for `free_amount`, from which the shop pays all freight (0: never).
pub fn steps(
    templates: &[Template],
    loads: &[FreightLine],
    areas: &[i64],
    mode: FreightMode,
    free_amount: Cents,
    goods: Cents,
) -> Result<Vec<FreightStep>, FreightRefusal> {
    let mut groups: BTreeMap<i64, Vec<&FreightLine>> = BTreeMap::new();
    for load in loads {
        groups.entry(load.template).or_default().push(load);
    }
    let (mut refused, mut broken, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for (id, mut loads) in groups {
        loads.sort_by_key(|load| load.line);
        let lines: Vec<u32> = loads.iter().map(|load| load.line).collect();
        let Some(template) = templates.iter().find(|template| template.id == id) else {
            broken.extend(lines);
            continue;
        };
        let Some(rule) = rule_for(template, areas) else {
            refused.extend(lines);
            continue;
        };
        if rule.first <= 0 || rule.next <= 0 || rule.freight < Cents::ZERO || rule.continue_freight < Cents::ZERO {
            broken.extend(lines);
            continue;
        }
        let measure: i128 = loads.iter().map(|load| load.measure(template.method)).sum();
        let measure = i64::try_from(measure).ok().filter(|measure| *measure <= MEASURE_MAX).ok_or(FreightRefusal::TooLarge)?;
        let amount: Cents = loads.iter().map(|load| load.amount).sum();
        let free_rule = matching(&template.free_rules, areas, |rule| &rule.area_ids);
        let (free, missing) = free_rule.map_or((false, None), |rule| freed(rule, measure, amount));
        let free_by = if free {
            Some(FreeBy::Template)
        } else if free_amount > Cents::ZERO && goods >= free_amount && !is_abroad(areas) {
            Some(FreeBy::Shop)
        } else {
            None
        };
        steps.push(FreightStep {
            template: id,
            lines,
            method: template.method,
            measure,
            first: rule.first,
            first_freight: rule.freight,
            next: rule.next,
            continue_freight: rule.continue_freight,
            with_first: false,
            steps: 0,
            free_by,
            missing_to_free: missing.filter(|_| free_by.is_none()),
            freight: Cents::ZERO,
        });
    }
    for (lines, refusal) in
        [(&mut refused, (|lines| FreightRefusal::NotDelivered { lines }) as fn(_) -> _), (&mut broken, |lines| FreightRefusal::Template { lines })]
    {
        if !lines.is_empty() {
            lines.sort_unstable();
            return Err(refusal(std::mem::take(lines)));
        }
    }
    charge(&mut steps, mode)?;
    Ok(steps)
}

/// Fills in what the groups pay that are not free.
fn charge(steps: &mut [FreightStep], mode: FreightMode) -> Result<(), FreightRefusal> {
    let only_first = match mode {
        FreightMode::Sum => None,
        FreightMode::OneFirst => first_of(steps),
    };
    for (place, step) in steps.iter_mut().enumerate().filter(|(_, step)| step.free_by.is_none()) {
        step.with_first = only_first.is_none_or(|first| first == place);
        let (further, freight) = cost(step, step.with_first);
        step.steps = further;
        step.freight = Cents::checked(freight).ok_or(FreightRefusal::TooLarge)?;
    }
    let total: i128 = steps.iter().map(|step| i128::from(step.freight.0)).sum();
    Cents::checked(total).map(|_| ()).ok_or(FreightRefusal::TooLarge)
}

/// Which group pays its first fee: the one with the highest; of equal ones, the one that makes the freight dearest,
/// then the one of the lower id.
fn first_of(steps: &[FreightStep]) -> Option<usize> {
    let paying = || steps.iter().enumerate().filter(|(_, step)| step.free_by.is_none());
    let highest = paying().map(|(_, step)| step.first_freight).max()?;
    // All others pay the same whoever is first, so the dearest is the one whose own fees rise most.
    let rise = |step: &FreightStep| cost(step, true).1 - cost(step, false).1;
    paying().filter(|(_, step)| step.first_freight == highest).min_by_key(|(place, step)| (Reverse(rise(step)), *place)).map(|(place, _)| place)
}
