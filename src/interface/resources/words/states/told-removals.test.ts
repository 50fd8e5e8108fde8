import { describe, expect, test } from 'vitest';
import type { Interface, Operation } from '../../../model.ts';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import {
  goesAlong,
  isMeantBy,
  leavesList,
  leavesRemovedAsIs,
  refusesRemovalAgain,
  refusesWhatIsFull,
  refusesWhatIsThere,
} from './told-removals.ts';

/** What is inside of a note: a list, and one of it. */
const insideOf = (name: string): string => `
  /notes/{id}/${name}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: ${name}, responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } }
  /notes/{id}/${name}/{one}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: one, in: path, required: true, schema: { type: string } }]
    get: { operationId: one-of-${name}, responses: { '200': { description: One, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } }
`;

async function documentWith(
  description: string,
  status: string,
  refusal: string,
  others: readonly string[] = [],
): Promise<Interface> {
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
${['pages', ...others].map(insideOf).join('')}`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

async function operations(...said: Parameters<typeof documentWith>): Promise<readonly Operation[]> {
  return (await documentWith(...said)).operations;
}

describe('refusesRemovalAgain() reads what comes for what was removed before', () => {
  test.each([
    ['The note is kept. A second time the answer is `404`.', '404', 'No', '404'],
    ['Deleting a note again is answered with 404.', '404', 'No', '404'],
    ['A note that is deleted already is refused with 409.', '409', 'No', '409'],
    ['A note that is locked already is refused with 409.', '409', 'No', undefined],
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

describe('leavesList() reads that what is removed is in no list', () => {
  test.each([
    ['The note leaves the list and can be restored.', true],
    ['A note disappears from all lists.', true],
    ['It is no longer listed.', true],
    ['The note is not listed unless it is asked for.', false],
    ['The note may leave the list.', false],
    ['The note is kept.', false],
  ])('%s: %s', async (description, told) => {
    const [removal] = await operations(description, '404', 'No');
    expect(removal === undefined ? undefined : leavesList(removal)).toBe(told);
  });
});

describe('refusesWhatIsThere() reads what comes for bringing back what is there', () => {
  test.each([
    ['Refused with `409` if the note is not deleted, or its title is in use.', '409', 'No', '409'],
    ['Answered with 422 unless the note was deleted.', '422', 'No', '422'],
    ['Only deleted notes can be restored (409).', '409', 'No', '409'],
    ['A note that is not deleted is refused with `409`.', '409', 'No', '409'],
    ['A note that is not shared is refused with `409`.', '409', 'No', undefined],
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
    ['Removes it.', '409', 'There are pages of this note', '409 pages'],
    ['Refused while the note has pages.', '409', 'No', '409 pages'],
    ['Removes it.', '409', 'The note is still used by pages', '409 pages'],
    ['Removes it.', '409', 'The title is used by pages', undefined],
    ['Removes it.', '409', 'There are no pages of this note', undefined],
    ['Removes it.', '409', 'There are pages of this reader', undefined],
    ['Removes it.', '409', 'Conflict', undefined],
    // It is not the note that has to be empty.
    ['The request body must be empty.', '409', 'Conflict', undefined],
    ['Removes it.', '409', 'The body is not empty', undefined],
    ['Removes it.', '404', 'The note has no pages', undefined],
    ['May be refused with 409 if it has pages.', '409', 'No', undefined],
  ])('%s %s: %s', async (description, status, refusal, told) => {
    const document = await documentWith(description, status, refusal);
    const [removal] = document.operations;
    const read = removal === undefined ? undefined : refusesWhatIsFull(document, removal);
    expect(read === undefined ? undefined : `${read.status} ${read.what ?? '-'}`).toBe(told);
  });

  test.each([
    ['It still has pages', [], ['/notes/{id}/pages']],
    ['It has open pages', [], []],
    ['The note is not empty', [], ['/notes/{id}/pages']],
    // It may be about either of them.
    ['The note is not empty', ['readers'], []],
    ['It still has pages', ['readers'], ['/notes/{id}/pages']],
  ] as const)('what is meant by "%s", beside %j', async (refusal, others, kinds) => {
    const document = await documentWith('Removes it.', '409', refusal, others);
    const [removal] = document.operations;
    expect(removal === undefined ? undefined : refusesWhatIsFull(document, removal)?.kinds).toEqual(kinds);
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

describe('refusesWhatIsFull() reads what names an entry in its body, and in which states', () => {
  test.each([
    ['The shelf is used by loans', 'loans by shelfId: any'],
    ['The shelf has open or late loans', 'loans by shelfId: open, late'],
    ['The shelf has lost loans', ''],
    ['The shelf is used by readers', ''],
  ])('%s: %s', async (refusal, told) => {
    const loan =
      'type: object, properties: { id: { type: string }, shelfId: { type: string }, status: { type: string, enum: [open, late, done] } }';
    const loaded = await loadOnce({
      'openapi.yaml': `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    post: { operationId: makeShelf, requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: { '201': { description: Made, content: { application/json: { schema: { type: object, properties: { id: { type: string }, name: { type: string } } } } } } } }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get: { operationId: readShelf, responses: { '200': { description: It, content: { application/json: { schema: { type: object, properties: { id: { type: string }, name: { type: string } } } } } } } }
    delete: { operationId: removeShelf, responses: { '204': { description: Done }, '409': { description: ${JSON.stringify(refusal)} } } }
  /loans:
    post: { operationId: lend, requestBody: { content: { application/json: { schema: { type: object, required: [shelfId], properties: { shelfId: { type: string } } } } } }, responses: { '201': { description: Made, content: { application/json: { schema: { ${loan} } } } } } }
  /loans/{loanId}:
    parameters: [{ name: loanId, in: path, required: true, schema: { type: string } }]
    get: { operationId: readLoan, responses: { '200': { description: It, content: { application/json: { schema: { ${loan} } } } } } }
`,
    });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const removal = loaded.interface.operations.find(({ id }) => id === 'removeShelf');
    const named = removal === undefined ? [] : (refusesWhatIsFull(loaded.interface, removal)?.named ?? []);
    const texts = named.map(
      ({ child, by, state }) =>
        `${child.path.slice(1)} by ${by}: ${state === undefined ? 'any' : state.values.join(', ')}`,
    );
    expect(texts.join()).toBe(told);
  });
});

describe('goesAlong() reads what goes with what is removed', () => {
  test.each([
    ['Deletes the note together with its pages.', true],
    ['Delete a note for good, with its pages', true],
    ['Deletes the note including all of its lines and pages.', true],
    ['Deletes the note together with lines and pages.', true],
    ['Deletes a note and all of its pages.', true],
    ['Deletes the note and its lines', false],
    ['Deletes the note and the pages that it is on', false],
    ['Its pages become unreachable as well.', true],
    ['All its pages are deleted, too.', true],
    ['Deletes the note. Its pages are deleted as well.', true],
    ['Deletes the note with its lines.', false],
    ['Deletes the note with the number 7.', false],
    ['Its lines, pages and tags are deleted as well.', true],
    ['Deletes the note together with its lines, tags, and pages.', true],
    ['Its lines, and tags go with it.', false],
    ['Its pages may be deleted as well.', false],
    ['Deletes the note.', false],
  ])('%s', async (description, isTold) => {
    const document = await documentWith(description, '404', 'No');
    const remove = document.operations.find(({ id }) => id === 'remove');
    const inner = resourcesOf(document).find(({ path }) => path.endsWith('/pages'));
    expect(remove !== undefined && inner !== undefined && goesAlong(remove, inner)).toBe(isTold);
  });
});

describe('leavesRemovedAsIs() reads that what was removed is not changed', () => {
  test.each([
    ['Deleted notes cannot be changed.', 'No', true],
    ['A note that was deleted can not be edited.', 'No', true],
    ['It can not be changed until it is restored.', 'No', true],
    ['Changes it.', 'The note has been deleted', true],
    ['Deleted notes may be changed.', 'No', false],
    ['Archived pages cannot be changed.', 'No', false],
    ['It can not be changed until it is confirmed.', 'No', false],
    ['Changes it.', 'The note is locked', false],
  ])('%s %s', async (description, refusal, isTold) => {
    const schema = '{ type: object, properties: { id: { type: string }, title: { type: string } } }';
    const content = `content: { application/json: { schema: ${schema} } }`;
    const loaded = await loadOnce({
      'openapi.yaml': `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: It, ${content} } } }
    patch: { operationId: change, description: ${JSON.stringify(description)}, requestBody: { ${content} }, responses: { '200': { description: It, ${content} }, '409': { description: ${JSON.stringify(refusal)} } } }
`,
    });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const change = loaded.interface.operations.find(({ id }) => id === 'change');
    expect(change !== undefined && leavesRemovedAsIs(loaded.interface, change)).toBe(isTold);
  });
});
