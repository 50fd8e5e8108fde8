type RawJson = { readonly rawJSON: (text: string) => unknown };

/** A number written exactly as given, for those that a double cannot hold or JSON does not allow. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON text of a value; `bigint` becomes a number with all its digits. */
export function jsonText(value: unknown, indent?: number): string {
  const { rawJSON } = JSON as unknown as RawJson;
  const exact = (_name: string, part: unknown): unknown => {
    if (typeof part === 'bigint') return rawJSON(part.toString());
    if (part instanceof NumberText) return rawJSON(part.text);
    return part;
  };
  return JSON.stringify(value, exact, indent) ?? 'null';
}

/** The same with every character outside ASCII escaped. */
export function asciiJsonText(value: unknown): string {
  return jsonText(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether a JSON text names a member twice. Looks at all names together: good enough for flat objects. */
export function repeatsMember(text: string): boolean {
  const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap((match) =>
    match[2] === undefined ? [] : [match[1]],
  );
  return new Set(names).size < names.length;
}
