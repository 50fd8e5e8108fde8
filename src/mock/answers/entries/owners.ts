import type { Entry, Stages, Visit } from '../stages/stages.ts';

/**
 * Entries of the key that made them: for every other key they are not there. Those that no key made, the seed for example, are
 * everybody's, and so is what the document says is shared, and what it asks for no key for.
 */
export function withOwners(stages: Stages): Stages {
  const owners = new WeakMap<Entry, string>();
  // By the fields of the request: what is known of a visit grows on its way, and what is asked for may be written otherwise.
  const callers = new WeakMap<Visit['request']['headers'], string>();
  return {
    ...stages,
    guard(caller, visit) {
      if (caller.kind === 'key') callers.set(visit.request.headers, caller.key.key);
      return stages.guard(caller, visit);
    },
    mayTouch(visit, entry) {
      const owner = owners.get(entry);
      const { operation } = visit;
      const isOpen = operation?.sharing === 'shared' || operation?.credential === undefined;
      return owner === undefined || owner === callers.get(visit.request.headers) || isOpen;
    },
    respond(content, visit, inForce) {
      const caller = callers.get(visit.request.headers);
      const isOpen = (entry: Entry): boolean => inForce.mayTouch(visit, entry);
      return stages.respond(content, visit, {
        ...inForce,
        insert(collection, entry) {
          if (caller !== undefined) owners.set(entry, caller);
          inForce.insert(collection, entry);
        },
        put(collection, entry, next) {
          const owner = owners.get(entry);
          if (owner !== undefined) owners.set(next, owner);
          inForce.put(collection, entry, next);
        },
        entries(collection) {
          const all = inForce.entries(collection);
          return all.every(isOpen) ? all : all.filter(isOpen);
        },
        find(collection, identity) {
          const found = inForce.find(collection, identity);
          return found === undefined || isOpen(found) ? found : undefined;
        },
      });
    },
  };
}
