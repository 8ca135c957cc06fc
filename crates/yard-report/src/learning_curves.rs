//! How fast forms of a training learn, over their seeds.

use yard_learn::LearningCurve;
use yard_plot::{Caption, Curve, Estimate, EstimateCurves};

use crate::NamedPlot;

/// The trainings of each form, in the order in which forms come first.
pub fn by_form(curves: &[LearningCurve]) -> Vec<(&str, Vec<&LearningCurve>)> {
    let mut forms: Vec<(&str, Vec<&LearningCurve>)> = Vec::new();
    for curve in curves {
        match forms.iter_mut().find(|(form, _)| *form == curve.form) {
            Some((_, known)) => known.push(curve),
            None => forms.push((&curve.form, vec![curve])),
        }
    }
    forms
}

/// The mean share of each form's tests over the games, with the lowest and the highest of its trainings.
pub fn learning_plot(curves: &[LearningCurve], share: f64) -> NamedPlot {
    let curves: Vec<Curve<Estimate>> = by_form(curves).iter().map(of_form).collect();
    let meaning = "share of the test games that the learner won, per cent";
    let band = "mean of the trainings of each form; the bars and bands reach from the lowest to the highest of them";
    let sought = format!("the line that counts is {:.0} %", 100.0 * share);
    let caption = Caption::new("What trainings learn, by games", &[meaning, band, &sought]);
    let x_title = "games learned from".to_owned();
    ("learning".to_owned(), EstimateCurves { caption, x_title, curves }.plot())
}

fn of_form((form, trainings): &(&str, Vec<&LearningCurve>)) -> Curve<Estimate> {
    let first = trainings.first().map_or(&[][..], |curve| curve.tests.as_slice());
    let point = |(games, _): &(u64, f64)| {
        let shares = trainings.iter().filter_map(|curve| {
            curve.tests.iter().find(|(at, _)| at == games).map(|(_, share)| *share)
        });
        let shares: Vec<f64> = shares.collect();
        // A point that some training lacks would be the mean of others.
        (shares.len() == trainings.len()).then(|| {
            let value = shares.iter().sum::<f64>() / shares.len() as f64;
            let low = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let high = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (*games as f64, Estimate { value, interval: [low, high] })
        })
    };
    Curve { name: (*form).to_owned(), points: first.iter().filter_map(point).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_drawn_with_their_spread() {
        let curve = |seed: u64, share: f64| LearningCurve {
            form: "team".to_owned(),
            seed,
            tests: vec![(100, share), (200, share)],
        };
        let curves = [curve(1, 0.3), curve(2, 0.5)];
        assert_eq!(by_form(&curves).len(), 1);
        let points = of_form(&by_form(&curves)[0]).points;
        assert_eq!(points.len(), 2);
        assert_eq!(points[0].1, Estimate { value: 0.4, interval: [0.3, 0.5] });
        assert!(learning_plot(&curves, 0.5).1.svg().contains("team"));
    }
}
