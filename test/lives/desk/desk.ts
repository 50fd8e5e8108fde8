import {
  type Ask,
  type MakeService,
  type Reply,
  userOf,
} from '../../other-interfaces/run-against-service.ts';

/** The service of `openapi.yaml`: notes with tags, of one user each, and boards of all. In small parts, for its zoo. */

type User = 'first' | 'other';
export type Kind = 'notes' | 'boards';
type Entry = { readonly [name: string]: unknown };

/** An entry, whose it is, and how often it was changed. */
export type Sheet = { readonly owner: User; entry: Entry; version: number; reads: number };

export type Parts = {
  /** The tag of an entry as it is shown now. */
  readonly tag: (sheet: Sheet) => string | undefined;
  /** Whether `If-None-Match` names what there is. */
  readonly isUnchanged: (condition: string, tag: string) => boolean;
  readonly unchanged: (tag: string, sheet: Sheet) => Reply;
  /** Whether `If-Match` names what there is. */
  readonly matches: (condition: string, tag: string | undefined, ask: Ask) => boolean;
  readonly outOfDate: (ask: Ask) => Reply;
  /** Whether a change has to bring a tag. */
  readonly asksForTag: (ask: Ask) => boolean;
  /** The answer to a creation that came before, by its key; `undefined` where it is a new one. */
  readonly earlier: (replies: ReadonlyMap<string, Reply>, key: string, ask: Ask) => Reply | undefined;
  readonly isOpenTo: (user: User, sheet: Sheet, kind: Kind, ask: Ask) => boolean;
  readonly isListedFor: (user: User, sheet: Sheet, kind: Kind) => boolean;
  readonly stranger: (ask: Ask) => Reply;
  readonly show: (sheet: Sheet) => Entry;
  readonly admits: (ask: Ask) => User | undefined;
  /** What a change or a removal by somebody whose it is not does all the same. */
  readonly despite: (sheet: Sheet, sheets: Map<string, Sheet>, ask: Ask) => Reply | undefined;
  readonly made: (reply: Reply) => Reply;
  readonly updated: (reply: Reply) => Reply;
};

export function problem(status: number): Reply {
  const headers: { readonly [name: string]: string } = {
    'Content-Type': 'application/problem+json',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  return { status, body: { title: 'problem', status }, headers };
}

/** The tags of a list, as RFC 9110 section 13.1 has it; a star stands for any. */
function tagsIn(condition: string): readonly string[] {
  return condition.split(',').map((tag) => tag.trim());
}

function weakly(tag: string): string {
  return tag.replace(/^W\//, '');
}

export const honest: Parts = {
  tag: ({ entry, version }) => `"${String(entry['id'])}-${String(version)}"`,
  isUnchanged: (condition, tag) =>
    tagsIn(condition).some((one) => one === '*' || weakly(one) === weakly(tag)),
  unchanged: (tag) => ({ status: 304, headers: { ETag: tag } }),
  matches: (condition, tag) =>
    tagsIn(condition).some((one) => one === '*' || (one === tag && !one.startsWith('W/'))),
  outOfDate: () => problem(412),
  asksForTag: ({ method }) => method === 'PATCH',
  earlier: (replies, key) => replies.get(key),
  isOpenTo: (user, { owner }, kind) => kind === 'boards' || user === owner,
  isListedFor: (user, { owner }, kind) => kind === 'boards' || user === owner,
  stranger: () => problem(404),
  show: ({ entry }) => entry,
  admits: userOf,
  despite: () => undefined,
  made: (reply) => reply,
  updated: (reply) => reply,
};

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;
}

const RULES: { readonly [kind in Kind]: { readonly [name: string]: (value: unknown) => boolean } } = {
  notes: {
    title: (value) => isText(value, 1, 120),
    text: (value) => isText(value, 0, 500),
    stars: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 500,
  },
  boards: { name: (value) => isText(value, 1, 120) },
};

function allows(kind: Kind, body: unknown, isChange: boolean): body is Entry {
  const [required = ''] = Object.keys(RULES[kind]);
  return (
    isObject(body) &&
    (isChange || Object.hasOwn(body, required)) &&
    Object.entries(body).every(
      ([name, value]) => !Object.hasOwn(RULES[kind], name) || RULES[kind][name]?.(value) === true,
    )
  );
}

function own(kind: Kind, sent: Entry): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(RULES[kind], name)));
}

/** Stores what a client sent of an entry. */
export function store(sheet: Sheet, kind: Kind, { method, json }: Ask): void {
  const sent = isObject(json) ? own(kind, json) : {};
  const { id } = sheet.entry;
  sheet.entry = method === 'PATCH' ? { ...sheet.entry, ...sent } : { id, ...sent };
  sheet.version += 1;
}

function headerOf({ headers }: Ask, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Makes a service with these parts in place of the honest ones. */
export function deskWith(changes: Partial<Parts> = {}): MakeService {
  return () => {
    const parts: Parts = { ...honest, ...changes };
    const all: { readonly [kind in Kind]: Map<string, Sheet> } = { notes: new Map(), boards: new Map() };
    const replies = new Map<string, Reply>();
    let made = 0;

    function withTag(sheet: Sheet, kind: Kind): { readonly [name: string]: string } {
      const tag = kind === 'notes' ? parts.tag(sheet) : undefined;
      return { 'Content-Type': 'application/json', ...(tag === undefined ? {} : { ETag: tag }) };
    }
    function created(kind: Kind, user: User, ask: Ask): Reply {
      const key = headerOf(ask, 'idempotency-key');
      const earlier = key === undefined ? undefined : parts.earlier(replies, key, ask);
      if (earlier !== undefined) return earlier;
      if (!allows(kind, ask.json, false)) return problem(400);
      made += 1;
      const id = `${kind[0] ?? ''}${String(made)}`;
      const sheet: Sheet = { owner: user, entry: { id, ...own(kind, ask.json) }, version: 1, reads: 0 };
      all[kind].set(id, sheet);
      const headers = { ...withTag(sheet, kind), Location: `/${kind}/${id}` };
      const reply = parts.made({ status: 201, body: parts.show(sheet), headers });
      if (key !== undefined) replies.set(key, reply);
      return reply;
    }
    function answer(ask: Ask): Reply {
      const [, first, id, ...more] = ask.path.split('/').map(decodeURIComponent);
      if ((first !== 'notes' && first !== 'boards') || more.length > 0) return problem(404);
      const user = parts.admits(ask);
      if (user === undefined) return problem(401);
      const sheets = all[first];
      if (id === undefined) {
        if (ask.method === 'POST') return created(first, user, ask);
        if (ask.method !== 'GET') return problem(405);
        const shown = [...sheets.values()].filter((sheet) => parts.isListedFor(user, sheet, first));
        return { status: 200, body: shown.map((sheet) => parts.show(sheet)) };
      }
      const sheet = sheets.get(id);
      if (sheet === undefined) return problem(404);
      if (!parts.isOpenTo(user, sheet, first, ask))
        return parts.despite(sheet, sheets, ask) ?? parts.stranger(ask);
      const tag = first === 'notes' ? parts.tag(sheet) : undefined;
      if (ask.method === 'GET') {
        const condition = headerOf(ask, 'if-none-match');
        if (condition !== undefined && tag !== undefined && parts.isUnchanged(condition, tag))
          return parts.unchanged(tag, sheet);
        sheet.reads += 1;
        return { status: 200, body: parts.show(sheet), headers: withTag(sheet, first) };
      }
      if (!['PUT', 'PATCH', 'DELETE'].includes(ask.method)) return problem(405);
      if (first === 'boards' && ask.method === 'PATCH') return problem(405);
      const condition = headerOf(ask, 'if-match');
      if (first === 'notes' && condition === undefined && parts.asksForTag(ask)) return problem(428);
      if (first === 'notes' && condition !== undefined && !parts.matches(condition, tag, ask))
        return parts.outOfDate(ask);
      if (ask.method === 'DELETE') {
        sheets.delete(id);
        return { status: 204 };
      }
      if (!allows(first, ask.json, ask.method === 'PATCH')) return problem(400);
      store(sheet, first, ask);
      return parts.updated({ status: 200, body: parts.show(sheet), headers: withTag(sheet, first) });
    }
    return (ask) => {
      try {
        return answer(ask);
      } catch (error) {
        if (error instanceof URIError) return problem(400);
        throw error;
      }
    };
  };
}
