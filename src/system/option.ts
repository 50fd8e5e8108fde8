import { suggestion } from './nearest-name.ts';

/** An option that a program gave and that can't be used. The message names it, quotes what may be shown of it, and says what would be right. */
export class OptionFault extends Error {
  constructor(option: string, shown: string | undefined, advice: string) {
    const value = shown === undefined ? '' : ` ${JSON.stringify(shown.slice(0, 80))}`;
    super(`cannot use the option ${option}${value}: ${advice}`);
    this.name = 'OptionFault';
  }
}

/**
 * An option is what somebody may tell a command or a function of the library, as one row of a table: flags, help, types, checks
 * of what is given, and the schema of what is kept all come of it.
 */

/** A value, or why what was given can't be used. `shown` is what messages may quote of it. */
export type Read<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'unusable'; readonly shown: string | undefined; readonly advice: string };

/** How the text of a command line is read. `example` is how the option looks there, for messages. */
export type Parses<Parsed> = { readonly parse: (text: string, example: string) => Read<Parsed> };

/** Values that code may give too, and that a record keeps. */
export type Values<Value, Parsed = Value> = Parses<Parsed> & {
  readonly check: (given: unknown) => Read<Value>;
  /** JSON Schema of a value in a record. */
  readonly schema: { readonly [keyword: string]: unknown };
};

/** One option. A command line gives it under the name in `flags`: `--max-requests <n>` becomes `maxRequests`. */
export type OptionRow = {
  /** A switch has no argument, a list ends with `...>`; `--no-x` is true until it is given. */
  readonly flags: string;
  /** What it is good for. The help adds the default and the example. */
  readonly text: string;
  readonly example: string;
  /** The value where nobody gives one, or words for it. */
  readonly default?: number | string | { readonly told: string };
  /** Under which heading long helps show it. */
  readonly group: string;
  /** Without `parse`, texts are taken as they are. */
  readonly values?: Partial<Parses<unknown>> & { readonly schema?: unknown };
  /** May be given several times; values are collected. */
  readonly many?: true;
  /** For a switch: what `--no-…` is good for, where it can be refused too. */
  readonly refusal?: string;
  /** Why a command that somebody may give it to has no use for it, and what would be right: no help shows it, and whoever gives it is told. */
  readonly refused?: string;
  /** Names of options that it can't stand beside. */
  readonly conflicts?: readonly string[];
  /** Variable of the environment that says the same where the command line says nothing. */
  readonly variable?: string;
  /** Its text names a file or a folder: in a file of settings it is looked for beside that file. */
  readonly file?: true;
};

/** Options by a name that is unique among them. */
export type OptionRows = { readonly [name: string]: OptionRow };

type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type LongName<Flags extends string> = Flags extends `-${string}, --${infer Name}`
  ? FirstWord<Name>
  : Flags extends `--${infer Name}`
    ? FirstWord<Name>
    : never;
type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
/** The name under which a command line gives the option with these flags. */
type GivenName<Flags extends string> =
  LongName<Flags> extends `no-${infer Name}` ? CamelCase<Name> : CamelCase<LongName<Flags>>;

type OneValue<Row> = Row extends { readonly values: Parses<infer Parsed> } ? Parsed : string;
/** What a command line gives for this option. */
export type GivenValue<Row extends OptionRow> = Row['flags'] extends `${string}...>`
  ? readonly OneValue<Row>[]
  : Row extends { readonly many: true }
    ? readonly OneValue<Row>[]
    : Row['flags'] extends `${string}<${string}`
      ? OneValue<Row>
      : boolean;
type IsOn<Row extends OptionRow> = Row['flags'] extends `--no-${string}` ? true : false;

/** What a command line gives for these options. Each is well formed, none is compared with a document yet. */
export type Given<Rows extends OptionRows> = {
  readonly [
    Name in keyof Rows as IsOn<Rows[Name]> extends true ? never : GivenName<Rows[Name]['flags']>
  ]?: GivenValue<Rows[Name]>;
} & {
  readonly [
    Name in keyof Rows as IsOn<Rows[Name]> extends true ? GivenName<Rows[Name]['flags']> : never
  ]: boolean;
};

/** `--max-requests` of `--max-requests <n>`. */
export function flagOf({ flags }: Pick<OptionRow, 'flags'>): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** `maxRequests` of `--max-requests <n>`, `color` of `--no-color`: as in `Given`. */
export function givenName(row: Pick<OptionRow, 'flags'>): string {
  return flagOf(row)
    .replace(/^--(no-)?/, '')
    .replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}

/** What can't be used: `shown` of it may be quoted. */
export function unusable(shown: string | undefined, advice: string): Read<never> {
  return { kind: 'unusable', shown, advice };
}

function shownOf(given: unknown): string {
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given));
}

/** Whole numbers between two bounds, both included. */
export function wholeNumber(
  from: number,
  to: number,
  schema: Values<number>['schema'] = { type: 'integer' },
): Values<number> {
  const advice = `give a whole number from ${String(from)} to ${String(to)}`;
  const isOne = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
  return {
    parse: (text, example) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return isOne(value) ? { kind: 'value', value } : unusable(text, `${advice}, for example ${example}`);
    },
    check: (given) => (isOne(given) ? { kind: 'value', value: given } : unusable(shownOf(given), advice)),
    schema,
  };
}

/** One of a few words. */
export function oneWord<const Word extends string>(words: readonly Word[]): Values<Word> {
  const read = (given: unknown): Read<Word> => {
    const value = words.find((word) => word === given);
    return value === undefined
      ? unusable(shownOf(given), suggestion(shownOf(given), words))
      : { kind: 'value', value };
  };
  return { parse: read, check: read, schema: { enum: words } };
}

/** A switch: on where it is given. */
export const onOrOff: Values<boolean> = {
  parse: () => ({ kind: 'value', value: true }),
  check: (given) =>
    typeof given === 'boolean'
      ? { kind: 'value', value: given }
      : unusable(shownOf(given), 'give true or false'),
  schema: { type: 'boolean' },
};

/** Any text but an empty one, such as the name of a file. */
export const someText: Pick<Values<string>, 'parse' | 'check'> = {
  parse: (text, example) =>
    text === '' ? unusable('', `give a value, for example ${example}`) : { kind: 'value', value: text },
  check: (given) =>
    typeof given === 'string' && given !== ''
      ? { kind: 'value', value: given }
      : unusable(undefined, 'give a text that is not empty'),
};

/** The rows of what a command line gave. */
export function rowsGiven(rows: OptionRows, given: object): readonly OptionRow[] {
  const values = new Map<string, unknown>(Object.entries(given));
  return Object.values(rows).filter((row) => {
    const value = values.get(givenName(row));
    return row.flags.startsWith('--no-') ? value === false : value !== undefined;
  });
}
