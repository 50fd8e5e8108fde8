import { PROBLEM_DETAILS } from '../http/media-type.ts';
import { isSuccessByDefault } from '../interface/documented-answers.ts';
import type { Interface } from '../interface/model.ts';
import { isObject, memberOf } from '../json/value.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { isUnjudged } from '../schema/compile.ts';
import { owedJson, schemaDeviation, undecodedVerdict } from './bodies.ts';
import { BAD_BODIES, BAD_CREDENTIALS, type Check } from './check.ts';
import { errorsBeyondType, isOfIntermediary, problemVerdict } from './problem-details.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict, UNJUDGED } from './judge-each.ts';
import { excerptBytes, excerptJson } from './outcome.ts';

function documentedErrors(document: Interface): Interface['operations'][number]['responses'] {
  return document.operations
    .flatMap((operation) => operation.responses)
    .filter((response) => /^(?:4|default$)/.test(response.status) && !isSuccessByDefault(response));
}

function unlessErrorBody(document: Interface): string | undefined {
  const shown = documentedErrors(document).some((response) => response.representations.length > 0);
  return shown ? undefined : 'the document shows no body for errors';
}

function unlessStatusMember(document: Interface): string | undefined {
  const stated = documentedErrors(document).some((response) => response.statusMembers.length > 0);
  return stated ? undefined : 'no member of an error is documented to be the HTTP status';
}

function unlessProblemDetails(document: Interface): string | undefined {
  const shown = documentedErrors(document).some(({ representations }) =>
    representations.some(({ mediaType }) => mediaType === PROBLEM_DETAILS),
  );
  return shown ? undefined : 'the document shows no problem details (RFC 9457)';
}

function shapeVerdict(reading: Reading): Verdict {
  const owed = owedJson(reading);
  if (owed === undefined || owed.answer.status < 400) return IRRELEVANT;
  const expected = `the documented error body of ${owed.answer.status}`;
  const coding = undecodedVerdict(owed.answer);
  if (coding !== undefined) return coding;
  const { json, answer, mediaType } = owed.answer;
  if (json.kind === 'invalid') {
    const actual = `no JSON (${mediaType ?? 'no media type'}): ${excerptBytes(answer.body)}`;
    return breaks(expected, actual, answer.body.length === 0 ? 'an empty body' : 'no JSON');
  }
  const errors = errorsBeyondType(
    owed.answer,
    json.value,
    validatorOf(owed.representation.schema)(json.value),
  );
  const [first] = errors;
  if (first === undefined) return isUnjudged(errors) ? UNJUDGED : PROVES;
  const place = first.pointer === '' ? 'the body' : first.pointer;
  return breaks(expected, `${place} ${first.message}: ${excerptBytes(answer.body)}`, schemaDeviation(first));
}

function statusMemberVerdict(reading: Reading): Verdict {
  const owed = owedJson(reading);
  if (owed === undefined || owed.answer.status < 400 || owed.answer.json.kind === 'invalid')
    return IRRELEVANT;
  const body = owed.answer.json.value;
  if (!isObject(body) || isOfIntermediary(owed.answer)) return IRRELEVANT;
  for (const name of owed.answer.documented?.statusMembers ?? []) {
    const value = memberOf(body, name);
    if (typeof value !== 'number' && typeof value !== 'bigint') return IRRELEVANT;
    if (Number(value) !== owed.answer.status) {
      return breaks(`${name}: ${owed.answer.status}, as the status line`, `${name}: ${excerptJson(value)}`);
    }
  }
  return (owed.answer.documented?.statusMembers.length ?? 0) > 0 ? PROVES : IRRELEVANT;
}

export const errorChecks: readonly Check[] = [
  {
    id: 'errors.shape',
    suite: 'errors',
    level: 'must',
    needs: [...BAD_CREDENTIALS, ...BAD_BODIES, 'invalid-parameter', 'absent-entry'],
    title: 'documented errors have the documented body',
    explanation:
      'Every 4xx that the document shows, whatever provoked it, carries the documented error body: all required members, of their types. Texts are never judged, further members conform. The body of a refusal over the rate limit is judged where the document shows one of this very status for the operation, and observed elsewhere.',
    notApplicable: unlessErrorBody,
    ...eachExchange('must', shapeVerdict),
  },
  {
    id: 'errors.status-member',
    suite: 'errors',
    level: 'must',
    needs: [...BAD_BODIES, 'absent-entry'],
    title: 'the status inside the error equals the HTTP status',
    explanation:
      'The member that the document describes as the HTTP status has the value of the status line: one that it marks, or the status of problem details (RFC 9457 §3.1.2) that it describes as a whole number. Problem details without a status conform, and gateways may have changed the status line of what they pass on (502, 503, 504, or a Via field).',
    notApplicable: unlessStatusMember,
    ...eachExchange('must', statusMemberVerdict),
    // Whether problem details tell their status is mostly left to the service.
    sharpens: true,
  },
  {
    id: 'errors.problem-details',
    suite: 'errors',
    level: 'http',
    needs: [...BAD_CREDENTIALS, ...BAD_BODIES, 'absent-entry'],
    title: 'problem details are as RFC 9457 has them',
    explanation:
      'RFC 9457 §3.1: where problem details have a type, title, detail or instance it is a text, and a status is the number of the status line. Members may be left out or be null, further ones conform, and what the document describes otherwise is held against the document alone. Looked at on every error of that media type, also where the document does not show it; what gateways may have passed on with another status line (502, 503, 504, or a Via field) is not judged.',
    notApplicable: unlessProblemDetails,
    ...eachExchange('http', problemVerdict),
    // Whether an answer has any of these members is left to the service.
    sharpens: true,
  },
];
