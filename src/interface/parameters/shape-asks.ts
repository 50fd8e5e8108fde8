import { fromPointer } from '../../json/pointer.ts';
import { isObject } from '../../json/value.ts';
import { allowedTypes, fixedValues, type Schema, textOf } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import { onceFor } from '../../system/once-for.ts';
import type { Operation, Parameter } from '../model.ts';
import { plainName, sentencesOf } from '../names.ts';
import { entriesOf, jsonSchemaOf } from '../resources/read-collections.ts';

/** Parameters that say what of an entry is shown: some members alone (`fields`), or objects in place of their identities (`expand`). */

export type ShapeAsk = {
  readonly kind: 'fields' | 'expand';
  readonly parameter: Parameter;
  /** The values that may be asked for, and the member that each is about. */
  readonly members: ReadonlyMap<string, string>;
  /** Members that are shown whatever is asked for. */
  readonly kept: ReadonlySet<string>;
  /** Members of which the document says that they are objects only where that is asked for. */
  readonly plain: ReadonlySet<string>;
};

const FIELDS: ReadonlySet<string> = new Set('fields select attributes properties columns only'.split(' '));
const ONLY =
  /^only (?:these|those|the (?:given|listed|named|selected|requested)) (?:members|fields|properties|attributes|columns)\b/i;
const IF_EXPANDED = /\b(?:if|when|where|unless) (?:it is )?expanded\b/i;
const NAMED_AS_CODE = /`(\w{1,60})`/g;
const FEWEST_FIELDS = 3;
/** What names an entry, and leads to it, many services show whatever is asked for. */
const ALWAYS: readonly string[] = [
  'id',
  '_id',
  'uuid',
  'key',
  'type',
  'object',
  'links',
  '_links',
  'self',
  'href',
  'url',
];

/** What an operation shows: the schema of an entry, and where the list of them stands. */
export function entriesShownBy(
  operation: Operation,
): { readonly schema: Schema; readonly pointer: string | undefined } | undefined {
  const entries = entriesOf(operation);
  if (entries !== undefined) return entries;
  const schema = jsonSchemaOf(operation.responses.find(({ status }) => status === '200'));
  return schema === undefined ? undefined : { schema, pointer: undefined };
}

/** The listed values of a parameter, or of the items that it takes. */
function listedIn({ schema }: Parameter): readonly string[] {
  const keywords = scalarKeywords(schema);
  const { items } = keywords;
  const inner = isObject(items) ? scalarKeywords(items, schema) : keywords;
  return (fixedValues(inner) ?? []).filter((value) => typeof value === 'string');
}

function askOf(operation: Operation, parameter: Parameter): ShapeAsk | undefined {
  const shown = entriesShownBy(operation);
  const name = plainName(parameter.name);
  if (parameter.in !== 'query' || shown === undefined) return undefined;
  const { properties, required } = schemaMembers(shown.schema);
  const { description = '' } = parameter;
  const values = listedIn(parameter);
  if (FIELDS.has(name)) {
    const told = values.filter((value) => properties.has(value));
    const isTold = sentencesOf(description).some((sentence) => ONLY.test(sentence));
    const named = [...description.matchAll(NAMED_AS_CODE)].map(([, one = '']) => one);
    return isTold && told.length >= FEWEST_FIELDS
      ? {
          kind: 'fields',
          parameter,
          members: new Map(told.map((value) => [value, value])),
          kept: new Set([...required, ...named, ...ALWAYS]),
          plain: new Set(),
        }
      : undefined;
  }
  if (name !== 'expand') return undefined;
  const around = fromPointer(shown.pointer ?? '').join('.');
  const members = values.flatMap((value): (readonly [string, string])[] => {
    const member = around !== '' && value.startsWith(`${around}.`) ? value.slice(around.length + 1) : value;
    const types = allowedTypes(scalarKeywords(properties.get(member) ?? false, shown.schema));
    return types.has('string') && types.has('object') ? [[value, member]] : [];
  });
  const plain = members.flatMap(([, member]) => {
    const words = textOf(scalarKeywords(properties.get(member) ?? false, shown.schema), 'description') ?? '';
    return IF_EXPANDED.test(words) ? [member] : [];
  });
  return members.length === 0
    ? undefined
    : { kind: 'expand', parameter, members: new Map(members), kept: new Set(), plain: new Set(plain) };
}

/** What may be asked of an operation that reads. */
export const shapeAsksOf = onceFor((operation: Operation): readonly ShapeAsk[] =>
  operation.method === 'GET' && operation.documentation === 'full'
    ? operation.parameters.flatMap((parameter) => askOf(operation, parameter) ?? [])
    : [],
);
