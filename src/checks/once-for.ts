/**
 * The same answer as `find`, which is asked once for each subject; the answer is kept as long as the subject. After every
 * suite a run judges all its exchanges again, and lists can be long. `find` has to be pure.
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
