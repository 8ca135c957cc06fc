//! A whole game as a tree in Gambit's format, for programs that know nothing of Scotland Yard.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use yard_core::{Deal, Game, Record, Rules, Side, Start, Station};

use crate::actions::Action;
use crate::env::Env;

/// How large a written tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EfgSize {
    /// All nodes, the ends and those of chance included.
    pub nodes: u64,
    /// Information sets of Mr X and of the detectives.
    pub information_sets: [u64; 2],
}

/// Why a game cannot be written as a tree.
#[derive(Debug, thiserror::Error)]
pub enum EfgError {
    /// It has more nodes than were allowed.
    #[error("the tree has more than {0} nodes")]
    TooLarge(u64),
    /// It cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Where somebody can start, given who was dealt before: Mr X first, then each detective. All are equally likely.
#[must_use]
pub fn starts(rules: &Rules, dealt: &[Station]) -> Vec<Station> {
    if dealt.len() > usize::from(rules.detectives()) {
        return Vec::new();
    }
    let mut cards: Vec<Station> = match (rules.start(), dealt.len().checked_sub(1)) {
        (Start::Fixed { mr_x, .. }, None) => vec![*mr_x],
        (Start::Fixed { detectives, .. }, Some(at)) => {
            detectives.get(at).copied().into_iter().collect()
        }
        (Start::Decks { detectives, .. }, Some(_)) => detectives.to_vec(),
        (Start::Deck(_) | Start::Decks { .. } | Start::Anywhere, _) => {
            rules.mr_x_starts().iter().collect()
        }
    };
    cards.retain(|card| !dealt.contains(card));
    cards.sort_unstable();
    cards
}

/// Writes the whole tree of a game, if it has at most so many nodes. Player 1 is Mr X, player 2 the team. The winner
/// gets 1, the loser −1. `each_set` is told every information set: player, number, and what is known there.
///
/// With `detectives` their start stations are not drawn: the part of the game that begins there. All of these parts
/// together are the game, since everybody sees where the detectives start.
///
/// # Errors
/// When the tree is larger, or cannot be written.
pub fn write_efg(
    rules: &Arc<Rules>,
    out: &mut dyn Write,
    most: u64,
    detectives: &[Station],
    each_set: &mut dyn FnMut(usize, u64, &str),
) -> Result<EfgSize, EfgError> {
    let name = rules.name().replace('"', "'");
    writeln!(out, "EFG 2 R \"{name}\" {{ \"Mr X\" \"Detectives\" }}")?;
    let mut tree = Tree {
        rules,
        out,
        most,
        size: EfgSize::default(),
        sets: [BTreeMap::new(), BTreeMap::new()],
        deals: 0,
    };
    tree.deal(&mut Vec::new(), detectives)?;
    let [mr_x, team] = &tree.sets;
    for (at, sets) in tree.sets.iter().enumerate() {
        sets.iter().for_each(|(known, number)| each_set(at + 1, *number, known));
    }
    Ok(EfgSize { information_sets: [mr_x.len() as u64, team.len() as u64], ..tree.size })
}

struct Tree<'a> {
    rules: &'a Arc<Rules>,
    out: &'a mut dyn Write,
    most: u64,
    size: EfgSize,
    /// The numbers of information sets, by what is known in them: Mr X's and the detectives'.
    sets: [BTreeMap<String, u64>; 2],
    /// Nodes of chance so far.
    deals: u64,
}

impl Tree<'_> {
    fn count(&mut self) -> Result<(), EfgError> {
        self.size.nodes += 1;
        if self.size.nodes > self.most { Err(EfgError::TooLarge(self.most)) } else { Ok(()) }
    }

    /// A start station is dealt.
    fn deal(&mut self, dealt: &mut Vec<Station>, known: &[Station]) -> Result<(), EfgError> {
        if let ([_], false) = (&dealt[..], known.is_empty()) {
            dealt.extend(known);
            let all = self.deal(dealt, &[]);
            dealt.truncate(1);
            return all;
        }
        if dealt.len() > usize::from(self.rules.detectives()) {
            let deal = Deal { mr_x: dealt[0], detectives: dealt[1..].iter().copied().collect() };
            return self.decide(&Env::from_game(Game::new(Arc::clone(self.rules), &deal)));
        }
        self.count()?;
        self.deals += 1;
        let mut cards = starts(self.rules, dealt);
        cards.retain(|card| !known.contains(card));
        write!(self.out, "c \"\" {} \"\" {{", self.deals)?;
        for card in &cards {
            write!(self.out, " \"{card}\" 1/{}", cards.len())?;
        }
        writeln!(self.out, " }} 0")?;
        for card in cards {
            dealt.push(card);
            self.deal(dealt, known)?;
            dealt.pop();
        }
        Ok(())
    }

    /// Somebody decides, or the game is over.
    fn decide(&mut self, env: &Env) -> Result<(), EfgError> {
        self.count()?;
        let Some(agent) = env.agent() else {
            let (number, pays) = match env.winner() {
                Some(Side::MrX) => (1, "1 -1"),
                Some(Side::Detectives) | None => (2, "-1 1"),
            };
            writeln!(self.out, "t \"\" {number} \"\" {{ {pays} }}")?;
            return Ok(());
        };
        let (player, known) = match agent.side() {
            Side::MrX => (0, knowledge(env, Side::MrX)),
            Side::Detectives => (1, knowledge(env, Side::Detectives)),
        };
        let next = self.sets[player].len() as u64 + 1;
        let set = *self.sets[player].entry(known).or_insert(next);
        let mut actions = Vec::new();
        env.legal(|action| actions.push((env.actions().number(action), action)));
        actions.sort_unstable_by_key(|(number, _)| *number);
        write!(self.out, "p \"\" {} {set} \"\" {{", player + 1)?;
        for (_, action) in &actions {
            write!(self.out, " \"{}\"", action_text(*action))?;
        }
        writeln!(self.out, " }} 0")?;
        for (number, _) in actions {
            let mut after = env.clone();
            let taken = after.act(number);
            debug_assert!(taken.is_ok(), "a legal action");
            self.decide(&after)?;
        }
        Ok(())
    }
}

/// All that a side knows, as text: its record, and what it has begun.
#[must_use]
pub fn knowledge(env: &Env, side: Side) -> String {
    let game = env.game();
    match side {
        Side::MrX => format!("{}{}", Record::of(game), env.begun_by_mr_x()),
        Side::Detectives => {
            format!("{}{}", Record::of_view(game.detective_view()), env.begun_by_detectives())
        }
    }
}

/// What an action is called: `T46`, `pass`, `double` or `wait`.
#[must_use]
pub fn action_text(action: Action) -> String {
    match action {
        Action::Go(step) => format!("{}{}", step.ticket.letter(), step.to),
        Action::Pass => "pass".to_owned(),
        Action::Double => "double".to_owned(),
        Action::Wait => "wait".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_tree_has_all_nodes_and_no_more() {
        let rules = Arc::new(yard_core::presets::rules("grid:3,1,2").unwrap());
        let (mut text, mut sets) = (Vec::new(), [0, 0]);
        let size = write_efg(&rules, &mut text, 10_000, &[], &mut |player, _, _| {
            sets[player - 1] += 1;
        })
        .unwrap();
        // What a walk over the OpenSpiel game finds.
        assert_eq!(size, EfgSize { nodes: 4346, information_sets: [468, 33] });
        assert_eq!(sets, [468, 33]);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 4347);
        assert!(text.starts_with(
            "EFG 2 R \"grid:3,1,2\" { \"Mr X\" \"Detectives\" }\nc \"\" 1 \"\" { \"1\" 1/9"
        ));
        // The nine starts of the detective share all nodes but the first ten and their own deals.
        let part = |number| {
            let start = [Station::new(number).unwrap()];
            write_efg(&rules, &mut Vec::new(), 10_000, &start, &mut |_, _, _| {}).unwrap().nodes
        };
        let parts: u64 = (1..=9).map(part).sum();
        assert_eq!(parts - 9, size.nodes - 10);
        let small = write_efg(&rules, &mut Vec::new(), 4345, &[], &mut |_, _, _| {});
        assert!(matches!(small, Err(EfgError::TooLarge(4345))), "{small:?}");
    }
}
