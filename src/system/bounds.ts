/**
 * Everything that a stranger (a service, a client of the proxy, whoever wrote a HAR file) can make grow, with how far it may.
 * The table in `SECURITY.md` is made of this one.
 */
type Bound = {
  readonly value: number;
  readonly unit:
    | 'bytes'
    | 'fields'
    | 'answers'
    | 'levels'
    | 'digits'
    | 'values'
    | 'characters'
    | 'members'
    | 'codings'
    | 'documents'
    | 'redirects'
    | 'ms';
  /** What is bounded. */
  readonly of: string;
  /** What happens to what is larger. */
  readonly over: string;
};

export type BoundName =
  | 'headerBytes'
  | 'headerFields'
  | 'interimAnswers'
  | 'wireBytes'
  | 'bodyBytes'
  | 'contentCodings'
  | 'bytesInAll'
  | 'shortBodyBytes'
  | 'entryBytes'
  | 'ledgerBytes'
  | 'inflatedBytesInAll'
  | 'storedBodyBytes'
  | 'keptBytesInAll'
  | 'garbageBytes'
  | 'jsonDepth'
  | 'jsonDigits'
  | 'jsonValues'
  | 'jsonValuesBesideLong'
  | 'jsonMembers'
  | 'countedParts'
  | 'builtParts'
  | 'idleConnectionMs'
  | 'behindAnswerMs'
  | 'quoteCharacters'
  | 'runOverrunMs'
  | 'judgingMs'
  | 'documentBytes'
  | 'documentFetchMs'
  | 'documentRedirects'
  | 'fetchedDocuments'
  | 'streamMs'
  | 'streamBytes';

const MALFORMED = 'the answer counts as none: it is no HTTP that can be read';
const CUT = 'the answer counts as cut: its body is neither evidence for a clause nor against one';

const KIB = 1024;
const MIB = 1024 * KIB;

const TABLE: { readonly [name in BoundName]: Bound } = {
  headerBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    of: 'the header section of an answer, all trailers, and the line of a chunk',
    over: MALFORMED,
  },
  headerFields: { value: 2_000, unit: 'fields', of: 'the header section of an answer', over: MALFORMED },
  interimAnswers: {
    value: 100,
    unit: 'answers',
    of: 'interim (1xx) answers to one request',
    over: MALFORMED,
  },
  wireBytes: {
    value: 32 * MIB,
    unit: 'bytes',
    of: 'a body on the wire, with the framing of its chunks',
    over: CUT,
  },
  bodyBytes: { value: 8 * MIB, unit: 'bytes', of: 'a body, as it came and decoded', over: CUT },
  contentCodings: { value: 4, unit: 'codings', of: 'codings of one body', over: 'the body stays as it came' },
  bytesInAll: {
    value: 128 * MIB,
    unit: 'bytes',
    of: 'all bodies of a run together, on the wire or decoded, whichever is more',
    over: 'each further body is cut at 64 KiB',
  },
  shortBodyBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    of: 'what is kept of a body that was cut',
    over: 'the rest is not kept',
  },
  entryBytes: {
    value: 64 * MIB,
    unit: 'bytes',
    of: 'an entry of a HAR file, or a line of a record of traffic or of a ledger',
    over: 'the entry counts as damaged',
  },
  ledgerBytes: {
    value: 256 * MIB,
    unit: 'bytes',
    of: 'a ledger of judged traffic',
    over: 'it is not written, and counts as damaged where it is read',
  },
  inflatedBytesInAll: {
    value: 512 * MIB,
    unit: 'bytes',
    of: 'what all compressed bodies of a HAR file come to',
    over: 'further compressed bodies are not known',
  },
  storedBodyBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    of: 'a body in a record or a HAR file, decoded',
    over: 'the entry counts as damaged',
  },
  keptBytesInAll: {
    value: 24 * MIB,
    unit: 'bytes',
    of: 'the bodies of a run as they are kept in memory: long ones are compressed',
    over: 'each further body is cut at 64 KiB',
  },
  garbageBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    of: 'memory that long bodies have left behind',
    over: 'it is collected at once',
  },
  jsonDepth: { value: 512, unit: 'levels', of: 'arrays and objects inside one another', over: CUT },
  jsonDigits: { value: 1_000, unit: 'digits', of: 'a number', over: CUT },
  jsonValues: { value: 1_500_000, unit: 'values', of: 'the values of one JSON body', over: CUT },
  jsonValuesBesideLong: {
    value: 200_000,
    unit: 'values',
    of: 'the values of one JSON body with an integer of more than 15 digits, which has to be read without loss',
    over: CUT,
  },
  jsonMembers: { value: 50_000, unit: 'members', of: 'one JSON object', over: CUT },
  countedParts: {
    value: 20_000,
    unit: 'values',
    of: 'a JSON body all of whose faults are counted',
    over: 'it is judged up to its first fault',
  },
  builtParts: {
    value: 20_000,
    unit: 'values',
    of: 'a value that is made of a schema',
    over: 'optional members are left out; where that does not help there is no value, and no request with one',
  },
  idleConnectionMs: {
    value: 100,
    unit: 'ms',
    of: 'how long a connection stays open for the next request',
    over: 'it is closed; it is closed at once when a byte comes on it that nothing asked for',
  },
  behindAnswerMs: {
    value: 20,
    unit: 'ms',
    of: 'how long bytes are awaited behind an answer that has no body (to HEAD, 204, 304; 2 ms once nothing came behind 150 of them), behind the first one, and behind each of a target that says what nothing asked for',
    over: 'the connection is closed, and what comes later is not seen',
  },
  quoteCharacters: {
    value: 160,
    unit: 'characters',
    of: 'what a finding quotes of a text or a value',
    over: 'the quote ends with an ellipsis and the length',
  },
  runOverrunMs: {
    value: 2_000,
    unit: 'ms',
    of: 'an answer that is under way when the time of --max-duration ends',
    over: 'the exchange ends as a timeout',
  },
  judgingMs: {
    value: 7_000,
    unit: 'ms',
    of: 'judging, after the time of --max-duration',
    over: 'what is not judged yet is inconclusive',
  },
  documentBytes: {
    value: 64 * MIB,
    unit: 'bytes',
    of: 'an interface document that is fetched, as it came and decoded; twice as much for all of one start',
    over: 'it is not read, and what refers to it is out of reach',
  },
  documentFetchMs: {
    value: 30_000,
    unit: 'ms',
    of: 'fetching an interface document; twice as much for all of one start',
    over: 'it is not read, and what refers to it is out of reach',
  },
  documentRedirects: {
    value: 5,
    unit: 'redirects',
    of: 'a fetched document, all on its origin',
    over: 'it is not read, and what refers to it is out of reach',
  },
  fetchedDocuments: {
    value: 500,
    unit: 'documents',
    of: 'an interface document and what it refers to on its origin, and with --allow-remote-refs elsewhere',
    over: 'the others are not read, and what refers to them is out of reach',
  },
  streamMs: {
    value: 2_000,
    unit: 'ms',
    of: 'reading a stream of events or of lines of JSON, which may have no end',
    over: 'no more of it is read: what came is judged as its beginning',
  },
  streamBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    of: 'such a stream',
    over: 'no more of it is read: what came is judged as its beginning',
  },
};

/** The bounds with their names, in the order of the table. */
export const boundRows: readonly (Bound & { readonly name: string })[] = Object.entries(TABLE).map(
  ([name, row]) => ({ name, ...row }),
);

/** The value of a bound, in its unit. */
export function bound(name: BoundName): number {
  return TABLE[name].value;
}
