import {
  type Content,
  isRefusal,
  refusal,
  type Refusal,
  type Stages,
  type Visit,
} from '../answers/stages/stages.ts';
import { isObject, type Json } from '../../json/value.ts';
import { printJson } from '../../json/lossless.ts';
import type { Fault } from './fault.ts';

const family = 'robustness';

const LONG_BODY = 10_000;

function crash(): Refusal {
  return refusal(undefined, [500], 'internal_error', 'Internal server error.');
}

/** Fails with 500 on contents of this kind, before they are validated. */
function crashing(stages: Stages, isFatal: (content: Content | Refusal) => boolean): Stages {
  return {
    ...stages,
    parse(bytes, visit) {
      const content = stages.parse(bytes, visit);
      return isFatal(content) ? crash() : content;
    },
  };
}

function onValue(isFatal: (value: Json) => boolean): (content: Content | Refusal) => boolean {
  return (content) => !isRefusal(content) && content.kind === 'json' && isFatal(content.value);
}

function isReading({ request, operation }: Visit): boolean {
  return request.method === 'GET' && operation?.documentation === 'full';
}

/** What services do when something unusual comes. */
export const robustnessFaults: readonly Fault[] = [
  {
    name: 'crash-on-broken-json',
    family,
    title: 'a body that is no JSON gets 500',
    breaks: ['statuses.no-server-error'],
    apply: (stages) => crashing(stages, (content) => isRefusal(content) && content.code === 'invalid_json'),
  },
  {
    name: 'crash-on-missing-body',
    family,
    title: 'an operation that wants a body and gets none answers 500',
    breaks: ['statuses.no-server-error'],
    apply: (stages) => crashing(stages, (content) => !isRefusal(content) && content.kind === 'absent'),
  },
  {
    name: 'crash-on-other-json',
    family,
    title: 'a body that is JSON, but no object, gets 500',
    breaks: ['statuses.no-server-error'],
    apply: (stages) =>
      crashing(
        stages,
        onValue((value) => !isObject(value)),
      ),
  },
  {
    name: 'crash-on-emoji',
    family,
    title: 'text beyond the Basic Multilingual Plane gets 500',
    breaks: ['statuses.no-server-error', 'validation.unusual-text'],
    apply: (stages) =>
      crashing(
        stages,
        onValue((value) => /[\u{10000}-\u{10ffff}]/u.test(printJson(value))),
      ),
  },
  {
    name: 'crash-on-quote',
    family,
    title: 'an apostrophe gets 500',
    breaks: ['statuses.no-server-error', 'validation.unusual-text'],
    apply: (stages) =>
      crashing(
        stages,
        onValue((value) => printJson(value).includes("'")),
      ),
  },
  {
    name: 'crash-on-long-text',
    family,
    title: `a body of more than ${LONG_BODY} characters gets 500`,
    breaks: ['statuses.no-server-error', 'validation.unusual-text'],
    apply: (stages) =>
      crashing(
        stages,
        onValue((value) => printJson(value).length > LONG_BODY),
      ),
  },
  {
    name: 'dropped-on-nul',
    family,
    title: 'the connection is dropped when a text holds NUL',
    breaks: ['statuses.answered'],
    apply(stages) {
      const dropped = new WeakSet<Visit>();
      return {
        ...stages,
        parse(bytes, visit) {
          const content = stages.parse(bytes, visit);
          if (onValue((value) => printJson(value).includes(String.raw`\u0000`))(content)) dropped.add(visit);
          return content;
        },
        render(reply, visit) {
          const answer = stages.render(reply, visit);
          return dropped.has(visit) ? { ...answer, delivery: 'none' } : answer;
        },
      };
    },
  },
  {
    name: 'answers-cut',
    family,
    title: 'the connection breaks off in the middle of answers to reading operations',
    breaks: ['statuses.answered'],
    apply: (stages) => ({
      ...stages,
      render(reply, visit) {
        const answer = stages.render(reply, visit);
        return isReading(visit) && answer.status === 200 ? { ...answer, delivery: 'cut' } : answer;
      },
    }),
  },
];
