//! The engine of a page without a server, for WebAssembly. `web/local/` has the workers that call it.
//!
//! Everything goes in and out as JSON or plain text; the meaning of each call is that of [`yard_local::Engine`].

use wasm_bindgen::prelude::*;
use yard_local::{Engine, Request, bench_playouts};
use yard_service::{Chance, NoChance};

#[wasm_bindgen]
extern "C" {
    /// Random bytes of the browser.
    #[wasm_bindgen(catch, js_namespace = crypto, js_name = getRandomValues)]
    fn random_values(bytes: &mut [u8]) -> Result<JsValue, JsValue>;
}

/// The generator of the browser.
struct BrowserChance;

impl Chance for BrowserChance {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoChance> {
        random_values(bytes).map(drop).map_err(|_| NoChance)
    }
}

/// The engine, as JavaScript sees it.
#[wasm_bindgen]
pub struct LocalEngine(Engine);

impl Default for LocalEngine {
    fn default() -> LocalEngine {
        LocalEngine::new()
    }
}

#[wasm_bindgen]
impl LocalEngine {
    /// An engine without games.
    #[wasm_bindgen(constructor)]
    pub fn new() -> LocalEngine {
        LocalEngine(Engine::new(Box::new(BrowserChance)))
    }

    /// Tells the time, in milliseconds since 1970.
    #[wasm_bindgen(js_name = setNow)]
    pub fn set_now(&mut self, now: f64) {
        self.0.set_now(now as i64);
    }

    /// Answers a request; both are JSON.
    pub fn request(&mut self, text: &str) -> Result<String, JsError> {
        let request: Request = serde_json::from_str(text)?;
        Ok(serde_json::to_string(&self.0.request(&request))?)
    }

    /// Whether a request is for the engine that studies.
    #[wasm_bindgen(js_name = isStudy)]
    pub fn is_study(path: &str, method: &str) -> bool {
        Engine::is_study(path, method)
    }

    /// The documents of a game for the engine that studies, as a JSON list of texts.
    pub fn context(&self, id: &str) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.0.context(id))?)
    }

    /// A message of an open seat.
    pub fn receive(&mut self, socket: u32, game: &str, text: &str) {
        self.0.receive(socket, game, text);
    }

    /// A seat was closed.
    pub fn close(&mut self, socket: u32) {
        self.0.close(socket);
    }

    /// What is to be done now, as JSON.
    #[wasm_bindgen(js_name = takeChanges)]
    pub fn take_changes(&mut self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.0.take_changes())?)
    }

    /// Files that were needed in vain, as a JSON list of names.
    #[wasm_bindgen(js_name = takeNeeds)]
    pub fn take_needs(&mut self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.0.take_needs())?)
    }

    /// Looks at the clocks.
    pub fn tick(&mut self) {
        self.0.tick();
    }

    /// Hands in a document; tells what is wrong with it, if anything.
    pub fn load(&mut self, text: &str) -> Option<String> {
        self.0.load(text).err().map(|error| error.error)
    }

    /// Hands in a document that counts whatever is here; tells what is wrong with it, if anything.
    pub fn reload(&mut self, text: &str) -> Option<String> {
        self.0.reload(text).err().map(|error| error.error)
    }

    /// Forgets a document.
    pub fn forget(&mut self, key: &str) {
        self.0.forget(key);
    }

    /// Hands in a file that was asked for.
    pub fn give(&mut self, file: &str, bytes: Vec<u8>) {
        self.0.give(file, bytes);
    }

    /// The move of the agent whose turn it is; fails when it has none.
    pub fn think(&mut self, game: &str) -> Result<String, JsError> {
        self.0.think(game).map_err(|fault| JsError::new(&fault))
    }

    /// An agent has thought: its move, or why there is none.
    pub fn thought(&mut self, game: &str, epoch: f64, mv: Option<String>, fault: &str) {
        self.0.thought(game, epoch as u64, mv.as_deref().ok_or(fault));
    }

    /// Goes on with reviews; tells whether there is more to do.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// All documents as one text.
    pub fn export(&self) -> Result<String, JsError> {
        self.0.export().map_err(|error| JsError::new(&error.error))
    }

    /// Takes in an exported text; the answer is JSON.
    pub fn bring(&mut self, text: &str) -> Result<String, JsError> {
        let brought = self.0.bring(text).map_err(|error| JsError::new(&error.error))?;
        Ok(serde_json::to_string(&brought)?)
    }
}

/// Plays a fixed number of playouts, for measuring; the answer is a checksum of what was decided.
#[wasm_bindgen(js_name = benchPlayouts)]
pub fn bench(spec: &str, moves: u32) -> Result<f64, JsError> {
    bench_playouts(spec, moves)
        .map(|sum| (sum % (1 << 52)) as f64)
        .map_err(|fault| JsError::new(&fault))
}
