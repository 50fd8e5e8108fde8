import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Lines of a source that the rule complains about, from 1. */
function complaints(lines: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lint-'));
  try {
    const config = {
      jsPlugins: [join(import.meta.dirname, 'names-from-outside.ts')],
      rules: { 'assay/names-from-outside': 'error' },
    };
    writeFileSync(join(folder, 'oxlint.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'source.ts'), lines.join('\n'));
    const bin = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const options = ['--config', join(folder, 'oxlint.json'), '--format', 'json', join(folder, 'source.ts')];
    const { stdout } = spawnSync(process.execPath, [bin, ...options], { encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly {
        readonly code: string;
        readonly labels: readonly { readonly span: { readonly line: number } }[];
      }[];
    };
    return diagnostics
      .filter(({ code }) => code.includes('names-from-outside'))
      .flatMap(({ labels }) => labels.map(({ span }) => span.line))
      .toSorted((left, right) => left - right);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the rule finds what may look an inherited name up, and leaves lists and closed sets alone', () => {
  const wrong = [
    'counts[name] += 1;',
    'const found = members[operation.id];',
    'const called = table[read()];',
    'const text = entry[`x-${name}`];',
    'const there = name in counts;',
    'for (const name in counts) use(name);',
  ];
  const right = [
    'const last = list[list.length - 1];',
    'const nth = list[index];',
    'const word = TABLE[word];',
    'const tone = tones[outcome.kind];',
    "const named = headers['x-limit'];",
    "const holds = 'name' in value;",
    'const mapped = counts.get(name);',
  ];
  expect(complaints([...wrong, ...right])).toEqual(wrong.map((_line, index) => index + 1));
});
