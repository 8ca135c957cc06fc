// The first module: registers the pages and shows the one of the address.

import { showAssistant } from "./assistant/assistant.js";
import { showGames } from "./pages/games.js";
import { showHome } from "./pages/home.js";
import { showHotSeat, showTeam } from "./pages/hot_seat.js";
import { showLab } from "./lab/lab.js";
import { showGame } from "./seat/play.js";
import { showReplay } from "./pages/replay.js";
import { route, start } from "./lib/router.js";
import { applyTheme } from "./lib/store.js";

applyTheme();
route("home", showHome);
route("game", showGame);
route("hot", showHotSeat);
route("team", showTeam);
route("replay", showReplay);
route("games", showGames);
route("assistant", showAssistant);
route("lab", showLab);
start();
