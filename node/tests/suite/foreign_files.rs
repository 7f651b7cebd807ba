//! Files that other programs and other places write: encodings, separators, numbers, days, codes, and the columns of well known shops
//! and ERPs. The samples are made by us in the form of those programs' exports.

use encoding_rs::{EUC_KR, GB18030, WINDOWS_1252};
use serde_json::{Value, json};

use crate::data_exchange::import;
use crate::stock_count::from_file;
use crate::support::{Client, Node, admins};

pub fn legacy(encoding: &'static encoding_rs::Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, failed) = encoding.encode(text);
    assert!(!failed, "{text}");
    bytes.into_owned()
}

pub fn wide(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Asks what the columns of a file are called.
pub async fn heads(client: &Client, bytes: Vec<u8>) -> Value {
    let form = reqwest::multipart::Form::new().part("file", reqwest::multipart::Part::bytes(bytes).file_name("rows.csv"));
    let asked = client.http.post(format!("{}/admin/routine.Transfer/heads", client.url)).header("batoken", &client.token);
    asked.header("think-lang", "en").multipart(form).send().await.expect("an answer").json().await.expect("JSON")
}

pub fn names(answer: &Value) -> Vec<&str> {
    let columns = answer["data"]["columns"].as_array().unwrap_or_else(|| panic!("{answer}"));
    columns.iter().map(|column| column["name"].as_str().expect("a name")).collect()
}

async fn shop() -> (tempfile::TempDir, Node, Client) {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    client.done("/admin/warehouse.Unit/add", json!({ "name": "支" })).await;
    (dir, node, client)
}

/// The product of a number.
pub async fn product(client: &Client, number: &str) -> Value {
    let list = client.get(&format!("/admin/warehouse.Product/index?quickSearch={number}")).await["data"]["list"].clone();
    let found = list.as_array().expect("rows").iter().find(|row| row["product_no"] == number).cloned();
    found.unwrap_or_else(|| panic!("{number}: {list}"))
}

#[tokio::test]
async fn files_of_other_places_are_read_alike_by_the_dialog_and_the_import() {
    let (_dir, node, client) = shop().await;
    // Our own template in Chinese, filled in and saved by a Chinese spreadsheet.
    let asked = client.http.get(format!("{}/admin/warehouse.Product/template?format=csv", client.url)).header("batoken", &client.token);
    let template = asked.header("think-lang", "zh-cn").send().await.expect("an answer").text().await.expect("text");
    let head: Vec<&str> = template.trim_start_matches('\u{feff}').trim().split(',').map(|name| name.trim_matches('"')).collect();
    let row = |number: &str, separator: &str| {
        let value = |name: &&str| match *name {
            "商品编号" => number.to_owned(),
            "商品名称" | "名称" => "中性笔".to_owned(),
            "基本单位" | "单位" => "支".to_owned(),
            _ => String::new(),
        };
        head.iter().map(value).collect::<Vec<_>>().join(separator)
    };
    let file = |number: &str, separator: &str, first: &str| format!("{first}{}\r\n{}\r\n", head.join(separator), row(number, separator));
    for (number, bytes) in [
        ("G1", legacy(GB18030, &file("G1", ",", ""))),
        ("G2", legacy(GB18030, &file("G2", ";", ""))),
        ("G3", file("G3", ";", "sep=;\r\n").into_bytes()),
        ("G4", file("G4", "\t", "").into_bytes()),
        ("G5", wide(&file("G5", "\t", ""))),
        ("G6", wide(&file("G6", ",", "")).chunks(2).flat_map(|two| [two[1], two[0]]).collect()),
        ("G7", format!("\u{feff}\r\n商品清单\r\n\r\n{}", file("G7", ",", "")).into_bytes()),
    ] {
        let answer = heads(&client, bytes.clone()).await;
        assert_eq!((names(&answer), &answer["data"]["rows"]), (head.clone(), &json!(1)), "{number}");
        let done = import(&client, "warehouse.Product", bytes, &[]).await;
        assert_eq!((&done["state"], &done["report"]["new"]), (&json!("done"), &json!(1)), "{number}: {done}");
        assert_eq!(product(&client, number).await["name"], "中性笔", "{number}");
    }
    let western = legacy(WINDOWS_1252, "product_no;name;unit_id;price\nW1;Größe 5 – Schüssel;支;2,50\n".replace('支', "1").as_str());
    let done = import(&client, "warehouse.Product", western, &[("mapping", r#"{"unit_id":""}"#), ("dry", "1")]).await;
    assert_eq!(done["report"]["errors"][0]["column"], "Unit", "only the unit is missing: {done}");
    let brand = import(&client, "warehouse.Brand", legacy(WINDOWS_1252, "name\nCafé Crème\n"), &[]).await;
    assert_eq!(brand["report"]["new"], 1, "{brand}");
    assert_eq!(client.get("/admin/warehouse.Brand/index").await["data"]["list"][0]["name"], "Café Crème");
    node.kill().await;
}

#[tokio::test]
async fn files_that_can_t_be_told_are_refused_with_a_reason() {
    let (_dir, node, client) = shop().await;
    let old = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 512]].concat();
    for (bytes, key, word) in [
        (old, "error.sheet.old_excel", ".xls"),
        (legacy(EUC_KR, "상품번호,이름,단위\nA1,볼펜,상자\nA2,가위,개\n"), "error.sheet.encoding", "UTF-8"),
        (b"<html><table><tr><td>a</td></tr></table>".to_vec(), "error.sheet.foreign", "CSV"),
    ] {
        let answer = heads(&client, bytes.clone()).await;
        assert_eq!((&answer["data"]["field"], &answer["data"]["key"]), (&json!("file"), &json!(key)), "{answer}");
        let task = import(&client, "warehouse.Product", bytes, &[]).await;
        assert!(task["state"] == "failed" && task["message"].as_str().is_some_and(|message| message.contains(word)), "{task}");
    }
    let task = import(&client, "warehouse.Product", "what;ever\n1;2\n".into(), &[]).await;
    assert!(task["state"] == "failed" && task["message"] == "The file has no known column", "not the key: {task}");
    let none = heads(&client, b" \n,,\n".to_vec()).await;
    assert_eq!(none["data"], json!({ "columns": [], "rows": 0 }), "{none}");
    node.kill().await;
}

/// What a task says is wrong: row, column and reason.
fn faults(task: &Value) -> Vec<(i64, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = task["report"]["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| (error["row"].as_i64().unwrap_or(0), text(&error["column"]), text(&error["reason"]))).collect()
}

#[tokio::test]
async fn numbers_and_codes_are_never_other_than_they_are_written() {
    let (_dir, node, client) = shop().await;
    let rows = "product_no,name,unit_id,price,barcode\nN1,a,支,\"2,50\",00012911\nN2,a,支,\"1,000.50\",\nN3,a,支,\"1.234,56\",\nN4,a,支,1 234,\nN5,a,支,１２．５,\n";
    let done = import(&client, "warehouse.Product", rows.into(), &[]).await;
    assert_eq!(done["report"]["new"], 5, "{done}");
    for (number, price) in [("N1", "2.50"), ("N2", "1000.50"), ("N3", "1234.56"), ("N4", "1234"), ("N5", "12.5")] {
        assert_eq!(product(&client, number).await["price"], json!(price), "{number}");
    }
    assert_eq!(product(&client, "N1").await["barcode"], "00012911");
    let wrong = "product_no,name,unit_id,price,barcode\n\nR1,a,支,\"1,2,3\",\nR2,a,支,1 5,\n\nR3,a,支,1e5,\nR4,a,支,50%,\nR5,a,支,(5),\nR6,a,支,1,6.90123E+12\n";
    let dry = import(&client, "warehouse.Product", wrong.into(), &[("dry", "1")]).await;
    let found = faults(&dry);
    let places: Vec<(i64, &str)> = found.iter().map(|(row, column, _)| (*row, column.as_str())).collect();
    assert_eq!(places, [(3, "Price"), (4, "Price"), (6, "Price"), (7, "Price"), (8, "Price"), (9, "Bar code")], "blank rows count: {dry}");
    assert!(found[0].2.contains("1234.56") && found[2].2.contains("exponent") && found[5].2.contains("lost digits"), "{dry}");

    let bare = import(&client, "warehouse.Product", "product_no,name,unit_id,price\nU1,a,支,2,50\n".into(), &[("dry", "1")]).await;
    assert_eq!(faults(&bare).first().map(|(row, column, _)| (*row, column.as_str())), Some((2, "")), "a decimal comma without quotes: {bare}");

    let twice = import(&client, "warehouse.Product", "product_no,name,Name\nD1,a,b\n".into(), &[]).await;
    let message = twice["message"].as_str().unwrap_or_default();
    assert!(twice["state"] == "failed" && message.contains("Name") && message.contains("name"), "{twice}");
    let mapped =
        import(&client, "warehouse.Product", "SKU,Code,name\n1,2,a\n".into(), &[("mapping", r#"{"SKU":"product_no","Code":"product_no"}"#)]).await;
    assert!(mapped["message"].as_str().is_some_and(|message| message.contains("SKU") && message.contains("Code")), "{mapped}");

    // An empty cell clears a value, or leaves it.
    let blank = "product_no,name,barcode\nN1,b,\n";
    import(&client, "warehouse.Product", blank.into(), &[("blank", "leave")]).await;
    let row = product(&client, "N1").await;
    assert_eq!((&row["name"], &row["barcode"]), (&json!("b"), &json!("00012911")));
    import(&client, "warehouse.Product", blank.into(), &[("blank", "clear")]).await;
    assert_eq!(product(&client, "N1").await["barcode"], "");
    node.kill().await;
}

#[tokio::test]
async fn an_order_s_columns_are_mapped_and_its_cells_read_by_the_same_rules() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let ids = clerk.master_data().await;
    let kind = "warehouse.AdjustmentOrder";
    let fields = |mapping: &str, dry: &str| {
        vec![("warehouses_id", ids.warehouse.to_string()), ("type", "50".to_owned()), ("mapping", mapping.to_owned()), ("dry", dry.to_owned())]
    };
    let mapping = r#"{"SKU":"product_no","Qty on hand":"quantity","Made":"produce_date","Use by":"expiry_date","Note":""}"#;
    let sheet = "Stock of May;;;;;\n\nSKU;Qty on hand;Cost;Unit price;Made;Use by\nP1;1.000,5;;3,50;2026/1/5;2027年1月5日\n\nP1;1,000;;2;20260105;2027-01-05 00:00:00\n";
    let sheet = sheet.replace("1.000,5", "1.000,00");
    let made = from_file(&clerk, kind, &sheet, &fields(mapping, "0")).await;
    assert_eq!(made["data"]["written"], true, "{made}");
    let order = clerk.get(&format!("/admin/{kind}/edit?id={}", made["data"]["id"])).await["data"]["row"].clone();
    let line = |at: usize| ["quantity", "unit_price", "produce_date", "expiry_date"].map(|field| order["lines"][at][field].clone());
    let days = [json!("2026-01-05"), json!("2027-01-05")];
    assert_eq!(line(0)[..2], [json!("1000"), json!("3.50")], "{order}");
    assert_eq!((&line(0)[2..], &line(1)[2..]), (&days[..], &days[..]), "{order}");

    let wrong = "SKU,Qty on hand,Unit price,Batch\n\nP1,\"2,5,0\",1,\nP1,1E+02,1,\nP1,1,1,6.90123E+12\nP1,1,2,,50\n";
    let report = from_file(&clerk, kind, wrong, &fields(mapping, "1")).await["data"].clone();
    let mut places: Vec<String> =
        (report["errors"].as_array().into_iter().flatten()).map(|fault| format!("{} {}", fault["row"], fault["column"])).collect();
    places.sort_unstable();
    assert_eq!(places, ["3 \"Quantity\"", "4 \"Quantity\"", "5 \"Batch\"", "6 \"\""], "{report}");
    for (mapping, key) in [
        (r#"{"SKU":"product_no","Qty on hand":"quantity","Batch":"quantity"}"#, "error.import.two_columns"),
        (r#"{"SKU":"name"}"#, "error.field.unknown"),
        (r#"{"SKU":"product_no"}"#, "error.import.columns"),
        ("[]", "error.json"),
    ] {
        let refused = from_file(&clerk, kind, wrong, &fields(mapping, "1")).await;
        assert_eq!(refused["data"]["key"], key, "{refused}");
    }
    node.kill().await;
}
