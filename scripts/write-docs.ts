import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checks } from '../src/checks/catalogue.ts';
import { loadInterface } from '../src/interface/load-interface.ts';
import { withUnmeasured } from '../test/zoo/power-page.ts';
import { withBounds } from './bounds-table.ts';
import { checksPage } from './checks-page.ts';
import { DERIVED, withDerived } from './derived-schemas.ts';

const root = join(import.meta.dirname, '..');
const loaded = await loadInterface(join(root, 'spec/pet-catalogue'));
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
writeFileSync(join(root, 'docs/checks.md'), checksPage(checks, loaded.interface.clauses));
const power = join(root, 'docs/power.md');
writeFileSync(power, withUnmeasured(readFileSync(power, 'utf8')));
const security = join(root, 'SECURITY.md');
writeFileSync(security, withBounds(readFileSync(security, 'utf8')));
for (const name of DERIVED.keys()) {
  const file = join(root, 'schemas', name);
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const derived = withDerived(name, schema);
  if (!isDeepStrictEqual(schema, derived)) writeFileSync(file, JSON.stringify(derived, undefined, 2));
}
