//! Freight templates, in the measures that freight is counted in.

use actors::shop::freight::{FreeRule, Rule, Template};
use bus_schemas::shop::Cents;
use bus_schemas::shop::shares::FreightMethod;
use entrepot_store::shop::order::basket::TemplateFact;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Deserialize;

use crate::error::ServiceError;

/// A figure in a smaller measure, rounded up.
pub(super) fn scaled(amount: Decimal, by: i64) -> i64 {
    (amount * Decimal::from(by)).ceil().to_i64().unwrap_or(i64::MAX)
}

/// A rule as it is stored: figures are texts.
#[derive(Deserialize)]
struct StoredRule {
    #[serde(default)]
    area_ids: Vec<i64>,
    first: Decimal,
    freight: Decimal,
    #[serde(rename = "continue")]
    next: Decimal,
    continue_freight: Decimal,
}

#[derive(Deserialize)]
struct StoredFree {
    #[serde(default)]
    area_ids: Vec<i64>,
    #[serde(default)]
    num: Option<Decimal>,
    #[serde(default)]
    amount: Option<Decimal>,
}

/// A template, in the measures that freight is counted in.
pub fn template(fact: &TemplateFact) -> Result<Template, ServiceError> {
    let broken = || ServiceError::Internal(format!("freight template {} can't be read", fact.id));
    let method = FreightMethod::of_code(fact.method).ok_or_else(broken)?;
    let by = match method {
        FreightMethod::Piece => 1,
        FreightMethod::Weight => 1_000,
        FreightMethod::Volume => 1_000_000,
    };
    let list = |text: &str| if text.trim().is_empty() { "[]".to_owned() } else { text.to_owned() };
    let rules: Vec<StoredRule> = serde_json::from_str(&list(&fact.rules)).map_err(|_| broken())?;
    let free: Vec<StoredFree> = serde_json::from_str(&list(&fact.free_rules)).map_err(|_| broken())?;
    let money = |amount: Decimal| Cents::of(amount).map_err(|_| broken());
    let rules = rules.into_iter().map(|rule| {
        let (first, next) = (scaled(rule.first, by), scaled(rule.next, by));
        Ok(Rule { area_ids: rule.area_ids, first, freight: money(rule.freight)?, next, continue_freight: money(rule.continue_freight)? })
    });
    let set = |figure: Option<Decimal>| figure.filter(|figure| *figure > Decimal::ZERO);
    let free = free.into_iter().map(|rule| {
        let amount = set(rule.amount).map(money).transpose()?;
        Ok(FreeRule { area_ids: rule.area_ids, num: set(rule.num).map(|num| scaled(num, by)), amount })
    });
    Ok(Template {
        id: fact.id,
        method,
        rules: rules.collect::<Result<_, ServiceError>>()?,
        free_rules: free.collect::<Result<_, ServiceError>>()?,
        no_area_ids: serde_json::from_str(&list(&fact.no_area_ids)).map_err(|_| broken())?,
    })
}
