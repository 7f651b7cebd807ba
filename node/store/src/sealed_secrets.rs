//! Secrets of declared rows ([`crate::resource::Kind::Secret`]), sealed, apart from their rows: no list, export, history or log
//! of a row can carry one. A row's hidden field [`PLACE`] says where its secrets are.

use actors::store::StoreError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, with_retries};
use crate::engine::value::{array, array_id, id, int, text};
use crate::resource::Resource;
use crate::resource::write::ExtraStatements;

/// The hidden field of rows that have secrets.
pub const PLACE: &str = "secret_place";
/// The table: a row for each place and field.
const TABLE: &str = "sealed_secret";
/// Accounts of a kind that are used at most.
const ACCOUNTS_MAX: i64 = 200;
/// Secrets that are read together.
const PAGE: i64 = 500;

/// A secret as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SealedSecret {
    pub place: String,
    pub field: String,
    /// The table of the row that it belongs to.
    pub of_table: String,
    pub sealed: String,
}

fn key(place: &str, field: &str) -> Value {
    array_id(TABLE, vec![text(place), text(field)])
}

impl ExtraStatements {
    /// Keeps a secret, or removes it where there is none any more.
    #[must_use]
    pub fn keep_secret(at: usize, resource: &Resource, place: &str, field: &str, sealed: Option<&str>) -> Self {
        // A form has few secrets.
        const NAMES: [[&str; 4]; 4] = [
            ["secret_0", "secret_table_0", "secret_place_0", "secret_field_0"],
            ["secret_1", "secret_table_1", "secret_place_1", "secret_field_1"],
            ["secret_2", "secret_table_2", "secret_place_2", "secret_field_2"],
            ["secret_3", "secret_table_3", "secret_place_3", "secret_field_3"],
        ];
        let [secret, table, of_place, of_field] = NAMES[at % NAMES.len()];
        let record = format!("type::record('{TABLE}', [${of_place}, ${of_field}])");
        let mut vars = vec![(of_place, text(place)), (of_field, text(field))];
        let query = match sealed {
            None => format!("DELETE {record} RETURN NONE;"),
            Some(sealed) => {
                vars.extend([(secret, text(sealed)), (table, text(resource.table))]);
                format!("UPSERT {record} SET place = ${of_place}, field = ${of_field}, of_table = ${table}, sealed = ${secret} RETURN NONE;")
            }
        };
        Self { query, vars, tables: vec![], only_guards: false }
    }

    /// Removes the secrets of rows that go.
    #[must_use]
    pub fn drop_secrets(places: &[String]) -> Self {
        let query = format!("FOR $place IN $secret_places {{ DELETE {TABLE}:[$place, NONE]..[$place, []] RETURN NONE }};");
        Self { query, vars: vec![("secret_places", array(places.iter().map(|place| text(place)).collect()))], tables: vec![], only_guards: false }
    }
}

impl Store {
    /// Rows with secrets that are switched on, the first to be used first; the hidden [`PLACE`] is among their columns.
    pub async fn enabled_accounts<T: DeserializeOwned>(&self, resource: &Resource) -> Result<Vec<T>, StoreError> {
        let query = format!("SELECT *, record::id(id) AS id FROM {} WHERE status = 1 ORDER BY weigh DESC, id LIMIT $most", resource.table);
        self.rows(&query, vec![("most", int(ACCOUNTS_MAX))]).await
    }

    /// One row with secrets, switched on or not.
    pub async fn account<T: DeserializeOwned>(&self, resource: &Resource, row: i64) -> Result<Option<T>, StoreError> {
        let rows: Vec<T> = self.rows("SELECT *, record::id(id) AS id FROM $row", vec![("row", id(resource.table, row))]).await?;
        Ok(rows.into_iter().next())
    }

    /// Notes the result of a test of an account that is as it was.
    pub async fn note_test(&self, resource: &Resource, row: i64, (state, finding): (&str, &str), now: i64) -> Result<(), StoreError> {
        let query = "UPDATE $row SET state = $state, finding = $finding, checked_at = $now RETURN NONE";
        let vars = vec![("row", id(resource.table, row)), ("state", text(state)), ("finding", text(finding)), ("now", int(now))];
        let mut writing = self.writes().writing(resource.table);
        self.run(query, vars).await?;
        writing.touched(&[row]);
        Ok(())
    }

    /// Counts a message of an account to a number on a day; false where it has had as many as it may. Days before are forgotten.
    pub async fn take_sms_of_day(&self, account: i64, number: &str, day: &str, most: i64) -> Result<bool, StoreError> {
        let query = "BEGIN; LET $sent = (SELECT VALUE sent FROM ONLY $row) ?? 0; IF $sent >= $most { THROW 'FULL' }; \
                     UPSERT $row SET sent = $sent + 1 RETURN NONE; DELETE sms_day:[NONE, NONE]..[$day, NONE] RETURN NONE; COMMIT;";
        let vars = vec![("row", array_id("sms_day", vec![text(day), text(number), int(account)])), ("day", text(day)), ("most", int(most))];
        match with_retries(async || self.once(query, vars.clone()).await).await {
            Ok(_) => Ok(true),
            Err(TxError::Thrown(code)) if code == "FULL" => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Where the secrets of rows are; rows that never had one have no place.
    pub async fn secret_places(&self, resource: &Resource, ids: &[i64]) -> Result<Vec<String>, StoreError> {
        let rows = array(ids.iter().map(|key| id(resource.table, *key)).collect());
        self.rows(&format!("SELECT VALUE {PLACE} FROM $rows WHERE ({PLACE} ?? '') != ''"), vec![("rows", rows)]).await
    }

    /// The sealed secrets of a place.
    pub async fn sealed_at(&self, place: &str) -> Result<Vec<SealedSecret>, StoreError> {
        let query = format!("SELECT place, field, of_table, sealed FROM {TABLE}:[$place, NONE]..[$place, []]");
        self.rows(&query, vec![("place", text(place))]).await
    }

    /// All sealed secrets after one, in their order; at most [`PAGE`].
    pub async fn sealed_after(&self, last: Option<(&str, &str)>) -> Result<Vec<SealedSecret>, StoreError> {
        let (place, field) = last.unwrap_or_default();
        let query = format!("SELECT place, field, of_table, sealed FROM {TABLE}:[$place, $field]>.. LIMIT $most");
        self.rows(&query, vec![("place", text(place)), ("field", text(field)), ("most", int(PAGE))]).await
    }

    /// Deletes a secret that nobody can open. Its account says so until it is set again: that it was set stays on its row.
    pub async fn forget_secret(&self, secret: &SealedSecret) -> Result<(), StoreError> {
        self.run("DELETE $secret RETURN NONE", vec![("secret", key(&secret.place, &secret.field))]).await?;
        Ok(())
    }

    /// Replaces a secret by the same under another key, unless somebody else has set it meanwhile.
    pub async fn reseal(&self, secret: &SealedSecret, sealed: &str) -> Result<bool, StoreError> {
        let query = "UPDATE $secret SET sealed = $sealed WHERE sealed = $former RETURN VALUE true";
        let vars = vec![("secret", key(&secret.place, &secret.field)), ("sealed", text(sealed)), ("former", text(&secret.sealed))];
        Ok(!self.rows::<bool>(query, vars).await?.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn a_number_gets_so_many_messages_a_day() {
        let store = Store::connect(&StoreConfig::new("mem://", "sms")).await.expect("a store");
        let take = async |number: &str, day: &str| store.take_sms_of_day(1, number, day, 2).await.expect("counted");
        assert_eq!((take("1", "2026-01-01").await, take("1", "2026-01-01").await, take("1", "2026-01-01").await), (true, true, false));
        assert!(take("2", "2026-01-01").await && take("1", "2026-01-02").await);
        let left: Vec<i64> = store.rows("SELECT VALUE sent FROM sms_day", vec![]).await.expect("read");
        assert_eq!(left, [1], "days before are forgotten");
    }

    #[tokio::test]
    async fn secrets_are_found_by_their_place_and_in_turn() {
        let store = Store::connect(&StoreConfig::new("mem://", "secrets")).await.expect("a store");
        let resource = crate::resource::catalogue::find("warehouse.Brand").expect("a resource");
        for (at, (place, field)) in [("a", "key"), ("a", "url"), ("b", "key")].into_iter().enumerate() {
            let extra = ExtraStatements::keep_secret(at, resource, place, field, Some(&format!("{place}{field}")));
            store.run(&extra.query, extra.vars).await.expect("kept");
        }
        let of = |secrets: Vec<SealedSecret>| secrets.into_iter().map(|secret| secret.sealed).collect::<Vec<_>>();
        assert_eq!(of(store.sealed_at("a").await.expect("read")), ["akey", "aurl"]);
        assert_eq!(of(store.sealed_after(None).await.expect("read")), ["akey", "aurl", "bkey"]);
        assert_eq!(of(store.sealed_after(Some(("a", "url"))).await.expect("read")), ["bkey"]);
        let secret = store.sealed_at("b").await.expect("read").remove(0);
        assert!(store.reseal(&secret, "new").await.expect("written"));
        assert!(!store.reseal(&secret, "newer").await.expect("written"), "it is another one by now");
        let extra = ExtraStatements::drop_secrets(&["a".to_owned()]);
        store.run(&extra.query, extra.vars).await.expect("dropped");
        assert_eq!(of(store.sealed_after(None).await.expect("read")), ["new"]);
        let extra = ExtraStatements::keep_secret(0, resource, "b", "key", None);
        store.run(&extra.query, extra.vars).await.expect("removed");
        assert_eq!(store.sealed_after(None).await.expect("read"), []);
    }
}
