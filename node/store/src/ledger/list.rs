//! The ledger, newest first. It is written without an index (decision 0003), so a page is read
//! backwards in windows of each warehouse's sequence, which are then merged by time: as far as the
//! page needs and no further. How many rows there are is counted with the sums of each month, and
//! totals and places of filtered lists are remembered ([`super::ledger_memory`]).

use std::collections::VecDeque;

use actors::store::StoreError;
use serde::Deserialize;
use serde_json::Value as Json;

use super::list_memory::Head;
use super::order_rows::{self, Span};
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, array_id, int};
use crate::inventory::list::by_product;
use crate::ledger::RECORD_ID;
use crate::ledger::flows::Counted;
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, Filter, ListQuery, Page};
use crate::scope::Scope;

const COLUMNS: &[Listed] = &[
    Listed::new("id", RECORD_ID, Compare::Int).sorted_by("at"),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("operation_type", "operation", Compare::Int),
    Listed::new("operation_number", "order_no", Compare::Text),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("create_time", "at", Compare::Millis),
];

/// Ledger rows looked at by the first window, and by the largest.
const WINDOW: (i64, i64) = (64, 8_192);
/// While rows are passed over, a place is remembered so often.
const PLACE_EVERY: i64 = 1_000;

/// A row's place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Key {
    at: i64,
    warehouse: i64,
    sequence: i64,
}

/// How far one warehouse's ledger has been read, downwards.
struct Cursor {
    warehouse: i64,
    /// The next window ends here.
    upto: i64,
    window: i64,
    /// Newest first.
    found: VecDeque<Key>,
}

impl Cursor {
    /// Where to go on.
    fn next(&self) -> (i64, i64) {
        (self.warehouse, self.found.front().map_or(self.upto, |key| key.sequence))
    }
}

/// How far one warehouse's ledger has been read, upwards.
struct Climber {
    warehouse: i64,
    from: i64,
    last: i64,
    /// The last sequence that was counted.
    passed: i64,
    /// Oldest first.
    found: VecDeque<Key>,
}

/// A page that is asked for.
struct Wanted<'a> {
    /// The list's name in the memory; empty where it is not remembered.
    name: &'a str,
    conditions: &'a str,
    vars: &'a Vars,
    start: i64,
    limit: i64,
    total: i64,
}

/// Warehouses that the filters leave, `None` for all.
fn only(query: &ListQuery) -> Option<Vec<i64>> {
    query.asked().find(|filter| filter.field == "warehouses_id" && filter.is_equality()).map(Filter::numbers)
}

impl Store {
    /// A page of ledger rows that moved goods, newest first unless another order is asked for.
    pub async fn list_records(&self, query: &ListQuery, scope: &Scope) -> Result<Page, ListFailure> {
        let mut vars = Vars::new();
        let mut base = vec!["operation != NONE".to_owned()];
        base.extend(scope.within_warehouses("warehouse", &mut vars));
        let conditions_of_all = base.len();
        let query = by_product(query, &mut base, &mut vars);
        let conditions = conditions(&query, COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        // By time, and which way; `None`: by something else.
        let descends = match &query.order {
            None => Some(true),
            Some((field, descends)) => (field == "id" || field == "create_time").then_some(*descends),
        };
        if let (Some(descends), Some(spans)) = (descends, order_rows::of_ids(&query)) {
            return self.of_spans(&spans, descends, &conditions, &vars, &query).await;
        }
        if descends != Some(true) {
            let order = order_by(&query, COLUMNS, "at DESC, id DESC")?;
            let text = format!(
                "SELECT *, {RECORD_ID} AS id \
                 FROM (SELECT * FROM movement {conditions} ORDER BY {order} LIMIT $limit START $start); \
                 SELECT VALUE count FROM ONLY (SELECT count() FROM movement {conditions} GROUP ALL) LIMIT 1;"
            );
            return self.page(&text, vars, &query).await;
        }
        if let Some(number) = order_rows::number(&query)
            && let Some(spans) = self.spans_of(number).await?
        {
            return self.of_spans(&spans, true, &conditions, &vars, &query).await;
        }
        let asked = only(&query);
        let wanted = match (&asked, scope.only_warehouses()) {
            (Some(asked), Some(seen)) => Some(asked.iter().copied().filter(|id| seen.contains(id)).collect()),
            (None, Some(seen)) => Some(seen.to_vec()),
            (_, None) => asked.clone(),
        };
        let heads = self.ledger_heads(wanted.as_deref()).await?;
        // Names of products change, the ledger does not: a list by product names is not remembered.
        let remembered = base.len() == conditions_of_all;
        let name = if remembered { format!("{conditions} {vars:?} {wanted:?}") } else { String::new() };
        let filtered =
            !remembered || query.asked().next().is_some() && (asked.is_none() || query.asked().any(|filter| filter.field != "warehouses_id"));
        let total = match (filtered, remembered) {
            (false, _) => heads.iter().map(|head| head.records).sum(),
            (true, true) => self.total_of(&name, &heads, &conditions, &vars).await?,
            (true, false) => self.count_entries(&conditions, vars.clone()).await?,
        };
        let wanted = Wanted { name: &name, conditions: &conditions, vars: &vars, start: query.start(), limit: query.page_size(), total };
        let keys = self.newest(heads, &wanted).await?;
        Ok(Page { list: self.records_of(&keys).await?, total })
    }

    /// A page of what is within some spans of the ledger.
    async fn of_spans(&self, spans: &[Span], descends: bool, conditions: &str, vars: &Vars, query: &ListQuery) -> Result<Page, ListFailure> {
        let mut keys = Vec::new();
        for span in spans {
            keys.extend(self.window(span.warehouse, span.first, span.last, conditions, vars).await?);
        }
        keys.sort_unstable();
        if descends {
            keys.reverse();
        }
        let total = i64::try_from(keys.len()).unwrap_or(i64::MAX);
        let whole = |number: i64| usize::try_from(number).unwrap_or(0);
        let page: Vec<Key> = keys.into_iter().skip(whole(query.start())).take(whole(query.page_size())).collect();
        Ok(Page { list: self.records_of(&page).await?, total })
    }

    /// The exact number of rows up to the heads: what was counted before, and what is new since.
    async fn total_of(&self, name: &str, heads: &[Head], conditions: &str, vars: &Vars) -> Result<i64, StoreError> {
        let mut total = self.ledger_memory().total(name);
        for head in heads {
            let known = total.upto.get(&head.warehouse).copied().unwrap_or(0);
            if head.last <= known {
                continue;
            }
            let query = format!(
                "SELECT VALUE count FROM ONLY (SELECT count() FROM movement:[$window_of, $window_from]..=[$window_of, $window_upto] {conditions} GROUP ALL) LIMIT 1;"
            );
            let mut vars = vars.clone();
            vars.extend([("window_of", int(head.warehouse)), ("window_from", int(known + 1)), ("window_upto", int(head.last))]);
            let mut response = self.run(&query, vars).await?;
            total.rows += take::<Option<i64>>(&mut response, 0)?.unwrap_or(0);
            total.upto.insert(head.warehouse, head.last);
        }
        self.ledger_memory().counted(name, &total);
        Ok(total.rows)
    }

    /// How far each warehouse's ledger goes; those of an embedded database are known until a batch is written.
    async fn ledger_heads(&self, warehouses: Option<&[i64]>) -> Result<Vec<Head>, StoreError> {
        let batches = self.ledger_memory().batches();
        let known = if self.embedded() { self.ledger_memory().heads(batches) } else { None };
        let mut heads = match known {
            Some(heads) => heads,
            None => {
                let query = "SELECT warehouse, math::sum(records) AS records, math::max(last) AS last FROM flow GROUP BY warehouse";
                let mut heads: Vec<Head> = self.rows(query, vec![]).await?;
                let counted: Vec<Counted> = heads.iter().map(|head| Counted { warehouse: head.warehouse, last: head.last }).collect();
                for (head, uncounted) in heads.iter_mut().zip(self.uncounted(&counted).await?) {
                    head.records += i64::try_from(uncounted.len()).unwrap_or(0);
                    head.last = uncounted.last().map_or(head.last, |flowing| flowing.sequence);
                }
                self.ledger_memory().keep_heads(batches, &heads);
                heads
            }
        };
        heads.retain(|head| warehouses.is_none_or(|wanted| wanted.contains(&head.warehouse)));
        Ok(heads)
    }

    async fn count_entries(&self, conditions: &str, vars: Vars) -> Result<i64, StoreError> {
        let query = format!("SELECT VALUE count FROM ONLY (SELECT count() FROM movement {conditions} GROUP ALL) LIMIT 1;");
        let mut response = self.run(&query, vars).await?;
        Ok(take::<Option<i64>>(&mut response, 0)?.unwrap_or(0))
    }

    /// The keys of a page.
    async fn newest(&self, heads: Vec<Head>, wanted: &Wanted<'_>) -> Result<Vec<Key>, StoreError> {
        let behind = wanted.total - wanted.start;
        if behind <= 0 {
            return Ok(Vec::new());
        }
        let memory = (!wanted.name.is_empty()).then(|| self.ledger_memory());
        let (ends, span) = (heads.iter().map(|head| (head.warehouse, head.last)).collect::<Vec<_>>(), (wanted.start, wanted.limit));
        if let Some(entries) = memory.and_then(|memory| memory.page(wanted.name, span, &ends)) {
            return Ok(entries.into_iter().map(|(at, warehouse, sequence)| Key { at, warehouse, sequence }).collect());
        }
        let known = memory.and_then(|memory| memory.place(wanted.name, behind));
        let top = || (heads.iter().map(|head| (head.warehouse, head.last)).collect(), wanted.start);
        let (place, mut skip) = known.unwrap_or_else(top);
        if behind < skip {
            return self.oldest(heads, wanted, behind).await;
        }
        let first_window = (WINDOW.0 + skip * 2).min(WINDOW.1);
        let cursor = |(warehouse, upto): (i64, i64)| Cursor { warehouse, upto, window: first_window, found: VecDeque::new() };
        let mut cursors: Vec<Cursor> = place.into_iter().map(cursor).collect();
        let mut keys = Vec::new();
        while i64::try_from(keys.len()).unwrap_or(wanted.limit) < wanted.limit {
            for cursor in &mut cursors {
                while cursor.found.is_empty() && cursor.upto > 0 {
                    self.read_window(cursor, wanted.conditions, wanted.vars).await?;
                }
            }
            let newest = cursors.iter_mut().filter(|cursor| !cursor.found.is_empty()).max_by_key(|cursor| cursor.found.front().copied());
            let Some(key) = newest.and_then(|cursor| cursor.found.pop_front()) else { break };
            if skip == 0 {
                keys.push(key);
                continue;
            }
            skip -= 1;
            if skip % PLACE_EVERY == 0
                && let Some(memory) = memory
            {
                memory.passed(wanted.name, behind + skip, cursors.iter().map(Cursor::next).collect());
            }
        }
        if let Some(memory) = memory {
            memory.passed(wanted.name, behind - i64::try_from(keys.len()).unwrap_or(0), cursors.iter().map(Cursor::next).collect());
            memory.read(wanted.name, span, ends, keys.iter().map(|key| (key.at, key.warehouse, key.sequence)).collect());
        }
        Ok(keys)
    }

    /// The keys of a page that is nearer to the oldest row: counted from there.
    async fn oldest(&self, heads: Vec<Head>, wanted: &Wanted<'_>, behind: i64) -> Result<Vec<Key>, StoreError> {
        let cursor = |head: Head| Climber { warehouse: head.warehouse, from: 1, last: head.last, passed: 0, found: VecDeque::new() };
        let mut climbers: Vec<Climber> = heads.into_iter().map(cursor).collect();
        let limit = usize::try_from(wanted.limit).unwrap_or(0);
        let mut keys = VecDeque::with_capacity(limit + 1);
        for _ in 0..behind {
            for climber in &mut climbers {
                while climber.found.is_empty() && climber.from <= climber.last {
                    self.climb(climber, wanted).await?;
                }
            }
            let oldest = climbers.iter_mut().filter(|climber| !climber.found.is_empty()).min_by_key(|climber| climber.found.front().copied());
            let Some((climber, key)) = oldest.and_then(|climber| climber.found.pop_front().map(|key| (climber, key))) else { break };
            climber.passed = key.sequence;
            keys.push_front(key);
            keys.truncate(limit);
        }
        if !wanted.name.is_empty() {
            let place = climbers.iter().map(|climber| (climber.warehouse, climber.passed)).collect();
            self.ledger_memory().passed(wanted.name, behind, place);
        }
        Ok(keys.into())
    }

    async fn climb(&self, climber: &mut Climber, wanted: &Wanted<'_>) -> Result<(), StoreError> {
        let upto = (climber.from + WINDOW.1 - 1).min(climber.last);
        let rows: Vec<Key> = self.window(climber.warehouse, climber.from, upto, wanted.conditions, wanted.vars).await?;
        climber.found.extend(rows);
        climber.from = upto + 1;
        Ok(())
    }

    async fn window(&self, warehouse: i64, from: i64, upto: i64, conditions: &str, vars: &Vars) -> Result<Vec<Key>, StoreError> {
        let query = format!("SELECT at, warehouse, sequence FROM movement:[$window_of, $window_from]..=[$window_of, $window_upto] {conditions}");
        let mut vars = vars.clone();
        vars.extend([("window_of", int(warehouse)), ("window_from", int(from)), ("window_upto", int(upto))]);
        self.rows(&query, vars).await
    }

    async fn read_window(&self, cursor: &mut Cursor, conditions: &str, vars: &Vars) -> Result<(), StoreError> {
        let from = (cursor.upto - cursor.window + 1).max(1);
        let mut rows = self.window(cursor.warehouse, from, cursor.upto, conditions, vars).await?;
        // A clock that went back must not hide rows: within a warehouse the sequence decides.
        rows.reverse();
        cursor.found.extend(rows);
        cursor.upto = from - 1;
        cursor.window = (cursor.window * 4).min(WINDOW.1);
        Ok(())
    }

    async fn records_of(&self, keys: &[Key]) -> Result<Vec<Json>, StoreError> {
        let ids = keys.iter().map(|key| array_id("movement", vec![int(key.warehouse), int(key.sequence)])).collect();
        let query = format!("SELECT *, {RECORD_ID} AS id FROM $ids");
        let mut rows: Vec<Json> = self.rows(&query, vec![("ids", array(ids))]).await?;
        self.name_rows(&mut rows).await?;
        Ok(rows)
    }
}
