import type { Interface, Operation, Parameter } from '../../../interface/model.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import type { Visit } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';
import { refusesInvalid } from './request-body-faults.ts';

/** The request as a service sees it that knows less about a parameter. */
function withParameter(
  visit: Visit,
  { id }: Operation,
  known: Parameter,
  seen: Parameter | undefined,
): Visit {
  if (visit.operation?.id !== id) return visit;
  const parameters = visit.operation.parameters.flatMap((each) => {
    if (each !== known) return [each];
    return seen === undefined ? [] : [seen];
  });
  return { ...visit, operation: { ...visit.operation, parameters } };
}

/** Lists and mappings are written in several ways, and any text is a text: neither can be told to be invalid. */
function invalidityOf({ schema }: Parameter): 'validation.parameter' | 'validation.format' | undefined {
  const { type, ...others } = mergedKeywords(schema);
  const hasOne = (...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(others, name));
  const isOpen = type === 'array' || type === 'object' || type === undefined;
  if (isOpen ? hasOne('enum') : type !== 'string' || hasOne('enum', 'const', 'pattern', 'maxLength'))
    return 'validation.parameter';
  return !isOpen && hasOne('format') ? 'validation.format' : undefined;
}

function parameterFaults(operation: Operation, parameter: Parameter): readonly Fault[] {
  const where = `${parameter.in}-${parameter.name}`;
  const faults: Fault[] = [];
  const invalidity = invalidityOf(parameter);
  if (invalidity !== undefined) {
    faults.push({
      name: derivedName(operation, where, 'invalid-accepted'),
      family: 'validation',
      title: `${operation.id} takes any ${parameter.in} parameter ${parameter.name}`,
      breaks: [`${invalidity}@${operation.id}`],
      apply: (stages) => ({
        ...stages,
        validate: (content, visit) =>
          stages.validate(content, withParameter(visit, operation, parameter, undefined)),
      }),
    });
  }
  if (parameter.required && parameter.in !== 'path') {
    faults.push({
      name: derivedName(operation, where, 'missing-accepted'),
      family: 'validation',
      title: `${operation.id} needs no ${parameter.in} parameter ${parameter.name}`,
      breaks: [`validation.parameter@${operation.id}`],
      apply: (stages) => ({
        ...stages,
        validate(content, visit) {
          const refusal = stages.validate(content, visit);
          return refusal?.code === 'missing_parameter'
            ? stages.validate(
                content,
                withParameter(visit, operation, parameter, { ...parameter, required: false }),
              )
            : refusal;
        },
      }),
    });
  }
  return faults;
}

/** For each parameter of an operation that documents refusals: invalid values are taken, or its absence is. */
export function parametersFaults({ operations }: Interface): readonly Fault[] {
  return operations
    .filter((operation) => operation.documentation === 'full' && refusesInvalid(operation))
    .flatMap((operation) => operation.parameters.flatMap((one) => parameterFaults(operation, one)));
}
