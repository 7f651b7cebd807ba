//! Scheduled jobs, each run by one node of a cluster. The table of scheduled tasks says what runs when: [`tasks`]
//! runs them, [`cron`] parses their schedules.

pub mod cron;
pub mod hooks;
pub mod tasks;

use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::node::Node;

/// Seconds that ended sessions are kept, so that an expired token can be told from an unknown one.
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
