//! The recycle bin and the log of sensitive fields: looking closely and putting back.

use entrepot_store::records::bin::PutBack;
use entrepot_store::records::{Resource, catalogue};
use poem::Request;
use poem_openapi::OpenApi;
use serde_json::{Value, json};

use super::body::Body;
use super::envelope::{Answer, done, ok};
use super::errors::ApiError;
use super::listing::parameter;
use super::records::{call, number};
use super::records_body::AnyJson;
use crate::node::Node;

/// Endpoints of the recycle bin and of the log of sensitive fields.
pub struct Security(pub Node);

fn declared(controller: &str) -> Result<&'static Resource, ApiError> {
    catalogue::find(controller).ok_or_else(|| ApiError::Internal(format!("{controller} is not declared")))
}

fn ids(body: &Value) -> Result<Vec<i64>, ApiError> {
    let ids: Vec<i64> = match &body["ids"] {
        Value::Array(values) => values.iter().filter_map(number).collect(),
        value => number(value).into_iter().collect(),
    };
    if ids.is_empty() || ids.len() > 200 { Err(ApiError::field("ids", "error.required")) } else { Ok(ids) }
}

#[OpenApi]
impl Security {
    async fn info(&self, request: &Request, controller: &str) -> Answer {
        let id = parameter(request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
        Ok(ok(call(&self.0, declared(controller)?, request)?.detail(id).await?))
    }

    /// Refuses rows that the caller may not see.
    async fn reach(&self, request: &Request, controller: &str, ids: &[i64]) -> Result<(), ApiError> {
        let call = call(&self.0, declared(controller)?, request)?;
        if !call.act.scope.everything {
            for id in ids {
                self.0.store().record(call.resource, *id, &call.act.scope).await?;
            }
        }
        Ok(())
    }

    /// Words to pages and caches: the rows have changed.
    async fn tell(&self, request: &Request, back: PutBack) -> Result<(), ApiError> {
        for (controller, id) in back.rows {
            let call = call(&self.0, declared(controller)?, request)?;
            call.changed(&entrepot_store::records::write::Written { ids: vec![id], ..Default::default() }).await?;
        }
        Ok(())
    }

    /// A deleted row
    #[oai(path = "/admin/security.DataRecycleLog/info", method = "get", operation_id = "recycleInfo")]
    async fn recycle_info(&self, request: &Request) -> Answer {
        self.info(request, "security.DataRecycleLog").await
    }

    /// Put deleted rows back
    #[oai(path = "/admin/security.DataRecycleLog/restore", method = "post", operation_id = "recycleRestore")]
    async fn restore(&self, request: &Request, body: Body<AnyJson>) -> Answer {
        let ids = ids(&body.0.0.0)?;
        self.reach(request, "security.DataRecycleLog", &ids).await?;
        let back = self.0.store().restore_records(&ids).await?;
        let count = back.rows.len();
        self.tell(request, back).await?;
        Ok(done("restored", json!({ "count": count })))
    }

    /// A change of a sensitive field
    #[oai(path = "/admin/security.SensitiveDataLog/info", method = "get", operation_id = "sensitiveInfo")]
    async fn sensitive_info(&self, request: &Request) -> Answer {
        self.info(request, "security.SensitiveDataLog").await
    }

    /// Write old values back
    #[oai(path = "/admin/security.SensitiveDataLog/rollback", method = "post", operation_id = "sensitiveRollback")]
    async fn roll_back(&self, request: &Request, body: Body<AnyJson>) -> Answer {
        let call = call(&self.0, declared("security.SensitiveDataLog")?, request)?;
        let ids = ids(&body.0.0.0)?;
        self.reach(request, "security.SensitiveDataLog", &ids).await?;
        let back = self.0.store().roll_back(&ids, &call.act).await?;
        let count = back.rows.len();
        self.tell(request, back).await?;
        Ok(done("rolled_back", json!({ "count": count })))
    }
}
