//! Read-only resources of the server: tasks of imports and exports.

use super::declaration::Kind::{Choice as OneOf, Integer, Json, Reference, Text, Timestamp};
use super::declaration::{Choice, Field, KEPT, Picker, Resource, choice, label};
use super::identity::ADMIN;

const KINDS: &[Choice] = &[
    choice("export", "导出", "Export"),
    choice("import", "导入", "Import"),
    choice("dry_run", "试导入", "Import check"),
    choice("take_back", "撤回导入", "Undo import"),
];
const STATES: &[Choice] = &[
    choice("running", "进行中", "Running"),
    choice("paused", "已暂停", "Paused"),
    choice("done", "完成", "Done"),
    choice("failed", "失败", "Failed"),
    choice("expired", "已过期", "Expired"),
];

const EXCHANGE_TASK: Resource = Resource::new(
    "routine.Transfer",
    "transfer_task",
    label("导入导出任务", "Imports and exports"),
    &[
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("kind", OneOf(Picker::Select, KINDS)).default("export").read_only().named("种类", "Kind"),
        Field::new("name", Text(200)).read_only().named("名称", "Name"),
        Field::new("controller", Text(100)).read_only(),
        Field::new("format", Text(8)).read_only().named("格式", "Format"),
        Field::new("state", OneOf(Picker::Select, STATES)).default("running").read_only().named("状态", "State"),
        Field::new("total", Integer(0, i64::MAX)).read_only().named("总行数", "Rows"),
        Field::new("handled", Integer(0, i64::MAX)).read_only().named("已处理", "Handled"),
        Field::new("bad", Integer(0, i64::MAX)).read_only().named("错误行数", "Rows with errors"),
        Field::new("report", Json).read_only().named("报告", "Report"),
        Field::new("message", Text(500)).read_only().named("信息", "Message"),
        Field::new("file", Text(100)).read_only().off_list().unsearched().named("文件", "File"),
        // Of an import: the new rows that it made and that were not taken back, as runs of row in the file, id and count.
        Field::new("made", Json).hidden().named("新增的行", "Rows made"),
        Field::new("made_count", Integer(0, i64::MAX)).read_only().off_list().named("可撤回行数", "Rows to undo"),
        // Of an import: rows that it changed and that were not put back; what they were is kept beside.
        Field::new("changed_count", Integer(0, i64::MAX)).read_only().off_list().named("可还原行数", "Rows to restore"),
        // Which columns and which rows, where they were chosen.
        Field::new("asked", Json).read_only().unsearched().named("导出内容", "Content"),
        Field::new("create_time", Timestamp).read_only(),
        Field::new("expires_at", Timestamp).read_only().named("过期时间", "Expires"),
    ],
)
.quick(&["name", "controller", "message"])
.order("id", true)
.actions(KEPT)
.of_owner("admin_id")
.unwatched()
.unstamped();

/// Everybody's exports, as far as the caller's scope of persons goes.
const EXPORTS: Resource = Resource { controller: "routine.DataExport", title: label("数据导出", "Data exports"), ..EXCHANGE_TASK }.view();
/// The same of imports, trial runs and what takes an import back.
const IMPORTS: Resource = Resource { controller: "routine.DataImport", title: label("数据导入", "Data imports"), ..EXCHANGE_TASK }.view();

pub(super) const ALL: &[Resource] = &[EXCHANGE_TASK, EXPORTS, IMPORTS];
