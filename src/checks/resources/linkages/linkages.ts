import { SAFE_METHODS } from '../../../http/exchange.ts';
import { splitTarget } from '../../../interface/path-matching.ts';
import { type Linkage, linkagesOf } from '../../../interface/resources/linkages.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { isList, isName, isObject, type Json, memberOf } from '../../../json/value.ts';
import { plainText } from '../../../json/lossless.ts';
import { type Contract, saysWhenRefused } from '../../../oracle/contract.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { asksForWhole } from '../lists/asked-in-query.ts';
import { isSuccess } from '../deeds.ts';

/** Whether a linkage names what it was told to, and nothing else goes or stays for it. */

/** What an identifier names, as one text. */
type Named = string;

function textsOf(value: Json | undefined): readonly Named[] | undefined {
  const all = isList(value) ? value : value === null ? [] : [value];
  const names = all.flatMap((one): Named[] => {
    if (!isObject(one)) return [];
    const [type, id] = [memberOf(one, 'type'), memberOf(one, 'id')];
    return isName(type) && isName(id) ? [`${plainText(type)} ${plainText(id)}`] : [];
  });
  return names.length < all.length ? undefined : names;
}

/** What a body names; `undefined` where that is not all it may name: it has a further page, or is of another kind. */
function namedIn(body: Json | undefined): readonly Named[] | undefined {
  if (!isObject(body) || memberOf(body, 'data') === undefined) return undefined;
  const links = memberOf(body, 'links');
  const next = isObject(links) ? memberOf(links, 'next') : undefined;
  return next === undefined || next === null ? textsOf(memberOf(body, 'data')) : undefined;
}

/** What is known of the linkage of one entry. */
type Standing = {
  /** What it has to name. */
  named: ReadonlySet<Named>;
  /** What the run put there by itself, as long as it has to be named: of anything else nobody knows who names it. */
  put: ReadonlySet<Named>;
  /** What was taken out of it. */
  gone: ReadonlySet<Named>;
  /** The requests that brought it about, the last one first. */
  by: readonly Reading[];
};

/** Requests that are named in a violation, beside the answer that shows it. */
const MOST_BY = 3;

class LinkageBook {
  readonly #linkage: Linkage;
  readonly #tribunal: Tribunal;
  readonly #contract: Contract;
  readonly #standings = new Map<string, Standing>();

  constructor(linkage: Linkage, contract: Contract, tribunal: Tribunal) {
    this.#linkage = linkage;
    this.#contract = contract;
    this.#tribunal = tribunal;
  }

  note(reading: Reading): void {
    const { exchange, expectation, answer } = reading;
    const { method, target, credential } = exchange.request;
    const { read, replace, add, remove } = this.#linkage;
    const id = expectation.operation?.id;
    const path = canonicalPath(splitTarget(this.#contract.basePath, target).path ?? '');
    if (id === read.id && credential.kind === 'valid') {
      this.#shown(path, reading);
      return;
    }
    if (SAFE_METHODS.has(method)) return;
    const status = answer?.status ?? 0;
    // What is refused changes nothing, whoever asks for it.
    if (status >= 400 && status < 500) return;
    const isOwn = [replace, add, remove].some((one) => one !== undefined && one.id === id);
    const sent = isOwn && isSuccess(reading) && status !== 202 ? namedIn(sentValue(reading)) : undefined;
    const before = this.#standings.get(path);
    // Whatever else is done may change what is linked to what.
    this.#standings.clear();
    if (sent === undefined || credential.kind !== 'valid') return;
    const now = { named: new Set(sent), put: new Set(sent), gone: new Set<Named>(), by: [reading] };
    const after =
      id === replace?.id ? replaced(now, before) : id === add?.id ? added(now, before) : removed(now, before);
    this.#standings.set(path, { ...after, by: [reading, ...(before?.by ?? [])].slice(0, MOST_BY) });
  }

  #shown(path: string, reading: Reading): void {
    const json = reading.answer?.json;
    const isWhole = isSuccess(reading) && json?.kind === 'json' && asksForWhole(reading);
    const shown = isWhole ? namedIn(json.value) : undefined;
    if (shown === undefined) return;
    const known = this.#standings.get(path);
    if (known !== undefined && known.by.length > 0) this.#judge(known, new Set(shown), shown.length, reading);
    const { put = new Set<Named>(), gone = new Set<Named>(), by = [] } = known ?? {};
    this.#standings.set(path, { named: new Set(shown), put, gone, by });
  }

  #judge({ named, gone, by }: Standing, shown: ReadonlySet<Named>, count: number, reading: Reading): void {
    const lost = [...named].find((one) => !shown.has(one));
    const kept = [...gone].find((one) => shown.has(one));
    const exchanges = [reading, ...by].map(({ exchange }) => exchange.id);
    const operation = by[0]?.expectation.operation?.id;
    const broken = (expected: string, actual: string, deviation: string): void => {
      this.#tribunal.breaks({ exchanges, operation, expected, actual, deviation });
    };
    if (lost !== undefined)
      broken(
        `a linkage that names ${lost}`,
        'it does not name it',
        'a linkage does not name what was put there',
      );
    else if (kept !== undefined)
      broken(
        `a linkage that does not name ${kept} any more`,
        'it names it',
        'a linkage names what was taken out',
      );
    else if (count > shown.size)
      broken('a linkage that names each once', 'it names one twice', 'a linkage names one twice');
    else this.#tribunal.proves(operation);
  }
}

function less(all: ReadonlySet<Named>, others: ReadonlySet<Named>): ReadonlySet<Named> {
  return new Set([...all].filter((one) => !others.has(one)));
}

function both(one: ReadonlySet<Named>, other: ReadonlySet<Named> = new Set()): ReadonlySet<Named> {
  return new Set([...one, ...other]);
}

/** All that was put there before goes. What a service names by itself may come again. */
function replaced(now: Standing, before: Standing | undefined): Standing {
  return { ...now, gone: less(both(before?.put ?? new Set(), before?.gone), now.named) };
}

function added(now: Standing, before: Standing | undefined): Standing {
  return {
    ...now,
    named: both(now.named, before?.named),
    put: both(now.put, before?.put),
    gone: less(before?.gone ?? new Set(), now.named),
  };
}

function removed(now: Standing, before: Standing | undefined): Standing {
  return {
    ...now,
    named: less(before?.named ?? new Set(), now.named),
    put: less(before?.put ?? new Set(), now.named),
    gone: both(now.named, before?.gone),
  };
}

/** The linkages of which a run can tell what they name. */
export function tellingLinkages(document: Contract['interface']): readonly Linkage[] {
  return saysWhenRefused(document) ? [] : linkagesOf(document);
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const books = tellingLinkages(run.contract.interface).map(
    (linkage) => new LinkageBook(linkage, run.contract, tribunal),
  );
  for (const reading of books.length === 0 ? [] : run.readings)
    if (reading.answer?.limited !== true) for (const book of books) book.note(reading);
  return tribunal.outcome();
}

/** The check of linkages of JSON:API. */
export const linkageChecks: readonly Check[] = [
  {
    id: 'resources.linkage-kept',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'a linkage names what was put there, and not what was taken out',
    explanation:
      'Reads a linkage of JSON:API (`/articles/{id}/relationships/tags`) after each PATCH, POST and DELETE of it, where these come as `application/vnd.api+json`: a PATCH replaces all that the run put there, a POST keeps the others and adds nothing twice, a DELETE takes out what it names alone, and what is refused changes nothing. What a service names by itself may stay.',
    notApplicable: (document) =>
      tellingLinkages(document).length > 0
        ? undefined
        : 'the document has no place of a linkage of JSON:API that is read and written',
    judge,
    foreign: saysNothing('what others changed in between may have changed the linkage'),
    sharpens: true,
  },
];
