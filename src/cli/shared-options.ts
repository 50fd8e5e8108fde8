import type { Option } from 'commander';
import { exampleOption } from './example-option.ts';

/** `--spec`: which interface a command is about. */
export function specOption(): Option {
  return exampleOption({
    flags: '--spec <dir>',
    text: 'folder (or file) of the interface document; default: the one that assay ships with',
    example: '--spec spec/my-service',
  });
}

/** `--no-color`. */
export function colourOption(): Option {
  return exampleOption({
    flags: '--no-color',
    text: 'no colours; NO_COLOR and FORCE_COLOR are respected too',
    example: '--no-color',
  });
}

/** `--record`: where an earlier run is. */
export function recordOption(): Option {
  return exampleOption({
    flags: '--record <file>',
    text: 'record of the run; default reports/last.ndjson',
    example: '--record out/last.ndjson',
  });
}
