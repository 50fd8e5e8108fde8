import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sampleInterface } from '../../test/samples/sample-interface.ts';
import { SETTING_ROWS } from '../record/settings.ts';
import { settle } from './settle.ts';

const document = sampleInterface({});
const url = 'https://api.example.com/v1';

/** Values of the right kind for a setting, and of a wrong one. */
const WRONG: readonly unknown[] = ['no such value', -1, 1.5, null, {}, Number.NaN];

describe('settle()', () => {
  test('settle() gives every setting that a record always has, and what the help calls its default', () => {
    const settled = settle({ url }, document, () => 7);
    if (settled.kind === 'unusable') throw new Error(settled.problem.advice);
    const values = new Map<string, unknown>(Object.entries(settled.settings));
    for (const [name, row] of SETTING_ROWS) {
      expect(values.has(name), name).toBe(row.optional === undefined);
      if (typeof row.default === 'object' || row.default === undefined) continue;
      expect(values.get(name), name).toBe(row.default);
    }
    expect(settled.settings).toMatchObject({ url, seed: 7, suites: [], strict: false });
  });

  test('settle() keeps the record as short as if a switch that it only has when it is on had not been named', () => {
    const settled = settle({ url, allowIncomplete: false }, document, () => 7);
    expect(settled).toEqual(settle({ url }, document, () => 7));
    expect(settle({ url, allowIncomplete: true }, document, () => 7)).toMatchObject({
      settings: { allowIncomplete: true },
    });
  });

  test.each(SETTING_ROWS.filter(([name]) => name !== 'shard').map(([name]) => name))(
    'settle() refuses for %s what it is no value of, also from code without types',
    (name) => {
      for (const wrong of WRONG) {
        const settled = settle({ url, [name]: wrong }, document, () => 7);
        expect(settled, JSON.stringify(wrong)).toMatchObject({
          kind: 'unusable',
          problem: { setting: name, advice: expect.stringMatching(/^\S/) },
        });
      }
    },
  );

  test.each(SETTING_ROWS)('the schema of %s allows what is settled, and nothing else', (name, row) => {
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile({
      ...row.values.schema,
      $defs: { knownFailure: { type: 'object', required: ['check', 'reason'] } },
    });
    const settled = settle({ url }, document, () => 7);
    if (settled.kind === 'unusable') throw new Error(settled.problem.advice);
    const value = new Map<string, unknown>(Object.entries(settled.settings)).get(name);
    if (value !== undefined) expect(validate(value), name).toBe(true);
    expect(validate(null), name).toBe(false);
  });
});
