import type { Check } from '../src/checks/check.ts';
import type { Clause } from '../src/interface/model.ts';

const HEAD = `# Checks

Written from the catalogue by \`npm run docs\`; change the check, not this page. \`assay list\` and \`assay explain ID\` print
the same, and [verdict.md](verdict.md) says what the levels mean. *Clauses* are those of the interface that assay ships
with, \`spec/pet-catalogue/clauses.yaml\`.
`;

function clauseLine(check: Check, clauses: readonly Clause[]): string {
  const own = clauses.filter((clause) => clause.checks.some((reference) => reference.check === check.id));
  if (own.length === 0) return 'Clauses: none of the shipped interface.';
  return `Clauses: ${own.map(({ id }) => `\`${id}\``).join(', ')}.`;
}

function entry(check: Check, clauses: readonly Clause[]): string {
  const { id, level, title, explanation } = check;
  return `### ${id}\n\n**${title}** (${level})\n\n${explanation}\n\n${clauseLine(check, clauses)}\n`;
}

/** The page `docs/checks.md`: every check by suite, in Markdown. */
export function checksPage(checks: readonly Check[], clauses: readonly Clause[]): string {
  const suites = [...new Set(checks.map(({ suite }) => suite))];
  const parts = suites.flatMap((suite) => [
    `## ${suite}\n`,
    ...checks.filter((check) => check.suite === suite).map((check) => entry(check, clauses)),
  ]);
  return [HEAD, ...parts].join('\n');
}
