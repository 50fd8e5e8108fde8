import type { Interface } from '../../src/interface/model.ts';
import type { RunRecord } from '../../src/record/record.ts';
import {
  failed,
  passed,
  sampleExchange,
  sampleFooter,
  sampleHeader,
  sampleRecord,
  sampleResult,
  sampleSettings,
  warned,
} from '../samples/sample-record.ts';
import { library, libraryRecord } from './library-record.ts';

/** A document that says the text wherever a document has words. */
export function hostileDocument(text: string): Interface {
  return {
    ...library,
    title: text,
    sections: [{ number: '4.1', title: text }],
    clauses: library.clauses.map((clause) => ({ ...clause, text })),
  };
}

/** The record of a run in which the service said the text wherever it has a say. */
export function recordOfService(text: string): RunRecord {
  const violation = { exchanges: ['x1'], expected: text, actual: text };
  const reason = text;
  return {
    ...libraryRecord,
    exchanges: new Map([
      [
        'x1',
        sampleExchange({
          reason: text,
          answer: text,
          headers: [
            [text, text],
            ['Content-Type', text],
          ],
        }),
      ],
      [
        'x2',
        {
          ...sampleExchange({ id: 'x2', body: text }),
          result: { kind: 'failure', failure: { kind: 'malformed', detail: text, bytesReceived: 7 } },
        },
      ],
    ]),
    results: [
      sampleResult('statuses.created', failed(violation, { ...violation, exchanges: ['x2'] }), {
        clauses: ['4.1-created'],
        counterexamples: [{ seed: 1, path: '0', shrinks: 1, value: text, exchange: 'x1' }],
      }),
      sampleResult('limits.headers', warned(violation), { clauses: ['4.1-headers'] }),
      sampleResult('bodies.json', passed(), { clauses: ['4.1-json'] }),
      sampleResult('observed.id', {
        kind: 'observed',
        observations: [{ name: 'form of id', value: text, exchanges: ['x1'] }],
      }),
      sampleResult('a.option', { kind: 'not-testable', reason, option: '--exclusive' }),
      sampleResult('a.none', { kind: 'not-applicable', reason }),
      sampleResult('a.blocked', { kind: 'blocked', reason }),
      sampleResult('a.open', { kind: 'inconclusive', reason }),
      sampleResult('a.bug', { kind: 'harness-error', reason }),
    ],
    footer: sampleFooter({
      stop: { kind: 'budget', reason },
      leftovers: [{ operation: 'createBook', name: 'assay-k3x9-01', identity: text }],
      leftOut: [{ probe: 'create.long', reason }],
    }),
  };
}

/** A record, perhaps not written by assay, that says the text wherever a record has words. */
export function recordOfStranger(text: string): RunRecord {
  const service = recordOfService(text);
  return sampleRecord({
    header: sampleHeader({
      assayVersion: text,
      nodeVersion: text,
      interface: { id: text, title: text, version: text, digest: 'ab'.repeat(32) },
      specDirectory: text,
      settings: sampleSettings({ plan: text }),
      runId: text,
    }),
    exchanges: new Map(
      [...service.exchanges].map(([id, exchange]) => [
        id,
        {
          ...exchange,
          probe: text,
          request: { ...exchange.request, method: text, target: text, headers: [[text, text]] },
        },
      ]),
    ),
    results: service.results.map((result) => ({
      ...result,
      id: `${text}${result.id}`,
      suite: text,
      title: text,
      clauses: [text, ...result.clauses],
    })),
    footer: sampleFooter({ stop: { kind: 'unusable-target', reason: text, advice: text } }),
  });
}
