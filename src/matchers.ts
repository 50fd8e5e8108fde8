/** `assay/matchers`: answers that your own tests get, held against the document. For `expect.extend` of Vitest and Jest, and for `node:test`. */
import { AssertionError } from 'node:assert';
import { conformanceOf, type ConformOptions } from './api/conform.ts';
import type { Interface } from './interface/model.ts';

export type { ConformOptions } from './api/conform.ts';

/** What `expect` is told by a matcher. */
export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/**
 * A matcher: `await expect(response).toConform('openapi.yaml', 'listShelves')`. `response` is one of fetch, undici, supertest or axios, or
 * an object with status, headers and body; the document a path or address, or what `loadInterface` gave; the operation an id, or a
 * method and a path. Rejects where nothing could be said, with `.not` as well.
 */
export async function toConform(
  response: unknown,
  document: Interface | string,
  operation: string,
  options?: ConformOptions,
): Promise<MatcherResult> {
  const { conforms, message } = await conformanceOf(response, document, operation, options);
  return { pass: conforms, message: () => message };
}

/** The same as an assertion, for tests without `expect`. Rejects with an `AssertionError` where the answer does not conform. */
export async function assertConforms(
  response: unknown,
  document: Interface | string,
  operation: string,
  options?: ConformOptions,
): Promise<void> {
  const { conforms, message } = await conformanceOf(response, document, operation, options);
  if (conforms) return;
  throw new AssertionError({ message, stackStartFn: assertConforms });
}
