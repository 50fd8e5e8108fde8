import { wrongPasswords } from './robustness/wrong-passwords.ts';
import { absentReferences } from './robustness/absent-references.ts';
import type { HeaderLine } from '../src/http/exchange.ts';
import { allowedOperations, harmlessOperations } from '../src/session/in-reach.ts';
import { requestFor, sendSpec } from '../src/session/probe.ts';
import { FROM_STANDARD, type Probe, type Suite } from '../src/session/suite.ts';
import { earlyOverLimit } from './rate-limit-enforcement.suite.ts';
import { bodyProbes, doubtfulBodies } from './robustness/bodies.ts';
import { packedTexts, singleTexts } from './robustness/texts.ts';

function readProbe(
  id: string,
  options: {
    readonly name: string;
    readonly method?: string;
    readonly headers?: readonly HeaderLine[];
    readonly suffix?: string;
    readonly intent: 'doubtful' | 'undocumented';
    /** Where that is more than the situation of its request. */
    readonly intends?: Probe['intends'];
  },
): Probe {
  return {
    id,
    intends: options.intends ?? [options.intent],
    profiles: FROM_STANDARD,
    creates: false,
    run: async (context) => {
      const [operation] = harmlessOperations(context).filter(
        (o) => o.method === 'GET' && !o.path.includes('{'),
      );
      const spec =
        operation === undefined
          ? undefined
          : requestFor(context, operation, { probe: options.name, intent: options.intent });
      if (spec === undefined) return;
      const method = options.method ?? spec.method;
      if (
        method !== 'GET' &&
        context.document.operations.some((o) => o.method === method && o.path === operation?.path)
      )
        return;
      const suffix = options.suffix ?? '';
      const path =
        suffix.startsWith('?') && spec.path.includes('?')
          ? `${spec.path}&${suffix.slice(1)}`
          : suffix.startsWith('/')
            ? `${spec.path.split('?', 1).join('')}${suffix}`
            : `${spec.path}${suffix}`;
      await sendSpec(context, {
        ...spec,
        method,
        path,
        headers: [...spec.headers, ...(options.headers ?? [])],
      });
    },
  };
}

const BROKEN = '%ZZ';

/** A path with a percent sign that encodes nothing (RFC 3986 section 2.1), where a service decodes a parameter if it has one. */
const brokenEncoding: Probe = {
  id: 'robustness.broken-encoding',
  intends: ['undocumented'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const reads = allowedOperations(context).filter(({ method }) => method === 'GET');
    const operation = reads.find(({ path }) => path.includes('{')) ?? reads[0];
    if (operation === undefined) return;
    const place = operation.path.lastIndexOf('{');
    const path = place < 0 ? `${operation.path}/${BROKEN}` : `${operation.path.slice(0, place)}${BROKEN}`;
    await sendSpec(context, {
      probe: 'robustness/other/broken-encoding',
      method: 'GET',
      path,
      headers: [],
      body: undefined,
      credential: { kind: 'valid' },
      scheme: operation.credential,
      intent: 'undocumented',
    });
  },
};

/** What services stumble over. The document is silent on most of it: then only a 5xx is a fault. */
export const robustness: Suite = {
  name: 'robustness',
  title: 'Robustness',
  probes: [
    packedTexts,
    ...bodyProbes,
    readProbe('robustness.head', {
      name: 'robustness/other/head',
      method: 'HEAD',
      intent: 'undocumented',
    }),
    readProbe('robustness.options', {
      name: 'robustness/other/options',
      method: 'OPTIONS',
      intent: 'undocumented',
    }),
    readProbe('robustness.unknown-path', {
      name: 'robustness/other/unknown-path',
      suffix: '/assay/unknown',
      intent: 'undocumented',
    }),
    brokenEncoding,
    earlyOverLimit,
    readProbe('robustness.unknown-query', {
      intends: ['doubtful', 'other-media-type'],
      name: 'robustness/limits/unknown-query-and-accept-text-html',
      suffix: '?assay=%27%22%3C%25',
      headers: [['Accept', 'text/html']],
      intent: 'doubtful',
    }),
    readProbe('robustness.large-header', {
      name: 'robustness/limits/header-of-twenty-kilobytes',
      headers: [['X-Assay-Filler', 'a'.repeat(20_000)]],
      intent: 'doubtful',
    }),
    absentReferences,
    wrongPasswords,
    // What is much comes last.
    singleTexts,
    ...doubtfulBodies,
  ],
};
