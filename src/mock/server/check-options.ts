/** What a mock may be told by a program: read once, with the bounds of the command line. */
import type { Interface } from '../../interface/model.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { oneWord, OptionFault, type Values, wholeNumber } from '../../system/option.ts';
import type { MockOptions } from '../mock-options.ts';
import { plansOf } from '../state/keys.ts';
import { MOCK_SETTING_ROWS, type MockSettings } from './mock-settings.ts';

/** Refuses a value that an option can't have. */
type Requirement = (option: string, value: unknown) => void;

const MAX_TIMEOUT_MS = 600_000;

/** A requirement that the command line has too. */
function as({ check }: Pick<Values<unknown>, 'check'>): Requirement {
  return (option, value) => {
    const read = check(value);
    if (read.kind === 'unusable') throw new OptionFault(option, read.shown, read.advice);
  };
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

const onOrOff = as(oneWord(['on', 'off']));

/** Options that only a program can give. */
const OF_PROGRAMS: { readonly [option in Exclude<keyof MockOptions, keyof MockSettings>]-?: Requirement } = {
  interface: anything,
  watch: onOrOff,
  reload: callable,
  complete: callable,
  listener: anything,
  keys: anything,
  seed: entries,
  tls: anything,
  faults: anything,
  freedoms: anything,
  control: onOrOff,
  now: callable,
  maxBodyBytes: as(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  bodyTimeoutMs: as(wholeNumber(1, MAX_TIMEOUT_MS)),
  onReload: callable,
  onRequest: callable,
  onError: callable,
  onNotice: callable,
};

const REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  ...Object.entries(OF_PROGRAMS),
  ...MOCK_SETTING_ROWS.map(([name, { values }]) => [name, as(values)] as const),
]);

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

/** Options that need files, or what Node alone has. */
const FOR_A_DISK: ReadonlySet<string> = new Set(['watch', 'reload', 'onReload', 'data', 'store', 'scenario']);

/** A way to a mock: with a port, as a function, and as one where there is no Node. */
export type WayToMock = 'startMock' | 'mockHandler' | 'mockHandler of assay/browser';

const OF_HANDLERS: readonly string[] = [...REQUIREMENTS.keys()].filter((name) => !FOR_A_PORT.has(name));

/** The names of the options of each way to a mock. */
const NAMES: { readonly [way in WayToMock]: readonly string[] } = {
  startMock: [...REQUIREMENTS.keys()],
  mockHandler: OF_HANDLERS,
  'mockHandler of assay/browser': OF_HANDLERS.filter((name) => !FOR_A_DISK.has(name)),
};

/** Throws a `OptionFault` for the first option that there is not, or whose value it can't have. */
export function checkOptions(way: WayToMock, given: object): void {
  for (const [name, value] of Object.entries(given)) {
    const requirement = NAMES[way].includes(name) ? REQUIREMENTS.get(name) : undefined;
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
