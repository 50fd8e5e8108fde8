import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memberOf } from '../../json/value.ts';
import { errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { UsageFault } from '../usage-fault.ts';

/** Looks a variable up; an empty one counts as unset. */
export type Environment = (name: string) => string | undefined;

async function readDotEnv(cwd: string): Promise<string> {
  try {
    return await readFile(join(cwd, '.env'), 'utf8');
  } catch (error) {
    const code = errnoText(error);
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return '';
    throw new UsageFault(`cannot read ".env" in ${cwd} (${code}); make it readable or remove it`);
  }
}

/**
 * The process environment, then `.env` of the working directory as `dotenv` reads it. Changes neither: what the file holds
 * gets into the environment of no other program.
 */
export async function readEnvironment(io: Pick<CliIo, 'cwd' | 'env' | 'withheld'>): Promise<Environment> {
  const text = await readDotEnv(io.cwd);
  const file = text === '' ? {} : (await import('dotenv')).parse(text);
  return (name) =>
    io.withheld?.(name) === true
      ? undefined
      : [memberOf(io.env, name), memberOf(file, name)].find((value) => value !== undefined && value !== '');
}
