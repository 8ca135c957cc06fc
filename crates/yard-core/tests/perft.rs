//! Perft tables: how many move paths (rule 8.2) and how many different views lead from a position.
//!
//! Each preset has a file `data/NAME.perft` with cases of this form, separated by blank lines:
//!
//! ```text
//! id start
//! setup classic x 132 detectives 26,29,50,53,91
//! perft 1 74
//! views 1 10
//! ```
//!
//! `views D N` says that the detectives can have seen N different things after D plies. A setup
//! with fewer detectives than the preset has takes the rules for that number. The slow twin
//! confirms every number up to 20 000 paths. `UPDATE_GOLDEN=1` writes the numbers anew.

pub mod reference;
pub mod translate;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs};

use reference as twin;
use translate::{
    number, numbers, twin_detective_stock, twin_mr_x_stock, twin_rules, twin_stock, twin_turn,
};
use yard_core::{DetectiveText, Game, PublicPly, Setup, perft, presets};

/// Up to so many paths the twin counts, too.
const MOST_FOR_TWIN: u64 = 20_000;

macro_rules! tables {
    ($($test:ident $name:literal)*) => {
        const TESTED: &[&str] = &[$($name),*];
        $(#[test]
        fn $test() {
            check($name);
        })*
    };
}

tables! {
    classic "classic"
    modern "modern"
    bristol "bristol"
    dash "dash"
    grid5 "grid5"
    grid5_30 "grid5-30"
    grid7 "grid7"
    grid15 "grid15"
    glasses "glasses"
}

#[test]
fn every_preset_has_its_table() {
    let folder = path_of("").with_file_name("");
    let mut files: Vec<String> = fs::read_dir(folder)
        .expect("the folder of the tables")
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "perft"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    files.sort();
    let mut presets: Vec<&str> = presets::RULES.iter().map(|preset| preset.name).collect();
    presets.sort_unstable();
    assert_eq!(files, presets, "a file for each preset");
    let mut tested = TESTED.to_vec();
    tested.sort_unstable();
    assert_eq!(tested, presets, "a test for each file");
}

fn path_of(name: &str) -> PathBuf {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    PathBuf::from(format!("{data}/{name}.perft"))
}

/// Checks or rewrites one file.
fn check(name: &str) {
    let path = path_of(name);
    let text = fs::read_to_string(&path).expect("a table");
    let (mut ids, mut cases) = (BTreeSet::new(), 0);
    let mut case: Option<Case> = None;
    let mut counted = String::new();
    for (at, line) in text.lines().enumerate() {
        let place = format!("{name}.perft, line {}", at + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let line = match word {
            "" | "#" => line.to_owned(),
            "id" => {
                assert!(ids.insert(rest.to_owned()), "{place}: {rest} comes twice");
                case = None;
                line.to_owned()
            }
            "setup" => {
                let setup: Setup = rest.parse().expect(&place);
                assert_eq!(setup.rules, name, "{place}: rules of another file");
                assert_eq!(setup.to_string(), rest, "{place}: written in another order");
                case = Some(Case::new(&setup));
                cases += 1;
                line.to_owned()
            }
            "perft" | "views" => {
                let case = case.as_ref().expect(&place);
                let depth = rest.split(' ').next().and_then(|depth| depth.parse().ok());
                let depth = depth.expect(&place);
                let count = match word {
                    "perft" => case.paths(depth, &place),
                    _ => case.views(depth, &place),
                };
                format!("{word} {depth} {count}")
            }
            other => panic!("{place}: unknown word {other}"),
        };
        counted += &line;
        counted.push('\n');
    }
    assert_eq!(ids.len(), cases, "{name}: each case has an id and a setup");
    assert!(cases >= 3, "{name}: more cases are needed");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, counted).expect("the table can be written");
        return;
    }
    for (at, (have, want)) in text.lines().zip(counted.lines()).enumerate() {
        assert_eq!(have, want, "{name}.perft, line {}", at + 1);
    }
}

/// A position in both engines.
struct Case {
    game: Game,
    twin: twin::Position,
}

impl Case {
    fn new(setup: &Setup) -> Case {
        let rules = presets::rules(&setup.rules).expect("a preset");
        let detectives = setup.detectives.len() as u32;
        let rules = rules.with_detectives(detectives).expect("fewer detectives");
        let game = Game::from_setup(Arc::new(rules), setup).expect("a good setup");
        let twin = twin_of(&game);
        Case { game, twin }
    }

    fn paths(&self, depth: u32, place: &str) -> u64 {
        let count = perft(self.game.rules(), &self.game.state(), depth);
        if count <= MOST_FOR_TWIN {
            assert_eq!(count, self.twin.perft(depth), "{place}: the twin");
        }
        count
    }

    fn views(&self, depth: u32, place: &str) -> u64 {
        let paths = perft(self.game.rules(), &self.game.state(), depth);
        assert!(paths <= MOST_FOR_TWIN, "{place}: too deep for views");
        let mut views = BTreeSet::new();
        collect_views(&self.game, depth, &mut views);
        let mut twin_views = BTreeSet::new();
        collect_twin_views(&self.twin, "", depth, &mut twin_views);
        assert_eq!(views, twin_views, "{place}: the twin");
        views.len() as u64
    }
}

/// All that the detectives can know after so many plies, as text: the log, the candidates and how
/// it ended.
fn collect_views(game: &Game, depth: u32, views: &mut BTreeSet<String>) {
    if depth == 0 {
        let view = game.detective_view();
        let order = game.rules().order();
        let mut text = String::new();
        for ply in view.log().plies() {
            text += &match ply {
                PublicPly::MrX(mv) => format!("{mv} "),
                PublicPly::Detective(mv) => format!("{} ", DetectiveText::new(*mv, order)),
            };
        }
        let outcome = view.public().outcome();
        views.insert(format!("{text}{outcome:?} {}", view.candidates().to_set()));
        return;
    }
    for mv in game.state().moves(game.rules()) {
        let mut next = game.clone();
        next.play(mv).expect("a legal move");
        collect_views(&next, depth - 1, views);
    }
}

/// The same by the twin.
fn collect_twin_views(
    position: &twin::Position,
    log: &str,
    depth: u32,
    views: &mut BTreeSet<String>,
) {
    if depth == 0 {
        let outcome = match position.to_move {
            twin::ToMove::Over(end) => Some(end),
            _ => None,
        };
        let candidates: Vec<String> = position.candidates.iter().map(u32::to_string).collect();
        views.insert(format!("{log}{outcome:?} {}", candidates.join(" ")));
        return;
    }
    for mv in position.legal() {
        let mut next = position.clone();
        next.play(&mv);
        let public = match position.to_move {
            twin::ToMove::MrX => hide(position, &mv),
            _ => mv,
        };
        collect_twin_views(&next, &format!("{log}{public} "), depth - 1, views);
    }
}

/// A move of Mr X without the stations that nobody sees (rule 4.7).
fn hide(position: &twin::Position, mv: &str) -> String {
    let (mut public, mut slot, mut shown) = (String::new(), position.slots_used, true);
    for letter in mv.chars() {
        if letter.is_ascii_alphabetic() {
            slot += 1;
            shown = position.rules.surfaces.contains(&slot);
            public.push(letter);
            public.push_str(if shown { "" } else { "?" });
        } else if shown {
            // The 2 of a double move, too.
            public.push(letter);
        }
    }
    public
}

/// The same position in the twin.
fn twin_of(game: &Game) -> twin::Position {
    let (rules, state) = (game.rules(), game.state());
    let table = state.public();
    let stock = |id| twin_detective_stock(table.detective_tickets(id));
    let moved = rules.detective_ids().filter(|id| table.has_moved(*id));
    twin::Position {
        rules: twin_rules(rules),
        mr_x: number(state.mr_x()),
        detectives: table.detectives().map(number).collect(),
        detective_stocks: rules.detective_ids().map(stock).collect(),
        mr_x_stock: twin_mr_x_stock(table.mr_x_tickets()),
        doubles: twin_stock(table.mr_x_tickets().doubles()),
        slots_used: table.slots_used().into(),
        turns_used: table.turns_used().into(),
        moved: moved.map(|id| id.number().into()).collect(),
        to_move: twin_turn(state.turn()),
        candidates: numbers(&game.detective_view().candidates().to_set()),
    }
}
