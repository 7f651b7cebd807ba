//! Replaying orders twice changes nothing the second time.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{admins, run};

const LINES: &str = "InvoiceNo,StockCode,Description,Quantity,UnitPrice,CustomerID,Country\n\
    536365,85123A,WHITE HANGING HEART,6,2.55,17850,United Kingdom\n\
    536365,85123a,,2,2.55,17850,United Kingdom\n\
    536366,22633,HAND WARMER,6,1.85,,United Kingdom\n\
    C536379,D,Discount,-1,27.50,14527,United Kingdom\n\
    C536391,22633,HAND WARMER,-4,1.85,17548,United Kingdom\n\
    536589,21777,,-10,0,,United Kingdom\n\
    536370,POST,POSTAGE,3,18,12583,France\n";

fn figure(text: &str, name: &str) -> i64 {
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {text}"));
    line.split_whitespace().last().and_then(|figure| figure.parse().ok()).unwrap_or_else(|| panic!("a figure in {line}"))
}

#[tokio::test]
async fn a_second_run_changes_nothing() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let file = dir.path().join("orders.csv.gz");
    let mut packed = GzEncoder::new(std::fs::File::create(&file).expect("a file"), Compression::default());
    packed.write_all(LINES.as_bytes()).expect("written");
    packed.finish().expect("finished");
    let (file, data) = (file.display().to_string(), dir.path().display().to_string());
    let import = ["import", "orders", &file, "--data-dir", &data, "--log", "error"];
    let (ok, first) = run(&import).await;
    assert!(ok, "{first}");
    assert_eq!((figure(&first, "lines"), figure(&first, "orders"), figure(&first, "set aside"), figure(&first, "refused")), (7, 5, 2, 0), "{first}");
    // Three goods of the opening order, two lines and one, a return, a write-off.
    assert_eq!(figure(&first, "moves"), 8, "{first}");
    let (ok, second) = run(&import).await;
    assert!(ok, "{second}");
    assert_eq!((figure(&second, "moves"), figure(&second, "done before")), (0, 5), "{second}");
    let (ok, text) = run(&["check", "--data-dir", &data]).await;
    assert!(ok, "{text}");
    let rejects = std::fs::read_to_string(dir.path().join("rejects.csv")).expect("rejects");
    assert_eq!(rejects.lines().count(), 3, "{rejects}");
}
