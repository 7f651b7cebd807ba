//! A restored company lets nobody in by what was handed out before, and has what older programs wrote as this one keeps it.

use bus_schemas::ids::AdminId;
use entrepot_store::engine::transaction::TxError;
use entrepot_store::identity::accounts::NewSession;
use entrepot_store::identity::refresh_tokens::{Realm, Refreshed};
use entrepot_store::identity::saved_filters::SavedFilter;
use entrepot_store::member::sessions::NewSession as NewMemberSession;
use entrepot_store::{Store, StoreConfig};

const LATER: i64 = 1_000_000;

async fn memory(name: &str) -> Store {
    Store::connect(&StoreConfig::new("mem://", name)).await.unwrap()
}

#[tokio::test]
async fn sessions_that_a_backup_holds_are_ended_by_its_restoration() {
    let company = memory("company").await;
    let admin = company.create_admin("root", "Root", "-", true, 0).await.unwrap();
    for (session, refresh) in [("open", "open-refresh"), ("revoked", "revoked-refresh")] {
        let refresh = Some((refresh.to_owned(), LATER));
        let begun = NewSession { session, admin, ip: "", today: "2026-01-15", now: 1, expires_at: LATER, refresh, alone: false };
        company.begin_session(begun).await.unwrap();
    }
    let refresh = Some(("member-refresh".to_owned(), LATER));
    let begun = NewMemberSession { key: "member", member: 1, ip: "", now: 1, expires_at: LATER, refresh, alone: false };
    company.begin_member_session(begun).await.unwrap();
    company.put_ticket("ticket", 1, "email", LATER).await.unwrap();
    let mut file = Vec::new();
    company.backup(&mut file, 1).await.unwrap();
    // Ended after the backup was made.
    company.end_session("revoked").await.unwrap();

    let restored = memory("restored").await;
    restored.restore(&file[..]).await.unwrap();
    assert_eq!(restored.admin(AdminId(admin.0)).await.unwrap().unwrap().username, "root");
    for session in ["open", "revoked"] {
        assert!(restored.session(session).await.unwrap().is_none_or(|session| session.revoked), "{session}");
        let refreshed = restored.refresh(Realm::Admins, session, &format!("{session}-refresh"), None, 2).await.unwrap();
        assert_eq!(refreshed, Refreshed::Unknown, "{session}");
    }
    assert!(restored.member_session("member").await.unwrap().is_none_or(|session| session.revoked));
    assert_eq!(restored.refresh(Realm::Members, "member", "member-refresh", None, 2).await.unwrap(), Refreshed::Unknown);
    assert!(!restored.take_ticket("ticket", 1, "email", 2).await.unwrap());
    // Where nothing was restored, the same session is good.
    assert!(matches!(company.refresh(Realm::Admins, "open", "open-refresh", None, 2).await.unwrap(), Refreshed::Valid { .. }));
}

#[tokio::test]
async fn filters_that_people_have_saved_are_there_again() {
    let company = memory("filters").await;
    let filter = SavedFilter { name: "low".into(), search: "below=1".into() };
    company.save_filter(AdminId(7), "warehouse/inventory", &filter).await.unwrap();
    let mut file = Vec::new();
    company.backup(&mut file, 1).await.unwrap();

    let restored = memory("restored_filters").await;
    restored.restore(&file[..]).await.unwrap();
    assert_eq!(restored.saved_filters(AdminId(7), "warehouse/inventory").await.unwrap(), [filter]);
}

#[tokio::test]
async fn several_minimums_of_an_older_backup_become_one() {
    let company = memory("doubles").await;
    let rows = "REMOVE INDEX warehouse_safety_pair ON warehouse_safety; UPSERT schema_version:now SET version = 36;
        CREATE warehouse_safety:1 SET warehouses_id = 1, product_id = 5, quantity = 3dec;
        CREATE warehouse_safety:2 SET warehouses_id = 1, product_id = 5, quantity = 8dec;";
    company.run(rows, vec![]).await.unwrap();
    let mut file = Vec::new();
    company.backup(&mut file, 1).await.unwrap();

    let restored = memory("merged").await;
    restored.restore(&file[..]).await.unwrap();
    let kept: Vec<i64> = restored.rows("SELECT VALUE record::id(id) FROM warehouse_safety", vec![]).await.unwrap();
    assert_eq!(kept, [2]);
    let twice = restored.run("CREATE warehouse_safety:9 SET warehouses_id = 1, product_id = 5, quantity = 1dec", vec![]).await;
    assert!(matches!(twice, Err(TxError::NotUnique(index)) if index == "warehouse_safety_pair"));
}
