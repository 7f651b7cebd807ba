//! What members send in to prove who they are, and what reviewers see of it.

use actors::store::StoreError;
use actors::system::System;
use aws_lc_rs::hmac;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::Store;
use entrepot_store::people::{PersonProof, SealedProof};
use entrepot_store::resource::RecordError;
use rand::Rng;
use serde_json::{Map, json};

use super::id_number::{CheckedNumber, checked, shown};
use super::papers::{PaperOf, Papers, Side, remove, remove_both};
use super::watermark::marked;
use crate::error::ServiceError;
use crate::file::Storage;
use crate::one_line::one_line;
use crate::secrets::stored::installation_secret;
use crate::secrets::{SecretLocation, Secrets};

/// Longest name, in characters.
const NAME_MAX: usize = 50;
/// Seconds that a link to a picture is good for.
pub const LINK_SECONDS: i64 = 60;
/// The installation's secret that numbers are hashed with.
const HASH_KEY: &str = "identity_hash_key";

/// What the use cases need.
#[derive(Clone, Copy)]
pub struct Proofs<'a> {
    pub store: &'a Store,
    pub system: &'a System,
    pub secrets: &'a Secrets,
    pub papers: Papers<'a>,
    /// Unix seconds.
    pub now: i64,
}

/// What a member sends in; the pictures are there already.
#[derive(Clone, Debug)]
pub struct NewProof<'a> {
    pub real_name: &'a str,
    pub id_type: &'a str,
    pub id_number: &'a str,
}

/// What a reviewer sees of a paper.
#[derive(Clone, Debug)]
pub struct OpenPaper {
    pub real_name: String,
    pub number: String,
    /// Of those sides that there are.
    pub links: Vec<(Side, String)>,
}

fn failed(error: impl ToString) -> ServiceError {
    ServiceError::Internal(error.to_string())
}

/// Where the number of a proof is sealed.
fn number_at(key: &str) -> SecretLocation<'_> {
    SecretLocation { table: "verify_person", id: key, field: "number" }
}

/// Links are sealed as well, so that they can be neither read nor made.
const LINK: SecretLocation<'_> = SecretLocation { table: "verify_person", id: "link", field: "picture" };

impl Proofs<'_> {
    /// A keyed hash of a number: the same for the same paper, and without the key it tells nothing.
    async fn hash(&self, id_type: &str, number: &str) -> Result<String, ServiceError> {
        let fresh = hex::encode(rand::rng().random::<[u8; 32]>());
        let key = installation_secret(self.store, self.secrets, HASH_KEY, &fresh).await.map_err(failed)?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
        Ok(hex::encode(hmac::sign(&key, format!("{id_type}|{number}").as_bytes())))
    }

    /// The proof that waits or has passed, else the newest.
    pub async fn current(&self, member: i64) -> Result<Option<PersonProof>, ServiceError> {
        let proofs = self.store.proofs_of(member).await?;
        let open = proofs.iter().find(|proof| proof.state == "passed" || proof.state == "waiting").cloned();
        Ok(open.or_else(|| proofs.into_iter().next()))
    }

    /// Which sides the member has uploaded and not sent in yet.
    pub async fn drafted(&self, member: i64) -> Result<[bool; 2], ServiceError> {
        let has = async |side| self.papers.storage.has(&PaperOf::Draft(member).path(side)).await.map_err(failed);
        Ok([has(Side::Front).await?, has(Side::Back).await?])
    }

    /// Sends a proof in. An identity card needs both sides, another paper one.
    pub async fn send(&self, member: i64, new: &NewProof<'_>, today: &str) -> Result<(), ServiceError> {
        let real_name = one_line("real_name", new.real_name, NAME_MAX)?;
        if !["id_card", "passport", "other"].contains(&new.id_type) {
            return Err(ServiceError::field("id_type", "error.choice"));
        }
        let CheckedNumber { number, check } = checked(new.id_type, new.id_number, today)?;
        let draft = PaperOf::Draft(member);
        let front = self.papers.open(draft, Side::Front).await?.ok_or_else(|| ServiceError::field("front", "person.picture"))?;
        let back = self.papers.open(draft, Side::Back).await?;
        if new.id_type == "id_card" && back.is_none() {
            return Err(ServiceError::field("back", "person.picture"));
        }
        let proof = self.store.next_proof().await?;
        let key = proof.to_string();
        let sealed = self.secrets.seal(number_at(&key), &number).map_err(failed)?;
        let hash = self.hash(new.id_type, &number).await?;
        let front_path = self.papers.keep(PaperOf::Proof(proof), Side::Front, &front).await?;
        let back_path = match &back {
            Some(back) => self.papers.keep(PaperOf::Proof(proof), Side::Back, back).await?,
            None => String::new(),
        };
        let set = json!({
            "user_id": member, "real_name": real_name, "id_type": new.id_type, "id_number": shown(&number), "number_check": check,
            "number_secret": sealed, "number_secret_hash": hash, "front_secret": front_path, "back_secret": back_path, "state": "waiting",
        });
        let data = Map::from_iter([("name".to_owned(), json!(real_name))]);
        let notice = NotificationKind::PERSON_VERIFY.draft(Fact { id: proof, data, ..Fact::default() });
        let set = set.as_object().cloned().unwrap_or_default();
        let added = self.store.add_proof(proof, member, set, notice, self.now).await;
        // What was refused leaves no pictures; whether the others are needed is not known.
        let gone = match &added {
            Ok(_) => Some(draft),
            Err(RecordError::Store(StoreError::Unknown(_) | StoreError::TimedOut(_))) => None,
            Err(_) => Some(PaperOf::Proof(proof)),
        };
        if let Some(of) = gone {
            remove_both(self.papers.storage, of).await;
        }
        self.system.announce(added?);
        Ok(())
    }

    /// The whole number of a proof, and links to its pictures for who looks at it. The caller logs that it was read.
    pub async fn open_paper(&self, proof: i64, viewer: &str) -> Result<OpenPaper, ServiceError> {
        let stored = self.store.sealed_proof(proof).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let SealedProof { real_name, number_secret, front_secret, back_secret, .. } = stored;
        let number = self.secrets.open(number_at(&proof.to_string()), &number_secret).map_err(|error| {
            tracing::error!(%error, proof, "the number of a paper can't be opened");
            ServiceError::refused("person.lost")
        })?;
        let sides = [(Side::Front, front_secret), (Side::Back, back_secret)];
        let mut links = Vec::new();
        for (side, _) in sides.into_iter().filter(|(_, path)| !path.is_empty()) {
            let text = format!("{proof}|{}|{}|{viewer}", side.name(), self.now + LINK_SECONDS);
            links.push((side, self.secrets.seal(LINK, &text).map_err(failed)?));
        }
        Ok(OpenPaper { real_name, number, links })
    }

    /// The picture of a link, marked with who asked for it and `when`.
    pub async fn picture(&self, link: &str, when: &str) -> Result<Vec<u8>, ServiceError> {
        let over = || ServiceError::refused("person.link");
        let text = self.secrets.open(LINK, link).map_err(|_| over())?;
        let parts: Vec<&str> = text.splitn(4, '|').collect();
        let [proof, side, until, viewer] = parts.as_slice() else { return Err(over()) };
        let (proof, side) = (proof.parse::<i64>().map_err(|_| over())?, Side::named(side).ok_or_else(over)?);
        if until.parse::<i64>().map_or(true, |until| until < self.now) {
            return Err(over());
        }
        let picture = self.papers.open(PaperOf::Proof(proof), side).await?.ok_or_else(|| ServiceError::refused("person.no_picture"))?;
        let mark = format!("{viewer} {when}");
        tokio::task::spawn_blocking(move || marked(&picture, &mark)).await.map_err(failed)?.map_err(failed)
    }
}

/// Removes the pictures of proofs that were decided on long ago. Answers of how many.
pub async fn remove_old_pictures(store: &Store, storage: &Storage, now: i64) -> Result<usize, ServiceError> {
    let old = store.proofs_with_old_pictures(now).await?;
    for proof in &old {
        for side in [Side::Front, Side::Back] {
            remove(storage, PaperOf::Proof(proof.id), side).await?;
        }
        store.pictures_removed(proof.id).await?;
    }
    Ok(old.len())
}
