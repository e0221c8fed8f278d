//! Which requests are answered, and the headers of every answer.
//!
//! A page of another site can make the browser send requests here, and a name of another site can be made to point
//! here. So `Host` must be an address, `localhost`, or the configured name; `Origin`, if there is one, must be the host
//! of the request; and `Sec-Fetch-Site`, if there is one, must say that the request comes from this page or was typed.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// What the page may do: load its own parts, and nothing else from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The rule for `Host`.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// Whether the server listens on this machine only.
    pub local: bool,
    /// A further name.
    pub name: Option<String>,
}

impl Hosts {
    fn allows(&self, host: &str) -> bool {
        let name = without_port(host);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            Ok(address) => !self.local || address.is_loopback(),
            Err(_) => {
                name.eq_ignore_ascii_case("localhost")
                    || self.name.as_deref().is_some_and(|known| known.eq_ignore_ascii_case(name))
            }
        }
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    }
}

/// Refuses foreign requests, and sets the headers of the answer.
pub async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let allowed = is_ours(&hosts, request.headers());
    let api = request.uri().path().starts_with("/api/");
    let mut response = match allowed {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "This server answers its own page only.\n").into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // An answer may have its own rule.
    let cache = HeaderValue::from_static(if api { "no-store" } else { "no-cache" });
    headers.entry(header::CACHE_CONTROL).or_insert(cache);
    response
}

fn is_ours(hosts: &Hosts, headers: &HeaderMap) -> bool {
    let one = |name| {
        let mut all = headers.get_all(name).iter();
        let first = all.next().map(|value| value.to_str().ok());
        if all.next().is_some() { Some(None) } else { first }
    };
    let Some(Some(host)) = one(header::HOST) else { return false };
    let same_origin = match one(header::ORIGIN) {
        None => true,
        Some(origin) => {
            origin.and_then(|origin| origin.strip_prefix("http://")).is_some_and(|o| o.eq_ignore_ascii_case(host))
        }
    };
    // Images, scripts and navigations of another site come without `Origin`, but browsers say where a request comes
    // from.
    let same_site = match one(HeaderName::from_static("sec-fetch-site")) {
        None => true,
        Some(site) => site.is_some_and(|site| matches!(site, "same-origin" | "none")),
    };
    hosts.allows(host) && same_origin && same_site
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        let local = Hosts { local: true, name: None };
        for host in ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LOCALHOST", "[::1]:80", "[::1]"] {
            assert!(local.allows(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "10.0.0.1", ":80"] {
            assert!(!local.allows(host), "{host}");
        }
        let open = Hosts { local: false, name: Some("lab".to_string()) };
        for host in ["10.0.0.1:80", "lab", "Lab:80", "localhost"] {
            assert!(open.allows(host), "{host}");
        }
        assert!(!open.allows("evil.example"));
    }

    #[test]
    fn origins() {
        let hosts = Hosts { local: true, name: None };
        let ask = |pairs: &[(HeaderName, &'static str)]| {
            let headers = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
            let mut map = HeaderMap::new();
            headers.for_each(|(name, value)| {
                map.append(name, value);
            });
            is_ours(&hosts, &map)
        };
        let host = (header::HOST, "localhost:8000");
        assert!(ask(std::slice::from_ref(&host)));
        assert!(ask(&[host.clone(), (header::ORIGIN, "http://localhost:8000")]));
        assert!(!ask(&[]));
        assert!(!ask(&[host.clone(), host.clone()]));
        for origin in ["null", "http://localhost:8001", "http://evil.example", "https://localhost:8000", ""] {
            assert!(!ask(&[host.clone(), (header::ORIGIN, origin)]), "{origin}");
        }
        let site = HeaderName::from_static("sec-fetch-site");
        for from in ["same-origin", "none"] {
            assert!(ask(&[host.clone(), (site.clone(), from)]), "{from}");
        }
        for from in ["cross-site", "same-site", "", "x"] {
            assert!(!ask(&[host.clone(), (site.clone(), from)]), "{from}");
        }
    }
}
