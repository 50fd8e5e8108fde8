import type { SchemaError } from './compile.ts';

/** How a value breaks a schema, the most telling first: what the whole is, what a part is, what is not there, and all else; `format` alone. */
export type BreakageKind = 'root-type' | 'wrong-type' | 'missing-member' | 'format' | 'constraint';

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
/** Keywords that only say that something in them broke. */
const AROUND: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'if']);

function isWithin({ pointer }: SchemaError, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/**
 * The errors without those of alternatives that the value was never meant for: where one of them says that the value has
 * another type, and another one looks further into it, only that one tells.
 */
function telling(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unions = errors.filter(({ keyword }) => UNIONS.has(keyword));
  const own = errors.filter(({ keyword }) => !AROUND.has(keyword));
  return unions.reduce((left, { pointer }) => {
    const isForeign = (error: SchemaError): boolean => error.pointer === pointer && error.keyword === 'type';
    const others = left.filter((error) => isWithin(error, pointer) && !isForeign(error));
    return others.length === 0 ? left : left.filter((error) => !isForeign(error));
  }, own);
}

/** The kind of a value's errors (one or more). Who makes broken values and who judges them asks here alike. */
export function breakageOf(errors: readonly SchemaError[]): BreakageKind {
  const own = telling(errors);
  if (own.some((error) => error.pointer === '' && error.keyword === 'type')) return 'root-type';
  if (own.some((error) => error.keyword === 'type')) return 'wrong-type';
  if (own.some((error) => error.keyword === 'required')) return 'missing-member';
  return own.length > 0 && own.every(isFormatAlone) ? 'format' : 'constraint';
}

/**
 * True for an error that readers of the schema need not see: a format is an annotation (JSON Schema 2020-12, Validation, section
 * 7.2.1), and who does not know one goes by the type alone (OpenAPI 3.1, section 4.4; 3.0, section 4.4).
 */
export function isFormatAlone({ keyword }: SchemaError): boolean {
  return keyword === 'format';
}
