import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Entries that are made at one place and stand at another, under names that the answer to their creation has. */

const BOX = `{ $ref: '#/components/schemas/Box' }`;
const ABOUT = 'about: { type: string, maxLength: 80 }';
const SENT = `{ type: object, required: [name], properties: { name: { type: string, maxLength: 60 }, ${ABOUT} } }`;
const BOXES = documentOf(
  `
  /me/boxes:
    get: { operationId: myBoxes, ${answers('200', `{ type: array, items: ${BOX} }`)} }
    post: { operationId: addBox, ${takes(SENT)}, ${answers('201', BOX)} }
  /boxes/{owner}/{box}:
    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }, { name: box, in: path, required: true, schema: { type: string } }]
    get: { operationId: box, ${answers('200', BOX)} }
    patch: { operationId: changeBox, ${takes(`{ type: object, properties: { ${ABOUT} } }`)}, ${answers('200', BOX)} }
    delete: { operationId: removeBox, ${answers('204', '')} }
  /boxes/{owner}/{box}/seal:
    parameters: [{ name: owner, in: path, required: true, schema: { type: string } }, { name: box, in: path, required: true, schema: { type: string } }]
    put: { operationId: sealBox, ${answers('204', '')} }`,
  `
    User: { type: object, required: [id, login], properties: { id: { type: integer }, login: { type: string } } }
    Box: { type: object, required: [id, name, owner, about], properties: { id: { type: integer }, name: { type: string }, full_name: { type: string }, url: { type: string }, owner: { $ref: '#/components/schemas/User' }, about: { type: string } } }`,
);

type Box = { readonly id: number; readonly name: string; readonly owner: string; readonly about: string };

type Freedom = {
  /** What stands in the path of its owner: the login, or another name that only the answer tells. */
  readonly tells?: 'names' | 'full name' | 'link' | 'location';
  readonly fault?: 'keeps removed' | 'loses changes' | 'changes others' | 'breaks';
  /** Answers creations with an entry that was there before. */
  readonly isMuddled?: boolean;
};

function shown({ owner, ...box }: Box, tells: Freedom['tells']): { readonly [name: string]: unknown } {
  // The path has a name that the login is not.
  const login = tells === 'names' ? owner : 'me at home';
  const path = `${owner}/${box.name}`;
  return {
    ...box,
    owner: { id: 1, login },
    ...(tells === 'full name' ? { full_name: path } : {}),
    ...(tells === 'link' ? { url: `http://elsewhere.example/boxes/${path}` } : {}),
  };
}

function boxes({ tells = 'names', fault, isMuddled = false }: Freedom = {}): MakeService {
  return () => {
    const all = new Map<string, Box>();
    let count = 0;
    const put = (owner: string, name: string, about: string): Box => {
      const box = { id: (count += 1), name, owner, about };
      all.set(`${owner}/${name}`, box);
      return box;
    };
    const foreign = put('others', 'theirs', 'of somebody');
    put('me', 'old', 'there before');
    const create = (ask: Ask): Reply => {
      const given = membersOf(ask);
      const [name, about = ''] = [given.get('name'), given.get('about')];
      if (typeof name !== 'string' || typeof about !== 'string' || about.length > 80) return BAD;
      if (!/^[\w.-]{1,60}$/.test(name)) return BAD;
      if (all.has(`me/${name}`)) return { status: 409, body: { title: 'there already' } };
      const made = put('me', name, about);
      const headers = tells === 'location' ? { Location: `/boxes/me/${name}` } : {};
      const body = isMuddled ? { ...shown(foreign, tells), about } : shown(made, tells);
      return { status: 201, body, headers };
    };
    return known((ask) => {
      if (ask.path === '/me/boxes' && ask.method === 'POST') return create(ask);
      const own = [...all.values()].filter(({ owner }) => owner === 'me');
      if (ask.path === '/me/boxes') return { status: 200, body: own.map((box) => shown(box, tells)) };
      const [, , owner = '', name = '', below] = ask.path.split('/');
      const box = all.get(`${owner}/${name}`);
      if (box === undefined) return ABSENT;
      if (below !== undefined)
        return fault === 'breaks' ? { status: 500, body: { title: 'x' } } : { status: 204 };
      if (ask.method === 'GET') return { status: 200, body: shown(box, tells) };
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') all.delete(`${owner}/${name}`);
        return { status: 204 };
      }
      const given = membersOf(ask);
      const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
      const about = given.has('about') ? given.get('about') : box.about;
      if (!isObject || typeof about !== 'string' || Array.from(about).length > 80) return BAD;
      const changed = { ...box, about };
      if (fault !== 'loses changes') all.set(`${owner}/${name}`, changed);
      if (fault === 'changes others')
        for (const [path, other] of all) if (other.owner === 'me') all.set(path, { ...other, about });
      return { status: 200, body: shown(changed, tells) };
    });
  };
}

const SILENCE = `{ $ref: '#/components/schemas/Silence' }`;
const SILENCES = documentOf(
  `
  /silences:
    get: { operationId: silences, ${answers('200', `{ type: array, items: ${SILENCE} }`)} }
    post: { operationId: addSilence, ${takes(`{ type: object, required: [comment], properties: { comment: { type: string, maxLength: 80 } } }`)}, ${answers('200', `{ type: object, properties: { silenceId: { type: string } } }`)} }
  /silence/{silenceId}:
    parameters: [{ name: silenceId, in: path, required: true, schema: { type: string } }]
    get: { operationId: silence, ${answers('200', SILENCE)} }
    delete: { operationId: removeSilence, ${answers('204', '')} }`,
  `
    Silence: { type: object, required: [id, comment], properties: { id: { type: string }, comment: { type: string } } }`,
);

/** `isMuddled`: the answer names one that was there before. */
function silences({
  fault,
  isMuddled = false,
}: { fault?: 'keeps removed'; isMuddled?: boolean } = {}): MakeService {
  return () => {
    const all = new Map([['s0', 'of somebody']]);
    return known((ask) => {
      const entries = [...all].map(([id, comment]) => ({ id, comment }));
      if (ask.path === '/silences' && ask.method === 'GET') return { status: 200, body: entries };
      if (ask.path === '/silences') {
        const comment = membersOf(ask).get('comment');
        if (typeof comment !== 'string' || Array.from(comment).length > 80) return BAD;
        const silenceId = `s${String(all.size)}x${String(Math.round(performance.now() * 1000))}`;
        all.set(silenceId, comment);
        return { status: 200, body: { silenceId: isMuddled ? 's0' : silenceId } };
      }
      const id = ask.path.split('/')[2] ?? '';
      const comment = all.get(id);
      if (comment === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: { id, comment } };
      if (fault !== 'keeps removed') all.delete(id);
      return { status: 204 };
    });
  };
}

const USER = `{ $ref: '#/components/schemas/User' }`;
const USERS = documentOf(
  `
  /users:
    get: { operationId: users, ${answers('200', `{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }`)} }
  /user:
    post: { operationId: changeMe, ${takes(`{ type: object, required: [about], properties: { about: { type: string, maxLength: 80 } } }`)}, ${answers('201', USER)} }
  /users/{login}:
    parameters: [{ name: login, in: path, required: true, schema: { type: string } }]
    get: { operationId: user, ${answers('200', USER)} }
    delete: { operationId: removeUser, ${answers('204', '')} }`,
  `
    User: { type: object, required: [login, about], properties: { login: { type: string }, about: { type: string } } }`,
);

/** A POST that changes whoever sends it, and says 201 as its framework does: nothing was made. */
const users: MakeService = () => {
  let about = 'the first of all';
  return known((ask) => {
    const first: Reply = { status: 200, body: { login: 'first', about } };
    if (ask.path === '/users') return { status: 200, body: [{ id: 1 }] };
    if (ask.path === '/user') {
      const given = membersOf(ask).get('about');
      if (typeof given !== 'string' || Array.from(given).length > 80) return BAD;
      about = given;
      return { status: 201, body: { login: 'first', about } };
    }
    if (ask.path !== '/users/first') return ABSENT;
    return ask.method === 'GET' ? first : { status: 204 };
  });
};

const RENAMED = documentOf(
  `
  /users:
    get: { operationId: users, ${answers('200', `{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }`)} }
  /user:
    post: { operationId: renameMe, ${takes(`{ type: object, required: [login], properties: { login: { type: string, minLength: 1, maxLength: 80 } } }`)}, ${answers('201', USER)} }
  /users/{login}:
    parameters: [{ name: login, in: path, required: true, schema: { type: string } }]
    get: { operationId: user, ${answers('200', USER)} }
    delete: { operationId: removeUser, ${answers('204', '')} }`,
  `
    User: { type: object, required: [login, about], properties: { login: { type: string }, about: { type: string } } }`,
);

/** A POST that gives whoever sends it another name: what then stands at that name was there before under another. */
const renamed: MakeService = () => {
  let login = 'first';
  return known((ask) => {
    const me: Reply = { status: 200, body: { login, about: 'the first of all' } };
    if (ask.path === '/users') return { status: 200, body: [{ id: 1 }] };
    if (ask.path === '/user') {
      const given = membersOf(ask).get('login');
      if (typeof given !== 'string' || given === '' || Array.from(given).length > 80) return BAD;
      login = given;
      return { status: 201, body: { login, about: 'the first of all' } };
    }
    if (ask.path !== `/users/${encodeURIComponent(login)}`) return ABSENT;
    return ask.method === 'GET' ? me : { status: 204 };
  });
};

const OF_OTHERS: Kind['astray'] = ({ method, path }) =>
  method !== 'GET' && (path.startsWith('/boxes/others') || path.startsWith('/boxes/me/old'));

export const elsewhereKinds: readonly Kind[] = [
  {
    title: 'boxes of owners',
    document: BOXES,
    honest: {
      'named by members': boxes(),
      'named in one text': boxes({ tells: 'full name' }),
      'named by a link': boxes({ tells: 'link' }),
      'named by Location': boxes({ tells: 'location' }),
    },
    faulty: {
      'what was removed is there still': {
        serve: boxes({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'changes are not kept': { serve: boxes({ fault: 'loses changes' }), finds: 'resources.update-stored' },
      'changes are of all': {
        serve: boxes({ fault: 'changes others' }),
        finds: 'resources.others-unchanged',
      },
      'another one is told of': { serve: boxes({ isMuddled: true }), finds: 'collections.' },
      'an action breaks': { serve: boxes({ fault: 'breaks' }), finds: 'statuses.no-server-error' },
    },
    astray: OF_OTHERS,
  },
  {
    title: 'a user, and the users',
    document: USERS,
    honest: {},
    obstructed: { 'nothing is made': users },
    faulty: {},
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/users/'),
  },
  {
    title: 'a user who is given another name',
    document: RENAMED,
    honest: {},
    obstructed: { 'nothing is made': renamed },
    faulty: {},
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/users/'),
  },
  {
    title: 'silences, and a silence',
    document: SILENCES,
    honest: { plainly: silences() },
    obstructed: { 'told of another one': silences({ isMuddled: true }) },
    faulty: {
      'what was removed is there still': {
        serve: silences({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/silence/s0'),
  },
];
