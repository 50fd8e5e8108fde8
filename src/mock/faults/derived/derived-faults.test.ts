import { beforeAll, describe, expect, test } from 'vitest';
import { loadInterface } from '../../../interface/load-interface.ts';
import type { Interface } from '../../../interface/model.ts';
import { faultsOf } from '../faults.ts';
import { derivedFaults } from './derived-faults.ts';

async function load(directory: string): Promise<Interface> {
  const loaded = await loadInterface(directory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}

const DIRECTORIES = ['spec/pet-catalogue', 'test/specs/orders', 'test/specs/minimal'];
const documents = new Map<string, Interface>();

beforeAll(async () => {
  for (const directory of DIRECTORIES) documents.set(directory, await load(directory));
});

function documentOf(directory: string): Interface {
  const document = documents.get(directory);
  if (document === undefined) throw new Error(directory);
  return document;
}

function namesOf(directory: string): readonly string[] {
  return derivedFaults(documentOf(directory)).map(({ name }) => name);
}

describe.each(DIRECTORIES)('derivedFaults() of %s', (directory) => {
  test('have names and titles of their own, without spaces, also beside the others', () => {
    const all = faultsOf(documentOf(directory));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(all.filter(({ name }) => /\s/.test(name))).toEqual([]);
  });
});

describe('derivedFaults()', () => {
  test('yields some for every operation, documented response, field, member, plan and credential', () => {
    const names = namesOf('spec/pet-catalogue');
    expect(names).toEqual(
      expect.arrayContaining([
        'listCategories.missing-key-accepted',
        'GET-/pets/{petId}.any-key-accepted',
        'createCategory.201.status-202',
        'createCategory.201.id.missing',
        'createCategory.400.status.not-the-status',
        'createCategory.401.message.renamed',
        'createCategory.400.media-type-text',
        'listCategories.200.[].name.null',
        'listCategories.401.X-RateLimit-Reset.repeated',
        'rate-limit.429.Retry-After.negative',
        'createCategory.body.name.missing-accepted',
        'createCategory.body.description.array-accepted',
        'createCategory.description.dropped',
        'listCategories.name.altered',
        'plan.pro.minute.fewer',
      ]),
    );
  });

  test('reads constraints, parameters, wrappers and required fields of another document', () => {
    const names = namesOf('test/specs/orders');
    expect(names).toEqual(
      expect.arrayContaining([
        'placeOrder.body.delivery.postcode.pattern-not-enforced',
        'placeOrder.body.notes[].maxLength-not-enforced',
        'findOrders.query-size.invalid-accepted',
        'findOrders.200.items[].orderId.format',
        'placeOrder.201.Location.missing',
        'readOrder.delivery.altered',
      ]),
    );
  });

  test.each([
    ['an optional member may be missing', 'spec/pet-catalogue', /description\.(missing|renamed)$/],
    ['nothing is documented of the body over the limit', 'spec/pet-catalogue', /^\w+\.429\./],
    ['only texts have an enum', 'test/specs/orders', /quantity\.enum/],
    ['the size of a wrapper is open', 'test/specs/orders', /count\.missing/],
    ['a path without refusals takes what it likes', 'test/specs/orders', /^readOrder\.path-/],
    ['no credential is required', 'test/specs/minimal', /-accepted$/],
    ['no limit is stated', 'test/specs/minimal', /rate-limit|plan\./i],
  ])('yields none, where %s', (_why, directory, pattern) => {
    expect(namesOf(directory).filter((name) => pattern.test(name))).toEqual([]);
  });
});
