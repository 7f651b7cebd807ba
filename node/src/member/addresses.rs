//! A member's addresses: what one may say, and whether its areas are still there.

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::shop::freight::ABROAD;
use bus_schemas::ids::CommandId;
use entrepot_store::Store;
use entrepot_store::member::addresses::{ADDRESSES_MAX, Abroad, Address, AddressError, AddressText};

use super::{Members, forms};
use crate::areas;
use crate::countries;
use crate::error::ServiceError;
use crate::i18n::current;
use crate::one_line::one_line;

/// What addresses need. Cheap to clone.
#[derive(Clone)]
pub struct Addresses {
    pub store: Store,
    pub members: Arc<Members>,
    pub clock: SharedClock,
}

/// Longest name of who receives, in characters.
const NAME_MAX: usize = 32;
/// Longest address below the district, in characters.
const ADDRESS_MAX: usize = 200;
/// Longest name of a town or of a part of a country, in characters.
const PLACE_MAX: usize = 100;
/// Longest postal code, in characters.
const POSTAL_CODE_MAX: usize = 20;
/// Digits of a telephone number: of the shortest countries' own, and of the longest with its code (E.164).
const PHONE_DIGITS_MIN: usize = 5;
const PHONE_DIGITS_MAX: usize = 15;
/// Longest telephone number with what stands between its digits, in characters.
const PHONE_MAX: usize = 24;

impl From<AddressError> for ServiceError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Full => Self::full("address.full", ADDRESSES_MAX),
            AddressError::NotFound => Self::refused("error.not_found"),
            AddressError::Changed => Self::refused("error.changed"),
            AddressError::Store(error) => error.into(),
        }
    }
}

/// Whether somebody abroad may be called by it: a country's own number, with its code or without.
#[must_use]
pub fn is_phone_abroad(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let others = text.strip_prefix('+').unwrap_or(text).chars().all(|letter| letter.is_ascii_digit() || " -()".contains(letter));
    others && (PHONE_DIGITS_MIN..=PHONE_DIGITS_MAX).contains(&digits) && text.len() <= PHONE_MAX
}

/// One line that may be left empty.
fn optional_line(field: &str, text: &str, most: usize) -> Result<String, ServiceError> {
    if text.trim().is_empty() { Ok(String::new()) } else { one_line(field, text, most) }
}

/// The lines of an address in another country, checked and trimmed.
fn checked_abroad(written: &Abroad) -> Result<Abroad, ServiceError> {
    let country = written.country.trim();
    countries::name(country, current()).ok_or_else(|| ServiceError::field("country", "address.country"))?;
    Ok(Abroad {
        country: country.to_owned(),
        region: optional_line("region", &written.region, PLACE_MAX)?,
        city: one_line("city", &written.city, PLACE_MAX)?,
        postal_code: optional_line("postal_code", &written.postal_code, POSTAL_CODE_MAX)?,
    })
}

/// What is written, checked and trimmed. An address in China has areas, any other has lines.
pub fn checked(written: &AddressText) -> Result<AddressText, ServiceError> {
    let name = one_line("name", &written.name, NAME_MAX)?;
    let mobile = written.mobile.trim();
    if mobile.is_empty() {
        return Err(ServiceError::field("mobile", "error.required"));
    }
    if !matches!(written.abroad.country.trim(), "" | countries::CHINA) {
        if !is_phone_abroad(mobile) {
            return Err(ServiceError::field("mobile", "address.phone"));
        }
        let abroad = checked_abroad(&written.abroad)?;
        let address = one_line("address", &written.address, ADDRESS_MAX)?;
        return Ok(AddressText { name, mobile: mobile.to_owned(), area: vec![], address, abroad, is_default: written.is_default });
    }
    if !forms::is_mobile(mobile) {
        return Err(ServiceError::field("mobile", "error.mobile"));
    }
    if written.area.is_empty() {
        return Err(ServiceError::field("area", "error.required"));
    }
    if areas::names(&written.area).is_none() {
        return Err(ServiceError::field("area", "address.area"));
    }
    let address = one_line("address", &written.address, ADDRESS_MAX)?;
    let (mobile, area) = (mobile.to_owned(), written.area.clone());
    Ok(AddressText { name, mobile, area, address, abroad: Abroad::default(), is_default: written.is_default })
}

/// The ids of an address's areas with their names, from the largest on; of one abroad, its country and the lines above the street.
/// Nothing where the areas have left the tree.
#[must_use]
pub fn place_of(address: &Address) -> Option<(Vec<i64>, String)> {
    let Abroad { country, region, city, postal_code } = &address.abroad;
    if country.is_empty() {
        return areas::names(&address.area).map(|names| (address.area.clone(), names.join(" ")));
    }
    let country = countries::name(country, current())?;
    let town = [postal_code.as_str(), city].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let lines = [country, region.as_str(), town.as_str()].into_iter().filter(|part| !part.is_empty());
    Some((vec![ABROAD], lines.collect::<Vec<_>>().join(", ")))
}

/// One of a member's addresses; another's does not exist.
pub async fn one(store: &Store, member: i64, address: i64) -> Result<Address, ServiceError> {
    store.address(member, address).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Adds an address. The same command adds it once, and answers the same address.
pub async fn add(addresses: &Addresses, member: i64, written: &AddressText, command: Option<&CommandId>) -> Result<Address, ServiceError> {
    let written = checked(written)?;
    let _turn = addresses.members.lock(member).await;
    let added = addresses.store.add_address(member, &written, command.map(CommandId::as_str), addresses.clock.now()).await?;
    one(&addresses.store, member, added).await
}

/// Changes an address.
pub async fn edit(addresses: &Addresses, member: i64, address: i64, version: Option<i64>, written: &AddressText) -> Result<Address, ServiceError> {
    // Check the owner before the text, so that errors reveal nothing about another member's address.
    one(&addresses.store, member, address).await?;
    let written = checked(written)?;
    let _turn = addresses.members.lock(member).await;
    addresses.store.edit_address(member, address, version, &written, addresses.clock.now()).await?;
    one(&addresses.store, member, address).await
}

/// Deletes an address.
pub async fn delete(addresses: &Addresses, member: i64, address: i64) -> Result<(), ServiceError> {
    let _turn = addresses.members.lock(member).await;
    Ok(addresses.store.delete_address(member, address).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_who_and_where() {
        let good = || AddressText {
            name: " 王芳 ".into(),
            mobile: "13800138001".into(),
            area: vec![440_000, 440_300, 440_303],
            address: "深南东路 1 号".into(),
            abroad: Abroad::default(),
            is_default: false,
        };
        assert_eq!(checked(&good()).unwrap().name, "王芳");
        for (field, bad) in [
            ("name", AddressText { name: "  ".into(), ..good() }),
            ("name", AddressText { name: "王".repeat(33), ..good() }),
            ("name", AddressText { name: "a\nb".into(), ..good() }),
            ("mobile", AddressText { mobile: "12345".into(), ..good() }),
            ("mobile", AddressText { mobile: String::new(), ..good() }),
            ("area", AddressText { area: vec![440_000, 440_300], ..good() }),
            ("area", AddressText { area: vec![440_000, 110_100, 440_303], ..good() }),
            ("area", AddressText { area: vec![], ..good() }),
            ("address", AddressText { address: "a".repeat(201), ..good() }),
        ] {
            match checked(&bad) {
                Err(ServiceError::Field { field: named, .. }) => assert_eq!(named, field, "{bad:?}"),
                other => panic!("{bad:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_address_in_another_country_has_lines() {
        let abroad = || Abroad { country: "DE".into(), region: String::new(), city: " Berlin ".into(), postal_code: "10115".into() };
        let good = || AddressText {
            name: "Ann".into(),
            mobile: "+49 (30) 123-456".into(),
            area: vec![440_000],
            address: "Invalidenstr. 1".into(),
            abroad: abroad(),
            is_default: false,
        };
        let written = checked(&good()).unwrap();
        assert_eq!((written.abroad.city.as_str(), written.area.len()), ("Berlin", 0), "areas are those of China");
        let with = |abroad: Abroad| AddressText { abroad, ..good() };
        for (field, bad) in [
            ("country", with(Abroad { country: "XX".into(), ..abroad() })),
            ("country", with(Abroad { country: "TW".into(), ..abroad() })),
            ("city", with(Abroad { city: " ".into(), ..abroad() })),
            ("region", with(Abroad { region: "a\nb".into(), ..abroad() })),
            ("postal_code", with(Abroad { postal_code: "1".repeat(21), ..abroad() })),
            ("mobile", AddressText { mobile: "call me".into(), ..good() }),
            ("mobile", AddressText { mobile: "+1234".into(), ..good() }),
            ("address", AddressText { address: String::new(), ..good() }),
            // What is said of China is checked as before.
            ("mobile", with(Abroad { country: "CN".into(), ..abroad() })),
        ] {
            match checked(&bad) {
                Err(ServiceError::Field { field: named, .. }) => assert_eq!(named, field, "{bad:?}"),
                other => panic!("{bad:?}: {other:?}"),
            }
        }
    }
}
