import { limitStatus } from './documented-answers.ts';
import type { DocumentedResponse, Interface, Operation, Subject } from './model.ts';
import { type PartName, type Place, placeOf } from './places.ts';

/**
 * What a document says by itself, operation by operation: each answer with its body and its fields, who may ask, what is
 * taken and what is refused. Ids are made of what the document names, and stay the same as long as it does.
 */

/** The id of what a document says: `addShelf#201/headers/Location`, `listShelves#query/limit`. */
export function subjectId(subject: Subject): string {
  const { operation } = subject;
  switch (subject.kind) {
    case 'security':
    case 'body':
      return `${operation}#${subject.kind}`;
    case 'refused-body':
      return `${operation}#body/refused`;
    case 'refused-parameters':
      return `${operation}#parameters/refused`;
    case 'response':
      return `${operation}#${subject.status}`;
    case 'answer-body':
      return `${operation}#${subject.status}/body`;
    case 'header':
      return `${operation}#${subject.status}/headers/${subject.name}`;
    case 'parameter':
      return `${operation}#${subject.in}/${subject.name}`;
  }
}

function partOf(subject: Subject): PartName {
  switch (subject.kind) {
    case 'security':
      return ['security'];
    case 'body':
    case 'refused-body':
      return ['requestBody'];
    case 'refused-parameters':
      return [];
    case 'response':
      return ['responses', subject.status];
    case 'answer-body':
      return ['responses', subject.status, 'content'];
    case 'header':
      return ['responses', subject.status, 'headers', subject.name];
    case 'parameter':
      return ['parameters', subject.in, subject.name];
  }
}

/** Where it is written. */
export function subjectPlace(operation: Operation, subject: Subject): Place {
  return placeOf(operation, partOf(subject));
}

/** What it says, in a few words behind the name of the operation. `refusals`: statuses of what breaks its schema. */
export function subjectText(subject: Subject, refusals: readonly string[]): string {
  const refused = refusals.length === 0 ? 'a refusal' : refusals.join(' or ');
  switch (subject.kind) {
    case 'security':
      return `${subject.operation}: 401 without a valid credential`;
    case 'body':
      return `${subject.operation} body: what the schema allows is taken`;
    case 'refused-body':
      return `${subject.operation}: ${refused} for a body that breaks its schema`;
    case 'refused-parameters':
      return `${subject.operation}: ${refused} for a parameter that breaks its schema`;
    case 'response':
      return `${subject.operation} → ${subject.status}`;
    case 'answer-body':
      return `${subject.operation} → ${subject.status} body: schema`;
    case 'header':
      return `${subject.operation} → ${subject.status} header ${subject.name}${subject.required ? '' : ' (optional)'}`;
    case 'parameter':
      return `${subject.operation} ${subject.in} parameter ${subject.name}`;
  }
}

function ofResponse(operation: string, response: DocumentedResponse): readonly Subject[] {
  const { status, representations, headers } = response;
  return [
    { kind: 'response', operation, status },
    ...(representations.length === 0 ? [] : [{ kind: 'answer-body', operation, status } as const]),
    ...headers.map(({ name, required }) => ({ kind: 'header', operation, status, name, required }) as const),
  ];
}

/** What a document says of an operation, in its order: of one that it only names, who may ask. */
export function subjectsOf({ rateLimits }: Interface, operation: Operation): readonly Subject[] {
  const { id, parameters, requestBody, responses, credential } = operation;
  const security = credential === undefined ? [] : [{ kind: 'security', operation: id } as const];
  const ofLimits = String(limitStatus(rateLimits));
  const refusable = parameters.some((parameter) => parameter.in !== 'cookie' && parameter.schema !== true);
  return [
    ...security,
    ...parameters.map(
      ({ in: where, name }) => ({ kind: 'parameter', operation: id, in: where, name }) as const,
    ),
    ...(refusable ? [{ kind: 'refused-parameters', operation: id } as const] : []),
    ...(requestBody === undefined
      ? []
      : [{ kind: 'body', operation: id } as const, { kind: 'refused-body', operation: id } as const]),
    // What a refusal over the limit looks like is for the checks of limits, which look at all operations together.
    ...responses
      .filter(({ status }) => rateLimits === undefined || status !== ofLimits)
      .flatMap((response) => ofResponse(id, response)),
  ];
}
