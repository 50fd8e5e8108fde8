import { ruleVerdict } from '../../checks/headers.ts';
import { owedAnswer, statusVerdict } from '../../checks/statuses.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { jsonShownBy } from '../../interface/documented-answers.ts';
import { basePathOf } from '../../http/target.ts';
import type { DocumentedResponse, HeaderRule, Interface, Operation } from '../../interface/model.ts';
import { type Contract, validatorOf } from '../../oracle/contract.ts';
import { type AnswerReading, readExchange, type Reading } from '../../oracle/reading.ts';
import type { RunRecord } from '../../record/record.ts';
import { isUnjudged } from '../../schema/compile.ts';
import { isSchema, type Schema } from '../../schema/keywords.ts';
import { subschema } from '../../schema/resolve.ts';
import { dereferenced } from '../../schema/references.ts';
import { schemaMembers } from '../../schema/members.ts';

/** A member that the schema of a body names. `name` is its path as people write it: `owner.name`, `[].id`. */
type MemberRule = {
  readonly name: string;
  /** Names of members on the way to the object that holds it; `[]` stands for every entry of an array. */
  readonly holder: readonly string[];
  readonly member: string;
  readonly required: boolean;
  readonly schema: Schema;
};

const ENTRIES = '[]';
const DEEPEST = 5;
const MOST_RULES = 200;
/** Entries of a list that are looked at; checks look at all of them. */
const MOST_ENTRIES = 1000;

function pathText(path: readonly string[]): string {
  return path.reduce((text, step) => (step === ENTRIES || text === '' ? text + step : `${text}.${step}`), '');
}

/** The members that the schema of a body names, on every level down to the fifth, in its order. */
function memberRules(schema: Schema): readonly MemberRule[] {
  const rules: MemberRule[] = [];
  const walk = (part: Schema, holder: readonly string[]): void => {
    const at = dereferenced(schema, part);
    if (typeof at === 'boolean' || holder.length >= DEEPEST) return;
    if (isSchema(at['items'])) walk(at['items'], [...holder, ENTRIES]);
    const { properties, required } = schemaMembers(at, schema);
    for (const [member, own] of properties) {
      if (rules.length >= MOST_RULES) return;
      rules.push({
        name: pathText([...holder, member]),
        holder,
        member,
        required: required.has(member),
        schema: subschema(schema, own),
      });
      walk(own, [...holder, member]);
    }
  };
  walk(schema, []);
  return rules;
}

function holdersOf(value: Json, path: readonly string[]): readonly Json[] {
  return path.reduce<readonly Json[]>(
    (values, step) =>
      values
        .flatMap((at): readonly Json[] => {
          if (step === ENTRIES) return Array.isArray(at) ? at.slice(0, MOST_ENTRIES) : [];
          const member = isObject(at) ? memberOf(at, step) : undefined;
          return member === undefined ? [] : [member];
        })
        .slice(0, MOST_ENTRIES),
    [value],
  );
}

/**
 * What a body says of a member: `proven` when it is there and every value of it satisfies its schema, `deviated` when
 * one does not or a required one is missing, `not-reached` when no object of the body could have shown it.
 */
function memberState(rule: MemberRule, body: Json): 'proven' | 'deviated' | 'not-reached' {
  let seen = false;
  for (const holder of holdersOf(body, rule.holder)) {
    if (!isObject(holder)) continue;
    const value = memberOf(holder, rule.member);
    if (value === undefined) {
      if (rule.required) return 'deviated';
    } else {
      const errors = validatorOf(rule.schema)(value);
      if (errors.length > 0) return 'deviated';
      seen ||= !isUnjudged(errors);
    }
  }
  return seen ? 'proven' : 'not-reached';
}

export type CoverageState = 'proven' | 'deviated' | 'not-reached';

/** Something that the document names, with the exchanges that showed it as documented, and those that did not. */
export type Covered = {
  readonly name: string;
  readonly state: CoverageState;
  readonly proven: number;
  readonly deviated: number;
};

/** A documented response, with the header fields and the members of its JSON body that the document names. */
export type ResponseCoverage = {
  readonly response: Covered;
  readonly headers: readonly Covered[];
  readonly members: readonly Covered[];
};

/** `others` are the statuses that came and that the document does not show, with how often. */
export type OperationCoverage = {
  readonly operation: Operation;
  readonly covered: Covered;
  readonly responses: readonly ResponseCoverage[];
  readonly others: readonly { readonly status: number; readonly count: number }[];
};

function coveredOf(name: string, states: readonly CoverageState[]): Covered {
  const proven = states.filter((state) => state === 'proven').length;
  const deviated = states.filter((state) => state === 'deviated').length;
  if (deviated > 0) return { name, state: 'deviated', proven, deviated };
  return { name, state: proven > 0 ? 'proven' : 'not-reached', proven, deviated };
}

/** Whether the status of an answer is one that the document has for its request; the limit's own always is. */
function statusState(document: Interface, reading: Reading): CoverageState {
  const status = reading.answer?.status;
  if (status === undefined) return 'not-reached';
  if (reading.answer?.limited === true) return 'proven';
  if (status >= 500 || (status >= 300 && status < 400)) {
    return owedAnswer(reading) === undefined ? 'deviated' : 'proven';
  }
  switch (statusVerdict(reading).kind) {
    case 'proves':
      return 'proven';
    case 'breaks':
      return 'deviated';
    case 'irrelevant':
      return 'not-reached';
  }
}

function headerState(answer: AnswerReading, rule: HeaderRule): CoverageState {
  if (answer.header(rule.name).length === 0) return rule.required ? 'deviated' : 'not-reached';
  return ruleVerdict(answer, rule).kind === 'breaks' ? 'deviated' : 'proven';
}

/** The fields that a response has to carry, those of the rate limit included. */
function headerRules(document: Interface, response: DocumentedResponse): readonly HeaderRule[] {
  const { rateLimits } = document;
  const named = new Set(response.headers.map(({ name }) => name.toLowerCase()));
  const { limit, remaining, reset } = rateLimits?.headers ?? {};
  const always = rateLimits?.headersOn === 'always' ? [limit, remaining, reset] : [];
  const added = always.filter((name) => name !== undefined && !named.has(name.toLowerCase()));
  return [
    ...response.headers,
    ...added.map((name) => ({ name: name ?? '', required: true, schema: { type: 'integer', minimum: 0 } })),
  ];
}

/** Whether a member that has to equal the HTTP status does. */
function repeatsStatus(rule: MemberRule, body: Json, status: number): boolean {
  const value = isObject(body) ? memberOf(body, rule.member) : undefined;
  return value === undefined || value === status;
}

function responseCoverage(
  document: Interface,
  response: DocumentedResponse,
  readings: readonly Reading[],
): ResponseCoverage {
  const states = readings.map((reading) => statusState(document, reading));
  const answers = readings.flatMap(({ answer }, at) =>
    answer !== undefined && states[at] === 'proven' && !answer.answer.truncated ? [answer] : [],
  );
  const shown = jsonShownBy(response);
  const members = shown === undefined ? [] : memberRules(shown.schema);
  // Body by body: of a long one only one at a time is there as a value.
  const shownBy = answers.flatMap(({ json, status }) => {
    if (json.kind !== 'json') return [];
    const { value } = json;
    return [
      members.map((rule) =>
        response.statusMembers.includes(rule.name) && !repeatsStatus(rule, value, status)
          ? 'deviated'
          : memberState(rule, value),
      ),
    ];
  });
  return {
    response: coveredOf(response.status, states),
    headers: headerRules(document, response).map((rule) =>
      coveredOf(
        rule.name,
        answers.map((answer) => headerState(answer, rule)),
      ),
    ),
    members: members.map((rule, at) =>
      coveredOf(
        rule.name,
        shownBy.map((seen) => seen[at] ?? 'not-reached'),
      ),
    ),
  };
}

function operationCoverage(
  document: Interface,
  operation: Operation,
  readings: readonly Reading[],
): OperationCoverage {
  const states = readings.map((reading) => statusState(document, reading));
  const byResponse = Map.groupBy(readings, ({ answer }) => answer?.documented);
  const others = Map.groupBy(
    (byResponse.get(undefined) ?? []).filter(({ answer }) => answer !== undefined),
    ({ answer }) => answer?.status ?? 0,
  );
  return {
    operation,
    covered: coveredOf(operation.id, states),
    responses: operation.responses.map((response) =>
      responseCoverage(document, response, byResponse.get(response) ?? []),
    ),
    others: [...others]
      .map(([status, list]) => ({ status, count: list.length }))
      .sort((a, b) => a.status - b.status),
  };
}

/** The exchanges that no later one repeats: a repetition stands for what a fault of the transport spoiled. */
function readingsOf(record: RunRecord, document: Interface): readonly Reading[] {
  const basePath = basePathOf(record.header.settings.url);
  const contract: Contract = { interface: document, basePath };
  const exchanges = [...record.exchanges.values()];
  const repeated = new Set(exchanges.map(({ repeats }) => repeats));
  return exchanges.filter(({ id }) => !repeated.has(id)).map((exchange) => readExchange(contract, exchange));
}

/**
 * Which of the operations, statuses, header fields and members of JSON bodies that the document names a run has seen:
 * as documented, otherwise, or not at all. It is read from the exchanges alone; an answer whose status does not fit
 * its request says nothing of header fields and members. Clauses and checks ask more than that.
 */
export function coverage(record: RunRecord, document: Interface): readonly OperationCoverage[] {
  const byOperation = Map.groupBy(
    readingsOf(record, document),
    ({ expectation }) => expectation.operation?.id,
  );
  return document.operations.map((operation) =>
    operationCoverage(document, operation, byOperation.get(operation.id) ?? []),
  );
}
