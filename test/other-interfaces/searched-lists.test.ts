import { expect, test } from 'vitest';
import { blamed, idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list that nobody writes, asked for by codes of two letters and by words of its names. */

const STATION =
  "{type: object, required: [id, name, country], properties: {id: {type: string}, name: {type: string}, country: {type: string, pattern: '^[A-Z]{2}$'}}}";
const DOCUMENT = `
openapi: 3.1.0
info: {title: Stations, version: '1'}
paths:
  /stations:
    get:
      description: All filters must match.
      parameters:
        - {name: q, in: query, description: 'Text that the name contains, in any letter case.', schema: {type: string, minLength: 1, maxLength: 99}}
        - {name: country, in: query, description: 'Countries, comma-separated.', explode: false, schema: {type: array, minItems: 1, maxItems: 9, items: {type: string, pattern: '^[A-Z]{2}$'}}}
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${STATION}}}}}
        '400': {description: no}
`;

const STATIONS = [
  ['Brest Harbour', 'FR'],
  ['Kiel Lighthouse', 'DE'],
  ['Dover Pier', 'GB'],
  ['Calais East', 'FR'],
  ['Skagen Reef', 'DK'],
].map(([name = '', country = ''], at) => ({ id: `OS${String(at + 1)}`, name, country }));

type Finds = (station: { readonly name: string; readonly country: string }, asked: string) => boolean;

const hasCountry: Finds = ({ country }, asked) => asked.split(',').includes(country);
const hasText: Finds = ({ name }, asked) => name.toLowerCase().includes(asked.toLowerCase());
const any: Finds = () => true;

const stations =
  (byCountry: Finds, byText: Finds, isAnyEnough = false): MakeService =>
  () =>
  ({ query }) => {
    const [country, text] = [query.get('country'), query.get('q')];
    const areCodes = country === null || /^[A-Z]{2}(?:,[A-Z]{2}){0,8}$/.test(country);
    const isText = text === null || (text !== '' && Array.from(text).length <= 99);
    if (!areCodes || !isText || query.getAll('q').length > 1 || query.getAll('country').length > 1)
      return { status: 400 };
    if (isAnyEnough && country !== null && text !== null)
      return { status: 200, body: STATIONS.filter((one) => byCountry(one, country) || byText(one, text)) };
    const found = STATIONS.filter(
      (one) => (country === null || byCountry(one, country)) && (text === null || byText(one, text)),
    );
    return { status: 200, body: found };
  };

test('a list that is asked for by codes and words is fine', async () => {
  const run = await runAtOnce(DOCUMENT, stations(hasCountry, hasText));
  expect([...blamed(run), ...idsOf(run, 'warn')]).toEqual([]);
});

test.each<readonly [string, Finds, Finds]>([
  ['codes of two letters', any, hasText],
  ['all but the first of several codes', ({ country }, asked) => asked.startsWith(country), hasText],
  ['words of a name', hasCountry, any],
])('a list that does not look at %s is told', async (_title, byCountry, byText) => {
  const run = await runAtOnce(DOCUMENT, stations(byCountry, byText));
  expect(idsOf(run, 'fail')).toContain('resources.filter-holds');
});

test('a list that takes one of two filters for enough is told', async () => {
  const run = await runAtOnce(DOCUMENT, stations(hasCountry, hasText, true));
  expect(idsOf(run, 'fail')).toEqual(['resources.filter-holds']);
});
