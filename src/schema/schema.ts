import type { Json } from '../json/json.ts';

/** A JSON Schema (draft 2020-12) with every `$ref` of the document resolved; a boolean or an object. */
export type Schema = boolean | { readonly [keyword: string]: Json };
