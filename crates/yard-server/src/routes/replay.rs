//! Replays, piece by piece: a long game has hundreds of views, and each lists all before it. No more of it is in memory
//! than what the client is reading.

use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use yard_service::bodies::ReplayParams;
use yard_tabletop::{Replay, Viewpoint};

use super::App;
use super::extract::{Named, Params, Token, Work};
use super::records::finished;
use crate::error::ApiError;
use crate::web::Client;
use crate::work_pool::{Lane, WorkPool};

/// Views that are made at once.
const PIECE: usize = 16;

pub(super) async fn replay(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(params): Params<ReplayParams>,
    Work(client): Work,
) -> Result<Response, ApiError> {
    let replay = finished(&app, &id, &token, client).await?;
    let pieces =
        Pieces { replay, viewpoint: params.viewpoint(), pool: app.lobby.pool.clone(), client };
    // What is wrong shows in the first piece, when the status can still tell it.
    let first = pieces.piece(0).await?;
    let body = stream::unfold((pieces, 0, Some(first)), |(pieces, at, ready)| async move {
        if at >= pieces.replay.len() {
            return None;
        }
        let piece = match ready {
            Some(piece) => Ok(piece),
            // The list breaks off, and so does the connection: half of it must not look like the whole.
            None => pieces.piece(at).await.map_err(|error| io::Error::other(error.error)),
        };
        let next = if piece.is_ok() { at + PIECE } else { usize::MAX };
        Some((piece, (pieces, next, None)))
    });
    let headers = [(header::CONTENT_TYPE, "application/json")];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// Makes the pieces of a replay.
struct Pieces {
    replay: Arc<Replay>,
    viewpoint: Viewpoint,
    pool: WorkPool,
    client: Client,
}

impl Pieces {
    /// The piece that begins with a view, with what stands before and after it in the list.
    async fn piece(&self, from: usize) -> Result<Bytes, ApiError> {
        let (replay, viewpoint) = (Arc::clone(&self.replay), self.viewpoint);
        let work = move || {
            let to = (from + PIECE).min(replay.len());
            let mut text = Vec::from(if from == 0 { &b"{\"views\":["[..] } else { b"," });
            for (at, view) in replay.part(viewpoint, from..to)?.iter().enumerate() {
                if at > 0 {
                    text.push(b',');
                }
                serde_json::to_writer(&mut text, view)?;
            }
            if to == replay.len() {
                text.extend(b"]}");
            }
            Ok::<_, ApiError>(Bytes::from(text))
        };
        let place = self.pool.place_in_line(Lane::Study, self.client).await?;
        self.pool.work_at(Lane::Study, place, work).await?.value
    }
}
