import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { toldNames } from './told-names.ts';

const DOCUMENT = await readFile(
  new URL('../../../../../test/specs/tasks/openapi.yaml', import.meta.url),
  'utf8',
);

/** The members of which the tasks say that what they name has to be there, with these words for their 422. */
async function toldIn(refusal: string, words = '', status = '422'): Promise<readonly string[]> {
  const loaded = await loadOnce({
    'openapi.yaml': DOCUMENT.replace('The project does not exist.', refusal)
      .replace("'422':", `'${status}':`)
      .replace('operationId: makeTask', `operationId: makeTask\n      description: ${JSON.stringify(words)}`),
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const create = loaded.interface.operations.find(({ id }) => id === 'makeTask');
  if (create === undefined) throw new Error('There is no operation.');
  const sent = { type: 'object', properties: { title: {}, projectId: {} } };
  return toldNames(loaded.interface, create, sent).map(({ member }) => member);
}

test.each([
  'The project does not exist.',
  "The project doesn't exist",
  'Project not found',
  'If the given project was not found.',
  'The `project` with this id is not there.',
  'Either the owner or the project could not be found.',
  'No such project',
  'There is no project with the given id.',
  'Unknown project id',
  'The project does not exist or is closed.',
  'The projectId is unknown.',
])('toldNames() reads %j', async (words) => {
  expect(await toldIn(words)).toEqual(['projectId']);
  expect(await toldIn(words, '', '404')).toEqual(['projectId']);
});

test.each([
  'Not found',
  'The project may not exist.',
  'The project does not exist and its owner is unknown to us.',
  'The owner does not exist.',
  'The project is closed.',
  'Whether the project does not exist is looked at later.',
  'The project is missing.',
])('toldNames() leaves %j aside', async (words) => {
  expect(await toldIn(words)).toEqual([]);
});

test('toldNames() reads what the operation says of its refusals', async () => {
  expect(await toldIn('No', 'Returns 422 if the project does not exist.')).toEqual(['projectId']);
  expect(await toldIn('No', '422 if the project is not there or closed, or the day is over.')).toEqual([
    'projectId',
  ]);
  expect(await toldIn('No', '422 if project or owner are not there, or the day is over.')).toEqual([
    'projectId',
  ]);
  expect(await toldIn('No', '422 if the day is over, or the project may not exist.')).toEqual([]);
  expect(await toldIn('No', 'Never returns 422: if the project does not exist, it is made.')).toEqual([]);
  expect(await toldIn('The project does not exist.', '', '410')).toEqual([]);
  expect(await toldIn('No', 'The project has to exist, too (422).')).toEqual(['projectId']);
  expect(await toldIn('No', 'All projects must exist, and be open.')).toEqual(['projectId']);
  expect(await toldIn('No', 'A projectId has to be that of a project of the account (422).')).toEqual([
    'projectId',
  ]);
  expect(await toldIn('No', 'A project that does not exist is refused with 422.')).toEqual(['projectId']);
  expect(await toldIn('No', 'An unknown project is refused with 422.')).toEqual(['projectId']);
  expect(await toldIn('No', 'A project that is unknown or closed is refused with 422.')).toEqual([
    'projectId',
  ]);
  expect(await toldIn('No', 'An unknown project is made.')).toEqual([]);
  expect(await toldIn('No', 'An unknown project state is refused with 422.')).toEqual([]);
  expect(await toldIn('No', 'A project whose owner is unknown is refused with 422.')).toEqual([]);
  expect(await toldIn('No', 'A project that does not exist is made.')).toEqual([]);
  expect(await toldIn('No', 'An owner that does not exist is refused with 422.')).toEqual([]);
  expect(await toldIn('No', 'The project should exist.')).toEqual([]);
  expect(await toldIn('No', 'The owner of the project has to exist.')).toEqual([]);
});
