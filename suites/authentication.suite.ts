import type { CredentialUse } from '../src/exchange/exchange.ts';
import type { Operation } from '../src/interface/model.ts';
import type { Situation } from '../src/oracle/expectation.ts';
import { bind } from '../src/run/bind.ts';
import { sendFor, type ProbeContext } from '../src/run/probe-context.ts';
import { EVERY_PROFILE, FROM_STANDARD, type Probe, type Suite } from '../src/run/suite.ts';

/** Documented operations that require a credential; reads first, since a hole there harms nobody. */
function secured(context: ProbeContext): readonly Operation[] {
  return context.document.operations
    .filter((operation) => operation.documentation === 'full' && operation.credential !== undefined)
    .filter((operation) => !context.readOnly || operation.method === 'GET')
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
}

type Use = {
  readonly name: string;
  readonly credential: CredentialUse;
  readonly intent: Situation;
  /** Operations to try at most; the rest has been tried with the other uses. */
  readonly most?: number;
};

function isHttpScheme(operation: Operation): boolean {
  return operation.credential !== undefined && operation.credential.kind !== 'api-key';
}

function probe(
  check: string,
  uses: readonly Use[],
  options: { readonly onlyHttp?: boolean; readonly quick?: boolean } = {},
): Probe {
  return {
    id: check,
    feeds: [check, 'authentication.challenge', 'collections.refused-creates-nothing'],
    profiles: options.quick === true ? EVERY_PROFILE : FROM_STANDARD,
    creates: false,
    run: async (context) => {
      for (const { name, credential, intent, most } of uses) {
        const operations = secured(context).filter((o) => options.onlyHttp !== true || isHttpScheme(o));
        for (const operation of operations.slice(0, most)) {
          const label = `${check.replace('.', '/')}/${name}-${operation.id}`;
          if (!context.sendable(credential, operation)) continue;
          await sendFor(context, operation, { probe: label, credential, intent });
        }
      }
    },
  };
}

function altered(alteration: 'suffix' | 'prefix' | 'truncated' | 'letter-case'): Use {
  return { name: alteration, credential: { kind: 'altered', alteration }, intent: 'altered-key' };
}

const namedOperations: Probe = {
  id: 'authentication.named-operation',
  feeds: ['authentication.named-operation', 'observed.named-operations'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const named = context.document.operations.filter(
      (o) => o.documentation === 'named' && o.credential !== undefined && o.method === 'GET',
    );
    for (const operation of named) {
      await sendFor(context, operation, {
        probe: `authentication/named-operation/${operation.id}`,
        credential: { kind: 'none' },
        intent: 'named-without-credential',
      });
    }
  },
};

const badKeyAndBadBody: Probe = {
  id: 'authentication.bad-key-and-bad-body',
  feeds: ['authentication.bad-key-and-bad-body'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    for (const operation of secured(context)
      .filter((o) => o.requestBody?.required === true)
      .slice(0, 1)) {
      await sendFor(context, operation, {
        probe: `authentication/bad-key-and-bad-body/${operation.id}`,
        credential: { kind: 'unknown' },
        body: { bytes: new TextEncoder().encode('{"') },
        intent: 'bad-key-and-bad-body',
      });
    }
  },
};

const schemeCase: Probe = {
  id: 'authentication.scheme-case',
  feeds: ['authentication.scheme-case'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const [operation] = secured(context).filter((o) => isHttpScheme(o) && o.method === 'GET');
    if (operation === undefined) return;
    await sendFor(context, operation, {
      probe: `authentication/scheme-case/${operation.id}`,
      credential: { kind: 'valid-other-scheme-case' },
      intent: 'scheme-case',
    });
  },
};

/** Requests without a valid key are scarce: services count them per address. The most telling ones go first. */
export const authentication: Suite = bind({
  name: 'authentication',
  title: 'Authentication',
  probes: [
    probe(
      'authentication.missing-credential',
      [{ name: 'none', credential: { kind: 'none' }, intent: 'missing-credential' }],
      { quick: true },
    ),
    probe(
      'authentication.unknown-key',
      [{ name: 'unknown', credential: { kind: 'unknown' }, intent: 'unknown-key' }],
      { quick: true },
    ),
    probe(
      'authentication.altered-key',
      [altered('suffix'), altered('letter-case'), altered('truncated'), altered('prefix')],
      { quick: true },
    ),
    probe('authentication.other-scheme', [
      { name: 'other', credential: { kind: 'other-scheme' }, intent: 'other-scheme' },
    ]),
    namedOperations,
    probe(
      'authentication.no-scheme',
      [{ name: 'bare', credential: { kind: 'no-scheme' }, intent: 'no-scheme' }],
      { onlyHttp: true },
    ),
    probe('authentication.empty-token', [
      { name: 'empty', credential: { kind: 'empty-token' }, intent: 'empty-token', most: 1 },
    ]),
    badKeyAndBadBody,
    schemeCase,
  ],
});
