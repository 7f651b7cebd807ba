//! Master data: one set of endpoints for every declared resource.

use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::live::{Invalidation, Topic, TopicEvent};
use entrepot_store::records::{Resource, catalogue};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::types::Any;
use serde_json::{Map, Value, json};

use super::body::Body;
use super::envelope::{Answer, done, ok};
use super::errors::ApiError;
use super::listing::{ids, list_query, parameter};
use crate::node::Node;

/// Endpoints of master data.
pub struct Records(pub Node);

fn resource(controller: &str) -> Result<&'static Resource, ApiError> {
    catalogue::find(controller).ok_or_else(|| ApiError::Refused {
        key: "error.route",
        values: vec![("path", controller.to_owned())],
        facts: json!({ "key": "error.route" }),
    })
}

fn fields(body: Any<Value>) -> Result<Map<String, Value>, ApiError> {
    match body.0 {
        Value::Object(fields) => Ok(fields),
        _ => Err(ApiError::field("body", "error.type")),
    }
}

#[OpenApi]
impl Records {
    /// Rows of a resource: `warehouse.Product`, `warehouse.Supplier` ...
    #[oai(path = "/admin/:controller/index", method = "get", operation_id = "recordIndex")]
    async fn index(&self, request: &Request, controller: Path<String>) -> Answer {
        let query = list_query(request, self.0.config().time_zone);
        let page = self.0.store().records(resource(&controller.0)?, &query).await?;
        Ok(ok(json!({ "list": page.list, "total": page.total, "remark": "" })))
    }

    /// One row
    #[oai(path = "/admin/:controller/edit", method = "get", operation_id = "recordDetail")]
    async fn detail(&self, request: &Request, controller: Path<String>) -> Answer {
        let id = parameter(request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
        Ok(ok(json!({ "row": self.0.store().record(resource(&controller.0)?, id).await? })))
    }

    /// Add a row
    #[oai(path = "/admin/:controller/add", method = "post", operation_id = "recordAdd")]
    async fn add(&self, controller: Path<String>, body: Body<AnyJson>) -> Answer {
        let resource = resource(&controller.0)?;
        let id = self.0.store().insert_record(resource, &fields(body.0.0)?, self.0.now()).await?;
        self.changed(resource, &[id]);
        Ok(done("added", json!({ "id": id })))
    }

    /// Change the fields that are sent
    #[oai(path = "/admin/:controller/edit", method = "post", operation_id = "recordEdit")]
    async fn edit(&self, controller: Path<String>, body: Body<AnyJson>) -> Answer {
        let resource = resource(&controller.0)?;
        let fields = fields(body.0.0)?;
        let id = fields.get("id").and_then(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok()));
        let id = id.ok_or_else(|| ApiError::field("id", "error.required"))?;
        self.0.store().update_record(resource, id, &fields, self.0.now()).await?;
        self.changed(resource, &[id]);
        Ok(done("saved", Value::Null))
    }

    /// Delete rows that nothing refers to
    #[oai(path = "/admin/:controller/del", method = "delete", operation_id = "recordDel")]
    async fn del(&self, request: &Request, controller: Path<String>) -> Answer {
        let resource = resource(&controller.0)?;
        let ids = ids(request);
        if ids.is_empty() || ids.len() > 200 {
            return Err(ApiError::field("ids", "error.required"));
        }
        self.0.store().delete_records(resource, &ids).await?;
        self.changed(resource, &ids);
        Ok(done("deleted", Value::Null))
    }
}

/// A JSON object whose fields the resource's declaration knows.
#[derive(serde::Deserialize)]
#[serde(transparent)]
pub struct AnyJson(#[serde(with = "any")] pub Any<Value>);

mod any {
    use poem_openapi::types::Any;
    use serde::Deserialize;

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Any<serde_json::Value>, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Any)
    }
}

impl poem_openapi::types::Type for AnyJson {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> std::borrow::Cow<'static, str> {
        "object".into()
    }

    fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
        <Any<Value> as poem_openapi::types::Type>::schema_ref()
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl Records {
    /// Tells pages and caches.
    fn changed(&self, resource: &Resource, ids: &[i64]) {
        let system = self.0.system();
        let topic = Topic::Resource { controller: resource.controller.to_owned() };
        system.poke(TopicEvent { topic, ids: ids.to_vec(), more: false });
        for id in ids {
            match resource.table {
                "warehouse" => system.invalidate(Invalidation::Warehouse { warehouse: WarehouseId(*id) }),
                "product" => system.invalidate(Invalidation::Product { product: ProductId(*id) }),
                _ => {}
            }
        }
    }
}
