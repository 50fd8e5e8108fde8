/** What a mock may be told by a program: read once, with the bounds of the command line. */
import type { Interface } from '../../interface/model.ts';
import { suggestion } from '../../interface/nearest-name.ts';
import { OptionFault } from '../../system/option-fault.ts';
import { oneWord, type Values, wholeNumber } from '../../system/option.ts';
import { plansOf } from '../keys.ts';
import { latencyBetween } from '../latency.ts';
import { LIMIT_PERS } from '../limit-per.ts';
import type { MockOptions } from '../mock-options.ts';
import { LIMITER_KINDS } from '../window-counter.ts';

/** Refuses a value that an option can't have. */
type Requirement = (option: string, value: unknown) => void;

const MAX_SEED = 999_999_999;
const MAX_BAN = 1_000_000;
const MAX_PORT = 65_535;
const MAX_TIMEOUT_MS = 600_000;

/** A requirement that the command line has too. */
function as({ check }: Pick<Values<unknown>, 'check'>): Requirement {
  return (option, value) => {
    const read = check(value);
    if (read.kind === 'unusable') throw new OptionFault(option, read.shown, read.advice);
  };
}

function share(option: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0 && value <= 1) return;
  throw new OptionFault(option, String(value), 'give a share from 0 to 1, for example 0.05');
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number');
}

function latency(option: string, value: unknown): void {
  const isLatency = typeof value === 'number' || isPair(value);
  if (!isLatency) throw new OptionFault(option, String(value), 'give ms, or two ends such as [100, 800]');
  try {
    latencyBetween(value);
  } catch (error) {
    throw new OptionFault(option, String(value), error instanceof Error ? error.message : String(error));
  }
}

function text(option: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  throw new OptionFault(option, undefined, 'give a text that is not empty');
}

function callable(option: string, value: unknown): void {
  if (typeof value === 'function') return;
  throw new OptionFault(option, String(value), 'give a function');
}

function entries(option: string, value: unknown): void {
  if (value instanceof Map) return;
  throw new OptionFault(option, undefined, 'give a Map of lists of entries by the path of their collection');
}

/** What is checked where it is used. */
function anything(): void {}

const REQUIREMENTS: { readonly [option in keyof MockOptions]-?: Requirement } = {
  interface: anything,
  watch: as(oneWord(['on', 'off'])),
  complete: callable,
  host: text,
  port: as(wholeNumber(0, MAX_PORT)),
  listener: anything,
  keys: anything,
  seed: entries,
  limiter: as(oneWord(LIMITER_KINDS)),
  limitPer: as(oneWord(LIMIT_PERS)),
  banAfter: as(wholeNumber(1, MAX_BAN)),
  tls: anything,
  latencyMs: latency,
  errorRate: share,
  randomSeed: as(wholeNumber(0, MAX_SEED)),
  data: text,
  store: text,
  scenario: text,
  faults: anything,
  control: as(oneWord(['on', 'off'])),
  now: callable,
  maxBodyBytes: as(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  bodyTimeoutMs: as(wholeNumber(1, MAX_TIMEOUT_MS)),
  onReload: callable,
  onRequest: callable,
  onError: callable,
  onNotice: callable,
};

/** Options that a mock without a port has no use for. */
const FOR_A_PORT: ReadonlySet<string> = new Set([
  'interface',
  'host',
  'port',
  'listener',
  'tls',
  'control',
  'complete',
]);

/** The names of the options of each way to a mock. */
const NAMES: { readonly [way in 'startMock' | 'mockHandler']: readonly string[] } = {
  startMock: Object.keys(REQUIREMENTS),
  mockHandler: Object.keys(REQUIREMENTS).filter((name) => !FOR_A_PORT.has(name)),
};

/** Throws a `OptionFault` for the first option that there is not, or whose value it can't have. */
export function checkOptions(way: 'startMock' | 'mockHandler', given: object): void {
  const requirements = new Map(Object.entries(REQUIREMENTS));
  for (const [name, value] of Object.entries(given)) {
    const requirement = NAMES[way].includes(name) ? requirements.get(name) : undefined;
    if (requirement === undefined)
      throw new OptionFault(name, undefined, `${way} has no such option; ${suggestion(name, NAMES[way])}`);
    if (value !== undefined) requirement(name, value);
  }
}

const SENDABLE = /^[\x21-\x7e]{1,1000}$/;

/** Throws a `OptionFault` for keys that can't be told apart or sent, or of plans that the document doesn't have. */
export function checkKeys(keys: MockOptions['keys'], document: Interface): void {
  const plans = plansOf(document).map(({ id }) => id);
  const seen = new Set<string>();
  for (const { key, plan } of keys ?? []) {
    if (plans.length > 0 && !plans.includes(plan))
      throw new OptionFault('keys', plan, suggestion(plan, plans));
    if (seen.has(key)) throw new OptionFault('keys', undefined, 'give each key once');
    seen.add(key);
    if (!SENDABLE.test(key))
      throw new OptionFault('keys', undefined, 'use 1 to 1000 visible ASCII characters without spaces');
  }
}
