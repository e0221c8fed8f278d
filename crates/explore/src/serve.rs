//! The server: routes, limits, and where a request becomes work on a thread that may wait.

use crate::cache::Services;
use crate::certificate::{self, Checked};
use crate::game_service::{GameService, PositionView};
use crate::guard::{Hosts, guard};
use crate::reply::{Reply, SolutionStep};
use crate::{SCHEMA, connections, page, streams};
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use grundy_core::ParseError;
use serde::{Deserialize, Serialize};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many short questions run at a time.
pub const QUICK: usize = 4;
/// How long a short question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long options are compared when a position is looked at.
const LOOK: Duration = Duration::from_millis(1500);
/// How much longer than a reply an answer may take.
const LATE: Duration = Duration::from_secs(4);
/// The longest position, in bytes.
const LONGEST: usize = 16 << 10;
/// The largest certificate, in bytes.
pub(crate) const LARGEST: usize = 4 << 20;
/// How long an answer waits for the check of a certificate.
const CHECK: Duration = Duration::from_secs(60);

/// What searches may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The longest a search takes.
    pub search: Duration,
    /// The longest the computer thinks about a move.
    pub reply: Duration,
    /// How many long searches run at a time.
    pub searches: usize,
    /// Whether the server listens on this machine only.
    pub local: bool,
    /// A name, other than an address or `localhost`, under which it may be asked.
    pub name: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        let (search, reply) = (Duration::from_secs(120), Duration::from_secs(4));
        Settings { search, reply, searches: 2, local: true, name: None }
    }
}

/// The explorer: what is behind the page.
pub struct Explorer {
    pub(crate) games: Services,
    pub(crate) settings: Settings,
    quick: Arc<Semaphore>,
    pub(crate) searches: Arc<Semaphore>,
    checks: Arc<Semaphore>,
}

impl Explorer {
    /// An explorer of the games that `open` knows by name; its errors are shown to the user.
    pub fn new(
        settings: Settings,
        open: impl Fn(&str) -> Result<Arc<dyn GameService>, String> + Send + Sync + 'static,
    ) -> Self {
        Explorer {
            games: Services::new(Box::new(open)),
            quick: Arc::new(Semaphore::new(QUICK)),
            searches: Arc::new(Semaphore::new(settings.searches)),
            checks: Arc::new(Semaphore::new(1)),
            settings,
        }
    }

    /// The routes.
    pub fn router(self) -> Router {
        let hosts = Arc::new(Hosts { local: self.settings.local, name: self.settings.name.clone() });
        Router::new()
            .route("/api/v1/position", get(position))
            .route("/api/v1/picture", get(picture))
            .route("/api/v1/search", get(streams::search))
            .route("/api/v1/prove", get(streams::prove))
            .route("/api/v1/reply", get(reply))
            .route("/api/v1/solution", get(solution))
            .route("/api/v1/check", post(check_certificate).layer(DefaultBodyLimit::max(LARGEST)))
            .route("/api/{*path}", get(no_such_question))
            .fallback(get(page::part))
            .method_not_allowed_fallback(no_such_method)
            .with_state(Arc::new(self))
            .layer(middleware::from_fn_with_state(hosts, guard))
    }

    /// Serves until the process ends. `ready` is told the address.
    ///
    /// # Errors
    /// What the network says.
    pub fn serve(self, listener: TcpListener, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            ready(listener.local_addr()?);
            connections::serve(listener, self.router()).await
        })
    }

    pub(crate) fn enter(&self, asked: &Params) -> Result<Arc<dyn GameService>, Problem> {
        if asked.position.len() > LONGEST || asked.game.len() > LONGEST {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "too-long", format!("longer than {LONGEST} bytes")));
        }
        self.games.enter(&asked.game).map_err(|line| Problem::new(StatusCode::BAD_REQUEST, "game", line))
    }

    /// The time that was asked for, as far as it is allowed.
    pub(crate) fn time(&self, asked: &Params, most: Duration) -> Duration {
        asked.time.map_or(most, |millis| Duration::from_millis(millis).min(most))
    }
}

/// A question.
#[derive(Deserialize)]
pub(crate) struct Params {
    game: String,
    pub(crate) position: String,
    /// Milliseconds.
    time: Option<u64>,
    /// How often in a hundred moves the computer does not think.
    weakness: Option<u8>,
    /// Whether a picture is for a page that has a style sheet for it.
    inline: Option<bool>,
    /// What is proved: `nimber` or `outcome`.
    pub(crate) goal: Option<String>,
}

pub(crate) type Question = Result<Query<Params>, QueryRejection>;

/// An answer with the version of its schema.
#[derive(Serialize)]
pub(crate) struct Versioned<T> {
    pub(crate) schema: u32,
    #[serde(flatten)]
    pub(crate) answer: T,
}

fn versioned<T>(answer: T) -> Json<Versioned<T>> {
    Json(Versioned { schema: SCHEMA, answer })
}

/// Why there is no answer.
pub(crate) struct Problem {
    status: StatusCode,
    kind: &'static str,
    message: String,
    column: Option<usize>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Problem { status, kind, message: message.into(), column: None }
    }

    pub(crate) fn busy() -> Self {
        let message = "too many searches are running: stop one, or try again in a moment";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
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

async fn position(
    State(explorer): State<Arc<Explorer>>,
    asked: Question,
) -> Result<Json<Versioned<PositionView>>, Problem> {
    quick(explorer, asked, |_, game, asked| game.look(&asked.position, LOOK)).await
}

async fn reply(State(explorer): State<Arc<Explorer>>, asked: Question) -> Result<Json<Versioned<Reply>>, Problem> {
    quick(explorer, asked, |explorer, game, asked| {
        let time = explorer.time(asked, explorer.settings.reply);
        game.reply(&asked.position, asked.weakness.unwrap_or(0).min(100), time)
    })
    .await
}

async fn solution(
    State(explorer): State<Arc<Explorer>>,
    asked: Question,
) -> Result<Json<Versioned<SolutionStep>>, Problem> {
    quick(explorer, asked, |explorer, game, asked| {
        game.unfold(&asked.position, explorer.time(asked, explorer.settings.reply))
    })
    .await
}

async fn picture(State(explorer): State<Arc<Explorer>>, asked: Question) -> Result<Response, Problem> {
    let Json(drawn) =
        quick(explorer, asked, |_, game, asked| Ok(game.picture(&asked.position, !asked.inline.unwrap_or(false))))
            .await?;
    match drawn.answer {
        Ok(svg) => Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()),
        Err(line) => Err(Problem::new(StatusCode::BAD_REQUEST, "picture", line)),
    }
}

async fn no_such_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "question", "this question is not asked so: see docs/api.md")
}

async fn no_such_question() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "question", "there is no such question: see docs/api.md")
}

/// Answers a short question on a thread that may wait.
async fn quick<T: Send + 'static>(
    explorer: Arc<Explorer>,
    asked: Question,
    answer: impl FnOnce(&Explorer, &dyn GameService, &Params) -> Result<T, ParseError> + Send + 'static,
) -> Result<Json<Versioned<T>>, Problem> {
    let Query(asked) = asked?;
    let game = explorer.enter(&asked)?;
    let permit = tokio::time::timeout(PATIENCE, explorer.quick.clone().acquire_owned()).await;
    let Ok(Ok(permit)) = permit else { return Err(Problem::busy()) };
    let (name, limit, games) = (game.name(), explorer.settings.reply + LATE, explorer.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        answer(&explorer, &*game, &asked)
    });
    match tokio::time::timeout(limit, work).await {
        Ok(done) => Ok(versioned(done.map_err(|_| broken())??)),
        Err(_) => {
            // The work cannot be stopped and may hold the solver: whoever asks next gets another one.
            games.games.forget(&name);
            let message = "this position is too large to answer in time";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "time", message))
        }
    }
}

/// A task that ended without an answer.
fn broken() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "this should not happen: please report it")
}

/// Checks a certificate. One at a time: a checker cannot be stopped, so one that takes too long keeps the others out.
async fn check_certificate(
    State(explorer): State<Arc<Explorer>>,
    text: String,
) -> Result<Json<Versioned<Checked>>, Problem> {
    let Ok(permit) = explorer.checks.clone().try_acquire_owned() else { return Err(Problem::busy()) };
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        certificate::open(&explorer.games, &text)
    });
    match tokio::time::timeout(CHECK, work).await {
        Ok(checked) => Ok(versioned(checked.map_err(|_| broken())?)),
        Err(_) => {
            let message = "the check takes too long for a page: use grundy check";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "time", message))
        }
    }
}
