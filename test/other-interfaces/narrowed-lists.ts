import type { Ask, MakeService, Reply } from './run-against-service.ts';
import type { SmallService } from './small-services.ts';

/** Lists that show less than there is: by a switch whose default is off or on, and by how many entries they may have. */

const TASK =
  'type: object, required: [id, title, done], properties: { id: { type: integer, readOnly: true }, isDeleted: { type: boolean, readOnly: true }, title: { type: string, minLength: 1, maxLength: 80 }, done: { type: boolean } }';
const PROBLEM = `{ description: A problem, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }`;

function documentOf(parameters: string, list: string): string {
  return `
openapi: 3.0.3
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get:
      operationId: listTasks
      parameters: [${parameters}]
      responses:
        '200': { description: Tasks, content: { application/json: { schema: { type: array${list}, items: { ${TASK} } } } } }
        '400': ${PROBLEM}
    post:
      operationId: addTask
      requestBody: { required: true, content: { application/json: { schema: { ${TASK}, additionalProperties: false } } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { ${TASK} } } } }
        '400': ${PROBLEM}
  /tasks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readTask
      responses:
        '200': { description: One, content: { application/json: { schema: { ${TASK} } } } }
        '400': ${PROBLEM}
        '404': ${PROBLEM}
    delete:
      operationId: removeTask
      responses: { '204': { description: Gone }, '400': ${PROBLEM}, '404': ${PROBLEM} }
`;
}

type Task = {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly isDeleted: boolean;
};

const BAD: Reply = { status: 400, body: { title: 'not valid' } };
const ABSENT: Reply = { status: 404, body: { title: 'not there' } };
const NAMES: ReadonlySet<string> = new Set(['id', 'title', 'done']);

function sentIn({ json }: Ask): { readonly title: string; readonly done: boolean } | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { title, done, ...others } = { ...json, title: undefined, done: undefined, ...json };
  if (typeof title !== 'string' || typeof done !== 'boolean') return undefined;
  const length = [...title].length;
  const isKnown = Object.keys(others).every((name) => NAMES.has(name));
  return length >= 1 && length <= 80 && isKnown ? { title, done } : undefined;
}

/** Which tasks a list shows, of all that were ever made; `undefined` for a query that is not valid. */
type Choose = (tasks: readonly Task[], query: URLSearchParams) => readonly Task[] | undefined;

function switchIn(query: URLSearchParams, name: string, usual: boolean): boolean | undefined {
  const values = query.getAll(name);
  const [value = String(usual)] = values;
  return values.length > 1 || !['true', 'false'].includes(value) ? undefined : value === 'true';
}

/** `show`: what a list tells of each. */
function tasks(choose: Choose, show: (task: Task) => object = withoutMark): MakeService {
  return () => {
    const kept: Task[] = [];
    return (ask) => {
      const [, , id] = ask.path.split('/');
      if (id === undefined && ask.method === 'GET') {
        const shown = choose(kept, ask.query);
        return shown === undefined ? BAD : { status: 200, body: shown.map(show) };
      }
      if (id === undefined && ask.method === 'POST') {
        const sent = sentIn(ask);
        if (sent === undefined) return BAD;
        const made = { id: kept.length + 1, ...sent, isDeleted: false };
        kept.push(made);
        return { status: 201, body: withoutMark(made) };
      }
      if (id !== undefined && !/^-?\d{1,16}$/.test(id)) return BAD;
      const at = kept.findIndex((one) => String(one.id) === id);
      const found = kept[at];
      if (found === undefined || found.isDeleted) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: withoutMark(found) };
      if (ask.method !== 'DELETE') return ABSENT;
      kept[at] = { ...found, isDeleted: true };
      return { status: 204 };
    };
  };
}

function withoutMark({ id, title, done }: Task): object {
  return { id, title, done };
}

/** Removed tasks are left out but for who asks for them, too. */
function switched(name: string, usual: boolean, keeps: (task: Task, isOn: boolean) => boolean): Choose {
  return (all, query) => {
    const [isOn, isWithRemoved] = [switchIn(query, name, usual), switchIn(query, 'includeDeleted', false)];
    if (isOn === undefined || isWithRemoved === undefined) return undefined;
    return all.filter((task) => (isWithRemoved || !task.isDeleted) && keeps(task, isOn));
  };
}

const WITH_REMOVED = '{ name: includeDeleted, in: query, schema: { type: boolean, default: false } }';
const DONE_OFF = documentOf(
  `{ name: done, in: query, schema: { type: boolean, default: false } }, ${WITH_REMOVED}`,
  '',
);
const DONE_ON = documentOf(
  `{ name: done, in: query, schema: { type: boolean, default: true } }, ${WITH_REMOVED}`,
  '',
);
const DONE_INCLUDED = documentOf(
  `{ name: done, in: query, description: whether to include the member done, schema: { type: boolean } }, ${WITH_REMOVED}`,
  '',
);
const DONE_CHOSEN = documentOf(
  `{ name: done, in: query, description: include those alone that are done, schema: { type: boolean } }, ${WITH_REMOVED}`,
  '',
);
const DONE_OR_NOT = documentOf(
  `{ name: done, in: query, description: Only done or only undone tasks., schema: { type: boolean } }, ${WITH_REMOVED}`,
  '',
);
const REMOVED_ALONE = documentOf(WITH_REMOVED, '');
const ONE_ALONE = documentOf('', ', maxItems: 1');

/** Chooses on both sides of a switch, or on one alone, and nothing without it. */
function chosen(isOnBothSides: boolean): Choose {
  return (all, query) =>
    switched('done', false, ({ done }, isOn) => {
      const isOpen = !query.has('done') || (!isOn && !isOnBothSides);
      return isOpen || done === isOn;
    })(all, query);
}

const present: Choose = (all) => all.filter(({ isDeleted }) => !isDeleted);
const newest: Choose = (all) => present(all, new URLSearchParams())?.slice(-1);

export const narrowedLists: readonly SmallService[] = [
  {
    title: 'a switch that chooses nothing while it is off',
    document: DONE_OFF,
    honest: tasks(switched('done', false, ({ done }, isOn) => !isOn || done)),
    faulty: { serve: tasks(switched('done', false, () => true)), finds: 'resources.filter-holds' },
  },
  {
    title: 'a switch that shows others, too, while it is on',
    document: DONE_OFF,
    honest: tasks(switched('done', false, ({ done }, isOn) => isOn || !done)),
  },
  {
    title: 'a switch that is on, and chooses nothing once it is off',
    document: DONE_ON,
    honest: tasks(switched('done', true, ({ done }, isOn) => !isOn || done)),
    faulty: { serve: tasks(switched('done', true, () => true)), finds: 'resources.filter-holds' },
  },
  {
    title: 'a switch that is said to include a member of the same name',
    document: DONE_INCLUDED,
    honest: tasks(switched('done', true, () => true)),
    faulty: {
      serve: tasks((all, query) => switched('done', true, () => true)(all, query)?.slice(1)),
      finds: 'collections.listed',
    },
  },
  {
    title: 'a switch that is said to include nothing else',
    document: DONE_CHOSEN,
    honest: tasks(switched('done', false, ({ done }, isOn) => !isOn || done)),
    faulty: { serve: tasks(switched('done', false, () => true)), finds: 'resources.filter-holds' },
  },
  {
    title: 'a switch that is said to choose on both sides',
    document: DONE_OR_NOT,
    honest: tasks(chosen(true)),
    faulty: { serve: tasks(chosen(false)), finds: 'resources.filter-holds' },
  },
  {
    title: 'a switch that shows what was removed',
    document: REMOVED_ALONE,
    honest: tasks(switched('none', false, () => true)),
    faulty: {
      serve: tasks((all) => all.filter(({ isDeleted }) => !isDeleted).slice(0, 1)),
      finds: 'collections.listed',
    },
  },
  {
    title: 'a switch that shows what was removed, and that it was',
    document: REMOVED_ALONE,
    honest: tasks(
      switched('none', false, () => true),
      (task) => task,
    ),
    faulty: {
      serve: tasks(
        (all) => all,
        (task) => task,
      ),
      finds: 'resources.removed-is-gone',
    },
  },
  {
    title: 'a list that may have one entry, and shows the newest',
    document: ONE_ALONE,
    honest: tasks(newest),
    faulty: { serve: tasks(present), finds: 'bodies.schema' },
  },
];
