//! Ids given to many at once.

use std::collections::BTreeSet;

use entrepot_store::engine::connect::{Store, StoreConfig};

#[tokio::test(flavor = "multi_thread")]
async fn no_id_is_given_twice() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("rocksdb:{}", dir.path().join("db").display());
    let config = StoreConfig::new(url, "test");
    let store = Store::connect(&config).await.unwrap();
    let mut takers = Vec::new();
    for _ in 0..8 {
        let store = store.clone();
        takers.push(tokio::spawn(async move {
            let mut taken = Vec::new();
            for _ in 0..100 {
                taken.push(actors::order::port::OrderStore::next_id(&store).await.unwrap().0);
            }
            taken
        }));
    }
    let mut given = BTreeSet::new();
    for taker in takers {
        for id in taker.await.unwrap() {
            assert!(given.insert(id), "{id} was given twice");
        }
    }
    assert_eq!(given.len(), 800);
}
