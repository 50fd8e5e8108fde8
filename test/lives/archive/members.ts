import type { Ask, Reply } from '../../other-interfaces/run-against-service.ts';
import {
  all,
  type Entry,
  isObject,
  moment,
  oneOf,
  orNull,
  type Rules,
  text,
  whole,
} from '../clinic/service.ts';
import type { FaultyMember, Member } from '../member.ts';
import { archiveWith, honest, type Parts, problem } from './service.ts';

/** Archives: each conforming one with a freedom that the document leaves, each other one with one fault. */

function free(name: string, changes: Partial<Parts>): Member {
  return { name, serve: archiveWith(changes) };
}

function broken(name: string, finds: string, changes: Partial<Parts>): FaultyMember {
  return { name, finds, serve: archiveWith(changes) };
}

type Group = keyof Parts['rules'];

/** Other rules for some members of a body. */
function lax(name: string, group: Group, changed: Rules, finds = 'validation'): FaultyMember {
  return broken(name, finds, { rules: { ...honest.rules, [group]: { ...honest.rules[group], ...changed } } });
}

type Change = (reply: Reply, ask: Ask) => Reply;

/** Another answer where a request is of a kind. */
function altered(
  name: string,
  finds: string,
  method: string,
  path: RegExp,
  status: number,
  change: Change,
): FaultyMember {
  return broken(name, finds, {
    sent: (reply, ask) =>
      ask.method === method && path.test(ask.path) && reply.status === status ? change(reply, ask) : reply,
  });
}

function of(value: unknown): Entry {
  return isObject(value) ? value : {};
}

function withData(change: (data: Entry) => Entry): Change {
  return (reply) => ({ ...reply, body: { ...of(reply.body), data: change(of(of(reply.body)['data'])) } });
}

function without(entry: Entry, ...names: readonly string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
}

const ASSETS = /\/assets$/;
const ALL_ASSETS = /^\/v2\/assets$/;
const ASSET = /^\/v2\/assets\/[^/]+$/;
const TAG = /\/tags\/[^/]+$/;
const ALBUMS = /\/albums$/;
const ALBUM = /\/albums\/[^/]+$/;
const LINK = /\/albums\/[^/]+\/assets\/[^/]+$/;
const EXPORTS = /\/exports$/;
const UPLOAD = /\/content$/;

export const conformingArchives: readonly Member[] = [
  free('plain', {}),
  free('the newest first', {
    slice: (assets, at, limit) => assets.toReversed().slice(at, at + limit),
    sorted: (assets, order) => honest.sorted(assets, order).toReversed(),
  }),
  free('cursors that are keys of the last entry', {
    writeCursor: (at) => `k${String(at * 31 + 7)}`,
    readCursor: (cursor) =>
      /^k\d+$/.test(cursor) && (Number(cursor.slice(1)) - 7) % 31 === 0
        ? (Number(cursor.slice(1)) - 7) / 31
        : undefined,
  }),
  free('an empty page at the end', { next: (count, at, limit) => (at < count ? at + limit : undefined) }),
  free('tags in the order of the alphabet', { tagged: (tags, one) => honest.tagged(tags, one).toSorted() }),
  free('no default is shown but in its place', {
    show: (entry) => ({ ...entry, rating: entry['rating'] ?? null }),
  }),
  free('an export is done at once', { stateOf: () => 'done' }),
  free('an export never gets done', { stateOf: () => 'queued' }),
  free('more about an error', {
    sent: (reply) =>
      isObject(reply.body) && 'error' in reply.body
        ? { ...reply, body: { error: { fields: [], ...of(reply.body['error']), trace: 'x1' } } }
        : reply,
  }),
  free('a challenge with an error', {
    unauthorized: () => ({
      ...problem(401, 'unauthorized'),
      headers: { 'WWW-Authenticate': 'Bearer realm="archive", error="invalid_token"' },
    }),
  }),
  free('moments in UTC', {
    newAsset: (sent) => ({
      ...honest.newAsset(sent),
      ...(typeof sent['takenAt'] === 'string' ? { takenAt: new Date(sent['takenAt']).toISOString() } : {}),
    }),
  }),
  free('titles are trimmed', {
    newAsset: (sent) => ({ ...honest.newAsset(sent), title: String(sent['title']).trim() || sent['title'] }),
    changed: (old, sent) => ({
      ...old,
      ...sent,
      ...(typeof sent['title'] === 'string' ? { title: sent['title'].trim() || sent['title'] } : {}),
    }),
  }),
  free('taking out what is not there is fine elsewhere', {
    sent: (reply, ask) =>
      ask.method === 'DELETE' && TAG.test(ask.path) && reply.status === 404 ? { status: 204 } : reply,
  }),
  free('albums show more', {
    showAlbum: (album) => ({ ...honest.showAlbum(album), cover: album.entry['cover'] ?? null, owner: 'me' }),
  }),
  free('nobody counts what is in an album', {
    showAlbum: (album) => ({ ...honest.showAlbum(album), count: 0 }),
  }),
  free('slugs are shared by all', {
    isTaken: (store, slug) => store.albums.some(({ entry }) => entry['slug'] === slug),
  }),
  free('identities of letters', {
    newId: (store) => `ast_${'abcdefghij'.slice(store.made % 10)}${store.made.toString(36).padStart(9, 'q')}`,
  }),
  free('HEAD is refused', {
    sent: (reply, ask) =>
      ask.method === 'HEAD' ? { ...problem(405, 'method'), headers: { Allow: 'GET' } } : reply,
  }),
  free('404 before 401', {
    sent: (reply, ask) =>
      reply.status === 401 && /nothing/.test(ask.path) ? problem(404, 'not_found') : reply,
  }),
];

const before = new WeakMap<object, Entry>();

export const faultyArchives: readonly FaultyMember[] = [
  // What requests do to entries.
  broken('a replacement keeps the credit', 'resources.replacement-is-whole', {
    replaced: (old, sent, parts) => ({
      ...honest.replaced(old, sent, parts),
      credit: sent['credit'] ?? old['credit'],
    }),
  }),
  broken('a replacement keeps the size', 'resources.replacement-is-whole', {
    replaced: (old, sent, parts) => ({
      ...(old['size'] === undefined ? {} : { size: old['size'] }),
      ...honest.replaced(old, sent, parts),
    }),
  }),
  broken('a replacement keeps public', 'resources.replacement-is-whole', {
    replaced: (old, sent, parts) => ({
      ...honest.replaced(old, sent, parts),
      public: sent['public'] ?? old['public'],
    }),
  }),
  broken('a replacement gives a new id', 'resources', {
    replaced: (old, sent, parts) => ({ ...honest.replaced(old, sent, parts), id: `${String(old['id'])}0` }),
  }),
  broken('moments lose their offset', 'collections.created-as-sent', {
    newAsset: (sent) => ({
      ...honest.newAsset(sent),
      ...(typeof sent['takenAt'] === 'string'
        ? { takenAt: sent['takenAt'].replace(/[+-]\d\d:\d\d$/, 'Z') }
        : {}),
    }),
  }),
  broken('a replacement is not stored', 'resources.update-stored', { replaced: (old) => old }),
  broken('a change is answered and not stored', 'resources.update-stored', {
    update: (store, asset, next) => {
      before.set(asset, asset.entry);
      honest.update(store, asset, next);
      queueMicrotask(() => {
        asset.entry = before.get(asset) ?? next;
      });
    },
  }),
  broken('a change of the rating is lost', 'resources.update-stored', {
    changed: (old, sent) => ({ ...old, ...without(sent, 'rating') }),
  }),
  broken('a change of the size is lost', 'resources.update-stored', {
    changed: (old, sent) => ({ ...old, ...without(sent, 'size') }),
  }),
  broken('a change to private is lost', 'resources.update-stored', {
    changed: (old, sent) => ({ ...old, ...sent, public: sent['public'] === true ? true : old['public'] }),
  }),
  broken('a change resets public', 'resources.change-keeps-rest', {
    changed: (old, sent) => ({ ...old, public: false, ...sent }),
  }),
  broken('a change takes the size away', 'resources.change-keeps-rest', {
    changed: (old, sent) => ({ ...without(old, 'size'), ...sent }),
  }),
  broken('a change of the title changes the credit', 'resources.change-keeps-rest', {
    changed: (old, sent) => ({
      ...old,
      ...sent,
      ...(sent['title'] === undefined ? {} : { credit: sent['credit'] ?? null }),
    }),
  }),
  broken('a change goes to the asset before as well', 'resources.others-unchanged|resources.update-stored', {
    update: (store, asset, next) => {
      honest.update(store, asset, next);
      const other = store.assets[store.assets.indexOf(asset) - 1];
      if (other !== undefined && next['title'] !== undefined)
        other.entry = { ...other.entry, title: next['title'] };
    },
  }),
  // Links, and places of lists.
  broken('what is put into an album is not there', 'resources.made-as-asked', { put: () => undefined }),
  broken('what is taken out of an album stays', 'resources.removed-is-gone', { take: () => undefined }),
  broken('the size is turned round', 'collections', {
    newAsset: (sent) => ({
      ...honest.newAsset(sent),
      ...(Array.isArray(sent['size']) ? { size: sent['size'].toReversed() } : {}),
    }),
  }),
  // Creations.
  broken('a creation is public', 'collections|resources.made-as-asked', {
    newAsset: (sent) => ({ ...honest.newAsset(sent), public: sent['public'] ?? true }),
  }),
  broken('the kind is always image', 'collections', {
    newAsset: (sent) => ({ ...honest.newAsset(sent), kind: 'image' }),
  }),
  broken('the rating is not stored', 'collections|resources', {
    newAsset: (sent) => honest.newAsset(without(sent, 'rating')),
  }),
  broken('a creation is not stored', 'collections', {
    sent: (reply, ask, store) => {
      if (ask.method === 'POST' && ALL_ASSETS.test(ask.path) && reply.status === 201) store.assets.pop();
      return reply;
    },
  }),
  broken('ids come again', 'collections', {
    newId: (store) => `ast_${String(store.made % 7).padStart(8, '0')}`,
  }),
  broken('Location has another id', 'collections', {
    sent: (reply, ask) =>
      ask.method === 'POST' && ALL_ASSETS.test(ask.path) && reply.status === 201
        ? { ...reply, headers: { Location: `${reply.headers?.['Location'] ?? ''}x` } }
        : reply,
  }),
  broken('the export forgets its kinds', 'bodies', {
    sent: (reply, ask) =>
      EXPORTS.test(ask.path) && reply.status === 202
        ? withData((data) => without(data, 'kinds'))(reply, ask)
        : reply,
  }),
  // Users.
  broken('others read assets', 'resources.not-read-by-others', {
    findAsset: (store, id) => store.assets.find(({ entry }) => entry['id'] === id),
  }),
  broken('others read albums', 'resources.not-read-by-others', {
    findAlbum: (store, slug) => store.albums.find(({ entry }) => entry['slug'] === slug),
  }),
  broken('others see all assets', 'resources.not-listed-by-others', {
    sent: (reply, ask, store) =>
      ALL_ASSETS.test(ask.path) &&
      ask.method === 'GET' &&
      reply.status === 200 &&
      honest.owner(ask) === 'other'
        ? {
            ...reply,
            body: { data: store.assets.map(({ entry }) => entry).slice(-100), page: { next: null, size: 1 } },
          }
        : reply,
  }),
  // Pages.
  broken('the next page leaves one out', 'resources.pages-complete', {
    next: (count, at, limit) => (at + limit + 1 < count ? at + limit + 1 : undefined),
  }),
  broken('the next page begins one too early', 'resources.pages-each-once', {
    next: (count, at, limit) => (at + limit < count ? at + Math.max(1, limit - 1) : undefined),
  }),
  broken('the next page is never there', 'resources', { next: () => undefined }),
  broken('the next page is always there', 'resources', {
    next: (count, at, limit) => (at + limit < count ? at + limit : 0),
  }),
  broken('the last page is not reached where it is full', 'resources.pages-complete', {
    next: (count, at, limit) => (at + 2 * limit < count ? at + limit : undefined),
  }),
  // That the `size` of a page is that of the page alone, a description says and nothing else.
  broken('a page has one too many', 'resources.page-length', {
    slice: (assets, at, limit) => assets.slice(at, at + limit + 1),
  }),
  // A page that is shorter than asked for may be the bound of the service.
  // What the schema allows may be refused all the same, with a refusal that the document has: rules of its own are no fault.
  broken('limit 101 is taken', 'validation', {
    limit: (value) => (value === '101' ? 100 : honest.limit(value)),
  }),
  broken('limit 0 is taken', 'validation', { limit: (value) => (value === '0' ? 25 : honest.limit(value)) }),
  broken('limit as a word is taken', 'validation', {
    limit: (value) => (value !== null && Number.isNaN(Number(value)) ? 25 : honest.limit(value)),
  }),
  broken('the filter of the kind is ignored', 'resources.filter-holds', {
    fits: { ...honest.fits, kind: () => true },
  }),
  // Not seen yet: filters by one of the texts in a list (`tag` for `tags`).
  broken('an unknown kind is taken in the filter', 'validation.parameter', {
    mayAsk: { ...honest.mayAsk, kind: () => true },
  }),
  broken('an unknown order is taken', 'validation.parameter', {
    mayAsk: { ...honest.mayAsk, order: () => true },
  }),
  broken('descending titles ascend', 'resources.order-holds', {
    sorted: (assets, order) => honest.sorted(assets, order === 'title_desc' ? 'title_asc' : order),
  }),
  // Numbers of several lengths, which the order would take, come from the service alone.
  broken('the order by bytes is none', 'resources.order-holds', {
    sorted: (assets, order) => (order.startsWith('bytes') ? assets : honest.sorted(assets, order)),
  }),
  // Authentication.
  broken('no token is needed for albums', 'authentication', {
    owner: (ask) =>
      honest.owner(ask) ?? (ALBUMS.test(ask.path) && ask.method === 'GET' ? 'first' : undefined),
  }),
  broken('no token is needed for tags', 'authentication', {
    owner: (ask) => honest.owner(ask) ?? (TAG.test(ask.path) ? 'first' : undefined),
  }),
  broken('no token is needed to upload', 'authentication', {
    owner: (ask) => honest.owner(ask) ?? (UPLOAD.test(ask.path) ? 'first' : undefined),
  }),
  broken('no token is needed to take out of albums', 'authentication', {
    owner: (ask) =>
      honest.owner(ask) ?? (LINK.test(ask.path) && ask.method === 'DELETE' ? 'first' : undefined),
  }),
  broken('any token is taken', 'authentication', {
    owner: (ask) =>
      honest.owner(ask) ?? (ask.headers.authorization?.startsWith('Bearer ') === true ? 'first' : undefined),
  }),
  broken('Basic is taken', 'authentication', {
    owner: (ask) =>
      honest.owner(ask) ?? (ask.headers.authorization?.startsWith('Basic ') === true ? 'first' : undefined),
  }),
  broken('401 without a challenge', 'headers', { unauthorized: () => problem(401, 'unauthorized') }),
  broken('401 with a challenge of Basic', 'headers', {
    unauthorized: () => ({
      ...problem(401, 'unauthorized'),
      headers: { 'WWW-Authenticate': 'Basic realm="x"' },
    }),
  }),
  broken('403 without a token', 'authentication', { unauthorized: () => problem(403, 'forbidden') }),
  // Statuses and bodies.
  altered('a tag answers 200', 'statuses', 'PUT', TAG, 204, () => ({ status: 200, body: {} })),
  altered('a tag answers 201', 'statuses', 'PUT', TAG, 204, () => ({ status: 201 })),
  altered('a removed tag answers 200', 'statuses', 'DELETE', TAG, 204, () => ({ status: 200, body: {} })),
  altered('a link answers 200', 'statuses', 'PUT', LINK, 204, () => ({ status: 200, body: {} })),
  altered('an album is made with 200', 'statuses', 'POST', ALBUMS, 201, (reply) => ({
    ...reply,
    status: 200,
  })),
  altered('an export answers 200', 'statuses', 'POST', EXPORTS, 202, (reply) => ({ ...reply, status: 200 })),
  altered('an export has no Location', 'headers', 'POST', EXPORTS, 202, (reply) => ({
    ...reply,
    headers: {},
  })),
  // Where the `Location` of a 202 leads to, no RFC says.
  altered(
    'an export says another format',
    'bodies',
    'POST',
    EXPORTS,
    202,
    withData((data) => ({ ...data, format: 'rar' })),
  ),
  altered(
    'exports in another state',
    'bodies',
    'GET',
    /exports/,
    200,
    withData((data) => ({ ...data, state: 'waiting' })),
  ),
  altered('an absent album is 200', 'bodies|resources', 'GET', ALBUM, 404, () => ({
    status: 200,
    body: { data: null },
  })),
  altered('an absent asset is an empty answer', 'statuses', 'GET', ASSET, 404, () => ({ status: 204 })),
  // 204 for what is not there is the same as for what was removed: DELETE is idempotent.
  // Which of the documented refusals a conflict gets, the document does not say to programs.
  altered('a conflict is 500', 'statuses', 'POST', ALBUMS, 409, () => problem(500, 'taken')),
  altered('a list may be cached', 'headers', 'GET', ALL_ASSETS, 200, (reply) => ({
    ...reply,
    headers: { 'Cache-Control': 'max-age=60' },
  })),
  altered('an answer without envelope', 'bodies', 'GET', ASSET, 200, (reply) => ({
    ...reply,
    body: of(reply.body)['data'],
  })),
  altered('a creation without envelope', 'bodies', 'POST', ALBUMS, 201, (reply) => ({
    ...reply,
    body: of(reply.body)['data'],
  })),
  altered('a list has a total', 'bodies', 'GET', ALL_ASSETS, 200, (reply) => ({
    ...reply,
    body: { ...of(reply.body), total: 3 },
  })),
  altered(
    'the object is called picture',
    'bodies',
    'GET',
    ASSET,
    200,
    withData((data) => ({ ...data, object: 'picture' })),
  ),
  altered(
    'an asset has more members',
    'bodies',
    'GET',
    ASSET,
    200,
    withData((data) => ({ ...data, _rev: 1 })),
  ),
  altered(
    'an asset without tags',
    'bodies',
    'PATCH',
    ASSET,
    200,
    withData((data) => without(data, 'tags')),
  ),
  altered(
    'an asset without credit',
    'bodies',
    'PUT',
    ASSET,
    200,
    withData((data) => without(data, 'credit')),
  ),
  altered(
    'bytes are a text',
    'bodies',
    'POST',
    UPLOAD,
    200,
    withData((data) => ({ ...data, bytes: String(data['bytes']) })),
  ),
  altered(
    'three numbers of a size',
    'bodies',
    'GET',
    ASSET,
    200,
    withData((data) =>
      Array.isArray(data['size']) ? { ...data, size: [...(data['size'] as unknown[]), 1] } : data,
    ),
  ),
  altered(
    'a size of texts',
    'bodies',
    'POST',
    ALL_ASSETS,
    201,
    withData((data) =>
      Array.isArray(data['size']) ? { ...data, size: (data['size'] as unknown[]).map(String) } : data,
    ),
  ),
  altered('an error in another shape', 'errors', 'POST', ALL_ASSETS, 422, () => ({
    status: 422,
    body: { message: 'no' },
  })),
  altered('an error without code', 'errors', 'DELETE', ASSET, 404, () => ({
    status: 404,
    body: { error: { message: 'no' } },
  })),
  altered('an error with a code in capitals', 'errors', 'PATCH', ASSET, 422, () => problem(422, 'INVALID')),
  altered('an error with an empty message', 'errors', 'GET', ALBUM, 404, () => ({
    status: 404,
    body: { error: { code: 'x', message: '' } },
  })),
  altered('an error with more beside it', 'errors', 'GET', ASSETS, 400, (reply) => ({
    ...reply,
    body: { ...of(reply.body), status: 400 },
  })),
  altered('fields of an error are a text', 'errors', 'PUT', ASSET, 422, () =>
    problem(422, 'invalid', { fields: 'title' }),
  ),
  // Rules of bodies.
  lax('an empty title is taken', 'asset', { title: text(0, 120) }),
  lax('121 letters are taken', 'asset', { title: text(1, 121) }),
  lax('a kind in capitals is taken', 'asset', {
    kind: oneOf('image', 'sound', 'IMAGE', 'Image', 'SOUND', 'Sound'),
  }),
  lax('a null title is taken', 'asset', { title: orNull(text(1, 120)) }),
  lax('a size of one is taken', 'asset', { size: all(whole(1, 1e15), 1, 2) }),
  lax('a size of three is taken', 'asset', { size: all(whole(1, 1e15), 2, 3) }),
  lax('a size of 0 is taken', 'asset', { size: all(whole(0, 1e15), 2, 2) }),
  lax('a size of fractions is taken', 'asset', {
    size: all((value) => typeof value === 'number' && value >= 1, 2, 2),
  }),
  lax('only the first of a size is looked at', 'asset', {
    size: (value) => Array.isArray(value) && value.length === 2 && whole(1, 1e15)(value[0]),
  }),
  lax('a rating of 6 is taken', 'asset', { rating: orNull(whole(1, 6)) }),
  lax('a rating of 0 is taken', 'asset', { rating: orNull(whole(0, 5)) }),
  lax('a rating of 2.5 is taken', 'asset', {
    rating: orNull((value) => typeof value === 'number' && value >= 1 && value <= 5),
  }),
  lax('a rating as a text is taken', 'asset', { rating: orNull((value) => whole(1, 5)(Number(value))) }),
  lax('public as a text is taken', 'asset', {
    public: (value) => typeof value === 'boolean' || value === 'true',
  }),
  lax('a day is taken for a moment', 'asset', {
    takenAt: (value) => moment(value) || /^\d{4}-\d\d-\d\d$/.test(String(value)),
  }),
  lax('a slug in capitals is taken', 'album', {
    slug: (value) => typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/i.test(value),
  }),
  lax('a slug that begins with a dash is taken', 'album', {
    slug: (value) => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value),
  }),
  lax('a long slug is taken', 'album', {
    slug: (value) => typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(value),
  }),
  lax('a cover without color is taken', 'album', { cover: orNull((value) => isObject(value)) }),
  lax('a cover as a text is taken', 'album', {
    cover: (value) => typeof value === 'string' || honest.rules.album['cover']?.(value) === true,
  }),
  lax('the same kind twice is taken', 'export', { kinds: all(oneOf('image', 'sound'), 0, 9) }),
  lax('any format is taken', 'export', { format: text(1, 20) }),
  broken('unknown members are taken', 'validation', { isClosed: false }),
  broken('an asset needs no kind', 'validation', { required: { ...honest.required, asset: ['title'] } }),
  broken('an album needs no name', 'validation', { required: { ...honest.required, album: ['slug'] } }),
  broken('an export needs no format', 'validation', { required: { ...honest.required, export: [] } }),
  // RFC 9110 leaves it open whether another media type is read.
  broken('an upload needs no file', 'validation', {
    uploaded: (old, ask) => honest.uploaded(old, ask) ?? old,
  }),
  // What writes gets no value in its path that breaks the schema: it may name what others made.
];
