import type { Ask, MakeService } from '../run-against-service.ts';
import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Kind } from './kind.ts';

/** Everything by POST, with what it is about in its body: dotted names (`/users.create`) and verbs (`/removeTask`). */

const USER = `{ $ref: '#/components/schemas/User' }`;
const ID = `{ type: object, required: [id], properties: { id: { type: string } } }`;
const one = (schema: string): string => `{ type: object, required: [data], properties: { data: ${schema} } }`;

const USERS = documentOf(
  `
  /users.list:
    post: { operationId: usersList, ${takes('{ type: object, properties: { limit: { type: integer, minimum: 1, maximum: 100 }, offset: { type: integer, minimum: 0 } } }').replace('required: true, ', '')}, ${answers('200', one(`{ type: array, items: ${USER} }`))} }
  /users.create:
    post: { operationId: usersCreate, ${takes(`{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 }, role: { type: string, enum: [member, viewer], default: member } } }`)}, ${answers('200', one(USER))} }
  /users.info:
    post: { operationId: usersInfo, ${takes(ID)}, ${answers('200', one(USER))} }
  /users.update:
    post: { operationId: usersUpdate, ${takes(`{ type: object, required: [id], properties: { id: { type: string }, name: { type: string, minLength: 1, maxLength: 60 } } }`)}, ${answers('200', one(USER))} }
  /users.suspend:
    post: { operationId: usersSuspend, ${takes(ID)}, ${answers('200', one(USER))} }
  /users.delete:
    post: { operationId: usersDelete, ${takes(ID)}, ${answers('200', '{ type: object, required: [success], properties: { success: { type: boolean } } }')} }`,
  `
    User: { type: object, required: [id, name, role], properties: { id: { type: string }, name: { type: string }, role: { type: string }, isSuspended: { type: boolean } } }`,
);

function isTitle(title: unknown, longest: number | undefined): title is string {
  if (typeof title !== 'string' || longest === undefined) return typeof title === 'string';
  return title !== '' && Array.from(title).length <= longest;
}

type User = { readonly id: string; name: string; role: string; isSuspended: boolean };

type UsersFault =
  | 'keeps removed'
  | 'takes any name'
  | 'loses updates'
  | 'drops names'
  | 'fails on the absent';

function users(fault?: UsersFault): MakeService {
  return () => {
    const all = new Map<string, User>();
    let made = 0;
    const add = (name: string, role: string, foreign = ''): User => {
      const user = { id: `${foreign}u${String((made += 1))}`, name, role, isSuspended: false };
      all.set(user.id, user);
      return user;
    };
    add('Ada', 'member', 'foreign-');
    add('Bob', 'viewer', 'foreign-');
    const longest = fault === 'takes any name' ? undefined : 60;
    return known((ask) => {
      const given = membersOf(ask);
      if (ask.method !== 'POST') return { status: 405, body: { title: 'POST only' } };
      if (ask.path === '/users.list') {
        if (
          ask.text !== '' &&
          (ask.json === undefined ||
            ask.json === null ||
            Array.isArray(ask.json) ||
            typeof ask.json !== 'object')
        )
          return BAD;
        const limit = given.has('limit') ? given.get('limit') : 100;
        const offset = given.has('offset') ? given.get('offset') : 0;
        if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > 100) return BAD;
        if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0) return BAD;
        return { status: 200, body: { data: [...all.values()].slice(offset, offset + limit) } };
      }
      if (ask.path === '/users.create') {
        const name = given.get('name');
        const role = given.has('role') ? given.get('role') : 'member';
        if (!isTitle(name, longest) || (role !== 'member' && role !== 'viewer')) return BAD;
        return { status: 200, body: { data: add(fault === 'drops names' ? 'someone' : name, role) } };
      }
      const id = given.get('id');
      if (typeof id !== 'string') return BAD;
      const user = all.get(id);
      if (user === undefined)
        return fault === 'fails on the absent' ? { status: 500, body: { title: 'x' } } : ABSENT;
      if (ask.path === '/users.info') return { status: 200, body: { data: user } };
      if (ask.path === '/users.update') {
        if (given.has('name')) {
          const name = given.get('name');
          if (!isTitle(name, longest)) return BAD;
          if (fault !== 'loses updates') user.name = name;
        }
        return { status: 200, body: { data: user } };
      }
      if (ask.path === '/users.suspend') {
        user.isSuspended = true;
        return { status: 200, body: { data: user } };
      }
      if (ask.path !== '/users.delete') return ABSENT;
      if (fault !== 'keeps removed') all.delete(id);
      return { status: 200, body: { success: true } };
    });
  };
}

const TASK = `{ $ref: '#/components/schemas/Task' }`;
const TASK_ID = `{ type: object, required: [taskId], properties: { taskId: { type: integer } } }`;
const TASKS = documentOf(
  `
  /listTasks:
    get: { operationId: listTasks, ${answers('200', `{ type: array, items: ${TASK} }`)} }
  /createTask:
    post: { operationId: createTask, ${takes(`{ type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 80 }, urgent: { type: boolean } } }`)}, ${answers('200', TASK)} }
  /getTask:
    post: { operationId: getTask, ${takes(TASK_ID)}, ${answers('200', TASK)} }
  /completeTask:
    post: { operationId: completeTask, ${takes(TASK_ID)}, ${answers('200', TASK)} }
  /removeTask:
    post: { operationId: removeTask, ${takes(TASK_ID)}, ${answers('204', '')} }
  /task/rename:
    post: { operationId: renameTask, ${takes(`{ type: object, required: [taskId, title], properties: { taskId: { type: integer }, title: { type: string, minLength: 1, maxLength: 80 } } }`)}, ${answers('200', TASK)} }`,
  `
    Task: { type: object, required: [id, title, done], properties: { id: { type: integer }, title: { type: string }, urgent: { type: boolean }, done: { type: boolean } } }`,
);

type Task = { readonly id: number; title: string; readonly urgent: boolean; done: boolean };
type TasksFault = 'keeps removed' | 'takes any id' | 'drops titles' | 'forgets to rename';

const FOREIGN = 770_001;

function tasks(fault?: TasksFault): MakeService {
  return () => {
    const all = new Map<number, Task>([
      [FOREIGN, { id: FOREIGN, title: 'theirs', urgent: false, done: false }],
    ]);
    let made = 0;
    return known((ask) => {
      const given = membersOf(ask);
      if (ask.path === '/listTasks' && ask.method === 'GET') return { status: 200, body: [...all.values()] };
      if (ask.method !== 'POST') return ABSENT;
      if (ask.path === '/createTask') {
        const title = given.get('title');
        const urgent = given.has('urgent') ? given.get('urgent') : false;
        if (!isTitle(title, 80) || typeof urgent !== 'boolean') return BAD;
        const task = {
          id: (made += 1),
          title: fault === 'drops titles' ? 'task' : title,
          urgent,
          done: false,
        };
        all.set(task.id, task);
        return { status: 200, body: task };
      }
      const id = given.get('taskId');
      if (typeof id !== 'number' || !Number.isInteger(id))
        return fault === 'takes any id' && id !== undefined
          ? { status: 200, body: { id: 1, title: 'x', done: false } }
          : BAD;
      const task = all.get(id);
      if (ask.path === '/task/rename' && !isTitle(given.get('title'), 80)) return BAD;
      if (task === undefined) return ABSENT;
      switch (ask.path) {
        case '/getTask':
          return { status: 200, body: task };
        case '/completeTask':
          task.done = true;
          return { status: 200, body: task };
        case '/removeTask':
          if (fault !== 'keeps removed') all.delete(id);
          return { status: 204 };
        case '/task/rename':
          if (fault !== 'forgets to rename') task.title = String(given.get('title'));
          return { status: 200, body: task };
        default:
          return ABSENT;
      }
    });
  };
}

const MEMBER = `{ $ref: '#/components/schemas/Member' }`;
const USER_ID = '{ type: object, required: [userId], properties: { userId: { type: string } } }';
const IN_PATH = `parameters: [{ name: id, in: path, required: true, schema: { type: string } }]`;
const MIXED = documentOf(
  `
  /users:
    get: { operationId: listUsers, ${answers('200', `{ type: array, items: ${MEMBER} }`)} }
    post: { operationId: addUser, ${takes(`{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 } } }`)}, ${answers('201', MEMBER)} }
  /users/{id}:
    get: { operationId: readUser, ${IN_PATH}, ${answers('200', MEMBER)} }
    put: { operationId: replaceUser, ${IN_PATH}, ${takes(`{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 } } }`)}, ${answers('200', MEMBER)} }
  /presence:
    post: { operationId: getPresence, ${takes(USER_ID)}, ${answers('200', '{ type: object, required: [isHere], properties: { isHere: { type: boolean } } }')} }
  /removeUser:
    post: { operationId: removeUser, ${takes(USER_ID)}, ${answers('204', '')} }`,
  `
    Member: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }`,
);

/** Entries as everywhere, but that a call takes them away. `canAdd`: false where the key of the run may add nobody. */
function members(canAdd = true): MakeService {
  return () => {
    const all = new Map([['foreign-1', { id: 'foreign-1', name: 'theirs' }]]);
    let made = 0;
    return known((ask) => {
      const given = membersOf(ask);
      const { method, path } = ask;
      if (path === '/removeUser' || path === '/presence') {
        const id = given.get('userId');
        if (typeof id !== 'string') return BAD;
        if (!all.has(id)) return ABSENT;
        if (path === '/presence') return { status: 200, body: { isHere: true } };
        all.delete(id);
        return { status: 204 };
      }
      if (path === '/users' && method === 'GET') return { status: 200, body: [...all.values()] };
      const name = given.get('name');
      if (method !== 'GET' && !isTitle(name, 60)) return BAD;
      if (path === '/users' && method === 'POST') {
        if (!canAdd) return { status: 409, body: { title: 'full' } };
        const id = `m-${String((made += 1))}`;
        all.set(id, { id, name: String(name) });
        return { status: 201, body: all.get(id) };
      }
      const id = path.slice('/users/'.length);
      const found = all.get(id);
      if (found === undefined) return ABSENT;
      if (method === 'PUT') all.set(id, { id, name: String(name) });
      return { status: 200, body: all.get(id) };
    });
  };
}

/** What others made is named in no request that could change it. */
function touchesForeign({ path, text }: Ask): boolean {
  return /delete|update|suspend|complete|remove|rename/i.test(path) && /foreign-|770001/.test(text);
}

export const rpcKinds: readonly Kind[] = [
  {
    title: 'users, by POST alone',
    document: USERS,
    honest: { plain: users() },
    faulty: {
      'takes any name': { serve: users('takes any name'), finds: 'validation.constraint' },
      'fails on the absent': { serve: users('fails on the absent'), finds: 'statuses.no-server-error' },
    },
    astray: touchesForeign,
  },
  {
    title: 'tasks, by verbs',
    document: TASKS,
    honest: { plain: tasks() },
    faulty: {
      'takes any id': { serve: tasks('takes any id'), finds: 'validation.wrong-type' },
    },
    astray: touchesForeign,
  },
  {
    title: 'users that a call takes away',
    document: MIXED,
    honest: { plain: members() },
    obstructed: { 'a full house': members(false) },
    faulty: {},
    astray: touchesForeign,
  },
];
