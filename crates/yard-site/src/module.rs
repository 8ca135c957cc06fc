//! One module of the page, taken apart: what it imports, what it exports, and its text without comments.
//!
//! This is no parser. The page's formatter gives every import, export and comment lines of their own, and only the forms
//! that the page uses are understood; any other is refused with its line.

use crate::Fault;

/// What one import names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    /// The file, from the root of the page.
    pub(crate) file: String,
    /// The names as a pattern: `{ h, svg as picture }` becomes `h, svg: picture`.
    pub(crate) pattern: String,
}

/// A module of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Module {
    /// Its file, from the root of the page.
    pub(crate) file: String,
    pub(crate) imports: Vec<Import>,
    /// What it exports: the name outside, and the name inside.
    pub(crate) exports: Vec<(String, String)>,
    /// Whether it waits for something before it is ready.
    pub(crate) awaits: bool,
    /// The text without its imports, comments and indents. Exports are still marked.
    pub(crate) lines: Vec<String>,
}

/// The name under which a default export is kept inside.
const DEFAULT: &str = "$default";

impl Module {
    pub(crate) fn read(file: &str, text: &str) -> Result<Module, Fault> {
        let fault = |line: usize, why| Fault::Module(file.to_owned(), line + 1, why);
        let (mut imports, mut exports, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        let (mut open, mut awaits) = (None::<String>, false);
        for (number, line) in lean(text) {
            let statement = match open.take() {
                Some(begun) => begun + " " + line,
                None if line.starts_with("import ") => line.to_owned(),
                None => {
                    let outermost = text.lines().nth(number) == Some(line);
                    awaits |=
                        outermost && (line.starts_with("await ") || line.contains(" = await "));
                    if line.starts_with("export ") && outermost {
                        exports.extend(
                            exported(line)
                                .ok_or_else(|| fault(number, "an export of an unknown form"))?,
                        );
                    }
                    lines.push(line.to_owned());
                    continue;
                }
            };
            if statement.ends_with(';') {
                let import = Import::read(file, &statement);
                imports.push(import.ok_or_else(|| fault(number, "an import of an unknown form"))?);
            } else {
                open = Some(statement);
            }
        }
        Ok(Module { file: file.to_owned(), imports, exports, awaits, lines })
    }

    /// The text for a file at another place, without the word `export`.
    pub(crate) fn body(&self, at: &str) -> String {
        let body = self.lines.iter().map(|line| bare(line) + "\n").collect::<String>();
        let meta = format!("new URL(\"{}\", import.meta.url)", relative(at, &self.file));
        let body = if at == self.file { body } else { body.replace("import.meta.url", &meta) };
        self.moved(&body, at)
    }

    /// The text as a module of its own, without its imports.
    pub(crate) fn whole(&self) -> String {
        self.lines.iter().map(|line| line.clone() + "\n").collect()
    }

    /// The files that are imported later.
    pub(crate) fn later(&self) -> impl Iterator<Item = String> + '_ {
        // Not the types in comments, which are written `{import("…").Name}`.
        let named = |line: &String| -> Vec<String> {
            let calls =
                line.match_indices("import(\"").filter(|(at, _)| !line[..*at].ends_with('{'));
            let targets = calls.filter_map(|(at, call)| line[at + call.len()..].split_once('"'));
            targets.map(|(to, _)| to.to_owned()).collect()
        };
        self.lines.iter().flat_map(named).map(|to| resolve(&self.file, &to))
    }

    /// Rewrites what is imported later for a file at another place.
    fn moved(&self, body: &str, at: &str) -> String {
        let mut parts = body.split("import(\"");
        let mut moved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (to, rest) = part.split_once('"').unwrap_or((part, ""));
            moved += &format!("import(\"{}\"{rest}", relative(at, &resolve(&self.file, to)));
        }
        moved
    }

    /// The object of all exports: `{ h, default: $default }`.
    pub(crate) fn object(&self) -> String {
        let pair = |(outside, inside): &(String, String)| match outside == inside {
            true => inside.clone(),
            false => format!("{outside}: {inside}"),
        };
        format!("{{ {} }}", self.exports.iter().map(pair).collect::<Vec<_>>().join(", "))
    }
}

impl Import {
    /// Reads `import { a, b as c } from "./file.js";` or `import a from "./file.js";`.
    fn read(from: &str, statement: &str) -> Option<Import> {
        let rest = statement.strip_prefix("import ")?.strip_suffix("\";")?;
        let (names, to) = rest.split_once(" from \"")?;
        let name = |text: &str| match text.trim().split_once(" as ") {
            Some((outside, inside)) => format!("{outside}: {inside}"),
            None => text.trim().to_owned(),
        };
        let pattern = match names.strip_prefix('{').and_then(|names| names.strip_suffix('}')) {
            Some(names) => names
                .split(',')
                .map(name)
                .filter(|name| !name.is_empty())
                .collect::<Vec<_>>()
                .join(", "),
            None if is_name(names) => format!("default: {names}"),
            None => return None,
        };
        to.starts_with('.').then(|| Import { file: resolve(from, to), pattern })
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_part)
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// What a line that begins with `export` exports: the names outside and inside.
fn exported(line: &str) -> Option<Vec<(String, String)>> {
    let rest = line.strip_prefix("export ")?;
    if rest.starts_with("default {") {
        return Some(vec![("default".to_owned(), DEFAULT.to_owned())]);
    }
    let same = |name: &str| (name.to_owned(), name.to_owned());
    // Several at once: `export const [WIDE, HIGH] = [600, 196];`
    let list = rest.strip_prefix("const [").and_then(|rest| rest.split_once("] = "));
    if let Some((names, _)) = list {
        let names: Vec<&str> = names.split(", ").collect();
        return names
            .iter()
            .all(|name| is_name(name))
            .then(|| names.into_iter().map(same).collect());
    }
    // Not `let`: who imports it gets the value, not the variable.
    let kinds = ["const ", "function ", "function* ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
    is_name(&rest[..end]).then(|| vec![same(&rest[..end])])
}

/// A line without the word `export`.
fn bare(line: &str) -> String {
    match line.strip_prefix("export ") {
        Some(rest) if exported(line).is_some() => match rest.strip_prefix("default ") {
            Some(value) => format!("const {DEFAULT} = {value}"),
            None => rest.to_owned(),
        },
        _ => line.to_owned(),
    }
}

/// The lines without comments, indents and empty lines, each with its number from 0. The formatter gives comments lines of
/// their own.
pub(crate) fn lean(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut within = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        let line = line.trim_start_matches(' ');
        if within {
            within = !line.contains("*/");
            return None;
        }
        if line.starts_with("/*") && !line.contains("*/") {
            within = true;
            return None;
        }
        let comment =
            line.starts_with("//") || line.starts_with("/*") && line.trim_end().ends_with("*/");
        (!comment && !line.trim().is_empty()).then_some((number, line))
    })
}

/// The file that a module names: `resolve("seat/play.js", "../lib/dom.js")` is `lib/dom.js`.
pub(crate) fn resolve(from: &str, to: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// How a module names a file: the inverse of [`resolve`].
pub(crate) fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let folders = from.len() - 1;
    let same = from[..folders].iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = match folders - same {
        0 => "./".to_owned(),
        steps => "../".repeat(steps),
    };
    up + &to[same..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_go_there_and_back() {
        for (from, to, text) in [
            ("main.js", "lib/dom.js", "./lib/dom.js"),
            ("seat/play.js", "lib/dom.js", "../lib/dom.js"),
            ("seat/play.js", "seat/view.js", "./view.js"),
            ("a/b/c.js", "a/d.js", "../d.js"),
            ("local/worker.js", "wasm/play.js", "../wasm/play.js"),
        ] {
            assert_eq!(relative(from, to), text);
            assert_eq!(resolve(from, text), to);
        }
    }

    const TEXT: &str = r#"// A module.
import { h } from "../lib/dom.js";
import {
  a,
  b as c,
} from "./near.js";
import en from "../i18n/en.js";

/** Says something. */
export const SAY = "export // not a comment";
/**
 * Longer.
 */
export async function go() {
  // Within.
  return import("./later.js");
}
export class Sign {}
export const [WIDE, HIGH] = [600, 196];
const where = import.meta.url;
"#;

    #[test]
    fn a_module_is_taken_apart() {
        let module = Module::read("seat/play.js", TEXT).unwrap();
        let imports =
            module.imports.iter().map(|import| (import.file.as_str(), import.pattern.as_str()));
        assert!(imports.eq([
            ("lib/dom.js", "h"),
            ("seat/near.js", "a, b: c"),
            ("i18n/en.js", "default: en"),
        ]));
        assert_eq!(module.object(), "{ SAY, go, Sign, WIDE, HIGH }");
        assert_eq!(
            module.body("main.js"),
            "const SAY = \"export // not a comment\";\nasync function go() {\nreturn import(\"./seat/later.js\");\n}\n\
             class Sign {}\nconst [WIDE, HIGH] = [600, 196];\nconst where = new URL(\"./seat/play.js\", import.meta.url);\n"
        );
    }

    #[test]
    fn only_what_waits_at_once_makes_others_wait() {
        let awaits = |text| Module::read("a.js", text).unwrap().awaits;
        assert!(awaits("await load();\n") && awaits("const a = await load();\n"));
        assert!(!awaits("async function go() {\n  await load();\n}\n"));
    }

    #[test]
    fn a_default_gets_a_name() {
        let module = Module::read("i18n/en.js", "export default {\n  a: 1,\n};\n").unwrap();
        assert_eq!(module.object(), "{ default: $default }");
        assert_eq!(module.body("main.js"), "const $default = {\na: 1,\n};\n");
    }

    #[test]
    fn unknown_forms_are_refused_with_their_line() {
        for text in [
            "\nexport let n = 1;\n",
            "\nexport { a };\n",
            "\nexport * from \"./a.js\";\n",
            "\nimport * as a from \"./a.js\";\n",
            "\nimport { a } from \"far\";\n",
            "\nimport \"./a.js\";\n",
        ] {
            let fault = Module::read("a.js", text).unwrap_err().to_string();
            assert!(fault.starts_with("a.js:2: "), "{text}: {fault}");
        }
    }
}
