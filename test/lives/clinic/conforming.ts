import { gzipSync } from 'node:zlib';
import type { Reply } from '../../other-interfaces/run-against-service.ts';
import type { Member } from '../member.ts';
import { clinicWith, type Entry, honest, isObject, type Parts, problem } from './service.ts';

/** Clinics that conform, each with one freedom that the document or HTTP leaves. */

function free(name: string, changes: Partial<Parts>): Member {
  return { name, serve: clinicWith(changes) };
}

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function isProblem({ status }: Reply): boolean {
  return status >= 400;
}

const moved = (value: unknown): unknown =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.includes('T')
    ? new Date(value).toISOString()
    : value;

export const conformingClinics: readonly Member[] = [
  free('plain', {}),
  free('header names in lower case', {
    sent: (reply) => ({
      ...reply,
      headers: Object.fromEntries(
        Object.entries(reply.headers ?? {}).map(([name, value]) => [
          name === 'Content-Type' ? name : name.toLowerCase(),
          value,
        ]),
      ),
    }),
  }),
  free('every body compressed', {
    sent: (reply, ask) =>
      reply.body === undefined || !(ask.headers['accept-encoding'] ?? '').includes('gzip')
        ? reply
        : withHeaders(
            { ...reply, body: gzipSync(JSON.stringify(reply.body)) },
            { 'Content-Type': 'application/json', ...reply.headers, 'Content-Encoding': 'gzip' },
          ),
  }),
  free('a connection for each request', { sent: (reply) => withHeaders(reply, { Connection: 'close' }) }),
  free('media types with parameters', {
    sent: (reply) =>
      reply.body === undefined
        ? reply
        : withHeaders(reply, {
            'Content-Type': isProblem(reply)
              ? 'application/problem+json; charset=utf-8'
              : 'Application/JSON;charset=UTF-8',
          }),
  }),
  free('more members than the document shows', {
    show: (entry, where) => ({ ...entry, _links: { self: '/' }, shownIn: where }),
    page: (items, rows, offset, limit, kind) => ({
      ...(honest.page(items, rows, offset, limit, kind) as Entry),
      hasMore: rows.length > offset + limit,
    }),
  }),
  free('nulls for what is not there', {
    show: (entry, _where, kind) =>
      kind === 'patients'
        ? { email: null, insurance: null, ...entry }
        : kind === 'invoices'
          ? { dueOn: null, ...entry }
          : entry,
  }),
  free('no nulls for what is not there', {
    show: (entry, _where, kind) =>
      kind === 'appointments'
        ? entry
        : Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
  }),
  free('moments in UTC, whatever was sent', {
    newAppointment: (sent) => ({ ...honest.newAppointment(sent), startsAt: moved(sent['startsAt']) }),
  }),
  free('moments without fractions', {
    newPatient: (sent) => {
      const now = `${new Date().toISOString().slice(0, 19)}Z`;
      return { ...honest.newPatient(sent), createdAt: now, updatedAt: now };
    },
    patched: (old, sent) => {
      const next = honest.patched(old, sent);
      return next && { ...next, updatedAt: `${new Date().toISOString().slice(0, 19)}+00:00` };
    },
  }),
  free('weak tags, and no strong comparison', {
    tag: (row) => `W/${honest.tag(row)}`,
    isNewest: (condition, tag) =>
      condition.replaceAll('W/', '').includes(tag.replace('W/', '')) || condition.trim() === '*',
  }),
  free('weak tags that match nowhere but for reading', {
    tag: (row) => `W/${honest.tag(row)}`,
    isNewest: (condition) => condition.trim() === '*',
  }),
  free('trims and writes addresses small', {
    newPatient: (sent) => tidy(honest.newPatient(sent)),
    patched: (old, sent) => {
      const next = honest.patched(old, sent);
      return next && tidy(next);
    },
  }),
  free('names are composed', {
    newPatient: (sent) => ({
      ...honest.newPatient(sent),
      familyName: String(sent['familyName']).normalize('NFC'),
      givenName: String(sent['givenName']).normalize('NFC'),
    }),
  }),
  free('allergies are sorted', {
    newPatient: (sent) => {
      const made = honest.newPatient(sent);
      return { ...made, allergies: [...(made['allergies'] as readonly string[])].toSorted() };
    },
  }),
  free('the newest first', {
    slice: (rows, offset, limit) => rows.slice(offset, offset + limit),
    sorted: honest.sorted,
    find: (store, kind, id, owner) => honest.find(store, kind, id, owner),
    add: (store, kind, row) => void store.rows[kind].unshift(row),
  }),
  free('ties in any order', {
    sorted: (rows, sort, kind) => honest.sorted(rows.toReversed(), sort, kind),
  }),
  free('identities of another kind', {
    newId: (kind, store) =>
      kind === 'patients'
        ? `00000000-0000-7000-8000-${String(store.made).padStart(12, '0')}`
        : kind === 'appointments'
          ? 900_000_000_000_000 + store.made * 7
          : `INV-${String(99_990 + store.made)}`,
  }),
  free('an identity that is no UUID is just not there', { isUuid: () => true, isNumber: () => true }),
  free('addresses in Location are whole', {
    location: (path, kind, id) => `http://clinic.example${honest.location(path, kind, id)}`,
  }),
  free('addresses in Location are relative', {
    location: (_path, kind, id) =>
      kind === 'patients' ? `patients/${String(id)}` : honest.location(_path, kind, id),
  }),
  free('a key that comes again is answered again, whatever is with it', {
    earlier: (store, owner, key) => store.repeated.get(`${owner} ${key}`)?.reply,
  }),
  free('a key that comes again is refused', {
    earlier: (store, owner, key) => (store.repeated.has(`${owner} ${key}`) ? problem(409) : undefined),
  }),
  free('413 and 400 for bodies that are no objects', {
    invalid: (pointers, ask) =>
      pointers[0] === '' && pointers.length === 1 && ask.method !== 'PATCH'
        ? problem(400)
        : honest.invalid(pointers, ask),
  }),
  free('problems with a place and a type', {
    sent: (reply, ask) =>
      isProblem(reply) && isObject(reply.body)
        ? {
            ...reply,
            body: {
              ...reply.body,
              type: 'https://clinic.example/problems',
              instance: ask.path,
              detail: 'Ünïcode ☂',
            },
          }
        : reply,
  }),
  free('401 carries a challenge', {
    unauthorized: () => problem(401, {}, { 'WWW-Authenticate': 'ApiKey realm="clinic"' }),
  }),
  free('keeps what was removed, and shows it to nobody', {
    remove: (_store, kind, row, _parts) => {
      row.removed = true;
      if (kind === 'patients')
        for (const inner of [..._store.rows.appointments, ..._store.rows.invoices])
          if (inner.holder === row.entry['id']) inner.removed = true;
    },
  }),
  free('the body is checked before the patient', {
    absent: (_store, kind, _id, ask) =>
      kind === 'patients' && ask.method === 'POST' && !isObject(ask.json)
        ? problem(ask.json === undefined ? 400 : 422, { errors: [{ pointer: '', message: 'no' }] })
        : problem(404),
  }),
  free('HEAD is not served', {
    sent: (reply, ask) => (ask.method === 'HEAD' ? problem(405, {}, { Allow: 'GET' }) : reply),
  }),
  free('unknown parameters are refused', {
    limited: (_store, ask) =>
      [...ask.query.keys()].some(
        (name) => !['offset', 'limit', 'status', 'familyName', 'sort', 'from'].includes(name),
      )
        ? problem(400)
        : undefined,
  }),
  free('every hundredth request is one too many', {
    limited: (store) => (store.asked % 100 === 99 ? problem(429, {}, { 'Retry-After': '1' }) : undefined),
  }),
  free('members in another order', {
    show: (entry) => Object.fromEntries(Object.entries(entry).toReversed()),
  }),
];

function tidy(entry: Entry): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      name === 'email' && typeof value === 'string'
        ? value.toLowerCase()
        : typeof value === 'string' && value.trim() !== ''
          ? value.trim()
          : value,
    ]),
  );
}
