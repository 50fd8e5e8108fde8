/** What lint found, for programs. */
import { counted } from '../system/counted.ts';
import { createHash } from 'node:crypto';
import { plainJson } from '../json/value.ts';
import { githubCommand } from '../report/data/github.ts';
import { SARIF_SCHEMA, sarifMessage } from '../report/data/sarif.ts';
import { escapeTerminal } from '../report/escape.ts';
import { element, writeXml } from '../report/data/xml.ts';
import { documentPath } from '../report/model/finding-words.ts';
import { packageManifest } from '../system/package.ts';
import { countOf, lintExitCode, type LintReport } from './lint.ts';
import { LINT_RULES, type LintFinding, type LintLevel, lintRules } from './rules.ts';

/** Version of the JSON report. It grows; members keep their meaning within a version. */
const LINT_VERSION = 1;

/** The report as JSON: everything that was found, with counts. */
export function lintJson(report: LintReport, maxWarnings: number | undefined): string {
  const { title, file, operations, findings, more } = report;
  return `${plainJson(
    {
      version: LINT_VERSION,
      assay: packageManifest().version,
      document: { title, file, operations },
      exitCode: lintExitCode(report, maxWarnings),
      errors: countOf(report, 'error'),
      warnings: countOf(report, 'warning'),
      notes: countOf(report, 'note'),
      more,
      findings,
    },
    2,
  )}\n`;
}

/** The same for the same finding in the next version of a document, where only lines moved. */
function fingerprintOf({ rule, file, pointer, message }: LintFinding): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, documentPath({ file, line: 1 }), pointer, message]))
    .digest('hex');
}

/** The report as SARIF 2.1.0: a rule each with its repair, and a result at its line. */
export function lintSarif({ findings }: LintReport): string {
  const rules = lintRules.map(({ id, level, title, why, repair }) => ({
    id,
    shortDescription: sarifMessage(title),
    fullDescription: sarifMessage(why),
    help: sarifMessage(repair),
    defaultConfiguration: { level },
  }));
  const ids: readonly string[] = lintRules.map(({ id }) => id);
  const results = findings.map((finding) => {
    const { rule, level, message, repair, line, pointer } = finding;
    const uri = documentPath(finding).split('/').map(encodeURIComponent).join('/');
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level,
      message: sarifMessage(`${message}.\n${repair}`),
      locations: [
        {
          physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
          logicalLocations: [{ fullyQualifiedName: escapeTerminal(pointer, 1000), kind: 'member' }],
        },
      ],
      partialFingerprints: { 'assayLint/v1': fingerprintOf(finding) },
    };
  });
  const driver = { name: 'assay lint', version: packageManifest().version, rules };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  return `${plainJson({ $schema: SARIF_SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

const SEVERITIES: { readonly [level in LintLevel]: string } = {
  error: 'major',
  warning: 'minor',
  note: 'info',
};

/** The report as GitLab's code quality JSON. */
export function lintGitlab({ findings }: LintReport): string {
  const issues = findings.map((finding) => ({
    description: escapeTerminal(`${finding.message}. ${finding.repair}`, 600),
    check_name: finding.rule,
    fingerprint: fingerprintOf(finding),
    severity: SEVERITIES[finding.level],
    location: { path: escapeTerminal(documentPath(finding)), lines: { begin: finding.line } },
  }));
  return `${plainJson(issues, 2)}\n`;
}

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** GitHub shows no more of each kind for one step. */
const MOST_ANNOTATIONS = 10;

/** The report as workflow commands of GitHub Actions: ten of each level at most, and a notice with the counts. */
export function lintGithub(report: LintReport): string {
  const annotations = (['error', 'warning', 'note'] as const).flatMap((level) =>
    report.findings
      .filter((finding) => finding.level === level)
      .slice(0, MOST_ANNOTATIONS)
      .map((finding) =>
        githubCommand(
          COMMANDS[level],
          {
            file: documentPath(finding),
            line: finding.line,
            title: `${finding.rule}: ${LINT_RULES[finding.rule].title}`,
          },
          [finding.message, finding.repair],
        ),
      ),
  );
  return `${[...annotations, githubCommand('notice', { title: 'assay lint' }, [lintCounts(report)])].join('\n')}\n`;
}

/** `2 errors, 1 warning, 5 notes in 12 operations`. */
export function lintCounts(report: LintReport): string {
  const levels = (['error', 'warning', 'note'] as const).map((level) =>
    counted(countOf(report, level), level),
  );
  const more = report.more === 0 ? '' : `, and ${String(report.more)} more`;
  return `${levels.join(', ')}${more} in ${counted(report.operations, 'operation')}`;
}

const MOST_LINES = 500;

/** The report as JUnit XML: a test case for each rule, which fails for errors alone; what else it found is in its output. */
export function lintJunit(report: LintReport): string {
  const byRule = Map.groupBy(report.findings, ({ rule }) => rule);
  const cases = lintRules.map(({ id, title }) => {
    const found = byRule.get(id) ?? [];
    const lines = found
      .slice(0, MOST_LINES)
      .map(({ file, line, message, repair }) => `${file}:${String(line)}: ${message}. ${repair}`);
    const more = found.length > lines.length ? [`and ${String(found.length - lines.length)} more`] : [];
    const text = [...lines, ...more].join('\n');
    const failed = found.some(({ level }) => level === 'error');
    const failure = element('failure', { message: `${title} (${String(found.length)})` }, text);
    const output = found.length === 0 ? [] : [element('system-out', {}, text)];
    return element(
      'testcase',
      { name: `${id}: ${title}`, classname: 'assay.lint', time: 0 },
      failed ? [failure] : output,
    );
  });
  const failures = lintRules.filter(
    ({ id }) => byRule.get(id)?.some(({ level }) => level === 'error') === true,
  );
  const counts = { tests: cases.length, failures: failures.length, errors: 0, skipped: 0, time: 0 };
  const suite = element('testsuite', { name: `lint of ${report.title}`, ...counts }, cases);
  return writeXml(element('testsuites', { name: 'assay lint', ...counts }, [suite]));
}
