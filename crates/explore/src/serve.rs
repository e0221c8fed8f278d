//! The server: routes, limits, and the threads on which requests are answered.

use crate::certificate::{self, Checked};
use crate::explorer::Explorer;
use crate::game_list::{self, GameList};
use crate::game_service::GameService;
use crate::guard::{Hosts, guard};
use crate::position_view::PositionView;
use crate::reply::{Reply, SolutionStep};
use crate::request::{Params, ParsedParams, Problem, Versioned, versioned};
use crate::streams::{self, LARGEST};
use crate::{connections, page};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use grundy_core::ParseError;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// How long a short question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long options are compared when a position is looked at.
const LOOK: Duration = Duration::from_millis(1500);
/// How much longer than a reply an answer may take.
const LATE: Duration = Duration::from_secs(4);
/// How long an answer waits for the check of a certificate.
const CHECK: Duration = Duration::from_secs(60);
/// A picture depends on its address only, so the browser may keep it.
const KEEP_PICTURE: &str = "private, max-age=600";

impl Explorer {
    /// The routes.
    pub fn router(self) -> Router {
        let hosts = Arc::new(Hosts { local: self.settings.local, name: self.settings.name.clone() });
        Router::new()
            .route("/api/v1/games", get(games))
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

    /// Serves until the process ends. Calls `ready` with the address.
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
}

async fn games(State(explorer): State<Arc<Explorer>>) -> Json<Versioned<GameList>> {
    versioned(game_list::list(explorer.settings.own_game.as_ref()))
}

async fn position(
    State(explorer): State<Arc<Explorer>>,
    asked: ParsedParams,
) -> Result<Json<Versioned<PositionView>>, Problem> {
    quick(explorer, asked, |_, game, asked| game.look(&asked.position, LOOK)).await
}

async fn reply(State(explorer): State<Arc<Explorer>>, asked: ParsedParams) -> Result<Json<Versioned<Reply>>, Problem> {
    quick(explorer, asked, |explorer, game, asked| {
        let time = explorer.time(asked, explorer.settings.reply);
        game.reply(&asked.position, asked.weakness.unwrap_or(0).min(100), time)
    })
    .await
}

async fn solution(
    State(explorer): State<Arc<Explorer>>,
    asked: ParsedParams,
) -> Result<Json<Versioned<SolutionStep>>, Problem> {
    quick(explorer, asked, |explorer, game, asked| {
        game.unfold(&asked.position, explorer.time(asked, explorer.settings.reply))
    })
    .await
}

async fn picture(State(explorer): State<Arc<Explorer>>, asked: ParsedParams) -> Result<Response, Problem> {
    let Json(drawn) =
        quick(explorer, asked, |_, game, asked| Ok(game.picture(&asked.position, !asked.inline.unwrap_or(false))))
            .await?;
    match drawn.answer {
        Ok(svg) => {
            let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, KEEP_PICTURE)];
            Ok((headers, svg).into_response())
        }
        Err(line) => Err(Problem::new(StatusCode::BAD_REQUEST, "picture", line)),
    }
}

async fn no_such_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "question", "method not allowed: see docs/api.md")
}

async fn no_such_question() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "question", "no such question: see docs/api.md")
}

/// Answers a short question on a thread that may block.
async fn quick<T: Send + 'static>(
    explorer: Arc<Explorer>,
    asked: ParsedParams,
    answer: impl FnOnce(&Explorer, &dyn GameService, &Params) -> Result<T, ParseError> + Send + 'static,
) -> Result<Json<Versioned<T>>, Problem> {
    let Query(asked) = asked?;
    let game = explorer.game(&asked)?;
    let permit = tokio::time::timeout(PATIENCE, explorer.short_questions.clone().acquire_owned()).await;
    let Ok(Ok(permit)) = permit else { return Err(Problem::busy()) };
    let (name, limit, games) = (game.name(), explorer.settings.reply + LATE, explorer.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        answer(&explorer, &*game, &asked)
    });
    match tokio::time::timeout(limit, work).await {
        Ok(done) => Ok(versioned(done.map_err(|_| Problem::broken())??)),
        Err(_) => {
            // The work cannot be stopped and may hold the solver: later requests get another one.
            games.games.forget(&name);
            let message = "this position is too large to answer in time";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "time", message))
        }
    }
}

/// Checks a certificate. One at a time: a running checker cannot be stopped, so a slow check must not be joined by
/// others.
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
        Ok(checked) => Ok(versioned(checked.map_err(|_| Problem::broken())?)),
        Err(_) => {
            let message = "the check takes too long for a page: use grundy check";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "time", message))
        }
    }
}
