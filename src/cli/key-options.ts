import { GROUPS } from '../record/settings.ts';
import { REGISTERED } from '../record/target-text.ts';
import { oneWord, type OptionRows } from '../system/option.ts';

/** The options that say as whom requests go out. */

const { target } = GROUPS;

export const KEYS = {
  key: {
    flags: '--key <key>',
    text: 'API key; better kept in a variable, see --key-env; also ASSAY_KEY',
    example: '--key "$STAGING_KEY"',
    group: target,
    variable: 'ASSAY_KEY',
    conflicts: ['keyEnv'],
  },
  keyEnv: {
    flags: '--key-env <name>',
    text: 'name of the environment variable (or entry of .env) that holds the key',
    example: '--key-env STAGING_KEY',
    group: target,
    variable: 'ASSAY_KEY',
  },
  otherKey: {
    flags: '--other-key <key>',
    text: 'key of another user of the service, who must not get at what the first one makes; better kept in a variable; also ASSAY_OTHER_KEY',
    example: '--other-key "$SECOND_KEY"',
    group: target,
    variable: 'ASSAY_OTHER_KEY',
    conflicts: ['otherKeyEnv'],
  },
  otherKeyEnv: {
    flags: '--other-key-env <name>',
    text: 'name of the environment variable (or entry of .env) that holds the key of another user',
    example: '--other-key-env SECOND_KEY',
    group: target,
    variable: 'ASSAY_OTHER_KEY',
  },
  auth: {
    flags: '--auth <scheme=value>',
    text: 'secret for one security scheme of the document, or for header:NAME, query:NAME or cookie:NAME of every request; may be repeated; also ASSAY_AUTH_<SCHEME>',
    example: '--auth bearerAuth="$TOKEN" --auth appId="$APP_ID"',
    group: target,
    many: true,
  },
  oauthClientEnv: {
    flags: '--oauth-client-env <names>',
    text: 'names of the environment variables that hold client id and secret (ID,SECRET, or ID,SECRET,USER,PASSWORD): a token is asked for where the document says',
    example: '--oauth-client-env CLIENT_ID,CLIENT_SECRET',
    group: target,
  },
  register: {
    flags: '--register <whom>',
    text: 'whom a run registers and logs in, where the document says how: nobody, one user where no key is given, or two, the second where the document says what is kept from others and --other-key is not given',
    example: '--register nobody',
    group: target,
    values: oneWord(REGISTERED),
    default: { told: 'two' },
  },
  tokenCommand: {
    flags: '--token-command <command>',
    text: 'program that prints a bearer token, run again when the token runs out or is refused',
    example: "--token-command 'vault read -field=token secret/staging'",
    group: target,
  },
} as const satisfies OptionRows;
