//! The goods of the demo company's shop: what it sells of its stock, and how.

use super::words::{Pair, same};

/// A classify with those below it.
pub const CLASSIFIES: &[(Pair, &[Pair])] = &[
    (("书写工具", "Pens"), &[]),
    (("铅笔与橡皮", "Pencils"), &[]),
    (("纸品本册", "Paper"), &[("复印纸", "Copy paper"), ("笔记本", "Notebooks")]),
    (("装订文件", "Binding"), &[]),
    (("桌面用品", "Desk"), &[]),
    (("美术手工", "Art"), &[]),
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

/// A group of a specification with its values.
pub type Group = (Pair, &'static [Pair]);

/// Goods of the shop.
pub struct Goods {
    pub name: Pair,
    pub sub_name: Pair,
    pub classify: usize,
    /// None of a single specification.
    pub groups: &'static [Group],
    pub pieces: &'static [Piece],
    /// Names of pictures in `node/data/demo`; the first is shown in lists.
    pub pictures: &'static [&'static str],
    /// Pictures of the first group's values, where they look different.
    pub value_pictures: &'static [&'static str],
    /// Above the price, in hundredths of it; 0 is none.
    pub struck: i64,
    /// Position in `shop::TEMPLATES`.
    pub freight: usize,
    /// Pieces of virtual goods, of which nothing is sent; the others are in the warehouses.
    pub virtual_stock: Option<i64>,
    /// Days from now until their sale begins; 0 for those on sale.
    pub begins_in: i64,
    pub text: Pair,
}

const fn single(name: Pair, sub_name: Pair, classify: usize, (pictures, pieces): (&'static [&'static str], &'static [Piece]), text: Pair) -> Goods {
    Goods {
        name,
        sub_name,
        classify,
        groups: &[],
        pieces,
        pictures,
        value_pictures: &[],
        struck: 0,
        freight: 0,
        virtual_stock: None,
        begins_in: 0,
        text,
    }
}

const COLOUR: Group = (("颜色", "Colour"), &[("黑色", "Black"), ("蓝色", "Blue")]);
const PACK: Group = (("包装", "Pack"), &[("单支", "One"), ("12 支", "Dozen")]);
const NUMBER: Group = (("数量", "Number"), &[("1 块", "One"), ("5 块", "Five")]);
const WEIGHT: Group = (("克重", "Weight"), &[same("70 g"), same("80 g")]);
const SIZE: Group = (("规格", "Size"), &[("A5 横线", "A5 ruled"), ("B5 方格", "B5 squared")]);
const WIDTH: Group = (("宽度", "Width"), &[same("18 mm"), same("48 mm")]);

pub const GOODS: &[Goods] = &[
    Goods {
        groups: &[COLOUR, PACK],
        value_pictures: &["gel-pen-black", "gel-pen-blue"],
        struck: 120,
        ..single(
            ("顺滑中性笔", "Gel pen"),
            ("0.5 mm 子弹头，落笔即写", "0.5 mm, writes at once"),
            PENS,
            (
                &["gel-pen-black", "gel-pen-blue", "gel-pens-dozen"],
                &[
                    (&[0, 0], 0, "1", "2.90", "0.015"),
                    (&[0, 1], 0, "12", "29.90", "0.18"),
                    (&[1, 0], 1, "1", "2.90", "0.015"),
                    (&[1, 1], 1, "12", "29.90", "0.18"),
                ],
            ),
            ("速干墨水，不晕染。", "Ink that dries at once and does not smear."),
        )
    },
    single(
        ("圆珠笔", "Ballpoint pen"),
        ("0.7 mm，按动式", "0.7 mm, with a push button"),
        PENS,
        (&["ballpoint-pen"], &[(&[], 2, "1", "2.20", "0.012")]),
        ("可书写 1,500 米。", "Writes 1,500 metres."),
    ),
    Goods {
        struck: 125,
        ..single(
            ("荧光笔", "Highlighters"),
            ("6 色套装", "Set of six colours"),
            PENS,
            (&["highlighters"], &[(&[], 5, "1", "15.90", "0.11")]),
            ("淡雅荧光色，不透纸。", "Soft colours that don't shine through."),
        )
    },
    single(
        ("白板笔", "Whiteboard marker"),
        ("黑色，圆头", "Black, round tip"),
        PENS,
        (&["whiteboard-marker"], &[(&[], 6, "1", "4.50", "0.02")]),
        ("易擦，低气味。", "Wipes off, hardly smells."),
    ),
    single(
        ("自动铅笔", "Mechanical pencil"),
        ("0.5 mm，带橡皮", "0.5 mm, with an eraser"),
        PENCILS,
        (&["mechanical-pencil"], &[(&[], 3, "1", "5.50", "0.016")]),
        ("金属笔尖。", "With a tip of metal."),
    ),
    single(
        ("2B 铅笔", "2B pencils"),
        ("12 支装", "Box of twelve"),
        PENCILS,
        (&["pencils"], &[(&[], 4, "1", "12.90", "0.09")]),
        ("绘图与考试涂卡都合适。", "For drawing and for answer sheets."),
    ),
    Goods {
        groups: &[NUMBER],
        ..single(
            ("美术橡皮", "Eraser for artists"),
            ("少屑，不伤纸", "Few crumbs, spares the paper"),
            PENCILS,
            (&["eraser"], &[(&[0], 7, "1", "1.50", "0.02"), (&[1], 7, "5", "6.90", "0.1")]),
            ("擦得干净，碎屑成条。", "Rubs out cleanly and leaves few crumbs."),
        )
    },
    Goods {
        groups: &[WEIGHT],
        value_pictures: &["paper-a4-70", "paper-a4-80"],
        freight: 1,
        struck: 115,
        ..single(
            ("A4 复印纸", "A4 copy paper"),
            ("5 包一箱", "Five reams in a carton"),
            COPY,
            (&["paper-a4-70", "paper-a4-80"], &[(&[0], 17, "1", "119.00", "12.4"), (&[1], 18, "1", "139.00", "14.1")]),
            ("高白度，双面打印不透。", "White, for printing on both sides."),
        )
    },
    Goods {
        freight: 1,
        ..single(
            ("A3 复印纸", "A3 copy paper"),
            ("70 g，5 包一箱", "70 g, five reams in a carton"),
            COPY,
            (&["paper-a3"], &[(&[], 19, "1", "229.00", "24.5")]),
            ("适合图纸与海报。", "For plans and posters."),
        )
    },
    Goods {
        groups: &[SIZE],
        value_pictures: &["notebook-ruled", "notebook-squared"],
        ..single(
            ("软面笔记本", "Soft cover notebook"),
            ("100 张，可平摊", "A hundred sheets that lie flat"),
            NOTEBOOKS,
            (&["notebook-ruled", "notebook-squared"], &[(&[0], 20, "1", "9.90", "0.21"), (&[1], 21, "1", "11.90", "0.28")]),
            ("顺滑纸张，钢笔不洇。", "Smooth paper that takes a fountain pen."),
        )
    },
    single(
        ("便利贴", "Sticky notes"),
        ("76 × 76 mm", "76 × 76 mm"),
        PAPER,
        (&["sticky-notes"], &[(&[], 22, "1", "6.50", "0.06")]),
        ("粘贴不留痕。", "Stick and leave no trace."),
    ),
    single(
        ("彩色卡纸", "Coloured card"),
        ("A4，10 色", "A4, ten colours"),
        PAPER,
        (&["coloured-card"], &[(&[], 29, "1", "12.90", "0.4")]),
        ("手工与贺卡。", "For crafts and cards."),
    ),
    single(
        ("订书机", "Stapler"),
        ("24/6，订 25 页", "24/6, for 25 pages"),
        BINDING,
        (&["stapler"], &[(&[], 13, "1", "19.90", "0.24")]),
        ("省力结构。", "Needs little force."),
    ),
    single(
        ("订书钉", "Staples"),
        ("24/6，1,000 枚", "24/6, a thousand"),
        BINDING,
        (&["staples"], &[(&[], 14, "1", "4.50", "0.05")]),
        ("钢丝结实，不弯钉。", "Strong wire that does not bend."),
    ),
    single(
        ("长尾夹", "Binder clips"),
        ("25 mm，12 枚", "25 mm, a dozen"),
        BINDING,
        (&["binder-clips"], &[(&[], 16, "1", "9.50", "0.15")]),
        ("夹得住一百页。", "Holds a hundred pages."),
    ),
    single(
        ("文件盒", "Box file"),
        ("55 mm", "55 mm"),
        BINDING,
        (&["box-file"], &[(&[], 25, "1", "15.90", "0.42")]),
        ("加厚，可粘标签。", "Sturdy, with room for a label."),
    ),
    single(
        ("档案袋", "Document envelopes"),
        ("A4 牛皮纸，10 只", "Ten of kraft paper, A4"),
        BINDING,
        (&["envelopes"], &[(&[], 23, "1", "13.50", "0.3")]),
        ("绕线封口。", "Closed with a string."),
    ),
    Goods {
        struck: 130,
        ..single(
            ("计算器", "Calculator"),
            ("12 位大屏", "Twelve large digits"),
            DESK,
            (&["calculator"], &[(&[], 26, "1", "35.00", "0.21")]),
            ("太阳能与电池双电源。", "Runs by sun or battery."),
        )
    },
    Goods {
        freight: 2,
        ..single(
            ("桌面收纳盒", "Desk organiser"),
            ("六格", "Six compartments"),
            DESK,
            (&["organiser"], &[(&[], 27, "1", "26.00", "0.6")]),
            ("笔、便签、手机各有位置。", "A place for pens, notes and a phone."),
        )
    },
    Goods {
        groups: &[WIDTH],
        value_pictures: &["clear-tape", "packing-tape"],
        ..single(
            ("胶带", "Tape"),
            ("透明窄胶带与封箱胶带", "Clear or for packing"),
            DESK,
            (&["clear-tape", "packing-tape"], &[(&[0], 12, "1", "3.50", "0.03"), (&[1], 35, "1", "7.90", "0.16")]),
            ("粘性持久。", "Holds for long."),
        )
    },
    single(
        ("修正带", "Correction tape"),
        ("5 mm × 8 m", "5 mm × 8 m"),
        DESK,
        (&["correction-tape"], &[(&[], 8, "1", "6.50", "0.02")]),
        ("顺滑不断带。", "Runs smoothly and does not tear."),
    ),
    Goods {
        struck: 120,
        ..single(
            ("水彩笔", "Felt pens"),
            ("24 色", "24 colours"),
            ART,
            (&["felt-pens"], &[(&[], 30, "1", "23.90", "0.28")]),
            ("可水洗。", "Washes out."),
        )
    },
    single(
        ("油画棒", "Oil pastels"),
        ("36 色", "36 colours"),
        ART,
        (&["oil-pastels"], &[(&[], 31, "1", "31.90", "0.46")]),
        ("不粘手，色彩饱满。", "Rich colours that don't stick to hands."),
    ),
    single(
        ("超轻黏土", "Modelling clay"),
        ("24 色，附工具", "24 colours, with tools"),
        ART,
        (&["clay"], &[(&[], 32, "1", "38.00", "0.5")]),
        ("安全无味。", "Safe and without smell."),
    ),
    Goods {
        virtual_stock: Some(200),
        ..single(
            ("线上硬笔书法课", "Online handwriting course"),
            ("6 节，付款后即可观看", "Six lessons, seen at once after payment"),
            ART,
            (&["course"], &[(&[], 0, "1", "49.00", "0")]),
            ("无需寄送，手机电脑都能看。", "Nothing is sent; on a phone or a computer."),
        )
    },
    Goods {
        begins_in: 5,
        struck: 125,
        ..single(
            ("新学期书写礼盒", "Gift box for the new term"),
            ("下周开售", "On sale next week"),
            PENS,
            (&["gift-box"], &[(&[], 5, "1", "39.00", "0.35")]),
            ("荧光笔与笔记本，限时发售。", "Highlighters and a notebook, for a short time."),
        )
    },
];
