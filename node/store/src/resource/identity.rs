//! Administrators and members. Rules that a declaration can't express (who may grant which group, how a balance
//! changes) are hooks of the node.

use super::declaration::Kind::{
    Choice as OneOf, Code, Date, Image, Integer, Json, Money, Parent, Password, Reference, References, Switch, Text, TextArea, Timestamp,
};
use super::declaration::{Action, Choice, Command, Field, KEPT, Mask, Picker, Resource, Rule, Target, UNSORTED, choice, label};
use super::goods::{NAME, REMARK, STATUS, WEIGH};
use crate::member::own_accounts::{ADMINISTRATORS_WRITTEN, MEMBERS_WRITTEN};

const ENABLED: &[Choice] = &[choice("enable", "启用", "Enabled"), choice("disable", "禁用", "Disabled")];
const GENDERS: &[Choice] = &[choice("0", "未知", "Unknown"), choice("1", "男", "Male"), choice("2", "女", "Female")];
const RULE_TYPES: &[Choice] =
    &[choice("menu_dir", "菜单目录", "Directory"), choice("menu", "菜单项", "Menu item"), choice("button", "页面按钮", "Button")];
const MEMBER_RULE_TYPES: &[Choice] = &[
    choice("route", "普通路由", "Route"),
    choice("menu_dir", "会员中心菜单目录", "Directory"),
    choice("menu", "会员中心菜单项", "Menu item"),
    choice("nav", "顶栏菜单项", "Navigation item"),
    choice("nav_user_menu", "顶栏会员菜单", "Member menu item"),
    choice("button", "页面按钮", "Button"),
];
const MENU_TYPES: &[Choice] =
    &[choice("", "无", "None"), choice("tab", "选项卡", "Tab"), choice("link", "链接（站外）", "Link"), choice("iframe", "Iframe", "Iframe")];
const EXTENDS: &[Choice] =
    &[choice("none", "无", "None"), choice("add_rules_only", "只添加为路由", "Route only"), choice("add_menu_only", "只添加为菜单", "Menu only")];
const SCOPES: &[Choice] = &[
    choice("all", "全部", "Everything"),
    choice("subgroups", "本组及下级组", "Own group and those below"),
    choice("group", "本组", "Own group"),
    choice("departments", "本部门及下级", "My department and below"),
    choice("department", "本部门", "My department"),
    choice("own", "仅本人", "Own rows"),
];
/// What a group's administrators may do in a warehouse (`bus_schemas::right`).
const WAREHOUSE_RIGHTS: &[Choice] =
    &[choice("see", "查看", "See"), choice("work", "查看、操作", "See and work"), choice("decide", "查看、操作、审批", "See, work and decide")];

/// By what somebody is known who is chosen. `nickname_text` is the nickname with the id.
const PERSON: &[&str] = &["username", "nickname", "nickname_text", "avatar"];

/// The default picture, stored as the empty text.
pub const AVATAR: &str = "/static/images/avatar.png";

/// A person's picture as clients get it.
#[must_use]
pub fn picture(stored: &str) -> &str {
    if stored.is_empty() { AVATAR } else { stored }
}

/// The administrator of a log entry.
pub(super) const ADMIN: Target = Target { table: "admin", relation: "admin", shows: &["username", "nickname"] };
/// Which member a row speaks of.
pub(super) const USER: Target = Target { table: "user", relation: "user", shows: &["username", "nickname"] };

const ADMINISTRATOR: Resource = Resource::new(
    "auth.Admin",
    "admin",
    label("管理员", "Administrators"),
    &[
        Field::new("username", Text(20)).required().unique().rule(Rule::Account).sortable(),
        Field::new("nickname", Text(50)).required(),
        Field::new("group_arr", References(Target { table: "admin_group", relation: "groups", shows: &["name"] })).required(),
        // Whose rows are seen with it by groups that see by departments.
        Field::new("department_id", Reference(Target { table: "department", relation: "department", shows: &["name"] }))
            .named("部门", "Department"),
        Field::new("avatar", Image).default(AVATAR),
        Field::new("email", Text(50)).unique().rule(Rule::Email),
        Field::new("mobile", Text(11)).unique().rule(Rule::Mobile),
        Field::new("last_login_time", Timestamp).read_only().documented_as("string"),
        Field::new("last_login_ip", Text(64)).read_only(),
        Field::new("password", Password),
        Field::new("motto", TextArea(255)),
        Field::new("status", OneOf(Picker::Radio, ENABLED)).default("enable"),
        // About these they decide nothing that gives money or points.
        Field::new("members", References(Target { table: "user", relation: "member_rows", shows: &["username", "nickname"] }))
            .named("本人的会员账户", "Own member accounts")
            .off_list(),
        Field::new("login_failure", Integer(0, 1_000_000)).hidden().named("登录失败", "Failed logins"),
        // 1: somebody else has set the password; written together with it.
        Field::new("given_password", Integer(0, 1)).hidden().named("由他人设置的密码", "Password set by somebody else"),
    ],
)
.quick(&["username", "nickname"])
.picked(PERSON)
.after_write(ADMINISTRATORS_WRITTEN)
.order("id", true)
.actions(UNSORTED)
// What they did names them: histories of orders, sheets and rows, months of the books, money.
.used_by(&[
    ("stock_order", "admin"),
    ("order_event", "admin"),
    ("count_sheet", "admin"),
    ("count_event", "admin"),
    ("record_history", "admin"),
    ("month_closing", "admin"),
    ("user_money_log", "admin_id"),
    ("user_score_log", "admin_id"),
    ("balance_request", "admin_id"),
    ("balance_request", "decided_by"),
    ("shop_recharge_order", "admin_id"),
    ("batch_hold", "admin"),
])
.used_where(&[("shop_event", "`by`.who = 'staff' AND `by`.id IN {keys}")])
.migrated()
.schema(
    "DEFINE FIELD OVERWRITE super ON admin TYPE bool DEFAULT ALWAYS false; DEFINE FIELD OVERWRITE first_sign_in ON admin TYPE string DEFAULT ALWAYS ''; \
     DEFINE FIELD OVERWRITE first_sign_in_at ON admin TYPE int DEFAULT ALWAYS 0; DEFINE FIELD OVERWRITE login_failed_at ON admin TYPE int DEFAULT ALWAYS 0;",
);

const GROUP: Resource = Resource::new(
    "auth.Group",
    "admin_group",
    label("角色组", "Administrator groups"),
    &[
        Field::new("pid", Parent),
        NAME,
        Field::new("rules", TextArea(20_000)).on_list().unsearched().documented_as(""),
        Field::new("scope", OneOf(Picker::Select, SCOPES)).default("all"),
        Field::new("warehouses", References(Target { table: "warehouse", relation: "warehouse_rows", shows: &["name"] }))
            .hinted("留空则为全部仓库", "Leave empty for all"),
        Field::new("warehouse_right", OneOf(Picker::Select, WAREHOUSE_RIGHTS)).default("decide").named("仓库权限", "Warehouse right").off_list(),
        // Warehouses where its administrators may do less or more than that.
        Field::new("see_warehouses", References(Target { table: "warehouse", relation: "see_rows", shows: &["name"] }))
            .named("仅查看的仓库", "Warehouses to view only")
            .off_list(),
        Field::new("work_warehouses", References(Target { table: "warehouse", relation: "work_rows", shows: &["name"] }))
            .named("可操作的仓库", "Warehouses to work in")
            .off_list(),
        Field::new("decide_warehouses", References(Target { table: "warehouse", relation: "decide_rows", shows: &["name"] }))
            .named("可审批的仓库", "Warehouses to decide in")
            .off_list(),
        STATUS,
    ],
)
.order("id", false)
.actions(UNSORTED)
.tree()
.migrated();

const RULE: Resource = Resource::new(
    "auth.Rule",
    "admin_rule",
    label("菜单规则", "Menu rules"),
    &[
        Field::new("pid", Parent),
        Field::new("type", OneOf(Picker::Radio, RULE_TYPES)).default("menu"),
        Field::new("title", Text(50)).required(),
        Field::new("name", Text(100)).required().unique(),
        Field::new("path", Text(100)),
        Field::new("icon", super::declaration::Kind::Icon).default("fa fa-circle-o"),
        Field::new("menu_type", OneOf(Picker::Select, MENU_TYPES)),
        Field::new("url", Text(255)).rule(Rule::Url),
        Field::new("component", Text(100)),
        Field::new("keepalive", Switch).default("0"),
        Field::new("extend", OneOf(Picker::Select, EXTENDS)).default("none"),
        Field::new("remark", TextArea(255)),
        STATUS,
        WEIGH,
    ],
)
.quick(&["title"])
.tree()
.migrated();

const ADMIN_LOG: Resource = Resource::new(
    "auth.AdminLog",
    "admin_log",
    label("管理员日志", "Administrator log"),
    &[
        Field::new("admin_id", Reference(ADMIN)).read_only().search("LIKE"),
        Field::new("username", Text(64)).read_only(),
        Field::new("title", Text(255)).read_only(),
        Field::new("url", Text(1500)).read_only(),
        Field::new("data", Json).read_only().search("LIKE"),
        Field::new("ip", Text(64)).read_only(),
        Field::new("useragent", Text(500)).read_only(),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.quick(&["title"])
.order("id", true)
.indexes(&[&["create_time"]])
.actions(KEPT)
.of_owner("admin_id")
.unnoted()
.unstamped()
.migrated()
.schema("DEFINE FIELD IF NOT EXISTS salt ON admin_log TYPE option<string>; DEFINE FIELD IF NOT EXISTS digest ON admin_log TYPE option<string>;");

/// What tells of the person goes for good; orders and money stay.
const CLOSE: Command = Command::new("close", label("注销", "Close account"))
    .from("closed_time", &["0"])
    .at("closed_time")
    .question(label(
        "注销后姓名、手机、邮箱、地址、证件等个人信息将被永久清除，订单与资金记录保留。此操作不可恢复，确定注销该会员吗？",
        "Name, mobile, mail, addresses and papers are removed for good; orders and money stay. This can't be undone. Close the account?",
    ))
    .danger();

const MEMBER: Resource = Resource::new(
    "user.User",
    "user",
    label("会员", "Members"),
    &[
        Field::new("group_id", Reference(Target { table: "user_group", relation: "userGroup", shows: &["name"] })),
        // Longer than the rule lets new names be: older ones stay.
        Field::new("username", Text(32)).required().unique().rule(Rule::Account).sortable(),
        Field::new("nickname", Text(50)).required(),
        Field::new("email", Text(50)).unique().rule(Rule::Email).masked(Mask::Email),
        Field::new("mobile", Text(11)).unique().rule(Rule::Mobile).masked(Mask::Phone),
        Field::new("avatar", Image).default(AVATAR),
        Field::new("gender", Code(Picker::Radio, GENDERS)).default("0"),
        Field::new("birthday", Date),
        Field::new("money", Money).read_only(),
        Field::new("score", Integer(0, i64::MAX)).read_only(),
        Field::new("last_login_time", Timestamp).read_only(),
        Field::new("last_login_ip", Text(64)).read_only(),
        Field::new("join_ip", Text(64)).read_only().off_list(),
        Field::new("join_time", Timestamp).read_only().off_list(),
        Field::new("password", Password),
        Field::new("motto", TextArea(255)),
        Field::new("status", OneOf(Picker::Radio, ENABLED)).default("enable"),
        Field::new("closed_time", Timestamp).read_only().off_list().named("注销时间", "Closed"),
        Field::new("login_failure", Integer(0, 1_000_000)).hidden().named("登录失败", "Failed logins"),
    ],
)
.without_history()
.quick(&["username", "nickname", "id"])
.commands(&[CLOSE])
.picked(PERSON)
.after_write(MEMBERS_WRITTEN)
.order("id", true)
.actions(UNSORTED)
// Orders and their money stay, and they are the member's.
.used_by(&[("shop_order", "user_id"), ("shop_recharge_order", "user_id")])
.used_where(&[("shop_placing", "open = true AND order.user_id IN {keys}")])
.migrated();

const MEMBER_GROUP: Resource = Resource::new(
    "user.Group",
    "user_group",
    label("会员分组", "Member groups"),
    &[NAME, Field::new("rules", TextArea(20_000)).unsearched().documented_as(""), STATUS],
)
.order("id", true)
.actions(UNSORTED)
.migrated();

const MEMBER_RULE: Resource = Resource::new(
    "user.Rule",
    "user_rule",
    label("会员规则", "Member rules"),
    &[
        Field::new("pid", Parent),
        Field::new("type", OneOf(Picker::Radio, MEMBER_RULE_TYPES)).default("menu"),
        Field::new("title", Text(50)).required(),
        Field::new("name", Text(100)).required(),
        Field::new("path", Text(100)),
        Field::new("icon", super::declaration::Kind::Icon).default("fa fa-circle-o"),
        Field::new("menu_type", OneOf(Picker::Select, MENU_TYPES)),
        Field::new("url", Text(255)).rule(Rule::Url),
        Field::new("component", Text(100)),
        Field::new("no_login_valid", Switch).default("0"),
        Field::new("extend", OneOf(Picker::Select, EXTENDS)).default("none"),
        REMARK,
        STATUS,
        WEIGH,
    ],
)
.quick(&["title"])
.tree()
.migrated();

/// Actions of a log of balance changes: adding an entry changes the account; entries are never edited.
const CHANGES: &[Action] = &[Action::Index, Action::Add, Action::Export];

const MONEY_KINDS: &[Choice] = &[
    choice("recharge", "充值", "Top-up"),
    choice("bonus", "充值赠送", "Bonus"),
    choice("purchase", "消费", "Purchase"),
    choice("refund", "退款", "Refund"),
    choice("manual", "人工调整", "By hand"),
];
const SCORE_KINDS: &[Choice] = &[
    choice("bonus", "充值赠送", "Bonus"),
    choice("purchase", "购物得分", "Earned with a purchase"),
    choice("use", "抵扣", "Used"),
    choice("return", "退回", "Returned"),
    choice("sign_in", "签到", "Sign-in"),
    choice("expiry", "过期", "Expired"),
    choice("manual", "人工调整", "By hand"),
];
const CAUSES: &[Choice] = &[
    choice("", "无", "None"),
    choice("order", "商城订单", "Shop order"),
    choice("refund", "退款单", "Refund"),
    choice("recharge", "充值单", "Top-up"),
    choice("day", "日期", "Day"),
    choice("manual", "人工", "By hand"),
];

/// The rows of a log of changes of a member's money or score.
const fn changes(name: &'static str, kind: super::declaration::Kind, kinds: &'static [Choice]) -> [Field; 10] {
    [
        Field::new("user_id", Reference(USER)).required().write_once(),
        Field::new("kind", OneOf(Picker::Select, kinds)).default("manual").read_only().named("类型", "Kind"),
        Field::new(name, kind).required().write_once().named("变动", "Change"),
        Field::new("before", kind).read_only(),
        Field::new("after", kind).read_only(),
        Field::new("memo", Text(255)).required().write_once(),
        Field::new("cause_kind", OneOf(Picker::Select, CAUSES)).read_only().named("来源", "Source"),
        Field::new("cause_id", Text(128)).read_only().named("来源单号", "Source number"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("操作人", "By"),
        Field::new("create_time", Timestamp).read_only(),
    ]
}

const MONEY_LOG: Resource = Resource::new("user.MoneyLog", "user_money_log", label("余额变动", "Balance log"), &changes("money", Money, MONEY_KINDS))
    .quick(&["user.username", "user.nickname"])
    .order("id", true)
    .actions(CHANGES)
    .unwatched()
    .unstamped()
    .migrated();

const SCORE_LOG: Resource =
    Resource::new("user.ScoreLog", "user_score_log", label("积分变动", "Points log"), &changes("score", Integer(i64::MIN, i64::MAX), SCORE_KINDS))
        .quick(&["user.username", "user.nickname"])
        .order("id", true)
        .actions(CHANGES)
        .unwatched()
        .unstamped()
        .migrated();

const ACCOUNTS: &[Choice] = &[choice("money", "余额", "Balance"), choice("score", "积分", "Points")];
const DECISIONS: &[Choice] = &[choice("1", "待审批", "Waiting"), choice("2", "已批准", "Approved"), choice("3", "已拒绝", "Refused")];

/// Changes of a member's balance that wait for a second person; written by their use cases alone.
const BALANCE_REQUEST: Resource = Resource::new(
    "user.BalanceRequest",
    "balance_request",
    label("调整审批", "Balance requests"),
    &[
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("account", OneOf(Picker::Select, ACCOUNTS)).read_only().named("账户", "Account"),
        Field::new("amount", Money).read_only().named("变动", "Change"),
        Field::new("memo", Text(255)).read_only(),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("申请人", "Requested by"),
        Field::new("status", Code(Picker::Select, DECISIONS)).read_only(),
        Field::new("decided_by", Reference(Target { relation: "decider", ..ADMIN })).read_only().named("审批人", "Decided by"),
        Field::new("decided_time", Timestamp).read_only().named("审批时间", "Decided"),
        Field::new("note", Text(255)).read_only().named("审批意见", "Note"),
    ],
)
.quick(&["user.username", "user.nickname"])
.order("id", true)
.actions(&[Action::Index, Action::Export]);

/// Members as the shop sees them; what they have bought is added to the rows.
const SHOP_MEMBER: Resource = Resource::new(
    "shop.user.User",
    "user",
    label("商城会员", "Shop members"),
    &[
        Field::new("username", Text(32)).read_only().sortable(),
        Field::new("nickname", Text(50)).read_only(),
        Field::new("mobile", Text(11)).read_only().masked(Mask::Phone),
        Field::new("email", Text(50)).read_only().masked(Mask::Email),
        Field::new("money", Money).read_only().sortable(),
        Field::new("score", Integer(0, i64::MAX)).read_only().sortable(),
        Field::new("join_time", Timestamp).read_only().sortable(),
        Field::new("last_login_time", Timestamp).read_only().sortable(),
        Field::new("status", OneOf(Picker::Radio, ENABLED)).read_only(),
    ],
)
.quick(&["username", "nickname", "mobile", "id"])
.picked(PERSON)
.order("id", true)
.unstamped()
.view();

/// What changed members' money, as the shop sees it.
const SHOP_MONEY_LOG: Resource =
    Resource::new("shop.user.MoneyLog", "user_money_log", label("会员资金", "Member money"), &changes("money", Money, MONEY_KINDS))
        .quick(&["user.username", "user.nickname", "cause_id"])
        .order("id", true)
        .unstamped()
        .view();

pub(super) const ALL: &[Resource] =
    &[ADMINISTRATOR, GROUP, RULE, ADMIN_LOG, MEMBER, MEMBER_GROUP, MEMBER_RULE, MONEY_LOG, SCORE_LOG, BALANCE_REQUEST, SHOP_MEMBER, SHOP_MONEY_LOG];
