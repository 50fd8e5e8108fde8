import {
  type Ask,
  type MakeService,
  type Reply,
  userOf,
} from '../../other-interfaces/run-against-service.ts';
import {
  all,
  compare,
  type Entry,
  faultsOf,
  isObject,
  moment,
  oneOf,
  orNull,
  type Rules,
  text,
  whole,
} from '../clinic/service.ts';

/** The service of `openapi.yaml`, as a stranger would write it; whatever a member of the zoo does otherwise is a part of it. */

type Asset = { entry: Entry; readonly owner: string; readonly at: number };
type Album = { entry: Entry; readonly owner: string; readonly inside: Set<unknown> };

type Store = {
  assets: Asset[];
  albums: Album[];
  readonly exports: { readonly owner: string; readonly entry: Entry; looks: number }[];
  made: number;
};

export function problem(status: number, code: string, more: Entry = {}): Reply {
  return { status, body: { error: { code, message: `No: ${code}.`, ...more } } };
}

function pattern(expression: RegExp, most = 200): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.length <= most && expression.test(value);
}

const tag = pattern(/^[a-z0-9-]+$/, 24);

export type Parts = {
  readonly rules: Readonly<Record<'asset' | 'album' | 'export', Rules>>;
  readonly required: Readonly<Record<'asset' | 'album' | 'export', readonly string[]>>;
  readonly isClosed: boolean;
  readonly owner: (ask: Ask) => string | undefined;
  readonly unauthorized: () => Reply;
  readonly isJson: (type: string | undefined) => boolean;
  readonly isTag: (value: string) => boolean;
  readonly newId: (store: Store) => string;
  readonly newAsset: (sent: Entry) => Entry;
  readonly replaced: (old: Entry, sent: Entry, parts: Parts) => Entry;
  readonly changed: (old: Entry, sent: Entry) => Entry;
  readonly update: (store: Store, asset: Asset, next: Entry) => void;
  readonly findAsset: (store: Store, id: string, owner: string) => Asset | undefined;
  readonly findAlbum: (store: Store, slug: string, owner: string) => Album | undefined;
  readonly isTaken: (store: Store, slug: unknown, owner: string) => boolean;
  readonly removeAsset: (store: Store, asset: Asset) => void;
  readonly removeAlbum: (store: Store, album: Album) => void;
  readonly tagged: (tags: readonly string[], tag: string) => readonly string[];
  readonly untagged: (tags: readonly string[], tag: string) => readonly string[];
  readonly put: (album: Album, id: unknown) => void;
  readonly take: (album: Album, id: unknown) => void;
  readonly show: (entry: Entry, where: 'one' | 'list' | 'album' | 'made' | 'changed') => Entry;
  readonly showAlbum: (album: Album) => Entry;
  readonly fits: Readonly<Record<string, (entry: Entry, value: string) => boolean>>;
  readonly mayAsk: Readonly<Record<string, (value: string) => boolean>>;
  readonly sorted: (assets: readonly Asset[], order: string) => readonly Asset[];
  /** Where a cursor says that a page begins; `undefined` where it says nothing. */
  readonly readCursor: (cursor: string) => number | undefined;
  readonly writeCursor: (at: number) => string;
  readonly slice: (assets: readonly Asset[], at: number, limit: number) => readonly Asset[];
  readonly next: (count: number, at: number, limit: number) => number | undefined;
  readonly limit: (value: string | null) => number | undefined;
  readonly size: (shown: readonly unknown[], all: readonly unknown[]) => number;
  readonly stateOf: (looks: number) => string;
  readonly uploaded: (old: Entry, ask: Ask) => Entry | undefined;
  /** The last word on an answer. */
  readonly sent: (reply: Reply, ask: Ask, store: Store) => Reply;
};

const ORDERS = ['title_asc', 'title_desc', 'bytes_asc', 'bytes_desc'];

export const honest: Parts = {
  rules: {
    asset: {
      title: text(1, 120),
      kind: oneOf('image', 'sound'),
      credit: orNull(text(0, 80)),
      size: all(whole(1, Number.MAX_SAFE_INTEGER), 2, 2),
      rating: orNull(whole(1, 5)),
      public: (value) => typeof value === 'boolean',
      takenAt: moment,
    },
    album: {
      slug: pattern(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/),
      name: text(1, 60),
      cover: orNull(
        (value) =>
          isObject(value) &&
          faultsOf(value, { color: pattern(/^#[0-9a-f]{6}$/) }, ['color'], true).length === 0,
      ),
    },
    export: {
      format: oneOf('zip', 'tar'),
      kinds: (value) =>
        all(oneOf('image', 'sound'), 0, 9)(value) &&
        Array.isArray(value) &&
        new Set(value).size === value.length,
    },
  },
  required: { asset: ['title', 'kind'], album: ['slug', 'name'], export: ['format'] },
  isClosed: true,
  owner: userOf,
  unauthorized: () => ({
    ...problem(401, 'unauthorized'),
    headers: { 'WWW-Authenticate': 'Bearer realm="archive"' },
  }),
  isJson: (type) => (type ?? '').toLowerCase().split(';')[0]?.trim() === 'application/json',
  isTag: (value) => tag(value),
  newId: (store) => `ast_${(store.made * 7919 + 36 ** 7).toString(36)}`,
  newAsset: (sent) => ({
    credit: null,
    public: false,
    ...sent,
    object: 'asset',
    tags: [],
    bytes: 0,
    addedAt: new Date().toISOString(),
  }),
  replaced: (old, sent, parts) => {
    const { id, tags, bytes, addedAt } = old;
    return { ...parts.newAsset(sent), id, tags, bytes, addedAt };
  },
  changed: (old, sent) => ({ ...old, ...sent }),
  update: (_store, asset, next) => {
    asset.entry = next;
  },
  findAsset: (store, id, owner) => store.assets.find((one) => one.entry['id'] === id && one.owner === owner),
  findAlbum: (store, slug, owner) =>
    store.albums.find((one) => one.entry['slug'] === slug && one.owner === owner),
  isTaken: (store, slug, owner) =>
    store.albums.some((one) => one.entry['slug'] === slug && one.owner === owner),
  removeAsset: (store, asset) => {
    store.assets = store.assets.filter((one) => one !== asset);
    for (const { inside } of store.albums) inside.delete(asset.entry['id']);
  },
  removeAlbum: (store, album) => {
    store.albums = store.albums.filter((one) => one !== album);
  },
  tagged: (tags, one) => [...new Set([...tags, one])],
  untagged: (tags, one) => tags.filter((each) => each !== one),
  put: ({ inside }, id) => void inside.add(id),
  take: ({ inside }, id) => void inside.delete(id),
  show: (entry) => entry,
  showAlbum: ({ entry, inside }) => ({ ...entry, count: inside.size }),
  fits: {
    kind: (entry, value) => entry['kind'] === value,
    tag: (entry, value) => (entry['tags'] as readonly string[]).includes(value),
  },
  mayAsk: {
    kind: oneOf('image', 'sound'),
    tag,
    order: (value) => ORDERS.includes(value),
  },
  sorted: (assets, order) => {
    const [name = '', way] = order.split('_');
    const sign = way === 'desc' ? -1 : 1;
    return assets.toSorted((one, other) => {
      const [a, b] = [one.entry[name], other.entry[name]];
      return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(a, b));
    });
  },
  readCursor: (cursor) => {
    const found = /^at:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString());
    return found === null ? undefined : Number(found[1]);
  },
  writeCursor: (at) => Buffer.from(`at:${String(at)}`).toString('base64url'),
  slice: (assets, at, limit) => assets.slice(at, at + limit),
  next: (count, at, limit) => (at + limit < count ? at + limit : undefined),
  limit: (value) => {
    if (value === null) return 25;
    const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    return limit >= 1 && limit <= 100 ? limit : undefined;
  },
  size: (shown) => shown.length,
  stateOf: (looks) => (looks < 1 ? 'queued' : looks < 2 ? 'running' : 'done'),
  uploaded: (old, { headers, text: sent }) => {
    const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
    const parts = boundary === undefined ? [] : sent.split(`--${boundary}`);
    const part = (name: string): string | undefined =>
      parts.find((one) => new RegExp(`name="?${name}"?(?:[;\r\n]|$)`).test(one.split('\r\n\r\n')[0] ?? ''));
    const file = part('file');
    const caption = part('caption')?.split('\r\n\r\n').slice(1).join('\r\n\r\n').replace(/\r\n$/, '');
    if (file === undefined || (caption !== undefined && !text(0, 100)(caption))) return undefined;
    const content = file.split('\r\n\r\n').slice(1).join('\r\n\r\n').replace(/\r\n$/, '');
    return { ...old, bytes: Buffer.byteLength(content) };
  },
  sent: (reply) => reply,
};

type Turn = { readonly ask: Ask; readonly store: Store; readonly parts: Parts; readonly owner: string };

/** A body that keeps its rules, or the refusal of it. */
function bodyOf({ ask, parts }: Turn, name: 'asset' | 'album' | 'export', isChange = false): Entry | Reply {
  if (!parts.isJson(ask.headers['content-type'])) return problem(415, 'media_type');
  if (ask.json === undefined) return problem(400, 'no_json');
  if (!isObject(ask.json)) return problem(422, 'invalid', { fields: [''] });
  const required = isChange ? [] : parts.required[name];
  const fields = faultsOf(ask.json, parts.rules[name], required, parts.isClosed);
  if (isChange && Object.keys(ask.json).length === 0) fields.push('');
  return fields.length === 0 ? { sent: ask.json } : problem(422, 'invalid', { fields });
}

function isRefusal(value: Entry | Reply): value is Reply {
  return !('sent' in value);
}

const NOT_FOUND = problem(404, 'not_found');

function refusedMethod(...allowed: readonly string[]): Reply {
  return { ...problem(405, 'method'), headers: { Allow: allowed.join(', ') } };
}

function pageOf({ ask, store, parts, owner }: Turn): Reply {
  const limit = parts.limit(ask.query.get('limit'));
  const cursor = ask.query.get('cursor');
  const at = cursor === null ? 0 : parts.readCursor(cursor);
  if (limit === undefined || at === undefined) return problem(400, 'bad_parameter');
  let assets: readonly Asset[] = store.assets.filter((one) => one.owner === owner);
  for (const [name, mayAsk] of Object.entries(parts.mayAsk)) {
    const value = ask.query.get(name);
    if (value === null) continue;
    if (!mayAsk(value)) return problem(400, 'bad_parameter');
    const fits = parts.fits[name];
    if (fits !== undefined) assets = assets.filter(({ entry }) => fits(entry, value));
  }
  const order = ask.query.get('order');
  if (order !== null) assets = parts.sorted(assets, order);
  const data = parts.slice(assets, at, limit).map(({ entry }) => parts.show(entry, 'list'));
  const next = parts.next(assets.length, at, limit);
  const page = { next: next === undefined ? null : parts.writeCursor(next), size: parts.size(data, assets) };
  return { status: 200, body: { data, page }, headers: { 'Cache-Control': 'no-store' } };
}

function answerAboutAssets(turn: Turn): Reply {
  const { ask, store, parts, owner } = turn;
  if (ask.method === 'GET' || ask.method === 'HEAD') return pageOf(turn);
  if (ask.method !== 'POST') return refusedMethod('GET', 'POST');
  const read = bodyOf(turn, 'asset');
  if (isRefusal(read)) return read;
  store.made += 1;
  const entry = { ...parts.newAsset(read['sent'] as Entry), id: parts.newId(store) };
  store.assets.push({ entry, owner, at: store.made });
  const headers = { Location: `/v2/assets/${entry.id}` };
  return { status: 201, body: { data: parts.show(entry, 'made') }, headers };
}

function answerAboutAsset(turn: Turn, found: Asset): Reply {
  const { ask, store, parts } = turn;
  switch (ask.method) {
    case 'GET':
    case 'HEAD':
      return { status: 200, body: { data: parts.show(found.entry, 'one') } };
    case 'DELETE':
      parts.removeAsset(store, found);
      return { status: 204 };
    case 'PUT':
    case 'PATCH': {
      const isChange = ask.method === 'PATCH';
      const read = bodyOf(turn, 'asset', isChange);
      if (isRefusal(read)) return read;
      const sent = read['sent'] as Entry;
      parts.update(
        store,
        found,
        isChange ? parts.changed(found.entry, sent) : parts.replaced(found.entry, sent, parts),
      );
      return { status: 200, body: { data: parts.show(found.entry, 'changed') } };
    }
  }
  return refusedMethod('GET', 'PUT', 'PATCH', 'DELETE');
}

function below(turn: Turn, found: Asset, what: string, name: string | undefined): Reply {
  const { ask, store, parts } = turn;
  const tags = found.entry['tags'] as readonly string[];
  if (what === 'tags' && name === undefined)
    return ask.method === 'GET' || ask.method === 'HEAD'
      ? { status: 200, body: { data: tags } }
      : refusedMethod('GET');
  if (what === 'tags' && name !== undefined) {
    if (ask.method === 'PUT') {
      if (!parts.isTag(name)) return problem(422, 'invalid', { fields: ['tag'] });
      parts.update(store, found, { ...found.entry, tags: parts.tagged(tags, name) });
      return { status: 204 };
    }
    if (ask.method !== 'DELETE') return refusedMethod('PUT', 'DELETE');
    if (!tags.includes(name)) return NOT_FOUND;
    parts.update(store, found, { ...found.entry, tags: parts.untagged(tags, name) });
    return { status: 204 };
  }
  if (what !== 'content' || name !== undefined) return NOT_FOUND;
  if (ask.method !== 'POST') return refusedMethod('POST');
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(ask.headers['content-type'] ?? ''))
    return problem(415, 'media_type');
  if (ask.text === '') return problem(400, 'no_body');
  const next = parts.uploaded(found.entry, ask);
  if (next === undefined) return problem(422, 'invalid', { fields: ['file'] });
  parts.update(store, found, next);
  return { status: 200, body: { data: parts.show(found.entry, 'changed') } };
}

function albums(
  turn: Turn,
  slug: string | undefined,
  what: string | undefined,
  id: string | undefined,
): Reply {
  const { ask, store, parts, owner } = turn;
  const isRead = ask.method === 'GET' || ask.method === 'HEAD';
  if (slug === undefined) {
    const own = store.albums.filter((one) => one.owner === owner);
    if (isRead) return { status: 200, body: { data: own.map((album) => parts.showAlbum(album)) } };
    if (ask.method !== 'POST') return refusedMethod('GET', 'POST');
    const read = bodyOf(turn, 'album');
    if (isRefusal(read)) return read;
    const entry = read['sent'] as Entry;
    if (parts.isTaken(store, entry['slug'], owner)) return problem(409, 'taken');
    const album = { entry, owner, inside: new Set() };
    store.albums.push(album);
    return { status: 201, body: { data: parts.showAlbum(album) } };
  }
  const album = parts.findAlbum(store, slug, owner);
  if (album === undefined) return NOT_FOUND;
  if (what === undefined) {
    if (isRead) return { status: 200, body: { data: parts.showAlbum(album) } };
    if (ask.method !== 'DELETE') return refusedMethod('GET', 'DELETE');
    parts.removeAlbum(store, album);
    return { status: 204 };
  }
  if (what !== 'assets') return NOT_FOUND;
  if (id === undefined) {
    if (!isRead) return refusedMethod('GET');
    const data = store.assets
      .filter(({ entry }) => album.inside.has(entry['id']))
      .map(({ entry }) => parts.show(entry, 'album'));
    return { status: 200, body: { data } };
  }
  const found = parts.findAsset(store, id, owner);
  if (ask.method === 'PUT') {
    if (found === undefined) return NOT_FOUND;
    parts.put(album, id);
    return { status: 204 };
  }
  if (ask.method !== 'DELETE') return refusedMethod('PUT', 'DELETE');
  if (!album.inside.has(id)) return NOT_FOUND;
  parts.take(album, id);
  return { status: 204 };
}

function exported(turn: Turn, id: string | undefined): Reply {
  const { ask, store, parts, owner } = turn;
  if (id === undefined) {
    if (ask.method !== 'POST') return refusedMethod('POST');
    const read = bodyOf(turn, 'export');
    if (isRefusal(read)) return read;
    const entry = { kinds: ['image', 'sound'], ...(read['sent'] as Entry), id: store.exports.length + 1 };
    store.exports.push({ owner, entry, looks: 0 });
    const headers = { Location: `/v2/exports/${String(entry.id)}` };
    return { status: 202, body: { data: { ...entry, state: parts.stateOf(0) } }, headers };
  }
  if (ask.method !== 'GET' && ask.method !== 'HEAD') return refusedMethod('GET');
  const found = store.exports.find((one) => String(one.entry['id']) === id && one.owner === owner);
  if (found === undefined) return NOT_FOUND;
  found.looks += 1;
  return { status: 200, body: { data: { ...found.entry, state: parts.stateOf(found.looks) } } };
}

function answer(ask: Ask, store: Store, parts: Parts): Reply {
  const [version, first, id, what, name, ...rest] = ask.path.split('/').slice(1).map(decodeURIComponent);
  if (version !== 'v2' || rest.length > 0) return NOT_FOUND;
  const owner = parts.owner(ask);
  if (owner === undefined) return parts.unauthorized();
  const turn = { ask, store, parts, owner };
  if (first === 'albums') return albums(turn, id, what, name);
  if (first === 'exports' && what === undefined) return exported(turn, id);
  if (first !== 'assets') return NOT_FOUND;
  if (id === undefined) return answerAboutAssets(turn);
  const found = parts.findAsset(store, id, owner);
  if (found === undefined) return NOT_FOUND;
  return what === undefined ? answerAboutAsset(turn, found) : below(turn, found, what, name);
}

/** Makes an archive with these parts in place of the honest ones. */
export function archiveWith(changes: Partial<Parts> = {}): MakeService {
  return () => {
    const parts: Parts = { ...honest, ...changes };
    const store: Store = { assets: [], albums: [], exports: [], made: 0 };
    for (const title of ['Dawn', 'Noon', 'Dusk']) {
      store.made += 1;
      const made = honest.newAsset({ title, kind: title === 'Noon' ? 'sound' : 'image' });
      const entry = { ...made, id: honest.newId(store), tags: ['sky'], bytes: title.length };
      store.assets.push({ entry, owner: 'first', at: store.made });
    }
    const [asset] = store.assets;
    store.albums.push({
      entry: { slug: 'sky', name: 'Sky' },
      owner: 'first',
      inside: new Set([asset?.entry['id']]),
    });
    return (ask) => {
      let reply: Reply;
      try {
        reply = answer(ask, store, parts);
      } catch {
        reply = problem(400, 'bad_path');
      }
      return parts.sent(reply, ask, store);
    };
  };
}
