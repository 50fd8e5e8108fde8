import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Services whose keys are JSON Web Tokens: what nobody signed is none of them (RFC 8725 section 3.1). */

const DOCUMENT = `
openapi: 3.0.3
info: { title: Club, version: '1' }
security: [{ token: [] }]
paths:
  /members:
    get:
      operationId: members
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { type: object } } } }
        '401': { description: nobody }
components:
  securitySchemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
`;

const SECRET = 'nobody-knows-this-one';
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (begin: string): string => createHmac('sha256', SECRET).update(begin).digest('base64url');
const BEGIN = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'anna' })}`;
const TOKEN = `${BEGIN}.${signed(BEGIN)}`;

function algorithmIn(header: string): unknown {
  try {
    return (JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { readonly alg?: unknown }).alg;
  } catch {
    return undefined;
  }
}

/** The service; `takesUnsigned`: it does as the header of a token says. */
const club =
  (takesUnsigned: boolean): MakeService =>
  () =>
  ({ headers }) => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const [header = '', claims = '', signature = ''] = token.split('.');
    const isUnsigned = takesUnsigned && algorithmIn(header) === 'none' && signature === '';
    const isKnown = isUnsigned || (token !== '' && signature === signed(`${header}.${claims}`));
    return isKnown
      ? { status: 200, body: [] }
      : {
          status: 401,
          headers: { 'WWW-Authenticate': 'Bearer' },
          body: { refused: headers.authorization ?? '' },
        };
  };

test('a token that nobody signed is refused: no fault', async () => {
  const run = await runAtOnce(DOCUMENT, club(false), {}, { key: TOKEN });
  expect(alarms(run)).toEqual([]);
  const probes = [...run.record.exchanges.values()].map(({ probe }) => probe);
  expect(probes).toContain('authentication/altered-key/unsigned-members');
  const decoder = new TextDecoder();
  const shown = [...run.record.exchanges.values()].map(({ result }) =>
    result.kind === 'answer' ? decoder.decode(result.answer.body) : '',
  );
  expect(shown.join('\n')).not.toContain(encoded({ sub: 'anna' }));
});

test('a token that nobody signed is taken: found', async () => {
  const run = await runAtOnce(DOCUMENT, club(true), {}, { key: TOKEN });
  expect(blames(run)).toBe('authentication.altered-key');
  expect(JSON.stringify([...run.record.exchanges.values()])).not.toContain(encoded({ sub: 'anna' }));
});
