//! Keys by which other programs call the API. What proves a key is kept apart ([`crate::identity::api_keys`]), so that
//! no list, export, history or log can carry it.

use super::declaration::Kind::{Choice as OneOf, Integer, Reference, References, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, Picker, Resource, Target, choice, label};
use super::identity::ADMIN;

/// Calls of a key in a minute, at least and at most.
pub const RATE: (i64, i64) = (1, 6_000);
/// Characters of a key's name.
pub const NAME_MAX: usize = 60;
/// Characters of a key's remark.
pub const REMARK_MAX: usize = 255;
/// The state of a key that may be used while its time is not over.
pub const ACTIVE: &str = "active";
/// The state that a list shows once the time is over. It is never stored.
pub const EXPIRED: &str = "expired";

const STATES: &[Choice] = &[choice(ACTIVE, "使用中", "In use"), choice(EXPIRED, "已过期", "Expired"), choice("revoked", "已吊销", "Revoked")];
/// Why a key was refused last (`crate::identity::rights::key::KeyRefusal`).
const REFUSALS: &[Choice] = &[
    choice("", "无", "None"),
    choice("replaced", "密钥已被更换", "Replaced by a newer key"),
    choice("revoked", "密钥已吊销", "Revoked"),
    choice("expired", "密钥已过期", "Expired"),
    choice("owner_gone", "所有者已删除", "Owner deleted"),
    choice("owner_disabled", "所有者已禁用", "Owner disabled"),
    choice("out_of_group", "所有者已不在该组", "Owner no longer in the group"),
    choice("group_gone", "角色组已删除", "Group deleted"),
    choice("group_disabled", "角色组已禁用", "Group disabled"),
];

const GROUP: Target = Target { table: "admin_group", relation: "key_group", shows: &["name"] };
const WAREHOUSES: Target = Target { table: "warehouse", relation: "warehouse_rows", shows: &["name"] };
const REVOKER: Target = Target { table: "admin", relation: "revoker", shows: &["username", "nickname"] };

const REVOKE: Command = Command::new("revoke", label("吊销", "Revoke"))
    .from("state", &[ACTIVE, EXPIRED])
    .to("revoked")
    .by("revoked_by")
    .at("revoked_at")
    .question(label(
        "吊销后，使用该密钥的程序立即无法访问，且无法恢复。确定吊销？",
        "Programs with this key are refused at once, for good. Revoke it?",
    ))
    .danger()
    .many();

const KEY: Resource = Resource::new(
    "api.Key",
    "api_key",
    label("API 密钥", "API keys"),
    &[
        Field::new("name", Text(NAME_MAX)).required().sortable(),
        // The beginning of the key, by which logs name it.
        Field::new("prefix", Text(16)).read_only().named("密钥前缀", "Prefix"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("所有者", "Owner"),
        Field::new("of_site", Switch).default("0").read_only().named("站点密钥", "Site key"),
        Field::new("group_id", Reference(GROUP)).read_only().named("角色组", "Group"),
        Field::new("warehouses", References(WAREHOUSES))
            .read_only()
            .named("限定仓库", "Only these warehouses")
            .hinted("留空则不限", "Leave empty for all"),
        Field::new("rate", Integer(RATE.0, RATE.1)).required().default("600").named("每分钟请求上限", "Requests per minute"),
        Field::new("expires", Timestamp).required().sortable().named("有效期至", "Expires"),
        Field::new("state", OneOf(Picker::Select, STATES)).default(ACTIVE).read_only().unsearched().named("状态", "State"),
        Field::new("last_used_at", Timestamp).read_only().sortable().named("最近使用", "Last used"),
        Field::new("last_used_ip", Text(64)).read_only().named("最近使用地址", "Last used from"),
        Field::new("refused_at", Timestamp).read_only().off_list().named("最近被拒绝", "Last refused"),
        Field::new("refusal", OneOf(Picker::Select, REFUSALS)).default("").read_only().off_list().named("拒绝原因", "Reason for refusal"),
        // Good until then beside the present one.
        Field::new("former_prefix", Text(16)).read_only().off_list().named("更换前的前缀", "Former prefix"),
        Field::new("former_until", Timestamp).read_only().off_list().named("旧密钥有效至", "Former key valid until"),
        Field::new("rotated_at", Timestamp).read_only().off_list().named("更换时间", "Replaced"),
        Field::new("revoked_by", Reference(REVOKER)).read_only().off_list().named("吊销人", "Revoked by"),
        Field::new("revoked_at", Timestamp).read_only().off_list().named("吊销时间", "Revoked at"),
        Field::new("remark", TextArea(REMARK_MAX)).default(""),
    ],
)
.quick(&["name", "prefix", "admin.username", "admin.nickname"])
.order("id", true)
.actions(&[Action::Index, Action::Edit, Action::Del, Action::Export])
.commands(&[REVOKE])
.of_owner("admin_id")
.history()
.unwatched()
.schema(
    "DEFINE TABLE IF NOT EXISTS api_key_secret SCHEMALESS; \
     DEFINE INDEX IF NOT EXISTS api_key_secret_key ON api_key_secret FIELDS key;",
);

pub(super) const ALL: &[Resource] = &[KEY];
