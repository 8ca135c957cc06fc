//! Bodies that nobody read: a request may be refused by its head alone.
//!
//! When the answer is written before the body has come, the connection has to be closed, since the rest of the body would look like
//! the next request. A proxy that has other requests on that connection then answers 502 to them. So what is left of
//! a small body is read first.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::lock::lock;
use crate::web::Meters;

/// Where a body comes back to that nobody has read.
type Home = Arc<Mutex<Option<Body>>>;

/// A body that comes back when it is dropped, unless somebody began to read it.
struct Lent {
    body: Body,
    touched: bool,
    home: Home,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.touched = true;
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if !self.touched && !self.body.is_end_stream() {
            *lock(&self.home) = Some(std::mem::take(&mut self.body));
        }
    }
}

/// Reads the body of a request that was answered without it, as far as a body may go.
pub(crate) async fn read_unread(
    State((meters, most)): State<(Arc<Meters>, usize)>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let home = Home::default();
    let lent = Lent { body, touched: false, home: Arc::clone(&home) };
    let response = next.run(Request::from_parts(parts, Body::new(lent))).await;
    let left = lock(&home).take();
    if let Some(body) = left.filter(|body| body.size_hint().lower() <= most as u64) {
        // Whoever is too slow or sends too much loses the connection, and nothing else.
        let _ = tokio::time::timeout(meters.patience(), axum::body::to_bytes(body, most)).await;
    }
    response
}
