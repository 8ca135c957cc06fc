//! Yard for Python: the compiled half of the package `yard`.
//!
//! Python's classes hold Rust values and no more: a detective's view is a [`yard_core::DetectiveView`], which
//! has no place for Mr X's station, so nothing that Python does with it can find one.

mod agents;
mod boards;
mod env;
mod errors;
mod games;
mod interrupt;
mod matches;
mod numbers;
mod plots;
mod records;
mod run_files;
mod runs;
mod solving;
mod trainings;
mod vector;
mod views;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
fn _yard(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("YardError", py.get_type::<errors::YardError>())?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add("AgentFailed", py.get_type::<errors::AgentFailed>())?;
    module.add_class::<boards::Board>()?;
    module.add_class::<boards::Rules>()?;
    module.add_class::<games::Game>()?;
    module.add_class::<views::MrXView>()?;
    module.add_class::<views::DetectiveView>()?;
    module.add_class::<records::Record>()?;
    module.add_class::<agents::Agent>()?;
    module.add_class::<env::Env>()?;
    module.add_class::<vector::VectorCore>()?;
    module.add_class::<runs::Run>()?;
    module.add_class::<run_files::RunFile>()?;
    module.add_class::<trainings::Training>()?;
    module.add_function(wrap_pyfunction!(boards::rules, module)?)?;
    module.add_function(wrap_pyfunction!(boards::preset_names, module)?)?;
    module.add_function(wrap_pyfunction!(agents::agent_table, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(env::write_efg, module)?)?;
    module.add_function(wrap_pyfunction!(matches::capture_svg, module)?)?;
    module.add_function(wrap_pyfunction!(records::parse_move, module)?)?;
    module.add_function(wrap_pyfunction!(runs::published_tables, module)?)?;
    module.add_function(wrap_pyfunction!(solving::learn, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::exploit, module)?)?;
    module.add_function(wrap_pyfunction!(plots::curves_svg, module)?)?;
    Ok(())
}
