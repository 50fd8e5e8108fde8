import { describe, expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAgainstService } from './run-against-service.ts';
import { wholeInCi } from '../sampled.ts';

/** A service that takes one of two kinds of parcels: how it is found where it does not look inside of a branch. */

function documentOf(branches: string, parcel: string): string {
  return `
openapi: 3.1.0
info: { title: Parcels, version: '1' }
security: [{ access: [] }]
paths:
  /parcels:
    post:
      operationId: send
      requestBody: { required: true, content: { application/json: { schema: ${branches} } } }
      responses:
        '200': { description: Sent, content: { application/json: { schema: { $ref: '#/components/schemas/Receipt' } } } }
        '400': { description: Not valid, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
        '401': { description: Not known, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
    Receipt: { type: object, required: [number], properties: { number: { type: integer } } }
    ${parcel}`;
}

const REFERENCES = `oneOf: [{ $ref: '#/components/schemas/Box' }, { $ref: '#/components/schemas/Letter' }]`;

function schemas(box: string, letter: string): string {
  return `Box:
      type: object
      required: [${box}weight, country]
      properties:
        weight: { type: integer, minimum: 1 }
        country: { type: string, pattern: '^[A-Z]{2}$' }
        ${box === '' ? '' : 'kind: { const: box }'}
    Letter:
      type: object
      required: [${letter}text]
      properties:
        text: { type: string, maxLength: 30 }
        paper: { type: string, enum: [white, grey] }
        ${letter === '' ? '' : 'kind: { const: letter }'}`;
}

const KINDS = schemas('kind, ', 'kind, ');
const documents = {
  'a constant member': documentOf(`{ ${REFERENCES} }`, KINDS),
  'a discriminator': documentOf(
    `{ ${REFERENCES}, discriminator: { propertyName: kind, mapping: { box: Box, letter: Letter } } }`,
    KINDS,
  ),
  'a discriminator without a mapping, of which the members know nothing': documentOf(
    `{ ${REFERENCES}, discriminator: { propertyName: kind } }`,
    KINDS,
  ),
  'required members': documentOf(`{ ${REFERENCES.replace('oneOf', 'anyOf')} }`, schemas('', '')),
};

type Unchecked = 'weight' | 'length' | 'case' | 'text' | 'paper';

const UNKNOWN: Reply = {
  status: 401,
  body: { title: 'not known' },
  headers: { 'WWW-Authenticate': 'Bearer' },
};

type Parcel = { readonly [name: string]: unknown };

function isBox({ weight, country }: Parcel, unchecked: Unchecked | undefined): boolean {
  if (typeof weight !== 'number' || !Number.isInteger(weight) || typeof country !== 'string') return false;
  if (weight < 1 && unchecked !== 'weight') return false;
  if (unchecked === 'length') return /^[A-Z]+$/.test(country);
  return unchecked === 'case' ? country.length === 2 : /^[A-Z]{2}$/.test(country);
}

function isLetter({ text, paper }: Parcel, unchecked: Unchecked | undefined): boolean {
  if (typeof text !== 'string' || (text.length > 30 && unchecked !== 'text')) return false;
  if (paper === undefined || (typeof paper === 'string' && unchecked === 'paper')) return true;
  return paper === 'white' || paper === 'grey';
}

function isParcel(json: unknown, byKind: boolean, unchecked: Unchecked | undefined): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  const parcel: Parcel = { ...json };
  if (!byKind) return isBox(parcel, unchecked) || isLetter(parcel, unchecked);
  if (parcel['kind'] === 'box') return isBox(parcel, unchecked);
  return parcel['kind'] === 'letter' && isLetter(parcel, unchecked);
}

function sending(byKind: boolean, unchecked?: Unchecked): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return UNKNOWN;
    if (ask.path !== '/parcels' || ask.method !== 'POST') return { status: 404, body: { title: 'no' } };
    const isFine = isParcel(ask.json, byKind, unchecked);
    return isFine ? { status: 200, body: { number: 7 } } : { status: 400, body: { title: 'not valid' } };
  };
}

const UNCHECKED = ['weight', 'length', 'case', 'text', 'paper'] as const;

describe.each(Object.entries(documents))('branches that are told apart by %s', (by, document) => {
  const byKind = by !== 'required members';

  test('are no reason to blame an honest service', async () => {
    const run = await runAgainstService(document, sending(byKind));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
  });

  test.each(wholeInCi(UNCHECKED, 2))(
    'are looked into: a service that does not check the %s is found',
    async (unchecked) => {
      const run = await runAgainstService(document, sending(byKind, unchecked));
      expect(faultsOfAssay(run)).toEqual([]);
      expect(idsOf(run, 'fail')).toContain('validation.constraint');
    },
  );
});
