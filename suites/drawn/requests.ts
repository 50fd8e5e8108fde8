import { type HeaderLine, SAFE_METHODS } from '../../src/http/exchange.ts';
import { writeContent } from '../../src/interface/content/content.ts';
import type { Operation, Parameter } from '../../src/interface/model.ts';
import { fromPointer, putAt } from '../../src/json/pointer.ts';
import { isObject, type Json } from '../../src/json/value.ts';
import {
  requestMediaType,
  requestRepresentation,
  requestSchema,
  takesJson,
  validatorOf,
} from '../../src/oracle/contract.ts';
import { expectation } from '../../src/oracle/expectation.ts';
import type { Expectation } from '../../src/oracle/situation.ts';
import { isOfCredential } from '../../src/oracle/parameter-facts.ts';
import { sentAndShown } from '../../src/oracle/shown-bounds.ts';
import { boundaryValues } from '../../src/schema/generate/boundaries.ts';
import { type InvalidCase, invalidValues } from '../../src/schema/generate/invalid.ts';
import {
  below,
  changedBytes,
  changedValue,
  oddText,
  pick,
  type Random,
} from '../../src/schema/generate/mutations.ts';
import { MOST_ORDINARY_PARTS } from '../../src/schema/generate/sample.ts';
import { validValues } from '../../src/schema/generate/valid.ts';
import type { Schema } from '../../src/schema/keywords.ts';
import { schemaMembers } from '../../src/schema/members.ts';
import { freeTexts, putText } from '../../src/session/requests/values/free-text.ts';
import { withFreshTag } from '../../src/session/entries/fresh-tags.ts';
import { ofEntryAt } from '../../src/session/entries/of-entry-at.ts';
import { encode, type ProbeContext } from '../../src/session/probe.ts';
import { mark } from '../../src/session/requests/marked.ts';
import { withOwnKey } from '../../src/session/requests/values/own-keys.ts';
import { keptBody } from '../../src/session/requests/renewed.ts';
import type { SendSpec } from '../../src/session/pace/sending.ts';
import {
  parameterParts,
  type RequestParts,
  validBodies,
  withParameter,
} from '../../src/session/requests/valid-request.ts';
import { withWholeNumbers } from '../../src/session/requests/values/whole-numbers.ts';
import { onceFor } from '../../src/system/once-for.ts';
import { takesFromOthers } from '../../src/session/requests/values/kept-to-oneself.ts';
import { sampleOne } from '../../src/system/seeded.ts';
import { freeParameters } from '../validation/values.ts';

/**
 * Requests that are drawn for one operation: valid ones with some of what is optional, at the edges of schemas, with odd texts, broken in
 * one place, changed in their bytes, and near to one that brought something new. What each of them may get is the oracle's to say.
 */

/** In what way a request is drawn. `near`: like one that brought an answer of a new kind. */
export type DrawnKind = 'valid' | 'edge' | 'odd-text' | 'broken' | 'bytes' | 'near';

/** A request that brought an answer of a new kind: its query, with the question mark, and the value of its body. */
export type Seed = { readonly query: string; readonly json: Json | undefined };

/** What is to be drawn. `label` and the seed of the run fix the values. */
export type Draw = {
  readonly operation: Operation;
  readonly kind: DrawnKind;
  /** How many were drawn for the operation before: it says which of what is optional is there. */
  readonly nth: number;
  readonly label: string;
  readonly random: Random;
  readonly near: Seed | undefined;
  /** Where an operation of an entry finds one, relative to the base address. */
  readonly path: string | undefined;
};

type Parts = Omit<RequestParts, 'body'>;

/**
 * Whether the item at this place is there in the request of this number. The first requests have each two items in all four ways: all,
 * none, and by each digit of their places, which differ in one at least; then it is drawn.
 */
export function isChosen(place: number, count: number, nth: number, random: Random): boolean {
  const digits = Math.max(1, Math.ceil(Math.log2(Math.max(2, count))));
  if (nth === 0) return true;
  if (nth === 1) return false;
  if (nth >= 2 + 2 * digits) return random() < 0.5;
  const digit = (place >> Math.floor((nth - 2) / 2)) & 1;
  return digit === nth % 2;
}

const MOST_BROKEN = 200;
const MOST_EDGES = 200;
const DEEPEST = 3;

const brokenOf = onceFor((schema: object & Schema): readonly InvalidCase[] => [
  ...invalidValues(schema, { direction: 'request', mostParts: MOST_ORDINARY_PARTS }).take(MOST_BROKEN),
]);

const brokenParameter = onceFor((parameter: Parameter): readonly InvalidCase[] => [
  ...invalidValues(parameter.schema).take(MOST_BROKEN),
]);

const edgesOfParameter = onceFor((parameter: Parameter): readonly Json[] =>
  boundaryValues(parameter.schema).filter((value) => value !== null && value !== ''),
);

type Edge = { readonly pointer: string; readonly value: Json };

function edgesAt(schema: Schema, root: Schema, pointer: string, depth: number): readonly Edge[] {
  const own = pointer === '' ? [] : boundaryValues(schema, root).map((value) => ({ pointer, value }));
  if (depth >= DEEPEST) return own;
  const inner = [...schemaMembers(schema, root).properties].flatMap(([name, member]) =>
    edgesAt(member, root, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1),
  );
  return [...own, ...inner];
}

const edgesOf = onceFor((schema: object & Schema): readonly Edge[] =>
  edgesAt(schema, schema, '', 0).slice(0, MOST_EDGES),
);

const valuesOfParameter = onceFor((parameter: Parameter) => validValues(parameter.schema));

function drawnValue(parameter: Parameter, { seed }: ProbeContext, label: string): Json | undefined {
  const supply = valuesOfParameter(parameter);
  if (supply.kind === 'unsupported') return undefined;
  const value = sampleOne(supply.arbitrary, seed, `${label} ${parameter.in} ${parameter.name}`);
  return value === '' ? undefined : value;
}

/** Parameters that get drawn values: none that the run was told of, or that is its credential. */
function drawable(context: ProbeContext, operation: Operation): readonly Parameter[] {
  return freeParameters(context, operation).filter(
    (parameter) => parameter.known === undefined && !isOfCredential(operation, parameter),
  );
}

/** Path, query and fields with the optional parameters that the draw has. */
function drawnParts(context: ProbeContext, draw: Draw): Parts | undefined {
  const { operation, nth, random, label, kind } = draw;
  const served = context.baselines.partsOf(operation);
  const supply = served === undefined ? parameterParts(operation) : undefined;
  if (supply?.kind === 'unsupported') return undefined;
  const drawn =
    supply === undefined ? served : sampleOne(supply.arbitrary, context.seed, `${label} parameters`);
  if (drawn === undefined) return undefined;
  const query = drawn.path.indexOf('?');
  const path =
    draw.path === undefined ? drawn.path : `${draw.path}${query < 0 ? '' : drawn.path.slice(query)}`;
  const optional = drawable(context, operation).filter(({ required }) => !required);
  const isValid = kind === 'valid' || (kind !== 'near' && random() < 0.3);
  const parts = optional.reduce<Parts>(
    (made, parameter, place) => {
      const value =
        isValid && isChosen(place, optional.length, nth, random)
          ? drawnValue(parameter, context, label)
          : undefined;
      return value === undefined ? made : withParameter(made, parameter, value);
    },
    { path, headers: drawn.headers },
  );
  return {
    path: parts.path,
    headers:
      draw.path === undefined
        ? parts.headers
        : withFreshTag(context.session, operation, draw.path, parts.headers),
  };
}

/** The same with one parameter at an edge, broken or odd. */
function withOneParameter(context: ProbeContext, draw: Draw, parts: Parts): Parts | undefined {
  const { random, kind, label } = draw;
  // Fields are read by others than the service on the way, and mean something there.
  const own = drawable(context, draw.operation).filter((one) => one.in === 'query');
  const parameter = pick(random, own);
  if (parameter === undefined) return undefined;
  if (kind === 'edge') {
    const value = pick(random, edgesOfParameter(parameter));
    return value === undefined ? undefined : withParameter(parts, parameter, value);
  }
  if (kind === 'broken') {
    const one = pick(random, brokenParameter(parameter));
    const value = one === undefined ? undefined : sampleOne(one.arbitrary, context.seed, label);
    return value === undefined || value === null || typeof value === 'object' || String(value) === ''
      ? undefined
      : withParameter(parts, parameter, value);
  }
  // A long target is more than servers take by default.
  const text = oddText(random).slice(0, 2_000);
  return text === '' ? undefined : withParameter(parts, parameter, text);
}

/** A valid body with some of what is optional; `undefined` where none can be made. */
function validBody(
  context: ProbeContext,
  { operation, nth, label, random }: Draw,
  isMixed: boolean,
): Json | undefined {
  const schema = requestSchema(operation);
  const kept = keptBody(context, operation, label);
  const supply = validBodies(operation, 'all');
  if (schema === undefined || supply?.kind !== 'values') return kept;
  const body = kept ?? sampleOne(supply.arbitrary, context.seed, label);
  if (!isObject(body) || !isMixed) return body;
  const { required } = schemaMembers(schema);
  const optional = Object.keys(body).filter((name) => !required.has(name));
  const left = new Set(optional.filter((_, place) => !isChosen(place, optional.length, nth, random)));
  const some = Object.fromEntries(Object.entries(body).filter(([name]) => !left.has(name)));
  return validatorOf(schema)(some).length === 0 ? some : body;
}

/** True where an answer may show the value as well, as far as the document says more of answers than of requests. */
function isShowable(operation: Operation, value: Json): boolean {
  const [schema, both] = [requestSchema(operation), sentAndShown(operation)];
  if (schema === undefined || both === undefined || validatorOf(schema)(value).length > 0) return true;
  return validatorOf(both)(value).length === 0;
}

function memberAt(pointer: string): readonly (readonly string[])[] {
  const place = fromPointer(pointer).slice(0, 1);
  return place.length === 0 ? [] : [place];
}

/** The value of the body, before it is written. */
function drawnBody(context: ProbeContext, draw: Draw): Json | undefined {
  const { operation, kind, random, label } = draw;
  const schema = requestSchema(operation);
  const body = validBody(context, draw, kind === 'valid' || random() < 0.3);
  if (body === undefined || schema === undefined) return body;
  const isObjectSchema = typeof schema === 'object';
  switch (kind) {
    case 'valid':
    case 'bytes':
      return mark(context, operation, body);
    case 'edge': {
      const edge = isObjectSchema ? pick(random, edgesOf(schema)) : undefined;
      const marked = mark(context, operation, body, memberAt(edge?.pointer ?? ''));
      if (edge === undefined) return marked;
      const place = fromPointer(edge.pointer);
      const isTaken = takesFromOthers(operation, place.at(-1) ?? '', edge.value);
      return isTaken ? marked : putAt(marked, place, edge.value);
    }
    case 'odd-text': {
      const places = freeTexts(schema);
      const place = pick(random, places.length > 1 ? places.slice(1) : places);
      return place === undefined
        ? undefined
        : putText(mark(context, operation, body), place, oddText(random));
    }
    case 'broken': {
      const one = isObjectSchema ? pick(random, brokenOf(schema)) : undefined;
      if (one === undefined) return undefined;
      const value = sampleOne(one.arbitrary, context.seed, label);
      const marked = mark(context, operation, value, memberAt(one.breaks.pointer));
      return validatorOf(schema)(marked).length === 0 ? value : marked;
    }
    case 'near': {
      const changed = changedValue(draw.near?.json ?? body, random);
      return mark(context, operation, random() < 0.3 ? changedValue(changed, random) : changed);
    }
  }
}

/** An odd path or query, where reading alone is asked for: what stands behind a service may decode it once more. */
function oddTarget(path: string, random: Random): string {
  const [bare = '', query = ''] = path.split('?', 2);
  const odd = encodeURIComponent(oddText(random).toWellFormed().slice(0, 1_500));
  const behind = query === '' ? '' : `?${query}`;
  switch (below(random, 5)) {
    case 0:
      return `${bare}/${odd}${behind}`;
    case 1:
      return `${bare}?${query === '' ? '' : `${query}&`}assay=${odd}`;
    case 2:
      return `${bare}?${query === '' ? '' : `${query}&${query}`}`;
    case 3:
      return `${bare.slice(0, bare.lastIndexOf('/') + 1)}${odd}${behind}`;
    default:
      return `${bare}${pick(random, ['/', '//', '/.', '/%2e%2e/', '%00', ';a=b', '%20']) ?? ''}${behind}`;
  }
}

type Content = {
  readonly bytes: Uint8Array | undefined;
  readonly contentType: string | undefined;
  readonly json: Json | undefined;
};

const NO_CONTENT: Content = { bytes: undefined, contentType: undefined, json: undefined };

function contentOf(context: ProbeContext, draw: Draw, path: string): Content | undefined {
  const { operation, random, kind } = draw;
  const representation = requestRepresentation(operation);
  if (operation.requestBody === undefined || representation === undefined) return NO_CONTENT;
  const drawn = drawnBody(context, draw);
  if (drawn === undefined || !isShowable(operation, drawn)) return undefined;
  const fitting = kind === 'broken' ? drawn : ofEntryAt(context.session, operation, path, drawn);
  const body = withWholeNumbers(representation.schema, fitting, context.baselines.isWhole);
  const contentType = requestMediaType(operation);
  if (!takesJson(operation)) {
    const written = writeContent(representation, body);
    return written === undefined ? undefined : { ...written, json: body };
  }
  if (kind === 'bytes') return { ...changedBytes(body, contentType, random), json: undefined };
  return { bytes: encode(body), contentType, json: body };
}

/** A request as it is sent, and the value of its body before it was written. */
export type DrawnRequest = {
  readonly spec: Omit<SendSpec, 'probe'>;
  readonly seed: Seed;
  /** It changes nothing by the document: it reads, or has to be refused. */
  readonly isQuiet: boolean;
};

function isRefusal(status: string): boolean {
  return status.startsWith('4');
}

/** True where no answer that the document allows could have changed something. */
function changesNothing(method: string, { otherwise, conforming, tolerated }: Expectation): boolean {
  if (SAFE_METHODS.has(method)) return true;
  return otherwise === 'breaks' && conforming.length > 0 && [...conforming, ...tolerated].every(isRefusal);
}

/** With the query of the request that brought something new, where only reading is asked for. */
function nearTo(path: string, { near }: Draw): string {
  return near === undefined ? path : `${path.split('?', 1).join('')}${near.query}`;
}

/**
 * The request of a draw, with the situation that the oracle reads in it; `undefined` where the document gives nothing to draw of that
 * kind.
 */
export function drawnRequest(context: ProbeContext, draw: Draw): DrawnRequest | undefined {
  const { operation, kind, random } = draw;
  const all = drawnParts(context, draw);
  if (all === undefined) return undefined;
  const hasBody = requestSchema(operation) !== undefined;
  const changesParameter = kind === 'near' || kind === 'valid' ? false : !hasBody || random() < 0.3;
  const changed =
    changesParameter && (kind !== 'bytes' || operation.method !== 'GET')
      ? withOneParameter(context, draw, all)
      : undefined;
  if (!hasBody && changed === undefined && (kind === 'edge' || kind === 'broken' || kind === 'odd-text'))
    return undefined;
  const isTargetChanged = operation.method === 'GET' && (kind === 'bytes' || kind === 'near');
  const parts =
    changed ?? (isTargetChanged ? { ...all, path: oddTarget(nearTo(all.path, draw), random) } : all);
  const content = contentOf(context, changed === undefined ? draw : { ...draw, kind: 'valid' }, parts.path);
  if (content === undefined) return undefined;
  const type: readonly HeaderLine[] =
    content.contentType === undefined ? [] : [['Content-Type', content.contentType]];
  const own = parts.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const request = {
    method: operation.method,
    path: parts.path,
    headers: [...withOwnKey(context, operation, own), ...type],
    body: content.bytes,
    credential: { kind: 'valid' },
    scheme: operation.credential,
  } as const;
  const { contract } = context.session;
  const said = expectation(contract, { ...request, target: `${contract.basePath}${request.path}` });
  const query = parts.path.indexOf('?');
  return {
    spec: { ...request, intent: said.situation },
    seed: { query: query < 0 ? '' : parts.path.slice(query), json: content.json },
    isQuiet: changesNothing(request.method, said),
  };
}
