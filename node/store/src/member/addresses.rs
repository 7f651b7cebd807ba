//! Members' addresses. Each belongs to one member, and nobody else finds it.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, last_statement, take};
use crate::engine::value::{array, array_id, id, int, text};

/// Seconds that a command is remembered.
const COMMANDS_KEPT: i64 = 86_400;
/// Most addresses of a member.
pub const ADDRESSES_MAX: i64 = 50;

/// An address as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Address {
    pub id: i64,
    pub user_id: i64,
    pub name: String,
    pub mobile: String,
    /// Ids of the areas, from the province to where the tree ended when it was written.
    pub area: Vec<i64>,
    pub address: String,
    #[serde(flatten)]
    pub abroad: Abroad,
    /// 1 for the one that is chosen first.
    pub is_default: i64,
    /// Unix seconds.
    pub create_time: i64,
    pub update_time: i64,
    pub version: i64,
}

/// The lines of an address in another country; all empty of one in China, which has areas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Abroad {
    /// ISO 3166-1, of two letters.
    #[serde(default)]
    pub country: String,
    #[serde(default)]
    pub region: String,
    #[serde(default)]
    pub city: String,
    #[serde(default)]
    pub postal_code: String,
}

/// What a member writes of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressText {
    pub name: String,
    pub mobile: String,
    pub area: Vec<i64>,
    pub address: String,
    pub abroad: Abroad,
    pub is_default: bool,
}

/// Why an address is not written.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    #[error("the member has as many as there may be")]
    Full,
    /// It does not exist, or is somebody else's.
    #[error("there is no such address")]
    NotFound,
    #[error("it was changed meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TxError> for AddressError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Thrown(code) if code == "FULL" => Self::Full,
            TxError::Thrown(code) if code == "GONE" => Self::NotFound,
            TxError::Thrown(code) if code == "CHANGED" => Self::Changed,
            error => Self::Store(error.into()),
        }
    }
}

/// Begins every change: two of one member meet here, so none counts or chooses a default past the other.
const TURN: &str = "UPSERT $book SET changes = (changes ?? 0) + 1 RETURN NONE;";
/// Makes the newest address the default if no default is left.
const SOME_DEFAULT: &str = "IF array::len(SELECT VALUE id FROM shop_address WHERE user_id = $member AND is_default = 1) = 0 {
    UPDATE (SELECT VALUE id FROM shop_address WHERE user_id = $member ORDER BY id DESC LIMIT 1) SET is_default = 1 RETURN NONE };";
const WITHOUT_DEFAULT: &str = "IF $is_default = 1 { UPDATE shop_address SET is_default = 0 WHERE user_id = $member AND is_default = 1 RETURN NONE };";
const FIELDS: &str = "name = $name, mobile = $mobile, area = $area, address = $address, country = $country, region = $region,
    city = $city, postal_code = $postal_code, is_default = $is_default, update_time = $now";

fn vars(member: i64, written: &AddressText, now: i64) -> Vars {
    vec![
        ("book", id("shop_address_book", member)),
        ("member", int(member)),
        ("name", text(&written.name)),
        ("mobile", text(&written.mobile)),
        ("area", array(written.area.iter().copied().map(int).collect())),
        ("address", text(&written.address)),
        ("country", text(&written.abroad.country)),
        ("region", text(&written.abroad.region)),
        ("city", text(&written.abroad.city)),
        ("postal_code", text(&written.abroad.postal_code)),
        ("is_default", int(i64::from(written.is_default))),
        ("now", int(now)),
    ]
}

impl Store {
    /// A member's addresses: the default first, then the newest.
    pub async fn addresses(&self, member: i64) -> Result<Vec<Address>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM shop_address WHERE user_id = $member ORDER BY is_default DESC, id DESC LIMIT $most";
        self.rows(query, vec![("member", int(member)), ("most", int(ADDRESSES_MAX))]).await
    }

    /// One of a member's addresses.
    pub async fn address(&self, member: i64, address: i64) -> Result<Option<Address>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM $address WHERE user_id = $member";
        Ok(self.rows(query, vec![("member", int(member)), ("address", id("shop_address", address))]).await?.into_iter().next())
    }

    /// Adds an address; a member's first is their default.
    /// A command that was done within the last day answers the address that it has added.
    pub async fn add_address(&self, member: i64, written: &AddressText, command: Option<&str>, now: i64) -> Result<i64, AddressError> {
        let before = now - COMMANDS_KEPT;
        let known = command.map(|command| array_id("shop_address_command", vec![int(member), text(command)]));
        let remembered = match &known {
            Some(_) => {
                "DELETE (SELECT VALUE id FROM shop_address_command:[$member]..[$member + 1] WHERE at < $before) RETURN NONE;
                 CREATE $command SET address = $key, at = $now RETURN NONE;"
            }
            None => "",
        };
        if let Some(address) = self.added_by(known.as_ref(), before).await? {
            return Ok(address);
        }
        let query = format!(
            "BEGIN; {TURN} LET $key = sequence::nextval('shop_address'); {remembered}
             IF array::len(SELECT VALUE id FROM shop_address WHERE user_id = $member) >= {ADDRESSES_MAX} {{ THROW 'FULL' }};
             {WITHOUT_DEFAULT}
             CREATE type::record('shop_address', $key) SET user_id = $member, create_time = $now, version = 1, {FIELDS} RETURN NONE;
             {SOME_DEFAULT}
             SELECT VALUE $key FROM ONLY [1]; COMMIT;"
        );
        let mut vars = vars(member, written, now);
        vars.extend(known.clone().map(|command| ("command", command)));
        vars.push(("before", int(before)));
        let mut response = match self.run(&query, vars).await {
            Ok(response) => response,
            // The same command came over another node.
            Err(error) if error.exists_in("shop_address_command") => {
                return self.added_by(known.as_ref(), before).await?.ok_or(AddressError::Changed);
            }
            Err(error) => return Err(error.into()),
        };
        let answer = last_statement(self, &response);
        Ok(take(&mut response, answer)?)
    }

    /// The address that a command has added.
    async fn added_by(&self, command: Option<&Value>, since: i64) -> Result<Option<i64>, StoreError> {
        let Some(command) = command else { return Ok(None) };
        let query = "SELECT VALUE address FROM $command WHERE at >= $since";
        let done: Vec<i64> = self.rows(query, vec![("command", command.clone()), ("since", int(since))]).await?;
        Ok(done.first().copied())
    }

    /// Changes one of a member's addresses; with a version, only that one.
    pub async fn edit_address(&self, member: i64, address: i64, version: Option<i64>, written: &AddressText, now: i64) -> Result<(), AddressError> {
        let query = format!(
            "BEGIN; {TURN} LET $row = (SELECT user_id, version FROM ONLY $row_id);
             IF $row = NONE OR $row.user_id != $member {{ THROW 'GONE' }};
             IF $version != 0 AND $row.version != $version {{ THROW 'CHANGED' }};
             {WITHOUT_DEFAULT}
             UPDATE $row_id SET {FIELDS}, version += 1 RETURN NONE;
             {SOME_DEFAULT} COMMIT;"
        );
        let mut vars = vars(member, written, now);
        vars.extend([("row_id", id("shop_address", address)), ("version", int(version.unwrap_or(0)))]);
        self.run(&query, vars).await?;
        Ok(())
    }

    /// Deletes one of a member's addresses. Orders keep what they were sent to.
    pub async fn delete_address(&self, member: i64, address: i64) -> Result<(), AddressError> {
        let query = format!(
            "BEGIN; {TURN} LET $row = (SELECT user_id FROM ONLY $row_id);
             IF $row = NONE OR $row.user_id != $member {{ THROW 'GONE' }};
             DELETE $row_id RETURN NONE;
             {SOME_DEFAULT} COMMIT;"
        );
        let vars = vec![("book", id("shop_address_book", member)), ("member", int(member)), ("row_id", id("shop_address", address))];
        self.run(&query, vars).await?;
        Ok(())
    }
}
