//! Solves a small grid and tells how often the detectives win when both sides play perfectly.
//!
//! `cargo run -p yard-solve --release --example solve_small_board [RULES]`

use std::error::Error;
use std::sync::Arc;

use yard_core::presets;
use yard_solve::{Effort, solve_game};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "grid:3,1,6,2".to_owned());
    let rules = Arc::new(presets::rules(&name)?);
    let solved = solve_game(&rules, Effort::default(), &false.into(), &|_| {})?;
    let [least, most] = solved.detective_value();
    println!("{name}: the detectives win {:.2} % to {:.2} %", 100.0 * least, 100.0 * most);
    println!("the policy takes {} bytes", solved.to_bytes().len());
    Ok(())
}
