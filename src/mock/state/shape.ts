import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import type fc from 'fast-check';
import { namingParameter } from '../../interface/resources/places/places.ts';
import { shownEntry } from '../../interface/resources/wrapping.ts';
import { uniqueAssigned } from '../../interface/resources/words/members/told-unique.ts';
import { upkeepIn } from '../../interface/resources/words/members/told-upkeep.ts';
import { isObject, type Json, memberOf } from '../../json/value.ts';
import { compileSchema } from '../../schema/compile.ts';
import { validValues } from '../../schema/generate/valid.ts';
import { isMarked } from '../../schema/direction.ts';
import { hiddenInside, type Place } from '../../schema/hidden-places.ts';
import { allowedTypes, type Schema } from '../../schema/keywords.ts';
import { besideNull, documentedMembers, schemaMembers } from '../../schema/members.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { sampleOne } from '../../system/seeded.ts';
import { subschema } from '../../schema/resolve.ts';
import type { Kept } from '../answers/stages/stages.ts';

/** How the service makes the value of a member. */
export type Making =
  | { readonly kind: 'date-time' | 'date' | 'uuid' | 'number' | 'numeral' }
  | { readonly kind: 'drawn'; readonly values: fc.Arbitrary<Json>; readonly fits: (value: Json) => boolean }
  | { readonly kind: 'sample'; readonly schema: Schema };

/** What the schema of a collection's entries says about creating one. */
export type Shape = {
  /** Whether members that the schema doesn't name are kept. */
  readonly open: boolean;
  /** All that an answer shows of an entry: a list may show less of it than the answer to its creation. */
  readonly names: ReadonlySet<string>;
  /** Members that clients send and that no answer shows, or shows as the service's own. */
  readonly hidden: ReadonlySet<string>;
  /** The same inside of other members. */
  readonly hiddenInside: readonly Place[];
  readonly assigned: readonly { readonly name: string; readonly making: Making }[];
  /** Those of them that the service gives another value with each change, and what of that the document allows. */
  readonly renewed: readonly { readonly name: string; readonly fits: (value: Json) => boolean }[];
  /** Least number of an entry. */
  readonly firstNumber: number;
};

function firstNumberOf(schema: Schema): number {
  const { minimum } = mergedKeywords(schema);
  return typeof minimum === 'number' ? Math.max(1, Math.ceil(minimum)) : 1;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Keywords by which the parameter of a path says more of a name than that it is a text or a number. */
const FORMS: readonly string[] = ['pattern', 'enum', 'const', 'minLength', 'maxLength'];

/** How the service names an entry, whose name has to fit the parameter of its path as well. */
function namingOf(schema: Schema, asked: Schema): Making {
  const making = makingOf(schema, true);
  const types = allowedTypes(mergedKeywords(asked));
  // An answer may show as a text what the path takes for a number alone.
  const isNumeral = making.kind === 'uuid' && types.has('integer') && !types.has('string');
  if (isNumeral && compileSchema(schema)('1').length === 0) return { kind: 'numeral' };
  const isOpen = FORMS.every((name) => memberOf<unknown>(mergedKeywords(asked), name) === undefined);
  if (making.kind !== 'uuid' || isOpen) return making;
  const [own, ofPath] = [schema, asked].map(compileSchema);
  const fits = (value: Json): boolean => own?.(value).length === 0 && ofPath?.(value).length === 0;
  const supply = validValues(besideNull(asked));
  if (supply.kind !== 'values' || fits(NOBODY)) return making;
  // What a path takes and what an answer may show have nothing in common in some documents.
  const isThere = SAMPLES.some((seed) => fits(sampleOne(supply.arbitrary, seed, 'names')));
  return isThere ? { kind: 'drawn', values: supply.arbitrary, fits } : making;
}

const SAMPLES: readonly number[] = [...Array(20).keys()];

/** `isUnlike`: no two entries have the value alike, as that which names them. */
function makingOf(schema: Schema, isUnlike: boolean): Making {
  const { format, type, pattern } = mergedKeywords(schema);
  if ((format === 'date-time' || format === 'date' || format === 'uuid') && pattern === undefined)
    return { kind: format };
  if (!isUnlike) return { kind: 'sample', schema };
  // What names an entry is never null, although its member may be.
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (!isText) return { kind: 'number' };
  const validate = compileSchema(schema);
  const supply = validate(NOBODY).length === 0 ? undefined : validValues(besideNull(schema));
  if (supply?.kind !== 'values') return { kind: 'uuid' };
  return { kind: 'drawn', values: supply.arbitrary, fits: (value) => validate(value).length === 0 };
}

function renewedIn(entry: Schema): readonly string[] {
  if (!isObject(entry)) return [];
  const { changed, versions } = upkeepIn(entry);
  return [...changed, ...versions];
}

/** What the answers to a creation and to reading one entry show. */
function shownAlone({ created, read, identity, entrySchema }: Kept): readonly Schema[] {
  const whole = (read?.responses ?? [])
    .filter(({ status }) => status.startsWith('2'))
    .map((response) => jsonSchemaOf(response) ?? true);
  return [created.schema, ...whole.map((body) => shownEntry(body, identity, entrySchema).schema)];
}

/** What the reading of one entry says of the name that it is asked by. */
function askedOf({ read }: Kept): Schema {
  return (read === undefined ? undefined : namingParameter(read)?.schema) ?? true;
}

function hiddenIn(schema: Schema): readonly string[] {
  return [...schemaMembers(schema).properties].flatMap(([name, member]) =>
    mergedKeywords(member, schema)['writeOnly'] === true ? [name] : [],
  );
}

function readOnlyIn(schema: Schema): readonly string[] {
  return [...schemaMembers(schema).properties.keys()].filter((name) => isMarked(schema, name, 'readOnly'));
}

/** What the document says of keeping the entries of a collection. */
export function shapeOf(kept: Kept): Shape {
  const { entrySchema, identity, named, assigned } = kept;
  const { properties } = schemaMembers(entrySchema);
  const { additionalProperties = false } = mergedKeywords(entrySchema);
  // What a path names an entry by is there, whether or not a client gave it.
  const names = [...new Set([identity, named ?? identity, ...assigned])].filter((name) => name !== '');
  // A list may show less of an entry, and hide nothing.
  const shown = shownAlone(kept);
  // What the answer to a creation does not show is the service's own all the same.
  const sent = schemaMembers(kept.sent.schema).properties;
  const elsewhere = [entrySchema, ...shown]
    .flatMap(readOnlyIn)
    .filter((name) => !names.includes(name) && !sent.has(name));
  const unlike = uniqueAssigned(entrySchema, [kept.sent.schema]);
  const schemaOf = (name: string): Schema => subschema(entrySchema, properties.get(name) ?? true);
  return {
    open: additionalProperties !== false || properties.size === 0,
    // Those of each kind of entry as well, where it is one of several.
    names: new Set([entrySchema, ...shown].flatMap((schema) => [...documentedMembers(schema)])),
    hidden: new Set([...[entrySchema, ...shown].flatMap(hiddenIn), ...elsewhere]),
    hiddenInside: [entrySchema, ...shown].flatMap((schema) => hiddenInside(schema)),
    assigned: names.map((name) => ({
      name,
      making:
        name === (named ?? identity)
          ? namingOf(schemaOf(name), askedOf(kept))
          : makingOf(schemaOf(name), name === identity || unlike.includes(name)),
    })),
    renewed: renewedIn(entrySchema)
      .filter((name) => names.includes(name))
      .map((name) => {
        const validate = compileSchema(schemaOf(name));
        return { name, fits: (value) => validate(value).length === 0 };
      }),
    firstNumber: firstNumberOf(schemaOf(identity)),
  };
}
