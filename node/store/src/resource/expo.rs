//! Trade fairs and the companies met there.

use super::declaration::Kind::{Choice as OneOf, Date, Images, Json, Reference, Switch, Text, TextArea};
use super::declaration::{Choice, Field, Picker, Resource, Target, UNSORTED, choice, label};
use super::goods::REMARK;
use super::identity::ADMIN;

const SOURCES: &[Choice] =
    &[choice("card", "名片", "Business card"), choice("list", "名录", "List"), choice("scan", "扫码", "Scan"), choice("site", "网站", "Website")];
const STAGES: &[Choice] = &[
    choice("new", "新线索", "New"),
    choice("contacted", "已联系", "Contacted"),
    choice("visited", "已拜访", "Visited"),
    choice("quoting", "报价中", "Quoting"),
    choice("won", "已成交", "Won"),
    choice("lost", "已流失", "Lost"),
];

const EXPO: Resource = Resource::new(
    "expo.Expo",
    "expo",
    label("展会", "Trade fairs"),
    &[
        Field::new("name", Text(100)).required().unique().sortable(),
        Field::new("name_en", Text(100)).named("英文名称", "English name"),
        Field::new("city", Text(100)),
        Field::new("hall", Text(100)).named("展馆", "Hall"),
        Field::new("starts", Date).required().named("开始日期", "Starts"),
        Field::new("ends", Date).required().named("结束日期", "Ends"),
        Field::new("url", Text(255)),
        REMARK,
    ],
)
.quick(&["name", "name_en", "city"])
.order("starts", true)
.actions(UNSORTED)
.sole();

/// The row that a company has become.
const fn became(table: &'static str, relation: &'static str) -> super::declaration::Kind {
    Reference(Target { table, relation, shows: &["name"] })
}

const COMPANY: Resource = Resource::new(
    "expo.Company",
    "expo_company",
    label("展会企业", "Trade fair companies"),
    &[
        Field::new("expo_id", Reference(Target { table: "expo", relation: "expo", shows: &["name"] })).required().named("展会", "Trade fair"),
        Field::new("booth", Text(50)).named("展位", "Booth"),
        Field::new("name", Text(100)).required().sortable(),
        Field::new("name_en", Text(100)).off_list().named("英文名称", "English name"),
        Field::new("known", Text(200)).read_only().unsearched().unsorted().named("可能已有", "Possible duplicates"),
        Field::new("country", Text(50)).named("国家/地区", "Country"),
        Field::new("industry", Text(50)).named("行业", "Industry"),
        Field::new("products", TextArea(500)).named("产品", "Products"),
        Field::new("hs_codes", Text(200)).off_list().named("HS 编码", "HS codes"),
        // Lines: name, title, mobile, email, wechat.
        Field::new("contacts", Json).unsearched().named("联系人", "Contacts"),
        // The domains of the contacts' addresses that are a company's own, between blanks.
        Field::new("domains", Text(500)).hidden().named("邮箱域名", "Domains"),
        Field::new("source", OneOf(Picker::Select, SOURCES)).default("card").named("来源", "Source"),
        Field::new("stage", OneOf(Picker::Select, STAGES)).default("new").named("阶段", "Stage"),
        Field::new("next_contact", Date).named("下次联系", "Next contact"),
        Field::new("owner_id", Reference(Target { relation: "owner", ..ADMIN })).named("跟进人", "Owner"),
        Field::new("cards", Images).off_list().named("名片", "Business cards"),
        Field::new("consent", Switch).default("0").off_list().named("同意保存联系方式", "Consented to keeping contacts"),
        Field::new("customer_id", became("customer", "customer")).read_only().named("客户", "Customer"),
        Field::new("supplier_id", became("supplier", "supplier")).read_only().named("供应商", "Supplier"),
        REMARK,
    ],
)
.quick(&["name", "name_en", "products", "booth"])
.order("id", true)
.indexes(&[&["next_contact"], &["stage"]])
.actions(UNSORTED)
.of_owner("owner_id");

pub(super) const ALL: &[Resource] = &[EXPO, COMPANY];
