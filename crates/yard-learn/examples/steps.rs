//! Times one training step of each published network, one thread: `research/benches/README.md`.

use std::time::Instant;

use yard_agents::{Rng, Seed};
use yard_core::Draw;
use yard_learn::net::{Adam, Architecture, Init, Loss, Network, Rows, Trainer};

/// Name, inputs, hidden layers and outputs of a network; its batch; how many inputs of a row are not 0.
type Case = (&'static str, usize, &'static [usize], usize, usize, usize);

const CASES: [Case; 6] = [
    ("hrklova-x", 50, &[100, 50], 4, 512, 3),
    ("hrklova-detectives", 50, &[100, 100], 4, 512, 18),
    ("hrklova-6.2-four", 50, &[100, 100, 100, 50], 4, 512, 3),
    ("dash-1 mr-x", 1415, &[708, 708, 354, 354], 1, 64, 27),
    ("dash-3 detectives", 1432, &[716, 716, 358, 358], 1, 64, 29),
    ("dash-5 detective", 1427, &[714, 714, 714, 714, 357, 357, 179, 179], 1, 32, 28),
];

fn some_rows(inputs: usize, batch: usize, entries: usize, rng: &mut Rng) -> Rows {
    let mut rows = Rows::default();
    for _ in 0..batch {
        let row: Vec<(u32, f32)> = (0..entries).map(|_| (rng.below(inputs as u32), 1.0)).collect();
        rows.push(row);
    }
    rows
}

#[expect(clippy::disallowed_methods, reason = "it measures time")]
fn main() {
    for (name, inputs, hidden, outputs, batch, entries) in CASES {
        let mut rng = Seed(1).stream("bench");
        let Ok(shape) = Architecture::dense(inputs, hidden, outputs) else { continue };
        let mut network = Network::random(shape.clone(), Init::He, &mut rng);
        let mut trainer = Trainer::new(&shape, batch);
        let mut adam = Adam::new(shape.parameters(), 0.001);
        let rows = some_rows(inputs, batch, entries, &mut rng);
        let mut slopes = vec![0.0; batch * outputs];
        let mut best = f64::INFINITY;
        for _ in 0..100 {
            let begin = Instant::now();
            let values = trainer.forward(&network, &rows);
            for (row, slope) in slopes.chunks_exact_mut(outputs).enumerate() {
                slope[0] = Loss::Huber.of(values[row * outputs] - 1.0).1 / batch as f32;
            }
            let found = trainer.backward(&network, &rows, &slopes);
            adam.step(network.parameters_mut(), found);
            best = best.min(begin.elapsed().as_secs_f64());
        }
        println!("{name:20} batch {batch:4} {:9.3} ms", best * 1000.0);
    }
}
