import { challenge } from './credentials.ts';
import { refusal } from './refusals.ts';
import type { Route } from './router.ts';
import type { Caller, Refusal, Visit } from './stages.ts';

/** The methods of a path for `Allow`: the documented ones, HEAD beside GET, and OPTIONS. */
export function allowedMethods(route: Route): readonly string[] {
  switch (route.kind) {
    case 'outside':
    case 'unknown':
      return ['OPTIONS'];
    case 'path': {
      const methods = [...route.candidates.keys()];
      const head = route.candidates.has('GET') ? ['HEAD'] : [];
      return [...new Set([...methods, ...head, 'OPTIONS'])];
    }
  }
}

function refuseRoute(visit: Visit, basePath: string): Refusal | undefined {
  const { request, route } = visit;
  if (request.method === 'OPTIONS' && (route.kind === 'path' || request.path === '*')) return undefined;
  switch (route.kind) {
    case 'outside':
      return refusal(
        undefined,
        [404],
        'not_found',
        `Nothing is here; this interface starts at ${basePath}/.`,
      );
    case 'unknown':
      return refusal(undefined, [404], 'not_found', 'There is no such path in this interface.');
    case 'path': {
      if (visit.operation !== undefined) return undefined;
      const allowed = allowedMethods(route).join(', ');
      const message = `This path does not take ${request.method}; it takes ${allowed}.`;
      const operation = [...route.candidates.values()][0]?.operation;
      return refusal(operation, [405], 'method_not_allowed', message, [['Allow', allowed]]);
    }
  }
}

function refuseCaller(caller: Caller, { operation }: Visit): Refusal | undefined {
  const scheme = operation?.credential;
  if (scheme === undefined || caller.kind === 'key') return undefined;
  const headers = [challenge(scheme)];
  switch (caller.credential) {
    case 'missing':
      return refusal(operation, [401, 403], 'unauthorized', 'The key is missing.', headers);
    case 'unknown':
      return refusal(operation, [401, 403], 'unauthorized', 'The key is not valid.', headers);
  }
}

/** Refuses what has no place in the interface (404, 405) and then who has no valid key (401). */
export function createGuard(basePath: string): (caller: Caller, visit: Visit) => Refusal | undefined {
  return (caller, visit) => refuseRoute(visit, basePath) ?? refuseCaller(caller, visit);
}
