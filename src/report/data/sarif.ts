import { checks } from '../../checks/catalogue.ts';
import type { Answer, Exchange, HeaderLine } from '../../http/exchange.ts';
import type { Interface, Level } from '../../interface/model.ts';
import { plainJson } from '../../json/value.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import { documentPath, followsText, leadText, operationsText, summaryText } from '../model/finding-words.ts';
import { type Finding, findingsOf } from '../model/findings.ts';
import { pasteLines } from '../model/replay-line.ts';
import { partialNote, runProblem } from '../model/run-problem.ts';
import { runCounts } from '../model/standings.ts';
import { verdict } from '../model/verdict.ts';

/** A message object of SARIF 2.1.0, section 3.11. */
export type SarifMessage = { readonly text: string };

/**
 * A text of any origin as a plain text message: a line break stays one, braces are doubled (section 3.11.5), and nothing
 * in it is a link (section 3.11.6).
 */
export function sarifMessage(text: string, maxLength = 1000): SarifMessage {
  const lines = text.split('\n').map((line) => escapeTerminal(line, maxLength));
  return {
    text: lines.slice(0, 50).join('\n').replaceAll(/[{}]/g, '$&$&').replaceAll('](', '] (').toWellFormed(),
  };
}

const MAX_HEADERS = 50;
const MAX_VALUE = 1000;
const MAX_BODY = 2000;

type Members = { readonly [name: string]: unknown };

/** Names are compared without case and values of one name are joined, as HTTP allows (RFC 9110, section 5.3). */
function headerMembers(headers: readonly HeaderLine[]): Members {
  const joined = new Map<string, string>();
  for (const [name, value] of headers.slice(0, MAX_HEADERS)) {
    const key = escapeTerminal(name, 200);
    const known = [...joined.keys()].find((one) => one.toLowerCase() === key.toLowerCase()) ?? key;
    const before = joined.get(known);
    const text = escapeTerminal(value, MAX_VALUE);
    joined.set(known, before === undefined ? text : `${before}, ${text}`);
  }
  return Object.fromEntries(joined);
}

/** The start of a body as artifact content (section 3.3): text where the bytes are, base64 where they are no UTF-8. */
function bodyMembers(body: Uint8Array | undefined): Members {
  if (body === undefined || body.length === 0) return {};
  const start = body.subarray(0, MAX_BODY);
  const cut = body.length > MAX_BODY ? { properties: { bytes: body.length, cut: true } } : {};
  try {
    // One for each body: what the end of a cut one leaves in a decoder must not reach the next.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(start, {
      stream: body.length > MAX_BODY,
    });
    return { body: { text, ...cut } };
  } catch {
    return { body: { binary: Buffer.from(start).toString('base64'), ...cut } };
  }
}

function webResponse({ status, reason, httpVersion, headers, body }: Answer): Members {
  return {
    protocol: 'HTTP',
    version: escapeTerminal(httpVersion, 20),
    statusCode: status,
    reasonPhrase: escapeTerminal(reason, 200),
    headers: headerMembers(headers),
    ...bodyMembers(body),
  };
}

/** The telling exchange of a result, as SARIF 2.1.0 has it (sections 3.46 and 3.47), with bodies cut. */
export function sarifWeb({ request, result }: Exchange): Members {
  const webRequest = {
    protocol: 'HTTP',
    method: escapeTerminal(request.method, 100),
    target: escapeTerminal(request.target, MAX_VALUE),
    headers: headerMembers(request.headers),
    ...bodyMembers(request.body),
  };
  return result.kind === 'failure'
    ? { webRequest, webResponse: { noResponseReceived: true } }
    : { webRequest, webResponse: webResponse(result.answer) };
}

/** Where SARIF 2.1.0 says that its schema is. */
export const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const MAX_RESULTS = 1000;
const MAX_SHOWN_EXCHANGES = 200;
type SarifLevel = 'error' | 'warning' | 'note';

const RULE_LEVELS: { readonly [level in Level]: SarifLevel } = {
  must: 'error',
  http: 'warning',
  should: 'warning',
  observe: 'note',
};

const RESULT_LEVELS: { readonly [kind in Finding['kind']]: SarifLevel } = {
  violation: 'error',
  warning: 'warning',
  excused: 'error',
};

function ruleId({ id }: CheckResult): string {
  return escapeTerminal(id, 200);
}

/** What a check asks for is the catalogue's to say; a check that it does not know has its title. */
function ruleMembers(result: CheckResult): Members {
  const { id, title, level, suite } = result;
  const check = checks.find((candidate) => candidate.id === id);
  const explanation = sarifMessage(check?.explanation ?? title, 4000).text;
  const name = ruleId(result);
  return {
    id: name,
    shortDescription: sarifMessage(title),
    fullDescription: { text: explanation },
    help: {
      text: `${explanation}\n\nassay explain ${name}`,
      ...(check === undefined ? {} : { markdown: `${explanation}\n\n\`assay explain ${name}\`` }),
    },
    defaultConfiguration: { level: RULE_LEVELS[level] },
    properties: { tags: ['conformance', escapeTerminal(suite, 100)], level },
  };
}

function locationMembers({ position, example: { violation } }: Finding): Members {
  const logical =
    violation.operation === undefined
      ? {}
      : { logicalLocations: [{ name: escapeTerminal(violation.operation, 200), kind: 'member' }] };
  if (position === undefined && violation.operation === undefined) return {};
  if (position === undefined) return { locations: [logical] };
  const uri = documentPath(position).split('/').map(encodeURIComponent).join('/');
  const region = { startLine: position.line };
  return { locations: [{ physicalLocation: { artifactLocation: { uri }, region }, ...logical }] };
}

type Source = { readonly record: RunRecord; readonly recordFile: string | undefined };

function resultMembers(
  { record, recordFile }: Source,
  finding: Finding,
  at: number,
  rules: readonly string[],
): Members {
  const { kind, result, example, others, count, clauses, fingerprint, excuse } = finding;
  const { violation } = example;
  const { replay, curl } = pasteLines(example, record, recordFile);
  const where = violation.operation === undefined ? '' : `${violation.operation}: `;
  const exchange = at < MAX_SHOWN_EXCHANGES ? record.exchanges.get(violation.exchanges[0] ?? '') : undefined;
  const lead = leadText(finding);
  const follows = followsText(finding);
  const text = [
    `${where}expected ${violation.expected}, got ${violation.actual}.`,
    ...(count === 1 ? [] : [`${summaryText(finding)}, in ${operationsText(finding)}.`]),
    ...(lead === undefined ? [] : [`${lead}.`]),
    ...(follows === undefined ? [] : [`Most likely of the same cause: ${follows}.`]),
    ...clauses.slice(0, 3).map((clause) => `${clause.id}: ${clause.text}`),
  ];
  return {
    ruleId: ruleId(result),
    ruleIndex: rules.indexOf(ruleId(result)),
    level: RESULT_LEVELS[kind],
    message: sarifMessage(text.join('\n')),
    ...locationMembers(finding),
    occurrenceCount: count,
    partialFingerprints: { 'assayFinding/v2': fingerprint },
    ...(exchange === undefined ? {} : sarifWeb(exchange)),
    ...(kind === 'excused'
      ? { suppressions: [{ kind: 'external', justification: escapeTerminal(excuse ?? '') }] }
      : {}),
    properties: {
      ...(replay === undefined ? {} : { replay }),
      ...(curl === undefined ? {} : { curl }),
      others: others.slice(0, 50).map((other) => escapeTerminal(other.id, 200)),
      follows: finding.follows.slice(0, 50).map((each) => escapeTerminal(each.result.id, 200)),
      clauses: result.clauses.slice(0, 50).map((clause) => escapeTerminal(clause, 200)),
      exchanges: violation.exchanges.slice(0, 50).map((name) => escapeTerminal(name, 100)),
    },
  };
}

/** What went wrong with the run itself, and what is not in the log. */
function notifications(record: RunRecord, leftOut: number): readonly Members[] {
  const problem = runProblem(record);
  const broken = record.results.flatMap(({ id, outcome }) =>
    outcome.kind === 'harness-error' ? [{ id, reason: outcome.reason }] : [],
  );
  const note = partialNote(record);
  return [
    ...(problem === undefined
      ? []
      : [{ level: 'error', message: sarifMessage(problem.message), descriptor: { id: problem.kind } }]),
    ...(note === undefined ? [] : [{ level: 'warning', message: sarifMessage(note) }]),
    ...broken.slice(0, 100).map(({ id, reason }) => ({
      level: 'error',
      message: sarifMessage(`assay itself failed in ${id}: ${reason}`),
    })),
    ...(leftOut <= 0
      ? []
      : [
          { level: 'warning', message: sarifMessage(`${String(leftOut)} results are left out of this log.`) },
        ]),
  ];
}

/** SARIF times are UTC with at most milliseconds (section 3.9); what is no time is left out. */
function timeMember(name: string, time: string | undefined): Members {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

function invocation(record: RunRecord, document: Interface | undefined, leftOut: number): Members {
  const ruling = verdict(record, document);
  const { exitCode } = ruling;
  return {
    executionSuccessful: !record.partial && (exitCode === 0 || exitCode === 1),
    exitCode,
    exitCodeDescription: escapeTerminal(`${ruling.text} – ${runCounts(record, ruling)}`, 1000),
    ...timeMember('startTimeUtc', record.header.startedAt),
    ...timeMember('endTimeUtc', record.footer?.endedAt),
    toolExecutionNotifications: notifications(record, leftOut),
  };
}

/**
 * The report as SARIF 2.1.0: a rule per check with its help, a result per finding at the line of its clause in the
 * interface document, with the simplest exchange and a fingerprint that stays the same from run to run.
 * Known failures are suppressed results.
 */
export function sarifReport(record: RunRecord, document?: Interface, recordFile?: string): string {
  const { header, results } = record;
  const findings = findingsOf(record, document);
  const shown = findings.slice(0, MAX_RESULTS);
  const rules = new Map(results.map((result) => [ruleId(result), result]));
  const ruleIds = [...rules.keys()];
  const run = {
    tool: {
      driver: {
        name: 'assay',
        version: header.assayVersion,
        rules: [...rules.values()].map(ruleMembers),
      },
    },
    automationDetails: { id: `assay/${escapeTerminal(header.interface.id, 200)}/` },
    invocations: [invocation(record, document, findings.length - shown.length)],
    columnKind: 'utf16CodeUnits',
    results: shown.map((finding, at) => resultMembers({ record, recordFile }, finding, at, ruleIds)),
    properties: {
      interface: escapeTerminal(`${header.interface.title} ${header.interface.version}`, 400),
      target: escapeTerminal(header.settings.url, 1000),
      run: escapeTerminal(header.runId, 100),
      seed: header.settings.seed,
    },
  };
  return `${plainJson({ $schema: SARIF_SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}
