//! The shop's settings: the group `shop` of the site's settings, with a range each, and their values as they are used.

use std::collections::HashMap;
use std::sync::Arc;

use entrepot_store::engine::typed;
use rust_decimal::Decimal;

use crate::error::ServiceError;
use crate::node::Node;
use crate::settings;

/// The group's name.
pub const GROUP: &str = "shop";
/// Most warehouses that the shop ships from.
const WAREHOUSES_MAX: usize = 500;

/// What a setting may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Whole(i64, i64),
    Money,
    Switch,
    /// Ids with commas between.
    Ids,
    /// An address of a file, or nothing.
    Sound,
}

/// A setting of the shop.
#[derive(Clone, Copy, Debug)]
pub struct ShopSetting {
    pub name: &'static str,
    pub value: &'static str,
    bound: Bound,
}

const fn whole(name: &'static str, value: &'static str, min: i64, max: i64) -> ShopSetting {
    ShopSetting { name, value, bound: Bound::Whole(min, max) }
}

const fn of(name: &'static str, value: &'static str, bound: Bound) -> ShopSetting {
    ShopSetting { name, value, bound }
}

/// All of them, in the order of the form.
pub const SETTINGS: &[ShopSetting] = &[
    of("enabled", "1", Bound::Switch),
    of("warehouses_ids", "", Bound::Ids),
    whole("pay_minutes", "30", 1, 43_200),
    whole("receive_days", "15", 1, 365),
    whole("extend_days", "3", 0, 365),
    whole("evaluate_days", "15", 1, 365),
    whole("refund_days", "7", 0, 365),
    whole("return_days", "7", 1, 365),
    whole("cancel_hours", "24", 1, 8_760),
    of("free_amount", "0.00", Bound::Money),
    whole("freight_mode", "1", 1, 2),
    whole("score_per_yuan", "100", 1, 1_000_000),
    whole("score_max_percent", "50", 0, 100),
    whole("score_earn_per_yuan", "1", 0, 1_000_000),
    of("balance_confirm_over", "200.00", Bound::Money),
    of("recharge_free", "0", Bound::Switch),
    of("recharge_max", "5000.00", Bound::Money),
    whole("stock_few", "5", 0, 1_000_000),
    whole("unpaid_max", "5", 1, 1_000),
    whole("order_lines_max", "50", 1, 500),
    whole("line_num_max", "999", 1, 999_999),
    of("inspect_before_refund", "0", Bound::Switch),
    of("evaluation_review", "0", Bound::Switch),
    whole("low_star", "2", 0, 5),
    of("play_audio", "1", Bound::Switch),
    of("audio_order", "", Bound::Sound),
    of("audio_cancel", "", Bound::Sound),
    of("audio_refund", "", Bound::Sound),
];

impl ShopSetting {
    /// The type of its field in forms.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.bound {
            _ if self.name == "freight_mode" => "radio",
            Bound::Whole(..) | Bound::Money => "number",
            Bound::Switch => "switch",
            Bound::Ids => "remoteSelects",
            Bound::Sound => "file",
        }
    }

    /// The rules of its form.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        if matches!(self.bound, Bound::Whole(..) | Bound::Money) { "required" } else { "" }
    }
}

/// The setting of that name.
fn find(name: &str) -> Option<&'static ShopSetting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// Checks a value by the range of its setting; the key of the message if it is wrong. Other groups' settings pass.
pub fn check(name: &str, value: &str) -> Result<(), &'static str> {
    match find(name).map(|setting| setting.bound) {
        Some(Bound::Whole(min, max)) => {
            let number = value.parse::<i64>().map_err(|_| "error.integer")?;
            if (min..=max).contains(&number) { Ok(()) } else { Err("error.number.range") }
        }
        Some(Bound::Money) => match typed::decimal_of(value) {
            Some(amount) if amount.is_sign_negative() && !amount.is_zero() => Err("error.number.negative"),
            Some(amount) if amount.normalize().scale() > 2 => Err("error.number.precision"),
            Some(amount) if amount > bus_schemas::number::LINE_MAX => Err("error.number.large"),
            Some(_) => Ok(()),
            None => Err("error.number"),
        },
        Some(Bound::Ids) if ids(value).is_none_or(|ids| ids.len() > WAREHOUSES_MAX) => Err("error.reference"),
        _ => Ok(()),
    }
}

fn ids(value: &str) -> Option<Vec<i64>> {
    value.split(',').map(str::trim).filter(|part| !part.is_empty()).map(|part| part.parse().ok().filter(|id| *id > 0)).collect()
}

/// The shop's settings as they are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopSettings {
    pub enabled: bool,
    /// Warehouses that ship, in priority; empty: all that are in use.
    pub warehouses_ids: Vec<i64>,
    pub pay_minutes: i64,
    pub receive_days: i64,
    pub extend_days: i64,
    pub evaluate_days: i64,
    pub refund_days: i64,
    pub return_days: i64,
    pub cancel_hours: i64,
    pub free_amount: Decimal,
    pub freight_mode: i64,
    pub score_per_yuan: i64,
    pub score_max_percent: i64,
    pub score_earn_per_yuan: i64,
    pub balance_confirm_over: Decimal,
    pub recharge_free: bool,
    pub recharge_max: Decimal,
    pub stock_few: i64,
    pub unpaid_max: i64,
    pub order_lines_max: i64,
    pub line_num_max: i64,
    pub inspect_before_refund: bool,
    pub evaluation_review: bool,
    pub low_star: i64,
    pub play_audio: bool,
    /// Addresses of sounds; empty: the program's own.
    pub audio_order: String,
    pub audio_cancel: String,
    pub audio_refund: String,
}

impl Default for ShopSettings {
    fn default() -> Self {
        Self::of(&HashMap::new())
    }
}

impl ShopSettings {
    /// From the settings' values by name; what is missing or out of its range is the default.
    #[must_use]
    pub fn of(values: &HashMap<String, String>) -> Self {
        let text = |name: &str| {
            let stored = values.get(name).map(String::as_str).filter(|value| check(name, value).is_ok());
            stored.or_else(|| find(name).map(|setting| setting.value)).unwrap_or_default()
        };
        let number = |name: &str| text(name).parse().unwrap_or(0);
        let money = |name: &str| text(name).parse().unwrap_or_default();
        let on = |name: &str| text(name) == "1";
        Self {
            enabled: on("enabled"),
            warehouses_ids: ids(text("warehouses_ids")).unwrap_or_default(),
            pay_minutes: number("pay_minutes"),
            receive_days: number("receive_days"),
            extend_days: number("extend_days"),
            evaluate_days: number("evaluate_days"),
            refund_days: number("refund_days"),
            return_days: number("return_days"),
            cancel_hours: number("cancel_hours"),
            free_amount: money("free_amount"),
            freight_mode: number("freight_mode"),
            score_per_yuan: number("score_per_yuan"),
            score_max_percent: number("score_max_percent"),
            score_earn_per_yuan: number("score_earn_per_yuan"),
            balance_confirm_over: money("balance_confirm_over"),
            recharge_free: on("recharge_free"),
            recharge_max: money("recharge_max"),
            stock_few: number("stock_few"),
            unpaid_max: number("unpaid_max"),
            order_lines_max: number("order_lines_max"),
            line_num_max: number("line_num_max"),
            inspect_before_refund: on("inspect_before_refund"),
            evaluation_review: on("evaluation_review"),
            low_star: number("low_star"),
            play_audio: on("play_audio"),
            audio_order: text("audio_order").to_owned(),
            audio_cancel: text("audio_cancel").to_owned(),
            audio_refund: text("audio_refund").to_owned(),
        }
    }

    /// The present ones; kept for some seconds, and read again at once when they are changed on this node.
    pub async fn current(node: &Node) -> Arc<Self> {
        let read = async { settings::values(node).await.map(|values| Self::of(&values)) };
        node.shop_settings().get::<ServiceError>(read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_within_its_range_and_has_words_in_both_languages() {
        use crate::i18n::{Language, known};
        for setting in SETTINGS {
            assert_eq!(check(setting.name, setting.value), Ok(()), "{}", setting.name);
            for language in [Language::Chinese, Language::English] {
                assert!(known(language, &format!("setting.{}", setting.name)).is_some(), "{}", setting.name);
            }
        }
        let new = ShopSettings::default();
        assert!(new.enabled && new.warehouses_ids.is_empty() && new.play_audio && !new.recharge_free);
        assert_eq!((new.pay_minutes, new.balance_confirm_over, new.free_amount), (30, Decimal::new(20_000, 2), Decimal::ZERO));
    }

    #[test]
    fn what_is_out_of_its_range_is_refused_when_written_and_the_default_when_read() {
        for (name, value, key) in [
            ("pay_minutes", "0", "error.number.range"),
            ("pay_minutes", "x", "error.integer"),
            ("free_amount", "-1", "error.number.negative"),
            ("free_amount", "1.005", "error.number.precision"),
            ("warehouses_ids", "1,x", "error.reference"),
            ("freight_mode", "3", "error.number.range"),
        ] {
            assert_eq!(check(name, value), Err(key), "{name}");
        }
        let values = [("pay_minutes", "-5"), ("stock_few", "9"), ("warehouses_ids", "3,1")];
        let read = ShopSettings::of(&values.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        assert_eq!((read.pay_minutes, read.stock_few, read.warehouses_ids), (30, 9, vec![3, 1]));
    }
}
