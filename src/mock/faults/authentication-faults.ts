import { isRefusal, type Refusal, type Stages, type Visit } from '../answers/stages/stages.ts';
import type { VariationContext } from '../variation.ts';
import type { Fault } from './fault.ts';

const family = 'authentication';

/** Takes callers whose credential is of this kind for the holder of the first key. */
function welcoming(
  stages: Stages,
  { keys: [first] }: VariationContext,
  isWelcome: (visit: Visit, credential: 'missing' | 'unknown') => boolean,
): Stages {
  return {
    ...stages,
    identify(visit, inForce) {
      const caller = stages.identify(visit, inForce);
      const taken = caller.kind === 'stranger' && isWelcome(visit, caller.credential);
      return taken && first !== undefined ? { kind: 'key', key: first } : caller;
    },
  };
}

/** Changes or lifts the refusal of callers without a valid key. */
function lenient(stages: Stages, change: (refusal: Refusal, visit: Visit) => Refusal | undefined): Stages {
  return {
    ...stages,
    guard(caller, visit) {
      const refusal = stages.guard(caller, visit);
      return refusal?.code === 'unauthorized' ? change(refusal, visit) : refusal;
    },
  };
}

function lastWord(visit: Visit): string {
  return visit.request.headers.get('authorization')?.trim().split(/\s+/).at(-1) ?? '';
}

/** What services get wrong about who may do what. */
export const authenticationFaults: readonly Fault[] = [
  {
    name: 'any-key-accepted',
    family,
    title: 'every key is taken for a valid one',
    breaks: ['authentication.unknown-key', 'authentication.altered-key'],
    apply: (stages, context) => welcoming(stages, context, (_visit, credential) => credential === 'unknown'),
  },
  {
    name: 'missing-key-accepted',
    family,
    title: 'requests without a key are answered',
    breaks: ['authentication.missing-credential'],
    apply: (stages, context) => welcoming(stages, context, (_visit, credential) => credential === 'missing'),
  },
  {
    name: 'scheme-ignored',
    family,
    title: 'the key is accepted after any scheme name and without one',
    breaks: ['authentication.other-scheme', 'authentication.no-scheme'],
    apply: (stages, context) =>
      welcoming(stages, context, (visit) => context.keys.some(({ key }) => key === lastWord(visit))),
  },
  {
    name: 'scheme-case-required',
    family,
    title: 'the name of the scheme is taken in one letter case alone',
    breaks: ['authentication.scheme-case'],
    apply: (stages) => ({
      ...stages,
      identify(visit, inForce) {
        const caller = stages.identify(visit, inForce);
        const isLower = /^[a-z]+ /.test(visit.request.headers.get('authorization') ?? '');
        return caller.kind === 'key' && isLower ? { kind: 'stranger', credential: 'missing' } : caller;
      },
    }),
  },
  {
    name: 'key-suffix-ignored',
    family,
    title: 'a key with something appended is accepted',
    breaks: ['authentication.altered-key'],
    apply: (stages) => ({ ...stages, admits: (sent, granted) => sent.startsWith(granted) }),
  },
  {
    name: 'key-prefix-ignored',
    family,
    title: 'a key with something put in front is accepted',
    breaks: ['authentication.altered-key'],
    apply: (stages) => ({ ...stages, admits: (sent, granted) => sent.endsWith(granted) }),
  },
  {
    name: 'key-beginning-accepted',
    family,
    title: 'the first letters of a key are accepted for the whole',
    breaks: ['authentication.altered-key'],
    apply: (stages) => ({ ...stages, admits: (sent, granted) => sent !== '' && granted.startsWith(sent) }),
  },
  {
    name: 'key-case-ignored',
    family,
    title: 'the letter case of a key does not matter',
    breaks: ['authentication.altered-key'],
    apply: (stages) => ({
      ...stages,
      admits: (sent, granted) => sent.toLowerCase() === granted.toLowerCase(),
    }),
  },
  {
    name: 'forbidden-for-unauthorized',
    family,
    title: 'a missing or wrong key gets 403 instead of 401',
    breaks: ['authentication.missing-credential', 'authentication.unknown-key'],
    apply: (stages) => lenient(stages, (refusal) => ({ ...refusal, status: 403 })),
  },
  {
    name: 'challenge-missing',
    family,
    title: '401 comes without WWW-Authenticate',
    breaks: ['authentication.challenge'],
    apply: (stages) => lenient(stages, (refusal) => ({ ...refusal, headers: [] })),
  },
  {
    name: 'writes-unprotected',
    family,
    title: 'operations that change something need no key',
    breaks: ['authentication.missing-credential', 'authentication.unknown-key'],
    apply: (stages) =>
      lenient(stages, (refusal, { operation }) => (operation?.method === 'GET' ? refusal : undefined)),
  },
  {
    name: 'named-operations-unprotected',
    family,
    title: 'operations that the document only names need no key',
    breaks: ['authentication.named-operation'],
    apply: (stages) =>
      lenient(stages, (refusal, { operation }) =>
        operation?.documentation === 'named' ? undefined : refusal,
      ),
  },
  {
    name: 'unauthorized-request-obeyed',
    family,
    title: 'a request with a missing or wrong key gets 401, but is carried out',
    breaks: ['collections.refused-creates-nothing'],
    apply(stages) {
      const refused = new WeakMap<Visit, Refusal>();
      return {
        ...lenient(stages, (refusal, visit) => {
          refused.set(visit, refusal);
          return undefined;
        }),
        parse(bytes, visit) {
          const content = stages.parse(bytes, visit);
          return isRefusal(content) ? (refused.get(visit) ?? content) : content;
        },
        validate(content, visit) {
          const refusal = stages.validate(content, visit);
          return refusal === undefined ? undefined : (refused.get(visit) ?? refusal);
        },
        respond(content, visit, inForce) {
          const reply = stages.respond(content, visit, inForce);
          return refused.get(visit) ?? reply;
        },
      };
    },
  },
];
