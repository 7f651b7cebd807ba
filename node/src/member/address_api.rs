//! A member's own addresses. Another member's answers as one that does not exist.

use bus_schemas::ids::CommandId;
use entrepot_store::engine::typed;
use entrepot_store::member::addresses::{Abroad, Address, AddressText};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::addresses;
use crate::base::Base;
use crate::countries;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{integer, some_integer, switch};
use crate::http::routes::Allow;
use crate::i18n::current;
use crate::identity::member_request::caller;
use crate::member::addresses::Addresses;

/// Endpoints of a member's addresses.
pub struct AddressApi {
    pub base: Base,
    pub addresses: Addresses,
}

/// Most ids in the path of an area.
const AREA_MAX: usize = 8;

/// Ids of areas; also as texts.
fn area<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    let wrong = || serde::de::Error::custom("not a list of areas");
    let ids = Option::<Vec<Value>>::deserialize(deserializer)?.unwrap_or_default();
    if ids.len() > AREA_MAX {
        return Err(wrong());
    }
    ids.iter().map(|id| typed::integer(id).ok_or_else(wrong)).collect()
}

/// An address that is added, or the whole of one that is changed. One type: what is read through a flattened part does
/// not name the field that is wrong.
#[derive(Object, Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct AddressBody {
    /// The address that is changed.
    #[serde(deserialize_with = "some_integer")]
    pub id: Option<i64>,
    /// The version of it that was shown; without it, whatever there is now is changed.
    #[serde(deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names the intention to add: sent twice, it is done once.
    pub command_id: Option<String>,
    /// Who receives: 1 to 32 characters.
    pub name: String,
    /// A mobile number of the Chinese mainland; of an address abroad, any telephone number.
    pub mobile: String,
    /// The country's code (ISO 3166-1, two letters); empty or `CN`: China, whose addresses have areas.
    pub country: String,
    /// Ids of `/api/ajax/area`, from the province to where the tree ends. Of an address in China.
    #[serde(deserialize_with = "area")]
    pub area: Vec<i64>,
    /// The part of another country, up to 100 characters; may be empty, as all countries have none.
    pub region: String,
    /// The town in another country: 1 to 100 characters.
    pub city: String,
    /// Of another country, up to 20 characters; may be empty.
    pub postal_code: String,
    /// The rest: 1 to 200 characters. In another country: street and number.
    pub address: String,
    /// The one that is chosen first.
    #[serde(deserialize_with = "switch")]
    pub is_default: bool,
}

impl AddressBody {
    fn text(self) -> AddressText {
        let abroad = Abroad { country: self.country, region: self.region, city: self.city, postal_code: self.postal_code };
        AddressText { name: self.name, mobile: self.mobile, area: self.area, address: self.address, abroad, is_default: self.is_default }
    }
}

/// Which address.
#[derive(Object, Deserialize)]
pub struct ChosenAddress {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// One of one's addresses.
#[derive(Object)]
pub struct AddressView {
    pub id: i64,
    pub name: String,
    pub mobile: String,
    /// ISO 3166-1, two letters.
    pub country: String,
    /// Ids, from the province on; 990000 alone of an address in another country.
    pub area: Vec<i64>,
    /// Their names with blanks between; empty where they have left the tree. Abroad: the country and the lines above the street.
    pub area_text: String,
    /// False where the areas have left the tree: the address must be chosen anew before it is used.
    pub area_valid: bool,
    /// Empty of an address in China, as are town and postal code.
    pub region: String,
    pub city: String,
    pub postal_code: String,
    pub address: String,
    /// 1 for the one that is chosen first.
    pub is_default: i64,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds.
    pub update_time: i64,
    pub version: i64,
}

impl From<Address> for AddressView {
    fn from(address: Address) -> Self {
        let (area, area_text) = addresses::place_of(&address).unzip();
        let Abroad { country, region, city, postal_code } = address.abroad;
        Self {
            id: address.id,
            name: address.name,
            mobile: address.mobile,
            country: if country.is_empty() { countries::CHINA.to_owned() } else { country },
            region,
            city,
            postal_code,
            area_valid: area.is_some(),
            area_text: area_text.unwrap_or_default(),
            area: area.unwrap_or(address.area),
            address: address.address,
            is_default: address.is_default,
            create_time: address.create_time,
            update_time: address.update_time,
            version: address.version,
        }
    }
}

/// One's addresses.
#[derive(Object)]
pub struct AddressList {
    pub list: Vec<AddressView>,
    /// How many there may be.
    pub most: i64,
}

/// A country that is not China.
#[derive(Object)]
pub struct CountryOption {
    /// ISO 3166-1, two letters.
    pub value: String,
    /// Its name in the request's language.
    pub label: String,
}

/// The address as it is now.
#[derive(Object)]
pub struct AddressRow {
    pub row: AddressView,
}

#[OpenApi]
impl AddressApi {
    /// One's addresses, the default first
    #[oai(path = "/api/shop.Address/index", method = "get", operation_id = "addressIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<AddressList> {
        let rows = self.base.store().addresses(caller(request)?.member.id).await?;
        let most = entrepot_store::member::addresses::ADDRESSES_MAX;
        Ok(ok(AddressList { list: rows.into_iter().map(AddressView::from).collect(), most }))
    }

    /// The countries that an address may be in beside China
    #[oai(path = "/api/shop.Address/countries", method = "get", operation_id = "addressCountries", tag = "Allow::LoggedIn")]
    async fn countries(&self) -> Answer<Vec<CountryOption>> {
        let option = |(value, label): (&str, &str)| CountryOption { value: value.to_owned(), label: label.to_owned() };
        Ok(ok(countries::all(current()).map(option).collect()))
    }

    /// Add an address
    #[oai(path = "/api/shop.Address/add", method = "post", operation_id = "addressAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<AddressBody>) -> Answer<AddressRow> {
        let mut body = body.0;
        let command = body.command_id.take().map(CommandId::new).transpose().map_err(|_| ApiError::field("command_id", "error.command_id"))?;
        let added = addresses::add(&self.addresses, caller(request)?.member.id, &body.text(), command.as_ref()).await?;
        Ok(done("saved", AddressRow { row: added.into() }))
    }

    /// Change an address
    #[oai(path = "/api/shop.Address/edit", method = "post", operation_id = "addressEdit", tag = "Allow::LoggedIn")]
    async fn edit(&self, request: &Request, body: Body<AddressBody>) -> Answer<AddressRow> {
        let (id, version) = (body.0.id.ok_or_else(|| ApiError::field("id", "error.required"))?, body.0.version);
        let changed = addresses::edit(&self.addresses, caller(request)?.member.id, id, version, &body.0.text()).await?;
        Ok(done("saved", AddressRow { row: changed.into() }))
    }

    /// Delete an address
    #[oai(path = "/api/shop.Address/del", method = "post", operation_id = "addressDel", tag = "Allow::LoggedIn")]
    async fn del(&self, request: &Request, body: Body<ChosenAddress>) -> Answer<Nothing> {
        addresses::delete(&self.addresses, caller(request)?.member.id, body.0.id).await?;
        Ok(done("deleted", Nothing))
    }
}
