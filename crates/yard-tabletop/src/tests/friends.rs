//! People at a table: who gets which seat next, whom the game waits for, and what is said.

use super::table::{agent, detective, each, human, json, one, play, rules, table};
use crate::claims::Holder;
use crate::company::Reaction;
use crate::error::{ControlError, RematchError};
use crate::move_clock::check_clock;
use crate::rematch::{NextGame, SeatChange};
use crate::role::Role;
use crate::seats::{Seat, Seats, TeamSeats};
use crate::vote::Change;

fn named(name: &str) -> Seat {
    Seat::Human { name: Some(name.to_owned()) }
}

fn changed(seats: &Seats, rules: &str) -> Result<Seats, RematchError> {
    seats.for_next(SeatChange::Change, &super::table::rules(rules))
}

#[test]
fn people_change_places_and_take_their_names_along() {
    let london = rules("classic");
    let two = one(named("Max"), named("Mia"));
    assert_eq!(changed(&two, "classic"), Ok(one(named("Mia"), named("Max"))));
    let next = |seats: &Seats, role| seats.next_role(role, SeatChange::Change, &london);
    assert_eq!(next(&two, Role::MrX), Some(Role::team(&london)));
    assert_eq!(next(&two, Role::team(&london)), Some(Role::MrX));
    assert_eq!(two.next_role(Role::MrX, SeatChange::Same, &london), Some(Role::MrX));
    assert_eq!(next(&two, Role::Watch), None);
    // Agents stay where they are; everybody gets the seat of the next one, and the last one Mr X's.
    let team = vec![named("Ann"), agent(), named("Bob"), agent(), human()];
    let five = each(named("Max"), team);
    let wanted = vec![named("Max"), agent(), named("Ann"), agent(), named("Bob")];
    assert_eq!(changed(&five, "classic"), Ok(each(human(), wanted)));
    assert_eq!(next(&five, Role::MrX), Some(detective(1)));
    assert_eq!(next(&five, detective(1)), Some(detective(3)));
    assert_eq!(next(&five, detective(5)), Some(Role::MrX));
    assert_eq!(next(&five, detective(2)), None, "an agent sits there");
    // After as many games as there are people everybody sits where he sat first.
    let mut seats = five.clone();
    for _ in 0..4 {
        seats = changed(&seats, "classic").unwrap();
    }
    assert_eq!(seats, five);
}

#[test]
fn one_against_agents_changes_sides_where_one_agent_can_take_over() {
    let alone = one(named("Max"), agent());
    assert_eq!(changed(&alone, "classic"), Ok(one(agent(), named("Max"))));
    let london = rules("classic");
    let next = alone.next_role(Role::MrX, SeatChange::Change, &london);
    assert_eq!(next, Some(Role::team(&london)));
    assert_eq!(changed(&one(agent(), named("Max")), "classic"), Ok(alone));
    let same = each(human(), vec![agent(); 5]);
    let taken = Seats { mr_x: agent(), detectives: TeamSeats::One(human()) };
    assert_eq!(changed(&same, "classic"), Ok(taken));
    let mixed = each(agent(), vec![human(), agent(), agent(), agent(), agent()]);
    assert_eq!(changed(&mixed, "classic"), Err(RematchError::SeveralAgents));
    let team = each(agent(), vec![human(); 5]);
    assert_eq!(changed(&team, "classic"), Err(RematchError::SameSide));
    assert_eq!(changed(&one(agent(), agent()), "classic"), Err(RematchError::NobodyPlays));
    assert_eq!(team.for_next(SeatChange::Same, &london), Ok(team.clone()));
}

#[test]
fn a_rematch_comes_after_the_end() {
    let mut table = table("grid5", one(human(), human()));
    assert_eq!(table.check_rematch(Role::MrX), Err(RematchError::GoesOn));
    table.ask(Role::MrX, Change::End).unwrap();
    assert_eq!(table.check_rematch(Role::MrX), Ok(()));
    assert_eq!(table.check_rematch(Role::Watch), Err(RematchError::Watching));
    let (id, by) = ("next".to_owned(), "mr_x".to_owned());
    table.set_next_game(NextGame { id, seats: SeatChange::Same, by });
    let kept = table.saved().unwrap();
    let catalog = crate::Catalog::new(Vec::new());
    let again = kept.restore(&catalog, [0; 16]).unwrap();
    assert_eq!(again.next_game(), table.next_game());
    assert_eq!(json(&again, Role::Watch)["rematch"]["seats"], "same");
}

#[test]
fn the_clock_runs_when_all_sit_and_a_person_is_to_move() {
    assert!(check_clock(None).is_ok() && check_clock(Some(10)).is_ok());
    assert!(check_clock(Some(9)).is_err() && check_clock(Some(86_401)).is_err());
    let mut table = table("grid5", one(human(), human()));
    let team = Role::team(&table.setup().rules.clone());
    table.setup.clock_s = Some(30);
    assert_eq!(table.waits_for(), [Role::MrX]);
    table.claim(Role::MrX, Holder([1; 32])).unwrap();
    assert_eq!(table.clock_runs(), None, "a seat is free");
    table.claim(team, Holder([2; 32])).unwrap();
    assert_eq!(table.clock_runs(), Some(30));
    play(&mut table, Role::MrX);
    assert_eq!((table.waits_for(), table.clock_runs()), (vec![team], Some(30)));
    table.paused = true;
    assert_eq!(table.clock_runs(), None);
    table.paused = false;
    let late = table.late_turn().unwrap();
    assert_eq!(late.roles, [team]);
    let mv = table.game.detective_view().legal_moves().next().unwrap();
    table.play_late(mv.into()).unwrap();
    assert_eq!(table.late_text().unwrap(), r#"{"detectives":1}"#);
    assert_eq!(table.read_late(r#"{"detectives":1}"#), Some(table.late.clone()));
    for damaged in ["", "[]", r#"{"nobody":1}"#, r#"{"mr_x":-1}"#] {
        assert_eq!(table.read_late(damaged), None, "{damaged}");
    }
}

/// Where detectives move in any order the game waits for all people among them at once.
#[test]
fn in_any_order_several_are_late_together() {
    let team = vec![human(), agent(), human(), agent(), agent()];
    let mut table = table("modern", each(agent(), team));
    while table.waits_for().is_empty() {
        let mv = table.game.mr_x_view().legal_moves().next().unwrap();
        table.play(mv.into()).unwrap();
    }
    assert_eq!(table.waits_for(), [detective(1), detective(3)]);
}

#[test]
fn the_last_words_are_shown_and_those_who_watch_say_none() {
    let mut table = table("grid5", one(human(), human()));
    assert_eq!(table.react(Role::Watch, Reaction::Wow), Err(ControlError::Watching));
    for reaction in Reaction::ALL.into_iter().chain(Reaction::ALL) {
        table.react(Role::MrX, reaction).unwrap();
    }
    let said = json(&table, Role::Watch)["reactions"].clone();
    let numbers: Vec<u64> =
        said.as_array().unwrap().iter().map(|said| said["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [9, 10, 11, 12, 13, 14, 15, 16]);
    assert_eq!(said[0]["reaction"], "hello");
}
