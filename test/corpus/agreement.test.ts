import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { breakageOf } from '../../src/schema/breakage.ts';
import { compileSchema, isUnjudged } from '../../src/schema/compile.ts';
import { directSchema } from '../../src/schema/direction.ts';
import { invalidValues, readAs } from '../../src/schema/generate/invalid.ts';
import { validSample } from '../../src/schema/generate/valid-sample.ts';
import { validValues } from '../../src/schema/generate/valid.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { resolveSchema } from '../../src/schema/resolve.ts';
import { wholeInCi } from '../sampled.ts';
import { at, libraryOf } from '../specs/library-of.ts';
import { drawFrom, drawnSchemas, type Version } from './drawn-schemas.ts';

const ROWS = (['2.0', '3.0.3', '3.1.1', '3.2.0'] satisfies Version[]).flatMap((version) =>
  Array.from({ length: 6 }, (_, seed) => ({ version, seed: seed + 1 })),
);

/** So many broken values of a schema are enough: the places of one are alike. */
const MOST_CASES = 25;

function schemasOf(version: Version, seed: number): readonly (readonly [string, Schema])[] {
  const schemas = drawnSchemas(drawFrom(seed), version, 4);
  const isOld = version === '2.0' || version === '3.0.3';
  const place = version === '2.0' ? 'definitions' : 'components/schemas';
  const document = version === '2.0' ? { definitions: schemas } : { components: { schemas } };
  const library = libraryOf(JSON.stringify(document), isOld ? 'openapi-3.0' : 'json-schema-2020-12');
  return Object.keys(schemas).map((name) => [
    name,
    resolveSchema(library, at(library, `#/${place}/${name}`)),
  ]);
}

describe.each(wholeInCi(ROWS, 6))('schemas as $version has them, drawn with $seed', ({ version, seed }) => {
  const requests = schemasOf(version, seed).map(
    ([name, schema]) => [name, directSchema(schema, 'request')] as const,
  );

  test.each(requests)('of %s each value that is made is valid by the one validator', (_name, schema) => {
    const validate = compileSchema(schema);
    for (const optional of ['all', 'none', 'mixed'] as const) {
      const supply = validValues(schema, { optional });
      if (supply.kind === 'unsupported') throw new Error(supply.reason);
      const values = fc.sample(supply.arbitrary, { numRuns: 10, seed });
      expect(values.filter((value) => validate(value).length > 0 || isUnjudged(validate(value)))).toEqual([]);
    }
    expect(validate(validSample(schema))).toEqual([]);
  });

  test.each(requests)(
    'of %s each broken value is read as broken in the way that was meant',
    (_name, schema) => {
      const validate = compileSchema(schema);
      const cases = [...invalidValues(schema).take(MOST_CASES)];
      expect(cases.length).toBeGreaterThan(isObject(schema) ? 2 : 0);
      for (const { breaks, arbitrary } of cases)
        for (const value of fc.sample(arbitrary, { numRuns: 4, seed })) {
          const errors = validate(value);
          expect(errors, JSON.stringify([breaks, value])).not.toEqual([]);
          expect(breakageOf(errors), JSON.stringify([breaks, value])).toBe(readAs(breaks));
        }
    },
  );
});
