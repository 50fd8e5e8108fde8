import { beforeAll, describe, expect, test } from 'vitest';
import { withClauses } from '../../src/checks/checked-document.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { jsonReport } from '../../src/report/data/json.ts';
import { findingsOf } from '../../src/report/model/findings.ts';
import { clauseStandings, rowsOutOfReach, runCounts } from '../../src/report/model/standings.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { htmlReport } from '../../src/report/page/html-report.ts';
import { markdownReport } from '../../src/report/text/markdown.ts';
import { saysWhenRefused } from '../../src/oracle/contract.ts';
import { loadFiles } from '../specs/load-files.ts';
import { type MockRun, runAgainstMock } from './run-against-mock.ts';

const SHELVES = `openapi: 3.1.0
info: {title: Shelves, version: '1'}
security: [{key: []}]
paths:
  /shelves:
    get:
      operationId: listShelves
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
      responses:
        '200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Shelf'}}}}}
        '400': {$ref: '#/components/responses/Bad'}
        '401': {description: No key}
    post:
      operationId: addShelf
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, maxLength: 80}}}}}
      responses:
        '201':
          description: Made
          headers:
            Location: {required: true, schema: {type: string}}
            X-Shelf: {required: true, schema: {type: string}}
            X-Trace: {schema: {type: string}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}
        '400': {$ref: '#/components/responses/Bad'}
        '401': {description: No key}
        '409': {description: Taken}
        '503': {description: Closed}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Shelf: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
  responses:
    Bad:
      description: Refused
      content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}
`;

async function load(text: string): Promise<Interface> {
  const loaded = await loadFiles({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return withClauses(loaded.interface);
}

function without(field: string): Fault {
  return {
    name: `without-${field}`,
    family: 'bodies',
    title: 'a field is missing',
    breaks: ['headers.documented'],
    apply: (stages) => ({
      ...stages,
      decorate: (reply, charge, visit) => {
        const decorated = stages.decorate(reply, charge, visit);
        const headers = decorated.headers.filter(([name]) => name.toLowerCase() !== field.toLowerCase());
        return { ...decorated, headers };
      },
    }),
  };
}

describe('a document without statements', () => {
  let document: Interface;
  beforeAll(async () => {
    document = await load(SHELVES);
  });

  test('says what stands in it, each with an id, a place and the checks that prove it', () => {
    const rows = document.clauses.flatMap(({ id, text, about, position, pointer, checks, reason }) =>
      about?.operation === 'addShelf'
        ? [[id, text, position.line, pointer, checks.length > 0 || reason !== undefined]]
        : [],
    );
    const post = '/paths/~1shelves/post';
    expect(rows).toEqual([
      ['addShelf#security', 'addShelf: 401 without a valid credential', 14, post, true],
      ['addShelf#body', 'addShelf body: what the schema allows is taken', 16, `${post}/requestBody`, true],
      [
        'addShelf#body/refused',
        'addShelf: 400 for a body that breaks its schema',
        16,
        `${post}/requestBody`,
        true,
      ],
      ['addShelf#201', 'addShelf → 201', 20, `${post}/responses/201`, true],
      ['addShelf#201/body', 'addShelf → 201 body: schema', 26, `${post}/responses/201/content`, true],
      [
        'addShelf#201/headers/Location',
        'addShelf → 201 header Location',
        23,
        `${post}/responses/201/headers/Location`,
        true,
      ],
      [
        'addShelf#201/headers/X-Shelf',
        'addShelf → 201 header X-Shelf',
        24,
        `${post}/responses/201/headers/X-Shelf`,
        true,
      ],
      [
        'addShelf#201/headers/X-Trace',
        'addShelf → 201 header X-Trace (optional)',
        25,
        `${post}/responses/201/headers/X-Trace`,
        true,
      ],
      ['addShelf#400', 'addShelf → 400', 27, `${post}/responses/400`, true],
      ['addShelf#400/body', 'addShelf → 400 body: schema', 38, '/components/responses/Bad/content', true],
      ['addShelf#401', 'addShelf → 401', 28, `${post}/responses/401`, true],
      ['addShelf#409', 'addShelf → 409', 29, `${post}/responses/409`, true],
      ['addShelf#503', 'addShelf → 503', 30, `${post}/responses/503`, true],
    ]);
    expect(document.clauses.find(({ id }) => id === 'listShelves#query/limit')?.checks).toEqual([
      { check: 'statuses.success', operation: 'listShelves' },
    ]);
    expect(saysWhenRefused(document)).toBe(false);
    expect(new Set(document.clauses.map(({ id }) => id)).size).toBe(document.clauses.length);
  });

  describe('against a service that keeps it', () => {
    let run: MockRun;
    beforeAll(async () => {
      run = await runAgainstMock(document);
    });

    test('is proven in all that can be provoked, and the rest is out of reach with a reason', () => {
      expect(run.verdict).toMatchObject({ kind: 'conforms', missing: [] });
      const open = [...clauseStandings(run.record, document)].filter(([, standing]) => standing !== 'proven');
      expect(open).toEqual([]);
      const beyond = rowsOutOfReach(run.record, document);
      const named = [...beyond.keys()].filter((id) => id.includes('#'));
      expect(named).toEqual(['addShelf#201/headers/X-Trace', 'addShelf#409', 'addShelf#503']);
      expect(runCounts(run.record, run.verdict)).toMatch(/^(\d+) of \1 clauses proven \(\d+ documented\), /);
    });
  });

  test('has one row broken by a field that is missing, and the finding names it with its line', async () => {
    const { record, verdict: ruling } = await runAgainstMock(document, [without('X-Shelf')]);
    expect(ruling.kind).toBe('does-not-conform');
    const broken = [...clauseStandings(record, document)].filter(([, standing]) => standing === 'violated');
    expect(broken).toEqual([['addShelf#201/headers/X-Shelf', 'violated']]);
    const [finding] = findingsOf(record, document);
    expect(finding?.clauses.map(({ id }) => id)).toEqual(['addShelf#201/headers/X-Shelf']);
    expect(finding?.position?.line).toBe(24);
  });
});

/** JSON text of a document of so many operations, of each of which it says eight things. */
function wideDocument(count: number): string {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const content = { 'application/json': { schema } };
  const headers = { 'X-Id': { required: true, schema: { type: 'string' } } };
  const operation = {
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    responses: {
      200: { description: 'One', headers, content },
      400: { description: 'Refused' },
      404: { description: 'None', content },
    },
  };
  const paths = Array.from({ length: count }, (_, at) => [`/things-${String(at)}`, { get: operation }]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Wide', version: '1' },
    paths: Object.fromEntries(paths),
  });
}

test('a field that is missing everywhere is one finding, with the row of its example first', async () => {
  const document = await load(wideDocument(20));
  const { record } = await runAgainstMock(document, [without('X-Id')]);
  const findings = findingsOf(record, document).filter(({ kind }) => kind === 'violation');
  expect(findings).toHaveLength(1);
  const [finding] = findings;
  expect(finding?.operations).toHaveLength(20);
  expect(finding?.clauses).toHaveLength(20);
  expect(finding?.clauses[0]?.about?.operation).toBe(finding?.example.violation.operation);
});

describe('a document of a thousand operations', () => {
  test('is said row by row, and every report of a run of it stays readable', async () => {
    const document = await load(wideDocument(1000));
    expect(document.operations.length).toBeGreaterThanOrEqual(1000);
    expect(document.clauses.length).toBeGreaterThan(5000);
    const operations = document.operations.slice(0, 3);
    const { record } = await runAgainstMock({ ...document, operations, collections: [] });
    const markdown = markdownReport(record, document);
    expect(Buffer.byteLength(markdown)).toBeLessThan(20_000);
    const page = htmlReport(record, { document });
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    const { clauses } = JSON.parse(jsonReport(record, document)) as { readonly clauses: readonly unknown[] };
    const ruling = verdict(record, document);
    expect(clauses.length).toBe(ruling.documentedClauses);
  });
});
