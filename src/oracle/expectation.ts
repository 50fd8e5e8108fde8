import type { CredentialUse, SentRequest } from '../exchange/exchange.ts';
import type { SchemaError } from '../interface/compile-schema.ts';
import type { Operation } from '../interface/model.ts';
import { collectionCreatedBy, type Contract } from './contract.ts';
import { refusalStatuses, stateStatuses, successStatuses } from './documented-statuses.ts';
import { matchOperation, splitTarget } from './match-operation.ts';
import { bodyFacts, isOversized, mediaTypeFacts, parameterFacts, type BodyFacts } from './request-facts.ts';

/** What a request is, as far as the document has something to say about its answer. */
export type Situation =
  | 'undocumented'
  | 'named-without-credential'
  | 'named'
  | 'missing-credential'
  | 'other-scheme'
  | 'no-scheme'
  | 'unknown-key'
  | 'altered-key'
  | 'empty-token'
  | 'bad-key-and-bad-body'
  | 'scheme-case'
  | 'ordinary'
  | 'unusual-text'
  | 'missing-member'
  | 'wrong-type'
  | 'root-type'
  | 'constraint'
  | 'malformed-json'
  | 'empty-body'
  | 'no-body'
  | 'invalid-parameter'
  | 'unknown-members'
  | 'assigned-member'
  | 'media-type-variant'
  | 'doubtful';

/**
 * Which answers a request may get. `conforming` statuses prove the clause; `tolerated` ones neither prove nor break
 * it; any other status breaks it when `otherwise` is `breaks` and is only observed when it is `open`. A 429 is always
 * tolerated, a 5xx never (both are judged by checks of their own). Patterns are codes (`201`) or classes (`4XX`).
 */
export type Expectation = {
  readonly situation: Situation;
  readonly operation: Operation | undefined;
  readonly conforming: readonly string[];
  readonly tolerated: readonly string[];
  readonly otherwise: 'breaks' | 'open';
  /** `certain` where the credential's validity is known, `credential-unknown` for traffic of others. */
  readonly certainty: 'certain' | 'credential-unknown';
  readonly because: string;
};

const NOT_SUCCESS = ['1XX', '3XX', '4XX'];

function badCredentialSituation(use: CredentialUse): Situation | undefined {
  switch (use.kind) {
    case 'none':
      return 'missing-credential';
    case 'other-scheme':
    case 'unknown-scheme':
      return 'other-scheme';
    case 'no-scheme':
      return 'no-scheme';
    case 'empty-token':
      return 'empty-token';
    case 'unknown':
      return 'unknown-key';
    case 'altered':
      return 'altered-key';
    case 'valid':
    case 'valid-other-scheme-case':
    case 'undetermined':
      return undefined;
  }
}

/** Which kind of break a list of schema errors is, the most telling first. */
function invalidSituation(errors: readonly SchemaError[]): Situation {
  const own = errors.filter((e) => !['allOf', 'anyOf', 'oneOf', 'if'].includes(e.keyword));
  if (own.some((e) => e.pointer === '' && e.keyword === 'type')) return 'root-type';
  if (own.some((e) => e.keyword === 'type')) return 'wrong-type';
  if (own.some((e) => e.keyword === 'required')) return 'missing-member';
  return 'constraint';
}

type Row = Pick<Expectation, 'situation' | 'conforming' | 'tolerated' | 'otherwise' | 'because'>;

function refused(situation: Situation, operation: Operation, because: string, extra: string[] = []): Row {
  const statuses = refusalStatuses(operation);
  if (statuses.length === 0) return { situation, conforming: [], tolerated: [], otherwise: 'open', because };
  return { situation, conforming: [...statuses, ...extra], tolerated: [], otherwise: 'breaks', because };
}

function acceptedOrRefused(
  situation: Situation,
  operation: Operation,
  state: readonly string[],
  because: string,
): Row {
  const refusals = refusalStatuses(operation);
  const tolerated = refusals.length > 0 ? state : ['4XX'];
  return {
    situation,
    conforming: [...successStatuses(operation), ...refusals],
    tolerated,
    otherwise: 'breaks',
    because,
  };
}

function openRow(situation: Situation, because: string): Row {
  return { situation, conforming: [], tolerated: [], otherwise: 'open', because };
}

function bodyRow(
  contract: Contract,
  operation: Operation,
  body: BodyFacts,
  state: readonly string[],
): Row | undefined {
  const required = operation.requestBody?.required === true;
  switch (body.kind) {
    case 'none':
      if (!required) return undefined;
      return refused('no-body', operation, 'the operation requires a body', ['411', '415']);
    case 'empty':
      return required
        ? refused('empty-body', operation, 'an empty body is not JSON')
        : openRow('doubtful', 'an empty body');
    case 'unexpected':
      return openRow('doubtful', 'the document shows no JSON body for this operation');
    case 'doubtful':
      return openRow('doubtful', 'parsers may read this JSON in different ways');
    case 'malformed':
      if (!body.decisive) return openRow('doubtful', 'parsers may accept extensions of JSON (RFC 8259 §9)');
      return refused('malformed-json', operation, 'the body is not JSON');
    case 'invalid': {
      const [first] = body.errors;
      const place = first === undefined ? '' : ` (${first.pointer || 'body'} ${first.message})`;
      return refused(invalidSituation(body.errors), operation, `the body breaks the schema${place}`);
    }
    case 'valid': {
      const assigned = collectionCreatedBy(contract, operation)?.assigned ?? [];
      if (body.unknownMembers.some((name) => assigned.includes(name))) {
        return {
          ...acceptedOrRefused('assigned-member', operation, ['4XX'], 'the service assigns this member'),
        };
      }
      if (body.unknownMembers.length > 0) {
        return acceptedOrRefused('unknown-members', operation, ['4XX'], 'the document shows no such member');
      }
      if (body.ordinary) return undefined;
      return acceptedOrRefused('unusual-text', operation, state, 'the text is valid but unusual');
    }
  }
}

function validRow(
  contract: Contract,
  operation: Operation,
  request: SentRequest,
  pathValues: ReadonlyMap<string, string>,
  query: string,
): Row {
  const state = stateStatuses(operation, pathValues);
  const body = bodyFacts(operation, request);
  const mediaType = mediaTypeFacts(request);
  const hasContent = body.kind !== 'none' && body.kind !== 'empty';
  if (isOversized(request)) return openRow('doubtful', 'the request is larger than servers take by default');
  if (hasContent && (mediaType === 'missing' || mediaType === 'other')) {
    return openRow('doubtful', 'the body does not come as JSON');
  }
  const parameters = parameterFacts(operation, request, pathValues, query);
  if (parameters === 'unknown-query')
    return openRow('doubtful', 'the document shows no such query parameter');
  if (parameters === 'invalid') {
    return refused(
      'invalid-parameter',
      operation,
      'a parameter breaks its schema',
      pathValues.size > 0 ? ['404'] : [],
    );
  }
  const row = bodyRow(contract, operation, body, state);
  if (row !== undefined) return row;
  const conforming = successStatuses(operation);
  if (request.credential.kind === 'valid-other-scheme-case') {
    const because = 'scheme names are compared without letter case (RFC 9110 §11.1)';
    return { situation: 'scheme-case', conforming, tolerated: state, otherwise: 'breaks', because };
  }
  if (hasContent && mediaType === 'variant') {
    const because = 'media types are compared without letter case, parameters apart (RFC 9110 §8.3.1)';
    return { situation: 'media-type-variant', conforming, tolerated: state, otherwise: 'breaks', because };
  }
  const because = 'the request is valid and carries a valid credential';
  return { situation: 'ordinary', conforming, tolerated: state, otherwise: 'breaks', because };
}

/** Says whether the document gives the operation a 401; then a bad credential must get exactly that. */
function unauthorizedRow(operation: Operation, situation: Situation, bodyIsFine: boolean): Row {
  const documented = operation.responses.map((r) => r.status.toUpperCase());
  const has401 = documented.includes('401');
  const tolerated = documented.includes('403') ? ['403'] : [];
  const because = 'the operation requires a valid credential';
  const conforming = ['401'];
  if (!bodyIsFine) {
    const refusals = refusalStatuses(operation);
    const rest = [...tolerated, ...(has401 && refusals.length > 0 ? ['411', '413', '415'] : NOT_SUCCESS)];
    return {
      situation: 'bad-key-and-bad-body',
      conforming: [...conforming, ...refusals],
      tolerated: rest,
      otherwise: 'breaks',
      because,
    };
  }
  if (situation === 'empty-token') conforming.push('400');
  return { situation, conforming, tolerated: has401 ? tolerated : NOT_SUCCESS, otherwise: 'breaks', because };
}

/**
 * Says which documented answers a request may get: the oracle. Pure: it reads the request as it went over the wire and
 * what is known of its credential.
 */
export function expectation(contract: Contract, request: SentRequest): Expectation {
  const { path, query } = splitTarget(contract.basePath, request.target);
  const match = matchOperation(contract.interface, request.method, path);
  const certainty = request.credential.kind === 'undetermined' ? 'credential-unknown' : 'certain';
  if (match === undefined) {
    return {
      ...openRow('undocumented', 'the document names no such operation'),
      operation: undefined,
      certainty,
    };
  }
  const { operation, pathValues } = match;
  const bad = operation.credential === undefined ? undefined : badCredentialSituation(request.credential);
  if (operation.documentation === 'named') {
    const because = 'the document only names the operation';
    if (bad === undefined) return { ...openRow('named', because), operation, certainty };
    const row: Row = {
      situation: 'named-without-credential',
      conforming: NOT_SUCCESS,
      tolerated: [],
      otherwise: 'breaks',
      because: 'every operation requires a valid credential',
    };
    return { ...row, operation, certainty };
  }
  const row = validRow(contract, operation, request, pathValues, query);
  if (bad !== undefined) {
    const fine = row.situation === 'ordinary' || row.situation === 'unusual-text';
    return { ...unauthorizedRow(operation, bad, fine), operation, certainty };
  }
  if (certainty === 'credential-unknown' && operation.credential !== undefined) {
    return {
      ...row,
      conforming: row.conforming,
      tolerated: [...row.tolerated, '401', '403'],
      operation,
      certainty,
    };
  }
  return { ...row, operation, certainty };
}
