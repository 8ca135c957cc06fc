//! `resolve`: sound play on any board.

use yard_solve::{Leaves, ResolveConfig};

use super::searches::description;
use super::{AgentConfig, Description, Sides};
use crate::parameter::{choice, count, number};

pub(super) static RESOLVE: Description<ResolveConfig> = description!(
    Resolve,
    "resolve",
    Sides::Both,
    ResolveConfig::default,
    "sound play by continual re-solving over public belief states; Mr X mixes",
    "growing-tree CFR (Schmid et al. 2023), resolve gadget (Burch et al. 2014)",
    &[
        count!("expansions", expansions, 1..=100_000, "public states looked into for each move"),
        number!(
            "iterations",
            iterations,
            0.01..=10.0,
            "iterations of the solver for each expansion"
        ),
        choice!(
            "leaves", leaves,
            ["learned" => Leaves::Learned, "playouts" => Leaves::Playouts],
            "how leaves are judged: by a small network (learned) or by playouts"
        ),
        count!("samples", samples, 1..=1000, "playouts for each station of a new leaf"),
        number!(
            "follow",
            follow,
            0.0..=1.0,
            "detectives: the share of the range that must follow; the rest may take what was promised"
        ),
        number!(
            "even",
            even,
            0.0..=1.0,
            "detectives: the share of the range in which all candidates are equally likely"
        ),
        number!(
            "purify",
            purify,
            0.0..=1.0,
            "detectives: chances below this share of the best are dropped"
        ),
        number!("tidy", tidy, 0.0..=1.0, "the same for Mr X"),
    ]
);
