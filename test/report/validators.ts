import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { parseRecord } from '../../src/record/read.ts';
import type { ReportFormat } from '../../src/report/formats.ts';
import { outsideCode } from './outside-code.ts';

/** Throws when a text is no valid report of its format. */
export type Validator = (text: string) => void;

function readSchema(path: string): { readonly [name: string]: unknown } {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as {
    readonly [name: string]: unknown;
  };
}

function validJson(text: string, validate: ValidateFunction): void {
  validate(JSON.parse(text));
  expect(validate.errors?.slice(0, 3) ?? []).toEqual([]);
}

function ownSchema(path: string): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(readSchema(path));
}

/** Draft 4 says `id` where draft 7 says `$id`; nothing else that differs is in this schema. */
function sarifSchema(): ValidateFunction {
  const { id: _id, $schema: _draft, ...schema } = readSchema('test/schemas/sarif-2.1.0-rtm.5.json');
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function harSchema(): ValidateFunction {
  const { schemas } = readSchema('test/schemas/har-1.2.json') as {
    readonly schemas: readonly { readonly $schema: string }[];
  };
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const { $schema: _draft, ...schema } of schemas) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json#');
  if (validate === undefined) throw new Error('har.json is missing');
  return validate;
}

const report = ownSchema('schemas/report.schema.json');
const gitlab = ownSchema('test/schemas/gitlab-code-quality.json');
const shields = ownSchema('test/schemas/shields-endpoint.json');
const sarif = sarifSchema();
const har = harSchema();

/** Names of the elements in their order. Throws at the first fault of the XML. */
function elementsOf(xml: string): readonly string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void names.push(name));
  parser.write(xml).close();
  return names;
}

const JUNIT = [
  'testsuites',
  'testsuite',
  'properties',
  'property',
  'testcase',
  'failure',
  'error',
  'skipped',
  'system-out',
];

function validJunit(text: string): void {
  const names = elementsOf(text);
  expect(names[0]).toBe('testsuites');
  expect(names.filter((name) => !JUNIT.includes(name))).toEqual([]);
}

/** TAP 14 as its grammar has it: version, plan, points in order, each with a block of YAML that can be read. */
function validTap(text: string): void {
  const lines = text.trimEnd().split('\n');
  expect(lines[0]).toBe('TAP version 14');
  const [, planned] = /^1\.\.(\d+)$/.exec(lines[1] ?? '') ?? [];
  let points = 0;
  for (let at = 2; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('# ')) continue;
    const [, number] =
      /^(?:not )?ok (\d+) - (?:[^\\#]|\\[\\#])*(?: # (?:SKIP|TODO) (?:[^\\#]|\\[\\#])+)?$/.exec(line) ?? [];
    points += 1;
    expect(number, line).toBe(String(points));
    expect(lines[at + 1]).toBe('  ---');
    const end = lines.indexOf('  ...', at);
    if (end < 0) throw new Error(`the block of point ${String(points)} has no end`);
    const block = lines.slice(at + 2, end).map((each) => each.slice(2));
    expect(parse(block.join('\n'))).toMatchObject({});
    at = end;
  }
  expect(points).toBe(Number(planned));
}

function validGithub(text: string): void {
  const lines = text.trimEnd().split('\n');
  const kinds = lines.map((line) => {
    const [, kind = ''] = /^::(error|warning|notice) \w+=[^,:]*(?:,\w+=[^,:]*)*::[^\n]*$/.exec(line) ?? [];
    expect(kind, line).not.toBe('');
    expect(line.replaceAll(/%(25|0A|0D|3A|2C)/g, '')).not.toContain('%');
    return kind;
  });
  const most = Map.groupBy(kinds, (kind) => kind);
  for (const list of most.values()) expect(list.length).toBeLessThanOrEqual(10);
  expect(kinds.at(-1)).toBe('notice');
}

/** Own mark-up apart, nothing outside of code can be HTML, a link, a picture, a person, an issue or a command. */
function validMarkdown(text: string): void {
  expect(Buffer.byteLength(text)).toBeLessThan(20_000);
  const rest = outsideCode(text)
    .replaceAll(/<\/?(?:details|summary)>/g, '')
    .replaceAll(/^> /gm, '')
    .replaceAll(/\\[!-/:-@[-`{-~]/g, '');
  expect(rest).not.toMatch(/[<>[\]`]|^ {0,3}(?:~~~|===|---)/m);
  expect(rest).not.toMatch(/[@!$&~]\w|#\d|:\/\/|www\./i);
}

function validHtml(text: string): void {
  expect(text.trimStart().toLowerCase().startsWith('<!doctype html>')).toBe(true);
  expect(text).not.toMatch(/<(?:script>alert|img |\/textarea|https)/i);
}

function validBadge(text: string): void {
  expect(elementsOf(text)).toEqual(['svg', 'title', 'rect', 'text', 'rect', 'text']);
  expect(text).toMatch(/<svg [^>]*role="img" aria-label="[^"]+"/);
}

function validGitlab(text: string): void {
  validJson(text, gitlab);
  const prints = (JSON.parse(text) as readonly { readonly fingerprint: string }[]).map(
    (one) => one.fingerprint,
  );
  expect(new Set(prints).size).toBe(prints.length);
}

/** One for every format: a new one does not compile without. */
export const validators: { readonly [format in ReportFormat]: Validator } = {
  terminal: (text) => expect(text).toMatch(/^[✔✖?] .*\n/),
  record: (text) => expect(parseRecord(text, 'report').kind).toBe('record'),
  json: (text) => validJson(text, report),
  junit: validJunit,
  html: validHtml,
  markdown: validMarkdown,
  github: validGithub,
  gitlab: validGitlab,
  sarif: (text) => validJson(text, sarif),
  tap: validTap,
  har: (text) => validJson(text, har),
  badge: validBadge,
  shields: (text) => validJson(text, shields),
};
