/** The options of `assay mock`, as rows. This file loads next to nothing: the mock has to listen at once. */
import { MOCK_GROUPS, MOCK_SETTINGS } from '../../mock/server/mock-settings.ts';
import { type Given, oneWord, type OptionRows, someText } from '../../system/option.ts';

/** Which interface a command is about. */
export const SPEC_ROW = {
  spec: {
    flags: '--spec <place>',
    text: 'interface document: a file, a folder, an http(s) address, or "-" for standard input',
    default: { told: 'the one that assay ships with' },
    example: '--spec https://api.example.com/openapi.json',
    group: MOCK_GROUPS.content,
    values: someText,
    file: true,
  },
  overlay: {
    flags: '--overlay <file>',
    text: 'OpenAPI Overlay to apply to the document before it is read; may be repeated',
    example: '--overlay examples.overlay.yaml',
    group: MOCK_GROUPS.content,
    values: someText,
    many: true,
    file: true,
  },
  allowRemoteRefs: {
    flags: '--allow-remote-refs',
    text: 'follow references of the document to public addresses of other hosts too',
    example: '--allow-remote-refs',
    group: MOCK_GROUPS.content,
  },
} as const satisfies OptionRows;

export const MOCK = {
  ...SPEC_ROW,
  ...MOCK_SETTINGS,
  keys: {
    flags: '--keys <file>',
    text: 'keys to accept: YAML or JSON, a list of {key, plan, minute?, day?, status?, expires?}',
    default: { told: 'one for each plan' },
    example: '--keys keys.yaml',
    group: MOCK_GROUPS.content,
    values: someText,
  },
  plan: {
    flags: '--plan <id>',
    text: 'a key for this plan alone; may be repeated',
    example: '--plan pro',
    group: MOCK_GROUPS.content,
    many: true,
  },
  empty: {
    flags: '--empty',
    text: 'start without entries',
    example: '--empty',
    group: MOCK_GROUPS.content,
  },
  seedData: {
    flags: '--seed-data <file>',
    text: 'entries to start with: YAML or JSON, lists by the path of their collection',
    example: '--seed-data entries.yaml',
    group: MOCK_GROUPS.content,
    values: someText,
  },
  fault: {
    flags: '--fault <name>',
    text: 'break the document in this way; may be repeated',
    example: '--fault list-stale',
    group: MOCK_GROUPS.content,
    many: true,
  },
  freedom: {
    flags: '--freedom <name>',
    text: 'do otherwise than usual what the document leaves open; may be repeated',
    example: '--freedom newest-first',
    group: MOCK_GROUPS.content,
    many: true,
  },
  listFreedoms: {
    flags: '--list-freedoms',
    text: 'print the names that --freedom takes, and leave',
    example: '--list-freedoms',
    group: MOCK_GROUPS.content,
  },
  listFaults: {
    flags: '--list-faults',
    text: 'print the names that --fault takes, and leave',
    example: '--list-faults',
    group: MOCK_GROUPS.content,
  },
  tls: {
    flags: '--tls',
    text: 'speak HTTPS, with a certificate that assay makes and keeps for the next start',
    example: '--tls',
    group: MOCK_GROUPS.place,
  },
  tlsCert: {
    flags: '--tls-cert <file>',
    text: 'speak HTTPS with this certificate (PEM, with its chain)',
    example: '--tls-cert cert.pem --tls-key key.pem',
    group: MOCK_GROUPS.place,
    values: someText,
  },
  tlsKey: {
    flags: '--tls-key <file>',
    text: 'key of that certificate (PEM)',
    example: '--tls-key key.pem --tls-cert cert.pem',
    group: MOCK_GROUPS.place,
    values: someText,
  },
  watch: {
    flags: '--no-watch',
    text: 'do not read the document of --spec again when it changes',
    example: '--no-watch',
    group: MOCK_GROUPS.output,
  },
  control: {
    flags: '--no-control',
    text: 'no console and no control endpoint at /__assay/',
    example: '--no-control',
    group: MOCK_GROUPS.output,
  },
  engine: {
    flags: '--engine <name>',
    text: 'what answers: assay, or prism, the plain @stoplight/prism-cli for comparison, which takes only --spec, --port, --host and --quiet',
    default: 'assay',
    example: '--engine prism',
    group: MOCK_GROUPS.content,
    values: oneWord(['assay', 'prism']),
  },
  quiet: { flags: '--quiet', text: 'do not print requests', example: '--quiet', group: MOCK_GROUPS.output },
} as const satisfies OptionRows;

/** What `assay mock` was told. */
export type MockFlags = Given<typeof MOCK>;
