//! Where clients put their tokens.

use poem::Request;

/// Where a token is looked for, in order (wire contract 1.2): two headers, three parameters, a header.
pub struct TokenNames {
    pub first: [&'static str; 2],
    pub parameters: [&'static str; 3],
    pub last: &'static str,
}

impl TokenNames {
    /// The token of a request; an empty one is none.
    #[must_use]
    pub fn find(&self, request: &Request) -> Option<String> {
        let some = |token: &String| !token.is_empty();
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned).filter(some);
        let parameter = |name: &str| super::listing::parameter(request, name).filter(some);
        let first = self.first.iter().find_map(|name| header(name));
        first.or_else(|| self.parameters.iter().find_map(|name| parameter(name))).or_else(|| header(self.last))
    }
}
