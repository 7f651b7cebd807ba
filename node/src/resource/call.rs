//! One call of a resource, and what may stand beside its declaration. What a call does is in [`super::reading`] and
//! [`super::writing`].

use std::collections::HashMap;
use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{Act, Field, Resource, TypedBody};
use entrepot_store::scope::Scope;
use poem::Request;
use serde_json::{Map, Value};

use crate::config::Config;
use crate::error::ServiceError;
use crate::identity::account_notices::AccountNotices;
use crate::identity::attempts::Attempts;
use crate::identity::contact::ContactMask;
use crate::identity::sessions::Caller;
use crate::resource::planned::PlannedRows;
use crate::secrets::Secrets;

/// What every call works with. What one noun alone needs is in its hook.
pub struct CallParts {
    pub store: Store,
    pub system: System,
    /// Hashes and checks passwords.
    pub attempts: Attempts,
    pub config: Arc<Config>,
    pub clock: SharedClock,
    /// Seals secrets of rows.
    pub secrets: Arc<Secrets>,
}

/// Hooks by the controller that they stand beside.
pub type Hooks = HashMap<&'static str, Arc<dyn Hook>>;

/// Makes calls of resources.
#[derive(Clone)]
pub struct Resources {
    parts: Arc<CallParts>,
    hooks: Hooks,
}

/// A call of a resource.
pub struct Call {
    pub(super) parts: Arc<CallParts>,
    pub resource: &'static Resource,
    /// What stands beside the declaration.
    pub(super) hook: Option<Arc<dyn Hook>>,
    pub act: Act,
    pub rights: Arc<Rights>,
    /// The permission node by means of which it is made; none where a login is enough.
    pub(super) by: By,
    /// The query of the request's address.
    pub params: String,
    /// The host that the request names: where files of this node are.
    pub host: String,
    /// The row that is put back from the recycle bin, under the id that it had.
    pub restoring: Option<i64>,
    /// The other rows of the import that it belongs to. The import itself compares the unique values of all of them.
    pub planned: Option<Arc<PlannedRows>>,
}

/// Behaviour beside a declaration. A hook decides on typed values, which are exactly what is saved. Values that it puts
/// into `call.act.set` are written even if the caller may not write the field. An error refuses the whole call.
#[async_trait]
pub trait Hook: Send + Sync {
    /// Changes the scope of a caller who is no super administrator.
    fn narrow(&self, _scope: &mut Scope, _rights: &Rights) {}

    /// Before a list is read.
    async fn before_list(&self, _call: &Call, _query: &mut ListQuery) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Rows that are about to be shown: computed columns.
    async fn prepare_rows(&self, _call: &Call, _rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Masks what a row tells of others that the caller may not see whole, in lists, details and exports.
    fn hide(&self, _call: &Call, _row: &mut Value) {}

    /// Further keys of a list's answer.
    async fn extend_list(&self, _call: &Call, _answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
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

    /// The form in which values of a unique field are compared where more than their letters count.
    fn compared(&self, _field: &Field, _text: &str) -> Option<String> {
        None
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

    /// Before a command is given for a row, which is as it is shown. Answers may be changed; what the row has no field for is
    /// the hook's own matter.
    async fn before_command(
        &self,
        _call: &mut Call,
        _command: &'static Command,
        _row: &Value,
        _answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        Ok(())
    }

    /// After a command; the row is as it was before. What went wrong by then is told, and the command is given all the same.
    async fn after_command(&self, _call: &Call, _command: &'static Command, _row: &Value) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Before rows are deleted; ids may be taken out.
    async fn before_delete(&self, _call: &mut Call, _ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Ends rows in another way than by deleting them: takes them out of `ids` and answers them.
    async fn instead_of_delete(&self, _call: &mut Call, _ids: &mut Vec<i64>) -> Result<Vec<i64>, ServiceError> {
        Ok(vec![])
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

/// By means of what a caller uses a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A login is enough.
    Login,
    /// A permission node, to read.
    Reading(String),
    /// A permission node, to do what it names.
    Action(String),
}

/// The scope of a caller.
fn caller_scope(admin: i64, rights: &Rights, by: &By, hook: Option<&dyn Hook>) -> Scope {
    let mut scope = match by {
        By::Login => rights.scope(admin),
        By::Reading(node) => rights.reading_scope(admin, node),
        By::Action(node) => rights.scope_for(admin, node),
    };
    if !scope.everything
        && let Some(hook) = hook
    {
        hook.narrow(&mut scope, rights);
    }
    scope
}

impl Resources {
    /// Those of a request's node.
    pub fn of(request: &Request) -> Result<&Self, ServiceError> {
        request.data::<Self>().ok_or_else(|| ServiceError::Internal("the resources are not at hand".into()))
    }

    #[must_use]
    pub fn new(parts: CallParts, hooks: Hooks) -> Self {
        Self { parts: Arc::new(parts), hooks }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.parts.store
    }

    /// What an administrator with these rights sees of a resource's list.
    #[must_use]
    pub fn reading_scope(&self, resource: &'static Resource, admin: i64, rights: &Rights) -> Scope {
        caller_scope(admin, rights, &By::Reading(resource.node("index")), self.hooks.get(resource.controller).map(|hook| &**hook))
    }

    /// A use by an administrator.
    #[must_use]
    pub fn call(&self, resource: &'static Resource, caller: &Caller, by: By, ip: String, agent: String) -> Call {
        let hook = self.hooks.get(resource.controller).cloned();
        let scope = caller_scope(caller.admin.id, &caller.rights, &by, hook.as_deref());
        let act = Act { scope, ip, agent, ..Act::system(self.parts.clock.now()) };
        let (rights, params, host) = (caller.rights.clone(), String::new(), String::new());
        Call { parts: self.parts.clone(), resource, hook, act, rights, by, params, host, restoring: None, planned: None }
    }
}

impl Call {
    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.parts.store
    }

    /// The actors.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.parts.system
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.parts.config
    }

    /// What tells administrators about their accounts.
    #[must_use]
    pub fn account_notices(&self) -> AccountNotices {
        AccountNotices { store: self.store().clone(), system: self.system().clone(), now: self.now() }
    }

    /// Unix seconds.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.parts.clock.now()
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    #[must_use]
    pub fn today(&self) -> String {
        self.parts.clock.today()
    }

    /// Reads the caller's rights again, as they may have changed since the call began.
    pub async fn renew(&mut self) -> Result<(), ServiceError> {
        self.rights = self.store().rights(self.act.scope.admin).await?;
        self.act.scope = caller_scope(self.act.scope.admin, &self.rights, &self.by, self.hook.as_deref());
        Ok(())
    }

    /// Goes on by means of the permission node of an action, with the rights of this moment; refuses callers without it.
    pub async fn by(&mut self, action: &str) -> Result<(), ServiceError> {
        self.by = By::Action(self.resource.node(action));
        self.renew().await?;
        self.require(action)
    }

    /// The scope of what the caller does by means of an action's permission node.
    #[must_use]
    pub fn scope_by(&self, action: &str) -> Scope {
        caller_scope(self.act.scope.admin, &self.rights, &By::Action(self.resource.node(action)), self.hook.as_deref())
    }

    /// Refuses callers without the permission node of an action.
    pub fn require(&self, action: &str) -> Result<(), ServiceError> {
        if self.rights.holds(&self.resource.node(action)) { Ok(()) } else { Err(ServiceError::NoPermission) }
    }

    /// Masks what the caller may not see whole.
    pub fn hide(&self, rows: &mut [Value]) {
        let contacts = ContactMask::of(&self.rights, self.resource);
        for row in rows {
            contacts.hide(self.resource, row);
            if let Some(hook) = &self.hook {
                hook.hide(self, row);
            }
        }
    }

    /// The resource's hook.
    #[must_use]
    pub fn hook(&self) -> Option<Arc<dyn Hook>> {
        self.hook.clone()
    }
}
