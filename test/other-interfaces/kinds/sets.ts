import { percentDecoded } from '../../../src/http/target.ts';
import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/** Sets that are made by a POST with values which only the words of the document have, and that are none without anything in them. */

const ITEM = `{ $ref: '#/components/schemas/Item' }`;
const SET = `{ $ref: '#/components/schemas/Set' }`;
const DESCRIBED = `type: string, description: 'The "sort" of what is made. Supports "round", "square" and "flat"'`;
const SETS = documentOf(
  `
  /sets/{set}:
    parameters: [{ name: set, in: path, required: true, schema: { type: string } }]
    get: { operationId: set, ${answers('200', SET)} }
    post: { operationId: makeItem, ${takes(`{ type: object, required: [label, sort], properties: { sort: { ${DESCRIBED} }, label: { type: string, maxLength: 60 } } }`)}, ${answers('201', SET)} }
    put: { operationId: replaceSet, ${takes(`{ type: object, properties: { items: { type: array, items: ${ITEM} } } }`)}, ${answers('200', SET)} }
    delete: { operationId: removeSet, ${answers('204', '')} }`,
  `
    Item: { type: object, required: [label, sort], properties: { label: { type: string }, sort: { type: string } } }
    Set: { type: object, properties: { items: { type: array, items: ${ITEM} } } }`,
);

type Item = { readonly label: string; readonly sort: string };
type Fault = 'keeps removed' | 'loses what is replaced' | 'removes what is replaced';

function itemOf(value: unknown): Item | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const [label, sort] = [given.get('label'), given.get('sort')];
  return typeof label === 'string' && typeof sort === 'string' && Array.from(label).length <= 60
    ? { label, sort }
    : undefined;
}

/** `isPicky`: takes the three sorts alone. */
function sets({ isPicky = true, fault }: { isPicky?: boolean; fault?: Fault } = {}): MakeService {
  return () => {
    const all = new Map<string, readonly Item[]>([['others', [{ label: 'theirs', sort: 'flat' }]]]);
    const show = (name: string, status = 200): Reply => ({ status, body: { items: all.get(name) ?? [] } });
    const replace = (name: string, ask: Ask): Reply => {
      const isObject = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
      const given: unknown = membersOf(ask).has('items') ? membersOf(ask).get('items') : [];
      const items = Array.isArray(given) ? given.map((item) => itemOf(item)) : [undefined];
      const whole = items.flatMap((item) => item ?? []);
      if (!isObject || whole.length < items.length) return BAD;
      if (whole.length === 0 || fault === 'removes what is replaced') all.delete(name);
      else if (fault !== 'loses what is replaced') all.set(name, whole);
      return { status: 200, body: { items: whole } };
    };
    return known((ask) => {
      const name = percentDecoded(ask.path.split('/')[2] ?? '') ?? '';
      if (ask.method === 'POST') {
        const item = itemOf(ask.json);
        const isKnown = item !== undefined && (!isPicky || ['round', 'square', 'flat'].includes(item.sort));
        if (!isKnown) return BAD;
        all.set(name, [...(all.get(name) ?? []), item]);
        return show(name, 201);
      }
      if (!all.has(name)) return ABSENT;
      if (ask.method === 'GET') return show(name);
      if (ask.method === 'PUT') return replace(name, ask);
      if (fault !== 'keeps removed') all.delete(name);
      return { status: 204 };
    });
  };
}

export const setKinds: readonly Kind[] = [
  {
    title: 'sets that are none without anything in them',
    document: SETS,
    honest: { 'of three sorts': sets(), 'of any sort': sets({ isPicky: false }) },
    faulty: {
      'what was removed is there still': {
        serve: sets({ fault: 'keeps removed' }),
        finds: 'resources.removed-is-gone',
      },
      'what is replaced stays': { serve: sets({ fault: 'loses what is replaced' }), finds: 'resources.' },
      'what is replaced is removed': {
        serve: sets({ fault: 'removes what is replaced' }),
        finds: 'resources.update-stored',
      },
    },
    astray: ({ method, path }) => method !== 'GET' && path.startsWith('/sets/others'),
  },
];
