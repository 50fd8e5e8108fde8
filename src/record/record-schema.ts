/** Holds the lines of a record against their published schema. A module of its own, since the build replaces it by one with nothing left to compile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type CodeOptions, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../system/package.ts';
import type { RecordFooter, RecordHeader } from './record.ts';
import type { StoredEntry } from './stored.ts';

type StoredLine<Type extends StoredEntry['type']> = Extract<StoredEntry, { readonly type: Type }>;

/** Type guards for the lines of a record, from `schemas/record.schema.json`. */
export type RecordSchema = {
  readonly header: ValidateFunction<RecordHeader>;
  readonly exchange: ValidateFunction<StoredLine<'exchange'>>;
  readonly probe: ValidateFunction<StoredLine<'probe'>>;
  readonly check: ValidateFunction<StoredLine<'check'>>;
  readonly footer: ValidateFunction<RecordFooter>;
};

/** Where the schema of each kind of line is. */
export const LINE_SCHEMAS: { readonly [line in keyof RecordSchema]: string } = {
  header: 'record#/$defs/header',
  exchange: 'record#/$defs/exchange',
  probe: 'record#/$defs/probe',
  check: 'record#/$defs/check',
  footer: 'record#/$defs/footer',
};

/** An Ajv that knows the published schema as `record`. */
export function recordAjv(code: CodeOptions = {}): Ajv2020 {
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
    code,
  });
  return ajv.addSchema(schema, 'record');
}

let compiled: RecordSchema | undefined;

function compileLines(): RecordSchema {
  const ajv = recordAjv();
  return {
    header: ajv.compile<RecordHeader>({ $ref: LINE_SCHEMAS.header }),
    exchange: ajv.compile<StoredLine<'exchange'>>({ $ref: LINE_SCHEMAS.exchange }),
    probe: ajv.compile<StoredLine<'probe'>>({ $ref: LINE_SCHEMAS.probe }),
    check: ajv.compile<StoredLine<'check'>>({ $ref: LINE_SCHEMAS.check }),
    footer: ajv.compile<RecordFooter>({ $ref: LINE_SCHEMAS.footer }),
  };
}

/** The schema of each kind of line, compiled once. */
export function recordSchema(): RecordSchema {
  return (compiled ??= compileLines());
}
