//! Values of solved games.

use yard_plot::{Caption, Curve, Estimate, EstimateCurves, Plot};

/// Values of solved games over their length in rounds, each with its lower and upper bound.
pub fn value_over_rounds(title: &str, note: &str, curves: &[Curve<[f64; 2]>]) -> Plot {
    let middle =
        |interval: [f64; 2]| Estimate { value: 0.5 * (interval[0] + interval[1]), interval };
    let curve = |Curve { name, points }: &Curve<[f64; 2]>| Curve {
        name: name.clone(),
        points: points.iter().map(|&(rounds, bounds)| (rounds, middle(bounds))).collect(),
    };
    let meaning = "How often the detectives win when both sides play perfectly";
    EstimateCurves {
        caption: Caption::new(title, &[meaning, note]),
        x_title: "rounds".to_owned(),
        curves: curves.iter().map(curve).collect(),
    }
    .plot()
}
