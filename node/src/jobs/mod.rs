//! Jobs that run by the clock, on one node of a cluster at a time. What runs when is in the table of
//! scheduled tasks: [`tasks`] runs them, [`cron`] reads their schedules.

pub mod cron;
pub mod hooks;
pub mod tasks;

use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::node::Node;

/// Ended sessions are kept this long, in seconds: an expired token must still be told from an unknown one.
const SESSIONS_KEPT: i64 = 7 * 86_400;

/// Starts the clock.
pub async fn start(node: &Node) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let every_minute = node.clone();
    scheduler
        .add(Job::new_async("0 * * * * *", move |_, _| {
            let node = every_minute.clone();
            Box::pin(async move { tasks::tick(&node).await })
        })?)
        .await?;
    scheduler.start().await?;
    Ok(scheduler)
}
