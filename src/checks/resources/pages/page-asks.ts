import { withName } from '../../../interface/resources/names/names-elsewhere.ts';
import { plainName } from '../../../interface/names.ts';
import { keysInQuery } from '../../../credential/choose.ts';
import { withoutKeyExpressions } from '../../../credential/place.ts';
import { fieldValues } from '../../../http/fields.ts';
import { linkTargets } from '../../../http/link.ts';
import { isSameHost, queryParameters } from '../../../http/target.ts';
import type { Operation } from '../../../interface/model.ts';
import { isFormOfAnswer } from '../../../interface/parameters/forms-of-answers.ts';
import { leastEntriesOf } from '../../../interface/resources/read-collections.ts';
import { type ListModel, listModelOf } from '../../../interface/resources/lists/pages.ts';
import {
  LAST_NAMES,
  MORE_NAMES,
  NEXT_NAMES,
  TOTAL_NAMES,
} from '../../../interface/resources/lists/paging-members.ts';
import { searchModelsOf } from '../../../interface/resources/lists/searches.ts';
import { operationsAt, splitTarget } from '../../../interface/path-matching.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { plainText } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import {
  isList,
  isName,
  isObject,
  type JsonObject,
  type Json,
  memberOf,
  objectsIn,
} from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import { repeatsParameter } from '../../../oracle/parameter-facts.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';

/** What a request asks of a list, and what its answer shows: the entries of one page, and where the next one is. */

/**
 * What an answer tells of the page behind it. `token`: a text for the parameter that names a page. `target`: path and query of it,
 * relative to the base address. `more`: there is one. `elsewhere`: a link to another origin, or to something else.
 */
type NextPage =
  /** `isSaid`: a word of its own says that there is no more, and not only the place of a link that holds none. */
  | { readonly kind: 'end' | 'more' | 'untold' | 'elsewhere'; readonly isSaid?: true }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'target'; readonly path: string };

/** What a request asks of a list. */
export type ListAsk = {
  readonly model: ListModel;
  readonly reading: Reading;
  /** Canonical path of the list, relative to the base address. */
  readonly path: string;
  /** All parameters of the query but keys. */
  readonly query: ReadonlyMap<string, string>;
  /** Those that may choose among entries, and are neither position nor size, as one text. */
  readonly rest: string;
  readonly size: number | undefined;
  /** The text that names the page, as it was sent. */
  readonly position: string | undefined;
};

/** A page that was asked for and served. */
export type Page = ListAsk & {
  /** How many entries it has. */
  readonly count: number;
  /** The first of them: of a long list not all are kept. */
  readonly entries: readonly JsonObject[];
  /** Identities of the entries, in their order; `undefined` where one has none, or there are too many. */
  readonly ids: readonly string[] | undefined;
  readonly next: NextPage;
  /** The answer tells how many there are, or whether there is more. */
  readonly tellsEnd: boolean;
};

/** True for a page that has as few entries as the document allows (`minItems`): something has to be shown, even behind the end. */
export function isShortest({ count, model }: Page): boolean {
  return count <= leastEntriesOf(model.operation, model.entries.pointer);
}

/** A text that names a page is kept to this length. */
const LONGEST_TOKEN = 4_096;
/** So many entries of a page are looked at. */
const MOST_ENTRIES = 500;
const DEEPEST = 3;

/** The parameters of a query, without those that hold a key. */
function plainQuery(operation: Operation, query: string): ReadonlyMap<string, string> {
  const keys = keysInQuery(operation);
  const pairs = [...queryParameters(withoutKeyExpressions(query))].filter(([name]) => !keys.includes(name));
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, same]) => [
      name,
      same.map(([, value]) => value).join(','),
    ]),
  );
}

function written(query: ReadonlyMap<string, string>, without: readonly string[] = []): string {
  const pairs = [...query]
    .filter(([name]) => !without.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(pairs).toString();
}

/** Where a link leads to, where that is the same list at the same origin. */
function followed(
  { interface: document, basePath }: Contract,
  model: ListModel,
  link: string,
  reading: Reading,
): NextPage {
  const { headers, target } = reading.exchange.request;
  const host = fieldValues(headers, 'host')[0] ?? 'own';
  const url = link.length > LONGEST_TOKEN ? null : URL.parse(link, `http://${host}${target}`);
  if (url === null || !/^https?:$/.test(url.protocol) || !isSameHost(url, host)) return { kind: 'elsewhere' };
  const { path } = splitTarget(basePath, url.pathname);
  if (
    path === undefined ||
    !operationsAt(document, path).some(({ operation }) => operation === model.operation)
  )
    return { kind: 'elsewhere' };
  const query = written(plainQuery(model.operation, url.search.slice(1)));
  const own = canonicalPath(path);
  return { kind: 'target', path: query === '' ? own : `${own}?${query}` };
}

type Told = { readonly name: string; readonly value: Json };

/** The members of an answer whose names tell of pages, without looking into its entries. */
function toldIn(body: Json, entries: string | undefined, depth = 0): readonly Told[] {
  if (!isObject(body) || depth >= DEEPEST) return [];
  return Object.keys(body).flatMap((name): readonly Told[] => {
    const value = memberOf(body, name) ?? null;
    const plain = plainName(name);
    if (name === entries && isList(value)) return [];
    if (isObject(value)) {
      const href = plain === 'next' ? (memberOf(value, 'href') ?? memberOf(value, 'url')) : undefined;
      return href === undefined ? toldIn(value, undefined, depth + 1) : [{ name: 'next', value: href }];
    }
    const isTold = [NEXT_NAMES, MORE_NAMES, LAST_NAMES, TOTAL_NAMES].some((names) => names.has(plain));
    return isTold ? [{ name: plain, value }] : [];
  });
}

function byMembers(told: readonly Told[], follow: (link: string) => NextPage): NextPage {
  const says = (names: ReadonlySet<string>, is: boolean): boolean =>
    told.some(({ name, value }) => names.has(name) && value === is);
  if (says(MORE_NAMES, false) || says(LAST_NAMES, true)) return { kind: 'end', isSaid: true };
  const nexts = told.filter(({ name }) => NEXT_NAMES.has(name)).map(({ value }) => value);
  for (const value of nexts) {
    if (typeof value !== 'string' || value === '') continue;
    if (/^(?:https?:\/\/|\/|\?)/.test(value)) return follow(value);
    if (value.length <= LONGEST_TOKEN) return { kind: 'token', token: value };
  }
  if (nexts.some((value) => typeof value === 'number' || value === true)) return { kind: 'more' };
  if (says(MORE_NAMES, true)) return { kind: 'more' };
  if (nexts.length > 0) return { kind: 'end' };
  return { kind: 'untold' };
}

/** What an answer tells of the next page: its fields first, then the documented member, then members by their names. */
function nextIn(contract: Contract, model: ListModel, reading: Reading, body: Json): NextPage {
  const follow = (link: string): NextPage => followed(contract, model, link, reading);
  const [link] = linkTargets(reading.answer?.header('link') ?? [], 'next');
  if (link !== undefined) return follow(link);
  const [holder] = fromPointer(model.entries.pointer);
  const declared = model.isDeclared && model.next.length > 0 ? model.next[0] : undefined;
  const own = declared === undefined ? undefined : valueAt(body, fromPointer(declared));
  const told: readonly Told[] = own === undefined ? toldIn(body, holder) : [{ name: 'next', value: own }];
  const found = byMembers(told, follow);
  if (found.kind !== 'untold') return found;
  // Nothing but the answer leads on there: where it says nothing, there is no more.
  const by = model.pages?.by;
  const isDocumented =
    (by === 'cursor' && model.next.length > 0) || (by === 'link' && (model.hasLink || model.next.length > 0));
  return isDocumented && model.pages?.byLastEntry !== true ? { kind: 'end' } : found;
}

function idsOf({ identity }: ListModel, entries: readonly JsonObject[]): readonly string[] | undefined {
  if (identity === undefined) return undefined;
  const ids = entries.map((entry) => memberOf(entry, identity));
  const texts = ids.filter(isName).map((id) => plainText(id));
  return texts.length === entries.length ? texts : undefined;
}

/** What the body of a search asks for; `undefined` for one that breaks its schema, or that is more than plain values. */
function membersSent(reading: Reading): ReadonlyMap<string, string> | undefined {
  const body = reading.expectation.situation === 'ordinary' ? sentValue(reading) : undefined;
  if (!isObject(body)) return undefined;
  const texts = Object.entries(body).map(([name, value]): readonly [string, string | undefined] => {
    const items = isList(value) ? value : [value];
    const isPlain = items.every((item) => item !== null && typeof item !== 'object');
    return [name, isPlain ? items.map(String).join(',') : undefined];
  });
  const plain = texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return plain.length < texts.length ? undefined : new Map(plain);
}

const formsOf = onceFor(({ parameters }: Operation) =>
  parameters.filter(isFormOfAnswer).map(({ name }) => name),
);

/** What an exchange asks of a list with the valid key, whatever came; `undefined` where it asks for none. */
export const listAskOf: (contract: Contract, reading: Reading) => ListAsk | undefined = onceForBoth(
  (contract: Contract, reading: Reading): ListAsk | undefined => {
    const { exchange, expectation } = reading;
    const search = searchModelsOf(contract.interface).find(
      ({ operation }) => operation === expectation.operation,
    );
    const model = search ?? listModelOf(contract.interface, expectation.operation);
    if (model === undefined || exchange.request.method !== model.operation.method) return undefined;
    const { kind } = exchange.request.credential;
    if (kind !== 'valid' && model.operation.credential !== undefined) return undefined;
    const { path, query } = splitTarget(contract.basePath, exchange.request.target);
    if (path === undefined || repeatsParameter(model.operation, query)) return undefined;
    const parameters = search === undefined ? plainQuery(model.operation, query) : membersSent(reading);
    if (parameters === undefined) return undefined;
    const [position, size] = [model.pages?.position?.name ?? '', model.size?.parameter.name ?? ''];
    const asked = Number(parameters.get(size));
    return {
      model,
      reading,
      path: canonicalPath(path),
      query: parameters,
      rest: written(parameters, [position, size, ...formsOf(model.operation)]),
      size: parameters.has(size) && Number.isInteger(asked) ? asked : undefined,
      position: parameters.get(position),
    };
  },
);

/** The page that an exchange shows; `undefined` where it is none, or was not served to the valid key. */
export const pageOf: (contract: Contract, reading: Reading) => Page | undefined = onceForBoth(
  (contract: Contract, reading: Reading): Page | undefined => {
    const { answer } = reading;
    if (answer === undefined || answer.status < 200 || answer.status >= 300) return undefined;
    const ask = listAskOf(contract, reading);
    if (ask === undefined || answer.answer.truncated || answer.json.kind === 'invalid') return undefined;
    const { model } = ask;
    const found = valueAt(answer.json.value, fromPointer(model.entries.pointer));
    if (!isList(found)) return undefined;
    const entries = objectsIn(found.slice(0, MOST_ENTRIES)).map((entry) => withName(entry, model));
    const [holder] = fromPointer(model.entries.pointer);
    const next = nextIn(contract, model, reading, answer.json.value);
    const told = toldIn(answer.json.value, holder);
    return {
      ...ask,
      count: found.length,
      entries,
      ids: entries.length === found.length ? idsOf(model, entries) : undefined,
      next,
      tellsEnd: next.kind !== 'untold' || told.length > 0,
    };
  },
);

/** Path and query as they are compared: whatever the order of the parameters. */
export function askedAt({ path, query: all }: ListAsk): string {
  const query = written(all);
  return query === '' ? path : `${path}?${query}`;
}
