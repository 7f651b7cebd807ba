//! A member's addresses: what one may say, and whether its areas are still there.

use std::sync::Arc;

use actors::clock::SharedClock;
use bus_schemas::ids::CommandId;
use entrepot_store::Store;
use entrepot_store::member::addresses::{ADDRESSES_MAX, Address, AddressError, AddressText};

use super::{Members, forms};
use crate::areas;
use crate::error::ServiceError;
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

/// What is written, checked and trimmed.
pub fn checked(written: &AddressText) -> Result<AddressText, ServiceError> {
    let name = one_line("name", &written.name, NAME_MAX)?;
    let mobile = written.mobile.trim();
    if mobile.is_empty() {
        return Err(ServiceError::field("mobile", "error.required"));
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
    Ok(AddressText { name, mobile: mobile.to_owned(), area: written.area.clone(), address, is_default: written.is_default })
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
}
