//! What `moves` does, without HTTP: each caller stocks a part of a reviewed order of its own, one piece
//! a command, through the order's actor and the warehouse's.

use std::sync::Arc;

use actors::system::System;
use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, ProductId};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{DraftLine, ExtraRights, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType, PartLine};
use rust_decimal::Decimal;

use crate::stock::{Run, WAREHOUSE, measure, start};

/// Pieces that each order has: more than a run can stock.
const PLENTY: i64 = 1_000_000;
const TODAY: &str = "2026-01-15";

async fn ask(system: &System, order: OrderId, id: String, action: OrderAction) -> Result<(), String> {
    let command = command(id, action)?;
    match system.orders().ask(OrderRequest { kind: OrderKind::INBOUND, order, command, deadline: i64::MAX }).await {
        OrderReply::Done(_) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn command(id: String, action: OrderAction) -> Result<OrderCommand, String> {
    let id = CommandId::new(id).map(CommandKey::system).map_err(|error| error.to_string())?;
    Ok(OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::all(), today: TODAY.into() })
}

fn draft(product: i64) -> OrderDraft {
    let line = DraftLine { price: Decimal::from(3), ..DraftLine::new(ProductId(product), Decimal::from(PLENTY)) };
    OrderDraft::new(WAREHOUSE, OrderType::PURCHASE, TODAY, vec![line])
}

/// Runs and prints a line of JSON for each number of callers.
pub async fn run(options: Run) -> Result<(), Box<dyn std::error::Error>> {
    let products = options.callers.iter().copied().max().unwrap_or(1) as i64;
    let system = start(&options.data, products).await?;
    let mut orders = Vec::new();
    for product in 1..=products {
        let create = command(format!("create-{product}"), OrderAction::Create { draft: draft(product) })?;
        let order = match system.orders().create(OrderKind::INBOUND, create, i64::MAX).await {
            OrderReply::Done(done) => done.id,
            other => return Err(format!("{other:?}").into()),
        };
        ask(&system, order, format!("audit-{product}"), OrderAction::step(AUDIT)).await?;
        orders.push(order);
    }
    let orders: Arc<[OrderId]> = orders.into();
    for &callers in &options.callers {
        let orders = orders.clone();
        let step = move |system: System, caller: usize, n: i64| {
            let order = orders[caller];
            let parts = vec![PartLine { line: 1, quantity: Decimal::ONE, ..PartLine::default() }];
            async move { ask(&system, order, format!("s-{callers}-{caller}-{n}"), OrderAction::moving(STOCK, parts)).await }
        };
        println!("{}", measure(&system, options.seconds, callers, step).await?);
    }
    system.drain(std::time::Duration::from_secs(10)).await;
    Ok(())
}
