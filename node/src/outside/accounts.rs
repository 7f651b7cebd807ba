//! Accounts with their secrets opened, for the moment of a call.

use std::collections::HashMap;
use std::sync::Arc;

use entrepot_store::Store;
use entrepot_store::resource::write::ExtraStatements;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::sealed_secrets::PLACE;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::secrets::{SecretLocation, Secrets};

/// What opens accounts. Cheap to clone.
#[derive(Clone)]
pub struct Opener {
    pub store: Store,
    pub secrets: Arc<Secrets>,
}

/// A row of an account, which knows where its secrets are.
pub trait AccountRow: DeserializeOwned {
    /// The controller of its resource.
    const CONTROLLER: &'static str;
    fn place(&self) -> &str;
}

/// The secrets of an account by their fields; one that was never set is empty.
#[derive(Default)]
pub struct Opened(HashMap<String, String>);

impl Opened {
    /// A secret, or nothing.
    #[must_use]
    pub fn secret(&self, field: &str) -> String {
        self.0.get(field).cloned().unwrap_or_default()
    }
}

impl Opener {
    fn resource<R: AccountRow>() -> Result<&'static Resource, ServiceError> {
        Ok(catalogue::declared(R::CONTROLLER)?)
    }

    /// Adds an account by the program itself: a row, its secrets by their fields. Answers its id.
    pub async fn add(&self, controller: &str, row: &Value, secrets: &[(&str, &str)], now: i64) -> Result<i64, ServiceError> {
        let resource = catalogue::declared(controller)?;
        let place = uuid::Uuid::new_v4().simple().to_string();
        let mut act = Act::system(now);
        act.set.insert(PLACE.to_owned(), json!(place));
        for (at, (field, secret)) in secrets.iter().enumerate() {
            let sealed = self.secrets.seal(SecretLocation { table: resource.table, id: &place, field }, secret);
            let sealed = sealed.map_err(|error| ServiceError::Internal(error.to_string()))?;
            act.set.insert(format!("{field}_set_at"), json!(now));
            act.extra = std::mem::take(&mut act.extra).and(ExtraStatements::keep_secret(at, resource, &place, field, Some(&sealed)));
        }
        let row = row.as_object().cloned().unwrap_or_default();
        Ok(self.store.insert_record(resource, &row, &act).await?)
    }

    /// The secrets of a place. One that these keys don't open is empty, and logged.
    async fn open(&self, table: &'static str, place: &str) -> Result<Opened, ServiceError> {
        if place.is_empty() {
            return Ok(Opened::default());
        }
        let mut opened = HashMap::new();
        for secret in self.store.sealed_at(place).await? {
            match self.secrets.open(SecretLocation { table, id: place, field: &secret.field }, &secret.sealed) {
                Ok(text) => {
                    opened.insert(secret.field, text);
                }
                Err(error) => tracing::error!(table, field = secret.field, %error, "a secret of an account can't be opened"),
            }
        }
        Ok(Opened(opened))
    }

    /// Accounts that are switched on, in their order.
    pub async fn enabled<R: AccountRow>(&self) -> Result<Vec<(R, Opened)>, ServiceError> {
        let resource = Self::resource::<R>()?;
        let mut accounts = Vec::new();
        for row in self.store.enabled_accounts::<R>(resource).await? {
            let opened = self.open(resource.table, row.place()).await?;
            accounts.push((row, opened));
        }
        Ok(accounts)
    }

    /// Whether there is one that is switched on.
    pub async fn any<R: AccountRow>(&self) -> Result<bool, ServiceError> {
        Ok(!self.store.enabled_accounts::<R>(Self::resource::<R>()?).await?.is_empty())
    }

    /// One account.
    pub async fn one<R: AccountRow>(&self, id: i64) -> Result<(R, Opened), ServiceError> {
        let resource = Self::resource::<R>()?;
        let row: R = self.store.account(resource, id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let opened = self.open(resource.table, row.place()).await?;
        Ok((row, opened))
    }
}
