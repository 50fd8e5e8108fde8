import type { ErrorObject } from 'ajv/dist/2020.js';
import { fromPointer } from '../json/pointer.ts';
import { childOf, type Cursor, faultAt, nameOf, rootOf } from './cursor.ts';
import { type FormName, formSchema } from './form-schema.ts';
import { nearestName } from '../system/nearest-name.ts';
import type { SourceDocument } from './source.ts';

function adviceFor({ keyword, params }: ErrorObject, at: Cursor, schemaFile: FormName): string {
  const { allowedValues, additionalProperty, missingProperty, type, pattern } = params as {
    readonly [name: string]: unknown;
  };
  switch (keyword) {
    case 'enum': {
      const allowed = Array.isArray(allowedValues) ? allowedValues.map(String) : [];
      const near = typeof at.value === 'string' ? nearestName(at.value, allowed) : undefined;
      return `Write one of ${allowed.join(', ')}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
    }
    case 'additionalProperties':
      return `Remove \`${String(additionalProperty)}\`, or correct its name.`;
    case 'required':
      return `Add \`${String(missingProperty)}\`.`;
    case 'type':
      return type === 'string'
        ? 'Write text, in quotes where it looks like a number.'
        : `Write ${type === 'object' ? 'a mapping' : `a value of the type ${String(type)}`}.`;
    case 'pattern':
      return `The form is ${String(pattern)}.`;
    default:
      return `schemas/${schemaFile} describes the file.`;
  }
}

/** Compares a file with one of the published schemas. Throws `InterfaceFault` at the first place that differs. */
export function checkForm(document: SourceDocument, schemaFile: FormName): void {
  if (document.isKnown === true) return;
  const validate = formSchema(schemaFile);
  if (validate(document.root)) return;
  const error = validate.errors?.[0];
  if (error === undefined) return;
  let at = rootOf(document);
  for (const name of fromPointer(error.instancePath)) at = childOf(at, name) ?? at;
  const extra: unknown = error.params['additionalProperty'];
  const place = typeof extra === 'string' ? (childOf(at, extra) ?? at) : at;
  throw faultAt(
    place,
    `${nameOf(at)} ${error.message ?? 'is not valid'}${typeof extra === 'string' ? `: \`${extra}\`` : ''}`,
    adviceFor(error, at, schemaFile),
  );
}
