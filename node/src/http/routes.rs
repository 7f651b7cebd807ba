//! What routes declare beside their handlers: who may call them and how large a body they take.
//!
//! Closed by default: a route that declares nothing needs the permission that its path names
//! ([`crate::http::access`]) and takes a small body. A declaration is a tag of the operation:
//! `#[oai(..., tag = "Allow::LoggedIn")]`.

use std::collections::BTreeMap;

use poem_openapi::registry::{MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::{OpenApi, Tags};
use serde_json::Value;

use crate::http::access::{Access, named_node, page_node};

/// Who may call a route, if not only holders of the permission that its path names.
#[derive(Tags, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allow {
    /// Everybody.
    #[oai(rename = "allow: everyone")]
    Everyone,
    /// Every administrator who is logged in, or below `/api/` every member.
    #[oai(rename = "allow: logged in")]
    LoggedIn,
    /// Everybody who may see the page that the route belongs to.
    #[oai(rename = "allow: page")]
    Page,
    /// Holders of the permission that the path names, and of `add` beside it: for what they made themselves, which the
    /// handler sees to ([`crate::identity::admin_request::asked_node`]).
    #[oai(rename = "allow: author")]
    Author,
}

/// What kind of body a route takes, where it is not a small one.
#[derive(Tags, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// An order with its lines.
    #[oai(rename = "takes: lines")]
    Lines,
    /// A spreadsheet.
    #[oai(rename = "takes: sheet")]
    Sheet,
    /// A file that streams to disk.
    #[oai(rename = "takes: file")]
    File,
}

/// Routes that the API document leaves out. Its macro leaves them out of the declarations as well, so they stand here.
const HIDDEN: &[(&str, Allow)] = &[("/admin/ajax/terminal", Allow::LoggedIn)];

/// A declared route.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The path in its own spelling.
    pub path: String,
    pub allow: Option<Allow>,
    pub takes: Option<Takes>,
    /// Names of the fields that its bodies declare; none where their content is free.
    pub fields: Vec<&'static str>,
}

/// The fields that a body declares.
fn fields(request: &MetaRequest, registry: &Registry) -> Vec<&'static str> {
    let schemas = request.content.iter().filter_map(|content| match &content.schema {
        MetaSchemaRef::Inline(schema) => Some(schema.as_ref()),
        MetaSchemaRef::Reference(name) => registry.schemas.get(name),
    });
    schemas.flat_map(|schema| schema.properties.iter().map(|(name, _)| *name)).collect()
}

impl Declared {
    fn new(path: &str, tags: &[&'static str]) -> Self {
        let allow = [Allow::Everyone, Allow::LoggedIn, Allow::Page, Allow::Author].into_iter().find(|allow| tags.contains(&allow.name()));
        let takes = [Takes::Lines, Takes::Sheet, Takes::File].into_iter().find(|takes| tags.contains(&takes.name()));
        Self { path: path.to_owned(), allow, takes, fields: vec![] }
    }

    /// Who may call it.
    #[must_use]
    pub fn access(&self) -> Access {
        access(&self.path.to_ascii_lowercase(), self.allow)
    }

    /// The node that stands in for the one that the route needs.
    fn substitute(&self) -> Option<String> {
        let page = page_node(&self.path.to_ascii_lowercase());
        (self.allow == Some(Allow::Author)).then(|| format!("{page}/add"))
    }
}

fn access(lower: &str, allow: Option<Allow>) -> Access {
    match allow {
        Some(Allow::Everyone) => Access::Public,
        Some(Allow::LoggedIn) => Access::Login,
        Some(Allow::Page) => Access::Node(page_node(lower)),
        Some(Allow::Author) | None => Access::Node(named_node(lower)),
    }
}

/// The declared routes of the API. All methods of a path share one declaration.
#[derive(Debug)]
pub struct Routes {
    /// By lower-case path.
    exact: BTreeMap<String, Declared>,
    /// Those with a parameter at their end, by the lower-case path before it.
    below: Vec<(String, Declared)>,
}

impl Routes {
    /// What the endpoints of an API declare.
    #[must_use]
    pub fn of<T: OpenApi>() -> Self {
        let (mut exact, mut below) = (BTreeMap::new(), Vec::new());
        let mut registry = Registry::new();
        T::register(&mut registry);
        for path in T::meta().into_iter().flat_map(|api| api.paths) {
            let tags: Vec<&'static str> = path.operations.iter().flat_map(|operation| operation.tags.iter().copied()).collect();
            let requests = path.operations.iter().filter_map(|operation| operation.request.as_ref());
            let fields = requests.flat_map(|request| fields(request, &registry)).collect();
            let declared = Declared { fields, ..Declared::new(&path.path, &tags) };
            let lower = path.path.to_ascii_lowercase();
            match lower.split_once('{') {
                Some((above, _)) => below.push((above.to_owned(), declared)),
                // Endpoints with a shape of their own come before those of declared resources.
                None => drop(exact.entry(lower).or_insert(declared)),
            }
        }
        for (path, allow) in HIDDEN {
            exact.insert(path.to_ascii_lowercase(), Declared { path: (*path).to_owned(), allow: Some(*allow), takes: None, fields: vec![] });
        }
        Self { exact, below }
    }

    /// The declaration of a lower-case path, if there is such a route.
    #[must_use]
    pub fn get(&self, lower: &str) -> Option<&Declared> {
        self.exact.get(lower).or_else(|| self.below.iter().find(|(above, _)| lower.starts_with(above)).map(|(_, declared)| declared))
    }

    /// The path of a route in its own spelling, so that clients may write it as they like.
    #[must_use]
    pub fn spelling(&self, lower: &str) -> Option<&str> {
        self.exact.get(lower).map(|declared| declared.path.as_str())
    }

    /// Who may call a path: of a route that does not exist, nobody without the permission that it names.
    #[must_use]
    pub fn access(&self, lower: &str) -> Access {
        access(lower, self.get(lower).and_then(|declared| declared.allow))
    }

    /// The node that stands in for the one that a path needs, where authors need less.
    #[must_use]
    pub fn substitute(&self, lower: &str) -> Option<String> {
        self.get(lower).and_then(Declared::substitute)
    }

    /// The paths and what they need, for the rules of menus.
    #[must_use]
    pub fn accesses(&self) -> Vec<(String, Access)> {
        self.all().map(|route| (route.path.clone(), route.access())).collect()
    }

    /// Every route without a parameter in its path, by lower-case path.
    pub fn all(&self) -> impl Iterator<Item = &Declared> {
        self.exact.values()
    }
}

/// The API document without the tags, which say nothing to clients.
pub fn hide(document: &mut Value) {
    let Some(document) = document.as_object_mut() else { return };
    document.remove("tags");
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(|paths| paths.values_mut());
    for operation in paths.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut()) {
        if let Some(operation) = operation.as_object_mut() {
            operation.remove("tags");
        }
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::right::WarehouseRight;
    use entrepot_store::identity::warehouse_rights::right_of;

    use super::*;
    use crate::server::endpoints::Families;

    /// Actions on warehouse pages that change nothing.
    const READS: &[&str] = &["index", "detail", "export", "print", "order"];

    #[test]
    fn what_changes_something_in_a_warehouse_needs_a_right_there() {
        for (path, access) in Routes::of::<Families>().accesses() {
            let Access::Node(node) = access else { continue };
            // Nodes of pages have no action: what they open asks for more itself.
            let Some((_, action)) = node.strip_prefix("warehouse/").and_then(|rest| rest.split_once('/')) else { continue };
            assert_eq!(right_of(&node) == WarehouseRight::See, READS.contains(&action), "{path}: a line in `right_of`?");
        }
    }

    #[test]
    fn routes_are_open_only_where_they_say_so() {
        let routes = Routes::of::<Families>();
        let node = |name: &str| Access::Node(name.to_owned());
        for (path, expected) in [
            ("/admin/index/login", Access::Public),
            ("/admin/index/logout", Access::Public),
            ("/admin/index/index", Access::Login),
            ("/admin/ajax/upload", Access::Login),
            ("/admin/routine.transfer/download", Access::Login),
            ("/admin/routine.savedfilter/save", Access::Login),
            ("/admin/routine.admininfo/edit", Access::Login),
            ("/admin/notification.index/readall", Access::Login),
            ("/admin/routine.config/edit", node("routine/config/edit")),
            ("/admin/warehouse.inboundorder/audit", node("warehouse/inboundorder/audit")),
            ("/admin/warehouse.product/select", node("warehouse/product/index")),
            ("/admin/warehouse.product/template", node("warehouse/product/import")),
            ("/admin/whatever.new/thing", node("whatever/new/thing")),
            ("/api/content/home", Access::Public),
            ("/api/user/checkin", Access::Public),
            ("/api/account/changebind", Access::Login),
            ("/api/account/overview", node("account/overview")),
        ] {
            assert_eq!(routes.access(path), expected, "{path}");
        }
        assert_eq!(routes.substitute("/admin/warehouse.inboundorder/edit").as_deref(), Some("warehouse/inboundorder/add"));
        for path in
            ["/admin/warehouse.inboundorder/audit", "/admin/warehouse.inboundorder/del", "/admin/warehouse.product/edit", "/admin/no.such/edit"]
        {
            assert_eq!(routes.substitute(path), None, "{path}");
        }
        let public: Vec<&str> = routes.all().filter(|route| route.allow == Some(Allow::Everyone)).map(|route| route.path.as_str()).collect();
        assert_eq!(public.len(), 36, "{public:?}");
        let open: Vec<&str> = routes.all().filter(|route| route.allow == Some(Allow::LoggedIn)).map(|route| route.path.as_str()).collect();
        assert_eq!(open.len(), 104, "{open:?}");
    }

    #[test]
    fn a_route_knows_the_fields_of_its_body() {
        let routes = Routes::of::<Families>();
        let fields = |path: &str| routes.get(path).map(|route| route.fields.clone()).unwrap_or_default();
        assert_eq!(fields("/admin/index/login"), ["username", "password", "keep", "captchaId", "captchaInfo"]);
        assert!(fields("/admin/index/index").is_empty(), "it takes no body");
    }

    #[test]
    fn all_methods_of_a_path_declare_the_same_access() {
        for path in Families::meta().into_iter().flat_map(|api| api.paths) {
            let declared: Vec<_> = path.operations.iter().map(|operation| Declared::new(&path.path, &operation.tags).allow).collect();
            assert!(declared.iter().all(|allow| *allow == declared[0]), "{}: {declared:?}", path.path);
        }
    }

    #[test]
    fn large_bodies_are_taken_only_where_a_route_says_so() {
        let routes = Routes::of::<Families>();
        let takes = |path: &str| routes.get(path).and_then(|route| route.takes);
        assert_eq!(takes("/admin/warehouse.inboundorder/add"), Some(Takes::Lines));
        assert_eq!(takes("/admin/warehouse.outboundorder/stock"), Some(Takes::Lines));
        assert_eq!(takes("/admin/warehouse.product/import"), Some(Takes::Sheet));
        assert_eq!(takes("/admin/warehouse.product/add"), None);
        assert_eq!((takes("/admin/ajax/upload"), takes("/api/ajax/upload")), (Some(Takes::File), Some(Takes::File)));
    }
}
