import type { OutcomeKind } from '../../checks/outcome.ts';
import type { RunEvent } from '../../record/record.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { slowedText } from '../../report/text/slowed.ts';
import { createInk, type Ink, type Pen } from '../../report/text/ink.ts';

/** What decides about colours: the flag wins, then `FORCE_COLOR`, `NO_COLOR`, `TERM=dumb`, then the stream. */
type ColourQuestion = {
  /** False after `--no-color`. */
  readonly allowed: boolean;
  readonly isTerminal: boolean;
  readonly env: { readonly [name: string]: string | undefined };
};

/** As Node itself decides (`FORCE_COLOR` before `NO_COLOR`), apart from the flag. */
export function wantsColour({ allowed, isTerminal, env }: ColourQuestion): boolean {
  if (!allowed) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  const refused = env['NO_COLOR'];
  if (refused !== undefined && refused !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

/** Whether a line may be written over again: only at a terminal that can, and not in CI, where logs keep every state. */
export function wantsLiveLine({ isTerminal, env }: Omit<ColourQuestion, 'allowed'>): boolean {
  const ci = env['CI'];
  return (
    isTerminal && env['TERM'] !== 'dumb' && (ci === undefined || ci === '' || ci === 'false' || ci === '0')
  );
}

export type ProgressOptions = {
  readonly write: (text: string) => void;
  /**
   * Whether one line may be written over again; otherwise each suite gets a line when it ends, and a rest one when it
   * begins and one every minute.
   */
  readonly live: boolean;
  readonly colour: boolean;
  readonly columns: number;
  /** Wall clock in ms since the epoch. */
  readonly now: () => number;
  /** Calls back every second until the returned function is called. */
  readonly everySecond: (tick: () => void) => () => void;
};

export type Progress = {
  readonly onEvent: (event: RunEvent) => void;
  /** Writes a note without disturbing the live line. */
  readonly note: (text: string) => void;
  /** Takes the live line away. Events after it are ignored. */
  readonly close: () => void;
};

type Suite = {
  readonly title: string;
  readonly checks: number;
  readonly outcomes: OutcomeKind[];
  requests: number;
};
type Sent = {
  readonly count: number;
  readonly withKey: number;
  readonly most: number;
  readonly window: { readonly used: number; readonly limit: number } | undefined;
};
type Rest = { readonly untilMs: number; readonly reason: string };

const CLEAR_LINE = '\r\u001b[2K';

const LOGGED_EVERY_MS = 60_000;

/** Time left in the two largest units that matter: seconds up to two minutes, minutes up to two hours. */
function timeLeft({ untilMs }: Rest, now: number): string {
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000));
  if (seconds < 120) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${String(minutes)} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** A faint tick stands for a suite that is done and not judged yet; the others say what its checks came to. */
function tick(ink: Ink, outcomes: readonly OutcomeKind[]): { readonly mark: string; readonly pen: Pen } {
  if (outcomes.includes('fail')) return { mark: '✖', pen: ink.bad };
  if (outcomes.includes('warn') || outcomes.includes('harness-error'))
    return { mark: '!', pen: ink.doubtful };
  if (outcomes.includes('pass')) return { mark: '✔', pen: ink.good };
  return { mark: outcomes.length === 0 ? '✓' : '·', pen: ink.faint };
}

function tallyText({ outcomes, requests }: Suite): string {
  if (outcomes.length === 0) return `${String(requests)} request${requests === 1 ? '' : 's'}`;
  const groups = Object.entries(Object.groupBy(outcomes, (kind) => kind));
  return groups.map(([kind, list]) => `${String(list.length)} ${kind}`).join(', ');
}

/** Shows a run as it goes: suites as they end, requests sent, and a countdown while a credential rests. */
export function createProgress(options: ProgressOptions): Progress {
  const ink = createInk(options.colour);
  const suites = new Map<string, Suite>();
  let sent: Sent = { count: 0, withKey: 0, most: 0, window: undefined };
  let rest: Rest | undefined;
  /** Requests on the key until the end of the last rest; `undefined` before any. */
  let beforeRest: number | undefined;
  let stopTicking: (() => void) | undefined;
  let closed = false;

  function current(): string {
    const { window } = sent;
    const used = window === undefined ? '' : ` · window ${String(window.used)}/${String(window.limit)}`;
    const requests = `requests ${String(sent.count)}/${String(sent.most)}${used}`;
    if (rest !== undefined) {
      const onKey = String(sent.withKey - (beforeRest ?? 0));
      const since = beforeRest === undefined ? 'so far' : 'since the last rest';
      const left = timeLeft(rest, options.now());
      return `waiting ${left}: ${rest.reason} · ${requests}, ${onKey} on the key ${since}`;
    }
    const running = [...suites.values()].map(({ title, checks, outcomes }) =>
      outcomes.length === 0 ? title : `${title} ${String(outcomes.length)}/${String(checks)}`,
    );
    return [...running, requests].join(' · ');
  }
  function draw(): void {
    if (!options.live) return;
    const line = escapeTerminal(current(), Math.max(20, options.columns) * 2).slice(
      0,
      Math.max(20, options.columns) - 3,
    );
    options.write(`${CLEAR_LINE}${ink.faint('…')} ${ink.plain(line)}`);
  }
  function print(line: string): void {
    options.write(options.live ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  }
  function endRest(): void {
    rest = undefined;
    stopTicking?.();
    stopTicking = undefined;
  }
  function logLine(): void {
    print(ink.faint(`  ${current()}`));
  }
  /** Writes a line now and one every minute while time is left. Returns what ends that. */
  function logRest({ untilMs }: Rest): () => void {
    logLine();
    let loggedMs = options.now();
    return options.everySecond(() => {
      const now = options.now();
      if (now - loggedMs < LOGGED_EVERY_MS || now >= untilMs) return;
      loggedMs = now;
      logLine();
    });
  }
  function startRest(next: Rest): void {
    endRest();
    rest = next;
    stopTicking = options.live ? options.everySecond(draw) : logRest(next);
  }
  function endSuite(name: string): void {
    const suite = suites.get(name);
    suites.delete(name);
    if (suite === undefined) return;
    const { mark, pen } = tick(ink, suite.outcomes);
    print(`${pen(mark)} ${ink.plain(suite.title)} ${ink.faint(tallyText(suite))}`);
  }
  function apply(event: RunEvent): void {
    switch (event.kind) {
      case 'suite-started':
        suites.set(event.suite, { title: event.title, checks: event.checks, outcomes: [], requests: 0 });
        return;
      case 'exchange': {
        const suite = suites.get(event.suite);
        if (suite !== undefined) suite.requests += event.withKey + event.withoutKey - sent.count;
        const { withKey, withoutKey, most, window } = event;
        sent = { count: withKey + withoutKey, withKey, most, window };
        return;
      }
      case 'check':
        suites.get(event.suite)?.outcomes.push(event.outcome);
        return;
      case 'suite-ended':
        endSuite(event.suite);
        return;
      case 'resting':
        startRest(event);
        return;
      case 'slowed':
        print(ink.doubtful(escapeTerminal(slowedText(event), 500)));
        return;
      case 'record-lost':
        print(
          ink.doubtful(
            `cannot write the record ${event.file} (${event.reason}): it ends here; the run goes on, and its verdict holds`,
          ),
        );
    }
  }

  return {
    onEvent(event) {
      if (closed) return;
      if (rest !== undefined && options.now() >= rest.untilMs) {
        endRest();
        beforeRest = sent.withKey;
      }
      apply(event);
      draw();
    },
    note(text) {
      print(ink.plain(text));
      if (!closed) draw();
    },
    close() {
      endRest();
      if (options.live && !closed) options.write(CLEAR_LINE);
      closed = true;
    },
  };
}
