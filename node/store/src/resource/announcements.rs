//! Announcements to administrators and members, and who has read them.

use super::companies::COMPANY;
use super::declaration::Kind::{Choice as OneOf, DateTime, Integer, Reference, References, RichText, Switch, Text, Timestamp};
use super::declaration::{Choice, Command, Field, LOG, Picker, Resource, Target, UNSORTED, choice, label};
use super::identity::{ADMIN, USER};

const TYPES: &[Choice] =
    &[choice("announcement", "公告", "Announcement"), choice("maintenance", "维护", "Maintenance"), choice("event", "活动", "Event")];
const AUDIENCES: &[Choice] = &[
    choice("all", "所有人", "Everybody"),
    choice("groups", "管理员角色组", "Administrator groups"),
    choice("members", "会员", "Members"),
    choice("companies", "企业成员", "Company members"),
];
const STATES: &[Choice] = &[choice("draft", "草稿", "Draft"), choice("published", "已发布", "Published"), choice("withdrawn", "已撤回", "Withdrawn")];

const WHAT: &[Choice] = &[
    choice("", "无", "Nothing"),
    choice("published", "发布", "Published"),
    choice("changed", "修订", "Updated"),
    choice("confirm", "提醒确认", "To confirm"),
    choice("withdrawn", "撤回", "Withdrawn"),
];

const COMMANDS: &[Command] = &[
    Command::new("publish", label("发布", "Publish"))
        .from("state", &["draft", "withdrawn"])
        .to("published")
        .by("publisher_id")
        .at("publish_time")
        .question(label("发布后受众会收到通知，确定发布？", "Its audience will be notified. Publish it?")),
    Command::new("resend", label("重新通知", "Notify again"))
        .from("state", &["published"])
        .question(label("再次通知受众内容有更新？", "Notify its audience again that it was updated?")),
    Command::new("remind", label("提醒未确认者", "Remind"))
        .from("state", &["published"])
        .question(label("提醒尚未确认的人？", "Remind those who have not confirmed it?")),
    Command::new("withdraw", label("撤回", "Withdraw"))
        .from("state", &["published"])
        .to("withdrawn")
        .question(label("撤回后未读通知会被收回，确定撤回？", "Unread notifications will be removed. Withdraw it?"))
        .danger(),
];

const ANNOUNCEMENT: Resource = Resource::new(
    "notice.Announcement",
    "announcement",
    label("公告", "Announcements"),
    &[
        Field::new("type", OneOf(Picker::Radio, TYPES)).default("announcement"),
        Field::new("title", Text(100)).required().translated(),
        Field::new("body", RichText(50_000)).named("正文", "Text").translated(),
        Field::new("audience", OneOf(Picker::Select, AUDIENCES)).default("all").named("受众", "Audience"),
        // Which of the audience; empty for all of it.
        Field::new("group_ids", References(Target { table: "admin_group", relation: "groups", shows: &["name"] }))
            .off_list()
            .named("管理员角色组", "Administrator groups")
            .hinted("留空则为全部", "Leave empty for all"),
        Field::new("member_ids", References(Target { relation: "members", ..USER }))
            .off_list()
            .named("会员", "Members")
            .hinted("留空则为全部", "Leave empty for all"),
        Field::new("company_ids", References(Target { relation: "companies", ..COMPANY }))
            .off_list()
            .named("企业", "Companies")
            .hinted("留空则为全部", "Leave empty for all"),
        Field::new("starts", DateTime).named("开始", "Starts"),
        Field::new("ends", DateTime).named("结束", "Ends"),
        Field::new("pinned", Switch).default("0").named("置顶", "Pinned"),
        Field::new("must_confirm", Switch).default("0").named("须确认", "Needs confirmation"),
        Field::new("state", OneOf(Picker::Select, STATES)).default("draft").read_only().named("状态", "State"),
        Field::new("publisher_id", Reference(Target { relation: "publisher", ..ADMIN })).read_only().off_list().named("发布人", "Published by"),
        Field::new("publish_time", Timestamp).read_only().named("发布时间", "Published"),
        // When its text was changed after it was published; 0 when it was not.
        Field::new("changed_time", Timestamp).read_only().off_list().named("修订时间", "Updated"),
        // What its people are being told, in which round, and how far that is: ids of the last administrator and the last member.
        Field::new("telling", OneOf(Picker::Select, WHAT)).default("").hidden().named("正在通知", "Telling"),
        Field::new("round", Integer(0, 1_000_000)).hidden().named("轮次", "Round"),
        Field::new("told_admin", Integer(0, i64::MAX)).hidden().named("已通知管理员", "Administrators told"),
        Field::new("told_member", Integer(0, i64::MAX)).hidden().named("已通知会员", "Members told"),
    ],
)
.quick(&["title"])
.order("id", true)
.indexes(&[&["state"]])
.actions(UNSORTED)
.commands(COMMANDS);

const READ: Resource = Resource::new(
    "notice.Read",
    "announcement_read",
    label("公告阅读", "Announcement readers"),
    &[
        Field::new("item_id", Reference(Target { table: "announcement", relation: "item", shows: &["title"] }))
            .read_only()
            .named("公告", "Announcement"),
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("read_at", Timestamp).read_only().named("阅读时间", "Read"),
        Field::new("confirmed_at", Timestamp).read_only().named("确认时间", "Confirmed"),
    ],
)
.quick(&["item.title", "user.nickname", "admin.nickname"])
.order("id", true)
.actions(LOG)
.unwatched()
.unstamped();

pub(super) const ALL: &[Resource] = &[ANNOUNCEMENT, READ];
