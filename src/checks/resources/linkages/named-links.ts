import { percentDecoded } from '../../../http/target.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { type NamedLink, namedLinksOf } from '../../../interface/resources/named-links.ts';
import { plainText } from '../../../json/lossless.ts';
import { isList, isName, isObject, type JsonObject, memberOf } from '../../../json/value.ts';
import type { Operation } from '../../../interface/model.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { Check, JudgedRun } from '../../check.ts';
import { openTribunal, saysNothing, type Tribunal } from '../../judge-each.ts';
import type { Outcome } from '../../outcome.ts';
import { isOfRun, placeAskedBy } from '../creations/creations.ts';
import { deedOf, entryIn, isSuccess } from '../deeds.ts';

/** Whether an entry shows what is put into it by its name, as long as it is there, once, and what else was there before. */

/** The names of what an entry shows in a member, in their order; `undefined` where it shows no list of names. */
function namesIn(entry: JsonObject, { member, identity }: NamedLink): readonly string[] | undefined {
  const shown = memberOf(entry, member);
  if (!isList(shown)) return undefined;
  const names = shown.map((item) => {
    const name = identity === undefined ? item : isObject(item) ? memberOf(item, identity) : undefined;
    return isName(name) ? plainText(name) : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** What was done to the entry since it was read last. */
type Act = { readonly does: 'put' | 'taken'; readonly name: string; readonly by: Reading };

type Known = { readonly names: readonly string[]; readonly acts: readonly Act[] };

class NamedLinkBook {
  readonly #run: JudgedRun;
  readonly #tribunal: Tribunal;
  readonly #known = new Map<NamedLink, Map<string, Known>>();

  constructor(run: JudgedRun, tribunal: Tribunal) {
    this.#run = run;
    this.#tribunal = tribunal;
  }

  note(reading: Reading): void {
    const { operation } = reading.expectation;
    const deed = deedOf(this.#run.contract, reading);
    for (const link of namedLinksOf(this.#run.contract.interface)) {
      if (operation?.id === link.put.id || (operation !== undefined && operation.id === link.takeOut?.id))
        this.#act(link, operation, reading);
      else if (operation?.id === link.holder.read?.id && deed !== undefined) {
        const shown = isOfRun(reading) && isSuccess(reading) ? entryIn(link.holder, reading) : undefined;
        const names = shown === undefined ? undefined : namesIn(shown, link);
        if (names !== undefined) this.#look(link, deed.path, names, reading);
      } else if (!SAFE_METHODS.has(reading.exchange.request.method)) this.#forget(link, reading);
    }
  }

  #knownOf(link: NamedLink): Map<string, Known> {
    const known = this.#known.get(link) ?? new Map<string, Known>();
    this.#known.set(link, known);
    return known;
  }

  /** Whatever else is done to an entry, or below it, or to what is in it, may change what it shows. */
  #forget(link: NamedLink, reading: Reading): void {
    const place = placeAskedBy(this.#run.contract, reading);
    const known = this.#knownOf(link);
    const { id } = reading.expectation.operation ?? {};
    const isMade = id !== undefined && (id === link.holder.create?.id || id === link.target.create?.id);
    if (isMade) return;
    for (const path of known.keys())
      if (place === undefined || `${place}/`.startsWith(`${path}/`)) known.delete(path);
    // What is gone may be gone from each of them.
    if (id !== undefined && id === link.target.remove?.id) known.clear();
  }

  #act(link: NamedLink, operation: Operation, reading: Reading): void {
    const [path = ''] = placeAskedBy(this.#run.contract, reading)?.split('?', 1) ?? [];
    const segments = path.split('/');
    const holder = segments.slice(0, -2).join('/');
    const known = this.#knownOf(link);
    const before = known.get(holder);
    if (before === undefined) return;
    const name = percentDecoded(segments.at(-1) ?? '');
    const status = reading.answer?.status ?? 0;
    if (reading.answer === undefined || status === 202 || status >= 500 || name === undefined)
      known.delete(holder);
    else if (isSuccess(reading)) {
      const does = operation.id === link.put.id ? 'put' : 'taken';
      known.set(holder, { ...before, acts: [...before.acts, { does, name, by: reading }] });
    }
  }

  #look(link: NamedLink, path: string, names: readonly string[], reading: Reading): void {
    const known = this.#knownOf(link);
    const before = known.get(path);
    known.set(path, { names, acts: [] });
    if (before === undefined || before.acts.length === 0) return;
    const { acts } = before;
    const [last] = acts.toReversed();
    const touched = new Set(acts.map(({ name }) => name));
    const isLeft = (name: string): boolean => {
      const own = acts.findLast((act) => act.name === name);
      return own?.does === 'put';
    };
    const { member } = link;
    const lost = [...touched].find((name) => isLeft(name) && !names.includes(name));
    const stays = [...touched].find((name) => !isLeft(name) && names.includes(name));
    const twice = [...touched].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
    const other = before.names.find((name) => !touched.has(name) && !names.includes(name));
    const told = (expected: string, deviation: string): void =>
      this.#tribunal.breaks({
        exchanges: [...(last === undefined ? [] : [last.by.exchange.id]), reading.exchange.id],
        operation: reading.expectation.operation?.id,
        expected,
        actual: `${member} has ${names.length === 0 ? 'none' : names.join(', ')}`,
        deviation,
      });
    if (lost !== undefined)
      told(`${lost} in ${member}: it was put there`, 'what is put into an entry is not there');
    else if (stays !== undefined)
      told(`no ${stays} in ${member}: it was taken out`, 'what is taken out of an entry stays');
    else if (twice !== undefined)
      told(`${twice} once in ${member}`, 'what is put into an entry is there twice');
    else if (other !== undefined)
      told(`${other} in ${member} as before`, 'what is put there or taken out puts others out');
    else this.#tribunal.proves(last?.by.expectation.operation?.id);
  }
}

function judgeNamedLinks(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const book = new NamedLinkBook(run, tribunal);
  for (const reading of run.readings) book.note(reading);
  return tribunal.outcome();
}

export const namedLinkChecks: readonly Check[] = [
  {
    id: 'resources.put-in-by-name',
    suite: 'resources',
    level: 'must',
    needs: ['life'],
    title: 'an entry shows what is put into it by its name, and no longer what is taken out',
    explanation:
      'Puts two entries into another one by their names (`PUT /notes/7/tags/3`), one of them twice, takes one out again, and reads the entry after each: its list of them (`tags`, `tagIds`) has what was put there, once, and what was there before; what was taken out is gone.',
    notApplicable: (document) =>
      namedLinksOf(document).length > 0
        ? undefined
        : 'the document has no entry that others are put into by their names and that shows them',
    judge: judgeNamedLinks,
    foreign: saysNothing(
      'others may have put something there in between, by requests that are not part of this traffic',
    ),
    sharpens: true,
  },
];
