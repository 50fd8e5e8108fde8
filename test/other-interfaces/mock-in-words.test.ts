import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';

/** Documents that say in whole sentences what no schema has: the mock does that, too. */

test.each(wholeInCi(['tasks', 'copies', 'files', 'labels'], 4))(
  'the mock does what the document of %s says in words',
  async (name) => {
    const loaded = await loadInterface(`${import.meta.dirname}/../specs/${name}`);
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  },
);

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const ID = `{name: id, in: path, required: true, schema: {type: integer}}`;
const NONE = `'404': {description: none}`;
const STATE = `type: string, enum: [packed, sent]`;

/** Parcels on shelves, which are read at a path of their own, have codes such as \`3A\`, and no time of sending before they are sent. */
const PARCELS = `
openapi: 3.1.0
info: {title: Parcels, version: '1'}
paths:
  /shelves:
    get: {operationId: listShelves, responses: {'200': {description: all, ${all('Shelf')}}}}
    post: {operationId: addShelf, requestBody: {required: true, ${one('NewShelf')}}, responses: {'201': {description: made, ${one('Shelf')}}, '400': {description: no}}}
  /shelves/{id}:
    parameters: [${ID}]
    get: {operationId: readShelf, responses: {'200': {description: one, ${one('Shelf')}}, ${NONE}}}
    delete: {operationId: dropShelf, responses: {'204': {description: gone}, ${NONE}}}
  /shelves/{id}/parcels:
    parameters: [${ID}]
    get:
      operationId: listParcels
      parameters: [{name: sort, in: query, schema: {type: string, enum: [code, -code], default: code}}]
      responses: {'200': {description: all, ${all('Parcel')}}, ${NONE}}
    post: {operationId: addParcel, requestBody: {required: true, ${one('NewParcel')}}, responses: {'201': {description: made, ${one('Parcel')}}, '400': {description: no}, ${NONE}}}
  /parcels/{parcelId}:
    parameters: [{name: parcelId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readParcel, responses: {'200': {description: one, ${one('Parcel')}}, ${NONE}}}
    delete: {operationId: dropParcel, responses: {'204': {description: gone}, ${NONE}}}
  /parcels/{parcelId}/send:
    parameters: [{name: parcelId, in: path, required: true, schema: {type: integer}}]
    post: {operationId: send, description: The parcel is sent afterwards. Refused with 409 unless it is packed., responses: {'200': {description: one, ${one('Parcel')}}, '409': {description: no}, ${NONE}}}
components:
  schemas:
    NewShelf: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}
    Shelf: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewParcel: {type: object, required: [title, code], properties: {title: {type: string, minLength: 1, maxLength: 60}, code: {type: string, pattern: '^[0-9]{1,4}[A-Z]?$'}}}
    Parcel: {type: object, required: [id, title, code, state], properties: {id: {type: integer}, title: {type: string}, code: {type: string}, state: {${STATE}}, sentAt: {type: string, format: date-time, description: Absent until the parcel is sent.}}}
`;

test('the mock leaves out what is absent in a state, and numbers what is read elsewhere once', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': PARCELS });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

const PRICE = `{type: string, pattern: '^\\d{1,5}\\.\\d{2}$'}`;
const LINE = (required: string, more: string): string =>
  `{type: object, required: [quantity, unit_price${required}], properties: {quantity: {type: integer, minimum: 1, maximum: 99}, unit_price: ${PRICE}${more}}}`;
const BILLS = `
openapi: 3.1.0
info: {title: Bills, version: '1'}
paths:
  /bills:
    get: {operationId: listBills, responses: {'200': {description: all, ${all('Bill')}}}}
    post: {operationId: addBill, requestBody: {required: true, ${one('NewBill')}}, responses: {'201': {description: made, ${one('Bill')}}, '400': {description: no}}}
  /bills/{id}:
    parameters: [${ID}]
    get: {operationId: readBill, responses: {'200': {description: one, ${one('Bill')}}, ${NONE}}}
components:
  schemas:
    NewBill: {type: object, required: [title, lines], properties: {title: {type: string, minLength: 1, maxLength: 60}, lines: {type: array, maxItems: 5, items: ${LINE('', '')}}}}
    Bill:
      type: object
      required: [id, title, lines, total]
      properties:
        id: {type: integer}
        title: {type: string}
        lines: {type: array, items: ${LINE(', amount', `, amount: {type: string, pattern: '^\\d+\\.\\d{2}$', description: Quantity times unit price}`)}}
        total: {type: string, pattern: '^\\d+\\.\\d{2}$', description: Sum of the amounts of all lines}
`;

test('the mock sums up what it calculates in lines', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': BILLS });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

const DISHES = `
openapi: 3.1.0
info: {title: Dishes, version: '1'}
paths:
  /dishes:
    get:
      operationId: listDishes
      parameters:
        - {name: max_total_minutes, in: query, schema: {type: integer, minimum: 0}, description: Only dishes that take at most this many minutes in total}
        - {name: sort, in: query, schema: {type: string, enum: [title, total_minutes]}}
      responses: {'200': {description: all, ${all('Dish')}}}
    post: {operationId: addDish, requestBody: {required: true, ${one('NewDish')}}, responses: {'201': {description: made, ${one('Dish')}}, '400': {description: no}}}
  /dishes/{id}:
    parameters: [${ID}]
    get: {operationId: readDish, responses: {'200': {description: one, ${one('Dish')}}, ${NONE}}}
    delete: {operationId: dropDish, responses: {'204': {description: gone}, ${NONE}}}
components:
  schemas:
    NewDish: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 60}, prep_minutes: {type: integer, minimum: 0, default: 0}, cook_minutes: {type: integer, minimum: 0, default: 0}}}
    Dish: {type: object, required: [id, title, total_minutes], properties: {id: {type: integer}, title: {type: string}, prep_minutes: {type: integer}, cook_minutes: {type: integer}, total_minutes: {type: integer, description: prep_minutes + cook_minutes}}}
`;

test('the mock narrows and orders a list by what it works out', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DISHES });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
