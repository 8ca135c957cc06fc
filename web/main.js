// The first module: registers the pages and shows the one of the address.

import { route, start } from "./lib/router.js";
import { applyTheme } from "./lib/theme.js";
import { chooseEngine } from "./local/choose.js";
import { keepOffline } from "./local/offline.js";
import { showGame } from "./pages/game.js";
import { showHome } from "./pages/home.js";

/** A page whose modules are loaded when it is first shown. @param {() => Promise<import("./lib/router.js").Show>} load @returns {import("./lib/router.js").Show} */
const later =
  (load) =>
  async (...visit) =>
    (await load())(...visit);

applyTheme();
route("home", showHome);
route("game", showGame);
route(
  "hot",
  later(async () => (await import("./pages/hot_seat.js")).showHotSeat),
);
route(
  "team",
  later(async () => (await import("./pages/team.js")).showTeam),
);
route(
  "join",
  later(async () => (await import("./pages/join.js")).showJoin),
);
route(
  "recover",
  later(async () => (await import("./pages/join.js")).showRecover),
);
route(
  "learn",
  later(async () => (await import("./pages/learn.js")).showLearn),
);
route(
  "replay",
  later(async () => (await import("./pages/replay.js")).showReplay),
);
route(
  "games",
  later(async () => (await import("./pages/games.js")).showGames),
);
route(
  "assistant",
  later(async () => (await import("./pages/assistant.js")).showAssistant),
);
route(
  "lab",
  later(async () => (await import("./pages/lab.js")).showLab),
);
route(
  "puzzles",
  later(async () => (await import("./pages/puzzles.js")).showPuzzles),
);
route(
  "friends",
  later(async () => (await import("./pages/friends.js")).showFriends),
);
chooseEngine().then((local) => {
  start();
  if (!local) return;
  local.listen();
  keepOffline();
});
