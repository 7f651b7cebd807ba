//! Evaluations of goods: members write them with their orders, staff answers them.

use super::declaration::Kind::{Code, Images, Integer, Reference, Status, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Field, Picker, Resource, choice, label};
use super::identity::USER;

const SHOWN: &[Choice; 2] = &[choice("0", "隐藏", "Hidden"), choice("1", "显示", "Shown")];
const STARS: &[Choice] = &[
    choice("1", "1 星", "1 star"),
    choice("2", "2 星", "2 stars"),
    choice("3", "3 星", "3 stars"),
    choice("4", "4 星", "4 stars"),
    choice("5", "5 星", "5 stars"),
];

pub(super) const EVALUATION: Resource = Resource::new(
    "shop.order.Evaluation",
    "shop_evaluation",
    label("商品评价", "Customer reviews"),
    &[
        Field::new("goods_id", Integer(0, i64::MAX)).read_only().off_list().named("商品 ID", "Goods ID"),
        Field::new("goods_name", Text(120)).read_only().named("商品", "Goods"),
        Field::new("sku_id", Integer(0, i64::MAX)).read_only().off_list().unsearched().named("SKU ID", "SKU id"),
        Field::new("sku_text", Text(255)).read_only().named("规格", "Specification"),
        Field::new("star", Code(Picker::Select, STARS)).read_only().sortable().named("星级", "Stars"),
        Field::new("content", TextArea(500)).read_only().on_list().named("评价内容", "Text"),
        Field::new("images", Images).read_only().named("晒图", "Pictures"),
        Field::new("order_id", Integer(0, i64::MAX)).read_only().off_list().named("订单 ID", "Order ID"),
        Field::new("order_no", Text(32)).read_only().named("订单号", "Order number"),
        Field::new("line", Integer(0, 1_000)).read_only().off_list().unsearched().named("订单行", "Line"),
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("anonymous", Switch).default("0").read_only().named("匿名", "Anonymous"),
        // Of the parcels that it was sent with: from bad stars to the lot.
        Field::new("batch", Text(255)).read_only().named("批次", "Batch"),
        Field::new("reply", TextArea(500)).on_list().named("回复", "Reply"),
        Field::new("reply_time", Timestamp).read_only().named("回复时间", "Replied"),
        Field::new("status", Status).default("1").named_states(SHOWN),
    ],
)
.without_history()
.quick(&["content", "order_no", "goods_name", "user.nickname"])
.order("id", true)
.actions(&[Action::Index, Action::Edit, Action::Del])
.indexes(&[&["goods_id", "status"]])
.schema("DEFINE INDEX IF NOT EXISTS shop_evaluation_of_line ON shop_evaluation FIELDS order_id, line UNIQUE;");
