import type { InterfaceProblem } from '../interface/interface-problem.ts';
import { isObject, type JsonObject, parseJson, printJson } from './json.ts';

/** The entries of collections by their path, in the order of creation. */
export type KeptEntries = ReadonlyMap<string, readonly JsonObject[]>;

/** What a data file holds. `bytes` is its length without what a killed write left at its end. */
export type ParsedData =
  | { readonly kind: 'parsed'; readonly entries: KeptEntries; readonly bytes: number }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

const HEADER = { assay: 'mock data', version: 1 };

/** The first line of a data file. */
export const DATA_HEADER: string = `${printJson(HEADER)}\n`;

/** The line of an entry. */
export function dataLine(path: string, entry: JsonObject): string {
  return `${printJson({ collection: path, entry })}\n`;
}

function isHeader(line: string): boolean {
  const parsed = parseJson(line);
  return (
    parsed.kind === 'value' &&
    isObject(parsed.value) &&
    parsed.value['assay'] === HEADER.assay &&
    parsed.value['version'] === HEADER.version
  );
}

type Line = { readonly collection: string; readonly entry: JsonObject };

function readLine(text: string): Line | undefined {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken' || !isObject(parsed.value)) return undefined;
  const { collection, entry } = parsed.value;
  return typeof collection === 'string' && isObject(entry) ? { collection, entry } : undefined;
}

/**
 * Reads the text of a data file: a header, then one entry a line. A last line without its end was being written when a mock
 * was killed, and nobody was told of it: it is left out. `file` is how messages name it.
 */
export function parseDataFile(text: string, file: string): ParsedData {
  const end = text.lastIndexOf('\n') + 1;
  const broken = (line: number, problem: string, advice: string): ParsedData => ({
    kind: 'broken',
    problem: { file, line, problem, advice },
  });
  const [header = '', ...lines] = text.slice(0, end).split('\n').slice(0, -1);
  if (end === 0 && DATA_HEADER.startsWith(text)) return { kind: 'parsed', entries: new Map(), bytes: 0 };
  if (!isHeader(header))
    return broken(
      1,
      'the file was not written by `assay mock --data`',
      'Give another file, one that is not there yet for example; entries to start with are for --seed-data.',
    );
  const entries = new Map<string, JsonObject[]>();
  for (const [at, line] of lines.entries()) {
    const read = readLine(line);
    if (read === undefined)
      return broken(
        at + 2,
        'the line is no entry of a collection',
        'Repair or remove the line, or move the file away to start anew.',
      );
    const known = entries.get(read.collection);
    if (known === undefined) entries.set(read.collection, [read.entry]);
    else known.push(read.entry);
  }
  return { kind: 'parsed', entries, bytes: Buffer.byteLength(text.slice(0, end)) };
}
