import { randomInt } from 'node:crypto';
import type { OutgoingRequest } from '../../client/outgoing-request.ts';
import { alternativesOf } from '../../credential/choose.ts';
import { type Carried, credentialLines } from '../../credential/place.ts';
import type { CredentialUse } from '../../http/credential-use.ts';
import type { HeaderLine, SentRequest } from '../../http/exchange.ts';
import { fieldValues } from '../../http/fields.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import { printJson } from '../../json/lossless.ts';
import { isObject, type Json } from '../../json/value.ts';
import { type Reading, sentJson } from '../../oracle/reading.ts';
import { clientIdentity } from '../../session/identity.ts';
import { putAt } from '../../json/pointer.ts';
import { identitiesAt } from '../../session/entries/identity-in-body.ts';
import type { Retelling } from './retelling.ts';

export type AgainOptions = {
  readonly document: Interface;
  /** Path of the recorded base address, no trailing slash. */
  readonly recordedBasePath: string;
  /** Lines that the client adds to every request. */
  readonly extraHeaders: readonly HeaderLine[];
  /** Six letters or digits for the names that are created now. */
  readonly runId: string;
  /** Path segments that identified what the recorded run created, and those of what was created now. */
  readonly segments: ReadonlyMap<string, string>;
  /** What a sequence made this time. Default: nothing. */
  readonly retelling?: Retelling;
  /** The names of the recorded run as they are to be this time. Default: those of `runId`, with the same numbers. */
  readonly renamed?: (text: string) => string;
};

/** A text with the names of another run, of the same width. */
export function namesOfRun(runId: string): (text: string) => string {
  return (text) => text.replaceAll(MARKED_RUN, `assay-${runId}-`);
}

const MARKED_RUN = /assay-[0-9a-z]{6}-(?=[0-9]{3})/g;
const TRANSPORT_LINES = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
const MAX_IDENTITY_SEED = 2 ** 31;

/** What a credential adds to a request. The key does not matter here: only names are used. */
function shapeOf(scheme: CredentialScheme | undefined, use: CredentialUse): Carried {
  return credentialLines(scheme, use, 'user:password', Math.random).recorded;
}

function hasLine(request: SentRequest, name: string): boolean {
  return fieldValues(request.headers, name).length > 0;
}

/** Where the parameter that a credential added begins: it is the last one. -1 when there is none. */
function parameterStart(target: string, parameter: string): number {
  const name = parameter.slice(0, parameter.indexOf('=') + 1);
  return Math.max(target.lastIndexOf(`?${name}`), target.lastIndexOf(`&${name}`));
}

function carries(request: SentRequest, shape: Carried): boolean {
  return (
    shape.headers.every(([name]) => hasLine(request, name)) &&
    shape.query.every((parameter) => parameterStart(request.target, parameter) >= 0)
  );
}

/** The scheme by which a recorded request carried its credential; requests to no operation borrow that of another. */
function schemeOf(reading: Reading, document: Interface): CredentialScheme | undefined {
  const { request } = reading.exchange;
  const schemes = (
    reading.expectation.operation === undefined ? document.operations : [reading.expectation.operation]
  ).flatMap(alternativesOf);
  return schemes.find((scheme) => carries(request, shapeOf(scheme, request.credential)));
}

function without(lines: readonly HeaderLine[], name: string, which: 'first' | 'last'): readonly HeaderLine[] {
  const isIt = ([other]: HeaderLine): boolean => other.toLowerCase() === name.toLowerCase();
  const at = which === 'first' ? lines.findIndex(isIt) : lines.findLastIndex(isIt);
  return at < 0 ? lines : lines.toSpliced(at, 1);
}

/** The recorded lines that the client does not write by itself. */
export function ownLines(
  request: SentRequest,
  shape: Carried,
  options: Pick<AgainOptions, 'extraHeaders'>,
): readonly HeaderLine[] {
  const written = request.headers.filter(
    ([name, value]) =>
      !TRANSPORT_LINES.has(name.toLowerCase()) &&
      !(name.toLowerCase() === 'user-agent' && value.startsWith('assay/')),
  );
  let lines: readonly HeaderLine[] = written;
  for (const [name] of shape.headers) lines = without(lines, name, 'last');
  for (const [name] of options.extraHeaders) lines = without(lines, name, 'first');
  return lines;
}

function pathOf(reading: Reading, shape: Carried, options: AgainOptions): string {
  const { target } = reading.exchange.request;
  const { recordedBasePath, document, segments } = options;
  const [parameter] = shape.query;
  const end = parameter === undefined ? target.length : parameterStart(target, parameter);
  const path = target.slice(target.startsWith(recordedBasePath) ? recordedBasePath.length : 0, end);
  const reads = document.collections.some(({ read }) => read?.id === reading.expectation.operation?.id);
  if (!reads || reading.expectation.operation === undefined) return path;
  return path
    .split('/')
    .map((segment) => segments.get(segment) ?? segment)
    .join('/');
}

/** A body whose identity was made up by assay gets another one: the recorded one may be taken by now. */
function withNewIdentity(reading: Reading, document: Interface): Uint8Array | undefined {
  const { body } = reading.exchange.request;
  const json = sentJson(reading);
  const collection = document.collections.find(
    ({ create }) => create.id === reading.expectation.operation?.id,
  );
  if (reading.expectation.situation !== 'assigned-member' || collection === undefined) return body;
  const identity = clientIdentity(collection, randomInt(MAX_IDENTITY_SEED));
  if (!isObject(json) || identity === undefined) return body;
  return new TextEncoder().encode(printJson({ ...json, [collection.identity]: identity }));
}

function withNewNames(
  body: Uint8Array | undefined,
  { runId, renamed = namesOfRun(runId) }: AgainOptions,
): Uint8Array | undefined {
  if (body === undefined) return undefined;
  return new Uint8Array(Buffer.from(renamed(Buffer.from(body).toString('latin1')), 'latin1'));
}

/** A body that names the entry of its path names the one of this time. */
function withPlace(
  reading: Reading,
  body: Uint8Array | undefined,
  path: string,
  { document, recordedBasePath, retelling }: AgainOptions,
): Uint8Array | undefined {
  const { operation, situation } = reading.expectation;
  const json = sentJson(reading);
  if (retelling === undefined || operation === undefined || !isObject(json) || situation !== 'ordinary')
    return body;
  const contract = { interface: document, basePath: recordedBasePath };
  const place = operation.namedBy === undefined ? path : retelling.placeOf(reading);
  const found = identitiesAt({ contract }, operation, place, json);
  return found.length === 0
    ? body
    : new TextEncoder().encode(
        printJson(found.reduce<Json>((named, one) => putAt(named, one.place, one.value), json)),
      );
}

/**
 * The request of a recorded exchange as it is to be sent again: what the client writes by itself is taken out, names
 * that the run created become new ones of the same width; everything else stays as it was, byte for byte.
 */
export function outgoingAgain(reading: Reading, options: AgainOptions): OutgoingRequest {
  const { request } = reading.exchange;
  const scheme = schemeOf(reading, options.document);
  const shape = shapeOf(scheme, request.credential);
  const { retelling } = options;
  const recorded = pathOf(reading, shape, options);
  const path = retelling?.placed(recorded, request.method) ?? recorded;
  const lines = ownLines(request, shape, options);
  const body = withPlace(reading, withNewIdentity(reading, options.document), path, options);
  return {
    method: request.method,
    path,
    headers: retelling?.lines(lines) ?? lines,
    body: withNewNames(body, options),
    credential: request.credential,
    scheme,
    transport: 'pool',
  };
}
