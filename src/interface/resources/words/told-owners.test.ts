import { describe, expect, test } from 'vitest';
import type { Operation } from '../../model.ts';
import { saysForOwners } from './told-owners.ts';

function operationOf(
  method: 'GET' | 'PUT',
  description: string,
  responses: readonly (readonly [string, string])[],
): Operation {
  return {
    id: 'one',
    method,
    path: method === 'GET' ? '/recipes' : '/recipes/{id}',
    documentation: 'full',
    deprecated: false,
    description,
    tags: [],
    credential: { kind: 'http-bearer', id: 'user' },
    parameters: [],
    requestBody: undefined,
    responses: responses.map(([status, text]) => ({
      status,
      description: text,
      headers: [],
      representations: [],
    })),
    position: { file: 'x', line: 1 },
  } as unknown as Operation;
}

describe('saysForOwners()', () => {
  test.each([
    'Only the author may change a recipe',
    'Changes a recipe. Owners only',
    'Only the user who created it can delete it',
    'Deletes a channel (only channel owners can)',
    'Users can only update their own recipes',
  ])('reads it of %j, in the words of an operation or of its refusal', (words) => {
    expect(saysForOwners(operationOf('PUT', words, []))).toBe(true);
    expect(saysForOwners(operationOf('PUT', '', [['403', words]]))).toBe(true);
    expect(saysForOwners(operationOf('PUT', '', [['200', words]]))).toBe(false);
  });

  test.each([
    'Not the owner of the recipe',
    'You do not own this recipe',
    'Resource not owned',
    'The recipe does not belong to you',
    'The recipe belongs to another user',
    "It is another user's recipe",
  ])('reads it of %j, where it says why somebody is refused', (words) => {
    expect(saysForOwners(operationOf('PUT', '', [['403', words]]))).toBe(true);
    expect(saysForOwners(operationOf('PUT', words, []))).toBe(false);
  });

  test('reads no role of it', () => {
    expect(saysForOwners(operationOf('PUT', '', [['403', 'You are not a seller']]))).toBe(false);
    expect(saysForOwners(operationOf('PUT', '', [['403', 'Not an owner']]))).toBe(false);
  });

  test('reads it of a list of what one user has, and of nothing else that is somebody’s', () => {
    expect(saysForOwners(operationOf('GET', 'The recipes of the current user', []))).toBe(true);
    expect(saysForOwners(operationOf('GET', 'The recipes of the owner', []))).toBe(false);
    expect(saysForOwners(operationOf('GET', 'Returns your feed', []))).toBe(false);
    expect(saysForOwners(operationOf('PUT', 'Changes a recipe of the current user', []))).toBe(false);
  });

  test.each([
    'Changes a recipe',
    'Likes a recipe that another user wrote',
    "Shows another user's profile",
    'You cannot rate your own recipe',
    'Only signed-in users may change a recipe',
    'Only sellers may change a recipe',
    'Only verified owners may change a recipe',
    "Only the author's name may be changed",
    'Forbidden',
  ])('does not read it of %j', (words) => {
    expect(saysForOwners(operationOf('PUT', words, [['403', 'Forbidden']]))).toBe(false);
  });
});
