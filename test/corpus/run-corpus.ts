/**
 * Runs assay against the mock of every document of the corpus, and exits with 1 where something is blamed that no
 * contradiction of the document explains: `npm run corpus -- [--only REGEX] [--again] [--seconds N] [--faults N] [--write] [--folder DIR]`.
 * `--again` measures only what was blamed the last time, or is new, and takes the rest as it was. `--faults` tries so many
 * faults of the mock as well. `--write` puts the table into docs/corpus.md. `--folder` takes the documents of a folder of one's own
 * instead: each file is one. Ends with why things were not shown, over all documents.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { causesOf } from './causes.ts';
import { corpus, type CorpusDocument, documentsIn } from './corpus.ts';
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
    folder: { type: 'string', default: '' },
  },
});

type Known = readonly (readonly [name: string, measured: Measured])[];

/** Two at once: a run waits for its mock, and the mock for the run. */
const AT_ONCE = 2;

const last = new Map(values.again ? (JSON.parse(await readFile(LAST, 'utf8')) as Known) : []);
const all = values.folder === '' ? corpus() : documentsIn(values.folder);
const chosen = all.filter(({ name }) => new RegExp(values.only).test(name));
const options = { seconds: Number(values.seconds), faults: Number(values.faults) };

async function rowOf(document: CorpusDocument): Promise<CorpusRow> {
  const before = last.get(document.name);
  const isSettled = before !== undefined && !isOurs({ document, measured: before });
  const row = { document, measured: isSettled ? before : await measureDocument(document, options) };
  process.stdout.write(
    `${isOurs(row) ? 'OURS ' : 'ok   '}${document.name} ${JSON.stringify(row.measured)}\n`,
  );
  return row;
}

const measured = new Map<CorpusDocument, CorpusRow>();
const waiting = chosen.values();
/** After each document, so that what is cut off goes on with `--again`. */
async function keep(): Promise<void> {
  if (values.folder !== '') return;
  const known: Known = [...measured].map(([{ name }, row]) => [name, row.measured]);
  await writeFile(LAST, JSON.stringify(known));
}

async function work(): Promise<void> {
  for (const document of waiting) {
    measured.set(document, await rowOf(document));
    await keep();
  }
}
await mkdir(join(LAST, '..'), { recursive: true });
await Promise.all(Array.from({ length: AT_ONCE }, work));
const rows = chosen.flatMap((document) => measured.get(document) ?? []);
const named = rows.map((row) => ({ name: row.document.name, measured: row.measured }));
process.stdout.write(['', 'Not shown, by cause:', ...causesOf(named), ''].join('\n'));
if (values.write) {
  const [text = ''] = (await readFile(PAGE, 'utf8')).split(MARK, 1);
  await writeFile(PAGE, `${text}${MARK}\n\n${corpusTable(rows)}\n`);
}
process.exitCode = rows.some(isOurs) ? 1 : 0;
