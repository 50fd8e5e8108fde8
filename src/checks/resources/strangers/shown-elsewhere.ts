import { percentDecoded } from '../../../http/target.ts';
import { searchModelsOf } from '../../../interface/resources/lists/searches.ts';
import { listModelOf } from '../../../interface/resources/lists/pages.ts';
import { saysOfAll, saysOfOne } from '../../../interface/resources/words/told-shared.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { plainText } from '../../../json/lossless.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isName, type JsonObject, memberOf, objectsIn } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Violation } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';
import { isSame } from './sights-of-other.ts';

type Sight = { readonly reading: Reading; readonly own: OwnEntry };

function entriesShown({ interface: document }: Contract, reading: Reading): readonly JsonObject[] {
  const { answer, expectation } = reading;
  const { operation } = expectation;
  if (operation === undefined || answer === undefined || answer.status >= 300) return [];
  if (answer.json.kind !== 'json' || answer.answer.truncated) return [];
  const model =
    listModelOf(document, operation) ?? searchModelsOf(document).find((one) => one.operation === operation);
  const pointer = model?.entries.pointer;
  return pointer === undefined ? [] : objectsIn(valueAt(answer.json.value, fromPointer(pointer)));
}

/** The name of an entry in its path. */
function nameIn({ path }: OwnEntry): string {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return percentDecoded(segment) ?? segment;
}

function violationOf({ reading, own }: Sight): Violation {
  return {
    exchanges: [reading.exchange.id, own.madeBy.exchange.id],
    operation: reading.expectation.operation?.id,
    expected: 'an answer without the entry, which was made with the key of another user',
    actual: `${reading.answer === undefined ? '' : statusText(reading.answer)}, with the entry, which this user may not read`,
    deviation: 'another user finds the entry',
  };
}

/** Entries of one user that another one finds elsewhere than in their own list (`GET /parcels/search`), and may not read. */
export class ShownElsewhere {
  readonly #sights: Sight[] = [];

  /** Takes note of what another user is shown. */
  note(
    contract: Contract,
    reading: Reading,
    entries: readonly OwnEntry[],
    shownOf: (own: OwnEntry) => JsonObject | undefined,
  ): void {
    const shown = entriesShown(contract, reading);
    const found = entries.find((own) =>
      shown.some((entry) => {
        const identity = memberOf(entry, own.resource.identity ?? 'id');
        const isNamed = isName(identity) && plainText(identity) === nameIn(own);
        return isNamed && isSame(entry, own.madeBy, shownOf(own));
      }),
    );
    if (found !== undefined) this.#sights.push({ reading, own: found });
  }

  /** What was shown of entries that the other user may not read: a warning where the document does not say whose entries are found. */
  seen(isKeptOut: (resource: Resource) => boolean): {
    readonly violations: readonly Violation[];
    readonly warnings: readonly Violation[];
  } {
    const violations: Violation[] = [];
    const warnings: Violation[] = [];
    for (const sight of this.#sights) {
      const { operation } = sight.reading.expectation;
      if (operation === undefined || !isKeptOut(sight.own.resource) || saysOfAll(operation)) continue;
      const isOwn = operation.sharing === 'private' || saysOfOne(operation);
      (isOwn ? violations : warnings).push(violationOf(sight));
    }
    return { violations, warnings };
  }
}
