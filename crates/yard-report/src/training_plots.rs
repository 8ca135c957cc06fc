//! How a training went, as plots.

use yard_arena::{Phase, PublishedTable, TableTraining};
use yard_learn::{Metrics, MetricsRow, Training};
use yard_plot::{Caption, Curve, Curves, Plot, grouped};

use crate::NamedPlot;
use crate::shares::{beside_published, compared};

/// Win rates, loss and performance over games; empty before the first row.
pub fn training_plots(name: &str, training: &dyn Training) -> Vec<NamedPlot> {
    let metrics = training.metrics();
    if metrics.rows().is_empty() {
        return Vec::new();
    }
    let rates = [
        curve("won by the detectives", metrics, |row| Some(row.detective_rate)),
        curve("random moves (ε)", metrics, |row| Some(row.epsilon)),
        curve("test: won by the learner", metrics, |row| row.gate),
    ];
    let rates = rates.into_iter().filter(|curve| !curve.points.is_empty()).collect();
    let loss = vec![curve("loss", metrics, |row| row.loss)];
    let title = |what: &str| format!("{name}: {what}");
    vec![
        (
            "rates".to_owned(),
            over_games(&title("games won while it learned"), "share of games", rates),
        ),
        ("loss".to_owned(), over_games(&title("loss"), "mean of the updates", loss)),
        ("performance".to_owned(), performance_plot(name, training)),
    ]
}

fn over_games(title: &str, meaning: &str, curves: Vec<Curve<f64>>) -> Plot {
    let caption = Caption::new(title, &[meaning]);
    Curves { caption, x_title: "games".to_owned(), curves }.plot()
}

fn curve(name: &str, metrics: &Metrics, number: impl Fn(&MetricsRow) -> Option<f64>) -> Curve<f64> {
    let point = |row: &MetricsRow| Some((row.games as f64, number(row)?));
    Curve { name: name.to_owned(), points: metrics.rows().iter().filter_map(point).collect() }
}

/// Games that the detectives won minus those that Mr X won, over games (Dash et al. 2018, equation 9).
fn performance_plot(name: &str, training: &dyn Training) -> Plot {
    let performance = |row: &MetricsRow| Some(row.performance as f64);
    let mut curves = vec![curve("training", training.metrics(), performance)];
    if let Some(tests) = training.test_metrics().filter(|tests| !tests.rows().is_empty()) {
        curves.push(curve("testing", tests, performance));
    }
    let meaning = "games won by the detectives minus those won by Mr X";
    over_games(&format!("{name}: performance"), meaning, curves)
}

/// The performance curve of a training with published phases (Dash et al. 2018, equation 9, figures 5
/// to 11).
pub fn phase_plot(
    table: &PublishedTable,
    wanted: &TableTraining,
    training: &dyn Training,
) -> Option<NamedPlot> {
    table.phases.iter().find(|phases| phases.preset == wanted.preset)?;
    let title = wanted.title();
    Some((format!("{title}-performance"), performance_plot(&title, training)))
}

/// All phases side by side (Dash et al. 2018, figure 12); `None` without any.
pub fn phases_plot(phases: &[Phase]) -> Option<NamedPlot> {
    let most = phases.iter().map(|phase| phase.ours.iter().sum()).max()?;
    let row = |phase: &Phase| {
        let name = format!("{}, {}", phase.preset, phase.phase);
        compared(name, Some(Phase::share(phase.published)), Phase::share(phase.ours))
    };
    let rows = phases.iter().map(row).collect();
    let note = format!(
        "the figure has wins minus losses for each game, which is twice this share minus 1; at most {} \
         games of ours in a phase",
        grouped(most)
    );
    let title = "Dash et al. 2018, figure 12: both phases";
    Some(("dash-figure-12".to_owned(), beside_published(title, &note, rows)))
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
