//! The demo company's master data: a wholesaler of stationery.

use super::words::{Pair, same};

/// How the company is called on papers, and where it is.
pub const NAME: Pair = ("上海仓拓文具有限公司", "Entrepot Stationery Co., Ltd.");
pub const ADDRESS: Pair = ("上海市浦东新区保税路 18 号", "18 Bonded Road, Pudong, Shanghai");

/// Name, description, decimals.
pub const UNITS: &[(Pair, Pair, i64)] = &[
    (("件", "piece"), ("单件商品", "A single item"), 0),
    (("箱", "carton"), ("整箱", "A whole carton"), 0),
    (("包", "pack"), ("一包或一盒", "A pack or a box"), 0),
    (("千克", "kg"), ("按重量计", "By weight"), 3),
];

/// A warehouse and its areas.
pub struct Warehouse {
    pub name: Pair,
    pub serial_no: &'static str,
    pub city: Pair,
    pub address: Pair,
    pub person: Pair,
    pub mobile: &'static str,
    pub remark: Pair,
    /// Name and purpose (`AreaPurpose`).
    pub areas: &'static [(Pair, i64)],
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
        name: ("上海总仓", "Shanghai main warehouse"),
        serial_no: "SH01",
        city: ("上海", "Shanghai"),
        address: ("嘉定区宝安公路 2988 号", "2988 Bao'an Highway, Jiading"),
        person: ("陈国强", "Chen Guoqiang"),
        mobile: "13800210001",
        remark: ("采购到货与商城发货", "Receives purchases and ships for the shop"),
        areas: &[
            (("A 区 整箱", "A Bulk storage"), NORMAL),
            (("B 区 拣货", "B Picking"), NORMAL),
            (("C 区 退货待检", "C Returns to inspect"), TO_INSPECT),
            (("D 区 残损", "D Damaged"), DAMAGED),
        ],
    },
    Warehouse {
        name: ("成都前置仓", "Chengdu forward warehouse"),
        serial_no: "CD01",
        city: ("成都", "Chengdu"),
        address: ("双流区物流大道 108 号", "108 Logistics Avenue, Shuangliu"),
        person: ("唐颖", "Tang Ying"),
        mobile: "13800280003",
        remark: ("由调拨补货", "Filled by transfers"),
        areas: &[(("A 区 拣货", "A Picking"), NORMAL), (("B 区 待检", "B To inspect"), TO_INSPECT), (("C 区 残损", "C Damaged"), DAMAGED)],
    },
    Warehouse {
        name: ("广州分仓", "Guangzhou branch"),
        serial_no: "GZ01",
        city: ("广州", "Guangzhou"),
        address: ("白云区石井大道 66 号", "66 Shijing Avenue, Baiyun"),
        person: ("黄慧敏", "Huang Huimin"),
        mobile: "13800200002",
        remark: ("服务华南客户", "Serves customers in the south"),
        areas: &[
            (("A 区 整箱", "A Bulk storage"), NORMAL),
            (("B 区 拣货", "B Picking"), NORMAL),
            (("C 区 待检", "C To inspect"), TO_INSPECT),
            (("D 区 残损", "D Damaged"), DAMAGED),
        ],
    },
];

/// Name, level, city, contact, mobile.
pub type Partner = (Pair, &'static str, Pair, Pair, &'static str);
pub const SUPPLIERS: &[Partner] = &[
    (("宁波文具制造有限公司", "Ningbo Stationery Works"), "A", ("宁波", "Ningbo"), ("周文斌", "Zhou Wenbin"), "13905740011"),
    (("义乌日用品批发中心", "Yiwu Household Wholesale"), "A", ("义乌", "Yiwu"), ("吴丽华", "Wu Lihua"), "13905790022"),
    (("东莞纸品厂", "Dongguan Paper Mill"), "B", ("东莞", "Dongguan"), ("何志明", "He Zhiming"), "13907690033"),
    (("苏州办公设备有限公司", "Suzhou Office Equipment"), "B", ("苏州", "Suzhou"), ("沈佳", "Shen Jia"), "13905120044"),
    (("温州塑料制品厂", "Wenzhou Plastics"), "C", ("温州", "Wenzhou"), ("林海", "Lin Hai"), "13905770055"),
    (("北屿纸业", "Nordic Paper AB"), "B", ("斯德哥尔摩", "Stockholm"), same("Erik Lund"), "13800000066"),
];

/// Name, level, city, contact, mobile.
pub const CUSTOMERS: &[Partner] = &[
    (("晨曦文具连锁", "Dawn Stationery Stores"), "A", ("上海", "Shanghai"), ("徐敏", "Xu Min"), "13700210001"),
    (("华南办公超市", "South China Office Market"), "A", ("广州", "Guangzhou"), ("梁伟", "Liang Wei"), "13700200002"),
    (("博学书店", "Scholar Books"), "B", ("杭州", "Hangzhou"), ("顾晓", "Gu Xiao"), "13705710003"),
    (("启航小学", "Qihang Primary School"), "B", ("南京", "Nanjing"), ("孙老师", "Ms Sun"), "13700250004"),
    (("便民超市(徐汇店)", "Corner Market, Xuhui"), "C", ("上海", "Shanghai"), ("张阿姨", "Mrs Zhang"), "13700210005"),
    (("蓝天幼儿园", "Blue Sky Nursery"), "C", ("苏州", "Suzhou"), ("陆园长", "Ms Lu"), "13705120006"),
    (("港湾礼品", "Harbour Gifts Ltd"), "B", ("香港", "Hong Kong"), ("王艾米", "Amy Wong"), "13800852007"),
    (("云上电商", "Cloud Commerce"), "A", ("深圳", "Shenzhen"), ("罗杰", "Luo Jie"), "13707550008"),
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

/// A product of the company.
pub struct Product {
    pub name: Pair,
    pub spec: Pair,
    /// The name of its picture in `node/data/demo`.
    pub picture: &'static str,
    /// Position in [`UNITS`].
    pub unit: usize,
    pub price: &'static str,
    pub safety: &'static str,
    pub brand: usize,
    pub category: usize,
}

const fn product(
    name: Pair,
    spec: Pair,
    picture: &'static str,
    (unit, price, safety): (usize, &'static str, &'static str),
    (brand, category): (usize, usize),
) -> Product {
    Product { name, spec, picture, unit, price, safety, brand, category }
}

pub const PRODUCTS: &[Product] = &[
    product(("中性笔 黑", "Gel pen, black"), ("0.5 mm", "0.5 mm"), "gel-pen-black", (0, "2.50", "200"), (MORNING, PENS)),
    product(("中性笔 蓝", "Gel pen, blue"), ("0.5 mm", "0.5 mm"), "gel-pen-blue", (0, "2.50", "200"), (MORNING, PENS)),
    product(("圆珠笔", "Ballpoint pen"), ("0.7 mm", "0.7 mm"), "ballpoint-pen", (0, "1.80", "150"), (MORNING, PENS)),
    product(("自动铅笔", "Mechanical pencil"), ("0.5 mm", "0.5 mm"), "mechanical-pencil", (0, "4.20", "80"), (MORNING, PENCILS)),
    product(("2B 铅笔", "2B pencils"), ("12 支装", "Box of 12"), "pencils", (2, "9.90", "60"), (MORNING, PENCILS)),
    product(("荧光笔", "Highlighters"), ("6 色", "6 colours"), "highlighters", (2, "12.80", "50"), (MORNING, PENS)),
    product(("白板笔 黑", "Whiteboard marker, black"), ("可擦", "Wipes off"), "whiteboard-marker", (0, "3.60", "90"), (ABLE, PENS)),
    product(("橡皮擦", "Eraser"), ("少屑", "Few crumbs"), "eraser", (0, "1.20", "200"), (MORNING, PENCILS)),
    product(("修正带", "Correction tape"), ("5 mm × 8 m", "5 mm × 8 m"), "correction-tape", (0, "5.50", "80"), (ABLE, DESK)),
    product(("直尺", "Ruler"), ("20 cm", "20 cm"), "ruler", (0, "2.20", "100"), (ABLE, DESK)),
    product(("学生剪刀", "School scissors"), ("圆头", "Round tips"), "scissors", (0, "6.80", "60"), (ABLE, DESK)),
    product(("胶棒", "Glue stick"), ("20 g", "20 g"), "glue-stick", (0, "3.20", "100"), (ABLE, DESK)),
    product(("透明胶带", "Clear tape"), ("18 mm × 30 m", "18 mm × 30 m"), "clear-tape", (0, "2.90", "120"), (ABLE, DESK)),
    product(("订书机", "Stapler"), ("24/6", "24/6"), "stapler", (0, "16.50", "30"), (ABLE, BINDING)),
    product(("订书钉", "Staples"), ("24/6，1000 枚", "24/6, 1,000 pieces"), "staples", (2, "3.50", "100"), (ABLE, BINDING)),
    product(("回形针", "Paper clips"), ("100 枚", "100 pieces"), "paper-clips", (2, "4.50", "80"), (ABLE, BINDING)),
    product(("长尾夹", "Binder clips"), ("25 mm，12 枚", "25 mm, 12 pieces"), "binder-clips", (2, "7.80", "60"), (ABLE, BINDING)),
    product(("A4 复印纸 70 g", "A4 copy paper, 70 g"), ("5 包/箱", "5 reams in a carton"), "paper-a4-70", (1, "108.00", "40"), (NORDIC, PAPER)),
    product(("A4 复印纸 80 g", "A4 copy paper, 80 g"), ("5 包/箱", "5 reams in a carton"), "paper-a4-80", (1, "128.00", "30"), (NORDIC, PAPER)),
    product(("A3 复印纸 70 g", "A3 copy paper, 70 g"), ("5 包/箱", "5 reams in a carton"), "paper-a3", (1, "215.00", "15"), (NORDIC, PAPER)),
    product(("横线笔记本 A5", "Ruled notebook A5"), ("100 张", "100 sheets"), "notebook-ruled", (0, "8.50", "120"), (MORNING, PAPER)),
    product(("方格笔记本 B5", "Squared notebook B5"), ("100 张", "100 sheets"), "notebook-squared", (0, "9.80", "100"), (MORNING, PAPER)),
    product(("便利贴", "Sticky notes"), ("76 × 76 mm", "76 × 76 mm"), "sticky-notes", (2, "5.20", "100"), (NORDIC, PAPER)),
    product(("档案袋 A4", "Document envelopes A4"), ("10 只", "10 pieces"), "envelopes", (2, "11.00", "50"), (NORDIC, BINDING)),
    product(("双夹文件夹 A4", "Clip file A4"), ("双强力夹", "Two clips"), "clip-file", (0, "7.50", "60"), (ABLE, BINDING)),
    product(("文件盒", "Box file"), ("55 mm", "55 mm"), "box-file", (0, "13.20", "40"), (ABLE, BINDING)),
    product(("计算器", "Calculator"), ("12 位", "12 digits"), "calculator", (0, "29.00", "25"), (ABLE, DESK)),
    product(("桌面收纳盒", "Desk organiser"), ("六格", "6 compartments"), "organiser", (0, "22.00", "20"), (HOMELY, DESK)),
    product(("书立", "Bookends"), ("一对", "A pair"), "bookends", (2, "15.00", "20"), (HOMELY, DESK)),
    product(("彩色卡纸 A4", "Coloured card A4"), ("10 色", "10 colours"), "coloured-card", (2, "10.50", "50"), (NORDIC, ART)),
    product(("水彩笔", "Felt pens"), ("24 色", "24 colours"), "felt-pens", (2, "19.90", "40"), (MORNING, ART)),
    product(("油画棒", "Oil pastels"), ("36 色", "36 colours"), "oil-pastels", (2, "26.50", "30"), (MORNING, ART)),
    product(("超轻黏土", "Modelling clay"), ("24 色", "24 colours"), "clay", (2, "32.00", "25"), (HOMELY, ART)),
    product(("包装气泡膜", "Bubble wrap"), ("按千克", "By the kilogram"), "bubble-wrap", (3, "14.50", "100"), (HOMELY, PACKING)),
    product(("牛皮纸", "Kraft paper"), ("卷，按千克", "Roll, by the kilogram"), "kraft-paper", (3, "9.60", "400"), (NORDIC, PACKING)),
    product(("封箱胶带", "Packing tape"), ("48 mm × 50 m", "48 mm × 50 m"), "packing-tape", (0, "6.40", "900"), (ABLE, PACKING)),
];

/// Products that are kept in batches: position in [`PRODUCTS`], months that they keep.
pub const PERISHING: &[(usize, u32)] = &[(5, 24), (8, 24), (11, 18), (30, 24), (31, 24), (32, 12)];

/// Name, introduction, the name of the logo in `node/data/demo`.
pub const BRANDS: &[(Pair, Pair, &str)] = &[
    (("拂晓", "Morning"), ("<p>文具与书写工具</p>", "<p>Pens and stationery</p>"), "brand-morning"),
    (("能手", "Able"), ("<p>办公用品</p>", "<p>Office supplies</p>"), "brand-able"),
    (("北屿", "Nordic"), ("<p>环保纸品</p>", "<p>Recycled paper</p>"), "brand-nordic"),
    (("优家", "Homely"), ("<p>家居日用</p>", "<p>Household goods</p>"), "brand-homely"),
];

/// A category and those below it.
pub const CATEGORIES: &[(Pair, &[Pair])] = &[
    (("书写工具", "Writing"), &[("笔", "Pens"), ("铅笔", "Pencils")]),
    (("办公用品", "Office"), &[("纸品", "Paper"), ("装订", "Binding"), ("桌面", "Desk")]),
    (("美术与包装", "Art and packing"), &[("美术", "Art"), ("包装", "Packing")]),
];

/// Name, level, city, contact, mobile.
pub const CARRIERS: &[Partner] = &[
    (("顺达快运", "Swift Express"), "1", ("深圳", "Shenzhen"), ("钱进", "Qian Jin"), "13600755001"),
    (("中远物流", "Far Logistics"), "2", ("上海", "Shanghai"), ("赵海", "Zhao Hai"), "13600210002"),
    (("同城配送", "City Courier"), "3", ("广州", "Guangzhou"), ("李娜", "Li Na"), "13600200003"),
];

/// A name and who is responsible.
type Responsible = (Pair, Pair);

/// Departments in which the staff is.
pub const WAREHOUSING: Pair = ("仓储中心", "Warehousing");
pub const SHANGHAI_SITE: Pair = ("上海仓", "Shanghai site");
pub const GUANGZHOU_SITE: Pair = ("广州仓", "Guangzhou site");

/// A department and those below it.
pub const DEPARTMENTS: &[(Responsible, &[Responsible])] = &[
    (
        (("总经办", "Management"), ("陈国强", "Chen Guoqiang")),
        &[(("行政部", "Administration"), ("周敏", "Zhou Min")), (("财务部", "Finance"), ("吴珊", "Wu Shan"))],
    ),
    ((WAREHOUSING, ("黄慧敏", "Huang Huimin")), &[(SHANGHAI_SITE, ("李强", "Li Qiang")), (GUANGZHOU_SITE, ("何洁", "He Jie"))]),
    ((("商务中心", "Trade"), ("罗杰", "Luo Jie")), &[(("采购部", "Purchasing"), ("沈佳", "Shen Jia")), (("销售部", "Sales"), ("徐敏", "Xu Min"))]),
];

/// Name, code.
pub const JOBS: &[(Pair, &str)] = &[
    (("仓库主管", "Warehouse manager"), "WM"),
    (("库管员", "Storekeeper"), "SK"),
    (("采购员", "Buyer"), "BU"),
    (("销售员", "Sales clerk"), "SC"),
    (("会计", "Accountant"), "AC"),
];

/// The entries of a dictionary: name and value.
type Entries = &'static [(Pair, &'static str)];

/// Title, code, entries.
pub const DICTIONARIES: &[(Pair, &str, Entries)] = &[
    (("结算方式", "Settlement"), "settlement", &[(("现结", "Cash"), "cash"), (("月结", "Monthly"), "monthly"), (("预付", "Prepaid"), "prepaid")]),
    (("包装类型", "Packaging"), "packaging", &[(("纸箱", "Carton"), "carton"), (("托盘", "Pallet"), "pallet"), (("散装", "Loose"), "loose")]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_codes_have_their_check_digit() {
        assert_eq!((barcode(0).as_str(), barcode(1).as_str()), ("6901234500004", "6901234500011"));
    }
}
