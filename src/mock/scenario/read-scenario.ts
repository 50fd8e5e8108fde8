import { dirname, extname, resolve } from 'node:path';
import {
  childOf,
  type Cursor,
  faultAt,
  InterfaceFault,
  type InterfaceProblem,
  itemsOf,
  membersOf,
  requiredChild,
  textOf,
} from '../../document/cursor.ts';
import { isObject } from '../../json/value.ts';
import { checkForm } from '../../document/form.ts';
import { readSourceFile } from '../../document/files.ts';
import { essenceOf, isJsonMediaType } from '../../http/media-type.ts';
import type { Interface } from '../../interface/model.ts';
import { nearestName } from '../../system/nearest-name.ts';
import { createRouter } from '../answers/stages/router.ts';
import type { HeaderLine } from '../answers/stages/stages.ts';
import { readSource } from '../files/read-files.ts';
import { plainText } from '../../json/lossless.ts';
import { wishedResponse } from '../prism/preference.ts';
import { type Latency, parseLatency } from '../server/latency.ts';
import { plansOf } from '../state/keys.ts';
import type { Content, Match, Rule, Scenario } from './scenario.ts';

const OWN_HEADERS = ['content-length', 'transfer-encoding', 'connection', 'date', 'vary', 'content-encoding'];
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json'],
  ['.html', 'text/html; charset=utf-8'],
  ['.xml', 'application/xml'],
  ['.csv', 'text/csv; charset=utf-8'],
]);
const CONTENTS = ['body', 'example', 'file', 'drop'];

function headerLine(name: string, cursor: Cursor): HeaderLine {
  const value = plainText(cursor.value);
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name))
    throw faultAt(cursor, `"${name}" is no name of a header`, 'Use letters, digits and hyphens.');
  if (OWN_HEADERS.includes(name.toLowerCase()))
    throw faultAt(cursor, `the mock writes ${name} itself`, 'Leave it out.');
  if (!/^[\x20-\x7e]{0,8000}$/.test(value))
    throw faultAt(cursor, `this value of ${name} cannot be sent`, 'Use visible ASCII characters.');
  return [name, value];
}

function latencyOf(answer: Cursor): Latency | undefined {
  const cursor = childOf(answer, 'latency');
  if (cursor === undefined) return undefined;
  const latency = parseLatency(plainText(cursor.value));
  if (latency !== undefined) return latency;
  throw faultAt(cursor, `${JSON.stringify(cursor.value)} is no latency`, 'Write ms such as 200, or 100-800.');
}

function onlyOne(answer: Cursor): void {
  const [, second] = CONTENTS.flatMap((name) => childOf(answer, name) ?? []);
  if (second !== undefined)
    throw faultAt(second, `the answer has more than one of ${CONTENTS.join(', ')}`, 'Keep one of them.');
}

async function fileContent(
  answer: Cursor,
  cursor: Cursor,
): Promise<{ readonly text: string; readonly path: string }> {
  const path = resolve(dirname(answer.document.path), textOf(cursor));
  try {
    return { text: (await readSourceFile(path)).text, path };
  } catch (error) {
    if (!(error instanceof InterfaceFault)) throw error;
    throw faultAt(cursor, `${textOf(cursor)}: ${error.problem.problem}`, error.problem.advice);
  }
}

function exampleOf(cursor: Cursor, status: number | undefined, { match, document }: Context): Content {
  const example = textOf(cursor);
  const operation = document.operations.find(({ id }) => id === match.operation);
  if (operation === undefined)
    throw faultAt(cursor, 'an example is one of an operation', 'Name the operation in `match`.');
  const wish = wishedResponse(document, operation, {
    code: status,
    example,
    dynamic: false,
    seed: undefined,
  });
  if (wish.kind === 'refused')
    throw faultAt(cursor, wish.refusal.message.replace(/\.$/, ''), 'Use one that the document has.');
  return { kind: 'documented', status, example };
}

function isJson(mediaType: string): boolean {
  return isJsonMediaType(essenceOf(mediaType) ?? '');
}

type Context = { readonly match: Match; readonly document: Interface };

async function contentOf(answer: Cursor, mediaType: string | undefined, context: Context): Promise<Content> {
  onlyOne(answer);
  const given = childOf(answer, 'status')?.value;
  const status = typeof given === 'number' ? given : undefined;
  const [body, example, file, drop] = CONTENTS.map((name) => childOf(answer, name));
  if (drop !== undefined) return { kind: 'drop' };
  if (body !== undefined) {
    const { value } = body;
    return typeof value === 'string' && mediaType !== undefined && !isJson(mediaType)
      ? { kind: 'text', status, text: value, mediaType }
      : { kind: 'json', status, value, mediaType };
  }
  if (file !== undefined) {
    const { text, path } = await fileContent(answer, file);
    const usual = MEDIA_TYPES.get(extname(path)) ?? 'text/plain; charset=utf-8';
    return { kind: 'text', status, text, mediaType: mediaType ?? usual };
  }
  if (example !== undefined) return exampleOf(example, status, context);
  return status === undefined ? { kind: 'usual' } : { kind: 'documented', status, example: undefined };
}

/**
 * Reads `answer` of a rule whose form is checked already, with the file that it names. Rejects with an `InterfaceFault` for what
 * can't be sent and what the document doesn't have.
 */
async function readAnswer(
  rule: Cursor,
  context: Context,
): Promise<Pick<Rule, 'content' | 'headers' | 'latency'>> {
  const answer = requiredChild(rule, 'answer');
  const listed = childOf(answer, 'headers');
  const lines =
    listed === undefined ? [] : membersOf(listed).map(({ name, cursor }) => headerLine(name, cursor));
  const typeLine = lines.find(([name]) => name.toLowerCase() === 'content-type');
  const content = await contentOf(answer, typeLine?.[1], context);
  if (typeLine !== undefined && content.kind !== 'json' && content.kind !== 'text')
    throw faultAt(
      listed ?? answer,
      'Content-Type is given without a body',
      'Add `body` or `file`, or leave it out.',
    );
  return { content, headers: lines.filter((line) => line !== typeLine), latency: latencyOf(answer) };
}

function advice(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? `Use one of ${known.slice(0, 20).join(', ')}.` : `Did you mean "${near}"?`;
}

function nameIn(parent: Cursor, member: string, names: readonly string[]): string | undefined {
  const cursor = childOf(parent, member);
  if (cursor === undefined) return undefined;
  const name = textOf(cursor);
  if (names.includes(name)) return name;
  throw faultAt(cursor, `the document has no ${member} "${name}"`, advice(name, names));
}

function pathOf(parent: Cursor, document: Interface): string | undefined {
  const cursor = childOf(parent, 'path');
  if (cursor === undefined) return undefined;
  const path = textOf(cursor);
  const templates = [...new Set(document.operations.map((operation) => operation.path))];
  const { basePath } = document;
  if (templates.includes(path)) return path;
  if (createRouter(document)(`${basePath}${path}`).kind === 'path') return path;
  const inBase = basePath !== '' && path.startsWith(`${basePath}/`);
  throw faultAt(
    cursor,
    `the document has no path "${path}"`,
    inBase ? `Leave out the base path: ${path.slice(basePath.length)}.` : advice(path, templates),
  );
}

function textsOf(parent: Cursor, member: string): ReadonlyMap<string, string> {
  const cursor = childOf(parent, member);
  if (cursor === undefined) return new Map();
  return new Map(membersOf(cursor).map(({ name, cursor: { value } }) => [name, plainText(value)]));
}

function textIn(parent: Cursor, member: string): string | undefined {
  const cursor = childOf(parent, member);
  return cursor === undefined ? undefined : textOf(cursor);
}

/** Reads `match` of a rule whose form is checked already. Throws `InterfaceFault` for what the document doesn't have. */
function readMatch(rule: Cursor, document: Interface): Match {
  const cursor = childOf(rule, 'match') ?? { ...rule, value: {} };
  const plans = plansOf(document).map(({ id }) => id);
  const operations = document.operations.map(({ id }) => id);
  const body = childOf(cursor, 'body')?.value;
  const nth = childOf(cursor, 'nth')?.value;
  return {
    operation: nameIn(cursor, 'operation', operations),
    method: textIn(cursor, 'method'),
    path: pathOf(cursor, document),
    query: textsOf(cursor, 'query'),
    header: new Map([...textsOf(cursor, 'header')].map(([name, value]) => [name.toLowerCase(), value])),
    body: isObject(body) ? body : undefined,
    plan: plans.length === 0 ? textIn(cursor, 'plan') : nameIn(cursor, 'plan', plans),
    key: textIn(cursor, 'key'),
    nth: typeof nth === 'number' ? nth : undefined,
  };
}

export type ScenarioFile =
  | { readonly kind: 'read'; readonly scenario: Scenario }
  | { readonly kind: 'broken'; readonly problem: InterfaceProblem };

async function ruleOf(cursor: Cursor, document: Interface): Promise<Rule> {
  const match = readMatch(cursor, document);
  const answer = await readAnswer(cursor, { match, document });
  const times = childOf(cursor, 'times')?.value;
  return { match, ...answer, times: typeof times === 'number' ? times : undefined };
}

/**
 * Reads what a mock answers to some requests: YAML or JSON, a list of rules, which `schemas/scenario.schema.json` describes.
 * Never throws for what the file holds.
 */
export async function readScenarioFile(path: string, document: Interface): Promise<ScenarioFile> {
  try {
    const source = await readSource(path);
    checkForm(source.document, 'scenario.schema.json');
    const scenario: Rule[] = [];
    for (const item of itemsOf(source)) scenario.push(await ruleOf(item, document));
    return { kind: 'read', scenario };
  } catch (error) {
    if (error instanceof InterfaceFault) return { kind: 'broken', problem: error.problem };
    throw error;
  }
}
