#![expect(missing_docs, clippy::disallowed_methods)]
use std::sync::Arc;
use std::time::Instant;
use yard_agents::*;
use yard_core::*;
fn main() {
    for name in std::env::args().skip(1) {
        let rules = Arc::new(presets::rules(&name).unwrap());
        let mut s = Seed(1).stream("x");
        let mut f = s.fork();
        let n: u32 = std::env::var("N").map_or(300_000, |v| v.parse().unwrap());
        let t = Instant::now();
        let mut plies = 0u64;
        let mut det = 0u32;
        let deals: Vec<State> = (0..1024)
            .map(|_| State::new(&rules, &rules.deal(&mut s)))
            .collect();
        for i in 0..n {
            let p = random_playout(&rules, deals[i as usize & 1023], &mut f);
            plies += p.plies as u64;
            det += (p.outcome.winner() == Winner::Detectives) as u32;
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{name} {:.0}/s {:.1} ns/ply plies {:.1} det {:.4}",
            n as f64 / e,
            e * 1e9 / plies as f64,
            plies as f64 / n as f64,
            det as f64 / n as f64
        );
        let n = if std::env::var("N").is_ok() {
            0
        } else {
            100_000u64
        };
        let t = Instant::now();
        let mut det = 0;
        for i in 0..n {
            let m = referee(
                &rules,
                Seed(7).of_match(i),
                &mut RandomAgent,
                &mut RandomAgent,
            )
            .unwrap();
            det += (m.outcome().unwrap().winner() == Winner::Detectives) as u32;
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "   api {:.0}/s det {:.4} size {}",
            n as f64 / e,
            det as f64 / n as f64,
            std::mem::size_of::<State>()
        );
    }
}
