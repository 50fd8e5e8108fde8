/* The list of requests: the newest first, narrowed, paused, walked through by keyboard. */
const MOST = 200;
const STEP = 12;
const list = byId('list');
let rows = [];
let held = [];
let shownRows = STEP;
let current = null;
let missed = 0;
let unspoken = 0;

function lineOf(row, fresh) {
  const { number: id, at, method, target, status, plan, durationMs, reason } = row;
  const panel = el('div', { className: 'detail', id: 'request-' + id, hidden: true });
  const button = el(
    'button',
    { type: 'button', className: 'line', tabIndex: -1, ariaExpanded: 'false' },
    el('span', { className: 'when' }, timeOf(at)),
    el('span', { className: 'status ' + tone(status) }, status ?? 'none'),
    el(
      'span',
      { className: 'what mono' },
      el('span', { className: 'method' }, method),
      ' ',
      el('bdi', null, target),
    ),
    el('span', { className: 'who' }, plan ?? 'no valid key'),
    el('span', { className: 'took' }, durationMs.toFixed(1) + ' ms'),
    reason === null ? null : el('span', { className: 'why' }, el('bdi', null, reason)),
  );
  button.setAttribute('aria-controls', panel.id);
  button.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    button.ariaExpanded = String(!panel.hidden);
    if (!panel.hidden) void fillDetail(panel, id);
  });
  const words = [method, target, status, plan ?? 'no valid key', reason].join(' ').toLowerCase();
  return { row, button, words, element: el('li', fresh ? { className: 'fresh' } : null, button, panel) };
}

function narrow() {
  const words = byId('words').value.toLowerCase().split(/\s+/).filter(Boolean);
  const refusedOnly = byId('refused').checked;
  let fitting = 0;
  for (const one of rows) {
    const success = one.row.status !== null && one.row.status < 400;
    const fits = !(refusedOnly && success) && words.every((word) => one.words.includes(word));
    if (fits) fitting += 1;
    one.element.hidden = !fits || fitting > shownRows;
  }
  const lines = rows.filter(({ element }) => !element.hidden).map(({ button }) => button);
  if (!lines.includes(current)) current = lines[0] ?? null;
  for (const line of lines) line.tabIndex = line === current ? 0 : -1;
  list.hidden = lines.length === 0;
  byId('older').hidden = fitting <= shownRows;
  byId('none').hidden = lines.length > 0;
  byId('none').textContent =
    rows.length === 0 ? 'No request yet. Send one with the form below, or with curl.' : 'No request fits.';
}

function addRows(given, fresh) {
  const made = given.map((row) => lineOf(row, fresh));
  list.prepend(...made.map(({ element }) => element));
  rows = [...made, ...rows];
  for (const old of rows.splice(MOST)) old.element.remove();
  narrow();
}

function replaceRows(given) {
  held = [];
  missed = 0;
  rows = [];
  list.replaceChildren();
  addRows(given, false);
  showPause();
}

function takeRows(given, missing) {
  missed += missing;
  unspoken += given.length + missing;
  if (byId('pause').getAttribute('aria-pressed') === 'true') held = [...given, ...held].slice(0, MOST);
  else if (given.length > 0) addRows(given, true);
  showPause();
}

function showPause() {
  byId('pause').textContent = held.length === 0 ? 'Pause' : 'Pause, ' + held.length + ' new';
}

function showTally({ requests, limiter }) {
  const parts = [count(requests, 'request', 'requests')];
  if (limiter.refused > 0) parts.push(number.format(limiter.refused) + ' over a limit');
  if (missed > 0) parts.push(number.format(missed) + ' came too fast to list');
  byId('tally').textContent = parts.join(', ');
}

byId('pause').addEventListener('click', ({ currentTarget }) => {
  const button = /** @type {HTMLElement} */ (currentTarget);
  const paused = button.getAttribute('aria-pressed') === 'true';
  button.setAttribute('aria-pressed', String(!paused));
  if (paused) addRows(held.splice(0), true);
  showPause();
});
byId('words').addEventListener('input', narrow);
byId('refused').addEventListener('change', narrow);
byId('older').addEventListener('click', () => {
  shownRows += STEP;
  narrow();
});
list.addEventListener('focusin', ({ target }) => {
  if (!(/** @type {HTMLElement} */ (target).classList.contains('line')) || target === current) return;
  if (current !== null) current.tabIndex = -1;
  current = target;
  current.tabIndex = 0;
});
list.addEventListener('keydown', (event) => {
  if (!(/** @type {HTMLElement} */ (event.target).classList.contains('line'))) return;
  const lines = rows.filter(({ element }) => !element.hidden).map(({ button }) => button);
  const at = lines.indexOf(event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
  if (to === undefined || lines[to] === undefined) return;
  event.preventDefault();
  lines[to].focus();
});
setInterval(() => {
  if (unspoken === 0) return;
  const [latest] = rows;
  const said =
    latest === undefined
      ? ''
      : ', the latest ' + latest.row.method + ' with ' + (latest.row.status ?? 'no answer');
  byId('spoken').textContent = count(unspoken, 'new request', 'new requests') + said;
  unspoken = 0;
}, 5000);
