import type { RunSettings } from '../../../src/record/record.ts';
import { type Ask, userOf } from '../../other-interfaces/run-against-service.ts';
import type { Conforming } from '../members.ts';
import { deskWith, honest, type Parts, problem, store } from './desk.ts';

/** The zoo of the desk: each member with a freedom that the document leaves, or with one fault. */

export type DeskMember = Conforming & { readonly settings?: Partial<RunSettings> };
/** `finds`: the check that has to tell. */
export type FaultyDesk = DeskMember & { readonly finds: string };

function free(name: string, changes: Partial<Parts>, settings?: Partial<RunSettings>): DeskMember {
  return { name, serve: deskWith(changes), ...(settings === undefined ? {} : { settings }) };
}

function broken(name: string, finds: string, changes: Partial<Parts>): FaultyDesk {
  return { name, finds, serve: deskWith(changes) };
}

function isRead({ method }: Ask): boolean {
  return method === 'GET';
}

let counted = 0;

export const conformingDesks: readonly DeskMember[] = [
  free('plain', {}),
  free('weak tags, which match nowhere but where one is asked for', {
    tag: (sheet) => `W/${honest.tag(sheet) ?? ''}`,
    matches: (condition, tag, ask) =>
      ask.method === 'PATCH' ? condition === tag : honest.matches(condition, tag, ask),
  }),
  free('weak tags that are compared weakly', {
    tag: (sheet) => `W/${honest.tag(sheet) ?? ''}`,
    matches: (condition, tag) => condition === '*' || condition === tag,
  }),
  free('no tags at all', { tag: () => undefined, asksForTag: () => false, matches: () => true }),
  free('403 for what others made', { stranger: () => problem(403) }),
  free('403 for changes of what others made, and 404 for reading it', {
    stranger: (ask) => problem(isRead(ask) ? 404 : 403),
  }),
  free('tags that change at every read', {
    tag: (sheet) => `"${String(sheet.entry['id'])}-${String(sheet.version)}-${String((counted += 1))}"`,
    matches: (condition, tag) =>
      condition.replace(/-\d+"$/, '') === (tag ?? '').replace(/-\d+"$/, '') || condition === '*',
    isUnchanged: () => false,
  }),
  free('tags that know when an entry was read', {
    tag: (sheet) => `"${String(sheet.entry['id'])}-${String(sheet.version)}-${String(sheet.reads)}"`,
    show: ({ entry, reads }) => ({ ...entry, reads }),
  }),
  free('304 without a tag', { unchanged: () => ({ status: 304 }) }),
  free('tags of the whole content', {
    tag: ({ entry }) => `"${Buffer.from(JSON.stringify(entry)).toString('base64url')}"`,
  }),
  free('409 for a change that comes too late', { outOfDate: () => problem(409) }),
  free('a repeated creation is refused', {
    earlier: (replies, key) => (replies.has(key) ? problem(409) : undefined),
  }),
  free('others are told that it is done, and nothing is', {
    despite: (_sheet, _all, { method }) => (method === 'DELETE' ? { status: 204 } : undefined),
  }),
  free(
    'notes that all users read, and says so',
    {
      isOpenTo: (user, sheet, kind, ask) => isRead(ask) || honest.isOpenTo(user, sheet, kind, ask),
      isListedFor: () => true,
    },
    { shared: ['GET /notes', 'GET /notes/*'] },
  ),
  free(
    'notes of all, and says so',
    { isOpenTo: () => true, isListedFor: () => true },
    { shared: ['/notes/**'] },
  ),
  free('an absolute Location', {
    made: (reply) => ({
      ...reply,
      headers: { ...reply.headers, Location: `https://desk.example${reply.headers?.['Location'] ?? ''}` },
    }),
  }),
];

const STALE = 'resources.stale-tag-refused';

export const faultyDesks: readonly FaultyDesk[] = [
  ...(['PUT', 'PATCH', 'DELETE'] as const).flatMap((method): readonly FaultyDesk[] => [
    broken(`${method} with an old tag is done`, STALE, {
      matches: (condition, tag, ask) => ask.method === method || honest.matches(condition, tag, ask),
    }),
    broken(
      `a stranger's ${method} is done`,
      method === 'DELETE' ? 'resources.not-removed-by-others' : 'resources.not-changed-by-others',
      {
        isOpenTo: (user, sheet, kind, ask) =>
          ask.method === method || honest.isOpenTo(user, sheet, kind, ask),
      },
    ),
  ]),
  ...(['PUT', 'PATCH'] as const).map((method) =>
    broken(`a stranger's ${method} is done, and refused`, 'resources.refused-changes-nothing', {
      despite(sheet, _all, ask) {
        if (ask.method === method && typeof ask.json === 'object') store(sheet, 'notes', ask);
        return undefined;
      },
    }),
  ),
  broken("a stranger's DELETE is done, and refused", 'resources.refused-changes-nothing', {
    despite(sheet, all, ask) {
      if (ask.method === 'DELETE') all.delete(String(sheet.entry['id']));
      return undefined;
    },
  }),
  broken("a stranger's PATCH is done, with 202", 'resources.not-changed-by-others', {
    despite(sheet, _all, ask) {
      if (ask.method !== 'PATCH') return undefined;
      store(sheet, 'notes', ask);
      return { status: 202 };
    },
  }),
  broken('a stranger reads what others made', 'resources.not-read-by-others', {
    isOpenTo: (user, sheet, kind, ask) => isRead(ask) || honest.isOpenTo(user, sheet, kind, ask),
  }),
  broken('the list shows what others made', 'resources.not-listed-by-others', { isListedFor: () => true }),
  broken('nobody looks whose it is', 'resources.not-removed-by-others', {
    isOpenTo: () => true,
    isListedFor: () => true,
  }),
  broken('a change without a tag is done', 'resources.tag-required', { asksForTag: () => false }),
  broken('a tag that never changes', 'resources.tag-changes', {
    tag: ({ entry }) => `"${String(entry['id'])}"`,
  }),
  broken('a weak tag that never changes', 'resources.tag-changes', {
    tag: ({ entry }) => `W/"${String(entry['id'])}"`,
    asksForTag: () => false,
  }),
  broken('304 whatever the tag', 'resources.not-modified', {
    isUnchanged: () => true,
    unchanged: () => ({ status: 304 }),
  }),
  broken('304 with the tag of now for an old one', 'resources.not-modified', { isUnchanged: () => true }),
  broken('never 304', 'resources.not-modified', { isUnchanged: () => false }),
  broken('a repeated creation makes another entry', 'resources.repeated-once', { earlier: () => undefined }),
  broken('a repeated creation makes another entry, and shows the first', 'resources.repeated-once', {
    earlier: () => undefined,
    made: firstShown(),
  }),
  broken('412, and it is done', 'resources.refused-changes-nothing', {
    matches: (condition, tag, ask) => {
      const isRight = honest.matches(condition, tag, ask);
      late = !isRight && ask.method === 'PUT';
      return isRight || late;
    },
    updated: (reply) => (late ? problem(412) : reply),
  }),
  broken('the key of the other user is the key of the first', 'resources.not-removed-by-others', {
    admits: (ask) => (userOf(ask) === undefined ? undefined : 'first'),
  }),
  broken('no Location where something was made', 'headers.documented', {
    made: ({ headers = {}, ...reply }) => ({
      ...reply,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Location')),
    }),
  }),
];

let late = false;

/** Shows of creations with the same text the first one. */
function firstShown(): Parts['made'] {
  const shown = new Map<string, Parts['made'] extends (reply: infer Reply) => unknown ? Reply : never>();
  return (reply) => {
    const title =
      typeof reply.body === 'object' && reply.body !== null && 'title' in reply.body
        ? String(reply.body.title)
        : '';
    const known = shown.get(title) ?? reply;
    shown.set(title, known);
    return known;
  };
}
