import { withAccounts } from '../entries/accounts.ts';
import { bearerOf } from '../entries/issued-tokens.ts';
import { alternativesOf, schemesOf } from '../../../credential/choose.ts';
import { allOf } from '../../../credential/key-ring.ts';
import { limitStatus, responseFor } from '../../../interface/documented-answers.ts';
import type { CredentialScheme, Interface, Operation } from '../../../interface/model.ts';
import type { Json } from '../../../json/value.ts';
import { printJson } from '../../../json/lossless.ts';
import type { Clock } from '../../limits/clock.ts';
import { rateLimitHeaders, retryAfterHeader, toldRetryAt } from '../../limits/headers.ts';
import type { RequestLimiter } from '../../limits/limiter.ts';
import { accountName, type LimitPer } from '../../limits/window-counter.ts';
import { comparedKey, firstQuotas, type MockKey, sentKey } from '../../state/keys.ts';
import type { Store } from '../../state/store.ts';
import { tagOf, unmetCondition } from './conditions.ts';
import { createContentValidator, parseContent } from './content.ts';
import { createErrorBodies } from '../errors.ts';
import { createGuard, createParameterValidator } from './guard.ts';
import { cutOut, selected } from '../listing.ts';
import { requiredHeaders } from '../documented-replies.ts';
import { createResponder } from '../respond.ts';
import { withWords } from '../said-in-words.ts';
import { withFiles } from '../entries/kept-files.ts';
import { withThings } from '../entries/things-there.ts';
import { type Answer, type HeaderLine, refusal, type Reply, type Stages } from './stages.ts';

export type HonestOptions = {
  readonly interface: Interface;
  readonly keys: readonly MockKey[];
  readonly clock: Clock;
  readonly limiter: RequestLimiter;
  readonly limitPer: LimitPer;
  readonly store: Store;
  /** Entries can be changed and removed, and are kept inside of one another: not so where several mocks share them. */
  readonly changes: boolean;
};

type KnownCaller = { readonly kind: 'key'; readonly key: MockKey };

/** From this size on the bytes of a value are kept as long as the value: a list may be long. */
const WORTH_KEEPING_BYTES = 1024;

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}

/** Answers HEAD as GET is answered (RFC 9110 section 9.3.2), with the fields that the document wants of HEAD besides. */
function withHeads(document: Interface, respond: Stages['respond']): Stages['respond'] {
  return (content, visit, stages) => {
    const { operation, route, documented, isUsual } = visit;
    const isHead = operation?.method === 'HEAD' && (documented === undefined || isUsual === true);
    const get = isHead && route.kind === 'path' ? route.candidates.get('GET') : undefined;
    if (get === undefined || operation === undefined) return respond(content, visit, stages);
    const { operation: read, pathValues } = get;
    const reply = respond(content, { ...visit, operation: read, pathValues }, stages);
    const response = responseFor(operation, reply.status);
    // Where a success of HEAD is documented by itself, and as another one, that is what it is answered with.
    if (
      response === undefined &&
      isSuccess(reply.status) &&
      operation.responses.some((one) => isSuccess(one.status))
    )
      return respond(content, visit, stages);
    const there = new Set(reply.headers.map(([name]) => name.toLowerCase()));
    const wanted = response === undefined ? [] : requiredHeaders(document, response);
    const more = wanted.filter(([name]) => !there.has(name.toLowerCase()));
    return more.length === 0 ? reply : { ...reply, headers: [...reply.headers, ...more] };
  };
}

/** Prints JSON values, which never change: a long one that is shown again is not printed again, nor is the one before. */
function createPrinter(): (value: Json) => Uint8Array {
  const kept = new WeakMap<object, Uint8Array>();
  let before: { readonly value: Json; readonly bytes: Uint8Array } | undefined;
  return (value) => {
    if (before?.value === value) return before.bytes;
    const known = typeof value === 'object' && value !== null ? kept.get(value) : undefined;
    const bytes = known ?? Buffer.from(printJson(value));
    if (typeof value === 'object' && value !== null && bytes.length >= WORTH_KEEPING_BYTES)
      kept.set(value, bytes);
    before = { value, bytes };
    return bytes;
  };
}

function render({ status, headers, body }: Reply, print: (value: Json) => Uint8Array): Answer {
  const typed = (mediaType: string): readonly HeaderLine[] => [['Content-Type', mediaType], ...headers];
  switch (body.kind) {
    case 'none':
      return { status, headers, body: undefined, delivery: 'whole' };
    case 'json':
      return {
        status,
        headers: typed(body.mediaType),
        body: print(body.value),
        delivery: 'whole',
      };
    case 'bytes':
      return { status, headers: typed(body.mediaType), body: body.bytes, delivery: 'whole' };
    case 'text':
      return { status, headers: typed(body.mediaType), body: Buffer.from(body.text), delivery: 'whole' };
  }
}

/** The stages of a mock that does what the document says. Throws when the document holds a schema that can't be compiled. */
export function honestStages(options: HonestOptions): Stages {
  const { interface: document, keys, clock, limiter, limitPer, store } = options;
  const { rateLimits } = document;
  const schemes = schemesOf(document);
  const strangerQuotas = firstQuotas(document);
  const callers = keys.map((key) => ({ kind: 'key' as const, key }));
  const validateContent = createContentValidator(document);
  const validateParameters = createParameterValidator(document);
  const errorBody = createErrorBodies(document);
  const print = createPrinter();
  return {
    admits: (sent, granted) => sent === granted,
    identify({ request, operation }, stages) {
      const own = operation === undefined ? [] : alternativesOf(operation);
      let credential: 'missing' | 'unknown' = 'missing';
      const callerBy = (scheme: CredentialScheme): KnownCaller | undefined => {
        const sent = sentKey(scheme, request);
        if (sent === undefined) return undefined;
        credential = 'unknown';
        const known = callers.find(({ key }) => stages.admits(comparedKey(scheme, sent, key.key), key.key));
        const bearer = known === undefined ? bearerOf(sent, keys, stages) : undefined;
        if (bearer !== undefined) return { kind: 'key', key: bearer };
        return known !== undefined && clock.now() < known.key.endsAt ? known : undefined;
      };
      for (const alternative of own.length === 0 ? schemes : own) {
        const found = allOf(alternative).map(callerBy);
        const [first] = found;
        if (first !== undefined && !found.includes(undefined)) return first;
      }
      return { kind: 'stranger', credential };
    },
    charge(caller, { route, request }) {
      if (route.kind === 'outside') return { kind: 'unlimited' };
      const quotas = caller.kind === 'key' ? caller.key.quotas : strangerQuotas;
      return limiter.take(accountName(limitPer, caller, request), quotas);
    },
    limit(charge, { operation }) {
      if (charge.kind !== 'refused') return undefined;
      const headers = retryAfterHeader(rateLimits, charge.retryAt, clock.now());
      const message =
        charge.reason === 'ban'
          ? 'Too many requests were sent while the limit was exceeded: temporarily banned.'
          : `The limit of ${charge.window.quota.limit} requests per ${charge.window.quota.window} is exceeded.`;
      return refusal(operation, [limitStatus(rateLimits)], 'rate_limit_exceeded', message, headers);
    },
    told(caller, refused, { request }) {
      const retryAt = toldRetryAt(refused, rateLimits, clock.now());
      limiter.told(accountName(limitPer, caller, request), retryAt);
    },
    guard: createGuard(document.basePath),
    parse: parseContent,
    validate: (content, visit) => validateParameters(visit) ?? validateContent(content, visit),
    respond: withHeads(
      document,
      withWords(
        document,
        withThings(
          document,
          options.changes ? store : undefined,
          withFiles(
            document,
            options.changes ? store : undefined,
            withAccounts(
              (key, reply) => store.keep(key, reply),
              createResponder(document, {
                hasRoom: (collection) => store.hasRoom(collection),
                keep: (key, reply) => store.keep(key, reply),
                wasRemoved: (collection, identity) => store.wasRemoved(collection, identity),
                away: (collection) => store.away(collection),
                inside: options.changes ? (collection, above) => store.inside(collection, above) : undefined,
                holding: (collection, identity) => store.holding(collection, identity),
                around: (collection) => store.around(collection),
              }),
            ),
          ),
        ),
        () => clock.now(),
      ),
    ),
    assign: (collection, sent) => store.assign(collection, sent),
    insert: (collection, entry) => store.insert(collection, entry),
    update: (collection, entry, wish) => store.update(collection, entry, wish),
    put: (collection, entry, next) => store.put(collection, entry, next),
    remove: (collection, entry) => store.remove(collection, entry),
    entries: (collection) => store.entries(collection),
    select: (_collection, entries, wish) => selected(entries, wish),
    cut: (_collection, entries, wish) => cutOut(entries, wish),
    find: (collection, identity) => store.find(collection, identity),
    tag: tagOf,
    unmet: unmetCondition,
    earlier: (key) => store.replies.get(key),
    mayTouch: () => true,
    refuse: (refused, { operation }) => {
      const response = operation === undefined ? undefined : responseFor(operation, refused.status);
      const own = refused.headers.map(([name]) => name.toLowerCase());
      const required = response === undefined ? [] : requiredHeaders(document, response, own);
      const headers = [...refused.headers, ...required];
      return { status: refused.status, headers, body: errorBody(refused, operation) };
    },
    decorate: (reply, charge) => ({
      ...reply,
      headers: [...reply.headers, ...rateLimitHeaders(rateLimits, charge, clock.now())],
    }),
    render: (reply) => render(reply, print),
  };
}

export type Errors = {
  /** The share of requests that fail, from 0 to 1. */
  readonly rate: number;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
};

/** The error of a server that the operation documents, its lowest; 500 where it documents none. */
function serverError(operation: Operation | undefined): number {
  const documented = operation?.responses
    .map(({ status }) => status)
    .filter((status) => /^5\d\d$/.test(status));
  return Number(documented?.toSorted()[0] ?? 500);
}

/**
 * Stages that answer a share of the requests within the limit with an error of the server, in the documented shape. They count
 * against quotas as any others, and change nothing.
 */
export function withErrors(stages: Stages, { rate, random }: Errors): Stages {
  return {
    ...stages,
    guard: (caller, visit) =>
      random() < rate
        ? refusal(
            visit.operation,
            [serverError(visit.operation)],
            'internal_error',
            'The server failed, as --error-rate asks for.',
          )
        : stages.guard(caller, visit),
  };
}
