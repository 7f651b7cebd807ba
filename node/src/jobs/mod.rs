//! Scheduled jobs, each run by one node of a cluster. The table of scheduled tasks says what runs when: [`tasks`]
//! runs them, [`kinds`] says which there are and what each does, [`cron`] parses their schedules.

pub mod api;
pub mod hooks;
pub mod kinds;
pub mod tasks;
pub mod uploads;

use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

/// Starts the clock.
pub async fn start(work: &tasks::Work) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let every_minute = work.clone();
    scheduler
        .add(Job::new_async("0 * * * * *", move |_, _| {
            let work = every_minute.clone();
            Box::pin(async move { tasks::tick(&work).await })
        })?)
        .await?;
    scheduler.start().await?;
    Ok(scheduler)
}
