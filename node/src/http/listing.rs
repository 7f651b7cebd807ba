//! List parameters of a request (wire contract 3.1, 3.2): `page`, `limit`, `order`, `quickSearch`,
//! `search[0][field]=...`.

use std::collections::BTreeMap;

use chrono_tz::Tz;
use entrepot_store::engine::typed;
use entrepot_store::listing::{Filter, ListQuery};
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

/// The ids of `ids[]=1&ids[]=2`; none at all where one is no number.
#[must_use]
pub fn ids(request: &Request) -> Vec<i64> {
    let pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    let named = pairs.filter(|(key, _)| key == "ids" || key.starts_with("ids["));
    let read = named.map(|(_, value)| typed::integers(&value.into_owned().into())).collect::<Option<Vec<_>>>();
    read.unwrap_or_default().concat()
}

#[derive(Default)]
struct Raw {
    field: String,
    operator: String,
    render: String,
    values: Vec<String>,
}

/// Most conditions that are parsed: more than the engine accepts, so that the engine refuses them.
const CONDITIONS_MAX: usize = 64;

/// Reads the list parameters of a query.
#[must_use]
pub fn parse(query: &str, zone: Tz) -> ListQuery {
    let mut asked = ListQuery { zone, ..ListQuery::default() };
    let mut raw: BTreeMap<u32, Raw> = BTreeMap::new();
    let (mut key, mut operator, mut values) = ("id".to_owned(), "in".to_owned(), Vec::new());
    let truthy = |value: &str| !matches!(value, "" | "0" | "false");
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match name.as_ref() {
            "page" => asked.page = value.parse().unwrap_or(1),
            "limit" => asked.limit = value.parse().unwrap_or(10),
            "order" => asked.order = order(&value),
            "quickSearch" | "quick_search" => asked.quick = value.chars().take(100).collect(),
            "select" => asked.select = truthy(&value),
            "isTree" => asked.tree = truthy(&value),
            "initKey" if !value.is_empty() => key = value,
            "initOperator" if !value.is_empty() => operator = value,
            name if name == "initValue" || name.starts_with("initValue[") => {
                // 0 means 'nothing chosen', as in the form of a row at the top of its tree.
                if !matches!(value.as_str(), "" | "0") {
                    values.push(value);
                }
            }
            name => {
                if let Some((index, part)) = search_part(name)
                    && (raw.len() < CONDITIONS_MAX || raw.contains_key(&index))
                {
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
    let complete = |raw: &Raw| !raw.field.is_empty() && raw.values.iter().any(|value| !value.is_empty());
    asked.filters = raw
        .into_values()
        .filter(complete)
        .map(|raw| Filter { field: raw.field, operator: raw.operator, values: raw.values, datetime: raw.render == "datetime" })
        .collect();
    if !values.is_empty() {
        // The key may have its table as prefix: `user.id`.
        let field = key.rsplit('.').next().unwrap_or("id").to_owned();
        asked.init = Some(Filter { field, operator, values, datetime: false });
    }
    asked
}

/// `weigh,desc`.
#[must_use]
pub fn order(text: &str) -> Option<(String, bool)> {
    let (field, direction) = text.split_once(',')?;
    (!field.trim().is_empty()).then(|| (field.trim().to_owned(), direction.trim().eq_ignore_ascii_case("desc")))
}

/// `search[3][val][0]` is the part `val` of condition 3.
fn search_part(key: &str) -> Option<(u32, &str)> {
    let rest = key.strip_prefix("search[")?;
    let (index, rest) = rest.split_once("][")?;
    Some((index.parse().ok()?, rest.split(']').next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_clients_send() {
        let query = "page=3&limit=20&order=id,desc&quickSearch=pen&search[0][field]=create_time&search[0][val]=a,b&search[0][operator]=RANGE\
                     &search[0][render]=datetime&search[1][field]=status&search[1][val][]=1&search[1][val][]=2&search[1][operator]=IN\
                     &search[2][field]=x&search[3][field]=y&search[3][val]=&initKey=user.id&initValue[]=4&initValue[]=5&select=true&isTree=false";
        let asked = parse(query, Tz::Asia__Shanghai);
        assert_eq!((asked.page, asked.limit, asked.order.clone(), asked.quick.as_str()), (3, 20, Some(("id".into(), true)), "pen"));
        assert_eq!(asked.filters.len(), 2);
        assert!(asked.filters[0].datetime && asked.select && !asked.tree);
        assert_eq!(asked.filters[1].values, ["1", "2"]);
        let init = asked.init.expect("init values");
        assert_eq!((init.field.as_str(), init.values), ("id", vec!["4".to_owned(), "5".to_owned()]));
    }

    #[test]
    fn a_zero_is_nothing_chosen() {
        for query in ["select=true&isTree=true&initKey=id&initValue=0", "select=true&initValue[]=0", "select=true&initValue="] {
            let asked = parse(query, Tz::UTC);
            assert_eq!((asked.init, asked.tree), (None, true), "{query}");
        }
        let several = parse("initKey=id&initValue[]=0&initValue[]=7", Tz::UTC);
        assert_eq!(several.init.map(|init| init.values), Some(vec!["7".to_owned()]));
    }
}
