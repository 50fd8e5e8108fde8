/**
 * The same answer as `find`, which is asked once for each subject; the answer is kept as long as the subject. `find` has to be
 * pure.
 */
export function onceFor<Subject extends object, Found>(
  find: (subject: Subject) => Found,
): (subject: Subject) => Found {
  const kept = new WeakMap<Subject, { readonly found: Found }>();
  return (subject) => {
    const known = kept.get(subject);
    if (known !== undefined) return known.found;
    const found = find(subject);
    kept.set(subject, { found });
    return found;
  };
}

/** The same for two subjects. */
export function onceForBoth<First extends object, Second extends object, Found>(
  find: (first: First, second: Second) => Found,
): (first: First, second: Second) => Found {
  const finders = onceFor((first: First) => onceFor((second: Second) => find(first, second)));
  return (first, second) => finders(first)(second);
}

/** The same for two subjects, of which the second may be missing. */
export function onceForEither<First extends object, Second extends object, Found>(
  find: (first: First, second: Second | undefined) => Found,
): (first: First, second: Second | undefined) => Found {
  const alone = onceFor((first: First) => find(first, undefined));
  const withSecond = onceForBoth((first: First, second: Second) => find(first, second));
  return (first, second) => (second === undefined ? alone(first) : withSecond(first, second));
}
