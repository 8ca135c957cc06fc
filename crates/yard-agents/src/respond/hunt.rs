//! The detectives' response to a Mr X whose answers they can ask for.
//!
//! Partially observable Monte Carlo planning (Silver & Veness 2010): a station is drawn from the exact
//! posterior, the game is simulated down a tree of public histories, and Mr X's moves in it are those of the
//! copy, which is asked as if it stood where the simulation has it. Below the tree the copy goes on for some
//! rounds while the detectives chase him, and a cheap playout ends the game.

use std::sync::Arc;

use yard_core::{DetectiveMove, DetectiveView, Rules, Side, Turn};

use super::RespondConfig;
use super::hidden_model::HiddenModel;
use super::line::Line;
use super::posterior::Posterior;
use super::public_tree::{NodeId, PublicTree};
use crate::agent::{Agent, AgentError, Detectives};
use crate::pimbot::Rollouts;
use crate::rng::{FastRng, Rng};

/// Rounds below the tree in which the very agent moves.
const ROUNDS_BELOW: u32 = 3;
/// Of the questions that are left, the share kept for the posterior of later rounds.
const KEPT: f64 = 0.3;

/// Detectives who answer a certain Mr X.
pub(super) struct Hunt {
    model: HiddenModel,
    config: RespondConfig,
    posterior: Posterior,
    tree: PublicTree,
    /// The node of the last decision, and how many plies its log had.
    last: Option<(NodeId, usize)>,
    rollouts: Rollouts,
}

impl Hunt {
    pub(super) fn new(rules: &Arc<Rules>, model: HiddenModel, config: RespondConfig) -> Hunt {
        let (posterior, tree) = (Posterior::new(), PublicTree::default());
        Hunt { model, config, posterior, tree, last: None, rollouts: Rollouts::new(rules) }
    }

    /// The node of a view: below that of the last decision if it was visited, else a new one.
    fn root(&mut self, view: &DetectiveView) -> NodeId {
        let plies = view.log().plies();
        let known = self.last.take().and_then(|(node, from)| {
            let new = plies.get(from..)?;
            new.iter().try_fold(node, |node, ply| self.tree.after(node, ply))
        });
        known.unwrap_or_else(|| self.tree.plant())
    }

    /// One simulated game.
    fn simulate(
        &mut self,
        root: NodeId,
        view: &DetectiveView,
        most: u64,
        rng: &mut Rng,
    ) -> Option<()> {
        let station = self.posterior.draw(rng)?;
        let mut line = Line { state: view.assume(station), seen: view.clone() };
        let mut path: Vec<(NodeId, Option<usize>)> = Vec::new();
        let mut node = root;
        let value = loop {
            match line.state.turn() {
                Turn::Over(outcome) => {
                    break f64::from(u8::from(outcome.winner() == Side::Detectives));
                }
                Turn::Detective(_) | Turn::Team => {
                    if self.tree.is_fresh(node) && node != root {
                        path.push((node, None));
                        break self.below(line, most, rng);
                    }
                    let edge = self.tree.select(node, view.rules(), &line.state);
                    let mv = self.tree.mv(node, edge)?;
                    path.push((node, Some(edge)));
                    line.play_detective(mv).ok()?;
                    node = self.tree.below(node, edge);
                }
                Turn::MrX => {
                    path.push((node, None));
                    let Some(mv) = self.model.sample(&line.mr_x_view(), most, rng) else {
                        break self.below(line, most, rng);
                    };
                    let Ok(shown) = line.play_mr_x(mv) else { break 1.0 };
                    node = self.tree.show(node, shown);
                }
            }
        };
        self.tree.back_propagate(&path, value);
        Some(())
    }

    /// What a position below the tree is worth: the copy moves for some rounds and the detectives chase it;
    /// the rest is a playout.
    fn below(&mut self, mut line: Line, most: u64, rng: &mut Rng) -> f64 {
        let mut chance: FastRng = rng.fork();
        let mut rounds = 0;
        loop {
            match line.state.turn() {
                Turn::Over(outcome) => {
                    return f64::from(u8::from(outcome.winner() == Side::Detectives));
                }
                Turn::MrX if rounds < ROUNDS_BELOW => {
                    rounds += 1;
                    let Some(mv) = self.model.sample(&line.mr_x_view(), most, rng) else { break };
                    if line.play_mr_x(mv).is_err() {
                        return 1.0;
                    }
                }
                Turn::MrX => break,
                Turn::Detective(_) | Turn::Team => {
                    let mv = self.rollouts.chase(line.seen.rules(), &line.state, &mut chance);
                    let played = mv.map(|mv| line.play_detective(mv));
                    if !matches!(played, Some(Ok(()))) {
                        break;
                    }
                }
            }
        }
        let candidates = *line.seen.candidates();
        let rules = line.seen.rules();
        let end = self.rollouts.play_out(rules, line.state, candidates, &mut chance);
        f64::from(u8::from(end.is_some_and(|end| end.winner() == Side::Detectives)))
    }

    /// The total up to which questions may be asked for this decision.
    fn allowance(&self, view: &DetectiveView) -> u64 {
        let asked = self.model.questions();
        let left = self.config.questions.saturating_sub(asked);
        let rounds = u64::from(view.public().rounds_left(view.rules())) + 1;
        let plies = rounds * u64::from(view.rules().detectives());
        let share = (1.0 - KEPT) * 2.0 * left as f64 / plies as f64;
        asked + (share as u64).clamp(left.min(1), left)
    }
}

impl Agent<Detectives> for Hunt {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        self.posterior.follow(view, &mut self.model, self.config.questions, rng);
        let root = self.root(view);
        let most = self.allowance(view);
        let mut legal = view.legal_moves();
        let first = legal.next();
        let is_forced = legal.next().is_none();
        drop(legal);
        if !is_forced {
            for _ in 0..self.config.playouts {
                if self.simulate(root, view, most, rng).is_none() {
                    break;
                }
            }
        }
        self.last = Some((root, view.log().plies().len()));
        let best = self.tree.best(root).filter(|_| !is_forced).or(first);
        best.ok_or_else(|| AgentError::NoAnswer("there is no move".to_owned()))
    }

    fn begin(&mut self) {
        self.model.begin();
        self.posterior.clear();
        self.tree.plant();
        self.last = None;
    }
}
