import { SAFE_METHODS } from '../../../http/exchange.ts';
import type { Operation } from '../../../interface/model.ts';
import { conflictsOf } from '../../../interface/resources/words/members/told-unique.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { type Reading, sentValue } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import { excerptJson, type Outcome, type Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { type Deed, deedOf, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { FreshValues } from './fresh-values.ts';
import { assignedResources, judgeAssigned } from './unique-assigned.ts';
import { sentTo } from '../life/members/entry-state.ts';
import { type Telling, type Unlike, unlikeResources } from './told-unlike.ts';
import { judgeUnread, unreadCreations } from './unique-unread.ts';

/** Whether a value that may be in one entry alone, by the words of the document, is in one entry alone. */

/** An entry that was made with a value. */
type Made = { readonly by: Reading; readonly path: string; readonly shown: Reading | undefined };

/** Two entries that were given one value, each by a request that was served. */
type Twins = { readonly first: Made; readonly second: Made; readonly name: string; readonly value: string };

/** What a read showed of an entry, as long as nothing was changed since. */
type Held = { readonly by: Reading; readonly entry: JsonObject; readonly place: string };

/** An entry that was refused a value that it was shown to have. */
type RefusedOwn = {
  readonly by: Reading;
  readonly held: Reading;
  readonly path: string;
  readonly sent: JsonObject;
  readonly names: readonly string[];
};

/** What a request gives beside these members, as comparable text. */
function beside(sent: JsonObject, names: readonly string[]): string {
  return canonicalJson(Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))));
}

const REFERENCE = /[a-z]I[dD]s?$|[-_]ids?$|[-_]ID$/;

/** What an entry names of others, by members or by the identity of what it holds, as comparable text. `own`: its own identity. */
function namedBy(entry: JsonObject, own: string | undefined): string {
  const named = Object.entries(entry).flatMap(([name, value]): (readonly [string, Json])[] => {
    const held = isObject(value) ? memberOf(value, 'id') : undefined;
    if (held !== undefined) return [[name, held]];
    return REFERENCE.test(name) && name !== own ? [[name, value]] : [];
  });
  return canonicalJson(Object.fromEntries(named));
}

/** The refusal that the document has for what is there already. */
function conflictIn({ expectation: { operation } }: Reading): string {
  return (operation === undefined ? undefined : conflictsOf(operation)[0]) ?? 'a refusal';
}

function isConflict({ answer, expectation: { operation } }: Reading): boolean {
  return operation !== undefined && conflictsOf(operation).includes(String(answer?.status));
}

/** One resource over a run: what was made with which value, and who shows it still. */
class UniqueBook {
  readonly #unlike: Unlike;
  readonly #tribunal: Tribunal;
  readonly #made = new Map<string, Made>();
  readonly #held = new Map<string, Held>();
  /** The lists in which entries were made. */
  readonly #madeAt = new Map<string, string>();
  readonly warnings: Violation[] = [];
  readonly #fresh: FreshValues | undefined;
  #twins: readonly Twins[] = [];
  #refusedOwn: RefusedOwn | undefined;

  constructor(unlike: Unlike, tribunal: Tribunal) {
    this.#unlike = unlike;
    this.#tribunal = tribunal;
    this.#fresh =
      unlike.create === undefined
        ? undefined
        : new FreshValues(unlike.create.operation, unlike.create.names, this.warnings);
  }

  note(deed: Deed | undefined, reading: Reading): void {
    const isOwn = deed?.resource === this.#unlike.resource;
    if (isOwn && deed.part === 'read') this.#read(deed, reading);
    if (SAFE_METHODS.has(reading.exchange.request.method)) return;
    const { operation } = reading.expectation;
    const given = isOwn && operation !== undefined ? this.#sent(reading, operation) : undefined;
    if (given !== undefined) this.#fresh?.note(reading, given);
    // Whatever changes something in between may have made room.
    this.#twins = [];
    const refused = this.#refusedOwn;
    this.#refusedOwn = undefined;
    if (isOwn && refused?.path === deed.path) this.#servedAnother(refused, reading);
    if (isOwn && (deed.part === 'change' || deed.part === 'replace')) this.#written(deed, reading);
    this.#held.clear();
    if (isOwn && deed.part === 'create') this.#created(deed, reading);
    else this.#made.clear();
  }

  /** What an entry is given that another one was shown to have. */
  #written({ path }: Deed, reading: Reading): void {
    const { answer, exchange, expectation } = reading;
    const told = this.#unlike.writers.find(({ operation }) => operation.id === expectation.operation?.id);
    const sent = told === undefined ? undefined : this.#sent(reading, told.operation);
    if (answer === undefined || told === undefined || sent === undefined) return;
    if (exchange.request.credential.kind !== 'valid') return;
    const place = path.slice(0, path.lastIndexOf('/'));
    this.#refusedOwn = this.#ownRefused(path, told, reading, sent);
    for (const name of told.names) {
      const value = memberOf(sent, name);
      if (value === undefined || value === null || value === '') continue;
      const text = canonicalJson(value);
      const others = [...this.#held].filter(
        ([other, held]) =>
          other !== path &&
          held.place === place &&
          (!told.isWithin || this.#areInOne(path, other)) &&
          canonicalJson(memberOf(held.entry, name) ?? null) === text,
      );
      for (const [other, held] of others.slice(0, 1)) {
        if (isConflict(reading)) this.#tribunal.proves(told.operation.id);
        if (!isSuccess(reading) || answer.status === 202) continue;
        const first = { by: held.by, path: other, shown: undefined };
        const second = { by: reading, path, shown: undefined };
        this.#twins = [...this.#twins, { first, second, name, value: text }];
      }
    }
  }

  /** True for two entries that are made in one list, and name the same others. */
  #areInOne(path: string, other: string): boolean {
    const [own, held] = [path, other].map((one) => this.#held.get(one)?.entry);
    if (own === undefined || held === undefined) return false;
    const { identity } = this.#unlike.resource;
    return (
      this.#madeAt.get(path) === this.#madeAt.get(other) && namedBy(own, identity) === namedBy(held, identity)
    );
  }

  /** What an entry was refused as taken, although nobody has it but the entry itself. */
  #ownRefused(path: string, { names }: Telling, by: Reading, sent: JsonObject): RefusedOwn | undefined {
    const held = this.#held.get(path);
    if (held === undefined || !isConflict(by)) return undefined;
    const given = names.filter((name) => Object.hasOwn(sent, name));
    const isSame = (entry: JsonObject, name: string): boolean =>
      canonicalJson(memberOf(entry, name) ?? null) === canonicalJson(memberOf(sent, name) ?? null);
    const isOthers = [...this.#held].some(
      ([other, { entry }]) => other !== path && given.some((name) => isSame(entry, name)),
    );
    if (given.length === 0 || isOthers || !given.every((name) => isSame(held.entry, name))) return undefined;
    return { by, held: held.by, path, sent, names: given };
  }

  /** The same request with other values was served: it is the entry's own that it was refused. */
  #servedAnother({ by, held, sent, names }: RefusedOwn, reading: Reading): void {
    const { operation } = reading.expectation;
    const now = operation === undefined ? undefined : this.#sent(reading, operation);
    if (operation === undefined || operation.id !== by.expectation.operation?.id || now === undefined) return;
    if (!isSuccess(reading) || beside(now, names) !== beside(sent, names)) return;
    const name = names.join(', ');
    this.warnings.push({
      exchanges: [by, held, reading].map(({ exchange }) => exchange.id),
      operation: operation.id,
      expected: `a success: no other entry has this ${name}`,
      actual: `${by.answer === undefined ? '' : statusText(by.answer)}; with another ${name} the same request is served`,
      deviation: `an entry is refused the ${name} that it has`,
    });
  }

  #read({ path }: Deed, reading: Reading): void {
    if (!isSuccess(reading)) return;
    const entry = entryIn(this.#unlike.resource, reading);
    if (entry === undefined) return;
    this.#held.set(path, { by: reading, entry, place: path.slice(0, path.lastIndexOf('/')) });
    const shows = ({ name, value }: Twins): boolean => canonicalJson(memberOf(entry, name) ?? null) === value;
    const marked = (made: Made): Made => (made.path === path ? { ...made, shown: reading } : made);
    for (const [key, made] of this.#made) {
      const [, name = '', value = ''] = JSON.parse(key) as readonly string[];
      if (canonicalJson(memberOf(entry, name) ?? null) === value) this.#made.set(key, marked(made));
    }
    this.#twins = this.#twins.map((twins) =>
      shows(twins) ? { ...twins, first: marked(twins.first), second: marked(twins.second) } : twins,
    );
    for (const twins of this.#twins) this.#blame(twins);
    this.#twins = this.#twins.filter(({ first, second }) => [first, second].some(({ shown }) => !shown));
  }

  #blame({ first, second, name, value }: Twins): void {
    if (first.shown === undefined || second.shown === undefined) return;
    const all = [second.by, first.by, first.shown, second.shown];
    this.#tribunal.breaks({
      exchanges: [...new Set(all.map(({ exchange }) => exchange.id))],
      operation: second.by.expectation.operation?.id,
      expected: `${conflictIn(second.by)}: another entry has this ${name}, as the document says`,
      actual: `${second.by.answer === undefined ? '' : statusText(second.by.answer)}, and both entries have ${name}: ${excerptJson(JSON.parse(value))}`,
      deviation: `two entries have the same ${name}`,
    });
  }

  #created(deed: Deed, reading: Reading): void {
    const { answer, exchange } = reading;
    const {
      create,
      resource: { identity },
    } = this.#unlike;
    const shown = entryIn(this.#unlike.resource, reading);
    const path = shown === undefined ? undefined : pathOfEntry(deed.resource, deed.values, shown);
    if (path !== undefined && isSuccess(reading)) this.#madeAt.set(path, deed.path);
    const sent = create === undefined ? undefined : this.#sent(reading, create.operation);
    if (answer === undefined || create === undefined || sent === undefined) return;
    if (exchange.request.credential.kind !== 'valid') return;
    for (const name of create.names) {
      const value = memberOf(sent, name);
      // Nothing, and an empty text, are in many entries.
      if (value === undefined || value === null || value === '') continue;
      const text = canonicalJson(value);
      const others = create.isOfWhole === true ? canonicalJson(sent) : namedBy(sent, identity);
      const key = JSON.stringify([deed.path, name, text, create.isWithin ? others : '']);
      const first = this.#made.get(key);
      if (first?.shown !== undefined && isConflict(reading)) this.#tribunal.proves(create.operation.id);
      if (!isSuccess(reading) || answer.status === 202 || path === undefined) continue;
      const made: Made = { by: reading, path, shown: undefined };
      if (first === undefined) this.#made.set(key, made);
      else if (first.shown !== undefined && first.path !== path)
        this.#twins = [
          ...this.#twins,
          { first: { ...first, shown: undefined }, second: made, name, value: text },
        ];
    }
  }

  #sent(reading: Reading, operation: Operation): JsonObject | undefined {
    const whole = sentValue(reading);
    if (whole === undefined || reading.expectation.situation !== 'ordinary') return undefined;
    const body = valueAt(whole, fromPointer(sentTo(operation, this.#unlike.resource)?.pointer ?? ''));
    return isObject(body) ? body : undefined;
  }
}

function judge(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const books = unlikeResources(run.contract.interface).map((unlike) => new UniqueBook(unlike, tribunal));
  for (const reading of books.length === 0 ? [] : run.readings) {
    if (reading.answer?.limited === true) continue;
    const deed = deedOf(run.contract, reading);
    for (const book of books) book.note(deed, reading);
  }
  judgeAssigned(run, tribunal);
  judgeUnread(run, tribunal);
  const outcome = tribunal.outcome();
  const warnings = books.flatMap((book) => book.warnings);
  if (outcome.kind === 'fail' || warnings.length === 0) return outcome;
  const warned = openTribunal('should');
  for (const warning of warnings) warned.breaks(warning);
  return warned.outcome();
}

/** The check of values that one entry alone may have. */
export const uniqueChecks: readonly Check[] = [
  {
    id: 'resources.unique-kept',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'a value that one entry alone may have is not given to a second one',
    explanation:
      'Two entries that the run makes have no value in common that the service assigns, and of which the document says that it is unique. Makes an entry, reads it, and sends the same creation again, where the document has a refusal for that (409, else 422 or 400) and says in a whole sentence which member it is about (`The email is already taken`), or of a member that it is unique. Gives an entry what another one was shown to have, where a PUT or a PATCH says the same. A second entry that a read shows beside the first one, both with that value, is a violation, and of what nothing reads (`POST /auth/register`) two answers that show it with two identities; the first entry again, or any refusal, is none. Gives an entry the value that it has: where that is refused as one that is taken, and the same request is served with another value, it is a warning. Where the document has 409 for values that are taken and for nothing else, eight creations in a row that are refused so, each with values that nobody gave anything before, are a warning.',
    notApplicable: (document) =>
      unlikeResources(document).length > 0 ||
      assignedResources(document).length > 0 ||
      unreadCreations(document).length > 0
        ? undefined
        : 'the document says of no member that the service assigns, and of none of a request with 409, 422 or 400, that one entry alone may have its value',
    judge,
    foreign: saysNothing('what others changed in between may have made room for the value'),
    // Which values are refused for another reason is the service's.
    sharpens: true,
  },
];
