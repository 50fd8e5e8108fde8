import type { OwnEntry } from '../../checks/resources/ownership/own-entries.ts';
import type { SentRequest } from '../../http/exchange.ts';
import { splitTarget } from '../../interface/path-matching.ts';
import { movedTo } from '../../interface/resources/places/places.ts';
import type { Contract } from '../../oracle/contract.ts';
import type { Reading } from '../../oracle/reading.ts';
import { UUID } from '../../run/replay/retelling.ts';

/** What flows from one answer of a script to the next request, as variables of a POSIX shell. */

/** A text of letters alone that stands for a variable until the line is made: no quoting changes it. */
export function plainName(variable: string): string {
  return `qZvAssay${variable.replaceAll('_', 'N')}Qz`;
}

const STANDS_FOR = /qZvAssay(run|entryN\d{1,3}|tagN\d{1,3})Qz/y;

/** True for a text that stands for a variable. */
export function isPlainName(text: string): boolean {
  STANDS_FOR.lastIndex = 0;
  return STANDS_FOR.exec(text)?.[0] === text;
}

/** Puts variables into a line of a shell, each as it has to be written where it stands: bare, or inside of quotes. */
function filledIn(line: string): string {
  let quote = '';
  let filled = '';
  for (let at = 0; at < line.length;) {
    STANDS_FOR.lastIndex = at;
    const [whole = '', name] = STANDS_FOR.exec(line) ?? [];
    if (name !== undefined) {
      const variable = `\${${name.replace('N', '_')}}`;
      filled += quote === '"' ? variable : `${quote}"${variable}"${quote}`;
      at += whole.length;
      continue;
    }
    const letter = line.charAt(at);
    // Outside of single quotes a backslash makes the next letter mean itself.
    const isEscape = letter === '\\' && quote !== "'";
    if (letter === quote) quote = '';
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter;
    filled += isEscape ? line.slice(at, at + 2) : letter;
    at += isEscape ? 2 : 1;
  }
  return filled;
}

export type Flow = {
  /** A target with what was made this time in place of what was made then. */
  readonly inPath: (request: Pick<SentRequest, 'method' | 'target'>) => string;
  readonly inText: (text: string) => string;
  readonly addEntry: (path: string, variable: string) => void;
  readonly addText: (text: string, variable: string) => void;
  readonly filledIn: (line: string) => string;
};

/** What flows, with the texts that are new each time. */
export function flowIn(contract: Contract, newTexts: ReadonlyMap<string, string>): Flow {
  const texts = new Map(newTexts);
  /** Paths of entries, and the same with variables in them. */
  const paths = new Map<string, string>();
  const identities = new Map<string, string>();

  function placed(path: string): string {
    const known = [...paths.keys()]
      .filter((one) => path === one || path.startsWith(`${one}/`))
      .toSorted((a, b) => b.length - a.length)[0];
    return known === undefined ? path : `${paths.get(known) ?? known}${path.slice(known.length)}`;
  }

  function inText(text: string): string {
    const whole = texts.get(text);
    if (whole !== undefined) return whole;
    let changed = text;
    for (const [then, now] of newTexts) changed = changed.replaceAll(then, now);
    // A body that names the entry of its path.
    for (const [then, now] of identities) changed = changed.replaceAll(then, now);
    return changed;
  }

  return {
    inPath({ method, target }) {
      const { path } = splitTarget(contract.basePath, target);
      if (path === undefined) return inText(target);
      const own = target.slice(contract.basePath.length);
      return inText(`${contract.basePath}${movedTo(contract.interface, method, own, placed)}`);
    },
    inText,
    addEntry(path, variable) {
      const at = path.lastIndexOf('/') + 1;
      const name = plainName(variable);
      paths.set(path, `${placed(path.slice(0, at - 1))}/${name}`);
      // Short texts stand in a body for much else.
      const identity = path.slice(at);
      if (UUID.test(identity)) identities.set(identity, name);
    },
    addText: (text, variable) => texts.set(text, plainName(variable)),
    filledIn,
  };
}

/** Shows the first line of the answer. */
export const answerLine: string = `sed -n 1p "$answer"`;

/** Takes the entity tag from the answer. */
export function takeTag(variable: string): string {
  return `${variable}=$(tr -d '\\r' < "$answer" | sed -n 's/^[Ee][Tt][Aa][Gg]: *//p' | sed -n 1p)`;
}

/** Names of members that mean themselves in a regular expression of awk and in quotes. */
const PLAIN_NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Identities that stand in a path as they are. */
const PLAIN_IDENTITY = /^[A-Za-z0-9._~-]{1,200}$/;

/** Which of the members of this name in an answer holds the identity, from 1. */
function occurrenceOf(reading: Reading, name: string, identity: string): number | undefined {
  const body = reading.answer?.answer.body ?? new Uint8Array();
  const text = new TextDecoder().decode(body).replaceAll(/[\r\n]/g, '');
  const member = new RegExp(`"${name}"[ \\t]*:[ \\t]*("[^"]*"|[^", \\t}\\]]+)`, 'g');
  const values = [...text.matchAll(member)].map(([, value = '']) => value.replaceAll('"', ''));
  const at = values.indexOf(identity);
  return at < 0 ? undefined : at + 1;
}

/** Takes the identity of what was made from the answer; `undefined` where a shell can't. */
export function takeEntry(
  reading: Reading,
  { path, resource }: OwnEntry,
  hasLocation: boolean,
  variable: string,
): readonly string[] | undefined {
  const identity = path.slice(path.lastIndexOf('/') + 1);
  if (!PLAIN_IDENTITY.test(identity)) return undefined;
  // What an answer says goes into an address: it has to be one segment of a path.
  const guard = `case "$${variable}" in '' | . | .. | *[!A-Za-z0-9._~-]*) echo 'nothing was made' >&2; exit 2 ;; esac`;
  if (hasLocation)
    return [
      `${variable}=$(tr -d '\\r' < "$answer" | sed -n 's/^[Ll][Oo][Cc][Aa][Tt][Ii][Oo][Nn]: *//p' | sed -n '1{s/[?#].*//;s:/*$::;s:.*/::;p;}')`,
      guard,
    ];
  const name = resource.identity ?? '';
  const nth = PLAIN_NAME.test(name) ? occurrenceOf(reading, name, identity) : undefined;
  if (nth === undefined) return undefined;
  const member = `"${name}"[ \\t]*:[ \\t]*`;
  const awk = [
    `b { s = s $0 } /^$/ { b = 1 }`,
    `END { while (k < ${String(nth)} && match(s, /${member}("[^"]*"|[^", \\t}\\]]+)/)) {`,
    `k++; f = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH) }`,
    `if (k == ${String(nth)}) { sub(/^${member}/, "", f); gsub(/"/, "", f); print f } }`,
  ].join(' ');
  return [`${variable}=$(tr -d '\\r' < "$answer" | awk '${awk}')`, guard];
}
