//! The administrators' log is sealed: what is changed in it later is found.

use entrepot_store::Store;
use entrepot_store::identity::log::LogEntry;

use crate::support::company;

fn entry(title: &str) -> LogEntry {
    LogEntry { admin: 1, username: "admin".into(), title: title.into(), url: "/admin/x".into(), data: "{}".into(), at: 5, ..LogEntry::default() }
}

async fn findings(store: &Store) -> Vec<String> {
    store.check().await.unwrap().findings.into_iter().map(|finding| format!("{}: {}", finding.row, finding.problem)).collect()
}

#[tokio::test]
async fn changes_of_the_log_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    for batch in [vec![entry("a"), entry("b")], vec![entry("c")], vec![LogEntry::default()]] {
        store.write_admin_log(&batch).await.unwrap();
    }
    assert_eq!(findings(&store).await, Vec::<String>::new());
    let ids: Vec<i64> = store.rows("SELECT VALUE record::id(id) FROM admin_log ORDER BY id", vec![]).await.unwrap();
    let first = ids[0];

    store.run(&format!("UPDATE admin_log:{first} SET title = 'z'"), vec![]).await.unwrap();
    assert_eq!(findings(&store).await, [format!("admin_log:{first}: is not what was written")]);
    store.run(&format!("UPDATE admin_log:{first} SET title = 'a'"), vec![]).await.unwrap();

    // Super administrators may delete lines; that they were there stays known.
    store.run(&format!("DELETE admin_log:{first}"), vec![]).await.unwrap();
    let report = store.check().await.unwrap();
    assert_eq!((report.findings.len(), report.audit_lines, report.audit_lines_deleted), (0, 3, 1));

    store.run("UPDATE audit_seal:2 SET lines = []", vec![]).await.unwrap();
    assert_eq!(findings(&store).await, ["audit_seal:2: is not of its lines and the seal before"]);
    store.run("DELETE audit_seal:2", vec![]).await.unwrap();
    assert_eq!(findings(&store).await, ["audit_seal:2: is missing"]);
}

#[tokio::test]
async fn batches_of_several_writers_make_one_chain() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    store.write_admin_log(&[entry("a")]).await.unwrap();
    // Another node has written since this one did.
    store.run("CREATE audit_seal:2 SET hash = 'x', lines = []; UPDATE audit_head:last SET number = 2, hash = 'x'", vec![]).await.unwrap();
    store.write_admin_log(&[entry("b")]).await.unwrap();
    let number: Vec<i64> = store.rows("SELECT VALUE number FROM audit_head", vec![]).await.unwrap();
    assert_eq!(number, [3]);
    let many = (0..20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.write_admin_log(&[entry(&number.to_string())]).await.unwrap() })
    });
    for written in many.collect::<Vec<_>>() {
        written.await.unwrap();
    }
    assert_eq!(findings(&store).await, ["audit_seal:2: is not of its lines and the seal before"]);
}
