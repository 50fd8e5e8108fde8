/** In place of `node:module`: the packages that are loaded by name are in the bundle. */
import * as builder from 'fast-xml-builder';
import * as saxes from 'saxes';

const PACKAGES: { readonly [name: string]: object } = { 'fast-xml-builder': builder, saxes };

export function createRequire(): (name: string) => object {
  return (name) => {
    const found = PACKAGES[name];
    if (found === undefined) throw new Error(`there is no ${name} in the bundle`);
    return found;
  };
}
