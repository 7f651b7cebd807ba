//! Companies of members: their trade, who belongs to them, and whether they were verified.

use super::declaration::Kind::{Choice as OneOf, Icon, Image, Images, Parent, Reference, RichText, Switch, Text, TextArea, Timestamp};
use super::declaration::{Choice, Command, Field, Mask, Picker, Resource, Rule, Target, UNSORTED, choice, label};
use super::goods::{NAME, REMARK, STATUS, WEIGH, named};
use super::identity::{ADMIN, USER};

/// Whether somebody has looked at the papers of a company or a person.
pub(super) const VERIFY: &[Choice] = &[
    choice("none", "未认证", "Not verified"),
    choice("waiting", "待审核", "Waiting"),
    choice("passed", "已认证", "Verified"),
    choice("refused", "未通过", "Refused"),
];
/// Whether the check digit of a number is right. Genuine numbers may fail: it is a hint for who decides.
pub(super) const DIGIT: &[Choice] =
    &[choice("", "未填", "None"), choice("ok", "正确", "Valid"), choice("doubtful", "校验位不符，请核对", "Wrong check digit: please verify")];
const SCALES: &[Choice] = &[
    choice("", "未填", "Not specified"),
    choice("20", "20 人以下", "Fewer than 20"),
    choice("100", "20-100 人", "20 to 100"),
    choice("500", "100-500 人", "100 to 500"),
    choice("more", "500 人以上", "More than 500"),
];
const ROLES: &[Choice] = &[choice("owner", "所有者", "Owner"), choice("manager", "管理员", "Manager"), choice("staff", "成员", "Staff")];
const PLACES: &[Choice] = &[choice("invited", "待接受", "Invited"), choice("active", "在职", "Active"), choice("left", "已离开", "Left")];
const SHOWN: &[Choice; 2] = &[choice("0", "停用", "Disabled"), choice("1", "启用", "Enabled")];

/// Which company a row belongs to.
pub(super) const COMPANY: Target = Target { table: "company", relation: "company", shows: &["name", "short_name"] };

/// Whoever looks at the papers of a company says whether they are right.
const COMPANY_COMMANDS: &[Command] = &[
    Command::new("pass", label("通过认证", "Verify"))
        .from("verify", &["waiting"])
        .to("passed")
        .asks(&[Field::new("verify_reason", TextArea(500)).named("审核意见", "Note")])
        .by("reviewer_id")
        .at("verify_time"),
    Command::new("refuse", label("不通过", "Refuse"))
        .from("verify", &["waiting"])
        .to("refused")
        .asks(&[Field::new("verify_reason", TextArea(500)).required().named("原因", "Reason")])
        .by("reviewer_id")
        .at("verify_time")
        .danger(),
];

const INDUSTRY: Resource = Resource::new(
    "company.Industry",
    "industry",
    label("行业", "Industries"),
    &[
        Field::new("pid", Parent),
        NAME,
        Field::new("name_en", Text(100)).on_list().named("英文名称", "English name"),
        Field::new("code", Text(32)).required().unique(),
        Field::new("icon", Icon),
        STATUS,
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "name_en", "code"])
.tree()
.sole();

const COMPANIES: Resource = Resource::new(
    "company.Company",
    "company",
    label("企业", "Companies"),
    &[
        NAME,
        Field::new("short_name", Text(50)).named("简称", "Short name"),
        Field::new("uscc", Text(18)).unique().named("统一社会信用代码", "Unified social credit code"),
        Field::new("uscc_check", OneOf(Picker::Select, DIGIT)).default("").read_only().off_list().named("代码校验", "Code check"),
        Field::new("customs_code", Text(10)).off_list().named("海关编码", "Customs code"),
        Field::new("industry_id", named("industry", "industry")).named("行业", "Industry"),
        Field::new("scale", OneOf(Picker::Select, SCALES)).default("").off_list().named("规模", "Size"),
        Field::new("city", Text(100)),
        Field::new("address", Text(255)).off_list().masked(Mask::Address),
        Field::new("contact", Text(50)).named("联系人", "Contact"),
        Field::new("mobile", Text(32)).masked(Mask::Phone),
        Field::new("email", Text(100)).rule(Rule::Email).off_list().masked(Mask::Email),
        Field::new("website", Text(255)).rule(Rule::Url).off_list().named("网站", "Website"),
        Field::new("logo", Image).named("标志", "Logo"),
        Field::new("licence_images", Images).off_list().named("营业执照", "Business licence"),
        Field::new("introduce", RichText(20_000)),
        Field::new("on_site", Switch).default("0").named("网站展示", "Shown on the website"),
        Field::new("verify", OneOf(Picker::Select, VERIFY)).default("none").read_only().named("认证状态", "Verification"),
        Field::new("verify_reason", Text(500)).read_only().off_list().named("审核意见", "Note"),
        Field::new("reviewer_id", Reference(Target { relation: "reviewer", ..ADMIN })).read_only().off_list().named("审核人", "Reviewed by"),
        Field::new("verify_time", Timestamp).read_only().off_list().named("审核时间", "Reviewed"),
        STATUS.named_states(SHOWN),
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "short_name", "uscc"])
.indexes(&[&["verify"]])
.commands(COMPANY_COMMANDS);

const COMPANY_USER: Resource = Resource::new(
    "company.CompanyUser",
    "company_user",
    label("企业成员", "Company members"),
    &[
        Field::new("company_id", Reference(COMPANY)).required().write_once().named("企业", "Company"),
        Field::new("user_id", Reference(USER)).required().write_once(),
        Field::new("role", OneOf(Picker::Select, ROLES)).default("staff").named("角色", "Role"),
        Field::new("position", Text(50)).named("职位", "Position"),
        Field::new("state", OneOf(Picker::Select, PLACES)).default("active").named("状态", "State"),
        Field::new("joined", Timestamp).read_only().named("加入时间", "Joined"),
    ],
)
.without_history()
.quick(&["company.name", "user.username", "user.nickname"])
.order("id", true)
.unique_pair(["company_id", "user_id"])
.actions(UNSORTED);

pub(super) const ALL: &[Resource] = &[INDUSTRY, COMPANIES, COMPANY_USER];
