import { describe, expect, test } from 'vitest';
import type { Operation } from '../../model.ts';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { isMeantBy, refusesRemovalAgain, refusesWhatIsFull, refusesWhatIsThere } from './told-removals.ts';

async function operations(
  description: string,
  status: string,
  refusal: string,
): Promise<readonly Operation[]> {
  const says = `description: ${JSON.stringify(description)}, responses: { '204': { description: Done }, '${status}': { description: ${JSON.stringify(refusal)} } }`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: remove, ${says} }
  /notes/{id}/restore:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: restore, ${says} }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface.operations;
}

describe('refusesRemovalAgain() reads what comes for what was removed before', () => {
  test.each([
    ['The note is kept. A second time the answer is `404`.', '404', 'No', '404'],
    ['Deleting a note again is answered with 404.', '404', 'No', '404'],
    ['Returns 410 if the note has already been deleted.', '410', 'No', '410'],
    ['Removes it.', '404', 'There is no such note, or it was already deleted', '404'],
    ['Deleting it twice is fine.', '404', 'There is no such note', undefined],
    ['Removes it.', '404', 'It may be already deleted', undefined],
    ['A second time the answer is 404.', '403', 'No', undefined],
    ['A second time the answer may be 404.', '404', 'No', undefined],
    ['A second time the answer is 204 or 404.', '404', 'No', undefined],
  ])('%s %s: %s', async (description, status, refusal, told) => {
    const [removal] = await operations(description, status, refusal);
    expect(removal === undefined ? undefined : refusesRemovalAgain(removal)).toBe(told);
  });
});

describe('refusesWhatIsThere() reads what comes for bringing back what is there', () => {
  test.each([
    ['Refused with `409` if the note is not deleted, or its title is in use.', '409', 'No', '409'],
    ['Answered with 422 unless the note was deleted.', '422', 'No', '422'],
    ['Only deleted notes can be restored (409).', '409', 'No', '409'],
    ['Brings it back.', '409', 'The note is not deleted', '409'],
    ['Brings it back.', '409', 'Conflict', undefined],
    ['Refused with 409 if the title is in use.', '409', 'No', undefined],
  ])('%s %s: %s', async (description, status, refusal, told) => {
    const [, action] = await operations(description, status, refusal);
    expect(action === undefined ? undefined : refusesWhatIsThere(action)).toBe(told);
  });
});

describe('refusesWhatIsFull() reads what comes as long as something is inside', () => {
  test.each([
    ['Refused with 409 if it still has pages.', '409', 'No', '409 pages'],
    ['A note that has any pages cannot be deleted (409).', '409', 'No', '409 pages'],
    [
      'If it has any pages that are not deleted and `force` is not set, the request is refused.',
      '409',
      'No',
      '409 pages',
    ],
    ['Only empty notes can be deleted.', '409', 'No', '409 -'],
    ['Removes it.', '409', 'The note still has pages', '409 pages'],
    ['Removes it.', '409', 'The note is not empty', '409 -'],
    ['Removes it.', '409', 'It has open pages', '409 open pages'],
    ['Removes it.', '409', 'Conflict', undefined],
    ['Removes it.', '404', 'The note has no pages', undefined],
    ['May be refused with 409 if it has pages.', '409', 'No', undefined],
  ])('%s %s: %s', async (description, status, refusal, told) => {
    const [removal] = await operations(description, status, refusal);
    const read = removal === undefined ? undefined : refusesWhatIsFull(removal);
    expect(read === undefined ? undefined : `${read.status} ${read.what ?? '-'}`).toBe(told);
  });

  test.each([
    ['pages', true],
    ['children', true],
    ['open pages', false],
    ['authors', false],
    [undefined, true],
  ])('isMeantBy(): %s', (what, isMeant) => {
    expect(isMeantBy(what, '/notes/{id}/pages')).toBe(isMeant);
  });
});
