import { keyParameterOf } from '../../../interface/parameters/request-keys.ts';
import { hasStatements } from '../../../interface/clauses.ts';
import type { Collection, Interface, Operation } from '../../../interface/model.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { hasTagAt } from '../../answers/stages/conditions.ts';
import { type KeptRole, keptRoles } from '../../answers/entries/kept-entries.ts';
import type { Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What services get wrong about tags, conditions and requests that come again, where the document has them. */

function hasField({ parameters }: Operation, field: string): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === field);
}

function shows({ responses }: Operation, status: string): boolean {
  return responses.some((response) => response.status === status);
}

/** The operations on entries that the mock keeps, with what each does. */
export function keptOperations(
  document: Interface,
): readonly { readonly operation: Operation; readonly kept: KeptRole }[] {
  const roles = keptRoles(document, 'all');
  return document.operations.flatMap((operation) => {
    const kept = roles.get(operation.id);
    return kept === undefined || kept.collection.read === undefined ? [] : [{ operation, kept }];
  });
}

function fault(
  operation: Operation,
  kind: string,
  title: string,
  breaks: string,
  apply: Fault['apply'],
): Fault {
  return {
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: [breaks],
    apply,
  };
}

/** Goes on where a condition of an operation is not met. */
function regardless(stages: Stages, { id }: Operation, wanted: number | 'unchanged'): Stages {
  return {
    ...stages,
    unmet(visit, tag) {
      const unmet = stages.unmet(visit, tag);
      if (visit.operation?.id !== id || unmet === undefined) return unmet;
      const isMeant = unmet === 'unchanged' ? wanted === 'unchanged' : unmet.status === wanted;
      return isMeant ? undefined : unmet;
    },
  };
}

function readFaults(
  read: Operation,
  { identity }: Pick<Collection, 'identity'>,
  isChanged: boolean,
): readonly Fault[] {
  const hasTag = hasTagAt(read, 200);
  return [
    ...(hasTag && (hasField(read, 'if-none-match') || shows(read, '304'))
      ? [
          fault(
            read,
            'never-unchanged',
            'sends everything to who has it already',
            'resources.not-modified',
            (stages) => regardless(stages, read, 'unchanged'),
          ),
        ]
      : []),
    ...(hasTag && isChanged
      ? [
          fault(
            read,
            'tag-stays',
            'keeps its tag when the entry changes',
            'resources.tag-changes',
            (stages) => ({
              ...stages,
              tag: (shown) =>
                isObject(shown) && Object.hasOwn(shown, identity)
                  ? `"${Buffer.from(plainText(memberOf(shown, identity) ?? null)).toString('base64url')}"`
                  : stages.tag(shown),
            }),
          ),
        ]
      : []),
  ];
}

function writeFaults(operation: Operation, read: Operation, isChanged: boolean): readonly Fault[] {
  if (!hasTagAt(read, 200) || !isChanged) return [];
  return [
    ...(hasField(operation, 'if-match') || shows(operation, '412')
      ? [
          fault(
            operation,
            'old-tag-taken',
            'does what is asked of an old version',
            'resources.stale-tag-refused',
            (stages) => regardless(stages, operation, 412),
          ),
        ]
      : []),
    ...(shows(operation, '428')
      ? [
          fault(
            operation,
            'no-tag-taken',
            'does what is asked of no version',
            'resources.tag-required',
            (stages) => regardless(stages, operation, 428),
          ),
        ]
      : []),
  ];
}

/** For each operation that has something to do with tags, and each creation that may come again. */
export function tagFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  const all = keptOperations(document);
  return all.flatMap(({ operation, kept: { collection, role } }): readonly Fault[] => {
    const { read } = collection;
    const isChanged = all.some(
      ({ kept }) => kept.collection === collection && (kept.role === 'change' || kept.role === 'replace'),
    );
    if (read === undefined) return [];
    switch (role) {
      case 'read':
        return readFaults(operation, collection, isChanged);
      case 'change':
      case 'replace':
      case 'remove':
        return writeFaults(operation, read, isChanged);
      case 'create':
        return keyParameterOf(operation) !== undefined
          ? [
              fault(
                operation,
                'made-again',
                'makes another entry for the same key',
                'resources.repeated-once',
                (stages) => ({ ...stages, earlier: () => undefined }),
              ),
            ]
          : [];
      case 'list':
      case 'several':
      case 'link':
      case 'put-in':
      case 'take-out':
      case 'act':
        return [];
    }
  });
}
