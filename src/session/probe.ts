import type fc from 'fast-check';
import type { Capabilities } from '../checks/check.ts';
import { type HeaderLine, SAFE_METHODS } from '../http/exchange.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import { targetParts } from '../http/target.ts';
import type { Collection, CredentialScheme, Interface, Operation } from '../interface/model.ts';
import { matchOperation, withSlashOf } from '../interface/path-matching.ts';
import { printJson } from '../json/lossless.ts';
import type { Json } from '../json/value.ts';
import { saysWhenRefused, takesJson } from '../oracle/contract.ts';
import { withOwnKey } from './requests/values/own-keys.ts';
import { withOwnName } from './requests/values/own-names.ts';
import { isOwedMore, withWholeQuery } from './requests/whole-query.ts';
import { withPreference } from './requests/preference.ts';
import { expectation } from '../oracle/expectation.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Situation } from '../oracle/situation.ts';
import type { Profile } from '../record/record.ts';
import { sampleOne } from '../system/seeded.ts';
import { writtenInQuery } from '../interface/resources/members-in-query.ts';
import { pathAt, placeAsked, templateOf, withQueryOf } from '../interface/resources/places/places.ts';
import { freshPlace } from './entries/places/coined-places.ts';
import { makersFor } from './entries/named-in-bodies.ts';
import { withFreshTag } from './entries/fresh-tags.ts';
import { knownPath, placeNamed, withLinked } from './entries/own-things.ts';
import type { Baselines } from './baseline.ts';
import type { Counterexamples } from './counterexamples.ts';
import { freshMakersFor } from './requests/names/spent-names.ts';
import { namingInQuery } from './requests/names/referenced.ts';
import { type Reason, withoutValues } from './reason.ts';
import { Halt } from './pace/budget.ts';
import type { SendMode, SendSpec } from './pace/sending.ts';
import type { Session } from './session.ts';
import { bodyOf, givenInQuery } from './requests/contents.ts';
import { credentialFor, lacksCredential } from './requests/lent-credential.ts';
import { countsTries } from './requests/values/own-logins.ts';
import { parameterParts, type RequestParts } from './requests/valid-request.ts';

/** What is particular about a request; everything else is valid and ordinary. */
export type Particular = {
  /** Name of the probe, with slashes. */
  readonly probe: string;
  readonly intent: Situation;
  readonly credential?: CredentialUse;
  /** Another of the alternatives that the operation takes. Left out: the one that the run uses. */
  readonly scheme?: CredentialScheme;
  /** A JSON value, raw bytes, or `none` for no body at all. Left out: a valid one. */
  readonly body?: { readonly json: Json } | { readonly bytes: Uint8Array } | 'none';
  /** Header lines instead of the documented Content-Type. */
  readonly headers?: readonly HeaderLine[];
  /** Path relative to the base address instead of one with valid parameters. */
  readonly path?: string;
  /** The query of a valid request goes behind `path`. */
  readonly withQuery?: true;
  /** Path, query and fields instead of those of a valid request. */
  readonly parts?: Omit<RequestParts, 'body'>;
  /** Parameters with the values that the document shows, where it shows some. */
  readonly asShown?: true;
  /** Parameters of the query that name something are sent, too, where they may be left out. */
  readonly namesAll?: true;
};

/** Everything that a probe may use. */
export type ProbeContext = {
  readonly document: Interface;
  readonly profile: Profile;
  readonly readOnly: boolean;
  /** What could change the credential or the account of the run may be sent. */
  readonly allowWrites: boolean;
  /** What was served of each operation. */
  readonly baselines: Baselines;
  readonly capabilities: Capabilities;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly session: Session;
  readonly counterexamples: Counterexamples;
  /** A text that nobody else uses, of a fixed width, to find again what a request created. */
  readonly marker: () => string;
  /** An identity that a client might send, unlike any that a service gives out; `undefined` where none can be made. */
  readonly identityOfClient: (collection: Collection) => Json | undefined;
  /** False where a credential makes no sense for the run's key: a key without letters has no other letter case. */
  readonly sendable: (credential: CredentialUse, operation: Operation) => boolean;
  /** Notes what is not done, and whether that was declared or went wrong. */
  readonly leaveOut: (probe: string, why: Reason) => void;
  /** Why the budget did not last: it is the profile's choice where nothing that went wrong used it up. */
  readonly spent: (reason: string) => Reason;
  /** Notes that a part of assay failed: what it should have sent could not be made. */
  readonly failed: (part: string, reason: string) => void;
};

const VALID: CredentialUse = { kind: 'valid' };

/** Tries before a path counts as one that always has several readings. */
const MOST_TRIES = 24;

/** Parameters whose path asks, by the document, for this operation and no other. */
function partsReadBack(
  context: ProbeContext,
  operation: Operation,
  { probe, path: given }: Particular,
  arbitrary: fc.Arbitrary<Omit<RequestParts, 'body'>>,
): Omit<RequestParts, 'body'> | undefined {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const label = `parameters of ${operation.id} ${probe}${tries === 0 ? '' : ` ${tries}`}`;
    const parts = sampleOne(arbitrary, context.seed, label);
    const [path = ''] = parts.path.split('?', 1);
    const match = matchOperation(context.document, operation.method, path);
    if (given !== undefined || (match?.operation.id === operation.id && match.certain)) return parts;
  }
  return undefined;
}

/**
 * Path and fields of a request: those of one that was served, where a refusal may have a reason that nobody names. The path names
 * what the run made, else what a list showed.
 */
function partsFor(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
): Omit<RequestParts, 'body'> | undefined {
  const any = anyPartsFor(context, operation, particular);
  const named =
    any === undefined || saysWhenRefused(context.document)
      ? any
      : namingInQuery(context.session, operation, any, particular.namesAll === true);
  const parts = withLinked(context.session, operation, named);
  const isTemplated =
    templateOf(operation).includes('{') && particular.path === undefined && operation.namedBy?.in !== 'body';
  if (parts === undefined || !isTemplated || saysWhenRefused(context.document)) return parts;
  const known = freshPlace(context, operation) ?? knownPath(context.session, operation);
  if (known === undefined)
    return SAFE_METHODS.has(operation.method) || context.allowWrites ? parts : undefined;
  const path = withQueryOf(known, parts.path);
  return { path, headers: withFreshTag(context.session, operation, path, parts.headers) };
}

function anyPartsFor(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
): Omit<RequestParts, 'body'> | undefined {
  const served = saysWhenRefused(context.document) ? undefined : context.baselines.partsOf(operation);
  if (served !== undefined) return served;
  const supply = parameterParts(operation, particular.asShown === true ? 'examples' : 'anywhere');
  if (supply.kind === 'unsupported') {
    context.leaveOut(particular.probe, withoutValues(operation, 'no valid parameters can be made', supply));
    return undefined;
  }
  const parts = partsReadBack(context, operation, particular, supply.arbitrary);
  if (parts === undefined) {
    const reason = 'no path of it can be made that the document has one reading of';
    context.leaveOut(particular.probe, { cause: 'declared', reason, operation: operation.id });
  }
  const isWhole = particular.namesAll === true || isOwedMore(operation, context.session.readings);
  return parts !== undefined && isWhole ? withWholeQuery(operation, parts, context.seed) : parts;
}

/** True where the oracle reads a request as what its probe means it to be. */
export function isAgreed({ session: { contract } }: ProbeContext, spec: SendSpec): boolean {
  const target = `${contract.basePath}${spec.path}`;
  return expectation(contract, { ...spec, target }).situation === spec.intent;
}

/** How often a body is drawn anew where the document has something particular to say of the one that was drawn. */
const MOST_DRAWN = 4;

/**
 * The request of an operation with everything valid but what is particular; `undefined` when it can't be made. One that is to
 * be ordinary is read as such by the oracle. Throws `Halt` when the time is over: making requests is work as well.
 */
export function requestFor(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
): SendSpec | undefined {
  const { probe, intent, body, path } = particular;
  for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1) {
    context.session.requireTime();
    const spec = drawnRequest(context, operation, particular, drawn === 0 ? '' : ` ${String(drawn)}`);
    const isOpen = intent !== 'ordinary' || path !== undefined;
    if (spec === undefined || isOpen || isAgreed(context, spec)) return spec;
    const isDrawn = operation.requestBody !== undefined || writtenInQuery(operation) !== undefined;
    if (body !== undefined || !isDrawn) break;
  }
  const reason = 'the document has something particular to say of every request of it that can be made';
  const owner = body === undefined ? { operation: operation.id } : {};
  context.leaveOut(probe, { cause: 'declared', reason, ...owner });
  return undefined;
}

/** What a request can't do without stands in its query whatever path it is sent to. */
function pathOf(
  operation: Operation,
  { path: given, withQuery }: Particular,
  parts: Omit<RequestParts, 'body'>,
): string {
  if (given === undefined) return parts.path;
  const isNeeded = operation.parameters.some((one) => one.in === 'query' && one.required);
  const path = withSlashOf(operation.path, pathAt(operation, targetParts(given).path));
  const own = withQueryOf(path, given);
  return withQuery === true || isNeeded ? withQueryOf(own, parts.path) : own;
}

/** The path of the entry that a request to a path is to be about; `undefined` where its body is to name it, and the run has none. */
function entryFor(
  { session, allowWrites }: ProbeContext,
  operation: Operation,
  { path }: Particular,
  asked: string,
): string | undefined {
  if (operation.namedBy === undefined) return asked;
  if (operation.namedBy.in === 'query')
    return placeAsked(session.contract.interface, operation.method, asked);
  const [bare = ''] = path?.split('?', 1) ?? [];
  const isGiven = bare.split('/').length === templateOf(operation).split('/').length;
  const own = isGiven ? bare : placeNamed(session, operation);
  return own ?? (allowWrites ? operation.path : undefined);
}

function drawnRequest(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
  suffix: string,
): SendSpec | undefined {
  const parts = particular.parts ?? partsFor(context, operation, particular);
  if (parts === undefined) return undefined;
  if (particular.intent !== 'ordinary' && countsTries(context.session, operation)) return undefined;
  const named = withOwnName(context, operation, {
    path: pathOf(operation, particular, parts),
    headers: parts.headers,
  });
  const { path } = givenInQuery(context, operation, particular, named, suffix);
  const about = entryFor(context, operation, particular, path);
  if (about === undefined) return undefined;
  const content = bodyOf(context, operation, particular, suffix, about);
  if (content === 'impossible') return undefined;
  const contentType: HeaderLine[] = content === 'none' ? [] : [['Content-Type', content.contentType]];
  const own = withPreference(operation, withOwnKey(context, operation, parts.headers), particular.headers);
  const spec: SendSpec = {
    probe: particular.probe,
    method: operation.method,
    path,
    headers: [...own, ...(particular.headers ?? contentType)],
    body: content === 'none' ? undefined : content.bytes,
    credential: particular.credential ?? VALID,
    scheme: particular.scheme ?? credentialFor(context, operation),
    intent: particular.intent,
  };
  // Not everything that JSON tells apart is another text.
  const isOther = content !== 'none' && !takesJson(operation) && particular.body !== undefined;
  return isOther && !isAgreed(context, spec) ? undefined : spec;
}

/** A JSON value as it goes over the wire. */
export function encode(value: Json): Uint8Array {
  return new TextEncoder().encode(printJson(value));
}

/** Makes what a request that is to be served names, where there is nothing of the kind that it may name. */
export async function makeWhatIsNamed(
  context: ProbeContext,
  operation: Operation,
  { probe, intent, credential = VALID, body }: Particular,
  mode: Partial<SendMode> = {},
): Promise<void> {
  if (credential.kind !== 'valid' || body === 'none') return;
  await context.baselines.prepare(operation);
  if (intent !== 'ordinary') return;
  const json = body !== undefined && 'json' in body ? body.json : undefined;
  const makers = [
    ...makersFor(context.session, operation),
    ...freshMakersFor(context.session, operation, json),
  ];
  for (const maker of makers)
    if (context.baselines.isServed(maker))
      await sendFor(context, maker, { probe: `${probe}-thing`, intent: 'ordinary' }, mode);
}

/** Sends a request of an operation; `undefined` when it can't be made. */
export async function sendFor(
  context: ProbeContext,
  operation: Operation,
  particular: Particular,
  mode: Partial<SendMode> = {},
): Promise<Reading | undefined> {
  await makeWhatIsNamed(context, operation, particular, mode);
  const spec = requestFor(context, operation, particular);
  const reading = spec === undefined ? undefined : await sendSpec(context, spec, mode);
  if (reading === undefined || spec?.scheme !== undefined || !lacksCredential(reading)) return reading;
  const probe = `${particular.probe}-with-credential`;
  const again = requestFor(context, operation, { ...particular, probe });
  return again === undefined || credentialFor(context, operation) === undefined
    ? reading
    : sendSpec(context, again, mode);
}

/**
 * Sends a request. Where the oracle reads it otherwise than its probe, it shows nothing of what it is sent for, and where its
 * place gave no answer several times, none will come: that is noted, nothing goes out, and the probe goes on with what comes next.
 * With `nothing` no other request takes its path and fields over: it asks for a part of what the operation has.
 */
export async function sendSpec(
  context: ProbeContext,
  spec: SendSpec,
  mode: Partial<SendMode> = {},
  takesOver: 'baseline' | 'nothing' = 'baseline',
): Promise<Reading | undefined> {
  try {
    const reading = await context.session.send(spec, mode);
    if (takesOver === 'baseline') context.baselines.note(spec, reading);
    return reading;
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    const { halt } = error;
    if (halt.kind !== 'broken-harness' && halt.kind !== 'closed-place') throw error;
    const { reason } = halt;
    const whose = 'operation' in halt ? { operation: halt.operation } : {};
    const why: Reason =
      halt.kind === 'broken-harness'
        ? { cause: 'declared', reason, ...whose }
        : { cause: 'went-wrong', reason };
    context.leaveOut(spec.probe, why);
    return undefined;
  }
}
