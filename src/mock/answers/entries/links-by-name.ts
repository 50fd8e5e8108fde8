import type { Operation } from '../../../interface/model.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { isSchema, type Schema } from '../../../schema/keywords.ts';
import { mergedKeywords } from '../../../schema/merge.ts';
import { subschema } from '../../../schema/resolve.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, type Json, listOf, memberOf } from '../../../json/value.ts';
import { presenterOf } from '../present.ts';
import { absent, type Entry, type Refusal, type Shelves, type Stages, type Visit } from '../stages/stages.ts';
import type { KeptRole, LinkByName } from './kept-entries.ts';

/** Entries that are put into another one by their names, and taken out again: its member shows them. */

function itemSchema(holder: Schema, member: string): Schema {
  const { items } = mergedKeywords(schemaMembers(holder).properties.get(member) ?? true, holder);
  return items !== undefined && isSchema(items) ? subschema(holder, items) : true;
}

function nameOfItem({ identity }: LinkByName, item: Json): string {
  const name = identity === undefined ? item : isObject(item) ? memberOf(item, identity) : undefined;
  return plainText(name ?? null);
}

/** The entry with the other one in it or without it; a refusal where one of them is not there. */
export function linkedByName(
  { role, named, collection: ofAll }: KeptRole & { readonly named: LinkByName },
  {
    operation,
    visit,
    stages,
  }: { readonly operation: Operation; readonly visit: Visit; readonly stages: Stages },
  holding: Shelves['holding'],
): { readonly entry: Entry } | Refusal {
  const [own = '', other = ''] = [...visit.pathValues.values()].slice(-2);
  // Both may be made inside of something that the path does not name.
  const [collection, target] = [holding(ofAll, own) ?? ofAll, holding(named.target, other) ?? named.target];
  const entry = stages.find(collection, own);
  if (entry === undefined) return absent(operation, collection, own);
  const { member, identity } = named;
  const found = stages.find(target, other);
  if (found === undefined && role === 'put-in') return absent(operation, target, other);
  const now = listOf(memberOf(entry, member));
  const isThere = now.some((item) => nameOfItem(named, item) === other);
  const item = (): Json =>
    identity === undefined
      ? (memberOf(found ?? {}, target.identity) ?? other)
      : presenterOf(itemSchema(collection.entrySchema, member), identity)(found ?? {});
  const taken = now.filter((one) => nameOfItem(named, one) !== other);
  const next = role === 'take-out' ? taken : isThere ? now : [...now, item()];
  const how = role === 'take-out' ? 'take-out' : 'put-in';
  const whole = { ...entry, [member]: next };
  const changed = stages.update(collection, entry, { how, sent: whole, whole, later: new Set([member]) });
  stages.put(collection, entry, changed);
  return { entry: changed };
}
