import type { Outcome, Violation } from '../../src/checks/outcome.ts';
import type { Exchange, HeaderLine } from '../../src/http/exchange.ts';
import type {
  CheckResult,
  RecordFooter,
  RecordHeader,
  RunRecord,
  RunSettings,
} from '../../src/record/record.ts';

/** Hand-made records for tests: every function fills in what a test does not care about. */

export function sampleSettings(changes: Partial<RunSettings> = {}): RunSettings {
  return {
    url: 'http://127.0.0.1:4010/v1',
    plan: 'small',
    profile: 'standard',
    seed: 42,
    maxRequests: 84,
    maxDurationS: 300,
    timeoutMs: 10_000,
    exhaust: true,
    exclusive: false,
    readOnly: false,
    strict: false,
    suites: [],
    checks: [],
    ...changes,
  };
}

export function sampleHeader(changes: Partial<RecordHeader> = {}): RecordHeader {
  return {
    type: 'header',
    recordVersion: 1,
    assayVersion: '0.1.0',
    nodeVersion: 'v26.10.0',
    interface: { id: 'library', title: 'Library', version: '1.0.0', digest: 'ab'.repeat(32) },
    specDirectory: 'spec/library',
    settings: sampleSettings(),
    ownMock: false,
    runId: 'k3x9',
    startedAt: '2030-01-02T03:04:05.000Z',
    ...changes,
  };
}

export function sampleFooter(changes: Partial<RecordFooter> = {}): RecordFooter {
  return {
    type: 'footer',
    stop: { kind: 'completed' },
    endedAt: '2030-01-02T03:04:17.400Z',
    durationMs: 12_400,
    requests: { withKey: 41, withoutKey: 13 },
    leftovers: [],
    leftOut: [],
    coverage: { operations: [], clauses: [] },
    peakMemoryBytes: 90_000_000,
    ...changes,
  };
}

type SampleExchange = {
  readonly id?: string;
  readonly body?: string | undefined;
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: readonly HeaderLine[];
  readonly answer?: string;
};

export function sampleExchange(sample: SampleExchange = {}): Exchange {
  const encoder = new TextEncoder();
  return {
    id: sample.id ?? 'x1',
    probe: 'create.ordinary',
    request: {
      method: 'POST',
      target: '/v1/books',
      headers: [
        ['host', '127.0.0.1:4010'],
        ['authorization', 'Bearer $ASSAY_KEY'],
        ['content-type', 'application/json'],
      ],
      body: encoder.encode(sample.body ?? '{"title":"assay-k3x9-01"}'),
      credential: { kind: 'valid' },
    },
    result: {
      kind: 'answer',
      answer: {
        status: sample.status ?? 500,
        reason: sample.reason ?? 'Internal Server Error',
        httpVersion: '1.1',
        headers: sample.headers ?? [['Content-Type', 'application/json']],
        trailers: [],
        body: encoder.encode(sample.answer ?? '{"message":"boom"}'),
        truncated: false,
      },
    },
    sentAt: 1_893_553_446_000,
    startMs: 10,
    firstByteMs: 14,
    endMs: 15,
    repeats: undefined,
  };
}

export function sampleResult(id: string, outcome: Outcome, changes: Partial<CheckResult> = {}): CheckResult {
  return {
    id,
    suite: 'bodies',
    title: `Title of ${id}`,
    level: 'must',
    clauses: [`clause-of-${id}`],
    outcome,
    counterexamples: [],
    ...changes,
  };
}

export function passed(evidence = 3): Outcome {
  return { kind: 'pass', evidence: { createBook: evidence } };
}

export function failed(...violations: readonly Partial<Violation>[]): Outcome {
  return { kind: 'fail', evidence: {}, violations: violations.map(sampleViolation) };
}

export function warned(...violations: readonly Partial<Violation>[]): Outcome {
  return { kind: 'warn', evidence: {}, violations: violations.map(sampleViolation) };
}

function sampleViolation(changes: Partial<Violation>): Violation {
  return {
    exchanges: ['x1'],
    operation: 'createBook',
    expected: 'status 201',
    actual: 'status 500',
    ...changes,
  };
}

export function sampleRecord(parts: Partial<RunRecord> = {}): RunRecord {
  const footer = 'footer' in parts ? parts.footer : sampleFooter();
  return {
    header: sampleHeader(),
    exchanges: new Map(),
    results: [],
    partial: footer === undefined,
    ...parts,
    footer,
  };
}
