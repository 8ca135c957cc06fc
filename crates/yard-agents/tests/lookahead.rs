//! `lookahead`: what it must find, and that it is the published method.

use std::sync::Arc;

use yard_agents::{
    Agent, AgentError, Detectives, LineWeights, Lookahead, LookaheadConfig, MrX, Places,
    RandomAgent, Rng, Seed, referee,
};
use yard_core::{
    Board, DetectiveMove, DetectiveView, Game, MrXMove, MrXView, Outcome, Rules, Setup, Side,
    Station, Ticket, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn scene(text: &str) -> Game {
    let setup: Setup = text.parse().unwrap();
    Game::from_setup(rules(&setup.rules), &setup).unwrap()
}

fn team_move(game: &Game) -> String {
    let mut agent = Lookahead::default();
    let rng = &mut Seed(1).stream("detectives");
    Agent::<Detectives>::choose(&mut agent, game.detective_view(), rng).unwrap().to_string()
}

fn mr_x_move(game: &Game) -> String {
    let mut agent = Lookahead::default();
    Agent::<MrX>::choose(&mut agent, game.mr_x_view(), &mut Seed(1).stream("mr-x"))
        .unwrap()
        .to_string()
}

#[test]
fn a_capture_is_found() {
    assert_eq!(team_move(&scene("grid5 x 7 detectives 8,25 turn 1")), "1:T7");
    // In any order the one who can capture is the one who moves.
    let london = scene("bristol x 46 detectives 26,29,34,53,91 turn d");
    assert_eq!(team_move(&london), "3:B46");
}

#[test]
fn an_escape_is_found() {
    // He leaves the detectives behind: no other station is as far from both.
    assert_eq!(mr_x_move(&scene("grid5 x 13 detectives 12,3")), "T18");
    // A detective waits on one of two ways.
    assert_eq!(mr_x_move(&scene("grid5 x 1 detectives 2,25")), "T6");
}

#[test]
fn the_last_of_equal_moves_is_played() {
    // Both ways bring detective 1 nearer by one.
    assert_eq!(team_move(&scene("grid5 x 13 detectives 1,25 turn 1")), "1:T6");
}

/// The sum over all candidates and detectives, by the book.
fn plain_sum(view: &DetectiveView, mv: DetectiveMove) -> u64 {
    let board = view.rules().board();
    let score = |station| {
        let mut state = view.assume(station);
        state.play_detective(view.rules(), mv);
        match state.outcome().map(Outcome::winner) {
            Some(Side::MrX) => 10_000,
            Some(Side::Detectives) => 0,
            None => {
                let all = state.public().detectives();
                all.map(|at| u64::from(board.mr_x_distance(at, station).unwrap())).sum()
            }
        }
    };
    view.candidates().iter().map(score).sum()
}

/// Holds the lookahead of the detectives to the published method.
struct Held(Lookahead);

impl Agent<Detectives> for Held {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let mv = Agent::<Detectives>::choose(&mut self.0, view, rng)?;
        let least = view.legal_moves().map(|mv| plain_sum(view, mv)).min();
        assert_eq!(Some(plain_sum(view, mv)), least);
        Ok(mv)
    }
}

#[test]
fn the_least_sum_over_all_candidates_is_played() {
    for name in ["bristol", "classic", "grid7"] {
        for index in 0..3 {
            let seed = Seed(4).of_game(index);
            let mut held = Held(Lookahead::default());
            referee(&rules(name), seed, &mut RandomAgent, &mut held).unwrap();
        }
    }
}

#[test]
fn half_of_the_moves_are_random_with_p_one_half() {
    let game = scene("grid5 x 13 detectives 1,25 turn 1");
    let mut agent = Lookahead::new(LookaheadConfig { p: 0.5, ..LookaheadConfig::default() });
    let mut rng = Seed(2).stream("detectives");
    let best = (0..4_000)
        .map(|_| Agent::<Detectives>::choose(&mut agent, game.detective_view(), &mut rng).unwrap())
        .filter(|mv| mv.to_string() == "1:T6")
        .count();
    // Half of the time by choice, and half of the rest by chance: 3,000, and five standard errors.
    assert!((2_863..3_137).contains(&best), "{best}");
}

/// Asks with other weights as well, and counts where that gives another move.
struct Weighed {
    equal: Lookahead,
    by_ticket: Lookahead,
    differ: u32,
}

impl Agent<Detectives> for Weighed {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let other = Agent::<Detectives>::choose(&mut self.by_ticket, view, &mut rng.clone())?;
        let mv = Agent::<Detectives>::choose(&mut self.equal, view, rng)?;
        self.differ += u32::from(mv != other);
        Ok(mv)
    }
}

#[test]
fn dear_lines_change_the_choice_on_london_alone() {
    for (name, least, most) in [("bristol", 1, u32::MAX), ("grid7", 0, 0)] {
        let weights = LineWeights::BY_TICKET;
        let by_ticket = Lookahead::new(LookaheadConfig { weights, ..Default::default() });
        let mut team = Weighed { equal: Lookahead::default(), by_ticket, differ: 0 };
        referee(&rules(name), Seed(1), &mut RandomAgent, &mut team).unwrap();
        assert!((least..=most).contains(&team.differ), "{name}: {}", team.differ);
    }
}

/// Checks that the forgetful places hold the exact ones, through a whole game.
struct Forgetful(Lookahead, u32);

impl Agent<Detectives> for Forgetful {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let places = Places::Forgetful.of(view);
        assert!(view.candidates().is_subset(&places));
        self.1 += u32::from(places.len() > view.candidates().len());
        Agent::<Detectives>::choose(&mut self.0, view, rng)
    }
}

#[test]
fn forgetful_detectives_look_at_more_places() {
    let config = LookaheadConfig { places: Places::Forgetful, ..LookaheadConfig::default() };
    let mut agent = Forgetful(Lookahead::new(config), 0);
    for index in 0..20 {
        let seed = Seed(6).of_game(index);
        referee(&rules("bristol"), seed, &mut Lookahead::default(), &mut agent).unwrap();
    }
    assert!(agent.1 > 50, "{}", agent.1);
}

#[test]
fn every_preset_is_played_without_a_foul() {
    let mut agents = [Places::Exact, Places::Forgetful]
        .map(|places| Lookahead::new(LookaheadConfig { p: 0.9, places, ..Default::default() }));
    for presets::Preset { name, .. } in presets::RULES {
        for agent in &mut agents {
            for index in 0..3 {
                let seed = Seed(9).of_game(index);
                referee(&rules(name), seed, &mut Lookahead::default(), agent).unwrap();
            }
        }
    }
}

#[test]
fn mr_x_scores_his_true_station_alone() {
    struct Scored(Lookahead);
    impl Agent<MrX> for Scored {
        fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
            let mv = Agent::<MrX>::choose(&mut self.0, view, rng)?;
            let board = view.rules().board();
            let sum = |mv: MrXMove| -> u32 {
                let all = view.public().detectives();
                all.map(|at| u32::from(board.mr_x_distance(at, mv.target()).unwrap())).sum()
            };
            assert_eq!(Some(sum(mv)), view.legal_moves().map(sum).max());
            Ok(mv)
        }
    }
    for index in 0..3 {
        let seed = Seed(5).of_game(index);
        let mut scored = Scored(Lookahead::default());
        referee(&rules("bristol"), seed, &mut scored, &mut RandomAgent).unwrap();
    }
}

/// However dear the lines, a game that is lost at once is worse than a long way to go.
#[test]
fn no_distance_outweighs_a_lost_game() {
    let lines: Vec<String> = (1..130).map(|at| format!("[{at}, {}]", at + 1)).collect();
    let board = format!(
        "version = 1\nname = 'path'\nstations = 130\n[lines]\ntaxi = [{}]\nbus = [[3, 4]]\n",
        lines.join(", ")
    );
    let board = Arc::new(Board::from_toml(&board, &presets::board).unwrap());
    // With his one taxi ticket the detective reaches 3, where he has a bus, or 1, where he has nothing.
    let text = "version = 1\nname = 'path'\nboard = 'path'\ndetectives = 1\nlog_slots = 5\n\
                surfaces = [1]\n[detective_tickets]\ntaxi = 1\nbus = 1\n[mr_x_tickets]\n\
                taxi = 20\n[start]\nmr_x = 129\ndetectives = [2]\n";
    let rules = Arc::new(Rules::from_toml(text, &|_| Ok(Arc::clone(&board))).unwrap());
    let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut Seed(1).stream("deal")));
    let first = game.mr_x_view().legal_moves().next().unwrap();
    game.play(first.into()).unwrap();
    let weights = LineWeights { taxi: 100, bus: 100, underground: 100, ferry: 100 };
    let mut agent = Lookahead::new(LookaheadConfig { weights, ..LookaheadConfig::default() });
    let rng = &mut Seed(1).stream("detectives");
    let mv = Agent::<Detectives>::choose(&mut agent, game.detective_view(), rng).unwrap();
    assert_eq!(mv.to_string(), "1:T3");
}

/// The shortest way that some tickets pay, every way tried one by one.
fn payable(board: &Board, from: Station, to: Station, tickets: [u8; 3], far: u8) -> u8 {
    if from == to {
        return 0;
    }
    let mut least = far;
    for (kind, ticket) in Ticket::DETECTIVES.into_iter().enumerate() {
        if tickets[kind] > 0 && far > 1 {
            let mut left = tickets;
            left[kind] -= 1;
            for next in board.reach(from, ticket).iter() {
                least = least.min(1 + payable(board, next, to, left, least - 1));
            }
        }
    }
    least
}

/// A lone detective with few tickets and a Mr X whom he sees: with counted tickets he never rides where he
/// cannot go on from, while another ride leaves him a way.
#[test]
fn counted_tickets_leave_a_way_open() {
    let rules = Arc::new(rules("classic").with_detectives(1).unwrap());
    let counted = LookaheadConfig { counts_tickets: true, ..LookaheadConfig::default() };
    let mut agents = [Lookahead::new(counted), Lookahead::default()];
    let mut lost = [0; 2];
    let numbers = [1, 13, 34, 46, 67, 89, 111, 128, 140, 153, 185, 199];
    for (x, from) in numbers.iter().flat_map(|x| numbers.iter().map(move |from| (x, from))) {
        for tickets in [[2, 1, 0], [1, 1, 1], [1, 2, 0], [0, 1, 2]] {
            let [taxi, bus, underground] = tickets;
            let text = format!(
                "classic x {x} detectives {from} turn 1 slot 3 \
                 detective-tickets {taxi},{bus},{underground} candidates {x}"
            );
            let setup: Setup = text.parse().unwrap();
            let Ok(game) = Game::from_setup(Arc::clone(&rules), &setup) else { continue };
            if game.outcome().is_some() || x == from {
                continue;
            }
            let after = |mv: DetectiveMove| match mv {
                DetectiveMove::Pass { .. } => u8::MAX,
                DetectiveMove::Ride { step, .. } => {
                    let mut left = tickets;
                    left[step.ticket as usize] -= 1;
                    let to = Station::new(*x).unwrap();
                    payable(rules.board(), step.to, to, left, 5)
                }
            };
            let best = game.detective_view().legal_moves().map(after).min().unwrap();
            if best >= 5 {
                continue;
            }
            for (agent, lost) in agents.iter_mut().zip(&mut lost) {
                let rng = &mut Seed(1).stream("detectives");
                let mv = Agent::<Detectives>::choose(agent, game.detective_view(), rng).unwrap();
                *lost += usize::from(after(mv) > best);
            }
        }
    }
    assert_eq!(lost[0], 0, "counted tickets");
    assert!(lost[1] > 5, "ignored tickets lose a way {} times", lost[1]);
}
