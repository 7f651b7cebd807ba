//! Payments through a provider that meet something else at the same moment: many rounds each, as either may be first.

use serde_json::{Value, json};

use crate::order_steps::key;
use crate::payment_setup::{PaymentSetup, payment_setup};

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";
const ROUNDS: usize = 10;

impl PaymentSetup {
    async fn give(&self, money: &str) {
        let row = json!({ "user_id": self.ann.id, "money": money, "memo": "for the test" });
        self.trade.shop.clerk.done("/admin/user.MoneyLog/add", row).await;
    }

    /// The order's goods go back, and what was paid for it.
    async fn close(&self, row: &Value) {
        self.trade.handed_over(&row["id"]).await;
        let close = json!({ "id": row["id"], "reason": "for the next round", "goods": "back" });
        self.trade.shop.clerk.done(&format!("{ORDERS}/close"), close).await;
    }

    /// What the provider has taken, and what went back, in cents.
    fn provider(&self) -> (i64, i64) {
        let book = self.sandbox.state();
        let paid = book.payments.values().filter(|payment| payment["state"] == "paid").filter_map(|payment| payment["amount"].as_i64()).sum();
        let back = book.refunds.values().filter_map(|refund| refund["amount"].as_i64()).sum();
        (paid, back)
    }

    fn refunds_done(&self, number: &str) -> usize {
        let book = self.sandbox.state();
        book.refunds.iter().filter(|(no, refund)| no.starts_with(number) && refund["state"] == "success").count()
    }

    /// Whether a person has settled a payment.
    async fn by_hand(&self, no: &str) -> bool {
        let payment = self.trade.shop.world.node.store().payment(no).await.expect("the store").expect("a payment");
        !payment.note.is_empty()
    }

    /// When everything is closed and asked about, all that came has gone back, and all goods are free.
    async fn all_is_back(&self) {
        for () in crate::support::turns() {
            self.asks().await;
            let (paid, back) = self.provider();
            if paid == back && self.trade.available().await == "20" {
                return self.ends().await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("{:?} came and went back, {} are available", self.provider(), self.trade.available().await);
    }
}

#[tokio::test]
async fn a_payment_and_a_time_out_leave_nothing_between_them() {
    let setup = payment_setup().await;
    let (mut paid, mut closed) = (0, 0);
    for at in 0..ROUNDS {
        let (row, no) = setup.begun(&format!("a{at}")).await;
        let pay = async {
            let notice = setup.sandbox.pay(&no, 1000);
            setup.notify(&notice).await
        };
        let (told, ()) = tokio::join!(pay, setup.times_out(&row));
        assert_eq!(told, 200);
        let is = setup.trade.handed_over(&row["id"]).await;
        let payment = setup.payment(&no).await;
        match is["status"].as_i64() {
            Some(2) => {
                assert_eq!((&is["paid_amount"], &payment["status"]), (&json!("10.00"), &json!(1)), "{is} {payment}");
                setup.close(&row).await;
                paid += 1;
            }
            Some(6) => {
                assert_eq!((&is["paid_amount"], &payment["why"]), (&json!("0.00"), &json!("late")), "{is} {payment}");
                assert!([3, 4].contains(&payment["status"].as_i64().unwrap_or(0)), "{payment}");
                closed += 1;
            }
            _ => panic!("neither paid nor closed: {is} {payment}"),
        }
    }
    assert_eq!(paid + closed, ROUNDS);
    setup.all_is_back().await;
}

#[tokio::test]
async fn the_provider_and_the_balance_never_both_pay() {
    let setup = payment_setup().await;
    setup.give("100").await;
    for at in 0..ROUNDS {
        let (row, no) = setup.begun(&format!("a{at}")).await;
        let pay = async {
            let notice = setup.sandbox.pay(&no, 1000);
            setup.notify(&notice).await
        };
        let balance = json!({ "order_no": row["order_no"], "method": 1 });
        let (told, by_balance) = tokio::join!(pay, setup.ann.who.post("/api/shop.Pay/begin", &balance));
        assert_eq!(told, 200);
        let is = setup.trade.handed_over(&row["id"]).await;
        let (payment, money) = (setup.payment(&no).await, setup.trade.money(&setup.ann).await);
        assert_eq!((&is["status"], &is["paid_amount"]), (&json!(2), &json!("10.00")), "{is}");
        if by_balance["code"] == 1 {
            assert_eq!((money.as_str(), &payment["why"]), ("90.00", &json!("twice")), "{payment}");
        } else {
            assert_eq!((money.as_str(), &payment["status"]), ("100.00", &json!(1)), "{payment} {by_balance}");
        }
        setup.close(&row).await;
        assert_eq!(setup.trade.money(&setup.ann).await, "100.00");
    }
    setup.all_is_back().await;
}

#[tokio::test]
async fn two_attempts_that_are_paid_at_once_pay_one_order_once() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        let (row, first) = setup.begun(&format!("a{at}")).await;
        let second = setup.begin(&row).await;
        let (one, other) = (setup.sandbox.pay(&first, 1000), setup.sandbox.pay(&second, 1000));
        let answers = tokio::join!(setup.notify(&one), setup.notify(&other), setup.notify(&one));
        assert_eq!(answers, (200, 200, 200));
        let is = setup.trade.handed_over(&row["id"]).await;
        assert_eq!((&is["status"], &is["paid_amount"]), (&json!(2), &json!("10.00")), "{is}");
        let mut states = [setup.payment(&first).await, setup.payment(&second).await].map(|payment| payment["why"].clone());
        states.sort_by_key(ToString::to_string);
        assert_eq!(states, [json!(""), json!("twice")]);
        setup.close(&row).await;
    }
    setup.all_is_back().await;
}

#[tokio::test]
async fn a_payment_of_another_amount_is_accepted_or_sent_back() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        let (row, no) = setup.begun(&format!("a{at}")).await;
        assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1250)).await, 200);
        let (_, before) = setup.provider();
        let how = |how: &str| json!({ "kind": "payment", "out_trade_no": no, "how": how });
        let (accepted, back) = tokio::join!(setup.handle(how("accept")), setup.handle(how("refund")));
        setup.asks().await;
        let (is, payment) = (setup.order(&row).await, setup.payment(&no).await);
        let went = setup.provider().1 - before;
        if is["status"] == 1 {
            assert_eq!((went, &payment["status"]), (1250, &json!(4)), "{accepted} {back} {payment}");
            setup.ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"] })).await;
        } else {
            assert_eq!((went, &payment["status"], &is["paid_amount"]), (250, &json!(1), &json!("10.00")), "{accepted} {back} {payment}");
            setup.close(&row).await;
        }
    }
    setup.all_is_back().await;
}

#[tokio::test]
async fn a_refund_through_the_provider_is_agreed_to_once() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        let (row, no) = setup.begun(&format!("a{at}")).await;
        assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1000)).await, 200);
        setup.trade.handed_over(&row["id"]).await;
        let (_, before) = setup.provider();
        let ask = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
        let refund = setup.ann.who.done("/api/shop.Refund/apply", ask).await;
        let agree = json!({ "id": refund["id"], "agree": true });
        let (audit, close) = (format!("{REFUNDS}/audit"), json!({ "id": row["id"], "reason": "no more", "goods": "back" }));
        let path = format!("{ORDERS}/close");
        let clerk = &setup.trade.shop.clerk;
        let (one, other, closed) = tokio::join!(clerk.post(&audit, &agree), clerk.post(&audit, &agree), clerk.post(&path, &close));
        let done = [&one, &other, &closed].into_iter().filter(|answer| answer["code"] == 1).count();
        assert_eq!(done, 1, "{one} {other} {closed}");
        for () in crate::support::turns() {
            if setup.provider().1 > before {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        assert_eq!(setup.provider().1 - before, 1000);
        assert_eq!(setup.order(&row).await["status"], 6);
    }
    setup.all_is_back().await;
}

#[tokio::test]
async fn a_doubled_beginning_keeps_the_attempt_that_it_has_begun() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        let row = setup.trade.place(&setup.ann, 1, "10.00", &format!("a{at}")).await["data"]["row"].clone();
        let body = json!({ "order_no": row["order_no"], "method": 3, "command_id": format!("p{at}") });
        let begin = || setup.ann.who.post("/api/shop.Pay/begin", &body);
        let (one, other) = tokio::join!(begin(), begin());
        let again = begin().await;
        let no = one["data"]["payment"]["out_trade_no"].as_str().expect("a number").to_owned();
        for answer in [&one, &other, &again] {
            assert_eq!(answer["data"]["payment"]["out_trade_no"], json!(no), "{answer}");
        }
        assert_eq!((setup.payment(&no).await["status"].clone(), setup.sandbox.state().payments[&no]["state"].clone()), (json!(0), json!("open")));
        setup.ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"] })).await;
    }
    setup.all_is_back().await;
}

#[tokio::test]
async fn an_order_whose_provider_was_silent_for_long_ends_all_the_same() {
    let setup = payment_setup().await;
    for (command, paid) in [("a", false), ("b", true)] {
        let (row, no) = setup.begun(command).await;
        if paid {
            setup.sandbox.pay(&no, 1000);
        }
        setup.sandbox.state().silent.insert("/payments".into());
        for _ in 0..9 {
            setup.asks().await;
        }
        assert_eq!(setup.payment(&no).await["why"], "silent");
        setup.sandbox.state().silent.clear();
        setup.times_out(&row).await;
        let is = setup.trade.handed_over(&row["id"]).await["status"].clone();
        assert_eq!((is, setup.payment(&no).await["status"].clone()), if paid { (json!(2), json!(1)) } else { (json!(6), json!(2)) });
    }
    setup.ends().await;
}

#[tokio::test]
async fn a_refund_is_settled_by_the_provider_or_by_one_person() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        setup.sandbox.state().refund_state = "abnormal".into();
        let (row, _) = setup.paid(&format!("a{at}")).await;
        setup.close(&row).await;
        let failed = setup.refunded(&row, 3).await;
        let number = failed["refunds"][0]["refund_no"].as_str().expect("a number").to_owned();
        setup.sandbox.state().refund_state = "success".into();
        let before = setup.trade.money(&setup.ann).await;
        let of = |how: &str| json!({ "kind": "refund", "order_id": row["id"], "no": 1, "how": how, "note": "as agreed", "agreed": true });
        let (hand, balance, again) = tokio::join!(setup.handle(of("hand")), setup.handle(of("balance")), setup.handle(of("again")));
        let done = [&hand, &balance, &again].into_iter().filter(|answer| answer["code"] == 1).count();
        assert_eq!(done, 1, "{hand} {balance} {again}");
        setup.refunded(&row, 2).await;
        let (to_balance, there) = (setup.trade.money(&setup.ann).await != before, setup.refunds_done(&number));
        assert_eq!((to_balance, there), (balance["code"] == 1, usize::from(again["code"] == 1)), "{hand} {balance} {again}");
    }
    setup.ends().await;
}

#[tokio::test]
async fn a_payment_goes_back_through_the_provider_or_by_hand() {
    let setup = payment_setup().await;
    for at in 0..ROUNDS {
        setup.sandbox.state().refund_state = "abnormal".into();
        let (row, no) = setup.begun(&format!("a{at}")).await;
        assert_eq!(setup.notify(&setup.sandbox.pay(&no, 900)).await, 200);
        let how = |how: &str| json!({ "kind": "payment", "out_trade_no": no, "how": how, "note": "by the bank" });
        // Where the provider has refused it once, somebody asks again while another pays it back.
        if at % 2 == 0 {
            assert_eq!(setup.handle(how("refund")).await["code"], 1);
            assert_eq!(setup.payment(&no).await["refund"], 3);
        }
        setup.sandbox.state().refund_state = "success".into();
        let other = if at % 2 == 0 { "again" } else { "refund" };
        let (hand, back) = tokio::join!(setup.handle(how("hand")), setup.handle(how(other)));
        assert_ne!(hand["code"] == 1, back["code"] == 1, "{hand} {back}");
        assert_eq!(setup.payment(&no).await["status"], 4);
        assert_eq!((setup.by_hand(&no).await, setup.refunds_done(&no)), (hand["code"] == 1, usize::from(back["code"] == 1)), "{hand} {back}");
        setup.ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"] })).await;
    }
    setup.ends().await;
}

#[tokio::test]
async fn what_somebody_settles_nobody_else_does_and_nothing_is_held_for_ever() {
    let setup = payment_setup().await;
    setup.sandbox.state().refund_state = "abnormal".into();
    let (_, no) = setup.begun("a").await;
    assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1250)).await, 200);
    let how = |how: &str| json!({ "kind": "payment", "out_trade_no": no, "how": how, "note": "by the bank" });
    let store = setup.trade.shop.world.node.store();
    let found = store.payment(&no).await.expect("the store").expect("a payment");
    let now = setup.trade.shop.world.node.now();
    assert!(store.claim_payment_by_hand(&found, "k1", now).await.expect("the store"));
    assert!(!store.claim_payment_by_hand(&found, "k2", now).await.expect("the store"));
    for other in ["hand", "refund"] {
        assert_eq!(key(&setup.handle(how(other)).await), "shop.refund.claimed", "{other}");
    }
    assert_ne!(setup.handle(how("accept")).await["code"], 1, "nor does it pay meanwhile");
    assert!(!store.resolve_payment_exception(&found, "k2", ("by the bank", 1), now).await.expect("the store"));

    // Whoever has claimed it is gone: after a while somebody else goes on.
    setup.run("UPDATE shop_payment SET claim_until = 1 RETURN NONE").await;
    setup.sandbox.state().refund_state = "processing".into();
    assert_eq!(setup.handle(how("refund")).await["code"], 1);
    assert!(!store.resolve_payment_exception(&found, "k1", ("by the bank", 1), now).await.expect("the store"), "too late");

    // A node that asked the provider is gone before the answer: the sweep asks again when the claim is over.
    let going = store.payment(&no).await.expect("the store").expect("a payment");
    assert!(store.claim_payment_back(&going, "k3", now).await.expect("the store"));
    setup.asks().await;
    assert_eq!(setup.payment(&no).await["refund"], 1, "not beside the other");
    setup.run("UPDATE shop_payment SET claim_until = 1 RETURN NONE").await;
    setup.sandbox.state().refunds.clear();
    setup.sandbox.state().refund_state = "success".into();
    setup.asks().await;
    assert_eq!(setup.payment(&no).await, json!({ "status": 4, "why": "amount", "refund": 2, "back": "12.50" }));
}
