//! The files of the page, embedded in the program: no file is opened for a request.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
struct Page;

/// Answers with a file of the page; `/` is `index.html`.
pub async fn part(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let kind = match path.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return missing(),
    };
    match Page::get(path) {
        Some(file) => ([(header::CONTENT_TYPE, kind)], file.data).into_response(),
        None => missing(),
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "Not found.\n").into_response()
}
