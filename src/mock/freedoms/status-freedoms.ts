import { jsonShownBy, responseFor } from '../../interface/documented-answers.ts';
import { compileSchemaLater } from '../../schema/compile.ts';
import { onceFor } from '../../system/once-for.ts';
import type { DocumentedResponse } from '../../interface/model.ts';
import { requiredHeaders } from '../answers/documented-replies.ts';
import { isRefusal, refusal } from '../answers/stages/stages.ts';
import type { Freedom } from './freedom.ts';

/** Which status a service may answer with, where the document shows several or none. */

const validatorOf = onceFor((response: DocumentedResponse) =>
  compileSchemaLater(jsonShownBy(response)?.schema ?? true),
);

const ALIKE = /^20[024]$/;

export const statusFreedoms: readonly Freedom[] = [
  {
    name: 'other-success',
    title:
      'requests that change something are answered with another documented success, where there are several',
    apply: (stages, { interface: document }) => ({
      ...stages,
      respond(content, visit, inForce) {
        const reply = stages.respond(content, visit, inForce);
        const { operation, request } = visit;
        if (isRefusal(reply) || operation === undefined || request.method === 'GET') return reply;
        // That something was made is told by 201 alone (RFC 9110 section 15.3.2).
        const others = operation.responses.filter(
          ({ status }) => ALIKE.test(status) && status !== String(reply.status),
        );
        if (!ALIKE.test(String(reply.status))) return reply;
        for (const other of others) {
          const status = Number(other.status);
          const headers = [
            ...reply.headers,
            ...requiredHeaders(
              document,
              other,
              reply.headers.map(([name]) => name),
            ),
          ];
          if (other.representations.length === 0) return { status, headers, body: { kind: 'none' } };
          if (reply.body.kind === 'json' && validatorOf(other)(reply.body.value).length === 0)
            return { ...reply, status, headers };
        }
        return reply;
      },
    }),
  },
  {
    name: 'unknown-paths-guarded',
    title: 'paths and methods that the document does not have are answered with 401',
    apply: (stages) => ({
      ...stages,
      guard: (caller, visit) =>
        visit.operation === undefined && visit.request.method !== 'OPTIONS'
          ? refusal(undefined, [401], 'unauthorized', 'Who are you?', [['WWW-Authenticate', 'Bearer']])
          : stages.guard(caller, visit),
    }),
  },
  {
    name: 'no-heads',
    title: 'HEAD is answered with 405 where the document does not have it',
    apply: (stages) => ({
      ...stages,
      guard: (caller, visit) =>
        visit.request.method === 'HEAD' && visit.operation?.method !== 'HEAD'
          ? refusal(undefined, [405], 'method_not_allowed', 'No HEAD.', [
              ['Allow', 'GET, POST, PUT, PATCH, DELETE'],
            ])
          : stages.guard(caller, visit),
    }),
  },
  {
    name: 'no-options',
    title: 'OPTIONS is answered with 404',
    apply: (stages) => ({
      ...stages,
      guard: (caller, visit) =>
        visit.request.method === 'OPTIONS' && visit.operation === undefined
          ? refusal(undefined, [404], 'not_found', 'There is nothing here.')
          : stages.guard(caller, visit),
    }),
  },
  {
    name: 'errors-in-plain-text',
    title: 'refusals of which the document shows no body are a line of text',
    apply: (stages) => ({
      ...stages,
      refuse(refused, visit) {
        const reply = stages.refuse(refused, visit);
        const response =
          visit.operation === undefined ? undefined : responseFor(visit.operation, refused.status);
        const isShown = response !== undefined && response.representations.length > 0;
        return isShown || reply.body.kind !== 'json'
          ? reply
          : {
              ...reply,
              body: { kind: 'text', mediaType: 'text/plain; charset=utf-8', text: refused.message },
            };
      },
    }),
  },
];
