import { isBroken } from '../../checks/outcome.ts';
import type { RunRecord } from '../../record/record.ts';
import type { Finding } from './findings.ts';

/**
 * Which findings most likely have one cause: an error page in place of the documented error breaks its media type, its
 * shape and its status member on the same answers. One table says what follows from what; nothing is inferred beyond it,
 * and what follows is shown beside its cause, never left out.
 */

/**
 * How two findings have to be related. `same-deviation`: the same other answer everywhere. `unguarded`: the cause breaks
 * every request that was judged at the operations of the effect. `within`: the answers of the effect are answers of the
 * cause. `touches`: each of them shares an exchange with the cause. `later`: requests were accepted
 * that had to be refused, and the effect shows only after the first of them. `same-part`:
 * both break the same answers, and others are fine. `always`: no more is needed.
 */
type Link = 'same-deviation' | 'unguarded' | 'within' | 'touches' | 'later' | 'same-part' | 'always';

type Row = {
  /** Ids of checks; the earlier ones are the deeper cause of the later ones where `effect` is left out. */
  readonly cause: readonly string[];
  readonly effect?: readonly string[];
  readonly link: Link;
  /** The effect has to deviate in one of these ways, where they are given. */
  readonly deviations?: readonly string[];
};

const CREDENTIALS = [
  'authentication.missing-credential',
  'authentication.unknown-key',
  'authentication.other-scheme',
  'authentication.altered-key',
  'authentication.no-scheme',
  'authentication.empty-token',
  'authentication.bad-key-and-bad-body',
  'authentication.named-operation',
];
const BODIES = [
  'validation.missing-member',
  'validation.wrong-type',
  'validation.root-type',
  'validation.constraint',
  'validation.format',
  'validation.malformed-json',
  'validation.empty-body',
  'validation.no-body',
];
const STORED = [
  'collections.created-as-sent',
  'collections.text-unchanged',
  'collections.unique-identity',
  'collections.parallel-creation',
  'collections.listed',
  'collections.read-back',
  'collections.created-once',
  'collections.stable-entries',
];
const FIELDS = [
  'rate-limit-headers.limit',
  'rate-limit-headers.remaining',
  'rate-limit-headers.reset',
  'rate-limit-headers.present',
  'rate-limit-headers.single',
];

const ROWS: readonly Row[] = [
  { cause: CREDENTIALS, link: 'unguarded', deviations: ['answered with a success'] },
  { cause: CREDENTIALS, link: 'same-deviation' },
  { cause: CREDENTIALS, effect: ['collections.created-as-sent'], link: 'within' },
  { cause: ['statuses.success'], effect: BODIES, link: 'same-deviation' },
  { cause: BODIES, link: 'same-deviation' },
  { cause: BODIES, link: 'unguarded', deviations: ['answered with a success'] },
  {
    cause: ['statuses.success'],
    effect: ['validation.unusual-text', 'validation.media-type-variant'],
    link: 'unguarded',
  },
  {
    cause: ['bodies.media-type', 'bodies.json', 'errors.shape', 'errors.status-member'],
    link: 'within',
  },
  { cause: ['bodies.media-type', 'bodies.json'], effect: ['bodies.schema'], link: 'within' },
  {
    cause: ['bodies.schema'],
    effect: STORED,
    link: 'touches',
    deviations: ['a member is missing', 'a value has another type', 'it is not in the list'],
  },
  { cause: BODIES, effect: ['bodies.schema', ...STORED], link: 'later' },
  { cause: STORED, link: 'same-deviation' },
  { cause: STORED, link: 'touches' },
  {
    cause: ['rate-limit-enforcement.refusal'],
    effect: ['statuses.success', 'statuses.no-server-error', 'statuses.answered', 'bodies.schema'],
    link: 'within',
  },
  { cause: ['rate-limit-headers.limit', 'rate-limit-headers.plan'], link: 'within' },
  { cause: ['rate-limit-headers.plan'], effect: ['rate-limit-headers.limit'], link: 'within' },
  { cause: FIELDS, link: 'same-part' },
  {
    cause: ['rate-limit-headers.present'],
    effect: ['rate-limit-enforcement.refusal-headers'],
    link: 'always',
  },
  {
    cause: ['rate-limit-headers.falls', 'rate-limit-headers.remaining'],
    effect: [
      'rate-limit-headers.first-remaining',
      'rate-limit-enforcement.not-early',
      'rate-limit-enforcement.remaining-at-refusal',
    ],
    link: 'always',
  },
];

/** A record that somebody else wrote may hold any number of findings: they are not compared one by one. */
const MOST_COMPARED = 300;

/** What of a finding is compared: the exchanges that show it. */
type Sight = {
  readonly finding: Finding;
  readonly telling: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
};

function sightOf(finding: Finding): Sight {
  const exchanges = [finding.example, ...finding.others].map(({ violation }) => violation.exchanges);
  return {
    finding,
    telling: new Set(exchanges.map(([first = '']) => first)),
    all: new Set(exchanges.flat()),
  };
}

function answersOf({ example, others }: Finding): readonly (readonly string[])[] {
  return [example, ...others].map(({ violation }) => violation.exchanges);
}

function everyFits(cause: ReadonlySet<string>, effect: ReadonlySet<string>): boolean {
  return effect.size > 0 && [...effect].every((id) => cause.has(id));
}

/** Nothing that was judged at these operations proves the check of the finding. */
function isUnguarded({ result: { outcome } }: Finding, operations: Finding['operations']): boolean {
  if (!isBroken(outcome)) return false;
  const proven = new Map(Object.entries(outcome.evidence));
  return operations.every((operation) => (proven.get(operation ?? '*') ?? 0) === 0);
}

/** Both break all that was judged; the effect at operations of the cause, or where the cause breaks all there is. */
function areUnguarded(cause: Finding, effect: Finding): boolean {
  const covers = effect.operations.every((operation) => cause.operations.includes(operation));
  return (
    isUnguarded(effect, effect.operations) &&
    (cause.count === cause.judged || (covers && isUnguarded(cause, effect.operations)))
  );
}

function earliestMs(record: RunRecord, finding: Finding): number {
  const starts = answersOf(finding).map(([first = '']) => record.exchanges.get(first)?.startMs ?? Infinity);
  return starts.reduce((least, start) => Math.min(least, start), Infinity);
}

function isLinked(record: RunRecord, link: Link, cause: Sight, effect: Sight): boolean {
  switch (link) {
    case 'same-deviation':
      return (
        effect.finding.deviation !== undefined &&
        effect.finding.deviation === cause.finding.deviation &&
        effect.finding.deviation !== 'answered with a success'
      );
    case 'unguarded':
      return (
        effect.finding.deviation === cause.finding.deviation && areUnguarded(cause.finding, effect.finding)
      );
    case 'within':
      return everyFits(cause.telling, effect.telling);
    case 'touches':
      return answersOf(effect.finding).every((exchanges) => exchanges.some((id) => cause.all.has(id)));
    case 'later':
      return (
        cause.finding.deviation === 'answered with a success' &&
        earliestMs(record, effect.finding) >= earliestMs(record, cause.finding)
      );
    case 'same-part':
      return (
        cause.finding.count < cause.finding.judged &&
        cause.telling.size === effect.telling.size &&
        everyFits(cause.telling, effect.telling)
      );
    case 'always':
      return true;
  }
}

function fits(
  record: RunRecord,
  { cause: causes, effect: effects, link, deviations }: Row,
  cause: Sight,
  effect: Sight,
): boolean {
  const [from, to] = [cause.finding.result.id, effect.finding.result.id];
  const at = causes.indexOf(from);
  if (at < 0 || !(effects ?? causes.slice(at + 1)).includes(to)) return false;
  if (deviations !== undefined && !deviations.includes(effect.finding.deviation ?? '')) return false;
  return isLinked(record, link, cause, effect);
}

/**
 * The same findings, those that most likely follow from another one beside it. Known failures and warnings are no cause of
 * violations, nor the other way round: each counts for itself.
 */
export function gatherCauses(record: RunRecord, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2 || findings.length > MOST_COMPARED) return findings;
  const sights = findings.map(sightOf);
  const causes = new Map<Sight, Sight>();
  const rootOf = (sight: Sight): Sight => {
    const cause = causes.get(sight);
    return cause === undefined ? sight : rootOf(cause);
  };
  for (const row of ROWS) {
    for (const effect of sights) {
      if (causes.has(effect)) continue;
      const cause = sights.find(
        (other) =>
          other.finding.kind === effect.finding.kind &&
          other.finding.excuse === effect.finding.excuse &&
          fits(record, row, other, effect) &&
          rootOf(other) !== effect,
      );
      if (cause !== undefined) causes.set(effect, cause);
    }
  }
  return sights
    .filter((sight) => !causes.has(sight))
    .map((root) => {
      const follows = sights.filter((sight) => sight !== root && rootOf(sight) === root);
      return { ...root.finding, follows: follows.map(({ finding }) => finding) };
    });
}
