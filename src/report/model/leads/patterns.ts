import { isObject, type Json, memberOf } from '../../../json/value.ts';
import type { LeadFacts } from './facts.ts';

/** What the patterns of leads are made of. */

export type Pattern = (facts: LeadFacts) => boolean;

export type LeadRow = {
  /** Ids of checks, or the first part of them with a dot at the end. */
  readonly checks: readonly string[];
  readonly fits: Pattern;
  readonly says: string | ((facts: LeadFacts) => string | undefined);
};

export const SUCCESS: string = 'answered with a success';

export function deviates(...ways: readonly string[]): Pattern {
  return ({ finding }) => ways.includes(finding.deviation ?? '');
}

export function all(...patterns: readonly Pattern[]): Pattern {
  return (facts) => patterns.every((pattern) => pattern(facts));
}

/** A key with another word behind it tells nothing where one with more letters behind it is taken as well. */
const BESIDE = 'altered second-word';

/** Exactly these alterations of the key were taken, and another one was refused. */
export function takes(...alterations: readonly string[]): Pattern {
  return ({ uses: used, usesAsked }) => {
    const kinds = alterations.map((alteration) => `altered ${alteration}`);
    const taken = [...used].filter((use) => use !== BESIDE || kinds.includes(use));
    const others = [...usesAsked].filter((use) => use.startsWith('altered ') && !kinds.includes(use));
    return taken.length === kinds.length && kinds.every((kind) => used.has(kind)) && others.length > 0;
  };
}

export function uses(...kinds: readonly string[]): Pattern {
  return (facts) => kinds.every((kind) => facts.uses.has(kind));
}

/** What came, or what was expected, says this. */
export function says(pattern: RegExp): Pattern {
  return ({ finding: { example } }) => pattern.test(example.violation.actual);
}

export function bodiesAre(test: (body: Json | undefined) => boolean): Pattern {
  return ({ bodies }) => bodies.length > 0 && bodies.every(test);
}

export function holds(...names: readonly string[]): (body: Json | undefined) => boolean {
  return (body) => isObject(body) && names.every((name) => memberOf(body, name) !== undefined);
}

export function mediaTypeIs(type: string): Pattern {
  return ({ broken }) =>
    broken.length > 0 &&
    broken.every(
      ({ result }) =>
        result.kind === 'answer' &&
        result.answer.headers.some(
          ([name, value]) => name.toLowerCase() === 'content-type' && value.toLowerCase().startsWith(type),
        ),
    );
}

export const isEmpty: Pattern = ({ broken }) =>
  broken.length > 0 &&
  broken.every(({ result }) => result.kind === 'answer' && result.answer.body.length === 0);

/** All answers that show it have one of these statuses, and the run has seen others. */
export function onlyOn(test: (status: number) => boolean): Pattern {
  return ({ statuses, statusesSeen }) =>
    statuses.size > 0 && [...statuses].every(test) && [...statusesSeen].some((status) => !test(status));
}

export const onOneMethod: Pattern = ({ methods, methodsSeen }) => methods.size === 1 && methodsSeen.size > 1;

/** Every request that shows it had no valid credential. */
export const withoutKey: Pattern = (facts) =>
  facts.broken.length > 0 && !facts.uses.has('valid') && facts.usesAsked.has('valid');

/** The same one value came, whatever was expected. */
export const isConstant: Pattern = ({ finding: { example, others } }) => {
  const answers = [example, ...others].map(({ violation }) => violation);
  return (
    new Set(answers.map(({ actual }) => actual)).size === 1 &&
    new Set(answers.map(({ expected }) => expected)).size > 1
  );
};

export const everyJudged: Pattern = ({ finding }) => finding.count === finding.judged;

export function lastNumber({ finding }: LeadFacts): string | undefined {
  return /(-?\d+)[^\d]*$/.exec(finding.example.violation.actual.slice(-100))?.[1];
}

/** A whole number in what came, as far as it is one. */
export function fieldNumber({ finding }: LeadFacts): number {
  const [, value = ''] = /: (-?\d+)(?![\d.])/.exec(finding.example.violation.actual.slice(0, 200)) ?? [];
  return value === '' ? Number.NaN : Number(value);
}

export function identities({ finding: { example, others } }: LeadFacts): readonly number[] {
  return [example, ...others].flatMap(({ violation }) => {
    const [, digits] = /: (-?\d{1,40}),/.exec(violation.actual.slice(0, 200)) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
}

export function isConstantIdentity(facts: LeadFacts): boolean {
  const found = identities(facts);
  return found.length > 5 && new Set(found).size === 1 && facts.finding.judged - facts.finding.count <= 1;
}

export function everyListed({ finding: { example, others } }: LeadFacts): boolean {
  return [example, ...others].every(({ violation }) => violation.actual.endsWith(', twice'));
}
