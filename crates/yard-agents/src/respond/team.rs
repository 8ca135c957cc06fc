//! Mr X's response to detectives whose answers he can ask for.
//!
//! A tree of his own moves (PUCT; Rosin 2011). Where a move has been tried, the answers that were drawn hang
//! below it; more of them are drawn as its visits grow (progressive widening, Couëtoux et al. 2011). A position
//! that is not searched further is judged by a small search of `pimbot`, which also says which moves to try
//! first. Detectives who have never answered in two ways are taken to be pure: against them one line that
//! survives is enough, so every simulation goes on to the end of the game.

use yard_core::{Draw as _, Move, MrXMove, MrXView, Side};

use super::RespondConfig;
use super::line::Line;
use super::team_model::{Reply, TeamModel};
use crate::agent::{Agent, AgentError, MrX};
use crate::budget::Budget;
use crate::pimbot::{PimBot, PimBotConfig, Replies, SeekerPolicy};
use crate::rng::{Rng, Seed};

/// How much a prior counts against results.
const EXPLORATION: f64 = 1.5;
/// The share of the prior that is the same for all moves.
const EVEN_SHARE: f64 = 0.3;
/// A move that was tried n times may have this power of n different answers.
const WIDENING: f64 = 0.6;
/// And twice this power of n answers are drawn at most, since few different ones are soon known.
const DRAWS: f64 = 0.75;
/// Second answers to one move that must all have been like the first before the detectives count as pure.
const PURE_AFTER: u32 = 12;

type NodeId = usize;

/// Where an answer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The game is over; whether Mr X has won.
    Over(bool),
    Node(NodeId),
}

/// An answer of the detectives that was drawn.
#[derive(Debug)]
struct Answer {
    reply: Reply,
    place: Place,
    times: u32,
}

/// A move of Mr X at a node.
#[derive(Debug)]
struct Edge {
    mv: MrXMove,
    prior: f64,
    visits: u32,
    answers: Vec<Answer>,
}

/// A position with Mr X to move.
#[derive(Debug)]
struct Node {
    line: Line,
    /// What the small search thinks; `None` when it had no choice.
    judged: Option<f64>,
    /// What is thought of it now.
    value: f64,
    visits: u32,
    edges: Vec<Edge>,
    /// Against pure detectives: whether it is won or lost for sure.
    solved: Option<bool>,
}

/// Mr X who answers certain detectives.
pub(super) struct TeamResponse {
    model: TeamModel,
    config: RespondConfig,
    judge: PimBot,
    nodes: Vec<Node>,
    /// Where the last decision was made, and which edge was taken.
    last: Option<(NodeId, usize)>,
    /// Second answers that were drawn, and how many of them differed from the first.
    seconds: u32,
    differing: u32,
}

impl TeamResponse {
    pub(super) fn new(model: TeamModel, config: RespondConfig) -> TeamResponse {
        let settings = PimBotConfig {
            budget: Budget::Playouts(config.leaf),
            replies: Replies::Policy,
            seekers: SeekerPolicy::Guess,
            ..PimBotConfig::default()
        };
        let judge =
            PimBot::new(settings, std::sync::Arc::new(crate::pimbot::LocationTables::EMPTY));
        let nodes = Vec::new();
        TeamResponse { model, config, judge, nodes, last: None, seconds: 0, differing: 0 }
    }

    fn is_pure(&self) -> bool {
        self.seconds >= PURE_AFTER && self.differing == 0
    }

    /// The node of a view: below the last decision, if that answer was foreseen, else a new one.
    fn root(&mut self, view: &MrXView, rng: &mut Rng) -> NodeId {
        let plies = view.log().plies();
        let foreseen = self.last.take().and_then(|(node, edge)| {
            let answers = self.nodes[node].edges[edge].answers.iter();
            answers
                .filter_map(|answer| match answer.place {
                    Place::Node(child) => Some(child),
                    Place::Over(_) => None,
                })
                .find(|child| self.nodes[*child].line.seen.log().plies() == plies)
        });
        match foreseen {
            Some(node) => node,
            None => {
                self.nodes.clear();
                self.add(Line::of_mr_x(view), rng)
            }
        }
    }

    /// Adds a node, judged by a small search.
    fn add(&mut self, line: Line, rng: &mut Rng) -> NodeId {
        let view = line.mr_x_view();
        let moves: Vec<MrXMove> = view.legal_moves().collect();
        let mut weights = vec![0.0; moves.len()];
        let mut judged = None;
        let chosen = Agent::<MrX>::choose(&mut self.judge, &view, rng);
        let found = Agent::<MrX>::root_moves(&self.judge);
        for one in &found {
            if let Move::MrX(mv) = one.mv
                && let Ok(at) = moves.binary_search(&mv)
            {
                weights[at] = f64::from(one.visits);
            }
        }
        if let Some(report) = Agent::<MrX>::root_report(&self.judge) {
            judged = Some(report.value.clamp(0.0, 1.0));
        } else if let Ok(at) = chosen.map(|mv| moves.binary_search(&mv).unwrap_or(0)) {
            weights[at] = 1.0;
        }
        let all: f64 = weights.iter().sum();
        let even = EVEN_SHARE / moves.len() as f64;
        let prior = |weight: f64| even + (1.0 - EVEN_SHARE) * weight / all.max(1e-9);
        let edges = moves.into_iter().zip(weights).map(|(mv, weight)| Edge {
            mv,
            prior: prior(weight),
            visits: 0,
            answers: Vec::new(),
        });
        let edges = edges.collect();
        let value = judged.unwrap_or(0.5);
        self.nodes.push(Node { line, judged, value, visits: 0, edges, solved: None });
        self.nodes.len() - 1
    }

    /// Whether an answer is known to win or to lose.
    fn solved(&self, place: Place) -> Option<bool> {
        match place {
            Place::Over(won) => Some(won),
            Place::Node(node) => self.nodes[node].solved,
        }
    }

    /// Against pure detectives: what is known of a move.
    fn edge_solved(&self, edge: &Edge) -> Option<bool> {
        edge.answers.first().and_then(|answer| self.solved(answer.place))
    }

    /// What a move is worth by the answers that were drawn.
    fn mean(&self, edge: &Edge) -> Option<f64> {
        let value = |answer: &Answer| match answer.place {
            Place::Over(won) => f64::from(u8::from(won)),
            Place::Node(node) => self.nodes[node].value,
        };
        let times: u32 = edge.answers.iter().map(|answer| answer.times).sum();
        let sum: f64 =
            edge.answers.iter().map(|answer| f64::from(answer.times) * value(answer)).sum();
        (times > 0).then(|| sum / f64::from(times))
    }

    /// What a node is worth: a mean over its moves that favours those with many visits, which are the best ones.
    fn weigh(&self, node: NodeId) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for edge in &self.nodes[node].edges {
            if let Some(mean) = self.mean(edge) {
                let weight = f64::from(edge.visits) * f64::from(edge.visits);
                sum += weight * mean;
                all += weight;
            }
        }
        if all > 0.0 { sum / all } else { self.nodes[node].value }
    }

    /// The move to try next at a node.
    fn select(&self, node: NodeId) -> usize {
        let Node { value, visits, edges, .. } = &self.nodes[node];
        let pure = self.is_pure();
        let root = f64::from((*visits).max(1)).sqrt();
        let score = |edge: &Edge| {
            if pure && self.edge_solved(edge) == Some(false) {
                return f64::NEG_INFINITY;
            }
            let mean = self.mean(edge).unwrap_or(*value);
            mean + EXPLORATION * edge.prior * root / f64::from(1 + edge.visits)
        };
        let best = (0..edges.len()).max_by(|a, b| {
            // The first of equals: `max_by` would give the last.
            score(&edges[*a]).total_cmp(&score(&edges[*b])).then(b.cmp(a))
        });
        best.unwrap_or(0)
    }

    /// An answer to a move: one that is known, or a new one. Also tells whether it leads to a new node; `None`
    /// when no question may be asked.
    fn answer(
        &mut self,
        node: NodeId,
        edge: usize,
        most: u64,
        rng: &mut Rng,
    ) -> Option<(Place, bool)> {
        let known = &self.nodes[node].edges[edge];
        let drawn: u32 = known.answers.iter().map(|answer| answer.times).sum();
        let enough = match self.is_pure() {
            true => drawn >= 1,
            // Few different answers are soon known, and cost questions only.
            false => {
                let different = libm::pow(f64::from(known.visits + 1), WIDENING).ceil();
                known.answers.len() as f64 >= different
                    || f64::from(drawn) >= 2.0 * libm::pow(f64::from(known.visits + 1), DRAWS)
            }
        };
        if enough || (self.model.questions() >= most && drawn > 0) {
            let mut left = rng.below(drawn);
            for answer in &known.answers {
                if left < answer.times {
                    return Some((answer.place, false));
                }
                left -= answer.times;
            }
        }
        if self.model.questions() >= most {
            return None;
        }
        Some(self.draw(node, edge, drawn, rng))
    }

    /// Asks the detectives, with a stream that is drawn for it.
    fn draw(&mut self, node: NodeId, edge: usize, drawn: u32, rng: &mut Rng) -> (Place, bool) {
        let mut line = self.nodes[node].line.clone();
        let mv = self.nodes[node].edges[edge].mv;
        let mut stream = Seed(rng.bits()).stream("asked");
        let played = line.play_mr_x(mv);
        debug_assert!(played.is_ok(), "the edges are legal moves");
        // Whoever fails has lost.
        let fouled = self.model.reply(&mut line, &mut stream);
        let lost = fouled.is_none();
        let reply = fouled.unwrap_or_default();
        let answers = &mut self.nodes[node].edges[edge].answers;
        let same = answers.iter_mut().find(|answer| answer.reply == reply);
        if drawn == 1 {
            self.seconds += 1;
            self.differing += u32::from(same.is_none());
        }
        if let Some(answer) = same {
            answer.times += 1;
            return (answer.place, false);
        }
        let (place, fresh) = match line.winner() {
            _ if lost => (Place::Over(true), false),
            Some(winner) => (Place::Over(winner == Side::MrX), false),
            None => (Place::Node(self.add(line, rng)), true),
        };
        self.nodes[node].edges[edge].answers.push(Answer { reply, place, times: 1 });
        (place, fresh)
    }

    /// One simulated game from a node; questions may be asked up to a total.
    fn simulate(&mut self, root: NodeId, most: u64, rng: &mut Rng) {
        let mut path: Vec<(NodeId, usize)> = Vec::new();
        let mut node = root;
        loop {
            let edge = self.select(node);
            let Some((place, fresh)) = self.answer(node, edge, most, rng) else { break };
            path.push((node, edge));
            let Place::Node(child) = place else { break };
            if fresh && !self.is_pure() && self.nodes[child].judged.is_some() {
                break;
            }
            node = child;
        }
        let pure = self.is_pure();
        for (node, edge) in path.into_iter().rev() {
            let at = &mut self.nodes[node];
            at.visits += 1;
            at.edges[edge].visits += 1;
            self.nodes[node].value = self.weigh(node);
            if pure {
                self.settle(node);
            }
        }
    }

    /// Notes whether a node is won or lost for sure against pure detectives.
    fn settle(&mut self, node: NodeId) {
        let edges = &self.nodes[node].edges;
        let known = || edges.iter().map(|edge| self.edge_solved(edge));
        let solved = if known().any(|won| won == Some(true)) {
            Some(true)
        } else if known().all(|won| won == Some(false)) {
            Some(false)
        } else {
            None
        };
        self.nodes[node].solved = solved;
    }

    /// The move to play: one that wins for sure, else the best of those that were tried often.
    fn best(&self, node: NodeId) -> usize {
        let edges = &self.nodes[node].edges;
        if self.is_pure()
            && let Some(won) = edges.iter().position(|edge| self.edge_solved(edge) == Some(true))
        {
            return won;
        }
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let rank = |at: usize| match self.mean(&edges[at]) {
            Some(mean) if 2 * edges[at].visits >= most => 1.0 + mean,
            Some(_) | None => edges[at].prior,
        };
        (0..edges.len()).max_by(|a, b| rank(*a).total_cmp(&rank(*b)).then(b.cmp(a))).unwrap_or(0)
    }
}

impl Agent<MrX> for TeamResponse {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let root = self.root(view, rng);
        let asked = self.model.questions();
        let left = self.config.questions.saturating_sub(asked);
        let rounds = u64::from(view.public().rounds_left(view.rules())).max(1);
        // What is learned early serves the whole game, since the tree is kept.
        let most = asked + (2 * left / (rounds + 1)).max(left.min(1));
        for _ in 0..self.config.playouts {
            if self.nodes[root].edges.len() == 1
                || (self.is_pure() && self.nodes[root].solved.is_some())
                || self.model.questions() >= most
            {
                break;
            }
            self.simulate(root, most, rng);
        }
        let edge = self.best(root);
        self.last = Some((root, edge));
        Ok(self.nodes[root].edges[edge].mv)
    }

    fn begin(&mut self) {
        // Nothing is kept from game to game, or the games would depend on who plays them in what order.
        self.model.begin();
        self.nodes.clear();
        self.last = None;
        (self.seconds, self.differing) = (0, 0);
        Agent::<MrX>::begin(&mut self.judge);
    }
}
