import type { RequestSigner, SignedRequest } from '../../client/client.ts';
import type { HeaderLine } from '../../http/exchange.ts';
import type { Interface } from '../../interface/model.ts';
import { isObject } from '../../json/value.ts';
import { gate } from '../../output/gate.ts';
import { secretsOfField } from '../../output/mask.ts';
import { credentialFields, readHeaderLine } from '../../record/target-text.ts';

/** What the caller's own function adds to a request can't be sent. The message names the function, and shows no value. */
class SignerFault extends Error {
  constructor(text: string) {
    super(`the hook beforeRequest: ${text}`);
    this.name = 'SignerFault';
  }
}

/** Secrets that the gate learns of what a hook adds: a signature is another one each time. */
const MOST_SECRETS = 100;

/**
 * The caller's function, with what it gives checked: a mapping of header fields that requests need not set themselves. Rejects
 * with an error that names the hook where it throws or gives anything else.
 */
export function checkedSigner(
  signer: RequestSigner,
  document: Interface,
): (request: SignedRequest) => Promise<readonly HeaderLine[]> {
  const fields = credentialFields(document);
  const learned = new Set<string>();
  const read = (name: string, value: unknown): HeaderLine => {
    if (typeof value !== 'string')
      throw new SignerFault(`the value of ${JSON.stringify(name)} is no text; give a text for each name`);
    const line = readHeaderLine([name, value], fields);
    if (line.kind === 'unusable')
      throw new SignerFault(`cannot send the field ${JSON.stringify(name)}: ${line.advice}`);
    for (const secret of secretsOfField(line.value))
      if (learned.size < MOST_SECRETS) {
        learned.add(secret);
        gate().add(secret);
      }
    return line.value;
  };
  return async (request) => {
    const given: unknown = await signer(request);
    if (given === undefined) return [];
    if (isObject(given)) return Object.entries(given).map(([name, value]) => read(name, value));
    throw new SignerFault('it gives no object; give header fields by name, or nothing');
  };
}
