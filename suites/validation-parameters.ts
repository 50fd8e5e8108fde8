import type { Interface, Operation, Parameter } from '../src/interface/model.ts';
import { encodedSegment, operationsAt } from '../src/interface/path-matching.ts';
import { validatorOf } from '../src/oracle/contract.ts';
import { expectation } from '../src/oracle/expectation.ts';
import { invalidValues } from '../src/schema/generate/invalid.ts';
import { harmlessOperations } from '../src/session/in-reach.ts';
import { FROM_STANDARD, type Probe, type ProbeContext, requestFor, sendFor } from '../src/session/probe.ts';
import { sampleOne } from '../src/system/seeded.ts';

/** Requests with one path or query parameter that breaks its schema. */

const MOST_PER_PARAMETER = 3;
/** One text of another type stands for all of them: each bound is looked at by itself. */
const MOST_OF_OTHER_TYPES = 1;

/** Texts that break a parameter's schema, each made when it is asked for. */
function* invalidTexts(context: ProbeContext, parameter: Parameter): Generator<string, undefined> {
  let ofOtherTypes = 0;
  for (const { arbitrary, breaks } of invalidValues(parameter.schema)) {
    const value = sampleOne(arbitrary, context.seed, `${parameter.name} ${breaks.detail}`);
    if (value === null || typeof value === 'object' || String(value) === '') continue;
    const isOfOtherType = breaks.kind === 'root-type' || breaks.kind === 'wrong-type';
    // A number as a text is a text: what is no other type once it is written breaks nothing.
    if (isOfOtherType && validatorOf(parameter.schema)(String(value)).length === 0) continue;
    if (isOfOtherType && ofOtherTypes === MOST_OF_OTHER_TYPES) continue;
    if (isOfOtherType) ofOtherTypes += 1;
    yield String(value);
  }
}

function withQuery(path: string, name: string, text: string): string {
  const [bare = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(name, text);
  return `${bare}?${parameters.toString()}`;
}

/** The path of a valid request with another value for one of its parameters. */
function filledWith(
  document: Interface,
  operation: Operation,
  path: string,
  name: string,
  text: string,
): string {
  const [bare = ''] = path.split('?', 1);
  const match = operationsAt(document, bare).find((one) => one.operation.id === operation.id);
  return operation.path.replaceAll(/\{([^{}]*)\}/g, (whole, each: string) =>
    encodedSegment(each === name ? text : (match?.pathValues.get(each) ?? whole)),
  );
}

/** Paths that break one path or query parameter each, as far as the oracle agrees that they do. */
function invalidParameterPaths(
  context: ProbeContext,
  operation: Operation,
  situation: 'invalid-parameter' | 'format',
): readonly { readonly name: string; readonly path: string }[] {
  const valid = requestFor(context, operation, {
    probe: `parameters of ${operation.id}`,
    intent: 'ordinary',
  });
  if (valid === undefined) return [];
  return operation.parameters.flatMap((parameter) => {
    if (parameter.in !== 'query' && parameter.in !== 'path') return [];
    const paths = new Set<string>();
    for (const text of invalidTexts(context, parameter)) {
      context.session.requireTime();
      const path =
        parameter.in === 'query'
          ? withQuery(valid.path, parameter.name, text)
          : filledWith(context.session.contract.interface, operation, valid.path, parameter.name, text);
      const target = `${context.session.contract.basePath}${path}`;
      const said = expectation(context.session.contract, { ...valid, target });
      if (said.situation === situation) paths.add(path);
      if (paths.size === MOST_PER_PARAMETER) break;
    }
    return [...paths].map((path, index) => ({ name: `${parameter.name}-${index + 1}`, path }));
  });
}

/** Sends them, as far as the oracle takes each for what it is meant to be. */
export function parameterProbe(id: string, intent: 'invalid-parameter' | 'format'): Probe {
  return {
    id,
    intends: [intent],
    profiles: FROM_STANDARD,
    creates: false,
    run: async (context) => {
      for (const operation of harmlessOperations(context)) {
        for (const { name, path } of invalidParameterPaths(context, operation, intent)) {
          const probe = `${id.replace('.', '/')}/${operation.id}-${name}`;
          await sendFor(context, operation, { probe, path, intent });
        }
      }
    },
  };
}
