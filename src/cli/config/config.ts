/** What a configuration may hold: the options of `assay test` under the names of their rows, and what no flag can say. */
import type { Check } from '../../checks/check.ts';
import type { RequestSigner } from '../../client/client.ts';
import type { GivenParameters } from '../../interface/parameters/given-parameters.ts';
import type { Interface } from '../../interface/model.ts';
import type { Json } from '../../json/value.ts';
import type { RunRecord } from '../../record/record.ts';
import type { TokenSupplier } from '../../run/auth-options.ts';
import type { Suite } from '../../session/suite.ts';
import type { GivenValue, OptionRow } from '../../system/option.ts';
import type { TEST } from '../options.ts';

/** What holds for one run or one part of it, and secrets, which are not kept with the code. */
export type NotConfigured =
  | 'resume'
  | 'updateBaseline'
  | 'watch'
  | 'shard'
  | 'targets'
  | 'parallel'
  | 'config'
  | 'key'
  | 'otherKey'
  | 'auth';

type Rows = Omit<typeof TEST, NotConfigured>;

type TextOf<Value> = Value extends string | number | boolean ? Value : string;
type ConfigValue<Row extends OptionRow> =
  GivenValue<Row> extends readonly (infer One)[] ? readonly TextOf<One>[] : TextOf<GivenValue<Row>>;

/** Options of `assay test`: a value is what the flag takes, `true` or `false` for a switch, a list for what may be repeated. */
export type ConfigOptions = { readonly [Name in keyof Rows]?: ConfigValue<Rows[Name]> | undefined };

/** A secret of a security scheme: the variable that holds it, or what gets it anew. */
export type ConfigSecret = { readonly env: string } | TokenSupplier;

/** A service that can be chosen with `--target`. */
export type ConfigTarget = Omit<ConfigOptions, 'target'> & {
  /** Secrets by scheme, or by `header:NAME`, `query:NAME` or `cookie:NAME`. */
  readonly auth?: { readonly [scheme: string]: ConfigSecret } | undefined;
};

/** What holds for one operation. */
export type ConfigOperation = {
  /** It is not asked. */
  readonly exclude?: boolean | undefined;
  /** All users of the service share what it shows, as with `--shared`. */
  readonly shared?: boolean | undefined;
  /**
   * Values that are right at the service, such as the identity of an entry that it has: valid requests name them. Whatever such a
   * request changes is changed.
   */
  readonly parameters?: { readonly [name: string]: Json } | undefined;
};

/** Where a run goes. */
export type RunPlace = { readonly url: string; readonly document: Interface };

/** What is called around a run and its requests. */
export type ConfigHooks = {
  /** Before anything is sent: makes what the run needs. What it throws ends the run with exit code 2. */
  readonly beforeRun?: ((place: RunPlace) => void | Promise<void>) | undefined;
  /** After the run, whatever came of it: takes away what was made. What it throws is told, and no such run exits with 0. */
  readonly afterRun?:
    | ((place: RunPlace & { readonly record: RunRecord }) => void | Promise<void>)
    | undefined;
  /** Before each request: gives header lines to send with it, such as a signature. They are in no record. */
  readonly beforeRequest?: RequestSigner | undefined;
};

/** A configuration. Flags win over the environment, that over `.env`, that over the configuration, and all over defaults. */
export type Config = ConfigOptions & {
  /** Services by name. */
  readonly targets?: { readonly [name: string]: ConfigTarget } | undefined;
  /** Sets of options by name, for `--profile`; each says with `profile` how much it sends. */
  readonly profiles?: { readonly [name: string]: Omit<ConfigOptions, 'target'> } | undefined;
  /** By id, path, method and path, or tag, as `--include` names them. */
  readonly operations?: { readonly [operation: string]: ConfigOperation } | undefined;
  readonly auth?: ConfigTarget['auth'];
  readonly hooks?: ConfigHooks | undefined;
  /** Checks beside those of assay. */
  readonly ownChecks?: readonly Check[] | undefined;
  /** Suites beside those of assay. */
  readonly ownSuites?: readonly Suite[] | undefined;
};

/** What a command takes of a configuration besides options. */
export type ConfigUse = {
  /** As messages show it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly auth: ReadonlyMap<string, ConfigSecret>;
  readonly parameters: readonly GivenParameters[];
  readonly hooks: ConfigHooks;
  readonly ownChecks: readonly Check[];
  readonly ownSuites: readonly Suite[];
  /** Where each option that the configuration gave is from, by the name of its row. */
  readonly sources: ReadonlyMap<string, string>;
};

/** The configuration as it is: its type is all that this adds. */
export function defineConfig(config: Config): Config {
  return config;
}
