//! Proofs of who a member is. The number of the paper is sealed; what the table shows of it is masked.

use super::companies::DIGIT;
use super::declaration::Kind::{Choice as OneOf, Reference, Text, TextArea, Timestamp};
use super::declaration::{Choice, Command, Field, KEPT, Picker, Resource, Target, choice, label};
use super::identity::{ADMIN, USER};

const STATES: &[Choice] = &[
    choice("waiting", "待审核", "Waiting"),
    choice("passed", "已通过", "Passed"),
    choice("refused", "未通过", "Refused"),
    choice("withdrawn", "已撤回", "Withdrawn"),
];
const PAPERS: &[Choice] = &[
    choice("id_card", "居民身份证", "Chinese identity card"),
    choice("passport", "护照", "Passport"),
    choice("other", "其他证件", "Other document"),
];

const COMMANDS: &[Command] = &[
    Command::new("pass", label("通过", "Approve"))
        .from("state", &["waiting"])
        .to("passed")
        .asks(&[Field::new("reason", TextArea(500)).named("审核意见", "Note")])
        .by("reviewer_id")
        .at("review_time"),
    Command::new("refuse", label("不通过", "Refuse"))
        .from("state", &["waiting"])
        .to("refused")
        .asks(&[Field::new("reason", TextArea(500)).required().named("原因", "Reason")])
        .by("reviewer_id")
        .at("review_time")
        .danger(),
];

const VERIFY_PERSON: Resource = Resource::new(
    "user.VerifyPerson",
    "verify_person",
    label("实名认证", "Identity verification"),
    &[
        Field::new("user_id", Reference(USER)).read_only(),
        Field::new("real_name", Text(50)).read_only().named("姓名", "Full name"),
        Field::new("id_type", OneOf(Picker::Select, PAPERS)).default("id_card").read_only().named("证件类型", "Document type"),
        // Its first and last signs; the whole is sealed below.
        Field::new("id_number", Text(40)).read_only().unsearched().named("证件号码", "Document number"),
        Field::new("number_check", OneOf(Picker::Select, DIGIT)).default("").read_only().named("号码校验", "Number check"),
        Field::new("number_secret", Text(500)).hidden().named("密封的证件号码", "Sealed number"),
        // Keyed, so that it does not tell the number; the same for the same paper.
        Field::new("number_secret_hash", Text(64)).hidden().named("证件号码摘要", "Hash of the number"),
        Field::new("front_secret", Text(200)).hidden().named("正面照片", "Front"),
        Field::new("back_secret", Text(200)).hidden().named("背面照片", "Back"),
        Field::new("state", OneOf(Picker::Select, STATES)).default("waiting").read_only().named("状态", "State"),
        Field::new("reason", Text(500)).read_only().named("审核意见", "Note"),
        Field::new("reviewer_id", Reference(Target { relation: "reviewer", ..ADMIN })).read_only().named("审核人", "Reviewed by"),
        Field::new("review_time", Timestamp).read_only().named("审核时间", "Reviewed"),
    ],
)
.without_history()
.quick(&["real_name", "user.username", "user.nickname"])
.order("id", true)
.indexes(&[&["number_secret_hash"], &["state", "review_time"]])
.actions(KEPT)
.commands(COMMANDS);

pub(super) const ALL: &[Resource] = &[VERIFY_PERSON];
