import { fieldValues } from '../../http/fields.ts';
import { queryParameters, targetParts } from '../../http/target.ts';
import { leadsTo, type Link, linkedValue, type LinkFacts } from '../../interface/links.ts';
import type { Interface, Operation, Parameter } from '../../interface/model.ts';
import { fillTemplate, operationsAt, parameterNames, splitTarget } from '../../interface/path-matching.ts';
import { numbersIn, plainText } from '../../json/lossless.ts';
import { isNumber, type Json } from '../../json/value.ts';
import { type Contract, validatorOf } from '../../oracle/contract.ts';
import { type Reading, sentValue } from '../../oracle/reading.ts';
import { onceFor } from '../../system/once-for.ts';

/** What links of earlier answers say that a request of an operation is to be about. */
export type Linked = {
  /** Path with all its values; `undefined` where the link does not give all of them. */
  readonly path: string | undefined;
  /** Values of parameters that are not in the path, as far as they allow them. */
  readonly values: ReadonlyMap<Parameter, Json>;
  readonly body: Json | undefined;
};

type Source = { readonly operation: Operation; readonly status: string; readonly link: Link };

/** The links of a document that lead to each operation. */
const sourcesOf = onceFor((document: Interface): ReadonlyMap<Operation, readonly Source[]> => {
  const all = document.operations.flatMap((operation) =>
    operation.responses.flatMap(({ status, links = [] }) =>
      links.map((link): Source => ({ operation, status, link })),
    ),
  );
  return new Map(
    document.operations.flatMap((operation) => {
      const own = all.filter(({ link }) => leadsTo(link, operation));
      return own.length === 0 ? [] : [[operation, own] as const];
    }),
  );
});

function factsOf(contract: Contract, reading: Reading): LinkFacts | undefined {
  const { exchange, answer } = reading;
  if (answer === undefined || answer.answer.truncated) return undefined;
  const { method, target, headers } = exchange.request;
  const { path } = splitTarget(contract.basePath, target);
  const [match] = operationsAt(contract.interface, path ?? '').filter(
    ({ operation }) => operation.id === reading.expectation.operation?.id,
  );
  const query = queryParameters(targetParts(target).query);
  return {
    url: target,
    method,
    status: answer.status,
    pathValues: match?.pathValues ?? new Map(),
    query: (name) => query.get(name) ?? undefined,
    sent: { header: (name) => fieldValues(headers, name)[0], body: sentValue(reading) },
    answered: {
      header: (name) => answer.header(name)[0],
      body: answer.json.kind === 'json' ? answer.json.value : undefined,
    },
  };
}

function fitting({ schema }: Parameter, value: Json | undefined): Json | undefined {
  const readings = [
    ...(value === undefined ? [] : [value]),
    ...(typeof value === 'string' ? numbersIn(value) : []),
    ...(isNumber(value) ? [plainText(value)] : []),
  ];
  return readings.find((one) => validatorOf(schema)(one).length === 0);
}

function followed(operation: Operation, link: Link, facts: LinkFacts): Linked | undefined {
  const found = new Map<Parameter, Json>();
  for (const [name, value] of link.parameters) {
    const parameter = operation.parameters.find(
      (one) => name === one.name || name === `${one.in}.${one.name}`,
    );
    const own = parameter === undefined ? undefined : fitting(parameter, linkedValue(value, facts));
    if (parameter !== undefined && own !== undefined) found.set(parameter, own);
  }
  const inPath = new Map(
    [...found].flatMap(([parameter, value]) =>
      parameter.in === 'path' ? [[parameter.name, plainText(value)] as const] : [],
    ),
  );
  const isWhole = parameterNames(operation.path).every((name) => (inPath.get(name) ?? '') !== '');
  const body = link.requestBody === undefined ? undefined : linkedValue(link.requestBody, facts);
  const path = isWhole ? fillTemplate(operation.path, inPath) : undefined;
  const values = new Map([...found].filter(([parameter]) => parameter.in !== 'path'));
  if (path === undefined && values.size === 0 && body === undefined) return undefined;
  return { path, values, body };
}

/**
 * What the newest answer with a link to an operation says that a request of it is to be about; `undefined` where none does.
 * `isOpen`: false for a path that names what is there no more.
 */
export function linkedTo(
  { contract, readings }: { readonly contract: Contract; readonly readings: readonly Reading[] },
  operation: Operation,
  isOpen: (path: string) => boolean,
): Linked | undefined {
  const sources = sourcesOf(contract.interface).get(operation);
  if (sources === undefined) return undefined;
  for (const reading of readings.toReversed()) {
    const { answer, expectation, exchange } = reading;
    if (exchange.request.credential.kind !== 'valid' || answer === undefined || answer.limited) continue;
    for (const source of sources) {
      if (source.operation.id !== expectation.operation?.id || source.status !== answer.documented?.status)
        continue;
      const facts = factsOf(contract, reading);
      const linked = facts === undefined ? undefined : followed(operation, source.link, facts);
      if (linked !== undefined && (linked.path === undefined || isOpen(linked.path))) return linked;
    }
  }
  return undefined;
}
