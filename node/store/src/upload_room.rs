//! How much members may upload: so many bytes of each in a day, counted in a row of that day, and so many of all together.
//!
//! The sum of all is read now and then, and what this process adds in between is added to it: beyond the limit by what other
//! nodes add in that time.

use std::time::{Duration, Instant};

use actors::store::StoreError;
use tokio::sync::Mutex;

use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array_id, int, text};

/// How long the sum of all members' uploads is remembered.
const SUM_AGE: Duration = Duration::from_secs(600);
/// The same while they have no room: what was deleted meanwhile makes some.
const FULL_AGE: Duration = Duration::from_secs(30);
/// Thrown when a day's bytes are used up.
const DAY_FULL: &str = "upload_day_full";

/// Limits in bytes.
#[derive(Clone, Copy, Debug)]
pub struct UploadLimits {
    /// Of one member in a day.
    pub day: i64,
    /// Of all members together.
    pub members: i64,
}

/// Whether an upload has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadRoom {
    Taken,
    DayFull,
    MembersFull,
}

#[derive(Clone, Copy)]
struct Sum {
    bytes: i64,
    read: Instant,
}

/// The sum of all members' uploads, as far as it is known.
#[derive(Default)]
struct MemberUploads(Mutex<Option<Sum>>);

impl Memory for MemberUploads {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

impl Store {
    fn upload_day(&self, member: i64) -> surrealdb::types::Value {
        array_id("member_upload", vec![text(&self.today()), int(member)])
    }

    /// Bytes that a member has uploaded today.
    pub async fn uploaded_today(&self, member: i64) -> Result<i64, StoreError> {
        let rows: Vec<i64> = self.rows("SELECT VALUE bytes FROM $day", vec![("day", self.upload_day(member))]).await?;
        Ok(rows.into_iter().next().unwrap_or(0))
    }

    async fn member_upload_bytes(&self) -> Result<i64, StoreError> {
        let query = "RETURN math::sum((SELECT VALUE size ?? 0 FROM attachment WHERE (user_id ?? 0) > 0))";
        let mut response = self.run(query, vec![]).await?;
        take(&mut response, 0)
    }

    /// Takes room for an upload of a member: counted for the day, and for all members.
    pub async fn take_upload_room(&self, member: i64, bytes: i64, limits: UploadLimits) -> Result<UploadRoom, StoreError> {
        let mut known = self.memory::<MemberUploads>().0.lock().await;
        let is_full = |sum: Sum| sum.bytes.saturating_add(bytes) > limits.members;
        let fresh = known.filter(|sum| sum.read.elapsed() < if is_full(*sum) { FULL_AGE } else { SUM_AGE });
        let sum = match fresh {
            Some(sum) => sum,
            None => Sum { bytes: self.member_upload_bytes().await?, read: Instant::now() },
        };
        *known = Some(sum);
        if is_full(sum) {
            return Ok(UploadRoom::MembersFull);
        }
        let query = "BEGIN;
            LET $had = (SELECT VALUE bytes FROM ONLY $day) ?? 0;
            IF $had + $bytes > $most { THROW $full };
            UPSERT $day SET bytes = $had + $bytes RETURN NONE;
            COMMIT;";
        let vars = vec![("day", self.upload_day(member)), ("bytes", int(bytes)), ("most", int(limits.day)), ("full", text(DAY_FULL))];
        match self.run(query, vars).await {
            Ok(_) => {
                *known = Some(Sum { bytes: sum.bytes.saturating_add(bytes), ..sum });
                Ok(UploadRoom::Taken)
            }
            Err(TxError::Thrown(code)) if code == DAY_FULL => Ok(UploadRoom::DayFull),
            Err(error) => Err(error.into()),
        }
    }

    /// Forgets what was uploaded on other days.
    pub async fn tidy_upload_days(&self) -> Result<(), StoreError> {
        self.delete_where("member_upload", "record::id(id)[0] < $today", vec![("today", text(&self.today()))]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn a_member_has_so_many_bytes_a_day_and_all_have_so_many_together() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let limits = UploadLimits { day: 100, members: 250 };
        let upload = async |member: i64, bytes: i64| store.take_upload_room(member, bytes, limits).await.unwrap();
        assert_eq!((upload(1, 60).await, upload(1, 41).await, upload(1, 40).await), (UploadRoom::Taken, UploadRoom::DayFull, UploadRoom::Taken));
        assert_eq!(store.uploaded_today(1).await.unwrap(), 100);
        assert_eq!((upload(2, 100).await, upload(3, 51).await, upload(3, 50).await), (UploadRoom::Taken, UploadRoom::MembersFull, UploadRoom::Taken));
        assert_eq!((store.uploaded_today(3).await.unwrap(), store.uploaded_today(4).await.unwrap()), (50, 0));
        store.run("CREATE member_upload:['2020-01-01', 1] SET bytes = 5", vec![]).await.unwrap();
        store.tidy_upload_days().await.unwrap();
        assert_eq!(store.rows::<i64>("SELECT VALUE bytes FROM member_upload ORDER BY bytes", vec![]).await.unwrap(), [50, 100, 100]);
    }

    #[tokio::test]
    async fn uploads_at_once_are_all_counted() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let limits = UploadLimits { day: 100, members: 1_000 };
        let rooms = futures::future::join_all((0..20).map(|_| store.take_upload_room(1, 30, limits))).await;
        assert_eq!(rooms.into_iter().filter(|room| matches!(room, Ok(UploadRoom::Taken))).count(), 3);
    }
}
