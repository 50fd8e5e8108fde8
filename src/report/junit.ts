import { unlistedCount, type Violation } from '../checks/outcome.ts';
import { curlLine } from '../exchange/curl-line.ts';
import type { CheckResult, RunRecord } from '../run/record.ts';
import { exchangeExcerpt, type MessageExcerpt } from './exchange-excerpt.ts';
import { unexcused } from './known-failures.ts';
import { runProblem } from './run-problem.ts';
import { element, writeXml, type XmlElement } from './write-xml.ts';

const MAX_VIOLATIONS = 10;

function messageLines({ line, headers, body }: MessageExcerpt, mark: string): readonly string[] {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const text =
    body === undefined ? [] : ['', body.cut ? `${body.text}… (${String(body.bytes)} bytes)` : body.text];
  return [line, ...fields, ...text]
    .flatMap((each) => each.split('\n'))
    .map((each) => `${mark} ${each}`.trimEnd());
}

function exchangeLines(record: RunRecord, id: string | undefined): readonly string[] {
  const exchange = record.exchanges.get(id ?? '');
  if (exchange === undefined) return [];
  const { request, answer, failure } = exchangeExcerpt(exchange);
  return [
    ...messageLines(request, '>'),
    ...(answer === undefined ? [`< no answer: ${failure ?? ''}`] : messageLines(answer, '<')),
    `curl: ${curlLine(record.header.settings.url, exchange.request)}`,
  ];
}

function violationLines(record: RunRecord, violation: Violation): readonly string[] {
  return [
    violation.operation ?? 'no documented operation',
    `expected: ${violation.expected}`,
    `actual: ${violation.actual}`,
    ...exchangeLines(record, violation.exchanges[0]),
    '',
  ];
}

function violationText(record: RunRecord, result: CheckResult, violations: readonly Violation[]): string {
  const hidden = Math.max(0, violations.length - MAX_VIOLATIONS) + unlistedCount(result.outcome);
  return [
    `clauses: ${result.clauses.join(', ')}`,
    '',
    ...violations.slice(0, MAX_VIOLATIONS).flatMap((violation) => violationLines(record, violation)),
    ...(hidden > 0 ? [`and ${String(hidden)} more violations`] : []),
  ].join('\n');
}

function firstMessage([first]: readonly Violation[]): string {
  if (first === undefined) return 'broken';
  return `${first.operation === undefined ? '' : `${first.operation}: `}expected ${first.expected}, got ${first.actual}`;
}

/** Known failures fail no run. */
function isExcused(record: RunRecord, result: CheckResult): boolean {
  const violations = 'violations' in result.outcome ? result.outcome.violations : [];
  return violations.length > 0 && unexcused(record, result).length === 0;
}

function outcomeElements(record: RunRecord, result: CheckResult): readonly XmlElement[] {
  const { outcome } = result;
  switch (outcome.kind) {
    case 'pass':
      return [];
    case 'fail': {
      const text = violationText(record, result, outcome.violations);
      if (isExcused(record, result)) return [element('system-out', {}, `known failures, excused\n${text}`)];
      const message = firstMessage(unexcused(record, result));
      return [element('failure', { message, type: result.level }, text)];
    }
    case 'warn': {
      const message = `warning: ${firstMessage(outcome.violations)}`;
      const text = violationText(record, result, outcome.violations);
      return record.header.settings.strict && !isExcused(record, result)
        ? [element('failure', { message, type: result.level }, text)]
        : [element('system-out', {}, `${message}\n${text}`)];
    }
    case 'observed': {
      const lines = outcome.observations.map(({ name, value }) => `observed ${name}: ${value}`);
      return [element('system-out', {}, lines.join('\n'))];
    }
    case 'not-testable':
      return [
        element('skipped', { message: `${outcome.kind}: ${outcome.reason} (allowed by ${outcome.option})` }),
      ];
    case 'not-applicable':
    case 'blocked':
    case 'inconclusive':
      return [element('skipped', { message: `${outcome.kind}: ${outcome.reason}` })];
    case 'harness-error':
      return [element('error', { message: outcome.reason, type: outcome.kind })];
  }
}

function checkCase(record: RunRecord, result: CheckResult): XmlElement {
  const attributes = { name: `${result.id}: ${result.title}`, classname: result.suite, time: 0 };
  return element('testcase', attributes, outcomeElements(record, result));
}

function failed(message: string, type: string): readonly XmlElement[] {
  const error = element('error', { message, type });
  return [element('testcase', { name: 'run', classname: 'run', time: 0 }, [error])];
}

/** A case for a run that could not do its job. */
function runCase(record: RunRecord): readonly XmlElement[] {
  const problem = runProblem(record);
  return problem === undefined ? [] : failed(problem.message, problem.kind);
}

function holds(cases: readonly XmlElement[], name: string): number {
  return cases.filter(
    ({ content }) => typeof content !== 'string' && content.some((child) => child.name === name),
  ).length;
}

function counts(cases: readonly XmlElement[]): { readonly [name: string]: number } {
  return {
    tests: cases.length,
    failures: holds(cases, 'failure'),
    errors: holds(cases, 'error'),
    skipped: holds(cases, 'skipped'),
  };
}

function properties({ header }: RunRecord): XmlElement {
  const { settings } = header;
  const values = {
    'assay.version': header.assayVersion,
    'node.version': header.nodeVersion,
    interface: `${header.interface.id} ${header.interface.version}`,
    'interface.digest': header.interface.digest,
    run: header.runId,
    ownMock: header.ownMock,
    ...settings,
    baseline: settings.baseline?.file,
    shard: settings.shard === undefined ? undefined : `${settings.shard.index}/${settings.shard.total}`,
  };
  const list = Object.entries(values).filter(([, value]) => value !== undefined);
  return element(
    'properties',
    {},
    list.map(([name, value]) => element('property', { name, value: String(value) })),
  );
}

function suite(record: RunRecord, name: string, cases: readonly XmlElement[]): XmlElement {
  const attributes = { name, ...counts(cases), time: 0, timestamp: record.header.startedAt };
  return element('testsuite', attributes, [properties(record), ...cases]);
}

function suites(record: RunRecord): readonly (readonly [name: string, cases: readonly XmlElement[]])[] {
  const stop = runCase(record);
  const unusable = record.footer?.stop.kind === 'unusable-target';
  const bySuite = Map.groupBy(unusable ? [] : record.results, (result) => result.suite);
  const checked = [...bySuite].map(
    ([name, results]) => [name, results.map((result) => checkCase(record, result))] as const,
  );
  return stop.length === 0 ? checked : [['run', stop], ...checked];
}

/**
 * The report as JUnit XML: a test suite per suite, a test case per check. Warnings are failures only for strict runs,
 * and what was not tested is skipped with its reason. A run that could not do its job is one more case, with an error.
 * The result is well-formed XML 1.0 whatever the service sent.
 */
export function junitReport(record: RunRecord): string {
  const parts = suites(record);
  const durationS = (record.footer?.durationMs ?? 0) / 1000;
  const attributes = {
    name: `assay ${record.header.interface.id}`,
    ...counts(parts.flatMap(([, cases]) => cases)),
    time: durationS,
  };
  const root = element(
    'testsuites',
    attributes,
    parts.map(([name, cases]) => suite(record, name, cases)),
  );
  return writeXml(root);
}
