//! Who sees which imports and exports.

use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::scope::Scope;

/// Confines logs to the caller's own actions, as they may contain rows outside their scope.
pub struct OwnRows;

#[async_trait]
impl Hook for OwnRows {
    fn narrow(&self, scope: &mut Scope, _: &Rights) {
        scope.owners = Some(vec![scope.admin]);
    }
}
