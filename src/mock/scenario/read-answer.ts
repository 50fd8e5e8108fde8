import { dirname, extname, resolve } from 'node:path';
import { childOf, type Cursor, faultAt, membersOf, requiredChild, textOf } from '../../interface/cursor.ts';
import { InterfaceFault } from '../../interface/interface-problem.ts';
import { readSourceFile } from '../../interface/library.ts';
import { essenceOf, isJsonMediaType } from '../../http/media-type.ts';
import type { Interface } from '../../interface/model.ts';
import { plainText } from '../json.ts';
import { type Latency, parseLatency } from '../latency.ts';
import { wishedResponse } from '../prism/wished-response.ts';
import type { HeaderLine } from '../stages.ts';
import type { Content, Match, Rule } from './scenario.ts';

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
export async function readAnswer(
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
