//! How a training went, as plots.

use yard_arena::{Phase, PublishedTable};
use yard_learn::{Metrics, MetricsRow, Training};

use crate::capture_plots::NamedPlot;
use yard_plot::{Caption, Plot, SideBySide, grouped};

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
    vec![
        ("rates".to_owned(), plot("games won while it learned", "share of games", &rates)),
        ("loss".to_owned(), plot("loss", "mean of the updates", &loss)),
        ("performance".to_owned(), performance_plot(name, training)),
    ]
}

/// Games that the detectives won minus those that Mr X won, over games (Dash et al. 2018, equation 9).
pub(crate) fn performance_plot(name: &str, training: &dyn Training) -> Plot {
    let mut curves = vec![("training".to_owned(), performance_points(training.metrics()))];
    if let Some(tests) = training.test_metrics().filter(|tests| !tests.rows().is_empty()) {
        curves.push(("testing".to_owned(), performance_points(tests)));
    }
    let label = "games won by the detectives minus those won by Mr X";
    Plot::curves(Caption { title: &format!("{name}: performance"), note: "" }, label, &curves)
}

fn points(metrics: &Metrics, of: impl Fn(&MetricsRow) -> Option<f64>) -> Vec<(f64, f64)> {
    metrics.rows().iter().filter_map(|row| Some((row.games as f64, of(row)?))).collect()
}

fn performance_points(metrics: &Metrics) -> Vec<(f64, f64)> {
    points(metrics, |row| Some(row.performance as f64))
}

/// The performance curve of a training with published phases (Dash et al. 2018, equation 9, figures 5
/// to 11).
pub fn phase_plot(
    table: &PublishedTable,
    preset: &str,
    training: &dyn Training,
) -> Option<NamedPlot> {
    table.phases.iter().find(|phases| phases.preset == preset)?;
    Some((format!("{preset}-performance"), performance_plot(preset, training)))
}

/// All phases side by side (Dash et al. 2018, figure 12); `None` without any.
pub fn phases_plot(phases: &[Phase]) -> Option<NamedPlot> {
    let most = phases.iter().map(|phase| phase.ours.iter().sum()).max()?;
    let row = |phase: &Phase| SideBySide {
        name: format!("{}, {}", phase.preset, phase.phase),
        published: Some(Phase::share(phase.published)),
        ours: Phase::share(phase.ours),
    };
    let rows: Vec<SideBySide> = phases.iter().map(row).collect();
    let note = format!(
        "the figure has wins minus losses for each game, which is twice this share minus 1; at most {} \
         games of ours in a phase",
        grouped(most)
    );
    let caption = Caption { title: "Dash et al. 2018, figure 12: both phases", note: &note };
    Some(("dash-figure-12".to_owned(), Plot::side_by_side(caption, &rows)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_drawn_beside_the_published_ones() {
        let phase = Phase {
            preset: "dash-1".to_owned(),
            phase: "testing",
            published: [10_906, 14_095],
            ours: [30, 70],
        };
        let (name, plot) = phases_plot(&[phase]).unwrap();
        assert_eq!(name, "dash-figure-12");
        assert!(plot.svg().contains("dash-1, testing"));
        assert_eq!(phases_plot(&[]), None);
    }
}
