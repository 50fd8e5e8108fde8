import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** People who are put into teams by their names, and badges that clients name: what is put into a list is in it, once, and in no other. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const ID = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const MISSING = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;

const kind = (name: string, path: string): string => `
  /${path}:
    get: {operationId: list-${path}, responses: {'200': {description: all, ${all(name)}}, '401': {description: who}}}
    post:
      operationId: make-${path}
      requestBody: {required: true, ${one(`New`)}}
      responses: {'201': {description: made, ${one(name)}}, '400': {description: no}, '401': {description: who}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Teams, version: '1'}
security: [{key: []}]
paths:${kind('Person', 'people')}
  /people/{personId}:
    parameters: [${ID('personId')}]
    get: {operationId: read-person, responses: {'200': {description: one, ${one('Person')}}, ${MISSING}}}
    delete: {operationId: remove-person, responses: {'204': {description: gone}, ${MISSING}}}${kind('Team', 'teams')}
  /teams/{teamId}:
    parameters: [${ID('teamId')}]
    get: {operationId: read-team, responses: {'200': {description: one, ${one('Team')}}, ${MISSING}}}
    put:
      operationId: replace-team
      requestBody: {required: true, ${one('New')}}
      responses: {'200': {description: replaced, ${one('Team')}}, ${MISSING}}
    delete: {operationId: remove-team, responses: {'204': {description: gone}, ${MISSING}}}
  /teams/{teamId}/members:
    parameters: [${ID('teamId')}]
    get: {operationId: list-members, responses: {'200': {description: all, ${all('Person')}}, ${MISSING}}}
  /teams/{teamId}/members/{personId}:
    parameters: [${ID('teamId')}, ${ID('personId')}]
    put: {operationId: add-member, responses: {'204': {description: in it}, ${MISSING}}}
    delete: {operationId: drop-member, responses: {'204': {description: out of it}, ${MISSING}}}
  /badges:
    get: {operationId: list-badges, responses: {'200': {description: all, ${all('Badge')}}, '401': {description: who}}}
  /badges/{badgeKey}:
    parameters: [{name: badgeKey, in: path, required: true, schema: {type: string, pattern: '^[a-z][a-z0-9_]{2,30}$'}}]
    get: {operationId: read-badge, responses: {'200': {description: one, ${one('Badge')}}, ${MISSING}}}
    put:
      operationId: put-badge
      requestBody: {required: true, ${one('NewBadge')}}
      responses: {'200': {description: replaced, ${one('Badge')}}, '201': {description: made, ${one('Badge')}}, '400': {description: no}, '401': {description: who}}
    delete: {operationId: remove-badge, responses: {'204': {description: gone}, ${MISSING}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    New: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}
    Person: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    Team: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewBadge: {type: object, required: [label], properties: {label: {type: string, minLength: 1, maxLength: 60}, points: {type: integer, format: int32, minimum: 0, maximum: 99, default: 10}}}
    Badge: {type: object, required: [key, label, points], properties: {key: {type: string}, label: {type: string}, points: {type: integer, format: int32}}}
`;

type Named = { readonly id: number; readonly name: string };
type Badge = { readonly key: string; readonly label: string; readonly points: number };
type Team = Named & { readonly members: readonly number[] };

type Ways = {
  /** The members of all teams once one was put into one of them. */
  readonly add?: (teams: readonly Team[], team: Team, person: number) => readonly Team[];
  /** The members of a team that is replaced. */
  readonly keep?: (members: readonly number[]) => readonly number[];
  readonly showMembers?: (people: readonly Named[]) => readonly Named[];
  readonly showBadges?: (badges: readonly Badge[], before: readonly Badge[]) => readonly Badge[];
  readonly points?: number;
};

function nameIn(body: unknown): string | undefined {
  const name: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'name') : undefined;
  return typeof name === 'string' && name !== '' && Array.from(name).length <= 60 ? name : undefined;
}

function badgeIn(key: string, body: unknown, usual: number): Badge | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { label, points = usual } = body as { readonly label?: unknown; readonly points?: unknown };
  const isLabel = typeof label === 'string' && label !== '' && Array.from(label).length <= 60;
  const isCount = typeof points === 'number' && Number.isInteger(points) && points >= 0 && points <= 99;
  return isLabel && isCount ? { key, label, points } : undefined;
}

const withMember = (groups: readonly Team[], team: Team, person: number): readonly Team[] =>
  groups.map((other) =>
    other === team && !other.members.includes(person)
      ? { ...other, members: [...other.members, person] }
      : other,
  );

const GONE: Reply = { status: 204 };
const NONE: Reply = { status: 404 };
const WRONG: Reply = { status: 400 };

function teams({
  add = withMember,
  keep = (members) => members,
  showMembers = (people) => people,
  showBadges = (badges) => badges,
  points = 10,
}: Ways): MakeService {
  return () => {
    let [people, groups, badges]: [readonly Named[], readonly Team[], readonly Badge[]] = [[], [], []];
    let before: readonly Badge[] = [];
    let last = 0;
    const shown = ({ id, name }: Named): Named => ({ id, name });
    const onBadges = (method: string, key: string | undefined, body: unknown): Reply => {
      if (key === undefined) {
        const list = showBadges(badges, before);
        before = badges;
        return { status: 200, body: list };
      }
      const old = badges.find((badge) => badge.key === key);
      const others = badges.filter((badge) => badge !== old);
      if (method === 'PUT') {
        const badge = /^[a-z][a-z0-9_]{2,30}$/.test(key) ? badgeIn(key, body, points) : undefined;
        if (badge === undefined) return WRONG;
        badges = [...others, badge];
        return { status: old === undefined ? 201 : 200, body: badge };
      }
      if (old === undefined) return NONE;
      if (method === 'DELETE') badges = others;
      return method === 'DELETE' ? GONE : { status: 200, body: old };
    };
    const onMembers = (method: string, team: Team, id: string | undefined): Reply => {
      const { members } = team;
      if (id === undefined)
        return {
          status: 200,
          body: showMembers(people.filter((person) => members.includes(person.id))).map(shown),
        };
      if (!/^-?\d+$/.test(id)) return WRONG;
      if (method === 'PUT' && people.some((person) => person.id === Number(id))) {
        groups = add(groups, team, Number(id));
        return GONE;
      }
      if (method === 'PUT' || !members.includes(Number(id))) return NONE;
      groups = groups.map((other) =>
        other === team ? { ...other, members: members.filter((member) => member !== Number(id)) } : other,
      );
      return GONE;
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, area, id, inner, member] = path.split('/').map(decodeURIComponent);
      if (area === 'badges') return onBadges(method, id, body);
      const isTeam = area === 'teams';
      const list = isTeam ? groups : people;
      if (id === undefined && method === 'GET') return { status: 200, body: list.map(shown) };
      const name = nameIn(body);
      if (id === undefined) {
        if (name === undefined) return WRONG;
        last += 1;
        if (isTeam) groups = [...groups, { id: last, name, members: [] }];
        else people = [...people, { id: last, name }];
        return { status: 201, body: { id: last, name } };
      }
      if (!/^-?\d+$/.test(id)) return WRONG;
      const known = list.find((other) => other.id === Number(id));
      if (known === undefined) return NONE;
      const team = groups.find((other) => other === known);
      if (inner !== undefined) return team === undefined ? NONE : onMembers(method, team, member);
      if (method === 'GET') return { status: 200, body: shown(known) };
      if (method === 'DELETE') {
        groups = groups.filter((other) => other !== known);
        people = people.filter((other) => other !== known);
        return GONE;
      }
      if (name === undefined) return WRONG;
      groups = groups.map((other) =>
        other === team ? { ...other, name, members: keep(other.members) } : other,
      );
      return { status: 200, body: { id: known.id, name } };
    };
  };
}

const SUITES = { suites: ['resources', 'collections'] };

test.each(
  wholeInCi<readonly [name: string, ways: Ways]>(
    [
      ['keeps who was put into a team', {}],
      ['shows the newest members first', { showMembers: (people) => people.toReversed() }],
      ['shows a list of badges that is an answer old', { showBadges: (_badges, before) => before }],
    ],
    3,
  ),
)('a service that %s conforms', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, teams(ways), SUITES);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [name: string, ways: Ways, check: string]>(
    [
      [
        'puts people into all teams',
        {
          add: (groups, _team, person) =>
            groups.reduce((next, _one, at) => withMember(next, next[at] ?? _one, person), groups),
        },
        'resources.inside-one-alone',
      ],
      [
        'shows a member twice',
        { showMembers: (people) => [...people, ...people.slice(0, 1)] },
        'resources.inside-one-alone',
      ],
      ['empties a team that is replaced', { keep: () => [] }, 'resources.others-unchanged'],
      ['lists no badges', { showBadges: () => [] }, 'resources.made-as-asked'],
      ['gives badges no points by default', { points: 0 }, 'resources.made-as-asked'],
    ],
    3,
  ),
)('a service that %s is found out', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, teams(ways), SUITES);
  expect(blames(run)).toContain(check);
});
