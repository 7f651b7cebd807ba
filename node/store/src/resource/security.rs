//! The recycle bin and the log of sensitive fields (wire contract 4.12): their declarations.

use super::declaration::Kind::{Choice as OneOf, Integer, Json, Reference, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, KEPT, Picker, Resource, Target, choice, label};
use super::goods::{NAME, STATUS};
use super::identity::ADMIN;

/// Rules are added, changed and deleted, but neither sorted nor imported.
const RULES: &[Action] = &[Action::Index, Action::Add, Action::Edit, Action::Del, Action::Export];

const CONTROLLER: Field = Field::new("controller", Text(100)).required().unique();
const CONTROLLER_AS: Field = Field::new("controller_as", Text(100));
const TABLE: Field = Field::new("data_table", Text(100)).required();
const CONNECTION: Field = Field::new("connection", Text(100));
const KEY: Field = Field::new("primary_key", Text(50)).required();

const RECYCLE: Resource = Resource::new(
    "security.DataRecycle",
    "data_recycle",
    label("数据回收规则", "Recycle rules"),
    &[NAME, CONTROLLER, CONTROLLER_AS, TABLE, CONNECTION, KEY, STATUS],
)
.order("id", true)
.actions(RULES)
.migrated();

const RECYCLE_LOG: Resource = Resource::new(
    "security.DataRecycleLog",
    "data_recycle_log",
    label("数据回收站", "Recycle bin"),
    &[
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("recycle_id", Reference(Target { table: "data_recycle", relation: "recycle", shows: &["name", "controller_as"] })).read_only(),
        Field::new("data_table", Text(100)).read_only(),
        Field::new("connection", Text(100)).read_only(),
        Field::new("primary_key", Text(50)).read_only(),
        Field::new("row_id", Integer(0, i64::MAX)).read_only().named("主键值", "Row ID"),
        Field::new("data", Json).read_only().on_list().search("LIKE"),
        Field::new("ip", Text(64)).read_only(),
        Field::new("useragent", Text(500)).read_only().off_list().search("LIKE"),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.quick(&["recycle.name"])
.order("id", true)
.indexes(&[&["create_time"]])
.actions(KEPT)
.of_owner("admin_id")
.unwatched()
.unstamped()
.migrated()
.schema("DEFINE FIELD IF NOT EXISTS row ON data_recycle_log TYPE option<object> FLEXIBLE;");

const SENSITIVE: Resource = Resource::new(
    "security.SensitiveData",
    "sensitive_data",
    label("敏感字段规则", "Sensitive field rules"),
    &[NAME, CONTROLLER, CONTROLLER_AS, TABLE, CONNECTION, KEY, Field::new("data_fields", Json).required().on_list().search("LIKE"), STATUS],
)
.quick(&["controller"])
.order("id", true)
.actions(RULES)
.migrated();

const SENSITIVE_LOG: Resource = Resource::new(
    "security.SensitiveDataLog",
    "sensitive_data_log",
    label("敏感字段修改记录", "Changes of sensitive fields"),
    &[
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("sensitive_id", Reference(Target { table: "sensitive_data", relation: "sensitive", shows: &["name", "controller_as"] }))
            .read_only(),
        Field::new("data_table", Text(100)).read_only(),
        Field::new("connection", Text(100)).read_only(),
        Field::new("primary_key", Text(50)).read_only(),
        Field::new("data_field", Text(100)).read_only(),
        Field::new("data_comment", Text(100)).read_only(),
        Field::new("id_value", Integer(0, i64::MAX)).read_only().documented_as("string"),
        Field::new("before", TextArea(65_536)).read_only().on_list().search("LIKE"),
        Field::new("after", TextArea(65_536)).read_only().on_list().search("LIKE"),
        Field::new("ip", Text(64)).read_only(),
        Field::new("useragent", Text(500)).read_only().off_list(),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.quick(&["sensitive.name"])
.order("id", true)
.indexes(&[&["create_time"]])
.actions(KEPT)
.of_owner("admin_id")
.unwatched()
.unstamped()
.migrated()
.schema("DEFINE FIELD IF NOT EXISTS stored ON sensitive_data_log TYPE any;");

const CAUSES: &[Choice] = &[choice("scheduled", "计划任务", "Scheduled"), choice("manual", "手动", "By hand")];
const BACKUP_STATES: &[Choice] = &[
    choice("running", "备份中", "Running"),
    choice("done", "已完成，未验证", "Done, not tested"),
    choice("checking", "验证中", "Being tested"),
    choice("verified", "已验证", "Tested"),
    choice("failed", "失败", "Failed"),
    choice("expired", "已清理", "Removed"),
];
/// Restores it beside the database and checks the books.
const VERIFY: Command = Command::new("verify", label("验证", "Test")).from("state", &["done", "verified"]).to("checking");

/// Written by the node alone. Its rows are not restored: their files are another site's.
const BACKUP: Resource = Resource::new(
    "security.Backup",
    "backup",
    label("数据库备份", "Database backups"),
    &[
        Field::new("name", Text(100)).read_only().named("文件", "File"),
        Field::new("directory", Text(500)).read_only().off_list().named("所在目录", "Directory"),
        Field::new("kind", OneOf(Picker::Select, CAUSES)).read_only().named("方式", "Started"),
        Field::new("state", OneOf(Picker::Select, BACKUP_STATES)).read_only().named("状态", "State"),
        Field::new("began", Timestamp).read_only().named("开始时间", "Started"),
        Field::new("ended", Timestamp).read_only().off_list().named("完成时间", "Finished"),
        Field::new("bytes", Integer(0, i64::MAX)).read_only().named("大小", "Size"),
        Field::new("rows", Integer(0, i64::MAX)).read_only().named("行数", "Rows"),
        Field::new("tables", Integer(0, i64::MAX)).read_only().off_list().named("数据表", "Tables"),
        Field::new("uploads", Integer(0, i64::MAX)).read_only().named("上传文件", "Uploaded files"),
        Field::new("verified_at", Timestamp).read_only().named("验证时间", "Tested"),
        Field::new("encrypted", Switch).read_only().named("已加密", "Encrypted"),
        Field::new("key_id", Text(8)).read_only().off_list().named("密钥编号", "Key"),
        Field::new("sha256", Text(64)).read_only().off_list().named("SHA-256", "SHA-256"),
        // Its key in the object storage, where there is a copy.
        Field::new("object", Text(200)).read_only().unsearched().off_list().named("对象存储副本", "Copy in object storage"),
        Field::new("report", TextArea(2_000)).read_only().named("报告", "Report"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("操作人", "By"),
    ],
)
.order("id", true)
.actions(&[Action::Index, Action::Export])
.commands(&[VERIFY])
.unwatched();

pub(super) const ALL: &[Resource] = &[RECYCLE, RECYCLE_LOG, SENSITIVE, SENSITIVE_LOG, BACKUP];
