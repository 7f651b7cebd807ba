//! Content of the public site, and messages of its visitors.

use super::companies::COMPANY;
use super::declaration::Kind::{Choice as OneOf, DateTime, Reference, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Field, Picker, Resource, Target, UNSORTED, choice, label};
use super::goods::{REMARK, STATUS, WEIGH};
use super::identity::{ADMIN, USER};

const PROGRESS: &[Choice] = &[choice("new", "待处理", "New"), choice("open", "跟进中", "In progress"), choice("done", "已处理", "Done")];

const CONTENT: Resource = Resource::new(
    "site.Content",
    "site_content",
    label("站点内容", "Site content"),
    &[
        Field::new("page", Text(50)).required().sortable().named("页面", "Page"),
        Field::new("key", Text(100)).required().sortable().named("键", "Key"),
        Field::new("zh", TextArea(5_000)).on_list().named("中文", "Chinese"),
        Field::new("en", TextArea(5_000)).on_list().named("英文", "English"),
        STATUS,
    ],
)
.quick(&["page", "key", "zh", "en"])
.order("id", false)
.indexes(&[&["page"]])
.actions(UNSORTED);

const MESSAGE: Resource = Resource::new(
    "site.Message",
    "site_message",
    label("留言板", "Message board"),
    &[
        Field::new("name", Text(50)).read_only(),
        Field::new("company", Text(100)).read_only().named("公司", "Company"),
        Field::new("mobile", Text(32)).read_only(),
        Field::new("email", Text(100)).read_only(),
        Field::new("industry", Text(50)).read_only().named("行业", "Industry"),
        Field::new("content", TextArea(2_000)).read_only().on_list().named("留言", "Message"),
        // The company of the trade platform that is asked; nothing of a message to the site itself.
        Field::new("company_id", Reference(Target { relation: "asked_company", ..COMPANY })).read_only().named("询盘企业", "Enquiry to"),
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("ip", Text(64)).read_only().off_list(),
        Field::new("language", Text(10)).default("").hidden().named("语言", "Language"),
        Field::new("progress", OneOf(Picker::Radio, PROGRESS)).default("new").named("处理状态", "Progress"),
        Field::new("assignee_id", Reference(Target { relation: "assignee", ..ADMIN })).named("负责人", "Assigned to"),
        Field::new("due_time", DateTime).named("处理期限", "Due"),
        Field::new("spam", Switch).default("0").named("垃圾留言", "Spam"),
        Field::new("reply", TextArea(2_000)).named("回复", "Reply"),
        Field::new("reply_time", Timestamp).read_only().named("回复时间", "Replied"),
        Field::new("remark", TextArea(500)).on_list(),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.without_history()
.quick(&["name", "company", "mobile", "email", "content"])
.order("id", true)
.actions(&[Action::Index, Action::Edit, Action::Del, Action::Export])
.unstamped();

/// Answers that are given often; they are put into an answer with a click and may be changed there.
const CANNED_REPLY: Resource = Resource::new(
    "site.Reply",
    "site_reply",
    label("常用回复", "Template replies"),
    &[Field::new("title", Text(50)).required().sortable(), Field::new("content", TextArea(2_000)).required().on_list(), STATUS, WEIGH, REMARK],
)
.quick(&["title", "content"]);

pub(super) const ALL: &[Resource] = &[CONTENT, MESSAGE, CANNED_REPLY];
