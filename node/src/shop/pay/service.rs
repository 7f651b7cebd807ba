//! What members and providers do about payments: each use case once.

use actors::shop::order::actor::paying;
use actors::shop::payment::{BeginPayment, Notice, NoticeError, PayState, Provider, ProviderError, RawNotice, fault};
use bus_schemas::ids::OrderId;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{Received, RefundState, status};
use bus_schemas::shop::refund_action::RefundAction;
use entrepot_store::shop::payments::StoredPayment;

use super::recharge;
use crate::error::ServiceError;
use crate::node::Node;
use crate::shop::order::service::{self, Intention, refused};

/// Seconds between two questions about a payment that its member waits for.
pub const WAIT: i64 = 3;
/// How long an order may take to answer, in milliseconds.
const DEADLINE_MS: i64 = 15_000;

/// A payment that a member has begun.
pub struct BegunPayment {
    pub out_trade_no: String,
    pub code_url: String,
    pub parameters: std::collections::BTreeMap<String, String>,
}

/// Where a provider tells what happens; nothing where this site has no public address.
#[must_use]
pub fn notify_url(node: &Node, name: &str) -> Option<String> {
    node.config().connections.public_url.as_ref().map(|url| format!("{url}/api/shop.Pay/{name}"))
}

/// The provider of a method, if it is set up and serves the scene.
pub fn provider(node: &Node, method: i64, scene: &str) -> Result<std::sync::Arc<dyn Provider>, ServiceError> {
    let wrong = || ServiceError::field("method", "shop.pay.method");
    let method = PayMethod::of_code(method).ok_or_else(wrong)?;
    let provider = node.system().shop().providers().of(method).cloned().ok_or_else(wrong)?;
    if provider.scenes().contains(&scene) { Ok(provider) } else { Err(ServiceError::field("scene", "error.choice")) }
}

/// Tells a provider of an attempt that is written. What it refuses is closed; where it is silent the attempt stays.
pub async fn tell(
    node: &Node,
    provider: &dyn Provider,
    (out_trade_no, amount): (String, bus_schemas::shop::Cents),
    (scene, payer_ip, expires_at): (&str, String, i64),
) -> Result<BegunPayment, ProviderError> {
    let payment = BeginPayment {
        description: out_trade_no.clone(),
        out_trade_no,
        amount,
        scene: scene.to_owned(),
        payer_ip,
        expires_at,
        notify_url: notify_url(node, "notify"),
    };
    let begun = provider.begin(&payment).await?;
    if let Err(error) = node.store().keep_payment_code(&payment.out_trade_no, &begun.code_url).await {
        tracing::warn!(%error, payment = payment.out_trade_no, "the way to pay is not kept; the member has it all the same");
    }
    Ok(BegunPayment { out_trade_no: payment.out_trade_no, code_url: begun.code_url, parameters: begun.parameters })
}

/// Begins to pay an order through a provider. An attempt that is open is ended first.
pub async fn begin(
    node: &Node,
    member: i64,
    order_no: &str,
    (method, scene): (i64, &str),
    payer_ip: String,
    intention: Intention,
) -> Result<BegunPayment, ServiceError> {
    let provider = provider(node, method, scene)?;
    let action = ShopAction::BeginPay { method: provider.method(), scene: scene.to_owned() };
    let done = service::ask_own(node, member, order_no, action, intention).await?;
    let (order, _) = service::own_detail(node, member, order_no).await?;
    let open = order.payment.open.clone().ok_or_else(|| ServiceError::refused("shop.pay.done"))?;
    if done.repeated
        && let Some(known) = node.store().payment(&open.out_trade_no).await?.filter(|known| !known.code_url.is_empty())
    {
        return Ok(BegunPayment { out_trade_no: known.out_trade_no, code_url: known.code_url, parameters: std::collections::BTreeMap::new() });
    }
    let until = order.due_at.unwrap_or_else(|| node.now());
    match tell(node, &*provider, (open.out_trade_no.clone(), order.pay_amount), (scene, payer_ip, until)).await {
        Ok(begun) => Ok(begun),
        Err(ProviderError::Refused(why)) => {
            tracing::warn!(why, payment = open.out_trade_no, "a provider refuses a payment");
            system(node, order.id, ShopAction::PayClosed { out_trade_no: open.out_trade_no }).await?;
            Err(ServiceError::Refused {
                key: "shop.pay.refused",
                values: vec![("why", why)],
                facts: serde_json::json!({ "key": "shop.pay.refused" }),
            })
        }
        Err(error) => {
            tracing::warn!(%error, payment = open.out_trade_no, "a provider does not answer");
            Err(ServiceError::refused("shop.pay.silent"))
        }
    }
}

/// Asks an order in the name of the system, under an id that is not remembered.
pub async fn system(node: &Node, order: OrderId, action: ShopAction) -> Result<(), ServiceError> {
    let key = bus_schemas::shop::command::ShopKey::of(ShopBy::System, bus_schemas::ids::CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    keyed(node, order, key, action).await
}

async fn keyed(node: &Node, order: OrderId, key: bus_schemas::shop::command::ShopKey, action: ShopAction) -> Result<(), ServiceError> {
    let command = ShopCommand { key, by: ShopBy::System, version: None, today: node.today(), action };
    match node.system().shop().ask(ShopRequest { order, command, deadline: node.now_ms() + DEADLINE_MS }).await {
        ShopReply::Done(_) => Ok(()),
        ShopReply::Refused(refusal) => Err(refused(refusal, None)),
        ShopReply::Failed(failure) => Err(failure.into()),
    }
}

/// Books a payment that a provider says was made. The same one again changes nothing.
pub async fn record(node: &Node, provider: &dyn Provider, received: &Received) -> Result<(), ServiceError> {
    let method = provider.method();
    let payment = node.store().payment(&received.out_trade_no).await?.filter(|payment| payment.method == method);
    let Some(payment) = payment else {
        tracing::warn!(payment = received.out_trade_no, "a provider tells of a payment that nobody has begun");
        return Err(ServiceError::refused("error.not_found"));
    };
    let known = matches!(payment.status, status::PAID | status::EXCEPTION | status::SETTLED);
    if known && payment.transaction_id == received.transaction_id {
        return Ok(());
    }
    let silent = payment.status == status::EXCEPTION && payment.transaction_id.is_empty();
    if silent {
        node.store().ask_payment_again(&payment, node.now()).await?;
    }
    let fault = fault(received, provider.payee());
    if payment.order_id == 0 {
        recharge::record(node, &payment, received, fault).await?;
    } else {
        let action = ShopAction::Paid { method, received: received.clone(), fault: fault.map(str::to_owned) };
        match keyed(node, OrderId(payment.order_id), paying::key(method, &received.transaction_id), action).await {
            Ok(()) => {}
            // Another call of the same notice was faster.
            Err(ServiceError::Refused { key: "shop.pay.done", .. }) => {}
            Err(error) => return Err(error),
        }
    }
    node.members().sessions.forget(payment.user_id);
    Ok(())
}

/// An attempt can't be paid any more.
pub async fn over(node: &Node, payment: &StoredPayment) -> Result<(), ServiceError> {
    if payment.order_id == 0 {
        return recharge::over(node, payment).await;
    }
    let action = ShopAction::PayClosed { out_trade_no: payment.out_trade_no.clone() };
    match system(node, OrderId(payment.order_id), action).await {
        Ok(()) | Err(ServiceError::Refused { key: "shop.pay.done", .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Asks the provider about the open attempt of an order whose member waits for it, unless somebody just has. Answers the
/// order as it is then.
pub async fn look(node: &Node, order: ShopOrder) -> Result<ShopOrder, ServiceError> {
    let Some(open) = order.payment.open.clone().filter(|_| order.status == ShopStatus::ToPay) else { return Ok(order) };
    let Some(provider) = node.system().shop().providers().of(open.method).cloned() else { return Ok(order) };
    let now = node.now();
    if !node.store().claim_payment_ask(&open.out_trade_no, now - WAIT, now).await? {
        return Ok(order);
    }
    if let Ok(PayState::Paid(received)) = provider.query(&open.out_trade_no).await {
        record(node, &*provider, &received).await?;
        let (member, order_no) = (order.user_id, order.order_no.clone());
        return Ok(service::own_detail(node, member, &order_no).await?.0);
    }
    Ok(order)
}

/// Why a notice is not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    #[error("no provider is set up")]
    Nobody,
    #[error(transparent)]
    Notice(#[from] NoticeError),
    #[error("it was not booked")]
    Service(#[from] ServiceError),
}

/// Takes a notice of a provider. It is booked before this returns, so a provider that gets no success tells it again.
pub async fn take(node: &Node, notice: &RawNotice) -> Result<(), NotTaken> {
    let mut wrong = NotTaken::Nobody;
    for provider in node.system().shop().providers().iter() {
        let told = match provider.verify(notice, node.now()) {
            Ok(told) => told,
            Err(error) => {
                wrong = error.into();
                continue;
            }
        };
        match told {
            Notice::Paid(received) => record(node, &**provider, &received).await?,
            Notice::Refund { out_refund_no, state, .. } => refund_told(node, &out_refund_no, state).await?,
            Notice::Other => (),
        }
        return Ok(());
    }
    Err(wrong)
}

/// A provider tells what became of a refund: of an order's, or of money that came for nothing.
pub async fn refund_told(node: &Node, out_refund_no: &str, state: RefundState) -> Result<(), ServiceError> {
    if let Some(payment) = node.store().payment_of_refund(out_refund_no).await? {
        let next = actors::shop::payment::refund_after(payment.asked).map(|wait| node.now() + wait);
        return Ok(node.store().payment_refunded(&payment, &state, next, node.now()).await?);
    }
    let found = node.store().shop_refund_by_number(out_refund_no).await?;
    let (order, refund) = found.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let action = ShopAction::Refund(Box::new(RefundAction::PaidBack { refund, state }));
    match system(node, OrderId(order), action).await {
        // It was told before.
        Ok(()) | Err(ServiceError::Refused { key: "shop.refund.state", .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
