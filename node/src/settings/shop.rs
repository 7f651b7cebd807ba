//! The values of the shop's settings, as they are used. What there is to set is in [`crate::settings::shop_table`].

use std::collections::HashMap;
use std::sync::Arc;

use entrepot_store::cache::{CacheStats, CachedValue};
use entrepot_store::shop::offers::OfferTerms;
use rust_decimal::Decimal;

use crate::error::ServiceError;
use crate::settings::shop_table::{check, find, ids};
use crate::settings::{self, SiteSettings};

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
    /// How long a score lasts; 0: for ever.
    pub score_expire_days: i64,
    pub balance_confirm_over: Decimal,
    pub recharge_free: bool,
    pub recharge_max: Decimal,
    /// How members pay a recharge, in the shop's words; empty: nothing is said.
    pub recharge_note: String,
    pub stock_few: i64,
    /// Days that goods must still keep when they are sold.
    pub life_days: u32,
    /// What a member's unpaid orders may hold together: orders, pieces, and what their goods cost.
    pub unpaid_max: i64,
    pub unpaid_pieces_max: i64,
    pub unpaid_amount_max: Decimal,
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
            score_expire_days: number("score_expire_days"),
            balance_confirm_over: money("balance_confirm_over"),
            recharge_free: on("recharge_free"),
            recharge_max: money("recharge_max"),
            recharge_note: text("recharge_note").to_owned(),
            stock_few: number("stock_few"),
            life_days: u32::try_from(number("life_days")).unwrap_or(0),
            unpaid_max: number("unpaid_max"),
            unpaid_pieces_max: number("unpaid_pieces_max"),
            unpaid_amount_max: money("unpaid_amount_max"),
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

    /// What the shop sells on the site's day.
    #[must_use]
    pub fn offer_terms<'a>(&'a self, today: &'a str) -> OfferTerms<'a> {
        OfferTerms { warehouses: &self.warehouses_ids, life_days: self.life_days, today }
    }
}

/// The shop's settings, kept for some seconds. Cheap to clone.
#[derive(Clone)]
pub struct CachedShopSettings {
    site: SiteSettings,
    cached: Arc<CachedValue<ShopSettings>>,
}

impl CachedShopSettings {
    /// Nothing is read yet.
    #[must_use]
    pub fn new(site: SiteSettings) -> Self {
        Self { site, cached: Arc::new(CachedValue::new("shop_settings")) }
    }

    /// The present ones; read again at once when they are changed on this node.
    pub async fn current(&self) -> Arc<ShopSettings> {
        let read = async { settings::values(&self.site).await.map(|values| ShopSettings::of(&values)) };
        self.cached.get::<ServiceError>(read).await
    }

    /// The settings of the whole site.
    #[must_use]
    pub const fn site(&self) -> &SiteSettings {
        &self.site
    }

    /// Reads them again at the next call.
    pub fn forget(&self) {
        self.cached.forget();
    }

    /// How the cache does.
    #[must_use]
    pub fn cache_stats(&self) -> CacheStats {
        self.cached.stats()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shop_table::added_warehouses;
    use super::*;

    #[test]
    fn every_default_is_within_its_range_and_has_words_in_both_languages() {
        use super::super::shop_table::SETTINGS;
        use crate::i18n::{Language, find_text};
        for setting in SETTINGS {
            assert_eq!(check(setting.name, setting.value), Ok(()), "{}", setting.name);
            for language in [Language::Chinese, Language::English] {
                assert!(find_text(language, &format!("setting.{}", setting.name)).is_some(), "{}", setting.name);
            }
        }
        let new = ShopSettings::default();
        assert!(new.enabled && new.warehouses_ids.is_empty() && new.play_audio && !new.recharge_free);
        assert_eq!((new.pay_minutes, new.balance_confirm_over, new.free_amount), (30, Decimal::new(20_000, 2), Decimal::ZERO));
    }

    #[test]
    fn what_is_out_of_its_range_is_refused_when_written_and_the_default_when_read() {
        let long = "账".repeat(501);
        for (name, value, key) in [
            ("pay_minutes", "0", "error.number.range"),
            ("pay_minutes", "x", "error.integer"),
            ("free_amount", "-1", "error.number.negative"),
            ("free_amount", "1.005", "error.number.precision"),
            ("warehouses_ids", "1,x", "error.reference"),
            ("freight_mode", "3", "error.number.range"),
            ("life_days", "3651", "error.number.range"),
            ("audio_order", "javascript:x", "error.url"),
            ("recharge_note", long.as_str(), "error.text.long"),
            ("audio_order", "//elsewhere.cn/a.wav", "error.url"),
        ] {
            assert_eq!(check(name, value), Err(key), "{name}");
        }
        assert_eq!(check("audio_order", "/storage/bell.wav"), Ok(()));
        assert_eq!(check("recharge_note", &"账".repeat(500)), Ok(()));
        let values = [("pay_minutes", "-5"), ("stock_few", "9"), ("warehouses_ids", "3,1")];
        let read = ShopSettings::of(&values.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        assert_eq!((read.pay_minutes, read.stock_few, read.warehouses_ids), (30, 9, vec![3, 1]));
        assert_eq!(added_warehouses("warehouses_ids", "3,9,1", "1,3"), [9]);
        assert_eq!(added_warehouses("stock_few", "9", ""), [0_i64; 0]);
    }
}
