//! Trains the leaves of `resolve` on records of games: `train_leaf RULES FOLDER EPOCHS > leaf.txt`.
//!
//! Every position of a game is one example for the station on which Mr X really was, and the end of the game is
//! what is learned. A tenth of the games is kept back; the loss on them is printed after each epoch.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{Record, Side};
use yard_solve::{FEATURES, Features, LeafNet};

/// Positions: what is seen of each, and whether Mr X escaped in the end.
type Examples = Vec<([f32; FEATURES], bool)>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: train_leaf RULES FOLDER EPOCHS");
    let rules = Arc::new(yard_core::presets::rules(&next()?)?);
    let (folder, epochs): (String, u32) = (next()?, next()?.parse()?);
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .map(|file| file.map(|file| file.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let (mut train, mut test): (Examples, Examples) = (Vec::new(), Vec::new());
    for (number, file) in files.iter().enumerate() {
        let Ok(record) = std::fs::read_to_string(file)?.parse::<Record>() else { continue };
        let mut seen = Vec::new();
        let end = record.replay_each(Arc::clone(&rules), |game, _| {
            if game.outcome().is_none() {
                let view = game.detective_view();
                let features = Features::new(&rules, view.public(), view.candidates());
                seen.push(features.of(game.state().mr_x()));
            }
        })?;
        let escaped = end.outcome().is_some_and(|outcome| outcome.winner() == Side::MrX);
        let examples = if number % 10 == 9 { &mut test } else { &mut train };
        examples.extend(seen.into_iter().map(|features| (features, escaped)));
    }
    eprintln!("{} games, {} positions, {} kept back", files.len(), train.len(), test.len());
    let mut rng = Seed(1).stream("leaf");
    let mut net = LeafNet::new(|| rng.unit());
    for epoch in 0..epochs {
        let rate = 0.01 / (1.0 + epoch as f32);
        let mut loss = 0.0;
        for at in (1..train.len()).rev() {
            train.swap(at, (rng.bits() % (at as u64 + 1)) as usize);
        }
        for (features, escaped) in &train {
            loss += f64::from(net.learn(features, *escaped, rate));
        }
        let kept: f64 = test
            .iter()
            .map(|(features, escaped)| {
                let p = net.escape(features);
                -f64::from(if *escaped { p } else { 1.0 - p }.max(1e-6)).ln()
            })
            .sum();
        eprintln!(
            "epoch {epoch}: loss {:.4}, on games kept back {:.4}",
            loss / train.len() as f64,
            kept / test.len() as f64
        );
    }
    print!("{}", net.to_text());
    Ok(())
}
