/**
 * The typed model of an interface document. Everything downstream (oracle, generators, checks, mock, reports)
 * reads this and never the document itself.
 */

/** A JSON value as written in the document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
