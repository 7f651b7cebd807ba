//! The orders of the demo company's shop: made by the commands of members and staff, by the clock of the past.

use std::time::Duration;

use actors::clock::Clock;
use actors::shop::payment::CURRENCY;
use bus_schemas::ids::{AdminId, CarrierId, CommandId, OrderId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey, ShopReply, ShopRequest};
use bus_schemas::shop::evaluation::{EvaluationTerms, LineEvaluation};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopParcel};
use bus_schemas::shop::payment::{Received, RefundState};
use bus_schemas::shop::refund::RefundType;
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use entrepot_store::member::addresses::{Abroad, AddressText};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::shop::coupons::Claim;
use serde_json::{Map, json};

use super::error::DemoError;
use super::members::MEMBERS;
use super::pictures;
use super::shop_stories::{PaidAmount, STORIES, Step};
use super::state::{Company, OpenShop};
use crate::node::Node;
use crate::shop::order::basket::{self, Wanted, Wish};
use crate::shop::order::order_draft;
use crate::shop::order::service::refund;
use crate::shop::recharges;

/// How long one step may take, in milliseconds.
const STEP_MS: i64 = 30_000;
/// How often, and how long after each other, it is looked whether an order has carried on.
const LOOKS: u32 = 200;
const LOOK_EVERY: Duration = Duration::from_millis(10);
const AREA: [i64; 3] = [440_000, 440_300, 440_303];

fn step(error: impl std::fmt::Display) -> DemoError {
    DemoError::Step(format!("a shop order: {error}"))
}

/// The number of an attempt to pay an order, counted from 1.
fn attempt_of(order: &ShopOrder, attempt: u32) -> String {
    format!("{}{attempt:02}", order.order_no)
}

impl Company<'_> {
    /// Reads what the shop's orders are made of, and lets members take coupons.
    pub(super) async fn prepare_shop(&mut self, node: &Node, sold: &[i64], members: &[i64]) -> Result<(), DemoError> {
        let store = node.store();
        let rows: Vec<(i64, i64)> = store.rows("SELECT VALUE [goods_id, record::id(id)] FROM shop_sku ORDER BY id ASC", vec![]).await?;
        let of = |goods: &i64| rows.iter().filter(|(of, _)| of == goods).map(|(_, sku)| *sku).collect();
        let first = async |query: &str| store.rows::<i64>(query, vec![]).await.map(|rows| rows.first().copied().unwrap_or(0));
        let companies: Vec<(i64, i64)> = store.rows("SELECT VALUE [record::id(id), carrier_id] FROM shop_delivery_company", vec![]).await?;
        let mut shop = OpenShop {
            skus: sold.iter().map(of).collect(),
            company: companies.first().copied().unwrap_or_default(),
            returns: first("SELECT VALUE record::id(id) FROM shop_delivery_address").await?,
            coupons: store.rows("SELECT VALUE record::id(id) FROM shop_coupon ORDER BY id ASC", vec![]).await?,
            packages: store.rows("SELECT VALUE record::id(id) FROM shop_recharge ORDER BY id ASC", vec![]).await?,
            ..OpenShop::default()
        };
        for (at, member) in members.iter().enumerate() {
            let name = MEMBERS.get(at).map_or("", |member| self.words.pick(member.1)).to_owned();
            let (area, number) = (AREA.to_vec(), 100 + at);
            let address = self.words.pick(("深南东路 # 号", "# Shennan East Road")).replace('#', &number.to_string());
            let written = AddressText { name, mobile: format!("1380013800{at}"), area, address, abroad: Abroad::default(), is_default: true };
            shop.members.push((*member, store.add_address(*member, &written, None, self.now).await.map_err(step)?));
        }
        // Everybody takes the first, and the second is given to some.
        for (coupon, takers, gift) in [(0, 4, None), (1, 2, Some("welcome-back"))] {
            for (member, _) in shop.members.iter().take(takers) {
                let Some(row) = store.coupon(shop.coupons.get(coupon).copied().unwrap_or(0)).await? else { continue };
                store.claim_coupons(&row, &[Claim { member: *member, turn: 1 }], gift, self.now).await.map_err(step)?;
            }
        }
        self.shop = shop;
        Ok(())
    }

    async fn ask(&self, order: OrderId, by: ShopBy, action: ShopAction) -> Result<(), DemoError> {
        let name = action.name();
        let id = CommandId::of_bits(uuid::Uuid::now_v7().as_u128());
        let command = ShopCommand { key: ShopKey::of(by, id), by, version: None, today: self.calendar.today(), action };
        match self.system.shop().ask(ShopRequest { order, command, deadline: self.calendar.now_ms() + STEP_MS }).await {
            ShopReply::Done(_) => self.carried_on(order).await,
            other => Err(DemoError::Step(format!("a shop order's {name}: {other:?}"))),
        }
    }

    /// Waits until an order has done what it has decided: the clock of the past must not run on meanwhile.
    async fn carried_on(&self, order: OrderId) -> Result<(), DemoError> {
        for _ in 0..LOOKS {
            if self.order(order).await?.todo.is_empty() {
                break;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    async fn order(&self, order: OrderId) -> Result<ShopOrder, DemoError> {
        self.system.shop().store().load(order).await?.ok_or_else(|| step("it is not there"))
    }

    /// Does a step of a story. One that goes wrong ends there: the company is there all the same.
    pub(super) async fn shop_step(&mut self, node: &Node, story: usize, taken: Step) {
        if let Err(error) = self.take_shop_step(node, story, taken).await {
            tracing::warn!(%error, story, "an order of the demo company's shop goes no further");
            self.shop.orders.remove(&story);
        }
    }

    /// Skips stories whose goods are not all in stock.
    async fn take_shop_step(&mut self, node: &Node, story: usize, taken: Step) -> Result<(), DemoError> {
        let Some(wanted) = STORIES.get(story) else { return Ok(()) };
        let (member, address) = self.shop.members.get(wanted.member).copied().unwrap_or_default();
        let words = self.words;
        let (own, staff) = (ShopBy::Member(member), ShopBy::Staff(self.admin));
        if taken == Step::Place {
            return self.place(node, story, member, address).await;
        }
        let Some(order) = self.shop.orders.get(&story).copied() else { return Ok(()) };
        self.calendar.advance(25);
        match taken {
            Step::Place => {}
            Step::Pay => self.ask(order, own, ShopAction::Pay { method: PayMethod::Balance }).await?,
            Step::Ship => self.ship_parcels(order, staff).await?,
            Step::Receive => self.ask(order, own, ShopAction::Receive).await?,
            Step::Evaluate(star, text, images, anonymous, reply) => {
                self.evaluate(node, order, member, (star, words.pick(text), images, anonymous)).await?;
                self.reply(node, order, words.pick(reply)).await?;
            }
            Step::TimeOut => self.ask(order, ShopBy::System, ShopAction::Wake).await?,
            Step::Cancel => self.ask(order, own, ShopAction::Cancel { reason: words.pick(("拍错了", "By mistake")).into() }).await?,
            Step::ApplyCancel => {
                self.ask(order, own, ShopAction::ApplyCancel { reason: words.pick(("暂时不需要了", "Not needed now")).into() }).await?
            }
            Step::AgreeCancel => self.ask(order, staff, ShopAction::DecideCancel { agree: true, reason: String::new() }).await?,
            Step::AskMoney(reason) => self.request_refund(order, own, RefundType::Money, words.pick(reason)).await?,
            Step::AskReturn(reason) => self.request_refund(order, own, RefundType::GoodsAndMoney, words.pick(reason)).await?,
            Step::AgreeRefund => {
                let agree = RefundAction::Agree {
                    refund: 1,
                    lines: None,
                    freight: None,
                    reason: String::new(),
                    return_address_id: self.shop.returns,
                    coupon_back: false,
                };
                self.ask(order, staff, refund(agree)).await?;
            }
            Step::RefuseRefund(reason) => {
                self.ask(order, staff, refund(RefundAction::Refuse { refund: 1, reason: words.pick(reason).into() })).await?
            }
            Step::SendBack => {
                let sent = RefundAction::Ship {
                    refund: 1,
                    company: words.pick(("中通快递", "ZTO Express")).into(),
                    courier_number: format!("75{:010}", order.0),
                    images: Vec::new(),
                };
                self.ask(order, own, refund(sent)).await?;
            }
            Step::Begin => self.ask(order, own, ShopAction::BeginPay { method: PayMethod::Sandbox, scene: "native".into() }).await?,
            Step::Lapse(attempt) => {
                let out_trade_no = attempt_of(&self.order(order).await?, attempt);
                self.ask(order, ShopBy::System, ShopAction::PayClosed { out_trade_no }).await?;
            }
            Step::Take(attempt, taken) => {
                let received = self.received(&self.order(order).await?, attempt, taken);
                self.ask(order, ShopBy::System, ShopAction::Paid { method: PayMethod::Sandbox, received, fault: None }).await?;
            }
            Step::RefundFails(why) => {
                let state = RefundState::Abnormal { why: words.pick(why).into() };
                self.ask(order, ShopBy::System, refund(RefundAction::PaidBack { refund: 1, state, claim: None })).await?;
            }
            Step::TakeBack => self.ask(order, staff, refund(RefundAction::Receive { refund: 1, lines: None, reasons: Vec::new() })).await?,
        }
        Ok(())
    }

    /// What a provider says it has taken for an attempt.
    fn received(&self, order: &ShopOrder, attempt: u32, taken: PaidAmount) -> Received {
        let out_trade_no = attempt_of(order, attempt);
        let amount = match taken {
            PaidAmount::All => order.pay_amount,
            PaidAmount::Less => order.pay_amount - Cents(100),
        };
        Received {
            transaction_id: format!("D{out_trade_no}"),
            out_trade_no,
            amount,
            currency: CURRENCY.into(),
            payee: String::new(),
            at: self.calendar.now_ms() / 1_000,
        }
    }

    async fn place(&mut self, node: &Node, story: usize, member: i64, address: i64) -> Result<(), DemoError> {
        let Some(planned) = STORIES.get(story) else { return Ok(()) };
        let sku = |goods: usize, piece: usize| self.shop.skus.get(goods).and_then(|skus| skus.get(piece)).copied();
        let lines = planned.lines.iter().filter_map(|(goods, piece, quantity)| Some(Wanted { sku_id: sku(*goods, *piece)?, quantity: *quantity }));
        let wish = Wish { lines: lines.collect(), address_id: Some(address), best_coupon: planned.coupon, ..Wish::default() };
        let priced = basket::price(node.shop(), member, &wish, false).await.map_err(step)?;
        let settings = node.shop_settings().current().await;
        let now = self.calendar.now_ms() / 1_000;
        let id = self.system.shop().store().next_id().await?;
        let order_no = format!("{}{:08}", self.calendar.today().replace('-', ""), 17_290_411 * (story as i64 + 3) % 100_000_000);
        let draft = order_draft::draft(id, order_no, member, &priced, "", &settings, (&self.calendar.today(), now));
        match self.ask(id, ShopBy::Member(member), ShopAction::Place { draft: Box::new(draft) }).await {
            Ok(_) => {
                self.shop.orders.insert(story, id);
                Ok(())
            }
            Err(error) => {
                tracing::debug!(%error, story, "an order of the demo company is left out");
                Ok(())
            }
        }
    }

    async fn ship_parcels(&self, order: OrderId, staff: ShopBy) -> Result<(), DemoError> {
        let (company, carrier) = self.shop.company;
        for parcel in self.order(order).await?.parcels.iter().filter(|parcel| parcel.status == ShopParcel::WAITING) {
            let action = ShopAction::Deliver {
                parcel: parcel.no,
                company_id: company,
                carrier: Some(CarrierId(carrier)),
                courier_number: format!("SF{:012}", order.0 * 10 + i64::from(parcel.no)),
                lines: None,
                force: String::new(),
            };
            self.ask(order, staff, action).await?;
        }
        Ok(())
    }

    async fn request_refund(&self, order: OrderId, own: ShopBy, kind: RefundType, reason: &str) -> Result<(), DemoError> {
        let line = RefundLine { line: 1, quantity: 1, amount: None };
        let apply = RefundAction::Apply { kind, lines: vec![line], reason: reason.into(), description: String::new(), images: Vec::new() };
        self.ask(order, own, refund(apply)).await
    }

    async fn evaluate(
        &self,
        node: &Node,
        order: OrderId,
        member: i64,
        (star, text, images, anonymous): (u8, &str, &[&str], bool),
    ) -> Result<(), DemoError> {
        let stored = self.order(order).await?;
        let batches = node.store().batches_of(&stored).await?;
        let mut lines = Vec::new();
        for (at, line) in stored.lines.iter().enumerate() {
            // Pictures belong to the first line.
            let shown = if at == 0 { images } else { &[] };
            let images = pictures::sent_by_member(node, member, self.calendar.now_ms() / 1_000).keep_all(shown, "evaluation").await?;
            let content = if at == 0 { text.to_owned() } else { String::new() };
            let batch = batches.get(&line.line).cloned().unwrap_or_default();
            lines.push(LineEvaluation { line: line.line, star, content, images, anonymous, batch });
        }
        self.ask(order, ShopBy::Member(member), ShopAction::Evaluate { lines, terms: EvaluationTerms { review: false, low_star: 2 } }).await?;
        Ok(())
    }

    async fn reply(&self, node: &Node, order: OrderId, reply: &str) -> Result<(), DemoError> {
        if reply.is_empty() {
            return Ok(());
        }
        let resource = catalogue::find("shop.order.Evaluation").ok_or_else(|| step("evaluations are not declared"))?;
        let query = format!("SELECT VALUE record::id(id) FROM shop_evaluation WHERE order_id = {} AND line = 1", order.0);
        let now = self.calendar.now_ms() / 1_000;
        for id in node.store().rows::<i64>(&query, vec![]).await? {
            let body = Map::from_iter([("reply".to_owned(), json!(reply))]);
            let act = Act { set: Map::from_iter([("reply_time".to_owned(), json!(now))]), ..Act::system(now) };
            node.store().update_record(resource, id, &body, &act).await?;
        }
        Ok(())
    }

    /// A recharge that was paid in, and one that waits.
    pub(super) async fn recharge(&self, node: &Node, admin: AdminId) -> Result<(), DemoError> {
        for (member, package, paid) in [(0, 0, true), (1, 1, true), (2, 2, false)] {
            let (Some((member, _)), Some(package)) = (self.shop.members.get(member), self.shop.packages.get(package)) else { continue };
            let wanted = recharges::Wanted { package: Some(*package), money: None };
            let order = recharges::add(node.shop(), *member, wanted).await.map_err(step)?;
            if paid {
                recharges::by_hand(node.shop(), order.id, self.words.pick(("转账收款", "Bank transfer")), admin.0).await.map_err(step)?;
            }
        }
        Ok(())
    }
}
