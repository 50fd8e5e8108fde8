import { createHash, randomUUID } from 'node:crypto';
import {
  type Ask,
  KEY,
  type MakeService,
  OTHER_KEY,
  type Reply,
} from '../../other-interfaces/run-against-service.ts';

/** The service of `openapi.yaml`, as a stranger would write it; whatever a member of the zoo does otherwise is a part of it. */

export type Entry = Readonly<Record<string, unknown>>;

/** What is stored: the entry as it is shown, whose it is, and what is never shown. */
type Row = {
  entry: Entry;
  readonly owner: string;
  readonly holder: string;
  version: number;
  secret?: unknown;
  removed?: boolean;
};

type Kind = 'patients' | 'appointments' | 'invoices';

type Store = {
  readonly rows: Record<Kind, Row[]>;
  readonly repeated: Map<string, { readonly sent: string; readonly reply: Reply }>;
  made: number;
  asked: number;
};

type Rule = (value: unknown) => boolean;
export type Rules = Readonly<Record<string, Rule>>;

export function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(least: number, most: number): Rule {
  return (value) =>
    typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;
}

export function oneOf(...values: readonly unknown[]): Rule {
  return (value) => values.includes(value);
}

export function whole(least: number, most: number): Rule {
  return (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

export function orNull(rule: Rule): Rule {
  return (value) => value === null || rule(value);
}

export function all(rule: Rule, least: number, most: number): Rule {
  return (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every((one) => rule(one));
}

export function shape(rules: Rules, required: readonly string[], isClosed: boolean): Rule {
  return (value) => isObject(value) && faultsOf(value, rules, required, isClosed).length === 0;
}

const flag: Rule = (value) => typeof value === 'boolean';

export const date: Rule = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

export const moment: Rule = (value) => {
  if (typeof value !== 'string') return false;
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(z|[+-]\d{2}:\d{2})$/i.exec(value);
  return found !== null && date(found[1]) && !Number.isNaN(Date.parse(value));
};

const address: Rule = (value) => text(3, 120)(value) && /^[^\s@]+@[^\s@]+$/.test(String(value));

/** Members that break a rule, as JSON Pointers. */
export function faultsOf(
  value: Entry,
  rules: Rules,
  required: readonly string[],
  isClosed: boolean,
): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const wrong = Object.entries(value).flatMap(([name, one]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    return rule === undefined ? (isClosed ? [name] : []) : rule(one) ? [] : [name];
  });
  return [...missing, ...wrong].map((name) => `/${name}`);
}

const insurance = { provider: text(1, 60), memberNumber: text(0, 40) };

const rules = {
  patient: {
    givenName: text(1, 80),
    familyName: text(1, 80),
    birthDate: date,
    email: orNull(address),
    phone: (value: unknown) => typeof value === 'string' && /^\+[0-9]{6,15}$/.test(value),
    status: oneOf('active', 'inactive', 'deceased'),
    allergies: (value: unknown) =>
      all(text(1, 30), 0, 5)(value) && Array.isArray(value) && new Set(value).size === value.length,
    insurance: orNull(shape(insurance, ['provider'], false)),
    heightCm: (value: unknown) => typeof value === 'number' && value >= 20 && value <= 260,
    pin: text(4, 8),
    newsletter: flag,
  } as Rules,
  appointment: {
    practitioner: oneOf('lee', 'ito', 'fox'),
    startsAt: moment,
    minutes: (value: unknown) => whole(5, 240)(value) && Number(value) % 5 === 0,
    channel: oneOf('on_site', 'phone', 'video'),
    reason: orNull(text(0, 200)),
  } as Rules,
  invoice: {
    currency: oneOf('EUR', 'CHF', 'USD'),
    dueOn: orNull(date),
    lines: all(
      shape(
        { text: text(1, 80), cents: whole(0, 100_000_000), count: whole(1, 99) },
        ['text', 'cents'],
        true,
      ),
      1,
      8,
    ),
  } as Rules,
};

const required = {
  patient: ['givenName', 'familyName', 'birthDate'],
  appointment: ['practitioner', 'startsAt'],
  invoice: ['currency', 'lines'],
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Who are you?',
  404: 'Not found',
  409: 'Conflict',
  412: 'Out of date',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
};

export function problem(
  status: number,
  more: Entry = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    body: { type: 'about:blank', title: TITLES[status] ?? 'Error', status, ...more },
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  };
}

export function invalid(pointers: readonly string[]): Reply {
  return problem(422, { errors: pointers.map((pointer) => ({ pointer, message: 'is not valid' })) });
}

/** A merge patch (RFC 7396). */
function merged(old: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const next = new Map(Object.entries(isObject(old) ? old : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) next.delete(name);
    else next.set(name, merged(next.get(name), value));
  }
  return Object.fromEntries(next);
}

export function compare(one: unknown, other: unknown): number {
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function totalOf(lines: unknown): number {
  return (lines as { cents: number; count: number }[]).reduce(
    (sum, { cents, count }) => sum + cents * count,
    0,
  );
}

const PRACTITIONERS = [
  { code: 'lee', name: 'Dr Lee', specialties: ['skin'] },
  { code: 'ito', name: 'Dr Ito', specialties: [], retired: false },
  { code: 'fox', name: 'Dr Fox', specialties: ['ears', 'throat'] },
];

/** The next states of an appointment. */
const MOVES: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  confirm: { from: ['booked'], to: 'confirmed' },
  cancel: { from: ['booked', 'confirmed'], to: 'cancelled' },
};

export type Parts = {
  /** Whether bodies may have no more members than the document shows. */
  readonly isClosed: boolean;
  readonly rules: Readonly<Record<'patient' | 'appointment' | 'invoice', Rules>>;
  readonly required: Readonly<Record<'patient' | 'appointment' | 'invoice', readonly string[]>>;
  /** Who asks; `undefined` for nobody. */
  readonly owner: (ask: Ask, store: Store) => string | undefined;
  readonly unauthorized: (ask: Ask) => Reply;
  readonly isJson: (type: string | undefined, ask: Ask) => boolean;
  readonly unsupported: (ask: Ask) => Reply;
  readonly isUuid: (id: string) => boolean;
  readonly isNumber: (id: string) => boolean;
  readonly newId: (kind: Kind, store: Store) => unknown;
  readonly find: (store: Store, kind: Kind, id: string, owner: string) => Row | undefined;
  readonly absent: (store: Store, kind: Kind, id: string, ask: Ask) => Reply;
  readonly invalid: (pointers: readonly string[], ask: Ask) => Reply;
  readonly newPatient: (sent: Entry) => Entry;
  readonly newAppointment: (sent: Entry) => Entry;
  readonly newInvoice: (sent: Entry) => Entry;
  readonly checkPatch: (sent: Entry, parts: Parts) => readonly string[];
  readonly patched: (old: Entry, sent: Entry) => Entry | undefined;
  readonly replaced: (old: Entry, sent: Entry, parts: Parts) => Entry;
  /** Stores what an update came to. */
  readonly update: (store: Store, row: Row, next: Entry) => void;
  readonly add: (store: Store, kind: Kind, row: Row) => void;
  readonly remove: (store: Store, kind: Kind, row: Row, parts: Parts) => void;
  readonly removedReply: (kind: Kind) => Reply;
  readonly mayRemove: (store: Store, row: Row) => boolean;
  readonly show: (entry: Entry, where: Where, kind: Kind, row: Row) => Entry;
  readonly tag: (row: Row) => string;
  /** Whether `If-Match` lets a change through. */
  readonly isNewest: (condition: string, tag: string) => boolean;
  readonly isUnchanged: (condition: string, tag: string) => boolean;
  readonly unchanged: (tag: string) => Reply;
  readonly location: (path: string, kind: Kind, id: unknown) => string;
  /** What a key that comes again is answered with. */
  readonly earlier: (store: Store, owner: string, key: string, sent: string) => Reply | undefined;
  readonly filters: Readonly<Record<string, (entry: Entry, value: string) => boolean>>;
  readonly checks: Readonly<Record<string, (value: string, kind: Kind) => boolean>>;
  readonly number: (value: string | null, usual: number, least: number, most: number) => number | undefined;
  readonly sorted: (rows: readonly Row[], sort: string, kind: Kind) => readonly Row[];
  readonly inOrder: (rows: readonly Row[]) => readonly Row[];
  readonly slice: (rows: readonly Row[], offset: number, limit: number) => readonly Row[];
  readonly page: (
    items: readonly Entry[],
    rows: readonly Row[],
    offset: number,
    limit: number,
    kind: Kind,
  ) => unknown;
  /** What leads an appointment from state to state. */
  readonly moves: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;
  readonly moved: (entry: Entry, to: string) => Entry;
  readonly limited: (store: Store, ask: Ask) => Reply | undefined;
  /** The last word on an answer. */
  readonly sent: (reply: Reply, ask: Ask, store: Store) => Reply;
};

type Where = 'one' | 'list' | 'made' | 'changed';

export const honest: Parts = {
  isClosed: true,
  rules,
  required,
  /** Who asks; `undefined` for nobody. */
  owner: (ask: Ask, _store: Store): string | undefined => {
    const { 'x-clinic-key': key } = ask.headers;
    return key === KEY ? 'first' : key === OTHER_KEY ? 'other' : undefined;
  },
  unauthorized: (_ask: Ask): Reply => problem(401),
  isJson: (type: string | undefined, ask: Ask): boolean => {
    const [essence = ''] = (type ?? '').toLowerCase().split(';');
    return essence.trim() === (ask.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
  },
  unsupported: (_ask: Ask): Reply => problem(415),
  isUuid: (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id),
  isNumber: (id: string): boolean => /^[1-9]\d{0,17}$/.test(id),
  newId: (kind: Kind, store: Store): unknown =>
    kind === 'patients'
      ? randomUUID()
      : kind === 'appointments'
        ? 100 + store.made
        : `INV-${String(1000 + store.made)}`,
  find: (store: Store, kind: Kind, id: string, owner: string): Row | undefined =>
    store.rows[kind].find(
      (row) => row.owner === owner && row.removed !== true && String(row.entry[IDENTITY[kind]]) === id,
    ),
  absent: (_store: Store, _kind: Kind, _id: string, _ask: Ask): Reply => problem(404),
  invalid: (pointers: readonly string[], _ask: Ask): Reply => invalid(pointers),
  /** An entry as it is made. */
  newPatient: (sent: Entry): Entry => {
    const now = new Date().toISOString();
    const { pin: _pin, ...shown } = sent;
    return { status: 'active', allergies: [], newsletter: false, ...shown, createdAt: now, updatedAt: now };
  },
  newAppointment: (sent: Entry): Entry => ({
    minutes: 30,
    channel: 'on_site',
    reason: null,
    ...sent,
    status: 'booked',
  }),
  newInvoice: (sent: Entry): Entry => {
    const lines = (sent['lines'] as Entry[]).map((line) => ({ count: 1, ...line }));
    return { ...sent, lines, totalCents: totalOf(lines), issuedAt: new Date().toISOString() };
  },
  checkPatch: (sent: Entry, parts: Parts): string[] => {
    const { pin: _pin, ...usual } = parts.rules.patient;
    const patchRules = {
      ...usual,
      phone: orNull(usual['phone'] ?? flag),
      heightCm: orNull(usual['heightCm'] ?? flag),
      insurance: orNull(shape({ provider: text(1, 60), memberNumber: orNull(text(0, 40)) }, [], false)),
    };
    return Object.keys(sent).length === 0 ? [''] : faultsOf(sent, patchRules, [], true);
  },
  patched: (old: Entry, sent: Entry): Entry | undefined => {
    const next = merged(old, sent) as Entry;
    const { insurance: held } = next;
    if (isObject(held) && held['provider'] === undefined) return undefined;
    return { ...next, updatedAt: new Date().toISOString() };
  },
  replaced: (old: Entry, sent: Entry, parts: Parts): Entry => ({
    ...parts.newAppointment(sent),
    id: old['id'],
    patientId: old['patientId'],
    status: old['status'],
  }),
  /** Stores what an update came to. */
  update: (_store: Store, row: Row, next: Entry): void => {
    row.entry = next;
    row.version += 1;
  },
  add: (store: Store, kind: Kind, row: Row): void => {
    store.rows[kind].push(row);
  },
  remove: (store: Store, kind: Kind, row: Row, _parts: Parts): void => {
    store.rows[kind] = store.rows[kind].filter((one) => one !== row);
    if (kind !== 'patients') return;
    const { id } = row.entry;
    store.rows.appointments = store.rows.appointments.filter(({ holder }) => holder !== id);
    store.rows.invoices = store.rows.invoices.filter(({ holder }) => holder !== id);
  },
  removedReply: (_kind: Kind): Reply => ({ status: 204 }),
  mayRemove: (store: Store, row: Row): boolean =>
    !store.rows.appointments.some(
      ({ holder, entry }) => holder === row.entry['id'] && entry['status'] === 'confirmed',
    ),
  show: (entry: Entry, _where: 'one' | 'list' | 'made' | 'changed', _kind: Kind, _row: Row): Entry => entry,
  tag: (row: Row): string =>
    `"${createHash('sha1')
      .update(JSON.stringify([row.entry['id'], row.version]))
      .digest('hex')}"`,
  /** Whether `If-Match` lets a change through. */
  isNewest: (condition: string, tag: string): boolean =>
    condition.split(',').some((one) => one.trim() === tag || one.trim() === '*'),
  isUnchanged: (condition: string, tag: string): boolean =>
    condition
      .split(',')
      .some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, '') || one.trim() === '*'),
  unchanged: (tag: string): Reply => ({ status: 304, headers: { ETag: tag } }),
  location: (path: string, kind: Kind, id: unknown): string =>
    kind === 'appointments' ? `/clinic/v1/appointments/${String(id)}` : `${path}/${String(id)}`,
  earlier: (store: Store, owner: string, key: string, sent: string): Reply | undefined => {
    const found = store.repeated.get(`${owner} ${key}`);
    return found === undefined ? undefined : found.sent === sent ? found.reply : problem(409);
  },
  /** Filters of lists, by the names of their parameters. */
  filters: {
    status: (entry: Entry, value: string) => entry['status'] === value,
    familyName: (entry: Entry, value: string) => entry['familyName'] === value,
    from: (entry: Entry, value: string) => Date.parse(String(entry['startsAt'])) >= Date.parse(value),
  },
  checks: {
    status: (value: string, kind: Kind) =>
      (kind === 'patients'
        ? ['active', 'inactive', 'deceased']
        : ['booked', 'confirmed', 'cancelled']
      ).includes(value),
    familyName: (value: string) => text(1, 80)(value),
    from: (value: string) => moment(value),
    sort: (value: string) => ['familyName', '-familyName', 'birthDate', '-birthDate'].includes(value),
  },
  number: (value: string | null, usual: number, least: number, most: number): number | undefined => {
    if (value === null) return usual;
    const read = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    return read >= least && read <= most ? read : undefined;
  },
  sorted: (rows: readonly Row[], sort: string, _kind: Kind): readonly Row[] => {
    const name = sort.replace(/^-/, '');
    const sign = sort.startsWith('-') ? -1 : 1;
    return rows.toSorted((one, other) => sign * compare(one.entry[name], other.entry[name]));
  },
  inOrder: (rows: readonly Row[]): readonly Row[] =>
    rows.toSorted(
      (one, other) => Date.parse(String(one.entry['startsAt'])) - Date.parse(String(other.entry['startsAt'])),
    ),
  slice: (rows: readonly Row[], offset: number, limit: number): readonly Row[] =>
    rows.slice(offset, offset + limit),
  page: (items: readonly Entry[], rows: readonly Row[], offset: number, limit: number, kind: Kind): unknown =>
    kind === 'patients' ? { items, total: rows.length, offset, limit } : { items, total: rows.length },
  moves: MOVES,
  moved: (entry: Entry, to: string): Entry => ({ ...entry, status: to }),
  limited: (_store: Store, _ask: Ask): Reply | undefined => undefined,
  /** The last word on an answer. */
  sent: (reply: Reply, _ask: Ask, _store: Store): Reply => reply,
};

const IDENTITY: Readonly<Record<Kind, string>> = {
  patients: 'id',
  appointments: 'id',
  invoices: 'number',
};

const FILTERS: Readonly<Record<Kind, readonly string[]>> = {
  patients: ['status', 'familyName'],
  appointments: ['status', 'from'],
  invoices: [],
};

type Turn = { readonly ask: Ask; readonly store: Store; readonly parts: Parts; readonly owner: string };

function body(turn: Turn): Entry | Reply {
  const { ask, parts } = turn;
  if (!parts.isJson(ask.headers['content-type'], ask)) return parts.unsupported(ask);
  if (ask.json === undefined) return problem(400);
  return isObject(ask.json) ? ask.json : parts.invalid([''], ask);
}

function isReply(value: Entry | Reply): value is Reply {
  return typeof value['status'] === 'number' && ('headers' in value || 'body' in value);
}

function list(turn: Turn, kind: Kind, holder: string): Reply {
  const { ask, store, parts, owner } = turn;
  const mine = store.rows[kind].filter(
    (row) => row.owner === owner && row.removed !== true && (kind === 'patients' || row.holder === holder),
  );
  if (kind === 'invoices')
    return { status: 200, body: mine.map((row) => parts.show(row.entry, 'list', kind, row)) };
  const offset = parts.number(ask.query.get('offset'), 0, 0, 1e9);
  const limit = parts.number(ask.query.get('limit'), 20, 1, 50);
  if (offset === undefined || limit === undefined) return problem(400);
  let rows: readonly Row[] = mine;
  const names = kind === 'patients' ? [...FILTERS[kind], 'sort'] : FILTERS[kind];
  for (const name of names) {
    const value = ask.query.get(name);
    if (value === null) continue;
    if (parts.checks[name]?.(value, kind) === false) return problem(400);
    const filter = parts.filters[name];
    if (filter !== undefined) rows = rows.filter(({ entry }) => filter(entry, value));
  }
  const sort = ask.query.get('sort');
  if (kind === 'appointments') rows = parts.inOrder(rows);
  else if (sort !== null) rows = parts.sorted(rows, sort, kind);
  const items = parts.slice(rows, offset, limit).map((row) => parts.show(row.entry, 'list', kind, row));
  return { status: 200, body: parts.page(items, rows, offset, limit, kind) };
}

function made(turn: Turn, kind: Kind, holder: string, sent: Entry, entry: Entry): Reply {
  const { ask, store, parts, owner } = turn;
  store.made += 1;
  const id = parts.newId(kind, store);
  const held = kind === 'appointments' ? { id, patientId: holder } : { [IDENTITY[kind]]: id };
  const row: Row = { entry: { ...entry, ...held }, owner, holder, version: 1, secret: sent['pin'] };
  parts.add(store, kind, row);
  return {
    status: 201,
    body: parts.show(row.entry, 'made', kind, row),
    headers: {
      Location: parts.location(ask.path, kind, id),
      ...(kind === 'patients' ? { ETag: parts.tag(row) } : {}),
    },
  };
}

function create(turn: Turn, kind: Kind, holder: string): Reply {
  const { ask, store, parts, owner } = turn;
  const sent = body(turn);
  if (isReply(sent)) return sent;
  const name = kind.slice(0, -1) as 'patient' | 'appointment' | 'invoice';
  const faults = faultsOf(sent, parts.rules[name], parts.required[name], parts.isClosed);
  if (faults.length > 0) return parts.invalid(faults, ask);
  const key = kind === 'patients' ? ask.headers['idempotency-key'] : undefined;
  if (typeof key !== 'string') return made(turn, kind, holder, sent, fresh(parts, kind, sent));
  if (!text(1, 64)(key)) return problem(400);
  const earlier = parts.earlier(store, owner, key, ask.text);
  if (earlier !== undefined) return earlier;
  const reply = made(turn, kind, holder, sent, fresh(parts, kind, sent));
  store.repeated.set(`${owner} ${key}`, { sent: ask.text, reply });
  return reply;
}

function fresh(parts: Parts, kind: Kind, sent: Entry): Entry {
  if (kind === 'patients') return parts.newPatient(sent);
  return kind === 'appointments' ? parts.newAppointment(sent) : parts.newInvoice(sent);
}

function change(turn: Turn, kind: Kind, row: Row): Reply {
  const { ask, store, parts } = turn;
  const sent = body(turn);
  if (isReply(sent)) return sent;
  const { 'if-match': condition } = ask.headers;
  if (kind === 'patients' && condition !== undefined && !parts.isNewest(condition, parts.tag(row)))
    return problem(412);
  const isPatch = kind === 'patients';
  const faults = isPatch
    ? parts.checkPatch(sent, parts)
    : faultsOf(sent, parts.rules.appointment, parts.required.appointment, true);
  if (faults.length > 0) return parts.invalid(faults, ask);
  if (!isPatch && row.entry['status'] === 'cancelled') return problem(409);
  const next = isPatch ? parts.patched(row.entry, sent) : parts.replaced(row.entry, sent, parts);
  if (next === undefined) return parts.invalid(['/insurance/provider'], ask);
  parts.update(store, row, next);
  return {
    status: 200,
    body: parts.show(row.entry, 'changed', kind, row),
    ...(isPatch ? { headers: { ETag: parts.tag(row) } } : {}),
  };
}

function entryAt(turn: Turn, kind: Kind, row: Row): Reply {
  const { ask, store, parts } = turn;
  const isPatient = kind === 'patients';
  const tag = parts.tag(row);
  if (ask.method === 'GET' || ask.method === 'HEAD') {
    const { 'if-none-match': condition } = ask.headers;
    if (isPatient && condition !== undefined && parts.isUnchanged(condition, tag))
      return parts.unchanged(tag);
    const shown = parts.show(row.entry, 'one', kind, row);
    return { status: 200, body: shown, ...(isPatient ? { headers: { ETag: tag } } : {}) };
  }
  if (ask.method === 'DELETE') {
    const { 'if-match': condition } = ask.headers;
    if (isPatient && condition !== undefined && !parts.isNewest(condition, tag)) return problem(412);
    if (isPatient && !parts.mayRemove(store, row)) return problem(409);
    parts.remove(store, kind, row, parts);
    return parts.removedReply(kind);
  }
  return change(turn, kind, row);
}

function act(turn: Turn, row: Row, action: string): Reply {
  const { ask, store, parts } = turn;
  const move = parts.moves[action];
  if (move === undefined) return problem(404);
  if (action === 'cancel' && ask.text !== '') {
    const sent = body(turn);
    if (isReply(sent)) return sent;
    const faults = faultsOf(sent, { note: text(0, 200) }, [], false);
    if (faults.length > 0) return parts.invalid(faults, ask);
  }
  if (!move.from.includes(String(row.entry['status']))) return problem(409);
  parts.update(store, row, parts.moved(row.entry, move.to));
  return { status: 200, body: parts.show(row.entry, 'changed', 'appointments', row) };
}

const METHODS: Readonly<Record<Kind, { readonly list: readonly string[]; readonly one: readonly string[] }>> =
  {
    patients: { list: ['GET', 'POST'], one: ['GET', 'PATCH', 'DELETE'] },
    appointments: { list: ['GET', 'POST'], one: ['GET', 'PUT', 'DELETE'] },
    invoices: { list: ['GET', 'POST'], one: ['GET', 'DELETE'] },
  };

function refusedMethod(allowed: readonly string[]): Reply {
  return problem(405, {}, { Allow: allowed.join(', ') });
}

function inKind(turn: Turn, kind: Kind, holder: string, id: string | undefined): Reply {
  const { ask, store, parts, owner } = turn;
  const method = ask.method === 'HEAD' ? 'GET' : ask.method;
  const allowed = METHODS[kind][id === undefined ? 'list' : 'one'];
  if (!allowed.includes(method)) return refusedMethod(allowed);
  if (id === undefined) return method === 'GET' ? list(turn, kind, holder) : create(turn, kind, holder);
  const row = parts.find(store, kind, id, owner);
  if (row === undefined || (kind === 'invoices' && row.holder !== holder))
    return parts.absent(store, kind, id, ask);
  return entryAt(turn, kind, row);
}

function answer(ask: Ask, store: Store, parts: Parts): Reply {
  const [root, version, first, id, second, third, ...rest] = ask.path.split('/').slice(1).map(decoded);
  if (root !== 'clinic' || version !== 'v1' || rest.length > 0) return problem(404);
  if (first === 'practitioners' && second === undefined) {
    if (ask.method !== 'GET' && ask.method !== 'HEAD') return refusedMethod(['GET']);
    if (id === undefined) return { status: 200, body: PRACTITIONERS };
    const found = PRACTITIONERS.find(({ code }) => code === id);
    return found === undefined ? problem(404) : { status: 200, body: found };
  }
  const owner = parts.owner(ask, store);
  if (owner === undefined) return parts.unauthorized(ask);
  const turn = { ask, store, parts, owner };
  if (first === 'patients') {
    if (id === undefined) return inKind(turn, 'patients', '', undefined);
    if (!parts.isUuid(id))
      return ['GET', 'PATCH'].includes(ask.method) && second === undefined ? problem(400) : problem(404);
    if (second === undefined) return inKind(turn, 'patients', '', id);
    if (parts.find(store, 'patients', id, owner) === undefined)
      return parts.absent(store, 'patients', id, ask);
    if (second === 'appointments' && third === undefined) return inKind(turn, 'appointments', id, undefined);
    if (second === 'invoices') return inKind(turn, 'invoices', id, third);
  }
  if (first === 'appointments' && id !== undefined && third === undefined) {
    if (!parts.isNumber(id)) return ['GET', 'PUT'].includes(ask.method) ? problem(400) : problem(404);
    if (second === undefined) return inKind(turn, 'appointments', '', id);
    if (parts.moves[second] !== undefined) {
      if (ask.method !== 'POST') return refusedMethod(['POST']);
      const row = parts.find(store, 'appointments', id, owner);
      return row === undefined ? parts.absent(store, 'appointments', id, ask) : act(turn, row, second);
    }
  }
  return problem(404);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function seeded(parts: Parts): Store {
  const store: Store = {
    rows: { patients: [], appointments: [], invoices: [] },
    repeated: new Map(),
    made: 0,
    asked: 0,
  };
  for (const familyName of ['Abel', 'Brandt', 'Curie']) {
    const id = randomUUID();
    const entry = {
      ...honest.newPatient({ givenName: 'Kim', familyName, birthDate: '1980-02-29', email: null }),
      id,
    };
    store.rows.patients.push({ entry, owner: 'first', holder: '', version: 1 });
    store.made += 1;
    const appointment = {
      ...honest.newAppointment({ practitioner: 'lee', startsAt: '2031-05-04T09:30:00Z' }),
      patientId: id,
      id: parts.newId('appointments', store),
    };
    store.rows.appointments.push({ entry: appointment, owner: 'first', holder: id, version: 1 });
    const invoice = {
      ...honest.newInvoice({ currency: 'EUR', lines: [{ text: 'Visit', cents: 4200 }] }),
      number: parts.newId('invoices', store),
    };
    store.rows.invoices.push({ entry: invoice, owner: 'first', holder: id, version: 1 });
  }
  return store;
}

/** Makes a clinic with these parts in place of the honest ones. */
export function clinicWith(changes: Partial<Parts> = {}): MakeService {
  return () => {
    const parts: Parts = { ...honest, ...changes };
    const store = seeded(parts);
    return (ask) => {
      store.asked += 1;
      const reply = parts.limited(store, ask) ?? answer(ask, store, parts);
      const headers = {
        'X-Request-Id': randomUUID(),
        'RateLimit-Limit': '5000',
        'RateLimit-Remaining': String(Math.max(0, 5000 - store.asked)),
        ...reply.headers,
      };
      return parts.sent({ ...reply, headers }, ask, store);
    };
  };
}
