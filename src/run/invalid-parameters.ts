import { invalidValues } from '../generate/invalid-values.ts';
import { sampleOne } from '../generate/seeded.ts';
import type { Operation, Parameter } from '../interface/model.ts';
import { expectation } from '../oracle/expectation.ts';
import { requestFor, type ProbeContext } from './probe-context.ts';

const MOST_PER_PARAMETER = 2;

/** Texts that break a parameter's schema, each made when it is asked for. */
function* invalidTexts(context: ProbeContext, parameter: Parameter): Generator<string, undefined> {
  for (const one of invalidValues(parameter.schema)) {
    const value = sampleOne(one.arbitrary, context.seed, `${parameter.name} ${one.breaks.detail}`);
    if (value !== null && typeof value !== 'object' && String(value) !== '') yield String(value);
  }
}

function withQuery(path: string, name: string, text: string): string {
  const [bare = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(name, text);
  return `${bare}?${parameters.toString()}`;
}

/** Paths that break one path or query parameter each, as far as the oracle agrees that they do. */
export function invalidParameterPaths(
  context: ProbeContext,
  operation: Operation,
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
      const path =
        parameter.in === 'query'
          ? withQuery(valid.path, parameter.name, text)
          : operation.path.replace(`{${parameter.name}}`, encodeURIComponent(text));
      const target = `${context.session.contract.basePath}${path}`;
      const said = expectation(context.session.contract, { ...valid, target });
      if (said.situation === 'invalid-parameter') paths.add(path);
      if (paths.size === MOST_PER_PARAMETER) break;
    }
    return [...paths].map((path, index) => ({ name: `${parameter.name}-${index + 1}`, path }));
  });
}
