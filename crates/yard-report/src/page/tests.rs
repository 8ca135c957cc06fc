use super::*;
use yard_arena::samples::{cross_table as table, series};
use yard_plot::markup::unbalanced;

const VOID: [&str; 3] = ["meta", "br", "wbr"];

#[test]
fn tags_are_balanced() {
    let bare =
        CrossTable { cells: Vec::new(), mr_x: Vec::new(), detectives: Vec::new(), ..table() };
    for table in [table(), CrossTable { cells: Vec::new(), ..table() }, bare] {
        assert_eq!(unbalanced(&report_html(&table), &VOID), None);
    }
}

#[test]
fn nothing_comes_from_elsewhere() {
    let html = report_html(&table()).to_lowercase();
    for word in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn names_are_escaped() {
    let html = report_html(&table());
    assert!(html.contains("<h1>A &lt;test&gt; &amp; &quot;more&quot;</h1>"));
    assert!(html.contains("title=\"say &quot;&lt;hi&gt;&quot;\""));
    assert!(!html.contains("<hi>") && !html.contains("<test>"));
}

#[test]
fn it_says_what_was_played_and_how_to_repeat_it() {
    let html = report_html(&table());
    for text in [
        "The detectives won 110 of 300 games, 36.7 %.",
        "100 for each pair of agents; 300 in 3 pairs",
        "yard tournament FILE.toml --games 100 --seed 7",
        "13.3 to 28.9",
        "<b>20.0</b>",
        "slot 8: 60 wins",
        "not played",
        "(1 of 2)",
    ] {
        assert!(html.contains(text), "{text} is missing");
    }
}

#[test]
fn fouls_stand_out() {
    let mut table = table();
    table.cells[0][0] = Some(yard_arena::SeriesReport { fouls: 4, ..series(20, 100) });
    assert!(report_html(&table).contains("<span class=\"warn\">4</span>"));
}

#[test]
fn agents_with_several_budgets_have_a_curve() {
    assert!(!report_html(&table()).contains("Strength by budget"));
    let several = CrossTable {
        detectives: vec!["mcts-sova".to_owned(), "mcts-sova:playouts=30".to_owned()],
        ..table()
    };
    let html = report_html(&several);
    assert!(html.contains("Strength by budget") && html.contains("playouts for each move"));
    assert_eq!(unbalanced(&html, &VOID), None);
    assert!(!html.contains("http:"), "it needs nothing from elsewhere");
}

#[test]
fn nothing_played_is_said() {
    let html = report_html(&CrossTable { cells: Vec::new(), ..table() });
    assert!(html.contains("Nothing was played."));
    assert!(!html.contains("NaN"));
}

#[test]
fn rules_of_a_file_have_no_surfacing_marks() {
    let html = report_html(&CrossTable { rules: "my-rules.toml".to_owned(), ..table() });
    assert!(!html.contains("class=\"s\"") && html.contains("class=\"b\""));
    assert!(report_html(&table()).contains("class=\"s\""));
}
