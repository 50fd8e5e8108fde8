/** The checks that prove the statements by which a request was refused, by the code of the refusal. */
export const REFUSAL_CHECKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['missing', ['authentication.missing-credential']],
  ['unknown', ['authentication.unknown-key']],
  ['invalid_body', ['validation.missing-member', 'validation.wrong-type', 'validation.no-body']],
  ['invalid_json', ['validation.malformed-json']],
  ['unsupported_media_type', ['validation.malformed-json']],
  ['rate_limit_exceeded', ['rate-limit-enforcement.refusal', 'rate-limit-enforcement.retry-after']],
]);
