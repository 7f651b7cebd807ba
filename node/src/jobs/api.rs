//! The route of scheduled tasks beside those of their rows.

use entrepot_store::engine::typed;
use entrepot_store::resource::catalogue;
use poem::Request;
use poem_openapi::OpenApi;

use super::tasks::{self, TaskRun, Work};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, done};
use crate::http::error::ApiError;
use crate::resource::request::call;
use crate::settings::api::fields;
use crate::settings::bodies::ScheduledTask;

/// The endpoint that runs a task at once.
pub struct Tasks {
    pub base: Base,
    pub work: Work,
}

#[OpenApi]
impl Tasks {
    /// Run a scheduled task now
    #[oai(path = "/admin/routine.Crontab/run", method = "post", operation_id = "crontabRun")]
    async fn run(&self, request: &Request, body: Body<Described<ScheduledTask>>) -> Answer<TaskRun> {
        let body = fields(body)?;
        let id = body.get("id").and_then(typed::integer).ok_or_else(|| ApiError::field("id", "error.required"))?;
        let call = call(catalogue::declared("routine.Crontab")?, request)?;
        let task = self.base.store().record_as(call.resource, id, &call.act.scope).await?;
        Ok(done("task.run", tasks::run(&self.work, &task).await?))
    }
}
