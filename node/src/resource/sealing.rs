//! Secrets of rows: sealed under the site's key before the row is written, and kept apart from it.

use entrepot_store::resource::kinds::{SecretSent, secret_sent};
use entrepot_store::resource::write::ExtraStatements;
use entrepot_store::sealed_secrets::PLACE;
use serde_json::{Map, Value, json};

use super::Call;
use crate::error::ServiceError;
use crate::secrets::SecretLocation;

impl Call {
    /// Takes the secrets out of a body and has them written with the row, sealed. `id` is that of an existing row.
    pub(super) async fn seal_secrets(&mut self, body: &mut Map<String, Value>, id: Option<i64>) -> Result<(), ServiceError> {
        let mut fields = self.resource.secrets().peekable();
        if fields.peek().is_none() {
            return Ok(());
        }
        let place = self.secret_place(id).await?;
        let mut extra = std::mem::take(&mut self.act.extra);
        for (at, field) in fields.enumerate() {
            let sent = secret_sent(&body.remove(field.name).unwrap_or(Value::Null)).map_err(|key| ServiceError::field(field.name, key))?;
            let sealed = match sent {
                SecretSent::Kept if id.is_none() && field.required => return Err(ServiceError::field(field.name, "error.required")),
                SecretSent::Kept => continue,
                SecretSent::Cleared if field.required => return Err(ServiceError::field(field.name, "error.required")),
                SecretSent::Cleared => None,
                SecretSent::Set(secret) => {
                    let location = SecretLocation { table: self.resource.table, id: &place, field: field.name };
                    let sealed = self.parts.secrets.seal(location, &secret);
                    Some(sealed.map_err(|error| ServiceError::Internal(error.to_string()))?)
                }
            };
            let set_at = if sealed.is_some() { self.act.now } else { 0 };
            self.act.set.insert(format!("{}_set_at", field.name), json!(set_at));
            self.act.set.insert(PLACE.to_owned(), json!(place));
            extra = extra.and(ExtraStatements::keep_secret(at, self.resource, &place, field.name, sealed.as_deref()));
        }
        self.act.extra = extra;
        Ok(())
    }

    /// Where the secrets of a row are, or will be.
    async fn secret_place(&self, id: Option<i64>) -> Result<String, ServiceError> {
        let stored = match id {
            Some(id) => self.store().secret_places(self.resource, &[id]).await?.into_iter().next(),
            None => None,
        };
        Ok(stored.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string()))
    }

    /// Has the secrets of rows deleted with them.
    pub(super) async fn drop_secrets(&mut self, ids: &[i64]) -> Result<(), ServiceError> {
        if self.resource.secrets().next().is_none() {
            return Ok(());
        }
        let places = self.store().secret_places(self.resource, ids).await?;
        let extra = std::mem::take(&mut self.act.extra);
        self.act.extra = extra.and(ExtraStatements::drop_secrets(&places));
        Ok(())
    }
}
