import type { Operation } from '../../../model.ts';
import { plainName } from '../../../names.ts';
import { onceForBoth } from '../../../../system/once-for.ts';
import { compileSchema } from '../../../../schema/compile.ts';
import { schemaMembers } from '../../../../schema/members.ts';
import { subschema } from '../../../../schema/resolve.ts';
import { entrySchemaOf, type Resource } from '../../resources.ts';
import { clausesOf } from './told-states.ts';

/**
 * What a document says of members after an action, beside the state: that they have a value then (`closed_at is set`), or none
 * (`closed_at becomes null`).
 */

export type ToldAfter = {
  readonly member: string;
  readonly wanted: 'a value' | 'null';
  readonly words: string;
};

const IS_SET =
  /^(?:(?:the|its) )?([\w-]{2,40}) is (?:set|filled in|noted|recorded)(?: (?:to|with) (?:now|the (?:current )?(?:time|moment|date|day)(?: of the \w{1,20})?))?(?: then| now| from then on| afterwards)?$/i;
const IS_NULL =
  /^(?:(?:the|its) )?([\w-]{2,40}) (?:(?:becomes?|is(?: set(?: back)?| reset)?(?: to)?|goes back to) )?null(?: again)?$/i;
const IS_EMPTIED = /^(?:(?:the|its) )?([\w-]{2,40}) is (?:cleared|emptied|unset|removed)(?: again)?$/i;

/** The members that a document says to have a value, or none, after an action; those alone that may have none. */
export const toldAfter: (resource: Resource, operation: Operation) => readonly ToldAfter[] = onceForBoth(
  (resource: Resource, operation: Operation): readonly ToldAfter[] => {
    const schema = entrySchemaOf(resource);
    const members = schema === undefined ? [] : [...schemaMembers(schema).properties];
    const told = clausesOf(operation).flatMap((words): readonly ToldAfter[] => {
      const [set, none] = [IS_SET.exec(words)?.[1], (IS_NULL.exec(words) ?? IS_EMPTIED.exec(words))?.[1]];
      const name = set ?? none;
      const [member, own] = members.find(([each]) => plainName(each) === plainName(name ?? '')) ?? [];
      if (schema === undefined || member === undefined || own === undefined) return [];
      if (compileSchema(subschema(schema, own))(null).length > 0) return [];
      return [{ member, wanted: set === undefined ? 'null' : 'a value', words }];
    });
    return told.filter(({ member }) => told.filter((other) => other.member === member).length === 1);
  },
);
