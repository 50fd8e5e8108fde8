/**
 * Runs assay against the mock of every document of the corpus, and exits with 1 where something is blamed that no
 * contradiction of the document explains: `npm run corpus -- [--only REGEX] [--seconds N] [--faults N] [--write]`. `--faults`
 * tries so many faults of the mock as well. `--write` puts the table into docs/corpus.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpus } from './corpus.ts';
import { type CorpusRow, corpusTable, isOurs } from './corpus-page.ts';
import { measureDocument } from './measured.ts';

const PAGE = join(import.meta.dirname, '../../docs/corpus.md');
const MARK = '<!-- npm run corpus -- --write makes what follows -->';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '60' },
    faults: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});

const chosen = corpus().filter(({ name }) => new RegExp(values.only).test(name));
const rows: CorpusRow[] = [];
for (const document of chosen) {
  const measured = await measureDocument(document, {
    seconds: Number(values.seconds),
    faults: Number(values.faults),
  });
  const row = { document, measured };
  rows.push(row);
  process.stdout.write(`${isOurs(row) ? 'OURS ' : 'ok   '}${document.name} ${JSON.stringify(measured)}\n`);
}
if (values.write) {
  const [text = ''] = (await readFile(PAGE, 'utf8')).split(MARK, 1);
  await writeFile(PAGE, `${text}${MARK}\n\n${corpusTable(rows)}\n`);
}
process.exitCode = rows.some(isOurs) ? 1 : 0;
