//! Agents that think for themselves: the baselines and the searches; and `process`, which asks others.

use std::time::Duration;

use yard_agents::mcts::{GerzaConfig, Opponent, SovaConfig, Walk};
use yard_agents::paranoid::{OmittedMoves, TeamOrder};
use yard_agents::{
    AlphaBetaConfig, ExpectimaxConfig, LookaheadConfig, ParanoidConfig, PathSum, Places, Replies,
};
use yard_core::Side;
use yard_protocol::ProgramSpec;

use super::{AgentConfig, Description, Sides};
use crate::parameter::{Field, Parameter, budget, choice, count, number, switch};

/// The description of an agent, with its variant of [`AgentConfig`].
macro_rules! description {
    ($variant:ident, $name:literal, $sides:expr, $default:expr, $about:literal, $source:literal, $parameters:expr) => {
        Description {
            name: $name,
            sides: $sides,
            about: $about,
            source: $source,
            default: $default,
            parameters: $parameters,
            wrap: AgentConfig::$variant,
            unwrap: |config| match config {
                AgentConfig::$variant(config) => Some(config),
                _ => None,
            },
        }
    };
}
pub(super) use description;

pub(super) static RANDOM: Description<()> = Description {
    name: "random",
    sides: Sides::Both,
    about: "every legal move equally likely, double moves included",
    source: "the baseline of every paper; \"easy\" of Mortimer & Colfer",
    default: || (),
    parameters: &[],
    wrap: |()| AgentConfig::Random,
    unwrap: |config| (*config == AgentConfig::Random).then_some(&()),
};

pub(super) static LOOKAHEAD: Description<LookaheadConfig> = description!(
    Lookahead,
    "lookahead",
    Sides::Both,
    LookaheadConfig::default,
    "one move ahead by the sum of distances over all places of Mr X",
    "Mortimer & Colfer, 2a; \"medium\" Mr X, \"medium\" detectives with p=0.5, \"hard\" ones with p=1",
    &[
        number!("p", p, 0.0..=1.0, "chance of the best move; else a random one"),
        choice!(
            "places", places,
            ["exact" => Places::Exact, "forgetful" => Places::Forgetful],
            "where detectives look: exact, or forgetful as the published program"
        ),
        switch!(
            "tickets",
            counts_tickets,
            ["counted", "ignored"],
            "whether distances end where a detective's tickets do (counted) or not (ignored)"
        ),
        count!("taxi", weights.taxi, 1..=100, "what a taxi line costs"),
        count!("bus", weights.bus, 1..=100, "what a bus line costs"),
        count!("underground", weights.underground, 1..=100, "what an underground line costs"),
        count!("ferry", weights.ferry, 1..=100, "what a ferry line costs"),
    ]
);

pub(super) static PARANOID: Description<ParanoidConfig> = description!(
    Paranoid,
    "paranoid",
    Sides::Only(Side::MrX),
    ParanoidConfig::mortimer,
    "alpha-beta against detectives who see him, deepened to a budget",
    "Mortimer & Colfer, 2b and equation 1; \"hard\" Mr X",
    &[
        budget!("nodes", Nodes, budget, "moves made for each move"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        count!("depth", depth, 1..=100, "the most plies that are searched"),
        count!("taxi", weights.taxi, 1..=100, "what a taxi line costs"),
        count!("bus", weights.bus, 1..=100, "what a bus line costs"),
        count!("underground", weights.underground, 1..=100, "what an underground line costs"),
        count!("ferry", weights.ferry, 1..=100, "what a ferry line costs"),
        count!("near", leaf.near, 0..=1000, "factor of the nearest detective's distance"),
        count!("black", leaf.black, 0..=1000, "factor of the black tickets left"),
        count!("places", leaf.places, 0..=1000, "factor of the number of places he can be"),
        count!("mean", leaf.mean, 0..=1000, "factor of the detectives' mean distance"),
        choice!(
            "filter", omitted,
            [
                "on" => OmittedMoves::All,
                "doubles" => OmittedMoves::Doubles,
                "black" => OmittedMoves::Black,
                "off" => OmittedMoves::None,
            ],
            "moves of his that are left out: on (both), doubles, black or off"
        ),
        choice!(
            "team", team,
            ["nearest" => TeamOrder::Nearest, "any" => TeamOrder::Anybody],
            "who moves among detectives in any order: the nearest, or any"
        ),
    ]
);

pub(super) static PARANOID_NW: Description<ParanoidConfig> = description!(
    ParanoidNw,
    "paranoid-nw",
    Sides::Only(Side::MrX),
    ParanoidConfig::nijssen,
    "the same search with the leaf and the move filter of the minimax hider",
    "Nijssen & Winands 2012, the paranoid hider",
    &[
        budget!("nodes", Nodes, budget, "moves made for each move"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        count!("depth", depth, 1..=100, "the most plies that are searched"),
    ]
);

pub(super) static EXPECTIMAX: Description<ExpectimaxConfig> = description!(
    Expectimax,
    "expectimax",
    Sides::Both,
    ExpectimaxConfig::default,
    "each detective by himself: his rides against Mr X's as chance; Mr X: the other way round",
    "Nijssen & Winands 2012, the expectimax seekers; Mr X: Mortimer & Colfer, 3",
    &[
        budget!("nodes", Nodes, budget, "moves made for each move"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        count!("depth", depth, 1..=100, "the most plies that are searched"),
        choice!(
            "replies", replies,
            ["places" => Replies::Places, "random" => Replies::Random],
            "rides that Mr X expects: towards one of his places, or random ones"
        ),
    ]
);

pub(super) static ALPHABETA: Description<AlphaBetaConfig> = description!(
    AlphaBeta,
    "alphabeta",
    Sides::Both,
    AlphaBetaConfig::default,
    "minimax over whole rounds with path-summed distances; detectives plan at each sighting",
    "Tulušák 2020, as in Sova 2021, 4.2 and 5.4.2",
    &[
        count!("depth", depth, 1..=6, "rounds that the tree is deep"),
        choice!(
            "sum", sum,
            ["all" => PathSum::All, "rounds" => PathSum::Rounds],
            "nodes of a path that count: all, or rounds (after the detectives' plies)"
        ),
    ]
);

pub(super) static MCTS_SOVA: Description<SovaConfig> = description!(
    MctsSova,
    "mcts-sova",
    Sides::Both,
    SovaConfig::wins,
    "UCT by wins, from one random guess of Mr X",
    "Sova 2021, 5.2 and formula 5.2",
    &[
        budget!("playouts", Playouts, budget, "simulated games for each move"),
        budget!("nodes", Nodes, budget, "moves made for each move, instead"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        number!("exploration", exploration, 0.0..=1e9, "factor before the root of formula 5.2"),
        SOVA_OPPONENT,
        SOVA_WALK,
    ]
);

pub(super) static MCTS_SOVA_DISTANCE: Description<SovaConfig> = description!(
    MctsSovaDistance,
    "mcts-sova-distance",
    Sides::Both,
    SovaConfig::distance,
    "MCTS with rewards by distance",
    "Sova 2021, 5.3.1 and formula 5.4",
    &[
        budget!("playouts", Playouts, budget, "simulated games for each move"),
        budget!("nodes", Nodes, budget, "moves made for each move, instead"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        number!(
            "exploration",
            exploration,
            0.0..=1e9,
            "factor before the root of formula 5.4; 100 in the published code"
        ),
        SOVA_OPPONENT,
        SOVA_WALK,
    ]
);

/// How Sova's searches take the other side, in three readings.
const SOVA_OPPONENT: Parameter<SovaConfig> = choice!(
    "opponent", opponent,
    [
        "opposes" => Opponent::Opposes,
        "follows" => Opponent::Follows,
        "paired" => Opponent::Paired,
    ],
    "how the other side chooses: opposes, follows or paired"
);

/// How Sova's detectives guess.
const SOVA_WALK: Parameter<SovaConfig> = choice!(
    "walk", walk,
    ["fitting" => Walk::Fitting, "plain" => Walk::Plain],
    "random steps by which detectives guess Mr X: fitting the log, or plain"
);

pub(super) static MCTS_GERZA: Description<GerzaConfig> = description!(
    MctsGerza,
    "mcts-gerza",
    Sides::Both,
    GerzaConfig::default,
    "UCB1 over joint moves and possible places; grids only",
    "Gerža 2022",
    &[
        budget!("playouts", Playouts, budget, "simulated games for each move"),
        budget!("nodes", Nodes, budget, "moves made for each move, instead"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        number!("exploration", exploration, 0.0..=1e9, "factor of UCB1"),
        number!("capture", capture, 0.0..=1e9, "what a leaf counts that is itself the capture"),
        choice!(
            "opponent", opponent,
            ["opposes" => Opponent::Opposes, "follows" => Opponent::Follows],
            "how the other side chooses in the tree: opposes or follows"
        ),
    ]
);

pub(super) static PROCESS: Description<ProgramSpec> = description!(
    Process,
    "process",
    Sides::Both,
    ProgramSpec::default,
    "a program of your own: process:COMMAND or process[ms=2000]:COMMAND",
    "docs/reference/protocol.md; examples/bot.py is one, yard engine another",
    &[
        Parameter {
            key: "ms",
            meaning: "time for each move in milliseconds",
            field: Field::Count {
                least: 1,
                most: 3_600_000,
                get: |spec| u64::try_from(spec.limit.as_millis()).unwrap_or(u64::MAX),
                set: |spec, ms| spec.limit = Duration::from_millis(ms),
            },
        },
        Parameter {
            key: "cpu",
            meaning: "processor time for each move in milliseconds, on Linux; 0 sets no limit",
            field: Field::Count {
                least: 0,
                most: 3_600_000,
                get: |spec| {
                    let ms = |cpu: Duration| u64::try_from(cpu.as_millis()).unwrap_or(u64::MAX);
                    spec.cpu.map_or(0, ms)
                },
                set: |spec, ms| spec.cpu = (ms > 0).then(|| Duration::from_millis(ms)),
            },
        },
        switch!(
            "stderr",
            shows_errors,
            ["pass", "drop"],
            "what it writes there is shown (pass) or thrown away (drop)"
        ),
    ]
);
