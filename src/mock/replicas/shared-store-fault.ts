/** The store that mocks share can't be used. The text names it without credentials and says what to do. */
export class SharedStoreFault extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'SharedStoreFault';
  }
}
