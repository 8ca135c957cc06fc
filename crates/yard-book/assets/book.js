// The search of the documents. Everything else on these pages works without scripts.

const MOST = 20;
const AROUND = 70;
const root = document.querySelector("script[data-root]").dataset.root;
const field = document.getElementById("find");
const found = document.getElementById("found");
let sections = null;

try {
  const { theme } = JSON.parse(localStorage.getItem("yard.settings") ?? "{}");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // Without a memory the system's colours are used.
}

// On a wide screen the contents are always there.
const menu = document.getElementById("menu");
const wide = matchMedia("(width >= 55rem)");
const openMenu = () => {
  menu.open = wide.matches;
};
wide.addEventListener("change", openMenu);
openMenu();

async function load() {
  const answer = await fetch(`${root}search.json`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** How well a section fits the words: 0 where one of them is missing. */
function score([, page, heading, words], wanted) {
  const [title, head, text] = [page.toLowerCase(), heading.toLowerCase(), words.toLowerCase()];
  let sum = 0;
  for (const word of wanted) {
    const here = (title.includes(word) ? 8 : 0) + (head.includes(word) ? 6 : 0);
    const times = text.split(word).length - 1;
    if (here + times === 0) return 0;
    sum += here + Math.min(times, 5);
  }
  return sum;
}

/** The words around the first hit, with the hit marked. */
function excerpt(words, word) {
  const line = document.createElement("p");
  const at = Math.max(words.toLowerCase().indexOf(word), 0);
  const from = Math.max(at - AROUND, 0);
  const mark = document.createElement("mark");
  mark.textContent = words.slice(at, at + word.length);
  const rest = words.slice(at + word.length, at + word.length + 2 * AROUND);
  line.append(from > 0 ? "…" : "", words.slice(from, at), mark, rest, "…");
  return line;
}

function show(hits, wanted) {
  const list = document.createElement("ol");
  for (const [address, page, heading, words] of hits) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + address;
    link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
    item.append(link, excerpt(words, wanted[0]));
    list.append(item);
  }
  found.replaceChildren(hits.length ? list : "Nothing found.");
}

async function search() {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = wanted.length === 0;
  if (found.hidden) return;
  try {
    sections ??= await load();
  } catch {
    found.replaceChildren("The search could not be loaded.");
    return;
  }
  const rated = sections.map((section) => [score(section, wanted), section]).filter(([sum]) => sum > 0);
  rated.sort(([one], [two]) => two - one);
  show(rated.slice(0, MOST).map(([, section]) => section), wanted);
}

field.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape" && !found.hidden) {
    field.value = "";
    search();
  }
});
