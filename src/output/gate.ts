/**
 * The one gate through which everything goes that leaves the process: it knows all secrets, and puts a marker wherever one
 * of them stands, however it is written. The sinks call it; nobody else has to remember.
 */
import { latin1 } from './encodings.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createFinder,
  type Finder,
  isUnmistakable,
  isOfKey,
  type Secret,
  SHORTEST_SECRET,
} from './find-secrets.ts';
import { masked, maskedBytes, maskedOutput, mayHold, SECRET_MARKER } from './mask-text.ts';
import { bound } from '../system/bounds.ts';
import { onceFor } from '../system/once-for.ts';
import { leaveBehind } from '../system/garbage.ts';

/** Takes the secrets that it knows out of whatever passes. */
export type Gate = {
  /** From now on the text is a secret. `marker`: what to put in its place, `$ASSAY_KEY` for the key of a run. */
  readonly add: (secret: string | undefined, marker?: string) => void;
  /** A text that somebody else wrote, or that quotes one: no secret is left in it. */
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** Plain data, for example an exchange: every text and all bytes in it, but for the names that give it its structure. */
  readonly value: <Value>(value: Value) => Value;
  /**
   * A whole output, as the last line of defence: what is written to a file or a stream. It stays what it is, for example
   * JSON. Secrets that are ordinary words are left to `text`: they would take the words of the output with them.
   */
  readonly output: (text: string) => string;
  /** The same for a text that is JSON, as it is printed without white space. */
  readonly json: (text: string) => string;
  /** Another gate that knows the same secrets; what it learns from now on this one never knows. */
  readonly branch: () => Gate;
};

/** Longer texts inside JSON are looked at by themselves: they may have been before, in another line. */
const LONG_LITERAL = 512;

/** What the search of a text leaves in memory, in lengths of the text: its copy without signs, its copy in small letters, the result. */
const SEARCH_GROWTH = 4;

/** Of more secrets than these only the latest are looked for. */
const MOST_SECRETS = 256;
/** A longer text is no secret that comes again. */
const LONGEST_SECRET = 8_192;
/** Members of our own whose texts are names of ours. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'id',
  'suite',
  'check',
  'level',
  'clause',
  'clauses',
  'checks',
  'suites',
  'probe',
  'operation',
  'exchange',
  'exchanges',
  'repeats',
  'profile',
  'digest',
  'runId',
  'startedAt',
  'endedAt',
  'assayVersion',
  'nodeVersion',
]);

/** Of `user:password` the password is a secret of its own. */
function passwordIn(key: string): string | undefined {
  const colon = key.indexOf(':');
  const password = colon < 0 ? '' : key.slice(colon + 1);
  return password === '' ? undefined : password;
}

/**
 * True for a secret that is short, or could be an ordinary word: `admin`, `test`, `1234`. Wherever it comes it is most likely
 * something else, so it is hidden where credentials stand, and looked for nowhere.
 */
function isCommon(text: string): boolean {
  return text.length < SHORTEST_SECRET || (text.length < 8 && /^(?:[A-Za-z]+|\d+)$/.test(text));
}

/** The part of a key that is common, `user:password` counted apart; `undefined` where nothing of it is. */
export function commonPartOf(key: string): 'key' | 'password' | undefined {
  if (isCommon(key)) return 'key';
  const password = key.includes(':') ? key.slice(key.indexOf(':') + 1) : '';
  return password !== '' && isCommon(password) ? 'password' : undefined;
}

type Finders = { readonly all: Finder; readonly unmistakable: Finder };

/** The secrets in one: itself, and its password. What was made of each is kept with it. */
const secretsIn = onceFor((secret: Secret): readonly Secret[] => {
  const password = passwordIn(secret.text);
  const all = password === undefined ? [secret] : [secret, { text: password, marker: secret.marker }];
  return all.filter(({ text }) => !isCommon(text));
});

function findersOf(secrets: readonly Secret[]): Finders {
  const all = secrets.flatMap((secret) => secretsIn(secret));
  return {
    all: createFinder(all, { splits: true }),
    unmistakable: createFinder(all.filter(({ text }) => isUnmistakable(text))),
  };
}

/** Replaces texts and bytes in plain data; everything else stays the same. */
type Walk = {
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array, cut: boolean) => Uint8Array;
};

function isName(name: string, value: unknown): boolean {
  const isText =
    typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  return isText && STRUCTURE.has(name);
}

function walked(value: unknown, walk: Walk, cut = false): unknown {
  if (typeof value === 'string') return walk.text(value);
  if (value instanceof Uint8Array) return walk.bytes(value, cut);
  if (Array.isArray(value)) return value.map((one: unknown) => walked(one, walk));
  if (typeof value !== 'object' || value === null) return value;
  const wasCut = 'truncated' in value && value.truncated === true;
  const members = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => [
    name,
    isName(name, member) ? member : walked(member, walk, wasCut),
  ]);
  return Object.fromEntries(members);
}

/** The texts and the bytes that `walked` comes to. */
type Contents = {
  readonly texts: string[];
  readonly bytes: (readonly [bytes: Uint8Array, cut: boolean])[];
};

function collect(value: unknown, into: Contents, cut = false): Contents {
  if (typeof value === 'string') into.texts.push(value);
  else if (value instanceof Uint8Array) into.bytes.push([value, cut]);
  else if (Array.isArray(value)) for (const one of value) collect(one, into);
  else if (typeof value === 'object' && value !== null) {
    const wasCut = 'truncated' in value && value.truncated === true;
    for (const [name, member] of Object.entries(value))
      if (!isName(name, member)) collect(member, into, wasCut);
  }
  return into;
}

function isEscaped(text: string, quoteIndex: number): boolean {
  let start = quoteIndex;
  while (text[start - 1] === '\\') start -= 1;
  return (quoteIndex - start) % 2 === 1;
}

/** The long texts inside JSON, and what is left without them: no secret goes on behind a quotation mark that is not escaped. */
function partsOfJson(text: string): readonly string[] {
  const long: string[] = [];
  const rest: string[] = [];
  let index = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    let end = text.indexOf('"', start + 1);
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end < 0) break;
    if (end - start > LONG_LITERAL) {
      long.push(text.slice(start, end + 1));
      rest.push(text.slice(index, start + 1));
      index = end;
    }
    start = text.indexOf('"', end + 1);
  }
  return [...long, rest.join('') + text.slice(index)];
}

/** Tells what the search of a long text has left in memory. */
function leaveSearched({ length }: string | Uint8Array): void {
  if (length > bound('shortBodyBytes')) leaveBehind(SEARCH_GROWTH * length);
}

/** A gate that knows these secrets by their texts, each with its marker; by itself none. */
export function createGate(known: ReadonlyMap<string, string> = new Map()): Gate {
  const secrets = new Map([...known].map(([text, marker]) => [text, { text, marker }]));
  let finders: Finders | undefined;

  const find = (): Finders => (finders ??= findersOf([...secrets.values()]));

  const text: Gate['text'] = (given) =>
    secrets.size === 0 || given === '' ? given : masked(given, find().all);

  const output: Gate['output'] = (given) =>
    secrets.size === 0 || given === '' ? given : maskedOutput(given, find().unmistakable);

  const json: Gate['json'] = (given) => {
    if (secrets.size === 0 || given.length <= LONG_LITERAL) return output(given);
    leaveSearched(given);
    const { unmistakable } = find();
    return partsOfJson(given).some((part) => mayHold(part, unmistakable)) ? output(given) : given;
  };

  const bytes = (given: Uint8Array, cut: boolean): Uint8Array => {
    if (secrets.size === 0 || given.length === 0) return given;
    leaveSearched(given);
    const before = latin1(given);
    const after = maskedBytes(before, find().all, cut);
    return after === before ? given : new Uint8Array(Buffer.from(after, 'latin1'));
  };

  /** Hardly any data holds a secret, and what holds none stays the same object: its texts are searched in one go. */
  const value = <Value>(given: Value): Value => {
    const found = collect(given, { texts: [], bytes: [] });
    const all = found.texts.join('\n');
    leaveSearched(all);
    const isText = mayHold(all, find().all);
    // To find what stands in bytes takes long: once.
    const clean = new Map(found.bytes.map(([one, cut]) => [one, bytes(one, cut)]));
    if (!isText && [...clean].every(([one, after]) => after === one)) return given;
    return walked(given, {
      text: isText ? text : (one) => one,
      bytes: (one, cut) => clean.get(one) ?? bytes(one, cut),
    }) as Value;
  };

  return {
    add: (secret, marker = SECRET_MARKER) => {
      if (secret === undefined || secret.trim() === '' || secret.length > LONGEST_SECRET) return;
      const before = secrets.get(secret)?.marker;
      if (isOfKey(before) || before === marker) return;
      secrets.set(secret, { text: secret, marker });
      const [oldest] = [...secrets].find(([, one]) => !isOfKey(one.marker)) ?? [];
      if (secrets.size > MOST_SECRETS && oldest !== undefined) secrets.delete(oldest);
      finders = undefined;
    },
    text,
    bytes: (given) => bytes(given, false),
    value: (given) => (secrets.size === 0 ? given : value(given)),
    output,
    json,
    branch: () => createGate(new Map([...secrets].map(([secret, { marker }]) => [secret, marker]))),
  };
}

const scope = new AsyncLocalStorage<Gate>();
const ofProcess = createGate();

/** The gate of this process. */
export function gate(): Gate {
  return scope.getStore() ?? ofProcess;
}

/** Runs something with a gate of its own, that is forgotten afterwards: a run inside a process that lives on. */
export function withOwnGate<Result>(run: () => Result): Result {
  return scope.run(createGate(), run);
}

/**
 * The same with a gate that knows what this one knows: what passes meanwhile is masked by that and by what it says itself, and not by
 * what passed before.
 */
export function withBranchedGate<Result>(run: () => Result): Result {
  return scope.run(gate().branch(), run);
}
