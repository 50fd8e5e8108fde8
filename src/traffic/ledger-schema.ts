/** Holds the lines of a ledger against their published schema. A module of its own, since the build replaces it by one with nothing left to compile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv2020, CodeOptions, ValidateFunction } from 'ajv/dist/2020.js';
import { recordAjv } from '../record/record-schema.ts';
import type { StoredExchange } from '../record/stored.ts';
import type { Settings, TrafficSettings } from '../record/settings.ts';
import { packageRoot } from '../system/package.ts';
import type { CheckTally } from './check-ledger.ts';
import type { Effort } from './judge-files.ts';
import type { Place } from './place.ts';
import type { Ledger, LedgerFile, LedgerTerms } from './traffic-ledger.ts';

export const LEDGER_VERSION = 1;

/** The first line. The settings have a member for each that a record has. */
export type LedgerHead = Omit<LedgerTerms, 'url' | 'settings'> &
  Omit<Ledger, 'files' | 'tallies' | 'cited'> & {
    readonly type: 'ledger';
    readonly ledgerVersion: typeof LEDGER_VERSION;
    readonly settings: TrafficSettings & Pick<Settings, 'url'>;
    readonly url?: string;
    readonly specDirectory: string;
    readonly parts: number;
    readonly effort: Effort;
  };

export type LedgerEnd = { readonly type: 'end'; readonly lines: number; readonly digest: string };

/** A line of a ledger. */
export type LedgerLine =
  | LedgerHead
  | ({ readonly type: 'file' } & LedgerFile)
  | ({ readonly type: 'tally'; readonly check: string } & CheckTally)
  | ({ readonly type: 'exchange'; readonly exchange: StoredExchange } & Place)
  | LedgerEnd;

type Line<Type extends LedgerLine['type']> = Extract<LedgerLine, { readonly type: Type }>;

/** Type guards for the lines of a ledger, from `schemas/ledger.schema.json`. */
export type LedgerSchema = { readonly [type in LedgerLine['type']]: ValidateFunction<Line<type>> };

/** Where the schema of each kind of line is. */
export const LEDGER_SCHEMAS: { readonly [type in LedgerLine['type']]: string } = {
  ledger: 'ledger#/$defs/ledger',
  file: 'ledger#/$defs/file',
  tally: 'ledger#/$defs/tally',
  exchange: 'ledger#/$defs/exchange',
  end: 'ledger#/$defs/end',
};

/** An Ajv that knows the published schema as `ledger`. */
export function ledgerAjv(code: CodeOptions = {}): Ajv2020 {
  const schema: unknown = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'ledger.schema.json'), 'utf8'),
  );
  if (typeof schema !== 'object' || schema === null)
    throw new Error('schemas/ledger.schema.json is no object');
  return recordAjv(code).addSchema(schema, 'ledger');
}

let compiled: LedgerSchema | undefined;

function compileLines(): LedgerSchema {
  const ajv = ledgerAjv();
  return {
    ledger: ajv.compile<LedgerHead>({ $ref: LEDGER_SCHEMAS.ledger }),
    file: ajv.compile<Line<'file'>>({ $ref: LEDGER_SCHEMAS.file }),
    tally: ajv.compile<Line<'tally'>>({ $ref: LEDGER_SCHEMAS.tally }),
    exchange: ajv.compile<Line<'exchange'>>({ $ref: LEDGER_SCHEMAS.exchange }),
    end: ajv.compile<LedgerEnd>({ $ref: LEDGER_SCHEMAS.end }),
  };
}

/** The schema of each kind of line, compiled once. */
export function ledgerSchema(): LedgerSchema {
  return (compiled ??= compileLines());
}
