import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, runAgainstMock } from './run-against-mock.ts';

/** Small documents for what public ones showed on their own mock: none of it is a fault of a service. */

type Parts = { readonly paths: string; readonly schemas?: string };

function documentOf({ paths, schemas = '' }: Parts): string {
  return `
openapi: 3.0.3
info: { title: Kinds, version: '1' }
paths:${paths}
components:
  schemas:
    Problem: { type: object, properties: { title: { type: string } } }${schemas}
`;
}

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const answers = (status: string, schema: string): string =>
  `responses: { '${status}': { description: fine, ${json(schema)} }, '400': { description: not valid }, '404': { description: not there } }`;

const documents: Readonly<Record<string, string>> = {
  'entries that a client names and that are replaced by a form as well': documentOf({
    paths: `
  /feeds:
    get: { operationId: feeds, ${answers('200', `{ type: array, items: ${ref('Feed')} }`)} }
    post: { operationId: addFeed, requestBody: { ${json(ref('Feed'))} }, ${answers('201', ref('Feed'))} }
  /feeds/{feed_key}:
    parameters: [{ name: feed_key, in: path, required: true, schema: { type: string } }]
    get: { operationId: feed, ${answers('200', ref('Feed'))} }
    put:
      operationId: replaceFeed
      requestBody: { content: { application/json: { schema: ${ref('Feed')} }, application/x-www-form-urlencoded: { schema: ${ref('Feed')} } } }
      ${answers('200', ref('Feed'))}`,
    schemas: `
    Feed: { type: object, properties: { id: { type: number, readOnly: true }, key: { type: string }, name: { type: string } } }`,
  }),
  'entries that are made inside of something that nobody makes, and read elsewhere': documentOf({
    paths: `
  /orgs/{org}/teams:
    parameters: [{ name: org, in: path, required: true, schema: { type: string } }]
    get: { operationId: teams, ${answers('200', `{ type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } }`)} }
    post: { operationId: addTeam, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: { type: string } } }`)} }, ${answers('201', ref('Team'))} }
  /teams/{teamId}:
    parameters: [{ name: teamId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: team, responses: { '200': { description: one, content: { application/json: { schema: ${ref('Team')}, example: { id: 1, name: string, size: 2 } } } } } }
    patch: { operationId: changeTeam, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: { type: string } } }`)} }, ${answers('200', ref('Team'))} }`,
    schemas: `
    Team: { type: object, properties: { id: { type: integer }, name: { type: string }, size: { type: integer } } }`,
  }),
  'members of any type in entries that have more than is sent': documentOf({
    paths: `
  /keys:
    get: { operationId: keys, ${answers('200', `{ type: array, items: ${ref('Key')} }`)} }
    post: { operationId: addKey, requestBody: { required: true, ${json(`{ type: object, required: [name, claims], properties: { name: { type: string }, claims: { nullable: true, example: 4241 } } }`)} }, ${answers('201', ref('Key'))} }`,
    schemas: `
    Key: { type: object, required: [id, name, claims, secret], properties: { id: { type: string }, name: { type: string }, claims: { nullable: true, example: 4241 }, secret: { type: string } } }`,
  }),
  'what nobody keeps inside of entries that are removed': documentOf({
    paths: `
  /users:
    get: { operationId: users, ${answers('200', `{ type: array, items: ${ref('User')} }`)} }
    post: { operationId: addUser, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: { type: string } } }`)} }, ${answers('200', ref('User'))} }
  /users/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: string } }]
    get: { operationId: user, ${answers('200', ref('User'))} }
    delete: { operationId: removeUser, responses: { '204': { description: gone }, '404': { description: not there } } }
  /users/{userId}/roles:
    parameters: [{ name: userId, in: path, required: true, schema: { type: string } }]
    get: { operationId: roles, ${answers('200', `{ type: array, items: ${ref('Role')} }`)} }
    post: { operationId: addRole, requestBody: { required: true, ${json(`{ type: object, required: [type], properties: { type: { type: string, enum: [ADMIN, READER] } } }`)} }, ${answers('201', `{ oneOf: [${ref('Role')}, ${ref('Custom')}] }`)} }
  /users/{userId}/roles/{roleId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: string } }, { name: roleId, in: path, required: true, schema: { type: string } }]
    get: { operationId: role, ${answers('200', `{ oneOf: [${ref('Role')}, ${ref('Custom')}] }`)} }
    delete: { operationId: removeRole, responses: { '204': { description: gone }, '404': { description: not there } } }`,
    schemas: `
    User: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: { type: string } } }
    Role: { type: object, required: [id, type], properties: { id: { type: string, example: ra1b8 }, type: { type: string, enum: [ADMIN, READER] } } }
    Custom: { type: object, required: [id, type, resource], properties: { id: { type: string, example: ra1b9 }, type: { type: string, enum: [CUSTOM] }, resource: { type: string } } }`,
  }),
  'a success under default, beside a refusal': documentOf({
    paths: `
  /logout:
    get: { operationId: logout, responses: { '400': { description: no, ${json(ref('Problem'))} }, default: { description: successful operation } } }
  /users:
    post: { operationId: addUser, requestBody: { ${json(`{ type: object, properties: { name: { type: string } } }`)} }, responses: { '400': { description: no }, default: { description: successful operation } } }`,
  }),
  'members of the service that another operation takes': documentOf({
    paths: `
  /accounts:
    post: { operationId: openAccount, requestBody: { required: true, ${json(`{ type: object, required: [email], properties: { email: { type: string, enum: [someone@example.com] } } }`)} }, responses: { '204': { description: done }, '400': { description: no } } }
  /customers:
    get: { operationId: customers, ${answers('200', `{ type: array, items: ${ref('Customer')} }`)} }
    post: { operationId: addCustomer, requestBody: { required: true, ${json(ref('Customer'))} }, ${answers('201', ref('Customer'))} }`,
    schemas: `
    Customer: { type: object, required: [id, email, note], properties: { id: { type: string, readOnly: true }, email: { type: string, format: email, readOnly: true }, note: { type: string } } }`,
  }),
  'copies that a POST on an entry makes elsewhere': documentOf({
    paths: `
  /templates:
    get: { operationId: templates, ${answers('200', `{ type: array, items: ${ref('Template')} }`)} }
    post: { operationId: addTemplate, requestBody: { required: true, ${json(ref('New'))} }, ${answers('201', ref('Template'))} }
  /templates/{template_id}:
    parameters: [{ name: template_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: template, ${answers('200', ref('Template'))} }
    post: { operationId: copyTemplate, requestBody: { ${json(ref('New'))} }, ${answers('201', ref('Template'))} }
    patch: { operationId: changeTemplate, requestBody: { ${json(ref('New'))} }, ${answers('200', ref('Template'))} }
    delete: { operationId: removeTemplate, responses: { '204': { description: gone }, '404': { description: not there } } }`,
    schemas: `
    New: { type: object, required: [name], properties: { name: { type: string, maxLength: 100 } } }
    Template: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: { type: string } } }`,
  }),
};

/** Those of which a run reaches each operation. */
const reached: Readonly<Record<string, string>> = {
  'bodies wrapped under the name of their entries, with members that no entry shows, whose path has a longer name for theirs':
    documentOf({
      paths: `
  /customers:
    get: { operationId: customers, ${answers('200', `{ type: object, properties: { customers: { type: array, items: ${ref('Customer')} } } }`)} }
    post: { operationId: addCustomer, requestBody: { required: true, ${json(ref('CustomerInput'))} }, ${answers('200', `{ type: object, required: [customer], properties: { customer: ${ref('Customer')} } }`)} }
  /customers/{external_customer_id}:
    parameters: [{ name: external_customer_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: customer, ${answers('200', `{ type: object, required: [customer], properties: { customer: ${ref('Customer')} } }`)} }
    put: { operationId: changeCustomer, requestBody: { required: true, ${json(ref('CustomerInput'))} }, ${answers('200', `{ type: object, required: [customer], properties: { customer: ${ref('Customer')} } }`)} }
    delete: { operationId: removeCustomer, ${answers('200', `{ type: object, required: [customer], properties: { customer: ${ref('Customer')} } }`)} }
  /plans:
    get: { operationId: plans, ${answers('200', `{ type: object, properties: { plans: { type: array, items: ${ref('Plan')} } } }`)} }
    post: { operationId: addPlan, requestBody: { required: true, ${json(ref('PlanInput'))} }, ${answers('200', `{ type: object, required: [plan], properties: { plan: ${ref('Plan')} } }`)} }
  /plans/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { operationId: plan, ${answers('200', `{ type: object, required: [plan], properties: { plan: ${ref('Plan')} } }`)} }
    delete: { operationId: removePlan, ${answers('200', `{ type: object, required: [plan], properties: { plan: ${ref('Plan')} } }`)} }
  /plans/{code}/filters:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { operationId: filters, ${answers('200', `{ type: object, properties: { filters: { type: array, items: ${ref('Filter')} } } }`)} }
    post: { operationId: addFilter, requestBody: { required: true, ${json(ref('FilterInput'))} }, ${answers('200', `{ type: object, required: [filter], properties: { filter: ${ref('Filter')} } }`)} }
  /plans/{code}/filters/{filter_id}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }, { name: filter_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: filter, ${answers('200', `{ type: object, required: [filter], properties: { filter: ${ref('Filter')} } }`)} }
    put: { operationId: changeFilter, requestBody: { required: true, ${json(ref('FilterInput'))} }, ${answers('200', `{ type: object, required: [filter], properties: { filter: ${ref('Filter')} } }`)} }
    delete: { operationId: removeFilter, ${answers('200', `{ type: object, required: [filter], properties: { filter: ${ref('Filter')} } }`)} }`,
      schemas: `
    CustomerInput: { type: object, required: [customer], properties: { customer: { type: object, required: [external_id], properties: { external_id: { type: string }, name: { type: string }, skip_invoice: { type: boolean } } } } }
    Customer: { type: object, required: [lago_id, external_id, name], properties: { lago_id: { type: string, format: uuid }, external_id: { type: string }, name: { type: string, nullable: true } } }
    PlanInput: { type: object, required: [plan], properties: { plan: { type: object, required: [name], properties: { name: { type: string }, code: { type: string }, cascade: { type: boolean }, limits: { type: object, properties: { kinds: { type: array, nullable: true, items: { type: string } } } } } } } }
    Plan: { type: object, required: [lago_id, code, name], properties: { lago_id: { type: string, format: uuid }, code: { type: string }, name: { type: string }, limits: { type: object, properties: { kinds: { type: array, items: { type: string } } } } } }
    FilterInput: { type: object, required: [filter], properties: { filter: { type: object, properties: { cascade: { type: boolean }, label: { type: string }, values: { type: array, items: { type: object, required: [word], properties: { word: { type: string } } } } } } } }
    Filter: { type: object, required: [lago_id, label], properties: { lago_id: { type: string, format: uuid }, label: { type: string, nullable: true }, values: { type: array, items: { type: object, required: [id, word], properties: { id: { type: string, format: uuid }, word: { type: string } } } } } }`,
    }),
  'what is behind something that an entry holds': documentOf({
    paths: `
  /applications:
    get: { operationId: applications, ${answers('200', `{ type: array, items: ${ref('Application')} }`)} }
    post: { operationId: addApplication, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: { type: string } } }`)} }, ${answers('201', ref('Application'))} }
  /applications/{applicationID}:
    parameters: [{ name: applicationID, in: path, required: true, schema: { type: string } }]
    get: { operationId: application, ${answers('200', ref('Application'))} }
    delete: { operationId: removeApplication, responses: { '204': { description: gone }, '404': { description: not there } } }
  /applications/{applicationID}/instances/{envOrInsID}/config:
    parameters: [{ name: applicationID, in: path, required: true, schema: { type: string } }, { name: envOrInsID, in: path, required: true, schema: { type: string } }]
    get: { operationId: config, ${answers('200', ref('Config'))} }
    put: { operationId: changeConfig, requestBody: { required: true, ${json(ref('Config'))} }, ${answers('200', ref('Config'))} }
  /applications/{applicationID}/instances/{envOrInsID}/templates:
    parameters: [{ name: applicationID, in: path, required: true, schema: { type: string } }, { name: envOrInsID, in: path, required: true, schema: { type: string } }]
    get: { operationId: templates, ${answers('200', `{ type: array, items: ${ref('Template')} }`)} }
    post: { operationId: addTemplate, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: { type: string } } }`)} }, ${answers('201', ref('Template'))} }
  /applications/{applicationID}/instances/{envOrInsID}/templates/{templateID}:
    parameters: [{ name: applicationID, in: path, required: true, schema: { type: string } }, { name: envOrInsID, in: path, required: true, schema: { type: string } }, { name: templateID, in: path, required: true, schema: { type: string } }]
    get: { operationId: template, ${answers('200', ref('Template'))} }
    patch: { operationId: changeTemplate, requestBody: { required: true, ${json(`{ type: object, properties: { name: { type: string } } }`)} }, ${answers('200', ref('Template'))} }
    delete: { operationId: removeTemplate, responses: { '204': { description: gone }, '404': { description: not there } } }`,
    schemas: `
    Application: { type: object, required: [application_id, name, instances], properties: { application_id: { type: string, format: uuid }, name: { type: string }, instances: { type: array, minItems: 1, items: { type: object, required: [instance_id], properties: { instance_id: { type: string } } } } }, example: { application_id: 5f3c1f0e-65c2-4a47-9b0c-2b4a9a4d1c11, name: Shop, instances: [{ instance_id: ins_2abc }] } }
    Config: { type: object, required: [theme], properties: { theme: { type: string } } }
    Template: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: { type: string } } }`,
  }),
  'what a creation shows among other things that have names of their own': documentOf({
    paths: `
  /ships:
    get: { operationId: ships, ${answers('200', `{ type: object, required: [data], properties: { data: { type: array, items: ${ref('Ship')} } } }`)} }
    post: { operationId: buyShip, requestBody: { required: true, ${json(`{ type: object, required: [kind], properties: { kind: { type: string } } }`)} }, ${answers('201', `{ type: object, required: [data], properties: { data: { type: object, required: [agent, ship], properties: { agent: { type: object, required: [symbol], properties: { symbol: { type: string }, credits: { type: integer } } }, ship: ${ref('Ship')} } } } }`)} }
  /ships/{shipSymbol}:
    parameters: [{ name: shipSymbol, in: path, required: true, schema: { type: string } }]
    get: { operationId: ship, ${answers('200', `{ type: object, required: [data], properties: { data: ${ref('Ship')} } }`)} }
    delete: { operationId: scrapShip, responses: { '204': { description: gone }, '404': { description: not there } } }`,
    schemas: `
    Ship: { type: object, required: [symbol, kind], properties: { symbol: { type: string }, kind: { type: string }, fuel: { type: integer } } }`,
  }),
  'names of a form that only the path tells, in lists that describe no entry': documentOf({
    paths: `
  /codes:
    get: { operationId: codes, parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }], ${answers('200', `{ type: object, properties: { _embedded: { type: object, properties: { codes: { type: array, items: { type: object } } } }, _links: { type: object, properties: { next: { type: object, nullable: true, properties: { href: { type: string } } } } } } }`)} }
    post: { operationId: addCode, requestBody: { required: true, ${json(`{ type: object, required: [label], properties: { label: { type: string } } }`)} }, ${answers('201', ref('Code'))} }
  /codes/{codeId}:
    parameters: [{ name: codeId, in: path, required: true, schema: { type: string, pattern: '^code_[a-z0-9]{4,12}$' } }]
    get: { operationId: code, ${answers('200', ref('Code'))} }
    delete: { operationId: removeCode, responses: { '204': { description: gone }, '404': { description: not there } } }`,
    schemas: `
    Code: { type: object, required: [id, label], properties: { id: { type: string, readOnly: true, example: code_ab12 }, label: { type: string } } }`,
  }),
  'pages behind and before an entry, and a filter by one of several values that a client may give alone':
    documentOf({
      paths: `
  /hooks:
    get:
      operationId: hooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: starting_after, in: query, description: 'The ID of the last hook of the page before.', schema: { type: string } }
        - { name: ending_before, in: query, description: 'The ID of the first hook of the page behind.', schema: { type: string } }
        - { name: events, in: query, schema: { type: string, enum: [paid, failed, sent] } }
      ${answers('200', `{ type: object, required: [data], properties: { data: { type: array, items: ${ref('Hook')} } } }`)}
    post: { operationId: addHook, requestBody: { required: true, ${json(`{ type: object, required: [url, events], properties: { url: { type: string }, events: { oneOf: [{ type: array, items: { type: string, enum: [paid, failed, sent] } }, { type: string, enum: [paid, failed, sent] }] } } }`)} }, ${answers('201', ref('Hook'))} }
  /hooks/{hook_id}:
    parameters: [{ name: hook_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: hook, ${answers('200', ref('Hook'))} }`,
      schemas: `
    Hook: { type: object, required: [id, url, events], properties: { id: { type: string, format: uuid }, url: { type: string }, events: { type: array, items: { type: string, enum: [paid, failed, sent] } } } }`,
    }),
};

test.each(Object.entries(reached))(
  'nobody is blamed for, and a run reaches all of: %s',
  async (_title, text) => {
    const loaded = await loadOnce({ 'openapi.yaml': text });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict, JSON.stringify(run.verdict)).toMatchObject({ exitCode: 0 });
    const operations = run.record.footer?.coverage?.operations ?? [];
    expect(operations.flatMap(({ name, outOfReach }) => (outOfReach === undefined ? [] : [name]))).toEqual(
      [],
    );
  },
);

test.each(Object.entries(documents))('nobody is blamed for %s', async (_title, text) => {
  const loaded = await loadOnce({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict, JSON.stringify(run.verdict)).toMatchObject({ exitCode: 0 });
});
