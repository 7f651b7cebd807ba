use proptest::prelude::*;

use super::*;

fn value(id: &str) -> SpecValue {
    SpecValue { id: id.into(), text: id.into(), image: String::new() }
}

fn group(id: &str, values: &[&str]) -> SpecGroup {
    SpecGroup { id: id.into(), name: id.into(), values: values.iter().map(|id| value(id)).collect() }
}

fn spec(groups: &[SpecGroup]) -> Spec {
    Spec::read(2, groups.to_vec()).expect("a specification")
}

fn sent(attrs: &[&str]) -> EditedSku {
    EditedSku { id: None, attrs: attrs.iter().map(|id| (*id).to_owned()).collect() }
}

/// Every combination of the groups.
fn all(spec: &Spec) -> Vec<EditedSku> {
    let mut combinations = vec![EditedSku::default()];
    for group in spec.groups() {
        let with = |sku: &EditedSku, value: &SpecValue| EditedSku { id: None, attrs: sku.attrs.iter().cloned().chain([value.id.clone()]).collect() };
        combinations = combinations.iter().flat_map(|sku| group.values.iter().map(move |value| with(sku, value))).collect();
    }
    combinations
}

/// What is stored after an edit; new SKUs get the next ids.
fn store(known: &mut Vec<ExistingSku>, plan: &Plan) {
    let mut next = known.iter().map(|sku| sku.id).max().unwrap_or(0);
    for sku in known.iter_mut().filter(|sku| plan.retire.contains(&sku.id)) {
        sku.retired = true;
    }
    for planned in &plan.skus {
        match planned.id.and_then(|id| known.iter_mut().find(|sku| sku.id == id)) {
            Some(sku) => (sku.attrs, sku.retired) = (planned.attrs.clone(), false),
            None => {
                next += 1;
                known.push(ExistingSku { id: next, attrs: planned.attrs.clone(), retired: false });
            }
        }
    }
}

#[test]
fn a_single_specification_has_one_sku() {
    let single = Spec::read(1, vec![group("a", &[])]).expect("its groups do not count");
    let plan = single.plan(&[], &[EditedSku::default()]).expect("a plan");
    assert_eq!(plan.skus, [PlannedSku { id: None, attrs: vec![], key: String::new(), text: String::new() }]);
    for (sent, path) in [(vec![], ""), (vec![EditedSku::default(), EditedSku::default()], "[1].attrs")] {
        assert_eq!(single.plan(&[], &sent), Err(SpecError::Skus { path: path.into() }));
    }
}

#[test]
fn a_sku_shows_its_own_picture_else_its_values_else_the_goods() {
    let mut groups = [group("size", &["s", "m"]), group("colour", &["red", "blue"])];
    groups[1].values[0].image = "/red.png".into();
    let attrs = |ids: [&str; 2]| ids.map(str::to_owned);
    let goods = ["/main.png".to_owned(), "/back.png".to_owned()];
    let shown = |own: &'static str, ids| line_picture(own, &attrs(ids), &groups, &goods).to_owned();
    assert_eq!(shown("/own.png", ["s", "red"]), "/own.png");
    assert_eq!(shown("", ["s", "red"]), "/red.png");
    assert_eq!(shown("", ["s", "blue"]), "/main.png");
    assert_eq!(shown("", ["s", "gone"]), "/main.png");
    assert_eq!(picture("", &attrs(["s", "blue"]), &groups), "");
    assert_eq!(line_picture("", &[], &[], &[]), "");
    groups[0].values[1].image = "/medium.png".into();
    assert_eq!(picture("", &attrs(["red", "m"]), &groups), "/medium.png", "the order of the groups decides");
}

#[test]
fn wrong_specifications_are_refused_where_they_are_wrong() {
    assert_eq!(Spec::read(3, vec![]), Err(SpecError::Type));
    let same_text =
        SpecGroup { values: vec![SpecValue { text: "x".into(), ..value("a1") }, SpecValue { text: " x ".into(), ..value("a2") }], ..group("a", &[]) };
    for (groups, path) in [
        (vec![], ""),
        (vec![group("a", &[])], "[0].values"),
        (vec![SpecGroup { name: " ".into(), ..group("a", &["x"]) }], "[0].name"),
        (vec![group("a", &["x"]), SpecGroup { name: "a".into(), ..group("b", &["y"]) }], "[1].name"),
        (vec![group("a", &["x"]), SpecGroup { name: "b".into(), ..group("a", &["y"]) }], "[1].id"),
        (vec![group("a", &["x", "x"])], "[0].values[1].text"),
        (vec![SpecGroup { values: vec![SpecValue { text: "-".into(), ..value("a-b") }], ..group("a", &[]) }], "[0].values[0].id"),
        (vec![same_text], "[0].values[1].text"),
    ] {
        assert_eq!(Spec::read(2, groups), Err(SpecError::Attributes { path: path.into() }), "{path}");
    }
    let many: Vec<String> = (0..31).map(|n| format!("v{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(Spec::read(2, vec![group("a", &many)]), Err(SpecError::Values { path: "[0].values".into() }));
    assert_eq!(Spec::read(2, ["a", "b", "c", "d", "e"].map(|id| group(id, &["x"])).to_vec()), Err(SpecError::Groups));
    let wide = |prefix: &str, count: usize| {
        let ids: Vec<String> = (0..count).map(|n| format!("{prefix}{n}")).collect();
        group(prefix, &ids.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(Spec::read(2, vec![wide("a", 30), wide("b", 11)]), Err(SpecError::TooManySkus));
    assert_eq!(spec(&[wide("a", 30), wide("b", 10)]).count(), SKUS_MAX);
}

#[test]
fn every_combination_is_there_once_and_of_known_values() {
    let spec = spec(&[group("a", &["r", "b"]), group("s", &["m", "l"])]);
    let whole = [sent(&["r", "m"]), sent(&["l", "r"]), sent(&["b", "m"]), sent(&["b", "l"])];
    let plan = spec.plan(&[], &whole).expect("a plan");
    assert_eq!((plan.skus[1].key.as_str(), plan.skus[1].text.as_str()), ("l-r", "r / l"));
    assert_eq!(plan.skus[1].attrs, ["r", "l"]);
    let with = |last: EditedSku| [whole[0].clone(), whole[1].clone(), whole[2].clone(), last];
    assert_eq!(spec.plan(&[], &whole[..3]), Err(SpecError::Skus { path: String::new() }));
    assert_eq!(spec.plan(&[], &with(sent(&["r", "m"]))), Err(SpecError::Skus { path: "[3].attrs".into() }));
    for odd in [sent(&["b"]), sent(&["b", "x"]), sent(&["b", "r"]), sent(&["b", "l", "m"]), sent(&["b", "l", "l"]), sent(&[])] {
        assert_eq!(spec.plan(&[], &with(odd)), Err(SpecError::UnknownValues { path: "[3].attrs".into() }));
    }
}

#[test]
fn a_value_that_goes_retires_its_skus_and_one_that_returns_revives_them() {
    let (both, one) = (spec(&[group("a", &["r", "b"])]), spec(&[group("a", &["r"])]));
    let mut known = Vec::new();
    store(&mut known, &both.plan(&[], &all(&both)).expect("a plan"));
    let gone = one.plan(&known, &all(&one)).expect("a plan");
    assert_eq!((gone.skus[0].id, gone.retire.as_slice()), (Some(1), &[2][..]));
    store(&mut known, &gone);
    let back = both.plan(&known, &all(&both)).expect("a plan");
    assert_eq!((back.skus[0].id, back.skus[1].id, back.retire.as_slice()), (Some(1), Some(2), &[][..]));
}

#[test]
fn an_added_group_keeps_the_ids_of_the_skus_that_take_its_value() {
    let (before, after) = (spec(&[group("a", &["r", "b"])]), spec(&[group("a", &["r", "b"]), group("s", &["m", "l"])]));
    let mut known = Vec::new();
    store(&mut known, &before.plan(&[], &all(&before)).expect("a plan"));
    let mut wanted = all(&after);
    for sku in &mut wanted {
        let old = known.iter().find(|old| sku.attrs.contains(&"l".to_owned()) && sku.attrs.contains(&old.attrs[0]));
        sku.id = old.map(|old| old.id);
    }
    let plan = after.plan(&known, &wanted).expect("a plan");
    assert_eq!(plan.skus.iter().map(|sku| sku.id).collect::<Vec<_>>(), [None, Some(1), None, Some(2)]);
    assert!(plan.retire.is_empty());
    // A SKU with other values is no longer the same one, and another one's id is refused.
    let swapped: Vec<EditedSku> = all(&before).into_iter().zip([2, 1]).map(|(sku, id)| EditedSku { id: Some(id), ..sku }).collect();
    assert_eq!(before.plan(&known, &swapped).expect("a plan").skus[0].id, Some(1), "the key decides");
    let stranger: Vec<EditedSku> = all(&after).into_iter().map(|sku| EditedSku { id: Some(9), ..sku }).collect();
    assert_eq!(after.plan(&known, &stranger), Err(SpecError::Skus { path: "[0].id".into() }));
    let twice: Vec<EditedSku> =
        all(&after).into_iter().map(|sku| EditedSku { id: sku.attrs.contains(&"r".to_owned()).then_some(1), ..sku }).collect();
    assert_eq!(after.plan(&known, &twice), Err(SpecError::Skus { path: "[1].attrs".into() }));
}

/// Which values the three groups have, bit by bit; a group without values is not there.
fn edited(bits: &[u8]) -> Option<Spec> {
    let ids = ["a", "b", "c"];
    let of = |(place, bits): (usize, &u8)| {
        let values: Vec<String> = (0..3).filter(|bit| bits & (1 << bit) != 0).map(|bit| format!("{}{bit}", ids[place])).collect();
        (!values.is_empty()).then(|| group(ids[place], &values.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    Spec::read(2, bits.iter().enumerate().filter_map(of).collect()).ok()
}

proptest! {
    #[test]
    fn whatever_is_edited_a_key_keeps_its_id(edits in prop::collection::vec(prop::collection::vec(0_u8..8, 3), 1..12)) {
        let mut known: Vec<ExistingSku> = Vec::new();
        for edit in edits {
            let Some(spec) = edited(&edit) else { continue };
            let mut wanted = all(&spec);
            // Added groups: each living SKU goes on as the first that has all its values.
            let mut named = BTreeSet::new();
            for old in known.iter().filter(|old| !old.retired) {
                let grows = |sku: &&mut EditedSku| sku.id.is_none() && old.attrs.iter().all(|value| sku.attrs.contains(value));
                if let Some(sku) = wanted.iter_mut().find(grows).filter(|_| named.insert(old.id)) {
                    sku.id = Some(old.id);
                }
            }
            let before = known.clone();
            // An id that the key of another one takes is refused; then nothing is named.
            let plan = match spec.plan(&known, &wanted) {
                Ok(plan) => plan,
                Err(_) => {
                    wanted.iter_mut().for_each(|sku| sku.id = None);
                    spec.plan(&known, &wanted).map_err(|error| TestCaseError::fail(error.to_string()))?
                }
            };
            store(&mut known, &plan);
            let living: Vec<&ExistingSku> = known.iter().filter(|sku| !sku.retired).collect();
            prop_assert_eq!(living.len(), spec.count());
            let keys: BTreeSet<String> = living.iter().map(|sku| key(&sku.attrs)).collect();
            prop_assert_eq!(keys.len(), living.len());
            // Nothing is lost, and no two have a key, retired ones included.
            prop_assert!(before.iter().all(|old| known.iter().any(|sku| sku.id == old.id)));
            prop_assert_eq!(known.iter().map(|sku| key(&sku.attrs)).collect::<BTreeSet<_>>().len(), known.len());
            for old in &before {
                let same = living.iter().find(|sku| key(&sku.attrs) == key(&old.attrs));
                prop_assert!(same.is_none_or(|sku| sku.id == old.id), "a key changed its id");
                let now = known.iter().find(|sku| sku.id == old.id).expect("still there");
                prop_assert!(old.attrs.iter().all(|value| now.attrs.contains(value)), "a SKU became another one");
            }
        }
    }
}
