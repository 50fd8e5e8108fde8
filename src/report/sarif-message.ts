import { escapeTerminal } from './escape-terminal.ts';

/** A message object of SARIF 2.1.0, section 3.11. */
export type SarifMessage = { readonly text: string };

/**
 * A text of any origin as a plain text message: a line break stays one, braces are doubled (section 3.11.5), and nothing
 * in it is a link (section 3.11.6).
 */
export function sarifMessage(text: string, maxLength = 1000): SarifMessage {
  const lines = text.split('\n').map((line) => escapeTerminal(line, maxLength));
  return {
    text: lines.slice(0, 50).join('\n').replaceAll(/[{}]/g, '$&$&').replaceAll('](', '] (').toWellFormed(),
  };
}
