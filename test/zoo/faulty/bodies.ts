import { honestDescribe } from '../honest-traits.ts';
import { jsonText, NumberText } from '../json-text.ts';
import { faulty, type FaultyMember } from '../member.ts';
import type { Category, Service, Traits } from '../traits.ts';
import {
  altering,
  changingMembers,
  html,
  onCreated,
  onList,
  onStatus,
  raw,
  replacing,
  reshaping,
  without,
  type Condition,
} from './changes.ts';

type Where = 'created' | 'listed';
type Members = Record<string, unknown>;

/** Describes categories in another way, everywhere or in one place. */
const describing =
  (
    change: (members: Members, category: Category, service: Service) => unknown,
    place?: Where,
  ): Traits['describe'] =>
  (category, where, service) => {
    const honest = honestDescribe(category, where, service);
    return place === undefined || place === where ? change(honest, category, service) : honest;
  };

const onSuccess: Condition = (answer, call) => onCreated(answer, call) || onList(answer, call);
const text = (value: unknown): string => String(value);
const entries = (value: unknown): readonly Members[] => (Array.isArray(value) ? (value as Members[]) : []);
const bytesOf = (change: (json: string) => string | Buffer): ((json: string) => ReturnType<typeof raw>) => {
  return (json) => raw('application/json', change(json));
};

const describedNull = (members: Members): Members => ({ description: null, ...members });

export const bodyFaults: readonly FaultyMember[] = faulty('bodies', [
  {
    name: 'id-string',
    clauses: ['2-category-id', '2-category'],
    title: 'ids are strings',
    traits: { describe: describing((members) => ({ ...members, id: text(members['id']) })) },
  },
  {
    name: 'id-string-when-created',
    clauses: ['2-category-id', '4.2-answer-201'],
    title: 'the id of a created category is a string',
    subtle: true,
    traits: { describe: describing((members) => ({ ...members, id: text(members['id']) }), 'created') },
  },
  {
    name: 'id-string-in-list',
    clauses: ['2-category-id', '4.1-answer-200'],
    title: 'ids in the list are strings',
    subtle: true,
    traits: { describe: describing((members) => ({ ...members, id: text(members['id']) }), 'listed') },
  },
  {
    name: 'id-uuid',
    clauses: ['2-category-id', '2-category'],
    title: 'ids are UUIDs',
    traits: {
      describe: describing((members) => ({
        ...members,
        id: `6f1c2a54-9d1e-4c7a-8a55-${text(members['id']).padStart(12, '0')}`,
      })),
    },
  },
  {
    name: 'id-fraction',
    clauses: ['2-category-id'],
    title: 'ids have a fraction',
    traits: {
      describe: describing((members) => ({ ...members, id: new NumberText(`${text(members['id'])}.5`) })),
    },
  },
  {
    name: 'id-null',
    clauses: ['2-category-id', '4.2-answer-201'],
    title: 'the id of a created category is null',
    traits: { describe: describing((members) => ({ ...members, id: null }), 'created') },
  },
  {
    name: 'id-missing',
    clauses: ['2-category-id', '2-category'],
    title: 'there is no id',
    traits: { describe: describing((members) => without(members, 'id')) },
  },
  {
    name: 'id-missing-when-created',
    clauses: ['2-category-id', '4.2-answer-201'],
    title: 'there is no id in the answer to a creation',
    traits: { describe: describing((members) => without(members, 'id'), 'created') },
  },
  {
    name: 'id-missing-in-list',
    clauses: ['2-category-id', '4.1-answer-200'],
    title: 'there is no id in the list',
    traits: { describe: describing((members) => without(members, 'id'), 'listed') },
  },
  {
    name: 'id-named-mongo',
    clauses: ['2-category-id'],
    title: 'the id is named _id',
    traits: { describe: describing((members) => ({ _id: members['id'], ...without(members, 'id') })) },
  },
  {
    name: 'id-beyond-int64',
    clauses: ['2-category-id'],
    title: 'ids are unsigned and beyond int64',
    traits: { nextId: (service) => 18_446_744_073_709_451_615n + BigInt(service.tally('id')) },
  },
  {
    name: 'id-true',
    clauses: ['2-category-id', '4.2-answer-201'],
    title: 'the id of a created category is true',
    traits: { describe: describing((members) => ({ ...members, id: true }), 'created') },
  },
  {
    name: 'name-missing-in-list',
    clauses: ['2-category-has-new-category', '4.1-answer-200'],
    title: 'the list has no names',
    traits: { describe: describing((members) => without(members, 'name'), 'listed') },
  },
  {
    name: 'name-called-title',
    clauses: ['2-category-has-new-category', '2-category'],
    title: 'the name is named title',
    traits: { describe: describing((members) => ({ title: members['name'], ...without(members, 'name') })) },
  },
  {
    name: 'name-null-in-list',
    clauses: ['2-category-has-new-category', '4.1-answer-200'],
    title: 'names in the list are null',
    traits: { describe: describing((members) => ({ ...members, name: null }), 'listed') },
  },
  {
    name: 'name-by-language',
    clauses: ['2-category-has-new-category'],
    title: 'a name is an object by language',
    traits: { describe: describing((members) => ({ ...members, name: { en: members['name'] } })) },
  },
  {
    name: 'description-null',
    clauses: ['2-category-has-new-category', '2-new-category-description'],
    title: 'a description that is absent comes back as null',
    traits: { describe: describing(describedNull) },
  },
  {
    name: 'description-null-in-list',
    clauses: ['2-category-has-new-category', '4.1-answer-200'],
    title: 'a description that is absent is null in the list',
    subtle: true,
    traits: { describe: describing(describedNull, 'listed') },
  },
  {
    name: 'description-null-when-created',
    clauses: ['2-category-has-new-category', '4.2-answer-201'],
    title: 'a description that is absent is null in the answer to the creation',
    subtle: true,
    traits: { describe: describing(describedNull, 'created') },
  },
  {
    name: 'description-false',
    clauses: ['2-category-has-new-category'],
    title: 'a description that is absent comes back as false',
    traits: { describe: describing((members) => ({ description: false, ...members })) },
  },
  {
    name: 'list-wrapped',
    clauses: ['4.1-answer-200'],
    title: 'the list is wrapped in "categories"',
    traits: { alter: reshaping(onList, (list) => ({ categories: list })) },
  },
  {
    name: 'list-page',
    clauses: ['4.1-answer-200'],
    title: 'the list is a page with data and total',
    traits: { alter: reshaping(onList, (list) => ({ data: list, total: entries(list).length, next: null })) },
  },
  {
    name: 'list-by-id',
    clauses: ['4.1-answer-200'],
    title: 'the list is an object by id',
    traits: {
      alter: reshaping(onList, (list) =>
        Object.fromEntries(entries(list).map((entry) => [text(entry['id']), entry])),
      ),
    },
  },
  {
    name: 'list-of-names',
    clauses: ['4.1-answer-200'],
    title: 'the list holds names',
    traits: { alter: reshaping(onList, (list) => entries(list).map((entry) => entry['name'])) },
  },
  {
    name: 'list-of-lists',
    clauses: ['4.1-answer-200'],
    title: 'the list holds the list',
    traits: { alter: reshaping(onList, (list) => [list]) },
  },
  {
    name: 'list-wrapped-entries',
    clauses: ['4.1-answer-200'],
    title: 'each entry is wrapped in "category"',
    traits: { alter: reshaping(onList, (list) => entries(list).map((category) => ({ category }))) },
  },
  {
    name: 'list-null-entry',
    clauses: ['4.1-answer-200'],
    title: 'the list ends with null',
    subtle: true,
    traits: { alter: reshaping(onList, (list) => [...entries(list), null]) },
  },
  {
    name: 'list-lines',
    clauses: ['1-http-and-json', '4.1-answer-200'],
    title: 'the list is one JSON text a line',
    traits: {
      alter: altering(onList, (answer) => ({
        ...answer,
        content: raw(
          'application/json',
          entries(answer.content.kind === 'json' ? answer.content.value : [])
            .map((entry) => jsonText(entry))
            .join('\n'),
        ),
      })),
    },
  },
  {
    name: 'list-null-when-empty',
    clauses: ['4.1-answer-200'],
    title: 'an empty list is null, as Go has it',
    subtle: true,
    traits: { seed: [], alter: reshaping(onList, (list) => (entries(list).length === 0 ? null : list)) },
  },
  {
    name: 'list-204-when-empty',
    clauses: ['4.1-answer-200', '4.1-answers'],
    title: 'an empty list is a 204',
    subtle: true,
    traits: {
      seed: [],
      alter: altering(onList, (answer) =>
        answer.content.kind === 'json' && entries(answer.content.value).length === 0
          ? { ...answer, status: 204, content: { kind: 'none' } }
          : answer,
      ),
    },
  },
  {
    name: 'list-206',
    clauses: ['4.1-answer-200', '4.1-answers'],
    title: '206 for the list',
    traits: { alter: altering(onList, (answer) => ({ ...answer, status: 206 })) },
  },
  {
    name: 'list-201',
    clauses: ['4.1-answer-200', '4.1-answers'],
    title: '201 for the list',
    traits: { alter: altering(onList, (answer) => ({ ...answer, status: 201 })) },
  },
  {
    name: 'list-as-text',
    clauses: ['1-response-media-type'],
    title: 'the list as text/plain',
    traits: { alter: replacing(onList, (json) => raw('text/plain; charset=utf-8', json)) },
  },
  {
    name: 'list-without-type',
    clauses: ['1-response-media-type'],
    title: 'the list without a Content-Type',
    traits: { alter: replacing(onList, (json) => raw(undefined, json)) },
  },
  {
    name: 'list-hal',
    clauses: ['1-response-media-type'],
    title: 'the list as application/hal+json',
    subtle: true,
    traits: { alter: replacing(onList, (json) => raw('application/hal+json', json)) },
  },
  {
    name: 'list-html',
    clauses: ['1-response-media-type', '4.1-answer-200'],
    title: '200 with a page instead of the list',
    traits: { alter: replacing(onList, () => html('Welcome to the catalogue')) },
  },
  {
    name: 'created-as-text',
    clauses: ['1-response-media-type', '4.2-answer-201'],
    title: 'a created category as text/html',
    traits: { alter: replacing(onCreated, (json) => raw('text/html; charset=utf-8', json)) },
  },
  {
    name: 'created-json-of-vendor',
    clauses: ['1-response-media-type'],
    title: 'a created category as application/vnd.catalogue+json',
    subtle: true,
    traits: { alter: replacing(onCreated, (json) => raw('application/vnd.catalogue+json', json)) },
  },
  {
    name: 'text-json',
    clauses: ['1-response-media-type'],
    title: 'everything as text/json',
    traits: {
      alter: replacing(
        () => true,
        (json) => raw('text/json', json),
      ),
    },
  },
  {
    name: 'created-200',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: '200 for a creation',
    traits: { alter: altering(onCreated, (answer) => ({ ...answer, status: 200 })) },
  },
  {
    name: 'created-202',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: '202 for a creation',
    traits: { alter: altering(onCreated, (answer) => ({ ...answer, status: 202 })) },
  },
  {
    name: 'created-204',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: '204 for a creation',
    traits: {
      alter: altering(onCreated, (answer) => ({ ...answer, status: 204, content: { kind: 'none' } })),
    },
  },
  {
    name: 'created-303',
    clauses: ['4.2-answer-201', '4.2-answers'],
    title: '303 to the list for a creation',
    traits: {
      alter: altering(onCreated, (answer) => ({
        status: 303,
        headers: [...answer.headers, ['Location', '/v1/categories']],
        content: { kind: 'none' },
      })),
    },
  },
  {
    name: 'created-200-without-description',
    clauses: ['4.2-answer-201', '2-new-category-description'],
    title: '200 for a creation without a description',
    subtle: true,
    traits: {
      alter: altering(onCreated, (answer, call) =>
        call.input?.description === undefined ? { ...answer, status: 200 } : answer,
      ),
    },
  },
  {
    name: 'created-empty',
    clauses: ['4.2-answer-201'],
    title: '201 without a body',
    traits: { alter: replacing(onCreated, () => ({ kind: 'none' })) },
  },
  {
    name: 'created-id-only',
    clauses: ['4.2-answer-201', '2-category'],
    title: '201 with the id alone',
    traits: { alter: changingMembers(onCreated, (members) => ({ id: members['id'] })) },
  },
  {
    name: 'created-number',
    clauses: ['4.2-answer-201'],
    title: '201 with a number, the id',
    traits: { alter: changingMembers(onCreated, (members) => members['id']) },
  },
  {
    name: 'created-without-description',
    clauses: ['4.2-answer-201', '2-category-has-new-category'],
    title: '201 without the description that was sent',
    traits: { alter: changingMembers(onCreated, (members) => without(members, 'description')) },
  },
  {
    name: 'created-wrapped',
    clauses: ['4.2-answer-201', '2-category'],
    title: '201 with the category wrapped in "category"',
    traits: { alter: reshaping(onCreated, (category) => ({ category })) },
  },
  {
    name: 'created-in-list',
    clauses: ['4.2-answer-201'],
    title: '201 with a list of one category, as an ORM returns it',
    traits: { alter: reshaping(onCreated, (category) => [category]) },
  },
  {
    name: 'created-whole-list',
    clauses: ['4.2-answer-201'],
    title: '201 with the whole list',
    traits: {
      alter: altering(onCreated, (answer, call, service) => ({
        ...answer,
        content: {
          kind: 'json',
          value: service.categories.map((one) => honestDescribe(one, 'listed', service)),
        },
      })),
    },
  },
  {
    name: 'created-echo',
    clauses: ['4.2-answer-201', '2-category-id'],
    title: '201 with the body as it was sent',
    traits: {
      alter: altering(onCreated, (answer, call) => ({
        ...answer,
        content: raw('application/json', call.body),
      })),
    },
  },
  {
    name: 'created-encoded-twice',
    clauses: ['4.2-answer-201'],
    title: '201 with a JSON string that holds JSON',
    traits: { alter: reshaping(onCreated, (category) => jsonText(category)) },
  },
  {
    name: 'trailing-comma',
    clauses: ['1-http-and-json', '4.1-answer-200'],
    title: 'a comma behind the last entry of the list',
    traits: {
      alter: replacing(
        onList,
        bytesOf((json) => json.replace(/\]$/, ',]')),
      ),
    },
  },
  {
    name: 'anti-hijacking-prefix',
    clauses: ['1-http-and-json'],
    title: ")]}', before the list",
    traits: {
      alter: replacing(
        onList,
        bytesOf((json) => `)]}',\n${json}`),
      ),
    },
  },
  {
    name: 'byte-order-mark',
    clauses: ['HTTP-json-no-byte-order-mark'],
    title: 'a byte order mark before every body',
    subtle: true,
    traits: {
      alter: replacing(
        onSuccess,
        bytesOf((json) => `\ufeff${json}`),
      ),
    },
  },
  {
    name: 'not-a-number',
    clauses: ['1-http-and-json'],
    title: 'a member NaN in the list',
    traits: {
      alter: replacing(
        onList,
        bytesOf((json) => json.replace('{', '{"rank":NaN,')),
      ),
    },
  },
  {
    name: 'unquoted-members',
    clauses: ['1-http-and-json', '4.2-answer-201'],
    title: 'members without quotes in a created category',
    traits: {
      alter: replacing(
        onCreated,
        bytesOf((json) => json.replaceAll(/"(id|name)":/g, '$1:')),
      ),
    },
  },
  {
    name: 'raw-line-breaks',
    clauses: ['1-http-and-json'],
    title: 'line breaks in strings are not escaped',
    subtle: true,
    traits: { encode: (value) => jsonText(value).replaceAll('\\n', '\n').replaceAll('\\t', '\t') },
  },
  {
    name: 'raw-quotes',
    clauses: ['1-http-and-json'],
    title: 'JSON glued together from strings: quotes are not escaped',
    traits: { encode: (value) => jsonText(value).replaceAll(String.raw`\"`, '"') },
  },
  {
    name: 'latin-1',
    clauses: ['HTTP-json-utf-8', '1-http-and-json'],
    title: 'bodies in ISO 8859-1',
    traits: {
      alter: replacing(
        onSuccess,
        bytesOf((json) => Buffer.from(json, 'latin1')),
      ),
    },
  },
  {
    name: 'utf-16',
    clauses: ['HTTP-json-utf-8', '1-http-and-json'],
    title: 'the list in UTF-16',
    traits: {
      alter: replacing(
        onList,
        bytesOf((json) => Buffer.from(json, 'utf16le')),
      ),
    },
  },
  {
    name: 'javascript-callback',
    clauses: ['1-http-and-json', '1-response-media-type'],
    title: 'the list in a function call',
    traits: { alter: replacing(onList, (json) => raw('application/javascript', `callback(${json});`)) },
  },
  {
    name: 'success-envelope',
    clauses: ['4.2-answer-201', '4.1-answer-200'],
    title: 'success is wrapped in {"success":true,"data":…}',
    traits: { alter: reshaping(onSuccess, (data) => ({ success: true, data })) },
  },
  {
    name: 'ids-rounded',
    clauses: ['2-category-id'],
    title: 'ids beyond 2^53 are rounded in the list',
    subtle: true,
    traits: {
      nextId: (service) => 9_007_199_254_740_992n + BigInt(service.tally('id')),
      describe: describing(
        (members) => ({
          ...members,
          id: typeof members['id'] === 'bigint' ? BigInt(Number(members['id'])) : null,
        }),
        'listed',
      ),
    },
  },
  {
    name: 'id-tenths-in-list',
    clauses: ['2-category-id'],
    title: 'ids in the list are JSON numbers with a fraction of tenths',
    subtle: true,
    traits: {
      describe: describing(
        (members) => ({ ...members, id: new NumberText(`${text(members['id'])}.1`) }),
        'listed',
      ),
    },
  },
  {
    name: 'list-304',
    clauses: ['4.1-answers', '4.1-answer-200'],
    title: '304 for a second list, though nothing was said about a first',
    subtle: true,
    traits: {
      alter: altering(onStatus(200), (answer, call, service) =>
        call.operation === 'listCategories' && service.tally('lists') > 1
          ? { ...answer, status: 304, content: { kind: 'none' } }
          : answer,
      ),
    },
  },
]);
