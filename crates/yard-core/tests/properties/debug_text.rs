//! What a state gives away when it is printed.

use super::*;

/// A state can be printed without giving Mr X away.
#[test]
fn debug_text_of_a_state_hides_mr_x() {
    let rules = presets::rules("classic").expect("a preset");
    let state = |x: u32| {
        let setup = Setup {
            rules: "classic".to_owned(),
            x: Some(x),
            detectives: vec![26, 29, 50, 53, 91],
            ..Setup::default()
        };
        State::from_setup(&rules, &setup).expect("a good setup")
    };
    let text = format!("{:?}", state(46));
    assert!(text.contains("Hidden(..)"), "{text}");
    assert!(!text.contains("46"), "{text}");
    for x in (1..=199).filter(|x| ![26, 29, 50, 53, 91].contains(x)) {
        assert_eq!(format!("{:?}", state(x)), text);
        assert_eq!(format!("{:#?}", state(x)), format!("{:#?}", state(46)));
    }
}
