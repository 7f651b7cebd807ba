//! The examples of `ops/docs/API.md`, run as they stand there against a node: those of one language are one program.
//! An interpreter that is missing is a failure.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};
use tokio::process::Command;

use crate::order_steps::{Shop, shop};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The fenced blocks of the guide in a language, in their order.
fn blocks(guide: &str, language: &str) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), None::<(bool, String)>);
    for line in guide.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(name), None) => open = Some((name == language, String::new())),
            (Some(_), Some((wanted, block))) => {
                if *wanted {
                    found.push(std::mem::take(block));
                }
                open = None;
            }
            (None, Some((_, block))) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

fn guide() -> String {
    std::fs::read_to_string(top().join("ops/docs/API.md")).expect("the guide")
}

fn program(language: &str) -> String {
    let blocks = blocks(&guide(), language);
    assert!(!blocks.is_empty(), "no example in {language}");
    blocks.join("\n")
}

/// A shop and a program with a key in it.
async fn site() -> (Shop, String) {
    let shop = shop(json!({})).await;
    let asked = json!({ "name": "Guide", "group_id": 1, "expires": shop.world.node.now() + 3_600 });
    let key = shop.clerk.done("/admin/api.Key/make", asked).await["api_key"].as_str().expect("a key").to_owned();
    (shop, key)
}

/// Runs an interpreter on a file with what the guide tells its reader to set.
async fn run(shop: &Shop, key: &str, interpreter: &str, arguments: &[&str], file: &Path) -> String {
    let command = Command::new(interpreter)
        .args(arguments)
        .arg(file)
        .env("ENTREPOT_URL", &shop.world.url)
        .env("ENTREPOT_KEY", key)
        .env("WAREHOUSE_ID", shop.warehouse.to_string())
        .env("SUPPLIER_ID", shop.supplier.to_string())
        .env("PRODUCT_ID", shop.product.to_string())
        .output();
    let Output { status, stdout, stderr } = command.await.unwrap_or_else(|error| panic!("{interpreter} can't be run: {error}"));
    let (out, errors) = (String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned());
    assert!(status.success(), "{interpreter}: {status}\n{out}\n{errors}");
    assert!(!out.contains(key) && !errors.contains(key), "an example prints its key");
    out
}

/// What every language's examples leave behind: the product was read, one order was made although it was posted twice, a
/// refusal was told apart, and a change of an older version was sent again upon what it was by then.
async fn has_done(shop: &Shop, out: &str) {
    for line in [
        "product P1",
        "order made",
        "order repeated: True",
        "refused: error.required name",
        "changed by somebody else: read again",
        "saved",
        "signed: true",
        "forged: false",
    ] {
        assert!(out.to_lowercase().contains(&line.to_lowercase()), "{line} is missing in\n{out}");
    }
    let list = shop.clerk.got("/admin/warehouse.InboundOrder/index").await["list"].clone();
    assert_eq!(list.as_array().map(Vec::len), Some(1), "{list}");
    let product = shop.clerk.got(&format!("/admin/warehouse.Product/edit?id={}", shop.product)).await["row"].clone();
    assert_eq!(product["remark"], Value::from("from the ERP"), "{product}");
}

#[tokio::test]
async fn the_examples_in_curl_do_what_they_say() {
    let (shop, key) = site().await;
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("guide.sh");
    std::fs::write(&file, program("sh")).expect("a file");
    let out = run(&shop, &key, "bash", &["-eu"], &file).await;
    has_done(&shop, &out).await;
}

#[tokio::test]
async fn the_examples_in_python_do_what_they_say() {
    let (shop, key) = site().await;
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("guide.py");
    std::fs::write(&file, program("python")).expect("a file");
    let out = run(&shop, &key, "python3", &["-I"], &file).await;
    has_done(&shop, &out).await;
}

#[tokio::test]
async fn the_examples_in_typescript_do_what_they_say() {
    let (shop, key) = site().await;
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("guide.ts");
    std::fs::write(&file, program("typescript")).expect("a file");
    // The compiler of the web app: it takes the types out, and refuses what it can't read.
    let compiler = top().join("web/node_modules/typescript/lib/typescript.js");
    assert!(compiler.exists(), "{} is missing: npm ci in web", compiler.display());
    let made = dir.path().join("guide.mjs");
    let compile = "const [, compiler, from, to] = process.argv; const ts = require(compiler); const fs = require('fs'); \
        const made = ts.transpileModule(fs.readFileSync(from, 'utf8'), { reportDiagnostics: true, compilerOptions: { module: 'ESNext', target: 'ES2022' } }); \
        if (made.diagnostics.length > 0) throw new Error(JSON.stringify(made.diagnostics.map((one) => one.messageText))); \
        fs.writeFileSync(to, made.outputText);";
    let compiled = Command::new("node").arg("-e").arg(compile).args([&compiler, &file, &made]).output().await.expect("node");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let out = run(&shop, &key, "node", &[], &made).await;
    has_done(&shop, &out).await;
}

#[test]
fn every_example_of_the_guide_is_run() {
    let guide = guide();
    let opened = guide.lines().filter(|line| line.starts_with("```")).count() / 2;
    let run: usize = ["sh", "python", "typescript"].iter().map(|language| blocks(&guide, language).len()).sum();
    // Those that are no program: answers, as JSON and HTTP.
    let shown: usize = ["json", "http"].iter().map(|language| blocks(&guide, language).len()).sum();
    assert_eq!(run + shown, opened, "a block is in a language that nothing runs");
}
