import fc from 'fast-check';
import type { Json } from '../json/json.ts';
import { pastSegment, type Build, type BuildOptions } from './build-options.ts';
import { isSchema, numberOf, schemasOf, type Keywords } from './keywords.ts';
import { guarded, unsupported, values, type Supply } from './supply.ts';

type Lengths = {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  readonly unique: boolean;
};

const USUAL_ITEMS = 3;
/** Schemas that contain themselves more than twice over get short lists: lists of lists multiply. */
const SHALLOW = 2;

function distinct(items: readonly Json[]): readonly Json[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** The items after those that `prefixItems` describes. */
function buildRest(items: Supply, lengths: Lengths): Supply<readonly Json[]> {
  const { least, most, usual, unique } = lengths;
  if (most <= 0)
    return least > 0 ? unsupported('more items are asked for than allowed') : values(fc.constant([]));
  if (items.kind === 'unsupported')
    return least > 0 ? unsupported(`items: ${items.reason}`) : values(fc.constant([]));
  const maxLength = Math.min(most, least + usual);
  const parts = maxLength * items.parts;
  if (!unique) return values(fc.array(items.arbitrary, { minLength: least, maxLength, size: 'max' }), parts);
  const drawn = fc.array(items.arbitrary, { minLength: least, maxLength: maxLength + least, size: 'max' });
  const unlike = drawn.map((list) => distinct(list).slice(0, maxLength));
  return guarded(unlike, (list) => list.length >= least, `there are no ${least} different items`, parts);
}

/** Lists with the items that the keywords describe: all of `prefixItems`, and up to three more than needed. */
export function buildArray(keywords: Keywords, options: BuildOptions, depth: number, build: Build): Supply {
  const { through } = options;
  const most = numberOf(keywords, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const place = through[0] === undefined ? 0 : Number(through[0]) + 1;
  if (!Number.isInteger(place)) return unsupported(`a list has no "${through[0] ?? ''}"`);
  const least = Math.max(numberOf(keywords, 'minItems') ?? 0, place);
  const described = schemasOf(keywords, 'prefixItems');
  const prefix: fc.Arbitrary<Json>[] = [];
  let parts = 1;
  for (const [index, schema] of described.entries()) {
    const supply = build(schema, depth, pastSegment(through, String(index)));
    if (supply.kind === 'unsupported' || prefix.length >= most) break;
    prefix.push(supply.arbitrary);
    parts += supply.parts;
  }
  const cut = prefix.length < described.length;
  const { items = true } = keywords;
  const schema = isSchema(items) ? items : true;
  const supply = cut
    ? unsupported('no value fits the items described one by one')
    : build(schema, depth, place > described.length ? through.slice(1) : []);
  const open = keywords['items'] === undefined && least <= prefix.length;
  const following = buildRest(supply, {
    least: Math.max(0, least - prefix.length),
    most: open && described.length > 0 ? 0 : most - prefix.length,
    usual: options.depth > SHALLOW ? 1 : USUAL_ITEMS,
    unique: keywords['uniqueItems'] === true,
  });
  if (following.kind === 'unsupported') return following;
  const whole = fc
    .tuple(fc.tuple(...prefix), following.arbitrary)
    .map(([first, last]): Json => [...first, ...last]);
  return values(whole, parts + following.parts);
}
