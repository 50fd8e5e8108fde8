import { isSilent, optionFor, OUTCOME_KINDS } from '../../checks/outcome.ts';
import type { Interface } from '../../interface/model.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { element, writeXml, type XmlElement } from './xml.ts';
import { exchangeExcerpt, type MessageExcerpt } from '../model/excerpt.ts';
import { headlineText, leadText, operationsText, summaryText, unlistedIn } from '../model/finding-words.ts';
import { type Finding, findingsOf } from '../model/findings.ts';
import { curlLineOf, replayLine, scriptLine } from '../model/replay-line.ts';
import { stepsOf, stepText } from '../model/sequence.ts';
import { runProblem } from '../model/run-problem.ts';

const MAX_FINDINGS = 10;
const MAX_OTHERS = 20;

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
  ];
}

/** A finding as text, and where it stands: most likely it has the cause of another one. */
type Told = {
  readonly finding: Finding;
  readonly cause: Finding | undefined;
  readonly recordFile: string | undefined;
};
type ByCheck = ReadonlyMap<CheckResult, readonly Told[]>;

function toldByCheck(
  record: RunRecord,
  document: Interface | undefined,
  recordFile: string | undefined,
): ByCheck {
  const told = findingsOf(record, document).flatMap((finding): readonly Told[] => [
    { finding, cause: undefined, recordFile },
    ...finding.follows.map((each) => ({ finding: each, cause: finding, recordFile })),
  ]);
  return Map.groupBy(told, ({ finding }) => finding.result);
}

function findingLines(record: RunRecord, { finding, cause, recordFile }: Told): readonly string[] {
  const { example, others, excuse } = finding;
  const { violation, id } = example;
  const curl = curlLineOf(example, record, { recordFile });
  const lead = leadText(finding);
  const steps = stepsOf(record, violation);
  const ids = others.slice(0, MAX_OTHERS).map((other) => other.id);
  const hidden = others.length - ids.length + unlistedIn(finding);
  return [
    `${summaryText(finding)}, in ${operationsText(finding)}`,
    ...(excuse === undefined ? [] : [`known failure: ${excuse}`]),
    ...(lead === undefined ? [] : [lead]),
    ...(cause === undefined ? [] : [`most likely of the same cause as ${cause.result.id}`]),
    '',
    violation.operation ?? 'no documented operation',
    `expected: ${violation.expected}`,
    `actual: ${violation.actual}`,
    ...steps.map((step, at) => `${String(at + 1)}. ${stepText(step)}`),
    ...exchangeLines(record, violation.exchanges[0]),
    ...(curl === undefined || steps.length > 0 ? [] : [`curl: ${curl}`]),
    `replay: ${replayLine(id, record.header, recordFile)}`,
    ...(steps.length === 0 ? [] : [`script: ${scriptLine(id, recordFile)}`]),
    ...(ids.length === 0 ? [] : [`also: ${ids.join(', ')}`]),
    ...(hidden > 0 ? [`and ${String(hidden)} more like it`] : []),
    '',
  ];
}

function findingsText(record: RunRecord, result: CheckResult, told: readonly Told[]): string {
  const hidden = told.slice(MAX_FINDINGS).reduce((sum, { finding }) => sum + finding.count, 0);
  return [
    `clauses: ${result.clauses.join(', ')}`,
    '',
    ...told.slice(0, MAX_FINDINGS).flatMap((each) => findingLines(record, each)),
    ...(hidden > 0 ? [`and ${String(hidden)} more answers that deviate in other ways`] : []),
  ].join('\n');
}

function messageOf([first]: readonly Told[]): string {
  return first === undefined ? 'broken' : headlineText(first.finding);
}

function isOpen({ finding }: Told): boolean {
  return finding.kind !== 'excused';
}

function outcomeElements(record: RunRecord, result: CheckResult, byCheck: ByCheck): readonly XmlElement[] {
  const { outcome } = result;
  const told = byCheck.get(result) ?? [];
  const open = told.filter(isOpen);
  if (isSilent(outcome)) {
    const { kind, reason } = outcome;
    if (OUTCOME_KINDS[kind].lacks === 'a part of assay')
      return [element('error', { message: reason, type: kind })];
    const option = optionFor(outcome);
    const why = option === undefined ? reason : `${reason} (allowed by ${option})`;
    return [element('skipped', { message: `${kind}: ${why}` })];
  }
  switch (outcome.kind) {
    case 'pass':
      return [];
    case 'fail': {
      const text = findingsText(record, result, told);
      if (open.length === 0) return [element('system-out', {}, `known failures, excused\n${text}`)];
      return [element('failure', { message: messageOf(open), type: result.level }, text)];
    }
    case 'warn': {
      const message = `warning: ${messageOf(open.length === 0 ? told : open)}`;
      const text = findingsText(record, result, told);
      return record.header.settings.strict && open.length > 0
        ? [element('failure', { message, type: result.level }, text)]
        : [element('system-out', {}, `${message}\n${text}`)];
    }
    case 'observed': {
      const lines = outcome.observations.map(({ name, value }) => `observed ${name}: ${value}`);
      return [element('system-out', {}, lines.join('\n'))];
    }
  }
}

function checkCase(record: RunRecord, result: CheckResult, byCheck: ByCheck): XmlElement {
  const attributes = { name: `${result.id}: ${result.title}`, classname: result.suite, time: 0 };
  return element('testcase', attributes, outcomeElements(record, result, byCheck));
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

type NamedSuite = readonly [name: string, cases: readonly XmlElement[]];

function suites(
  record: RunRecord,
  document: Interface | undefined,
  recordFile: string | undefined,
): readonly NamedSuite[] {
  const byCheck = toldByCheck(record, document, recordFile);
  const stop = runCase(record);
  const unusable =
    record.footer?.stop.kind === 'unusable-target' &&
    !record.results.some(({ outcome }) => outcome.kind === 'fail');
  const bySuite = Map.groupBy(unusable ? [] : record.results, (result) => result.suite);
  const checked = [...bySuite].map(
    ([name, results]) => [name, results.map((result) => checkCase(record, result, byCheck))] as const,
  );
  return stop.length === 0 ? checked : [['run', stop], ...checked];
}

/**
 * The report as JUnit XML: a test suite per suite, a test case per check. Warnings are failures only for strict runs,
 * and what was not tested is skipped with its reason. A run that could not do its job is one more case, with an error.
 * The result is well-formed XML 1.0 whatever the service sent.
 */
export function junitReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const parts = suites(record, document, recordFile);
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
