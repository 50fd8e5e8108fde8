import { describe, expect, test } from 'vitest';
import type { OutcomeKind } from '../../checks/outcome.ts';
import type { RunEvent } from '../../record/record.ts';
import { createProgress, type Progress, wantsColour, wantsLiveLine } from './progress.ts';

type Stage = {
  readonly progress: Progress;
  readonly written: string[];
  advance: (ms: number) => void;
  readonly ticking: () => boolean;
};

function stage(live: boolean, columns = 80): Stage {
  const written: string[] = [];
  let now = 1_000_000;
  let tick: (() => void) | undefined;
  const progress = createProgress({
    write: (text) => void written.push(text),
    live,
    colour: false,
    columns,
    now: () => now,
    everySecond: (callback) => {
      tick = callback;
      return () => {
        tick = undefined;
      };
    },
  });
  return {
    progress,
    written,
    advance: (ms) => {
      now += ms;
      tick?.();
    },
    ticking: () => tick !== undefined,
  };
}

function suiteEvents(suite: string, ...outcomes: readonly OutcomeKind[]): readonly RunEvent[] {
  return [
    { kind: 'suite-started', suite, title: `${suite} title`, checks: outcomes.length },
    { kind: 'exchange', suite, withKey: 20, withoutKey: 3, most: 84 },
    ...outcomes.map((outcome, at): RunEvent => ({
      kind: 'check',
      suite,
      id: `${suite}.${String(at)}`,
      outcome,
    })),
    { kind: 'suite-ended', suite },
  ];
}

describe('createProgress()', () => {
  test('createProgress() shows how much of the window is used, when the answers tell', () => {
    const { progress, written } = stage(true);
    const window = { used: 30, limit: 60 };
    progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 1, withoutKey: 0, most: 140, window });
    progress.close();
    expect(written.join('')).toContain('requests 1/140 · window 30/60');
  });

  test('createProgress() writes one line per suite, when there is no terminal', () => {
    const { progress, written } = stage(false);
    const events = [
      ...suiteEvents('unjudged'),
      ...suiteEvents('good', 'pass', 'pass', 'observed'),
      ...suiteEvents('bad', 'pass', 'fail'),
      ...suiteEvents('doubtful', 'pass', 'warn'),
      ...suiteEvents('empty', 'not-testable'),
    ];
    for (const event of events) progress.onEvent(event);
    progress.close();
    expect(written).toEqual([
      '✓ unjudged title 23 requests\n',
      '✔ good title 2 pass, 1 observed\n',
      '✖ bad title 1 pass, 1 fail\n',
      '! doubtful title 1 pass, 1 warn\n',
      '· empty title 1 not-testable\n',
    ]);
  });

  test('createProgress() keeps one line up to date and takes it away, when there is a terminal', () => {
    const { progress, written } = stage(true);
    for (const event of suiteEvents('good', 'pass').slice(0, 3)) progress.onEvent(event);
    expect(written.at(-1)).toBe('\r\u001b[2K… good title 1/1 · requests 23/84');
    progress.onEvent({ kind: 'suite-ended', suite: 'good' });
    expect(written.slice(-2)).toEqual(['\r\u001b[2K✔ good title 1 pass\n', '\r\u001b[2K… requests 23/84']);
    progress.close();
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  test('createProgress() counts down while a credential rests, and stops when the run goes on', () => {
    const { progress, written, advance, ticking } = stage(true);
    progress.onEvent({ kind: 'resting', untilMs: 1_042_000, reason: 'the window is used up' });
    expect(written.at(-1)).toContain('waiting 42 s: the window is used up');
    advance(1000);
    expect(written.at(-1)).toContain('waiting 41 s');
    advance(60_000);
    expect(written.at(-1)).toContain('waiting 0 s');
    progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 1, withoutKey: 0, most: 84 });
    expect(written.at(-1)).not.toContain('waiting');
    expect(ticking()).toBe(false);
  });

  test('createProgress() leaves no timer behind, when it is closed during a rest', () => {
    const { progress, ticking, written } = stage(true);
    progress.onEvent({ kind: 'resting', untilMs: 1_042_000, reason: 'r' });
    expect(ticking()).toBe(true);
    progress.close();
    expect(ticking()).toBe(false);
    const lines = written.length;
    progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 1, withoutKey: 0, most: 84 });
    expect(written.length).toBe(lines);
  });

  type LogRow = {
    readonly name: string;
    readonly restS: number;
    /** The clock moves on by these seconds, with a tick after each. */
    readonly movesS: readonly number[];
    readonly lines: readonly string[];
  };

  test.each<LogRow>([
    { name: 'a rest ends within a minute', restS: 42, movesS: [41, 1, 60], lines: ['42 s'] },
    {
      name: 'a rest takes minutes',
      restS: 200,
      movesS: [59, 1, 59, 1, 60, 20, 60],
      lines: ['3 min 20 s', '2 min 20 s', '80 s', '20 s'],
    },
    {
      name: 'every second ticks',
      restS: 125,
      movesS: Array.from({ length: 130 }, () => 1),
      lines: ['2 min 5 s', '65 s', '5 s'],
    },
    {
      name: 'the machine slept meanwhile',
      restS: 9000,
      movesS: [4000, 1, 59],
      lines: ['2 h 30 min', '83 min 20 s', '82 min 20 s'],
    },
    { name: 'a rest is over when it begins', restS: -5, movesS: [60], lines: ['0 s'] },
  ])(
    'createProgress() logs a rest when it begins and every minute, when there is no terminal and $name',
    ({ restS, movesS, lines }) => {
      const { progress, written, advance, ticking } = stage(false);
      progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 20, withoutKey: 3, most: 84 });
      progress.onEvent({ kind: 'resting', untilMs: 1_000_000 + restS * 1000, reason: 'used up' });
      for (const move of movesS) advance(move * 1000);
      const rest = ': used up · requests 23/84, 20 on the key so far\n';
      expect(written).toEqual(lines.map((left) => `  waiting ${left}${rest}`));
      progress.close();
      expect(ticking()).toBe(false);
    },
  );

  test.each([
    { live: false, line: '  waiting 30 s: again · requests 29/84, 5 on the key since the last rest\n' },
    {
      live: true,
      line: '\r\u001b[2K… waiting 30 s: again · requests 29/84, 5 on the key since the last rest',
    },
  ])(
    'createProgress() counts the requests on the key from the last rest on, when live is $live',
    ({ live, line }) => {
      const { progress, written, advance } = stage(live, 120);
      progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 20, withoutKey: 3, most: 84 });
      progress.onEvent({ kind: 'resting', untilMs: 1_010_000, reason: 'once' });
      progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 20, withoutKey: 4, most: 84 });
      advance(10_000);
      progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 25, withoutKey: 4, most: 84 });
      progress.onEvent({ kind: 'resting', untilMs: 1_040_000, reason: 'again' });
      expect(written.at(-1)).toBe(line);
      progress.close();
    },
  );

  test('createProgress() logs no more of a rest, when the run has gone on', () => {
    const { progress, written, advance, ticking } = stage(false);
    progress.onEvent({ kind: 'resting', untilMs: 1_090_000, reason: 'r' });
    advance(90_000);
    progress.onEvent({ kind: 'exchange', suite: 'a', withKey: 1, withoutKey: 0, most: 84 });
    expect(ticking()).toBe(false);
    expect(written).toHaveLength(1);
  });

  test('createProgress() never writes a line that is wider than the terminal, nor control characters of others', () => {
    const { progress, written } = stage(true, 40);
    progress.onEvent({ kind: 'suite-started', suite: 'a', title: 'x'.repeat(100), checks: 1 });
    progress.onEvent({ kind: 'resting', untilMs: 1_042_000, reason: '\u001b[31m\r\n' });
    for (const text of written) {
      const line = text.replace('\r\u001b[2K', '');
      expect(line.length).toBeLessThanOrEqual(39);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });

  test('createProgress() logs no control characters of others, when there is no terminal', () => {
    const { progress, written } = stage(false);
    progress.onEvent({ kind: 'resting', untilMs: 1_042_000, reason: '\u001b[31m\r\n::error::' });
    expect(written.join('').slice(0, -1)).not.toMatch(/\p{Cc}/u);
    progress.close();
  });
});

describe('wantsColour()', () => {
  test.each([
    ['a terminal', true, true, {}, true],
    ['a pipe', true, false, {}, false],
    ['--no-color', false, true, { FORCE_COLOR: '1' }, false],
    ['NO_COLOR', true, true, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', true, true, { NO_COLOR: '' }, true],
    ['FORCE_COLOR in a pipe', true, false, { FORCE_COLOR: '1' }, true],
    ['an empty FORCE_COLOR in a pipe', true, false, { FORCE_COLOR: '' }, true],
    ['FORCE_COLOR=0', true, true, { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR against NO_COLOR', true, false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['a dumb terminal', true, true, { TERM: 'dumb' }, false],
  ])('wantsColour() decides for %s', (_name, allowed, isTerminal, env, expected) => {
    expect(wantsColour({ allowed, isTerminal, env })).toBe(expected);
  });
});

describe('wantsLiveLine()', () => {
  test.each([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, false],
    ['CI', true, { CI: 'true' }, false],
    ['CI=false', true, { CI: 'false' }, true],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('wantsLiveLine() decides for %s', (_name, isTerminal, env, expected) => {
    expect(wantsLiveLine({ isTerminal, env })).toBe(expected);
  });
});
