//! Templates of SMS, by what the message is for, and the log of what was sent. Accounts at providers are [`super::outside`]'s.

use super::declaration::Kind::{Choice as OneOf, Integer, Text, TextArea};
use super::declaration::{Action, Choice, Field, Mask, Picker, Resource, Rule, choice, label};
use super::goods::{NAME, REMARK, STATUS};
use super::outside::{CHECKED_AT, FINDING, STATE, try_out};

/// What a message is for: the events of `/api/Sms/send`.
const PURPOSES: &[Choice] = &[
    choice("user_register", "会员注册", "Registration"),
    choice("user_retrieve_pwd", "找回密码", "Forgotten password"),
    choice("user_change_mobile", "更换手机号", "Change of the mobile number"),
    choice("user_mobile_verify", "验证手机号", "Proof of the mobile number"),
];
/// States of a message in the log.
pub const SENT: &str = "sent";
pub const FAILED: &str = "failed";
pub const UNKNOWN: &str = "unknown";
const STATES: &[Choice] = &[choice(SENT, "已发送", "Sent"), choice(FAILED, "失败", "Failed"), choice(UNKNOWN, "结果未知", "Not known")];

const TEMPLATE: Resource = Resource::new(
    "sms.Template",
    "sms_template",
    label("短信模板", "SMS templates"),
    &[
        Field::new("code", OneOf(Picker::Select, PURPOSES)).default("user_register").unique().named("用途", "For"),
        NAME,
        Field::new("aliyun", Text(60))
            .default("")
            .named("阿里云模板编号", "Template at Alibaba Cloud")
            .hinted("如 SMS_123456789", "Such as SMS_123456789"),
        Field::new("tencent", Text(60)).default("").named("腾讯云模板编号", "Template at Tencent Cloud").hinted("如 1234567", "Such as 1234567"),
        Field::new("variables", Text(100)).required().named("变量", "Variables").hinted(
            "逗号分隔，顺序与模板一致：code 验证码、minutes 有效分钟数、site 站点名称",
            "With commas, in the template’s order: code, minutes that it is valid, site (its name)",
        ),
        Field::new("preview", TextArea(500))
            .default("")
            .on_list()
            .named("预览", "Preview")
            .hinted("模板的文字，变量写作 {code}；仅用于核对", "The template’s words with variables as {code}: for you to check"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        REMARK,
    ],
)
.quick(&["name", "aliyun", "tencent"])
.order("id", false)
.actions(&[Action::Index, Action::Add, Action::Edit, Action::Del])
.commands(&[try_out(&[Field::new("to", Text(20)).required().rule(Rule::Mobile).named("手机号", "Send a sample to")])])
.unbinned();

/// Written by the node alone, a row for each call of a provider.
const LOG: Resource = Resource::new(
    "sms.Log",
    "sms_log",
    label("短信记录", "SMS log"),
    &[
        Field::new("code", OneOf(Picker::Select, PURPOSES)).default("user_register").read_only().named("用途", "For"),
        Field::new("mobile", Text(20)).read_only().masked(Mask::Phone).named("手机号", "Mobile number"),
        Field::new("account", Text(100)).read_only().named("账户", "Account"),
        Field::new("template", Text(60)).read_only().off_list().named("模板编号", "Template"),
        Field::new("state", OneOf(Picker::Select, STATES)).default(SENT).read_only().named("状态", "State"),
        Field::new("answer", Text(500)).default("").read_only().named("结果", "Result"),
        Field::new("outside_id", Text(100)).default("").read_only().off_list().named("服务商编号", "Provider’s number"),
        Field::new("ms", Integer(0, i64::MAX)).read_only().off_list().named("耗时（毫秒）", "Took (ms)"),
    ],
)
.quick(&["mobile", "account", "outside_id"])
.order("id", true)
.indexes(&[&["create_time"]])
.actions(&[Action::Index, Action::Export])
.unwatched()
.unbinned();

pub(super) const ALL: &[Resource] = &[TEMPLATE, LOG];
