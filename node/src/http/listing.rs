//! List parameters as clients send them: `page`, `limit`, `order`, `quickSearch`, `search[0][field]=...`.

use std::collections::BTreeMap;

use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use entrepot_store::queries::listing::{Filter, ListQuery};
use poem::Request;

/// Reads the list parameters of a request.
#[must_use]
pub fn list_query(request: &Request, zone: Tz) -> ListQuery {
    parse(request.uri().query().unwrap_or_default(), zone)
}

/// A parameter of a request's query.
#[must_use]
pub fn parameter(request: &Request, name: &str) -> Option<String> {
    let pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The ids of `ids[]=1&ids[]=2`.
#[must_use]
pub fn ids(request: &Request) -> Vec<i64> {
    let pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    let named = pairs.filter(|(key, _)| key == "ids" || key.starts_with("ids["));
    named.flat_map(|(_, value)| value.split(',').filter_map(|id| id.trim().parse().ok()).collect::<Vec<i64>>()).collect()
}

#[derive(Default)]
struct Raw {
    field: String,
    operator: String,
    render: String,
    values: Vec<String>,
}

fn parse(query: &str, zone: Tz) -> ListQuery {
    let mut list = ListQuery { page: 1, limit: 10, ..ListQuery::default() };
    let mut raw: BTreeMap<u32, Raw> = BTreeMap::new();
    let (mut init_key, mut init_values) = ("id".to_owned(), Vec::new());
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match key.as_ref() {
            "page" => list.page = value.parse().unwrap_or(1),
            "limit" => list.limit = value.parse().unwrap_or(10),
            "order" => list.order = value.split_once(',').map(|(field, direction)| (field.to_owned(), direction.eq_ignore_ascii_case("desc"))),
            "quickSearch" | "quick_search" => list.quick_search = value.chars().take(100).collect(),
            "initKey" => init_key = value.rsplit('.').next().unwrap_or("id").to_owned(),
            key if key == "initValue" || key.starts_with("initValue[") => init_values.push(value),
            key => {
                if let Some((index, part)) = search_part(key) {
                    let entry = raw.entry(index).or_default();
                    match part {
                        "field" => entry.field = value,
                        "operator" => entry.operator = value,
                        "render" => entry.render = value,
                        _ => entry.values.push(value),
                    }
                }
            }
        }
    }
    let complete = raw.into_values().filter(|raw| !raw.field.is_empty() && !raw.values.is_empty());
    list.filters = complete.map(|raw| filter(raw, zone)).collect();
    if !init_values.is_empty() {
        list.filters.push(Filter { field: init_key, operator: "IN".into(), values: init_values });
        list.limit = 200;
    }
    list
}

/// `search[3][val][0]` is the part `val` of condition 3.
fn search_part(key: &str) -> Option<(u32, &str)> {
    let rest = key.strip_prefix("search[")?;
    let (index, rest) = rest.split_once("][")?;
    Some((index.parse().ok()?, rest.split(']').next()?))
}

/// Date-times become Unix seconds in the site's zone.
fn filter(raw: Raw, zone: Tz) -> Filter {
    let seconds = |text: &str| {
        let parsed = NaiveDateTime::parse_from_str(text.trim(), "%Y-%m-%d %H:%M:%S").ok();
        let local = parsed.and_then(|naive| zone.from_local_datetime(&naive).earliest());
        local.map_or_else(|| text.to_owned(), |time| time.timestamp().to_string())
    };
    let convert = |value: String| value.split(',').map(seconds).collect::<Vec<_>>().join(",");
    let times = raw.render == "datetime";
    let values = if times { raw.values.into_iter().map(convert).collect() } else { raw.values };
    Filter { field: raw.field, operator: raw.operator, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_bracket_style() {
        let query = "page=3&limit=20&order=id,desc&search[0][field]=create_time&search[0][val]=2026-01-01+00:00:00,2026-01-02+00:00:00\
                     &search[0][operator]=RANGE&search[0][render]=datetime&search[1][field]=status&search[1][val][0]=1&search[1][val][1]=2&search[1][operator]=IN&search[2][field]=x";
        let list = parse(query, chrono_tz::Asia::Shanghai);
        assert_eq!((list.page, list.limit, list.order), (3, 20, Some(("id".into(), true))));
        assert_eq!(list.filters.len(), 2);
        assert_eq!(list.filters[0].values, ["1767196800,1767283200"]);
        assert_eq!(list.filters[1].values, ["1", "2"]);
    }
}
