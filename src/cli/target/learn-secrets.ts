import { variableOf } from '../../credential/key-ring.ts';
import { KEY_MARKER, OTHER_KEY_MARKER } from '../../output/find-secrets.ts';
import { gate } from '../../output/gate.ts';
import { secretsOfField } from '../../output/mask.ts';
import type { CliIo } from '../io.ts';

const PROXY_VARIABLE = /^(?:https?|all)_proxy$/i;
/** What is surely the name of a variable: a key may look like any other word. */
const VARIABLE_NAME = /^[A-Za-z]+(?:_[A-Za-z]+)*$/;
const LONGEST_NAME = 40;

/** False when the text could be a key that was given where the name of a variable belongs. */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text) && text.length <= LONGEST_NAME;
}

function valuesOf(argv: readonly string[], option: string): readonly string[] {
  return argv.flatMap((word, index) => {
    if (word === option) return argv.slice(index + 1, index + 2);
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
}

/** The secrets of a `--header` line. */
function secretsOfLine(line: string): readonly string[] {
  const colon = line.indexOf(':');
  return secretsOfField([line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()]);
}

const SHORTEST = 4;

/** User and password of an address. */
function secretsOfUser(text: string): readonly string[] {
  const [, user = ''] = /^[a-z][a-z0-9+.-]{0,20}:\/{0,3}([^/?#]*)@/i.exec(text) ?? [];
  const url = URL.parse(text);
  const password = user.slice(user.indexOf(':') + 1);
  return [user, password, ...(url === null ? [] : [decodedPassword(url)])].filter(
    ({ length }) => length >= SHORTEST,
  );
}

/** User and password of an address, and what its query says. */
function secretsOfAddress(text: string): readonly string[] {
  const query = [...(URL.parse(text)?.searchParams.values() ?? [])];
  return [...secretsOfUser(text), ...query.filter(({ length }) => length >= SHORTEST)];
}

function decodedPassword({ password }: URL): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/**
 * Tells the gate every secret of a command line and of the environment, before anything is parsed: a message about a wrong
 * option may quote them.
 */
export function learnSecrets(argv: readonly string[], env: CliIo['env']): void {
  const all = gate();
  for (const key of [...valuesOf(argv, '--key'), env['ASSAY_KEY']]) all.add(key, KEY_MARKER);
  for (const key of [...valuesOf(argv, '--other-key'), env['ASSAY_OTHER_KEY']])
    all.add(key, OTHER_KEY_MARKER);
  for (const given of valuesOf(argv, '--auth')) {
    const at = given.indexOf('=');
    all.add(given.slice(at + 1), `$${variableOf(given.slice(0, Math.max(0, at)))}`);
  }
  for (const [name, value] of Object.entries(env))
    if (name.startsWith('ASSAY_AUTH_')) all.add(value, `$${name}`);
  for (const name of valuesOf(argv, '--key-env')) if (!isVariableName(name)) all.add(name, KEY_MARKER);
  for (const name of valuesOf(argv, '--other-key-env'))
    if (!isVariableName(name)) all.add(name, OTHER_KEY_MARKER);
  for (const secret of valuesOf(argv, '--header').flatMap(secretsOfLine)) all.add(secret);
  const proxies = Object.entries(env).flatMap(([name, value]) => (PROXY_VARIABLE.test(name) ? [value] : []));
  for (const secret of valuesOf(argv, '--spec').flatMap(secretsOfUser)) all.add(secret);
  for (const address of [...valuesOf(argv, '--url'), env['ASSAY_URL'], ...proxies])
    for (const secret of secretsOfAddress(address ?? '')) all.add(secret);
}
