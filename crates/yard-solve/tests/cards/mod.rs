//! Kuhn and Leduc poker as games of the core: a public tree, and a hand for each side.

use yard_solve::{ExtensiveGame, Treeplex};

/// A poker game in which both sides hold one card.
struct Poker {
    /// The rank of each card of the deck.
    deck: &'static [u8],
    /// The bet of each round; there are one or two.
    bets: &'static [f64],
    /// The most bets and raises of a round.
    raises: u32,
    game: ExtensiveGame,
    payoffs: Vec<f64>,
}

/// Where the betting stands, and at which outcomes the sides are with their first card.
#[derive(Clone, Copy)]
struct Spot {
    /// Whose turn: 0 is `max`, 1 is `min`.
    player: usize,
    round: usize,
    /// The shared card, once it lies there.
    shared: Option<usize>,
    /// What each side has paid.
    paid: [f64; 2],
    /// Bets and raises of this round.
    raises: u32,
    /// Whether the other side has checked.
    checked: bool,
    at: [u32; 2],
}

impl Poker {
    fn build(deck: &'static [u8], bets: &'static [f64], raises: u32) -> (ExtensiveGame, Vec<f64>) {
        let roots = vec![1.0; deck.len()];
        let game = ExtensiveGame::new(Treeplex::new(&roots), Treeplex::new(&roots));
        let mut poker = Poker { deck, bets, raises, game, payoffs: Vec::new() };
        poker.play(Spot {
            player: 0,
            round: 0,
            shared: None,
            paid: [1.0; 2],
            raises: 0,
            checked: false,
            at: [0; 2],
        });
        (poker.game, poker.payoffs)
    }

    /// One turn: fold, check or call, bet or raise.
    fn play(&mut self, spot: Spot) {
        let me = spot.player;
        let owes = spot.paid[1 - me] - spot.paid[me];
        let folds = owes > 0.0;
        let raises = spot.raises < self.raises;
        let cards = self.deck.len() as u32;
        let actions = 1 + u32::from(folds) + u32::from(raises);
        let tree = if me == 0 { &mut self.game.max } else { &mut self.game.min };
        let first = tree.add_outcomes(actions * cards);
        for card in 0..cards {
            tree.add_decision(spot.at[me] + card, (0..actions).map(|a| first + a * cards + card));
        }
        let mut action = first;
        let mut next = || {
            let mut at = spot.at;
            at[me] = action;
            action += cards;
            at
        };
        if folds {
            self.end(Spot { at: next(), ..spot }, Some(1 - me));
        }
        let mut even = Spot { at: next(), ..spot };
        even.paid[me] += owes;
        if folds || spot.checked {
            self.end_round(even);
        } else {
            self.play(Spot { player: 1 - me, checked: true, ..even });
        }
        if raises {
            let mut raised = Spot { at: next(), ..spot };
            raised.paid[me] += owes + self.bets[spot.round];
            self.play(Spot { player: 1 - me, raises: spot.raises + 1, ..raised });
        }
    }

    fn end_round(&mut self, spot: Spot) {
        if spot.round + 1 == self.bets.len() {
            return self.end(spot, None);
        }
        for shared in 0..self.deck.len() {
            let round = spot.round + 1;
            let next =
                Spot { player: 0, round, shared: Some(shared), raises: 0, checked: false, ..spot };
            self.play(next);
        }
    }

    /// The pot goes to whoever is left, or to the better hand.
    fn end(&mut self, spot: Spot, left: Option<usize>) {
        for mine in 0..self.deck.len() {
            self.game.add_block(spot.at[0] + mine as u32, spot.at[1], self.deck.len());
            for theirs in 0..self.deck.len() {
                let won = match left {
                    Some(0) => spot.paid[1],
                    Some(_) => -spot.paid[0],
                    None => {
                        let strength = |card| self.strength(card, spot.shared);
                        match strength(mine).cmp(&strength(theirs)) {
                            std::cmp::Ordering::Greater => spot.paid[1],
                            std::cmp::Ordering::Less => -spot.paid[0],
                            std::cmp::Ordering::Equal => 0.0,
                        }
                    }
                };
                self.payoffs.push(won * self.chance(mine, theirs, spot.shared));
            }
        }
    }

    /// A pair with the shared card beats every single card.
    fn strength(&self, card: usize, shared: Option<usize>) -> u8 {
        let pair = shared.is_some_and(|shared| self.deck[shared] == self.deck[card]);
        self.deck[card] + if pair { 100 } else { 0 }
    }

    fn chance(&self, mine: usize, theirs: usize, shared: Option<usize>) -> f64 {
        if mine == theirs || shared == Some(mine) || shared == Some(theirs) {
            return 0.0;
        }
        let cards = self.deck.len() as f64;
        let shared = if shared.is_some() { cards - 2.0 } else { 1.0 };
        1.0 / (cards * (cards - 1.0) * shared)
    }
}

/// Three cards, one bet.
pub(crate) fn kuhn() -> (ExtensiveGame, Vec<f64>) {
    Poker::build(&[0, 1, 2], &[1.0], 1)
}

/// Two suits of three ranks; bets of 2 and then 4; two bets or raises a round.
pub(crate) fn leduc() -> (ExtensiveGame, Vec<f64>) {
    Poker::build(&[0, 0, 1, 1, 2, 2], &[2.0, 4.0], 2)
}
