import { createHash } from 'node:crypto';
import { type Ask, KEY, type Reply } from '../../other-interfaces/run-against-service.ts';
import type { FaultyMember } from '../member.ts';
import {
  all,
  clinicWith,
  compare,
  date,
  type Entry,
  honest,
  invalid,
  isObject,
  moment,
  orNull,
  type Parts,
  problem,
  type Rules,
  shape,
  text,
  whole,
} from './service.ts';

/** Clinics with one fault each, of the kinds that real ones have. */

function broken(name: string, finds: string, changes: Partial<Parts>): FaultyMember {
  return { name, finds, serve: clinicWith(changes) };
}

type Group = keyof Parts['rules'];

/** Other rules for some members of a body. */
function lax(name: string, finds: string, group: Group, changed: Rules): FaultyMember {
  const rules = { ...honest.rules, [group]: { ...honest.rules[group], ...changed } };
  return broken(name, finds, { rules });
}

/** Another answer where a request is of a kind. */
function altered(
  name: string,
  finds: string,
  isMeant: (reply: Reply, ask: Ask) => boolean,
  change: (reply: Reply, ask: Ask) => Reply,
): FaultyMember {
  return broken(name, finds, { sent: (reply, ask) => (isMeant(reply, ask) ? change(reply, ask) : reply) });
}

function without(reply: Reply, header: string): Reply {
  const { [header]: _gone, ...headers } = { ...reply.headers };
  return { ...reply, headers };
}

const withTag =
  (tag: string) =>
  (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ETag: tag } });

const onPath =
  (pattern: RegExp, method: string, status?: number) =>
  (reply: Reply, ask: Ask): boolean =>
    pattern.test(ask.path) && ask.method === method && (status === undefined || reply.status === status);

function of(body: unknown): Entry {
  return isObject(body) ? body : {};
}

const PATIENTS = /\/patients$/;
const PATIENT = /\/patients\/[^/]+$/;
const APPOINTMENTS = /\/appointments$/;
const APPOINTMENT = /\/appointments\/[^/]+$/;
const INVOICES = /\/invoices$/;
const INVOICE = /\/invoices\/[^/]+$/;

function memberless(name: string) {
  return (reply: Reply): Reply => {
    const { [name]: _gone, ...rest } = of(reply.body);
    return { ...reply, body: rest };
  };
}

function withMember(name: string, value: (old: unknown) => unknown) {
  return (reply: Reply): Reply => ({
    ...reply,
    body: { ...of(reply.body), [name]: value(of(reply.body)[name]) },
  });
}

function answered(to: number) {
  return (reply: Reply): Reply => ({ ...reply, status: to });
}

let last: unknown;
const gone = new WeakSet<object>();
const first = new WeakMap<object, Entry>();
const before = new WeakMap<object, Entry>();

export const faultyClinics: readonly FaultyMember[] = [
  // What requests do to entries.
  broken('a patch forgets the family name', 'resources', {
    patched: (old, sent) => {
      const { familyName: _no, ...rest } = sent;
      return honest.patched(old, rest);
    },
  }),
  broken('a patch answers with the change and stores nothing', 'resources', {
    update: () => undefined,
    show: (entry) => entry,
    patched: (old, sent) => honest.patched(old, sent),
  }),
  broken('a patch gives defaults to what it leaves out', 'resources', {
    patched: (old, sent) => honest.patched(old, { newsletter: false, allergies: [], ...sent }),
  }),
  broken('a null in a patch is stored', 'resources', {
    patched: (old, sent) => ({ ...old, ...sent, updatedAt: new Date().toISOString() }),
  }),
  broken('a null in a patch is ignored', 'resources', {
    patched: (old, sent) =>
      honest.patched(old, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))),
  }),
  broken('a patch replaces objects inside', 'resources', {
    patched: (old, sent) => ({
      ...honest.patched(old, sent),
      ...(isObject(sent['insurance'])
        ? { insurance: { provider: of(old['insurance'])['provider'] ?? 'none', ...sent['insurance'] } }
        : {}),
      ...(isObject(sent['insurance']) &&
      isObject(old['insurance']) &&
      sent['insurance']['memberNumber'] === undefined
        ? { insurance: { provider: old['insurance']['provider'], ...sent['insurance'] } }
        : {}),
    }),
  }),
  broken('a patch adds to lists', 'resources', {
    patched: (old, sent) => {
      const next = honest.patched(old, sent);
      return next && Array.isArray(sent['allergies'])
        ? {
            ...next,
            allergies: [
              ...new Set([...(old['allergies'] as unknown[]), ...(sent['allergies'] as unknown[])]),
            ].slice(0, 5),
          }
        : next;
    },
  }),
  broken('false is taken for nothing in a patch', 'resources', {
    patched: (old, sent) =>
      honest.patched(old, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== false))),
  }),
  broken('an empty list is taken for nothing in a patch', 'resources', {
    patched: (old, sent) =>
      honest.patched(
        old,
        Object.fromEntries(
          Object.entries(sent).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
        ),
      ),
  }),
  broken('a patch changes the last patient too', 'resources', {
    update: (store, row, next) => {
      honest.update(store, row, next);
      const other = store.rows.patients.findLast((one) => one !== row && one.owner === row.owner);
      if (other !== undefined && next['heightCm'] !== undefined)
        other.entry = { ...other.entry, heightCm: next['heightCm'] };
    },
  }),
  broken('a refused patch stores its valid members', 'resources', {
    checkPatch: (sent, parts) => honest.checkPatch(sent, parts),
    invalid: (pointers) => invalid(pointers),
    patched: honest.patched,
    sent: (reply) => reply,
    find: (store, kind, id, owner) => honest.find(store, kind, id, owner),
    limited: (store, ask) => {
      if (ask.method === 'PATCH' && isObject(ask.json) && honest.checkPatch(ask.json, honest).length > 0) {
        const row = store.rows.patients.find(
          ({ entry, owner }) => owner === honest.owner(ask, store) && ask.path.endsWith(String(entry['id'])),
        );
        const { newsletter, givenName } = ask.json;
        if (row !== undefined && (typeof newsletter === 'boolean' || typeof givenName === 'string'))
          row.entry = {
            ...row.entry,
            ...(typeof newsletter === 'boolean' ? { newsletter } : {}),
            ...(typeof givenName === 'string' && givenName !== '' && givenName.length < 81
              ? { givenName }
              : {}),
          };
      }
      return undefined;
    },
  }),
  broken('a removed patient is still read', 'resources', {
    remove: (_store, _kind, row) => {
      row.removed = true;
    },
    find: (store, kind, id, owner) =>
      store.rows[kind].find(
        (row) => row.owner === owner && String(row.entry[kind === 'invoices' ? 'number' : 'id']) === id,
      ),
  }),
  broken('a removed patient is still listed', 'resources', {
    remove: (store, kind, row, parts) => {
      if (kind === 'patients') Object.assign(row, { owner: row.owner, entry: row.entry });
      if (kind !== 'patients') honest.remove(store, kind, row, parts);
      else gone.add(row);
    },
    find: (store, kind, id, owner) => {
      const row = honest.find(store, kind, id, owner);
      return row !== undefined && gone.has(row) ? undefined : row;
    },
  }),
  broken('a removal removes nothing', 'resources', { remove: () => undefined }),
  broken('an invoice that is removed stays', 'resources', {
    remove: (store, kind, row, parts) => {
      if (kind !== 'invoices') honest.remove(store, kind, row, parts);
    },
  }),
  broken('an appointment that is removed stays', 'resources', {
    remove: (store, kind, row, parts) => {
      if (kind !== 'appointments') honest.remove(store, kind, row, parts);
    },
  }),
  broken('a removal takes the next one as well', 'resources', {
    remove: (store, kind, row, parts) => {
      const at = store.rows[kind].indexOf(row);
      const next = store.rows[kind][at + 1];
      honest.remove(store, kind, row, parts);
      if (next !== undefined && next.owner === row.owner) honest.remove(store, kind, next, parts);
    },
  }),
  broken('invoices of another patient are listed', 'resources', {
    limited: () => undefined,
    find: (store, kind, id, owner) => honest.find(store, kind, id, owner),
    sent: (reply, ask, store) =>
      INVOICES.test(ask.path) && ask.method === 'GET' && reply.status === 200
        ? {
            ...reply,
            body: store.rows.invoices
              .filter(({ owner }) => owner === honest.owner(ask, store))
              .map(({ entry }) => entry),
          }
        : reply,
  }),
  broken('appointments of all patients are listed', 'resources', {
    sent: (reply, ask, store) => {
      if (!APPOINTMENTS.test(ask.path) || ask.method !== 'GET' || reply.status !== 200) return reply;
      const items = honest
        .inOrder(store.rows.appointments.filter(({ owner }) => owner === honest.owner(ask, store)))
        .map(({ entry }) => entry);
      return {
        ...reply,
        body: {
          items: items
            .slice(Number(ask.query.get('offset') ?? 0))
            .slice(0, Number(ask.query.get('limit') ?? 20)),
          total: items.length,
        },
      };
    },
  }),
  // What a PUT without a PATCH beside it leaves out, and what it does to members of the service, is said in prose alone.
  broken('rescheduling keeps the old minutes', 'resources', {
    replaced: (old, sent, parts) => ({ ...honest.replaced(old, sent, parts), minutes: old['minutes'] }),
  }),
  broken('rescheduling moves by an hour', 'resources', {
    replaced: (old, sent, parts) => ({
      ...honest.replaced(old, sent, parts),
      startsAt: new Date(Date.parse(String(sent['startsAt'])) + 3_600_000).toISOString(),
    }),
  }),
  broken('rescheduling is not stored', 'resources', {
    update: (store, row, next) => {
      if (row.entry['practitioner'] === undefined || next['status'] !== row.entry['status'])
        honest.update(store, row, next);
    },
  }),
  broken('rescheduling forgets whose it is', 'bodies', {
    replaced: (old, sent, parts) => {
      const { patientId: _no, ...rest } = honest.replaced(old, sent, parts);
      return rest;
    },
  }),
  // Who confirms may only begin something, and from which state to which an action leads is said in prose alone.
  broken('confirmed only in its own answer', 'resources', {
    update: (store, row, next) => {
      if (next['status'] === 'confirmed' && row.entry['status'] === 'booked') {
        const old = row.entry;
        row.entry = next;
        queueMicrotask(() => {
          row.entry = old;
        });
      } else honest.update(store, row, next);
    },
  }),
  broken('cancelling removes', 'resources', {
    update: (store, row, next) => {
      honest.update(store, row, next);
      if (next['status'] === 'cancelled')
        store.rows.appointments = store.rows.appointments.filter((one) => one !== row);
    },
  }),
  // Creations.
  // Not here: another default of a status, since states may go on by themselves before anybody looks.
  broken('the default of newsletter is true', 'resources', {
    newPatient: (sent) => ({ ...honest.newPatient(sent), newsletter: sent['newsletter'] ?? true }),
  }),
  broken('the status is always active', 'collections', {
    newPatient: (sent) => ({ ...honest.newPatient(sent), status: 'active' }),
  }),
  broken('the default of minutes is 60', 'resources', {
    newAppointment: (sent) => ({ ...honest.newAppointment(sent), minutes: sent['minutes'] ?? 60 }),
  }),
  broken('the phone is not stored', 'collections|resources.made-as-asked', {
    newPatient: ({ phone: _no, ...sent }) => honest.newPatient(sent),
  }),
  // Numbers may be rounded.
  broken('names end after forty letters', 'collections', {
    newPatient: (sent) => ({ ...honest.newPatient(sent), givenName: String(sent['givenName']).slice(0, 40) }),
  }),
  broken('letters beyond Latin-1 become question marks', 'collections', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      familyName: String(sent['familyName']).replaceAll(/[\u0100-\u{10FFFF}]/gu, '?'),
    }),
  }),
  broken('names are escaped for HTML', 'collections', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      familyName: String(sent['familyName']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    }),
  }),
  broken('the birth date is a day early', 'collections', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      birthDate: new Date(Date.parse(String(sent['birthDate'])) - 86_400_000).toISOString().slice(0, 10),
    }),
  }),
  broken('the beginning loses its offset', 'collections', {
    newAppointment: (sent) => ({
      ...honest.newAppointment(sent),
      startsAt: String(sent['startsAt']).replace(/[+-]\d{2}:\d{2}$/, 'Z'),
    }),
  }),
  broken('the first allergy is lost', 'collections', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      allergies: ((sent['allergies'] ?? []) as unknown[]).slice(1),
    }),
  }),
  broken('the member number of the insurance is lost', 'collections|resources.made-as-asked', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      ...(isObject(sent['insurance']) ? { insurance: { provider: sent['insurance']['provider'] } } : {}),
    }),
  }),
  broken('one line of an invoice is lost', 'collections', {
    newInvoice: (sent) => {
      const made = honest.newInvoice(sent);
      const lines = made['lines'] as unknown[];
      return { ...made, lines: lines.slice(0, Math.max(1, lines.length - 1)) };
    },
  }),
  broken('the pin is shown', 'resources.write-only-hidden', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      ...(sent['pin'] === undefined ? {} : { pin: sent['pin'] }),
    }),
  }),
  broken('Location of appointments is the list', 'collections.read-back', {
    location: (path, kind, id) => (kind === 'appointments' ? path : honest.location(path, kind, id)),
  }),
  broken('Location of patients is among the appointments', 'collections.read-back', {
    location: (path, kind, id) =>
      kind === 'patients' ? `/clinic/v1/appointments/${String(100_000)}` : honest.location(path, kind, id),
  }),
  broken('accents are lost', 'collections.text-unchanged', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      familyName: String(sent['familyName']).normalize('NFD').replaceAll(/\p{M}/gu, ''),
    }),
  }),
  broken('the default count of a line is 2', 'resources.made-as-asked', {
    newInvoice: (sent) => {
      const made = honest.newInvoice(sent);
      const lines = (sent['lines'] as Entry[]).map((line) => ({ count: 2, ...line }));
      return { ...made, lines };
    },
  }),
  broken('a creation answers with another id than the list', 'collections', {
    show: (entry, where, kind) =>
      where === 'made' && kind === 'invoices'
        ? { ...entry, number: `INV-${String(Number(String(entry['number']).slice(4)) + 100)}` }
        : entry,
  }),
  broken('a creation is not listed', 'collections|resources.pages-complete', {
    slice: (rows, offset, limit) => rows.slice(0, -1).slice(offset, offset + limit),
  }),
  broken('a creation is stored twice', 'collections', {
    add: (store, kind, row) => {
      honest.add(store, kind, row);
      if (kind === 'patients')
        honest.add(store, kind, {
          ...row,
          entry: { ...row.entry, id: String(row.entry['id']).replace(/^..../, 'dddd') },
        });
    },
  }),
  broken('ids come again', 'collections', {
    newId: (kind, store) => (kind === 'appointments' ? 100 + (store.made % 5) : honest.newId(kind, store)),
  }),
  broken('ids are given again after a removal', 'resources', {
    newId: (kind, store) =>
      kind === 'invoices' ? `INV-${String(1000 + store.rows.invoices.length)}` : honest.newId(kind, store),
  }),
  // A `Location` that leads to no place of the document may lead to one beside it, or be what a proxy left of it.
  broken('a refused creation is made', 'collections', {
    invalid: (pointers) => invalid(pointers),
    limited: (store, ask) => {
      if (
        ask.method === 'POST' &&
        PATIENTS.test(ask.path) &&
        isObject(ask.json) &&
        typeof ask.json['givenName'] === 'string' &&
        honest.owner(ask, store) === 'first' &&
        ask.json['birthDate'] === undefined
      )
        store.rows.patients.push({
          entry: {
            ...honest.newPatient({ familyName: 'x', ...ask.json, birthDate: '2000-01-01' }),
            id: crypto.randomUUID(),
          },
          owner: 'first',
          holder: '',
          version: 1,
        });
      return undefined;
    },
  }),
  // Tags and keys.
  broken('the tag stays the same', 'resources.tag-changes', {
    tag: ({ entry }) => `"${String(entry['id'])}"`,
  }),
  broken('If-Match is ignored', 'resources.stale-tag-refused', { isNewest: () => true }),
  broken('If-Match is ignored where a patient is removed', 'resources.stale-tag-refused', {
    sent: (reply) => reply,
    isNewest: (condition, tag) => honest.isNewest(condition, tag) || last === 'DELETE',
    limited: (_store, ask) => {
      last = ask.method;
      return undefined;
    },
  }),
  broken('304 for any tag', 'resources.not-modified', { isUnchanged: () => true }),
  broken('304 with a body', 'bodies|http', {
    unchanged: (tag) => ({
      status: 200,
      headers: { ETag: tag, 'Content-Type': 'application/json' },
      body: {},
    }),
  }),
  broken('the tag of a list of others', 'resources', {
    tag: ({ version }) => `"v${String(Math.min(version, 2))}"`,
  }),
  broken('the tag is not quoted', 'resources.not-modified|headers', {
    tag: ({ entry, version }) =>
      createHash('md5')
        .update(`${String(entry['id'])} ${String(version)}`)
        .digest('hex'),
    isNewest: (condition, tag) => condition === tag || condition === '*',
  }),
  broken('the same key makes another patient', 'resources.repeated-once', { earlier: () => undefined }),
  // A tag that is the newest may be old by the time it comes back.
  // Users.
  broken('others read patients', 'resources.not-read-by-others', {
    find: (store, kind, id, owner) =>
      kind === 'patients'
        ? store.rows.patients.find(({ entry, removed }) => removed !== true && entry['id'] === id)
        : honest.find(store, kind, id, owner),
  }),
  broken('others read invoices', 'resources.not-read-by-others', {
    find: (store, kind, id) =>
      store.rows[kind].find(
        ({ entry, removed }) =>
          removed !== true && String(entry[kind === 'invoices' ? 'number' : 'id']) === id,
      ),
  }),
  broken('others read and change appointments', 'resources', {
    find: (store, kind, id, owner) =>
      kind === 'appointments'
        ? store.rows.appointments.find(({ entry }) => String(entry['id']) === id)
        : honest.find(store, kind, id, owner),
  }),
  broken('others remove patients', 'resources.not-removed-by-others', {
    limited: (store, ask) => {
      if (ask.method === 'DELETE' && PATIENT.test(ask.path) && honest.owner(ask, store) === 'other') {
        const row = store.rows.patients.find(({ entry }) => ask.path.endsWith(String(entry['id'])));
        if (row !== undefined) {
          honest.remove(store, 'patients', row, honest);
          return { status: 204 };
        }
      }
      return undefined;
    },
  }),
  broken('others see the list', 'resources.not-listed-by-others', {
    sent: (reply, ask, store) =>
      PATIENTS.test(ask.path) &&
      ask.method === 'GET' &&
      reply.status === 200 &&
      honest.owner(ask, store) === 'other'
        ? {
            ...reply,
            body: {
              items: store.rows.patients.map(({ entry }) => entry).slice(0, 50),
              total: store.rows.patients.length,
              offset: 0,
              limit: 50,
            },
          }
        : reply,
  }),
  // The other user makes nothing: what one user makes with the key of another is not asked.
  // Pages.
  broken('the second page begins one too early', 'resources.pages-each-once', {
    slice: (rows, offset, limit) =>
      rows.slice(
        Math.max(0, offset - (offset > 0 ? 1 : 0)),
        Math.max(0, offset - (offset > 0 ? 1 : 0)) + limit,
      ),
  }),
  broken('the second page begins one too late', 'resources.pages-complete', {
    slice: (rows, offset, limit) =>
      rows.slice(offset > 0 ? offset + 1 : 0, offset + limit + (offset > 0 ? 1 : 0)),
  }),
  broken('a page has one too many', 'resources.page-length', {
    slice: (rows, offset, limit) => rows.slice(offset, offset + limit + 1),
  }),
  // A page may be shorter than asked for: who goes on by what came loses nothing.
  broken('offset is ignored', 'resources.pages', { slice: (rows, _offset, limit) => rows.slice(0, limit) }),
  broken('limit is ignored', 'resources.page-length', {
    slice: (rows, offset) => rows.slice(offset, offset + 50),
  }),
  // A total may be an estimate, and may count what a filter leaves out: no program can tell from the document.
  // What a page says of its own place is not what a client goes by.
  broken('behind the end comes the first page', 'resources.pages-end', {
    slice: (rows, offset, limit) =>
      offset >= rows.length ? rows.slice(0, limit) : rows.slice(offset, offset + limit),
  }),
  broken('limit 0 is taken', 'validation', {
    number: (value, usual, least, most) => honest.number(value, usual, Math.min(least, 0), most),
  }),
  broken('limit 51 is taken', 'validation', {
    number: (value, usual, least, most) => honest.number(value, usual, least, most === 50 ? 1000 : most),
  }),
  broken('limit 51 is taken for 50', 'validation', {
    number: (value, usual, least, most) =>
      honest.number(value !== null && most === 50 && Number(value) > 50 ? '50' : value, usual, least, most),
  }),
  // What the schema allows may be refused all the same, with a refusal that the document has: rules of its own are no fault.
  broken('a negative offset is taken', 'validation', {
    number: (value, usual, least, most) =>
      value !== null && /^-\d+$/.test(value) ? 0 : honest.number(value, usual, least, most),
  }),
  broken('limit as a word is taken', 'validation', {
    number: (value, usual, least, most) =>
      value !== null && Number.isNaN(Number(value)) ? usual : honest.number(value, usual, least, most),
  }),
  broken('limit as a fraction is taken', 'validation', {
    number: (value, usual, least, most) =>
      honest.number(value?.replace(/\.\d+$/, '') ?? null, usual, least, most),
  }),
  broken('the filter of the status is ignored', 'resources.filter-holds', {
    filters: { ...honest.filters, status: () => true },
  }),
  broken('the filter of the status is turned round', 'resources.filter-holds', {
    filters: { ...honest.filters, status: (entry, value) => entry['status'] !== value },
  }),
  // That a text is looked for as a whole, and that a parameter is a bound of a member of another name, is said in prose alone.
  broken('an unknown status is taken in the filter', 'validation.parameter', {
    checks: { ...honest.checks, status: () => true },
  }),
  broken('an unknown order is taken', 'validation.parameter', {
    checks: { ...honest.checks, sort: () => true },
  }),
  broken('a beginning that is no moment is taken', 'validation', {
    checks: { ...honest.checks, from: () => true },
  }),
  broken('descending order is ascending', 'resources.order-holds', {
    sorted: (rows, sort, kind) => honest.sorted(rows, sort.replace('-', ''), kind),
  }),
  broken('the order is by the length', 'resources.order-holds', {
    sorted: (rows, sort, kind) =>
      sort.endsWith('familyName')
        ? rows.toSorted(
            (one, other) => String(one.entry['familyName']).length - String(other.entry['familyName']).length,
          )
        : honest.sorted(rows, sort, kind),
  }),
  broken('birth dates are in the order of their days', 'resources.order-holds', {
    sorted: (rows, sort, kind) => {
      const sign = sort.startsWith('-') ? -1 : 1;
      return sort.endsWith('birthDate')
        ? rows.toSorted(
            (a, b) =>
              sign * compare(String(a.entry['birthDate']).slice(8), String(b.entry['birthDate']).slice(8)),
          )
        : honest.sorted(rows, sort, kind);
    },
  }),
  broken('each page is in order by itself', 'resources.order-holds', {
    slice: (rows, offset, limit) => rows.slice(offset, offset + limit),
    sorted: (rows) => rows,
    sent: (reply, ask) => {
      const sort = ask.query.get('sort');
      if (sort === null || reply.status !== 200) return reply;
      const name = sort.replace('-', '');
      const sign = sort.startsWith('-') ? -1 : 1;
      const items = (of(reply.body)['items'] as Entry[]).toSorted((a, b) => sign * compare(a[name], b[name]));
      return { ...reply, body: { ...of(reply.body), items } };
    },
  }),
  // Authentication.
  broken('no key is needed for invoices', 'authentication', {
    owner: (ask, store) =>
      honest.owner(ask, store) ?? (INVOICES.test(ask.path) && ask.method === 'GET' ? 'first' : undefined),
  }),
  broken('no key is needed to remove', 'authentication', {
    owner: (ask, store) => honest.owner(ask, store) ?? (ask.method === 'DELETE' ? 'first' : undefined),
  }),
  broken('no key is needed to confirm', 'authentication', {
    owner: (ask, store) => honest.owner(ask, store) ?? (ask.path.endsWith('/confirm') ? 'first' : undefined),
  }),
  broken('any key is taken', 'authentication', {
    owner: (ask, store) =>
      honest.owner(ask, store) ?? (ask.headers['x-clinic-key'] === undefined ? undefined : 'first'),
  }),
  broken('the beginning of the key is enough', 'authentication', {
    owner: (ask, store) =>
      honest.owner(ask, store) ??
      (String(ask.headers['x-clinic-key'] ?? '').startsWith(KEY) ? 'first' : undefined),
  }),
  broken('the key is compared without case', 'authentication', {
    owner: (ask, store) =>
      honest.owner(ask, store) ??
      (String(ask.headers['x-clinic-key'] ?? '').toLowerCase() === KEY.toLowerCase() ? 'first' : undefined),
  }),
  // A key is never sent in the query: addresses are written down.
  broken('403 without a key', 'authentication', { unauthorized: () => problem(403) }),
  broken('401 in plain JSON', 'errors', {
    unauthorized: () => ({ status: 401, body: { error: 'Unauthorized' } }),
  }),
  broken('401 as HTML', 'errors', {
    unauthorized: () => ({ status: 401, body: '<h1>401</h1>', headers: { 'Content-Type': 'text/html' } }),
  }),
  broken('practitioners want a key', 'statuses', {
    sent: (reply, ask, store) =>
      ask.path.includes('practitioners') && honest.owner(ask, store) === undefined ? problem(401) : reply,
  }),
  // Statuses.
  altered('a creation answers 200', 'statuses', onPath(PATIENTS, 'POST', 201), answered(200)),
  altered('a booking answers 200', 'statuses', onPath(APPOINTMENTS, 'POST', 201), answered(200)),
  altered('a removal answers 200', 'statuses', onPath(PATIENT, 'DELETE', 204), () => ({
    status: 200,
    body: {},
  })),
  altered(
    'a removal of an appointment answers 202',
    'statuses',
    onPath(APPOINTMENT, 'DELETE', 204),
    answered(202),
  ),
  // 204 for what is not there is the same as for what was removed: DELETE is idempotent.
  altered('an absent patient is 200 and null', 'bodies|resources', onPath(PATIENT, 'GET', 404), () => ({
    status: 200,
    body: 'null',
    headers: { 'Content-Type': 'application/json' },
  })),
  altered('an absent invoice is 500', 'statuses', onPath(INVOICE, 'GET', 404), () => problem(500)),
  altered('an absent invoice is 400', 'statuses', onPath(INVOICE, 'GET', 404), () => problem(400)),
  altered('an absent appointment is 403', 'statuses', onPath(APPOINTMENT, 'GET', 404), () => problem(403)),
  // What is inside of what is not there may be an empty list.
  // Which of the documented refusals comes for what, the document does not say to programs.
  altered('409 for a body that breaks its schema', 'statuses', onPath(APPOINTMENTS, 'POST', 422), () =>
    problem(409),
  ),
  altered(
    '500 for a body that is a list',
    'statuses',
    (reply, ask) => reply.status === 422 && Array.isArray(ask.json),
    () => problem(500),
  ),
  altered(
    '500 for a text with a letter of four bytes',
    'statuses',
    (reply, ask) => reply.status < 300 && /[\u{10000}-\u{10FFFF}]/u.test(JSON.stringify(ask.json ?? '')),
    () => problem(500),
  ),
  altered(
    '500 for an empty list of allergies',
    'statuses',
    (reply, ask) => reply.status < 300 && JSON.stringify(of(ask.json)['allergies']) === '[]',
    () => problem(500),
  ),
  // RFC 9110 leaves it open whether another media type is read.
  broken('a charset is refused', 'validation', {
    isJson: (type, ask) => honest.isJson(type?.includes(';') === true ? 'x/y' : type, ask),
  }),
  // Rules of bodies.
  lax('an empty family name is taken', 'validation', 'patient', { familyName: text(0, 80) }),
  lax('81 letters are taken', 'validation', 'patient', { familyName: text(1, 81) }),
  lax('a number for a name is taken', 'validation', 'patient', {
    givenName: (value) => text(1, 80)(value) || typeof value === 'number',
  }),
  lax('31 February is taken', 'validation', 'patient', {
    birthDate: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  }),
  lax('a moment is taken for a date', 'validation', 'patient', {
    birthDate: (value) => date(value) || moment(value),
  }),
  lax('any text is taken for an address', 'validation', 'patient', { email: orNull(text(1, 120)) }),
  lax('a phone without plus is taken', 'validation', 'patient', {
    phone: (value) => typeof value === 'string' && /^\+?[0-9]{6,15}$/.test(value),
  }),
  lax('a phone with anything behind is taken', 'validation', 'patient', {
    phone: (value) => typeof value === 'string' && /^\+[0-9]{6,15}/.test(value),
  }),
  lax('a status in capitals is taken', 'validation', 'patient', {
    status: (value) =>
      typeof value === 'string' && ['active', 'inactive', 'deceased'].includes(value.toLowerCase()),
  }),
  lax('any status is taken', 'validation', 'patient', { status: text(1, 30) }),
  lax('six allergies are taken', 'validation', 'patient', { allergies: all(text(1, 30), 0, 6) }),
  lax('the same allergy twice is taken', 'validation', 'patient', { allergies: all(text(1, 30), 0, 5) }),
  lax('an empty allergy is taken', 'validation', 'patient', { allergies: all(text(0, 30), 0, 5) }),
  lax('an insurance without provider is taken', 'validation', 'patient', {
    insurance: orNull(shape({ provider: text(1, 60), memberNumber: text(0, 40) }, [], false)),
  }),
  lax('an insurance that is a text is taken', 'validation', 'patient', {
    insurance: (value) => typeof value === 'string' || honest.rules.patient['insurance']?.(value) === true,
  }),
  lax('a height of 260.5 is taken', 'validation', 'patient', {
    heightCm: (value) => typeof value === 'number' && value >= 20 && value < 261,
  }),
  lax('a height as a text is taken', 'validation', 'patient', {
    heightCm: (value) => Number(value) >= 20 && Number(value) <= 260,
  }),
  lax('newsletter as a text is taken', 'validation', 'patient', {
    newsletter: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  }),
  lax('newsletter as a number is taken', 'validation', 'patient', {
    newsletter: (value) => typeof value === 'boolean' || value === 0 || value === 1,
  }),
  broken('unknown members are taken', 'validation', { isClosed: false }),
  lax('seven minutes are taken', 'validation', 'appointment', { minutes: whole(5, 240) }),
  lax('0 minutes are taken', 'validation', 'appointment', {
    minutes: (value) => whole(0, 240)(value) && Number(value) % 5 === 0,
  }),
  lax('any practitioner is taken', 'validation', 'appointment', { practitioner: text(1, 20) }),
  lax('a beginning without offset is taken', 'validation', 'appointment', {
    startsAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  }),
  lax('an invoice without lines is taken', 'validation', 'invoice', {
    lines: (value) =>
      Array.isArray(value) && (value.length === 0 || honest.rules.invoice['lines']?.(value) === true),
  }),
  lax('nine lines are taken', 'validation', 'invoice', {
    lines: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.length < 10 &&
      value.every((one) => honest.rules.invoice['lines']?.([one]) === true),
  }),
  lax('negative cents are taken', 'validation', 'invoice', {
    lines: all(
      shape({ text: text(1, 80), cents: whole(-1e9, 1e8), count: whole(1, 99) }, ['text', 'cents'], true),
      1,
      8,
    ),
  }),
  lax('broken cents are taken', 'validation', 'invoice', {
    lines: all(
      shape(
        {
          text: text(1, 80),
          cents: (value) => typeof value === 'number' && value >= 0 && value <= 1e8,
          count: whole(1, 99),
        },
        ['text', 'cents'],
        true,
      ),
      1,
      8,
    ),
  }),
  // Not seen yet: of a list, the first item alone is broken.
  lax('a due date that is no date is taken', 'validation', 'invoice', { dueOn: orNull(text(1, 30)) }),
  broken('a patient needs no birth date', 'validation', {
    required: { ...honest.required, patient: ['givenName', 'familyName'] },
  }),
  broken('an appointment needs no practitioner', 'validation', {
    required: { ...honest.required, appointment: ['startsAt'] },
  }),
  broken('a patch is not checked', 'validation', {
    checkPatch: (sent, parts) =>
      honest
        .checkPatch(sent, parts)
        .filter(
          (pointer) =>
            Object.hasOwn(sent, pointer.slice(1)) &&
            !['string', 'number', 'boolean'].includes(typeof sent[pointer.slice(1)]),
        ),
  }),
  broken('an empty patch is taken', 'validation', {
    checkPatch: (sent, parts) => honest.checkPatch(sent, parts).filter((pointer) => pointer !== ''),
  }),
  // Answers.
  altered(
    'errors in application/json',
    'bodies',
    (reply) => reply.status >= 400,
    (reply) => ({ ...reply, headers: { ...reply.headers, 'Content-Type': 'application/json' } }),
  ),
  altered('404 of invoices in application/json', 'bodies', onPath(INVOICE, 'GET', 404), (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': 'application/json' },
  })),
  altered('404 of appointments without a body', 'errors', onPath(APPOINTMENT, 'GET', 404), (reply) => ({
    status: 404,
    headers: { 'X-Request-Id': reply.headers?.['X-Request-Id'] ?? '' },
  })),
  altered('422 without the list of errors', 'errors', onPath(INVOICES, 'POST', 422), () => problem(422)),
  altered('422 with an empty list of errors', 'errors', onPath(PATIENT, 'PATCH', 422), () =>
    problem(422, { errors: [] }),
  ),
  altered(
    'pointers of errors are lists',
    'errors',
    (reply) => reply.status === 422,
    () => problem(422, { errors: [{ pointer: ['a'], message: 'x' }] }),
  ),
  altered(
    'the status of a problem is a text',
    'errors',
    (reply) => reply.status === 404,
    withMember('status', String),
  ),
  altered(
    'the status of a problem is another one',
    'errors',
    (reply) => reply.status === 422,
    withMember('status', () => 400),
  ),
  altered('no title', 'errors', (reply) => reply.status === 401, memberless('title')),
  altered('409 without title', 'errors', (reply) => reply.status === 409, memberless('title')),
  altered(
    '412 in another shape',
    'errors',
    (reply) => reply.status === 412,
    (reply) => ({ ...reply, body: { message: 'stale' } }),
  ),
  altered('no tag on a creation', 'headers', onPath(PATIENTS, 'POST', 201), (reply) =>
    without(reply, 'ETag'),
  ),
  altered('no tag after a change', 'headers', onPath(PATIENT, 'PATCH', 200), (reply) =>
    without(reply, 'ETag'),
  ),
  altered(
    'a tag of nothing on a creation',
    'resources.tag-changes',
    onPath(PATIENTS, 'POST', 201),
    withTag('"new"'),
  ),
  altered(
    'a tag of nothing after a change',
    'resources.tag-changes',
    onPath(PATIENT, 'PATCH', 200),
    withTag('"changed"'),
  ),
  altered('no Location of an invoice', 'headers', onPath(INVOICES, 'POST', 201), (reply) =>
    without(reply, 'Location'),
  ),
  altered('no X-Request-Id on a list of appointments', 'headers', onPath(APPOINTMENTS, 'GET', 200), (reply) =>
    without(reply, 'X-Request-Id'),
  ),
  altered(
    'no X-Request-Id on 401',
    'headers',
    (reply) => reply.status === 401,
    (reply) => without(reply, 'X-Request-Id'),
  ),
  altered(
    'a short X-Request-Id',
    'headers',
    (reply) => reply.status === 200,
    (reply) => ({ ...reply, headers: { ...reply.headers, 'X-Request-Id': '1' } }),
  ),
  altered('RateLimit-Remaining is no number', 'headers', onPath(PATIENTS, 'GET', 200), (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'RateLimit-Remaining': 'many' },
  })),
  altered('RateLimit-Remaining is negative', 'headers', onPath(PATIENTS, 'GET', 200), (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'RateLimit-Remaining': '-1' },
  })),
  altered(
    'every practitioner is the first',
    'resources.read-as-named',
    onPath(/practitioners\/[a-z]+$/, 'GET', 200),
    () => ({ status: 200, body: { code: 'lee', name: 'Dr Lee', specialties: ['skin'] } }),
  ),
  altered('practitioners as text/html', 'bodies', onPath(/practitioners$/, 'GET', 200), (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': 'text/html' },
  })),
  broken('the height is shown as a text', 'bodies', {
    show: (entry) => ('heightCm' in entry ? { ...entry, heightCm: String(entry['heightCm']) } : entry),
  }),
  broken('the height is a text in lists alone', 'bodies', {
    show: (entry, where) =>
      'heightCm' in entry && where === 'list' ? { ...entry, heightCm: String(entry['heightCm']) } : entry,
  }),
  broken('ids of appointments are texts', 'bodies', {
    show: (entry, _where, kind) => (kind === 'appointments' ? { ...entry, id: String(entry['id']) } : entry),
  }),
  broken('a null phone is shown', 'bodies', {
    show: (entry, _where, kind) => (kind === 'patients' ? { phone: null, ...entry } : entry),
  }),
  broken('a reason is left out where it is null', 'bodies', {
    show: (entry, _where, kind) => {
      if (kind !== 'appointments' || entry['reason'] !== null) return entry;
      const { reason: _no, ...rest } = entry;
      return rest;
    },
  }),
  broken('createdAt is a number', 'bodies', {
    show: (entry) =>
      'createdAt' in entry ? { ...entry, createdAt: Date.parse(String(entry['createdAt'])) } : entry,
  }),
  broken('createdAt has no offset', 'bodies', {
    show: (entry) =>
      'createdAt' in entry ? { ...entry, createdAt: String(entry['createdAt']).replace('Z', '') } : entry,
  }),
  broken('updatedAt is missing after a change', 'bodies', {
    show: (entry, where) => {
      if (where !== 'changed' || !('updatedAt' in entry)) return entry;
      const { updatedAt: _no, ...rest } = entry;
      return rest;
    },
  }),
  broken('a list shows fewer members', 'bodies', {
    show: (entry, where, kind) => {
      if (where !== 'list' || kind !== 'patients') return entry;
      const { allergies: _no, ...rest } = entry;
      return rest;
    },
  }),
  broken('a list shows another status', 'resources.listed-as-read', {
    show: (entry, where, kind) =>
      where === 'list' && kind === 'patients' ? { ...entry, status: 'active' } : entry,
  }),
  broken('a list shows old names', 'resources.listed-as-read', {
    update: (store, row, next) => {
      first.set(row, first.get(row) ?? row.entry);
      honest.update(store, row, next);
    },
    show: (entry, where, _kind, row) =>
      where === 'list' && row.version > 1 ? (first.get(row) ?? entry) : entry,
  }),
  broken('the number of an invoice has no dash', 'bodies', {
    newId: (kind, store) =>
      kind === 'invoices' ? `INV${String(1000 + store.made)}` : honest.newId(kind, store),
  }),
  // Members of the service are its own.
  broken('a patch shows the entry as it was', 'resources', {
    show: (entry, where, kind, row) =>
      where === 'changed' && kind === 'patients' ? (before.get(row) ?? entry) : entry,
    update: (store, row, next) => {
      before.set(row, row.entry);
      honest.update(store, row, next);
    },
  }),
  broken('a read shows what is a change behind', 'resources', {
    show: (entry, where, kind, row) =>
      where === 'one' && kind === 'patients' ? (before.get(row) ?? entry) : entry,
    update: (store, row, next) => {
      before.set(row, row.entry);
      honest.update(store, row, next);
    },
  }),
  broken('dates of a list are in another form', 'bodies', {
    show: (entry, where) =>
      where === 'list' && 'birthDate' in entry
        ? { ...entry, birthDate: String(entry['birthDate']).split('-').toReversed().join('.') }
        : entry,
  }),
  broken('429 without Retry-After', 'headers', { limited: limitedOnce() }),
];

function limitedOnce(): Parts['limited'] {
  return (store) => (store.asked === 59 ? problem(429) : undefined);
}
