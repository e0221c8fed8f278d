//! The parameters of a request, the version of every answer, and the errors.

use axum::Json;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grundy_core::ParseError;
use serde::{Deserialize, Serialize};

/// The version of the JSON of the API.
pub const SCHEMA: u32 = 1;

/// The parameters of a request.
#[derive(Deserialize)]
pub struct Params {
    pub game: String,
    pub position: String,
    /// Milliseconds.
    pub time: Option<u64>,
    /// The percentage of moves that the computer chooses at random.
    pub weakness: Option<u8>,
    /// Whether a picture is for a page that has a style sheet for it.
    pub inline: Option<bool>,
    /// What is proved: `nimber` or `outcome`.
    pub goal: Option<String>,
}

/// Parameters that may be wrong.
pub type ParsedParams = Result<Query<Params>, QueryRejection>;

/// An answer with the version of its schema.
#[derive(Serialize)]
pub struct Versioned<T> {
    pub schema: u32,
    #[serde(flatten)]
    pub answer: T,
}

pub fn versioned<T>(answer: T) -> Json<Versioned<T>> {
    Json(Versioned { schema: SCHEMA, answer })
}

/// Why there is no answer.
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    message: String,
    column: Option<usize>,
}

impl Problem {
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Problem { status, kind, message: message.into(), column: None }
    }

    pub fn busy() -> Self {
        let message = "too many searches are running: stop one, or try again in a moment";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// A task that ended without an answer.
    pub fn broken() -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "internal error: please report it")
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Self {
        Problem { column: Some(error.column()), ..Problem::new(StatusCode::BAD_REQUEST, "position", error.to_string()) }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "question", rejection.body_text())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body {
            error: &'static str,
            message: String,
            column: Option<usize>,
        }
        let body = Body { error: self.kind, message: self.message, column: self.column };
        (self.status, versioned(body)).into_response()
    }
}
