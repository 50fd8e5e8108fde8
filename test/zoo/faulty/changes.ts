import { isObject } from '../honest-traits.ts';
import type { Answer, Call, Content, Header, Service, Traits } from '../traits.ts';

/** Short words for what faulty members do to an honest answer. */

export type Condition = (answer: Answer, call: Call) => boolean;

export const onStatus =
  (...statuses: readonly number[]): Condition =>
  (answer) =>
    statuses.includes(answer.status);

export const onError: Condition = (answer) => answer.status === 400 || answer.status === 401;
export const onMethod =
  (method: string): Condition =>
  (_answer, call) =>
    call.method === method;
export const onCreated: Condition = onStatus(201);
export const onList: Condition = (answer, call) =>
  answer.status === 200 && call.operation === 'listCategories';
export const both =
  (...conditions: readonly Condition[]): Condition =>
  (answer, call) =>
    conditions.every((condition) => condition(answer, call));

export const raw = (mediaType: string | undefined, bytes: string | Buffer): Content => ({
  kind: 'raw',
  mediaType,
  bytes,
});

export const html = (text: string): Content =>
  raw('text/html; charset=utf-8', `<!DOCTYPE html>\n<html><body><pre>${text}</pre></body></html>`);

export const plainAnswer = (status: number, content: Content, headers: readonly Header[] = []): Answer => ({
  status,
  headers,
  content,
});

/** An unhandled exception, as a framework shows it. */
export const crash: Answer = plainAnswer(500, html('Internal Server Error'));

export const jsonAnswer = (status: number, value: unknown): Answer =>
  plainAnswer(status, { kind: 'json', value });

/** Changes answers for which the condition holds. */
export const altering =
  (condition: Condition, change: (answer: Answer, call: Call, service: Service) => Answer): Traits['alter'] =>
  (answer, call, service) =>
    condition(answer, call) ? change(answer, call, service) : answer;

/** Changes the JSON value of answers for which the condition holds. */
export const reshaping = (condition: Condition, change: (value: unknown) => unknown): Traits['alter'] =>
  altering(condition, (answer) =>
    answer.content.kind === 'json'
      ? { ...answer, content: { kind: 'json', value: change(answer.content.value) } }
      : answer,
  );

/** Changes the members of the JSON object of answers for which the condition holds. */
export const changingMembers = (
  condition: Condition,
  change: (members: Record<string, unknown>) => unknown,
): Traits['alter'] => reshaping(condition, (value) => (isObject(value) ? change({ ...value }) : value));

/** Replaces the content of answers for which the condition holds. */
export const replacing = (condition: Condition, content: (text: string) => Content): Traits['alter'] =>
  altering(condition, (answer, _call, service) => ({
    ...answer,
    content: content(answer.content.kind === 'json' ? service.traits.encode(answer.content.value) : ''),
  }));

export function without(
  members: Record<string, unknown>,
  ...names: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
