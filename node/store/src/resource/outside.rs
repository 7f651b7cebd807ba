//! Accounts at services outside: mail servers, providers of SMS, robots of groups. Their secrets are kept apart
//! ([`crate::sealed_secrets`]).

use super::declaration::Kind::{Choice as OneOf, Integer, Secret, Text, Timestamp};
use super::declaration::{Action, Choice, Command, Field, Picker, Resource, Rule, choice, label};
use super::goods::{NAME, REMARK, STATUS, WEIGH};
use crate::sealed_secrets::PLACE;

/// The command that tries an account.
pub const TEST: &str = "test";
/// The state of an account whose last test went well, and of one whose did not.
pub const GOOD: &str = "good";
pub const BAD: &str = "bad";

const SECRECY: &[Choice] = &[choice("SSL", "SSL/TLS", "SSL/TLS"), choice("TLS", "STARTTLS", "STARTTLS"), choice("NONE", "不加密", "Not encrypted")];
const PROVIDERS: &[Choice] = &[choice("aliyun", "阿里云", "Alibaba Cloud"), choice("tencent", "腾讯云", "Tencent Cloud")];
const PLATFORMS: &[Choice] = &[choice("dingtalk", "钉钉", "DingTalk"), choice("feishu", "飞书", "Feishu"), choice("wecom", "企业微信", "WeCom")];
const TESTED: &[Choice] = &[choice("", "未测试", "Not tested"), choice(GOOD, "可用", "Works"), choice(BAD, "不可用", "Does not work")];

pub(super) const SECRET_PLACE: Field = Field::new(PLACE, Text(40)).default("").hidden().named("密钥位置", "Place of secrets");
/// The result of the last test, and the words of it: a key of texts with its values, as JSON.
pub(super) const STATE: Field = Field::new("state", OneOf(Picker::Select, TESTED)).default("").read_only().named("检测结果", "Last test");
pub(super) const FINDING: Field = Field::new("finding", Text(1_000)).default("").read_only().unsearched().named("检测说明", "What the test said");
pub(super) const CHECKED_AT: Field = Field::new("checked_at", Timestamp).read_only().off_list().named("检测时间", "Tested");

/// When a secret was set; empty where there is none.
pub(super) const fn set_at(name: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::new(name, Timestamp).read_only().off_list().named(zh, en)
}

pub(super) const fn try_out(fields: &'static [Field]) -> Command {
    Command::new(TEST, label("测试", "Test")).asks(fields).at("checked_at")
}

const MAIL: Resource = Resource::new(
    "outside.Mail",
    "outside_mail",
    label("邮件服务器", "Mail servers"),
    &[
        NAME,
        Field::new("server", Text(255)).required().named("服务器", "Server").hinted("如 smtp.example.com", "Such as smtp.example.com"),
        Field::new("port", Integer(1, 65_535)).default("465").named("端口", "Port"),
        Field::new("secrecy", OneOf(Picker::Radio, SECRECY)).default("SSL").off_list().named("加密方式", "Encryption"),
        Field::new("user", Text(255))
            .default("")
            .off_list()
            .named("用户名", "User name")
            .hinted("留空则不登录", "Leave empty to send without signing in"),
        Field::new("password", Secret),
        set_at("password_set_at", "密码设置时间", "Password set"),
        Field::new("sender", Text(255)).required().rule(Rule::Email).named("发件人地址", "Sender’s address"),
        Field::new("sender_name", Text(100))
            .default("")
            .off_list()
            .named("发件人名称", "Sender’s name")
            .hinted("留空则用站点名称", "Leave empty for the site’s name"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        WEIGH,
        REMARK,
        SECRET_PLACE,
    ],
)
.quick(&["name", "server", "sender"])
.actions(ACTIONS)
.commands(&[try_out(&[Field::new("to", Text(255))
    .rule(Rule::Email)
    .named("收件人", "Send a test mail to")
    .hinted("留空则只连接并登录", "Leave empty to connect and sign in only")])])
.unbinned();

const SMS: Resource = Resource::new(
    "outside.Sms",
    "outside_sms",
    label("短信账户", "SMS accounts"),
    &[
        NAME,
        Field::new("provider", OneOf(Picker::Select, PROVIDERS)).default("aliyun").named("服务商", "Provider"),
        Field::new("key", Text(128)).required().named("AccessKey ID", "Access key ID"),
        Field::new("secret", Secret).required().named("AccessKey Secret", "Access key secret"),
        set_at("secret_set_at", "密钥设置时间", "Secret set"),
        Field::new("sign", Text(60)).required().named("短信签名", "Signature"),
        Field::new("template", Text(60)).required().off_list().named("验证码模板", "Template of codes").hinted("变量为 code", "Its variable is code"),
        Field::new("app_id", Text(30))
            .default("")
            .off_list()
            .named("应用 ID（SdkAppId）", "Application (SdkAppId)")
            .hinted("仅腾讯云需要", "Tencent Cloud only"),
        Field::new("region", Text(40)).default("ap-guangzhou").off_list().named("地域", "Region").hinted("仅腾讯云需要", "Tencent Cloud only"),
        Field::new("day_limit", Integer(1, 1_000)).default("10").off_list().named("每号码每日上限", "Messages per number and day"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        WEIGH,
        REMARK,
        SECRET_PLACE,
    ],
)
.quick(&["name", "key", "sign"])
.actions(ACTIONS)
.commands(&[try_out(&[Field::new("to", Text(20)).required().rule(Rule::Mobile).named("手机号", "Send a code to")])])
.unbinned();

const ROBOTS: Resource = Resource::new(
    "ding.Config",
    "ding_config",
    label("群机器人", "Group robots"),
    &[
        NAME,
        Field::new("platform", OneOf(Picker::Select, PLATFORMS)).default("dingtalk").named("平台", "Platform"),
        Field::new("url", Secret)
            .required()
            .named("Webhook 地址", "Webhook address")
            .hinted("由平台生成，整段粘贴", "As the platform gives it, whole"),
        set_at("url_set_at", "地址设置时间", "Address set"),
        Field::new("sign_secret", Secret).named("加签密钥", "Signing secret").hinted("机器人启用加签时填写", "If the robot asks for signatures"),
        set_at("sign_secret_set_at", "加签密钥设置时间", "Signing secret set"),
        Field::new("word", Text(20)).default("").off_list().named("关键词", "Keyword").hinted("机器人要求关键词时填写", "If the robot asks for one"),
        STATE,
        FINDING,
        CHECKED_AT,
        STATUS,
        WEIGH,
        REMARK,
        SECRET_PLACE,
    ],
)
.actions(ACTIONS)
.commands(&[try_out(&[])])
.unbinned();

const ACTIONS: &[Action] = &[Action::Index, Action::Add, Action::Edit, Action::Del, Action::Sortable];

pub(super) const ALL: &[Resource] = &[MAIL, SMS, ROBOTS];
