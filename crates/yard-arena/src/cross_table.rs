//! A cross table: every detectives' agent against every Mr X.

use serde::Serialize;

use crate::series::SeriesReport;

/// Series of several agents against several others, one cell each.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossTable {
    /// What it is about.
    pub name: String,
    /// The rules.
    pub rules: String,
    /// The seed of the whole.
    pub seed: u64,
    /// Games planned for each cell.
    pub games: u64,
    /// Agents that play Mr X: the columns.
    pub mr_x: Vec<String>,
    /// Agents that play the detectives: the rows.
    pub detectives: Vec<String>,
    /// `cells[row][column]`; `None` where nothing was to be played.
    pub cells: Vec<Vec<Option<SeriesReport>>>,
}

/// An agent and its mean share of wins over all opponents it met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The agent.
    pub agent: String,
    /// Its share of wins, every opponent counting the same; 0 without opponents.
    pub mean_rate: f64,
    /// How many opponents it met.
    pub opponents: usize,
}

impl CrossTable {
    /// What was played in a cell; `None` when nothing was, or no such cell is there.
    pub fn cell(&self, row: usize, column: usize) -> Option<&SeriesReport> {
        self.cells.get(row)?.get(column)?.as_ref().filter(|report| report.games > 0)
    }

    /// All cells that were played, row by row, with the agents of Mr X and of the detectives.
    pub fn played(&self) -> impl Iterator<Item = (&str, &str, &SeriesReport)> {
        self.detectives.iter().enumerate().flat_map(move |(row, detectives)| {
            self.mr_x.iter().enumerate().filter_map(move |(column, mr_x)| {
                let report = self.cell(row, column)?;
                Some((mr_x.as_str(), detectives.as_str(), report))
            })
        })
    }

    /// Who plays the detectives best: by mean share of wins, highest first.
    pub fn detectives_standings(&self) -> Vec<Standing> {
        let columns = 0..self.mr_x.len();
        let rates = |row| columns.clone().filter_map(move |column| self.cell(row, column));
        let agents = self.detectives.iter().enumerate();
        ranked(
            agents.map(|(row, agent)| {
                standing(agent, rates(row).map(|report| report.detective_rate))
            }),
        )
    }

    /// Who plays Mr X best: by mean share of wins, highest first.
    pub fn mr_x_standings(&self) -> Vec<Standing> {
        let rows = 0..self.detectives.len();
        let rates = |column| rows.clone().filter_map(move |row| self.cell(row, column));
        let agents = self.mr_x.iter().enumerate();
        ranked(agents.map(|(column, agent)| {
            standing(agent, rates(column).map(|report| 1.0 - report.detective_rate))
        }))
    }

    /// The command that plays the whole again.
    pub fn command(&self) -> String {
        self.command_parts().join(" ")
    }

    /// The command, taken apart before every option.
    pub(crate) fn command_parts(&self) -> Vec<String> {
        let mut parts =
            vec!["yard tournament".to_owned(), format!("--rules {}", shell(&self.rules))];
        parts.extend(self.mr_x.iter().map(|agent| format!("--x {}", shell(agent))));
        parts.extend(self.detectives.iter().map(|agent| format!("--detectives {}", shell(agent))));
        parts.push(format!("--games {} --seed {}", self.games, self.seed));
        parts
    }

    /// The table in Markdown: the detectives' share of wins with its 95 % interval.
    pub fn table_markdown(&self) -> String {
        let mut text = String::from("| detectives \\ Mr X |");
        for agent in &self.mr_x {
            text += &format!(" {} |", markdown_code(agent));
        }
        text += &format!("\n|---|{}\n", "---|".repeat(self.mr_x.len()));
        for (row, agent) in self.detectives.iter().enumerate() {
            text += &format!("| {} |", markdown_code(agent));
            for column in 0..self.mr_x.len() {
                match self.cell(row, column) {
                    Some(report) => text += &format!(" {} |", rate_and_interval(report)),
                    None => text += " – |",
                }
            }
            text.push('\n');
        }
        text
    }

    /// The table as CSV, one line for each cell played; rates are fractions of 1.
    pub fn table_csv(&self) -> String {
        let mut text = String::from(
            "rules,seed,mr_x,detectives,games,detective_wins,mr_x_wins,detective_rate,ci95_low,\
             ci95_high,mean_rounds,fouls\n",
        );
        for (mr_x, detectives, cell) in self.played() {
            let words = [csv(&self.rules), self.seed.to_string(), csv(mr_x), csv(detectives)];
            let counts = [cell.games, cell.detective_wins, cell.mr_x_wins];
            let counts = counts.map(|count| count.to_string());
            let numbers = [cell.detective_rate, cell.ci95[0], cell.ci95[1], cell.mean_rounds];
            let numbers = numbers.map(|number| format!("{number:.6}"));
            let line = [&words[..], &counts, &numbers, &[cell.fouls.to_string()]].concat();
            text += &format!("{}\n", line.join(","));
        }
        text
    }
}

/// As the README has it: `31.9 % (31.6 to 32.2)`.
fn rate_and_interval(report: &SeriesReport) -> String {
    let [low, high] = report.ci95;
    let (rate, low, high) = (100.0 * report.detective_rate, 100.0 * low, 100.0 * high);
    format!("{rate:.1} % ({low:.1} to {high:.1})")
}

fn standing(agent: &str, rates: impl Iterator<Item = f64>) -> Standing {
    let (sum, opponents) = rates.fold((0.0, 0), |(sum, count), rate| (sum + rate, count + 1));
    Standing { agent: agent.to_owned(), mean_rate: sum / opponents.max(1) as f64, opponents }
}

/// Highest mean first; who met nobody comes last, and equals keep their order.
fn ranked(standings: impl Iterator<Item = Standing>) -> Vec<Standing> {
    let mut standings: Vec<Standing> = standings.collect();
    standings.sort_by(|a, b| {
        let met = (b.opponents > 0).cmp(&(a.opponents > 0));
        met.then(b.mean_rate.total_cmp(&a.mean_rate))
    });
    standings
}

/// A word as a POSIX shell takes it.
fn shell(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A field as in RFC 4180.
fn csv(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field.to_owned()
}

/// A name as code in a Markdown table, where `|` must be escaped even in code.
fn markdown_code(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let name = name.replace('|', "\\|");
    match name.split(|c| c != '`').map(str::len).max().unwrap_or(0) {
        0 => format!("`{name}`"),
        // A fence longer than any run of backticks in the name.
        longest => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {name} {fence}")
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::stats::Share;

    /// A series of which the detectives won so many.
    pub(crate) fn series(wins: u64, games: u64) -> SeriesReport {
        let share = Share::new(wins, games);
        SeriesReport {
            games,
            detective_wins: wins,
            mr_x_wins: games - wins,
            detective_rate: share.rate,
            ci95: share.ci95,
            mean_rounds: 18.5,
            capture_rounds: [(3, wins / 3), (8, wins - wins / 3)].into(),
            fouls: 0,
        }
    }

    /// Two by two, with names that need escaping and one cell not played.
    pub(crate) fn table() -> CrossTable {
        CrossTable {
            name: "A <test> & \"more\"".to_owned(),
            rules: "classic".to_owned(),
            seed: 7,
            games: 100,
            mr_x: vec!["random".to_owned(), "mcts:playouts=3000,c=0.4".to_owned()],
            detectives: vec!["a|b".to_owned(), "say \"<hi>\"".to_owned()],
            cells: vec![
                vec![Some(series(20, 100)), Some(series(0, 100))],
                vec![Some(series(90, 100)), None],
            ],
        }
    }

    #[test]
    fn markdown_escapes_bars_and_backticks() {
        let text = table().table_markdown();
        assert!(
            text.contains("| `a\\|b` | 20.0 % (13.3 to 28.9) | 0.0 % (0.0 to 3.7) |"),
            "{text}"
        );
        assert!(text.contains(" 90.0 % (82.6 to 94.5) | – |"), "{text}");
        assert!(text.lines().all(|line| line.replace("\\|", "").matches('|').count() == 4));
        assert_eq!(markdown_code("x`y"), "`` x`y ``");
    }

    #[test]
    fn csv_quotes_commas_and_quotes() {
        let text = table().table_csv();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "a head and three cells played");
        assert_eq!(
            lines[1],
            "classic,7,random,a|b,100,20,80,0.200000,0.133367,0.288829,18.500000,0"
        );
        assert!(lines[2].starts_with("classic,7,\"mcts:playouts=3000,c=0.4\",a|b,100,0,100,"));
        assert!(lines[3].starts_with("classic,7,random,\"say \"\"<hi>\"\"\",100,90,10,"));
    }

    #[test]
    fn standings_are_means_over_the_opponents_met() {
        let table = table();
        let detectives = table.detectives_standings();
        assert_eq!(detectives[0].agent, "say \"<hi>\"");
        assert_eq!((detectives[0].mean_rate, detectives[0].opponents), (0.9, 1));
        assert_eq!((detectives[1].mean_rate, detectives[1].opponents), (0.1, 2));
        let mr_x = table.mr_x_standings();
        assert_eq!((mr_x[0].mean_rate, mr_x[0].opponents), (1.0, 1));
    }

    #[test]
    fn the_command_quotes_what_a_shell_would_take_apart() {
        let command = table().command();
        assert!(command.contains("--x mcts:playouts=3000,c=0.4 --detectives 'a|b'"), "{command}");
        assert_eq!(shell("it's"), "'it'\\''s'");
    }

    #[test]
    fn a_table_with_missing_rows_is_not_played() {
        let table = CrossTable { cells: Vec::new(), ..table() };
        assert_eq!(table.played().count(), 0);
        assert_eq!(table.detectives_standings()[0].opponents, 0);
    }
}
