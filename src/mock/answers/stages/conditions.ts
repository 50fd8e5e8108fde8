import type { Operation } from '../../../interface/model.ts';
import { keyParameterOf } from '../../../interface/parameters/request-keys.ts';
import type { Json } from '../../../json/value.ts';
import { printJson } from '../../../json/lossless.ts';
import { type HeaderLine, refusal, type Refusal, type Reply, type Stages, type Visit } from './stages.ts';

/** Entity tags and conditions (RFC 9110 sections 8.8.3 and 13), and requests that come again, where the document has them. */

function names({ parameters }: Operation, field: string): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === field);
}

function shows({ responses }: Operation, status: string): boolean {
  return responses.some((response) => response.status === status);
}

/** True where the document has a tag in the answer that an operation gives with this status. */
export function hasTagAt({ responses }: Operation, status: number): boolean {
  const own = responses.find((response) => response.status === String(status));
  return own?.headers.some(({ name }) => name.toLowerCase() === 'etag') === true;
}

/** True where tags have a part in an operation. */
export function knowsTags(operation: Operation | undefined): operation is Operation {
  return (
    operation !== undefined &&
    (names(operation, 'if-match') ||
      names(operation, 'if-none-match') ||
      ['304', '412', '428'].some((status) => shows(operation, status)) ||
      operation.responses.some(({ status }) => hasTagAt(operation, Number(status))))
  );
}

/** The tag of what is shown: another one for other members or values. */
export function tagOf(shown: Json): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `"${createHash('sha256').update(printJson(shown)).digest('base64url').slice(0, 20)}"`;
}

/** Whether a field names a tag; `weakly` leaves the mark of weak tags out of account. */
function isNamed(field: string, tag: string, how: 'strongly' | 'weakly'): boolean {
  const [, own] = /^(?:W\/)?(.*)$/s.exec(tag) ?? [];
  return field.split(',').some((given) => {
    const text = given.trim();
    if (text === '*') return true;
    return how === 'weakly' ? text.replace(/^W\//, '') === own : text === tag && !text.startsWith('W/');
  });
}

/** What a condition of a request comes to: it may go on where nothing is returned. */
export function unmetCondition(
  { request, operation }: Visit,
  tag: string,
): Refusal | 'unchanged' | undefined {
  if (!knowsTags(operation)) return undefined;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [matched, known] = [request.headers.get('if-match'), request.headers.get('if-none-match')];
  if (isRead) return known !== undefined && isNamed(known, tag, 'weakly') ? 'unchanged' : undefined;
  if (matched === undefined && shows(operation, '428'))
    return refusal(operation, [428], 'precondition_required', 'The request has to bring If-Match.');
  if (matched !== undefined && !isNamed(matched, tag, 'strongly'))
    return refusal(operation, [412], 'precondition_failed', 'This is not the newest version any more.');
  return undefined;
}

/** The refusal of what is to be done to another version than the newest; `undefined` where it may be done. */
export function unmetAt(
  visit: Visit,
  { unmet }: Pick<Stages, 'unmet'>,
  tag: () => string,
): Refusal | undefined {
  const found = knowsTags(visit.operation) ? unmet(visit, tag()) : undefined;
  return found === 'unchanged' ? undefined : found;
}

/** The answer to who has the newest version. */
export function unchangedReply(tag: string): Reply {
  return { status: 304, headers: [['ETag', tag]], body: { kind: 'none' } };
}

/** Lines with this tag and no other. */
export function withTag(headers: readonly HeaderLine[], tag: string): readonly HeaderLine[] {
  return [...headers.filter(([name]) => name.toLowerCase() !== 'etag'), ['ETag', tag]];
}

/** The key by which a creation is known again, where the document has a field or a parameter for it and the request brings it. */
export function keyOfCreation({ request, operation }: Visit): string | undefined {
  const parameter = operation === undefined ? undefined : keyParameterOf(operation);
  if (parameter === undefined) return undefined;
  const { headers, query } = request;
  const key =
    parameter.in === 'header' ? headers.get(parameter.name.toLowerCase()) : query.get(parameter.name);
  return key === undefined || key === null ? undefined : `${request.path} ${key}`;
}
