import { memberOf } from '../json/member.ts';

/** Members of parsed JSON that may be of any type: what is of another type counts as missing. */
export type HarObject = { readonly [name: string]: unknown };

function isObject(value: unknown): value is HarObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object member; an empty object where there is none. */
export function objectOf(parent: HarObject, name: string): HarObject {
  const value = memberOf(parent, name);
  return isObject(value) ? value : {};
}

/** A text member. */
export function textOf(parent: HarObject, name: string): string | undefined {
  const value = memberOf(parent, name);
  return typeof value === 'string' ? value : undefined;
}

/** A finite number. */
export function numberOf(parent: HarObject, name: string): number | undefined {
  const value = memberOf(parent, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The objects of a list member. */
export function objectsOf(parent: HarObject, name: string): readonly HarObject[] {
  const value: unknown = memberOf(parent, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Parses one JSON object; `undefined` when it is none. */
export function parseObject(bytes: Buffer): HarObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
