import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { isList, isObject } from '../../src/json/value.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Objects and lists of which answers say more than requests, or otherwise: a currency that is one of three when it is sent and any text
 * when it is shown, lines that get an identity. What both say alike is held against each other.
 */

type Members = { readonly [name: string]: unknown };

const REFUSALS = `'404': { description: absent }, '422': { description: not valid }`;
const OWN = 'title: { type: string, minLength: 1, maxLength: 80 }';
const CODE = `code: { type: string, pattern: '^[A-Z]{4}$' }`;
const COUNT = 'count: { type: integer, minimum: 1, maximum: 40 }';
const NOTE = 'note: { type: string, maxLength: 60 }';
const TAX =
  'tax: { type: object, properties: { rate: { type: number, minimum: 0, maximum: 90 }, label: { type: string, maxLength: 40 } } }';
const SENT = `${OWN}, price: { $ref: '#/components/schemas/Price' }, lines: { type: array, minItems: 1, maxItems: 3, items: { type: object, required: [code, count], properties: { ${CODE}, ${COUNT}, ${NOTE} } } }`;
const SHOWN = `id: { type: string }, ${OWN}, price: { type: object, properties: { amount: { type: number }, currency: { type: string }, note: { type: string }, ${TAX} } }, lines: { type: array, items: { type: object, required: [id, code, count], properties: { id: { type: integer }, code: { type: string }, count: { type: integer }, note: { type: string } } } }`;

function content(mediaType: string, schema: string): string {
  return `content: { ${mediaType}: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
}

const ENTRY = content('application/json', 'Quote');
const DOCUMENT = `
openapi: 3.1.0
info: { title: Quotes, version: '1' }
paths:
  /quotes:
    get: { operationId: listQuotes, responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Quote' } } } } } } }
    post:
      operationId: addQuote
      requestBody: { required: true, ${content('application/json', 'NewQuote')} }
      responses: { '201': { description: Made, ${ENTRY} }, ${REFUSALS} }
  /quotes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readQuote, responses: { '200': { description: One, ${ENTRY} }, ${REFUSALS} } }
    put:
      operationId: replaceQuote
      requestBody: { required: true, ${content('application/json', 'NewQuote')} }
      responses: { '200': { description: Replaced, ${ENTRY} }, ${REFUSALS} }
    patch:
      operationId: changeQuote
      requestBody: { required: true, ${content('application/merge-patch+json', 'QuoteChange')} }
      responses: { '200': { description: Changed, ${ENTRY} }, ${REFUSALS} }
    delete: { operationId: removeQuote, responses: { '204': { description: Gone }, ${REFUSALS} } }
components:
  schemas:
    Price:
      type: object
      required: [amount, currency]
      properties: { amount: { type: number, minimum: 0, maximum: 9000 }, currency: { type: string, enum: [EUR, USD, SEK] }, ${NOTE}, ${TAX} }
    NewQuote: { type: object, required: [title, lines], properties: { ${SENT} } }
    QuoteChange:
      type: object
      properties: { ${SENT.replace(`{ $ref: '#/components/schemas/Price' }`, `{ type: object, properties: { amount: { type: number, minimum: 0, maximum: 9000 }, currency: { type: string, enum: [EUR, USD, SEK] }, ${NOTE}, ${TAX} } }`)} }
    Quote: { type: object, required: [id, title, lines], properties: { ${SHOWN} } }
`;

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;

function isTax(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rate, label } = value;
  const isRate = rate === undefined || (typeof rate === 'number' && rate >= 0 && rate <= 90);
  return isRate && (label === undefined || isText(label, 0, 40));
}

function isPrice(value: unknown, isPart: boolean): boolean {
  if (!isObject(value)) return false;
  const { amount, currency, note, tax } = value;
  const isAmount = typeof amount === 'number' && amount >= 0 && amount <= 9000;
  const isCurrency = typeof currency === 'string' && ['EUR', 'USD', 'SEK'].includes(currency);
  return (
    (isAmount || (isPart && amount === undefined)) &&
    (isCurrency || (isPart && currency === undefined)) &&
    (note === undefined || isText(note, 0, 60)) &&
    (tax === undefined || isTax(tax))
  );
}

function isLine(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, count, note } = value;
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 40;
  return (
    typeof code === 'string' &&
    /^[A-Z]{4}$/.test(code) &&
    isCount &&
    (note === undefined || isText(note, 0, 60))
  );
}

function isQuote(value: unknown, isPart: boolean, isPriceWhole = false): value is Members {
  if (!isObject(value)) return false;
  const { title, price, lines } = value;
  const isLines = isList(lines) && lines.length >= 1 && lines.length <= 3 && lines.every(isLine);
  return (
    (isText(title, 1, 80) || (isPart && title === undefined)) &&
    (price === undefined || isPrice(price, isPart && !isPriceWhole)) &&
    (isLines || (isPart && lines === undefined))
  );
}

/** What is stored of what is sent, and how it is shown. */
type Ways = {
  readonly made?: (sent: Members) => Members;
  readonly changed?: (before: Members, sent: Members) => Members;
  readonly shown?: (entry: Members) => Members;
  /** A change of a price has all that a price needs. */
  readonly isPriceWhole?: boolean;
};

function picked(sent: Members): Members {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => ['title', 'price', 'lines'].includes(name)),
  );
}

function merged(before: unknown, sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const old = isObject(before) ? before : {};
  const next = new Map(Object.entries(old));
  for (const [name, value] of Object.entries(sent))
    if (value === null) next.delete(name);
    else if (value !== undefined) next.set(name, merged(old[name], value));
  return Object.fromEntries(next);
}

function mergedQuote(before: Members, sent: Members): Members {
  const next = merged(before, picked(sent));
  return isObject(next) ? next : before;
}

function withLines(entry: Members, change: (line: Members, at: number) => Members): Members {
  const { lines } = entry;
  return isList(lines)
    ? { ...entry, lines: lines.map((line, at) => (isObject(line) ? change(line, at) : line)) }
    : entry;
}

function quotes({
  made = picked,
  changed = mergedQuote,
  shown = (entry) => entry,
  isPriceWhole = false,
}: Ways = {}): MakeService {
  return () => {
    const all = new Map<string, Members>();
    let count = 0;
    const show = (id: string): Members => ({
      id,
      ...shown(withLines(all.get(id) ?? {}, (line, at) => ({ ...line, id: at + 1 }))),
    });
    const answer = (status: number, id: string): Reply => ({ status, body: show(id) });
    return ({ method, path, json }) => {
      const [, place, id] = path.split('/');
      if (place !== 'quotes') return { status: 404 };
      if (id === undefined) {
        if (method === 'GET') return { status: 200, body: [...all.keys()].map(show) };
        if (!isQuote(json, false)) return { status: 422 };
        const own = `q${String((count += 1))}`;
        all.set(own, made(json));
        return answer(201, own);
      }
      const before = all.get(id);
      if (before === undefined) return { status: 404 };
      if (method === 'GET') return answer(200, id);
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (!isQuote(json, method === 'PATCH', isPriceWhole)) return { status: 422 };
      all.set(id, method === 'PUT' ? made(json) : changed(before, json));
      return answer(200, id);
    };
  };
}

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ['EUR', 'Euro'],
  ['USD', 'Dollar'],
  ['SEK', 'Krona'],
]);

function inPrice(entry: Members, change: (price: Members) => Members): Members {
  const { price } = entry;
  return isObject(price) ? { ...entry, price: change(price) } : entry;
}

/** Lines of one code made one. */
function together(sent: Members): Members {
  const { lines } = picked(sent);
  const byCode = new Map<unknown, Members>();
  for (const line of isList(lines) ? lines : []) {
    if (!isObject(line)) continue;
    const known = byCode.get(line['code']);
    byCode.set(line['code'], {
      ...line,
      count: Math.min(40, Number(line['count']) + Number(known?.['count'] ?? 0)),
    });
  }
  return { ...picked(sent), lines: [...byCode.values()] };
}

const HONEST: readonly (readonly [name: string, ways: Ways])[] = [
  ['stores what it is sent', {}],
  [
    'shows the names of currencies',
    {
      shown: (entry) =>
        inPrice(entry, (price) => ({ ...price, currency: NAMES.get(price['currency']) ?? '' })),
    },
  ],
  [
    'makes one line of those with one code',
    { made: together, changed: (before, sent) => together(mergedQuote(before, sent)) },
  ],
  [
    'sorts lines',
    {
      shown: (entry) => {
        const { lines } = entry;
        return isList(lines)
          ? { ...entry, lines: lines.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
          : entry;
      },
    },
  ],
  [
    'adds to what it is sent',
    { shown: (entry) => inPrice(entry, (price) => ({ ...price, note: 'none', rate: 1.5, ...price })) },
  ],
];

const FAULTY: readonly (readonly [name: string, ways: Ways, finds: string])[] = [
  ['an object is lost', { made: (sent) => ({ ...picked(sent), price: {} }) }, 'resources.made-as-asked'],
  [
    'a number inside is lost',
    {
      made: (sent) =>
        inPrice(picked(sent), ({ amount, ...rest }) => (amount === 0 ? { amount, ...rest } : rest)),
    },
    'resources.made-as-asked',
  ],
  [
    'a text in each item is lost',
    { made: (sent) => withLines(picked(sent), ({ note: _note, ...line }) => line) },
    'resources.made-as-asked',
  ],
  [
    'numbers in items are others',
    { made: (sent) => withLines(picked(sent), (line) => ({ ...line, count: 1 })) },
    'collections.created-as-sent',
  ],
  [
    'a change of a number inside is not stored',
    {
      changed: (before, sent) =>
        mergedQuote(
          before,
          inPrice(sent, ({ amount: _amount, ...rest }) => rest),
        ),
    },
    'resources.update-stored',
  ],
  [
    'a change of one member inside resets another',
    {
      changed: (before, sent) => {
        const next = mergedQuote(before, sent);
        const { price } = sent;
        return isObject(price) && price['amount'] === undefined
          ? inPrice(next, (own) => ({ ...own, amount: 0 }))
          : isObject(price) && price['note'] === undefined
            ? inPrice(next, ({ note: _note, ...own }) => own)
            : next;
      },
    },
    'resources.change-keeps-rest',
  ],
  [
    'a change two objects deep is not stored',
    {
      changed: (before, sent) =>
        mergedQuote(
          before,
          inPrice(sent, (price) => {
            const { tax } = price;
            return isObject(tax) ? { ...price, tax: { ...tax, rate: undefined } } : price;
          }),
        ),
    },
    'resources.update-stored',
  ],
  [
    'a change of lines is not stored',
    { changed: (before, { lines: _lines, ...sent }) => mergedQuote(before, sent) },
    'resources.update-stored',
  ],
];

describe('objects of which answers say more', () => {
  test.each(wholeInCi(HONEST, 3))('are no reason to blame a service that %s', async (_name, ways) => {
    const run = await runAtOnce(DOCUMENT, quotes(ways));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(wholeInCi(FAULTY, 4))('are held against what was sent: %s', async (_name, ways, finds) => {
    const run = await runAtOnce(DOCUMENT, quotes(ways));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toContain(finds);
  });
});

describe('a merge patch of objects that need some of their members', () => {
  const inWords = (words: string): string =>
    DOCUMENT.replace('application/merge-patch+json', 'application/json')
      .replace('operationId: changeQuote', `operationId: changeQuote\n      description: ${words}`)
      .replace(
        / {4}QuoteChange:\n[\s\S]*?\n {4}Quote:/,
        () => `    QuoteChange: { type: object, properties: { ${SENT} } }\n    Quote:`,
      );
  const told = inWords('Changes the fields that are sent (JSON Merge Patch).');
  const replaced: Ways = { changed: (before, sent) => ({ ...before, ...picked(sent) }), isPriceWhole: true };

  test.each<readonly [string, string, Ways]>([
    ['merges them, as the words say', told, { isPriceWhole: true }],
    [
      'replaces them, where the words leave it open',
      inWords('Changes it, similar to JSON Merge Patch.'),
      replaced,
    ],
  ])('no fault of one that %s', async (_name, document, ways) => {
    expect(document).toContain('Changes');
    const run = await runAtOnce(document, quotes(ways));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  });

  test('one that replaces them: found', async () => {
    expect(idsOf(await runAtOnce(told, quotes(replaced)), 'fail')).toEqual(['resources.change-keeps-rest']);
  });

  test('the mock merges them', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': told });
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });
});
