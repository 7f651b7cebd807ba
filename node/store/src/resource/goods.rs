//! Goods and where they are kept (fields: domain rules 0.2).

use super::declaration::Kind::{Code, Decimal, Image, Images, Integer, Parent, Reference, RichText, Status, Switch, Text, TextArea, Weigh};
use super::declaration::{Choice, Field, Picker, Resource, Target, UNSORTED, choice, label};

pub(super) const WEIGH: Field = Field::new("weigh", Weigh).default("0");
pub(super) const STATUS: Field = Field::new("status", Status).default("1");
const ON_SHELF: &[Choice; 2] = &[choice("0", "下架", "Off shelf"), choice("1", "上架", "On shelf")];
/// Whether goods that come in have a batch number (`actors::order::facts::BatchUse`).
const BATCH_USE: &[Choice] = &[choice("0", "可选", "Optional"), choice("1", "必填", "Required"), choice("2", "不用批次", "None")];
const SHOWN: &[Choice; 2] = &[choice("0", "隐藏", "Hidden"), choice("1", "显示", "Shown")];
pub(super) const REMARK: Field = Field::new("remark", TextArea(500)).default("");
pub(super) const NAME: Field = Field::new("name", Text(100)).required().sortable();

/// The code of an area or a shelf, which is scanned.
const CODE: Field = Field::new("serial_no", Text(64)).unique_within("warehouses_id");

/// A reference that shows the other row's name.
pub(super) const fn named(table: &'static str, relation: &'static str) -> super::declaration::Kind {
    Reference(Target { table, relation, shows: &["name"] })
}

const UNIT: Resource = Resource::new(
    "warehouse.Unit",
    "unit",
    label("计量单位", "Units"),
    &[NAME.unique(), Field::new("description", Text(255)), Field::new("decimals", Integer(0, 4)).default("0"), STATUS, WEIGH, REMARK],
)
.used_by(&[("stock_order", "lines.unit"), ("stock_order", "lines.entered.unit")])
.sole();

const BRAND: Resource = Resource::new(
    "warehouse.Brand",
    "brand",
    label("品牌", "Brands"),
    &[NAME.unique(), Field::new("image", Image), Field::new("introduce", RichText(20_000)), STATUS, WEIGH],
)
.sole();

const CATEGORY: Resource = Resource::new(
    "warehouse.ProductCategory",
    "product_category",
    label("商品分类", "Product categories"),
    &[
        Field::new("pid", Parent),
        NAME,
        Field::new("level", Integer(0, 32)).default("0").read_only().named("层级", "Level"),
        Field::new("image", Image),
        // Days before the expiry date on which people are notified, between commas; empty: as the category above.
        Field::new("expiry_alert_days", Text(50)).default("").off_list().named("效期提醒天数", "Expiry alert days").hinted(
            "到期前多少天提醒，用逗号分隔，如 30,7,0；留空则按上级分类",
            "Days before expiry, between commas, such as 30,7,0; leave empty to use those of the category above",
        ),
        STATUS.named_states(SHOWN),
        WEIGH,
        REMARK,
    ],
)
.tree()
.sole();

const PRODUCT: Resource = Resource::new(
    "warehouse.Product",
    "product",
    label("商品", "Products"),
    &[
        Field::new("product_no", Text(64)).required().unique().sortable(),
        Field::new("name", Text(200)).required().sortable(),
        Field::new("barcode", Text(48)).unique().sortable(),
        Field::new("images", Images),
        Field::new("brand_id", named("brand", "brand")),
        Field::new("category_id", named("product_category", "category")),
        // Forms of orders ask for no more decimals than its unit has.
        Field::new("unit_id", Reference(Target { table: "unit", relation: "unit", shows: &["name", "decimals"] })).required(),
        Field::new("spec", Text(200)),
        Field::new("price", Decimal(4)).default("0"),
        Field::new("safety_stock_num", Decimal(4)).default("0"),
        Field::new("batch_use", Code(Picker::Select, BATCH_USE)).default("0").named("批次管理", "Batches").off_list(),
        Field::new("shelf_life_days", Integer(0, 36_500))
            .default("0")
            .named("保质期（天）", "Shelf life (days)")
            .hinted("0 表示没有保质期", "0: no shelf life")
            .off_list(),
        // Of customs: what lines of a declaration begin with.
        Field::new("hs_code", Text(10)).off_list().named("HS 编码", "HS code").hinted("10 位数字", "10 digits"),
        Field::new("customs_elements", Text(500))
            .off_list()
            .unsearched()
            .named("申报要素", "Elements to declare")
            .hinted("各项之间用 | 分隔", "Separate them with |"),
        STATUS.named_states(ON_SHELF),
        WEIGH,
        REMARK,
    ],
)
.quick(&["product_no", "name", "barcode"])
.numbered("product_no", "product_no_pattern")
.remembered()
.used_by(&[
    ("place", "product"),
    ("stock_order", "lines.product"),
    ("warehouse_safety", "product_id"),
    ("count_line", "product"),
    ("shop_sku", "product_id"),
    ("batch_hold", "product"),
])
.indexes(&[&["status"]]);

/// Units that products have beside their own. Quantities of orders may be entered in them.
const PRODUCT_UNIT: Resource = Resource::new(
    "warehouse.ProductUnit",
    "product_unit",
    label("商品单位", "Product units"),
    &[
        Field::new("product_id", Reference(Target { table: "product", relation: "product", shows: &["name", "product_no"] }))
            .required()
            .named("商品", "Product"),
        Field::new("unit_id", named("unit", "unit")).required(),
        Field::new("factor", Decimal(4)).required().named("含基本单位数", "Base units in one"),
        Field::new("barcode", Text(64)).unique(),
        STATUS,
    ],
)
.quick(&["product.name", "product.product_no", "barcode"])
.order("id", true)
.actions(UNSORTED)
.unique_pair(["product_id", "unit_id"])
.sole();

const WAREHOUSE: Resource = Resource::new(
    "warehouse.Warehouse",
    "warehouse",
    label("仓库", "Warehouses"),
    &[
        NAME,
        Field::new("serial_no", Text(64)).required().unique().sortable(),
        Field::new("city", Text(100)),
        Field::new("address", Text(255)).off_list(),
        Field::new("time_zone", Text(64))
            .named("时区", "Time zone")
            .hinted("如 Asia/Shanghai；留空则使用站点时区", "Such as Europe/Berlin; leave empty to use that of the site")
            .off_list(),
        STATUS,
        Field::new("responsible_person", Text(100)),
        Field::new("mobile", Text(32)),
        Field::new("four_eyes", Switch).default("0"),
        Field::new("four_eyes_auto", Switch).default("1").named("两人可审核时自动双人审核", "Four eyes once two people may review").off_list(),
        Field::new("four_eyes_from", Decimal(2))
            .default("0")
            .named("双人审核起始金额", "Four eyes from amount")
            .hinted("0 表示不按金额要求双人审核", "0: no amount asks for it")
            .off_list(),
        Field::new("over_receipt", Decimal(2)).default("0").named("超收容差（%）", "Over-receipt tolerance (%)").off_list(),
        Field::new("backdate_days", Integer(0, 3_650)).default("7").named("可补录天数", "Days that may be backdated").off_list(),
        Field::new("allow_negative", Switch).default("0"),
        Field::new("closed_month", Text(7)).named("已结账月份", "Closed through").read_only(),
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "serial_no"])
.of_warehouse("id")
.used_by(&[
    ("place", "warehouse"),
    ("stock_order", "warehouse"),
    ("stock_order", "transfer.target"),
    ("count_sheet", "warehouse"),
    ("shop_sku", "warehouses_ids"),
    ("month_closing", "warehouse"),
])
.sole();

/// What an area is for (`bus_schemas::hold::AreaPurpose`): what lies in the last two is never available.
const PURPOSES: &[Choice] = &[choice("0", "正常", "Normal"), choice("1", "待检", "To inspect"), choice("2", "残损", "Damaged")];

const AREA: Resource = Resource::new(
    "warehouse.WarehouseArea",
    "warehouse_area",
    label("库区", "Areas"),
    &[
        Field::new("warehouses_id", named("warehouse", "warehouses")).required(),
        NAME,
        CODE,
        Field::new("purpose", Code(Picker::Select, PURPOSES)).default("0").named("用途", "Purpose").on_list(),
        STATUS,
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "serial_no"])
.of_warehouse("warehouses_id")
.used_by(&[
    ("place", "area"),
    ("stock_order", "lines.area"),
    ("stock_order", "lines.transit.area"),
    ("stock_order", "transfer.source_area"),
    ("stock_order", "transfer.target_area"),
    ("count_line", "area"),
])
.sole();

const SHELF: Resource = Resource::new(
    "warehouse.WarehouseShelf",
    "warehouse_shelf",
    label("货架", "Shelves"),
    &[
        Field::new("warehouses_id", named("warehouse", "warehouses")).required(),
        Field::new("warehouses_areas_id", named("warehouse_area", "area")).required(),
        NAME,
        CODE,
        STATUS,
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "serial_no"])
.of_warehouse("warehouses_id")
.used_by(&[("place", "shelf"), ("stock_order", "lines.shelf"), ("stock_order", "lines.transit.shelf"), ("count_line", "shelf")])
.sole();

/// Safety stock of a product in one warehouse, beside the product's own over all of them. There is one: people would be told of
/// two in turns, without end.
const SAFETY: Resource = Resource::new(
    "warehouse.SafetyStock",
    "warehouse_safety",
    label("仓库安全库存", "Safety stock by warehouse"),
    &[
        Field::new("warehouses_id", named("warehouse", "warehouses")).required(),
        Field::new("product_id", Reference(Target { table: "product", relation: "product", shows: &["product_no", "name"] })).required(),
        Field::new("quantity", Decimal(4)).required(),
        REMARK,
    ],
)
.of_warehouse("warehouses_id")
.unique_pair(["warehouses_id", "product_id"])
.quick(&["product.name", "product.product_no"])
.order("id", true);

pub(super) const ALL: &[Resource] = &[UNIT, BRAND, CATEGORY, PRODUCT, PRODUCT_UNIT, WAREHOUSE, AREA, SHELF, SAFETY];
