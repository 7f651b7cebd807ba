//! Whom the company deals with and how it is organised.

use bus_schemas::order::process::Partner;

use super::declaration::Kind::{Choice as OneOf, Code, Integer, Parent, Reference, Text};
use super::declaration::{Choice, Field, Mask, Picker, Resource, Rule, Target, choice, label};
use super::goods::{NAME, REMARK, STATUS, WEIGH};

const LEVELS: &[Choice] = &[choice("A", "A", "A"), choice("B", "B", "B"), choice("C", "C", "C"), choice("D", "D", "D"), choice("E", "E", "E")];
const CARRIER_LEVELS: &[Choice] = &[choice("1", "一级", "Level 1"), choice("2", "二级", "Level 2"), choice("3", "三级", "Level 3")];

/// Name, level and how to reach them: suppliers, customers and carriers differ in the level and in what is masked.
const fn partner(level: Field, address: Field, mobile: Field) -> [Field; 11] {
    [
        NAME,
        level,
        Field::new("city", Text(100)),
        address,
        Field::new("contact_person", Text(100)),
        mobile,
        Field::new("email", Text(100)).rule(Rule::Email).off_list(),
        Field::new("wechat", Text(100)).off_list(),
        STATUS,
        WEIGH,
        REMARK,
    ]
}

const ADDRESS: Field = Field::new("address", Text(255)).off_list();
const MOBILE: Field = Field::new("mobile", Text(32));

/// A customer: a partner that may ask for goods that keep for a while.
const fn customer(fields: [Field; 11]) -> [Field; 12] {
    let [name, level, city, address, contact, mobile, email, wechat, status, weigh, remark] = fields;
    let life =
        Field::new("life_days", Integer(0, 36_500)).default("0").named("要求剩余保质期（天）", "Remaining shelf life required (days)").off_list();
    [name, level, city, address, contact, mobile, email, wechat, life, status, weigh, remark]
}

const PARTNER: &[Field] =
    &partner(Field::new("level", OneOf(Picker::Select, LEVELS)).default("C"), ADDRESS.masked(Mask::Address), MOBILE.masked(Mask::Phone));
const CUSTOMER_FIELDS: &[Field] =
    &customer(partner(Field::new("level", OneOf(Picker::Select, LEVELS)).default("C"), ADDRESS.masked(Mask::Address), MOBILE.masked(Mask::Phone)));
/// Carriers are called and visited by whoever ships.
const CARRIER_FIELDS: &[Field] = &partner(Field::new("level", Code(Picker::Select, CARRIER_LEVELS)).default("1"), ADDRESS, MOBILE);

const SUPPLIER: Resource = Resource::new("warehouse.Supplier", "supplier", label("供应商", "Suppliers"), PARTNER)
    .quick(&["name", "contact_person"])
    .partner_of_orders(Partner::Supplier)
    .sole();

const CUSTOMER: Resource = Resource::new("warehouse.Customer", "customer", label("客户", "Customers"), CUSTOMER_FIELDS)
    .quick(&["name", "contact_person"])
    .partner_of_orders(Partner::Customer)
    .sole();

const CARRIER: Resource = Resource::new("warehouse.Carrier", "carrier", label("承运商", "Carriers"), CARRIER_FIELDS)
    .quick(&["name", "contact_person"])
    .used_by(&[("stock_order", "shipment.carrier"), ("stock_order", "shipment.parcels.carrier")])
    .sole();

const DEPARTMENT: Resource = Resource::new(
    "company.Department",
    "department",
    label("部门", "Departments"),
    &[
        Field::new("pid", Parent),
        NAME,
        Field::new("responsible", Text(100)),
        Field::new("phone", Text(32)),
        Field::new("email", Text(100)).rule(Rule::Email),
        STATUS,
        WEIGH,
    ],
)
.tree()
.older_times();

const JOB: Resource =
    Resource::new("company.Job", "job", label("岗位", "Positions"), &[NAME, Field::new("code", Text(64)).required().unique(), STATUS, WEIGH, REMARK])
        .quick(&["name", "code"]);

const DICTIONARY: Resource = Resource::new(
    "company.Dictionary",
    "dictionary",
    label("字典类型", "Dictionaries"),
    &[Field::new("title", Text(100)).required().sortable(), Field::new("code", Text(64)).unique().rule(Rule::VariableName), STATUS, WEIGH],
)
.quick(&["title", "code"]);

const ENTRY: Resource = Resource::new(
    "company.DictionaryEntry",
    "dictionary_entry",
    label("字典数据", "Dictionary entries"),
    &[
        Field::new("dictionary_id", Reference(Target { table: "dictionary", relation: "dictionary", shows: &["title", "code"] })).required(),
        NAME,
        Field::new("value", Text(255)).required(),
        STATUS,
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "value"]);

pub(super) const ALL: &[Resource] = &[SUPPLIER, CUSTOMER, CARRIER, DEPARTMENT, JOB, DICTIONARY, ENTRY];
