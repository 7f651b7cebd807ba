//! Texts for events: which event is told through which channel in which words, the variables that the words may have, and what
//! the robots of groups have written.

use super::declaration::Kind::{Choice as OneOf, Reference, References, Switch, Text, TextArea};
use super::declaration::{Action, Choice, Field, Picker, Resource, Target, choice, label};
use super::events::{DELIVERIES, GROUP};
use super::goods::{NAME, REMARK, STATUS};
use super::outside::{CHECKED_AT, FINDING, STATE, try_out};

const CHANNELS: &[Choice] = &[choice("robot", "群机器人", "Group robot"), choice("mail", "邮件", "Mail")];
const LANGUAGES: &[Choice] = &[choice("zh-cn", "中文", "Chinese"), choice("en", "英文", "English")];
const SOURCES: &[Choice] = &[choice("event", "事件", "Event"), choice("constant", "常量", "Constant")];
const ROBOTS: Target = Target { table: "ding_config", relation: "item_robots", shows: &["name"] };
const OF_GROUP: Target = Target { relation: "item_group", ..GROUP };

const ITEM: Resource = Resource::new(
    "notice.Item",
    "notice_item",
    label("通知项", "Notice items"),
    &[
        NAME,
        Field::new("channel", OneOf(Picker::Radio, CHANNELS)).default("robot").named("渠道", "Channel"),
        Field::new("kinds", Text(1_000))
            .required()
            .named("事件", "Events")
            .hinted("逗号分隔，如 order.stock, shop.*", "With commas between them, such as order.stock, shop.*"),
        Field::new("group_id", Reference(OF_GROUP))
            .required()
            .named("权限组", "Group")
            .hinted("只通知该组能看到的事件", "Only what this group may see is told"),
        Field::new("robots", References(ROBOTS)).named("群机器人", "Robots").hinted("渠道为群机器人时填写", "For the channel Group robot"),
        Field::new("mail_to", Text(1_000))
            .default("")
            .off_list()
            .named("收件人", "Mail to")
            .hinted("渠道为邮件时填写，逗号分隔", "For the channel Mail, with commas between addresses"),
        Field::new("language", OneOf(Picker::Radio, LANGUAGES)).default("zh-cn").off_list().named("语言", "Language"),
        Field::new("title", Text(200))
            .required()
            .named("标题", "Title")
            .hinted("变量写作 {order_no}，见“变量”页", "Variables as {order_no}: see the page Variables"),
        Field::new("body", TextArea(4_000)).required().named("正文", "Text"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        REMARK,
    ],
)
.quick(&["name", "kinds", "title"])
.order("id", true)
.actions(&[Action::Index, Action::Add, Action::Edit, Action::Del])
.commands(&[try_out(&[])]);

/// The same as those who look after robots know it.
const TEMPLATES: Resource =
    Resource { controller: "ding.Template", title: label("机器人模板", "Robot templates"), commands: &[], ..ITEM }.actions(&[Action::Index]).view();

const VARIABLES: Resource = Resource::new(
    "ding.Variable",
    "notice_variable",
    label("变量", "Variables"),
    &[
        Field::new("name", Text(30)).required().unique().named("变量名", "Variable").hinted("小写字母、数字和下划线", "Small letters, digits and _"),
        Field::new("title", Text(60)).required().named("说明", "What it is").translated(),
        Field::new("sample", Text(200)).default("").named("示例", "Sample"),
        Field::new("source", OneOf(Picker::Select, SOURCES)).default("constant").read_only().named("来源", "Source"),
        Field::new("value", Text(500)).default("").named("值", "Value").hinted("常量的值", "What a constant is replaced by"),
    ],
)
.quick(&["name", "title", "value"])
.order("id", false)
.actions(&[Action::Index, Action::Add, Action::Edit, Action::Del]);

const SORTS: &[Choice] = &[choice("event", "事件", "Event"), choice("admin", "管理员通知", "Notification of administrators")];

/// Written by the program at its start.
const TYPE: Resource = Resource::new(
    "notice.Type",
    "notice_type",
    label("通知类型", "Notice types"),
    &[
        Field::new("code", Text(80)).required().unique().named("代码", "Code"),
        Field::new("title", Text(120)).required().translated().named("名称", "Name"),
        Field::new("sort", OneOf(Picker::Select, SORTS)).default("event").read_only().named("种类", "Sort"),
        Field::new("audience", Text(200)).default("").translated().named("通知谁", "Who is told"),
        Field::new("mutable", Switch).default("0").read_only().named("可关闭", "May be switched off"),
    ],
)
.quick(&["code", "title"])
.order("id", false)
.actions(&[Action::Index, Action::Export]);

const RECORDS: Resource = Resource { controller: "ding.Record", title: label("机器人记录", "Robot records"), commands: &[], ..DELIVERIES }.view();

pub(super) const ALL: &[Resource] = &[TYPE, ITEM, TEMPLATES, VARIABLES, RECORDS];
