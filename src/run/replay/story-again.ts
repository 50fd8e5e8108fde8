import type { Contract } from '../../oracle/contract.ts';
import { expectation } from '../../oracle/expectation.ts';
import type { Reading } from '../../oracle/reading.ts';
import { type ProbeContext, sendSpec } from '../../session/probe.ts';
import type { SendSpec } from '../../session/pace/sending.ts';
import { outgoingAgain } from './outgoing-again.ts';
import { Retelling } from './retelling.ts';

/** Requests that were sent once, in the order of sending, with those in front that made what the others name. */
export type Story = readonly Reading[];

/** What came back, and why it was not sent to its end, where it was not. */
export type ToldAgain = { readonly sent: Story; readonly problem: string | undefined };

/** Names that a run gives, and addresses for mail that it made up: a service may have each once alone. */
const MADE_UP = /assay-[0-9a-z]{6}-[0-9]{3}|\b[0-9a-z]{6,}(?=@example\.com)/g;

/** Names of this time, of the same width, each for one of before: `assay-abcdef-002` and `m4p002@example.com`. */
function otherNames(marker: () => string): (text: string) => string {
  const names = new Map<string, string>();
  return (text) =>
    text.replaceAll(MADE_UP, (name) => {
      const next = names.get(name) ?? marker();
      names.set(name, next);
      return name.startsWith('assay-') ? next : `${name.slice(0, -3)}${next.slice(-3)}`;
    });
}

/**
 * Sends a story within a run once more, to entries of its own: names and identities are those of this time. Throws `Halt` when the
 * session can't go on.
 */
export async function storyAgain(
  context: ProbeContext,
  story: Story,
  options: {
    /** What the story was read with. */
    readonly recorded: Contract;
    /** The requests are named so, with their places behind. */
    readonly probe: string;
    /** How long to wait before each request, in ms. */
    readonly pausesMs: readonly number[];
    /** Why a request must not go out; `undefined` where it may. It is called right before each one. */
    readonly refusal: (spec: SendSpec) => string | undefined;
  },
): Promise<ToldAgain> {
  const { session, document, marker, signal } = context;
  const { contract, clock } = session;
  const { recorded: then, probe, pausesMs, refusal } = options;
  const renamed = otherNames(marker);
  const retelling = new Retelling({ recorded: then, current: contract, renamed });
  const sent: Reading[] = [];
  for (const [at, recorded] of story.entries()) {
    const { method, target: asked } = recorded.exchange.request;
    if (!retelling.isOwn(recorded))
      return { sent, problem: `${method} ${asked} names what was not made this time` };
    const { transport: _transport, ...outgoing } = outgoingAgain(recorded, {
      document,
      recordedBasePath: then.basePath,
      extraHeaders: [],
      runId: '',
      segments: new Map(),
      retelling,
      renamed,
    });
    const target = `${contract.basePath}${outgoing.path}`;
    const intent = expectation(contract, { ...outgoing, target }).situation;
    const spec = { ...outgoing, probe: `${probe}/${String(at + 1)}`, intent };
    const problem = refusal(spec);
    if (problem !== undefined) return { sent, problem };
    const pauseMs = pausesMs[at] ?? 0;
    if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    const reading = await sendSpec(context, spec, {}, 'nothing');
    if (reading === undefined) return { sent, problem: `${method} ${asked} could not be sent` };
    retelling.note(recorded, reading);
    sent.push(reading);
  }
  return { sent, problem: undefined };
}
