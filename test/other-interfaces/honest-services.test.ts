import { describe, expect, test } from 'vitest';
import { CRUD, type CrudFault, crudService } from './crud-service.ts';
import { blamed, faultsOfAssay, idsOf, type MockRun } from './run-against-mock.ts';
import { wholeInCi } from '../sampled.ts';
import { runAtOnce } from './run-against-service.ts';
import { ANY_TYPE, anyType, frameworkServices } from './framework-services.ts';
import { dyingKey, mortal, notesDocument, smallServices } from './small-services.ts';
import { stoppable, strangersServices } from './strangers-services.ts';

const services = [...smallServices, ...strangersServices, ...frameworkServices];

function found(run: MockRun): string {
  return [...idsOf(run, 'fail'), ...idsOf(run, 'warn')].join(' ');
}

describe('a CRUD interface with pages, defaults and problem+json', () => {
  test('is not blamed where it is honest', async () => {
    const run = await runAtOnce(CRUD, crudService());
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'warn')).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
    const strangers = Array.from(
      { length: 7 },
      (_, at) => `/members/00000000-0000-4000-8000-00000000000${String(at)}`,
    );
    const changing = run.asked.filter(({ method }) => !['GET', 'POST', 'HEAD', 'OPTIONS'].includes(method));
    expect(changing.length).toBeGreaterThan(0);
    expect(changing.filter(({ path }) => strangers.includes(path))).toEqual([]);
  });

  const FAULTS: readonly (readonly [fault: CrudFault, finds: string])[] = [
    ['takes any key', 'authentication.unknown-key'],
    ['takes any body', 'validation.wrong-type'],
    ['loses the note', 'collections.created-as-sent'],
    ['answers 200 to a creation', 'statuses.success'],
    ['lets the id be null', 'bodies.schema'],
    ['fails on null', 'statuses.no-server-error'],
  ];

  test.each(wholeInCi(FAULTS, 10))('is found out where it %s', async (fault, finds) => {
    const run = await runAtOnce(CRUD, crudService(fault));
    expect(found(run)).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ kind: 'does-not-conform', exitCode: 1 });
  });
});

describe('small services', () => {
  test.each(wholeInCi(services, 8))('honest: $title', async ({ document, honest, isGreen }) => {
    const run = await runAtOnce(document, honest);
    expect(blamed(run)).toEqual([]);
    expect(faultsOfAssay(run)).toEqual([]);
    const codes = isGreen === true ? [0] : [0, 2];
    expect(codes, JSON.stringify(run.verdict.missing)).toContain(run.verdict.exitCode);
  });

  const faulty = services.flatMap((one) => (one.faulty === undefined ? [] : [{ ...one, ...one.faulty }]));

  test.each(wholeInCi(faulty, 14))('faulty: $title', async ({ document, serve, finds }) => {
    const run = await runAtOnce(document, serve);
    expect(found(run)).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});

describe('what the run made', () => {
  test('is changed and removed where its creation is answered with another success than the documented one', async () => {
    const run = await runAtOnce(CRUD, crudService('answers 200 to a creation'));
    expect(idsOf(run, 'fail')).toEqual(['statuses.success']);
    const done = new Set(
      run.asked.filter(({ path }) => /-0{10}\d\d$/.test(path)).map(({ method }) => method),
    );
    expect(done).toContain('PUT');
    expect(done).toContain('DELETE');
  });

  test('shows nothing of a removal that is always answered with 404: the run can not tell', async () => {
    const run = await runAtOnce(ANY_TYPE, anyType({ removes: false }));
    const removal = run.record.footer?.coverage?.operations.find(({ id }) => id === 'delete');
    expect(removal).toMatchObject({ served: 0 });
    expect(removal?.outOfReach).toBeUndefined();
    expect(run.verdict).toMatchObject({ exitCode: 2 });
  });
});

describe('a service that others use', () => {
  test('is not stopped and not emptied without consent, and the report names what was left out', async () => {
    const run = await runAtOnce(stoppable.document, stoppable.serve);
    expect(run.asked.filter(({ method, path }) => method === 'POST' && path !== '/sizes')).toEqual([]);
    const left = run.record.footer?.coverage?.operations.filter(({ outOfReach }) =>
      outOfReach?.includes('--allow-writes'),
    );
    expect(left?.map(({ id }) => id)).toEqual(['stopAll', 'emptyAll', 'dropAll', 'removeSizes', 'configure']);
  });
});

describe('the key of a run', () => {
  test('outlives an interface that offers to change it', async () => {
    const run = await runAtOnce(mortal.document, mortal.serve);
    expect(run.asked.filter(({ path }) => /password|logout/.test(path))).toEqual([]);
    const removed = run.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(
      removed.every((path) => /^\/notes\/\d+$/.test(path)),
      removed.join(' '),
    ).toBe(true);
    expect(blamed(run)).toEqual([]);
    const left = run.record.footer?.coverage?.operations.filter(({ outOfReach }) =>
      outOfReach?.includes('--allow-writes'),
    );
    expect(left?.map(({ id }) => id)).toEqual(['changePassword', 'leave']);
  });

  test('ends with --allow-writes, which the run says, and nothing is blamed for it', async () => {
    const run = await runAtOnce(mortal.document, mortal.serve, { allowWrites: true });
    expect(run.asked.some(({ path }) => /password|logout/.test(path))).toBe(true);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(2);
  });

  test.each(wholeInCi([1, 2, 3, 5, 20, 30, 45], 4))(
    'is said to have died after %i requests, and nothing is blamed',
    async (after) => {
      const run = await runAtOnce(notesDocument, dyingKey(after));
      expect(blamed(run)).toEqual([]);
      expect(run.verdict.exitCode).toBe(2);
    },
  );
});
