/**
 * What JSON.stringify leaves as it is and a terminal, an editor or the log of a CI service would obey: C1 controls, format
 * characters, noncharacters, commands such as `##[error]`.
 */
const OBEYED =
  /#(?=#[\w.-]*\[)|[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

function spelledOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value as JSON that is safe to look at: the same value for every parser, with what could hide or reorder text spelled out. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(OBEYED, spelledOut);
}
