//! The shop's goods with their SKUs, and what goods are sorted and described by.

use super::declaration::Kind::{
    Code, Decimal, File, Image, Images, Integer, Json, Money, Parent, Reference, References, RichText, Text, TextArea, Timestamp,
};
use super::declaration::{Choice, Field, Picker, Resource, Target, choice, label};
use super::goods::{REMARK, STATUS, WEIGH, named};

/// Largest whole number of pieces.
const PIECES_MAX: i64 = 1_000_000_000;

const ON_SHELF: &[Choice; 2] = &[choice("0", "下架", "Off shelf"), choice("1", "上架", "On shelf")];
const SHOWN: &[Choice; 2] = &[choice("0", "隐藏", "Hidden"), choice("1", "显示", "Shown")];
const SPEC_TYPES: &[Choice] = &[choice("1", "单规格", "Single"), choice("2", "多规格", "Multiple")];
const DELIVERY_TYPES: &[Choice] = &[choice("1", "快递", "Express"), choice("2", "虚拟商品，无需配送", "None: virtual goods")];

/// Goods, as other rows refer to them.
pub(super) const GOODS_ROW: Target = Target { table: "shop_goods", relation: "goods", shows: &["name", "goods_no", "images"] };
/// A short name of what has a page of its own.
pub(super) const SHORT_NAME: Field = Field::new("name", Text(40)).required().sortable().translated();

/// The condition of coupons that are good for chosen rows, of this scope: the ids are a list in a text.
macro_rules! chosen_in {
    ($scope:literal) => {
        concat!(
            "scope = ",
            $scope,
            " AND string::split(string::replace(string::replace(scope_ids, '[', ''), ']', ''), ',').map(|$one| string::trim($one)) \
             CONTAINSANY {keys}.map(|$key| <string>$key)"
        )
    };
}

const GOODS: Resource = Resource::new(
    "shop.goods.Goods",
    "shop_goods",
    label("商城商品", "Goods"),
    &[
        Field::new("goods_no", Text(64)).unique().sortable().named("商品货号", "Goods no."),
        Field::new("name", Text(120)).required().sortable().translated(),
        Field::new("sub_name", Text(200)).off_list().named("副标题", "Subtitle").translated(),
        Field::new("classify_ids", References(Target { table: "shop_classify", relation: "classify", shows: &["name"] }))
            .required()
            .named("商品分类", "Categories"),
        Field::new("images", Images).required(),
        Field::new("video", File).off_list().unsearched().named("视频", "Video"),
        Field::new("spec_type", Code(Picker::Radio, SPEC_TYPES)).default("1").named("规格类型", "Specifications"),
        // Groups of values, with ids that stay (`actors::shop::spec`); the SKUs go with them under `skus`.
        Field::new("spec_attrs", Json).unsearched().named("规格与库存", "Specifications and SKUs"),
        Field::new("price", Money).default("0").read_only(),
        Field::new("origin_price", Money).default("0").read_only().off_list().named("划线价", "Original price"),
        Field::new("stock", Integer(0, PIECES_MAX)).default("0").read_only().unsearched().unsorted().named("可售", "Stock"),
        Field::new("sales", Integer(0, PIECES_MAX)).default("0").read_only().named("销量", "Sales"),
        Field::new("params_template_id", named("shop_params_template", "paramsTemplate")).off_list().named("参数模板", "Parameter template"),
        Field::new("params", Json).unsearched().named("商品参数", "Parameters"),
        Field::new("service_ids", References(Target { table: "shop_service", relation: "services", shows: &["name"] }))
            .off_list()
            .named("服务保障", "Services"),
        // None: what was bought with it.
        Field::new("together_ids", References(Target { relation: "together", ..GOODS_ROW }))
            .off_list()
            .unsearched()
            .named("搭配商品", "Goes well with"),
        Field::new("delivery_type", Code(Picker::Radio, DELIVERY_TYPES)).default("1").off_list().named("配送方式", "Delivery"),
        // None: we pay the freight.
        Field::new("delivery_template_id", named("shop_delivery_template", "deliveryTemplate"))
            .off_list()
            .named("运费模板", "Freight template")
            .hinted("留空则包邮", "Leave empty for free shipping"),
        Field::new("buy_min", Integer(1, 9_999)).default("1").off_list().named("起购数量", "Minimum per order"),
        Field::new("buy_max", Integer(0, 9_999)).default("0").off_list().named("单笔限购", "Maximum per order").hinted("0 表示不限", "0: no limit"),
        Field::new("limit_num", Integer(0, 9_999))
            .default("0")
            .off_list()
            .named("每人限购", "Maximum per member")
            .hinted("0 表示不限", "0: no limit"),
        Field::new("sale_start", Timestamp).off_list().named("开售时间", "On sale from"),
        Field::new("sale_end", Timestamp).off_list().named("停售时间", "On sale until"),
        Field::new("content", RichText(60_000)).named("商品详情", "Description").translated(),
        STATUS.named_states(ON_SHELF),
        WEIGH,
        REMARK,
        Field::new("delete_time", Timestamp).hidden().named("删除时间", "Deleted"),
    ],
)
.quick(&["name", "goods_no", "sub_name"])
// By which the storefront sees what was changed.
.indexes(&[&["update_time"]])
.used_by(&[("shop_order", "lines.goods_id")])
.used_where(&[("shop_banner", "link_type = 1 AND link_value IN {keys}.map(|$key| <string>$key)"), ("shop_coupon", chosen_in!("2"))])
.remembered();

/// SKUs are written with their goods, never alone: the table is declared for its schema and its checks.
const SKU: Resource = Resource::new(
    "shop.goods.Sku",
    "shop_sku",
    label("商品 SKU", "SKUs"),
    &[
        Field::new("goods_id", Reference(GOODS_ROW)).required(),
        // Ids of the values, in the order of the groups.
        Field::new("attrs", Json).named("规格值", "Specification values"),
        // The same ids sorted, with `-` between; empty of a single specification.
        Field::new("attr_key", Text(255)).named("规格键", "Specification key"),
        // The same in words, as order lines keep it.
        Field::new("sku_text", Text(255)).named("规格", "Specification"),
        Field::new("sku_code", Text(64)).named("SKU 编码", "SKU code"),
        Field::new("image", Image),
        Field::new("price", Money).default("0"),
        Field::new("origin_price", Money).default("0").named("划线价", "Original price"),
        // Of unlinked SKUs alone: what a linked one offers is counted by the ledger.
        Field::new("stock", Integer(0, PIECES_MAX)).default("0").named("库存", "Stock"),
        Field::new("weight", Decimal(3)).default("0").named("重量（kg）", "Weight (kg)"),
        Field::new("volume", Decimal(6)).default("0").named("体积（m³）", "Volume (m³)"),
        Field::new("product_id", Reference(Target { table: "product", relation: "product", shows: &["product_no", "name"] })),
        Field::new("ratio", Decimal(4)).default("1").named("每件含基本单位", "Base units per piece"),
        Field::new("buffer", Decimal(4)).default("0").named("每仓保留", "Reserve per warehouse"),
        Field::new("warehouses_ids", References(Target { table: "warehouse", relation: "warehouses", shows: &["name"] }))
            .named("发货仓库", "Warehouses"),
        // 1: no longer offered, as its values are gone.
        Field::new("retired", Integer(0, 1)).default("0").named("已停用", "Retired"),
        STATUS,
        WEIGH,
    ],
)
.quick(&["sku_code"])
.actions(&[])
.unwatched()
.schema(
    "DEFINE INDEX IF NOT EXISTS shop_sku_pair ON shop_sku FIELDS goods_id, attr_key UNIQUE;
     DEFINE INDEX IF NOT EXISTS shop_sku_code ON shop_sku FIELDS sku_code;
     DEFINE INDEX IF NOT EXISTS shop_sku_folded_code ON shop_sku FIELDS folded_sku_code;
     DEFINE TABLE IF NOT EXISTS shop_stock_log SCHEMALESS; DEFINE SEQUENCE IF NOT EXISTS shop_stock_log START 1;
     DEFINE INDEX IF NOT EXISTS shop_stock_log_sku ON shop_stock_log FIELDS sku;",
);

const CLASSIFY: Resource = Resource::new(
    "shop.goods.Classify",
    "shop_classify",
    label("商城分类", "Categories"),
    &[
        Field::new("pid", Parent),
        SHORT_NAME,
        Field::new("level", Integer(0, 2)).default("0").read_only().named("层级", "Level"),
        Field::new("image", Image),
        STATUS.named_states(SHOWN),
        WEIGH,
    ],
)
.tree()
.used_where(&[("shop_banner", "link_type = 2 AND link_value IN {keys}.map(|$key| <string>$key)"), ("shop_coupon", chosen_in!("1"))])
.sole();

const SERVICE: Resource = Resource::new(
    "shop.goods.Service",
    "shop_service",
    label("服务保障", "Services"),
    &[SHORT_NAME, Field::new("image", Image), Field::new("content", TextArea(255)).on_list().translated(), STATUS, WEIGH],
)
.sole();

/// Copied into goods, never linked.
const PARAMS_TEMPLATE: Resource = Resource::new(
    "shop.goods.ParamsTemplate",
    "shop_params_template",
    label("参数模板", "Parameter templates"),
    &[
        Field::new("name", Text(100)).required().unique().sortable(),
        Field::new("params", Json).unsearched().named("参数", "Parameters"),
        STATUS,
        WEIGH,
    ],
)
.sole();

/// Copied into goods, never linked.
const SPEC_TEMPLATE: Resource = Resource::new(
    "shop.goods.SpecTemplate",
    "shop_spec_template",
    label("规格模板", "Specification templates"),
    &[Field::new("name", Text(100)).required().unique().sortable(), Field::new("spec", Json).unsearched(), STATUS, WEIGH],
)
.sole();

pub(super) const ALL: &[Resource] = &[GOODS, SKU, CLASSIFY, SERVICE, PARAMS_TEMPLATE, SPEC_TEMPLATE];
