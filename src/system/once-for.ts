const NOTES: unique symbol = Symbol('notes');

/** Finders that have a place of their own in the notes of a subject: most subjects are asked by fewer. */
const FEW = 24;

/** The answers that a subject keeps itself, by whoever found them. To look through a few is quicker than to hash one. */
class Notes {
  readonly #finders: object[] = [];
  readonly #found: unknown[] = [];
  #others: Map<object, unknown> | undefined;

  /** What `find` makes of the subject: at its first call, and ever after. */
  of<Subject, Found>(find: (subject: Subject) => Found, subject: Subject): Found {
    const place = this.#finders.indexOf(find);
    if (place >= 0) return this.#found[place] as Found;
    if (this.#others?.has(find) === true) return this.#others.get(find) as Found;
    const found = find(subject);
    if (this.#finders.length < FEW) {
      this.#finders.push(find);
      this.#found.push(found);
    } else {
      this.#others ??= new Map();
      this.#others.set(find, found);
    }
    return found;
  }
}

/**
 * Makes a subject of which many come and go (an exchange of a file, its answer) keep by itself what is found of it once: beside a
 * hundred thousand subjects that are soon forgotten, what is held weakly costs more than to find it. Copies keep nothing.
 */
export function noted<Subject extends object>(subject: Subject): Subject {
  return Object.defineProperty(subject, NOTES, { value: new Notes() });
}

function notesOf(subject: object & { readonly [NOTES]?: unknown }): Notes | undefined {
  const notes = subject[NOTES];
  return notes instanceof Notes ? notes : undefined;
}

/**
 * The same answer as `find`, which is asked once for each subject; the answer is kept as long as the subject. `find` has to be
 * pure.
 */
export function onceFor<Subject extends object, Found>(
  find: (subject: Subject) => Found,
): (subject: Subject) => Found {
  let weakly: WeakMap<Subject, { readonly found: Found }> | undefined;
  return (subject) => {
    const notes = notesOf(subject);
    if (notes !== undefined) return notes.of(find, subject);
    const known = weakly?.get(subject);
    if (known !== undefined) return known.found;
    const kept = { found: find(subject) };
    (weakly ??= new WeakMap()).set(subject, kept);
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
