//! Golden playthroughs: one random game for each preset, printed ply by ply and kept in
//! `tests/playthroughs/`. Whatever changes the course of a game shows up there as a difference.
//!
//! After each ply stand the truth, the table, what the detectives know, and the legal moves. Where it
//! says that candidates were struck, the others stayed. `UPDATE_GOLDEN=1` writes the files anew.

pub mod dice;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dice::Dice;
use yard_core::{
    DetectiveId, DetectiveText, Draw, Game, LogSlot, Move, MrXMove, Outcome, Record, Rules,
    StationSet, Turn, presets,
};

/// A game to be printed: its rules and its seed.
struct Playthrough {
    /// Name of the file, without `.txt`.
    file: &'static str,
    /// Name of the preset, or the text of the rules.
    rules: &'static str,
    /// Number of detectives, where it is not that of the rules.
    detectives: Option<u32>,
    seed: u64,
    outcome: Outcome,
}

/// A game in which the detectives soon run out of tickets, in any order.
const POOR: &str = r#"
version    = 1
name       = "poor"
board      = "glasses"
detectives = 3
turns      = 9
surfaces   = [2, 5]
order      = "any"
hand_over  = true
[detective_tickets]
taxi = 2
[mr_x_tickets]
taxi   = 4
black  = "per-detective"
double = 1
[start]
anywhere = true
"#;

const fn preset(file: &'static str, seed: u64, outcome: Outcome) -> Playthrough {
    Playthrough { file, rules: file, detectives: None, seed, outcome }
}

const PLAYTHROUGHS: [Playthrough; 13] = [
    preset("classic", 5, Outcome::Escaped),
    preset("modern", 3, Outcome::Stranded),
    preset("bristol", 7, Outcome::Captured),
    preset("dash", 4, Outcome::Stranded),
    preset("grid5", 53, Outcome::Cornered),
    preset("grid5-30", 3, Outcome::Escaped),
    preset("grid7", 10, Outcome::Captured),
    preset("grid15", 1, Outcome::Escaped),
    preset("glasses", 8, Outcome::Escaped),
    Playthrough {
        file: "grid-4-2-12",
        rules: "grid:4,2,12",
        detectives: None,
        seed: 40,
        outcome: Outcome::Cornered,
    },
    Playthrough {
        file: "classic-2",
        rules: "classic",
        detectives: Some(2),
        seed: 4,
        outcome: Outcome::Stranded,
    },
    Playthrough {
        file: "stranded",
        rules: POOR,
        detectives: None,
        seed: 5,
        outcome: Outcome::Stranded,
    },
    Playthrough {
        file: "cornered-at-once",
        rules: POOR,
        detectives: None,
        seed: 23,
        outcome: Outcome::Cornered,
    },
];

impl Playthrough {
    fn rules(&self) -> Arc<Rules> {
        let rules = if self.rules.contains('\n') {
            Rules::from_toml(self.rules, &presets::board)
        } else {
            presets::rules(self.rules)
        };
        let rules = rules.expect("good rules");
        Arc::new(match self.detectives {
            Some(detectives) => rules.with_detectives(detectives).expect("1 to 5"),
            None => rules,
        })
    }

    /// Plays the game and prints it. Most double moves are passed over, for there are so many.
    fn play(&self) -> (Game, String) {
        let rules = self.rules();
        let mut dice = Dice(self.seed);
        let deal = rules.deal(&mut dice);
        let mut game = Game::new(Arc::clone(&rules), &deal);
        let mut text = String::new();
        let page = &mut text;
        line(page, format_args!("{}, seed {}", rules.name(), self.seed));
        line(page, format_args!("deal"));
        print(page, &game, None);
        for ply in 1.. {
            let legal: Vec<Move> = game.state().moves(&rules).collect();
            if legal.is_empty() {
                break;
            }
            let is_single = |mv: &&Move| !matches!(mv, Move::MrX(MrXMove::Double(..)));
            let singles = legal.iter().take_while(is_single).count();
            let choice = if dice.below(4) == 0 { legal.len() } else { singles };
            let mv = legal[dice.below(choice as u32) as usize];
            let before = game.clone();
            game.play(mv).expect("a listed move is legal");
            line(page, format_args!("\nply {ply}: {}", move_text(&before, mv, true)));
            print(page, &game, Some(&before));
        }
        line(page, format_args!("\n{}", Record::of(&game)));
        let hidden = Record::of_view(game.detective_view());
        write!(page, "as the detectives saw it\n{hidden}").expect("a text takes everything");
        (game, text)
    }

    fn path(&self) -> PathBuf {
        folder().join(format!("{}.txt", self.file))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(page, "{text}").expect("a text takes everything");
}

fn move_text(game: &Game, mv: Move, who: bool) -> String {
    match mv {
        Move::MrX(mv) if who => format!("Mr X plays {mv}"),
        Move::MrX(mv) => mv.to_string(),
        Move::Detective(mv) if who => {
            let short = DetectiveText { by: None, ..DetectiveText::new(mv, game.rules().order()) };
            format!("detective {} plays {short}", mv.by())
        }
        Move::Detective(mv) => DetectiveText::new(mv, game.rules().order()).to_string(),
    }
}

fn turn_text(turn: Turn) -> String {
    match turn {
        Turn::MrX => "Mr X".to_owned(),
        Turn::Detective(id) => format!("detective {id}"),
        Turn::Team => "the team".to_owned(),
        Turn::Over(outcome) => format!("over, {outcome:?}"),
    }
}

/// Stations with runs such as 3-9 drawn together.
fn short(stations: &StationSet) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for number in stations.iter().map(|station| station.number()) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |&(first, last): &(u8, u8)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} {last}"),
        _ => format!("{first}-{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// Where things stand; what is as it was `before` is left out.
fn print(page: &mut String, game: &Game, before: Option<&Game>) {
    let state = game.state();
    let (rules, table) = (game.rules(), state.public());
    let path = game.mr_x_view().path();
    let old = before.map_or(0, |before| before.mr_x_view().path().len());
    let mut truth = format!("Mr X on {}", state.mr_x());
    if path.len() > old {
        truth.push_str(", path");
        path.iter().for_each(|station| truth.push_str(&format!(" {station}")));
    }
    line(page, format_args!("  truth       {truth}"));
    let stations: Vec<String> = table.detectives().map(|station| station.to_string()).collect();
    let moved: Vec<DetectiveId> = rules.detective_ids().filter(|id| table.has_moved(*id)).collect();
    let moved: Vec<String> = moved.iter().map(|id| format!(", {id} has moved")).collect();
    line(
        page,
        format_args!(
            "  table       detectives {}; slot {}, turn {}; next {}{}",
            stations.join(" "),
            table.slots_used(),
            table.turns_used(),
            turn_text(table.turn()),
            moved.concat()
        ),
    );
    let tickets: Vec<String> =
        rules.detective_ids().map(|id| table.detective_tickets(id).to_string()).collect();
    line(page, format_args!("  tickets     {} | {}", table.mr_x_tickets(), tickets.join(" ")));
    print_knowledge(page, game, before);
    let legal: Vec<Move> = state.moves(rules).collect();
    let mut listed = legal.len().to_string();
    for (i, mv) in legal.iter().take(12).enumerate() {
        listed.push_str(if i == 0 { ": " } else { " " });
        listed.push_str(&move_text(game, *mv, false));
    }
    if legal.len() > 12 {
        listed.push_str(" ..");
    }
    line(page, format_args!("  moves       {listed}"));
}

/// The view of the detectives: candidates, and the log where it grew.
fn print_knowledge(page: &mut String, game: &Game, before: Option<&Game>) {
    let view = game.detective_view();
    let now = view.candidates().to_set();
    let count = now.len();
    let was = before.map(|before| before.detective_view().candidates().to_set());
    let struck = was.map(|was| was.without(&now)).filter(|struck| struck.len() < count);
    match (was, struck) {
        (Some(was), _) if was == now => line(page, format_args!("  candidates  {count}, the same")),
        (Some(was), Some(struck)) if now.is_subset(&was) => {
            line(page, format_args!("  candidates  {count}, struck {}", short(&struck)));
        }
        _ => line(page, format_args!("  candidates  {count}: {}", short(&now))),
    }
    let slots: Vec<LogSlot> = view.log().slots().collect();
    let old = before.map_or(0, |before| before.detective_view().log().slots().count());
    for LogSlot { slot, step, second } in &slots[old..] {
        let second = if *second { ", double" } else { "" };
        line(page, format_args!("  log         {slot}: {step}{second}"));
    }
}

fn check(playthrough: &Playthrough) {
    let (game, text) = playthrough.play();
    assert_eq!(game.outcome(), Some(playthrough.outcome), "{}", playthrough.file);
    assert!(text.len() < 60_000, "{} has {} bytes", playthrough.file, text.len());
    let path = playthrough.path();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let pairs = golden.lines().zip(text.lines());
    let same = pairs.take_while(|(golden, text)| golden == text).count();
    assert!(
        golden == text,
        "{}, line {}:\n was {:?}\n now {:?}\nUPDATE_GOLDEN=1 writes the file anew",
        path.display(),
        same + 1,
        golden.lines().nth(same),
        text.lines().nth(same),
    );
}

fn check_file(file: &str) {
    let found = PLAYTHROUGHS.iter().find(|playthrough| playthrough.file == file);
    check(found.expect("it is listed"));
}

macro_rules! playthroughs {
    ($($test:ident: $file:literal),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                check_file($file);
            }
        )*

        /// The files that have a test.
        const TESTED: &[&str] = &[$($file),*];
    };
}

playthroughs! {
    classic: "classic",
    modern: "modern",
    bristol: "bristol",
    dash: "dash",
    grid5: "grid5",
    grid5_30: "grid5-30",
    grid7: "grid7",
    grid15: "grid15",
    glasses: "glasses",
    grid_4_2_12: "grid-4-2-12",
    classic_2: "classic-2",
    stranded: "stranded",
    cornered_at_once: "cornered-at-once",
}

/// Every preset has a playthrough, every playthrough a test and a file, and every file a playthrough.
#[test]
fn every_preset_is_played() {
    let listed: BTreeSet<String> = PLAYTHROUGHS.iter().map(|p| p.file.to_owned()).collect();
    for presets::Preset { name, .. } in presets::RULES {
        assert!(listed.contains(name), "{name} has no playthrough");
    }
    let tested: BTreeSet<String> = TESTED.iter().map(|file| (*file).to_owned()).collect();
    assert_eq!(tested, listed);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return; // The files are being written just now.
    }
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let files: BTreeSet<String> = files
        .map(|entry| entry.expect("a file").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, listed);
}

/// All four ends are among them.
#[test]
fn every_end_is_played() {
    let ends: BTreeSet<Outcome> = PLAYTHROUGHS.iter().map(|p| p.outcome).collect();
    assert_eq!(ends.len(), 4, "{ends:?}");
}
