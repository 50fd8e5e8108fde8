import type { Json } from '../../json/value.ts';
import type { HeaderLine } from '../answers/stages/stages.ts';
import type { Latency } from '../server/latency.ts';

/** What a request has to have to meet a rule; what is `undefined` or empty is not looked at. */
export type Match = {
  readonly operation: string | undefined;
  readonly method: string | undefined;
  /** Without the base path: a template of the document, or a path as a request sends it. */
  readonly path: string | undefined;
  readonly query: ReadonlyMap<string, string>;
  /** By names in lower case. */
  readonly header: ReadonlyMap<string, string>;
  /** Members that a JSON body has, whatever it has besides. */
  readonly body: { readonly [name: string]: Json } | undefined;
  readonly plan: string | undefined;
  readonly key: string | undefined;
  /** The number of a request, from 1, among those that meet the rest. */
  readonly nth: number | undefined;
};

/** What a rule answers with. */
export type Content =
  /** What the mock answers without the rule. */
  | { readonly kind: 'usual' }
  /** What the document shows for the status or example. */
  | { readonly kind: 'documented'; readonly status: number | undefined; readonly example: string | undefined }
  | {
      readonly kind: 'json';
      readonly status: number | undefined;
      readonly value: Json;
      readonly mediaType: string | undefined;
    }
  | {
      readonly kind: 'text';
      readonly status: number | undefined;
      readonly text: string;
      readonly mediaType: string;
    }
  /** No answer: the connection ends. */
  | { readonly kind: 'drop' };

export type Rule = {
  readonly match: Match;
  readonly content: Content;
  /** They replace headers of the same name. */
  readonly headers: readonly HeaderLine[];
  /** Instead of the mock's own. */
  readonly latency: Latency | undefined;
  /** How many requests it answers; `undefined`: any number. */
  readonly times: number | undefined;
};

/** The first rule that a request meets decides. */
export type Scenario = readonly Rule[];
