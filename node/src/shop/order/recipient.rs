//! Where an order goes.

use entrepot_store::Store;
use entrepot_store::member::addresses::Address;

use crate::error::ServiceError;
use crate::member::addresses::place_of;

/// Where an order goes.
#[derive(Clone, Debug, Default)]
pub struct Recipient {
    pub address_id: i64,
    pub name: String,
    pub mobile: String,
    pub area: Vec<i64>,
    pub area_text: String,
    pub address: String,
}

/// One of a member's addresses, with the names of its areas.
pub async fn find(store: &Store, member: i64, address: i64) -> Result<Recipient, ServiceError> {
    sent_to(store.address(member, address).await?)
}

/// An address that was looked for, as it is written on an order.
pub(super) fn sent_to(found: Option<Address>) -> Result<Recipient, ServiceError> {
    let found = found.ok_or_else(|| ServiceError::field("address_id", "error.reference"))?;
    let (area, area_text) = place_of(&found).ok_or_else(|| ServiceError::field("address_id", "address.area"))?;
    Ok(Recipient { address_id: found.id, name: found.name, mobile: found.mobile, area_text, area, address: found.address })
}
