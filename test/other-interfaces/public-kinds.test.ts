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

test.each(Object.entries(documents))('nobody is blamed for %s', async (_title, text) => {
  const loaded = await loadOnce({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict, JSON.stringify(run.verdict)).toMatchObject({ exitCode: 0 });
});
