/** Where a document says that its service is. */
import { isAddress } from '../../document/address.ts';
import {
  attempt,
  childOf,
  type Cursor,
  faultAt,
  itemsOf,
  type Lose,
  nameOf,
  requiredChild,
  rootOf,
  textOf,
} from '../../document/cursor.ts';
import type { SourceDocument } from '../../document/source.ts';
import { withoutEndSlashes } from '../../http/target.ts';

/** What stands for a variable: its default, else the first value that it may have. */
function valueOfVariable(variable: Cursor): string | undefined {
  const values = childOf(variable, 'enum');
  const first = values !== undefined && Array.isArray(values.value) ? values.value[0] : undefined;
  const value = childOf(variable, 'default')?.value ?? first;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The address of a server without its scheme and host: what stands there may be nobody's to know. */
function pathOnly(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)?/i.exec(url)?.[1] ?? '';
}

function substituted(server: Cursor, url: string): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const variables = childOf(server, 'variables');
    const variable = variables === undefined ? undefined : childOf(variables, name);
    const value = variable === undefined ? undefined : valueOfVariable(variable);
    if (value !== undefined) return value;
    throw faultAt(
      requiredChild(server, 'url'),
      variable === undefined
        ? `the address "${url}" uses the variable "${name}", which nothing describes`
        : `the variable "${name}" of the address "${url}" has no default`,
      `Add \`${name}\` with a \`default\` to \`variables\`.`,
    );
  });
}

/** A host with its port and no scheme (`localhost:3000/v1`): read by itself it is an address of the scheme `localhost:`. */
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/;

/** The address of a server, its variables replaced; relative ones against `base`. Throws where it is none. */
function addressOf(server: Cursor, base: string): URL {
  const cursor = requiredChild(server, 'url');
  const written = substituted(server, textOf(cursor));
  const url = URL.parse(HOST_AND_PORT.test(written) ? `http://${written}` : written, base);
  if (url !== null) return url;
  throw faultAt(
    cursor,
    `${nameOf(cursor)} is no address: "${textOf(cursor)}"`,
    'Write an absolute URL or a path, for example `https://api.example.com/v1`.',
  );
}

const NOWHERE = 'http://relative.invalid/';

/**
 * The path of the first server's address without a trailing slash, its variables replaced by their defaults.
 * The empty string when there is no server or its address has no path. Relative ones are against the document's own address,
 * where it has one.
 */
export function readBasePath(document: SourceDocument): string {
  const first = firstServer(document);
  if (first === undefined) return '';
  return withoutEndSlashes(addressOf(first, isAddress(document.path) ? document.path : NOWHERE).pathname);
}

/** Where an operation is that has servers of its own: a path behind the base address, or elsewhere. */
export type OwnServer =
  | { readonly kind: 'behind'; readonly prefix: string }
  | { readonly kind: 'elsewhere'; readonly address: string; readonly cursor: Cursor };

/**
 * The server of an operation, or else of its path, where it has one of its own (OpenAPI, Path Item Object and Operation Object,
 * `servers`). `undefined` where that is one of the document's. Throws for an address that is none.
 */
export function readOwnServer(document: SourceDocument, owners: readonly Cursor[]): OwnServer | undefined {
  const own = owners
    .flatMap((owner) => childOf(owner, 'servers') ?? [])
    .find((list) => itemsOf(list).length > 0);
  const [cursor, ...others] = own === undefined ? [] : itemsOf(own);
  if (cursor === undefined) return undefined;
  const base = isAddress(document.path) ? document.path : NOWHERE;
  const written = childOf(rootOf(document), 'servers');
  const addressesOf = (servers: readonly Cursor[]): readonly URL[] =>
    servers.flatMap((server) => {
      const read = attempt(() => addressOf(server, base));
      return 'value' in read ? [read.value] : [];
    });
  const known = addressesOf(written === undefined ? [] : itemsOf(written));
  const address = addressOf(cursor, base);
  const [first = new URL('/', base)] = known;
  const names = new Set(known.map(({ href }) => withoutEndSlashes(href)));
  if ([address, ...addressesOf(others)].some(({ href }) => names.has(withoutEndSlashes(href))))
    return undefined;
  const [from, to] = [withoutEndSlashes(first.pathname), withoutEndSlashes(address.pathname)];
  if (address.origin === first.origin && (to === from || to.startsWith(`${from}/`)))
    return to === from ? undefined : { kind: 'behind', prefix: to.slice(from.length) };
  return { kind: 'elsewhere', address: `${address.origin}${address.pathname}`, cursor };
}

function firstServer(document: SourceDocument): Cursor | undefined {
  const servers = childOf(rootOf(document), 'servers');
  return servers === undefined ? undefined : itemsOf(servers)[0];
}

/**
 * The base path; of an address with a variable that nobody can know, the path that it names all the same. `lose` is told what is
 * wrong.
 */
export function basePathOf(document: SourceDocument, lose: Lose): string {
  const read = attempt(() => readBasePath(document));
  if ('value' in read) return read.value;
  const url = attempt(() => {
    const first = firstServer(document);
    return first === undefined ? '' : textOf(requiredChild(first, 'url'));
  });
  const path = withoutEndSlashes('value' in url ? pathOnly(url.value) : '');
  const known = path.includes('{') ? '' : path;
  lose(
    read.fault,
    known === '' ? 'the base path is taken to be empty' : `the base path is taken to be ${known}`,
  );
  return known;
}

/**
 * The base addresses of a document that was fetched, in its order: relative ones against its own address, which is what a document
 * without servers means too (OpenAPI, "Server Object"). Broken ones are noted and left out; so are all but http and https.
 */
export function readServers(document: SourceDocument, lose: Lose): readonly string[] {
  const list = attempt(() => {
    const servers = childOf(rootOf(document), 'servers');
    return servers === undefined ? [] : itemsOf(servers);
  });
  const servers = 'value' in list ? list.value : [];
  const found = servers.flatMap((server) => {
    const read = attempt(() => addressOf(server, document.path));
    if ('fault' in read) lose(read.fault, 'no address is taken from it');
    return 'value' in read && isAddress(read.value.href) ? [read.value] : [];
  });
  const addresses = servers.length === 0 ? [new URL('/', document.path)] : found;
  return [...new Set(addresses.map(({ origin, pathname }) => withoutEndSlashes(origin + pathname)))];
}
