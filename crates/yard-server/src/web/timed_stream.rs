//! A connection whose other end must read: an answer that nobody takes is not kept for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::door::DoorLine;

/// A stream that breaks when nothing could be written for some time, although there was something to write.
pub(super) struct TimedStream<S> {
    stream: S,
    patience: Duration,
    /// Runs while the other end does not read.
    waits: Option<Pin<Box<Sleep>>>,
    /// The door is told when the connection ends, also one that has become a web socket.
    _door: Option<DoorLine>,
}

impl<S> TimedStream<S> {
    pub(super) fn new(stream: S, patience: Duration, door: Option<DoorLine>) -> TimedStream<S> {
        TimedStream { stream, patience, waits: None, _door: door }
    }

    /// Passes on what a write said; one that waits too long fails.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let patience = self.patience;
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(patience)));
        match waits.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let written = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, written)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let written = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_may_be_slow_but_not_absent() {
        const PATIENCE: Duration = Duration::from_secs(30);
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = TimedStream::new(near, PATIENCE, None);
        let reads = tokio::spawn(async move {
            let mut some = [0; 100];
            for _ in 0..5 {
                tokio::time::sleep(PATIENCE * 2 / 3).await;
                far.read_exact(&mut some).await.unwrap();
            }
            far
        });
        // Five portions go through, however slowly; then nobody reads any more.
        assert!(near.write_all(&[7; 500]).await.is_ok());
        let _far = reads.await.unwrap();
        let error = near.write_all(&[7; 500]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
