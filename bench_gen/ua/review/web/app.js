"use strict";
// Shows one pair at a time. All text goes in through textContent: nothing in a set can become markup.

const STATIC = document.body.dataset.mode === "static";
const $ = (id) => document.getElementById(id);
const FILTERS = ["decision", "scene", "topic", "observer", "evening"];
const REASONS = [
  "cannot see where the arm points", "cannot tell which screen is lit", "a screen is hidden or cut off",
  "too dark", "looks unnatural", "words are unclear", "a label is wrong",
];
const state = { index: null, shown: [], at: -1, detail: null, undo: [] };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name === "onclick") element.addEventListener("click", value);
    else if (name === "color") element.style.backgroundColor = value;
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function tell(text) {
  $("message").textContent = text;
  clearTimeout(tell.timer);
  if (text) tell.timer = setTimeout(() => tell(""), 6000);
}

// --- data: over HTTP, or as scripts that hand themselves over ---

const waiting = new Map();
window.crossroomData = (name, value) => waiting.get(name)?.(value);

async function load(name) {
  if (!STATIC) {
    const answer = await fetch(`data/${name}.json`);
    const value = await answer.json().catch(() => ({ error: answer.statusText }));
    if (!answer.ok) throw new Error(value.error);
    return value;
  }
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const script = make("script", { src: `data/${name}.js` });
    script.onerror = () => reject(new Error(`data/${name}.js is missing`));
    document.head.append(script);
  });
}

const picture = (kind, pair, id) => `${kind}/${pair}/${id}.${STATIC ? "jpg" : "png"}`;

// --- the list ---

function verdictOf(row) {
  return row.decision ? row.decision.verdict : "none";
}

function matches(row) {
  return FILTERS.every((name) => {
    const wanted = $(`filter-${name}`).value;
    return !wanted || String(name === "decision" ? verdictOf(row) : row[name]) === wanted;
  });
}

function fillFilters() {
  for (const name of ["scene", "topic", "observer"]) {
    const values = [...new Set(state.index.pairs.map((row) => row[name]))].sort();
    $(`filter-${name}`).append(...values.map((value) => make("option", { value, text: value })));
  }
  for (const name of FILTERS) $(`filter-${name}`).addEventListener("change", () => refilter(true));
}

function refilter(move) {
  const current = state.shown[state.at]?.pair;
  state.shown = state.index.pairs.filter((row) => matches(row) || (!move && row.pair === current));
  drawList();
  const found = state.shown.findIndex((row) => row.pair === current);
  if (found >= 0) state.at = found;
  else open(state.shown.length ? 0 : -1);
  drawList();
}

function drawList() {
  const marks = { accept: "✓", reject: "✗", none: "·" };
  $("list").replaceChildren(...state.shown.map((row, number) => make("li", {},
    make("button", { type: "button", "aria-current": number === state.at ? "true" : null, "data-pair": row.pair,
      onclick: () => open(number) },
      make("span", { class: `mark-${verdictOf(row)}`, text: marks[verdictOf(row)], title: verdictOf(row) }),
      make("span", { text: row.scene }),
      make("small", { text: `${row.topic}: ${row.devices.join(", ")}` })))));
  const decided = state.index.pairs.filter((row) => row.decision);
  const rejected = decided.filter((row) => verdictOf(row) === "reject").length;
  $("progress").textContent = `${decided.length} of ${state.index.pairs.length} pairs decided, ${rejected} rejected`
    + (state.shown.length < state.index.pairs.length ? `, ${state.shown.length} shown` : "");
  $("list").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// --- one pair ---

async function open(number) {
  state.at = number;
  state.detail = null; // until the pair is there, keys must not decide on the one before it
  drawList();
  drawBar();
  $("pair").classList.add("loading");
  const row = state.shown[number];
  if (!row) {
    $("pair").classList.remove("loading");
    $("pair").replaceChildren(make("p", { class: "empty", text: "No pair matches the filters." }));
    drawBar();
    return;
  }
  try {
    const detail = await load(row.pair);
    if (state.shown[state.at]?.pair !== row.pair) return;
    state.detail = detail;
    $("pair").classList.remove("loading");
    row.decision = detail.decision;
    drawPair(detail);
    history.replaceState(null, "", `#${row.pair}`);
  } catch (error) {
    $("pair").classList.remove("loading");
    $("pair").replaceChildren(make("p", { class: "empty", text: `This pair cannot be shown: ${error.message}` }));
  }
  drawBar();
}

function drawPair(detail) {
  const roles = Object.entries(detail.roles).map(([role, r]) => `${role}: ${r.engaged} (decoy ${r.decoy})`);
  $("pair").replaceChildren(
    make("div", { class: "head" },
      make("h2", { text: detail.title }),
      make("p", { text: `${detail.scene}, pair ${detail.pair}` }),
      make("p", { text: `engaged ${roles.join(", ")}` }),
      make("p", { text: `seen by the ${detail.observer}` })),
    make("ul", { class: "roster" }, ...detail.roster.filter((entry) => !entry.observer).map((entry) => make("li", {
      text: `${entry.device}: ${entry.appearance}${entry.glow ? `, glows ${entry.glow}` : ""}` }))),
    make("div", { class: "frames" }, ...detail.frames.map((moment) => drawMoment(detail, moment))),
    make("section", { class: "more" }, drawChecks(detail), drawClasses(detail)));
  $("pair").scrollTop = 0;
}

function drawMoment(detail, moment) {
  return make("article", { class: "moment", "data-frame": moment.frame },
    make("h3", { text: `f${moment.frame}` },
      make("span", { text: moment.kind.replace("_", " ") + (moment.shared ? ", shared" : "") })),
    ...moment.views.map((view) => drawView(detail, moment, view)));
}

function drawView(detail, moment, view) {
  const name = `frame ${moment.frame}, episode ${view.role}`;
  const [width, height] = detail.size;
  const events = [view.moment, view.lit.length ? `lit: ${view.lit.join(", ")}` : "all dark",
    ...(view.pointed ? [`points at ${view.pointed}`] : [])];
  const labels = Object.entries(view.labels).map(([role, values]) => make("p", { class: "labels" },
    ...(view.role === role ? [] : [make("b", { text: `${role} ` })]),
    Object.entries(values).map(([key, value]) => `${key}: ${value}`).join("  ·  ")));
  const button = make("button", { type: "button", class: "picture", "aria-label": `enlarge ${name}`,
      onclick: () => enlarge(detail, view, name) },
    make("img", { src: picture("frames", detail.pair, view.state), alt: name, width, height, loading: "lazy" }),
    make("img", { class: "classes", src: picture("classes", detail.pair, view.state), alt: "", width, height, loading: "lazy" }),
    make("span", { class: "role", text: view.role }));
  button.style.aspectRatio = `${width} / ${height}`;
  return make("div", { class: "view", "data-role": view.role }, button,
    make("div", { class: "words" }, make("q", { text: view.utterance }),
      make("p", { class: "events", text: events.join("  ·  ") }), ...labels));
}

function drawChecks(detail) {
  const failed = detail.checks.filter((check) => !check.ok).length;
  return make("div", { class: "panel" },
    make("h3", { text: failed ? `${failed} of ${detail.checks.length} checks failed` : `All ${detail.checks.length} checks passed` }),
    make("ul", { class: "checks" }, ...detail.checks.map((check) => make("li", {},
      make("span", { class: check.ok ? "ok" : "bad", text: check.ok ? "✓" : "✗" }),
      make("span", { text: `${check.name}: ${check.asks}` }),
      make("span", { text: check.figure }),
      ...check.causes.map((cause) => make("div", { class: "cause", text: cause }))))));
}

function drawClasses(detail) {
  return make("div", { class: "panel" }, make("h3", { text: "Classes" }),
    make("ul", { class: "classes-list" }, ...detail.classes.map((row) => make("li", {},
      make("span", { class: "swatch", color: row.color }), row.name))));
}

function enlarge(detail, view, name) {
  const kind = document.body.classList.contains("overlay") ? "classes" : "frames";
  $("large-image").src = picture(kind, detail.pair, view.state);
  $("large-image").alt = name;
  $("large-caption").textContent = `${name}: “${view.utterance}”`;
  $("large").showModal();
}

// --- decisions ---

function drawBar() {
  const decision = state.detail?.decision;
  $("verdict").className = decision ? `mark-${decision.verdict}` : "soft";
  $("verdict").textContent = !state.detail ? "" : !decision ? "undecided"
    : `${decision.verdict}ed by ${decision.reviewer}${decision.reason ? `: ${decision.reason}` : ""}`;
  for (const id of ["accept", "reject"]) $(id).disabled = !state.detail;
  $("undo").disabled = !state.undo.length;
  $("previous").disabled = state.at <= 0;
  $("next").disabled = state.at < 0 || state.at >= state.shown.length - 1;
}

async function send(pair, record, verdict, reason) {
  const reviewer = $("reviewer").value.trim();
  if (!reviewer) {
    $("reviewer").focus();
    throw new Error("Say who you are first: fill in “reviewer”.");
  }
  const answer = await fetch(`decisions/${pair}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", "X-Crossroom-Token": state.index.token },
    body: JSON.stringify({ verdict, reason, reviewer, record }),
  });
  const value = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw new Error(value.error);
  state.index.pairs.find((row) => row.pair === pair).decision = value.decision;
  if (state.detail?.pair === pair) state.detail.decision = value.decision;
}

async function decide(verdict, reason = "") {
  const detail = state.detail;
  if (STATIC || !detail || decide.busy) return;
  const before = detail.decision;
  decide.busy = true;
  try {
    await send(detail.pair, detail.record, verdict, reason);
    state.undo.push({ pair: detail.pair, record: detail.record, before });
    refilter(false);
    const following = state.shown.findIndex((row, number) => number > state.at && !row.decision);
    if (following >= 0) await open(following);
    drawBar();
  } catch (error) {
    tell(error.message);
  } finally {
    decide.busy = false;
  }
}

async function undo() {
  const last = state.undo.at(-1);
  if (STATIC || !last) return;
  try {
    await send(last.pair, last.record, last.before?.verdict ?? "none", last.before?.reason ?? "");
    state.undo.pop();
    for (const name of FILTERS) if (!state.shown.some((row) => row.pair === last.pair)) $(`filter-${name}`).value = "";
    refilter(false);
    await open(state.shown.findIndex((row) => row.pair === last.pair));
  } catch (error) {
    tell(error.message);
  }
}

function askReason() {
  if (STATIC || !state.detail) return;
  $("reason").value = "";
  $("reasons").showModal();
}

// --- wiring ---

function step(by) {
  const to = state.at + by;
  if (to >= 0 && to < state.shown.length) open(to);
}

function toggleOverlay() {
  const on = document.body.classList.toggle("overlay");
  $("overlay").setAttribute("aria-pressed", String(on));
}

const KEYS = { j: () => step(1), k: () => step(-1), a: () => decide("accept"), r: askReason, u: undo, s: toggleOverlay,
  "?": () => $("help").showModal() };

function wire() {
  $("next").addEventListener("click", KEYS.j);
  $("previous").addEventListener("click", KEYS.k);
  $("accept").addEventListener("click", KEYS.a);
  $("reject").addEventListener("click", KEYS.r);
  $("undo").addEventListener("click", KEYS.u);
  $("overlay").addEventListener("click", KEYS.s);
  $("help-button").addEventListener("click", KEYS["?"]);
  $("cancel").addEventListener("click", () => $("reasons").close());
  $("large").addEventListener("click", () => $("large").close());
  $("presets").append(...REASONS.map((text) => make("button", { type: "button", text,
    onclick: () => { $("reason").value = text; $("reason").focus(); } })));
  $("reasons").querySelector("form").addEventListener("submit", () => decide("reject", $("reason").value.trim()));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  const kept = (() => { try { return localStorage.getItem("crossroom-reviewer"); } catch { return null; } })();
  $("reviewer").value = kept ?? state.index.reviewer ?? "";
  $("reviewer").addEventListener("change", () => {
    try { localStorage.setItem("crossroom-reviewer", $("reviewer").value.trim()); } catch { /* private window */ }
  });
}

async function start() {
  try {
    state.index = await load("index");
  } catch (error) {
    tell(`The set cannot be read: ${error.message}`);
    return;
  }
  $("set").textContent = state.index.title;
  document.title = `${state.index.title}, review`;
  fillFilters();
  wire();
  state.shown = state.index.pairs;
  const wanted = state.shown.findIndex((row) => row.pair === location.hash.slice(1));
  const undecided = state.shown.findIndex((row) => !row.decision);
  await open(wanted >= 0 ? wanted : Math.max(undecided, 0));
}

start();
