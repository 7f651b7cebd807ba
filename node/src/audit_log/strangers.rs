//! The audit log's lines of strangers whose calls were refused. They cost a stranger nothing, so they are few: the first of a
//! network is written at once, those that follow within a minute become one line, and a day has a limit. What is beyond it is
//! counted in one line an hour.

use std::collections::HashMap;
use std::time::Duration;

use entrepot_store::identity::log::LogEntry;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

/// How long the refused calls of one network are gathered.
const MINUTE: Duration = Duration::from_secs(60);
/// The same for what is beyond the day's limit.
const HOUR: Duration = Duration::from_secs(3_600);
const DAY_SECONDS: i64 = 86_400;
/// Networks that are gathered at a time.
const OPEN_MAX: usize = 4_096;
/// Names and networks that one line lists.
const LISTED_MAX: usize = 20;

/// Counts by name, of which only the first are kept.
#[derive(Clone, Debug, Default)]
struct Counts {
    listed: Map<String, Value>,
    others: u64,
}

impl Counts {
    fn add(&mut self, name: &str) {
        if let Some(count) = self.listed.get_mut(name) {
            *count = json!(count.as_u64().unwrap_or(0) + 1);
        } else if self.listed.len() < LISTED_MAX {
            self.listed.insert(name.to_owned(), json!(1));
        } else {
            self.others += 1;
        }
    }
}

/// Calls that become one line.
#[derive(Debug)]
struct Gathered {
    ends: Instant,
    count: u64,
    names: Counts,
    networks: Counts,
    /// The last of them.
    last: LogEntry,
    /// Unix seconds of the first of them.
    since: i64,
}

impl Gathered {
    fn new(ends: Instant) -> Self {
        Self { ends, count: 0, names: Counts::default(), networks: Counts::default(), last: LogEntry::default(), since: 0 }
    }

    fn add(&mut self, entry: LogEntry, network: &str) {
        if self.count == 0 {
            self.since = entry.at;
        }
        self.count += 1;
        self.names.add(&entry.username);
        self.networks.add(network);
        self.last = entry;
    }

    /// The line of what was gathered since the last one.
    fn take(&mut self) -> Option<LogEntry> {
        let ends = self.ends;
        let Self { count, names, networks, mut last, since, .. } = std::mem::replace(self, Self::new(ends));
        if count == 0 {
            return None;
        }
        let listed = |Counts { mut listed, others }| {
            if others > 0 {
                listed.insert("…".to_owned(), json!(others));
            }
            listed
        };
        let result = serde_json::from_str::<Value>(&last.data).ok().and_then(|data| data.get("_result").cloned());
        let data = json!({ "_count": count, "_since": since, "_names": listed(names), "_networks": listed(networks), "_result": result });
        last.data = data.to_string();
        Some(last)
    }
}

/// See the module.
#[derive(Debug)]
pub struct Strangers {
    /// By network and account: an account's owner finds what concerns them.
    open: HashMap<(String, i64), Gathered>,
    beyond: Option<Gathered>,
    /// Days since 1970, and the lines of it.
    day: i64,
    lines: u32,
    lines_max: u32,
}

impl Strangers {
    pub fn new(lines_per_day: u32) -> Self {
        Self { open: HashMap::new(), beyond: None, day: 0, lines: 0, lines_max: lines_per_day }
    }

    /// Whether the day has room for one line more, which is counted.
    fn has_room(&mut self, at: i64) -> bool {
        let day = at.div_euclid(DAY_SECONDS);
        if day != self.day {
            (self.day, self.lines) = (day, 0);
        }
        let room = self.lines < self.lines_max;
        self.lines += u32::from(room);
        room
    }

    /// Takes a refused call; answers its line where it is written by itself.
    pub fn add(&mut self, entry: LogEntry, network: String, now: Instant) -> Option<LogEntry> {
        let key = (network, entry.admin);
        if let Some(gathered) = self.open.get_mut(&key) {
            gathered.add(entry, &key.0);
            return None;
        }
        if self.open.len() < OPEN_MAX && self.has_room(entry.at) {
            self.open.insert(key, Gathered::new(now + MINUTE));
            return Some(entry);
        }
        let beyond = self.beyond.get_or_insert_with(|| Gathered::new(now + HOUR));
        beyond.add(LogEntry { admin: 0, ..entry }, &key.0);
        None
    }

    /// When the next line is due.
    pub fn next_due(&self) -> Option<Instant> {
        self.open.values().chain(&self.beyond).map(|gathered| gathered.ends).min()
    }

    /// The lines whose time is over.
    pub fn due(&mut self, now: Instant) -> Vec<LogEntry> {
        let ended: Vec<(String, i64)> = self.open.iter().filter(|(_, gathered)| gathered.ends <= now).map(|(key, _)| key.clone()).collect();
        let mut gathered: Vec<Gathered> = ended.iter().filter_map(|key| self.open.remove(key)).collect();
        gathered.extend(self.beyond.take_if(|beyond| beyond.ends <= now));
        let lines: Vec<LogEntry> = gathered.iter_mut().filter_map(Gathered::take).collect();
        self.count(&lines);
        lines
    }

    /// The lines of all that was gathered so far. What comes in the same minute is still gathered.
    pub fn all(&mut self) -> Vec<LogEntry> {
        let lines: Vec<LogEntry> = self.open.values_mut().chain(&mut self.beyond).filter_map(Gathered::take).collect();
        self.count(&lines);
        lines
    }

    /// Merged lines are written in any case, as each follows one that had room, and count as others do.
    fn count(&mut self, lines: &[LogEntry]) {
        self.lines = self.lines.saturating_add(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, at: i64) -> LogEntry {
        LogEntry { username: name.into(), at, data: json!({ "username": name, "_result": "login.wrong" }).to_string(), ..LogEntry::default() }
    }

    fn data(line: &LogEntry) -> Value {
        serde_json::from_str(&line.data).expect("JSON")
    }

    #[test]
    fn refused_calls_of_a_network_become_one_line_a_minute() {
        let (mut strangers, now) = (Strangers::new(100), Instant::now());
        assert_eq!(strangers.add(call("root", 1_000), "10.0.0.1".into(), now), Some(call("root", 1_000)), "the first is written at once");
        for number in 0..500 {
            assert_eq!(strangers.add(call(&format!("name{}", number % 30), 1_001), "10.0.0.1".into(), now), None);
        }
        assert!(strangers.add(call("root", 1_001), "10.0.0.2".into(), now).is_some(), "another network");
        assert!(strangers.due(now + MINUTE / 2).is_empty());
        assert_eq!(strangers.next_due(), Some(now + MINUTE));
        let lines = strangers.due(now + MINUTE);
        assert_eq!(lines.len(), 1, "the other network has added nothing more");
        let data = data(&lines[0]);
        assert_eq!((data["_count"].clone(), data["_since"].clone(), data["_result"].clone()), (json!(500), json!(1_001), json!("login.wrong")));
        assert_eq!((data["_names"]["name0"].clone(), data["_names"].as_object().map(Map::len)), (json!(17), Some(LISTED_MAX + 1)));
        assert!(lines[0].data.len() < 1_000, "{}", lines[0].data);
        assert!(strangers.open.is_empty() && strangers.next_due().is_none());
    }

    #[test]
    fn a_flush_writes_what_was_gathered_and_the_minute_goes_on() {
        let (mut strangers, now) = (Strangers::new(100), Instant::now());
        let mut known = call("root", 1_000);
        known.admin = 7;
        strangers.add(known.clone(), "10.0.0.1".into(), now);
        strangers.add(known.clone(), "10.0.0.1".into(), now);
        let lines = strangers.all();
        assert_eq!((lines.len(), lines[0].admin, data(&lines[0])["_count"].clone()), (1, 7, json!(1)), "its owner finds it");
        assert!(strangers.all().is_empty());
        assert_eq!(strangers.add(known, "10.0.0.1".into(), now), None);
    }

    #[test]
    fn a_day_has_a_limit_and_what_is_beyond_is_counted() {
        let (mut strangers, now) = (Strangers::new(50), Instant::now());
        let network = |number: usize| format!("10.0.{}.{}", number / 256, number % 256);
        let at_once = (0..10_000).filter(|number| strangers.add(call("root", 1_000), network(*number), now).is_some()).count();
        assert_eq!(at_once, 50);
        let lines = strangers.due(now + HOUR);
        assert_eq!((lines.len(), data(&lines[0])["_count"].clone()), (1, json!(9_950)));
        assert!(lines[0].data.len() < 1_500);
        assert!(strangers.add(call("root", 2_000), network(3), now + HOUR).is_none(), "the day's limit outlives the minute");
        assert!(strangers.add(call("root", DAY_SECONDS + 5), network(3), now + HOUR).is_some(), "the next day");
    }

    #[test]
    fn networks_that_are_gathered_are_bounded() {
        let (mut strangers, now) = (Strangers::new(u32::MAX), Instant::now());
        let at_once = (0..2 * OPEN_MAX).filter(|number| strangers.add(call("root", 1_000), number.to_string(), now).is_some()).count();
        assert_eq!((at_once, strangers.open.len()), (OPEN_MAX, OPEN_MAX));
    }
}
