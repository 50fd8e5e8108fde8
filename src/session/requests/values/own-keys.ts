import { randomUUID } from 'node:crypto';
import type { HeaderLine } from '../../../http/exchange.ts';
import type { Operation } from '../../../interface/model.ts';
import { namesOneRequest } from '../../../interface/parameters/request-keys.ts';
import { validatorOf } from '../../../oracle/contract.ts';
import type { Schema } from '../../../schema/keywords.ts';

/** Keys by which a service knows a request again (`Idempotency-Key`): each request has one of its own. */

/** Lines with a key of this request alone, where the operation knows requests again by one. */
export function withOwnKey(
  { marker }: { readonly marker: () => string },
  { parameters }: Operation,
  headers: readonly HeaderLine[],
): readonly HeaderLine[] {
  return headers.map(([name, value]): HeaderLine => {
    const parameter = parameters.find(
      (one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (parameter === undefined || !namesOneRequest(name)) return [name, value];
    return [name, onceText(parameter.schema, marker) ?? value];
  });
}

/** A text that no other request has, of this schema; `undefined` where it allows none that assay thinks of. */
export function onceText(schema: Schema, marker: () => string): string | undefined {
  const candidates = [randomUUID, marker, () => marker().replaceAll('-', '')];
  for (const candidate of candidates) {
    const text = candidate();
    if (validatorOf(schema)(text).length === 0) return text;
  }
  return undefined;
}
