import { alternativesOf, carriesAnother } from '../src/credential/choose.ts';
import type { Alteration, CredentialUse } from '../src/http/credential-use.ts';
import type { Operation } from '../src/interface/model.ts';
import type { Situation } from '../src/oracle/situation.ts';
import { allowedOperations, securedOperations } from '../src/session/in-reach.ts';
import { type ProbeContext, sendFor } from '../src/session/probe.ts';
import {
  EVERY_PROFILE,
  FROM_STANDARD,
  FROM_THOROUGH,
  type Probe,
  type Suite,
  isThorough,
} from '../src/session/suite.ts';

/** Reads first, since a hole there harms nobody. */
function secured(context: ProbeContext): readonly Operation[] {
  return securedOperations(context).toSorted(
    (a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'),
  );
}

type Use = {
  readonly name: string;
  readonly credential: CredentialUse;
  readonly intent: Situation;
  /** Where a standard run sends it: requests without a valid key are scarce, and the others are tried with similar uses. */
  readonly only?: 'first' | 'last';
  /** A use that tells all that this one tells: `only` holds where that can be sent. */
  readonly unless?: CredentialUse;
};

function isHttpScheme(operation: Operation): boolean {
  return operation.credential !== undefined && operation.credential.kind !== 'api-key';
}

/** The uses of a credential that a check looks at. */
type Uses = {
  readonly check: string;
  readonly uses: readonly Use[];
  readonly onlyHttp?: true;
  readonly quick?: true;
};

function operationsFor(context: ProbeContext, { onlyHttp }: Uses): readonly Operation[] {
  return secured(context).filter((operation) => onlyHttp !== true || isHttpScheme(operation));
}

async function send(
  context: ProbeContext,
  check: string,
  { name, credential, intent }: Use,
  operation: Operation,
): Promise<void> {
  const label = `${check.replace('.', '/')}/${name}-${operation.id}`;
  for (const { of, use: each } of inTurn(operation, credential)) {
    if (!context.sendable(each, operation)) continue;
    const probeId = of === undefined ? label : `${label}-${of}`;
    await sendFor(context, operation, { probe: probeId, credential: each, intent });
  }
}

function probe(own: Uses): Probe {
  const { check, uses, quick } = own;
  return {
    id: check,
    intends: uses.map(({ intent }) => intent),
    profiles: quick === true ? EVERY_PROFILE : FROM_STANDARD,
    creates: false,
    run: async (context) => {
      for (const use of uses)
        for (const [index, operation] of chosen(context, operationsFor(context, own), use).entries()) {
          if (index > 0 && context.session.budget.left('address') <= spareOf(context)) break;
          await send(context, check, use, operation);
        }
    },
  };
}

/** Requests without a valid key that a thorough run leaves for what comes after this suite. */
const SPARE_REQUESTS = 20;

/** Those that what goes to every operation leaves to what goes to one: of many operations the last ones are asked less. */
function spareOf({ session: { budget } }: ProbeContext): number {
  const all = budget.left('address') + budget.spent.withoutKey;
  return Math.min(SPARE_REQUESTS, Math.floor(all / 10));
}

/** Sends each use to the operations that a standard run leaves out, while there is room: what a standard run finds comes first. */
function everywhere(own: Uses): Probe {
  const { check, uses } = own;
  return {
    id: `${check}-everywhere`,
    intends: uses.map(({ intent }) => intent),
    profiles: FROM_THOROUGH,
    creates: false,
    run: async (context) => {
      for (const use of uses) {
        const operations = operationsFor(context, own);
        const sent = chosen(context, operations, use);
        for (const operation of operations) {
          if (sent.includes(operation) || isWrongPassword(use, operation)) continue;
          if (context.session.budget.left('address') <= SPARE_REQUESTS) return;
          await send(context, check, use, operation);
        }
      }
    },
  };
}

/**
 * The use of each credential that an operation asks for at the same time, the others being valid: a service that looks at one of
 * them alone takes a request without the others.
 */
function inTurn(
  operation: Operation,
  use: CredentialUse,
): readonly { readonly of?: string; readonly use: CredentialUse }[] {
  const others =
    use.kind === 'none' || use.kind === 'unknown' || use.kind === 'altered'
      ? (operation.credential?.beside ?? []).map(({ id }) => ({ of: id, use: { ...use, of: id } }))
      : [];
  return [{ use }, ...others].filter((one) => !carriesAnother(operation, one.use));
}

/**
 * True for a key of a user and a password: a wrong password counts against that user at many services, which lock the account in the
 * end. Few of them are sent, and elsewhere the password of a user who is not there.
 */
function isPassword({ credential }: Operation): boolean {
  return credential?.kind === 'http-basic';
}

function isWrongPassword({ credential }: Use, operation: Operation): boolean {
  return isPassword(operation) && credential.kind === 'altered' && credential.alteration !== 'prefix';
}

/** Where a use is sent of those operations that ask for a user and a password. */
function onlyOfPasswords({ credential, only }: Use): Use['only'] {
  if (credential.kind !== 'altered') return only;
  return credential.alteration === 'prefix' ? undefined : (only ?? 'first');
}

function altered(alteration: Alteration, only?: Use['only']): Use {
  const use: Use = { name: alteration, credential: { kind: 'altered', alteration }, intent: 'altered-key' };
  return only === undefined ? use : { ...use, only };
}

function chosen(context: ProbeContext, operations: readonly Operation[], use: Use): readonly Operation[] {
  const { only, unless } = use;
  if (unless !== undefined && !operations.every((operation) => context.sendable(unless, operation)))
    return operations;
  const ofPasswords = operations.filter(isPassword);
  const others = operations.filter((operation) => !isPassword(operation));
  return [...picked(others, only), ...picked(ofPasswords, onlyOfPasswords(use))];
}

function picked(operations: readonly Operation[], only: Use['only']): readonly Operation[] {
  if (only === undefined) return operations;
  return only === 'first' ? operations.slice(0, 1) : operations.slice(-1);
}

/** An unknown key and none: a standard run takes turns, since requests without a valid key are scarce. */
const NAMED_USES = ['unknown', 'none'] as const;

const namedOperations: Probe = {
  id: 'authentication.named-operation',
  intends: ['named-without-credential'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const named = allowedOperations(context).filter(
      (o) => o.documentation === 'named' && o.credential !== undefined && o.method === 'GET',
    );
    for (const [index, operation] of named.entries()) {
      const both = index % 2 === 0 ? NAMED_USES : NAMED_USES.toReversed();
      for (const kind of isThorough(context.profile) ? both : both.slice(0, 1)) {
        const suffix = isThorough(context.profile) ? `-${kind}` : '';
        await sendFor(context, operation, {
          probe: `authentication/named-operation/${operation.id}${suffix}`,
          credential: { kind },
          intent: 'named-without-credential',
        });
      }
    }
  },
};

const badKeyAndBadBody: Probe = {
  id: 'authentication.bad-key-and-bad-body',
  intends: ['bad-key-and-bad-body'],
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

/**
 * A key that nobody was given, by each of the other schemes that operations take instead: a service may look at one of them alone. No
 * user's password is guessed.
 */
const unknownInstead: Probe = {
  id: 'authentication.unknown-key-instead',
  intends: ['unknown-key'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const operations = secured(context);
    const asked = new Set(operations.flatMap(({ credential }) => credential?.id ?? []));
    for (const operation of operations)
      for (const scheme of alternativesOf(operation)) {
        if (scheme.kind === 'http-basic' || scheme.beside !== undefined || asked.has(scheme.id)) continue;
        asked.add(scheme.id);
        await sendFor(context, operation, {
          probe: `authentication/unknown-key/instead-${operation.id}-${scheme.id}`,
          credential: { kind: 'unknown' },
          scheme,
          intent: 'unknown-key',
        });
      }
  },
};

const schemeCase: Probe = {
  id: 'authentication.scheme-case',
  intends: ['scheme-case'],
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

/** As long as the key and of the same letters and digits: whoever takes an unknown key takes this one, too. */
const OTHER_LETTER_CASE: CredentialUse = { kind: 'altered', alteration: 'letter-case' };

const MISSING: Uses = {
  check: 'authentication.missing-credential',
  uses: [{ name: 'none', credential: { kind: 'none' }, intent: 'missing-credential' }],
  quick: true,
};
const UNKNOWN: Uses = {
  check: 'authentication.unknown-key',
  uses: [
    {
      name: 'unknown',
      credential: { kind: 'unknown' },
      intent: 'unknown-key',
      only: 'first',
      unless: OTHER_LETTER_CASE,
    },
  ],
  quick: true,
};
const ALTERED: Uses = {
  check: 'authentication.altered-key',
  uses: [
    altered('suffix'),
    altered('letter-case'),
    altered('truncated', 'last'),
    altered('prefix', 'first'),
    altered('beheaded', 'last'),
    altered('second-word', 'last'),
    altered('unsigned', 'first'),
  ],
  quick: true,
};
const OTHER_SCHEME: Uses = {
  check: 'authentication.other-scheme',
  uses: [
    { name: 'basic', credential: { kind: 'other-scheme' }, intent: 'other-scheme' },
    {
      name: 'other-name',
      credential: { kind: 'other-scheme-name' },
      intent: 'other-scheme',
      only: 'last',
    },
    { name: 'unknown', credential: { kind: 'unknown-scheme' }, intent: 'other-scheme', only: 'first' },
  ],
};
const NO_SCHEME: Uses = {
  check: 'authentication.no-scheme',
  uses: [{ name: 'bare', credential: { kind: 'no-scheme' }, intent: 'no-scheme', only: 'first' }],
  onlyHttp: true,
};
const EMPTY: Uses = {
  check: 'authentication.empty-token',
  uses: [{ name: 'empty', credential: { kind: 'empty-token' }, intent: 'empty-token', only: 'last' }],
};

/**
 * Requests without a valid key are scarce: services count them per address. The most telling ones go first. A standard run
 * sends each kind to one operation at least; a thorough one goes on with the other operations, as far as its requests go.
 */
export const authentication: Suite = {
  name: 'authentication',
  title: 'Authentication',
  probes: [
    probe(MISSING),
    // Before a service may have locked the user for a wrong password.
    schemeCase,
    probe(UNKNOWN),
    unknownInstead,
    probe(ALTERED),
    probe(OTHER_SCHEME),
    namedOperations,
    probe(NO_SCHEME),
    probe(EMPTY),
    badKeyAndBadBody,
    ...[UNKNOWN, ALTERED, OTHER_SCHEME, NO_SCHEME, EMPTY].map(everywhere),
  ],
};
