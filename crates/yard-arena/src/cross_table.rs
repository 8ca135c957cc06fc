//! A cross table: every detectives' agent against every Mr X.

use serde::{Deserialize, Serialize};

use crate::series::SeriesReport;

/// Series of several agents against several others, one cell each.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

    /// The command that plays it again from its file.
    pub fn command(&self) -> String {
        format!("yard tournament FILE.toml --games {} --seed {}", self.games, self.seed)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::cross_table as table;

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
    fn a_table_with_missing_rows_is_not_played() {
        let table = CrossTable { cells: Vec::new(), ..table() };
        assert_eq!(table.played().count(), 0);
        assert_eq!(table.detectives_standings()[0].opponents, 0);
    }
}
