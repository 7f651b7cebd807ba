//! The declared resources (fields: domain rules, fixed fields).

use super::Kind::{Choice, Decimal, Integer, Reference, Switch, Text};
use super::{Field, Resource};

const LEVELS: &[&str] = &["A", "B", "C", "D", "E"];
const WEIGH: Field = Field::new("weigh", Integer(-1_000_000_000, 1_000_000_000)).default("0");
const STATUS: Field = Field::new("status", Switch).default("1");
const REMARK: Field = Field::new("remark", Text(500)).default("");
const NAME: Field = Field::new("name", Text(100)).required();

const UNIT: Resource = Resource {
    controller: "warehouse.Unit",
    table: "unit",
    fields: &[
        NAME.unique(),
        Field::new("description", Text(255)).default(""),
        Field::new("decimals", Integer(0, 4)).default("0"),
        STATUS,
        WEIGH,
        REMARK,
    ],
    search: &["name"],
    used_by: &[("product", "unit_id")],
};

const PRODUCT: Resource = Resource {
    controller: "warehouse.Product",
    table: "product",
    fields: &[
        Field::new("product_no", Text(64)).required().unique(),
        Field::new("name", Text(200)).required(),
        Field::new("unit_id", Reference { table: "unit", relation: "unit" }).required(),
        Field::new("spec", Text(200)).default(""),
        Field::new("price", Decimal(4)).default("0"),
        Field::new("safety_stock_num", Decimal(4)).default("0"),
        STATUS,
        WEIGH,
        REMARK,
    ],
    search: &["product_no", "name"],
    used_by: &[("place", "product"), ("stock_order", "lines.product")],
};

const WAREHOUSE: Resource = Resource {
    controller: "warehouse.Warehouse",
    table: "warehouse",
    fields: &[
        NAME,
        Field::new("serial_no", Text(64)).required().unique(),
        Field::new("city", Text(100)).default(""),
        Field::new("address", Text(255)).default(""),
        STATUS,
        Field::new("responsible_person", Text(100)).default(""),
        Field::new("mobile", Text(32)).default(""),
        Field::new("four_eyes", Switch).default("0"),
        Field::new("allow_negative", Switch).default("0"),
        WEIGH,
        REMARK,
    ],
    search: &["name", "serial_no"],
    used_by: &[("place", "warehouse"), ("stock_order", "warehouse"), ("warehouse_area", "warehouses_id")],
};

const AREA: Resource = Resource {
    controller: "warehouse.WarehouseArea",
    table: "warehouse_area",
    fields: &[
        Field::new("warehouses_id", Reference { table: "warehouse", relation: "warehouses" }).required(),
        NAME,
        Field::new("serial_no", Text(64)).default(""),
        STATUS,
        WEIGH,
        REMARK,
    ],
    search: &["name", "serial_no"],
    used_by: &[("place", "area"), ("stock_order", "lines.area"), ("warehouse_shelf", "warehouses_areas_id")],
};

const SHELF: Resource = Resource {
    controller: "warehouse.WarehouseShelf",
    table: "warehouse_shelf",
    fields: &[
        Field::new("warehouses_id", Reference { table: "warehouse", relation: "warehouses" }).required(),
        Field::new("warehouses_areas_id", Reference { table: "warehouse_area", relation: "area" }).required(),
        NAME,
        Field::new("serial_no", Text(64)).default(""),
        STATUS,
        WEIGH,
        REMARK,
    ],
    search: &["name", "serial_no"],
    used_by: &[("place", "shelf"), ("stock_order", "lines.shelf")],
};

const PARTNER_FIELDS: &[Field] = &[
    NAME,
    Field::new("level", Choice(LEVELS)).default("C"),
    Field::new("city", Text(100)).default(""),
    Field::new("address", Text(255)).default(""),
    Field::new("contact_person", Text(100)).default(""),
    Field::new("mobile", Text(32)).default(""),
    Field::new("email", Text(100)).default(""),
    Field::new("wechat", Text(100)).default(""),
    STATUS,
    WEIGH,
    REMARK,
];

const SUPPLIER: Resource = Resource {
    controller: "warehouse.Supplier",
    table: "supplier",
    fields: PARTNER_FIELDS,
    search: &["name", "contact_person"],
    used_by: &[("stock_order", "partner")],
};

const CUSTOMER: Resource = Resource {
    controller: "warehouse.Customer",
    table: "customer",
    fields: PARTNER_FIELDS,
    search: &["name", "contact_person"],
    used_by: &[("stock_order", "partner")],
};

/// Every declared resource.
#[must_use]
pub const fn all() -> &'static [Resource] {
    &[UNIT, PRODUCT, WAREHOUSE, AREA, SHELF, SUPPLIER, CUSTOMER]
}

/// The resource of that controller, without regard to case.
#[must_use]
pub fn find(controller: &str) -> Option<&'static Resource> {
    all().iter().find(|resource| resource.controller.eq_ignore_ascii_case(controller))
}
