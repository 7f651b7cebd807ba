//! Foreign trade of the demo company: tariff codes of what it sells, declarations on their way, and companies it met at trade fairs.

use std::collections::HashSet;

use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use serde_json::{Map, Value, json};

use super::company;
use super::error::DemoError;
use super::rows::insert;
use super::words::{Pair, Words, same};
use crate::expo::contacts::{contacts, domains};
use crate::trade::declaration;

const DAY: i64 = 86_400;

/// Tariff codes of products: words of the product's name, the code, its goods, first and second statutory unit. The rates are for an
/// import: none are invented.
const TARIFFS: &[(&str, &str, Pair, &str, &str)] = &[
    ("中性笔", "9608100000", ("圆珠笔", "Ball point pens"), "012", "035"),
    ("圆珠笔", "9608100000", ("圆珠笔", "Ball point pens"), "012", "035"),
    ("2B 铅笔", "9609101000", ("铅笔", "Pencils"), "035", ""),
    ("白板笔", "9608200000", ("毡尖和其他渗水式笔尖笔及唛头笔", "Felt tipped pens and markers"), "012", "035"),
    ("橡皮擦", "4016920000", ("硫化橡胶制橡皮擦", "Erasers of vulcanised rubber"), "035", ""),
    ("学生剪刀", "8213000000", ("剪刀、裁缝剪刀及类似品", "Scissors"), "016", "035"),
    ("A4 复印纸", "4802560090", ("成张书写及印刷用纸", "Paper in sheets, 40 to 150 g/m²"), "035", ""),
    ("笔记本", "4820100000", ("登记本、账本、笔记本", "Registers and notebooks"), "035", ""),
    ("计算器", "8470100000", ("电子计算器", "Electronic calculators"), "001", ""),
];
const ELEMENTS: Pair = ("品牌类型|出口享惠情况|用途|材质|品牌|型号", "Kind of brand|Export preference|Use|Material|Brand|Model");
const SOURCE: Pair = ("演示数据，税率请导入", "Demo data, rates come by import");
/// What the elements of all products are.
const DECLARED: Pair = ("境内自主品牌|不享惠|办公|塑料|Entrepot|标准型", "Own domestic brand|None|Office|Plastic|Entrepot|Standard");

/// What a product says to the customs, by its Chinese name: its code and its elements.
pub(super) fn customs_of(name: &str, words: Words) -> (&'static str, &'static str) {
    let found = TARIFFS.iter().find(|(part, ..)| name.contains(part));
    found.map_or(("", ""), |(_, code, ..)| (code, words.pick(DECLARED)))
}

/// Goods of a declaration: name, code, pieces, price in cents, kilograms.
type DeclaredGoods = (Pair, &'static str, i64, i64, i64);

/// A declaration: direction, days ago, counterpart, country, goods (name, code, pieces, price in cents, kilograms), and the steps it took.
struct Planned {
    direction: &'static str,
    days_ago: i64,
    counterpart: &'static str,
    country: &'static str,
    office: &'static str,
    goods: &'static [DeclaredGoods],
    steps: &'static [(i64, &'static str, Pair)],
}

const fn export(days_ago: i64, counterpart: &'static str, country: &'static str, office: &'static str) -> Planned {
    Planned { direction: "export", days_ago, counterpart, country, office, goods: PENS, steps: &[] }
}

const PENS: &[DeclaredGoods] = &[(("中性笔", "Gel pens"), "9608100000", 24_000, 18, 288), (("橡皮擦", "Erasers"), "4016920000", 6_000, 9, 120)];
const PAPER: &[DeclaredGoods] = &[(("A4 复印纸", "Copy paper"), "4802560090", 400, 1_450, 4_980)];
const DESK: &[DeclaredGoods] = &[
    (("学生剪刀", "Scissors"), "8213000000", 3_000, 62, 210),
    (("计算器", "Calculators"), "8470100000", 800, 395, 176),
    (("笔记本", "Notebooks"), "4820100000", 5_000, 78, 1_150),
];

/// A step without a remark.
const NONE: Pair = ("", "");

const DECLARATIONS: &[Planned] = &[
    Planned {
        steps: &[
            (10, "", NONE),
            (20, "SW20931", NONE),
            (30, "", NONE),
            (50, "", NONE),
            (60, "FX7730", ("放行", "Released")),
            (70, "", ("结关", "Closed")),
        ],
        ..export(26, "Nordlicht Bürobedarf GmbH", "DEU", "2229")
    },
    Planned {
        goods: DESK,
        steps: &[(10, "", NONE), (20, "SW20957", NONE), (30, "", NONE), (60, "FX7791", NONE)],
        ..export(14, "Papeterie du Lac SARL", "FRA", "2248")
    },
    Planned {
        direction: "import",
        goods: PAPER,
        steps: &[
            (10, "", NONE),
            (20, "SW20988", NONE),
            (30, "", NONE),
            (40, "CY0412", ("开箱查验", "Opened for inspection")),
            (50, "", ("等待缴税", "Waits for payment")),
        ],
        ..export(9, "Borneo Pulp & Paper Bhd", "MYS", "2229")
    },
    Planned {
        steps: &[(10, "", NONE), (20, "SW21004", NONE), (30, "", NONE), (40, "CY0419", ("抽查重量", "Weights are checked"))],
        ..export(6, "Kawasaki Stationery KK", "JPN", "2233")
    },
    Planned { goods: DESK, steps: &[(10, "", NONE), (20, "SW21017", NONE)], ..export(3, "Office Depot Perth Pty", "AUS", "2248") },
    Planned {
        steps: &[(10, "", NONE), (20, "SW21020", NONE), (80, "TD0088", ("品名与要素不符", "Name and elements do not agree"))],
        ..export(4, "Al Noor Trading LLC", "ARE", "2248")
    },
    Planned { goods: DESK, steps: &[(10, "", NONE)], ..export(1, "Cairo School Supply", "EGY", "2248") },
    Planned { steps: &[(90, "", ("客户取消订单", "The customer cancelled"))], ..export(11, "Lumen Retail Ltd", "GBR", "2229") },
    export(0, "Escritório Atlântico Lda", "PRT", "2248"),
];

fn line(goods: &DeclaredGoods, words: Words, country: &str, export: bool) -> Value {
    let (name, code, pieces, cents, kilograms) = goods;
    let tariff = TARIFFS.iter().find(|(_, known, ..)| known == code);
    let (unit_1, unit_2) = tariff.map_or(("035", ""), |(_, _, _, one, other)| (*one, *other));
    let statutory = |unit: &str| if unit == "035" { *kilograms } else { *pieces };
    let (origin, destination) = if export { ("CHN", country) } else { (country, "CHN") };
    let second = if unit_2.is_empty() { json!("") } else { json!(statutory(unit_2)) };
    json!({
        "hs_code": code, "name": words.pick(*name), "elements": words.pick(DECLARED), "quantity_1": statutory(unit_1), "unit_1": unit_1, "quantity_2": second, "unit_2": unit_2,
        "quantity": pieces, "unit": "007", "price": format!("{}.{:02}", cents / 100, cents % 100), "currency": "USD", "origin": origin,
        "destination": destination, "place": words.pick(("上海", "Shanghai")), "levy": "1",
    })
}

async fn declare(store: &Store, words: Words, (number, planned): (usize, &Planned), admin: i64, now: i64) -> Result<(), DemoError> {
    let resource = catalogue::declared("trade.Declaration")?;
    let made = now - planned.days_ago * DAY - 3 * 3_600;
    let export = planned.direction == "export";
    let sent = Value::Array(planned.goods.iter().map(|goods| line(goods, words, planned.country, export)).collect());
    let lines = declaration::lines(&sent).map_err(|error| DemoError::Step(error.to_string()))?;
    let net: i64 = planned.goods.iter().map(|goods| goods.4).sum();
    let day = chrono::DateTime::from_timestamp(made, 0).map(|time| time.format("%Y-%m-%d").to_string()).unwrap_or_default();
    let row = json!({
        "direction": planned.direction, "company": words.pick(company::NAME), "company_code": "3122960001", "counterpart": planned.counterpart,
        "customs_office": planned.office, "entry_date": day, "transport": "2", "voyage": "COSCO STAR / 046W", "bill_no": format!("COSU63{:06}", 41_207 + number),
        "supervision": "0110", "exemption": "101", "contract_no": format!("ET26-{:03}", 118 + number), "trade_country": planned.country,
        "country": planned.country, "port": "", "entry_port": words.pick(("洋山港", "Yangshan")), "package_kind": "22", "packages": net / 12 + 1, "gross": net + net / 20,
        "net": net, "terms": if export { 3 } else { 1 }, "marks": "N/M", "broker": words.pick(("申江报关行", "Shenjiang Customs Brokers")),
        "lines": lines.iter().map(declaration::GoodsLine::json).collect::<Vec<_>>(),
    });
    let set = json!({
        "number": store.next_declaration_number(&day).await?, "state": 0, "state_by": admin, "state_time": made, "admin_id": admin,
        "line_count": lines.len(), "totals": declaration::totals(&lines),
    });
    let act = |set: Value, now: i64| Act { set: set.as_object().cloned().unwrap_or_default(), ..Act::system(now) };
    let id = store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &act(set, made)).await?;
    let between = (now - made) / (i64::try_from(planned.steps.len()).unwrap_or(0) + 1);
    let mut at = made;
    for (state, receipt, note) in planned.steps {
        at += between;
        let mut set = json!({ "state": state, "state_by": admin, "state_time": at, "receipt_no": receipt, "state_remark": words.pick(*note) });
        if *state == 30 {
            set["customs_no"] = json!(format!("2229202611{:08}", 41_800 + number));
        }
        store.update_record(resource, id, &Map::new(), &act(set, at)).await?;
    }
    Ok(())
}

/// Name in Chinese and English, city, hall, days until it starts and ends.
const EXPOS: &[(&str, &str, Pair, Pair, i64, i64)] = &[
    ("第 140 届广交会", "140th Canton Fair", ("广州", "Guangzhou"), ("琶洲展馆", "Pazhou"), -38, -34),
    ("法兰克福国际文具展", "Creativeworld & Paperworld Frankfurt", ("法兰克福", "Frankfurt"), same("Messe Frankfurt"), -21, -18),
    ("上海国际文具展", "Paperworld China", ("上海", "Shanghai"), ("新国际博览中心", "SNIEC"), 12, 14),
];

/// A company met there.
struct Met {
    expo: usize,
    booth: &'static str,
    /// In Chinese and in English; a company from abroad has one name.
    name: Pair,
    country: Pair,
    products: Pair,
    person: Pair,
    mailbox: &'static str,
    source: &'static str,
    stage: &'static str,
    /// Days until the next contact.
    next: Option<i64>,
}

const PLAIN: Met = Met {
    expo: 0,
    booth: "",
    name: NONE,
    country: ("中国", "China"),
    products: NONE,
    person: NONE,
    mailbox: "",
    source: "card",
    stage: "new",
    next: None,
};

const COMPANIES: &[Met] = &[
    Met {
        booth: "9.1 C12",
        name: ("晨曦制笔（宁波）有限公司", "Chenxi Pens Ningbo"),
        products: ("中性笔、圆珠笔", "Gel and ball pens"),
        person: ("何静", "He Jing"),
        mailbox: "hejing@chenxi-pens.example",
        stage: "quoting",
        next: Some(0),
        ..PLAIN
    },
    Met {
        booth: "9.1 D03",
        name: ("永兴纸业集团", "Yongxing Paper Group"),
        products: ("复印纸", "Copy paper"),
        person: ("罗勇", "Luo Yong"),
        mailbox: "luoyong@yongxing.example",
        stage: "contacted",
        next: Some(2),
        ..PLAIN
    },
    Met {
        booth: "10.2 A08",
        name: same("Kawasaki Stationery KK"),
        country: ("日本", "Japan"),
        products: ("文具零售", "Stationery retail"),
        person: same("Mori Haruka"),
        mailbox: "moriharuka@kawasaki.example",
        source: "scan",
        stage: "won",
        ..PLAIN
    },
    Met {
        booth: "10.2 B31",
        name: same("Al Noor Trading LLC"),
        country: ("阿联酋", "UAE"),
        products: ("学校用品", "School supplies"),
        person: same("Omar Haddad"),
        mailbox: "omarhaddad@alnoor.example",
        stage: "visited",
        next: Some(-1),
        ..PLAIN
    },
    Met {
        expo: 1,
        booth: "4.0 F20",
        name: same("Nordlicht Bürobedarf GmbH"),
        country: ("德国", "Germany"),
        products: ("办公用品批发", "Office wholesale"),
        person: same("Anke Brandt"),
        mailbox: "ankebrandt@nordlicht.example",
        stage: "won",
        ..PLAIN
    },
    Met {
        expo: 1,
        booth: "4.0 F22",
        name: same("Papeterie du Lac SARL"),
        country: ("法国", "France"),
        products: ("纸品零售", "Paper goods"),
        person: same("Luc Martin"),
        mailbox: "lucmartin@papeteriedulac.example",
        stage: "quoting",
        next: Some(5),
        ..PLAIN
    },
    Met {
        expo: 1,
        booth: "3.1 B05",
        name: same("Borneo Pulp & Paper Bhd"),
        country: ("马来西亚", "Malaysia"),
        products: ("纸浆与纸", "Pulp and paper"),
        person: same("Siti Rahman"),
        mailbox: "sitirahman@borneopaper.example",
        source: "list",
        stage: "visited",
        next: Some(0),
    },
    Met {
        expo: 1,
        booth: "4.1 A17",
        name: same("Lumen Retail Ltd"),
        country: ("英国", "United Kingdom"),
        products: ("连锁文具店", "Stationery chain"),
        person: same("Grace Lee"),
        mailbox: "gracelee@lumen.example",
        stage: "lost",
        ..PLAIN
    },
    Met {
        expo: 2,
        booth: "N2 E40",
        name: ("巧手工艺用品", "Nimble Hands Crafts"),
        products: ("美术用品", "Art supplies"),
        person: ("温岚", "Wen Lan"),
        mailbox: "wenlan@nimble.example",
        source: "site",
        next: Some(13),
        ..PLAIN
    },
    Met {
        expo: 2,
        booth: "N3 A02",
        name: same("Escritório Atlântico Lda"),
        country: ("葡萄牙", "Portugal"),
        products: ("办公用品", "Office supplies"),
        person: same("Rui Costa"),
        mailbox: "ruicosta@atlantico.example",
        source: "site",
        ..PLAIN
    },
    Met {
        expo: 2,
        booth: "N1 C18",
        name: same("Papeterie du Lac"),
        country: ("法国", "France"),
        products: ("纸品零售", "Paper goods"),
        person: same("Claire Morel"),
        mailbox: "clairemorel@papeteriedulac.example",
        source: "list",
        ..PLAIN
    },
];

async fn meet(store: &Store, words: Words, admin: i64, now: i64) -> Result<(), DemoError> {
    let day = |days: i64| chrono::DateTime::from_timestamp(now + days * DAY, 0).map(|time| time.format("%Y-%m-%d").to_string()).unwrap_or_default();
    let mut expos = Vec::new();
    for (name, name_en, city, hall, starts, ends) in EXPOS {
        let (city, hall) = (words.pick(*city), words.pick(*hall));
        let row = json!({ "name": name, "name_en": name_en, "city": city, "hall": hall, "starts": day(*starts), "ends": day(*ends) });
        expos.push(insert(store, "expo.Expo", row, now).await?);
    }
    let resource = catalogue::declared("expo.Company")?;
    for met in COMPANIES {
        let title = words.pick(("销售经理", "Sales manager"));
        let people = json!([{ "name": words.pick(met.person), "title": title, "mobile": "", "email": met.mailbox, "wechat": "" }]);
        let people = contacts(&people).map_err(|error| DemoError::Step(error.to_string()))?;
        let (name, name_en) = met.name;
        let row = json!({
            "expo_id": expos.get(met.expo), "booth": met.booth, "name": name, "name_en": if name == name_en { "" } else { name_en },
            "country": words.pick(met.country), "industry": words.pick(("文具", "Stationery")), "products": words.pick(met.products),
            "hs_codes": "9608,4820", "contacts": people, "source": met.source, "stage": met.stage, "next_contact": met.next.map(day),
            "owner_id": admin, "consent": 1,
        });
        let set = Map::from_iter([("domains".to_owned(), json!(domains(&people).join(" ")))]);
        store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &Act { set, ..Act::system(now) }).await?;
    }
    Ok(())
}

pub(super) async fn fill(store: &Store, words: Words, admin: i64, now: i64) -> Result<(), DemoError> {
    let mut known = HashSet::new();
    for (_, code, name, unit_1, unit_2) in TARIFFS.iter().filter(|(_, code, ..)| known.insert(*code)) {
        let row = json!({
            "code": code, "name": words.pick(*name), "valid_from": "2026-01-01", "unit_1": unit_1, "unit_2": unit_2,
            "elements": words.pick(ELEMENTS), "source": words.pick(SOURCE),
        });
        insert(store, "trade.Tariff", row, now).await?;
    }
    for planned in DECLARATIONS.iter().enumerate() {
        declare(store, words, planned, admin, now).await?;
    }
    meet(store, words, admin, now).await
}
