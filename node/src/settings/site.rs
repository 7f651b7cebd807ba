//! What an owner decides of the public site: its money, what its header and footer lead to, and what stands at its address.

use std::collections::HashMap;

use poem_openapi::Object;
use serde_json::Value;

use super::service::SiteSettings;
use crate::error::ServiceError;

/// What the header and the footer lead to, in the order of their settings.
pub(super) const ENTRIES: &[&str] = &["shop", "platform", "industries", "cases", "customs", "assistant", "about", "help", "trial", "staff"];
/// Those of a new site: there is no assistant yet.
pub(super) const FIRST_ENTRIES: &str = r#"["shop","platform","industries","cases","customs","about","help","trial","staff"]"#;
/// What stands at the site's address.
pub(super) const HOMES: &[&str] = &["site", "shop"];
/// Where the sign of a currency stands.
pub(super) const PLACES: &[&str] = &["before", "after"];
/// Longest sign, in characters: `HK$`, `kr.`.
const SYMBOL_MAX: usize = 5;

/// The money that the whole site counts in: two decimals.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct Currency {
    /// Of ISO 4217: `CNY`.
    pub code: String,
    pub symbol: String,
    /// Where the symbol stands: `before` or `after` the amount.
    pub place: String,
}

impl Currency {
    /// An amount as it is shown: `¥12.00`, `12.00 kr`.
    #[must_use]
    pub fn shown(&self, amount: &str) -> String {
        if self.place == "after" { format!("{amount} {}", self.symbol) } else { format!("{}{amount}", self.symbol) }
    }
}

/// What the public site shows of the owner's decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteChoices {
    pub currency: Currency,
    /// Of header and footer: `shop`, `platform`, `industries`, `cases`, `customs`, `assistant`, `about`, `help`, `trial`, `staff`.
    pub entries: Vec<String>,
    /// What the shop is called in them; empty: by the site's own word.
    pub shop_name: String,
    /// `site` or `shop`.
    pub home: String,
}

fn one_of(value: &str, choices: &[&str]) -> String {
    choices.iter().find(|choice| **choice == value).or(choices.first()).map(ToString::to_string).unwrap_or_default()
}

impl SiteChoices {
    /// From all settings by their names. What is not there, or can't be read, is as on a new site.
    #[must_use]
    pub fn of(settings: &HashMap<String, String>) -> Self {
        let value = |name: &str| settings.get(name).map(|value| value.trim()).unwrap_or_default();
        let or = |value: &str, other: &str| if value.is_empty() { other.to_owned() } else { value.to_owned() };
        let entries = serde_json::from_str(value("site_entries")).or_else(|_| serde_json::from_str(FIRST_ENTRIES)).unwrap_or_default();
        Self {
            currency: Currency {
                code: or(value("currency_code"), "CNY"),
                symbol: or(value("currency_symbol"), "¥"),
                place: one_of(value("currency_place"), PLACES),
            },
            entries,
            shop_name: value("shop_name").to_owned(),
            home: one_of(value("home_page"), HOMES),
        }
    }

    /// As they are now.
    pub async fn read(settings: &SiteSettings) -> Result<Self, ServiceError> {
        Ok(Self::of(&super::values(settings).await?))
    }
}

/// Refuses a value that one of these settings can't have. Others pass.
pub(super) fn check(name: &str, value: &str) -> Result<(), &'static str> {
    let good = match name {
        "currency_code" => value.len() == 3 && value.chars().all(|letter| letter.is_ascii_uppercase()),
        "currency_symbol" => value.chars().count() <= SYMBOL_MAX && !value.chars().any(|letter| letter.is_control() || letter.is_ascii_digit()),
        "currency_place" => PLACES.contains(&value),
        "home_page" => HOMES.contains(&value),
        "site_entries" => {
            let entries: Result<Vec<Value>, _> = serde_json::from_str(value);
            entries.is_ok_and(|all| all.iter().all(|one| one.as_str().is_some_and(|one| ENTRIES.contains(&one))))
        }
        _ => true,
    };
    if good { Ok(()) } else { Err("error.choice") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_settings_is_as_a_new_one() {
        let choices = SiteChoices::of(&HashMap::new());
        assert_eq!((choices.currency.shown("1.50"), choices.home.as_str()), ("¥1.50".to_owned(), "site"));
        assert!(!choices.entries.contains(&"assistant".to_owned()) && choices.entries.len() == ENTRIES.len() - 1);
    }

    #[test]
    fn what_was_chosen_is_shown() {
        let settings =
            [("currency_symbol", "kr"), ("currency_place", "after"), ("site_entries", "[]"), ("home_page", "shop"), ("shop_name", " Store ")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let choices = SiteChoices::of(&settings);
        assert_eq!((choices.currency.shown("1.50"), choices.home.as_str(), choices.shop_name.as_str()), ("1.50 kr".to_owned(), "shop", "Store"));
        assert!(choices.entries.is_empty());
    }

    #[test]
    fn wrong_values_are_refused() {
        for (name, bad) in [
            ("currency_code", "eur"),
            ("currency_code", "EURO"),
            ("currency_symbol", "dollars"),
            ("currency_symbol", "1"),
            ("currency_place", "left"),
            ("home_page", "/"),
            ("site_entries", "[\"nothing\"]"),
            ("site_entries", "x"),
        ] {
            assert!(check(name, bad).is_err(), "{name} {bad}");
        }
        assert!(check("currency_code", "EUR").is_ok() && check("currency_symbol", "HK$").is_ok() && check("site_entries", FIRST_ENTRIES).is_ok());
    }
}
