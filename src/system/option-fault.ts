/** An option that a program gave and that can't be used. The message names it, quotes what may be shown of it, and says what would be right. */
export class OptionFault extends Error {
  constructor(option: string, shown: string | undefined, advice: string) {
    const value = shown === undefined ? '' : ` ${JSON.stringify(shown.slice(0, 80))}`;
    super(`cannot use the option ${option}${value}: ${advice}`);
    this.name = 'OptionFault';
  }
}
