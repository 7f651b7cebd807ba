//! Who is told of events outside: webhooks of other programs, and the log of what was delivered ([`crate::delivery`]).

use super::declaration::Kind::{Choice as OneOf, Integer, Reference, Secret, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, Picker, Resource, Target, choice, label};
use super::goods::{NAME, REMARK, STATUS};
use super::outside::{CHECKED_AT, FINDING, SECRET_PLACE, STATE, set_at, try_out};

/// The command that delivers something once more.
pub const REPEAT: &str = "repeat";

pub(super) const GROUP: Target = Target { table: "admin_group", relation: "webhook_group", shows: &["name"] };

const CHANNELS: &[Choice] = &[choice("webhook", "Webhook", "Webhook"), choice("robot", "群机器人", "Group robot"), choice("mail", "邮件", "Mail")];
const STATES: &[Choice] = &[
    choice("waiting", "待投递", "Waiting"),
    choice("sending", "投递中", "Being sent"),
    choice("sent", "已投递", "Delivered"),
    choice("failed", "失败", "Failed"),
    choice("skipped", "已跳过", "Skipped"),
    choice("unknown", "结果未知", "Not known"),
];

const WEBHOOKS: Resource = Resource::new(
    "event.Webhook",
    "webhook",
    label("Webhook", "Webhooks"),
    &[
        NAME,
        Field::new("url", Text(500)).required().named("地址", "Address").hinted("以 https:// 开头", "It begins with https://"),
        Field::new("kinds", Text(1_000)).required().named("事件", "Events").hinted(
            "逗号分隔，如 order.stock, shop.*；* 为除库存变动外的全部，库存变动为 stock.*",
            "With commas between them, such as order.stock, shop.*; * is all but movements of stock, which are stock.*",
        ),
        Field::new("group_id", Reference(GROUP))
            .required()
            .named("权限组", "Group")
            .hinted("只投递该组能看到的事件", "Only what this group may see is delivered"),
        Field::new("secret", Secret).required().named("签名密钥", "Signing secret").hinted(
            "至少 20 个字符；更换后旧密钥 24 小时内仍参与签名",
            "At least 20 characters; after a change the former one signs as well for 24 hours",
        ),
        set_at("secret_set_at", "密钥设置时间", "Secret set"),
        Field::new("former_until", Timestamp).read_only().off_list().named("旧密钥有效至", "Former secret signs until"),
        Field::new("failing_since", Timestamp).read_only().named("持续失败自", "Failing since"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        REMARK,
        SECRET_PLACE,
    ],
)
.quick(&["name", "url"])
.order("id", true)
.actions(&[Action::Index, Action::Add, Action::Edit, Action::Del])
.commands(&[try_out(&[])])
.unbinned()
.schema("DEFINE FIELD IF NOT EXISTS told ON webhook TYPE option<bool>;");

/// Written by the node alone.
pub(super) const DELIVERIES: Resource = Resource::new(
    "event.Delivery",
    "delivery",
    label("投递记录", "Deliveries"),
    &[
        Field::new("channel", OneOf(Picker::Select, CHANNELS)).read_only().named("渠道", "Channel"),
        Field::new("target_id", Integer(0, i64::MAX)).read_only().off_list().named("目标 ID", "Target ID"),
        Field::new("item_id", Integer(0, i64::MAX)).read_only().off_list().named("通知项 ID", "Notice item ID"),
        Field::new("target", Text(120)).read_only().named("目标", "Target"),
        Field::new("kind", Text(80)).read_only().named("事件", "Event"),
        Field::new("subject", Text(200)).read_only().named("对象", "About"),
        Field::new("stream", Text(80)).read_only().off_list().named("事件流", "Stream"),
        Field::new("number", Integer(0, i64::MAX)).read_only().off_list().named("事件序号", "Event number"),
        Field::new("state", OneOf(Picker::Select, STATES)).default("waiting").read_only().named("状态", "State"),
        Field::new("answer", TextArea(1_000)).default("").read_only().on_list().named("结果", "Result"),
        Field::new("tries", Integer(0, i64::MAX)).read_only().named("次数", "Tries"),
        Field::new("next_at", Timestamp).read_only().off_list().named("下次投递", "Next try"),
        Field::new("sent_at", Timestamp).read_only().named("投递时间", "Delivered at"),
        Field::new("replayed_from", Integer(0, i64::MAX)).read_only().off_list().named("重投自", "Repeats"),
    ],
)
.quick(&["target", "subject", "kind"])
.order("id", true)
.indexes(&[&["state", "next_at"], &["create_time"]])
.actions(&[Action::Index, Action::Export])
.commands(&[Command::new(REPEAT, label("重新投递", "Deliver again"))
    .from("state", &["failed", "skipped", "unknown", "sent"])
    .question(label("将以新的投递编号再次发送。确定？", "It is sent once more, under a number of its own. Go on?"))])
.unwatched()
.schema("DEFINE FIELD IF NOT EXISTS holder ON delivery TYPE option<string>; DEFINE FIELD IF NOT EXISTS until ON delivery TYPE option<int>;");

pub(super) const ALL: &[Resource] = &[WEBHOOKS, DELIVERIES];
