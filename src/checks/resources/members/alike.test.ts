import { expect, test } from 'vitest';
import type { Schema } from '../../../schema/keywords.ts';
import { alikeIn, digestOf, kindOf } from './alike.ts';

const MEMBERS = 40;
const KINDS = 5;

/** A schema with definitions that all refer to each other: written out to the depth of four, they have 40⁵ members. */
function dense(last: Schema): Schema {
  const definitions = Array.from({ length: KINDS }, (_, at): readonly [string, Schema] => {
    const members = Array.from({ length: MEMBERS }, (_each, which): readonly [string, Schema] => [
      `part${String(which)}`,
      { $ref: `#/$defs/T${String((at + which) % KINDS)}` },
    ]);
    const properties = { ...Object.fromEntries(members), last };
    return [`T${String(at)}`, { type: 'object', properties }];
  });
  return { $ref: '#/$defs/T0', $defs: Object.fromEntries(definitions) };
}

const text: Schema = { type: 'string' };

test('alikeIn() takes the same schemas for alike, when all of them refer to each other', () => {
  const [sent, shown] = [dense(text), dense({ ...text })];
  expect(alikeIn([sent, sent], [shown, shown])).toEqual({ kind: 'whole' });
});

test('alikeIn() finds nothing alike, when something differs in all schemas that refer to each other', () => {
  const [sent, shown] = [dense(text), dense({ type: 'integer' })];
  expect(alikeIn([sent, sent], [shown, shown])).toBeUndefined();
});

test('digestOf() tells apart what differs in depth, and nothing else', () => {
  const [one, same, other] = [
    { a: [1, { b: true }], c: 'x' },
    { c: 'x', a: [1, { b: true }] },
    { a: [1, { b: false }], c: 'x' },
  ];
  expect(digestOf(one)).toBe(digestOf(same));
  expect(digestOf(one)).not.toBe(digestOf(other));
  expect(digestOf(['a'])).not.toBe(digestOf({ 0: 'a' }));
});

test('kindOf() says the same of a definition by its name and by itself', () => {
  const $defs: { readonly [name: string]: Schema } = {
    Name: text,
    Thing: { type: 'object', properties: { name: { $ref: '#/$defs/Name' } } },
  };
  const [named, itself] = [{ $ref: '#/$defs/Thing' }, $defs['Thing'] ?? false].map((schema) =>
    kindOf({ $defs }, schema),
  );
  expect(named).toEqual(itself);
  expect(named).toEqual({ type: 'object', properties: { name: text } });
});

test('kindOf() leaves out words and extensions, which say nothing of values', () => {
  const said: Schema = { ...text, 'x-example': 'Ada', 'x-go-name': 'Name', externalDocs: { url: '/names' } };
  const whole = (name: Schema): Schema => ({ type: 'object', properties: { name, 'x-name': text } });
  expect(kindOf(whole(said), whole(said))).toEqual(whole(text));
});
