import type { Interface } from '../interface/model.ts';
import { isObject, memberOf } from '../json/value.ts';
import { validatorOf } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';
import { isUnjudged } from '../schema/compile.ts';
import { owedJson, schemaDeviation, undecodedVerdict } from './bodies.ts';
import { BAD_BODIES, BAD_CREDENTIALS, type Check } from './check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES, type Verdict, UNJUDGED } from './judge-each.ts';
import { excerptBytes, excerptJson } from './outcome.ts';

function documentedErrors(document: Interface): Interface['operations'][number]['responses'] {
  return document.operations
    .flatMap((operation) => operation.responses)
    .filter((response) => response.status.startsWith('4') || response.status === 'default');
}

function unlessErrorBody(document: Interface): string | undefined {
  const shown = documentedErrors(document).some((response) => response.representations.length > 0);
  return shown ? undefined : 'the document shows no body for errors';
}

function unlessStatusMember(document: Interface): string | undefined {
  const stated = documentedErrors(document).some((response) => response.statusMembers.length > 0);
  return stated ? undefined : 'no member of an error is documented to be the HTTP status';
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
  const errors = validatorOf(owed.representation.schema)(json.value);
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
  if (!isObject(body)) return IRRELEVANT;
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
      'Every 4xx that the document shows, whatever provoked it, carries the documented error body: all required members, of their types. Texts are never judged, further members conform. The body of a refusal over the rate limit is only observed.',
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
      'The member that the document describes as the HTTP status has the value of the status line.',
    notApplicable: unlessStatusMember,
    ...eachExchange('must', statusMemberVerdict),
  },
];
