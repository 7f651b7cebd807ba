//! The demo company's master data: a wholesaler of stationery.

/// Name, description, decimals.
pub const UNITS: &[(&str, &str, i64)] = &[("件", "piece", 0), ("箱", "carton", 0), ("包", "pack", 0), ("千克", "kilogram", 3)];

/// A warehouse and its areas.
pub struct Warehouse {
    pub name: &'static str,
    pub serial_no: &'static str,
    pub city: &'static str,
    pub address: &'static str,
    pub person: &'static str,
    pub mobile: &'static str,
    pub remark: &'static str,
    /// Name and purpose (`AreaPurpose`).
    pub areas: &'static [(&'static str, i64)],
}

/// Positions in [`WAREHOUSES`].
pub const SHANGHAI: usize = 0;
pub const CHENGDU: usize = 1;
pub const GUANGZHOU: usize = 2;

/// Purposes of areas.
pub const NORMAL: i64 = 0;
pub const TO_INSPECT: i64 = 1;
pub const DAMAGED: i64 = 2;

pub const WAREHOUSES: &[Warehouse] = &[
    Warehouse {
        name: "上海总仓",
        serial_no: "SH01",
        city: "上海",
        address: "嘉定区宝安公路 2988 号",
        person: "陈国强",
        mobile: "13800210001",
        remark: "Shanghai main warehouse",
        areas: &[("A 区 整箱", NORMAL), ("B 区 拣货", NORMAL), ("C 区 退货待检", TO_INSPECT), ("D 区 残损", DAMAGED)],
    },
    Warehouse {
        name: "成都前置仓",
        serial_no: "CD01",
        city: "成都",
        address: "双流区物流大道 108 号",
        person: "唐颖",
        mobile: "13800280003",
        remark: "Chengdu forward warehouse, filled by transfers",
        areas: &[("A 区 拣货", NORMAL), ("B 区 待检", TO_INSPECT), ("C 区 残损", DAMAGED)],
    },
    Warehouse {
        name: "广州分仓",
        serial_no: "GZ01",
        city: "广州",
        address: "白云区石井大道 66 号",
        person: "黄慧敏",
        mobile: "13800200002",
        remark: "Guangzhou branch",
        areas: &[("A 区 整箱", NORMAL), ("B 区 拣货", NORMAL), ("C 区 待检", TO_INSPECT), ("D 区 残损", DAMAGED)],
    },
];

/// Name, level, city, contact, mobile.
pub const SUPPLIERS: &[(&str, &str, &str, &str, &str)] = &[
    ("宁波文具制造有限公司", "A", "宁波", "周文斌", "13905740011"),
    ("义乌日用品批发中心", "A", "义乌", "吴丽华", "13905790022"),
    ("东莞纸品厂", "B", "东莞", "何志明", "13907690033"),
    ("苏州办公设备有限公司", "B", "苏州", "沈佳", "13905120044"),
    ("温州塑料制品厂", "C", "温州", "林海", "13905770055"),
    ("Nordic Paper AB", "B", "Stockholm", "Erik Lund", "13800000066"),
];

/// Name, level, city, contact, mobile.
pub const CUSTOMERS: &[(&str, &str, &str, &str, &str)] = &[
    ("晨曦文具连锁", "A", "上海", "徐敏", "13700210001"),
    ("华南办公超市", "A", "广州", "梁伟", "13700200002"),
    ("博学书店", "B", "杭州", "顾晓", "13705710003"),
    ("启航小学", "B", "南京", "孙老师", "13700250004"),
    ("便民超市(徐汇店)", "C", "上海", "张阿姨", "13700210005"),
    ("蓝天幼儿园", "C", "苏州", "陆园长", "13705120006"),
    ("Harbour Gifts Ltd", "B", "香港", "Amy Wong", "13800852007"),
    ("云上电商", "A", "深圳", "罗杰", "13707550008"),
];

/// Positions in [`BRANDS`].
const MORNING: usize = 0;
const ABLE: usize = 1;
const NORDIC: usize = 2;
const HOMELY: usize = 3;

/// Positions among the lower ones of [`CATEGORIES`].
const PENS: usize = 0;
const PENCILS: usize = 1;
const PAPER: usize = 2;
const BINDING: usize = 3;
const DESK: usize = 4;
const ART: usize = 5;
const PACKING: usize = 6;

/// Other units of products: product (position in [`PRODUCTS`]), unit (position in [`UNITS`]), how many of the product's own are
/// in one, bar code.
pub const OTHER_UNITS: &[(usize, usize, &str, &str)] = &[
    (0, 2, "12", "6901234000016"),
    (0, 1, "144", "6901234000023"),
    (1, 2, "12", "6901234000030"),
    (1, 1, "144", "6901234000047"),
    (7, 1, "60", "6901234000054"),
    (14, 1, "50", "6901234000061"),
    (20, 1, "40", "6901234000078"),
];

/// Safety stock of a product in one warehouse: warehouse, product (positions), quantity.
pub const SAFETY: &[(usize, usize, &str)] =
    &[(SHANGHAI, 0, "400"), (SHANGHAI, 17, "60"), (CHENGDU, 6, "20"), (CHENGDU, 8, "24"), (GUANGZHOU, 1, "300"), (GUANGZHOU, 20, "5000")];

/// The bar code of the product at that position: EAN-13 with its check digit.
#[must_use]
pub fn barcode(position: usize) -> String {
    let digits = format!("6901234{:05}", 50_000 + position);
    let weighed = |(at, digit): (usize, u8)| u32::from(digit - b'0') * if at % 2 == 0 { 1 } else { 3 };
    let sum: u32 = digits.bytes().enumerate().map(weighed).sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// Name, spec, unit (position in [`UNITS`]), price, safety stock, brand, category.
pub const PRODUCTS: &[(&str, &str, usize, &str, &str, usize, usize)] = &[
    ("中性笔 0.5mm 黑", "Gel pen 0.5 mm black", 0, "2.50", "200", MORNING, PENS),
    ("中性笔 0.5mm 蓝", "Gel pen 0.5 mm blue", 0, "2.50", "200", MORNING, PENS),
    ("圆珠笔 0.7mm", "Ballpoint pen 0.7 mm", 0, "1.80", "150", MORNING, PENS),
    ("自动铅笔 0.5mm", "Mechanical pencil 0.5 mm", 0, "4.20", "80", MORNING, PENCILS),
    ("2B 铅笔(12 支装)", "2B pencils, box of 12", 2, "9.90", "60", MORNING, PENCILS),
    ("荧光笔 6 色", "Highlighters, 6 colours", 2, "12.80", "50", MORNING, PENS),
    ("白板笔 黑", "Whiteboard marker black", 0, "3.60", "90", ABLE, PENS),
    ("橡皮擦", "Eraser", 0, "1.20", "200", MORNING, PENCILS),
    ("修正带 5mm", "Correction tape 5 mm", 0, "5.50", "80", ABLE, DESK),
    ("直尺 20cm", "Ruler 20 cm", 0, "2.20", "100", ABLE, DESK),
    ("学生剪刀", "School scissors", 0, "6.80", "60", ABLE, DESK),
    ("胶棒 20g", "Glue stick 20 g", 0, "3.20", "100", ABLE, DESK),
    ("透明胶带 18mm", "Clear tape 18 mm", 0, "2.90", "120", ABLE, DESK),
    ("订书机 24/6", "Stapler 24/6", 0, "16.50", "30", ABLE, BINDING),
    ("订书钉 24/6", "Staples 24/6", 2, "3.50", "100", ABLE, BINDING),
    ("回形针 100 枚", "Paper clips, 100", 2, "4.50", "80", ABLE, BINDING),
    ("长尾夹 25mm", "Binder clips 25 mm", 2, "7.80", "60", ABLE, BINDING),
    ("A4 复印纸 70g", "A4 copy paper 70 g, 5 reams", 1, "108.00", "40", NORDIC, PAPER),
    ("A4 复印纸 80g", "A4 copy paper 80 g, 5 reams", 1, "128.00", "30", NORDIC, PAPER),
    ("A3 复印纸 70g", "A3 copy paper 70 g, 5 reams", 1, "215.00", "15", NORDIC, PAPER),
    ("笔记本 A5 横线", "Notebook A5 ruled", 0, "8.50", "120", MORNING, PAPER),
    ("笔记本 B5 方格", "Notebook B5 squared", 0, "9.80", "100", MORNING, PAPER),
    ("便利贴 76×76mm", "Sticky notes 76 x 76 mm", 2, "5.20", "100", NORDIC, PAPER),
    ("档案袋 A4", "Document envelope A4", 2, "11.00", "50", NORDIC, BINDING),
    ("文件夹 A4 双夹", "Clip file A4", 0, "7.50", "60", ABLE, BINDING),
    ("文件盒 55mm", "Box file 55 mm", 0, "13.20", "40", ABLE, BINDING),
    ("计算器 12 位", "Calculator, 12 digits", 0, "29.00", "25", ABLE, DESK),
    ("桌面收纳盒", "Desk organiser", 0, "22.00", "20", HOMELY, DESK),
    ("书立(一对)", "Bookends, pair", 2, "15.00", "20", HOMELY, DESK),
    ("彩色卡纸 A4", "Coloured card A4", 2, "10.50", "50", NORDIC, ART),
    ("水彩笔 24 色", "Felt pens, 24 colours", 2, "19.90", "40", MORNING, ART),
    ("油画棒 36 色", "Oil pastels, 36 colours", 2, "26.50", "30", MORNING, ART),
    ("超轻黏土 24 色", "Modelling clay, 24 colours", 2, "32.00", "25", HOMELY, ART),
    ("包装气泡膜", "Bubble wrap", 3, "14.50", "100", HOMELY, PACKING),
    ("牛皮纸(卷)", "Kraft paper, roll", 3, "9.60", "400", NORDIC, PACKING),
    ("封箱胶带 48mm", "Packing tape 48 mm", 0, "6.40", "900", ABLE, PACKING),
];

/// Products that are kept in batches: position in [`PRODUCTS`], months that they keep.
pub const PERISHING: &[(usize, u32)] = &[(5, 24), (8, 24), (11, 18), (30, 24), (31, 24), (32, 12)];

/// Name, introduction.
pub const BRANDS: &[(&str, &str)] = &[
    ("晨光 Morning", "<p>文具与书写工具 Stationery and pens</p>"),
    ("得力 Able", "<p>办公用品 Office supplies</p>"),
    ("北欧 Nordic", "<p>环保纸品 Recycled paper</p>"),
    ("优家 Homely", "<p>家居日用 Household goods</p>"),
];

/// A category and those below it.
pub const CATEGORIES: &[(&str, &[&str])] = &[
    ("书写工具 Writing", &["笔 Pens", "铅笔 Pencils"]),
    ("办公用品 Office", &["纸品 Paper", "装订 Binding", "桌面 Desk"]),
    ("美术与包装 Art and packing", &["美术 Art", "包装 Packing"]),
];

/// Name, level, city, contact, mobile.
pub const CARRIERS: &[(&str, &str, &str, &str, &str)] = &[
    ("顺达快运 Swift Express", "1", "深圳", "钱进", "13600755001"),
    ("中远物流 Far Logistics", "2", "上海", "赵海", "13600210002"),
    ("同城配送 City Courier", "3", "广州", "李娜", "13600200003"),
];

/// The children of an entry, in pairs of names.
type Pairs = &'static [(&'static str, &'static str)];

/// A department and those below it: name, who is responsible.
pub const DEPARTMENTS: &[(&str, &str, Pairs)] = &[
    ("总经办 Management", "陈国强", &[("行政部 Administration", "周敏"), ("财务部 Finance", "吴珊")]),
    ("仓储中心 Warehousing", "黄慧敏", &[("上海仓 Shanghai", "李强"), ("广州仓 Guangzhou", "何洁")]),
    ("商务中心 Sales", "罗杰", &[("采购部 Purchasing", "沈佳"), ("销售部 Sales", "徐敏")]),
];

/// Name, code.
pub const JOBS: &[(&str, &str)] = &[
    ("仓库主管 Warehouse manager", "WM"),
    ("库管员 Storekeeper", "SK"),
    ("采购员 Buyer", "BU"),
    ("销售员 Sales clerk", "SC"),
    ("会计 Accountant", "AC"),
];

/// Title, code, entries as name and value.
pub const DICTIONARIES: &[(&str, &str, Pairs)] = &[
    ("结算方式 Settlement", "settlement", &[("现结 Cash", "cash"), ("月结 Monthly", "monthly"), ("预付 Prepaid", "prepaid")]),
    ("包装类型 Packaging", "packaging", &[("纸箱 Carton", "carton"), ("托盘 Pallet", "pallet"), ("散装 Loose", "loose")]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_codes_have_their_check_digit() {
        assert_eq!((barcode(0).as_str(), barcode(1).as_str()), ("6901234500004", "6901234500011"));
    }
}
