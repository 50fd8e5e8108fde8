import {
  honestCreate,
  honestDescribe,
  honestList,
  honestValidate,
  isObject,
  problem,
} from '../honest-traits.ts';
import { faulty, type FaultyMember } from '../member.ts';
import type { Category, NewCategory, Service, Traits } from '../traits.ts';
import { escapeHtml, keeping, showing, textFaults, uriDecoded } from './texts.ts';

/** The list holds only a part of the catalogue, or more than it. */
const listing =
  (change: (list: readonly Category[], service: Service) => readonly Category[]): Traits['list'] =>
  (call, service) =>
    change(honestList(call, service), service);

/** How many were created since the start, this one included. */
const creations = (service: Service): number => service.tally('creations');

const ids = (next: (count: number, service: Service) => bigint): Traits['nextId'] => {
  return (service) => next(service.tally('id'), service);
};

const parsedText = (value: unknown): unknown =>
  typeof value === 'string' && /^(-?[1-9]\d*|true|false|null)$/.test(value) ? JSON.parse(value) : value;

function overwriting(same: (one: Category, other: NewCategory) => boolean): Traits['create'] {
  return (input, call, service) => {
    const index = service.categories.findIndex((one) => one.createdAtMs > 0 && same(one, input));
    if (index >= 0) service.categories.splice(index, 1);
    return honestCreate(input, call, service);
  };
}

const describedAs =
  (
    change: (members: Record<string, unknown>, service: Service) => Record<string, unknown>,
    place?: 'created' | 'listed',
  ): Traits['describe'] =>
  (category, where, service) => {
    const members = honestDescribe(category, where, service);
    return place === undefined || place === where ? change(members, service) : members;
  };

const withoutDescription: Traits['keep'] = ({ name }) => ({ name });
const seedMany = (count: number): readonly NewCategory[] =>
  Array.from({ length: count }, (_, index) => ({ name: `kind ${index}` }));

const answering =
  (category: (stored: Category, service: Service) => Category): Traits['create'] =>
  (input, call, service) =>
    category(honestCreate(input, call, service), service);

const raceMs = 40;

const words = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const collectionFaults: readonly FaultyMember[] = faulty('collections', [
  ...textFaults,
  {
    name: 'name-cut-at-100',
    clauses: ['2-new-category-name', '4.2-answer-201'],
    title: 'names are cut after 100 characters',
    subtle: true,
    traits: { keep: keeping((text) => text.slice(0, 100), 'name') },
  },
  {
    name: 'description-cut-at-255',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'descriptions are cut after 255 characters',
    subtle: true,
    traits: { keep: keeping((text) => text.slice(0, 255), 'description') },
  },
  {
    name: 'description-cut-at-16384',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'descriptions are cut after 16,384 characters',
    subtle: true,
    traits: { keep: keeping((text) => text.slice(0, 16_384), 'description') },
  },
  {
    name: 'description-uri-decoded',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'descriptions that can be decoded as parts of an address are',
    subtle: true,
    traits: { keep: keeping(uriDecoded, 'description') },
  },
  {
    name: 'list-uri-decoded',
    clauses: ['4.1-answer-200'],
    title: 'texts in the list are decoded as parts of an address, where they can be',
    subtle: true,
    traits: { describe: showing(uriDecoded, 'listed') },
  },
  {
    name: 'list-digits-as-numbers',
    clauses: ['2-new-category-name', '4.1-answer-200'],
    title: 'names in the list that are digits are numbers',
    subtle: true,
    traits: {
      describe: (category, where, service) => {
        const { name } = category;
        const isNumeral = where === 'listed' && typeof name === 'string' && /^\d+$/.test(name);
        return honestDescribe(isNumeral ? { ...category, name: Number(name) } : category, where, service);
      },
    },
  },
  {
    name: 'description-lower-case',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'descriptions are stored in lower case',
    subtle: true,
    traits: { keep: keeping((text) => text.toLowerCase(), 'description') },
  },
  {
    name: 'list-cut-at-40',
    clauses: ['4.1-answer-200'],
    title: 'texts in the list are cut after 40 characters, with dots',
    subtle: true,
    traits: { describe: showing((text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text), 'listed') },
  },
  {
    name: 'list-html-escaped',
    clauses: ['4.1-answer-200'],
    title: 'texts in the list are escaped for HTML',
    subtle: true,
    traits: { describe: showing(escapeHtml, 'listed') },
  },
  {
    name: 'list-names-lower-case',
    clauses: ['4.1-answer-200'],
    title: 'names in the list are in lower case',
    subtle: true,
    traits: { describe: showing((text) => text.toLowerCase(), 'listed', 'name') },
  },
  {
    name: 'created-html-escaped',
    clauses: ['4.2-answer-201'],
    title: 'texts in the answer to a creation are escaped for HTML',
    subtle: true,
    traits: { describe: showing(escapeHtml, 'created') },
  },
  {
    name: 'text-to-number',
    clauses: ['2-new-category-name', '4.2-answer-201'],
    title: 'texts that look like a number, true or null become one',
    subtle: true,
    traits: {
      keep: ({ name, description }) => ({
        name: parsedText(name),
        ...(description === undefined ? {} : { description: parsedText(description) }),
      }),
    },
  },
  {
    name: 'text-leading-zeros',
    clauses: ['4.2-answer-201'],
    title: 'leading zeros are dropped',
    subtle: true,
    traits: { keep: keeping((text) => text.replace(/^0+(?=\d+$)/, '')) },
  },
  {
    name: 'description-dropped',
    clauses: ['2-new-category-description', '2-category-has-new-category'],
    title: 'descriptions are not stored',
    traits: { keep: withoutDescription },
  },
  {
    name: 'description-swapped',
    clauses: ['2-category-has-new-category', '4.2-answer-201'],
    title: 'name and description are swapped',
    traits: {
      keep: ({ name, description }) =>
        description === undefined ? { name } : { name: description, description: name },
    },
  },
  {
    name: 'description-of-the-last',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'a description that is absent is the one of the last request',
    subtle: true,
    traits: {
      keep: ({ name, description }, service) => {
        if (description !== undefined) service.memory.set('last', description);
        const last = service.memory.get('last');
        return last === undefined ? { name } : { name, description: last };
      },
    },
  },
  {
    name: 'description-empty-dropped',
    clauses: ['2-new-category-description'],
    title: 'an empty description is dropped',
    subtle: true,
    traits: { keep: (input) => (input.description === '' ? { name: input.name } : input) },
  },
  {
    name: 'description-empty-null',
    clauses: ['2-new-category-description'],
    title: 'an empty description becomes null',
    subtle: true,
    traits: { keep: (input) => (input.description === '' ? { ...input, description: null } : input) },
  },
  {
    name: 'list-without-descriptions',
    clauses: ['4.1-answer-200', '2-category-has-new-category'],
    title: 'the list has no descriptions',
    traits: { describe: describedAs(({ id, name }) => ({ id, name }), 'listed') },
  },
  {
    name: 'list-hides-undescribed',
    clauses: ['4.1-answer-200'],
    title: 'what has no description is not listed',
    traits: { list: listing((list) => list.filter((one) => one.description !== undefined)) },
  },
  {
    name: 'id-from-client',
    clauses: ['2-id-assigned'],
    title: 'an id in the body is taken over',
    traits: {
      validate: (value, call, service) => {
        const verdict = honestValidate(value, call, service);
        service.memory.set('wished', isObject(value) ? value['id'] : undefined);
        return verdict;
      },
      create: answering((stored, service) => {
        const wished = service.memory.get('wished');
        if (wished === undefined) return stored;
        const own = { ...stored, id: wished };
        service.categories.splice(-1, 1, own);
        return own;
      }),
    },
  },
  {
    name: 'id-constant',
    clauses: ['2-category-id'],
    title: 'every id is 1',
    traits: { nextId: () => 1n },
  },
  {
    name: 'id-repeated',
    clauses: ['2-category-id'],
    title: 'two categories share an id',
    traits: { nextId: ids((count) => BigInt(Math.ceil(count / 2))) },
  },
  {
    name: 'id-of-the-second',
    clauses: ['2-category-id'],
    title: 'ids are the time in seconds, the same for all of one second',
    subtle: true,
    traits: { nextId: (service) => BigInt(Math.floor(service.now() / 1000)) },
  },
  {
    name: 'id-wraps-at-16',
    clauses: ['2-category-id'],
    title: 'the counter of ids starts again after 16',
    subtle: true,
    traits: { nextId: ids((count) => BigInt(count % 16)) },
  },
  {
    name: 'id-from-size',
    clauses: ['2-category-id'],
    title: 'ids start again at 1 beside those that were there',
    traits: {
      nextId: ids((count, service) => (count <= 3 ? BigInt(count) : BigInt(service.categories.length - 2))),
    },
  },
  {
    name: 'id-through-float',
    clauses: ['2-category-id'],
    title: 'ids beyond 2^53 go through a double and collide',
    subtle: true,
    traits: { nextId: ids((count) => BigInt(2 ** 53 + count)) },
  },
  {
    name: 'id-through-int32',
    clauses: ['2-category-id'],
    title: 'the list cuts ids to 32 bits',
    subtle: true,
    traits: {
      nextId: ids((count) => 4_294_967_296n + BigInt(count)),
      describe: describedAs(
        (members) => ({ ...members, id: BigInt.asIntN(32, members['id'] as bigint) }),
        'listed',
      ),
    },
  },
  {
    name: 'id-off-in-list',
    clauses: ['4.1-answer-200'],
    title: 'ids in the list are one higher',
    traits: {
      describe: describedAs((members) => ({ ...members, id: (members['id'] as bigint) + 1n }), 'listed'),
    },
  },
  {
    name: 'id-is-place-in-list',
    clauses: ['4.1-answer-200'],
    title: 'ids in the list are places in it, newest first',
    traits: {
      list: listing((list) =>
        list.toReversed().map((category, index) => ({ ...category, id: BigInt(index + 1) })),
      ),
    },
  },
  {
    name: 'id-new-in-each-list',
    clauses: ['4.1-answer-200'],
    title: 'each list has new ids',
    traits: {
      list: listing((list, service) =>
        list.map((category) => ({ ...category, id: BigInt(1000 + service.tally('shown')) })),
      ),
    },
  },
  {
    name: 'id-zero-when-created',
    clauses: ['4.2-answer-201'],
    title: 'the answer to a creation has id 0, since it was made before the row',
    traits: { describe: describedAs((members) => ({ ...members, id: 0 }), 'created') },
  },
  {
    name: 'id-of-the-previous',
    clauses: ['4.2-answer-201'],
    title: 'the answer to a creation has the id of the category before it',
    subtle: true,
    traits: {
      describe: describedAs((members) => ({ ...members, id: (members['id'] as bigint) - 1n }), 'created'),
    },
  },
  {
    name: 'id-reused-in-parallel',
    clauses: ['2-category-id'],
    title: 'creations at the same time get the same id',
    subtle: true,
    traits: {
      create: async (input, _call, service) => {
        const id = BigInt(service.categories.length + 1);
        await service.sleep(raceMs);
        const category = { id, ...input, createdAtMs: service.now() };
        service.categories.push(category);
        return category;
      },
    },
  },
  {
    name: 'lost-in-parallel',
    clauses: ['4.2-answer-201'],
    title: 'of creations at the same time only the last is kept',
    subtle: true,
    traits: {
      create: async (input, _call, service) => {
        const copy = [...service.categories];
        const category = { id: service.traits.nextId(service), ...input, createdAtMs: service.now() };
        await service.sleep(raceMs);
        service.categories.splice(0, service.categories.length, ...copy, category);
        return category;
      },
    },
  },
  {
    name: 'mixed-up-in-parallel',
    clauses: ['4.2-answer-201'],
    title: 'creations at the same time are answered with the last of them',
    subtle: true,
    traits: {
      create: async (input, call, service) => {
        service.memory.set('current', input);
        await service.sleep(raceMs);
        return honestCreate(service.memory.get('current') as NewCategory, call, service);
      },
    },
  },
  {
    name: 'refused-in-parallel',
    clauses: ['4.2-answer-201'],
    title: 'a creation during another one is a 500',
    subtle: true,
    traits: {
      intercept: async (call, service) => {
        if (call.operation !== 'createCategory' || call.credential !== 'valid') return undefined;
        const busy = service.memory.get('busy') === true;
        service.memory.set('busy', true);
        await service.sleep(raceMs / 2);
        service.memory.set('busy', false);
        return busy ? problem(500, 'database is locked', call, service) : undefined;
      },
    },
  },
  {
    name: 'not-stored',
    clauses: ['4.2-answer-201'],
    title: 'a creation is answered and not stored',
    traits: {
      create: (input, _call, service) => ({
        id: service.traits.nextId(service),
        ...input,
        createdAtMs: service.now(),
      }),
    },
  },
  {
    name: 'stored-twice',
    clauses: ['4.2-answer-201'],
    title: 'a creation stores the category twice, under two ids',
    traits: {
      create: (input, call, service) => {
        honestCreate(input, call, service);
        return honestCreate(input, call, service);
      },
    },
  },
  {
    name: 'listed-twice',
    clauses: ['4.1-answer-200'],
    title: 'each category is listed twice, as by a join',
    traits: { list: listing((list) => list.flatMap((category) => [category, category])) },
  },
  {
    name: 'listed-twice-when-described',
    clauses: ['4.1-answer-200'],
    title: 'a category with a description is listed twice',
    subtle: true,
    traits: {
      list: listing((list) =>
        list.flatMap((category) => (category.description === undefined ? [category] : [category, category])),
      ),
    },
  },
  {
    name: 'first-page-only',
    clauses: ['4.1-answer-200'],
    title: 'the list shows the first ten',
    traits: { list: listing((list) => list.slice(0, 10)) },
  },
  {
    name: 'first-twenty-only',
    clauses: ['4.1-answer-200'],
    title: 'the list shows the first twenty',
    subtle: true,
    traits: { list: listing((list) => list.slice(0, 20)) },
  },
  {
    name: 'first-hundred-only',
    clauses: ['4.1-answer-200'],
    title: 'the list shows the first hundred of a larger catalogue',
    traits: { seed: seedMany(120), list: listing((list) => list.slice(0, 100)) },
  },
  {
    name: 'newest-page-only',
    clauses: ['4.1-answer-200'],
    title: 'the list shows the newest ten',
    subtle: true,
    traits: { list: listing((list) => list.slice(-10)) },
  },
  {
    name: 'newest-hidden',
    clauses: ['4.1-answer-200'],
    title: 'the newest category is not listed until there is a newer one',
    subtle: true,
    traits: { list: listing((list) => list.slice(0, -1)) },
  },
  {
    name: 'list-never-updated',
    clauses: ['4.1-answer-200'],
    title: 'the list is the one of the first request for ever',
    traits: { list: cached(() => true) },
  },
  {
    name: 'list-cached-30-seconds',
    clauses: ['4.1-answer-200'],
    title: 'the list is kept for thirty seconds',
    traits: { list: cached((ageMs) => ageMs < 30_000) },
  },
  {
    name: 'list-of-seed-only',
    clauses: ['4.1-answer-200'],
    title: 'the list shows what was there at the start',
    traits: { list: listing((list) => list.slice(0, 3)) },
  },
  {
    name: 'list-always-empty',
    clauses: ['4.1-answer-200'],
    title: 'the list is empty',
    traits: { list: () => [] },
  },
  {
    name: 'list-hides-equal-names',
    clauses: ['4.1-answer-200'],
    title: 'of names that differ in letter case only, one is listed',
    subtle: true,
    traits: { list: listing((list) => distinct(list, (one) => String(one.name).toLowerCase())) },
  },
  {
    name: 'list-hides-equal-descriptions',
    clauses: ['4.1-answer-200'],
    title: 'of categories with one description, one is listed',
    subtle: true,
    traits: {
      list: listing((list) => distinct(list, (one) => words(one.description) ?? `none ${String(one.id)}`)),
    },
  },
  {
    name: 'list-hides-empty-names',
    clauses: ['4.1-answer-200'],
    title: 'blank names are stored and not listed',
    subtle: true,
    traits: { list: listing((list) => list.filter((one) => String(one.name).trim() !== '')) },
  },
  {
    name: 'overwrites-same-length',
    clauses: ['4.2-answer-201'],
    title: 'a name overwrites one of the same length',
    traits: { create: overwriting((one, other) => String(one.name).length === String(other.name).length) },
  },
  {
    name: 'overwrites-same-start',
    clauses: ['4.2-answer-201'],
    title: 'a name overwrites one with the same first eight letters',
    subtle: true,
    traits: {
      create: overwriting((one, other) => String(one.name).slice(0, 8) === String(other.name).slice(0, 8)),
    },
  },
  {
    name: 'overwrites-other-case',
    clauses: ['4.2-answer-201'],
    title: 'a name overwrites one that differs in letter case only',
    subtle: true,
    traits: {
      create: overwriting(
        (one, other) => String(one.name).toLowerCase() === String(other.name).toLowerCase(),
      ),
    },
  },
  {
    name: 'overwrites-same-description',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'a description overwrites a category with the same one',
    subtle: true,
    traits: {
      create: overwriting(
        (one, other) => one.description !== undefined && one.description === other.description,
      ),
    },
  },
  {
    name: 'overwrites-the-last',
    clauses: ['4.2-answer-201'],
    title: 'each creation overwrites the one before it',
    traits: { create: overwriting(() => true) },
  },
  {
    name: 'deletes-the-oldest',
    clauses: ['4.2-answer-201'],
    title: 'each creation deletes the oldest category',
    traits: {
      create: (input, call, service) => {
        service.categories.shift();
        return honestCreate(input, call, service);
      },
    },
  },
  {
    name: 'keeps-eight',
    clauses: ['4.2-answer-201'],
    title: 'at most eight of what was created is kept',
    subtle: true,
    traits: {
      create: (input, call, service) => {
        const category = honestCreate(input, call, service);
        const created = service.categories.filter((one) => one.createdAtMs > 0);
        const oldest = created.length > 8 ? created[0] : undefined;
        if (oldest !== undefined) service.categories.splice(service.categories.indexOf(oldest), 1);
        return category;
      },
    },
  },
  {
    name: 'stores-the-first-six',
    clauses: ['4.2-answer-201'],
    title: 'after six creations 201 stores nothing any more',
    subtle: true,
    traits: {
      create: (input, call, service) =>
        creations(service) <= 6
          ? honestCreate(input, call, service)
          : { id: service.traits.nextId(service), ...input, createdAtMs: service.now() },
    },
  },
  {
    name: 'stores-every-third-not',
    clauses: ['4.2-answer-201'],
    title: 'every third creation is answered and not stored',
    subtle: true,
    traits: {
      create: (input, call, service) =>
        creations(service) % 3 === 0
          ? { id: service.traits.nextId(service), ...input, createdAtMs: service.now() }
          : honestCreate(input, call, service),
    },
  },
  {
    name: 'loses-descriptions-later',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'after eight creations descriptions are dropped',
    subtle: true,
    traits: { keep: (input, service) => (creations(service) <= 8 ? input : { name: input.name }) },
  },
  {
    name: 'long-description-not-stored',
    clauses: ['2-new-category-description', '4.2-answer-201'],
    title: 'a description of more than 200 characters is dropped',
    subtle: true,
    traits: {
      keep: (input) => ((words(input.description)?.length ?? 0) > 200 ? { name: input.name } : input),
    },
  },
  {
    name: 'emoji-not-stored',
    clauses: ['4.2-answer-201'],
    title: 'a name with an emoji is answered with 201 and not stored',
    subtle: true,
    traits: {
      create: (input, call, service) =>
        /[\u{10000}-\u{10ffff}]/u.test(String(input.name))
          ? { id: service.traits.nextId(service), ...input, createdAtMs: service.now() }
          : honestCreate(input, call, service),
    },
  },
  {
    name: 'list-on-one-node',
    clauses: ['4.1-answer-200'],
    title: 'one of two nodes never hears of creations',
    subtle: true,
    traits: {
      list: listing((list, service) => (service.tally('lists') % 2 === 0 ? list : list.slice(0, 3))),
    },
  },
  {
    name: 'list-changes-catalogue',
    clauses: ['4.1-answer-200'],
    title: 'reading the list removes the last entry from the catalogue',
    subtle: true,
    traits: {
      list: (call, service) => {
        const list = honestList(call, service);
        if (service.categories.length > 3) service.categories.pop();
        return list;
      },
    },
  },
  {
    name: 'list-shifts-descriptions',
    clauses: ['4.1-answer-200'],
    title: 'the list shows descriptions of the neighbours',
    traits: {
      list: listing((list) =>
        list.map((category, index) => {
          const { description: _own, ...rest } = category;
          const description = list[index - 1]?.description;
          return description === undefined ? rest : { ...rest, description };
        }),
      ),
    },
  },
]);

function distinct(list: readonly Category[], keyOf: (one: Category) => string): readonly Category[] {
  const keys = list.map(keyOf);
  return list.filter((_category, index) => keys.lastIndexOf(keys[index] ?? '') === index);
}

function cached(fresh: (ageMs: number) => boolean): Traits['list'] {
  return (call, service) => {
    const kept = service.memory.get('list') as { list: readonly Category[]; atMs: number } | undefined;
    if (kept !== undefined && fresh(service.now() - kept.atMs)) return kept.list;
    const list = honestList(call, service);
    service.memory.set('list', { list, atMs: service.now() });
    return list;
  };
}
