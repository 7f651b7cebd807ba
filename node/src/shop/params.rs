//! Parameters of goods and of templates: names with their values.

use entrepot_store::engine::typed;
use serde_json::{Value, json};

use crate::error::ServiceError;

/// Most parameters of goods.
const PARAMS_MAX: usize = 100;
/// Longest name and value of a parameter, in characters.
const PARAM_LONG: usize = 200;

/// Whether a parameter must have a value, as its template says.
fn is_required(param: &Value) -> bool {
    param.get("required").is_some_and(|needed| needed.as_bool().unwrap_or_else(|| typed::integer(needed) == Some(1)))
}

/// Checks a list of names with their values. Goods need a value where their template asks for one.
pub(super) fn check_params(params: Option<&Value>, field: &str, template: bool) -> Result<(), ServiceError> {
    let params = match params {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::String(text)) if text.is_empty() => return Ok(()),
        Some(Value::Array(params)) if params.len() <= PARAMS_MAX => params,
        Some(_) => return Err(ServiceError::field(field, "shop.goods.params")),
    };
    for (place, param) in params.iter().enumerate() {
        let wrong = |name: &str, key: &str| Err(ServiceError::field(format!("{field}[{place}].{name}"), key));
        let text = |name: &str| param.get(name).map_or(Some(""), Value::as_str);
        let (Some(name), Some(value)) = (text("name"), text("value")) else { return wrong("name", "error.type") };
        if name.trim().is_empty() {
            return wrong("name", "error.required");
        }
        if name.chars().count() > PARAM_LONG || value.chars().count() > PARAM_LONG {
            return wrong("name", "error.text.long");
        }
        if !template && value.trim().is_empty() && is_required(param) {
            let (key, names) = ("shop.goods.param_required", vec![("name", name.trim().to_owned())]);
            return Err(ServiceError::Refused { key, values: names, facts: json!({ "key": key, "field": format!("{field}[{place}].value") }) });
        }
        if template && param.get("required").is_some_and(|needed| !needed.is_boolean() && !matches!(typed::integer(needed), Some(0 | 1))) {
            return wrong("required", "error.type");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_required_parameter_of_goods_needs_a_value() {
        let check = |required: Value, value: &str, template: bool| {
            check_params(Some(&json!([{ "name": "Made in", "value": value, "required": required }])), "params", template)
        };
        for required in [json!(1), json!("1"), json!(true)] {
            let Err(ServiceError::Refused { key, values, facts }) = check(required.clone(), " ", false) else { panic!("{required}") };
            assert_eq!((key, values), ("shop.goods.param_required", vec![("name", "Made in".to_owned())]));
            assert_eq!(facts["field"], "params[0].value");
            assert!(check(required.clone(), "China", false).is_ok() && check(required, "", true).is_ok());
        }
        assert!(check(json!(0), "", false).is_ok() && check(json!(false), "", false).is_ok() && check(Value::Null, "", false).is_ok());
    }
}
