import { isSuccessByDefault } from '../documented-answers.ts';
import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  limitAt,
  membersOf,
  positionOf,
  requiredChild,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import { followed, type Library } from '../../document/library.ts';
import { isObject } from '../../json/value.ts';
import type { DocumentedResponse, Method, Operation } from '../model.ts';
import { keepPlaces } from '../places.ts';
import { listedParameters, readParameters } from '../parameters/read-parameters.ts';
import { readSecurity } from './read-credentials.ts';
import { readOwnServer } from './read-servers.ts';
import { readFlag, readRequestBody, readResponses } from './read-messages.ts';

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['get', 'GET'],
  ['put', 'PUT'],
  ['post', 'POST'],
  ['delete', 'DELETE'],
  ['options', 'OPTIONS'],
  ['head', 'HEAD'],
  ['patch', 'PATCH'],
  ['trace', 'TRACE'],
  ['query', 'QUERY'],
]);

/** Methods that assay makes requests of, or leaves alone for a reason that lies in the method. */
const KNOWN_METHODS: ReadonlySet<Method> = new Set(
  [...METHODS.values()].filter((method) => method !== 'QUERY'),
);

/** True where no answer is shown: `default` alone, without a body, is mostly the error. */
function showsNoAnswer(responses: readonly DocumentedResponse[]): boolean {
  return responses.every(
    (response) =>
      response.status === 'default' && response.representations.length === 0 && !isSuccessByDefault(response),
  );
}

/** The names under `tags`; whatever else stands there groups nothing. */
function tagsOf(operation: Cursor): readonly string[] {
  const tags = childOf(operation, 'tags')?.value;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

/** Its summary and its description, as sentences of their own; so much as anything is read from. */
function wordsOf(operation: Cursor): Pick<Operation, 'description'> {
  const [summary, own] = ['summary', 'description'].map((name) => childOf(operation, name)?.value);
  // A summary has no full stop, and what follows may begin with the name of a member: `departure has to be after arrival`.
  const first = typeof summary === 'string' ? summary.trimEnd() : '';
  const rest = typeof own === 'string' ? own : '';
  const isOpen = rest !== '' && /[^.!?:;]$/.test(first);
  const description = [isOpen ? `${first}.` : first, rest]
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, MOST_WORDS);
  return description === '' ? {} : { description };
}

/** So many characters of what is said of an operation are kept. */
const MOST_WORDS = 2_000;

/** What an operation says of whose things it is about, or else its path. */
function sharingOf(owners: readonly Cursor[]): Pick<Operation, 'sharing'> {
  for (const owner of owners) {
    if (childOf(owner, 'x-assay-private')?.value === true) return { sharing: 'private' };
    if (childOf(owner, 'x-assay-shared')?.value === true) return { sharing: 'shared' };
  }
  return {};
}

/** An operation of a path, before it is read. */
type Place = {
  readonly method: Method;
  readonly template: string;
  readonly path: Cursor;
  readonly written: Cursor;
};

function readId(library: Library, { method, template }: Place, cursor: Cursor): string {
  const id = childOf(cursor, 'operationId');
  if (id === undefined) return `${method} ${template}`;
  const read = attempt(() => textOf(id));
  if ('value' in read) return read.value;
  library.lose(read.fault, 'the operation goes by its method and path');
  return `${method} ${template}`;
}

function readOperation(library: Library, place: Place): Operation {
  const { method, template, path, written } = place;
  const cursor = followed(library, written);
  membersOf(cursor);
  if (!KNOWN_METHODS.has(method))
    throw limitAt(
      cursor,
      `assay sends no ${method} requests`,
      'Test it by other means, or offer the same by one of the usual methods.',
    );
  const server = readOwnServer(library.root, [cursor, path]);
  if (server?.kind === 'elsewhere')
    throw limitAt(
      server.cursor,
      `the operation has a server of its own, ${server.address.replace(/^http:\/\/relative\.invalid/, '')}`,
      'Requests go to one base address: test it by a run of its own, with --url and --include.',
    );
  const callbacks = childOf(cursor, 'callbacks');
  if (callbacks !== undefined)
    library.lose(
      limitAt(callbacks, 'callbacks are requests that the service makes', 'Test them by other means.'),
      'assay receives none: they are out of reach',
    );
  const responses = readResponses(library, cursor);
  if (responses.length > 0 && responses.every(({ status }) => /^10[02-9]$/.test(status)))
    throw limitAt(
      cursor,
      'the operation has interim answers alone (RFC 9110 section 15.2), and no final one',
      'Say in the document what comes after them.',
    );
  const named = showsNoAnswer(responses);
  return {
    id: readId(library, place, cursor),
    method,
    path: `${server?.prefix ?? ''}${template}`,
    documentation: named ? 'named' : 'full',
    deprecated: readFlag(library, cursor, 'deprecated'),
    ...wordsOf(cursor),
    tags: tagsOf(cursor),
    ...sharingOf([cursor, path]),
    ...readSecurity(library, cursor, path),
    parameters: readParameters(library, template, path, cursor),
    requestBody: readRequestBody(library, cursor),
    responses: named ? [] : responses,
    position: keepPlaces(library, [cursor, path]),
  };
}

/** What is known of an operation that can't be read: that it is there. */
function unread(library: Library, place: Place, { problem }: InterfaceFault): Operation {
  const { method, template, written } = place;
  const found = attempt(() => followed(library, written));
  const cursor = 'value' in found ? found.value : written;
  const id = isObject(cursor.value) ? cursor.value['operationId'] : undefined;
  return {
    id: typeof id === 'string' ? id : `${method} ${template}`,
    method,
    path: template,
    documentation: 'named',
    outOfReach: `${problem.problem} (${problem.file}:${String(problem.line)})`,
    deprecated: false,
    tags: [],
    credential: undefined,
    parameters: [],
    requestBody: undefined,
    responses: [],
    position: positionOf(cursor),
  };
}

function operationAt(library: Library, place: Place): Operation {
  const read = attempt(() => readOperation(library, place));
  if ('value' in read) return read.value;
  library.lose(read.fault, `${place.method} ${place.template} is out of reach`);
  return unread(library, place, read.fault);
}

/** The operations of one path item, those beside a `$ref` before those where it leads to. */
function placesOf(library: Library, template: string, given: Cursor): readonly Place[] {
  const path = followed(library, given);
  const places = new Map<Method, Place>();
  const add = (method: Method, written: Cursor): void => {
    if (!places.has(method)) places.set(method, { method, template, path, written });
  };
  for (const owner of given.value === path.value ? [given] : [given, path]) {
    for (const { name, cursor } of membersOf(owner)) {
      const method = METHODS.get(name);
      if (method !== undefined) add(method, cursor);
      if (name === 'additionalOperations')
        for (const other of membersOf(cursor)) add(other.name, other.cursor);
    }
  }
  return [...places.values()];
}

/** True where some parameter of the path is described. */
function describesPath(library: Library, { path, written }: Place): boolean {
  const found = attempt(() => followed(library, written));
  const owners = 'value' in found ? [path, found.value] : [path];
  return listedParameters(library, owners).some(({ value }) => isObject(value) && value['in'] === 'path');
}

/** The operation under an id that no other has. */
function withOwnId(library: Library, operation: Operation, owner: Operation): Operation {
  const { id, method, path, position } = operation;
  const fault = new InterfaceFault({
    ...position,
    problem: `the operation id "${id}" is used twice: here and at ${owner.position.file}:${owner.position.line}`,
    advice: 'Give each operation an id of its own.',
  });
  library.lose(fault, `this one goes by "${method} ${path}"`);
  return { ...operation, id: `${method} ${path}` };
}

function pathsOf(library: Library): readonly { readonly name: string; readonly cursor: Cursor }[] {
  const root = rootOf(library.root);
  const paths = childOf(root, 'paths');
  const isNeeded =
    library.dialect === 'openapi-3.0' || !['webhooks', 'components'].some((name) => childOf(root, name));
  const read = attempt(() =>
    paths === undefined && !isNeeded ? [] : membersOf(requiredChild(root, 'paths')),
  );
  if ('value' in read) return read.value;
  library.lose(read.fault, 'there is no operation to ask for');
  return [];
}

/** Methods of entries: what is done to a whole collection by a name of its own (`/orders/:archive`) is a POST or a GET. */
const OF_ENTRIES: readonly string[] = ['put', 'patch', 'delete'];

/**
 * A path with parameters as routers of frameworks write them (`/todos/:id`) in braces. A path that has braces has its parameters in them, and
 * the word behind a last colon is what is done (`/orders/{id}/:ship`), unless it is called as a name is, or entries are changed there.
 */
function inBraces(path: string, methods: readonly string[]): string {
  const isOfEntry = OF_ENTRIES.some((method) => methods.includes(method));
  const isAction = !isOfEntry && /\/:\w+$/.test(path) && !/(?:id|uuid|guid|slug|name|key|code)$/i.test(path);
  if (path.includes('{')) return path;
  return path.replaceAll(isAction ? /\/:([A-Za-z_]\w*)(?=\/)/g : /\/:([A-Za-z_]\w*)(?=\/|$)/g, '/{$1}');
}

function noteWebhooks(library: Library): void {
  const webhooks = childOf(rootOf(library.root), 'webhooks');
  if (webhooks === undefined) return;
  library.lose(
    limitAt(webhooks, 'webhooks are requests that the service makes', 'Test them by other means.'),
    'assay receives none: they are out of reach',
  );
}

/**
 * Every operation under `paths`, in the order of the document. One without `operationId`, or whose id another one has, goes by
 * method and path. One that can't be read is there all the same, out of reach; the library is told of that.
 */
export function readOperations(library: Library): readonly Operation[] {
  const operations = new Map<string, Operation>();
  const paths = pathsOf(library);
  const written = new Set(paths.map(({ name }) => name));
  for (const { name, cursor: given } of paths) {
    if (name.startsWith('x-')) continue;
    const braced = inBraces(name, isObject(given.value) ? Object.keys(given.value) : []);
    const template = written.has(braced) ? name : braced;
    if (template !== name)
      library.lose(
        faultAt(
          given,
          `the path "${name}" has parameters as routers write them`,
          `Write it as "${template}" (OpenAPI, Path Templating).`,
        ),
        `it is read as "${template}"`,
      );
    const places = attempt(() => {
      if (template.startsWith('/')) return placesOf(library, template, given);
      throw faultAt(
        given,
        `the path "${template}" does not start with a slash`,
        `Write it as "/${template}".`,
      );
    });
    if ('fault' in places) {
      library.lose(places.fault, `everything under "${template}" is out of reach`);
      continue;
    }
    for (const place of places.value) {
      const read = operationAt(library, place);
      const isGuessed = template !== name && !describesPath(library, place);
      const operation = isGuessed ? { ...read, isPathGuessed: true } : read;
      const owner = operations.get(operation.id);
      const own = owner === undefined ? operation : withOwnId(library, operation, owner);
      operations.set(own.id, own);
    }
  }
  noteWebhooks(library);
  return [...operations.values()];
}
