import type { Ask, Reply } from '../other-interfaces/run-against-service.ts';
import type { Faulty, Member } from './members.ts';
import { type Desk, deskWith, type Entry, honest, type Parts, problem } from './service.ts';

/** Services of this zoo that refuse what their document allows, or lead nowhere: for a reason of their own, or by mistake. */

const TICKETS = /^\/api\/v2\/tickets$/;
const COMMENTS = /^\/api\/v2\/tickets\/[^/]+\/comments$/;

function membersOf({ json }: Ask): Entry {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
}

/** Refuses with 400 what else would be taken. */
function refusing(isRefused: (ask: Ask, desk: Desk) => boolean): Partial<Parts> {
  return {
    before: (ask, desk) => (honest.admits(ask) && isRefused(ask, desk) ? problem(400) : undefined),
  };
}

const refusingMembers = (isRefused: (sent: Entry) => boolean): Partial<Parts> =>
  refusing((ask) => ask.path.includes('/tickets') && isRefused(membersOf(ask)));

const refusingPages = (isRefused: (perPage: string) => boolean): Partial<Parts> =>
  refusing(({ method, path, query }) => {
    const perPage = query.get('per_page');
    return method === 'GET' && TICKETS.test(path) && perPage !== null && isRefused(perPage);
  });

/** The answer to a list, with other members. */
function listing(path: RegExp, change: (body: Entry, ask: Ask) => Entry): Partial<Parts> {
  return {
    after: (ask, reply): Reply => {
      const isPage = ask.method === 'GET' && path.test(ask.path) && reply.status === 200;
      const { body } = reply;
      return isPage && typeof body === 'object' && body !== null
        ? { ...reply, body: change({ ...body }, ask) }
        : reply;
    },
  };
}

/** Each for a reason that the document does not tell. */
export const strict: readonly Member[] = [
  {
    name: 'what is urgent needs somebody who does it',
    serve: deskWith(
      refusingMembers(
        ({ priority, assignee }) => priority === 'high' && (assignee === undefined || assignee === null),
      ),
    ),
  },
  {
    name: 'nobody estimates more than 500',
    serve: deskWith(refusingMembers(({ estimate }) => typeof estimate === 'number' && estimate > 500)),
  },
  {
    name: 'an estimate is none without a number above zero',
    serve: deskWith(refusingMembers(({ estimate }) => estimate === 0)),
  },
  {
    name: 'only colleagues are given tickets',
    serve: deskWith(
      refusingMembers(({ assignee }) => typeof assignee === 'string' && !assignee.endsWith('.test')),
    ),
  },
];

/** The document has what they refuse, or says that there is more. */
export const stricter: readonly Faulty[] = [
  {
    name: 'no priority is taken',
    finds: 'validation.values-taken',
    serve: deskWith(refusingMembers(({ priority }) => priority !== undefined)),
  },
  {
    name: 'null is refused as a day',
    finds: 'validation.values-taken',
    serve: deskWith(refusingMembers(({ due }) => due === null)),
  },
  {
    name: 'the documented default is refused',
    finds: 'validation.values-taken',
    serve: deskWith(refusingMembers(({ priority }) => priority === 'normal')),
  },
  {
    name: 'the largest estimate is refused',
    finds: 'validation.bounds-taken',
    serve: deskWith(refusingMembers(({ estimate }) => estimate === 1000)),
  },
  {
    name: 'the longest list of labels is refused',
    finds: 'validation.bounds-taken',
    serve: deskWith(refusingMembers(({ labels }) => Array.isArray(labels) && labels.length === 10)),
  },
  {
    name: 'titles are taken up to half of their documented length',
    finds: 'validation.values-taken',
    serve: deskWith(refusingMembers(({ title }) => typeof title === 'string' && title.length > 70)),
  },
  {
    name: 'the longest page is refused',
    finds: 'validation.bounds-taken',
    serve: deskWith(refusingPages((perPage) => perPage === '100')),
  },
  {
    name: 'no length of a page is taken',
    finds: 'validation.',
    serve: deskWith(refusingPages(() => true)),
  },
  {
    name: 'the list is empty where no state is chosen',
    finds: 'resources.pages-complete',
    serve: deskWith(
      listing(TICKETS, (body, { query }) => (query.get('state') === null ? { ...body, data: [] } : body)),
    ),
  },
  {
    name: 'the last page leads to one that is refused',
    finds: 'resources.pages-end',
    serve: deskWith(
      listing(COMMENTS, (body) => {
        const comments: readonly unknown[] = Array.isArray(body['comments']) ? body['comments'] : [];
        const last: unknown = comments.at(-1);
        const id: unknown = typeof last === 'object' && last !== null ? Reflect.get(last, 'id') : 'none';
        return { ...body, next: `c${String(id)}` };
      }),
    ),
  },
  {
    name: 'a search shows another kind of thing',
    finds: 'bodies.schema',
    serve: deskWith({
      after: (ask, reply) =>
        ask.path.endsWith('/search') && Array.isArray(reply.body)
          ? { ...reply, body: reply.body.map((one: Entry) => ({ ...one, kind: 'thing' })) }
          : reply,
    }),
  },
];
