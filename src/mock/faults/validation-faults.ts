import { documentedJson } from '../../http/media-type.ts';
import { sample } from '../../schema/generate/sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import {
  isRefusal,
  type Refusal,
  refusal as refused,
  type Stages,
  type Visit,
} from '../answers/stages/stages.ts';
import { isObject, type JsonObject, type Json } from '../../json/value.ts';
import type { Fault } from './fault.ts';

const family = 'validation';

/** Bodies that are refused as they are, but would pass with this change, are taken as if they had been sent changed. */
function repairing(stages: Stages, change: (value: JsonObject, visit: Visit) => JsonObject): Stages {
  return {
    ...stages,
    parse(bytes, visit) {
      const content = stages.parse(bytes, visit);
      if (isRefusal(content) || content.kind !== 'json' || !isObject(content.value)) return content;
      if (stages.validate(content, visit) === undefined) return content;
      const changed = { kind: 'json', value: change(content.value, visit) } as const;
      return stages.validate(changed, visit) === undefined ? changed : content;
    },
  };
}

/** Changes every member, however deep; `undefined` leaves it out. */
function mapMembers(value: JsonObject, change: (member: Json) => Json | undefined): JsonObject {
  const inside = (member: Json): Json | undefined => {
    if (isObject(member)) return mapMembers(member, change);
    if (!Array.isArray(member)) return change(member);
    return member.flatMap((item: Json) => inside(item) ?? []);
  };
  const changed = Object.entries(value).map(([name, member]) => [name, inside(member)] as const);
  return Object.fromEntries(changed.filter((pair): pair is [string, Json] => pair[1] !== undefined));
}

function bodySchema({ operation }: Visit): Schema {
  return documentedJson(operation?.requestBody?.representations ?? [])?.schema ?? true;
}

/** The members of the body that the schema requires and that are missing, as samples. */
function missingMembers(value: JsonObject, visit: Visit): JsonObject {
  const schema = bodySchema(visit);
  const { properties, required } = schemaMembers(schema);
  const missing = [...required].filter((name) => !Object.hasOwn(value, name));
  return Object.fromEntries(missing.map((name) => [name, sample(properties.get(name) ?? true, schema)]));
}

function judging(stages: Stages, change: (refusal: Refusal) => Refusal | undefined): Stages {
  return {
    ...stages,
    validate(content, visit) {
      const refusal = stages.validate(content, visit);
      return refusal === undefined ? undefined : change(refusal);
    },
  };
}

/** What services get wrong about what clients send. */
export const validationFaults: readonly Fault[] = [
  {
    name: 'invalid-body-accepted',
    family,
    title: 'bodies are not validated at all',
    breaks: [
      'validation.missing-member',
      'validation.wrong-type',
      'validation.root-type',
      'validation.constraint',
    ],
    apply: (stages) => judging(stages, () => undefined),
  },
  {
    name: 'missing-member-accepted',
    family,
    title: 'a required member may be missing',
    breaks: ['validation.missing-member'],
    apply: (stages) => repairing(stages, (value, visit) => ({ ...value, ...missingMembers(value, visit) })),
  },
  {
    name: 'number-taken-for-text',
    family,
    title: 'numbers are turned into text where text is asked for',
    breaks: ['validation.wrong-type'],
    apply: (stages) =>
      repairing(stages, (value) =>
        mapMembers(value, (member) =>
          typeof member === 'number' || typeof member === 'bigint' ? String(member) : member,
        ),
      ),
  },
  {
    name: 'boolean-taken-for-text',
    family,
    title: 'booleans are turned into text where text is asked for',
    breaks: ['validation.wrong-type'],
    apply: (stages) =>
      repairing(stages, (value) =>
        mapMembers(value, (member) => (typeof member === 'boolean' ? String(member) : member)),
      ),
  },
  {
    name: 'null-taken-for-absent',
    family,
    title: 'an optional member may be null though its type says otherwise',
    breaks: ['validation.wrong-type'],
    apply: (stages) => repairing(stages, (value) => mapMembers(value, (member) => member ?? undefined)),
  },
  {
    name: 'null-taken-for-empty-text',
    family,
    title: 'a required text may be null',
    breaks: ['validation.wrong-type'],
    apply: (stages) => repairing(stages, (value) => mapMembers(value, (member) => member ?? '')),
  },
  {
    name: 'media-type-parameter-refused',
    family,
    title: 'a media type in other letters or with parameters gets 400',
    breaks: ['validation.media-type-variant'],
    apply: (stages) => ({
      ...stages,
      parse(bytes, visit) {
        const given = visit.request.headers.get('content-type') ?? '';
        const isPlain = given === '' || /^[a-z/+.-]+$/.test(given);
        return isPlain || bytes.length === 0
          ? stages.parse(bytes, visit)
          : refused(
              visit.operation,
              [400],
              'unsupported_media_type',
              `The media type ${given} is not taken.`,
            );
      },
    }),
  },
  {
    name: 'unprocessable-for-invalid',
    family,
    title: 'a body that breaks the schema gets 422 instead of 400',
    breaks: ['validation.missing-member', 'validation.wrong-type'],
    apply: (stages) => judging(stages, (refusal) => ({ ...refusal, status: 422 })),
  },
  {
    name: 'refused-body-stored',
    family,
    title: 'a body that breaks the schema gets its refusal, but is stored',
    breaks: ['collections.refused-creates-nothing'],
    apply: (stages) => ({
      ...stages,
      validate(content, visit) {
        const refusal = stages.validate(content, visit);
        if (refusal !== undefined && content.kind === 'json' && isObject(content.value)) {
          const value = { ...missingMembers(content.value, visit), ...content.value };
          stages.respond({ kind: 'json', value }, visit, stages);
        }
        return refusal;
      },
    }),
  },
];
