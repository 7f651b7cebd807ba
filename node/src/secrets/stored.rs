//! The secrets in the database: values of the table `setting` (the installation's own, such as the
//! keys that sign tokens) and of settings of the type `password` (such as the mail server's).

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, RecordError, Resource, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::sealed_secrets::SealedSecret;
use serde::Deserialize;
use serde_json::{Map, json};

use super::key_file::CHECK;
use super::{SecretError, SecretLocation, Secrets, is_sealed};

/// Settings of a site at most.
const SETTINGS_MAX: i64 = 1_000;

/// Why the stored secrets can't be looked over.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the secret of {name} can't be opened: {error}")]
    Secret { name: String, error: SecretError },
}

/// A setting, of which those of the type `password` are secrets.
#[derive(Deserialize)]
struct Password {
    id: i64,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    value: String,
    version: i64,
}

fn config() -> Result<&'static Resource, StoredError> {
    catalogue::find("routine.Config").ok_or(StoredError::Record(RecordError::NotFound))
}

async fn passwords(store: &Store) -> Result<Vec<Password>, StoredError> {
    let query = ListQuery { limit: SETTINGS_MAX, ..ListQuery::default() };
    let settings: Vec<Password> = store.records_as(config()?, &query, &Scope::system()).await?;
    Ok(settings.into_iter().filter(|setting| setting.kind == "password").collect())
}

/// Writes a password's stored form. Nothing happens when somebody else saved the row meanwhile.
async fn write(store: &Store, password: &Password, value: &str, now: i64) -> Result<bool, StoredError> {
    let body = Map::from_iter([("value".to_owned(), json!(value)), ("version".to_owned(), json!(password.version))]);
    match store.update_record(config()?, password.id, &body, &Act::system(now)).await {
        Ok(_) => Ok(true),
        Err(RecordError::Changed(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Seals plain-text passwords and reseals secrets under older keys. Returns how many. `now` is in Unix seconds.
pub async fn seal_all(store: &Store, secrets: &Secrets, now: i64) -> Result<usize, StoredError> {
    let mut sealed = 0;
    for (name, value) in store.installation_settings().await? {
        // Only the writer of a value knows that it is secret, and seals it.
        if !is_sealed(&value) {
            continue;
        }
        let again = secrets.resealed(SecretLocation::setting(&name), &value).map_err(|error| StoredError::Secret { name: name.clone(), error })?;
        if let Some(again) = again {
            sealed += usize::from(store.replace_setting(&name, &value, &again).await?);
        }
    }
    for password in passwords(store).await? {
        let id = password.id.to_string();
        match secrets.resealed(SecretLocation::password(&id), &password.value) {
            Ok(None) => {}
            Ok(Some(again)) => sealed += usize::from(write(store, &password, &again, now).await?),
            // One that can't be opened is no reason not to start: it reads as empty, and is set again.
            Err(error) => tracing::error!(setting = password.name, %error, "a stored password can't be opened"),
        }
    }
    for secret in &of_rows(store).await? {
        match secrets.resealed(place_of(secret), &secret.sealed) {
            Ok(None) => {}
            Ok(Some(again)) => sealed += usize::from(store.reseal(secret, &again).await?),
            Err(error) => tracing::error!(secret = name_of(secret), %error, "a stored secret can't be opened"),
        }
    }
    Ok(sealed)
}

/// A secret of the installation: `fresh` at the first start, and from then on what is stored. One that
/// an older version stored in the clear is sealed.
pub async fn installation_secret(store: &Store, secrets: &Secrets, name: &str, fresh: &str) -> Result<String, StoredError> {
    let location = SecretLocation::setting(name);
    let failed = |error| StoredError::Secret { name: name.to_owned(), error };
    let stored = store.setting_or(name, &secrets.seal(location, fresh).map_err(failed)?).await?;
    if let Some(sealed) = secrets.resealed(location, &stored).map_err(failed)? {
        store.replace_setting(name, &stored, &sealed).await?;
    }
    if is_sealed(&stored) { secrets.open(location, &stored).map_err(failed) } else { Ok(stored) }
}

/// All secrets of rows: there are a few for each account.
async fn of_rows(store: &Store) -> Result<Vec<SealedSecret>, StoredError> {
    let mut found: Vec<SealedSecret> = Vec::new();
    loop {
        let last = found.last().map(|secret| (secret.place.as_str(), secret.field.as_str()));
        let page = store.sealed_after(last).await?;
        if page.is_empty() {
            return Ok(found);
        }
        found.extend(page);
    }
}

/// The place of a row's secret.
fn place_of(secret: &SealedSecret) -> SecretLocation<'_> {
    SecretLocation { table: &secret.of_table, id: &secret.place, field: &secret.field }
}

/// As it is named to the operator.
fn name_of(secret: &SealedSecret) -> String {
    format!("{}.{}", secret.of_table, secret.field)
}

/// How many secrets are sealed, and the names of those that these keys don't open.
pub async fn unopened(store: &Store, secrets: &Secrets) -> Result<(usize, Vec<String>), StoredError> {
    let (mut sealed, mut names) = (0, Vec::new());
    let mut look = |location: SecretLocation<'_>, name: &str, value: &str| {
        if is_sealed(value) {
            sealed += 1;
            if secrets.open(location, value).is_err() {
                names.push(name.to_owned());
            }
        }
    };
    for (name, value) in store.installation_settings().await? {
        if name != CHECK {
            look(SecretLocation::setting(&name), &name, &value);
        }
    }
    for password in passwords(store).await? {
        look(SecretLocation::password(&password.id.to_string()), &password.name, &password.value);
    }
    for secret in &of_rows(store).await? {
        look(place_of(secret), &name_of(secret), &secret.sealed);
    }
    Ok((sealed, names))
}

/// The same in words.
pub async fn unopened_text(store: &Store, secrets: &Secrets) -> Result<String, StoredError> {
    let (sealed, names) = unopened(store, secrets).await?;
    Ok(match names.as_slice() {
        [] => format!("all {sealed} sealed secrets open with the present key"),
        names => {
            format!("{} of {sealed} sealed secrets don't open with the present key and must be entered again: {}", names.len(), names.join(", "))
        }
    })
}

/// Deletes secrets whose keys are lost, and returns their names.
pub async fn forget(store: &Store, secrets: &Secrets, now: i64) -> Result<Vec<String>, StoredError> {
    let mut gone = Vec::new();
    for (name, value) in store.installation_settings().await? {
        if is_sealed(&value) && secrets.open(SecretLocation::setting(&name), &value).is_err() {
            store.drop_setting(&name).await?;
            if name != CHECK {
                gone.push(name);
            }
        }
    }
    for password in passwords(store).await? {
        let id = password.id.to_string();
        if is_sealed(&password.value)
            && secrets.open(SecretLocation::password(&id), &password.value).is_err()
            && write(store, &password, "", now).await?
        {
            gone.push(password.name);
        }
    }
    for secret in &of_rows(store).await? {
        if secrets.open(place_of(secret), &secret.sealed).is_err() {
            store.forget_secret(secret).await?;
            gone.push(name_of(secret));
        }
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store_with(values: &[(&str, &str, &str)]) -> Store {
        let store = Store::connect(&entrepot_store::StoreConfig::new("mem://", "stored")).await.expect("a store");
        for (name, kind, value) in values {
            let row = json!({ "group": "mail", "name": name, "title": name, "type": kind, "value": value });
            let row = row.as_object().expect("an object");
            store.insert_record(config().expect("declared"), row, &Act::system(1)).await.expect("a row");
        }
        store
    }

    async fn stored(store: &Store) -> Vec<String> {
        let mut values: Vec<_> = passwords(store).await.expect("rows").into_iter().map(|row| (row.name, row.value)).collect();
        values.sort();
        values.into_iter().map(|(_, value)| value).collect()
    }

    fn secrets(keys: &[[u8; 32]]) -> Secrets {
        Secrets::new(keys).expect("keys")
    }

    #[tokio::test]
    async fn a_secret_of_the_installation_is_made_once_and_never_lies_in_the_clear() {
        let store = store_with(&[]).await;
        let own = secrets(&[[1; 32]]);
        let stored = async |name: &str| store.setting(name).await.expect("read").expect("there");
        assert_eq!(installation_secret(&store, &own, "new", "first").await.expect("made"), "first");
        assert_eq!(installation_secret(&store, &own, "new", "second").await.expect("read"), "first");
        store.setting_or("old", "in the clear").await.expect("stored");
        assert_eq!(installation_secret(&store, &own, "old", "other").await.expect("read"), "in the clear");
        assert!(is_sealed(&stored("new").await) && is_sealed(&stored("old").await));
        assert_eq!(installation_secret(&store, &own, "old", "other").await.expect("read"), "in the clear");
        assert!(installation_secret(&store, &secrets(&[[2; 32]]), "old", "other").await.is_err());
    }

    #[tokio::test]
    async fn secrets_that_another_key_sealed_are_named() {
        let store = store_with(&[("smtp_pass", "password", "hidden"), ("site_name", "string", "shown")]).await;
        let own = secrets(&[[1; 32]]);
        installation_secret(&store, &own, "token", "first").await.expect("made");
        seal_all(&store, &own, 5).await.expect("sealed");
        assert_eq!(unopened(&store, &own).await.expect("looked over"), (2, vec![]));
        assert_eq!(unopened_text(&store, &own).await.expect("text"), "all 2 sealed secrets open with the present key");
        let (sealed, names) = unopened(&store, &secrets(&[[2; 32]])).await.expect("looked over");
        assert_eq!((sealed, names), (2, vec!["token".to_owned(), "smtp_pass".to_owned()]));
    }

    #[tokio::test]
    async fn passwords_in_the_clear_are_sealed_and_follow_a_new_key() {
        let store = store_with(&[("a", "password", "hidden"), ("b", "password", ""), ("c", "string", "shown")]).await;
        let (one, both, two) = (secrets(&[[1; 32]]), secrets(&[[2; 32], [1; 32]]), secrets(&[[2; 32]]));
        store.setting_or("signing", &one.seal(SecretLocation::setting("signing"), "key").expect("sealed")).await.expect("stored");
        store.setting_or("other", "plain").await.expect("stored");
        assert_eq!(seal_all(&store, &one, 2).await.expect("sealed"), 1);
        let first = stored(&store).await;
        assert!(is_sealed(&first[0]) && first[1].is_empty(), "{first:?}");
        assert_eq!(seal_all(&store, &one, 3).await.expect("sealed"), 0);
        assert_eq!(seal_all(&store, &both, 4).await.expect("sealed"), 2);
        let id = passwords(&store).await.expect("rows").iter().find(|row| row.name == "a").expect("a").id.to_string();
        assert_eq!(two.open(SecretLocation::password(&id), &stored(&store).await[0]).as_deref(), Ok("hidden"));
        let signing = store.setting("signing").await.expect("read").expect("there");
        assert_eq!(two.open(SecretLocation::setting("signing"), &signing).as_deref(), Ok("key"));
        assert_eq!(store.setting("other").await.expect("read").as_deref(), Some("plain"));
        // Without the keys all that is left is to give the secrets up.
        let lost = secrets(&[[3; 32]]);
        assert_eq!(forget(&store, &lost, 5).await.expect("gone"), ["signing", "a"]);
        assert_eq!((stored(&store).await, store.setting("signing").await.expect("read")), (vec![String::new(), String::new()], None));
    }
}
