import { type Json, objectsIn } from '../../json/value.ts';
import { compileSchema } from '../compile.ts';
import type { Schema } from '../keywords.ts';
import { besideNull } from '../members.ts';
import { subschema } from '../resolve.ts';

/** What a schema describes of a value, beside null: the alternative that it is one of, where there are several. `root` holds the definitions. */
export function kindOfValue(root: Schema, schema: Schema, value: Json): Schema {
  const at = besideNull(schema, root);
  const ways = typeof at === 'boolean' ? [] : objectsIn(at['anyOf'] ?? at['oneOf']);
  return ways.find((way) => compileSchema(subschema(root, way))(value).length === 0) ?? at;
}
