//! What happens after changes of settings.

use std::sync::Arc;

use async_trait::async_trait;
use entrepot_store::cache::CachedValue;
use entrepot_store::resource::write::Written;

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::settings::shop::CachedShopSettings;

/// Settings: the caches of their values.
pub struct Settings {
    /// The name of the back office's entrance.
    pub entrance: Arc<CachedValue<String>>,
    pub shop_settings: CachedShopSettings,
}

#[async_trait]
impl Hook for Settings {
    async fn after_change(&self, _: &Call, _: &Written) -> Result<(), ServiceError> {
        self.entrance.forget();
        self.shop_settings.forget();
        Ok(())
    }
}
