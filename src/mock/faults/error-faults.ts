import type { Refusal, ReplyBody, Stages } from '../answers/stages/stages.ts';
import { isObject, type JsonObject, type Json } from '../../json/value.ts';
import type { Fault } from './fault.ts';

const family = 'errors';

function rewriting(stages: Stages, change: (body: ReplyBody, refusal: Refusal) => ReplyBody): Stages {
  return {
    ...stages,
    refuse(refusal, visit) {
      const reply = stages.refuse(refusal, visit);
      return { ...reply, body: change(reply.body, refusal) };
    },
  };
}

/** Changes the JSON object of an error. */
function reshaping(stages: Stages, change: (value: JsonObject, refusal: Refusal) => Json): Stages {
  return rewriting(stages, (body, refusal) =>
    body.kind === 'json' && isObject(body.value) ? { ...body, value: change(body.value, refusal) } : body,
  );
}

function page({ status, message }: Refusal): ReplyBody {
  return {
    kind: 'text',
    mediaType: 'text/html; charset=utf-8',
    text: `<html><head><title>${status}</title></head><body><h1>${message.replaceAll(/[<>&]/g, '')}</h1></body></html>`,
  };
}

/** What services get wrong about the shape of their errors. */
export const errorFaults: readonly Fault[] = [
  {
    name: 'error-wrapped',
    family,
    title: 'errors sit inside a member "error"',
    breaks: ['errors.shape'],
    apply: (stages) => reshaping(stages, (value) => ({ error: value })),
  },
  {
    name: 'error-status-differs',
    family,
    title: 'the status inside an error is not that of the answer',
    breaks: ['errors.status-member'],
    apply: (stages) =>
      reshaping(stages, (value, { status }) =>
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, member === status ? status + 1 : member]),
        ),
      ),
  },
  {
    name: 'error-member-missing',
    family,
    title: 'the last member of errors is missing',
    breaks: ['errors.shape'],
    apply: (stages) => reshaping(stages, (value) => Object.fromEntries(Object.entries(value).slice(0, -1))),
  },
  {
    name: 'error-member-of-other-type',
    family,
    title: 'numbers in errors are sent as text',
    breaks: ['errors.shape'],
    apply: (stages) =>
      reshaping(stages, (value) =>
        Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            name,
            typeof member === 'number' ? String(member) : member,
          ]),
        ),
      ),
  },
  {
    name: 'error-pages',
    family,
    title: 'errors are HTML pages',
    breaks: ['errors.shape', 'bodies.media-type'],
    apply: (stages) => rewriting(stages, (_body, refusal) => page(refusal)),
  },
  {
    name: 'error-page-for-broken-json',
    family,
    title: 'a body that is no JSON gets an HTML page',
    breaks: ['errors.shape', 'bodies.media-type'],
    apply: (stages) =>
      rewriting(stages, (body, refusal) => (refusal.code === 'invalid_json' ? page(refusal) : body)),
  },
  {
    name: 'error-bodies-missing',
    family,
    title: 'errors have no body',
    breaks: ['errors.shape'],
    apply: (stages) => rewriting(stages, () => ({ kind: 'none' })),
  },
];
