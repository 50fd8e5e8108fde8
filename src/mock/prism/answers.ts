import { documentedFor, isJsonMediaType, parseMediaRanges, printMediaType } from '../../http/media-type.ts';
import { writeContent } from '../../interface/content/content.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { DocumentedResponse, Interface, Operation, Representation } from '../../interface/model.ts';
import { plainText } from '../../json/lossless.ts';
import { keptRoles } from '../answers/entries/kept-entries.ts';
import { isObject, type Json } from '../../json/value.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { codeOf, requiredHeaders, successOf } from '../answers/documented-replies.ts';
import {
  type HeaderLine,
  type InboundRequest,
  refusal,
  type Refusal,
  type Reply,
  type ReplyBody,
  type Stages,
  type Visit,
} from '../answers/stages/stages.ts';
import { retryAfterHeader } from '../limits/headers.ts';
import type { Charge } from '../limits/limiter.ts';
import { STATUS_CODES } from '../server/listener.ts';
import { challenge } from '../state/keys.ts';
import { type Preference, type ReadPreference, readPreference, wishedResponse } from './preference.ts';
import type { BodyMaker } from './prism-engine.ts';

const MAX_LENGTH = 1000;

/** The media ranges that a request accepts, without those that can't be read; `undefined` when it says nothing about them. */
function mediaRangesOf({ headers }: InboundRequest): readonly string[] | undefined {
  const field = headers.get('accept');
  if (field === undefined || field.length > MAX_LENGTH) return undefined;
  const ranges = parseMediaRanges([field]).map(printMediaType);
  return ranges.length === 0 ? undefined : ranges;
}

/** A value in a media type that is not JSON. A text is taken for what the document wants to see there, as it is. */
function otherBody(mediaType: string, value: Json, shown: Representation | undefined): ReplyBody {
  const kind = mediaKindOf(mediaType);
  const hasExample = shown?.examples.some((example) => example.value === value) === true;
  const isText = typeof value === 'string' && (kind === 'text' || kind === 'binary' || hasExample);
  if (isText || shown === undefined) return { kind: 'text', mediaType, text: plainText(value) };
  const known = shown.examples.length > 0 ? value : validSample(shown.itemSchema ?? shown.schema);
  const written = writeContent({ ...shown, mediaType }, known);
  if (written === undefined) return { kind: 'text', mediaType, text: plainText(value) };
  return { kind: 'bytes', mediaType: written.contentType, bytes: written.bytes };
}

/** The body of an answer of this documented media type, which may be a range such as `text/*`. */
function madeBody(
  mediaType: string | undefined,
  value: Json | undefined,
  representations: readonly Representation[],
): ReplyBody {
  if (value === undefined) return { kind: 'none' };
  const named = mediaType === undefined || mediaType === '*/*' ? '*' : concreteMediaType(mediaType);
  const type = named.includes('*') ? (typeof value === 'string' ? 'text/plain' : 'application/json') : named;
  if (isJsonMediaType(type)) return { kind: 'json', mediaType: type, value };
  return otherBody(type, value, documentedFor(representations, type));
}

/** What the document shows for a request, and the charge that the answer tells of. */
type DocumentedAnswer = {
  readonly answer: Reply | Refusal;
  readonly charge: Charge;
  /** Nobody wished for it. */
  readonly isUsual?: true;
};

/**
 * Finds the documented answer to a request that nothing refuses; `undefined` where its operation keeps state or shows no
 * answers, and nothing is wished for. Never rejects.
 */
export type DocumentedAnswers = (
  visit: Visit,
  charge: Charge,
  stages: Stages,
) => Promise<DocumentedAnswer> | undefined;

export type DocumentedAnswersOptions = {
  readonly interface: Interface;
  readonly bodies: BodyMaker;
  /** Time in ms since the epoch. */
  readonly now: () => number;
};

const USUAL: Preference = { code: undefined, example: undefined, dynamic: false, seed: undefined };
/** How long a wished refusal asks a caller to wait who has no quota. */
const WAIT_MS = 60_000;

function asRefused(charge: Charge): Charge {
  if (charge.kind !== 'accepted') return charge;
  const window = { ...charge.window, remaining: 0 };
  return { kind: 'refused', window, retryAt: window.resetAt, reason: 'limit' };
}

function codeName(status: number): string {
  return (STATUS_CODES[status] ?? `status ${String(status)}`).toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

/** An error that was wished for and of which the document has no example. */
function wishedError(operation: Operation, status: number, headers: readonly HeaderLine[]): Refusal {
  const message = `${STATUS_CODES[status] ?? 'An error'}, as the request wished.`;
  return refusal(operation, [status], codeName(status), message, headers);
}

function withStatus(body: ReplyBody, { statusMembers }: DocumentedResponse, status: number): ReplyBody {
  if (body.kind !== 'json' || !isObject(body.value) || status < 400) return body;
  const members = statusMembers.map((name) => [name, status] as const);
  return { ...body, value: { ...body.value, ...Object.fromEntries(members) } };
}

/** Builds what answers from the document: by examples and schemas, and as `Prefer` wishes. */
export function createDocumentedAnswers(options: DocumentedAnswersOptions): DocumentedAnswers {
  const { interface: document, bodies, now } = options;
  const { rateLimits } = document;
  const stateful = new Set(keptRoles(document, 'collections').keys());

  /** Headers that a status has to carry besides those that the document requires. */
  function statusHeaders(
    operation: Operation,
    status: number,
    limited: Refusal | undefined,
  ): readonly HeaderLine[] {
    if (limited !== undefined) return limited.headers;
    if (status === rateLimits?.status) return retryAfterHeader(rateLimits, now() + WAIT_MS, now());
    return status === 401 && operation.credential !== undefined ? [challenge(operation.credential)] : [];
  }

  async function made(
    { request }: Visit,
    operation: Operation,
    response: DocumentedResponse,
    { status, preference }: { readonly status: number; readonly preference: Preference },
  ): Promise<Reply | Refusal> {
    const { example, dynamic, seed } = preference;
    const headers = requiredHeaders(document, response);
    if (response.representations.length === 0) return { status, headers, body: { kind: 'none' } };
    const representations = response.representations.filter(
      ({ examples }) => example === undefined || examples.some(({ name }) => name === example),
    );
    const mediaRanges = representations.length > 1 ? mediaRangesOf(request) : undefined;
    const way =
      dynamic && example === undefined ? { kind: 'dynamic' as const, seed } : { kind: 'static' as const };
    const body = await bodies({ operation, status, representations, mediaRanges, example, way });
    const offered = representations.map(({ mediaType }) => mediaType).join(', ');
    switch (body.kind) {
      case 'made': {
        const shown = withStatus(madeBody(body.mediaType, body.value, representations), response, status);
        return { status, headers, body: shown };
      }
      case 'not-acceptable':
        return refusal(
          operation,
          [406],
          'not_acceptable',
          `None of ${offered} is acceptable to the request.`,
        );
      case 'failed':
        throw new Error(`cannot make a body for ${operation.id}: ${body.problem}`);
    }
  }

  async function wished(
    visit: Visit,
    operation: Operation,
    preference: Preference,
    charge: Charge,
    stages: Stages,
  ): Promise<DocumentedAnswer> {
    const wish = wishedResponse(document, operation, preference);
    if (wish.kind === 'refused') return { answer: wish.refusal, charge };
    const { status, response } = wish;
    const isLimit = status === rateLimits?.status;
    const shownCharge = isLimit ? asRefused(charge) : charge;
    const limited = isLimit ? stages.limit(shownCharge, visit) : undefined;
    const headers = statusHeaders(operation, status, limited);
    const shows = preference.dynamic || response?.representations.some(({ examples }) => examples.length > 0);
    if (response === undefined || (status >= 400 && shows !== true)) {
      const answer = limited ?? wishedError(operation, status, headers);
      return { answer, charge: shownCharge };
    }
    const reply = await made(visit, operation, response, { status, preference });
    return { answer: { ...reply, headers: [...headers, ...reply.headers] }, charge: shownCharge };
  }

  async function usual(
    visit: Visit,
    operation: Operation,
    response: DocumentedResponse,
    charge: Charge,
  ): Promise<DocumentedAnswer> {
    const status = codeOf(response.status);
    const answer = await made(visit, operation, response, { status, preference: USUAL });
    return { answer, charge, isUsual: true };
  }

  return (visit, charge, stages) => {
    const { operation, request } = visit;
    if (operation === undefined) return undefined;
    const { preference } = visit;
    const read: ReadPreference =
      preference === undefined ? readPreference(request) : { kind: 'read', preference };
    switch (read.kind) {
      case 'unreadable':
        return Promise.resolve({
          answer: refusal(operation, [400, 422], 'invalid_preference', read.problem),
          charge,
        });
      case 'read': {
        const { code, example } = read.preference;
        if (code === undefined && example === undefined && successOf(operation) === undefined)
          return undefined;
        return wished(visit, operation, read.preference, charge, stages);
      }
      case 'none': {
        const response = stateful.has(operation.id) ? undefined : successOf(operation);
        if (response === undefined || response.representations.length === 0) return undefined;
        return usual(visit, operation, response, charge);
      }
    }
  };
}
