//! Recharge orders: written by their use cases alone, declared for list and export.

use super::declaration::Kind::{Code, Integer, Money, Reference, Text, Timestamp};
use super::declaration::{Action, Choice, Field, Picker, Resource, Target, choice, label};
use super::identity::{ADMIN, USER};

const STATES: &[Choice] =
    &[choice("1", "待付款", "To pay"), choice("2", "已付款", "Paid"), choice("3", "已关闭", "Closed"), choice("4", "已退款", "Refunded")];
const METHODS: &[Choice] = &[
    choice("0", "未付款", "None yet"),
    choice("2", "微信支付", "WeChat Pay"),
    choice("3", "支付沙箱", "Sandbox"),
    choice("9", "线下收款", "Received by hand"),
];
const PACKAGE: Target = Target { table: "shop_recharge", relation: "recharge", shows: &["name"] };
/// Who has confirmed it before a second person does.
const FIRST: Target = Target { table: "admin", relation: "confirmer", shows: &["username", "nickname"] };

pub(super) const RECHARGE_ORDER: Resource = Resource::new(
    "shop.marketing.RechargeOrder",
    "shop_recharge_order",
    label("充值单", "Top-ups"),
    &[
        Field::new("recharge_no", Text(32)).unique().read_only().named("充值单号", "Top-up number"),
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("recharge_id", Reference(PACKAGE)).read_only().named("套餐", "Package"),
        Field::new("money", Money).read_only().named("充值金额", "Paid in"),
        Field::new("give_money", Money).read_only().named("赠送金额", "Bonus"),
        Field::new("give_score", Integer(0, 1_000_000_000)).read_only().named("赠送积分", "Bonus points"),
        // Of its package when it was made: how often a member may have it; 0 for no limit.
        Field::new("limit_num", Integer(0, 1_000_000)).hidden().named("限购次数", "Limit"),
        Field::new("status", Code(Picker::Select, STATES)).read_only(),
        Field::new("refund_amount", Money).read_only().named("已退金额", "Refunded"),
        Field::new("refund_num", Integer(0, 1_000)).read_only().off_list().named("退款次数", "Refunds"),
        Field::new("pay_method", Code(Picker::Select, METHODS)).read_only().named("付款方式", "Paid by"),
        Field::new("transaction_id", Text(64)).read_only().off_list().named("交易号", "Transaction"),
        Field::new("pay_time", Timestamp).read_only().named("付款时间", "Paid at"),
        Field::new("due_at", Timestamp).read_only().off_list().named("付款截止", "Pay by"),
        Field::new("memo", Text(255)).read_only().named("备注", "Note"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("操作人", "By"),
        // Of more than one person may confirm alone on a day: who did so first.
        Field::new("confirmed_by", Reference(FIRST)).read_only().off_list().named("首位确认人", "First confirmed by"),
    ],
)
.quick(&["recharge_no", "user.username", "user.nickname"])
.order("id", true)
.actions(&[Action::Index, Action::Export])
.indexes(&[&["user_id", "status"], &["status", "due_at"]]);
