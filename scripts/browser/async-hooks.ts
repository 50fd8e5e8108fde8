/** For Node's `async_hooks`, of which parts that no browser reaches make use: what runs inside is not told apart. */
export class AsyncLocalStorage<Store> {
  getStore(): Store | undefined {
    return undefined;
  }

  run<Result>(_store: Store, act: () => Result): Result {
    return act();
  }
}
