//! Two hidden ways of Mr X that look the same: no byte of the detectives' JSON tells them apart.

use std::sync::Arc;

use yard_agents::{Rng, Seed};
use yard_core::{Deal, Game, Move, Rules, Turn};

use super::table::{each, human, rules, setup};
use crate::role::Role;
use crate::saved_game::move_text;
use crate::tabletop::Tabletop;

/// A game that was played at random and is not over.
struct Played {
    deal: Deal,
    moves: Vec<Move>,
    /// Before each of the moves, and after the last.
    positions: Vec<Game>,
}

fn random_game(rules: &Arc<Rules>, plies: usize, rng: &mut Rng) -> Played {
    let deal = rules.deal(rng);
    let mut game = Game::new(Arc::clone(rules), &deal);
    let mut played = Played { deal, moves: Vec::new(), positions: Vec::new() };
    loop {
        let mv = match game.turn() {
            Turn::MrX => Move::from(game.mr_x_view().draw_move(rng)),
            Turn::Detective(_) | Turn::Team => Move::from(game.detective_view().draw_move(rng)),
            Turn::Over(_) => {
                played.moves.pop();
                return played;
            }
        };
        played.positions.push(game.clone());
        if played.moves.len() == plies {
            return played;
        }
        game.play(mv).unwrap();
        played.moves.push(mv);
    }
}

/// Finds a way on which Mr X stands elsewhere after the last move: tries all his moves that look the same.
fn other_way(game: &Game, moves: &[Move], truth: &[Game]) -> Option<Vec<Move>> {
    let (now, later) = truth.split_first()?;
    if game.detective_view() != now.detective_view() {
        return None;
    }
    let Some((mv, rest)) = moves.split_first() else {
        let elsewhere = game.mr_x_view().station() != now.mr_x_view().station();
        return elsewhere.then(Vec::new);
    };
    let tries = match mv {
        Move::MrX(_) => game.mr_x_view().legal_moves().map(Move::from).collect(),
        Move::Detective(_) => vec![*mv],
    };
    tries.into_iter().find_map(|mv| {
        let mut next = game.clone();
        next.play(mv).ok()?;
        let mut way = other_way(&next, rest, later)?;
        way.insert(0, mv);
        Some(way)
    })
}

/// Another start and another way with the same public log.
fn twin(rules: &Arc<Rules>, played: &Played) -> Option<(Deal, Vec<Move>)> {
    rules.mr_x_starts().iter().find_map(|mr_x| {
        let deal = Deal { mr_x, detectives: played.deal.detectives.clone() };
        let game = Game::new(Arc::clone(rules), &deal);
        let way = other_way(&game, &played.moves, &played.positions)?;
        Some((deal, way))
    })
}

/// All that the roles without Mr X's knowledge receive: JSON, records, help, and answers to moves they try.
fn received(table: &Tabletop) -> Vec<String> {
    let seats = &table.setup().seats;
    let roles = seats.roles(&table.setup().rules).into_iter().filter(|role| !role.sees_mr_x());
    let mut all = Vec::new();
    for role in roles {
        all.push(serde_json::to_string(&table.seat_json(role)).unwrap());
        all.push(table.record_text(role));
        all.push(format!("{:?}", table.undo(role)));
        for text in ["T1", "B2", "U3", "K4", "2:T5", "2T1T2", "pass", "T?"] {
            for ply in [table.plies(), table.plies().saturating_sub(1)] {
                all.push(match table.intent(role, text, ply) {
                    Ok(intent) => format!("{intent:?}"),
                    Err(error) => error.to_string(),
                });
            }
        }
    }
    all
}

fn compare(name: &str, games: u64, plies: usize) -> (usize, usize) {
    let rules = rules(name);
    let team = vec![human(); usize::from(rules.detectives())];
    let (mut apart, mut bytes) = (0, 0);
    for game in 0..games {
        let mut rng = Seed(game).stream(name);
        let played = random_game(&rules, plies, &mut rng);
        let Some((other_deal, other_moves)) = twin(&rules, &played) else {
            continue;
        };
        let Played { deal, moves, .. } = played;
        apart += 1;
        let begin = |deal| Tabletop::new(setup(&rules, deal, each(human(), team.clone())));
        let [mut one, mut two] = [begin(deal).unwrap(), begin(other_deal).unwrap()];
        assert_eq!(received(&one), received(&two), "{name} {game}: before the first move");
        for (mv, other) in moves.iter().zip(&other_moves) {
            one.play(*mv).unwrap();
            two.play(*other).unwrap();
            let (first, second) = (received(&one), received(&two));
            assert_eq!(first, second, "{name} {game}: after {}", move_text(*mv));
            bytes += first.iter().map(String::len).sum::<usize>();
        }
        // The two games are not the same, and Mr X's own JSON tells them apart.
        assert_ne!(one.seat_json(Role::MrX), two.seat_json(Role::MrX));
    }
    (apart, bytes)
}

#[test]
fn no_byte_for_the_detectives_tells_two_hidden_ways_apart() {
    let mut bytes = 0;
    for (name, games, plies, least) in
        [("grid5", 40, 14, 30), ("glasses", 30, 9, 5), ("classic", 6, 11, 4), ("modern", 4, 8, 2)]
    {
        let (apart, some) = compare(name, games, plies);
        assert!(apart >= least, "{name}: {apart} games had a twin");
        bytes += some;
    }
    assert!(bytes > 1_000_000, "{bytes} bytes");
}
