//! The fixed work of `bench_playouts` as a native program: `playouts SPEC MOVES` prints a checksum and the seconds.
//! `scripts/site-speed` compares it with the same work in WebAssembly.

use std::process::ExitCode;
use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "it measures")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [spec, moves] = &args[..] else {
        eprintln!("error: usage: playouts SPEC MOVES");
        return ExitCode::from(2);
    };
    let Ok(moves) = moves.parse() else {
        eprintln!("error: {moves} is no number of moves");
        return ExitCode::from(2);
    };
    // Warmed up, as the other side is.
    let begun = yard_local::bench_playouts(spec, 1).map(|_| Instant::now());
    let done = begun.and_then(|begun| Ok((yard_local::bench_playouts(spec, moves)?, begun)));
    match done {
        Ok((sum, begun)) => {
            println!("{} {}", sum % (1 << 52), begun.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(2)
        }
    }
}
