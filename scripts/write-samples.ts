/** Writes `reports/samples` anew: of the record that is there, or with `--run` of that of a new run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptSampleRecord, newSampleRecord, samples, samplesFolder } from './samples.ts';

const text = process.argv.includes('--run') ? await newSampleRecord() : keptSampleRecord();
mkdirSync(samplesFolder, { recursive: true });
for (const [name, report] of await samples(text)) writeFileSync(join(samplesFolder, name), report);
