//! What is done about an attempt to pay through a provider, by its row and by what the provider says: pure. The use
//! cases of the node ask and write; who pays for what is the order's to judge.

use bus_schemas::shop::payment::{Received, RefundState, reason, status};

use super::payment::{PayState, ask_after, refund_after};

/// What rules see of an attempt's row.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    pub status: u8,
    /// Of the money that came; empty where none has.
    pub transaction_id: &'a str,
    /// Why it is an exception.
    pub notice: &'a str,
    /// 0 nothing goes back, 1 asked for, 2 back, 3 abnormal.
    pub refund_status: u8,
    /// How often the provider was asked.
    pub asked: u32,
}

impl Attempt<'_> {
    /// Whether money that a provider says it has taken is booked already.
    #[must_use]
    pub fn has(&self, received: &Received) -> bool {
        matches!(self.status, status::PAID | status::EXCEPTION | status::SETTLED) && self.transaction_id == received.transaction_id
    }

    /// Whether the provider had not said how it ended, and nobody asks any more.
    #[must_use]
    pub fn was_given_up(&self) -> bool {
        self.status == status::EXCEPTION && self.transaction_id.is_empty()
    }

    /// Whether a person may let the money pay, though it is another amount.
    #[must_use]
    pub fn may_be_accepted(&self) -> bool {
        self.status == status::EXCEPTION && self.notice == reason::AMOUNT && self.refund_status == 0
    }

    /// What a person has to ask the provider before they pay the money back another way.
    #[must_use]
    pub fn to_ask_first(&self) -> AskFirst {
        if self.refund_status == 3 {
            AskFirst::Refund
        } else if self.notice == reason::SILENT {
            AskFirst::Close
        } else {
            AskFirst::Nothing
        }
    }
}

/// See [`Attempt::to_ask_first`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskFirst {
    Nothing,
    /// What became of the refund: see [`refund_elsewhere`].
    Refund,
    /// To close the attempt: it may still be paid. A provider that stays silent stops nobody.
    Close,
}

/// What follows when a provider was asked about an attempt that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    Book(Received),
    /// It can't be paid any more.
    Over,
    /// It is asked about again at this time, Unix seconds; nothing: a person has to look.
    Ask(Option<i64>),
}

/// `state`: what the provider says, if it says anything. `wanted`: what the attempt is for still waits for it.
#[must_use]
pub fn after_asking(state: Option<PayState>, wanted: bool, asked: u32, now: i64) -> Next {
    match state {
        Some(PayState::Paid(received)) => Next::Book(received),
        Some(PayState::Closed) => Next::Over,
        Some(PayState::NotFound) if !wanted => Next::Over,
        Some(PayState::NotFound | PayState::Open) | None => Next::Ask(ask_after(asked + 1).map(|wait| now + wait)),
    }
}

/// When a provider is asked again for money that is to go back, Unix seconds, and whether a person has to look.
#[must_use]
pub fn after_refund(state: &RefundState, asked: u32, now: i64) -> (Option<i64>, bool) {
    let next = refund_after(asked).map(|wait| now + wait);
    let back = matches!(state, RefundState::Success { .. });
    (next, matches!(state, RefundState::Abnormal { .. }) || (next.is_none() && !back))
}

/// Whether money may go back another way than through its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundElsewhere {
    /// The provider has not paid it back and will not by itself.
    Yes,
    /// It has paid it back.
    IsBack,
    /// It still may.
    NotYet,
}

/// By what the provider says of its refund.
#[must_use]
pub const fn refund_elsewhere(state: &RefundState) -> RefundElsewhere {
    match state {
        RefundState::Abnormal { .. } | RefundState::NotFound => RefundElsewhere::Yes,
        RefundState::Success { .. } => RefundElsewhere::IsBack,
        RefundState::Processing | RefundState::Unknown { .. } => RefundElsewhere::NotYet,
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::shop::Cents;

    use super::*;

    const CAME: Attempt<'_> = Attempt { status: status::EXCEPTION, transaction_id: "t1", notice: reason::AMOUNT, refund_status: 0, asked: 0 };

    fn received(transaction_id: &str) -> Received {
        let (out_trade_no, currency, payee) = ("1".into(), "CNY".into(), "m".into());
        Received { out_trade_no, transaction_id: transaction_id.into(), amount: Cents(1), currency, payee, at: 0 }
    }

    #[test]
    fn money_is_known_by_its_transaction() {
        assert!(CAME.has(&received("t1")) && !CAME.has(&received("t2")));
        assert!(!Attempt { status: status::CLOSED, ..CAME }.has(&received("t1")), "it came after the attempt was closed");
        assert!(Attempt { transaction_id: "", ..CAME }.was_given_up() && !CAME.was_given_up());
    }

    #[test]
    fn only_another_amount_is_accepted_and_not_once_it_goes_back() {
        assert!(CAME.may_be_accepted());
        for other in [
            Attempt { notice: reason::PAYEE, ..CAME },
            Attempt { notice: reason::SILENT, ..CAME },
            Attempt { refund_status: 1, ..CAME },
            Attempt { status: status::PAID, ..CAME },
        ] {
            assert!(!other.may_be_accepted(), "{other:?}");
        }
    }

    #[test]
    fn an_attempt_is_asked_about_until_it_has_ended() {
        let next = |state, wanted, asked| after_asking(state, wanted, asked, 100);
        assert_eq!(next(Some(PayState::Paid(received("t1"))), false, 0), Next::Book(received("t1")));
        assert_eq!(next(Some(PayState::Closed), true, 0), Next::Over);
        assert_eq!((next(Some(PayState::NotFound), false, 0), next(Some(PayState::NotFound), true, 0)), (Next::Over, Next::Ask(Some(340))));
        assert_eq!((next(Some(PayState::Open), false, 0), next(None, false, 7)), (Next::Ask(Some(340)), Next::Ask(None)));
    }

    #[test]
    fn a_person_looks_at_money_that_does_not_go_back() {
        let wrong = RefundState::Abnormal { why: "no account".into() };
        assert_eq!(after_refund(&RefundState::Processing, 0, 100), (Some(160), false));
        assert_eq!(after_refund(&wrong, 0, 100), (Some(160), true));
        assert_eq!(after_refund(&RefundState::Processing, 12, 100), (None, true));
        assert_eq!(after_refund(&RefundState::Success { at: 90 }, 12, 100), (None, false));
    }

    #[test]
    fn money_goes_another_way_only_where_the_provider_will_not_pay() {
        assert_eq!(refund_elsewhere(&RefundState::NotFound), RefundElsewhere::Yes);
        assert_eq!(refund_elsewhere(&RefundState::Abnormal { why: String::new() }), RefundElsewhere::Yes);
        assert_eq!(refund_elsewhere(&RefundState::Success { at: 1 }), RefundElsewhere::IsBack);
        assert_eq!(refund_elsewhere(&RefundState::Processing), RefundElsewhere::NotYet);
        assert_eq!(refund_elsewhere(&RefundState::Unknown { why: String::new() }), RefundElsewhere::NotYet);
        assert_eq!(Attempt { refund_status: 3, ..CAME }.to_ask_first(), AskFirst::Refund);
        assert_eq!(Attempt { notice: reason::SILENT, ..CAME }.to_ask_first(), AskFirst::Close);
        assert_eq!(CAME.to_ask_first(), AskFirst::Nothing);
    }
}
