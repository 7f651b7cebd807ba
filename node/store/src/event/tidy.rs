//! Old events go, by ranges of their numbers, and lines of logs by their times.

use actors::store::StoreError;
use bus_schemas::event::Stream;

use super::read::between;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{int, text_id};

/// Rows that one transaction deletes.
const TOGETHER: i64 = 500;

impl Store {
    /// Removes rows of a log that were made before a moment, in Unix seconds, where `only` holds; says how many.
    pub(crate) async fn remove_before(&self, table: &'static str, only: &str, before: i64) -> Result<i64, StoreError> {
        let query = format!(
            "LET $old = (SELECT VALUE id FROM {table} WHERE create_time < $before AND create_time > 0 AND {only} LIMIT {TOGETHER}); \
             DELETE $old RETURN NONE; RETURN array::len($old);"
        );
        let mut gone = 0;
        loop {
            let mut writing = self.writes().writing(table);
            let mut response = self.run(&query, vec![("before", int(before))]).await?;
            writing.touched(&[]);
            let removed: Option<i64> = take(&mut response, 2)?;
            let removed = removed.unwrap_or(0);
            gone += removed;
            if removed < TOGETHER {
                return Ok(gone);
            }
        }
    }

    /// Removes lines of the log of SMS from before a moment, in Unix seconds; says how many.
    pub async fn tidy_sms_log(&self, before: i64) -> Result<i64, StoreError> {
        self.remove_before("sms_log", "true", before).await
    }

    /// Removes events from before a moment, in Unix milliseconds; says how many.
    pub async fn tidy_events(&self, before_ms: i64) -> Result<i64, StoreError> {
        let mut gone = 0;
        for (stream, last) in self.event_streams().await? {
            loop {
                let (removed, first) = self.tidy_stream(&stream, before_ms).await?;
                gone += removed;
                if removed < TOGETHER || first > last {
                    break;
                }
            }
        }
        Ok(gone)
    }

    /// Removes the oldest ones of a stream; says how many, and which is the oldest now. The first that stays ends it: events of
    /// one stream are written in the order of their times, but for clocks that differ.
    async fn tidy_stream(&self, stream: &Stream, before_ms: i64) -> Result<(i64, i64), StoreError> {
        let name = text_id("event_first", &stream.to_string());
        let first: Vec<i64> = self.rows("SELECT VALUE number FROM $first", vec![("first", name.clone())]).await?;
        let first = first.first().copied().unwrap_or(1);
        let kept = self.events_between(stream, first, first + TOGETHER - 1).await?;
        let old = i64::try_from(kept.iter().take_while(|event| event.at < before_ms).count()).unwrap_or(0);
        if old > 0 {
            let query = "BEGIN; DELETE $range RETURN NONE; UPSERT $first SET number = $next RETURN NONE; COMMIT;";
            self.run(query, vec![("range", between(stream, first, first + old - 1)), ("first", name), ("next", int(first + old))]).await?;
        }
        Ok((old, first + old))
    }
}
