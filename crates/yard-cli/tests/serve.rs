//! `yard serve` as a process: its messages, and that no acknowledged move is lost when it is killed.

mod served;

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use served::{Client, Game, Server, command, refused};
use yard_agents::Seed;
use yard_core::Draw;

/// Plays until the server has gone.
fn play_on(games: &mut [Option<Game>], address: &str, count: &AtomicUsize, seed: u64) {
    let mut chance = Seed(seed).stream("players");
    let Some(mut client) = Client::new(address) else { return };
    let rules = ["classic", "grid5", "modern"];
    for (game, rules) in games.iter_mut().zip(rules) {
        let checked = match game {
            None => Game::new(&mut client, rules).map(|made| *game = Some(made)),
            Some(game) => game.check(&mut client),
        };
        if checked.is_none() {
            return;
        }
    }
    loop {
        for (game, rules) in games.iter_mut().zip(rules) {
            let going = match game {
                Some(game) => game.play(&mut client, &mut chance),
                None => Some(false),
            };
            match going {
                None => return,
                Some(true) => drop(count.fetch_add(1, Ordering::Relaxed)),
                Some(false) => {
                    *game = match Game::new(&mut client, rules) {
                        Some(made) => Some(made),
                        None => return,
                    };
                }
            }
        }
    }
}

#[test]
fn no_acknowledged_move_is_lost_in_fifty_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tables: [[Option<Game>; 3]; 2] = Default::default();
    let mut chance = Seed(1).stream("kills");
    let mut all = 0;
    for kill in 0..50 {
        let mut server = Server::start(folder.path());
        let count = AtomicUsize::new(0);
        let wanted = 1 + chance.below(25) as usize;
        let address = server.address.clone();
        std::thread::scope(|scope| {
            for (seed, games) in (0..).zip(&mut tables) {
                let (address, count) = (&address, &count);
                scope.spawn(move || play_on(games, address, count, 2 * kill + seed));
            }
            while count.load(Ordering::Relaxed) < wanted {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.kill();
        });
        all += count.into_inner();
    }
    assert!(all >= 50, "{all} moves");
    let server = Server::start(folder.path());
    let mut client = Client::new(&server.address).expect("it listens");
    for game in tables.iter_mut().flatten().flatten() {
        game.check(&mut client).expect("it answers");
    }
}

#[test]
fn a_taken_port_and_a_taken_folder_are_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let port = server.address.rsplit(':').next().unwrap_or_default();
    let args = ["serve", "--no-open", "--port", port];
    let said = refused(&args);
    assert!(said.contains(&format!("error: port {port} is taken")), "{said}");
    let data = folder.path().to_str().expect("a plain path");
    let args = ["serve", "--no-open", "--port", "0", "--data", data];
    assert!(refused(&args).contains("another yard serves the games in"));
}

#[test]
fn rules_of_a_file_are_on_offer() {
    let folder = tempfile::tempdir().expect("a folder");
    let preset = concat!(env!("CARGO_MANIFEST_DIR"), "/../yard-core/data/rules/grid5.toml");
    let data = folder.path().to_str().expect("a plain path");
    let rules = format!("{data}/ours.toml");
    std::fs::copy(preset, &rules).expect("the file is copied");
    let args = ["serve", "--json", "--port", "0", "--data", data, "--rules", &rules];
    let mut child = command(&args).spawn().expect("yard starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let said: Value = serde_json::from_str(&line).expect("one JSON object");
    let address = said["address"].as_str().unwrap_or_default().to_owned();
    let address = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let server = Server { child, address };
    let mut client = Client::new(&server.address).expect("it listens");
    let (status, listed) = client.ask("GET", "/api/rules", "", None).expect("it answers");
    assert_eq!(status, 200);
    let names = listed["rules"].as_array().cloned().unwrap_or_default();
    assert!(names.iter().any(|one| one["name"] == "ours"), "{names:?}");
    assert!(!listed.to_string().contains(data), "a folder of the server is shown: {listed}");
    let said = refused(&["serve", "--port", "0", "--rules", preset]);
    assert!(said.contains("there are rules \"grid5\" already"), "{said}");
    let said = refused(&["serve", "--port", "0", "--rules", "nowhere.toml"]);
    assert!(said.contains("cannot read nowhere.toml: there is no such file"), "{said}");
}

/// Sends a signal to a server and returns how it ended.
#[cfg(unix)]
fn end(server: &mut Server, signal: &str) -> Option<i32> {
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
    server.child.wait().expect("it ends").code()
}

/// Whoever stops the server loses no move, not even one under way.
#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_stop_finishes_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tables: [Option<Game>; 3] = Default::default();
    for (round, (signal, code)) in
        [("-TERM", 0), ("-INT", 130), ("-TERM", 0)].into_iter().enumerate()
    {
        let mut server = Server::start(folder.path());
        let (address, count) = (server.address.clone(), AtomicUsize::new(0));
        let ended = std::thread::scope(|scope| {
            let (games, count) = (&mut tables, &count);
            scope.spawn(move || play_on(games, &address, count, round as u64));
            while count.load(Ordering::Relaxed) < 10 {
                std::thread::sleep(Duration::from_millis(1));
            }
            end(&mut server, signal)
        });
        assert_eq!(ended, Some(code), "{signal}");
    }
    let server = Server::start(folder.path());
    let mut client = Client::new(&server.address).expect("it listens");
    for game in tables.iter_mut().flatten() {
        game.check(&mut client).expect("it answers");
    }
}

/// Logs at their most talkative have nothing that a seat must not know.
#[cfg(unix)]
#[test]
fn logs_have_no_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain path");
    let args = [
        "serve",
        "--json",
        "--port",
        "0",
        "--data",
        data,
        "--log",
        "debug",
        "--log-json",
        "--metrics",
        "127.0.0.1:0",
    ];
    let mut child = command(&args).spawn().expect("yard starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let said: Value = serde_json::from_str(&line).expect("one JSON object");
    let plain =
        |key: &str| said[key].as_str().unwrap_or_default().trim_start_matches("http://").to_owned();
    let address = plain("address").trim_end_matches('/').to_owned();
    let mut errors = child.stderr.take().expect("it is piped");
    let mut server = Server { child, address };
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).map(|_| text)
    });
    let mut client = Client::new(&server.address).expect("it listens");
    let mut game = Game::new(&mut client, "classic").expect("it answers");
    let mut chance = Seed(4).stream("players");
    while game.play(&mut client, &mut chance).expect("it answers") {}
    let view = game.view(&mut client, &game.mr_x).expect("it answers");
    // A token in the wrong place.
    let lost = format!("/api/games/{}/{}", game.id, game.mr_x);
    client.ask("GET", &lost, &game.mr_x, None).expect("it answers");
    client.ask("GET", &format!("/api/games/{}", game.mr_x), "", None).expect("it answers");
    let mut figures =
        Client::new(plain("metrics").trim_end_matches("/metrics")).expect("it listens");
    let told = figures.text("/metrics").expect("figures come");
    let (status, _) = client.ask("GET", "/metrics", "", None).expect("it answers");
    assert_eq!(status, 404, "figures are told at their own address only");
    assert!(told.contains("yard_moves_total ") && !told.contains(&game.mr_x), "{told}");
    assert_eq!(end(&mut server, "-TERM"), Some(0));
    let log = reader.join().expect("it reads").expect("it is text");
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().any(|line| line["message"] == "kept a move"), "{log}");
    assert!(
        lines.iter().any(|line| line["route"] == "/api/games/{id}/moves" && line["status"] == 200),
        "{log}"
    );
    for secret in [&game.mr_x, &game.team, &view["seed"].to_string()] {
        assert!(!log.contains(secret.as_str()), "{secret} in {log}");
    }
    // Nothing has a place in a line that could hold a station, a move or a name.
    let known = [
        "timestamp",
        "level",
        "target",
        "message",
        "span",
        "spans",
        "id",
        "name",
        "method",
        "route",
        "game",
        "status",
        "ms",
        "client",
        "ply",
        "address",
        "games",
        "drained",
    ];
    for line in &lines {
        for (key, value) in line.as_object().expect("an object") {
            assert!(known.contains(&key.as_str()), "{key}: {line}");
            let plain = value.as_str().unwrap_or_default();
            assert!(key != "game" || plain.is_empty() || plain == game.id, "{line}");
        }
    }
}

/// The benchmark of the server runs, and says what ended its search. Its figures mean nothing here.
#[test]
fn the_load_benchmark_measures_tables_and_greedy_clients() {
    let args = ["load", "--tables", "3", "--seconds", "1", "--find", "1000", "--most-tables", "6"];
    let abuse = ["--abuse", "nobody,refusals", "--json"];
    let output = command(&[&args[..], &abuse[..]].concat()).output().expect("yard starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&report["tables"]["sockets"], &report["tables"]["moves"]), (&12.into(), &3.into()));
    let found = &report["found"];
    assert_eq!((&found["most"], &found["ended_by"]), (&6.into(), &"most_tables".into()));
    let [alone, beside] = [0, 1].map(|at| &report["abuse"][at]);
    assert_eq!((&alone["case"], &beside["case"]), (&"nobody".into(), &"refusals".into()));
    assert_eq!((&alone["forgotten"], &beside["forgotten"]), (&false.into(), &false.into()));
    assert!(beside["refused"].as_u64() > Some(0), "{beside}");
}

/// What the operator does beside a server that runs, and what only without one.
#[test]
fn the_operator_looks_after_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain path");
    let admin = |args: &[&str]| {
        let output = command(&[&["admin", "--data", data, "--json"], args].concat())
            .output()
            .expect("yard starts");
        let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code(), said, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, _, said) = admin(&["list"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("there are no games in"), "{said}");
    let mut server = Server::start(folder.path());
    let mut client = Client::new(&server.address).expect("it listens");
    let mut games: Vec<Game> =
        (0..2).map(|_| Game::new(&mut client, "grid5").expect("it answers")).collect();
    let mut chance = Seed(1).stream("players");
    for game in &mut games {
        game.play(&mut client, &mut chance).expect("it answers");
    }
    let (_, listed, _) = admin(&["list", "--state", "open"]);
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(2), "{listed}");
    assert_eq!(listed["games"][0]["plies"], 1);
    let backup = format!("{data}/copy.sqlite");
    assert_eq!(admin(&["backup", &backup]).0, Some(0));
    let (code, _, said) = admin(&["backup", &backup]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(admin(&["backup", &backup, "--force"]).0, Some(0));
    let (code, _, said) = admin(&["restore", &backup]);
    assert_eq!(code, Some(2));
    assert!(said.contains("another yard serves the games"), "{said}");
    assert_eq!(admin(&["end", &games[0].id]).0, Some(0));
    assert_eq!(admin(&["end", &games[0].id]).0, Some(2), "it has ended");
    assert_eq!(admin(&["delete", &games[1].id]).0, Some(0));
    let path = |game: &Game| format!("/api/games/{}", game.id);
    let until = |client: &mut Client, game: &Game, wanted: &dyn Fn(u16, &Value) -> bool| {
        for _ in 0..1000 {
            let (status, view) =
                client.ask("GET", &path(game), &game.mr_x, None).expect("it answers");
            if wanted(status, &view) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server has not learned of it");
    };
    until(&mut client, &games[0], &|_, view| view["state"] == "cancelled");
    until(&mut client, &games[1], &|status, _| status == 404);
    assert_eq!(admin(&["quota", "--games", "7"]).1["games"], 7);
    assert_eq!(admin(&["ban", "127.0.0.0/8", "--reason", "noise"]).0, Some(0));
    assert_eq!(admin(&["ban", "everybody"]).0, Some(2));
    until(&mut client, &games[0], &|status, _| status == 403);
    assert_eq!(admin(&["ban"]).1["bans"][0]["reason"], "noise");
    assert_eq!(admin(&["ban", "127.0.0.0/8", "--lift"]).0, Some(0));
    server.kill();
    // The backup was made before all that.
    assert_eq!(admin(&["restore", &backup]).0, Some(0));
    let server = Server::start(folder.path());
    let mut client = Client::new(&server.address).expect("it listens");
    for game in &mut games {
        game.check(&mut client).expect("it answers");
    }
    let (_, listed, _) = admin(&["list"]);
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(2));
    std::fs::write(&backup, "no games at all").expect("it is written");
    drop(server);
    assert_eq!(admin(&["restore", &backup]).0, Some(2));
    let file = format!("{data}/games.sqlite");
    let mut bytes = std::fs::read(&file).expect("it is there");
    let end = bytes.len();
    bytes[4096..end.min(40_960)].fill(0x5a);
    std::fs::write(&file, bytes).expect("it is written");
    let said = refused(&["serve", "--no-open", "--port", "0", "--data", data]);
    assert!(said.contains("is damaged") && said.contains("yard admin restore"), "{said}");
}
