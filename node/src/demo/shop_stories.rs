//! What members bought in the demo company's shop, and what became of it: planned first, then done in the order of the
//! days.

use chrono::{Days, NaiveDate};

use super::words::Pair;

/// A step of a story, so many days after it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Place,
    Pay,
    Ship,
    Receive,
    /// Stars, text, names of pictures in `node/data/demo`, whether without the name, and the shop's reply.
    Evaluate(u8, Pair, &'static [&'static str], bool, Pair),
    /// The time to pay is over.
    TimeOut,
    Cancel,
    ApplyCancel,
    AgreeCancel,
    /// The first line is asked back: goods and money, or money only.
    AskMoney(Pair),
    AskReturn(Pair),
    AgreeRefund,
    RefuseRefund(Pair),
    SendBack,
    TakeBack,
    /// An attempt to pay through a provider begins.
    Begin,
    /// The provider says that the attempt with this number can't be paid any more.
    Lapse(u32),
    /// The provider has taken money for an attempt all the same.
    Take(u32, PaidAmount),
    /// The provider can't pay the refund back.
    RefundFails(Pair),
}

/// How much a provider has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidAmount {
    /// What the order asks for.
    All,
    /// One yuan less.
    Less,
}

/// An order from its beginning on.
pub struct Story {
    /// Days ago that it began.
    pub ago: u64,
    /// Position in the members.
    pub member: usize,
    /// Positions of goods and of their pieces, and how many.
    pub lines: &'static [(usize, usize, i64)],
    /// The best coupon that the member has is used.
    pub coupon: bool,
    /// Steps after the first, with the days after the beginning.
    pub steps: &'static [(u64, Step)],
}

const fn story(ago: u64, member: usize, lines: &'static [(usize, usize, i64)], steps: &'static [(u64, Step)]) -> Story {
    Story { ago, member, lines, coupon: false, steps }
}

use Step::{
    AgreeCancel, AgreeRefund, ApplyCancel, AskMoney, AskReturn, Begin, Cancel, Evaluate, Lapse, Pay, Receive, RefundFails, RefuseRefund, SendBack,
    Ship, Take, TakeBack, TimeOut,
};

/// Every one; each state of orders and of refunds is among them.
pub const STORIES: &[Story] = &[
    story(
        13,
        0,
        &[(0, 1, 1), (2, 0, 2)],
        &[
            (0, Pay),
            (1, Ship),
            (3, Receive),
            (
                4,
                Evaluate(
                    5,
                    ("写起来很顺滑，孩子很喜欢。", "Writes smoothly, the children love them."),
                    &["seen-pens", "seen-notes"],
                    false,
                    ("谢谢您的支持！", "Thank you!"),
                ),
            ),
        ],
    ),
    Story {
        coupon: true,
        ..story(
            12,
            1,
            &[(7, 0, 1), (9, 0, 1)],
            &[
                (0, Pay),
                (1, Ship),
                (4, Receive),
                (5, Evaluate(4, ("纸张厚实，发货也快。", "Good paper, sent at once."), &["seen-paper"], false, ("", ""))),
            ],
        )
    },
    story(
        11,
        2,
        &[(1, 0, 5)],
        &[
            (0, Pay),
            (1, Ship),
            (3, Receive),
            (
                4,
                Evaluate(
                    2,
                    ("有一支写不出来。", "One of them does not write."),
                    &[],
                    true,
                    ("很抱歉，已为您补寄一支。", "Sorry, another one is on its way."),
                ),
            ),
        ],
    ),
    story(10, 3, &[(0, 0, 3)], &[(1, TimeOut)]),
    story(10, 0, &[(21, 0, 1)], &[(0, Pay), (1, ApplyCancel), (1, AgreeCancel)]),
    story(
        9,
        1,
        &[(2, 0, 1), (1, 0, 2)],
        &[
            (0, Pay),
            (1, Ship),
            (3, Receive),
            (4, AskReturn(("颜色与图片不符", "The colour is another one"))),
            (4, AgreeRefund),
            (5, SendBack),
            (7, TakeBack),
        ],
    ),
    story(
        8,
        2,
        &[(17, 0, 1)],
        &[
            (0, Pay),
            (1, Ship),
            (3, Receive),
            (4, AskMoney(("包装破损", "The box was damaged"))),
            (5, RefuseRefund(("外包装不影响使用", "The goods are whole"))),
        ],
    ),
    story(7, 0, &[(0, 0, 6), (7, 0, 1)], &[(0, Pay), (1, Ship), (4, Receive), (5, AskMoney(("少发一支", "One was missing"))), (5, AgreeRefund)]),
    story(6, 3, &[(1, 0, 3)], &[(0, Pay), (1, Ship), (3, Receive), (3, Evaluate(5, ("性价比高。", "Good value."), &[], false, ("", "")))]),
    story(5, 1, &[(9, 0, 1)], &[(0, Pay), (1, Ship), (3, Receive), (4, AskReturn(("买错规格", "The wrong kind"))), (4, AgreeRefund), (5, SendBack)]),
    story(5, 2, &[(2, 0, 1), (0, 2, 2)], &[(0, Pay), (1, Ship), (4, Receive)]),
    story(4, 3, &[(0, 3, 1)], &[(0, Pay), (1, Ship), (3, Receive)]),
    story(3, 0, &[(7, 0, 2)], &[(0, Pay), (1, Ship)]),
    story(3, 2, &[(1, 0, 2)], &[(1, Cancel)]),
    story(2, 1, &[(0, 0, 2), (2, 0, 1)], &[(0, Pay), (1, Ship)]),
    story(2, 3, &[(9, 0, 1)], &[(0, Pay), (1, ApplyCancel)]),
    story(1, 0, &[(1, 0, 4)], &[(0, Pay), (1, AskMoney(("不想要了", "Not needed any more")))]),
    Story { coupon: true, ..story(1, 2, &[(21, 0, 1), (7, 0, 2)], &[(0, Pay)]) },
    story(0, 3, &[(0, 0, 2)], &[(0, Pay)]),
    Story { coupon: true, ..story(0, 1, &[(17, 0, 1)], &[]) },
    // Money that came too late, twice, and not enough of it; and a refund that the provider could not pay.
    story(6, 2, &[(1, 0, 2)], &[(0, Begin), (0, Lapse(1)), (1, TimeOut), (1, Take(1, PaidAmount::All))]),
    story(4, 0, &[(2, 0, 1)], &[(0, Begin), (0, Lapse(1)), (0, Begin), (0, Take(2, PaidAmount::All)), (0, Take(1, PaidAmount::All)), (1, Ship)]),
    story(0, 1, &[(0, 0, 3)], &[(0, Begin), (0, Take(1, PaidAmount::Less))]),
    story(
        5,
        3,
        &[(1, 0, 1)],
        &[
            (0, Begin),
            (0, Take(1, PaidAmount::All)),
            (1, Ship),
            (3, Receive),
            (4, AskMoney(("笔帽有裂纹", "The cap is cracked"))),
            (4, AgreeRefund),
            (4, RefundFails(("付款账户已注销", "The account that paid is closed"))),
        ],
    ),
    // Nothing is sent of virtual goods: they are there when they are paid.
    story(2, 0, &[(24, 0, 1)], &[(0, Pay)]),
];

/// Every step with its day and the number of its story. None is later than today.
pub fn plan(today: NaiveDate) -> Vec<(NaiveDate, usize, Step)> {
    let mut plan = Vec::new();
    for (story, of) in STORIES.iter().enumerate() {
        plan.push((today - Days::new(of.ago), story, Step::Place));
        for (after, step) in of.steps {
            plan.push((today - Days::new(of.ago.saturating_sub(*after)), story, *step));
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::members::MEMBERS;
    use crate::demo::shop_goods::GOODS;

    #[test]
    fn every_kind_of_payment_that_needs_a_person_has_a_story() {
        let has = |wanted: fn(&[Step]) -> bool| STORIES.iter().any(|story| wanted(&story.steps.iter().map(|(_, step)| *step).collect::<Vec<_>>()));
        let at = |steps: &[Step], wanted: Step| steps.iter().position(|step| *step == wanted);
        assert!(STORIES.iter().any(|story| {
            let steps: Vec<Step> = story.steps.iter().map(|(_, step)| *step).collect();
            at(&steps, TimeOut).zip(at(&steps, Take(1, PaidAmount::All))).is_some_and(|(over, paid)| over < paid)
        }));
        assert!(has(|steps| steps.contains(&Take(1, PaidAmount::All)) && steps.contains(&Take(2, PaidAmount::All))));
        assert!(has(|steps| steps.contains(&Take(1, PaidAmount::Less))));
        assert!(has(|steps| matches!(steps.last(), Some(RefundFails(_)))));
    }

    #[test]
    fn stories_are_about_goods_and_members_that_are_there() {
        for story in STORIES {
            assert!(story.member < MEMBERS.len());
            assert!(story.lines.iter().all(|(goods, piece, _)| GOODS.get(*goods).is_some_and(|goods| *piece < goods.pieces.len())));
            assert!(story.steps.iter().all(|(after, _)| *after <= story.ago.max(1)) && story.steps.is_sorted_by_key(|(after, _)| *after));
        }
    }
}
