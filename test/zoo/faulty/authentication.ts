import {
  bearerToken,
  comparing,
  honestCreate,
  honestCredential,
  honestUnauthorized,
  honestValidate,
} from '../honest-traits.ts';
import { faulty, type FaultyMember } from '../member.ts';
import type { Answer, Call, Operation, Service, Traits } from '../traits.ts';
import {
  altering,
  both,
  crash,
  html,
  jsonAnswer,
  onMethod,
  onStatus,
  plainAnswer,
  replacing,
} from './changes.ts';

type Compare = (token: string, key: string) => boolean;

const prefixOfKey: Compare = (token, key) => key.startsWith(token);
const startsWithKey: Compare = (token, key) => token.startsWith(key);
const firstWord: Compare = (token, key) => token.split(' ')[0] === key;
const anyCase: Compare = (token, key) => token.toLowerCase() === key.toLowerCase();

/** Requests without a valid key are counted per address, and twenty are sent: one method has to do for the rarer kinds. */
const OTHER_METHOD =
  'with twenty requests without a valid key a standard run sends the rarer kinds to one method each';

const endsLike = (call: Call, text: string): boolean => (call.headers['authorization'] ?? '').endsWith(text);

/** A loose comparison on one operation only. */
const looseOn = (operation: Operation, loose: Compare): Traits['credential'] => {
  const compare = comparing(loose);
  return (call, service) =>
    call.operation === operation ? compare(call, service) : honestCredential(call, service);
};

/** No key needed for some requests. */
const openFor = (open: (call: Call, service: Service) => boolean): Traits['credential'] => {
  return (call, service) => (open(call, service) ? 'valid' : honestCredential(call, service));
};

const keyOf = (authorization: string | undefined): string =>
  Buffer.from(authorization?.replace(/^basic +/i, '') ?? '', 'base64').toString();

const instead = (content: (answer: Answer) => Answer): Traits['alter'] => altering(onStatus(401), content);

export const authenticationFaults: readonly FaultyMember[] = faulty('authentication', [
  {
    name: 'key-not-checked',
    clauses: ['5.1-key-required', '4-bearer-everywhere', '5.3-missing-key-401'],
    title: 'no key is needed at all',
    traits: { credential: () => 'valid' },
  },
  {
    name: 'any-key',
    clauses: ['5.3-invalid-key-401'],
    title: 'only a missing key is refused',
    traits: { credential: comparing(() => true) },
  },
  {
    name: 'any-authorization',
    clauses: ['5.1-bearer-token', '5.2-authorization-header'],
    title: 'any Authorization header will do',
    traits: { credential: (call) => (call.headers['authorization'] === undefined ? 'missing' : 'valid') },
  },
  {
    name: 'truncated-key',
    clauses: ['5.3-invalid-key-401'],
    title: 'a beginning of the key is enough',
    traits: { credential: comparing(prefixOfKey) },
  },
  {
    name: 'key-with-suffix',
    clauses: ['5.3-invalid-key-401'],
    title: 'whatever begins with the key is accepted',
    traits: { credential: comparing(startsWithKey) },
  },
  {
    name: 'key-with-prefix',
    clauses: ['5.3-invalid-key-401'],
    title: 'whatever ends with the key is accepted',
    traits: { credential: comparing((token, key) => token.endsWith(key)) },
  },
  {
    name: 'key-anywhere',
    clauses: ['5.3-invalid-key-401'],
    title: 'whatever holds the key is accepted',
    traits: { credential: comparing((token, key) => token.includes(key)) },
  },
  {
    name: 'end-of-key',
    clauses: ['5.3-invalid-key-401'],
    title: 'an end of the key is enough',
    traits: { credential: comparing((token, key) => key.endsWith(token)) },
  },
  {
    name: 'key-in-any-case',
    clauses: ['5.3-invalid-key-401'],
    title: 'letter case of the key does not matter',
    traits: { credential: comparing(anyCase) },
  },
  {
    name: 'first-eight-characters',
    clauses: ['5.3-invalid-key-401'],
    title: 'only the first eight characters of the key are looked up',
    traits: { credential: comparing((token, key) => token.slice(0, 8) === key.slice(0, 8)) },
  },
  {
    name: 'first-twenty-characters',
    clauses: ['5.3-invalid-key-401'],
    title: 'the column holds only twenty characters of the key',
    subtle: true,
    traits: { credential: comparing((token, key) => token.slice(0, 20) === key.slice(0, 20)) },
  },
  {
    name: 'last-group',
    clauses: ['5.3-invalid-key-401'],
    title: 'only what follows the last dash of the key is compared',
    traits: { credential: comparing((token, key) => token.split('-').at(-1) === key.split('-').at(-1)) },
  },
  {
    name: 'format-only',
    clauses: ['5.3-invalid-key-401'],
    title: 'whatever has the form of a key is accepted',
    traits: {
      credential: comparing((token) => /^[A-Za-z0-9]{4,8}(-[A-Za-z0-9]{4,8}){2,4}$/.test(token)),
    },
  },
  {
    name: 'length-only',
    clauses: ['5.3-invalid-key-401'],
    title: 'whatever is as long as the key is accepted',
    traits: { credential: comparing((token, key) => token.length === key.length) },
  },
  {
    name: 'list-unprotected',
    clauses: ['5.1-key-required', '4.1-answer-401', '7.2-status-401'],
    title: 'reading needs no key',
    traits: { credential: openFor((call) => call.operation === 'listCategories') },
  },
  {
    name: 'create-unprotected',
    clauses: ['5.1-key-required', '4.2-answer-401', '7.2-status-401'],
    title: 'creating needs no key',
    traits: { credential: openFor((call) => call.operation === 'createCategory') },
  },
  {
    name: 'list-without-key-only',
    clauses: ['5.3-missing-key-401', '4.1-answer-401'],
    title: 'reading needs no key, but a wrong one is refused',
    subtle: true,
    traits: {
      credential: openFor(
        (call) => call.operation === 'listCategories' && call.headers['authorization'] === undefined,
      ),
    },
  },
  {
    name: 'create-any-key',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating only looks whether there is a key',
    subtle: true,
    traits: { credential: looseOn('createCategory', () => true) },
  },
  {
    name: 'list-any-key',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading only looks whether there is a key',
    subtle: true,
    traits: { credential: looseOn('listCategories', () => true) },
  },
  {
    name: 'create-truncated-key',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating takes a beginning of the key',
    subtle: true,
    traits: { credential: looseOn('createCategory', prefixOfKey) },
  },
  {
    name: 'create-key-with-suffix',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating takes whatever begins with the key',
    subtle: true,
    traits: { credential: looseOn('createCategory', startsWithKey) },
  },
  {
    name: 'list-key-with-prefix',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading takes whatever ends with the key',
    subtle: true,
    traits: { credential: looseOn('listCategories', (token, key) => token.endsWith(key)) },
  },
  {
    name: 'list-key-in-any-case',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading takes the key in any letter case',
    subtle: true,
    traits: { credential: looseOn('listCategories', anyCase) },
  },
  {
    name: 'create-key-in-any-case',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating takes the key in any letter case',
    subtle: true,
    traits: { credential: looseOn('createCategory', anyCase) },
  },
  {
    name: 'orders-unprotected',
    clauses: ['1-orders-named', '4.3-orders', '4-bearer-everywhere'],
    title: 'the orders are shown to everybody',
    traits: {
      credential: openFor((call) => call.operation === 'listOrders'),
      namedOperation: () => jsonAnswer(200, []),
    },
  },
  {
    name: 'pets-unprotected',
    clauses: ['1-pet-by-id-named', '4.3-pet-by-id', '4-bearer-everywhere'],
    title: 'a pet is shown to everybody',
    traits: {
      credential: openFor((call) => call.operation === 'getPet'),
      namedOperation: () => jsonAnswer(200, { id: 1, name: 'Rex' }),
    },
  },
  {
    name: 'pets-any-key',
    clauses: ['1-pet-by-id-named', '4.3-pet-by-id', '5.1-key-required'],
    title: 'a pet is shown to whoever has any key',
    subtle: true,
    traits: {
      credential: looseOn('getPet', () => true),
      namedOperation: () => jsonAnswer(200, { id: 1, name: 'Rex' }),
    },
  },
  {
    name: 'basic-with-key',
    clauses: ['5.1-bearer-token'],
    title: 'the key is taken as a Basic password',
    traits: {
      credential: openFor(
        (call, service) =>
          /^basic /i.test(call.headers['authorization'] ?? '') &&
          (call.headers['authorization']?.includes(service.key) === true ||
            keyOf(call.headers['authorization']).includes(service.key)),
      ),
    },
  },
  {
    name: 'bare-key',
    clauses: ['5.2-authorization-header'],
    title: 'the key is taken without a scheme',
    traits: { credential: openFor((call, service) => call.headers['authorization'] === service.key) },
  },
  {
    name: 'any-scheme',
    clauses: ['5.1-bearer-token', '5.2-authorization-header'],
    title: 'the key is taken with any scheme',
    traits: {
      credential: openFor((call, service) =>
        (call.headers['authorization'] ?? '').endsWith(` ${service.key}`),
      ),
    },
  },
  {
    name: 'scheme-not-anchored',
    clauses: ['5.1-bearer-token', '5.2-authorization-header'],
    title: 'Bearer may stand at the end of a longer word',
    traits: { credential: openFor((call, service) => endsLike(call, `Bearer ${service.key}`)) },
  },
  {
    name: 'list-scheme-not-anchored',
    clauses: ['5.1-bearer-token', '4.1-answer-401'],
    title: 'reading takes a scheme whose name ends with Bearer',
    subtle: true,
    traits: {
      credential: openFor(
        (call, service) => call.operation === 'listCategories' && endsLike(call, `Bearer ${service.key}`),
      ),
    },
  },
  {
    name: 'create-scheme-not-anchored',
    clauses: ['5.1-bearer-token', '4.2-answer-401'],
    title: 'creating takes a scheme whose name ends with Bearer',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: {
      credential: openFor(
        (call, service) => call.operation === 'createCategory' && endsLike(call, `Bearer ${service.key}`),
      ),
    },
  },
  {
    name: 'words-behind-key',
    clauses: ['5.3-invalid-key-401', '5.2-authorization-header'],
    title: 'what stands behind the key and a blank is not looked at',
    traits: { credential: comparing(firstWord) },
  },
  {
    name: 'create-words-behind-key',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating does not look at what stands behind the key and a blank',
    subtle: true,
    traits: { credential: looseOn('createCategory', firstWord) },
  },
  {
    name: 'list-words-behind-key',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading does not look at what stands behind the key and a blank',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: { credential: looseOn('listCategories', firstWord) },
  },
  {
    name: 'create-token-scheme',
    clauses: ['5.1-bearer-token', '4.2-answer-401'],
    title: 'creating takes the key behind Token, too',
    subtle: true,
    traits: {
      credential: openFor(
        (call, service) =>
          call.operation === 'createCategory' && call.headers['authorization'] === `Token ${service.key}`,
      ),
    },
  },
  {
    name: 'create-basic-password',
    clauses: ['5.1-bearer-token', '4.2-answer-401'],
    title: 'creating takes the key as a Basic password',
    subtle: true,
    traits: {
      credential: openFor(
        (call, service) =>
          call.operation === 'createCategory' &&
          /^basic /i.test(call.headers['authorization'] ?? '') &&
          keyOf(call.headers['authorization']).endsWith(`:${service.key}`),
      ),
    },
  },
  {
    name: 'create-end-of-key',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating takes an end of the key',
    subtle: true,
    traits: { credential: looseOn('createCategory', (token, key) => key.endsWith(token)) },
  },
  {
    name: 'list-end-of-key',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading takes an end of the key',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: { credential: looseOn('listCategories', (token, key) => key.endsWith(token)) },
  },
  {
    name: 'create-key-with-prefix',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: 'creating takes whatever ends with the key',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: { credential: looseOn('createCategory', (token, key) => token.endsWith(key)) },
  },
  {
    name: 'list-truncated-key',
    clauses: ['5.3-invalid-key-401', '4.1-answer-401'],
    title: 'reading takes a beginning of the key',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: { credential: looseOn('listCategories', prefixOfKey) },
  },
  {
    name: 'create-bare-key',
    clauses: ['5.2-authorization-header', '4.2-answer-401'],
    title: 'creating takes the key without a scheme',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: {
      credential: openFor(
        (call, service) =>
          call.operation === 'createCategory' && call.headers['authorization'] === service.key,
      ),
    },
  },
  {
    name: 'list-empty-token',
    clauses: ['5.3-missing-key-401', '4.1-answer-401'],
    title: 'reading accepts an empty token',
    subtle: true,
    thoroughOnly: OTHER_METHOD,
    traits: {
      credential: openFor((call) => call.operation === 'listCategories' && bearerToken(call) === ''),
    },
  },
  {
    name: 'empty-token',
    clauses: ['5.2-authorization-header', '5.3-missing-key-401'],
    title: 'an empty token is accepted',
    traits: { credential: openFor((call) => bearerToken(call) === '') },
  },
  {
    name: 'create-empty-token',
    clauses: ['5.3-missing-key-401', '4.2-answer-401'],
    title: 'creating accepts an empty token',
    subtle: true,
    traits: {
      credential: openFor((call) => call.operation === 'createCategory' && bearerToken(call) === ''),
    },
  },
  {
    name: 'forbidden-for-wrong-key',
    clauses: ['5.3-invalid-key-401', '7.2-status-401'],
    title: '403 for a wrong key',
    traits: {
      alter: altering(onStatus(401), (answer, call) =>
        call.credential === 'missing' ? answer : forbidden(answer),
      ),
    },
  },
  {
    name: 'forbidden-for-no-key',
    clauses: ['5.3-missing-key-401', '7.2-status-401'],
    title: '403 for a missing key',
    traits: {
      alter: altering(onStatus(401), (answer, call) =>
        call.credential === 'missing' ? forbidden(answer) : answer,
      ),
    },
  },
  {
    name: 'forbidden-on-create',
    clauses: ['4.2-answer-401', '7.2-status-401'],
    title: '403 for a request to create without a valid key',
    subtle: true,
    traits: { alter: altering(both(onStatus(401), onMethod('POST')), (answer) => forbidden(answer)) },
  },
  {
    name: 'bad-request-for-no-key',
    clauses: ['5.3-missing-key-401'],
    title: '400 for a missing key',
    traits: {
      alter: altering(onStatus(401), (answer, call) =>
        call.credential === 'missing' ? withStatus(answer, 400) : answer,
      ),
    },
  },
  {
    name: 'not-found-for-wrong-key',
    clauses: ['5.3-invalid-key-401'],
    title: '404 for a wrong key, to hide that there is something',
    traits: {
      alter: altering(onStatus(401), (answer, call) =>
        call.credential === 'invalid' ? withStatus(answer, 404) : answer,
      ),
    },
  },
  {
    name: 'ok-with-error',
    clauses: ['5.3-invalid-key-401', '7.2-status-401'],
    title: '200 with an Error body for a refused key',
    traits: { alter: instead((answer) => ({ ...answer, status: 200 })) },
  },
  {
    name: 'redirect-to-login',
    clauses: ['5.3-missing-key-401', '4.1-answers', '4.2-answers'],
    title: '302 to a login page',
    traits: { alter: instead(() => plainAnswer(302, { kind: 'none' }, [['Location', '/login']])) },
  },
  {
    name: 'unauthorized-html',
    clauses: ['5.3-error-body', '1-http-and-json', '1-response-media-type'],
    title: '401 with the page of the framework',
    traits: { alter: replacing(onStatus(401), () => html('Unauthorized')) },
  },
  {
    name: 'unauthorized-empty',
    clauses: ['5.3-error-body'],
    title: '401 without a body',
    traits: { alter: replacing(onStatus(401), () => ({ kind: 'none' })) },
  },
  {
    name: 'unauthorized-text',
    clauses: ['5.3-error-body', '1-response-media-type'],
    title: '401 with the word Unauthorized alone, from the security package',
    traits: {
      alter: replacing(onStatus(401), () => ({
        kind: 'raw',
        mediaType: 'text/plain',
        bytes: 'Unauthorized',
      })),
    },
  },
  {
    name: 'wrong-scheme-empty',
    clauses: ['5.3-error-body'],
    title: 'a key behind another scheme gets a 401 without a body',
    subtle: true,
    traits: {
      unauthorized: (call, service) => {
        const answer = honestUnauthorized(call, service);
        const scheme = call.headers['authorization'];
        return scheme === undefined || bearerToken(call) !== undefined
          ? answer
          : { ...answer, content: { kind: 'none' } };
      },
    },
  },
  {
    name: 'unknown-key-crash',
    clauses: ['5.3-invalid-key-401'],
    title: '500 for a key that is not in the table',
    traits: {
      unauthorized: (call, service) =>
        call.credential === 'invalid' ? crash : honestUnauthorized(call, service),
    },
  },
  {
    name: 'bare-key-crash',
    clauses: ['5.2-authorization-header', '5.3-missing-key-401'],
    title: '500 for an Authorization header without a blank',
    subtle: true,
    traits: {
      unauthorized: (call, service) =>
        /^[^ ]+$/.test(call.headers['authorization'] ?? ' ') && bearerToken(call) === undefined
          ? crash
          : honestUnauthorized(call, service),
    },
  },
  {
    name: 'unauthorized-creates',
    clauses: ['4.2-answer-401', '5.1-key-required'],
    title: 'a request without a valid key gets 401 and creates all the same',
    traits: { unauthorized: creatingAllTheSame(() => true) },
  },
  {
    name: 'wrong-key-creates',
    clauses: ['4.2-answer-401', '5.3-invalid-key-401'],
    title: 'a request with a wrong key gets 401 and creates all the same',
    subtle: true,
    traits: { unauthorized: creatingAllTheSame((call) => call.credential === 'invalid') },
  },
  {
    name: 'missing-key-creates',
    clauses: ['4.2-answer-401', '5.3-missing-key-401'],
    title: 'a request without a key gets 401 and creates all the same',
    subtle: true,
    traits: { unauthorized: creatingAllTheSame((call) => call.headers['authorization'] === undefined) },
  },
  {
    name: 'address-remembered',
    clauses: ['5.1-key-required'],
    title: 'whoever has sent the key once needs it no more',
    subtle: true,
    traits: {
      credential: (call, service) => {
        const honest = honestCredential(call, service);
        if (honest === 'valid') service.memory.set('known', true);
        return service.memory.get('known') === true && honest === 'missing' ? 'valid' : honest;
      },
    },
  },
  {
    name: 'empty-list-without-key',
    clauses: ['5.3-missing-key-401', '4.1-answer-401'],
    title: 'without a key the list is empty instead of refused',
    traits: {
      credential: openFor(
        (call) => call.operation === 'listCategories' && call.headers['authorization'] === undefined,
      ),
      list: (call, service) =>
        call.headers['authorization'] === undefined
          ? []
          : service.traits.arrange(service.categories, service),
    },
  },
]);

function withStatus(answer: Answer, status: number): Answer {
  if (answer.content.kind !== 'json') return { ...answer, status };
  const value = { ...(answer.content.value as Record<string, unknown>), status };
  return { ...answer, status, content: { kind: 'json', value } };
}

function forbidden(answer: Answer): Answer {
  return withStatus(answer, 403);
}

function creatingAllTheSame(when: (call: Call) => boolean): Traits['unauthorized'] {
  return (call, service) => {
    if (call.operation === 'createCategory' && when(call)) {
      const reading = service.traits.readBody(call, service);
      const verdict = reading.ok ? honestValidate(reading.value, call, service) : undefined;
      if (verdict?.ok === true) honestCreate(verdict.input, call, service);
    }
    return honestUnauthorized(call, service);
  };
}
