//! The recycle bin and the log of sensitive fields: looking closely and putting back.

use entrepot_store::engine::typed;
use entrepot_store::resource::catalogue;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde_json::Value;

use super::put_back::PutBack;
use super::views::{Declared, Detail, RecycleLogRow, SensitiveLogRow};
use crate::base::Base;
use crate::http::address;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::identity::admin_request::caller;
use crate::resource::call::Resources;
use crate::resource::request::call;

/// Endpoints of the recycle bin and of the log of sensitive fields.
pub struct Security {
    pub base: Base,
    pub resources: Resources,
}

/// The rows of the log to put back.
#[derive(Object)]
pub struct LogRows {
    /// At most 200.
    pub ids: Vec<i64>,
}

/// How many were put back.
#[derive(Object)]
pub struct PutBackCount {
    pub count: usize,
}

fn ids(body: &Value) -> Result<Vec<i64>, ApiError> {
    let ids = typed::integers(body.get("ids").unwrap_or(&Value::Null)).ok_or_else(|| ApiError::field("ids", "error.type"))?;
    if ids.is_empty() || ids.len() > 200 { Err(ApiError::field("ids", "error.required")) } else { Ok(ids) }
}

#[OpenApi]
impl Security {
    async fn info<D: Declared>(&self, request: &Request, id: Whole) -> Answer<Detail<D>> {
        let id = id.required("id")?;
        Ok(ok(Detail::new(call(catalogue::declared(D::CONTROLLER)?, request)?.detail(id).await?)))
    }

    /// Refuses rows outside the caller's scope.
    async fn require_rows(&self, request: &Request, controller: &str, ids: &[i64]) -> Result<(), ApiError> {
        let call = call(catalogue::declared(controller)?, request)?;
        if !call.act.scope.everything {
            for id in ids {
                self.base.store().record(call.resource, *id, &call.act.scope).await?;
            }
        }
        Ok(())
    }

    /// Restore and rollback with the caller's rights.
    fn put_back<'a>(&'a self, request: &'a Request) -> Result<PutBack<'a>, ApiError> {
        let origin = address::origin(request, &self.base);
        Ok(PutBack { resources: &self.resources, caller: caller(request)?, ip: origin.ip, agent: origin.agent })
    }

    /// A deleted row
    #[oai(path = "/admin/security.DataRecycleLog/info", method = "get", operation_id = "recycleInfo")]
    async fn recycle_info(&self, request: &Request, id: Query<Whole>) -> Answer<Detail<RecycleLogRow>> {
        self.info(request, id.0).await
    }

    /// Put deleted rows back
    #[oai(path = "/admin/security.DataRecycleLog/restore", method = "post", operation_id = "recycleRestore")]
    async fn restore(&self, request: &Request, body: Body<Described<LogRows>>) -> Answer<PutBackCount> {
        let ids = ids(&body.0.sent)?;
        self.require_rows(request, "security.DataRecycleLog", &ids).await?;
        let count = self.put_back(request)?.restore(&ids).await?;
        Ok(done("restored", PutBackCount { count }))
    }

    /// A change of a sensitive field
    #[oai(path = "/admin/security.SensitiveDataLog/info", method = "get", operation_id = "sensitiveInfo")]
    async fn sensitive_info(&self, request: &Request, id: Query<Whole>) -> Answer<Detail<SensitiveLogRow>> {
        self.info(request, id.0).await
    }

    /// Write old values back
    #[oai(path = "/admin/security.SensitiveDataLog/rollback", method = "post", operation_id = "sensitiveRollback")]
    async fn roll_back(&self, request: &Request, body: Body<Described<LogRows>>) -> Answer<PutBackCount> {
        let ids = ids(&body.0.sent)?;
        self.require_rows(request, "security.SensitiveDataLog", &ids).await?;
        let count = self.put_back(request)?.roll_back(&ids).await?;
        Ok(done("rolled_back", PutBackCount { count }))
    }
}
