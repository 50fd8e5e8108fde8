import { jsonShownBy } from '../../../interface/documented-answers.ts';
import type { Interface } from '../../../interface/model.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { compileSchema, type SchemaValidator } from '../../../schema/compile.ts';
import { sample } from '../../../schema/generate/sample.ts';
import type { Schema } from '../../../schema/keywords.ts';
import type { Reply } from '../../answers/stages/stages.ts';
import type { Json } from '../../../json/value.ts';
import type { Fault } from '../fault.ts';
import { atResponse, type ResponsePlace, responsePlaces } from './at-response.ts';
import { type ValueBreak, valueBreaks } from './broken-values.ts';
import { derivedName } from './derived-name.ts';
import { changedAt, type MemberPlace, memberPlaces, placeName, valuesAt } from './member-places.ts';

/** What becomes of a body; `undefined` where the change leaves it within its schema. */
type BodyChange = (value: Json) => Json | undefined;

/** Keeps a change to what the schema rules out: the document decides whether it is a fault. */
function ruledOut(validate: SchemaValidator, change: BodyChange): BodyChange {
  return (value) => {
    const changed = change(value);
    return changed !== undefined && validate(changed).length > 0 ? changed : undefined;
  };
}

function renamed(path: readonly string[]): BodyChange {
  const name = path.at(-1) ?? '';
  return (value) =>
    changedAt(value, path.slice(0, -1), (owner) => {
      const [member] = valuesAt(owner, [name]);
      const rest = changedAt(owner, [name], () => undefined);
      return member === undefined || rest === undefined ? owner : { ...Object(rest), [`${name}_`]: member };
    });
}

type MemberChange = { readonly name: string; readonly title: string; readonly change: BodyChange };

function memberChanges({ path, required, keywords }: MemberPlace): readonly MemberChange[] {
  const at =
    (change: ValueBreak['change']): BodyChange =>
    (value) =>
      changedAt(value, path, change);
  const isMember = required && path.length > 0;
  return [
    ...(isMember ? [{ name: 'missing', title: 'is missing', change: at(() => undefined) }] : []),
    ...(isMember ? [{ name: 'renamed', title: 'has another name', change: renamed(path) }] : []),
    ...valueBreaks(keywords).map(({ name, title, change }) => ({ name, title, change: at(change) })),
  ];
}

function withBody(reply: Reply, change: BodyChange): Reply {
  if (reply.body.kind !== 'json') return reply;
  const value = change(reply.body.value);
  return value === undefined ? reply : { ...reply, body: { ...reply.body, value } };
}

function schemaFaults(place: ResponsePlace, schema: Schema): readonly Fault[] {
  const { operation, response } = place;
  const isSuccess = response.status.startsWith('2');
  const validate = compileSchema(schema);
  const sampled = sample(schema);
  // A sample that breaks its own schema (patterns are not looked at) tells nothing: then the change has to be one at all.
  const isTelling = validate(sampled).length === 0;
  return memberPlaces(schema).flatMap((member) =>
    memberChanges(member).flatMap(({ name, title, change }): Fault[] => {
      const spoil = ruledOut(validate, change);
      const isChanged = (): boolean => canonicalJson(change(sampled)) !== canonicalJson(sampled);
      const shows = isTelling ? spoil(sampled) !== undefined : isChanged();
      if (!shows) return [];
      return [
        {
          name: derivedName(operation, response.status, placeName(member.path), name),
          family: isSuccess ? 'bodies' : 'errors',
          title: `in ${response.status} of ${operation.id}, ${placeName(member.path)} ${title}`,
          breaks: [`${isSuccess ? 'bodies.schema' : 'errors.shape'}@${operation.id}`],
          apply: (stages) => atResponse(stages, place, (reply) => withBody(reply, spoil)),
        },
      ];
    }),
  );
}

function statusMemberFaults(place: ResponsePlace): readonly Fault[] {
  const { operation, response } = place;
  return response.statusMembers.map((member) => ({
    name: derivedName(operation, response.status, member, 'not-the-status'),
    family: 'errors',
    title: `in ${response.status} of ${operation.id}, ${member} is another status`,
    breaks: [`errors.status-member@${operation.id}`],
    apply: (stages) =>
      atResponse(stages, place, (reply) =>
        withBody(reply, (value) => changedAt(value, [member], () => (reply.status === 400 ? 409 : 400))),
      ),
  }));
}

/**
 * For each documented JSON body and each place in it: the member is missing, renamed, null, of another type, or breaks a
 * constraint. A change that the schema allows is no fault and is left out.
 */
export function responseMemberFaults(document: Interface): readonly Fault[] {
  return responsePlaces(document).flatMap((place) => {
    const json = jsonShownBy(place.response);
    return json === undefined ? [] : [...schemaFaults(place, json.schema), ...statusMemberFaults(place)];
  });
}
