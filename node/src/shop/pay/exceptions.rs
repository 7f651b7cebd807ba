//! What a person decides about payments and refunds that went wrong. Nothing here moves money by itself: it goes through
//! the order, the recharge, or the provider.

use bus_schemas::ids::OrderId;
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::shop::command::ShopAction;
use bus_schemas::shop::payment::{Received, RefundState, reason, status};
use bus_schemas::shop::refund_action::RefundAction;
use entrepot_store::shop::order::figures::OrderTrouble;
use entrepot_store::shop::payments::StoredPayment;

use super::{recharge, service, sweep};
use crate::error::ServiceError;
use crate::node::Node;
use crate::shop::order::service::{self as orders, Intention, Person};

/// Longest note, in characters.
const NOTE_MAX: usize = 200;

/// What a person decides.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// `accept`, `refund`, `again`, `balance`, `hand` or `note`.
    pub how: String,
    pub note: String,
    /// The member agrees that the money goes to the balance.
    pub agreed: bool,
}

/// Tells the staff of a payment that no order's actor has told of.
pub async fn tell_staff(node: &Node, number: &str, order: i64, received: &Received, why: &str) {
    let mut fact = Fact { id: order, ..Fact::default() };
    fact.data.insert("order_no".into(), number.into());
    fact.data.insert("out_trade_no".into(), received.out_trade_no.clone().into());
    fact.data.insert("amount".into(), received.amount.to_string().into());
    fact.data.insert("why".into(), why.into());
    match node.store().tell(&[NotificationKind::PAY_EXCEPTION.draft(fact)]).await {
        Ok(announcements) => node.system().announce(announcements),
        Err(error) => tracing::error!(%error, payment = received.out_trade_no, why, "nobody was told of a payment that needs a person"),
    }
}

/// What may be done about something that went wrong.
#[must_use]
pub fn ways(trouble: &OrderTrouble) -> &'static [&'static str] {
    match trouble.kind.as_str() {
        "stock" => &["again"],
        "refund" => &["again", "balance", "hand"],
        _ if !trouble.day.is_empty() => &["note"],
        _ if trouble.refund_status == 3 => &["again", "hand"],
        _ if trouble.refund_status == 1 => &[],
        _ if trouble.why == reason::SILENT => &["again", "hand"],
        _ if trouble.why == reason::AMOUNT && trouble.amount >= trouble.expected => &["accept", "refund", "hand"],
        _ => &["refund", "hand"],
    }
}

fn note(wish: &Wish) -> Result<&str, ServiceError> {
    let note = wish.note.trim();
    match note.chars().count() {
        0 => Err(ServiceError::field("note", "error.required")),
        1..=NOTE_MAX => Ok(note),
        _ => Err(ServiceError::field("note", "error.text.long")),
    }
}

fn not_so() -> ServiceError {
    ServiceError::refused("shop.pay.handled")
}

/// Handles a payment that went wrong.
pub async fn payment(node: &Node, person: &Person, out_trade_no: &str, wish: &Wish) -> Result<(), ServiceError> {
    let unknown = || ServiceError::refused("error.not_found");
    if person.scope.only_warehouses().is_some() {
        return Err(unknown());
    }
    let found = node.store().payment(out_trade_no).await?.ok_or_else(unknown)?;
    let now = node.now();
    match wish.how.as_str() {
        "accept" if found.status == status::EXCEPTION && found.notice == reason::AMOUNT && found.refund_status == 0 => {
            accept(node, person, &found, wish).await?;
        }
        "refund" => {
            if found.status != status::EXCEPTION || !node.store().send_payment_back(&found, now).await? {
                return Err(not_so());
            }
        }
        "again" => {
            let asked = node.store().ask_payment_again(&found, now).await? || node.store().send_payment_back(&found, now).await?;
            if !asked {
                return Err(not_so());
            }
        }
        "hand" => {
            if !node.store().settle_payment(&found, note(wish)?, person.admin.0, now).await? {
                return Err(not_so());
            }
            return Ok(());
        }
        "accept" => return Err(not_so()),
        _ => return Err(ServiceError::field("how", "error.choice")),
    }
    // What is to be asked for is asked for now; the sweep goes on with it.
    if let Some(payment) = node.store().payment(out_trade_no).await?.filter(|payment| payment.ask_at.is_some()) {
        sweep::one(node, &payment).await?;
    }
    Ok(())
}

async fn accept(node: &Node, person: &Person, found: &StoredPayment, wish: &Wish) -> Result<(), ServiceError> {
    if found.order_id == 0 {
        return recharge::accept(node, found, person.admin.0, wish.note.trim()).await;
    }
    let action = ShopAction::AcceptPay { method: found.method, received: found.as_received() };
    orders::ask_staff(node, OrderId(found.order_id), person, action, Intention::default()).await?;
    Ok(())
}

/// A person has looked at a difference of a day's comparison.
pub async fn difference(node: &Node, person: &Person, (day, no): (&str, i64), wish: &Wish) -> Result<(), ServiceError> {
    if person.scope.only_warehouses().is_some() {
        return Err(ServiceError::refused("error.not_found"));
    }
    if wish.how != "note" {
        return Err(ServiceError::field("how", "error.choice"));
    }
    if node.store().note_match(day, no, note(wish)?, person.admin.0).await? { Ok(()) } else { Err(not_so()) }
}

/// Handles a refund that its provider did not pay back.
pub async fn refund(node: &Node, person: &Person, (order, no): (OrderId, u32), wish: &Wish, intention: Intention) -> Result<(), ServiceError> {
    let (listed, _) = orders::detail(node, order, person).await?;
    let known = listed.order.refunds.iter().find(|refund| refund.no == no).ok_or_else(|| ServiceError::refused("error.not_found"))?;
    if known.pay_status != actors::shop::order::payouts::ABNORMAL {
        return Err(not_so());
    }
    let action = match wish.how.as_str() {
        "again" => RefundAction::Retry { refund: no },
        "balance" | "hand" => {
            if wish.how == "balance" && !wish.agreed {
                return Err(ServiceError::field("agreed", "error.required"));
            }
            let note = note(wish)?.to_owned();
            // Never beside money that the provider has paid back or still may.
            if let Some(method) = listed.order.pay_method
                && let providers = node.system().shop().providers()
                && providers.of(method).is_some()
            {
                match providers.refunded(method, &known.out_refund_no).await {
                    RefundState::Abnormal { .. } | RefundState::NotFound => {}
                    state @ RefundState::Success { .. } => {
                        return service::system(node, order, orders::refund(RefundAction::PaidBack { refund: no, state })).await;
                    }
                    RefundState::Processing | RefundState::Unknown { .. } => return Err(ServiceError::refused("shop.refund.pending")),
                }
            }
            RefundAction::PayOtherwise { refund: no, way: wish.how.clone(), note }
        }
        _ => return Err(ServiceError::field("how", "error.choice")),
    };
    orders::ask_staff(node, order, person, orders::refund(action), intention).await?;
    Ok(())
}
