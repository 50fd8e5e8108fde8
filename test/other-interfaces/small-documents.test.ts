import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { runAssayHere } from '../hostile/run-assay.ts';
import { wholeInCi } from '../sampled.ts';
import { loadOnce, withFiles } from '../specs/load-files.ts';
import { emptyDocument, smallDocuments, type SmallDocument } from './documents.ts';
import { knownGaps } from './known-gaps.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';

async function load({ text }: SmallDocument): Promise<Interface> {
  const loaded = await loadOnce({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

/** One fault that every document of the kind lets show. */
function faultFor({ operations }: Interface): string {
  return operations.some(({ credential }) => credential !== undefined)
    ? 'missing-key-accepted'
    : 'media-type-of-text';
}

async function conforms(document: SmallDocument): Promise<void> {
  const run = await runAgainstMock(await load(document));
  expect(blamed(run)).toEqual([]);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(run.record.footer?.stop).toEqual({ kind: 'completed' });
  expect(run.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  expect(idsOf(run, 'pass').length).toBeGreaterThan(5);
}

describe('assay with small documents', () => {
  const handled = smallDocuments.filter(({ title }) => !knownGaps.has(title));

  test.each(wholeInCi(handled, 4))('conforms against an honest mock: $title', (document) =>
    conforms(document),
  );

  for (const document of smallDocuments.filter(({ title }) => knownGaps.has(title))) {
    const { title } = document;
    test.fails(`is not yet right about ${title}: ${knownGaps.get(title) ?? ''}`, () => conforms(document));
  }

  test.each(wholeInCi(handled, 18))('blames a mock with a fault: $title', async (document) => {
    const loaded = await load(document);
    const fault = faults.filter(({ name }) => name === faultFor(loaded));
    const run = await runAgainstMock(loaded, fault);
    expect(run.verdict).toMatchObject({ kind: 'does-not-conform', exitCode: 1 });
    expect(faultsOfAssay(run)).toEqual([]);
  });

  test.each(
    wholeInCi(
      smallDocuments.filter(({ title }) => title.includes('key in') || title.includes('Basic')),
      2,
    ),
  )('finds that any key is taken: $title', async (document) => {
    const fault = faults.filter(({ name }) => name === 'any-key-accepted');
    const run = await runAgainstMock(await load(document), fault);
    expect(idsOf(run, 'fail')).toContain('authentication.unknown-key');
  });

  test('sends each optional member alone, all of them and none, in ordinary creations', async () => {
    const [{ text, ...first }] = [smallDocuments[0] ?? emptyDocument];
    const optional = ['colour', 'mood', 'place'];
    const words = 'words: { type: string, maxLength: 200 }';
    const members = optional.map((name) => `${name}: { type: string }`);
    const document = { ...first, text: text.replace(words, [words, ...members].join('\n        ')) };
    const run = await runAgainstMock(await load(document));
    expect(blamed(run)).toEqual([]);
    const created = [...run.record.exchanges.values()].filter(
      ({ result }) => result.kind === 'answer' && result.answer.status === 201,
    );
    const sent = created.map(({ request }) => {
      const body: unknown = JSON.parse(new TextDecoder().decode(request.body));
      return optional.filter((name) => Object.hasOwn(Object(body), name)).join();
    });
    expect(sent).toEqual(expect.arrayContaining(['', ...optional, optional.join()]));
  });

  test('proves nothing without an operation, and says so', async () => {
    const run = await runAgainstMock(await load(emptyDocument));
    expect(blamed(run)).toEqual([]);
    expect(run.verdict).toMatchObject({
      kind: 'could-not-tell',
      exitCode: 2,
      text: 'could not tell: the document describes no operation',
    });
  });

  test.concurrent.each([
    { document: '3.0, without clauses', code: 0 },
    { document: 'HTTP Basic', code: 0 },
    { document: 'one POST', code: 0 },
    { document: 'no operation', code: 2 },
  ])('exits with $code from the command line: $document', async ({ document, code }) => {
    const found = [...smallDocuments, emptyDocument].find(({ title }) => title.includes(document));
    const run = await withFiles({ 'openapi.yaml': found?.text ?? '' }, (spec) =>
      runAssayHere(['--spec', spec], undefined),
    );
    expect(run.stderr).not.toContain('internal error');
    expect(run.code, run.stdout + run.stderr).toBe(code);
  });
});
