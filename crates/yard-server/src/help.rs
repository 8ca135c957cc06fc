//! Help that teaches: candidates, probabilities, and hints with their reasons.
//!
//! Everything is worked out from the view of the seat that asks.

use std::sync::Arc;

use serde::Serialize;
use yard_agents::Seed;
use yard_agents::belief::{Belief, MoveModel};
use yard_arena::{AgentSpec, MoveModelFile};
use yard_core::{
    Board, DetectiveMove, DetectiveText, DetectiveView, MrXMove, MrXView, PublicMrXMove,
    PublicStep, Station, StationSet, Step, Ticket,
};

/// A suggested move and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// Which detective; null for Mr X.
    pub(crate) by: Option<u8>,
    pub(crate) reason: String,
    /// Candidates that the detective reaches with the next ride, or that Mr X leaves open.
    pub(crate) covers: usize,
    /// All candidates.
    pub(crate) of: usize,
}

/// The numbers of a set.
pub(crate) fn numbers(stations: &StationSet) -> Vec<u8> {
    stations.iter().map(Station::number).collect()
}

/// The model of Mr X that the strongest detectives use.
fn model() -> Arc<MoveModel> {
    MoveModelFile::load("classic").unwrap_or_else(|_| Arc::new(MoveModel::UNIFORM))
}

/// How likely Mr X is where, most likely first.
pub(crate) fn belief(view: &DetectiveView) -> Vec<(u8, f64)> {
    let mut belief = Belief::default();
    belief.follow(view, &model());
    let share = |station: Station| {
        let share = f64::from(belief.of(station));
        (station.number(), (share * 1e5).round() / 1e5)
    };
    let mut shares: Vec<(u8, f64)> = view.candidates().iter().map(share).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    shares
}

/// The strongest agent with so much time.
fn best(ms: u32) -> Option<AgentSpec> {
    format!("best:ms={}", ms.max(1)).parse().ok()
}

/// What the strongest agent would do for the detectives.
pub(crate) fn hint_detectives(view: &DetectiveView, ms: u32) -> Option<Hint> {
    let mut agent = best(ms)?.detectives(view.rules()).ok()?;
    agent.begin();
    let mv = agent.choose(view, &mut Seed(1).stream("hint"));
    Some(explain_detective(view, mv))
}

/// What the strongest agent would do for Mr X.
pub(crate) fn hint_mr_x(view: &MrXView, ms: u32) -> Option<Hint> {
    let mut agent = best(ms)?.mr_x(view.rules()).ok()?;
    agent.begin();
    let mv = agent.choose(view, &mut Seed(1).stream("hint"));
    Some(explain_mr_x(view, mv))
}

/// Candidates that somebody on a station reaches with one ride, or stands on.
fn within_a_ride(board: &Board, from: Station, candidates: &StationSet) -> usize {
    let near = |to: &Station| board.detective_distance(from, *to).is_some_and(|rides| rides <= 1);
    candidates.iter().filter(near).count()
}

/// Mean number of rides to the candidates.
fn mean_distance(board: &Board, from: Station, candidates: &StationSet) -> f64 {
    let rides = |to: Station| f64::from(board.detective_distance(from, to).unwrap_or(20));
    let sum: f64 = candidates.iter().map(rides).sum();
    sum / candidates.len().max(1) as f64
}

/// Says what a detective's move does to the candidates.
pub(crate) fn explain_detective(view: &DetectiveView, mv: DetectiveMove) -> Hint {
    let (board, candidates) = (view.rules().board(), **view.candidates());
    let of = candidates.len();
    let text = DetectiveText::new(mv, view.rules().order()).to_string();
    let by = Some(mv.by().number());
    let DetectiveMove::Ride { by: id, step } = mv else {
        let reason = "no ride is possible".to_owned();
        return Hint { text, by, reason, covers: 0, of };
    };
    let covers = within_a_ride(board, step.to, &candidates);
    let mut parts = Vec::new();
    if candidates.contains(step.to) {
        let shares = belief(view);
        let share = shares.iter().find(|(station, _)| *station == step.to.number());
        let percent = share.map_or(0.0, |(_, share)| share * 100.0);
        parts.push(format!("catches Mr X if he is on {} ({percent:.0} %)", step.to));
    }
    if covers > 0 {
        parts.push(format!("covers {covers} of {of} candidates with the next ride"));
    } else if let Some(from) = view.table().detective(id) {
        let before = mean_distance(board, from, &candidates);
        let after = mean_distance(board, step.to, &candidates);
        if after < before {
            parts.push(format!(
                "comes nearer: {after:.1} rides to a candidate instead of {before:.1}"
            ));
        } else {
            parts.push(format!("keeps {after:.1} rides away for later"));
        }
    }
    parts.extend(closes(board, step.to, &candidates));
    Hint { text, by, reason: parts.join(", "), covers, of }
}

/// The fast line that somebody on a station keeps closed to Mr X.
fn closes(board: &Board, at: Station, candidates: &StationSet) -> Option<String> {
    let leads_here = |ticket: Ticket| {
        let open = |from: &Station| board.reach(*from, ticket).contains(at);
        candidates.iter().any(|from| open(&from))
    };
    let name = match () {
        () if leads_here(Ticket::Underground) => "underground",
        () if leads_here(Ticket::Bus) => "bus",
        () => return None,
    };
    Some(format!("keeps the {name} at {at} closed"))
}

/// What the detectives see of a move of Mr X.
fn public(view: &MrXView, mv: MrXMove) -> PublicMrXMove {
    let (rules, used) = (view.rules(), view.table().slots_used());
    let show = |step: Step, slot: u8| PublicStep {
        ticket: step.ticket,
        seen: rules.surfaces_after(slot).then_some(step.to),
    };
    match mv {
        MrXMove::Single(step) => PublicMrXMove::Single(show(step, used + 1)),
        MrXMove::Double(first, second) => {
            PublicMrXMove::Double(show(first, used + 1), show(second, used + 2))
        }
    }
}

/// Says what a move of Mr X leaves the detectives to know.
fn explain_mr_x(view: &MrXView, mv: MrXMove) -> Hint {
    let board = view.rules().board();
    let to = mv.target();
    let mut after = view.detective_view().clone();
    let told = after.mr_x_moved(public(view, mv), false).is_ok();
    let covers = if told { after.candidates().len() } else { 1 };
    let rides = |from: Station| board.detective_distance(from, to);
    let nearest = view.table().detectives().filter_map(rides).min();
    let mut parts = Vec::new();
    match covers {
        1 => parts.push(format!("he is seen on {to}")),
        _ => parts.push(format!("leaves the detectives {covers} stations to search")),
    }
    match nearest {
        Some(1) => parts.push("a detective is one ride away".to_owned()),
        Some(rides) => parts.push(format!("the nearest detective is {rides} rides away")),
        None => parts.push("no detective gets there".to_owned()),
    }
    let on = Ticket::ALL.iter().filter(|ticket| !board.reach(to, **ticket).is_empty());
    if on.count() > 2 {
        parts.push(format!("{to} has fast lines to go on"));
    }
    let of = board.stations().len();
    Hint { text: mv.to_string(), by: None, reason: parts.join(", "), covers, of }
}

/// Moves for all detectives who have still to move in this round, as if Mr X were never met.
pub(crate) fn plan(view: &DetectiveView, ms: u32) -> Vec<Hint> {
    let mut view = view.clone();
    let rounds = view.rules().detectives();
    let turns = view.table().turns_used();
    let mut hints = Vec::new();
    let Some(mut agent) =
        best(ms / u32::from(rounds.max(1))).and_then(|spec| spec.detectives(view.rules()).ok())
    else {
        return hints;
    };
    agent.begin();
    let mut rng = Seed(1).stream("hint");
    for _ in 0..rounds {
        if view.legal_moves().next().is_none() || view.table().turns_used() != turns {
            break;
        }
        let mv = agent.choose(&view, &mut rng);
        hints.push(explain_detective(&view, mv));
        // Where only the capture is left, the plan ends with it.
        if view.detective_moved(mv, None).is_err() {
            break;
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use yard_core::{Record, presets};

    use super::*;

    fn view(record: &str) -> DetectiveView {
        let record: Record = record.parse().unwrap();
        let rules = presets::rules(&record.rules).unwrap();
        record.replay_view(Arc::new(rules)).unwrap()
    }

    const THIRD: &str = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n\
                         1 T? | T15 T16 T37 T69 T105\n2 2K?T82 | T5 T15 T23 T52";

    #[test]
    fn beliefs_add_up_and_are_sorted() {
        let view = view("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T?");
        let shares = belief(&view);
        assert_eq!(shares.len(), view.candidates().len());
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 0.01, "{sum}");
        assert!(shares.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    }

    #[test]
    fn reasons_name_what_a_move_does() {
        let view = view(THIRD);
        assert_eq!(numbers(view.candidates()), [82]);
        let to = |text: &str| {
            let all = view.legal_moves();
            let order = view.rules().order();
            let mut found = all.filter(|mv| DetectiveText::new(*mv, order).to_string() == text);
            explain_detective(&view, found.next().unwrap())
        };
        let near = to("B72");
        assert_eq!(near.of, 1);
        let far = to("T106");
        assert_eq!((far.covers, far.of), (0, 1));
        assert!(far.reason.contains("rides"), "{}", far.reason);
        for mv in view.legal_moves() {
            assert!(!explain_detective(&view, mv).reason.is_empty());
        }
    }

    #[test]
    fn a_plan_has_a_move_for_each_who_has_still_to_move() {
        let all = view("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T?");
        let by: Vec<_> = plan(&all, 5).iter().map(|hint| hint.by).collect();
        assert_eq!(by, (1..=5).map(Some).collect::<Vec<_>>());
        assert_eq!(plan(&view(THIRD), 5).len(), 1);
    }
}
