import { comparing, honestDescribe, honestList, jsonContent, problem } from '../honest-traits.ts';
import { faulty, type Clauses, type FaultyMember, type FaultyRow } from '../member.ts';
import type { Answer, Call, Service, Traits } from '../traits.ts';
import { html, plainAnswer } from './changes.ts';

type When = (call: Call, service: Service) => boolean;

const refusing =
  (when: When, status: number, detail: string): Traits['intercept'] =>
  (call, service) =>
    when(call, service) ? problem(status, detail, call, service) : undefined;

const listing: When = (call) => call.operation === 'listCategories' && call.credential === 'valid';
const creating: When = (call) => call.operation === 'createCategory' && call.credential === 'valid';

const sent = (call: Call): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(call.body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};
const withoutId: When = (call, service) =>
  creating(call, service) && typeof sent(call)['name'] === 'string' && sent(call)['id'] === undefined;

/** Shows an operation that is only named to whoever asks. */
const open =
  (operation: Call['operation'], answer: Answer): Traits['intercept'] =>
  (call) =>
    call.operation === operation && call.credential !== 'valid' ? answer : undefined;

/** Answers an operation that is only named to nobody who may ask for it. */
const silent =
  (operation: Call['operation'], breaks: NonNullable<Answer['breaks']>): Traits['intercept'] =>
  (call) =>
    call.operation === operation && call.credential === 'valid'
      ? { ...plainAnswer(200, { kind: 'none' }), breaks }
      : undefined;

const PETS: Clauses = ['1-pet-by-id-named', '4.3-pet-by-id'];
const ORDERS: Clauses = ['1-orders-named', '4.3-orders'];

const named: readonly FaultyRow[] = [
  {
    name: 'pets-page-without-key',
    clauses: PETS,
    title: 'a page about a pet, without a key',
    traits: { intercept: open('getPet', plainAnswer(200, html('Rex'))) },
  },
  {
    name: 'pets-empty-without-key',
    clauses: PETS,
    title: '204 for a pet, without a key',
    subtle: true,
    traits: { intercept: open('getPet', plainAnswer(204, { kind: 'none' })) },
  },
  {
    name: 'orders-empty-without-key',
    clauses: ORDERS,
    title: 'an empty list of orders without a key',
    subtle: true,
    traits: { intercept: open('listOrders', plainAnswer(200, jsonContent([]))) },
  },
  {
    name: 'orders-page-without-key',
    clauses: ORDERS,
    title: 'a page with orders, without a key',
    traits: { intercept: open('listOrders', plainAnswer(200, html('Orders'))) },
  },
  {
    name: 'orders-never-answered',
    clauses: ['1-http-and-json', ...ORDERS],
    title: 'a request for orders with a key is never answered',
    subtle: true,
    traits: { intercept: silent('listOrders', 'never-answers') },
  },
  {
    name: 'pet-hangs-up',
    clauses: ['1-http-and-json', ...PETS],
    title: 'the connection closes on a request for a pet with a key',
    subtle: true,
    traits: { intercept: silent('getPet', 'before') },
  },
];

const requests: readonly FaultyRow[] = [
  {
    name: 'list-needs-page',
    clauses: ['4.1-no-parameters', '4.1-answer-200'],
    title: '400 for a list without the number of a page',
    traits: {
      intercept: refusing((call, service) => listing(call, service) && call.query === '', 400, 'Which page?'),
    },
  },
  {
    name: 'list-needs-header',
    clauses: ['4.1-no-parameters'],
    title: '400 for a list without the name of the client',
    traits: {
      intercept: refusing(
        (call, service) => listing(call, service) && call.headers['x-client-id'] === undefined,
        400,
        'Who are you?',
      ),
    },
  },
  {
    name: 'list-needs-language',
    clauses: ['4.1-no-parameters'],
    title: '406 for a list without a language',
    traits: {
      intercept: refusing(
        (call, service) => listing(call, service) && call.headers['accept-language'] === undefined,
        406,
        'In which language?',
      ),
    },
  },
  {
    name: 'list-needs-media-type',
    clauses: ['4.1-no-body', '4.1-answers'],
    title: '415 for a list without a Content-Type',
    traits: {
      intercept: refusing(
        (call, service) => listing(call, service) && call.headers['content-type'] === undefined,
        415,
        'The body has to be application/json.',
      ),
    },
  },
  {
    name: 'list-needs-length',
    clauses: ['4.1-no-body', '4.1-answers'],
    title: '411 for a list without a Content-Length',
    traits: {
      intercept: refusing(
        (call, service) => listing(call, service) && call.headers['content-length'] === undefined,
        411,
        'How long is the body?',
      ),
    },
  },
  {
    name: 'list-needs-filter',
    clauses: ['4.1-no-body'],
    title: '400 for a list without a filter in its body',
    traits: {
      intercept: refusing(
        (call, service) => listing(call, service) && call.body.length === 0,
        400,
        'The body is empty.',
      ),
    },
  },
  {
    name: 'id-required',
    clauses: ['2-id-not-sent', '2-id-assigned'],
    title: '400 for a creation without an id',
    traits: { intercept: refusing(withoutId, 400, 'id is required.') },
  },
  {
    name: 'id-required-422',
    clauses: ['2-id-not-sent'],
    title: '422 for a creation without an id',
    traits: { intercept: refusing(withoutId, 422, 'id is required.') },
  },
  {
    name: 'id-required-crash',
    clauses: ['2-id-not-sent', '2-id-assigned'],
    title: '500 for a creation without an id, from the database',
    traits: { intercept: refusing(withoutId, 500, 'id must not be null.') },
  },
  {
    name: 'create-needs-form',
    clauses: ['1-request-media-type', '4.2-body-media-type'],
    title: '415 for a creation in JSON: forms only',
    traits: { intercept: refusing(creating, 415, 'Send a form.') },
  },
  {
    name: 'create-needs-vendor-type',
    clauses: ['1-request-media-type'],
    title: '415 for a creation in application/json: a type of the vendor only',
    traits: {
      intercept: refusing(
        (call, service) =>
          creating(call, service) && /^application\/json$/i.test(call.headers['content-type'] ?? ''),
        415,
        'Send application/vnd.catalogue+json.',
      ),
    },
  },
  {
    name: 'create-needs-charset',
    clauses: ['1-request-media-type'],
    title: '400 for a creation whose Content-Type has no charset',
    subtle: true,
    traits: {
      intercept: refusing(
        (call, service) =>
          creating(call, service) && !(call.headers['content-type'] ?? '').includes('charset'),
        400,
        'In which charset?',
      ),
    },
  },
  {
    name: 'list-not-there',
    clauses: ['4.1-method-and-path', '1-categories-in-full', '4-relative-addresses'],
    title: '404 for the list: it is at another path',
    traits: { intercept: refusing(listing, 404, 'There is no such operation.') },
  },
  {
    name: 'create-by-put',
    clauses: ['4.2-method-and-path'],
    title: '405 for a creation by POST: PUT only',
    traits: { intercept: refusing(creating, 405, 'Use PUT.') },
  },
  {
    name: 'create-elsewhere',
    clauses: ['4-relative-addresses', '4.2-method-and-path'],
    title: '404 for a creation: it is at another path',
    traits: { intercept: refusing(creating, 404, 'There is no such operation.') },
  },
];

const isInvalid: When = (call) => typeof sent(call)['name'] !== 'string';

/** Each shows to one check alone. */
const alone: readonly FaultyRow[] = [
  {
    name: 'keys-of-another-environment',
    clauses: ['5.3-invalid-key-401', '7.2-status-401'],
    title: 'keys of the right length are accepted when they begin in another way, as keys of staging',
    traits: {
      credential: comparing(
        (token, key) =>
          token === key ||
          (token.length === key.length && token.slice(0, 4).toLowerCase() !== key.slice(0, 4).toLowerCase()),
      ),
    },
  },
  {
    name: 'bad-key-and-body-422',
    clauses: ['5.3-invalid-key-401', '4.2-answer-401'],
    title: '422 for a creation with a wrong key and a wrong body',
    subtle: true,
    traits: {
      intercept: (call, service) =>
        call.operation === 'createCategory' && call.credential === 'invalid' && isInvalid(call, service)
          ? problem(422, 'The body is invalid.', call, service)
          : undefined,
    },
  },
  {
    name: 'empty-body-422',
    clauses: ['4.2-body-required', '7.2-status-400'],
    title: '422 for an empty body',
    subtle: true,
    traits: {
      intercept: refusing(
        (call, service) =>
          creating(call, service) && call.body.length === 0 && call.headers['content-type'] !== undefined,
        422,
        'The body is empty.',
      ),
    },
  },
  {
    name: 'no-body-422',
    clauses: ['4.2-body-required', '7.2-status-400'],
    title: '422 where there is neither a body nor a Content-Type',
    subtle: true,
    traits: {
      intercept: refusing(
        (call, service) =>
          creating(call, service) && call.body.length === 0 && call.headers['content-type'] === undefined,
        422,
        'There is no body.',
      ),
    },
  },
  {
    name: 'markup-403',
    clauses: ['2-new-category-name', '4.2-answers'],
    title: '403 for markup in a text, from a firewall',
    subtle: true,
    traits: {
      intercept: refusing(
        (call, service) => creating(call, service) && /<script/i.test(call.body.toString()),
        403,
        'This looks like an attack.',
      ),
    },
  },
  {
    name: 'created-description-in-capitals',
    clauses: ['4.2-answer-201', '2-category-has-new-category'],
    title: 'the answer to a creation shows a description of one word in capitals',
    subtle: true,
    traits: {
      describe: (category, where, service) => {
        const { description } = category;
        const plain = typeof description === 'string' && /^[a-z]{2,12}$/.test(description);
        const shown = plain ? description.toUpperCase() : description;
        return honestDescribe(
          where === 'created' ? { ...category, description: shown } : category,
          where,
          service,
        );
      },
    },
  },
  {
    name: 'id-shared-from-the-start',
    clauses: ['2-category-id'],
    title: 'two categories that were there before share an id',
    traits: {
      seed: [{ name: 'dog' }, { name: 'cat' }, { name: 'rabbit' }],
      list: (call, service) =>
        honestList(call, service).map((one) => (one.name === 'cat' ? { ...one, id: 1n } : one)),
    },
  },
  {
    name: 'list-shows-drafts-at-first',
    clauses: ['4.1-answer-200'],
    title: 'in the first list after it was created a category has another description',
    subtle: true,
    traits: {
      describe: (category, where, service) => {
        const key = `shown ${String(category.id)}`;
        const isFirst = where === 'listed' && category.createdAtMs > 0 && !service.memory.has(key);
        if (where === 'listed') service.memory.set(key, true);
        return honestDescribe(isFirst ? { ...category, description: 'draft' } : category, where, service);
      },
    },
  },
];

/** What the operations take, where they are, and those that are only named. */
export const operationFaults: readonly FaultyMember[] = faulty('operations', [
  ...named,
  ...requests,
  ...alone,
]);
