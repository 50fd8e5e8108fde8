import { isRefusal, type Reply, type Stages, type Visit } from '../answers/stages/stages.ts';
import type { Fault } from './fault.ts';

const family = 'statuses';

function responding(stages: Stages, change: (reply: Reply, visit: Visit) => Reply): Stages {
  return {
    ...stages,
    respond(content, visit, inForce) {
      const reply = stages.respond(content, visit, inForce);
      return isRefusal(reply) ? reply : change(reply, visit);
    },
  };
}

/** What services get wrong about status codes. */
export const statusFaults: readonly Fault[] = [
  {
    name: 'ok-for-created',
    family,
    title: 'a creation gets 200 instead of 201',
    breaks: ['statuses.success'],
    apply: (stages) =>
      responding(stages, (reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply)),
  },
  {
    name: 'no-content-for-list',
    family,
    title: 'a list without entries gets 204',
    breaks: ['statuses.success'],
    entries: 0,
    apply: (stages) =>
      responding(stages, (reply) =>
        reply.body.kind === 'json' && Array.isArray(reply.body.value) && reply.body.value.length === 0
          ? { status: 204, headers: [], body: { kind: 'none' } }
          : reply,
      ),
  },
  {
    name: 'ok-for-refusals',
    family,
    title: 'refusals of bodies and keys get 200, with the error as body',
    breaks: ['authentication.missing-credential', 'validation.missing-member'],
    apply: (stages) => ({
      ...stages,
      refuse(refusal, visit) {
        const reply = stages.refuse(refusal, visit);
        return [400, 401, 422].includes(reply.status) ? { ...reply, status: 200 } : reply;
      },
    }),
  },
  {
    name: 'redirected-to-slash',
    family,
    title: 'reading operations redirect to the same path with a slash',
    breaks: ['statuses.success', 'statuses.no-redirect'],
    apply: (stages) =>
      responding(stages, (reply, { request }) =>
        request.method === 'GET'
          ? { status: 301, headers: [['Location', `${request.path}/`]], body: { kind: 'none' } }
          : reply,
      ),
  },
];
