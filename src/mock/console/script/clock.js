/* The mock's clock, and the gauges that depend on it. */
const clock = { base: Date.now(), at: performance.now(), frozen: false };
const ticking = [];
const mockNow = () => clock.base + (clock.frozen ? 0 : performance.now() - clock.at);
const timeOf = (ms) => new Date(ms).toISOString().slice(11, 19);

function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const rest = String(seconds % 60).padStart(2, '0');
  if (days > 0) return days + ' d ' + hours + ' h';
  if (hours > 0) return hours + ':' + String(minutes).padStart(2, '0') + ':' + rest;
  return minutes + ':' + rest;
}

function showClock({ now, frozen, advancedMs }) {
  clock.base = Date.parse(now);
  clock.at = performance.now();
  clock.frozen = frozen;
  byId('freeze').setAttribute('aria-pressed', String(frozen));
  const moved = advancedMs > 0 ? 'moved by ' + duration(advancedMs) : '';
  byId('clock-note').textContent = [frozen ? 'frozen' : '', moved].filter(Boolean).join(', ');
}

function tick() {
  const now = mockNow();
  byId('time').textContent = timeOf(now);
  byId('date').textContent = new Date(now).toISOString().slice(0, 10) + ', UTC';
  for (const each of ticking) each(now);
}

byId('moves').addEventListener('click', ({ target }) => {
  const { ms } = /** @type {HTMLElement} */ (target).dataset;
  if (ms !== undefined) void post('clock', { advanceMs: Number(ms) });
});
byId('freeze').addEventListener('click', () => void post('clock', { freeze: !clock.frozen }));

let shownCallers = '';
let gauges = [];

/* Says how long a wait is, and moves the clock over it. */
function skipButton(where) {
  const wait = el('span');
  const element = el(
    'button',
    { type: 'button', className: 'plain small', title: 'Move the clock there' },
    'skip ',
    wait,
    el('span', { className: 'spoken' }, where),
  );
  const skip = { element, until: null };
  element.addEventListener('click', () =>
    post('clock', { advanceMs: Math.max(0, Math.ceil(skip.until - mockNow())) }),
  );
  ticking.push((now) => {
    element.hidden = skip.until === null;
    wait.textContent = skip.until === null ? '' : duration(skip.until - now);
  });
  return skip;
}

function gauge(caller, index) {
  const { window: name, limit } = caller.windows[index];
  const who = caller.plan ?? caller.caller;
  const fill = el('span');
  const bar = el(
    'div',
    {
      className: 'bar',
      role: 'meter',
      'aria-label': who + ', requests left this ' + name,
      'aria-valuemin': '0',
      'aria-valuemax': String(limit),
    },
    fill,
  );
  const left = el('span');
  const skip = skipButton(' to the reset of the ' + name + ' of ' + who);
  const update = (given) => {
    skip.until = given.resetAt;
    left.textContent = number.format(given.remaining) + ' of ' + number.format(limit) + ' a ' + name;
    bar.setAttribute('aria-valuenow', String(given.remaining));
    bar.dataset.tone = given.remaining === 0 ? 'out' : given.remaining <= limit / 5 ? 'low' : 'fine';
    fill.style.width = (100 * given.remaining) / Math.max(1, limit) + '%';
  };
  const element = el(
    'div',
    { className: 'gauge' },
    el('div', { className: 'beside' }, left, skip.element),
    bar,
  );
  return { element, update };
}

function showQuotas({ quotas, limiter }) {
  byId('limiter').textContent = limiter.kind + ' windows, per ' + limiter.per;
  const callers = JSON.stringify(
    quotas.map(({ caller, plan, windows }) => [
      caller,
      plan,
      windows.map((each) => [each.window, each.limit]),
    ]),
  );
  if (callers !== shownCallers) {
    shownCallers = callers;
    ticking.length = 0;
    gauges = quotas.map((caller) => {
      const skip = skipButton(' to the end of the ban of ' + (caller.plan ?? caller.caller));
      const ban = el(
        'div',
        { className: 'beside small' },
        el('span', { className: 'bad' }, 'banned'),
        skip.element,
      );
      const showBan = (bannedUntil) => {
        skip.until = bannedUntil;
        ban.hidden = bannedUntil === null;
      };
      const parts = caller.windows.map((_, index) => gauge(caller, index));
      const who = caller.plan === null ? 'no valid key' : caller.plan;
      const head = el(
        'div',
        { className: 'beside' },
        el('b', null, who),
        el('span', { className: 'soft mono' }, caller.caller),
      );
      const none = parts.length === 0 ? el('span', { className: 'soft small' }, 'no limit') : null;
      return {
        showBan,
        parts,
        element: el('li', { className: 'quota' }, head, ban, none, ...parts.map(({ element }) => element)),
      };
    });
    byId('quota-list').replaceChildren(...gauges.map(({ element }) => element));
  }
  quotas.forEach(({ windows, bannedUntil }, at) => {
    gauges[at].showBan(bannedUntil);
    windows.forEach((each, index) => gauges[at].parts[index].update(each));
  });
  tick();
}
setInterval(tick, 250);
