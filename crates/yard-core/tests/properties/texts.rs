//! Texts of all kinds round-trip.

use super::*;

fn stocks() -> impl Strategy<Value = Stock> {
    prop_oneof![
        1 => Just(Stock::UNLIMITED),
        4 => (0..=Stock::MOST).prop_map(|n| Stock::count(n).expect("up to 254")),
    ]
}

fn detective_tickets() -> impl Strategy<Value = DetectiveTickets> {
    (stocks(), stocks(), stocks()).prop_map(|(t, b, u)| DetectiveTickets::new([t, b, u]))
}

fn mr_x_tickets() -> impl Strategy<Value = MrXTickets> {
    [stocks(), stocks(), stocks(), stocks(), stocks()].prop_map(MrXTickets::new)
}

fn stations() -> impl Strategy<Value = Station> {
    (1..=u8::MAX).prop_map(at)
}

fn steps() -> impl Strategy<Value = Step> {
    (proptest::sample::select(&Ticket::ALL[..]), stations())
        .prop_map(|(ticket, to)| Step { ticket, to })
}

fn public_steps() -> impl Strategy<Value = PublicStep> {
    let seen = proptest::option::of(stations());
    (proptest::sample::select(&Ticket::ALL[..]), seen)
        .prop_map(|(ticket, seen)| PublicStep { ticket, seen })
}

/// Names of rules, as they may stand in a setup.
const NAMES: [&str; 5] = ["classic", "grid:5,2,15", "my/rules.toml", "x", "détective#1"];

fn setups() -> impl Strategy<Value = Setup> {
    let numbers = |least: usize| proptest::collection::vec(any::<u32>(), least..7);
    let turns = prop_oneof![
        Just(SetupTurn::MrX),
        Just(SetupTurn::Team),
        proptest::sample::select(&DetectiveId::ALL[..]).prop_map(SetupTurn::Detective),
    ];
    (
        (proptest::sample::select(&NAMES[..]), proptest::option::of(any::<u32>()), numbers(1)),
        (turns, numbers(0), any::<u32>()),
        proptest::option::of(mr_x_tickets()),
        proptest::collection::vec(detective_tickets(), 0..6),
        numbers(0),
    )
        .prop_map(
            |((rules, x, detectives), (turn, moved, slot), x_tickets, tickets, candidates)| Setup {
                rules: rules.to_owned(),
                x,
                detectives,
                turn,
                moved,
                slot,
                x_tickets,
                detective_tickets: tickets,
                candidates,
            },
        )
}

/// Text and JSON give a value back.
fn check_forms<T>(value: &T)
where
    T: fmt::Display + fmt::Debug + PartialEq,
    T: std::str::FromStr<Err: fmt::Debug>,
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let text = value.to_string();
    assert_eq!(&text.parse::<T>().expect("what is written can be read"), value);
    let json = serde_json::to_string(value).expect("plain data");
    let again: T = serde_json::from_str(&json).expect("what is written can be read");
    assert_eq!(&again, value);
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn setups_go_through_text_and_json(setup in setups()) {
        check_forms(&setup);
    }

    #[test]
    fn mr_x_moves_go_through_text_and_json(first in steps(), second in steps()) {
        for mv in [MrXMove::Single(first), MrXMove::Double(first, second)] {
            check_forms(&mv);
            assert_eq!(mv.to_string().to_lowercase().parse(), Ok(mv), "small letters will do");
            let public = PublicMrXMove::from(mv);
            assert_eq!(public.known(), Some(mv));
            assert_eq!(public.to_string(), mv.to_string());
        }
    }

    #[test]
    fn public_moves_go_through_text_and_json(first in public_steps(), second in public_steps()) {
        for mv in [PublicMrXMove::Single(first), PublicMrXMove::Double(first, second)] {
            check_forms(&mv);
            let hides = mv.steps().any(|step| step.seen.is_none());
            assert_eq!(mv.to_string().contains('?'), hides);
            assert_eq!(mv.to_string().parse::<MrXMove>().is_err(), hides);
        }
    }

    #[test]
    fn detective_moves_go_through_text_and_json(
        step in proptest::option::of(steps()),
        by in proptest::sample::select(&DetectiveId::ALL[..]),
    ) {
        let step = step.filter(|step| step.ticket != Ticket::Black);
        let mv = match step {
            Some(step) => DetectiveMove::Ride { by, step },
            None => DetectiveMove::Pass { by },
        };
        for (order, turn) in [(Order::Fixed, Turn::Detective(by)), (Order::Any, Turn::Team)] {
            let text = DetectiveText::new(mv, order);
            check_forms(&text);
            assert_eq!(text.in_turn(turn), Ok(mv));
        }
        let long: DetectiveText = mv.to_string().parse().expect("a detective's move");
        assert_eq!(long.in_turn(Turn::Detective(by)), Ok(mv));
        assert!(long.in_turn(Turn::Detective(DetectiveId::ALL[(by.index() + 1) % 5])).is_err());
    }
}
