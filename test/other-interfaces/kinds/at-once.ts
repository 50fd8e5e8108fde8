import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Creations of several entries at once, which clients name: the answer is a list of what was made. */

const ACCOUNT = `{ $ref: '#/components/schemas/Account' }`;
const NAME = '{ type: string, minLength: 1, maxLength: 40, pattern: "^[a-z0-9-]+$" }';

const ACCOUNTS = documentOf(
  `
  /accounts:
    get: { operationId: accounts, ${answers('200', `{ type: array, items: ${ACCOUNT} }`)} }
    post: { operationId: addAccounts, ${takes(`{ type: object, required: [names], properties: { names: { type: array, minItems: 1, maxItems: 5, items: ${NAME} }, plan: { type: string, enum: [small, large], default: small } } }`)}, ${answers('201', `{ type: array, items: ${ACCOUNT} }`).replace("'404'", "'409'")} }
  /accounts/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: account, ${answers('200', ACCOUNT)} }
    patch: { operationId: changeAccount, ${takes('{ type: object, properties: { plan: { type: string, enum: [small, large] } } }')}, ${answers('200', ACCOUNT)} }
    delete: { operationId: removeAccount, ${answers('204', '')} }`,
  `
    Account: { type: object, required: [name, plan, made], properties: { name: { type: string }, plan: { type: string, enum: [small, large] }, made: { type: string, format: date-time } } }`,
);

type Account = { readonly name: string; plan: string; readonly made: string };

type Fault = 'keeps removed' | 'loses changes';

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9-]{1,40}$/.test(name);
}

const isPlan = (plan: unknown): plan is string => plan === 'small' || plan === 'large';

/** `answersWith`: what a creation shows: what it made, or all that there is. */
function accounts({
  answersWith = 'made',
  fault,
}: { answersWith?: 'made' | 'all'; fault?: Fault } = {}): MakeService {
  return () => {
    const all = new Map<string, Account>();
    const add = (name: string, plan: string): Account => {
      const account = { name, plan, made: '2026-01-01T00:00:00Z' };
      all.set(name, account);
      return account;
    };
    add('others-1', 'small');
    add('others-2', 'large');
    const create = (ask: Ask): Reply => {
      const given = membersOf(ask);
      const [names, plan = 'small'] = [given.get('names'), given.get('plan')];
      if (
        !Array.isArray(names) ||
        names.length < 1 ||
        names.length > 5 ||
        !names.every(isName) ||
        !isPlan(plan)
      )
        return BAD;
      const fresh = [...new Set(names)].filter((name) => !all.has(name));
      if (fresh.length === 0) return { status: 409, body: { title: 'there already' } };
      const made = fresh.map((name) => add(name, plan));
      return { status: 201, body: answersWith === 'made' ? made : [...all.values()] };
    };
    return known((ask) => {
      if (ask.path === '/accounts')
        return ask.method === 'POST' ? create(ask) : { status: 200, body: [...all.values()] };
      const account = all.get(ask.path.slice('/accounts/'.length));
      if (account === undefined) return ABSENT;
      if (ask.method === 'GET') return { status: 200, body: account };
      if (ask.method === 'DELETE') {
        if (fault !== 'keeps removed') all.delete(account.name);
        return { status: 204 };
      }
      const given = membersOf(ask);
      if (
        ask.json === undefined ||
        ask.json === null ||
        typeof ask.json !== 'object' ||
        Array.isArray(ask.json)
      )
        return BAD;
      if (given.has('plan') && !isPlan(given.get('plan'))) return BAD;
      const plan = given.get('plan');
      if (isPlan(plan) && fault !== 'loses changes') account.plan = plan;
      return { status: 200, body: account };
    });
  };
}

export const atOnceKinds: readonly Kind[] = [
  {
    title: 'several at once',
    document: ACCOUNTS,
    honest: {
      'the answer shows what was made': accounts(),
      'the answer shows all that there is': accounts({ answersWith: 'all' }),
    },
    faulty: {
      'what was removed is there still': {
        serve: accounts({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'changes are not kept': {
        serve: accounts({ fault: 'loses changes' }),
        finds: 'resources.update-stored',
      },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/accounts/others'),
  },
];
