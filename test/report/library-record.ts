import type { Result } from '../../src/http/exchange.ts';
import type { Interface, Operation } from '../../src/interface/model.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { sampleClause, sampleInterface } from '../samples/sample-interface.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleRecord,
  sampleResult,
  warned,
} from '../samples/sample-record.ts';

const createBook: Operation = {
  id: 'createBook',
  method: 'POST',
  path: '/books',
  documentation: 'full',
  deprecated: false,
  tags: [],
  credential: undefined,
  parameters: [],
  requestBody: undefined,
  responses: [],
  position: { file: 'spec/library/openapi.yaml', line: 31 },
};

/** The document of `libraryRecord`. */
export const library: Interface = sampleInterface({
  operations: [createBook],
  clauses: [
    sampleClause('4.1-created', {
      text: 'A book that is created is answered with `201`.',
      checks: [{ check: 'statuses.created', operation: 'createBook' }],
      position: { file: 'spec/library/clauses.yaml', line: 12 },
    }),
    sampleClause('4.1-headers', {
      text: 'Answers tell the limit.',
      level: 'should',
      checks: [{ check: 'limits.headers', operation: undefined }],
      position: { file: 'spec/library/clauses.yaml', line: 18 },
    }),
    sampleClause('4.1-json', {
      text: 'Bodies are JSON.',
      checks: [{ check: 'bodies.json', operation: undefined }],
      position: { file: 'spec/library/clauses.yaml', line: 24 },
    }),
  ],
});

/** An answer whose body is no UTF-8. */
const bytes: Result = {
  kind: 'answer',
  answer: {
    status: 200,
    reason: 'OK',
    httpVersion: '1.1',
    headers: [['Content-Type', 'application/octet-stream']],
    trailers: [],
    body: Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
    truncated: true,
  },
};

/** A small run with an outcome of every kind: what the fixtures show. */
export const libraryRecord: RunRecord = sampleRecord({
  exchanges: new Map([
    ['x1', sampleExchange()],
    [
      'x2',
      {
        ...sampleExchange({ id: 'x2' }),
        probe: 'create.again',
        repeats: 'x1',
        result: {
          kind: 'failure',
          failure: { kind: 'reset', detail: 'connection reset by the peer', bytesReceived: 0 },
        },
      },
    ],
    [
      'x3',
      { ...sampleExchange({ id: 'x3', status: 200, reason: 'OK' }), probe: 'list.bytes', result: bytes },
    ],
  ]),
  results: [
    sampleResult('bodies.json', passed(2), { clauses: ['4.1-json'] }),
    sampleResult(
      'statuses.created',
      failed(
        { exchanges: ['x1', 'x2'] },
        { exchanges: ['x2'], actual: 'no answer: reset' },
        { exchanges: [], operation: undefined, expected: 'no redirect', actual: 'status 302' },
      ),
      {
        suite: 'collections',
        title: 'a creation gets the documented status',
        clauses: ['4.1-created'],
        counterexamples: [{ seed: 42, path: '0:1', shrinks: 3, value: '{"title":""}', exchange: 'x1' }],
      },
    ),
    sampleResult('limits.headers', warned({ exchanges: ['x3'], expected: 'a limit', actual: 'none' }), {
      suite: 'limits',
      level: 'should',
      clauses: ['4.1-headers'],
    }),
    sampleResult('observed.id', {
      kind: 'observed',
      observations: [{ name: 'form of id', value: 'integer', exchanges: ['x3'] }],
    }),
    sampleResult('versions.sunset', { kind: 'not-applicable', reason: 'nothing is deprecated' }),
    sampleResult('limits.exact', {
      kind: 'not-testable',
      reason: 'others may use the key',
      option: '--exclusive',
    }),
    sampleResult('lists.order', { kind: 'blocked', reason: 'there is no list' }),
    sampleResult('lists.lag', { kind: 'inconclusive', reason: 'the time was over' }),
    sampleResult('lists.bug', { kind: 'harness-error', reason: 'a bug of assay' }),
  ],
  footer: sampleFooter({
    leftovers: [{ operation: 'createBook', name: 'assay-k3x9-01', identity: '17' }],
    leftOut: [{ probe: 'create.long', reason: 'not part of --profile quick' }],
  }),
});
