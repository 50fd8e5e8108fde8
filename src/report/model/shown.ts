import { BAD_BODIES, BAD_CREDENTIALS } from '../../checks/check.ts';
import { owedAnswer } from '../../checks/statuses.ts';
import { basePathOf } from '../../http/target.ts';
import type { Interface, Operation, Parameter } from '../../interface/model.ts';
import { matchOperation, splitTarget } from '../../interface/path-matching.ts';
import { subjectId } from '../../interface/subjects.ts';
import { type Contract, servesBy } from '../../oracle/contract.ts';
import { CONDITIONS } from '../../oracle/conditions.ts';
import { type AnswerReading, readExchange, type Reading } from '../../oracle/reading.ts';
import { sentParameters } from '../../oracle/parameter-facts.ts';
import type { RunRecord } from '../../record/record.ts';
import { onceForBoth } from '../../system/once-for.ts';

/** How often the exchanges of a run showed what a document says by itself, by the id of the row. */
export type Shown = ReadonlyMap<string, number>;

function idsOfAnswer(operation: Operation, { answer, documented, header }: AnswerReading): readonly string[] {
  if (documented === undefined) return [];
  const at = { operation: operation.id, status: documented.status };
  const bodies = documented.representations.length > 0 && !answer.truncated && answer.body.length > 0;
  const fields = documented.headers.filter(({ name }) => header(name).length > 0);
  return [
    subjectId({ kind: 'response', ...at }),
    ...(bodies ? [subjectId({ kind: 'answer-body', ...at })] : []),
    ...fields.map(({ name, required }) => subjectId({ kind: 'header', ...at, name, required })),
  ];
}

/** The parameters that a request brings. */
function parametersOf(
  { interface: document, basePath }: Contract,
  operation: Operation,
  { exchange: { request } }: Reading,
): readonly Parameter[] {
  const { path, query } = splitTarget(basePath, request.target);
  const pathValues = matchOperation(document, request.method, path)?.pathValues ?? new Map();
  return sentParameters(operation, request, pathValues, query);
}

function idOfParameter({ id }: Operation, { in: where, name }: Parameter): string {
  return subjectId({ kind: 'parameter', operation: id, in: where, name });
}

function isCondition({ in: where, name }: Parameter): boolean {
  return where === 'header' && CONDITIONS.includes(name.toLowerCase());
}

/** What a request that was served shows to be taken. */
function idsOfServed(contract: Contract, operation: Operation, reading: Reading): readonly string[] {
  const { id } = operation;
  return [
    ...(reading.exchange.request.body === undefined ? [] : [subjectId({ kind: 'body', operation: id })]),
    ...parametersOf(contract, operation, reading).map((parameter) => idOfParameter(operation, parameter)),
  ];
}

/** The conditions that the answer heeds: it was served under them, or says that they are not met (RFC 9110 section 13). */
function idsOfConditions(contract: Contract, operation: Operation, reading: Reading): readonly string[] {
  return parametersOf(contract, operation, reading)
    .filter(isCondition)
    .map((parameter) => idOfParameter(operation, parameter));
}

function idsOf(contract: Contract, reading: Reading): readonly string[] {
  const { answer, expectation } = reading;
  const { operation, situation } = expectation;
  if (operation === undefined || answer === undefined) return [];
  const { id } = operation;
  const ofAnswer = owedAnswer(reading) === undefined ? [] : idsOfAnswer(operation, answer);
  const isServed = !answer.limited && servesBy(operation, answer.status);
  if (situation === 'ordinary' && isServed)
    return [...ofAnswer, ...idsOfServed(contract, operation, reading)];
  if (answer.limited) return ofAnswer;
  if (isServed || [304, 412].includes(answer.status))
    return [...ofAnswer, ...idsOfConditions(contract, operation, reading)];
  if (BAD_CREDENTIALS.includes(situation) || situation === 'named-without-credential')
    return [...ofAnswer, subjectId({ kind: 'security', operation: id })];
  if (BAD_BODIES.includes(situation))
    return [...ofAnswer, subjectId({ kind: 'refused-body', operation: id })];
  return situation === 'invalid-parameter'
    ? [...ofAnswer, subjectId({ kind: 'refused-parameters', operation: id })]
    : ofAnswer;
}

/**
 * What the exchanges of a record showed. Of traffic whose exchanges were not all kept nobody knows: `undefined`. An exchange shows
 * something whether it went well or not; that is for the checks to say.
 */
export const shownIn = onceForBoth((record: RunRecord, document: Interface): Shown | undefined => {
  if (record.header.source?.exchanges === 'cited') return undefined;
  const contract = { interface: document, basePath: basePathOf(record.header.settings.url) };
  const counts = new Map<string, number>();
  for (const exchange of record.exchanges.values())
    for (const id of idsOf(contract, readExchange(contract, exchange)))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
});
