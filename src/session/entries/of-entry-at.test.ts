import { expect, test } from 'vitest';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { loadOnce } from '../../../test/specs/load-files.ts';
import { statesOf } from './of-entry-at.ts';

const JOB = '{ title: { type: string, maxLength: 80 }, urgent: { type: boolean }';
const STATE = 'state: { type: string, enum: [fresh, running, stopped] }';

/** A document whose bodies hold the entry by itself, or in one member. */
function documentWith(held: (schema: string) => string): string {
  const content = (schema: string): string => `content: { application/json: { schema: ${held(schema)} } }`;
  const body = (members: string): string =>
    `requestBody: { required: true, ${content(`{ type: object, properties: ${members} }`)} }`;
  const shown = content(`{ type: object, properties: { id: { type: string }, ${JOB.slice(1)}, ${STATE} } }`);
  return `
openapi: 3.1.0
info: { title: Jobs, version: '1' }
paths:
  /jobs:
    post:
      operationId: addJob
      ${body(`${JOB} }`)}
      responses: { '201': { description: made, ${shown} } }
  /jobs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readJob
      responses: { '200': { description: it, ${shown} } }
    patch:
      operationId: changeJob
      ${body(`${JOB}, ${STATE} }`)}
      responses: { '200': { description: it, ${shown} } }
`;
}

test.each([
  ['by itself', (schema: string) => schema],
  ['in one member', (schema: string) => `{ type: object, required: [job], properties: { job: ${schema} } }`],
])(
  'statesOf() finds what a change takes and a creation does not, where bodies hold the entry %s',
  async (_name, held) => {
    const loaded = await loadOnce({ 'openapi.yaml': documentWith(held) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const [jobs] = resourcesOf(loaded.interface);
    if (jobs?.change === undefined) throw new Error('no change was found');
    expect(statesOf(jobs, jobs.change)).toEqual(['state']);
  },
);
