//! Foreign trade: the Harmonized System and the tariffs of a country.

use super::declaration::Kind::{Choice as OneOf, Code, Date, Text, TextArea};
use super::declaration::{Choice, Field, Picker, Resource, UNSORTED, choice, label};
use super::goods::REMARK;

/// How many digits a code has.
const LEVELS: &[Choice] = &[choice("2", "章", "Chapter"), choice("4", "品目", "Heading"), choice("6", "子目", "Subheading")];

/// Sections of the nomenclature.
const SECTIONS: &[Choice] = &[
    choice("I", "I 活动物；动物产品", "I Live animals; animal products"),
    choice("II", "II 植物产品", "II Vegetable products"),
    choice("III", "III 动植物油脂", "III Fats and oils"),
    choice("IV", "IV 食品；饮料；烟草", "IV Foodstuffs; beverages; tobacco"),
    choice("V", "V 矿产品", "V Mineral products"),
    choice("VI", "VI 化学工业产品", "VI Chemical products"),
    choice("VII", "VII 塑料；橡胶", "VII Plastics; rubber"),
    choice("VIII", "VIII 皮革；毛皮；箱包", "VIII Hides, leather, furskins; bags"),
    choice("IX", "IX 木及木制品", "IX Wood and articles of wood"),
    choice("X", "X 纸浆；纸；印刷品", "X Pulp, paper, printed matter"),
    choice("XI", "XI 纺织品", "XI Textiles"),
    choice("XII", "XII 鞋帽伞；羽毛制品；人造花", "XII Footwear, headgear, umbrellas"),
    choice("XIII", "XIII 石料；陶瓷；玻璃", "XIII Stone, ceramics, glass"),
    choice("XIV", "XIV 珠宝；贵金属", "XIV Jewellery; precious metals"),
    choice("XV", "XV 贱金属及其制品", "XV Base metals"),
    choice("XVI", "XVI 机器；电气设备", "XVI Machinery; electrical equipment"),
    choice("XVII", "XVII 运输设备", "XVII Vehicles, aircraft, vessels"),
    choice("XVIII", "XVIII 光学、医疗仪器；钟表；乐器", "XVIII Instruments; clocks; musical instruments"),
    choice("XIX", "XIX 武器；弹药", "XIX Arms and ammunition"),
    choice("XX", "XX 杂项制品", "XX Miscellaneous manufactured articles"),
    choice("XXI", "XXI 艺术品；收藏品；古物", "XXI Works of art; antiques"),
];

/// Units of the customs: the usual ones of the customs' code table.
pub(super) const CUSTOMS_UNITS: &[Choice] = &[
    choice("001", "001 台", "001 Set (machine)"),
    choice("003", "003 辆", "003 Vehicle"),
    choice("006", "006 套", "006 Suit"),
    choice("007", "007 个", "007 Piece"),
    choice("008", "008 只", "008 Item"),
    choice("010", "010 张", "010 Sheet"),
    choice("011", "011 件", "011 Article"),
    choice("012", "012 支", "012 Stick"),
    choice("014", "014 根", "014 Rod"),
    choice("015", "015 条", "015 Strip"),
    choice("016", "016 把", "016 Handle"),
    choice("017", "017 块", "017 Block"),
    choice("018", "018 卷", "018 Roll"),
    choice("025", "025 双", "025 Pair"),
    choice("030", "030 米", "030 Metre"),
    choice("032", "032 平方米", "032 Square metre"),
    choice("033", "033 立方米", "033 Cubic metre"),
    choice("035", "035 千克", "035 Kilogram"),
    choice("036", "036 克", "036 Gram"),
    choice("054", "054 千个", "054 Thousand pieces"),
    choice("061", "061 千瓦", "061 Kilowatt"),
    choice("070", "070 吨", "070 Tonne"),
    choice("095", "095 升", "095 Litre"),
];

const HS_CODE: Resource = Resource::new(
    "trade.HsCode",
    "hs_code",
    label("HS 编码", "HS codes"),
    &[
        Field::new("code", Text(6)).required().unique().search("LIKE").sortable(),
        Field::new("level", Code(Picker::Select, LEVELS)).read_only().named("层级", "Level"),
        Field::new("section", OneOf(Picker::Select, SECTIONS)).named("类", "Section"),
        Field::new("parent", Text(4)).read_only().search("=").named("上级编码", "Parent code"),
        Field::new("zh", TextArea(500)).on_list().named("中文名称", "Chinese"),
        Field::new("en", TextArea(1_000)).on_list().named("英文名称", "English"),
    ],
)
.quick(&["code", "zh", "en"])
.order("code", false)
.indexes(&[&["parent"]])
.actions(UNSORTED)
.unwatched()
.sole();

/// A rate as it is published: a percentage (`8`, `8%`) or words, such as of specific duties; empty where none is known.
const fn rate(name: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::new(name, Text(60)).unsearched().named(zh, en)
}

const TARIFF: Resource = Resource::new(
    "trade.Tariff",
    "tariff",
    label("税则税率", "Tariffs"),
    &[
        Field::new("code", Text(10)).required().sortable().search("LIKE").named("税号", "Tariff code").hinted("8 位或 10 位数字", "8 or 10 digits"),
        Field::new("name", Text(500)).required().named("货品名称", "Goods"),
        Field::new("valid_from", Date).required().named("生效日期", "Valid from"),
        Field::new("valid_until", Date).named("失效日期", "Valid until"),
        Field::new("unit_1", OneOf(Picker::Select, CUSTOMS_UNITS)).named("法定第一单位", "First statutory unit"),
        Field::new("unit_2", OneOf(Picker::Select, CUSTOMS_UNITS)).named("法定第二单位", "Second statutory unit").off_list(),
        rate("rate_mfn", "最惠国税率（%）", "Most-favoured-nation rate (%)"),
        rate("rate_general", "普通税率（%）", "General rate (%)"),
        rate("rate_provisional", "暂定税率（%）", "Provisional rate (%)"),
        rate("rate_vat", "增值税率（%）", "VAT (%)"),
        rate("rate_consumption", "消费税率（%）", "Consumption tax (%)").off_list(),
        rate("rate_rebate", "出口退税率（%）", "Export rebate (%)"),
        Field::new("conditions", Text(100)).named("监管条件", "Conditions"),
        Field::new("elements", TextArea(2_000)).named("申报要素", "Elements to declare").hinted("各项之间用 | 分隔", "Separate them with |"),
        Field::new("source", Text(200)).required().named("来源", "Source"),
        REMARK,
    ],
)
.quick(&["code", "name"])
.order("code", false)
.unique_pair(["code", "valid_from"])
.actions(UNSORTED)
.history()
.sole();

pub(super) const ALL: &[Resource] = &[HS_CODE, TARIFF];
