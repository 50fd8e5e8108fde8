import { shellWord } from '../../credential/curl-line.ts';
import type { CredentialScheme, Interface, Operation } from '../../interface/model.ts';
import { CONTROL_PREFIX } from '../../mock/server/control.ts';
import type { LoggedRequest } from '../../mock/server/request-log.ts';
import { type MockKey, plansOf } from '../../mock/state/keys.ts';
import { escapeTerminal } from '../../report/escape.ts';

const MAX_TITLE = 200;

/** `1000` as `1,000`. A locale would do the same, after it has been loaded for longer than the rest of a greeting takes. */
function grouped(count: number): string {
  const digits = String(count);
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first === 0 ? [] : [digits.slice(0, first)]), ...groups].join(',');
}

function quotasText({ quotas }: MockKey): string {
  if (quotas.length === 0) return 'no limit';
  return quotas.map(({ limit, window }) => `${grouped(limit)} a ${window}`).join(', ');
}

function isCustom(document: Interface, planId: string): boolean {
  return plansOf(document).some(({ kind, id }) => kind === 'custom' && id === planId);
}

function endText({ endsAt }: MockKey): string {
  if (endsAt === Number.POSITIVE_INFINITY) return '';
  return endsAt === 0 ? ', revoked' : `, until ${new Date(endsAt).toISOString()}`;
}

function keyRows(document: Interface, keys: readonly MockKey[], shown: (key: MockKey) => string): string[] {
  const width = Math.max(...keys.map((key) => shown(key).length)) + 2;
  const planWidth = Math.max(...keys.map(({ plan }) => plan.length)) + 2;
  return keys.map((key) => {
    const custom = isCustom(document, key.plan) ? ' (agreed individually: --keys sets others)' : '';
    return `  ${shown(key).padEnd(width)}${key.plan.padEnd(planWidth)}${quotasText(key)}${endText(key)}${custom}`;
  });
}

function credentialArguments(
  scheme: CredentialScheme | undefined,
  key: string,
): { readonly options: string; readonly query: string } {
  switch (scheme?.kind) {
    case undefined:
      return { options: '', query: '' };
    case 'http-bearer':
      return { options: `-H ${shellWord(`Authorization: ${scheme.scheme ?? 'Bearer'} ${key}`)} `, query: '' };
    case 'http-basic':
      return { options: `-u ${shellWord(key)} `, query: '' };
    case 'api-key':
      switch (scheme.in) {
        case 'header':
          return {
            options: `-H ${shellWord(`${scheme.name}: ${scheme.prefix === undefined ? '' : `${scheme.prefix} `}${key}`)} `,
            query: '',
          };
        case 'cookie':
          return { options: `-b ${shellWord(`${scheme.name}=${key}`)} `, query: '' };
        case 'query':
          return { options: '', query: `?${encodeURIComponent(scheme.name)}=${key}` };
      }
  }
}

/** The operation that a first request is best made to: one that reads and needs nothing filled in. */
function firstOperation({ operations }: Interface): Operation | undefined {
  const reading = operations.filter(
    ({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required),
  );
  return reading.find(({ documentation }) => documentation === 'full') ?? reading[0];
}

/** A command that can be pasted and gets an answer, or nothing where every operation needs something filled in. */
function curlLine(
  document: Interface,
  url: string,
  key: string,
  certificateFile: string | undefined,
): readonly string[] {
  const operation = firstOperation(document);
  if (operation === undefined) return [];
  const { options, query } = credentialArguments(operation.credential, key);
  const trust = certificateFile === undefined ? '' : `--cacert ${shellWord(certificateFile)} `;
  return ['', `  curl ${trust}${options}${shellWord(`${url}${operation.path}${query}`)}`];
}

export type Greeting = {
  readonly document: Interface;
  readonly url: string;
  readonly keys: readonly MockKey[];
  /** Keys that came from a file are secrets of its owner and not printed. */
  readonly keyFile: string | undefined;
  /** Names of the freedoms and faults in force. */
  readonly variations: readonly string[];
  /** Where the certificate is that assay made. */
  readonly certificateFile: string | undefined;
  /** Whether the mock shows a page about itself. */
  readonly control: 'on' | 'off';
};

/** What `assay mock` prints once it answers: its address, a key for each plan, a command to try, a page to look at. */
export function mockGreeting(greeting: Greeting): string {
  const { document, url, keys, keyFile, variations, certificateFile, control } = greeting;
  const shown = ({ key }: MockKey): string => (keyFile === undefined ? key : `(from ${keyFile})`);
  const [first] = keys;
  return [
    `${escapeTerminal(`${document.title} ${document.version}`, MAX_TITLE)}, mock at ${url}`,
    ...(variations.length === 0 ? [] : [`with ${variations.join(', ')}`]),
    ...(certificateFile === undefined ? [] : [`with its own certificate, to be trusted: ${certificateFile}`]),
    '',
    ...keyRows(document, keys, shown),
    ...curlLine(document, url, keyFile === undefined ? (first?.key ?? '') : '$ASSAY_KEY', certificateFile),
    ...(control === 'on' ? ['', `  console: ${new URL(CONTROL_PREFIX, url).href}`] : []),
    '',
    '',
  ].join('\n');
}

/** A line of the request log: time of the mock's clock, request, status, plan, duration. */
export function requestLine({ at, method, target, status, plan, durationMs }: LoggedRequest): string {
  const time = new Date(at).toISOString().slice(11, 19);
  const who = plan ?? 'no valid key';
  return `${time} ${method} ${target} ${status ?? 'dropped'} ${who} ${durationMs.toFixed(1)} ms\n`;
}
