//! Joins modules, so that a first visit asks for a few files and not for a hundred.
//!
//! An entry and all it imports become one file. Each module in it is a function of its own that gives its exports as an
//! object, after those that it imports; so names cannot meet, and each runs once. That is the order in which a browser would
//! run them, as long as no two import each other. What the page imports later stays a file, and takes what it shares with the
//! first entry, the page, from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::Fault;
use crate::module::{Module, relative};

/// All modules of the page by file.
type Modules = BTreeMap<String, Module>;

/// Writes the modules of a page below `out`. The first entry is the page itself.
pub(crate) fn join(web: &Path, out: &Path, entries: &[&str]) -> Result<(), Fault> {
    let modules = read(web)?;
    for (file, text) in joined(&modules, entries)? {
        let path = out.join(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Fault::file(folder))?;
        }
        fs::write(&path, text).map_err(Fault::file(&path))?;
    }
    Ok(())
}

/// Reads all modules but those of the tests and the service worker.
fn read(web: &Path) -> Result<Modules, Fault> {
    let mut modules = Modules::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = web.join(&folder);
        for entry in fs::read_dir(&path).map_err(Fault::file(&path))? {
            let entry = entry.map_err(Fault::file(&path))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let file = format!("{folder}{name}");
            if entry.path().is_dir() {
                if !["tests", "site", "node_modules"].contains(&file.as_str()) {
                    folders.push(file + "/");
                }
            } else if name.ends_with(".js") {
                let text = fs::read_to_string(entry.path()).map_err(Fault::file(&entry.path()))?;
                modules.insert(file.clone(), Module::read(&file, &text)?);
            }
        }
    }
    Ok(modules)
}

/// All files to write, with their texts.
fn joined(modules: &Modules, entries: &[&str]) -> Result<Vec<(String, String)>, Fault> {
    let orders =
        entries.iter().map(|entry| order(modules, entry)).collect::<Result<Vec<_>, _>>()?;
    let page = &orders[0];
    for module in modules.values() {
        if let Some(file) = module.later().find(|file| page.contains(&file.as_str())) {
            return Err(Fault::Joined(module.file.clone(), file));
        }
    }
    let mut files = Vec::new();
    for (entry, order) in entries.iter().zip(&orders) {
        files.push(((*entry).to_owned(), one(modules, entry, order)));
    }
    // Modules of a worker stay files only where the page imports them later.
    let within: BTreeSet<&str> = orders.iter().flatten().copied().collect();
    let mut rest: Vec<&str> =
        modules.keys().map(String::as_str).filter(|file| !within.contains(file)).collect();
    let mut seen: BTreeSet<&str> = rest.iter().copied().collect();
    while let Some(file) = rest.pop() {
        let module = find(modules, file, file)?;
        for import in &module.imports {
            let needed = find(modules, file, &import.file)?;
            if !page.contains(&needed.file.as_str()) && seen.insert(&needed.file) {
                rest.push(&needed.file);
            }
        }
        files.push((file.to_owned(), alone(module, entries[0], page)));
    }
    Ok(files)
}

fn find<'a>(modules: &'a Modules, from: &str, file: &str) -> Result<&'a Module, Fault> {
    modules.get(file).ok_or_else(|| Fault::Missing(from.to_owned(), file.to_owned()))
}

/// An entry and all it imports, each after those that it imports itself.
fn order<'a>(modules: &'a Modules, entry: &str) -> Result<Vec<&'a str>, Fault> {
    let (mut order, mut way) = (Vec::new(), Vec::new());
    visit(modules, find(modules, "scripts/site", entry)?, &mut order, &mut way)?;
    Ok(order)
}

fn visit<'a>(
    modules: &'a Modules,
    module: &'a Module,
    order: &mut Vec<&'a str>,
    way: &mut Vec<&'a str>,
) -> Result<(), Fault> {
    if order.contains(&module.file.as_str()) {
        return Ok(());
    }
    if let Some(at) = way.iter().position(|file| *file == module.file) {
        return Err(Fault::Circle(way[at..].join(", ")));
    }
    way.push(&module.file);
    for import in &module.imports {
        visit(modules, find(modules, &module.file, &import.file)?, order, way)?;
    }
    way.pop();
    order.push(&module.file);
    Ok(())
}

/// The place of a module in the joined file is its name there.
fn name(order: &[&str], file: &str) -> Option<String> {
    order.iter().position(|other| *other == file).map(|at| format!("$m{at}"))
}

/// An entry with all it imports, as one module.
fn one(modules: &Modules, entry: &str, order: &[&str]) -> String {
    let mut text = String::new();
    for (at, file) in order.iter().enumerate() {
        let module = &modules[*file];
        let begin = if module.awaits { "await (async () =>" } else { "(() =>" };
        text += &format!("const $m{at} = {begin} {{\n");
        for import in &module.imports {
            let from = name(order, &import.file).unwrap_or_default();
            text += &format!("const {{ {} }} = {from};\n", import.pattern);
        }
        text += &module.body(entry);
        text += &format!("return {};\n}})();\n", module.object());
    }
    let names: Vec<String> = (0..order.len()).map(|at| format!("$m{at}")).collect();
    text + &format!("export {{ {} }};\n", names.join(", "))
}

/// A module that stays a file; what the page has already it takes from there.
fn alone(module: &Module, page: &str, order: &[&str]) -> String {
    let mut text = String::new();
    for import in &module.imports {
        match name(order, &import.file) {
            Some(name) => {
                let from = relative(&module.file, page);
                text += &format!(
                    "import {{ {name} }} from \"{from}\";\nconst {{ {} }} = {name};\n",
                    import.pattern
                );
            }
            None => {
                let names = import.pattern.replace(": ", " as ");
                let from = relative(&module.file, &import.file);
                text += &format!("import {{ {names} }} from \"{from}\";\n");
            }
        }
    }
    text + &module.whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(files: &[(&str, &str)]) -> Modules {
        files
            .iter()
            .map(|(file, text)| ((*file).to_owned(), Module::read(file, text).unwrap()))
            .collect()
    }

    fn page() -> Modules {
        modules(&[
            ("main.js", "import { b } from \"./lib/b.js\";\nb();\nimport(\"./pages/p.js\");\n"),
            ("lib/a.js", "export const a = 1;\n"),
            ("lib/b.js", "import { a as one } from \"./a.js\";\nexport const b = () => one;\n"),
            (
                "pages/p.js",
                "import { a } from \"../lib/a.js\";\nimport en from \"./q.js\";\nexport const p = a + en.n;\n",
            ),
            ("pages/q.js", "export default {\n  n: 1,\n};\n"),
            (
                "local/w.js",
                "import { a } from \"../lib/a.js\";\nimport { s } from \"./s.js\";\ns(a);\n",
            ),
            ("local/s.js", "export function s() {}\n"),
        ])
    }

    #[test]
    fn what_is_in_the_page_is_not_imported_later() {
        let mut modules = page();
        let typed = "export const typed = (/** @type {import(\"../lib/a.js\").A} */ a) => a;\n";
        modules.insert("pages/q.js".to_owned(), Module::read("pages/q.js", typed).unwrap());
        assert!(joined(&modules, &["main.js", "local/w.js"]).is_ok());
        let text = "export const go = () => import(\"../lib/a.js\");\n";
        modules.insert("pages/q.js".to_owned(), Module::read("pages/q.js", text).unwrap());
        let fault = joined(&modules, &["main.js", "local/w.js"]).unwrap_err().to_string();
        assert_eq!(
            fault,
            "pages/q.js imports lib/a.js later, but it is in the page's own file: import it at the top"
        );
    }

    #[test]
    fn an_entry_has_all_it_imports() {
        let files: BTreeMap<_, _> =
            joined(&page(), &["main.js", "local/w.js"]).unwrap().into_iter().collect();
        assert!(files.keys().eq(["local/w.js", "main.js", "pages/p.js", "pages/q.js"]));
        assert_eq!(
            files["main.js"],
            "const $m0 = (() => {\nconst a = 1;\nreturn { a };\n})();\n\
             const $m1 = (() => {\nconst { a: one } = $m0;\nconst b = () => one;\nreturn { b };\n})();\n\
             const $m2 = (() => {\nconst { b } = $m1;\nb();\nimport(\"./pages/p.js\");\nreturn {  };\n})();\n\
             export { $m0, $m1, $m2 };\n"
        );
        assert_eq!(
            files["pages/p.js"],
            "import { $m0 } from \"../main.js\";\nconst { a } = $m0;\nimport { default as en } from \"./q.js\";\n\
             export const p = a + en.n;\n"
        );
        assert!(files["local/w.js"].contains("function s() {}"), "a worker has all of its own");
    }

    #[test]
    fn circles_and_missing_files_are_told() {
        let circle = modules(&[
            ("a.js", "import { b } from \"./b.js\";\nexport const a = b;\n"),
            ("b.js", "import { a } from \"./a.js\";\nexport const b = a;\n"),
        ]);
        assert_eq!(
            joined(&circle, &["a.js"]).unwrap_err().to_string(),
            "modules import each other in a circle: a.js, b.js"
        );
        let missing = modules(&[("a.js", "import { b } from \"./b.js\";\n")]);
        assert_eq!(
            joined(&missing, &["a.js"]).unwrap_err().to_string(),
            "a.js imports b.js, which is not there"
        );
    }
}
