/** What a setting of a run is, and the values that settings have. */
import type { Interface } from '../interface/model.ts';
import { filterAdvice } from '../interface/selection.ts';
import { suggestion } from '../system/nearest-name.ts';
import { type OptionRow, type Parses, type Read, unusable, type Values } from '../system/option.ts';
import type { Baseline } from './baseline.ts';
import type { Profile, Shard } from './record.ts';

/** Which shard of how many, counted from 1. */
export type ShardRequest = { readonly index: number; readonly total: number };

/** What a default may depend on. */
type Surroundings = {
  readonly document: Interface;
  readonly profile: Profile;
  readonly plan: string | undefined;
  readonly newSeed: () => number;
  /** What the profile allows for the documented limits. Whoever reads a command line alone needs nothing that works it out. */
  readonly mostRequests: () => number;
};

/** What code may give, and what the record keeps of it. */
export type Kept<Value> = {
  readonly check: (given: unknown, document: Interface) => Read<Value>;
  readonly schema: Values<Value>['schema'];
};

/** A setting: an option whose value the record keeps. */
export type SettingRow = OptionRow & {
  readonly values: Partial<Parses<unknown>> & Kept<unknown>;
  /** The default where the row does not hold it. Missing for both: the record has nothing of it. */
  readonly usual?: (surroundings: Surroundings) => unknown;
  /** How messages and reports call it, where that is not its flag. */
  readonly name?: string;
  /** The record has it only where somebody said it. */
  readonly optional?: true;
  /** Reports say it beside the verdict. */
  readonly headline?: true;
  /** Runs with another value of it may differ for that reason. */
  readonly compared?: true;
  /** A run that is resumed may be told it again; anything else its record says. */
  readonly again?: true;
  /** What stands in a record of traffic that assay did not send, `null` for nothing. Missing: of traffic that may be told too. */
  readonly foreign?: number | string | false | null;
};

/** Names that a message lists; of more it says where they are listed. */
const LONGEST_ADVICE = 400;

/** Reads names of known ones: each once. */
function readNames(given: unknown, known: readonly string[]): Read<readonly string[]> {
  const names: readonly unknown[] | undefined = Array.isArray(given) ? given : undefined;
  if (names === undefined) return unusable(undefined, 'give a list of names');
  const found = names.flatMap((name) => known.find((one) => one === name) ?? []);
  if (found.length === names.length) return { kind: 'value', value: [...new Set(found)] };
  const unknown = String(names.find((name) => !known.some((one) => one === name)));
  const advice = suggestion(unknown, known);
  return unusable(unknown, advice.length > LONGEST_ADVICE ? '"assay list" names them all' : advice);
}

export function namesOf(known: readonly string[]): {
  readonly check: (given: unknown) => Read<readonly string[]>;
  readonly schema: Values<unknown>['schema'];
} {
  return {
    check: (given) => readNames(given, known),
    schema: { type: 'array', items: { type: 'string' } },
  };
}

/** Names of operations, each of which some of the document has to match. */
export const filters: Kept<readonly string[]> = {
  check: (given, document) => {
    const list: readonly unknown[] | undefined = Array.isArray(given) ? given : undefined;
    const texts = list?.filter((filter) => typeof filter === 'string');
    if (texts === undefined || texts.length !== list?.length)
      return unusable(undefined, 'give a list of texts');
    for (const filter of texts) {
      const advice = filterAdvice(filter, document);
      if (advice !== undefined) return unusable(filter, advice);
    }
    return { kind: 'value', value: [...new Set(texts)] };
  },
  schema: {
    description: 'Operation ids, paths, methods, methods with paths, or tags.',
    type: 'array',
    items: { type: 'string' },
  },
};

export function textThat(read: (text: string, document: Interface) => Read<string>): Kept<string> {
  return {
    check: (given, document) =>
      typeof given === 'string' ? read(given, document) : unusable(undefined, 'give a text'),
    schema: { type: 'string' },
  };
}

function isBaseline(given: unknown): given is Baseline {
  if (typeof given !== 'object' || given === null || !('file' in given) || !('failures' in given))
    return false;
  return typeof given.file === 'string' && Array.isArray(given.failures);
}

export const baselineOfFile: Kept<Baseline> = {
  check: (given) =>
    isBaseline(given) ? { kind: 'value', value: given } : unusable(undefined, 'give what readBaseline read'),
  schema: {
    description: 'The known failures that the run was told of, and the file that they are from.',
    type: 'object',
    required: ['file', 'failures'],
    properties: {
      file: { type: 'string' },
      failures: { type: 'array', items: { $ref: '#/$defs/knownFailure' } },
    },
  },
};

/** Which checks a shard has is worked out when all else is settled. */
export const partOfRun: Parses<ShardRequest | 'auto'> & Kept<Shard> = {
  parse: (text) => {
    if (text === 'auto') return { kind: 'value', value: 'auto' };
    const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
    return index !== undefined && total !== undefined && index >= 1 && index <= total
      ? { kind: 'value', value: { index, total } }
      : unusable(text, 'give which shard of how many, for example --shard 1/3, or auto');
  },
  check: () => unusable(undefined, 'it is settled last'),
  schema: {
    description: 'Which part of a run it was, counted from 1, and the checks that it judged.',
    type: 'object',
    required: ['index', 'total', 'checks'],
    properties: {
      index: { type: 'integer', minimum: 1 },
      total: { type: 'integer', minimum: 1 },
      checks: { type: 'array', items: { type: 'string' } },
    },
  },
};
