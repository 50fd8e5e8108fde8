import { expect, test } from 'vitest';
import { loadFiles } from '../../../test/specs/load-files.ts';
import { searchModelsOf } from './lists/searches.ts';
import { listInside, resourcesOf } from './resources.ts';
import { identityIn, identityOf } from './shown-entries.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const APPOINTMENT = '{ type: object, properties: { id: { type: integer }, begin: { type: string } } }';
const ARTICLE = '{ type: object, properties: { id: { type: integer }, price: { type: number } } }';

/** Entries that are made inside of patients, and `own` at a path of their own. */
async function load(own: string, lists: boolean): Promise<ReturnType<typeof resourcesOf>> {
  const list = `get: { operationId: all, responses: { 200: { ${json(`{ type: array, items: ${own} }`)} } } }`;
  const patient = '{ type: object, properties: { id: { type: string } } }';
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Clinic, version: '1' }
paths:
  /patients:
    get: { operationId: patients, responses: { 200: { ${json(`{ type: array, items: ${patient} }`)} } } }
    post: { operationId: admit, requestBody: { ${json(patient)} }, responses: { 201: { ${json(patient)} } } }
  /patients/{patientId}:
    parameters: [{ name: patientId, in: path, required: true, schema: { type: string } }]
    get: { operationId: patient, responses: { 200: { ${json(patient)} } } }
  /patients/{patientId}/appointments:
    parameters: [{ name: patientId, in: path, required: true, schema: { type: string } }]
    get: { operationId: list, responses: { 200: { ${json(`{ type: array, items: ${APPOINTMENT} }`)} } } }
    post: { operationId: book, requestBody: { ${json('{ type: object, properties: { begin: { type: string } } }')} }, responses: { 201: { ${json(APPOINTMENT)} } } }
  ${lists ? `/appointments:\n    ${list}` : ''}
  /appointments/{appointmentId}:
    parameters: [{ name: appointmentId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { 200: { ${json(own)} } } }
    delete: { operationId: cancel, responses: { 204: {} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return resourcesOf(loaded.interface);
}

test.each([
  [
    'as one, what is made inside of something and read elsewhere',
    APPOINTMENT,
    false,
    '/patients/{patientId}/appointments',
  ],
  ['as one, what a list of all shows as well', APPOINTMENT, true, '/appointments'],
  ['apart, what has other members', ARTICLE, false, undefined],
])('resourcesOf() takes %s', async (_name, own, lists, path) => {
  const resources = await load(own, lists);
  const whole = resources.find(({ create, remove }) => create?.id === 'book' && remove?.id === 'cancel');
  expect(whole?.path).toBe(path);
  if (whole === undefined) return;
  expect(whole.parent).toBe('/patients');
  expect(listInside(whole)?.id).toBe(lists ? undefined : 'list');
});

const ARTICLES = `{ type: array, items: ${ARTICLE} }`;

test.each([
  ['a search on the path of its list', 'summary: Get List (POST)', `200: { ${json(ARTICLES)} }`, false],
  ['a creation that answers with all', 'summary: Add an article', `200: { ${json(ARTICLES)} }`, true],
  ['a creation by its status', 'summary: Get one made', `201: { ${json(ARTICLES)} }`, true],
  ['a creation that answers with one', 'summary: Get one made', `200: { ${json(ARTICLE)} }`, true],
])('resourcesOf() reads %s', async (_name, words, response, isCreation) => {
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /articles:
    get: { operationId: all, responses: { 200: { ${json(ARTICLES)} } } }
    post: { operationId: ask, ${words}, requestBody: { ${json('{ type: object, properties: { price: { type: number } } }')} }, responses: { ${response} } }
  /articles/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { 200: { ${json(ARTICLE)} } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [resource] = resourcesOf(loaded.interface);
  expect(resource?.create?.id).toBe(isCreation ? 'ask' : undefined);
  const [search] = searchModelsOf(loaded.interface);
  expect(search?.operation.id).toBe(isCreation ? undefined : 'ask');
});

const TEXT = '{ type: object, properties: { email: { type: string } } }';
const INVITATION = '{ type: object, properties: { id: { type: string }, email: { type: string } } }';
const REVOCATION = `
  /invitations/{invitation_id}/revoke:
    parameters: [{ name: invitation_id, in: path, required: true, schema: { type: string } }]
    post: { operationId: revoke, responses: { 200: { ${json(INVITATION)} } } }`;

test.each([
  ['that nothing is made at', '', ['/invitations/{invitation_id}']],
  [
    'at which others of that name are made',
    `
  /invitations:
    get: { operationId: invitations, responses: { 200: { ${json(`{ type: array, items: ${INVITATION} }`)} } } }
    post: { operationId: invite, requestBody: { ${json(TEXT)} }, responses: { 201: { ${json(INVITATION)} } } }`,
    [],
  ],
])('what is inside of an entry may have another place %s', async (_case, paths, places) => {
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Clubs, version: '1' }
paths:
  /clubs:
    get: { operationId: clubs, responses: { 200: { ${json(`{ type: array, items: ${INVITATION} }`)} } } }
    post: { operationId: addClub, requestBody: { ${json(TEXT)} }, responses: { 201: { ${json(INVITATION)} } } }
  /clubs/{club_id}/invitations:
    parameters: [{ name: club_id, in: path, required: true, schema: { type: string } }]
    post: { operationId: inviteTo, requestBody: { ${json(TEXT)} }, responses: { 201: { ${json(INVITATION)} } } }
  /clubs/{club_id}/invitations/{invitation_id}:
    parameters: [{ name: club_id, in: path, required: true, schema: { type: string } }, { name: invitation_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: invitation, responses: { 200: { ${json(INVITATION)} } } }${REVOCATION}${paths}
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const own = resourcesOf(loaded.interface).find(({ path }) => path === '/clubs/{club_id}/invitations');
  expect(own?.otherPlaces?.map(({ itemPath }) => itemPath) ?? []).toEqual(places);
});

test.each([
  ['kinds that a parameter has', '', ['/users/{type}']],
  [
    'kinds, beside a list of all of them',
    `
  /users:
    get: { operationId: everybody, responses: { 200: { ${json(`{ type: array, items: ${INVITATION} }`)} } } }`,
    ['/users/{type}'],
  ],
  [
    'entries that have a list inside of them',
    `
  /users:
    get: { operationId: groups, responses: { 200: { ${json('{ type: array, items: { type: object, properties: { type: { type: string }, size: { type: integer } } } }')} } } }`,
    ['/users', '/users/{type}'],
  ],
])('what stands behind %s is made and listed there', async (_case, paths, found) => {
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Desk, version: '1' }
paths:${paths}
  /users/{type}:
    parameters: [{ name: type, in: path, required: true, schema: { type: string } }]
    get: { operationId: users, responses: { 200: { ${json(`{ type: array, items: ${INVITATION} }`)} } } }
    post: { operationId: addUser, requestBody: { ${json(TEXT)} }, responses: { 200: { ${json(INVITATION)} } } }
    patch: { operationId: changeUsers, responses: { 204: {} } }
  /users/{type}/{id}:
    parameters: [{ name: type, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: user, responses: { 200: { ${json(INVITATION)} } } }
    delete: { operationId: removeUser, responses: { 204: {} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(resourcesOf(loaded.interface).map(({ path }) => path)).toEqual(found);
});

test.each([
  [['external_id', 'other_id'], 'external_customer_id', 'external_id'],
  [['id', 'external_id'], 'external_customer_id', 'id'],
  [['_id', 'user_id'], 'user_group_id', '_id'],
  [['user_id', 'group_id'], 'user_group_id', undefined],
  [['name', 'pk'], 'id', 'pk'],
  [['id', 'name'], 'pk', 'id'],
])('of the members %j, {%s} names %s', (names, parameter, member) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  expect(identityIn({ type: 'object', properties }, parameter)?.member).toBe(member);
});

test.each([
  [['booking_id', 'offer_id'], 'id', 'booking_id'],
  [['bookingId', 'id'], 'id', 'id'],
  [['offer_id', 'title'], 'id', undefined],
  [['booking_id', 'name'], 'name', 'name'],
])('of the members %j of a booking, {%s} names %s', (names, parameter, member) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  expect(identityOf({ type: 'object', properties }, parameter, 'booking')?.member).toBe(member);
});

test('what is made above the lists of all whom it names stands behind those, and they are no entries', async () => {
  const sent =
    '{ type: object, properties: { user_id: { type: string }, label: { type: string }, price: { type: integer } } }';
  const user = '{ name: userId, in: path, required: true, schema: { type: string } }';
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post: { operationId: order, requestBody: { ${json(sent)} }, responses: { 201: { ${json(sent)} } } }
  /orders/{userId}:
    parameters: [${user}]
    get: { operationId: all, responses: { 200: { ${json(`{ type: object, properties: { orders: { type: array, items: ${sent} } } }`)} } } }
  /orders/{userId}/{label}:
    parameters: [${user}, { name: label, in: path, required: true, schema: { type: string } }]
    get: { operationId: one, responses: { 200: { ${json(sent)} } } }
    delete: { operationId: cancel, responses: { 204: {} } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [orders, ...others] = resourcesOf(loaded.interface);
  expect(others).toEqual([]);
  expect([orders?.list?.id, orders?.create?.id, orders?.read?.id]).toEqual(['all', 'order', 'one']);
});

test.each([
  ['renameNote', 'actions'],
  ['NotesController_update', 'actions'],
  ['createOrUpdateNote', 'makeAt'],
  ['saveNote', 'makeAt'],
  ['note', 'makeAt'],
])('what %s does beside a creation, by a POST on the place of one entry with a 201', async (id, part) => {
  const note = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
  const made = `requestBody: { ${json(note)} }, responses: { 201: { ${json(note)} } }`;
  const loaded = await loadFiles({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post: { operationId: make, ${made} }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { 200: { ${json(note)} } } }
    post: { operationId: ${id}, ${made} }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [notes] = resourcesOf(loaded.interface);
  expect([notes?.makeAt?.id, notes?.actions.map((action) => action.id)]).toEqual(
    part === 'makeAt' ? [id, []] : [undefined, [id]],
  );
});
