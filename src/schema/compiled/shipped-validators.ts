import type { ValidateFunction } from 'ajv/dist/2020.js';

const NONE: ReadonlyMap<string, ValidateFunction> = new Map();

/**
 * Validators that are compiled before they are asked for, by the text of their schema: none, but the build puts those of the shipped
 * interface in the place of this module.
 */
export function shippedValidators(): ReadonlyMap<string, ValidateFunction> {
  return NONE;
}
