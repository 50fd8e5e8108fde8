import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { saysWhichRoles } from './told-roles.ts';

async function isOfRoles(description: string): Promise<boolean> {
  const member = { type: 'string', enum: ['teacher', 'student'] };
  const user = { type: 'object', properties: { id: { type: 'integer' }, role: member } };
  const schema = { type: 'object', properties: { data: { type: 'array', items: user } } };
  const users = { '200': { description: 'All', content: { 'application/json': { schema } } } };
  const result = await loadOnce({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Courses', version: '1' },
      paths: {
        '/courses/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          delete: { operationId: 'remove', description, responses: { '204': { description: 'Done' } } },
        },
        '/users': { get: { operationId: 'users', responses: users } },
      },
    }),
  });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  const remove = result.interface.operations.find(({ id }) => id === 'remove');
  return remove !== undefined && saysWhichRoles(remove, result.interface);
}

test.each([
  'Remove a course. Teachers and admins alone; others get 403.',
  'Only administrators can do this',
  'Requires the role `teacher`.',
  'Reserved for moderators',
])('saysWhichRoles() reads that a role decides in %j', async (description) => {
  await expect(isOfRoles(description)).resolves.toBe(true);
});

test.each([
  'Remove a course.',
  'Only the author may remove a course.',
  'Only its author or an admin may remove a course.',
  'Teachers may remove only their own courses.',
  'Only librarians may do this',
  'A teacher removes it. Only drafts are removed.',
])('saysWhichRoles() does not read so of %j', async (description) => {
  await expect(isOfRoles(description)).resolves.toBe(false);
});
