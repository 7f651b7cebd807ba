//! The score that a member loses soon; what loses it is [`crate::shop::score_expiry`].

use actors::shop::score_expiry::Expiring;
use entrepot_store::Store;

use crate::error::ServiceError;
use crate::settings::shop::CachedShopSettings;

/// What of a member's score expires soon, the first first; nothing where a score lasts for ever.
pub async fn upcoming(store: &Store, settings: &CachedShopSettings, member: i64, score: i64) -> Result<Vec<Expiring>, ServiceError> {
    if score <= 0 || settings.current().await.score_expire_days == 0 {
        return Ok(Vec::new());
    }
    let notices = store.expiry_notices(member).await?;
    let Some(since) = notices.iter().map(|notice| notice.until).min() else { return Ok(Vec::new()) };
    let earned = store.score_earned(member, since).await?;
    Ok(earned.map_or_else(Vec::new, |earned| actors::shop::score_expiry::upcoming(score, &earned, &notices)))
}
