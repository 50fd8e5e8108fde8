/** Something that the caller has to put right. `main` prints its text on one line and exits with 2. */
export class UsageFault extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'UsageFault';
  }
}
