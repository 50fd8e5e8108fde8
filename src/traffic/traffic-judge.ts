import { type Check, type Circumstances, whyNotApplicable } from '../checks/check.ts';
import type { Exchange, HeaderLine } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { acceptsJson } from '../http/media-type.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import { matchOperation, operationsAt, splitTarget } from '../interface/path-matching.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange } from '../oracle/reading.ts';
import type { CredentialMask } from '../output/mask.ts';
import { CheckLedger, type CheckTally, type Entry, isEmpty, withTexts } from './check-ledger.ts';
import { noted } from '../system/once-for.ts';
import { credentialFor, type ForeignExchange, type TrafficItem } from './foreign-exchange.ts';
import type { PlacedText } from './place.ts';
import {
  type CitedExchange,
  type Ledger,
  type LedgerFile,
  MOST_FAULTS,
  MOST_ORIGINS,
  onlyCited,
  sumOfLedgers,
} from './traffic-ledger.ts';

const CONDITIONS: ReadonlySet<string> = new Set([
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
]);
const CONDITIONAL: ReadonlySet<number> = new Set([206, 304, 412, 416]);
const OVERRIDES: ReadonlySet<string> = new Set([
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
]);
const PREFLIGHT: ReadonlySet<string> = new Set(['access-control-request-method']);

function has(headers: readonly HeaderLine[], names: ReadonlySet<string>): boolean {
  return headers.some(([name]) => names.has(name.toLowerCase()));
}

function isOutside(contract: Contract, origin: string | undefined, foreign: ForeignExchange): boolean {
  if (origin !== undefined && foreign.origin !== origin) return true;
  const { path } = splitTarget(contract.basePath, foreign.exchange.request.target);
  if (path === undefined) return true;
  return origin === undefined && operationsAt(contract.interface, path).length === 0;
}

/**
 * Why an exchange says nothing about the interface; `undefined` when it does. `origin` is that of the service where it was
 * named; otherwise every path counts that the document shows under its base path, wherever it was asked for.
 */
function unconcerned(
  contract: Contract,
  origin: string | undefined,
  foreign: ForeignExchange,
): string | undefined {
  const { request, result } = foreign.exchange;
  const { headers, method } = request;
  if (isOutside(contract, origin, foreign)) {
    return origin === undefined
      ? 'the document shows no such path (name the service with --url to have its other paths observed)'
      : 'it is outside of the base address';
  }
  if (method === 'OPTIONS' && has(headers, PREFLIGHT)) return 'it is a preflight of a browser';
  if (method === 'CONNECT') return 'it opens a tunnel';
  if (has(headers, OVERRIDES)) return 'it asks to be taken for another method';
  if (result.kind === 'failure') return 'it has no answer';
  const { status } = result.answer;
  if (status < 500 && !acceptsJson(fieldValues(headers, 'accept'))) return 'it accepts no JSON';
  if (CONDITIONAL.has(status) && (!foreign.complete || has(headers, CONDITIONS)))
    return 'it is answered for a condition or a range of the request';
  return undefined;
}

const MOST_LINES = 100;
const LONGEST_VALUE = 4_096;
const MAX_BODY_BYTES = 65_536;

function cutLines(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  return lines
    .slice(0, MOST_LINES)
    .map(([name, value]) => [name.slice(0, LONGEST_VALUE), value.slice(0, LONGEST_VALUE)]);
}

/** An exchange of a bounded size, for keeping: long bodies and fields are cut. Its buffers are its own. */
function cutExchange(exchange: Exchange): Exchange {
  const { request, result } = exchange;
  const { body } = request;
  const cutBody = body === undefined ? undefined : Uint8Array.from(body.subarray(0, MAX_BODY_BYTES));
  const isCut = body !== undefined && body.length > MAX_BODY_BYTES;
  return {
    ...exchange,
    request: {
      ...request,
      target: request.target.slice(0, LONGEST_VALUE),
      headers: cutLines(request.headers),
      body: cutBody,
      ...(isCut ? { bodyUnknown: true } : {}),
    },
    result:
      result.kind === 'failure'
        ? result
        : {
            kind: 'answer',
            answer: {
              ...result.answer,
              reason: result.answer.reason.slice(0, LONGEST_VALUE),
              headers: cutLines(result.answer.headers),
              trailers: cutLines(result.answer.trailers),
              body: Uint8Array.from(result.answer.body.subarray(0, MAX_BODY_BYTES)),
              truncated: result.answer.truncated || result.answer.body.length > MAX_BODY_BYTES,
            },
          },
  };
}

export type TrafficJudgeOptions = Circumstances & {
  readonly checks: readonly Check[];
  /** What is judged: a file, or what passes a proxy. */
  readonly file: LedgerFile;
  /** Scheme and authority of the service; `undefined` where any may be it. */
  readonly origin: string | undefined;
  /** Secrets that are valid. */
  readonly keyOf: KeyRing;
  readonly mask: CredentialMask;
};

/** What one exchange came to: each check that it breaks. Texts are not masked yet. */
export type Judged = {
  readonly exchange: Exchange;
  readonly broke: readonly { readonly check: Check; readonly entry: Extract<Entry, { kind: 'broke' }> }[];
};

/** Exchanges that nothing cites any longer are looked for when there are so many more. */
const SWEEP_AFTER = 1_000;

/**
 * Judges exchanges that assay did not send, one at a time, in constant memory: what is kept are counts, and the exchanges
 * that a listed violation or a value cites.
 */
export class TrafficJudge {
  readonly #options: TrafficJudgeOptions;
  readonly #ledgers: readonly CheckLedger[];
  /** Those of the checks that one exchange can tell something, in this document. */
  readonly #asked: readonly CheckLedger[];
  readonly #skipped = new Map<string, number>();
  #faults = 0;
  readonly #firstFaults: PlacedText[] = [];
  readonly #cited = new Map<number, CitedExchange>();
  readonly #origins: PlacedText[] = [];
  #judged = 0;
  #withKey = 0;
  #sweepAt = SWEEP_AFTER;

  constructor(options: TrafficJudgeOptions) {
    this.#options = options;
    const { file, mask } = options;
    this.#ledgers = options.checks.map(
      (check) => new CheckLedger(check, { file: file.name, textOf: mask.text }),
    );
    const document = options.contract.interface;
    this.#asked = this.#ledgers.filter(
      ({ check }) => check.foreign.kind !== 'says-nothing' && whyNotApplicable(document, check) === undefined,
    );
  }

  /** Takes what a reader made of the entry of that number. Returns what it came to when it was judged. */
  take(item: TrafficItem, at: number): Judged | undefined {
    switch (item.kind) {
      case 'skipped':
        this.#skip(item.reason);
        return undefined;
      case 'fault':
        this.#faults += 1;
        if (this.#firstFaults.length < MOST_FAULTS) this.#firstFaults.push(this.#placed(item.problem, at));
        return undefined;
      case 'exchange':
        return this.#exchange(item.foreign, at);
    }
  }

  #placed(text: string, at: number): PlacedText {
    return { file: this.#options.file.name, at, text };
  }

  #skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  #exchange(foreign: ForeignExchange, at: number): Judged | undefined {
    const { contract, capabilities, origin, mask, file } = this.#options;
    mask.learn(foreign.exchange);
    const reason = unconcerned(contract, origin, foreign);
    if (reason !== undefined) {
      this.#skip(reason);
      return undefined;
    }
    this.#judged += 1;
    this.#see(foreign.origin, at);
    const exchange = this.#withCredential(foreign);
    if (exchange.request.credential.kind === 'valid') this.#withKey += 1;
    const reading = readExchange(contract, exchange);
    const alone = noted({ contract, capabilities, readings: [reading], superseded: [] });
    const broke: Judged['broke'][number][] = [];
    let cited = false;
    for (const ledger of this.#asked) {
      const entry = ledger.take(reading, alone, at);
      if (entry.kind === 'broke') broke.push({ check: ledger.check, entry });
      cited ||= entry.kind === 'showed' || (entry.kind === 'broke' && entry.listed);
    }
    if (cited) this.#cite({ file: file.name, at, exchange: cutExchange(exchange) });
    return { exchange, broke };
  }

  #see(origin: string, at: number): void {
    if (this.#origins.length < MOST_ORIGINS && !this.#origins.some(({ text }) => text === origin))
      this.#origins.push(this.#placed(origin, at));
  }

  #cite(cited: CitedExchange): void {
    this.#cited.set(cited.at, cited);
    if (this.#cited.size < this.#sweepAt) return;
    const kept = onlyCited(this.#cited.values(), this.#tallies().values());
    this.#cited.clear();
    for (const one of kept) this.#cited.set(one.at, one);
    this.#sweepAt = this.#cited.size + SWEEP_AFTER;
  }

  #withCredential({ exchange, complete }: ForeignExchange): Exchange {
    const { request } = exchange;
    const { contract, keyOf } = this.#options;
    const { path } = splitTarget(contract.basePath, request.target);
    const operation = matchOperation(contract.interface, request.method, path)?.operation;
    const credential = credentialFor(operation, request, { keyOf, complete });
    return credential === request.credential
      ? exchange
      : { ...exchange, request: { ...request, credential } };
  }

  /** Exchanges judged so far. */
  get judged(): number {
    return this.#judged;
  }

  #tallies(): ReadonlyMap<string, CheckTally> {
    const all = this.#ledgers.map((ledger) => [ledger.check.id, ledger.tally()] as const);
    return new Map(all.filter(([, tally]) => !isEmpty(tally)));
  }

  /** What all of it came to. Nothing in it holds a secret that passed. */
  ledger(): Ledger {
    const { file, mask } = this.#options;
    const tallies = [...this.#tallies()].map(([id, tally]) => [id, withTexts(tally, mask.text)] as const);
    return sumOfLedgers([
      {
        files: [file],
        judged: this.#judged,
        withKey: this.#withKey,
        skipped: [...this.#skipped],
        origins: this.#origins,
        faults: this.#faults,
        firstFaults: this.#firstFaults,
        tallies: new Map(tallies),
        cited: [...this.#cited.values()].map((cited) => ({
          ...cited,
          exchange: mask.exchange(cited.exchange),
        })),
      },
    ]);
  }
}
