import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGate } from '../../src/output/gate.ts';
import { REPORT_FORMATS } from '../../src/report/formats.ts';
import { runAssayHere } from '../hostile/run-assay.ts';
import { THOROUGH } from '../sampled.ts';
import { PLACES, startDrawnEchoes, WRITINGS } from './drawn-echoes.ts';
import { leaks } from './leaks.ts';

const KEY_LETTERS = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~+/');
const key = fc
  .array(fc.constantFrom(...KEY_LETTERS), { minLength: 14, maxLength: 40 })
  .map((letters) => `Kx7${letters.join('')}`);

describe('a key that is drawn', () => {
  test('is found by the independent finder, however it is written', () => {
    const property = fc.property(key, fc.constantFrom(...WRITINGS.keys()), (drawn, writing) => {
      expect(leaks(`before ${WRITINGS.get(writing)?.(drawn) ?? ''} after`, drawn)).not.toEqual([]);
    });
    fc.assert(property, { seed: 3, numRuns: 200 });
  });

  test('does not pass the gate, however it is written and whatever stands around it', () => {
    const property = fc.property(
      key,
      fc.array(fc.tuple(fc.constantFrom(...WRITINGS.keys()), fc.string({ maxLength: 12 })), {
        minLength: 1,
        maxLength: 4,
      }),
      (drawn, parts) => {
        const gate = createGate();
        gate.add(drawn, '$ASSAY_KEY');
        const text = parts
          .map(([writing, around]) => ` ${around} ${WRITINGS.get(writing)?.(drawn) ?? ''}`)
          .join(' ');
        expect(leaks(gate.text(text), drawn)).toEqual([]);
        expect(leaks(gate.output(JSON.stringify({ text })), drawn)).toEqual([]);
        expect(JSON.parse(gate.output(JSON.stringify({ text })))).toHaveProperty('text');
        expect(leaks(Buffer.from(gate.bytes(Buffer.from(text))).toString('latin1'), drawn)).toEqual([]);
      },
    );
    fc.assert(property, { seed: 5, numRuns: THOROUGH ? 500 : 60 });
  });

  test.runIf(THOROUGH)(
    'is in no output of a run, wherever and however a service repeats it',
    async () => {
      const others = REPORT_FORMATS.filter(
        (format) => !['terminal', 'json', 'junit', 'record'].includes(format),
      );
      const formats = others.flatMap((format) => ['--report', format]);
      const property = fc.asyncProperty(key, fc.infiniteStream(fc.nat()), async (drawn, numbers) => {
        const writings = [...WRITINGS.keys()];
        const next = (): number => numbers.next().value ?? 0;
        const service = await startDrawnEchoes(drawn, () => ({
          place: PLACES[next() % PLACES.length] ?? 'body',
          writing: writings[next() % writings.length] ?? '',
        }));
        const options = [
          '--url',
          service.url,
          '--timeout',
          '1000',
          '--max-duration',
          '3',
          '--seed',
          '1',
          '--profile',
          'quick',
          ...formats,
        ];
        const run = await runAssayHere(options, drawn);
        service.close();
        expect(service.requests()).toBeGreaterThan(1);
        expect(run.files.size).toBeGreaterThan(REPORT_FORMATS.length - 1);
        const outputs = new Map(
          [['stdout', run.stdout], ['stderr', run.stderr], ...run.files].map(([name = '', text = '']) => [
            text,
            name,
          ]),
        );
        for (const [text, name] of outputs)
          expect({ name, leaks: leaks(text, drawn) }).toEqual({ name, leaks: [] });
      });
      await fc.assert(property, { seed: 11, numRuns: 6, endOnFailure: true });
    },
    300_000,
  );
});
