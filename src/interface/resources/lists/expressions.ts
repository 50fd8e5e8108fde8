import { allowedTypes, fixedValues, type Schema, textOf } from '../../../schema/keywords.ts';
import { subschema } from '../../../schema/resolve.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { sentencesOf } from '../../names.ts';
import type { PlacedMember } from './member-places.ts';

/** Conditions that a list is asked for in a language of its own: of SCIM (RFC 7644, 3.4.2.2), OData, AIP-160. */

/** How the value of a member is written in an expression: `userName eq "…"`. */
export type Written = {
  readonly before: string;
  readonly after: string;
  /** The member and the operator alone. */
  readonly half: string;
  /** Describes the values of the member. */
  readonly schema: Schema;
};

/** What an expression compares: `excluded` leaves out what has the value. */
export type Comparison = {
  readonly placed: PlacedMember;
  readonly kind: 'exact' | 'excluded' | 'least' | 'most';
  readonly written: Written;
  /** Of a bound: what is on it fits. */
  readonly isInclusive: boolean;
};

/** Operators, each with the comparison that every dialect means by it. Bounds that don't hold what is on them are `gt` and `lt`. */
const OPERATORS: ReadonlyMap<string, Comparison['kind']> = new Map([
  ['eq', 'exact'],
  ['=', 'exact'],
  ['==', 'exact'],
  ['ne', 'excluded'],
  ['!=', 'excluded'],
  ['ge', 'least'],
  ['>=', 'least'],
  ['gt', 'least'],
  ['le', 'most'],
  ['<=', 'most'],
  ['lt', 'most'],
]);

/** A comparison as a document shows it: a member, an operator, and a value, in quotation marks or a number or a flag. */
const SHOWN =
  /(?<![\w.'"/-])([A-Za-z_]\w{0,60})( (?:eq|ne|ge|gt|le|lt) | ?(?:==|!=|>=|<=|=) ?)(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|(?:true|false|\d[\d.:TZ+-]{0,30})(?![\w.]))/g;
/** An operator that a document names by itself. */
const NAMED = /(?<![\w.'"/=!<>-])(?:eq|ne|ge|le|==|!=|>=|<=|=)(?![\w'"=<>])/g;
/** The name of a member, where a document names it. What is inside of another member is another one. */
const NAME = /(?<![\w./-])[A-Za-z_]\w{0,60}(?![\w/-]|\.\w)/g;

/** A name that is marked as one, or is no word. */
const MARKED_NAME = /[`"']([A-Za-z_]\w{0,60})[`"']/g;
const COMPOUND = /[a-z][A-Z]|_/;
/** Words of a sentence that is about something else, or about what can't be done. */
const OF_OTHERS =
  /\b(?:not|no|never|cannot|unsupported|except|only after|sort(?:s|ed|ing)?|order(?:s|ed|ing)?)\b/i;

/** How comparisons are written: what stands around an operator, and the marks around a text. */
type Style = { readonly space: string; readonly quote: string };

type Shown = { readonly member: string; readonly operator: string; readonly style: Style };

/** The comparisons with members that a text shows. */
function shownIn(text: string, members: ReadonlyMap<string, PlacedMember>): readonly Shown[] {
  return [...text.matchAll(SHOWN)].flatMap(([all, member = '', operator = '']): readonly Shown[] => {
    const mark = all.at(-1) ?? '';
    const quote = mark === '"' || mark === "'" ? mark : '';
    const space = operator.startsWith(' ') ? ' ' : '';
    return members.has(member) ? [{ member, operator: operator.trim(), style: { space, quote } }] : [];
  });
}

/** Texts, flags and whole numbers: what fractions are equal hangs on how they are kept. */
function isComparable({ schema, root }: PlacedMember): boolean {
  const keywords = scalarKeywords(schema, root);
  const types = [...allowedTypes(keywords)].filter((type) => type !== 'null');
  const isPlain = !/date|time|duration/.test(textOf(keywords, 'format') ?? '');
  return isPlain && types.length === 1 && ['string', 'boolean', 'integer'].includes(types[0] ?? '');
}

function isText({ schema, root }: PlacedMember): boolean {
  const keywords = scalarKeywords(schema, root);
  return [...allowedTypes(keywords)].includes('string') && fixedValues(keywords)?.some(isNoText) !== true;
}

function isNoText(value: unknown): boolean {
  return typeof value !== 'string' && value !== null;
}

function isTime({ schema, root }: PlacedMember): boolean {
  return /^date(?:-time)?$/.test(textOf(scalarKeywords(schema, root), 'format') ?? '');
}

/** A comparison of a member, where its values are of those that can be compared so. */
function comparisonOf(placed: PlacedMember, operator: string, style: Style): Comparison | undefined {
  const kind = OPERATORS.get(operator);
  const isBound = kind === 'least' || kind === 'most';
  const types = [...allowedTypes(scalarKeywords(placed.schema, placed.root))];
  const isOrdered = isTime(placed) || types.every((type) => ['integer', 'number', 'null'].includes(type));
  if (kind === undefined || (isBound ? !isOrdered : !isComparable(placed))) return undefined;
  const quote = isText(placed) ? style.quote : '';
  const half = `${placed.member}${style.space}${operator}`;
  const before = `${half}${style.space}${quote}`;
  const schema = subschema(placed.root, placed.schema);
  // A moment may be shown without the parts of its second, and is later than it looks.
  const isInclusive =
    kind === 'least' ? operator !== 'gt' : kind === 'most' && operator !== 'lt' && !isTime(placed);
  return { placed, kind, written: { before, after: quote, half, schema }, isInclusive };
}

/** Texts in which a document says how a parameter is used, its examples first. */
function textsOf({ examples, schema, description = '' }: Parameter): readonly string[] {
  const keywords = scalarKeywords(schema);
  const shown = [...examples, keywords['example'], ...[keywords['examples'] ?? []].flat()];
  return [...shown.filter((one) => typeof one === 'string'), description];
}

/**
 * The comparisons that a parameter takes: those that the document shows (`userName eq "bjensen"`), and that of the other members
 * that it names, with the operators that it names or shows. None where it shows none with a member of an entry.
 */
export function comparisonsOf(parameter: Parameter, members: readonly PlacedMember[]): readonly Comparison[] {
  const types = [...allowedTypes(scalarKeywords(parameter.schema))].filter((type) => type !== 'null');
  if (types.join() !== 'string' || fixedValues(scalarKeywords(parameter.schema)) !== undefined) return [];
  const own = new Map(
    members.filter(({ within }) => within === undefined).map((placed) => [placed.member, placed]),
  );
  const texts = textsOf(parameter);
  const shown = texts.flatMap((text) => shownIn(text, own));
  // A text shows how texts are written; a flag or a number, how these are.
  const style = (shown.find((one) => one.style.quote !== '') ?? shown[0])?.style;
  if (style === undefined) return [];
  const { description = '' } = parameter;
  const marked = new Set([...description.matchAll(MARKED_NAME)].map(([, name = '']) => name));
  const isMeant = (name: string): boolean => own.has(name) && (marked.has(name) || COMPOUND.test(name));
  const told = sentencesOf(description)
    .filter((sentence) => !OF_OTHERS.test(sentence))
    .map((sentence) => ({
      names: [...sentence.matchAll(NAME)].map(([name]) => name).filter(isMeant),
      operators: [...sentence.matchAll(NAMED)].map(([operator]) => operator),
    }));
  // What is said of no member is said of all.
  const common = [
    ...shown.map(({ operator }) => operator),
    ...told.flatMap(({ names, operators }) => (names.length === 0 ? operators : [])),
  ];
  const asked = [
    ...shown.map(({ member, operator }) => ({ member, operator })),
    ...told.flatMap(({ names, operators }) =>
      names.flatMap((member) =>
        (operators.length === 0 ? common : operators).map((operator) => ({ member, operator })),
      ),
    ),
  ];
  const all = asked.flatMap(({ member, operator }): readonly Comparison[] => {
    const placed = own.get(member);
    const found = placed === undefined ? undefined : comparisonOf(placed, operator, style);
    return found === undefined ? [] : [found];
  });
  return [...new Map(all.map((one) => [one.written.before, one])).values()];
}

/** What can't stand in a text without being marked, in any of the languages. */
const MARKED = /["'\\*%]|\p{Cc}/u;

/** An expression with a value, or `undefined` where this can't be written plainly. */
export function writtenAs({ before, after }: Written, value: string): string | undefined {
  return MARKED.test(value) || (after === '' && !/^[\w.:+-]+$/.test(value))
    ? undefined
    : `${before}${value}${after}`;
}

/** The value in an expression, where it compares this and nothing more. */
export function writtenIn(written: Written, expression: string): string | undefined {
  const { before, after } = written;
  if (!expression.startsWith(before) || !expression.endsWith(after)) return undefined;
  const value = expression.slice(before.length, expression.length - after.length);
  return writtenAs(written, value) === expression ? value : undefined;
}
