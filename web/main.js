// The first module: registers the pages and shows the one of the address.

import { route, start } from "./lib/router.js";
import { applyTheme } from "./lib/theme.js";
import { chooseEngine } from "./local/choose.js";
import { keepOffline } from "./local/offline.js";
import { showAssistant } from "./pages/assistant.js";
import { showFriends } from "./pages/friends.js";
import { showGame } from "./pages/game.js";
import { showGames } from "./pages/games.js";
import { showHome } from "./pages/home.js";
import { showHotSeat } from "./pages/hot_seat.js";
import { showJoin, showRecover } from "./pages/join.js";
import { showLab } from "./pages/lab.js";
import { showLearn } from "./pages/learn.js";
import { showPuzzles } from "./pages/puzzles.js";
import { showReplay } from "./pages/replay.js";
import { showTeam } from "./pages/team.js";

applyTheme();
route("home", showHome);
route("game", showGame);
route("hot", showHotSeat);
route("team", showTeam);
route("join", showJoin);
route("recover", showRecover);
route("learn", showLearn);
route("replay", showReplay);
route("games", showGames);
route("assistant", showAssistant);
route("lab", showLab);
route("puzzles", showPuzzles);
route("friends", showFriends);
const local = await chooseEngine();
start();
if (local) keepOffline();
