//! What stands around the shop's goods: adverts, delivery, coupons and recharge packages.

use super::declaration::Kind::{City, Code, Image, Integer, Json, Money, Reference, References, Switch, Text, Timestamp};
use super::declaration::{Choice, Field, Picker, Resource, Target, choice, label};
use super::goods::{REMARK, STATUS, WEIGH, named};
use super::shop_goods::GOODS_ROW;

/// Largest whole number of tickets, days or points.
const COUNT_MAX: i64 = 1_000_000_000;

const LINKS: &[Choice] = &[
    choice("0", "无", "None"),
    choice("1", "商品", "Goods"),
    choice("2", "分类", "Category"),
    choice("3", "优惠券", "Coupons"),
    choice("4", "地址", "Address"),
];
const METHODS: &[Choice] =
    &[choice("1", "按件数", "By piece"), choice("2", "按重量（kg）", "By weight (kg)"), choice("3", "按体积（m³）", "By volume (m³)")];
const COUPON_TYPES: &[Choice] = &[choice("1", "满减券", "Amount off"), choice("2", "折扣券", "Percentage off"), choice("3", "运费券", "Freight")];
const SCOPES: &[Choice] = &[choice("0", "全部商品", "All goods"), choice("1", "指定分类", "Some categories"), choice("2", "指定商品", "Some goods")];
const GET_TYPES: &[Choice] = &[
    choice("1", "自行领取", "Claimed by members"),
    choice("2", "兑换码", "Redeemed with a code"),
    choice("3", "人工发放", "Given by staff"),
    choice("4", "新会员", "Given to new members"),
];
const VALID_TYPES: &[Choice] = &[choice("1", "固定日期", "Fixed dates"), choice("2", "领取后天数", "Days after claiming")];

const FROM: Field = Field::new("start_time", Timestamp).named("开始时间", "From");
const UNTIL: Field = Field::new("end_time", Timestamp).named("结束时间", "Until");
const TITLE: Field = Field::new("name", Text(60)).required().sortable().translated();

const BANNER: Resource = Resource::new(
    "shop.advert.Banner",
    "shop_banner",
    label("轮播图", "Banners"),
    &[
        TITLE,
        Field::new("image", Image).required(),
        Field::new("link_type", Code(Picker::Select, LINKS)).default("0").named("链接类型", "Links to"),
        Field::new("link_value", Text(255)).off_list().named("链接目标", "Target"),
        FROM,
        UNTIL,
        STATUS,
        WEIGH,
        // Of a picture without words of its own: its name and this line stand over it.
        Field::new("worded", Switch).default("0").off_list().named("图上显示名称", "Name over the picture"),
        Field::new("subtitle", Text(120)).off_list().named("图上副标题", "Line below the name").translated(),
    ],
)
.sole();

const HOT: Resource = Resource::new(
    "shop.advert.HotRecommend",
    "shop_hot_recommend",
    label("热门推荐", "Popular goods"),
    &[
        Field::new("goods_id", Reference(GOODS_ROW)).required().unique(),
        Field::new("title", Text(60)).translated(),
        Field::new("image", Image),
        STATUS,
        WEIGH,
    ],
)
.quick(&["title", "goods.name"]);

const NOTICE: Resource = Resource::new(
    "shop.advert.NoticeBar",
    "shop_notice_bar",
    label("公告栏", "Notices"),
    &[Field::new("content", Text(200)).required().translated(), Field::new("link", Text(255)).named("链接", "Link"), FROM, UNTIL, STATUS, WEIGH],
)
.quick(&["content"])
.sole();

const ADDRESS: Resource = Resource::new(
    "shop.delivery.Address",
    "shop_delivery_address",
    label("发货与退货地址", "Shipping and return addresses"),
    &[
        Field::new("name", Text(40)).required().named("联系人", "Contact"),
        Field::new("mobile", Text(32)).required().named("电话", "Phone"),
        Field::new("city", City).required().named("所在地区", "Area"),
        Field::new("address", Text(200)).required().named("详细地址", "Street address"),
        Field::new("is_send", Switch).default("1").named("发货地址", "Ships from here"),
        Field::new("is_return", Switch).default("1").named("退货地址", "Takes returns"),
        Field::new("warehouses_id", named("warehouse", "warehouses")),
        // Where returned goods come in: an area to inspect.
        Field::new("warehouses_areas_id", named("warehouse_area", "area")).named("退货库区", "Return area"),
        Field::new("is_default", Switch).default("0").named("默认", "Default"),
        STATUS,
        WEIGH,
    ],
)
.quick(&["name", "mobile", "address"])
.of_warehouse("warehouses_id")
.used_by(&[("shop_refund", "return_address_id")])
.sole();

const COMPANY: Resource = Resource::new(
    "shop.delivery.Company",
    "shop_delivery_company",
    label("快递公司", "Delivery companies"),
    &[
        Field::new("name", Text(60)).required().unique().sortable(),
        Field::new("code", Text(32)).required().named("快递编码", "Company code"),
        Field::new("carrier_id", named("carrier", "carrier")).required().named("承运商", "Carrier"),
        Field::new("tracking_url", Text(255))
            .off_list()
            .named("物流查询地址", "Tracking address")
            .hinted("{no} 会替换为快递单号", "{no} is replaced with the tracking number"),
        STATUS,
        WEIGH,
    ],
)
.quick(&["name", "code"])
.used_by(&[("shop_order", "parcels.company_id")])
.sole();

const TEMPLATE: Resource = Resource::new(
    "shop.delivery.Template",
    "shop_delivery_template",
    label("运费模板", "Freight templates"),
    &[
        Field::new("name", Text(60)).required().unique().sortable(),
        Field::new("method", Code(Picker::Radio, METHODS)).required().default("1").named("计费方式", "Charged"),
        Field::new("rules", Json).named("运费规则", "Freight rules"),
        Field::new("free_rules", Json).named("包邮规则", "Free-freight rules"),
        Field::new("no_area_ids", Json).named("不配送地区", "Areas not delivered to"),
        STATUS,
        WEIGH,
    ],
)
.sole();

const COUPON: Resource = Resource::new(
    "shop.marketing.Coupon",
    "shop_coupon",
    label("优惠券", "Coupons"),
    &[
        TITLE,
        Field::new("type", Code(Picker::Radio, COUPON_TYPES)).required().default("1"),
        Field::new("amount", Money)
            .default("0")
            .named("减免金额", "Amount off")
            .hinted("运费券填 0 表示运费全免", "For freight coupons, 0 takes off all of the freight"),
        Field::new("percent", Integer(0, 99)).default("0").named("减免百分比", "Percent off"),
        Field::new("max_amount", Money).default("0").off_list().named("最高减免", "Maximum discount").hinted("0 表示不限", "0: no limit"),
        Field::new("min_amount", Money).default("0").named("使用门槛", "Minimum amount"),
        Field::new("scope", Code(Picker::Radio, SCOPES)).default("0").named("适用范围", "Applies to"),
        // Of classifies or goods, as the scope says.
        Field::new("scope_ids", Json).unsearched().named("适用对象", "Selection"),
        Field::new("exclude_goods_ids", References(Target { relation: "excluded", ..GOODS_ROW })).off_list().named("排除商品", "Excluded goods"),
        Field::new("total_num", Integer(0, COUNT_MAX)).default("0").named("发行数量", "Number issued").hinted("0 表示不限", "0: no limit"),
        Field::new("limit_num", Integer(0, 9_999))
            .default("1")
            .off_list()
            .named("每人限领", "Maximum per member")
            .hinted("0 表示不限", "0: no limit"),
        Field::new("get_type", Code(Picker::Select, GET_TYPES)).default("1").named("领取方式", "How members get it"),
        Field::new("code", Text(32)).unique().off_list().named("兑换码", "Code"),
        // What the code is found by: it has no case.
        Field::new("code_key", Text(64)).unique().hidden().named("兑换码（不分大小写）", "Code, whatever its case"),
        Field::new("get_start", Timestamp).off_list().named("领取开始", "Claimable from"),
        Field::new("get_end", Timestamp).off_list().named("领取结束", "Claimable until"),
        Field::new("valid_type", Code(Picker::Radio, VALID_TYPES)).default("1").off_list().named("有效期类型", "Validity"),
        Field::new("valid_start", Timestamp).off_list().named("有效期开始", "Valid from"),
        Field::new("valid_end", Timestamp).off_list().named("有效期结束", "Valid until"),
        Field::new("valid_days", Integer(0, 3_650)).default("0").off_list().named("有效天数", "Valid for days"),
        Field::new("received_num", Integer(0, COUNT_MAX)).default("0").read_only().named("已领取", "Claimed"),
        Field::new("used_num", Integer(0, COUNT_MAX)).default("0").read_only().named("已使用", "Used"),
        // Taken off orders that were paid and not given up, off goods and off the freight.
        Field::new("cost", Money).default("0").read_only().named("优惠成本", "Cost"),
        STATUS,
        WEIGH,
        REMARK,
    ],
)
.quick(&["name", "code"])
// Used by orders, and counted in its cost.
.used_where(&[("shop_user_coupon", "status = 2 AND coupon_id IN {keys}")]);

const RECHARGE: Resource = Resource::new(
    "shop.marketing.Recharge",
    "shop_recharge",
    label("充值套餐", "Top-up packages"),
    &[
        TITLE,
        Field::new("money", Money).required().named("充值金额", "Amount"),
        Field::new("give_money", Money).default("0").named("赠送金额", "Bonus"),
        Field::new("give_score", Integer(0, COUNT_MAX)).default("0").named("赠送积分", "Bonus points"),
        Field::new("limit_num", Integer(0, 9_999)).default("0").named("每人限购", "Maximum per member").hinted("0 表示不限", "0: no limit"),
        STATUS,
        WEIGH,
    ],
)
.used_by(&[("shop_recharge_order", "recharge_id")])
.sole();

pub(super) const ALL: &[Resource] =
    &[BANNER, HOT, NOTICE, ADDRESS, COMPANY, TEMPLATE, COUPON, RECHARGE, super::shop_recharge::RECHARGE_ORDER, super::shop_evaluation::EVALUATION];
