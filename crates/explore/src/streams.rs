//! Answers that are streams of events: the search, and the proof. Both end when the client disconnects.

use crate::explorer::Explorer;
use crate::game_service::GameService;
use crate::prove::{OnProofEvent, ProofEvent, ProofLimits};
use crate::request::{Params, ParsedParams, Problem, SCHEMA, Versioned};
use crate::search_stream::Event;
use axum::extract::{Query, State};
use axum::response::sse::{Event as ServerEvent, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use grundy_proof::Goal;
use grundy_search::Interrupt;
use serde::Serialize;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// The largest certificate, in bytes.
pub const LARGEST: usize = 4 << 20;
/// How long an interrupted search may keep its solver. After that, other requests get a new solver.
const GRACE: Duration = Duration::from_secs(1);

type Sender = mpsc::Sender<ServerEvent>;

/// Searches until the client disconnects or everything is known.
pub async fn search(State(explorer): State<Arc<Explorer>>, asked: ParsedParams) -> Result<Response, Problem> {
    let Query(asked) = asked?;
    let time = explorer.time(&asked, explorer.settings.search);
    start(explorer, asked, move |game, asked, interrupt, sender| {
        // The position was read before: there is no other error.
        let _ = game.search(&asked.position, time, interrupt, &mut |event| {
            let name = match &event {
                Event::Fact { .. } => "fact",
                Event::Progress(_) => "progress",
                Event::End { .. } => "end",
            };
            send(sender, name, &event)
        });
    })
    .await
}

/// Proves the position and sends the certificate; stops when the client disconnects.
pub async fn prove(State(explorer): State<Arc<Explorer>>, asked: ParsedParams) -> Result<Response, Problem> {
    let Query(asked) = asked?;
    let time = explorer.time(&asked, explorer.settings.search);
    start(explorer, asked, move |game, asked, interrupt, sender| {
        let goal = if asked.goal.as_deref() == Some("outcome") { Goal::Outcome } else { Goal::Nimber };
        let limits = ProofLimits { time, memory: usize::MAX, size: LARGEST, interrupt: interrupt.clone() };
        let out = sender.clone();
        let report: OnProofEvent = Arc::new(move |event: ProofEvent| {
            let name = match &event {
                ProofEvent::Progress { .. } => "progress",
                ProofEvent::Certificate { .. } => "certificate",
                ProofEvent::End { .. } => "end",
            };
            let _ = send(&out, name, &event);
        });
        let _ = game.prove(&asked.position, goal, limits, &report);
    })
    .await
}

/// Runs `work` on a thread that may block, and answers with what it sends. A position that cannot be read is refused
/// first.
async fn start(
    explorer: Arc<Explorer>,
    asked: Params,
    work: impl FnOnce(&dyn GameService, &Params, &Interrupt, &Sender) + Send + 'static,
) -> Result<Response, Problem> {
    let game = explorer.game(&asked)?;
    let Ok(permit) = explorer.searches.clone().try_acquire_owned() else { return Err(Problem::busy()) };
    let (reader, position) = (game.clone(), asked.position.clone());
    let read = tokio::task::spawn_blocking(move || reader.parse(&position)).await;
    read.map_err(|_| Problem::broken())??;
    let (interrupt, running) = (Interrupt::default(), Arc::new(AtomicBool::new(true)));
    let (sender, receiver) = mpsc::channel(256);
    let events = EventStream {
        events: receiver,
        interrupt: interrupt.clone(),
        running: running.clone(),
        explorer,
        name: game.name(),
    };
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&*game, &asked, &interrupt, &sender);
        running.store(false, Relaxed);
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

fn send<T: Serialize>(sender: &Sender, name: &str, answer: &T) -> ControlFlow<()> {
    let event = ServerEvent::default().json_data(Versioned { schema: SCHEMA, answer });
    let sent = event.is_ok_and(|event| sender.blocking_send(event.event(name)).is_ok());
    if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The events of a search. Dropping the stream, which axum does when the client disconnects, interrupts the search.
struct EventStream {
    events: mpsc::Receiver<ServerEvent>,
    interrupt: Interrupt,
    running: Arc<AtomicBool>,
    explorer: Arc<Explorer>,
    name: String,
}

impl Stream for EventStream {
    type Item = Result<ServerEvent, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.interrupt.raise();
        let (running, explorer, name) = (self.running.clone(), self.explorer.clone(), std::mem::take(&mut self.name));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GRACE).await;
                if running.load(Relaxed) {
                    explorer.games.forget(&name);
                }
            });
        }
    }
}
