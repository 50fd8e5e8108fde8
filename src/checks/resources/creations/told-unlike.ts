import type { Interface, Operation } from '../../../interface/model.ts';
import { entrySchemaOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import {
  bookedFrom,
  isToldWithin,
  uniqueMembers,
} from '../../../interface/resources/words/members/told-unique.ts';
import { saysWhenRefused } from '../../../oracle/contract.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { onceFor } from '../../../system/once-for.ts';
import { sentTo } from '../life/members/entry-state.ts';

/** The entries of which a document says that no two have the same value. */

/** A request that gives an entry values, and the members of which it says that no two entries have them alike. */
export type Telling = {
  readonly operation: Operation;
  readonly names: readonly string[];
  /** So it is inside of something alone: of entries that name different things nobody knows. */
  readonly isWithin: boolean;
  /** Only so where all else that is sent is the same. */
  readonly isOfWhole?: true;
};

/** A resource of which some members are in no two entries alike. */
export type Unlike = {
  readonly resource: Resource;
  readonly read: Operation;
  /** What makes an entry, where it says so. */
  readonly create: Telling | undefined;
  /** What changes or replaces one, where it says so. */
  readonly writers: readonly Telling[];
};

/** The resources of which a run can show whether that holds. */
export const unlikeResources = onceFor((document: Interface): readonly Unlike[] => {
  if (saysWhenRefused(document)) return [];
  return resourcesOf(document).flatMap((resource): Unlike[] => {
    const { kind, create, change, replace, read } = resource;
    const entry = entrySchemaOf(resource);
    if (kind !== 'collection' || read === undefined || entry === undefined) return [];
    const telling = (operation: Operation | undefined): readonly Telling[] => {
      const body = operation === undefined ? undefined : sentTo(operation, resource)?.schema;
      if (operation === undefined || body === undefined) return [];
      const names = uniqueMembers(operation, body, entry);
      if (names.length > 0) return [{ operation, names, isWithin: isToldWithin(operation) }];
      // Another thing at the same time is free, and any member may say which: only the same creation asks for the same.
      const booked = operation === create ? bookedFrom(operation, body) : undefined;
      const isShown = booked !== undefined && schemaMembers(entry).properties.has(booked);
      return isShown ? [{ operation, names: [booked], isWithin: true, isOfWhole: true }] : [];
    };
    const [own] = telling(create);
    const writers = [change, replace].flatMap(telling);
    return own === undefined && writers.length === 0 ? [] : [{ resource, read, create: own, writers }];
  });
});
