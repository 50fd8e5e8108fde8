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
