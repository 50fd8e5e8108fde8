import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * A tracker whose requests name what is there in ways of their own: one of the roles that a list of words shows, a user as an author, a
 * tag that is taken away by the body that put it, an issue as a part of the path of a milestone.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const body = (members: string, required: string): string =>
  `requestBody: {required: true, ${json(`{type: object, required: [${required}], properties: {${members}}}`)}}`;
const TEXT = '{type: string, minLength: 1, maxLength: 60}';
const ID = 'id: {type: integer}';
const of = (members: string): string => `{type: object, required: [id], properties: {${ID}, ${members}}}`;
const [USER, ISSUE, MILESTONE] = [
  of(`name: ${TEXT}, role: {type: string}`),
  of(`title: ${TEXT}, author_id: {type: integer}`),
  of(`name: ${TEXT}`),
];
const NO = `'400': {description: no}, '404': {description: none}`;
const named = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: integer}}]`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Tracker, version: '1'}
paths:
  /users/roles:
    get: {operationId: roles, responses: {'200': {description: all, ${json('{type: array, items: {type: string}}')}}}}
  /users:
    get: {operationId: users, responses: {'200': {description: all, ${json(`{type: array, items: ${USER}}`)}}}}
    post: {operationId: addUser, ${body(`name: ${TEXT}, role: {type: string}`, 'name, role')}, responses: {'201': {description: made, ${json(USER)}}, ${NO}}}
  /issues:
    get: {operationId: issues, responses: {'200': {description: all, ${json(`{type: array, items: ${ISSUE}}`)}}}}
    post: {operationId: addIssue, ${body(`title: ${TEXT}, author_id: {type: integer}`, 'title, author_id')}, responses: {'201': {description: made, ${json(ISSUE)}}, ${NO}}}
  /issues/{id}:
    ${named('id')}
    get: {operationId: issue, responses: {'200': {description: it, ${json(ISSUE)}}, ${NO}}}
    delete: {operationId: removeIssue, responses: {'204': {description: gone}, ${NO}}}
  /issues/{id}/tags:
    ${named('id')}
    post: {operationId: addTag, ${body(`tag: ${TEXT}`, 'tag')}, responses: {'204': {description: put}, ${NO}}}
    delete: {operationId: removeTag, ${body(`tag: ${TEXT}`, 'tag')}, responses: {'204': {description: taken}, ${NO}}}
  /milestones:
    get: {operationId: milestones, responses: {'200': {description: all, ${json(`{type: array, items: ${MILESTONE}}`)}}}}
    post: {operationId: addMilestone, ${body(`name: ${TEXT}`, 'name')}, responses: {'201': {description: made, ${json(MILESTONE)}}, ${NO}}}
  /milestones/{id}:
    ${named('id')}
    get: {operationId: milestone, responses: {'200': {description: it, ${json(MILESTONE)}}, ${NO}}}
    delete: {operationId: removeMilestone, responses: {'204': {description: gone}, ${NO}}}
  /milestones/{id}/issues:
    ${named('id')}
    get: {operationId: within, responses: {'200': {description: all, ${json(`{type: array, items: ${ISSUE}}`)}}, ${NO}}}
  /milestones/{id}/issues/{issueId}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: issueId, in: path, required: true, schema: {type: integer}}]
    post: {operationId: link, responses: {'204': {description: in}, ${NO}}}
    delete: {operationId: unlink, responses: {'204': {description: out}, ${NO}}}
`;

const ROLES: readonly unknown[] = ['reader', 'writer'];

type Issue = { readonly id: number; readonly title: string; readonly author_id: number };

const isText = (value: unknown): value is string => typeof value === 'string' && /^.{1,60}$/su.test(value);

const tracker: MakeService = () => {
  const users: { readonly id: number }[] = [];
  const issues = new Map<number, Issue>();
  const tags = new Map<number, Set<string>>();
  const milestones = new Map<number, { readonly id: number; readonly name: string }>();
  const parts = new Map<number, Set<number>>();
  let last = 40;
  const made = (entry: { readonly id: number }): Reply => ({ status: 201, body: entry });
  const inIssue = (method: string, issue: Issue, sent: unknown, isTags: boolean): Reply => {
    if (!isTags && method === 'GET') return { status: 200, body: issue };
    if (!isTags) {
      issues.delete(issue.id);
      for (const held of parts.values()) held.delete(issue.id);
      return { status: 204 };
    }
    const tag = isObject(sent) ? sent['tag'] : undefined;
    const own = tags.get(issue.id);
    if (!isText(tag) || own === undefined) return { status: 400 };
    if (method === 'POST') own.add(tag);
    else if (!own.delete(tag)) return { status: 404 };
    return { status: 204 };
  };
  const inMilestone = (method: string, id: number, inside: string | undefined, part: string): Reply => {
    const held = parts.get(id) ?? new Set();
    if (inside === undefined && method === 'GET') return { status: 200, body: milestones.get(id) };
    if (inside === undefined) {
      milestones.delete(id);
      return { status: 204 };
    }
    if (part === '') return { status: 200, body: [...held].map((one) => issues.get(one)) };
    if (method === 'DELETE') return { status: held.delete(Number(part)) ? 204 : 404 };
    if (!issues.has(Number(part))) return { status: 400 };
    held.add(Number(part));
    return { status: 204 };
  };
  return ({ method, path, json: sent }): Reply => {
    const [, place, id, inside, part = ''] = path.split('/');
    if (id === 'roles') return { status: 200, body: ROLES };
    if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
    if (part !== '' && !/^-?\d+$/.test(part)) return { status: 400 };
    const given = isObject(sent) ? sent : {};
    if (id === undefined && method === 'GET') {
      const all = { users, issues: [...issues.values()], milestones: [...milestones.values()] };
      return { status: 200, body: all[place === 'users' || place === 'issues' ? place : 'milestones'] };
    }
    const { name, role, title, author_id: author } = given;
    last += 1;
    if (place === 'users') {
      if (!isText(name) || !ROLES.includes(role)) return { status: 400 };
      users.push({ id: last, name, role } as { id: number });
      return made({ id: last, name, role } as { id: number });
    }
    if (place === 'issues' && id === undefined) {
      if (!isText(title) || !users.some((one) => one.id === author)) return { status: 400 };
      issues.set(last, { id: last, title, author_id: Number(author) });
      tags.set(last, new Set());
      return made({ id: last, title, author_id: author } as { id: number });
    }
    if (id === undefined) {
      if (!isText(name)) return { status: 400 };
      milestones.set(last, { id: last, name });
      parts.set(last, new Set());
      return made({ id: last, name } as { id: number });
    }
    const issue = issues.get(Number(id));
    if (place === 'issues')
      return issue === undefined ? { status: 404 } : inIssue(method, issue, sent, inside !== undefined);
    return milestones.has(Number(id)) ? inMilestone(method, Number(id), inside, part) : { status: 404 };
  };
};

test('what is named by a word of a list, as an author, by what was put there, and in a path is served', async () => {
  const run = await runAtOnce(DOCUMENT, tracker);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
  expect([alarms(run), faultsOfAssay(run), idsOf(run, 'warn')]).toEqual([[], [], []]);
});
