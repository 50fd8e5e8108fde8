import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../interface/package-root.ts';
import type { RecordFooter, RecordHeader } from './record.ts';
import type { StoredEntry } from './stored-entry.ts';

type StoredLine<Type extends StoredEntry['type']> = Extract<StoredEntry, { readonly type: Type }>;

/** Type guards for the lines of a record, from `schemas/record.schema.json`. */
export type RecordSchema = {
  readonly header: ValidateFunction<RecordHeader>;
  readonly exchange: ValidateFunction<StoredLine<'exchange'>>;
  readonly probe: ValidateFunction<StoredLine<'probe'>>;
  readonly check: ValidateFunction<StoredLine<'check'>>;
  readonly footer: ValidateFunction<RecordFooter>;
};

let compiled: RecordSchema | undefined;

/** Compiles the published schema, once. */
export function recordSchema(): RecordSchema {
  if (compiled !== undefined) return compiled;
  const schema: unknown = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'record.schema.json'), 'utf8'),
  );
  if (typeof schema !== 'object' || schema === null)
    throw new Error('schemas/record.schema.json is no object');
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    discriminator: true,
    ownProperties: true,
    validateSchema: false,
  });
  ajv.addSchema(schema, 'record');
  compiled = {
    header: ajv.compile<RecordHeader>({ $ref: 'record#/$defs/header' }),
    exchange: ajv.compile<StoredLine<'exchange'>>({ $ref: 'record#/$defs/exchange' }),
    probe: ajv.compile<StoredLine<'probe'>>({ $ref: 'record#/$defs/probe' }),
    check: ajv.compile<StoredLine<'check'>>({ $ref: 'record#/$defs/check' }),
    footer: ajv.compile<RecordFooter>({ $ref: 'record#/$defs/footer' }),
  };
  return compiled;
}
