//! Articles of the public site. The open fields are the draft; the hidden `live_` fields are the copy that visitors see, which
//! only a publication renews.

use super::declaration::Kind::{Choice as OneOf, Image, Reference, RichText, Switch, Text, TextArea, Timestamp};
use super::declaration::{Choice, Command, Field, Picker, Resource, Target, choice, label};
use super::goods::WEIGH;
use super::identity::ADMIN;

/// What an article is, by which it has its place on the site.
pub const ARTICLE_KINDS: &[Choice] = &[
    choice("solution", "行业方案", "Industry solution"),
    choice("case", "客户案例", "Case"),
    choice("about", "关于我们", "About us"),
    choice("help", "帮助中心", "Help centre"),
    choice("customs", "海关数据", "Customs data"),
];
/// The trades of the site.
pub const ARTICLE_TRADES: &[Choice] = &[
    choice("", "无", "None"),
    choice("electronics", "电子", "Electronics"),
    choice("textile", "纺织", "Textile"),
    choice("automotive", "汽配", "Automotive"),
    choice("other", "其他行业", "Other industries"),
];
/// The sections of the help centre, in their order.
pub const HELP_SECTIONS: &[Choice] = &[
    choice("", "无", "None"),
    choice("start", "快速开始", "First steps"),
    choice("inbound", "收货入库", "Receiving goods"),
    choice("outbound", "发货与退货", "Shipping and returns"),
    choice("stock", "库存与盘点", "Stock and counting"),
    choice("shop", "商城经营", "The shop"),
    choice("members", "会员与账户", "Members and accounts"),
    choice("system", "设置与安全", "Settings and security"),
];
const STATES: &[Choice] = &[choice("draft", "草稿", "Draft"), choice("published", "已发布", "Published"), choice("withdrawn", "已撤下", "Withdrawn")];

const COMMANDS: &[Command] = &[
    Command::new("publish", label("发布", "Publish"))
        .from("state", &["draft", "withdrawn", "published"])
        .to("published")
        .by("publisher_id")
        .at("publish_time")
        .question(label("当前内容将替换访客看到的版本，确定发布？", "Visitors will see it as it is now. Publish it?")),
    Command::new("withdraw", label("撤下", "Withdraw"))
        .from("state", &["published"])
        .to("withdrawn")
        .question(label("访客将无法再打开这篇文章，确定撤下？", "Visitors will no longer find it. Withdraw it?"))
        .danger(),
];

const ARTICLE: Resource = Resource::new(
    "site.Article",
    "site_article",
    label("站点文章", "Site articles"),
    &[
        Field::new("kind", OneOf(Picker::Select, ARTICLE_KINDS)).default("help").sortable().named("栏目", "Kind"),
        Field::new("slug", Text(80)).unique_within("kind").named("网址名", "Name in the URL"),
        Field::new("industry", OneOf(Picker::Select, ARTICLE_TRADES)).default("").named("行业", "Industry"),
        Field::new("section", OneOf(Picker::Select, HELP_SECTIONS)).default("").named("帮助分类", "Help section"),
        Field::new("title", Text(120)).required().sortable().translated(),
        Field::new("summary", TextArea(300)).named("摘要", "Summary").translated(),
        Field::new("cover", Image).named("封面图", "Cover picture"),
        Field::new("cover_alt", Text(120)).off_list().named("封面说明", "Description of the cover").translated(),
        Field::new("body", RichText(50_000)).named("正文", "Text").translated(),
        Field::new("state", OneOf(Picker::Select, STATES)).default("draft").read_only().named("状态", "State"),
        // The draft differs from what visitors see.
        Field::new("pending", Switch).default("0").read_only().named("有未发布修改", "Unpublished changes"),
        Field::new("publisher_id", Reference(Target { relation: "publisher", ..ADMIN })).read_only().off_list().named("发布人", "Published by"),
        Field::new("publish_time", Timestamp).read_only().named("发布时间", "Published"),
        WEIGH,
        Field::new("live_industry", Text(20)).hidden().named("线上行业", "Industry on the site"),
        Field::new("live_section", Text(20)).hidden().named("线上帮助分类", "Section on the site"),
        Field::new("live_title", Text(120)).hidden().named("线上标题", "Title on the site").translated(),
        Field::new("live_summary", TextArea(300)).hidden().named("线上摘要", "Summary on the site").translated(),
        Field::new("live_cover", Image).hidden().named("线上封面图", "Cover on the site"),
        Field::new("live_cover_alt", Text(120)).hidden().named("线上封面说明", "Words of the cover on the site").translated(),
        Field::new("live_body", RichText(50_000)).hidden().named("线上正文", "Text on the site").translated(),
    ],
)
.quick(&["title", "slug"])
.indexes(&[&["state"], &["slug"]])
.commands(COMMANDS);

pub(super) const ALL: &[Resource] = &[ARTICLE];
