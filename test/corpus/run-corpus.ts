/**
 * Runs assay against the mock of every document of the corpus, and exits with 1 where something is blamed that no
 * contradiction of the document explains: `npm run corpus -- [--only REGEX] [--again] [--seconds N] [--faults N] [--write]`.
 * `--again` measures only what was blamed the last time, or is new, and takes the rest as it was. `--faults` tries so many
 * faults of the mock as well. `--write` puts the table into docs/corpus.md.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpus } from './corpus.ts';
import { type CorpusRow, corpusTable, isOurs } from './corpus-page.ts';
import { type Measured, measureDocument } from './measured.ts';

const PAGE = join(import.meta.dirname, '../../docs/corpus.md');
const LAST = join(import.meta.dirname, '../../reports/corpus.json');
const MARK = '<!-- npm run corpus -- --write makes what follows -->';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    faults: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});

type Known = readonly (readonly [name: string, measured: Measured])[];

const last = new Map(values.again ? (JSON.parse(await readFile(LAST, 'utf8')) as Known) : []);
const chosen = corpus().filter(({ name }) => new RegExp(values.only).test(name));
const rows: CorpusRow[] = [];
for (const document of chosen) {
  const before = last.get(document.name);
  const isSettled = before !== undefined && !isOurs({ document, measured: before });
  const options = { seconds: Number(values.seconds), faults: Number(values.faults) };
  const measured = isSettled ? before : await measureDocument(document, options);
  const row = { document, measured };
  rows.push(row);
  process.stdout.write(`${isOurs(row) ? 'OURS ' : 'ok   '}${document.name} ${JSON.stringify(measured)}\n`);
}
await mkdir(join(LAST, '..'), { recursive: true });
await writeFile(LAST, JSON.stringify(rows.map(({ document, measured }) => [document.name, measured])));
if (values.write) {
  const [text = ''] = (await readFile(PAGE, 'utf8')).split(MARK, 1);
  await writeFile(PAGE, `${text}${MARK}\n\n${corpusTable(rows)}\n`);
}
process.exitCode = rows.some(isOurs) ? 1 : 0;
