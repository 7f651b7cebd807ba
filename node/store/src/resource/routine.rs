//! Attachments, settings and scheduled tasks.

use super::declaration::Kind::{Choice as OneOf, Integer, Json, Reference, References, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, KEPT, Picker, Resource, Rule, Target, UNSORTED, choice, label};
use super::goods::{NAME, STATUS, WEIGH};
use super::identity::{ADMIN, USER};

const TASKS: &[Choice] = &[
    choice("tidy_sessions", "清理过期会话", "Remove expired sessions"),
    choice("sweep_safety_stock", "检查安全库存", "Check safety stock"),
    choice("sweep_shop_orders", "处理到期的商城订单与充值单", "Handle shop orders and top-ups that are due"),
    choice("sweep_payments", "查询未决的支付与退款", "Look up open payments and refunds"),
    choice("match_payments", "核对支付账单", "Reconcile payments with the bills"),
    choice("tidy_transfers", "清理过期的导入导出文件", "Remove expired import and export files"),
    choice("few_goods", "提醒库存告急的商品", "Notify of goods running low"),
    choice("expiry_digest", "效期提醒汇总", "Notify of expiring batches"),
    choice("overdue_transfers", "调拨超期提醒", "Notify of overdue transfers"),
    choice("old_reservations", "长期占用汇总", "Notify of old reservations"),
    choice("closing_reminder", "月结提醒", "Notify of months to close"),
    choice("expo_reminders", "提醒待联系的展会企业", "Notify of trade fair contacts that are due"),
    choice("due_messages", "提醒到期的留言", "Notify of messages that are due"),
    choice("check_books", "核对账目", "Check the books"),
    choice("expire_coupons", "优惠券到期", "Expire coupons"),
    choice("expire_score", "积分到期与提醒", "Expire points and notify members beforehand"),
    choice("backup", "备份数据库", "Back up the database"),
    choice("test_backup", "验证最近的备份", "Test the latest backup"),
    choice("tidy_uploads", "清理 24 小时未使用的上传文件", "Remove uploads that were unused for 24 hours"),
    choice("trim_api_log", "清理到期的接口日志，重算接口统计", "Trim the API log and recompute its statistics"),
    choice("clean_pictures", "清除旧图片的附加信息", "Remove hidden data, such as places, from older pictures"),
    choice("scheduled_exports", "按计划导出", "Run scheduled exports"),
    choice("announcements", "通知公告的受众", "Notify the audience of announcements"),
    choice("tidy_papers", "删除 30 天前审核过的证件照片", "Remove photos of ID documents 30 days after the decision"),
    choice("tidy_notifications", "清理旧通知", "Remove old notifications"),
    choice("tidy_events", "清理旧事件与投递记录", "Remove old events and deliveries"),
    choice("tidy_recycle_bin", "清空 90 天前的回收站", "Empty the recycle bin of rows older than 90 days"),
];
const OUTCOMES: &[Choice] = &[choice("running", "运行中", "Running"), choice("done", "成功", "Succeeded"), choice("failed", "失败", "Failed")];

const ATTACHMENT: Resource = Resource::new(
    "routine.Attachment",
    "attachment",
    label("附件", "Attachments"),
    &[
        Field::new("topic", Text(50)),
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("url", Text(500)).read_only(),
        Field::new("width", Integer(0, i64::MAX)).read_only(),
        Field::new("height", Integer(0, i64::MAX)).read_only(),
        Field::new("name", Text(255)),
        Field::new("size", Integer(0, i64::MAX)).read_only(),
        Field::new("mimetype", Text(100)).read_only(),
        Field::new("quote", Integer(0, i64::MAX)).read_only(),
        Field::new("storage", Text(50)).read_only(),
        Field::new("sha1", Text(40)).read_only(),
        Field::new("create_time", Timestamp).read_only(),
        Field::new("last_upload_time", Timestamp).read_only(),
        Field::new("unused_since", Timestamp).read_only().off_list().named("停用时间", "Unused since"),
    ],
)
.order("last_upload_time", true)
.indexes(&[&["last_upload_time"], &["sha1"]])
.actions(&[Action::Index, Action::Edit, Action::Del])
.unstamped()
.migrated()
.schema("DEFINE INDEX IF NOT EXISTS attachment_content ON attachment FIELDS sha1, topic, storage UNIQUE;");

/// Its calls have a shape of their own (wire contract 4.9).
const CONFIG: Resource = Resource::new(
    "routine.Config",
    "config",
    label("系统配置", "Settings"),
    &[
        Field::new("name", Text(30)).required().unique().rule(Rule::VariableName),
        Field::new("group", Text(30)).required(),
        Field::new("title", Text(50)).required(),
        Field::new("tip", Text(100)),
        Field::new("type", Text(30)).required(),
        Field::new("value", TextArea(65_536)),
        Field::new("content", Json),
        Field::new("rule", Text(100)),
        Field::new("extend", Json),
        Field::new("input_extend", Json).named("输入扩展", "Input options"),
        Field::new("allow_del", Switch).default("0"),
        WEIGH,
    ],
)
.actions(&[])
.unnoted()
.migrated();

const MISSED: &[Choice] = &[choice("", "按任务默认", "Default of the task"), choice("once", "补跑一次", "Run once"), choice("skip", "跳过", "Skip")];

const CRONTAB: Resource = Resource::new(
    "routine.Crontab",
    "crontab",
    label("计划任务", "Scheduled tasks"),
    &[
        NAME,
        Field::new("type", OneOf(Picker::Select, TASKS)).required().unique().named("任务", "Task"),
        Field::new("cron", Text(100)).required(),
        Field::new("missed", OneOf(Picker::Select, MISSED)).default("").named("错过后", "If missed"),
        Field::new("last_run_time", Timestamp).read_only().named("上次运行", "Last run"),
        Field::new("last_result", OneOf(Picker::Select, OUTCOMES)).default("done").read_only().named("上次结果", "Last result"),
        STATUS,
        WEIGH,
        Field::new("remark", TextArea(255)),
    ],
);

const CRONTAB_LOG: Resource = Resource::new(
    "routine.CrontabLog",
    "crontab_log",
    label("计划任务日志", "Scheduled task log"),
    &[
        Field::new("crontab_id", Reference(Target { table: "crontab", relation: "crontab", shows: &["name", "type"] }))
            .read_only()
            .named("任务", "Task"),
        Field::new("result", OneOf(Picker::Select, OUTCOMES)).read_only().named("结果", "Result"),
        Field::new("message", TextArea(1000)).read_only().on_list().named("信息", "Message"),
        Field::new("milliseconds", Integer(0, i64::MAX)).read_only().named("耗时（毫秒）", "Time (ms)"),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.quick(&["message"])
.order("id", true)
.actions(KEPT)
.unwatched()
.unstamped();

const LANGUAGES: &[Choice] = &[choice("zh-cn", "中文", "Chinese"), choice("en", "英文", "English")];
/// The files are made now, whatever the schedule says.
const RUN: Command = Command::new("run", label("立即导出", "Export now"));
/// Of somebody who left: the template becomes the caller's.
const TAKE_OVER: Command = Command::new("takeOver", label("接管", "Take over"))
    .by("admin_id")
    .question(label("接管后由您负责此模板，仍按计划为接收人导出。确定接管吗？", "You become its owner, and it keeps its schedule. Take it over?"));

/// An export that is made again: for its owner, or for several people, each under their own rights.
const EXPORT_TEMPLATE: Resource = Resource::new(
    "routine.ExportTemplate",
    "export_template",
    label("导出模板", "Export templates"),
    &[
        NAME,
        Field::new("controller", Text(100)).required().write_once().named("列表", "List"),
        // Of the request that begins the export: columns, conditions, format.
        Field::new("query", TextArea(8_000)).write_once().off_list().named("列与筛选条件", "Columns and filters"),
        Field::new("language", OneOf(Picker::Radio, LANGUAGES)).default("zh-cn").named("语言", "Language"),
        // Five fields; empty: by hand only.
        Field::new("cron", Text(100)),
        Field::new("receivers", References(Target { table: "admin", relation: "receiver_rows", shows: &["username", "nickname"] }))
            .named("接收人", "Receivers")
            .hinted("留空则发给负责人", "Leave empty for its owner"),
        STATUS,
        Field::new("admin_id", Reference(ADMIN)).read_only().named("负责人", "Owner"),
        Field::new("next_time", Timestamp).read_only().named("下次导出", "Next export"),
        Field::new("last_time", Timestamp).read_only().named("上次导出", "Last export"),
        Field::new("made", Integer(0, i64::MAX)).read_only().named("上次生成文件", "Files made"),
        Field::new("skipped", Integer(0, i64::MAX)).read_only().named("上次未生成", "Receivers without a file"),
        Field::new("reason", Text(500)).read_only().off_list().named("未生成原因", "Reason without a file"),
    ],
)
.quick(&["name", "controller"])
.order("id", true)
.actions(UNSORTED)
.commands(&[RUN, TAKE_OVER])
.of_owner("admin_id");

pub(super) const ALL: &[Resource] = &[ATTACHMENT, CONFIG, CRONTAB, CRONTAB_LOG, EXPORT_TEMPLATE];
