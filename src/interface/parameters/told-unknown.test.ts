import { expect, test } from 'vitest';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { unknownAre } from './told-unknown.ts';

async function told(about: string, words = ''): Promise<string | undefined> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Files, version: '1', description: ${JSON.stringify(about)} }
paths:
  /files: { get: { operationId: list, description: ${JSON.stringify(words)}, responses: { '200': { description: all } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [list] = loaded.interface.operations;
  return list === undefined ? undefined : unknownAre(loaded.interface, list);
}

test.each([
  ['Unknown query parameters are ignored.', '', 'ignored'],
  ['One shape. Unrecognized parameters are ignored; others count.', '', 'ignored'],
  ["Parameters that we don't know are refused with 400, `parameter_unknown`. Keys are not.", '', 'refused'],
  ['Unknown query parameters are rejected (400).', '', 'refused'],
  ['Unknown parameters are ignored.', 'Unknown query parameters are refused here (400).', 'refused'],
  ['Unknown parameters may be ignored.', '', undefined],
  ['Unknown members are ignored.', '', undefined],
  ['Unknown query parameters are ignored in drafts.', '', undefined],
  ['Files', '', undefined],
])('unknownAre() reads "%s" and "%s"', async (about, words, expected) => {
  expect(await told(about, words)).toBe(expected);
});
