import { severalAtOnce, type Several } from '../../interface/resources/several-at-once.ts';
import type { Interface } from '../../interface/model.ts';
import { type ListModel, listModelsOf } from '../../interface/resources/lists/pages.ts';
import { type Resource, resourcesOf } from '../../interface/resources/resources.ts';
import { paragraphs } from '../../report/text/context.ts';
import type { Ink } from '../../report/text/ink.ts';
import { counted } from '../../system/counted.ts';

/** What `assay explain --resources` says: loaded for that alone. */

const WHAT_A_RUN_DOES =
  'A run makes entries of its own, and changes and removes those alone. What is marked as guessed rests on a name: x-collections in the document says it better, and x-pages what is told of pages.';

const TURNINGS = {
  offset: 'by how many entries come before',
  page: 'by their numbers',
  cursor: 'by a text of the answer before',
  link: 'by links alone',
} as const;

/** How a list is asked for in parts, for some entries alone, and in an order. */
function listLines(model: ListModel, width: number): readonly string[] {
  const { operation, pages, size, filters, sorting, toldOrder, isDeclared } = model;
  const position = pages?.position === undefined ? '' : ` with ${pages.position.name}`;
  const first = pages?.first === undefined ? '' : `, the first one being ${String(pages.first)}`;
  const ground = isDeclared ? '' : ' (guessed)';
  const named = pages === undefined ? [] : [`pages${ground}: ${TURNINGS[pages.by]}${position}${first}`];
  const next =
    pages === undefined || model.next.length === 0 ? [] : [`next page told at ${model.next.join(', ')}`];
  const long = size === undefined ? [] : [`length of a page${ground}: ${size.parameter.name}`];
  const left = filters.map(({ parameter, member, kind }) =>
    kind === 'anywhere'
      ? `search ${parameter.name}: for a text anywhere in an entry`
      : `filter ${parameter.name}: by the member ${member}`,
  );
  const orders = Map.groupBy(sorting?.orders ?? [], ({ parameter }) => parameter.name);
  const order = [...orders].map(
    ([name, same]) => `order ${name}: ${same.map(({ value }) => value).join(', ')}`,
  );
  const told = toldOrder === undefined ? [] : [`order of ${toldOrder.member}, as its description says`];
  return [...named, ...next, ...long, ...left, ...order, ...told].flatMap((text) =>
    paragraphs(`${operation.id}: ${text}`, width, '  '),
  );
}

function resourceLines(resource: Resource, ink: Ink, width: number): readonly string[] {
  const { kind, path, parent, itemPath, findings, entries } = resource;
  const inside = parent === undefined ? '' : `, inside of the entries of ${parent}`;
  const pointer = entries === undefined || entries.pointer === '' ? '' : `; entries at ${entries.pointer}`;
  const told = findings.flatMap(({ part, ground, words }) => {
    const guess = ground === 'names' ? ' (guessed)' : '';
    return paragraphs(`${part}${guess}: ${words}`, width, '  ');
  });
  const what = kind === 'singleton' ? 'one thing that is always there' : `entries${inside}${pointer}`;
  const isBlind =
    kind === 'collection' && itemPath !== undefined && resource.identity === undefined
      ? paragraphs('No member is known to stand in the path of an entry: Location has to tell.', width, '  ')
      : [];
  return ['', `${ink.strong(path)}  ${what}`, ...told, ...isBlind];
}

/** What makes several entries at once, and where its answer shows them. */
function severalLines(
  { operation, collection, results, isAllOrNone }: Several,
  width: number,
): readonly string[] {
  const within = results?.within === undefined ? '' : ` in ${results.within}`;
  const shown =
    results === undefined
      ? 'its answer shows none of them'
      : `each at ${results.pointer === '' ? 'the top' : results.pointer} of its answer${within}`;
  const all = isAllOrNone ? '; all of them, or none' : '';
  return paragraphs(`${operation.id}: entries of ${collection.path}, ${shown}${all}`, width, '  ');
}

/** The resources of a document, what makes several entries at once, and its lists that can be asked for in parts. */
export function explainResources(document: Interface, ink: Ink, width: number): readonly string[] {
  const resources = resourcesOf(document);
  const lists = listModelsOf(document);
  const told =
    lists.length === 0
      ? []
      : ['', ink.strong('Lists in parts'), ...lists.flatMap((model) => listLines(model, width))];
  const several = severalAtOnce(document);
  const batches =
    several.length === 0
      ? []
      : ['', ink.strong('Several at once'), ...several.flatMap((one) => severalLines(one, width))];
  if (resources.length === 0)
    return ['The document has no resources: nothing is made, listed and read.', ...told];
  return [
    ink.strong(`${document.title}: ${counted(resources.length, 'resource')}`),
    ...paragraphs(WHAT_A_RUN_DOES, width, ''),
    ...resources.flatMap((resource) => resourceLines(resource, ink, width)),
    ...batches,
    ...told,
  ];
}
