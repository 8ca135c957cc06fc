//! Tests of reading: layers, ranges, choices and where faults are told.

use super::TomlFile;

fn faults(file: &TomlFile<'_>) -> Vec<String> {
    let faults = file.check().expect_err("has faults");
    faults.0.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_no_toml_is_told_with_its_line() {
    let faults = TomlFile::parse("a = 1\nb = [\n").unwrap_err();
    assert_eq!(faults.0[0].line, Some(2));
}

#[test]
fn a_file_is_laid_over_another_table_by_table() {
    let below = TomlFile::parse("x = 1\ny = 2\nt = { a = 1, b = 2 }\nlist = [1, 2]").unwrap();
    let file = TomlFile::parse("y = 3\nlist = [7]\n[t]\nb = 5\nc = 6").unwrap();
    let file = file.over("below", below);
    let root = file.root();
    assert_eq!(root.required("x").whole(0..), Some(1_u8));
    assert_eq!(root.required("y").whole(0..), Some(3_u8));
    let list = root.required("list").list();
    assert_eq!(list.filter_map(|entry| entry.whole(0..)).collect::<Vec<u8>>(), [7]);
    let table = root.required("t").open_section().unwrap();
    let numbers = ["a", "b", "c"].map(|key| table.required(key).whole::<u8>(0..));
    assert_eq!(numbers, [Some(1), Some(5), Some(6)]);
    assert_eq!(table.keys().collect::<Vec<_>>(), ["b", "c", "a"]);
    assert_eq!(file.check(), Ok(()));
}

/// A value that is no table hides whatever lies below it.
#[test]
fn only_tables_are_laid_over_each_other() {
    let lowest = TomlFile::parse("t = { a = 1 }").unwrap();
    let middle = TomlFile::parse("t = 5").unwrap().over("lowest", lowest);
    let file = TomlFile::parse("t = { b = 2 }").unwrap().over("middle", middle);
    let table = file.root().required("t").open_section().unwrap();
    assert_eq!(table.keys().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn faults_of_a_file_below_are_told_under_its_name() {
    let below = TomlFile::parse("\nx = 'one'").unwrap();
    let file = TomlFile::parse("z = 1").unwrap().over("below", below);
    let root = file.root();
    root.check_keys(&["x", "y"]);
    assert_eq!(root.required("x").whole::<u8>(0..), None);
    assert_eq!(
        faults(&file),
        [
            "line 1: unknown key \"z\" (known: x, y)",
            "base \"below\": line 2: x must be a whole number from 0, not a text",
        ]
    );
}

#[test]
fn ranges_and_choices_are_named() {
    let file = TomlFile::parse("a = 7\nb = -1\nc = 300\nd = nan\ne = 'blak'\nf = 1.5").unwrap();
    let root = file.root();
    assert_eq!(root.optional("a").whole(8..=9_u32), None);
    assert_eq!(root.optional("b").whole::<u32>(..), None);
    assert_eq!(root.optional("c").whole::<u8>(0..), None);
    assert_eq!(root.optional("d").number(0.0..=1.0), None);
    assert_eq!(root.optional("e").choice(&["red", "black", "blue"], |name| *name), None);
    assert_eq!(root.optional("f").switch(), None);
    assert_eq!(root.optional("g").switch(), None, "nothing is no fault");
    assert_eq!(
        faults(&file),
        [
            "line 1: a must be a whole number from 8 to 9, not 7",
            "line 2: b must be a whole number from 0, not -1",
            "line 3: c must be a whole number from 0, not 300",
            "line 4: d must be a number between 0 and 1, not nan",
            "line 5: e is \"red\", \"black\" or \"blue\", not \"blak\", did you mean \"black\"?",
            "line 6: f must be true or false, not 1.5",
        ]
    );
}

#[test]
fn a_later_check_finds_the_line_of_a_value() {
    let file = TomlFile::parse("a = 1\n[learner]\nbatch = 0\n").unwrap();
    file.fault_at("learner.batch", "learner.batch must be at least 1");
    file.fault_at("learner.replay", "learner.replay is too small");
    file.fault_at("a", "a is odd");
    assert_eq!(
        faults(&file),
        [
            "line 1: a is odd",
            "line 3: learner.batch must be at least 1",
            "learner.replay is too small",
        ]
    );
}
