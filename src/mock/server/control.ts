import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interface } from '../../interface/model.ts';
import type { Engine } from '../engine.ts';
import type { LimiterKind, LimitPer } from '../limits/window-counter.ts';
import type { Latency } from './latency.ts';
import { inboundRequest } from './read-body.ts';

/** Where the console and what it uses live, outside of any interface. */
export const CONTROL_PREFIX = '/__assay/';
/** What people type. */
export const WITHOUT_SLASH: string = CONTROL_PREFIX.slice(0, -1);

export type ControlOptions = {
  readonly interface: Interface;
  /** Adds its statements to the document. */
  readonly complete: ((document: Interface) => Promise<Interface>) | undefined;
  readonly engine: Engine;
  readonly origin: string;
  readonly limiter: LimiterKind;
  readonly limitPer: LimitPer;
  readonly latency: () => Latency;
  readonly setLatency: (latency: Latency) => void;
};

export type Exchange = { readonly message: IncomingMessage; readonly response: ServerResponse };

/** What stands beside the interface. `end` lets pages that look at it come back, to another one. */
export type Control = {
  /** Rejects with faults of the mock itself. */
  readonly answer: (exchange: Exchange) => Promise<void>;
  readonly end: () => void;
};

/** The console and the requests that control a mock, loaded for the first of them: a start needn't wait for it. */
export function createControl(options: ControlOptions): Control {
  let loading: Promise<Control> | undefined;
  async function load(): Promise<Control> {
    const { createConsole } = await import('../console/create-console.ts');
    const document = (await options.complete?.(options.interface)) ?? options.interface;
    return createConsole({ ...options, interface: document });
  }
  return {
    async answer(exchange) {
      loading ??= load();
      await (await loading).answer(exchange);
    },
    end: () =>
      void loading?.then(
        ({ end }) => end(),
        () => undefined,
      ),
  };
}

/** Whether a request is for the console and not for the interface. */
export function isForControl(message: IncomingMessage): boolean {
  if (message.url?.includes(WITHOUT_SLASH) !== true) return false;
  const { path } = inboundRequest(message);
  return path === WITHOUT_SLASH || path.startsWith(CONTROL_PREFIX);
}
