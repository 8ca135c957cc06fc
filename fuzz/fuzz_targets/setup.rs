//! Setups as text and as JSON: `cargo +nightly fuzz run setup`.
#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one of the bodies")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::setup(data));
