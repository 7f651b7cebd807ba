//! Jobs that run by the clock, on one node of a cluster at a time.

use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::node::Node;

/// Ended sessions are kept this long, in seconds: an expired token must still be told from an unknown one.
const SESSIONS_KEPT: i64 = 7 * 86_400;

/// Starts the jobs.
pub async fn start(node: &Node) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    let every_minute = node.clone();
    scheduler
        .add(Job::new_async("0 * * * * *", move |_, _| {
            let node = every_minute.clone();
            Box::pin(async move { sweep_safety_stock(&node).await })
        })?)
        .await?;
    let hourly = node.clone();
    scheduler
        .add(Job::new_async("0 7 * * * *", move |_, _| {
            let node = hourly.clone();
            Box::pin(async move {
                if claimed(&node, "tidy", 3_600).await
                    && let Err(error) = node.store().tidy(node.now() - SESSIONS_KEPT).await
                {
                    tracing::warn!(%error, "ended sessions were not tidied away");
                }
            })
        })?)
        .await?;
    scheduler.start().await?;
    Ok(scheduler)
}

/// Whether this node runs the job this time.
async fn claimed(node: &Node, job: &str, period: i64) -> bool {
    node.store().claim_job(job, node.now() / period * period, node.system().node()).await.unwrap_or(false)
}

/// The net beneath the comparison after every move.
async fn sweep_safety_stock(node: &Node) {
    if !claimed(node, "safety", 60).await {
        return;
    }
    let swept = async {
        let products = node.store().watched_products().await?;
        actors::warehouse::port::WarehouseStore::watch_safety_stock(node.store(), &products).await
    };
    match swept.await {
        Ok(words) => node.system().announce(words),
        Err(error) => tracing::warn!(%error, "the safety stock was not swept"),
    }
}
