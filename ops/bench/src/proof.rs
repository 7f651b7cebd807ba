//! What a figure must rest on: an answer that has something in it, and at least one measurement.

use hdrhistogram::Histogram;
use memchr::memmem;
use serde_json::Value;

use crate::http::Failure;

/// Refuses an answer of Entrepot that failed, or the answer of an `index` whose list is empty.
pub fn has_rows(path: &str, answer: &[u8]) -> Result<(), Failure> {
    if !answer.starts_with(b"{\"code\":1,") {
        return Err(format!("{path}: {}", String::from_utf8_lossy(answer)).into());
    }
    // Other answers may have an empty list within them.
    if path.contains("/index") && memmem::find(answer, br#""list":[]"#).is_some() {
        return Err(format!("{path}: the list is empty").into());
    }
    Ok(())
}

/// Refuses an answer in which the number at `pointer` (RFC 6901, of its data) is missing or not above zero.
pub fn is_above_zero(path: &str, answer: &Value, pointer: &str) -> Result<(), Failure> {
    let figure = answer["data"].pointer(pointer);
    let number = figure.and_then(|figure| figure.as_f64().or_else(|| figure.as_str()?.parse().ok()));
    if number.is_some_and(|number| number > 0.0) { Ok(()) } else { Err(format!("{path}: {pointer} is {figure:?}, and should be above zero").into()) }
}

/// Refuses percentiles of nothing.
pub fn has_measurements(what: &str, histogram: &Histogram<u64>) -> Result<(), Failure> {
    if histogram.is_empty() { Err(format!("{what}: nothing was measured").into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn empty_lists_and_failures_are_refused() {
        assert!(has_rows("/x/index", br#"{"code":1,"data":{"list":[{"id":1}],"total":1}}"#).is_ok());
        assert!(has_rows("/x/index?limit=20", br#"{"code":1,"data":{"list":[],"total":0}}"#).is_err());
        assert!(has_rows("/x/detail?id=1", br#"{"code":1,"data":{"evaluations":{"list":[]}}}"#).is_ok());
        assert!(has_rows("/x/detail?id=1", br#"{"code":0,"msg":"no"}"#).is_err());
    }

    #[test]
    fn figures_of_nothing_are_refused() {
        let answer = json!({ "code": 1, "data": { "list": [{ "total_quantity": "5.5" }], "cards": { "stock_value": "0.00" } } });
        assert!(is_above_zero("/", &answer, "/list/0/total_quantity").is_ok());
        for pointer in ["/cards/stock_value", "/list/1/total_quantity"] {
            assert!(is_above_zero("/", &answer, pointer).is_err(), "{pointer}");
        }
        let mut histogram = Histogram::new_with_bounds(1, 1_000, 3).expect("bounds");
        assert!(has_measurements("x", &histogram).is_err());
        histogram.saturating_record(5);
        assert!(has_measurements("x", &histogram).is_ok());
    }
}
