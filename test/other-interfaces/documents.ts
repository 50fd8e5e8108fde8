/** Small documents that differ from the shipped one each in one way, as text of an `openapi.yaml`. */
export type SmallDocument = { readonly title: string; readonly text: string };

const ERRORS = `
        '400':
          description: Not valid
          content: { application/json: { schema: { $ref: '#/components/schemas/Fault' } } }
        '401':
          description: Not known
          content: { application/json: { schema: { $ref: '#/components/schemas/Fault' } } }`;

const SCHEMAS = `
  schemas:
    Fault:
      type: object
      required: [text]
      properties: { text: { type: string } }
    Note:
      type: object
      required: [id, words]
      properties:
        id: { type: integer, readOnly: true }
        words: { type: string, maxLength: 200 }`;

function notes(version: string, scheme: string, listed: string): string {
  return `
openapi: ${version}
info: { title: Notes, version: '1' }
servers: [{ url: /notes-api }]
security: [{ access: [] }]
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        '200':
          description: All notes
          content: { application/json: { schema: ${listed} } }
        '401':
          description: Not known
          content: { application/json: { schema: { $ref: '#/components/schemas/Fault' } } }
    post:
      operationId: addNote
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
      responses:
        '201':
          description: The note
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }${ERRORS}
components:
  securitySchemes:
    access: ${scheme}${SCHEMAS}
`;
}

const ARRAY = `{ type: array, items: { $ref: '#/components/schemas/Note' } }`;
const BEARER = '{ type: http, scheme: bearer }';

const ONLY_POST = `
openapi: 3.1.0
info: { title: Post box, version: '1' }
security: [{ access: [] }]
paths:
  /letters:
    post:
      operationId: postLetter
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
      responses:
        '202':
          description: Taken
          content:
            application/json:
              schema: { type: object, required: [receipt], properties: { receipt: { type: string } } }${ERRORS}
components:
  securitySchemes:
    access: ${BEARER}${SCHEMAS}
`;

const NOTHING_DOCUMENTED = `
openapi: 3.1.0
info: { title: Nothing, version: '1' }
paths: {}
`;

function open(parameter: string): string {
  return `
openapi: 3.1.0
info: { title: Open, version: '1' }
paths:
  /greeting:
    get:
      operationId: greet
      parameters:
        - ${parameter}
      responses:
        '200':
          description: Words
          content: { application/json: { schema: { type: array, items: { type: string } } } }
        '400':
          description: Not valid
`;
}

/**
 * Answers that show less than the entry, or less than a request may give it; refusals with a header of their own; entries inside of
 * others, below a name that nobody makes.
 */
const LITTLE_SHOWN = `
openapi: 3.0.3
info: { title: Zones, version: '1' }
security: [{ access: [] }]
paths:
  /servers:
    get: { responses: { '200': { $ref: '#/components/responses/Servers' } } }
  /servers/{server}/zones:
    parameters: [{ $ref: '#/components/parameters/server' }]
    get:
      responses: { '200': { $ref: '#/components/responses/Zones' } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Given' } } } }
      responses:
        '201': { $ref: '#/components/responses/Zone' }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
  /servers/{server}/zones/{id}:
    parameters: [{ $ref: '#/components/parameters/server' }, { $ref: '#/components/parameters/id' }]
    patch:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Given' } } } }
      responses:
        '200':
          description: How it went
          content:
            application/json:
              schema: { type: object, additionalProperties: false, properties: { success: { type: boolean } } }
    delete:
      responses: { '204': { description: Gone } }
  /servers/{server}/zones/{id}/keys:
    parameters: [{ $ref: '#/components/parameters/server' }, { $ref: '#/components/parameters/id' }]
    get:
      responses: { '200': { $ref: '#/components/responses/Zones' } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Given' } } } }
      responses: { '201': { $ref: '#/components/responses/Zone' } }
  /servers/{server}/zones/{id}/keys/{key}:
    parameters:
      - $ref: '#/components/parameters/server'
      - $ref: '#/components/parameters/id'
      - { name: key, in: path, required: true, schema: { type: string } }
    get:
      responses: { '200': { $ref: '#/components/responses/Zone' }, '404': { $ref: '#/components/responses/Refused' } }
components:
  securitySchemes: { access: ${BEARER} }
  parameters:
    server: { name: server, in: path, required: true, schema: { type: string, pattern: '', format: '' } }
    id: { name: id, in: path, required: true, schema: { type: string } }
  responses:
    Refused: { description: Not so, headers: { X-Trace: { required: true, schema: { type: string } } } }
    Zone: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }
    Servers:
      description: Those that are there
      content:
        application/json:
          schema:
            type: array
            items: { type: object, required: [id], properties: { id: { type: string } } }
            example: [{ id: localhost }]
    Zones:
      description: All
      content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Zone' } } } }
  schemas:
    Given:
      type: object
      required: [country, name]
      properties: { name: { type: string }, country: { type: string } }
    Zone:
      additionalProperties: false
      required: [id, name, country]
      properties:
        id: { type: string }
        name: { type: string }
        country: { type: string, minLength: 2, maxLength: 2 }
      allOf: [{ $ref: '#/components/schemas/Owned' }]
    Owned:
      type: object
      additionalProperties: false
      properties: { owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] } }
    Owner: { type: object, required: [mail], properties: { mail: { type: string } } }
`;

/** Documents that an honest mock satisfies. */
export const smallDocuments: readonly SmallDocument[] = [
  { title: 'OpenAPI 3.0, without clauses', text: notes('3.0.3', BEARER, ARRAY) },
  { title: 'OpenAPI 3.1, without clauses', text: notes('3.1.0', BEARER, ARRAY) },
  { title: 'HTTP Basic', text: notes('3.1.0', '{ type: http, scheme: basic }', ARRAY) },
  { title: 'a key in the query', text: notes('3.1.0', '{ type: apiKey, in: query, name: api key }', ARRAY) },
  { title: 'a key in a cookie', text: notes('3.1.0', '{ type: apiKey, in: cookie, name: session }', ARRAY) },
  { title: 'a key in a header', text: notes('3.1.0', '{ type: apiKey, in: header, name: X-Key }', ARRAY) },
  {
    title: 'a wrapped collection',
    text: notes(
      '3.1.0',
      BEARER,
      `{ type: object, required: [page], properties: { page: { type: object, required: [notes], properties: { notes: ${ARRAY} } } } }`,
    ),
  },
  { title: 'one POST and nothing else', text: ONLY_POST },
  { title: 'answers that show little', text: LITTLE_SHOWN },
  {
    title: 'an open operation with a required query parameter',
    text: open(
      '{ name: times, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }',
    ),
  },
  {
    title: 'an open operation with a required header',
    text: open('{ name: X-Tongue, in: header, required: true, schema: { type: string, enum: [en, pt] } }'),
  },
  {
    title: 'an open operation with a required cookie',
    text: open('{ name: mood, in: cookie, required: true, schema: { type: string, enum: [good, bad] } }'),
  },
];

/** A document without any operation, of which nothing can be proven. */
export const emptyDocument: SmallDocument = { title: 'no operation', text: NOTHING_DOCUMENTED };
