/** A value that is there already, or one that has to be waited for. */
export type Eventual<Value> = Value | Promise<Value>;

/**
 * Goes on with a value, in the same turn where it is there already. Hardly any request waits for something, and each `await`
 * on its way would cost a promise and a turn all the same.
 */
export function after<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
