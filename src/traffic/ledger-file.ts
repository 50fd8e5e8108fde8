/** The file of a ledger: NDJSON that is whole or counts as damaged, however it was cut or changed on its way. */
import { createHash } from 'node:crypto';
import { plainJson } from '../json/value.ts';
import { gate } from '../output/gate.ts';
import { restoreExchange, storeEntry } from '../record/stored.ts';
import { NOT_OF_TRAFFIC, trafficSettings } from '../record/settings.ts';
import { bound } from '../system/bounds.ts';
import { type CheckTally, citedBy } from './check-ledger.ts';
import { parseObject } from './har-bodies.ts';
import type { Effort } from './judge-files.ts';
import {
  LEDGER_VERSION,
  type LedgerEnd,
  type LedgerHead,
  type LedgerLine,
  ledgerSchema,
} from './ledger-schema.ts';
import { type Line, LineSplitter } from './splitters.ts';
import {
  type CitedExchange,
  keyOf,
  type Ledger,
  type LedgerFile,
  type LedgerTerms,
} from './traffic-ledger.ts';

/** A ledger with all that its file says: by what was judged, of how many ledgers it is made, and what that took. */
export type JudgedPart = {
  readonly terms: LedgerTerms;
  readonly specDirectory: string;
  readonly parts: number;
  readonly effort: Effort;
  readonly ledger: Ledger;
};

function headOf({ terms, specDirectory, parts, effort, ledger }: JudgedPart): LedgerHead {
  const { url, settings, ...others } = terms;
  const { judged, withKey, skipped, origins, faults, firstFaults } = ledger;
  return {
    type: 'ledger',
    ledgerVersion: LEDGER_VERSION,
    ...others,
    settings: { ...NOT_OF_TRAFFIC, ...trafficSettings(settings), url: url ?? '' },
    ...(url === undefined ? {} : { url }),
    specDirectory,
    parts,
    effort,
    judged,
    withKey,
    skipped,
    origins,
    faults,
    firstFaults,
  };
}

function* bodyOf(part: JudgedPart): Generator<LedgerLine, void, undefined> {
  yield headOf(part);
  const { files, tallies, cited } = part.ledger;
  for (const file of files) yield { type: 'file', ...file };
  for (const [check, tally] of tallies) yield { type: 'tally', check, ...tally };
  for (const { exchange, file, at } of cited) {
    const stored = storeEntry({ type: 'exchange', exchange });
    if (stored.type === 'exchange') yield { ...stored, file, at };
  }
}

const HASH = 'sha256';

/** The lines of a ledger's file, made one by one. No secret that the process knows is in them. */
export function* ledgerLines(part: JudgedPart): Generator<string, void, undefined> {
  const known = gate();
  const hash = createHash(HASH);
  let lines = 0;
  for (const line of bodyOf(part)) {
    const text = known.json(`${plainJson(line)}\n`);
    hash.update(text);
    lines += 1;
    yield text;
  }
  const end: LedgerEnd = { type: 'end', lines, digest: hash.digest('hex') };
  yield `${plainJson(end)}\n`;
}

/** What a file begins with that holds ledgers. */
const BEGINNING = '{"type":"ledger"';

/** Whether these are the first bytes of a file of ledgers; of an empty one nobody knows. */
export function beginsAsLedger(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, BEGINNING.length)).toString('latin1') === BEGINNING;
}

/** One of the ledgers of a file, or why it cannot be counted, in a few words that can follow its name. */
export type ReadPart =
  | { readonly kind: 'part'; readonly part: JudgedPart }
  | { readonly kind: 'damaged'; readonly why: string }
  /** Another version of assay wrote it. */
  | { readonly kind: 'foreign'; readonly why: string };

/** A ledger as its lines come. */
class PartReader {
  readonly #hash = createHash(HASH);
  readonly #files: LedgerFile[] = [];
  readonly #tallies = new Map<string, CheckTally>();
  readonly #cited: CitedExchange[] = [];
  #head: LedgerHead | undefined;
  #lines = 0;
  #bytes = 0;

  /** Takes a line; the last one gives the ledger. */
  take(bytes: Buffer): ReadPart | undefined {
    this.#bytes += bytes.length + 1;
    if (this.#bytes > bound('ledgerBytes')) return { kind: 'damaged', why: 'is larger than any ledger' };
    const value: unknown = parseObject(bytes);
    const schema = ledgerSchema();
    if (schema.end(value)) return this.#end(value);
    this.#hash.update(bytes).update('\n');
    this.#lines += 1;
    if (this.#head === undefined) return this.#begin(value);
    if (schema.file(value)) this.#files.push(fileOf(value));
    else if (schema.tally(value)) this.#tallies.set(value.check, tallyOf(value));
    else if (schema.exchange(value)) {
      try {
        const { file, at } = value;
        this.#cited.push({ file, at, exchange: { ...restoreExchange(value.exchange) } });
      } catch {
        return { kind: 'damaged', why: `has a body that cannot be read (line ${String(this.#lines)})` };
      }
    } else return { kind: 'damaged', why: `cannot be read (line ${String(this.#lines)})` };
    return undefined;
  }

  #begin(value: unknown): ReadPart | undefined {
    const version = versionOf(value);
    if (version !== undefined && version !== LEDGER_VERSION)
      return {
        kind: 'foreign',
        why: `has ledger version ${String(version)}, this assay reads version ${String(LEDGER_VERSION)}; merge it with the assay that wrote it`,
      };
    if (!ledgerSchema().ledger(value)) return { kind: 'damaged', why: 'cannot be read (line 1)' };
    this.#head = value;
    return undefined;
  }

  #end({ lines, digest }: LedgerEnd): ReadPart {
    const head = this.#head;
    if (head === undefined || lines !== this.#lines || digest !== this.#hash.digest('hex'))
      return { kind: 'damaged', why: 'has lost or changed lines' };
    const ledger: Ledger = {
      files: this.#files,
      judged: head.judged,
      withKey: head.withKey,
      skipped: head.skipped,
      origins: head.origins,
      faults: head.faults,
      firstFaults: head.firstFaults,
      tallies: this.#tallies,
      cited: this.#cited,
    };
    if (!isWhole(ledger)) return { kind: 'damaged', why: 'cites exchanges that it does not hold' };
    const { assayVersion, complete, credentials, specDirectory, parts, effort } = head;
    const { id, title, version, digest: ofDocument } = head.interface;
    return {
      kind: 'part',
      part: {
        terms: {
          assayVersion,
          interface: { id, title, version, digest: ofDocument },
          settings: trafficSettings(head.settings),
          url: head.url,
          complete,
          credentials,
        },
        specDirectory,
        parts,
        effort,
        ledger,
      },
    };
  }
}

function fileOf({ name, kind, url }: LedgerFile): LedgerFile {
  return { name, kind, ...(url === undefined ? {} : { url }) };
}

function tallyOf({ proofs, broken, violations, seen, fault }: CheckTally): CheckTally {
  return { proofs, broken, violations, seen, ...(fault === undefined ? {} : { fault }) };
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('ledgerVersion' in value)) return undefined;
  return typeof value.ledgerVersion === 'number' ? value.ledgerVersion : undefined;
}

/** Whether every exchange is there that is cited, and every file that one is of. */
function isWhole({ files, tallies, cited }: Ledger): boolean {
  const names = new Set(files.map(({ name }) => name));
  const held = new Set(cited.map(keyOf));
  const places = [...tallies.values()].flatMap(citedBy);
  return places.every((place) => names.has(place.file) && held.has(keyOf(place)));
}

/** Cuts the lines of a file into ledgers. After damage it goes on with the next one. */
export class LedgerReader {
  readonly #splitter = new LineSplitter(bound('entryBytes'));
  #reader: PartReader | undefined;
  #skips = false;
  #sawAny = false;

  /** The ledgers that end in these bytes. */
  push(chunk: Buffer): readonly ReadPart[] {
    return this.#splitter.push(chunk).flatMap((line) => this.#line(line));
  }

  /** What is left when there are no more bytes: nothing, where all is well. */
  end(): readonly ReadPart[] {
    const last = this.#splitter.end().flatMap((line) => this.#line(line));
    if (this.#reader !== undefined && !this.#skips)
      return [...last, { kind: 'damaged', why: 'ends in the middle' }];
    return this.#sawAny ? last : [{ kind: 'damaged', why: 'is empty' }];
  }

  #line(line: Line): readonly ReadPart[] {
    this.#sawAny = true;
    const isFirst = line.kind === 'line' && beginsAsLedger(line.bytes);
    const cut: readonly ReadPart[] =
      isFirst && this.#reader !== undefined && !this.#skips
        ? [{ kind: 'damaged', why: 'ends in the middle' }]
        : [];
    if (isFirst) {
      this.#reader = undefined;
      this.#skips = false;
    }
    if (this.#skips) return cut;
    this.#reader ??= new PartReader();
    const read: ReadPart | undefined =
      line.kind === 'line' ? this.#reader.take(line.bytes) : { kind: 'damaged', why: 'cannot be read' };
    if (read === undefined) return cut;
    if (read.kind === 'part') this.#reader = undefined;
    else this.#skips = true;
    return [...cut, read];
  }
}
