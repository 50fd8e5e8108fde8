import { describe, expect, test } from 'vitest';
import {
  answerServices,
  bodyServices,
  boundaryService,
  discriminatedService,
  inheritedService,
  searchServices,
} from './kinds-services.ts';
import { everydayServices } from './everyday-services.ts';
import { atOnceKinds } from './kinds/at-once.ts';
import { chosenKinds } from './kinds/chosen.ts';
import { countedKinds } from './kinds/counted.ts';
import { elsewhereKinds } from './kinds/elsewhere.ts';
import { hangingKinds } from './kinds/hanging.ts';
import { heldKinds } from './kinds/held.ts';
import { nameKinds } from './kinds/names.ts';
import { placeKinds } from './kinds/places.ts';
import { protocolKinds } from './kinds/protocols.ts';
import { rpcKinds } from './kinds/rpc.ts';
import { setKinds } from './kinds/sets.ts';
import { styleKinds } from './kinds/styles.ts';
import { parameterServices } from './parameter-services.ts';
import { wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, type MockRun, runAgainstMock } from './run-against-mock.ts';
import { runAtOnce } from './run-against-service.ts';

function found(run: MockRun): string {
  return [...idsOf(run, 'fail'), ...idsOf(run, 'warn')].join(' ');
}

const services = [
  discriminatedService,
  inheritedService,
  ...searchServices.slice(0, 1),
  ...bodyServices.map((one) => ({ ...one, title: `takes ${one.title}` })),
  ...answerServices.map((one) => ({ ...one, title: `gives ${one.title}` })),
  ...parameterServices.map((one) => ({ ...one, title: `reads ${one.title}` })),
  ...everydayServices.map((one) => ({ ...one, title: `keeps ${one.title}` })),
];
const kinds = [
  ...atOnceKinds,
  ...chosenKinds,
  ...countedKinds,
  ...hangingKinds,
  ...heldKinds,
  ...nameKinds,
  ...placeKinds,
  ...elsewhereKinds,
  ...rpcKinds,
  ...setKinds,
  ...styleKinds,
  ...protocolKinds,
];
const honestKinds = kinds.flatMap(({ title, document, honest, astray }) =>
  Object.entries(honest).map(([name, serve]) => ({ title: `${title}, ${name}`, document, serve, astray })),
);
const obstructedKinds = kinds.flatMap(({ title, document, obstructed = {}, astray }) =>
  Object.entries(obstructed).map(([name, serve]) => ({
    title: `${title}, ${name}`,
    document,
    serve,
    astray,
  })),
);
const faultyKinds = kinds.flatMap(({ title, document, faulty, astray }) =>
  Object.entries(faulty).map(([name, one]) => ({ ...one, title: `${title}: ${name}`, document, astray })),
);
const faultyServices = [...services, boundaryService, ...searchServices.slice(1)].flatMap((one) =>
  one.faulty === undefined ? [] : [{ ...one, ...one.faulty }],
);

describe('services of every kind', () => {
  test.each(wholeInCi(services, 12))(
    'are not blamed where they are honest: $title',
    async ({ document, honest }) => {
      const run = await runAtOnce(document, honest);
      expect(faultsOfAssay(run)).toEqual([]);
      expect(blamed(run)).toEqual([]);
      expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
    },
  );

  test.each(wholeInCi(faultyServices, 20))('are found out: $title', async ({ document, serve, finds }) => {
    const run = await runAtOnce(document, serve);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(found(run)).toContain(finds);
  });

  test.each(wholeInCi(services, 18))("are stood in for by assay's own mock: $title", async ({ document }) => {
    const loaded = await loadOnce({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
  });
});

describe('interfaces of every school', () => {
  const honest = wholeInCi(honestKinds, 14);

  test.each([...honest, ...wholeInCi(obstructedKinds, 4)])(
    'are not blamed where they are honest: $title',
    async ({ title, document, serve, astray = () => false }) => {
      const run = await runAtOnce(document, serve);
      expect(faultsOfAssay(run)).toEqual([]);
      expect(blamed(run)).toEqual([]);
      expect(run.asked.filter(astray)).toEqual([]);
      const isSeenWhole = honestKinds.some((one) => one.title === title);
      if (isSeenWhole) expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
    },
  );

  test.each(wholeInCi(faultyKinds, 32))('are found out: $title', async (one) => {
    const { document, serve, finds, astray = () => false } = one;
    const run = await runAtOnce(document, serve);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(found(run)).toContain(finds);
    expect(run.asked.filter(astray)).toEqual([]);
  });
});

const SCHEMES = {
  bearer: '{ type: http, scheme: bearer }',
  basic: '{ type: http, scheme: basic }',
  field: '{ type: apiKey, in: header, name: X-Key }',
  query: '{ type: apiKey, in: query, name: key }',
  cookie: '{ type: apiKey, in: cookie, name: session }',
};

function secured(security: string): string {
  const problem = `{ description: x, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }`;
  const schemes = Object.entries(SCHEMES).map(([name, scheme]) => `${name}: ${scheme}`);
  return `
openapi: 3.1.0
info: { title: Numbers, version: '1' }
security: ${security}
paths:
  /numbers:
    get:
      operationId: numbers
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
        '401': ${problem}
components: { securitySchemes: { ${schemes.join(', ')} } }
`;
}

describe("what assay's own mock asks for", () => {
  test.each<readonly [string, string, boolean]>([
    ['two schemes at once', '[{ field: [], bearer: [] }]', true],
    ['three schemes at once', '[{ cookie: [], query: [], basic: [] }]', true],
    ['a cookie', '[{ cookie: [] }]', true],
    ['alternatives', '[{ field: [] }, { basic: [], query: [] }]', true],
    ['none, among others', '[{ field: [] }, {}]', false],
  ])('is %s, and conforms', async (_what, security, isSecured) => {
    const loaded = await loadOnce({ 'openapi.yaml': secured(security) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(run.verdict.exitCode, JSON.stringify(run.verdict)).toBe(0);
    expect(idsOf(run, 'pass').includes('authentication.missing-credential')).toBe(isSecured);
  });
});
