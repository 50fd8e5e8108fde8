import type { Ask, MakeService, Reply } from '../other-interfaces/run-against-service.ts';

/**
 * A service with a log of what was sent to what the run did not make. It knows no more of a run than the service itself sees: what
 * was asked, by whomever, and how it was answered.
 */

export type Watch = {
  readonly serve: MakeService;
  /** Requests that could change or remove what others made, as `PUT /things/1`. */
  readonly astray: string[];
  /** How many requests there were that could change something that is there. */
  changing: number;
};

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The `id` or `…Id` by which an answer names what was made, at the top or in one member that holds it; else what `Location` ends in. */
function namesIn({ body, headers = {} }: Reply): readonly string[] {
  const { Location: location } = headers;
  const holders = isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  const named = holders
    .flatMap((holder) =>
      Object.entries(holder).flatMap(([name, value]) => (/^(?:id|slug)$|Id$/.test(name) ? [value] : [])),
    )
    .flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []));
  return named.length > 0 || location === undefined ? named : location.split('/').slice(-1);
}

/** The path of the entry that a path names or is inside of, outermost; `undefined` for a list, or a thing that is always there. */
function holderOf(base: string, path: string): string | undefined {
  const [list = '', identity] = path.slice(base.length).split('/').slice(1);
  return identity === undefined || identity === '' ? undefined : `${base}/${list}/${identity}`;
}

/** Watches a service below a base path whose outermost entries are named by their `id`. */
export function watched(serve: MakeService, base = ''): Watch {
  const watch: Watch = {
    astray: [],
    changing: 0,
    serve: () => {
      const answer = serve();
      const made = new Set<string>();
      const empty = new Set<string>();
      return (ask: Ask) => {
        const holder = holderOf(base, ask.path);
        const isOwn = holder !== undefined && made.has(holder);
        const isMaking = ask.method === 'POST' && holder === undefined;
        // A PUT may make what a read did not find.
        const isNew = ask.method === 'PUT' && holder === ask.path && empty.has(ask.path);
        // What a read did not find is nobody's, and what would be inside of it is nothing.
        const isNothing = holder !== undefined && empty.has(holder) && ask.method !== 'DELETE';
        if (!SAFE.includes(ask.method) && !isMaking) {
          watch.changing += 1;
          if (!isOwn && !isNew && !isNothing) watch.astray.push(`${ask.method} ${ask.path}`);
        }
        const reply = answer(ask);
        if (ask.method === 'GET' && reply.status === 404) empty.add(ask.path);
        if (!SAFE.includes(ask.method) && reply.status < 300 && holder !== undefined) empty.delete(holder);
        if (isMaking && reply.status < 300)
          for (const name of namesIn(reply)) made.add(`${ask.path}/${encodeURIComponent(name)}`);
        // What is made inside of something may have a path of its own.
        const location = Object.entries(reply.headers ?? {}).find(
          ([name]) => name.toLowerCase() === 'location',
        )?.[1];
        if (ask.method === 'POST' && reply.status === 201 && location !== undefined)
          made.add(new URL(location, `http://own${ask.path}`).pathname);
        const list = ask.path.slice(ask.path.lastIndexOf('/'));
        if (ask.method === 'POST' && reply.status === 201)
          for (const name of namesIn(reply)) made.add(`${base}${list}/${encodeURIComponent(name)}`);
        if (isNew && reply.status < 300) made.add(ask.path);
        return reply;
      };
    },
  };
  return watch;
}
