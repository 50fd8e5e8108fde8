import type { Position } from '../document/position.ts';

/**
 * The file of a position as a path within a repository, with slashes. A file outside the working directory keeps its
 * folder and its name alone: where else it is, is nobody's business.
 */
export function documentPath({ file }: Position): string {
  const parts = file.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const isRelative = !/^([\\/]|[A-Za-z]:)/.test(file);
  return (isRelative ? parts : parts.slice(-2)).join('/');
}
