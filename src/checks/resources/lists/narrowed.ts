import { queryParameters, targetParts } from '../../../http/target.ts';
import type { Collection, Interface } from '../../../interface/model.ts';
import { isFormOfAnswer } from '../../../interface/parameters/forms-of-answers.ts';
import { askedOf, type Filter } from '../../../interface/resources/lists/list-queries.ts';
import { listModelOf } from '../../../interface/resources/lists/pages.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { namesAsked } from './asked-in-query.ts';
import { type Creation, isOfRun, type Listing, readListing } from '../creations/creations.ts';
import { isExactly } from '../pages/filter-fits.ts';

/** Lists that show a part of the entries alone, since each request for them has to say which one (`GET /tasks?projectId=7`). */

/** The query that a list wants of every request, as filters by members of its entries; nothing where it wants anything else. */
const wantedFilters = onceForBoth((document: Interface, { list }: Collection): readonly Filter[] => {
  const wanted = list.parameters.filter((one) => one.in === 'query' && one.required && !isFormOfAnswer(one));
  const filters = listModelOf(document, list)?.filters ?? [];
  const found = wanted.flatMap((one) => filters.find(({ parameter }) => parameter === one) ?? []);
  return found.length === wanted.length ? found : [];
});

/** Reads of such lists that ask for a part and nothing more. */
const partsRead = onceFor(({ contract, readings }: JudgedRun): ReadonlyMap<string, readonly Reading[]> => {
  const lists = new Map(
    contract.interface.collections.flatMap((collection) => {
      const count = wantedFilters(contract.interface, collection).length;
      return count === 0 ? [] : [[collection.list.id, { collection, count }] as const];
    }),
  );
  if (lists.size === 0) return new Map();
  return Map.groupBy(
    readings.filter((reading) => {
      const wanted = lists.get(reading.expectation.operation?.id ?? '');
      if (wanted === undefined || !isOfRun(reading)) return false;
      return namesAsked(wanted.collection.list, reading.exchange.request.target).length === wanted.count;
    }),
    ({ expectation }) => expectation.operation?.id ?? '',
  );
});

/** The lists to whose part a creation belongs, by what it was answered with. */
export function narrowedListings(run: JudgedRun, { collection, returned }: Creation): readonly Listing[] {
  const filters = wantedFilters(run.contract.interface, collection);
  const reads = partsRead(run).get(collection.list.id) ?? [];
  return reads.flatMap((reading): readonly Listing[] => {
    const query = queryParameters(targetParts(reading.exchange.request.target).query);
    const isItsPart = filters.every((filter) => {
      const asked = askedOf(filter, query.get(filter.parameter.name));
      return asked !== undefined && isExactly(filter, asked, returned);
    });
    return isItsPart ? readListing(collection, reading) : [];
  });
}
