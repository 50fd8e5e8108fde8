import { carriesAnother } from '../credential/choose.ts';
import type { CredentialUse } from '../http/credential-use.ts';
import type { SentRequest } from '../http/exchange.ts';
import { failsWhereNothingIs } from '../interface/documented-answers.ts';
import type { Operation } from '../interface/model.ts';
import { fieldMaskOf } from '../interface/parameters/field-masks.ts';
import { matchOperation, splitTarget } from '../interface/path-matching.ts';
import { breakageOf } from '../schema/breakage.ts';
import {
  anyRefusal,
  collectionCreatedBy,
  type Contract,
  documentedRefusals,
  isCertainlyServed,
  refusalStatuses,
  stateStatuses,
  successStatuses,
} from './contract.ts';
import { asksForPart, isConditional } from './conditions.ts';
import { parameterFacts } from './parameter-facts.ts';
import { bodyFacts, type BodyFacts, isOversized, mediaTypeFacts } from './request-facts.ts';
import { type Expectation, openRow, type Row, type Situation } from './situation.ts';

/** Bodies of up to so many bytes are never too large. */
const LARGEST_SURELY_TAKEN = 4_096;

const UNJUDGED = 'whether the schema allows this can not be told within bounds';

function refused(
  situation: Situation,
  operation: Operation,
  tolerated: readonly string[],
  because: string,
  extra: string[] = [],
): Row {
  const statuses = refusalStatuses(operation);
  if (statuses.length === 0) return { situation, conforming: [], tolerated: [], otherwise: 'open', because };
  return { situation, conforming: [...statuses, ...extra], tolerated, otherwise: 'breaks', because };
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

function bodyRow(
  contract: Contract,
  operation: Operation,
  body: BodyFacts,
  state: readonly string[],
): Row | undefined {
  // A refusal with another 4xx than the documented one is a refusal all the same, unless statements say which one comes.
  const other = isCertainlyServed(contract.interface, operation) ? [] : ['4XX'];
  const required = operation.requestBody?.required === true;
  switch (body.kind) {
    case 'none':
      if (!required) return undefined;
      return refused('no-body', operation, other, 'the operation requires a body', ['411', '415']);
    case 'empty':
      return required
        ? refused('empty-body', operation, other, 'an empty body is none')
        : openRow('doubtful', 'an empty body');
    case 'unexpected':
      return openRow('doubtful', 'the document shows no body that can be read for this operation');
    case 'doubtful':
      return openRow('doubtful', 'parsers may read this JSON in different ways');
    case 'standing-for-none':
      return openRow(
        'doubtful',
        'a null in a merge patch takes a member away (RFC 7396), or the document says that such a value is ignored',
      );
    case 'without-defaults':
      return openRow('doubtful', 'the document has a default for each required member that is missing');
    case 'unjudged':
      return openRow('doubtful', UNJUDGED);
    case 'malformed':
      if (!body.decisive) return openRow('doubtful', 'parsers may accept extensions of JSON (RFC 8259 §9)');
      return refused('malformed-json', operation, other, 'the body is not what its Content-Type says');
    case 'invalid': {
      const breakage = breakageOf(body.errors);
      if (breakage === 'missing-member' && fieldMaskOf(operation) !== undefined)
        return openRow('doubtful', 'a parameter says which members the body has to have');
      const [first] = body.errors;
      const place = first === undefined ? '' : ` (${first.pointer || 'body'} ${first.message})`;
      return refused(breakage, operation, other, `the body breaks the schema${place}`);
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
      // Names of what is there are no words: only where every valid text is promised to be taken does it matter which is sent.
      if (body.telling && !isCertainlyServed(contract.interface, operation)) return undefined;
      // 409: unusual texts are the same in every run, and a service may want names to be unique.
      return acceptedOrRefused('unusual-text', operation, [...state, '409'], 'the text is valid but unusual');
    }
  }
}

/** What is known of a request of which everything is valid; `state`: refusals that may have other reasons. */
type Meant = {
  readonly pathValues: ReadonlyMap<string, string>;
  readonly state: readonly string[];
  /** Its media type is written in another way than the document's. */
  readonly isVariant: boolean;
};

/**
 * The row of a request of which a value in the path has an encoded slash, which some servers take for the end of a segment (RFC 3986
 * section 2.2): one that answers with a success has read it as it was meant, unless what the others read is documented as well.
 */
function slashedRow(contract: Contract, { method, target }: SentRequest, row: Row): Row {
  const { path } = splitTarget(contract.basePath, target.replaceAll(/%2f|%5c/gi, '/'));
  const because = 'servers read an encoded slash of a path in different ways (RFC 3986 §2.2)';
  const unserved = openRow('doubtful', because);
  const isAnother = matchOperation(contract.interface, method, path) !== undefined;
  return isAnother ? unserved : { ...row, unserved };
}

/** The row of a request whose credential is fine, as far as its parameters, media type and body decide it. */
function validRow(
  contract: Contract,
  operation: Operation,
  request: SentRequest,
  pathValues: ReadonlyMap<string, string>,
  query: string,
): Row {
  const size = request.body?.length ?? 0;
  const isCertain = isCertainlyServed(contract.interface, operation);
  const ofState = isCertain
    ? stateStatuses(operation, pathValues, contract.interface.rateLimits)
    : anyRefusal(operation);
  // No document says how much a server takes; no ordinary request comes near.
  const absent = failsWhereNothingIs(operation) ? ['500'] : [];
  const state = [...ofState, ...absent, ...(size > LARGEST_SURELY_TAKEN ? ['413'] : [])];
  const body = bodyFacts(operation, request);
  const mediaType = mediaTypeFacts(operation, request);
  const hasContent = body.kind !== 'none' && body.kind !== 'empty';
  if (request.bodyUnknown === true) {
    const because = 'the body of the request is not known';
    return acceptedOrRefused('doubtful', operation, ['4XX'], because);
  }
  if (isOversized(request)) return openRow('doubtful', 'the request is larger than servers take by default');
  if (hasContent && (mediaType === 'missing' || mediaType === 'other')) {
    return openRow('doubtful', 'the body comes in no media type that the document shows');
  }
  if ([...pathValues.values()].some((value) => value === '.' || value === '..'))
    return openRow('doubtful', 'a segment of dots leads to another place (RFC 3986 §5.2.4)');
  const parameters = parameterFacts(operation, request, pathValues, query);
  if (parameters === 'unknown-query')
    return openRow('doubtful', 'the document shows no such query parameter');
  if (parameters === 'unjudged') return openRow('doubtful', UNJUDGED);
  if (parameters === 'invalid' || parameters === 'format') {
    return refused(
      parameters === 'format' ? 'format' : 'invalid-parameter',
      operation,
      isCertain ? [] : ['4XX'],
      parameters === 'format' ? 'a parameter has another format' : 'a parameter breaks its schema',
      pathValues.size > 0 ? ['404'] : [],
    );
  }
  const row = bodyRow(contract, operation, body, state);
  if (row !== undefined) return row;
  const meant = meantRow(contract, operation, request, {
    pathValues,
    state,
    isVariant: hasContent && mediaType === 'variant',
  });
  const isSlashed = [...pathValues.values()].some((value) => /[\\/]/.test(value));
  return isSlashed ? slashedRow(contract, request, meant) : meant;
}

/** The row of a request of which everything is valid, and how it is written is what may be unusual. */
function meantRow(
  contract: Contract,
  operation: Operation,
  request: SentRequest,
  { pathValues, state, isVariant }: Meant,
): Row {
  const conforming = successStatuses(operation);
  // What differs from a request that is served is how it is written, and that is no reason for a refusal of its content. Which success
  // comes is nothing that shows here.
  const written = [...stateStatuses(operation, pathValues, contract.interface.rateLimits), '2XX'];
  if (request.credential.kind === 'valid-other-scheme-case') {
    const because = 'scheme names are compared without letter case (RFC 9110 §11.1)';
    return { situation: 'scheme-case', conforming, tolerated: written, otherwise: 'breaks', because };
  }
  if (isVariant) {
    const because = 'media types are compared without letter case, parameters apart (RFC 9110 §8.3.1)';
    return { situation: 'media-type-variant', conforming, tolerated: written, otherwise: 'breaks', because };
  }
  if (isConditional(operation, request)) {
    const because = 'the request has a condition, which may not be met (RFC 9110 §13)';
    const tolerated = [...state, '304', '412', '428', ...(asksForPart(request) ? ['206', '416'] : [])];
    return { situation: 'conditional', conforming, tolerated, otherwise: 'breaks', because };
  }
  const because = 'the request is valid and carries a valid credential';
  return { situation: 'ordinary', conforming, tolerated: state, otherwise: 'breaks', because };
}

/** What another user may see and do is decided over the whole run: an answer has the documented shape, whichever it is. */
function otherUserRow({ situation }: Row): Row {
  const because = 'the request carries the key of another user';
  if (situation !== 'ordinary' && situation !== 'conditional') return openRow('other-user', because);
  const tolerated = ['1XX', '2XX', '3XX', '4XX'];
  return { situation: 'other-user', conforming: [], tolerated, otherwise: 'breaks', because };
}

const NOT_SUCCESS = ['1XX', '3XX', '4XX'];

function badCredentialSituation(use: CredentialUse): Situation | undefined {
  switch (use.kind) {
    case 'none':
      return 'missing-credential';
    case 'other-scheme':
    case 'other-scheme-name':
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
    case 'other-key':
    case 'undetermined':
      return undefined;
  }
}

/** True for a field that breaks the grammar of the scheme: RFC 6750 §3.1 recommends 400 for malformed requests. */
function isMalformed(use: CredentialUse): boolean {
  return use.kind === 'empty-token' || (use.kind === 'altered' && use.alteration === 'second-word');
}

/** Says whether the document gives the operation a 401; then a bad credential must get exactly that. */
function unauthorizedRow(
  operation: Operation,
  use: CredentialUse,
  situation: Situation,
  options: { readonly bodyIsFine: boolean; readonly isCertain: boolean },
): Row {
  const { bodyIsFine, isCertain } = options;
  const documented = operation.responses.map((r) => r.status.toUpperCase());
  const has401 = documented.includes('401');
  const forbidden = documented.includes('403') ? ['403'] : [];
  // A service may hide what is there from those who may not see it, as far as it documents that.
  const tolerated = isCertain ? forbidden : documentedRefusals(operation);
  const because = 'the operation requires a valid credential';
  const conforming = ['401'];
  if (!bodyIsFine) {
    const refusals = refusalStatuses(operation);
    const isNamed = has401 && refusals.length > 0;
    // Whoever reads the body first refuses it as that of a good key: with another 4xx than the documented one, too.
    const unread = isCertain ? ['411', '413', '415'] : ['4XX'];
    const rest = [...tolerated, ...(isNamed ? unread : NOT_SUCCESS)];
    return {
      situation: 'bad-key-and-bad-body',
      conforming: [...conforming, ...refusals],
      tolerated: rest,
      otherwise: 'breaks',
      because,
    };
  }
  if (isMalformed(use)) conforming.push('400');
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
  if (bad !== undefined && carriesAnother(operation, request.credential)) {
    const because = 'what it carries is a credential that another alternative of the document accepts';
    return { ...openRow('doubtful', because), operation, certainty };
  }
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
  const row = match.certain
    ? validRow(contract, operation, request, pathValues, query)
    : openRow('doubtful', 'the document has several readings of this path');
  if (bad !== undefined) {
    const bodyIsFine = row.situation === 'ordinary' || row.situation === 'unusual-text';
    const isCertain = isCertainlyServed(contract.interface, operation);
    return {
      ...unauthorizedRow(operation, request.credential, bad, { bodyIsFine, isCertain }),
      operation,
      certainty,
    };
  }
  if (request.credential.kind === 'other-key' && operation.credential !== undefined)
    return { ...otherUserRow(row), operation, certainty };
  if (request.credential.kind === 'undetermined' && operation.credential !== undefined) {
    // An empty token may get 400: it is one, for all that is known, where none is seen.
    const refusals = request.credential.carried === true ? ['401', '403'] : ['401', '403', '400'];
    const open = refusals.filter((status) => !row.conforming.includes(status));
    return { ...row, tolerated: [...row.tolerated, ...open], operation, certainty };
  }
  return { ...row, operation, certainty };
}
