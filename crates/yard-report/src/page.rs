//! A cross table as a page to look at: one HTML file that needs nothing else.

mod sections;

use yard_arena::CrossTable;
use yard_plot::grouped;
use yard_plot::markup::escape;
use yard_plot::palette::{css, diverging};

/// The style sheet; `$light` and `$dark` stand for the colours of the scale.
const STYLE: &str = include_str!("page/style.css");

/// The report of a tournament: one HTML page with styles and drawings inside and without scripts.
///
/// It follows the reader's choice of a light or dark screen and can be printed.
pub fn report_html(table: &CrossTable) -> String {
    let title = escape(&table.name);
    let style = style();
    let mut parts = vec![header(table)];
    if table.played().next().is_some() {
        parts.push(sections::heat_map(table));
        parts.push(sections::standings(table));
        parts.push(sections::histograms(table));
        parts.push(sections::budgets(table));
        parts.push(sections::numbers(table));
    }
    let body = parts.concat();
    let footer = "Intervals are 95 % intervals (Wilson). Lengths are in slots of the travel log. \
                  A foul is an illegal move, which loses the game. Made by Yard.";
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\
         <footer><p>{footer}</p></footer>\n</main>\n</body>\n</html>\n"
    )
}

fn style() -> String {
    let scale = |dark: bool| -> String {
        let stops = [0.0, 0.25, 0.5, 0.75, 1.0].map(|rate| css(diverging(rate, dark)));
        stops.join(",")
    };
    STYLE.replace("$light", &scale(false)).replace("$dark", &scale(true))
}

/// What was played, who was best, and how to play it again.
fn header(table: &CrossTable) -> String {
    let (games, wins) = table.played().fold((0, 0), |(games, wins), (_, _, report)| {
        (games + report.games, wins + report.detective_wins)
    });
    let mut facts = vec![
        ("Rules", format!("<code>{}</code>", escape(&table.rules))),
        ("Games", games_text(table, games)),
        ("Seed", table.seed.to_string()),
    ];
    facts.push(("Again", format!("<code class=\"cmd\">{}</code>", escape(&table.command()))));
    let facts: String =
        facts.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>\n")).collect();
    format!(
        "<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<dl>\n{facts}</dl>\n</header>\n",
        escape(&table.name),
        lead(table, games, wins),
    )
}

fn games_text(table: &CrossTable, games: u64) -> String {
    let cells = table.played().count();
    let pairs = if cells == 1 { "pair" } else { "pairs" };
    let planned = grouped(table.games);
    format!("{planned} for each pair of agents; {} in {cells} {pairs}", grouped(games))
}

fn lead(table: &CrossTable, games: u64, wins: u64) -> String {
    if games == 0 {
        return "Nothing was played.".to_owned();
    }
    let share = 100.0 * wins as f64 / games as f64;
    let (all, wins) = (grouped(games), grouped(wins));
    let mut text = format!("The detectives won {wins} of {all} games, {share:.1} %.");
    // Of one agent nobody needs to hear that it was the best.
    if let [best, _, ..] = table.detectives_standings().as_slice() {
        text += &praise("detectives", best);
    }
    if let [best, _, ..] = table.mr_x_standings().as_slice() {
        text += &praise("Mr X", best);
    }
    text
}

fn praise(side: &str, best: &yard_arena::Standing) -> String {
    let (agent, rate) = (short_name(&best.agent), 100.0 * best.mean_rate);
    format!(" The strongest {side}: {agent}, with a mean of {rate:.1} %.")
}

/// An agent's name as code, which may break after its colons and commas.
fn name(agent: &str) -> String {
    let mut text = escape(agent);
    for sign in [':', ',', '/'] {
        text = text.replace(sign, &format!("{sign}<wbr>"));
    }
    format!("<code>{text}</code>")
}

/// A name that does not take a sentence apart; the whole of it is shown on hovering.
fn short_name(agent: &str) -> String {
    const LONGEST: usize = 48;
    if agent.chars().count() <= LONGEST {
        return name(agent);
    }
    let start: String = agent.chars().take(LONGEST - 1).collect();
    format!("<span title=\"{}\">{}</span>", escape(agent), name(&format!("{start}…")))
}

#[cfg(test)]
mod tests;
