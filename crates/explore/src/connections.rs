//! The accept loop: a limit on open connections, and a time limit for the head of a request.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most connections at a time. Each holds at most one answer, and answers are bounded.
const MOST: usize = 128;
/// How long the head of a request may take, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(10);

/// Serves until the process ends.
///
/// # Errors
/// Errors of the listener; errors of single connections are ignored.
pub async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Too many open files, or a connection that broke before it was accepted: the others continue.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _place = place;
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_headers(64)
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}
