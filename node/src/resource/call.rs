//! One call of a resource, and what may stand beside its declaration. What a call does is in [`super::reading`] and
//! [`super::writing`].

use std::sync::Arc;

use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{Act, Resource, TypedBody};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value};

use crate::error::ServiceError;
use crate::identity::sessions::Caller;
use crate::node::Node;

/// A resource and what stands beside its declaration ([`super::hooks::hooked`]).
pub type Hooked = (&'static Resource, Option<&'static dyn Hook>);

/// A call of a resource.
pub struct Call {
    pub node: Node,
    pub resource: &'static Resource,
    /// What stands beside the declaration.
    pub(super) hook: Option<&'static dyn Hook>,
    pub act: Act,
    pub rights: Arc<Rights>,
    /// The query of the request's address.
    pub params: String,
    /// The host that the request names: where files of this node are.
    pub host: String,
    /// The row that is put back from the recycle bin, under the id that it had.
    pub restoring: Option<i64>,
}

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

/// The scope of a caller.
fn reach(admin: i64, rights: &Rights, hook: Option<&dyn Hook>) -> Scope {
    let mut scope = rights.scope(admin);
    if !scope.everything
        && let Some(hook) = hook
    {
        hook.narrow(&mut scope, rights);
    }
    scope
}

impl Call {
    /// A use by an administrator.
    #[must_use]
    pub fn new(node: &Node, (resource, hook): Hooked, caller: &Caller, ip: String, agent: String) -> Self {
        let act = Act { scope: reach(caller.admin.id, &caller.rights, hook), ip, agent, ..Act::system(node.now()) };
        Self { node: node.clone(), resource, hook, act, rights: caller.rights.clone(), params: String::new(), host: String::new(), restoring: None }
    }

    /// Reads the caller's rights again, as they may have changed since the call began.
    pub async fn renew(&mut self) -> Result<(), ServiceError> {
        self.rights = self.node.store().rights(self.act.scope.admin).await?;
        self.act.scope = reach(self.act.scope.admin, &self.rights, self.hook);
        Ok(())
    }

    /// Refuses callers without the permission node of an action.
    pub fn demand(&self, action: &str) -> Result<(), ServiceError> {
        if self.rights.holds(&self.resource.node(action)) { Ok(()) } else { Err(ServiceError::NoPermission) }
    }

    /// The resource's hook.
    #[must_use]
    pub fn hook(&self) -> Option<&'static dyn Hook> {
        self.hook
    }
}
