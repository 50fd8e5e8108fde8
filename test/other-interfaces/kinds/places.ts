import { percentDecoded } from '../../../src/http/target.ts';
import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { MakeService } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Entries that are made by a POST on the place that they will have: the client chooses their names. */

const GROUP = `{ $ref: '#/components/schemas/Group' }`;
const NAME = 'parameters: [{ name: name, in: path, required: true, schema: { type: string } }]';

function groupsDocument(made: string): string {
  return documentOf(
    `
  /groups:
    get: { operationId: groups, ${answers('200', `{ type: array, items: ${GROUP} }`)} }
  /groups/{name}:
    ${NAME}
    get: { operationId: group, ${answers('200', GROUP)} }
    post: { operationId: addGroup, ${takes(`{ type: object, properties: { about: { type: string, maxLength: 80 } } }`)}, ${made} }
    delete: { operationId: removeGroup, ${answers('204', '')} }
  /groups/{name}/empty:
    ${NAME}
    post: { operationId: emptyGroup, ${answers('204', '')} }`,
    `
    Group: { type: object, required: [name, about], properties: { name: { type: string }, about: { type: string } } }`,
  );
}

const SAYS_201 = groupsDocument(answers('201', GROUP));
const SAYS_204 = groupsDocument(answers('204', ''));

type Group = { readonly name: string; readonly about: string };

type Fault = 'keeps removed' | 'loses texts' | 'removes others';

/** `isUpsert`: a POST on what is there changes it. Otherwise that is refused. */
function groups({
  isUpsert = false,
  isSilent = false,
  fault,
}: { isUpsert?: boolean; isSilent?: boolean; fault?: Fault } = {}): MakeService {
  return () => {
    const all = new Map<string, Group>([['others', { name: 'others', about: 'of somebody' }]]);
    return known((ask) => {
      if (ask.path === '/groups') return { status: 200, body: [...all.values()] };
      const [, , segment = '', below] = ask.path.split('/');
      const name = percentDecoded(segment) ?? '';
      const there = all.get(name);
      if (below === undefined && ask.method === 'POST') {
        const given = membersOf(ask);
        const about = given.has('about') ? given.get('about') : '';
        const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
        if (!isObject || typeof about !== 'string' || Array.from(about).length > 80) return BAD;
        if (name === '' || (there !== undefined && !isUpsert))
          return name === '' ? BAD : { status: 409, body: { title: 'there already' } };
        const group = { name, about: fault === 'loses texts' ? '' : about };
        all.set(name, group);
        return isSilent ? { status: 204 } : { status: 201, body: group };
      }
      if (there === undefined) return ABSENT;
      if (below !== undefined) return { status: 204 };
      if (ask.method === 'GET') return { status: 200, body: there };
      if (fault === 'removes others')
        for (const other of all.keys()) if (other.length === name.length) all.delete(other);
      if (fault !== 'keeps removed') all.delete(name);
      return { status: 204 };
    });
  };
}

const PERSON = `{ $ref: '#/components/schemas/Person' }`;
const PEOPLE = documentOf(
  `
  /people:
    get: { operationId: people, ${answers('200', `{ type: array, items: ${PERSON} }`)} }
    post: { operationId: addPerson, ${takes(`{ type: object, required: [about], properties: { about: { type: string, maxLength: 80 } } }`)}, ${answers('201', PERSON)} }
  /people/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: person, ${answers('200', PERSON)} }
    post: { operationId: changePerson, ${takes(`{ type: object, properties: { about: { type: string, maxLength: 80 } } }`)}, ${answers('200', PERSON)} }
    delete: { operationId: removePerson, ${answers('204', '')} }`,
  `
    Person: { type: object, required: [id, about], properties: { id: { type: string }, about: { type: string } } }`,
);

/** A POST on what is there changes it, and a POST on what is not there is refused. */
function people(fault?: 'keeps removed' | 'breaks'): MakeService {
  return () => {
    const all = new Map<string, { readonly id: string; readonly about: string }>([
      ['p0', { id: 'p0', about: 'others' }],
    ]);
    return known((ask) => {
      const about = membersOf(ask).get('about');
      const isText = typeof about === 'string' && Array.from(about).length <= 80;
      const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
      if (ask.path === '/people' && ask.method === 'GET') return { status: 200, body: [...all.values()] };
      if (ask.path === '/people') {
        if (!isText) return BAD;
        const person = { id: `p${String(all.size)}-${String(Math.round(performance.now() * 1000))}`, about };
        all.set(person.id, person);
        return { status: 201, body: person };
      }
      const person = all.get(percentDecoded(ask.path.split('/')[2] ?? '') ?? '');
      if (person === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: person };
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') all.delete(person.id);
        return { status: 204 };
      }
      if (fault === 'breaks') return { status: 500, body: { title: 'broken' } };
      if (!isObject || (membersOf(ask).has('about') && !isText)) return BAD;
      const changed = { ...person, ...(isText ? { about } : {}) };
      all.set(person.id, changed);
      return { status: 200, body: changed };
    });
  };
}

const OF_OTHERS: Kind['astray'] = ({ method, path }) => method !== 'GET' && path.startsWith('/groups/others');

export const placeKinds: readonly Kind[] = [
  {
    title: 'groups at places of their own',
    document: SAYS_201,
    honest: { 'each made once': groups(), 'made again': groups({ isUpsert: true }) },
    faulty: {
      'what was removed is there still': {
        serve: groups({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'what was sent is not kept': {
        serve: groups({ fault: 'loses texts' }),
        finds: 'resources.made-as-asked',
      },
      'others are removed': {
        serve: groups({ fault: 'removes others' }),
        finds: 'resources.others-unchanged',
      },
    },
    astray: OF_OTHERS,
  },
  {
    title: 'groups of which no answer tells',
    document: SAYS_204,
    honest: {
      'each made once': groups({ isSilent: true }),
      'made again': groups({ isSilent: true, isUpsert: true }),
    },
    faulty: {
      'what was removed is there still': {
        serve: groups({ isSilent: true, fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'what was sent is not kept': {
        serve: groups({ isSilent: true, fault: 'loses texts' }),
        finds: 'resources.',
      },
    },
    astray: OF_OTHERS,
  },
  {
    title: 'people who are changed by a POST',
    document: PEOPLE,
    honest: { plainly: people() },
    faulty: {
      'what was removed is there still': {
        serve: people('keeps removed'),
        finds: 'resources.removed-is-gone',
      },
      'a change breaks it': { serve: people('breaks'), finds: 'statuses.no-server-error' },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/people/p0'),
  },
];
