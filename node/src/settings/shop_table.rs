//! The settings of the shop: their names, defaults and ranges. They are the group `shop` of the site's settings.

use entrepot_store::engine::typed;

use crate::settings::address::is_https_or_own;

/// The group's name.
pub const GROUP: &str = "shop";
/// Most warehouses that the shop ships from.
const WAREHOUSES_MAX: usize = 500;

/// Longest address of a sound, in bytes.
const SOUND_MAX: usize = 255;
/// Longest text that the shop writes, in characters.
const TEXT_MAX: usize = 500;

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
    /// Lines of text, or nothing.
    Lines,
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
    whole("score_expire_days", "0", 0, 36_500),
    of("balance_confirm_over", "200.00", Bound::Money),
    of("recharge_free", "0", Bound::Switch),
    of("recharge_max", "5000.00", Bound::Money),
    of("recharge_note", "", Bound::Lines),
    whole("stock_few", "5", 0, 1_000_000),
    whole("life_days", "0", 0, 3_650),
    whole("unpaid_max", "5", 1, 1_000),
    whole("unpaid_pieces_max", "5000", 1, 1_000_000_000),
    of("unpaid_amount_max", "100000.00", Bound::Money),
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
            Bound::Lines => "textarea",
        }
    }

    /// The rules of its form.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        if matches!(self.bound, Bound::Whole(..) | Bound::Money) { "required" } else { "" }
    }
}

/// The setting of that name.
pub(super) fn find(name: &str) -> Option<&'static ShopSetting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// The least and the most of a setting that is a whole number.
#[must_use]
pub fn range(name: &str) -> Option<(i64, i64)> {
    match find(name)?.bound {
        Bound::Whole(least, most) => Some((least, most)),
        _ => None,
    }
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
        Some(Bound::Lines) if value.chars().count() > TEXT_MAX => Err("error.text.long"),
        Some(Bound::Sound) if value.len() > SOUND_MAX || !is_https_or_own(value) => Err("error.url"),
        _ => Ok(()),
    }
}

/// The warehouses that a value of this setting names and the stored one does not. One that is out of use since it was
/// chosen may stay.
#[must_use]
pub fn added_warehouses(name: &str, value: &str, stored: &str) -> Vec<i64> {
    if find(name).is_none_or(|setting| setting.bound != Bound::Ids) {
        return Vec::new();
    }
    let known = ids(stored).unwrap_or_default();
    ids(value).unwrap_or_default().into_iter().filter(|id| !known.contains(id)).collect()
}

/// The ids in a value, with commas between; nothing where it is something else.
pub(super) fn ids(value: &str) -> Option<Vec<i64>> {
    value.split(',').map(str::trim).filter(|part| !part.is_empty()).map(|part| part.parse().ok().filter(|id| *id > 0)).collect()
}
