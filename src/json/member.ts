/**
 * An own member of an object, or `undefined`. Names come from outside, so they may be `constructor` or `__proto__`, which
 * every object answers to: nothing is read by a computed name in any other way.
 */
export function memberOf<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Gives an object a member of its own, also one that is called `__proto__`. */
export function setMember<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}
