//! Behaviour that a declaration can't express: a type that implements [`Hook`], listed in [`HOOKS`] with its
//! controller. Every method has a default that does nothing.

use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::ListQuery;
use entrepot_store::member::balance::Account;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::write::Written;
use entrepot_store::scope::Scope;
use serde_json::{Map, Value};

use super::{Call, levels};
use crate::error::ServiceError;
use crate::identity::{account_hooks, group_hooks, rule_hooks};
use crate::{audit_log, data_exchange, file, inventory, jobs, member, recovery, settings, site};

/// Behaviour beside a declaration. A hook decides on typed values, which are exactly what is saved. Values that it
/// puts into `call.act.set` are written whoever may write the field; an error refuses the whole call.
#[async_trait]
pub trait Hook: Send + Sync {
    /// Changes the scope of a caller who is no super administrator.
    fn narrow(&self, _scope: &mut Scope, _rights: &Rights) {}

    /// Before a list is read.
    async fn before_list(&self, _call: &Call, _query: &mut ListQuery) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Rows that are about to be shown: computed columns.
    async fn shown(&self, _call: &Call, _rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Further keys of a list's answer.
    async fn beside_list(&self, _call: &Call, _answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Answer of `GET add`; `None` is 'parameter error'.
    async fn form(&self, _call: &Call, _query: &str) -> Result<Option<Value>, ServiceError> {
        Ok(None)
    }

    /// Further keys of `GET edit`.
    async fn detail(&self, _call: &Call, _answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Converts what clients send into the field's form, before it is read.
    fn reshape(&self, _body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Runs before a row is added. The values are typed; changes are checked again on writing.
    async fn before_add(&self, _call: &mut Call, _body: &mut TypedBody) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Adds the row itself, where more than the row is written; answers its id.
    async fn insert(&self, _call: &mut Call, _body: &Map<String, Value>) -> Result<Option<i64>, ServiceError> {
        Ok(None)
    }

    /// Before a row is changed.
    async fn before_edit(&self, _call: &mut Call, _id: i64, _body: &mut TypedBody) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Before rows are deleted; ids may be taken out.
    async fn before_delete(&self, _call: &mut Call, _ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// The key of the message after a deletion, in which `{count}` is how many rows went.
    fn deleted(&self) -> &'static str {
        "deleted"
    }

    /// After rows were added, changed or deleted.
    async fn after_change(&self, _call: &Call, _written: &Written) -> Result<(), ServiceError> {
        Ok(())
    }
}

/// Hooks by controller.
pub const HOOKS: &[(&str, &dyn Hook)] = &[
    ("warehouse.Product", &inventory::hooks::Products),
    ("warehouse.ProductCategory", &levels::Levels),
    ("warehouse.Warehouse", &inventory::hooks::Warehouses),
    ("auth.Admin", &account_hooks::Administrators),
    ("auth.Group", &group_hooks::Groups),
    ("auth.Rule", &rule_hooks::Rules),
    ("auth.AdminLog", &audit_log::hooks::Log),
    ("user.User", &member::hooks::Members),
    ("user.Group", &member::group_hooks::MemberGroups),
    ("user.Rule", &member::group_hooks::MemberRules),
    ("user.MoneyLog", &member::balance_hooks::Balances(Account::Money)),
    ("user.ScoreLog", &member::balance_hooks::Balances(Account::Score)),
    ("routine.Attachment", &file::hooks::Attachments),
    ("routine.Config", &settings::Settings),
    ("routine.Crontab", &jobs::hooks::Schedules),
    ("site.Content", &site::hooks::Contents),
    ("site.Message", &site::hooks::Board),
    ("security.DataRecycle", &recovery::hooks::RecycleRules),
    ("routine.Transfer", &data_exchange::hooks::OwnRows),
    ("security.DataRecycleLog", &recovery::hooks::RecycleLog),
    ("security.SensitiveData", &recovery::hooks::SensitiveRules),
    ("security.SensitiveDataLog", &recovery::hooks::SensitiveLog),
];

/// The hook of a controller.
#[must_use]
pub fn of(controller: &str) -> Option<&'static dyn Hook> {
    HOOKS.iter().find(|(name, _)| *name == controller).map(|(_, hook)| *hook)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_hook_stands_beside_a_declaration() {
        for (controller, _) in super::HOOKS {
            assert!(entrepot_store::resource::catalogue::find(controller).is_some(), "{controller}");
        }
    }
}
