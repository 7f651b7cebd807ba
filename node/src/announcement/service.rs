//! Tells people of announcements, some at a time, and answers what somebody is to read.

use actors::system::System;
use entrepot_store::Store;
use entrepot_store::announcements::{AnnouncementRow, Reader, Reading};

use crate::error::ServiceError;

/// Parts of one announcement at most before others have their turn: 500 people each.
pub const PARTS_OF_A_TASK: usize = 2_000;
/// The same within a request; the scheduled task goes on with the others within a minute.
pub const PARTS_OF_A_REQUEST: usize = 4;

/// An announcement with what somebody has read of it.
#[derive(Clone, Debug)]
pub struct ShownAnnouncement {
    pub row: AnnouncementRow,
    pub reading: Reading,
}

/// The announcements for somebody that run at a time of the site's clock.
pub async fn running(store: &Store, reader: Reader, site_time: &str) -> Result<Vec<ShownAnnouncement>, ServiceError> {
    let readings = store.readings_of(reader).await?;
    let mut shown = Vec::new();
    for row in store.published_announcements().await? {
        if row.runs(site_time) && store.is_for(&row, reader).await? {
            let reading = readings.iter().find(|reading| reading.item_id == row.id).copied().unwrap_or_default();
            shown.push(ShownAnnouncement { row, reading });
        }
    }
    Ok(shown)
}

/// Notes that somebody has read an announcement that is for them and runs, or confirms it.
pub async fn read(store: &Store, reader: Reader, announcement: i64, confirms: bool, now: (i64, &str)) -> Result<(), ServiceError> {
    let none = || ServiceError::refused("announcement.none");
    let (now, site_time) = now;
    let row = store.announcement(announcement).await?.filter(|row| row.runs(site_time)).ok_or_else(none)?;
    if !store.is_for(&row, reader).await? {
        return Err(none());
    }
    if confirms && row.must_confirm == 0 {
        return Err(ServiceError::refused("announcement.no_confirm"));
    }
    Ok(store.note_reading(announcement, reader, confirms, now).await?)
}

/// Tells those who are still to be told of an announcement, if it has begun, in so many parts. Answers how many were told.
pub async fn tell(store: &Store, system: &System, announcement: i64, now: (i64, &str), parts: usize) -> Result<i64, ServiceError> {
    let mut count = 0;
    for _ in 0..parts {
        // Read anew for each part: somebody else may tell of it, or withdraw it.
        let Some(row) = store.announcement(announcement).await? else { break };
        let waits = row.telling != "withdrawn" && !row.runs(now.1);
        if row.telling.is_empty() || waits {
            break;
        }
        let told = store.tell_of_announcement(&row, now.0).await?;
        count += told.count;
        system.announce(told.announcements);
        if told.done {
            break;
        }
    }
    Ok(count)
}

/// Goes on with what was begun, and begins with what starts now. Answers how many people were told.
pub async fn tell_all(store: &Store, system: &System, now: (i64, &str)) -> Result<i64, ServiceError> {
    let mut count = 0;
    for row in store.untold_announcements().await? {
        count += tell(store, system, row.id, now, PARTS_OF_A_TASK).await?;
    }
    Ok(count)
}
