//! Routes that make keys for other programs and rotate them (`ops/docs/API.md`). Their answers show a key once.

use entrepot_store::resource::{Resource, catalogue};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use crate::administrators::api_key_service;
use crate::administrators::api_key_service::{KeyRequest, ShownKey};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{integer, some_integer, switch};
use crate::identity::admin_request::caller;
use crate::identity::api_keys::ApiKeys;
use crate::resource::request::call;

/// Warehouses that a key may name.
const WAREHOUSES_MAX: usize = 200;
/// Requests a minute of a key that names no number.
const RATE: i64 = 600;

/// Endpoints of keys.
pub struct ApiKeyRoutes {
    pub base: Base,
    pub api_keys: Arc<ApiKeys>,
}

/// A row by its name.
#[derive(Object)]
pub struct NamedChoice {
    pub id: i64,
    pub name: String,
}

/// What a new key may be bound to.
#[derive(Object)]
pub struct KeyForm {
    /// Enabled groups that one has, or may give.
    pub groups: Vec<NamedChoice>,
    /// Those that one sees.
    pub warehouses: Vec<NamedChoice>,
    /// Whether one may make keys of the site.
    pub of_site: bool,
    /// Days that a key may live.
    pub days_max: i64,
    /// Requests a minute of a key that names no number.
    pub rate: i64,
}

/// A key to be made for oneself.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakeKeyBody {
    /// At most 60 characters.
    pub name: String,
    /// A group that one has, or may give.
    #[serde(deserialize_with = "integer")]
    pub group_id: i64,
    /// Only these warehouses of the group; all of them if empty.
    #[serde(default)]
    #[oai(default)]
    pub warehouses: Vec<i64>,
    /// Unix seconds, at most two years ahead.
    #[serde(deserialize_with = "integer")]
    pub expires: i64,
    /// Requests a minute, 1 to 6,000; 600 without.
    #[serde(default, deserialize_with = "some_integer")]
    pub rate: Option<i64>,
    /// It outlives its maker. For super administrators.
    #[serde(default, deserialize_with = "switch")]
    #[oai(default)]
    pub of_site: bool,
    /// At most 255 characters.
    #[serde(default)]
    #[oai(default)]
    pub remark: String,
}

/// A key that is to get another text.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RotateKeyBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// Hours in which the former text stays good, 0 to 168.
    #[serde(deserialize_with = "integer")]
    pub overlap_hours: i64,
    /// The version that was seen.
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
}

/// A key, shown this once.
#[derive(Object)]
pub struct ShownKeyView {
    pub id: i64,
    /// The whole text. It is kept nowhere.
    pub api_key: String,
    /// Its beginning, by which logs and lists name it.
    pub prefix: String,
}

impl From<ShownKey> for ShownKeyView {
    fn from(ShownKey { id, key }: ShownKey) -> Self {
        Self { id, api_key: key.text, prefix: key.prefix }
    }
}

fn keys() -> Result<&'static Resource, ApiError> {
    Ok(catalogue::declared("api.Key")?)
}

#[OpenApi]
impl ApiKeyRoutes {
    /// What a new API key may be bound to
    #[oai(path = "/admin/api.Key/make", method = "get", operation_id = "apiKeyForm")]
    async fn form(&self, request: &Request) -> Answer<KeyForm> {
        let caller = caller(request)?;
        let choices = api_key_service::choices(self.base.store(), caller).await?;
        Ok(ok(KeyForm {
            groups: choices.groups.into_iter().map(|(id, name)| NamedChoice { id, name }).collect(),
            warehouses: choices.warehouses.into_iter().map(|(id, name)| NamedChoice { id, name }).collect(),
            of_site: caller.rights.everything,
            days_max: api_key_service::LIFE_MAX / 86_400,
            rate: RATE,
        }))
    }

    /// Make an API key for oneself
    #[oai(path = "/admin/api.Key/make", method = "post", operation_id = "apiKeyMake")]
    async fn make(&self, request: &Request, body: Body<MakeKeyBody>) -> Answer<ShownKeyView> {
        let MakeKeyBody { name, group_id, mut warehouses, expires, rate, of_site, remark } = body.0;
        if warehouses.len() > WAREHOUSES_MAX {
            return Err(ApiError::field("warehouses", "error.text.long"));
        }
        warehouses.sort_unstable();
        warehouses.dedup();
        let asked = KeyRequest { name, of_site, group: group_id, warehouses, rate: rate.unwrap_or(RATE), expires, remark };
        let call = call(keys()?, request)?;
        Ok(done("added", api_key_service::make(&self.api_keys, call, asked).await?.into()))
    }

    /// Give an API key of one's own another text
    #[oai(path = "/admin/api.Key/rotate", method = "post", operation_id = "apiKeyRotate")]
    async fn rotate(&self, request: &Request, body: Body<RotateKeyBody>) -> Answer<ShownKeyView> {
        let RotateKeyBody { id, overlap_hours, version } = body.0;
        let call = call(keys()?, request)?;
        Ok(done("saved", api_key_service::rotate(&self.api_keys, call, id, overlap_hours, version).await?.into()))
    }
}
