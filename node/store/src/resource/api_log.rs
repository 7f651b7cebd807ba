//! The log of API calls: its configuration, its lines, and the figures of each route. Lines and figures are written by
//! [`crate::api_log`].

use super::declaration::Kind::{Choice as OneOf, Decimal, Integer, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, LOG, Picker, Resource, choice, label};

const BODIES: &[Choice] =
    &[choice("none", "不记录", "None"), choice("errors", "仅出错时", "Of failed calls"), choice("all", "全部", "Of all kept calls")];
const SIDES: &[Choice] = &[choice("admin", "后台", "Back office"), choice("site", "前台", "Website")];
const CALLERS: &[Choice] = &[
    choice("visitor", "访客", "Visitor"),
    choice("admin", "管理员", "Administrator"),
    choice("member", "会员", "Member"),
    choice("key", "密钥", "Key"),
];
const METHODS: &[Choice] = &[
    choice("GET", "GET", "GET"),
    choice("POST", "POST", "POST"),
    choice("PUT", "PUT", "PUT"),
    choice("DELETE", "DELETE", "DELETE"),
    choice("OTHER", "其他", "Other"),
];

/// Name of the command that deletes every line.
pub const CLEAR: &str = "clear";
const CLEAR_LOG: Command = Command::new(CLEAR, label("清空日志", "Clear the log"))
    .question(label(
        "在后台删除至此的全部接口日志？看板上的统计会保留。",
        "Delete every line of the API log so far, behind the scenes? The figures of the board stay.",
    ))
    .at("cleared_time")
    .danger();

/// One row, which a site has from the start.
const CONFIG: Resource = Resource::new(
    "api.Config",
    "api_config",
    label("接口日志设置", "API log settings"),
    &[
        Field::new("enabled", Switch).default("0").on_list().named("记录调用", "Log calls"),
        // Calls that fail, are refused or are slow are always kept.
        Field::new("sample", Integer(0, 100)).required().default("10").named("正常调用采样（%）", "Ordinary calls kept (%)"),
        Field::new("slow_ms", Integer(1, 60_000)).required().default("500").named("慢调用阈值（毫秒）", "Slow call threshold (ms)"),
        Field::new("bodies", OneOf(Picker::Radio, BODIES)).default("none").named("记录请求内容", "Request bodies kept"),
        Field::new("masked", TextArea(2_000)).on_list().named("另外隐去的字段", "More fields to mask").hinted("每行一个", "One per line"),
        Field::new("left_out", TextArea(2_000)).on_list().named("不记录的路径前缀", "Path prefixes to leave out").hinted("每行一个", "One per line"),
        Field::new("days", Integer(1, 90)).required().default("7").named("保留天数", "Days to keep"),
        Field::new("cleared_time", Timestamp).read_only().named("上次清空", "Last cleared"),
        Field::new("rows", Integer(1_000, 10_000_000)).required().default("2000000").named("最多保留行数", "Maximum number of lines"),
    ],
)
.quick(&["masked", "left_out"])
.order("id", false)
.actions(&[Action::Index, Action::Edit])
.commands(&[CLEAR_LOG])
.unwatched()
.history();

const LINE: Resource = Resource::new(
    "api.Log",
    "api_log",
    label("接口日志", "API log"),
    &[
        Field::new("create_time", Timestamp).read_only(),
        Field::new("side", OneOf(Picker::Select, SIDES)).default("admin").read_only().named("端", "Side"),
        Field::new("method", OneOf(Picker::Select, METHODS)).default("GET").read_only().named("方法", "Method"),
        Field::new("route", Text(200)).read_only().named("接口", "Route"),
        // Of calls that no route takes: where they went.
        Field::new("path", Text(200)).read_only().off_list().named("路径", "Path"),
        Field::new("query", Text(1_000)).read_only().off_list().search("LIKE").named("参数", "Query"),
        Field::new("status", Integer(0, 999)).read_only().named("HTTP 状态", "Status"),
        Field::new("code", Integer(0, 999)).read_only().named("结果码", "Code"),
        Field::new("key", Text(100)).read_only().named("原因", "Reason"),
        Field::new("ms", Decimal(2)).read_only().sortable().named("耗时（毫秒）", "Time (ms)"),
        Field::new("bytes", Integer(0, i64::MAX)).read_only().named("应答字节", "Bytes"),
        Field::new("caller_kind", OneOf(Picker::Select, CALLERS)).default("visitor").read_only().named("调用者类型", "Caller type"),
        Field::new("caller_id", Integer(0, i64::MAX)).read_only().off_list().named("调用者编号", "Caller ID"),
        Field::new("caller", Text(64)).read_only().named("调用者", "Caller"),
        Field::new("ip", Text(64)).read_only(),
        Field::new("useragent", Text(300)).read_only().off_list().search("LIKE"),
        Field::new("body", TextArea(5_000)).read_only().off_list().search("LIKE").named("请求内容", "Body"),
        Field::new("request_id", Text(40)).read_only().off_list().named("请求编号", "Request ID"),
    ],
)
.quick(&["route", "key", "caller"])
.order("id", true)
.indexes(&[&["create_time"]])
.actions(LOG)
.unwatched()
.unstamped();

/// A route's figures of the last days. The table of minutes has no declaration: nobody lists it.
const ROUTE: Resource = Resource::new(
    "api.Url",
    "api_url",
    label("接口统计", "API routes"),
    &[
        Field::new("route", Text(200)).read_only().unique().named("接口", "Route"),
        Field::new("calls", Integer(0, i64::MAX)).read_only().sortable().named("调用次数", "Calls"),
        Field::new("refusals", Integer(0, i64::MAX)).read_only().sortable().named("拒绝", "Refusals"),
        Field::new("errors", Integer(0, i64::MAX)).read_only().sortable().named("错误", "Errors"),
        Field::new("p50", Decimal(2)).read_only().sortable().named("P50（毫秒）", "P50 (ms)"),
        Field::new("p90", Decimal(2)).read_only().sortable().named("P90（毫秒）", "P90 (ms)"),
        Field::new("p99", Decimal(2)).read_only().sortable().named("P99（毫秒）", "P99 (ms)"),
        Field::new("max", Decimal(2)).read_only().sortable().named("最慢（毫秒）", "Slowest (ms)"),
        Field::new("last_time", Timestamp).read_only().sortable().named("最近调用", "Last called"),
        Field::new("note", Text(200)).named("备注", "Note"),
        Field::new("muted", Switch).default("0").on_list().named("不上看板榜单", "Hidden on the dashboard"),
    ],
)
.quick(&["route", "note"])
.order("calls", true)
.actions(&[Action::Index, Action::Edit, Action::Export])
.unwatched()
.schema("DEFINE TABLE IF NOT EXISTS api_minute SCHEMALESS;");

pub(super) const ALL: &[Resource] = &[CONFIG, LINE, ROUTE];
