// The first module: registers the pages and shows the one of the address.

import { showAssistant } from "./assistant.js";
import { showGames } from "./games.js";
import { showHome } from "./home.js";
import { showHotSeat, showTeam } from "./hot_seat.js";
import { showLab } from "./lab.js";
import { showGame } from "./play.js";
import { showReplay } from "./replay.js";
import { route, start } from "./router.js";
import { applyTheme } from "./store.js";

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
