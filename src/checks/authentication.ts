import { parseChallenges } from '../http/challenge.ts';
import type { Interface } from '../interface/model.ts';
import type { Situation } from '../oracle/situation.ts';
import { BAD_CREDENTIALS, type Check } from './check.ts';
import { breaks, eachExchange, IRRELEVANT, PROVES } from './judge-each.ts';
import { judgesStatus } from './statuses.ts';

function unlessSecured(document: Interface): string | undefined {
  const secured = document.operations.some((o) => o.documentation === 'full' && o.credential !== undefined);
  return secured ? undefined : 'no documented operation requires a credential';
}

function unlessHttpScheme(document: Interface): string | undefined {
  const http = document.operations.some((o) => o.credential !== undefined && o.credential.kind !== 'api-key');
  return http ? undefined : 'no operation uses an HTTP authentication scheme';
}

function unlessNamed(document: Interface): string | undefined {
  const named = document.operations.some((o) => o.documentation === 'named' && o.credential !== undefined);
  return named ? undefined : 'the document shows every operation in full';
}

function refusesCredential(id: string, situation: Situation, title: string, explanation: string): Check {
  return {
    id,
    suite: 'authentication',
    level: 'must',
    needs: [situation],
    title,
    explanation,
    notApplicable: situation === 'no-scheme' ? unlessHttpScheme : unlessSecured,
    ...judgesStatus('must', situation),
  };
}

export const authenticationChecks: readonly Check[] = [
  refusesCredential(
    'authentication.missing-credential',
    'missing-credential',
    'a request without a credential is refused',
    'Sends an otherwise valid request to every documented operation without any credential. The answer has to be the documented 401.',
  ),
  refusesCredential(
    'authentication.other-scheme',
    'other-scheme',
    'a credential of another scheme is refused',
    'Sends well-formed credentials of a scheme that the document does not name (Basic, where it asks for Bearer), the valid key behind the name of another one (Token), and behind a name that ends with the documented one. The answer has to be the documented 401.',
  ),
  refusesCredential(
    'authentication.no-scheme',
    'no-scheme',
    'the bare key without a scheme name is refused',
    'Sends the valid key as the whole Authorization value, without the scheme name in front. The answer has to be the documented 401.',
  ),
  refusesCredential(
    'authentication.unknown-key',
    'unknown-key',
    'a well-formed key that nobody was given is refused',
    'Sends a random key of the same length as the valid one. The answer has to be the documented 401.',
  ),
  refusesCredential(
    'authentication.altered-key',
    'altered-key',
    'a valid key with a small change is refused',
    'Sends the valid key with a character appended, with one put in front, with the first or the last one cut off, with the letter case swapped, and with a further word behind a blank: a service that compares a prefix, a suffix, without letter case or up to the first blank accepts one of them. Where the key is a JSON Web Token, its claims go out once more in one that says that nobody signed it (`alg: none`; RFC 8725 §3.1).',
  ),
  refusesCredential(
    'authentication.empty-token',
    'empty-token',
    'an empty credential is refused',
    'Sends the scheme name with nothing behind it. 401 and 400 conform: RFC 6750 §3.1 recommends 400 for malformed requests.',
  ),
  refusesCredential(
    'authentication.bad-key-and-bad-body',
    'bad-key-and-bad-body',
    'a request with a bad key and a bad body is refused',
    'Sends an unknown key together with a body that breaks the schema. Which of the two is found first is open: 401 and the documented refusal of the body conform.',
  ),
  {
    id: 'authentication.named-operation',
    suite: 'authentication',
    level: 'must',
    needs: ['named-without-credential'],
    title: 'an operation that is only named is not served without a valid credential',
    explanation:
      'Asks for operations that the document names without showing them, without a credential. Every answer but a success conforms, also 404 from a service that does not have the operation.',
    notApplicable: unlessNamed,
    ...judgesStatus('must', 'named-without-credential'),
  },
  {
    id: 'authentication.scheme-case',
    suite: 'authentication',
    level: 'http',
    needs: ['scheme-case'],
    title: 'the scheme name is accepted in any letter case',
    explanation:
      'Sends the valid key behind the scheme name in lower case. RFC 9110 §11.1 compares scheme names without letter case; the document is silent, so a refusal is a warning.',
    notApplicable: unlessHttpScheme,
    ...judgesStatus('http', 'scheme-case'),
  },
  {
    id: 'authentication.challenge',
    suite: 'authentication',
    level: 'http',
    needs: BAD_CREDENTIALS,
    title: 'a 401 carries a challenge',
    explanation:
      'RFC 9110 §15.5.2 and §11.6.1: a 401 has a WWW-Authenticate field with at least one challenge. Which scheme and parameters it names is open.',
    notApplicable: unlessSecured,
    ...eachExchange('http', (reading) => {
      const { answer, expectation } = reading;
      if (answer?.status !== 401 || expectation.operation?.credential === undefined) return IRRELEVANT;
      const values = answer.header('www-authenticate');
      const challenges = values.length === 0 ? undefined : parseChallenges(values);
      if (challenges !== undefined && challenges.length > 0) return PROVES;
      const expected = 'WWW-Authenticate with at least one challenge (RFC 9110 §15.5.2)';
      return breaks(
        expected,
        values.length === 0 ? 'no WWW-Authenticate' : `WWW-Authenticate: ${values.join(', ')}`,
      );
    }),
  },
];
