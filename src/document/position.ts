/** Where a value stands in a document: a file and a line counted from 1. */
export type Position = { readonly file: string; readonly line: number };
