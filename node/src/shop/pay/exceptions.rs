//! What a person decides about payments and refunds that went wrong. Nothing here moves money by itself: it goes through
//! the order, the recharge, or the provider.

use actors::shop::attempt::{AskFirst, RefundElsewhere, refund_elsewhere};
use actors::shop::payment::PayState;
use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::right::WarehouseRight;
use bus_schemas::shop::command::{ShopAction, ShopKey};
use bus_schemas::shop::order::{PayMethod, ShopBy};
use bus_schemas::shop::payment::{RefundState, reason, status};
use bus_schemas::shop::refund_action::RefundAction;
use entrepot_store::shop::order::figures::OrderTrouble;
use entrepot_store::shop::payments::StoredPayment;

use super::{recharge_booking, service, sweep};
use crate::error::ServiceError;
use crate::identity::own_account::refuse_own;
use crate::shop::order::service::{self as orders, Intention, Person};
use crate::shop::pay::Payments;

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

/// Money of no warehouse is for those who decide in every one: none has the id 0.
fn decides(person: &Person) -> Result<(), ServiceError> {
    if person.scope.permits(WarehouseRight::Decide, 0) { Ok(()) } else { Err(ServiceError::NoPermission) }
}

/// Handles a payment that went wrong.
pub async fn payment(payments: &Payments, person: &Person, out_trade_no: &str, wish: &Wish) -> Result<(), ServiceError> {
    let handled = handle_payment(payments, person, out_trade_no, wish).await;
    // What is refused may have changed all the same: the provider has said something new.
    payments.exceptions_changed();
    handled
}

async fn handle_payment(payments: &Payments, person: &Person, out_trade_no: &str, wish: &Wish) -> Result<(), ServiceError> {
    let unknown = || ServiceError::refused("error.not_found");
    if person.scope.only_warehouses().is_some() {
        return Err(unknown());
    }
    decides(person)?;
    let found = payments.shop.store.payment(out_trade_no).await?.ok_or_else(unknown)?;
    refuse_own(&payments.shop.store, person.admin.0, found.user_id).await?;
    let now = payments.shop.clock.now();
    match wish.how.as_str() {
        "accept" if found.attempt().may_be_accepted() => {
            accept(payments, person, &found, wish).await?;
        }
        "refund" => {
            if found.status != status::EXCEPTION {
                return Err(not_so());
            }
            if !payments.shop.store.send_payment_back(&found, now).await? {
                return Err(not_free(payments, &found).await?);
            }
        }
        "again" => {
            let asked = payments.shop.store.ask_payment_again(&found, now).await? || payments.shop.store.send_payment_back(&found, now).await?;
            if !asked {
                return Err(not_free(payments, &found).await?);
            }
        }
        "hand" => return by_hand(payments, person, &found, note(wish)?).await,
        "accept" => return Err(not_so()),
        _ => return Err(ServiceError::field("how", "error.choice")),
    }
    // Ask the provider at once; the sweep repeats it if needed.
    if let Some(payment) = payments.shop.store.payment(out_trade_no).await?.filter(|payment| payment.ask_at.is_some()) {
        sweep::one(payments, &payment).await?;
    }
    Ok(())
}

/// Settles a payment that a person has paid back: never beside money that the provider has paid back or still may. It is
/// claimed before the provider is asked, so that nobody sends it back meanwhile.
async fn by_hand(payments: &Payments, person: &Person, found: &StoredPayment, note: &str) -> Result<(), ServiceError> {
    let (store, key) = (&payments.shop.store, service::claim_key());
    if !store.claim_payment_by_hand(found, &key, payments.shop.clock.now()).await? {
        return Err(not_free(payments, found).await?);
    }
    match still_there(payments, found).await {
        Ok(StillThere::Yes) => {
            let resolved = store.resolve_payment_exception(found, &key, (note, person.admin.0), payments.shop.clock.now()).await?;
            if resolved { Ok(()) } else { Err(not_so()) }
        }
        Ok(StillThere::WentBack(state)) => Ok(store.payment_refunded(found, &state, (None, Some(key.as_str())), payments.shop.clock.now()).await?),
        Ok(StillThere::Booked) => Err(not_so()),
        Err(error) => {
            store.release_payment(found, &key).await?;
            Err(error)
        }
    }
}

/// What the provider says of money that a person is about to settle.
enum StillThere {
    /// It has not paid it back, and will not by itself.
    Yes,
    WentBack(RefundState),
    /// It has taken the money after all: that is booked, and to be decided about afresh.
    Booked,
}

async fn still_there(payments: &Payments, found: &StoredPayment) -> Result<StillThere, ServiceError> {
    let providers = payments.shop.system.shop().providers();
    let Some(provider) = providers.of(found.method).cloned() else { return Ok(StillThere::Yes) };
    match found.attempt().to_ask_first() {
        AskFirst::Nothing => Ok(StillThere::Yes),
        AskFirst::Refund => {
            let state = providers.refunded(found.method, &found.refund_no).await;
            match refund_elsewhere(&state) {
                RefundElsewhere::Yes => Ok(StillThere::Yes),
                RefundElsewhere::IsBack => Ok(StillThere::WentBack(state)),
                RefundElsewhere::NotYet => Err(ServiceError::refused("shop.refund.pending")),
            }
        }
        AskFirst::Close => match provider.close(&found.out_trade_no).await {
            Ok(PayState::Paid(received)) if received.out_trade_no == found.out_trade_no => {
                service::record(payments, &*provider, &received).await?;
                Ok(StillThere::Booked)
            }
            _ => Ok(StillThere::Yes),
        },
    }
}

/// Why a payment can't be claimed: somebody else settles it now, or it is settled.
async fn not_free(payments: &Payments, found: &StoredPayment) -> Result<ServiceError, ServiceError> {
    let stored = payments.shop.store.payment(&found.out_trade_no).await?;
    let held = stored.and_then(|payment| payment.claim_until).is_some_and(|until| until > payments.shop.clock.now());
    Ok(if held { ServiceError::refused("shop.refund.claimed") } else { not_so() })
}

async fn accept(payments: &Payments, person: &Person, found: &StoredPayment, wish: &Wish) -> Result<(), ServiceError> {
    if found.order_id == 0 {
        return recharge_booking::accept(payments, found, person.admin.0, wish.note.trim()).await;
    }
    let action = ShopAction::AcceptPay { method: found.method, received: found.as_received() };
    orders::ask_staff(&payments.shop, OrderId(found.order_id), person, action, Intention::default()).await?;
    Ok(())
}

/// A person has looked at a difference of a day's comparison.
pub async fn difference(payments: &Payments, person: &Person, (day, no): (&str, i64), wish: &Wish) -> Result<(), ServiceError> {
    if person.scope.only_warehouses().is_some() {
        return Err(ServiceError::refused("error.not_found"));
    }
    decides(person)?;
    if wish.how != "note" {
        return Err(ServiceError::field("how", "error.choice"));
    }
    let noted = payments.shop.store.note_match(day, no, note(wish)?, person.admin.0).await?;
    payments.exceptions_changed();
    if noted { Ok(()) } else { Err(not_so()) }
}

/// Handles a refund that its provider did not pay back.
pub async fn refund(
    payments: &Payments,
    person: &Person,
    (order, no): (OrderId, u32),
    wish: &Wish,
    intention: Intention,
) -> Result<(), ServiceError> {
    let (listed, _) = orders::detail(&payments.shop.store, order, person).await?;
    orders::require_right(&payments.shop, &listed.order, person, &orders::refund(RefundAction::Retry { refund: no })).await?;
    let known = listed.order.refunds.iter().find(|refund| refund.no == no).ok_or_else(|| ServiceError::refused("error.not_found"))?;
    if known.pay_status != actors::shop::order::refunds::ABNORMAL {
        return Err(not_so());
    }
    match wish.how.as_str() {
        "again" => {
            orders::ask_staff(&payments.shop, order, person, orders::refund(RefundAction::Retry { refund: no }), intention).await?;
            Ok(())
        }
        "balance" | "hand" => {
            if wish.how == "balance" && !wish.agreed {
                return Err(ServiceError::field("agreed", "error.required"));
            }
            let action = RefundAction::PayOtherwise { refund: no, way: wish.how.clone(), note: note(wish)?.to_owned() };
            let asked = listed.order.pay_method.map(|method| (method, known.out_refund_no.as_str()));
            pay_otherwise(payments, person, (order, no), asked, action, intention).await
        }
        _ => Err(ServiceError::field("how", "error.choice")),
    }
}

/// Pays a refund another way: claimed first, so that nobody asks the provider for it meanwhile, and never beside money that
/// the provider has paid back or still may.
async fn pay_otherwise(
    payments: &Payments,
    person: &Person,
    (order, no): (OrderId, u32),
    asked: Option<(PayMethod, &str)>,
    action: RefundAction,
    intention: Intention,
) -> Result<(), ServiceError> {
    let command = intention.command.unwrap_or_else(|| CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    let key = ShopKey::of(ShopBy::Staff(person.admin), command.clone()).to_string();
    let claim = RefundAction::Claim { refund: no, key: Some(key.clone()) };
    orders::ask_staff(&payments.shop, order, person, orders::refund(claim), Intention { command: None, version: intention.version }).await?;
    let providers = payments.shop.system.shop().providers();
    if let Some((method, out_refund_no)) = asked.filter(|(method, _)| providers.of(*method).is_some()) {
        let state = providers.refunded(method, out_refund_no).await;
        let way = refund_elsewhere(&state);
        if way != RefundElsewhere::Yes {
            let said = RefundAction::PaidBack { refund: no, state, claim: Some(key) };
            service::system(payments, order, orders::refund(said)).await?;
            return if way == RefundElsewhere::IsBack { Ok(()) } else { Err(ServiceError::refused("shop.refund.pending")) };
        }
    }
    let intention = Intention { command: Some(command), version: None };
    orders::ask_staff(&payments.shop, order, person, orders::refund(action), intention).await?;
    Ok(())
}
