//! Customs declarations in China's form, and what happened to them.

use super::declaration::Kind::{Choice as OneOf, Code, Date, Decimal, Files, Integer, Json, Reference, Switch, Text, TextArea, Timestamp};
use super::declaration::{Action, Choice, Command, Field, LOG, Picker, Resource, Target, choice, label};
use super::goods::REMARK;
use super::identity::ADMIN;
use super::trade::CUSTOMS_UNITS;

const DIRECTIONS: &[Choice] = &[choice("import", "进口", "Import"), choice("export", "出口", "Export")];
/// Their order is the usual way of a declaration.
pub(crate) const STATES: &[Choice] = &[
    choice("0", "草稿", "Draft"),
    choice("10", "已核对", "Checked"),
    choice("20", "已申报", "Submitted"),
    choice("30", "已受理", "Accepted"),
    choice("40", "查验中", "Inspection"),
    choice("50", "待缴税", "Duties due"),
    choice("60", "已放行", "Released"),
    choice("70", "已结关", "Closed"),
    choice("80", "已退单", "Returned"),
    choice("90", "已撤销", "Withdrawn"),
];
const TRANSPORTS: &[Choice] = &[
    choice("2", "2 水路运输", "2 Sea"),
    choice("3", "3 铁路运输", "3 Rail"),
    choice("4", "4 公路运输", "4 Road"),
    choice("5", "5 航空运输", "5 Air"),
    choice("6", "6 邮件运输", "6 Post"),
    choice("9", "9 其他运输", "9 Other"),
];
const SUPERVISIONS: &[Choice] = &[
    choice("0110", "0110 一般贸易", "0110 General trade"),
    choice("0214", "0214 来料加工", "0214 Processing with supplied materials"),
    choice("0615", "0615 进料对口", "0615 Processing with imported materials"),
    choice("1039", "1039 市场采购", "1039 Market purchase"),
    choice("1210", "1210 保税电商", "1210 Bonded e-commerce"),
    choice("1300", "1300 修理物品", "1300 Repairs"),
    choice("2600", "2600 暂时进出货物", "2600 Temporary"),
    choice("3010", "3010 货样广告品", "3010 Samples"),
    choice("4561", "4561 退运货物", "4561 Returned goods"),
    choice("9610", "9610 电子商务", "9610 E-commerce"),
    choice("9710", "9710 跨境电商 B2B 直接出口", "9710 E-commerce B2B export"),
    choice("9810", "9810 跨境电商出口海外仓", "9810 E-commerce to overseas warehouses"),
];
const EXEMPTIONS: &[Choice] = &[
    choice("101", "101 一般征税", "101 Normal duties"),
    choice("299", "299 其他法定", "299 Other by law"),
    choice("502", "502 来料加工", "502 Supplied materials"),
    choice("503", "503 进料加工", "503 Imported materials"),
];
const TERMS: &[Choice] = &[
    choice("1", "1 CIF", "1 CIF"),
    choice("2", "2 C&F", "2 C&F"),
    choice("3", "3 FOB", "3 FOB"),
    choice("4", "4 C&I", "4 C&I"),
    choice("7", "7 EXW", "7 EXW"),
];
const PACKAGES: &[Choice] = &[
    choice("00", "00 散装", "00 In bulk"),
    choice("01", "01 裸装", "01 Unpacked"),
    choice("06", "06 包/袋", "06 Bag"),
    choice("22", "22 纸制或纤维板制盒/箱", "22 Carton"),
    choice("23", "23 木制盒/箱", "23 Wooden case"),
    choice("32", "32 纸制或纤维板制桶", "32 Fibre drum"),
    choice("92", "92 再生木托", "92 Pallet of processed wood"),
    choice("93", "93 天然木托", "93 Pallet of natural wood"),
    choice("99", "99 其他包装", "99 Other"),
];

const STATE: Field = Field::new("state", Code(Picker::Select, STATES)).read_only().default("0").named("状态", "State");
const RECEIPT: Field = Field::new("receipt_no", Text(50)).read_only().off_list().named("回执编号", "Receipt no.");
const NOTE: Field = Field::new("state_remark", TextArea(500)).read_only().named("状态说明", "Note on the state");
const CODE3: usize = 3;

const fn country(name: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::new(name, Text(CODE3)).off_list().unsearched().named(zh, en)
}

const fn fee(name: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::new(name, Decimal(4)).off_list().unsearched().named(zh, en)
}

const fn confirmed(name: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::new(name, Switch).default("0").off_list().unsearched().named(zh, en)
}

/// A step of a declaration: who took it and when is noted, with a receipt's number and a note, if there are any.
const fn step(name: &'static str, zh: &'static str, en: &'static str, from: &'static [&'static str], to: &'static str) -> Command {
    Command::new(name, label(zh, en)).from("state", from).to(to).by("state_by").at("state_time").asks(RECEIVED)
}

const RECEIPT_ASKED: Field = Field::new("receipt_no", Text(50)).named("回执编号", "Receipt no.");
const NOTE_ASKED: Field = Field::new("state_remark", TextArea(500)).named("说明", "Note");
/// What most steps ask for.
const RECEIVED: &[Field] = &[RECEIPT_ASKED, NOTE_ASKED];
const NOTED: &[Field] = &[NOTE_ASKED];
/// Why a declaration comes back or is given up.
const REASONED: &[Field] = &[NOTE_ASKED.required().named("原因", "Reason"), RECEIPT_ASKED];
/// The number that the customs give.
const ACCEPTED: &[Field] = &[Field::new("customs_no", Text(18)).required().named("海关编号", "Customs no."), RECEIPT_ASKED, NOTE_ASKED];

/// The way of a declaration: 0, 10, 20, 30, (40), (50), 60, 70; 20, 30 and 40 come back by 80 to 0; what is not released may be withdrawn.
const STEPS: &[Command] = &[
    step("check", "核对", "Check", &["0"], "10").asks(NOTED),
    step("submit", "申报", "Submit", &["10"], "20").asks(&[RECEIPT_ASKED.required().named("回执编号", "Receipt no."), NOTE_ASKED]),
    step("accept", "受理", "Accept", &["20"], "30").asks(ACCEPTED),
    step("inspect", "查验", "Inspect", &["30"], "40"),
    step("duties", "待缴税", "Duties due", &["30", "40"], "50"),
    step("release", "放行", "Release", &["30", "40", "50"], "60"),
    step("close", "结关", "Close", &["60"], "70"),
    step("giveBack", "退单", "Return", &["20", "30", "40"], "80").asks(REASONED),
    step("redraft", "转回草稿", "Back to draft", &["10", "80"], "0").asks(NOTED),
    step("withdraw", "撤销", "Withdraw", &["0", "10", "20", "30", "40", "50", "80"], "90").asks(REASONED).danger(),
];

const DECLARATION: Resource = Resource::new(
    "trade.Declaration",
    "declaration",
    label("报关单", "Declarations"),
    &[
        Field::new("number", Text(18)).unique().read_only().sortable().named("编号", "Number"),
        Field::new("direction", OneOf(Picker::Radio, DIRECTIONS)).required().named("进出口", "Direction"),
        STATE,
        Field::new("order_no", Text(40)).named("关联单据", "Order"),
        Field::new("pre_entry_no", Text(18)).off_list().named("预录入编号", "Pre-entry no."),
        Field::new("customs_no", Text(18)).read_only().named("海关编号", "Customs no."),
        Field::new("company", Text(100)).required().off_list().named("境内收发货人", "Own company"),
        Field::new("company_code", Text(18)).off_list().named("境内收发货人代码", "Own company's code"),
        Field::new("counterpart", Text(200)).required().named("境外收发货人", "Counterpart"),
        Field::new("customs_office", Text(4)).named("进出境关别", "Customs office").hinted("4 位数字", "4 digits"),
        Field::new("entry_date", Date).named("进出口日期", "Date of entry or exit"),
        Field::new("declared_date", Date).named("申报日期", "Declaration date").off_list(),
        Field::new("record_no", Text(12)).off_list().named("备案号", "Record no."),
        Field::new("transport", OneOf(Picker::Select, TRANSPORTS)).default("2").named("运输方式", "Transport"),
        Field::new("voyage", Text(50)).off_list().named("运输工具名称及航次号", "Vessel and voyage"),
        Field::new("bill_no", Text(50)).off_list().named("提运单号", "Bill of lading no."),
        Field::new("supervision", OneOf(Picker::Select, SUPERVISIONS)).default("0110").named("监管方式", "Supervision").off_list(),
        Field::new("exemption", OneOf(Picker::Select, EXEMPTIONS)).default("101").named("征免性质", "Exemption").off_list(),
        Field::new("licence_no", Text(20)).off_list().named("许可证号", "Licence no."),
        Field::new("contract_no", Text(32)).named("合同协议号", "Contract no."),
        country("trade_country", "贸易国（地区）", "Country of trade"),
        country("country", "启运/运抵国（地区）", "Country of departure or destination"),
        Field::new("port", Text(50)).off_list().named("经停/指运港", "Port of call or destination"),
        Field::new("entry_port", Text(50)).off_list().named("入境/离境口岸", "Port of entry or exit"),
        Field::new("package_kind", OneOf(Picker::Select, PACKAGES)).default("22").off_list().named("包装种类", "Packages"),
        Field::new("packages", Integer(0, 999_999_999)).default("0").off_list().named("件数", "Number of packages"),
        Field::new("gross", Decimal(5)).default("0").off_list().named("毛重（千克）", "Gross weight (kg)"),
        Field::new("net", Decimal(5)).default("0").off_list().named("净重（千克）", "Net weight (kg)"),
        Field::new("terms", Code(Picker::Select, TERMS)).default("3").named("成交方式", "Terms"),
        fee("freight", "运费", "Freight"),
        fee("insurance", "保费", "Insurance"),
        fee("other_fee", "杂费", "Other fees"),
        Field::new("fee_currency", Text(CODE3)).off_list().unsearched().named("费用币制", "Currency of fees"),
        Field::new("marks", TextArea(500)).named("标记唛码", "Marks"),
        confirmed("confirm_relation", "特殊关系确认", "Special relation"),
        confirmed("confirm_price", "价格影响确认", "Price influence"),
        confirmed("confirm_royalty", "支付特许权使用费确认", "Royalties"),
        Field::new("broker", Text(100)).off_list().named("申报单位", "Broker"),
        Field::new("files", Files).off_list().named("随附单证", "Documents"),
        // Up to 50 goods: `node/src/trade/declaration.rs` says what a line is.
        Field::new("lines", Json).unsearched().named("商品", "Goods"),
        Field::new("line_count", Integer(0, 50)).default("0").read_only().unsearched().named("商品项数", "Lines"),
        Field::new("totals", Text(200)).read_only().unsearched().named("总价", "Total"),
        RECEIPT,
        NOTE,
        Field::new("state_by", Reference(Target { relation: "stateAdmin", ..ADMIN })).read_only().off_list().named("状态变更人", "State changed by"),
        Field::new("state_time", Timestamp).read_only().named("状态时间", "In this state since"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("制单人", "Created by"),
        REMARK,
    ],
)
.quick(&["number", "customs_no", "counterpart", "contract_no", "bill_no"])
.order("id", true)
.indexes(&[&["state"]])
.actions(&[Action::Index, Action::Add, Action::Edit, Action::Export])
.of_owner("admin_id")
.commands(STEPS)
.unwatched()
.history()
.after_write(
    // Whatever changes the state leaves an event, in the transaction that does; and the goods stand as rows of their own.
    "FOR $one IN $written {
       LET $now = (SELECT state, receipt_no, state_remark, state_by, state_time, admin_id, lines FROM ONLY $one);
       LET $last = (SELECT id, state FROM declaration_event WHERE declaration_id = record::id($one) ORDER BY id DESC LIMIT 1)[0].state;
       IF $last = NONE OR $last != $now.state {
         CREATE type::record('declaration_event', sequence::nextval('declaration_event')) SET declaration_id = record::id($one),
           former = $last, state = $now.state, receipt_no = $now.receipt_no ?? '', remark = $now.state_remark ?? '',
           admin_id = $now.state_by, owner_id = $now.admin_id, create_time = $now.state_time ?? 0 RETURN NONE
       };
       DELETE declaration_goods WHERE declaration_id = record::id($one) RETURN NONE;
       LET $goods = IF string::len($now.lines ?? '') > 2 { encoding::json::decode($now.lines) } ELSE { [] };
       FOR $at IN 0..array::len($goods) {
         LET $line = $goods[$at];
         CREATE type::record('declaration_goods', record::id($one) * 100 + $at + 1) SET declaration_id = record::id($one), line = $at + 1,
           hs_code = $line.hs_code ?? '', name = $line.name ?? '', elements = $line.elements ?? '', quantity_1 = <decimal>($line.quantity_1 ?? '0'),
           unit_1 = $line.unit_1 ?? '', quantity = <decimal>($line.quantity ?? '0'), unit = $line.unit ?? '', price = <decimal>($line.price ?? '0'),
           total = <decimal>($line.total ?? '0'), currency = $line.currency ?? '', origin = $line.origin ?? '', destination = $line.destination ?? '',
           owner_id = $now.admin_id RETURN NONE
       }
     };",
);

const DECLARATION_ROW: Target = Target { table: "declaration", relation: "declaration", shows: &["number", "counterpart"] };

/// Written with the declaration, never changed.
const EVENT: Resource = Resource::new(
    "trade.DeclarationEvent",
    "declaration_event",
    label("报关单动态", "Declaration events"),
    &[
        Field::new("declaration_id", Reference(DECLARATION_ROW)).read_only().named("报关单", "Declaration"),
        Field::new("former", Code(Picker::Select, STATES)).read_only().named("原状态", "Previous state"),
        Field::new("state", Code(Picker::Select, STATES)).read_only().named("状态", "State"),
        Field::new("receipt_no", Text(50)).read_only().named("回执编号", "Receipt no."),
        Field::new("remark", TextArea(500)).read_only().on_list(),
        Field::new("admin_id", Reference(ADMIN)).read_only(),
        Field::new("owner_id", Reference(Target { relation: "owner", ..ADMIN })).read_only().off_list().named("制单人", "Created by"),
        Field::new("create_time", Timestamp).read_only(),
    ],
)
.quick(&["receipt_no", "remark"])
.order("id", true)
.actions(LOG)
.of_owner("owner_id")
.unwatched()
.unstamped();

/// The goods of declarations, one a row: written with the declaration.
const GOODS: Resource = Resource::new(
    "trade.DeclarationGoods",
    "declaration_goods",
    label("报关商品", "Declared goods"),
    &[
        Field::new("declaration_id", Reference(DECLARATION_ROW)).read_only().named("报关单", "Declaration"),
        Field::new("line", Integer(0, 50)).read_only().named("项号", "Line"),
        Field::new("hs_code", Text(10)).read_only().search("LIKE").named("商品编号", "HS code"),
        Field::new("name", Text(255)).read_only(),
        Field::new("elements", Text(500)).read_only().off_list().named("申报要素", "Elements"),
        Field::new("quantity_1", Decimal(5)).read_only().unsearched().named("法定第一数量", "First statutory quantity"),
        Field::new("unit_1", OneOf(Picker::Select, CUSTOMS_UNITS)).read_only().unsearched().named("法定第一单位", "First statutory unit"),
        Field::new("quantity", Decimal(5)).read_only().unsearched(),
        Field::new("unit", OneOf(Picker::Select, CUSTOMS_UNITS)).read_only().unsearched().named("成交单位", "Unit"),
        Field::new("price", Decimal(5)).read_only().unsearched().named("单价", "Price"),
        Field::new("total", Decimal(5)).read_only().named("总价", "Total"),
        Field::new("currency", Text(CODE3)).read_only().named("币制", "Currency"),
        Field::new("origin", Text(CODE3)).read_only().named("原产国", "Origin"),
        Field::new("destination", Text(CODE3)).read_only().named("最终目的国", "Destination"),
        Field::new("owner_id", Reference(Target { relation: "owner", ..ADMIN })).read_only().off_list().named("制单人", "Created by"),
    ],
)
.quick(&["hs_code", "name"])
.order("id", true)
.actions(LOG)
.of_owner("owner_id")
.unwatched()
.unstamped();

/// Declarations by state, with what waits for whom.
const STATUS: Resource = Resource::new(
    "trade.HsStatus",
    "declaration",
    label("报关状态", "Declaration status"),
    &[
        Field::new("number", Text(18)).read_only().sortable().named("编号", "Number"),
        Field::new("direction", OneOf(Picker::Radio, DIRECTIONS)).read_only().named("进出口", "Direction"),
        STATE,
        Field::new("waits_for", Text(50)).read_only().unsearched().unsorted().named("等待", "Waiting for"),
        Field::new("days", Integer(0, 99_999)).read_only().unsearched().unsorted().named("已等待（天）", "Days waiting"),
        Field::new("customs_no", Text(18)).read_only().named("海关编号", "Customs no."),
        Field::new("counterpart", Text(200)).read_only().named("境外收发货人", "Counterpart"),
        Field::new("entry_date", Date).read_only().named("进出口日期", "Date of entry or exit"),
        RECEIPT.on_list(),
        NOTE.on_list(),
        Field::new("state_time", Timestamp).read_only().named("状态时间", "In this state since"),
        Field::new("admin_id", Reference(ADMIN)).read_only().named("制单人", "Created by"),
    ],
)
.quick(&["number", "customs_no", "counterpart"])
.order("state_time", false)
.of_owner("admin_id")
.view();

pub(super) const ALL: &[Resource] = &[DECLARATION, EVENT, GOODS, STATUS];
