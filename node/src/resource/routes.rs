//! The routes of declared resources.

use entrepot_store::resource::Resource;
use entrepot_store::resource::declaration::Action;

/// The routes of what a declaration may allow: the action in the path, the method, and what it must allow.
const ROUTES: &[(&str, &str, Action)] = &[
    ("index", "GET", Action::Index),
    ("select", "GET", Action::Index),
    ("add", "GET", Action::Add),
    ("add", "POST", Action::Add),
    ("edit", "GET", Action::Edit),
    ("edit", "POST", Action::Edit),
    ("del", "DELETE", Action::Del),
    ("del", "POST", Action::Del),
    ("sortable", "POST", Action::Sortable),
    ("import", "POST", Action::Import),
    ("template", "GET", Action::Import),
    ("export", "POST", Action::Export),
];

/// The routes of a resource: the action or the command in the path, and the method.
pub(crate) fn routes(resource: &Resource) -> impl Iterator<Item = (&'static str, &'static str)> {
    let declared = ROUTES.iter().filter(|(_, _, needed)| resource.allows(*needed)).map(|(action, method, _)| (*action, *method));
    declared.chain(resource.commands.iter().map(|command| (command.name, "POST")))
}
