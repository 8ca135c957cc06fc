//! Names of files made of agents' names.

/// The longest part of a file name that an agent's name gives.
const LONGEST: usize = 60;

/// A text as a part of a file name that every system takes: letters, digits and `-`, `=`, `.`.
pub fn file_part(text: &str) -> String {
    let mut part = String::new();
    for c in text.chars().take(LONGEST) {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '=' | '.' => part.push(c),
            _ if part.ends_with('-') => {}
            _ => part.push('-'),
        }
    }
    part.trim_matches(['-', '.']).to_owned()
}

/// Tells whether a text that may be a name can only mean a file: by its ending, or by a folder in it.
pub fn is_path(text: &str, ending: &str) -> bool {
    text.ends_with(ending) || text.contains(['/', '\\'])
}

/// Makes names unique, even where capitals do not count: the second `a` becomes `a-2`.
pub fn unique(names: &mut [String]) {
    for at in 1..names.len() {
        let (before, rest) = names.split_at_mut(at);
        let taken =
            |name: &str| before.iter().any(|other: &String| other.eq_ignore_ascii_case(name));
        let name = rest[0].clone();
        let mut number = 2;
        while taken(&rest[0]) {
            rest[0] = format!("{name}-{number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_signs_and_paths_do_not_get_through() {
        assert_eq!(file_part("mcts-sova:playouts=300,c=0.5"), "mcts-sova-playouts=300-c=0.5");
        assert_eq!(file_part("process:../../a b/ü"), "process-..-..-a-b");
        assert_eq!(file_part(".."), "");
        assert_eq!(file_part(&"x".repeat(500)).len(), LONGEST);
    }

    #[test]
    fn a_path_has_its_ending_or_a_folder() {
        assert!(is_path("a.toml", ".toml") && is_path("a/b", ".toml") && is_path("a\\b", ".toml"));
        assert!(!is_path("classic", ".toml") && !is_path("a.toml.txt", ".toml"));
    }

    #[test]
    fn no_file_is_written_twice() {
        let mut names = ["a", "b", "A", "a", "a-2"].map(String::from);
        unique(&mut names);
        assert_eq!(names, ["a", "b", "A-2", "a-3", "a-2-2"]);
    }
}
