import type { CredentialUse, SentRequest } from '../exchange/exchange.ts';
import type { Operation } from '../interface/model.ts';
import { matchOperation, splitTarget } from '../interface/path-matching.ts';
import type { Contract } from './contract.ts';
import { refusalStatuses } from './documented-statuses.ts';
import { openRow, type Expectation, type Row, type Situation } from './situation.ts';
import { validRow } from './valid-row.ts';

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
  bodyIsFine: boolean,
): Row {
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
    const fine = row.situation === 'ordinary' || row.situation === 'unusual-text';
    return { ...unauthorizedRow(operation, request.credential, bad, fine), operation, certainty };
  }
  if (request.credential.kind === 'undetermined' && operation.credential !== undefined) {
    // An empty token may get 400: it is one, for all that is known, where none is seen.
    const refusals = request.credential.carried === true ? ['401', '403'] : ['401', '403', '400'];
    const open = refusals.filter((status) => !row.conforming.includes(status));
    return { ...row, tolerated: [...row.tolerated, ...open], operation, certainty };
  }
  return { ...row, operation, certainty };
}
