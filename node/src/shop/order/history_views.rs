//! The history of an order. Members see neither the inner steps nor the inner reasons.

use bus_schemas::shop::order::{ShopBy, ShopEvent};
use poem_openapi::Object;

/// A step in an order's life.
#[derive(Object)]
pub struct ShopEventView {
    pub time: i64,
    /// `member`, `staff` or `system`.
    pub by: String,
    /// Of staff.
    #[oai(nullable)]
    pub admin_id: Option<i64>,
    pub action: String,
    #[oai(nullable)]
    pub from: Option<i64>,
    pub to: i64,
    pub reason: String,
}

/// Whether a step is the member's business: not who settles a refund, nor what a provider answers before the money is back.
pub(super) fn concerns_member(event: &ShopEvent) -> bool {
    match event.action.as_str() {
        "refundClaim" | "refundRetry" => false,
        "refundPaidBack" => event.reason.is_empty(),
        _ => true,
    }
}

/// Whether the reason of a step is a code or a note of staff.
fn has_inner_reason(event: &ShopEvent) -> bool {
    matches!(event.action.as_str(), "doubt" | "refundPayOtherwise")
}

/// A step, as its member or staff sees it.
pub(super) fn event(event: &ShopEvent, staff: bool) -> ShopEventView {
    ShopEventView {
        time: event.at,
        by: event.by.name().to_owned(),
        admin_id: if let ShopBy::Staff(admin) = event.by { Some(admin.0).filter(|_| staff) } else { None },
        action: event.action.clone(),
        from: event.from.map(|status| status.code()),
        to: event.to.code(),
        reason: if staff || !has_inner_reason(event) { event.reason.clone() } else { String::new() },
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::shop::order::ShopStatus;

    use super::*;

    fn step(action: &str, reason: &str) -> ShopEvent {
        let status = ShopStatus::ToShip;
        ShopEvent { at: 1, by: ShopBy::System, action: action.into(), from: Some(status), to: status, reason: reason.into() }
    }

    #[test]
    fn members_see_neither_the_inner_steps_nor_the_inner_reasons() {
        let steps = [
            step("refundClaim", ""),
            step("refundPaidBack", "processing"),
            step("refundRetry", ""),
            step("refundPaidBack", ""),
            step("refundPayOtherwise", "bank transfer"),
            step("doubt", "short"),
            step("close", "no goods"),
        ];
        let seen = |staff: bool| -> Vec<(String, String)> {
            let shown = steps.iter().filter(|step| staff || concerns_member(step));
            shown.map(|step| event(step, staff)).map(|view| (view.action, view.reason)).collect()
        };
        let named = [("refundPaidBack", ""), ("refundPayOtherwise", ""), ("doubt", ""), ("close", "no goods")];
        assert_eq!(seen(false), named.map(|(action, reason)| (action.to_owned(), reason.to_owned())));
        assert_eq!((seen(true).len(), seen(true)[5].1.as_str()), (steps.len(), "short"));
    }
}
