//! How a training went, as plots.

use yard_learn::{Metrics, MetricsRow, Training};

use crate::capture_plots::NamedPlot;
use crate::plots::{Caption, Plot};

/// Win rates, loss and performance over games; empty before the first row.
pub fn training_plots(name: &str, training: &dyn Training) -> Vec<NamedPlot> {
    let metrics = training.metrics();
    if metrics.rows().is_empty() {
        return Vec::new();
    }
    let plot = |title: &str, label: &str, curves: &[(String, Vec<(f64, f64)>)]| {
        Plot::curves(Caption { title: &format!("{name}: {title}"), note: "" }, label, curves)
    };
    let rates = [
        ("won by the detectives".to_owned(), points(metrics, |row| Some(row.detective_rate))),
        ("random moves (ε)".to_owned(), points(metrics, |row| Some(row.epsilon))),
        ("test: won by the learner".to_owned(), points(metrics, |row| row.gate)),
    ];
    let rates: Vec<_> = rates.into_iter().filter(|(_, points)| !points.is_empty()).collect();
    let loss = [("loss".to_owned(), points(metrics, |row| row.loss))];
    let mut performance = vec![("training".to_owned(), performance_points(metrics))];
    if let Some(tests) = training.test_metrics().filter(|tests| !tests.rows().is_empty()) {
        performance.push(("testing".to_owned(), performance_points(tests)));
    }
    vec![
        ("rates".to_owned(), plot("games won while it learned", "share of games", &rates)),
        ("loss".to_owned(), plot("loss", "mean of the updates", &loss)),
        (
            "performance".to_owned(),
            plot(
                "performance",
                "games won by the detectives minus those won by Mr X",
                &performance,
            ),
        ),
    ]
}

fn points(metrics: &Metrics, of: impl Fn(&MetricsRow) -> Option<f64>) -> Vec<(f64, f64)> {
    metrics.rows().iter().filter_map(|row| Some((row.games as f64, of(row)?))).collect()
}

fn performance_points(metrics: &Metrics) -> Vec<(f64, f64)> {
    points(metrics, |row| Some(row.performance as f64))
}
