//! The goods of the demo company's shop: what it sells of its stock, and how.

/// A classify with those below it, in both languages.
pub const CLASSIFIES: &[(&str, &[&str])] = &[
    ("书写工具 Pens", &[]),
    ("铅笔与橡皮 Pencils", &[]),
    ("纸品本册 Paper", &["复印纸 Copy paper", "笔记本 Notebooks"]),
    ("装订文件 Binding", &[]),
    ("桌面用品 Desk", &[]),
    ("美术手工 Art", &[]),
];

/// Positions among all classifies, those below right after the one above.
const PENS: usize = 0;
const PENCILS: usize = 1;
const PAPER: usize = 2;
const COPY: usize = 3;
const NOTEBOOKS: usize = 4;
const BINDING: usize = 5;
const DESK: usize = 6;
const ART: usize = 7;

/// What a piece of a SKU is: values, product (position in `company::PRODUCTS`), base units, price, weight in kg.
pub type Piece = (&'static [usize], usize, &'static str, &'static str, &'static str);

/// Goods of the shop.
pub struct Goods {
    pub name: &'static str,
    pub sub_name: &'static str,
    pub classify: usize,
    /// Groups with their values; none of a single specification.
    pub groups: &'static [(&'static str, &'static [&'static str])],
    pub pieces: &'static [Piece],
    /// Above the price, in hundredths of it; 0 is none.
    pub struck: i64,
    /// Position in `shop::TEMPLATES`.
    pub freight: usize,
    /// Pieces of virtual goods, of which nothing is sent; the others are in the warehouses.
    pub virtual_stock: Option<i64>,
    /// Days from now until their sale begins; 0 for those on sale.
    pub begins_in: i64,
    pub text: &'static str,
}

impl Goods {
    /// The name in both languages: the first words of the English subtitle behind the Chinese name.
    #[must_use]
    pub fn full_name(&self) -> String {
        let english = self.sub_name.split(',').next().unwrap_or_default();
        format!("{} {english}", self.name)
    }
}

const fn single(name: &'static str, sub_name: &'static str, classify: usize, pieces: &'static [Piece], text: &'static str) -> Goods {
    Goods { name, sub_name, classify, groups: &[], pieces, struck: 0, freight: 0, virtual_stock: None, begins_in: 0, text }
}

const COLOUR: (&str, &[&str]) = ("颜色 Colour", &["黑色 Black", "蓝色 Blue"]);
const PACK: (&str, &[&str]) = ("包装 Pack", &["单支 One", "12 支 Dozen"]);

pub const GOODS: &[Goods] = &[
    Goods {
        groups: &[COLOUR, PACK],
        struck: 120,
        ..single(
            "顺滑中性笔 0.5mm",
            "Gel pen, 0.5 mm, writes at once",
            PENS,
            &[
                (&[0, 0], 0, "1", "2.90", "0.015"),
                (&[0, 1], 0, "12", "29.90", "0.18"),
                (&[1, 0], 1, "1", "2.90", "0.015"),
                (&[1, 1], 1, "12", "29.90", "0.18"),
            ],
            "速干墨水,不晕染。 Ink that dries at once and does not smear.",
        )
    },
    single("圆珠笔 0.7mm", "Ballpoint pen, 0.7 mm", PENS, &[(&[], 2, "1", "2.20", "0.012")], "书写 1,500 米。 Writes 1,500 metres."),
    Goods {
        struck: 125,
        ..single(
            "荧光笔 6 色",
            "Highlighters, six colours",
            PENS,
            &[(&[], 5, "1", "15.90", "0.11")],
            "淡雅荧光色,不透纸。 Soft colours that don't shine through.",
        )
    },
    single("白板笔 黑", "Whiteboard marker, black", PENS, &[(&[], 6, "1", "4.50", "0.02")], "易擦,低气味。 Wipes off, hardly smells."),
    single("自动铅笔 0.5mm", "Mechanical pencil, 0.5 mm", PENCILS, &[(&[], 3, "1", "5.50", "0.016")], "金属笔尖。 With a tip of metal."),
    single(
        "2B 铅笔 12 支装",
        "2B pencils, box of twelve",
        PENCILS,
        &[(&[], 4, "1", "12.90", "0.09")],
        "考试涂卡专用。 For drawing and for answer sheets.",
    ),
    Goods {
        groups: &[("数量 Number", &["1 块 One", "5 块 Five"])],
        ..single(
            "美术橡皮",
            "Eraser for artists",
            PENCILS,
            &[(&[0], 7, "1", "1.50", "0.02"), (&[1], 7, "5", "6.90", "0.1")],
            "少屑,不伤纸。 Leaves few crumbs and spares the paper.",
        )
    },
    Goods {
        groups: &[("克重 Weight", &["70g", "80g"])],
        freight: 1,
        struck: 115,
        ..single(
            "A4 复印纸 5 包/箱",
            "A4 copy paper, five reams",
            COPY,
            &[(&[0], 17, "1", "119.00", "12.4"), (&[1], 18, "1", "139.00", "14.1")],
            "高白度,双面打印不透。 White, for printing on both sides.",
        )
    },
    Goods {
        freight: 1,
        ..single(
            "A3 复印纸 5 包/箱",
            "A3 copy paper, five reams",
            COPY,
            &[(&[], 19, "1", "229.00", "24.5")],
            "适合图纸与海报。 For plans and posters.",
        )
    },
    Goods {
        groups: &[("规格 Size", &["A5 横线 Ruled", "B5 方格 Squared"])],
        ..single(
            "软面笔记本",
            "Notebook with a soft cover",
            NOTEBOOKS,
            &[(&[0], 20, "1", "9.90", "0.21"), (&[1], 21, "1", "11.90", "0.28")],
            "100 张,可平摊。 A hundred sheets that lie flat.",
        )
    },
    single("便利贴 76×76mm", "Sticky notes, 76 x 76 mm", PAPER, &[(&[], 22, "1", "6.50", "0.06")], "粘贴不留痕。 Stick and leave no trace."),
    single("彩色卡纸 A4", "Coloured card, A4", PAPER, &[(&[], 29, "1", "12.90", "0.4")], "10 色,手工贺卡。 Ten colours for cards and crafts."),
    single("订书机 24/6", "Stapler 24/6", BINDING, &[(&[], 13, "1", "19.90", "0.24")], "省力结构,订 25 页。 Staples 25 pages with little force."),
    single("订书钉 24/6", "Staples 24/6", BINDING, &[(&[], 14, "1", "4.50", "0.05")], "1,000 枚一盒。 A box of a thousand."),
    single("长尾夹 25mm", "Binder clips, 25 mm", BINDING, &[(&[], 16, "1", "9.50", "0.15")], "12 枚一盒。 A box of twelve."),
    single("文件盒 55mm", "Box file, 55 mm", BINDING, &[(&[], 25, "1", "15.90", "0.42")], "加厚,可粘标签。 Sturdy, with room for a label."),
    single("档案袋 A4", "Document envelopes, A4", BINDING, &[(&[], 23, "1", "13.50", "0.3")], "牛皮纸,10 只。 Ten of kraft paper."),
    Goods {
        struck: 130,
        ..single("计算器 12 位", "Calculator, twelve digits", DESK, &[(&[], 26, "1", "35.00", "0.21")], "太阳能双电源。 By sun or battery.")
    },
    Goods { freight: 2, ..single("桌面收纳盒", "Desk organiser", DESK, &[(&[], 27, "1", "26.00", "0.6")], "六格分类。 Six compartments.") },
    Goods {
        groups: &[("宽度 Width", &["18mm", "48mm"])],
        ..single(
            "透明胶带",
            "Clear and packing tape",
            DESK,
            &[(&[0], 12, "1", "3.50", "0.03"), (&[1], 35, "1", "7.90", "0.16")],
            "粘性持久。 Holds for long.",
        )
    },
    single("修正带 5mm", "Correction tape, 5 mm", DESK, &[(&[], 8, "1", "6.50", "0.02")], "顺滑不断带。 Runs smoothly and does not tear."),
    Goods { struck: 120, ..single("水彩笔 24 色", "Felt pens, 24 colours", ART, &[(&[], 30, "1", "23.90", "0.28")], "可水洗。 Washes out.") },
    single(
        "油画棒 36 色",
        "Oil pastels, 36 colours",
        ART,
        &[(&[], 31, "1", "31.90", "0.46")],
        "不粘手,色彩饱满。 Rich colours that don't stick to hands.",
    ),
    single("超轻黏土 24 色", "Modelling clay, 24 colours", ART, &[(&[], 32, "1", "38.00", "0.5")], "安全无味,附工具。 Safe, with tools."),
    Goods {
        virtual_stock: Some(200),
        ..single(
            "线上硬笔书法课 6 节",
            "Online course of handwriting, six lessons",
            ART,
            &[(&[], 0, "1", "49.00", "0")],
            "付款后即可观看,无需寄送。 Seen at once after payment, nothing is sent.",
        )
    },
    Goods {
        begins_in: 5,
        struck: 125,
        ..single(
            "新学期书写礼盒",
            "Gift box for the new term, on sale next week",
            PENS,
            &[(&[], 5, "1", "39.00", "0.35")],
            "荧光笔与笔记本,限时发售。 Highlighters and a notebook, on sale soon.",
        )
    },
];
