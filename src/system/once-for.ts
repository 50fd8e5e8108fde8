const NOTES: unique symbol = Symbol('notes');

/** The answers that a subject keeps itself, by whoever found them. */
type Notes = Map<object, unknown>;

/**
 * Makes a subject of which many come and go (an exchange of a file, its answer) keep by itself what is found of it once: beside a
 * hundred thousand subjects that are soon forgotten, what is held weakly costs more than to find it. Copies keep nothing.
 */
export function noted<Subject extends object>(subject: Subject): Subject {
  const notes: Notes = new Map();
  return Object.defineProperty(subject, NOTES, { value: notes });
}

function notesOf(subject: object): Notes | undefined {
  const notes = NOTES in subject ? subject[NOTES] : undefined;
  return notes instanceof Map ? notes : undefined;
}

/**
 * The same answer as `find`, which is asked once for each subject; the answer is kept as long as the subject. `find` has to be
 * pure.
 */
export function onceFor<Subject extends object, Found>(
  find: (subject: Subject) => Found,
): (subject: Subject) => Found {
  class Kept {
    readonly found: Found;

    constructor(found: Found) {
      this.found = found;
    }
  }
  let weakly: WeakMap<Subject, Kept> | undefined;
  return (subject) => {
    const notes = notesOf(subject);
    const known = notes === undefined ? weakly?.get(subject) : notes.get(find);
    if (known instanceof Kept) return known.found;
    const kept = new Kept(find(subject));
    if (notes === undefined) (weakly ??= new WeakMap()).set(subject, kept);
    else notes.set(find, kept);
    return kept.found;
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
