import { expect, test } from 'vitest';
import { loadFiles } from '../../test/specs/load-files.ts';
import { compileSchema } from './compile.ts';
import { validSample } from './generate/valid-sample.ts';
import type { Schema } from './keywords.ts';

async function schemaIn(head: string): Promise<Schema> {
  const text = `${head}
info: { title: Timers, version: '1' }
paths:
  /timers:
    get:
      responses:
        200: { description: all, content: { application/json: { schema: { type: string, format: duration } } } }
`;
  const loaded = await loadFiles({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface.operations[0]?.responses[0]?.representations[0]?.schema ?? false;
}

test.each([
  ['openapi: 3.0.3', 0],
  ['openapi: 3.1.1', 1],
])(
  'a duration of another spelling is blamed only where the document can mean that format: %s',
  async (head, faults) => {
    const validate = compileSchema(await schemaIn(head));
    expect(validate('1h30m')).toHaveLength(faults);
    expect(validate('PT90M')).toHaveLength(0);
  },
);

test('a duration is made in the spelling of ISO 8601 where none is documented', async () => {
  expect(validSample(await schemaIn('openapi: 3.0.3'))).toBe('P1D');
});
