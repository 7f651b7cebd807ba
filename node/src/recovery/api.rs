//! The recycle bin and the log of sensitive fields: looking closely and putting back.

use entrepot_store::engine::typed;
use entrepot_store::resource::{Resource, catalogue};
use poem::Request;
use poem_openapi::OpenApi;
use serde_json::{Value, json};

use super::put_back::PutBack;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::guard::caller;
use crate::http::listing::parameter;
use crate::node::Node;
use crate::resource::api::call;
use crate::resource::body::AnyJson;

/// Endpoints of the recycle bin and of the log of sensitive fields.
pub struct Security(pub Node);

fn declared(controller: &str) -> Result<&'static Resource, ApiError> {
    catalogue::find(controller).ok_or_else(|| ApiError::Internal(format!("{controller} is not declared")))
}

fn ids(body: &Value) -> Result<Vec<i64>, ApiError> {
    let ids = typed::integers(&body["ids"]).ok_or_else(|| ApiError::field("ids", "error.type"))?;
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

    /// The ways back, for whoever asks.
    fn put_back<'a>(&'a self, request: &'a Request) -> Result<PutBack<'a>, ApiError> {
        let origin = address::origin(request, &self.0);
        Ok(PutBack { node: &self.0, caller: caller(request)?, ip: origin.ip, agent: origin.agent })
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
        let count = self.put_back(request)?.restore(&ids).await?;
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
        let ids = ids(&body.0.0.0)?;
        self.reach(request, "security.SensitiveDataLog", &ids).await?;
        let count = self.put_back(request)?.roll_back(&ids).await?;
        Ok(done("rolled_back", json!({ "count": count })))
    }
}
