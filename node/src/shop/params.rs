//! Parameters of goods and of templates: names with their values.

use entrepot_store::engine::typed;
use serde_json::Value;

use crate::error::ServiceError;

/// Most parameters of goods.
const PARAMS_MAX: usize = 100;
/// Longest name and value of a parameter, in characters.
const PARAM_LONG: usize = 200;

/// Checks a list of names with their values.
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
        if template && param.get("required").is_some_and(|needed| !needed.is_boolean() && !matches!(typed::integer(needed), Some(0 | 1))) {
            return wrong("required", "error.type");
        }
    }
    Ok(())
}
