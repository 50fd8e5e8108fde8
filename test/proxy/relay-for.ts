import { type Relay, startRelay } from '../../src/traffic/relay.ts';

type Options = Parameters<typeof startRelay>[0];

/** A relay on this machine in front of a target, which trusts what everybody does and knows no caller. */
export function relayFor(
  target: URL,
  options: Partial<Options> & Pick<Options, 'onExchange'>,
): Promise<Relay> {
  return startRelay({
    target,
    authority: target.host,
    trust: { insecure: false, ca: undefined },
    host: '127.0.0.1',
    port: 0,
    callers: () => undefined,
    connectMs: 5_000,
    maxHeaderBytes: 65_536,
    maxBodyBytes: 100_000,
    now: Date.now,
    monotonicMs: () => performance.now(),
    onLost: () => undefined,
    onTargetFault: () => undefined,
    ...options,
  });
}
